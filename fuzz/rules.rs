//! A rule in a state made of any bytes, against its naive twin (tests/common/twins), every solution of the
//! state, and itself: traced and not, with the solution known and not, in a used `State` and a new one.

#[path = "relations.rs"]
mod relations;

use crate::common::twins::{Proved, Said, said};
use crate::common::{Dice, step_cost};
use std::cell::RefCell;
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, notation};
use sudoscope::grid::{Progress, exhaust};
use sudoscope::rule::{Findings, Rule};
use sudoscope::rules::{RULES, SINGLES, find_rule};
use sudoscope::state::State;

/// Steps for the engine and for a twin.
const PATIENCE: [u64; 2] = [50_000, 100_000];

/// Result for an input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// Too few bytes, or a state in which singles leave nothing open.
    Nothing,
    /// Too much work.
    TooLong,
    /// The rule's conclusions agree with the solutions and with one another, but no twin answered; their
    /// number.
    Sound(usize),
    /// All conclusions are allowed by the twin; their number.
    AtMost(usize),
    /// The conclusions equal the twin's; their number.
    Equal(usize),
}

/// Takes eight bytes for the rule, its size and the state; following pairs remove candidates or put them
/// back.
pub fn rules(bytes: &[u8]) -> Option<(&'static str, Outcome)> {
    let (&[rule, size, kind, density, seed @ ..], changes) = bytes.split_first_chunk::<8>()?;
    let (changes, _) = changes.as_chunks::<2>();
    let at = usize::from(rule) % RULES.len();
    let (rule, name) = (RULES[at], RULES[at].info().name);
    let mut grid = grid(kind, density, u32::from_le_bytes(seed), changes);
    if at >= SINGLES && exhaust(&mut grid).0 != Progress::Open {
        return Some((name, Outcome::Nothing));
    }
    let size = size_of(rule, size);
    let outcome = relations::compare(rule, size, &grid, u32::from_le_bytes(seed), PATIENCE)
        .unwrap_or_else(|| compare(rule, size, &grid, PATIENCE));
    Some((name, outcome.unwrap_or(Outcome::TooLong)))
}

/// Returns a size of the rule, not a large one: subsets and fish are cheap, and the size of a c-chain counts
/// candidates.
fn size_of(rule: &'static dyn Rule, byte: u8) -> usize {
    let info = rule.info();
    let Some(sizes) = &info.sizes else { return 0 };
    let largest = match info.name {
        "naked" | "hidden" | "fish" | "finned-fish" | "finned" | "sashimi" | "c" => 8,
        "oddagon" => 7,
        // Twins of these fish try all sets of houses.
        "franken-fish" | "finned-franken-fish" | "mutant-fish" => 3,
        _ => 4.max(*sizes.start()),
    };
    let span = largest.min(*sizes.end()) - sizes.start() + 1;
    let size = sizes.start() + byte % span;
    usize::from(if info.name == "c" { size & !1 } else { size })
}

/// Returns a state of one of four kinds: around a solution, or between several similar ones, so that most
/// cells have two or three candidates; the same without some true candidates; with candidates anywhere; of a
/// puzzle, sometimes with a wrong clue.
pub fn grid(kind: u8, density: u8, seed: u32, changes: &[[u8; 2]]) -> Grid {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ u64::from(seed) << 20);
    (0..8).for_each(|_| _ = dice.below(2));
    let (digits, rows, columns) = (dice.order::<9>(), dice.lines(), dice.lines());
    let solution: [Digit; 81] = std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        Digit::new(digits[(3 * row + row / 3 + column) % 9])
    });
    let order = dice.order::<81>().map(Cell::new);
    let between = kind % 4 < 2 && kind & 4 != 0;
    let share = match kind % 4 {
        2 => 90 + usize::from(density) / 2,
        _ if between => usize::from(density) / 8,
        _ => usize::from(density),
    };
    let mut kept: Candidates = (0..729).filter(|_| dice.below(256) < share).map(number).collect();
    let mut values = [Cells::EMPTY; 9];
    match kind % 4 {
        2 => {}
        3 => {
            let wrong = kind & 4 != 0;
            for (k, &cell) in order[..20 + share % 24].iter().enumerate() {
                values[(solution[cell].index() + usize::from(wrong && k == 0)) % 9].insert(cell);
            }
            kept = Candidates([Cells::ALL; 9]);
        }
        kind => {
            Cell::all().for_each(|cell| kept.insert(Candidate::new(solution[cell], cell)));
            let mut other = solution;
            for _ in 0..if between { 1 + dice.below(3) } else { 0 } {
                other = neighbour(&other, &mut dice);
                Cell::all().for_each(|cell| kept.insert(Candidate::new(other[cell], cell)));
            }
            let decided = if between { 0 } else { dice.below(60) };
            order[..decided].iter().for_each(|&cell| values[solution[cell]].insert(cell));
            let lost = usize::from(kind) * (1 + dice.below(4));
            order[decided..decided + lost].iter().for_each(|&c| kept.0[solution[c]].remove(c));
        }
    }
    for &change in changes {
        let Candidate { digit, cell } = number(usize::from(u16::from_le_bytes(change)) % 729);
        match kept.0[digit].contains(cell) {
            true => kept.0[digit].remove(cell),
            false => kept.0[digit].insert(cell),
        }
    }
    let mut grid = Grid::default();
    grid.place_all(&values);
    let gone = grid.candidates().iter().filter(|&c| !kept.contains(c)).collect();
    grid.eliminate(&gone);
    grid
}

/// Returns the solution with two rows of a band, two columns of a stack or two digits exchanged.
fn neighbour(solution: &[Digit; 81], dice: &mut Dice) -> [Digit; 81] {
    let (first, what) = (3 * dice.below(3), dice.below(3));
    let (one, other) = (first + dice.below(2), first + 2);
    let swap = |k: usize| {
        if k == one {
            other
        } else if k == other {
            one
        } else {
            k
        }
    };
    std::array::from_fn(|cell| match what {
        0 => solution[9 * swap(cell / 9) + cell % 9],
        1 => solution[9 * (cell / 9) + swap(cell % 9)],
        _ => Digit::new(swap(solution[cell].index())),
    })
}

fn number(k: usize) -> Candidate {
    Candidate::new(Digit::new(k % 9), Cell::new(k / 9))
}

thread_local! {
    /// State that has seen other grids.
    static USED: RefCell<State> = RefCell::new(State::new());
}

/// Returns the rule's findings without the steps.
fn find(
    rule: &'static dyn Rule, size: usize, grid: &Grid, (budget, solution): (u64, Option<Grid>),
    mut found: Findings, state: &mut State,
) -> Result<(Proved, u32), OutOfBudget> {
    state.reset(grid, solution, Budget(budget.saturating_mul(step_cost(rule.info().name))));
    state.suppose_one_solution();
    rule.find(state, size as u8, &mut found)?;
    let Findings { eliminated, asserted, contradiction, patterns, ref steps, .. } = found;
    assert!(steps.as_ref().is_none_or(|steps| steps.len() as u32 == patterns));
    Ok((Proved { eliminated, asserted, contradiction }, patterns))
}

/// Compares the rule with all that is known, within these limits of steps for the engine and for a twin.
pub fn compare(
    rule: &'static dyn Rule, size: usize, grid: &Grid, [budget, patience]: [u64; 2],
) -> Result<Outcome, OutOfBudget> {
    let name = rule.info().name;
    let show = || format!("{name}[{size}]\n{}\n{grid:?}", notation::pencilmarks(grid));
    let (count, last) = solutions_within(grid, 4, &mut Budget(10_000))?;
    let only = last.filter(|_| count == 1);
    let new = || (Findings::default(), State::new());
    let (plain, mut state) = new();
    let (proved, patterns) = find(rule, size, grid, (budget, None), plain, &mut state)?;
    let itself = |what: &str, other: (Proved, u32)| {
        assert_eq!(other, (proved, patterns), "{what}: {}", show());
    };
    itself("traced", find(rule, size, grid, (budget, None), Findings::traced(), &mut new().1)?);
    if only.is_some() {
        itself("with its solution", find(rule, size, grid, (budget, only), new().0, &mut new().1)?);
    }
    let used = |state: &RefCell<State>| {
        find(rule, size, grid, (budget, None), Findings::default(), &mut state.borrow_mut())
    };
    itself("in a used state", USED.with(used)?);

    let present = |set: &Candidates| Digit::all().all(|d| set.0[d].is_subset(grid.plane(d)));
    assert!(present(&proved.eliminated) && present(&proved.asserted), "{}", show());
    if !rule.assumes_unique() || count == 1 {
        for limit in 1..=count {
            let Some(solution) = solutions_within(grid, limit, &mut Budget(10_000))?.1 else {
                break;
            };
            let is_sound = !proved.contradiction
                && Digit::all().all(|digit| {
                    !proved.eliminated.0[digit].intersects(solution.plane(digit))
                        && proved.asserted.0[digit].is_subset(solution.plane(digit))
                });
            assert!(is_sound, "unsound: {proved:?}\n{}", show());
        }
    }
    let of = |set: &Candidates| notation::eliminations(set);
    let length = if name == "c" { size / 2 } else { size };
    match said(name, length, grid, &proved.eliminated, patience) {
        Said::Exactly(expected) if expected.contradiction || proved.contradiction => {
            // A twin need not see that the whole state is contradictory, but the rule must see any
            // contradiction that it sees.
            assert!(proved.contradiction, "no contradiction: {}", show());
            Ok(Outcome::Equal(1))
        }
        Said::Exactly(expected) => {
            assert_eq!(of(&proved.eliminated), of(&expected.eliminated), "{}", show());
            assert_eq!(of(&proved.asserted), of(&expected.asserted), "asserted: {}", show());
            Ok(Outcome::Equal(expected.eliminated.len() + expected.asserted.len()))
        }
        Said::UpToSize(expected) => {
            let all = up_to(rule, size, grid, budget, &mut state)?;
            assert_eq!(of(&all), of(&expected), "{}", show());
            Ok(Outcome::Equal(expected.len()))
        }
        Said::AtMost(most) => {
            let is_within = (0..9).all(|d| proved.eliminated.0[d].is_subset(most.0[d]));
            assert!(is_within, "{} of {}: {}", of(&proved.eliminated), of(&most), show());
            Ok(Outcome::AtMost(proved.eliminated.len()))
        }
        Said::Nothing => Ok(Outcome::Sound(proved.eliminated.len() + proved.asserted.len())),
    }
}

/// Returns what locked candidates and the rule's chains of at most `size` variables prove in one state; whips
/// replace braids up to the size at which braids begin.
fn up_to(
    rule: &'static dyn Rule, size: usize, grid: &Grid, budget: u64, state: &mut State,
) -> Result<Candidates, OutOfBudget> {
    let name = rule.info().name;
    let short = name.replace("braid", if name == "braid" { "whip-loops" } else { "whip" });
    let rules = (1..=size).flat_map(|n| [(&*short, n.min(2)), (name, n)]);
    let mut all = Candidates::EMPTY;
    for (name, size) in [("lc", 0)].into_iter().chain(rules) {
        let rule = find_rule(name).expect("it is in the table");
        let sizes = rule.info().sizes.clone().unwrap_or(0..=0);
        if sizes.contains(&(size as u8)) {
            all.extend(&find(rule, size, grid, (budget, None), Findings::default(), state)?.0.eliminated);
        }
    }
    Ok(all)
}

//! Theorems of docs/theory.md on random resolution states: a rule's conclusions are also proved by another
//! rule, with patterns that are not longer.

use crate::common::{Dice, random_10k, step_cost};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use sudoscope::brute::unique_solution;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::{Candidate, Candidates, Cell, Digit, Grid, notation::eliminations, parse_puzzle};
use sudoscope::grid::{Progress, exhaust};
use sudoscope::rule::Findings;
use sudoscope::rules::{BRT, RULES, find_rule};
use sudoscope::scale::{Scale, Solver};
use sudoscope::state::State;
use sudoscope::testing::SizedRule;
use sudoscope::testing::families::{Chains, Reach, named};

/// `A B < C`: C proves with n or fewer variables all that A or B proves with n. `A = B`: they prove the same
/// at every size. `A:3`: only up to size 3. Locked candidates are whips of one variable and may always
/// replace C; a braid of two variables is a whip.
const LINES: &[&str] = &[
    // Chains of 2007 and of today.
    "nrc = bivalue-chain",
    "nrcz-first = z-chain",
    "xy-wing = xy",
    "xyz-wing = xyz",
    "hxy-rn hxy-cn < hxy",
    "hxyt-rn hxyt-cn < hxyt",
    "hxyz-rn hxyz-cn < hxyz",
    "hxyzt-rn hxyzt-cn < hxyzt",
    "xy hxy hxy-bn c typed-bivalue-chain < nrc < nrcz",
    "nrc < nrct < nrczt",
    "nrcz < nrczt",
    "nrc < nrct-2d < nrct",
    "nrc < nrcz-2d < nrcz",
    "nrct-2d nrcz-2d < nrczt-2d < nrczt",
    "xyt hxyt hxyt-bn < nrct-2d",
    "xyz hxyz hxyz-bn < nrcz-2d",
    "xyzt hxyzt hxyzt-bn < nrczt-2d",
    "nrczt-2d-lr-lasso < nrczt-lr-lasso",
    "nrczt-2d-rl-lasso < nrczt-rl-lasso",
    "xyt hxyt hxyt-bn < nrct",
    // A bivalue chain with an R linked to a previous one (not the last) is not a t-whip, but then a shorter
    // chain exists.
    "t-whip < nrczt-first",
    "xyz hxyz hxyz-bn < nrcz < z-chain",
    "xyzt hxyzt hxyzt-bn < nrczt < nrczt-first < whip",
    "bivalue-chain < z-chain < whip",
    "t-whip < whip",
    "nrct-lr-lasso nrct-rl-lasso nrczt-lr-lasso nrczt-rl-lasso < whip",
    "xy < typed-bivalue-chain < typed-z-chain < z-chain",
    "typed-bivalue-chain < typed-t-whip < t-whip",
    "typed-z-chain typed-t-whip < typed-whip < whip",
    // Whips and braids, plain or with other objects.
    "whip < whip-loops < braid < g-braid < s2-braid < s3-braid < s4-braid",
    "whip < g-whip < s2-whip < s3-whip < s4-whip < s4-braid",
    "typed-whip < typed-g-whip < g-whip < g-braid",
    "typed-whip < typed-braid < braid",
    "typed-g-bivalue-chain < typed-g-whip < typed-g-braid < g-braid",
    "s2-whip < s2-braid",
    "s3-whip < s3-braid",
    "bivalue-chain < g-bivalue-chain < g-whip",
    "typed-bivalue-chain < typed-g-bivalue-chain < g-bivalue-chain",
    "g-bivalue-chain < s2-chain < s3-chain < s4-chain < s4-braid",
    "z-chain < s2-zchain < s3-zchain < s4-zchain < s4-braid",
    "s2-tchain < s3-tchain < s4-tchain < s4-braid",
    "s2-chain s2-zchain s2-tchain < s2-braid",
    "s3-chain s3-zchain s3-tchain < s3-braid",
    // Short patterns.
    "braid:3 g-braid:3 < g-whip",
    "naked:2 hidden:2 fish:2 < bivalue-chain",
    // Trial and error (docs/theory.md, "Theorems").
    "whip-loops typed-braid braid < trial < trial-w1 < trial-s2 < trial-s3 < trial-s4",
    "g-braid < trial-w1",
    "s2-braid < trial-s2",
    "s3-braid < trial-s3",
    "s4-braid < trial-s4",
    // Closures; y-knots place values, see tests/engine/y_cycles.rs.
    "x-cycle < x-cycle-er < x-cycle-hinge < x-cycle-general < pom1 < pom2 < pom3",
    "x-cycle < br-net < br-net-hinge < pb1 < pb2 < pb3",
    "x-cycle-general < br-net-hinge",
    "pom1 < pb1",
    "pom2 < pb3",
    "x-cycle-hinge < y-cycle < br-net-streams",
    "br-net trial < br-net-streams",
];

/// Returns the longest patterns examined, and the steps allowed for one rule in one state.
fn effort(name: &str) -> (usize, u64) {
    let reach = named(name).and_then(|family| match family.chains {
        Chains::Objects(family) => Some(family.reach),
        Chains::Linked(_) => None,
    });
    match reach.unwrap_or(Reach::Singles) {
        Reach::Singles => (6, 200_000 * step_cost(name)),
        _ => (4, 20_000 * step_cost(name)),
    }
}

/// Ladders that supply states.
const SCALES: [&str; 4] =
    ["brt", "brt,lc,subset:2-4+fish:2-4", "brt,whip:1-36", "brt,whip:1,bivalue-chain:2-20"];

/// Returns a state of the `k`-th puzzle and its solution: the state of some ladder at a random moment, less a
/// few random false candidates, with singles exhausted. `None` if singles solve it.
fn state_of(k: usize, line: &str) -> Option<(Grid, Grid, Dice)> {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (k as u64 + 1) << 24);
    (0..8).for_each(|_| _ = dice.below(2));
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let solution = unique_solution(&Grid::from_clues(&clues)).unwrap();
    let ladder = Scale::define("test", SCALES[k % SCALES.len()]).unwrap();
    let (mut solver, mut grids) = (Solver::new(), Vec::new());
    solver.observe(&clues, &ladder, 1_000_000, &mut |applied| {
        grids.extend((applied.item.place > 0).then_some(*applied.grid));
    });
    grids.push(*solver.grid());
    let mut grid = grids[dice.below(grids.len())];
    for _ in 0..dice.below(6) {
        let wrong: Vec<Candidate> = grid.candidates().iter().filter(|&c| !solution.allows(c)).collect();
        if !wrong.is_empty() {
            grid.eliminate(&[wrong[dice.below(wrong.len())]].into_iter().collect());
        }
    }
    (exhaust(&mut grid).0 == Progress::Open).then_some((grid, solution, dice))
}

/// Runs `test` on `count` states of the puzzles from `from` on.
fn on_states<T: Send>(from: usize, count: usize, test: impl Fn(Grid, Grid, Dice) -> T + Sync) -> Vec<T> {
    let lines = random_10k();
    let states = lines[from..from + 5 * count].par_iter().enumerate();
    let states: Vec<_> = states.filter_map(|(k, line)| state_of(from + k, line)).collect();
    assert!(states.len() >= count);
    states.into_par_iter().take(count).map(|(grid, solution, dice)| test(grid, solution, dice)).collect()
}

/// Returns `a` without the members of `b`.
fn without(mut a: Candidates, b: &Candidates) -> Candidates {
    Digit::all().for_each(|digit| a.0[digit] -= b.0[digit]);
    a
}

/// Writes the state as the candidates of 81 cells.
fn show(grid: &Grid) -> String {
    let digits = |cell| Digit::in_mask(grid.digits_of(cell));
    let cell = |cell| digits(cell).map(|digit| digit.number().to_string()).collect::<String>();
    Cell::all().map(cell).collect::<Vec<_>>().join(" ")
}

/// Conclusions of each rule in a state, by size; `None` from the size at which the budget is used up.
struct Proved(State, BTreeMap<String, Vec<Option<Candidates>>>);

/// Returns the sizes of a rule.
fn sizes(name: &str) -> RangeInclusive<u8> {
    let rule = find_rule(name).unwrap_or_else(|| panic!("no rule {name}"));
    rule.info().sizes.clone().unwrap_or(0..=0)
}

/// Returns a state of this grid.
fn state(grid: &Grid, solution: Option<Grid>, budget: u64) -> State {
    let mut state = State::new();
    state.reset(grid, solution, Budget(budget));
    state
}

/// Finds the candidates that a rule refutes in a state.
fn find(name: &str, size: usize, state: &mut State) -> Result<Candidates, OutOfBudget> {
    let mut found = Findings::default();
    find_rule(name).unwrap().find(state, size as u8, &mut found)?;
    Ok(found.eliminated)
}

impl Proved {
    /// Returns the conclusions of patterns of exactly `n` variables (`n` = 0: of a rule without size).
    fn exactly(&mut self, name: &str, n: usize) -> Option<Candidates> {
        if !self.1.contains_key(name) {
            let rule = find_rule(name).unwrap();
            let (sizes, (top, budget)) = (sizes(name), effort(name));
            self.0.budget = Budget(budget);
            let (mut found, mut open) = (Findings::default(), true);
            let all = (0..=top).map(|n| {
                let size = if name == "c" { 2 * n } else { n } as u8;
                found.clear();
                open &= !sizes.contains(&size) || rule.find(&mut self.0, size, &mut found).is_ok();
                open.then_some(found.eliminated)
            });
            let all = all.collect();
            self.1.insert(name.to_string(), all);
        }
        self.1[name].get(n).copied().flatten()
    }

    /// Returns the conclusions of patterns of at most `n` variables, and whether the budget sufficed.
    fn within(&mut self, name: &str, n: usize) -> (Candidates, bool) {
        let whips = name.replace("typed-braid", "typed-whip").replace("-braid", "-whip");
        let short = (1..=n.min(2)).map(|m| (whips.replace("braid", "whip-loops"), m));
        let sizes = (0..=n).map(|m| (name.to_string(), m));
        let (mut all, mut complete) = (Candidates::EMPTY, true);
        for (name, m) in [("lc".to_string(), 0)].into_iter().chain(short).chain(sizes) {
            match self.exactly(&name, m) {
                Some(set) => all.extend(&set),
                None => complete = false,
            }
        }
        (all, complete)
    }
}

/// Tests of a theorem: how many were run, how many were skipped for want of budget, and which failed.
#[derive(Default)]
struct Tally {
    tested: usize,
    skipped: usize,
    failures: Vec<String>,
}

/// Prints the tallies and fails if a theorem failed, or was tested less often than `least`.
fn conclude(states: Vec<BTreeMap<String, Tally>>, least: usize) {
    let (mut wrong, mut tallies) = (Vec::new(), BTreeMap::<String, Tally>::new());
    for (line, more) in states.into_iter().flatten() {
        let tally = tallies.entry(line).or_default();
        tally.tested += more.tested;
        tally.skipped += more.skipped;
        tally.failures.extend(more.failures);
    }
    for (line, Tally { tested, skipped, failures }) in tallies {
        eprintln!("{line}: {tested} tested, {skipped} skipped, {} failures", failures.len());
        if tested < least || tested / 3 < skipped {
            wrong.push(format!("{line}: {tested} tested, {skipped} skipped"));
        }
        wrong.extend(failures.first().map(|f| format!("{line}: {} fail, as {f}", failures.len())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Splits a line into pairs: `A`, `<` or `=`, `B`, the largest size.
fn pairs(line: &str) -> Vec<(&str, &str, &str, usize)> {
    let words: Vec<&str> = line.split(' ').collect();
    let at: Vec<usize> = (0..words.len()).filter(|&k| "<=".contains(words[k])).collect();
    let ends = |k: usize| {
        let from = if k == 0 { 0 } else { at[k - 1] + 1 };
        (&words[from..at[k]], &words[at[k] + 1..at.get(k + 1).copied().unwrap_or(words.len())])
    };
    let all = (0..at.len()).flat_map(|k| {
        let (lefts, rights) = ends(k);
        lefts.iter().flat_map(move |a| rights.iter().map(move |b| (*a, k, *b)))
    });
    all.map(|(a, k, b)| {
        let (name, top) = a.split_once(':').unwrap_or((a, "9"));
        let top = top.parse::<usize>().unwrap().min(effort(name).0).min(effort(b).0);
        (name, words[at[k]], b, top)
    })
    .collect()
}

/// Tests the lines in one state.
fn test_lines(lines: &[&str], grid: Grid, solution: Grid) -> BTreeMap<String, Tally> {
    let mut tallies = BTreeMap::<String, Tally>::new();
    let mut proved = Proved(state(&grid, None, 0), BTreeMap::new());
    let locked = !proved.exactly("lc", 0).unwrap().is_empty();
    for (a, sign, b, top) in lines.iter().flat_map(|line| pairs(line)) {
        // Unless locked candidates are exhausted, a g-braid may start with locked candidates.
        if locked && a == "g-braid" && b == "g-whip" {
            continue;
        }
        let tally = tallies.entry(format!("{a} {sign} {b}")).or_default();
        for n in 0..=top {
            let both = || [a, b].iter().all(|name| sizes(name).contains(&(n as u8)));
            if sign == "=" && !both() {
                continue;
            }
            let Some(one) = proved.exactly(a, n) else { continue };
            let (other, complete) = match sign {
                "=" => (proved.exactly(b, n).unwrap_or(one), true),
                _ => proved.within(b, n),
            };
            let mut missing = without(one, &other);
            tally.tested += one.len() - missing.len();
            if sign == "=" {
                missing.extend(&without(other, &one));
            }
            if complete && !missing.is_empty() {
                let names = eliminations(&missing);
                tally.failures.push(format!("{names} at size {n} in {}", show(&grid)));
            } else {
                tally.skipped += missing.len();
            }
        }
    }
    // Knowing the solution changes nothing.
    let mut knowing = Proved(state(&grid, Some(solution), 0), BTreeMap::new());
    let tally = tallies.entry("solution known".into()).or_default();
    for (name, all) in &proved.1 {
        for (n, set) in all.iter().enumerate().filter_map(|(n, set)| Some((n, (*set)?))) {
            tally.tested += set.len();
            if knowing.exactly(name, n) != Some(set) {
                tally.failures.push(format!("{name}[{n}] in {}", show(&grid)));
            }
        }
    }
    tallies
}

#[test]
fn inclusions() {
    let test = |grid, solution, _| test_lines(LINES, grid, solution);
    conclude(on_states(0, 30, test), 20);
}

/// Braids prove the same as trial and error, once simpler rules, which trial and error may use, are
/// exhausted.
#[test]
fn braids_are_trial_and_error() {
    let theorems = [
        ("whip-loops", "braid", "trial", "brt"),
        ("g-whip", "g-braid", "trial-w1", "brt,lc"),
        ("s2-whip", "s2-braid", "trial-s2", "brt,lc,subset:2+fish:2"),
        ("s3-whip", "s3-braid", "trial-s3", "brt,lc,subset:2-3+fish:2-3"),
        ("s4-whip", "s4-braid", "trial-s4", "brt,lc,subset:2-4+fish:2-4"),
    ];
    let test = |grid: Grid, _, mut dice: Dice| {
        let mut tallies = BTreeMap::<String, Tally>::new();
        for (whip, braid, trial, simpler) in theorems {
            let Some(grid) = closure(grid, rules_of(simpler), &mut dice) else { continue };
            let mut state =
                state(&grid, None, if braid == "braid" { 2_000_000 } else { 3 * effort(braid).1 });
            let tally = tallies.entry(format!("{braid} = {trial}")).or_default();
            let Ok(wanted) = find(trial, 0, &mut state) else { continue };
            let mut have = find("lc", 0, &mut state).unwrap();
            for n in 2..=36 {
                match find(if n == 2 { whip } else { braid }, n, &mut state) {
                    Ok(more) => have.extend(&more),
                    Err(OutOfBudget) => {
                        tally.skipped += without(wanted, &have).len();
                        have = wanted;
                    }
                }
                if have == wanted {
                    break;
                }
            }
            tally.tested += wanted.len();
            if have != wanted {
                let (more, less) = (without(have, &wanted), without(wanted, &have));
                let (more, less) = (eliminations(&more), eliminations(&less));
                tally.failures.push(format!("+{more} -{less} in {}", show(&grid)));
            }
        }
        tallies
    };
    conclude(on_states(1_000, 12, test), 300);
}

/// Returns the rules of a ladder except singles.
fn rules_of(ladder: &str) -> Vec<SizedRule> {
    let items = Scale::define("test", ladder).unwrap().items;
    items[BRT..].iter().map(|item| (item.rule, item.size)).collect()
}

/// Returns the rules that these rules contain.
fn contained_in(items: &[SizedRule]) -> Vec<SizedRule> {
    let mut all = Vec::new();
    for (rule, size) in items {
        let contained: Vec<SizedRule> = rule.contains(*size).iter().map(|&rule| (rule, 0)).collect();
        all.extend(contained_in(&contained));
        all.extend(contained);
    }
    all
}

/// Applies one random conclusion of a random rule at a time until nothing is left to prove. `None` if this
/// solves the puzzle.
fn closure(mut grid: Grid, mut items: Vec<SizedRule>, dice: &mut Dice) -> Option<Grid> {
    let mut k = 0;
    while k < items.len() {
        let other = k + dice.below(items.len() - k);
        items.swap(k, other);
        let (rule, size) = items[k];
        let mut state = state(&grid, None, u64::MAX);
        match find(rule.info().name, size as usize, &mut state).unwrap() {
            none if none.is_empty() => k += 1,
            found => {
                let one = found.iter().nth(dice.below(found.len())).unwrap();
                grid.eliminate(&[one].into_iter().collect());
                k = 0;
                match exhaust(&mut grid).0 {
                    Progress::Open => {}
                    Progress::Solved => return None,
                    Progress::Contradiction => panic!("{} in {}", rule.info().name, show(&grid)),
                }
            }
        }
    }
    Some(grid)
}

/// Closures are confluent: their final state does not depend on the order, and adding contained rules changes
/// nothing.
#[test]
fn confluence() {
    let ladders = [
        "brt,whip:1-2,braid:3-4",
        "brt,whip:1-2+g-whip:2,braid:3+g-braid:3",
        "brt,lc,subset:2-4+fish:2-4",
        "brt,subset:2+fish:2+whip:1-2+g-whip:2+braid:3+g-braid:3+s2-braid:3",
        "brt,lc,bivalue-chain:2-5",
        "brt,br-net",
        "brt,trial",
        "brt,trial-w1",
        "brt,trial-s2",
        "brt,trial-s3",
        "brt,trial-s4",
        "brt,pom1",
        "brt,pom2",
        "brt,pom3",
        "brt,pb1",
        "brt,pb2",
        "brt,pb3",
    ];
    for rule in RULES.iter().filter(|rule| !rule.contains(0).is_empty()) {
        let ladder = format!("brt,{}", rule.info().name);
        assert!(ladders.contains(&ladder.as_str()), "{ladder} is to be tested");
    }
    let test = |grid: Grid, _, mut dice: Dice| {
        let mut tallies = BTreeMap::<String, Tally>::new();
        for ladder in ladders {
            let items = rules_of(ladder);
            let more = [items.clone(), contained_in(&items)].concat();
            let first = closure(grid, items.clone(), &mut dice);
            let tally = tallies.entry(ladder.into()).or_default();
            for items in [items, more] {
                tally.tested += first.map_or(81, |first| grid.candidates().len() - first.candidates().len());
                if closure(grid, items, &mut dice) != first {
                    tally.failures.push(show(&grid));
                }
            }
        }
        tallies
    };
    conclude(on_states(2_000, 50, test), 1_000);
}

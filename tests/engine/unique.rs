//! Rules that assume a unique solution find exactly what their definitions give, in random states.

use crate::common::state::{find, find_after};
use crate::common::twins::unique::{RULES, extended, naive, naive_bug, reversed};
use crate::common::twins::{links, rectangles, symmetry};
use crate::common::{Dice, random_10k, thorough};
use sudoscope::brute::unique_solution;
use sudoscope::evidence::{Evidence, Notation, Strong};
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, parse_puzzle};
use sudoscope::input::read_puzzle;
use sudoscope::path::ResolutionPath;
use sudoscope::scale::{DEFAULT_BUDGET, Scale, Solver};

/// Returns a puzzle's first state and a random later state, with fewer candidates and more decided cells.
/// Most cells have two digits out of six, some cells have more digits, and some cells are decided. Two digits
/// occur in many cells, or in the cells of one rectangle and few other cells; some corners of the rectangle
/// may be decided crosswise.
fn random_state(dice: &mut Dice) -> [Grid; 2] {
    let mut grid = Grid::default();
    let mut gone = Candidates::EMPTY;
    let mut values = [Cells::EMPTY; 9];
    let [rows, columns] = [dice.lines(), dice.order::<9>()];
    let pair = 1 << dice.below(6) | 1 << dice.below(6);
    let rare = dice.below(2) == 0;
    let some_decided = dice.below(3) == 0;
    let shared = 1 << dice.below(6);
    let of_pair: Vec<Digit> = Digit::in_mask(pair).collect();
    for cell in Cell::all() {
        let mut digits = 1 << dice.below(6) | 1 << dice.below(6);
        let corner = rows[..2].contains(&cell.row()) && columns[..2].contains(&cell.column());
        let one_in = if rare { 20 } else { 2 };
        let more = match (corner && some_decided, dice.below(2)) {
            (true, _) => shared,
            (_, 0) => 1 << dice.below(6),
            _ => 0,
        };
        if corner || dice.below(one_in) == 0 {
            digits = pair | more;
        } else if rare {
            digits = (digits | more) & !pair | 1 << 8;
        } else {
            digits |= more;
        }
        if corner && some_decided && of_pair.len() == 2 && dice.below(5) > 1 {
            let is_turned = (cell.row() == rows[0]) == (cell.column() == columns[0]);
            values[of_pair[usize::from(is_turned)]].insert(cell);
        }
        if !corner && dice.below(6) == 0 {
            values[6 + dice.below(3)].insert(cell);
        }
        for digit in Digit::all().filter(|digit| digits & digit.bit() == 0) {
            gone.insert(Candidate::new(digit, cell));
        }
    }
    let clues = values.map(|cells| cells.filter(|_| dice.below(9) == 0).collect());
    let mut first = Grid::from_clues(&clues);
    first.eliminate(&gone.iter().filter(|_| dice.below(6) > 0).collect());
    grid.place_all(&values);
    grid.eliminate(&gone);
    [first, grid]
}

#[test]
fn rectangles_equal_their_naive_twin() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut fired = [0; RULES.len()];
    for _ in 0..2200 {
        let [first, grid] = random_state(&mut dice);
        let expected = naive(&RULES, &first, &grid);
        for ((rule, expected), fired) in RULES.iter().zip(expected).zip(&mut fired) {
            let found = find_after(&first, rule, 0, &grid);
            let text = || sudoscope::grid::notation::pencilmarks(&grid);
            assert_eq!(found.eliminated, expected, "{rule}\n{}", text());
            assert_eq!(found.steps.unwrap().len() as u32, found.patterns);
            *fired += found.patterns;
        }
    }
    eprintln!("{fired:?}");
    assert!(fired.iter().all(|&patterns| patterns >= 50), "{fired:?}");
}

/// Rectangles with links, wings and guardians outside, and larger ones, equal their naive twin.
#[test]
fn other_rectangles_equal_their_naive_twin() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (count, least) = if thorough() { (2_000, 50) } else { (150, 3) };
    let mut fired = [0; 6];
    for _ in 0..count {
        let [first, grid] = random_state(&mut dice);
        let text = || sudoscope::grid::notation::pencilmarks(&grid);
        for (rule, fired) in rectangles::RULES.iter().zip(&mut fired) {
            let found = find_after(&first, rule, 0, &grid);
            assert_eq!(found.eliminated, rectangles::naive(rule, &first, &grid), "{rule}\n{}", text());
            *fired += found.patterns;
        }
        for size in [4, 6, 8] {
            if size > 4 {
                let found = find_after(&first, "extended-rectangle", size, &grid);
                assert_eq!(found.eliminated, extended(size, &first, &grid), "{size}\n{}", text());
                fired[4] += found.patterns;
            }
            let found = find_after(&first, "reverse-bug", size, &grid);
            assert_eq!(found.eliminated, reversed(size, &first, &grid), "{size}\n{}", text());
            fired[5] += found.patterns;
        }
    }
    eprintln!("{fired:?}");
    assert!(fired.iter().all(|&patterns| patterns >= least), "{fired:?}");
}

fn is_deadly(because: &Evidence) -> bool {
    match because {
        Evidence::Links(links) => links.iter().any(Strong::assumes_unique),
        Evidence::Rings(rings) => rings.iter().flatten().any(Strong::assumes_unique),
        _ => false,
    }
}

#[test]
fn chains_with_rectangles_equal_their_naive_twin() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let (states, mut proved) = (if thorough() { 200 } else { 2 }, 0);
    for _ in 0..states {
        let [first, grid] = random_state(&mut dice);
        for (rule, size) in [("ur-aic", 2), ("ur-aic", 3), ("ur-nice-loop", 2), ("ur-nice-loop", 3)] {
            let found = find_after(&first, rule, size, &grid);
            let expected = links::of_rectangles(rule, size, &first, &grid);
            let text = || sudoscope::grid::notation::pencilmarks(&grid);
            assert_eq!(found.eliminated, expected.eliminated, "{rule}[{size}]\n{}", text());
            assert_eq!(found.asserted, expected.asserted, "{rule}[{size}]\n{}", text());
            let steps = found.steps.unwrap();
            proved += steps.iter().filter(|step| is_deadly(&step.because)).count();
        }
    }
    assert!(proved > states, "{proved}");
}

/// HoDoKu's example of a rectangle with missing candidates: candidates that were removed since the clues do
/// not count as missing at the beginning, if the clues have one solution by themselves.
#[test]
fn rectangles_of_a_state_begin_with_its_clues() {
    let state = ":0606:23:....41+8.+7.7+4...5+1..+1..+7.+46.5+4+37..68+1+19+83+6+4+2+7+5...+1+5+8.4.4.1.8+7..\
                 +6.+8.2+1.7.+4...+4..+1.+8:218 221 321 921 924 626 926 329 231 233 336 398:339::";
    let scale = Scale::define("x", "brt,hidden-ur").unwrap();
    let proved = |text: &str| -> Vec<String> {
        let puzzle = read_puzzle(text.as_bytes()).unwrap().puzzle;
        let items = (0..scale.items.len()).collect();
        let all = ResolutionPath::all(&puzzle, &scale, &items, DEFAULT_BUDGET).written_in(Notation::Nrc);
        all.steps().iter().map(|at| at.step.text.clone()).filter(|text| text.contains("r2c6 r2c9")).collect()
    };
    let found = proved(state);
    assert!(found.len() == 1 && found[0].ends_with("r3c9≠3"), "{found:?}");
    // Without a clue there are several solutions; the state has one, also if the corners are left open.
    let several = state.replacen(":23:....41", ":23:....4+1", 1);
    assert_eq!(proved(&several), found);
}

/// Puzzles that stay as they are if the digits are renamed and the grid is rotated by 180 or by 90 degrees,
/// or reflected in a diagonal.
const SYMMETRIC: [&str; 6] = [
    "...........4.35...97.6..8...9....5...6.8.2.4...5....1...2..4.31...57.6...........",
    "..........24..51..97.6.......8....633.18.29.774....2.......4.31..95..68..........",
    "..............51.69736.....29......3.6.8.2.4.7......18.....47314.95..............",
    ".7..4.1.......9..84..23.....9....3..3.2...4.1..1....9.....14..26..9.......3.2..5.",
    "7..5......8.1........367.2.624....9...5...14...7..96......257.4..193..........3..",
    "71...2...2...4.58....5...3...6..5....3..9..6.1..6..74..6...7....84.53...........8",
];

#[test]
fn symmetrical_placement_equals_its_naive_twin() {
    // Without the rule, so that it finds more on the way.
    let ladder = Scale::define("test", "brt,lc,subset:2-3,whip:2-6").unwrap();
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut fired = 0;
    for line in SYMMETRIC {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let (first, solution) =
            (Grid::from_clues(&clues), unique_solution(&Grid::from_clues(&clues)).unwrap());
        let mut grids = vec![first];
        Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| {
            if dice.below(5) == 0 {
                grids.push(*applied.grid);
            }
        });
        for grid in grids.iter().take(if thorough() { 50 } else { 9 }) {
            let found = find_after(&first, "gsp", 0, grid);
            assert_eq!(found.eliminated, symmetry::placed(&first, grid), "{line}");
            assert!(found.eliminated.iter().all(|one| !solution.allows(one)), "{line}");
            fired += found.patterns;
        }
        // Turned over, and with renamed digits, the same puzzle proves as much.
        let turned: String = line
            .chars()
            .rev()
            .map(|c| c.to_digit(10).map_or('.', |n| char::from(b'0' + (10 - n) as u8)))
            .collect();
        let turned = Grid::from_clues(&parse_puzzle(turned.as_bytes()).unwrap());
        let count = |grid: &Grid| find("gsp", 0, grid).eliminated.iter().count();
        assert_eq!(count(&first), count(&turned), "{line}");
    }
    assert!(fired >= 10, "{fired}");
    let clues = parse_puzzle(random_10k()[0].as_bytes()).unwrap();
    assert_eq!(find("gsp", 0, &Grid::from_clues(&clues)).patterns, 0);
}

#[test]
fn bug_equals_its_naive_twin() {
    let ladder = Scale::define("test", "brt,lc,naked:2,bug1").unwrap();
    let mut fired = 0;
    for line in &random_10k()[..3000] {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| {
            let cells = (!applied.grid.placed()).len();
            if applied.item.place > 0 && cells < 30 {
                let found = find("bug1", 0, applied.grid);
                assert_eq!(found.asserted, naive_bug(applied.grid), "{line}");
                fired += found.patterns;
            }
        });
    }
    assert!(fired > 20, "{fired}");
}

//! Rules that assume a unique solution find exactly what their definitions give, in random states.

use crate::common::state::{find, find_after};
use crate::common::twins::rectangles;
use crate::common::twins::unique::{RULES, extended, naive, naive_bug, reversed};
use crate::common::{Dice, model::Model, random_10k, thorough};
use sudoscope::evidence::{Evidence, Round};
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, parse_puzzle};
use sudoscope::proof::round;
use sudoscope::scale::{Scale, Solver};
use sudoscope::verify::Checker;

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
    let (count, least) = if thorough() { (2_000, 50) } else { (400, 10) };
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

/// The checker refuses a rectangle if a corner was given or could not hold one of the digits at the
/// beginning.
#[test]
fn rectangles_need_the_first_state() {
    let ladder = Scale::define("test", "brt,lc,subset:2-4,unique").unwrap();
    let mut refused = [0; 2];
    for line in &random_10k()[..2500] {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        Solver::new().observe(&clues, &ladder, u64::MAX, &mut |applied| {
            let round = round(&applied, &ladder);
            for step in &round.steps {
                let Evidence::Rectangle(rectangle) = &step.because else { return };
                let (grid, cells) = (applied.grid, rectangle.cells());
                let has_both =
                    |cell| rectangle.digits.iter().all(|&digit| grid.open_plane(digit).contains(cell));
                // Treats the state as a puzzle: of candidates, or of its values.
                let is_avoidable = cells.intersects(grid.placed());
                if !is_avoidable && cells.into_iter().all(has_both) {
                    continue;
                }
                let value = |cell| Digit::all().find(|&digit| grid.plane(digit).contains(cell));
                let character = |cell: Cell| match value(cell) {
                    Some(digit) if grid.placed().contains(cell) => char::from(b'0' + digit.number()),
                    _ => '.',
                };
                let puzzle = match is_avoidable {
                    true => Cell::all().map(character).collect(),
                    false => Model::of(grid).sukaku(),
                };
                let round = Round { steps: vec![step.clone()], ..round.clone() };
                let wrong = Checker::new(&puzzle).unwrap().round(&round, |_, _, _| Some(0.into()));
                let reason = wrong.unwrap_err().reason;
                assert!(reason.contains("at the beginning"), "{line}: {reason}");
                refused[usize::from(is_avoidable)] += 1;
            }
        });
    }
    eprintln!("{refused:?}");
    assert!(refused.iter().all(|&count| count >= 5), "{refused:?}");
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

//! The rules that assume a unique solution find what their definitions say, no more and no less, in states made
//! at random.

use crate::common::state::find;
use crate::common::twins::unique::{RULES, naive, naive_bug};
use crate::common::{Dice, random_10k};
use sudoscope::grid::{Candidate, Candidates, Cells, Grid, parse_puzzle};
use sudoscope::scale::{Scale, Solver};

/// Two digits of six in each cell, mostly, some with more, some cells decided. Two of the digits stand in many
/// cells, or in those of one rectangle and few others.
fn random_state(dice: &mut Dice) -> Grid {
    let mut grid = Grid::default();
    let mut gone = Candidates::EMPTY;
    let mut values = [Cells::EMPTY; 9];
    let [rows, columns] = [dice.lines(), dice.order::<9>()];
    let pair = 1 << dice.below(6) | 1 << dice.below(6);
    let rare = dice.below(2) == 0;
    for cell in 0..81 {
        let mut digits = 1 << dice.below(6) | 1 << dice.below(6);
        let corner = rows[..2].contains(&(cell / 9)) && columns[..2].contains(&(cell % 9));
        let one_in = if rare { 20 } else { 2 };
        let more = if dice.below(2) == 0 { 1 << dice.below(6) } else { 0 };
        if corner || dice.below(one_in) == 0 {
            digits = pair | more;
        } else if rare {
            digits = (digits | more) & !pair | 1 << 8;
        } else {
            digits |= more;
        }
        if !corner && dice.below(6) == 0 {
            values[6 + dice.below(3)].insert(cell);
        }
        for digit in (0..9).filter(|digit| digits >> digit & 1 == 0) {
            gone.insert(Candidate::new(digit, cell));
        }
    }
    grid.place_all(&values);
    grid.eliminate(&gone);
    grid
}

#[test]
fn rectangles_equal_their_naive_twin() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut fired = [0; RULES.len()];
    for _ in 0..1800 {
        let grid = random_state(&mut dice);
        for (rule, fired) in RULES.iter().zip(&mut fired) {
            let found = find(rule, 0, &grid);
            let text = || sudoscope::grid::notation::pencilmarks(&grid);
            assert_eq!(found.eliminated, naive(rule, &grid), "{rule}\n{}", text());
            assert_eq!(found.steps.unwrap().len() as u32, found.firings);
            *fired += found.firings;
        }
    }
    eprintln!("{fired:?}");
    assert!(fired.iter().all(|&firings| firings >= 50), "{fired:?}");
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
                fired += found.firings;
            }
        });
    }
    assert!(fired > 20, "{fired}");
}

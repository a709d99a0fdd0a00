//! HoDoKu in a state made of any bytes (those of rules.rs), and in those that its steps lead to, with any
//! settings: what is found must hold in every solution, and be the same with the memory of the states before
//! and with none.

use crate::rules::grid;
use std::sync::Arc;
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::{Cells, Grid, notation};
use sudoscope::testing::hodoku::{Board, Explainer, Settings, Step, Technique};

/// Units of work for one step, and steps for one input.
const PATIENCE: (u64, usize) = (100_000, 60);

/// Two bytes choose the settings, six the state; pairs that follow take candidates out of it or put them
/// back. How many steps were held against the solutions.
pub fn hodoku_steps(bytes: &[u8]) -> usize {
    let Some((&[reach, order, kind, density, seed @ ..], changes)) = bytes.split_first_chunk::<8>() else {
        return 0;
    };
    let grid = grid(kind, density, u32::from_le_bytes(seed), changes.as_chunks::<2>().0);
    let mut compared = 0;
    // Nothing more is compared where there is too much work.
    let _ = play(&grid, settings(reach, order), &mut compared);
    compared
}

/// HoDoKu's own of bytes 0; else the techniques in another order, some of them off, and searches that go less
/// far or farther.
fn settings(reach: u8, order: u8) -> Arc<Settings> {
    let mut settings = Settings::default();
    let (of, bits) =
        (&mut settings.reach, |from: u8, count: u8| usize::from((reach >> from) & ((1 << count) - 1)));
    if reach != 0 {
        (of.links, of.fins, of.endo_fins) = (3 + 20 * bits(0, 2), 1 + 3 * bits(2, 2), 2 * bits(4, 2));
        (of.rounds, of.places) = (3 * bits(5, 2), 2 + bits(7, 1));
    }
    if order != 0 {
        settings.asked.rotate_left(usize::from(order) % 57);
        settings.asked.retain(|asked| (asked.call as u8).wrapping_mul(order) % 5 != 1);
    }
    Arc::new(settings)
}

fn play(grid: &Grid, settings: Arc<Settings>, compared: &mut usize) -> Result<(), OutOfBudget> {
    let (count, _) = solutions_within(grid, 4, &mut Budget(10_000))?;
    let mut solutions = Vec::new();
    for limit in 1..=count {
        solutions.extend(solutions_within(grid, limit, &mut Budget(10_000))?.1);
    }
    let planes = |of: &dyn Fn(usize) -> Cells| -> [Cells; 9] { std::array::from_fn(of) };
    let placed = planes(&|digit| grid.plane(digit) & grid.placed());
    let left = planes(&|digit| grid.plane(digit));
    let mut board = Board::of(&placed, grid.placed(), &left);
    let mut used = Explainer::new(Arc::clone(&settings));
    for _ in 0..PATIENCE.1 {
        if board.open().is_empty() {
            break;
        }
        let before = board;
        let show = || notation::pencilmarks(&before.grid());
        let found = used.next(&mut board, &mut Budget(PATIENCE.0))?;
        let mut again = before;
        let fresh = Explainer::new(Arc::clone(&settings)).next(&mut again, &mut Budget(PATIENCE.0))?;
        let told = |found: &Option<(Technique, Step)>| {
            found
                .as_ref()
                .map(|(asked, step)| (*asked, step.technique, step.placement, step.eliminations.clone()))
        };
        assert_eq!(told(&found), told(&fresh), "remembered:\n{}", show());
        let Some((asked, step)) = found else { break };
        let is_of_unique = (Technique::Uniqueness1..=Technique::Avoidable2).contains(&asked);
        if count != 1 && (is_of_unique || matches!(asked, Technique::Bug | Technique::BruteForce)) {
            break;
        }
        for solution in &solutions {
            assert!(holds(&step, solution), "unsound: {:?}\n{}", told(&fresh), show());
            *compared += 1;
        }
        board.apply(&step);
    }
    Ok(())
}

/// Whether nothing of the solution is removed, and nothing else placed.
fn holds(step: &Step, solution: &Grid) -> bool {
    let truth = |cell: u8, digit: u8| solution.plane(digit.into()).contains(cell.into());
    step.eliminations.iter().all(|one| !truth(one.cell, one.digit))
        && step.placement.is_none_or(|one| truth(one.cell, one.digit))
}

//! HoDoKu with any settings in a state made of any bytes (as in rules.rs), and in the states that its steps
//! lead to: each step must hold in every solution, and be the same with the memory of earlier states and
//! without.

use crate::rules::grid;
use std::sync::Arc;
use sudoscope::brute::solutions_within;
use sudoscope::budget::{Budget, OutOfBudget};
use sudoscope::grid::{Given, Grid, notation};
use sudoscope::testing::OneSolution;
use sudoscope::testing::hodoku::{Board, Explainer, Settings, Step, Technique};

/// Work units for one step, and steps for one input.
const PATIENCE: (u64, usize) = (100_000, 60);

/// Takes two bytes for the settings and six for the state; following pairs remove candidates or put them
/// back. Returns the number of comparisons of a step with a solution.
pub fn hodoku_steps(bytes: &[u8]) -> usize {
    let Some((&[reach, order, kind, density, seed @ ..], changes)) = bytes.split_first_chunk::<8>() else {
        return 0;
    };
    let grid = grid(kind, density, u32::from_le_bytes(seed), changes.as_chunks::<2>().0);
    let mut compared = 0;
    // Too much work ends the comparisons.
    let _ = play(&grid, settings(reach, order), &mut compared);
    compared
}

/// Returns HoDoKu's own settings for zero bytes; otherwise the techniques are in another order, some of them
/// off, and searches have other limits.
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
    let placed = grid.planes.map(|plane| plane & grid.placed());
    let mut board = Board::of(&placed, grid.placed(), &grid.planes);
    let one = OneSolution::supposed(&Given::from(grid));
    let mut used = Explainer::new(Arc::clone(&settings));
    for _ in 0..PATIENCE.1 {
        if board.open().is_empty() {
            break;
        }
        let before = board;
        let show = || notation::pencilmarks(&before.grid());
        let found = used.next(&mut board, Some(&one), &mut Budget(PATIENCE.0))?;
        let mut again = before;
        let mut fresh = Explainer::new(Arc::clone(&settings));
        let fresh = fresh.next(&mut again, Some(&one), &mut Budget(PATIENCE.0))?;
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

/// Whether the step eliminates no candidate of the solution and places only values of the solution.
fn holds(step: &Step, solution: &Grid) -> bool {
    step.eliminations.iter().all(|&one| !solution.allows(one))
        && step.placement.is_none_or(|one| solution.allows(one))
}

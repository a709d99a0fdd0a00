//! HoDoKu: its level and its score as a scale.
//!
//! Its items are its techniques. [`Explainer`] finds the next step, and its technique is the item; level and
//! score are those of the technique that was asked, by which a step may have the name of another one.

use super::recorder::ClimbRecorder;
use super::{Aspect, Column, Description, Item, Policy, Rating, Scale, ScaleError, Unit};
use crate::budget::{OutOfBudget, Within};
use crate::evidence::{HODOKU, HODOKU_LEVELS, HODOKU_LIMITS, HodokuRow, HodokuTechnique, Info};
use crate::grid::{Candidates, Progress};
use crate::hodoku::board::Board;
use crate::hodoku::{Explainer, step::Step};
use crate::play;
use crate::rule::{Findings, Rule};
use crate::state::State;
use std::sync::LazyLock;

/// What a scale of these is defined by.
pub(super) const DEFINITION: &str = "HoDoKu";

/// Fewer clues are not solved.
const FEWEST_CLUES: usize = 10;

/// Makes the scale.
pub(super) fn make(name: &str, definition: &str) -> Result<Scale, ScaleError> {
    let columns = vec![
        Column { name: "", aspect: Aspect::Level(&HODOKU_LIMITS), unit: Unit::Named(&HODOKU_LEVELS) },
        Column { name: "score", aspect: Aspect::Sum, unit: Unit::Level },
    ];
    let (name, definition) = (name.to_string(), definition.to_string());
    let description = Description { name, definition, policy: Policy::OwnOrder };
    let item = |rule: &'static OfTechnique| {
        let place = rule.technique as u32 + 1;
        Item { place, rating: rating_of(rule.technique), rule, size: 0 }
    };
    Ok(Scale::new(description, columns, RULES.iter().map(item).collect()))
}

/// What a technique gives.
fn rating_of(technique: HodokuTechnique) -> Rating {
    let HodokuRow { level, score, .. } = technique.row();
    Rating([*level, *score, 0])
}

/// A technique as the rule of an item.
struct OfTechnique {
    technique: HodokuTechnique,
    row: &'static HodokuRow,
}

static RULES: LazyLock<Vec<OfTechnique>> = LazyLock::new(|| {
    HODOKU.iter().map(|(technique, row)| OfTechnique { technique: *technique, row }).collect()
});

impl Rule for OfTechnique {
    fn info(&'static self) -> &'static Info {
        &self.row.info
    }

    fn called(&self) -> Option<&'static str> {
        Some(self.row.called)
    }

    fn assumes_unique(&self) -> bool {
        use HodokuTechnique::{Avoidable2, BruteForce, Bug, Uniqueness1};
        let is_rectangle = (Uniqueness1..=Avoidable2).contains(&self.technique);
        is_rectangle || matches!(self.technique, Bug | BruteForce)
    }

    /// The first step of the technique in the state.
    fn find(&self, state: &mut State, _size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let mut board = board_of(state);
        if let Some(step) = Explainer::default().ask(&mut board, self.technique, &mut state.budget)? {
            take(&step, &board, found);
        }
        Ok(())
    }
}

/// The board from which a climb begins: the queues of singles are filled as the clues are read.
fn board_of(state: &State) -> Board {
    let puzzle = state.first().puzzle();
    Board::new(&puzzle)
}

/// Plays one step after the other until the puzzle is solved, or no technique has one. A puzzle that is not
/// solved is rated all the same.
pub(super) fn play(
    explainer: &mut Explainer, state: &mut State, found: &mut Findings, recorder: &mut ClimbRecorder,
) -> Result<Progress, OutOfBudget> {
    let puzzle = state.first().puzzle();
    if puzzle.as_clues().is_some() && puzzle.clue_count() < FEWEST_CLUES {
        return Ok(Progress::Open);
    }
    let mut board = Board::new(&puzzle);
    *explainer = Explainer::default();
    let end = loop {
        if board.open().is_empty() {
            break Ok(Progress::Solved);
        }
        let at = |technique: HodokuTechnique| {
            let is_it = |item: &Item| item.rule.info().name == technique.row().info.name;
            recorder.scale.items.iter().position(is_it)
        };
        match explainer.next(&mut board, &mut state.budget) {
            Err(error) => break Err(error),
            Ok(None) => {
                let item = at(HodokuTechnique::GiveUp);
                break Ok(item.map_or(Progress::Open, |item| {
                    recorder.give_up(item);
                    Progress::Solved
                }));
            }
            Ok(Some((asked, step))) => {
                found.clear();
                take(&step, &board, found);
                let Some(item) = at(step.technique) else { break Ok(Progress::Open) };
                recorder.apply(item, rating_of(asked), state.grid(), found);
                board.apply(&step);
                if recorder.is_observed() {
                    play::apply(found, state.grid_mut());
                }
            }
        }
    };
    *state.grid_mut() = board.grid();
    end
}

/// The item of the first step in the state; what it proves is in `found`.
pub(super) fn first(
    explainer: &mut Explainer, state: &mut State, found: &mut Findings, scale: &Scale,
) -> Within<Option<usize>> {
    let mut board = board_of(state);
    let Some((_, step)) = explainer.next(&mut board, &mut state.budget)? else { return Ok(None) };
    take(&step, &board, found);
    Ok(scale.items.iter().position(|item| item.rule.info().name == step.technique.row().info.name))
}

/// What a step proves, as findings. What a value excludes from its cell is not counted beside it.
fn take(step: &Step, board: &Board, found: &mut Findings) {
    let because = || step.because(board);
    if let Some(value) = step.placement {
        return found.assert(value, because);
    }
    let mut gone = Candidates::EMPTY;
    for &one in &step.eliminations {
        if board.allows(one.cell.into(), one.digit.into()) {
            gone.insert(one);
        }
    }
    found.eliminate(&gone, because);
}

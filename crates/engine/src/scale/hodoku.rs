//! HoDoKu: its level and its score as a scale.
//!
//! The items are HoDoKu's techniques. [`Explainer`] finds the next step, and the step's technique is the
//! item. The level and the score belong to the technique that was asked, which may find a step with another
//! technique's name.

use super::heads::kept;
use super::hodoku_definition::settings;
use super::own_order::{Explainers, OwnOrder, Player, Program};
use super::premise::premise;
use super::{Aspect, Column, Description, Item, Policy, Rating, Scale, ScaleError, Unit};
use crate::budget::{Budget, OutOfBudget, Within};
use crate::evidence::{HODOKU, HODOKU_LEVELS, HodokuRow, HodokuTechnique, Info};
use crate::grid::{Candidates, Grid, Puzzle};
use crate::hodoku::board::Board;
use crate::hodoku::settings::{Asked, Settings, names_of};
use crate::hodoku::{Explainer, step::Step};
use crate::one_solution::OneSolution;
use crate::rule::{Findings, Rule};
use crate::state::State;
use std::sync::{Arc, LazyLock};

/// Fewest clues of a puzzle that HoDoKu solves.
const FEWEST_CLUES: usize = 10;

/// Makes the scale.
pub(super) fn make(name: &str, definition: &str) -> Result<Scale, ScaleError> {
    let settings = settings(definition)?;
    let levels = kept(&HODOKU_LEVELS, settings.limits.to_vec());
    let columns = vec![
        Column { name: "", aspect: Aspect::Level(&levels.limits), unit: Unit::Named(&levels.names) },
        Column { name: "score", aspect: Aspect::Sum, unit: Unit::Level },
    ];
    let (name, definition) = (name.to_string(), definition.to_string());
    let description = Description { name, definition, policy: Policy::OwnOrder };
    let scale = Scale::new(description, columns, items(&settings));
    Ok(Scale { own_order: Some(Arc::new(HodokuOrder(Arc::new(settings)))), ..scale })
}

/// Lists the techniques of all possible steps, and giving up.
fn items(settings: &Settings) -> Vec<Item> {
    let mut items: Vec<(HodokuTechnique, Rating)> = Vec::new();
    let all: Vec<[Vec<HodokuTechnique>; 2]> =
        settings.asked.iter().map(|asked| names_of(asked.call)).collect();
    for (asked, [own, others]) in settings.asked.iter().zip(&all) {
        let is_there = |name: &HodokuTechnique, items: &[(HodokuTechnique, Rating)]| {
            all.iter().any(|[own, _]| own.contains(name)) || items.iter().any(|item| item.0 == *name)
        };
        let others: Vec<_> = others.iter().filter(|name| !is_there(name, &items)).collect();
        items.extend(others.into_iter().chain(own).map(|&name| (name, rating_of(asked))));
    }
    let HodokuRow { level, score, .. } = HodokuTechnique::GiveUp.row();
    items.push((HodokuTechnique::GiveUp, Rating([*level, *score, 0, 0])));
    let item = |(place, (technique, rating)): (u32, (HodokuTechnique, Rating))| Item {
        place,
        rating,
        rule: &RULES[technique.index()],
        size: 0,
    };
    (1..).zip(items).map(item).collect()
}

/// Returns the rating of the steps of a call.
fn rating_of(asked: &Asked) -> Rating {
    Rating([asked.level, asked.score, 0, 0])
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

    /// Finds the first step of the technique in the state.
    fn find(&self, state: &mut State, _size: u8, found: &mut Findings) -> Result<(), OutOfBudget> {
        let (mut board, one) = (Board::new(&state.first().puzzle()), state.one_solution());
        let step = Explainer::default().ask(&mut board, self.technique, one.as_ref(), &mut state.budget)?;
        if let Some(step) = step {
            take(&step, &board, found);
        }
        Ok(())
    }
}

/// HoDoKu while it solves a puzzle.
struct OnBoard<'a> {
    explainer: &'a mut Explainer,
    settings: &'a Settings,
    board: Board,
    one: Option<OneSolution>,
}

/// HoDoKu's order, by its settings.
struct HodokuOrder(Arc<Settings>);

impl OwnOrder for HodokuOrder {
    /// Begins with a puzzle, not with the state that singles leave: the queues of singles are filled as the
    /// clues are read. Does not begin if there are too few clues.
    fn begin<'a>(
        &'a self, explainers: &'a mut Explainers, state: &mut State,
    ) -> Option<Box<dyn Player + 'a>> {
        let puzzle = state.first().puzzle();
        let is_few = matches!(puzzle, Puzzle::Clues(_)) && puzzle.clue_count() < FEWEST_CLUES;
        let explainer = explainers.of::<Explainer>();
        *explainer = Explainer::new(Arc::clone(&self.0));
        if is_few {
            return None;
        }
        let (board, one) = (Board::new(&puzzle), premise(state));
        Some(Box::new(OnBoard { explainer, settings: &self.0, board, one }))
    }
}

impl Program for OnBoard<'_> {
    /// The technique that was asked, and the step it found.
    type Hint = (HodokuTechnique, Step);

    fn is_full(&self) -> bool {
        self.board.open().is_empty()
    }

    fn next(&mut self, budget: &mut Budget) -> Within<Option<Self::Hint>> {
        self.explainer.next(&mut self.board, self.one.as_ref(), budget)
    }

    fn item_of(&self, hint: Option<&Self::Hint>, scale: &Scale) -> Option<usize> {
        let technique = hint.map_or(HodokuTechnique::GiveUp, |(_, step)| step.technique);
        let rule = &RULES[technique.index()];
        scale.items.iter().position(|item| std::ptr::addr_eq(item.rule, rule))
    }

    fn rating_of(&self, hint: &Self::Hint) -> Rating {
        let asked = self.settings.asked.iter().find(|asked| asked.call == hint.0);
        asked.map_or(Rating::default(), rating_of)
    }

    fn take(&self, hint: &Self::Hint, found: &mut Findings) {
        take(&hint.1, &self.board, found);
    }

    fn apply(&mut self, hint: &Self::Hint) {
        self.board.apply(&hint.1);
    }

    fn grid(&self) -> Grid {
        self.board.grid()
    }
}

/// Turns a step into findings. Candidates that a value excludes from its cell are not counted in addition to
/// it.
fn take(step: &Step, board: &Board, found: &mut Findings) {
    let because = || step.because(board);
    if let Some(value) = step.placement {
        found.assert(value, because);
        return found.tell(|| step.told(board));
    }
    let mut gone = Candidates::EMPTY;
    for &one in &step.eliminations {
        if board.allows(one.cell, one.digit) {
            gone.insert(one);
        }
    }
    found.eliminate(&gone, because);
    found.tell(|| step.told(board));
}

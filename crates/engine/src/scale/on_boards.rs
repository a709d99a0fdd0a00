//! Scales on boards other than the plain one: all their rules know only variables and links.

use super::{Item, Policy, SCALES, Scale};
use crate::board_tables::BoardTables;
use crate::boards::Board;
use crate::evidence::families::{Space, named};

/// Reason why a scale is not one of boards other than the plain one, or not of some.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotOnBoards {
    /// A rule that assumes blocks, or one solution.
    #[error("{0} is a rule of the plain board")]
    Rule(&'static str),
    /// Numbers of another program, which knows only the plain board.
    #[error("it is a scale of the plain board")]
    Scale,
    /// Minutes.
    #[error("nobody was timed on other boards")]
    Minutes,
    /// An order of conclusions that only the plain board has.
    #[error("its policy is for the plain board")]
    Policy,
    /// A rule, and a board with more variables than its searches have room for.
    #[error("{0} is for boards of at most {most} variables", most = MOST_VARIABLES)]
    Variables(&'static str),
    /// A rule for chains of one type, and a board of many types.
    #[error("{0} is for boards of at most {most} types of variables", most = BoardTables::MOST_TYPES)]
    Types(&'static str),
}

/// Most variables of a board for all rules but whips and braids.
const MOST_VARIABLES: usize = 512;

/// Definitions of the scales of Sudoku Explainer that boards of houses have.
const SER: [&str; 2] = ["ER", "ER/EP/ED"];

impl Scale {
    /// Whether the scale is that of Sudoku Explainer, with all its techniques or some of them.
    pub fn is_ser(&self) -> bool {
        self.own_order.is_some() && SER.contains(&self.definition.as_str())
    }

    /// Returns the scale on boards other than the plain one. A named scale with levels, H, leaves out the
    /// rules that assume blocks or one solution; another scale with such a rule is refused.
    ///
    /// ```
    /// use sudoscope_engine::scale::{NotOnBoards, Scale};
    ///
    /// let on_boards = |name| Scale::named(name).unwrap().on_boards();
    /// assert_eq!(on_boards("gW").err(), Some(NotOnBoards::Rule("g-whip")));
    /// assert!(on_boards("H").unwrap().items.len() < Scale::named("H").unwrap().items.len());
    /// ```
    pub fn on_boards(&self) -> Result<Scale, NotOnBoards> {
        let is_named = SCALES.iter().any(|it| it.name == self.name && it.definition == self.definition);
        let other = |item: &&Item| !item.rule.is_of_boards();
        match self.policy {
            _ if self.is_ser() => return Ok(self.clone()),
            _ if self.model.is_some() => return Err(NotOnBoards::Minutes),
            Policy::OwnOrder => return Err(NotOnBoards::Scale),
            Policy::AllAtOnce => {}
            Policy::BestOfOrders | Policy::OneHint => return Err(NotOnBoards::Policy),
        }
        match self.items.iter().find(other) {
            None => Ok(self.clone()),
            Some(_) if is_named && self.has_levels_or_points() => {
                let items = self.items.iter().filter(|item| item.rule.is_of_boards());
                Ok(self.with_items(items.copied().collect()))
            }
            Some(item) => Err(NotOnBoards::Rule(item.rule.info().name)),
        }
    }

    /// Returns why the scale, one of boards, is not one of this board; `None` if it is.
    pub fn refused_by(&self, board: &Board) -> Option<NotOnBoards> {
        let has_many = board.variables().len() > MOST_VARIABLES;
        let has_many_types = board.types().len() >= BoardTables::MOST_TYPES;
        if self.is_ser() || !has_many && !has_many_types {
            return None;
        }
        let mut refused = self.items.iter().filter_map(|item| {
            let name = item.rule.info().name;
            let is_typed = named(name).is_some_and(|family| family.spaces == Space::TYPES);
            match (is_typed && has_many_types, has_many && !ANY_SIZE.contains(&name)) {
                (true, _) => Some(NotOnBoards::Types(name)),
                (_, true) => Some(NotOnBoards::Variables(name)),
                _ => None,
            }
        });
        refused.next()
    }
}

/// Rules for boards with any number of variables, among those of ladders that all boards have.
const ANY_SIZE: [&str; 9] =
    ["contradiction", "naked-single", "hidden-single", "lc", "naked", "hidden", "fish", "whip", "braid"];

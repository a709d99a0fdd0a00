//! Pictures of grids and of resolution steps as SVG text.
//!
//! Shapes have classes, but no colours of their own: [`STYLE`] colours them all, by day, by night and on
//! paper. Drawings have no ids, so a page can hold any number of them with one copy of the style sheet.

mod aligned_exclusion;
mod almost_locked;
mod bivalue_loop;
mod board;
mod bug_plus;
mod caption;
mod chain;
mod circle;
mod colouring;
mod colours;
mod curve;
mod deadly;
mod direct;
mod firework;
mod forcing;
mod forcing_chains;
mod frame;
mod hall;
mod implications;
mod kraken;
mod layers;
mod legend;
mod links;
mod locked;
mod marks;
mod on_board;
mod or_k;
mod patterns_on_board;
mod sentences;
mod shapes;
mod singles;
mod step;
mod svg;
mod symmetry;
mod techniques_on_board;
mod template_rank;
mod templates;
mod trial;
mod unique;
mod wing;
mod words;

use crate::evidence::Step;
use crate::grid::{Candidates, Grid};
use marks::{Marks, Role};

pub use board::{Board, grid};
pub use frame::Frame;
pub use layers::{Layers, stage};
pub use marks::Said;
pub use on_board::step_on_board;
pub(crate) use on_board::{house_in_words, reason_in_words, sentences_on_board};
pub(crate) use sentences::joined;
pub use step::step;
pub(crate) use step::titled;
pub use svg::{Drawing, STYLE, escape};

/// Puts a step in sentences about this grid, statement by statement; `for_players` asks for players' words,
/// and the conclusion at the end.
pub(crate) fn sentences(step: &Step, grid: &Grid, for_players: bool) -> Vec<String> {
    let mut marks = Marks::of(step, &grid.candidates());
    if for_players {
        marks.tell_players(step);
    }
    marks.says.into_iter().map(|said| said.words).collect()
}

/// Returns the candidates of a step's pattern, without the conclusions.
pub(crate) fn pattern_of(step: &Step, grid: &Grid) -> Candidates {
    let marks = Marks::of(step, &grid.candidates());
    let is_pattern = |role: Role| !matches!(role, Role::Removed | Role::Placed | Role::Ignored);
    marks.roles.into_iter().filter(|(_, role)| is_pattern(*role)).map(|(candidate, _)| candidate).collect()
}

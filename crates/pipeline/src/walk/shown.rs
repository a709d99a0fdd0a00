//! A path as a page shows it, on any board.

use sudoscope_engine::board_proof::rating_text;
use sudoscope_engine::draw::Layers;
use sudoscope_engine::grid::{Grid, notation};
use sudoscope_engine::path::{BoardPath, PathStep, ResolutionPath};
use sudoscope_engine::scale::{Level, Scale};

/// Path of a page.
pub struct Shown {
    /// Rows of another board than the plain one.
    pub size: Option<usize>,
    /// The puzzle, and the name of its board if it is another.
    pub puzzle: String,
    /// Name of the scale.
    pub scale: String,
    /// Definition of the scale, if it has one.
    pub definition: String,
    /// Named levels of the scale.
    pub levels: Vec<Level>,
    /// The rating, or the status without one.
    pub rating: String,
    /// The outcome in sentences.
    pub summary: String,
    /// Number of steps that are not listed.
    pub left_out: usize,
    /// The drawing of the grid for all steps.
    pub stage: String,
    /// The drawing of the last grid.
    pub last: String,
    /// Digits at the beginning, a character for each cell.
    pub start: String,
    /// Clues among them.
    pub clues: String,
    pub(super) first: Grid,
    pub(super) end: Grid,
    /// The steps.
    pub steps: Vec<ShownStep>,
}

/// Step of a page.
pub struct ShownStep {
    /// The step in its notation.
    pub text: String,
    /// Name of its rule.
    pub rule: String,
    /// Place of the rule in the order of the scale.
    pub place: u32,
    /// Sentence about the proof of the rule.
    pub proves: &'static str,
    /// The rating that the rule gives.
    pub rating: String,
    /// Whether the step is a single.
    pub is_single: bool,
    /// Whether it is as hard as the hardest one.
    pub is_hardest: bool,
    pub(super) grid: Grid,
    pub(super) layers: Layers,
}

const TITLES: [&str; 2] = ["The grid at the beginning", "The grid at the end"];

impl From<&ResolutionPath> for Shown {
    fn from(path: &ResolutionPath) -> Shown {
        let steps = path.steps();
        let first = steps.first().map_or(path.end, |step| *step.grid);
        let hardest = path.hardest().map(|step| path.hardness(&step));
        let step = |step: &PathStep| ShownStep {
            text: step.step.text.clone(),
            rule: path.name_of(step),
            place: step.item.place,
            proves: step.item.rule.info().proves,
            rating: path.scale.rating_of(step.item),
            is_single: step.is_single(),
            is_hardest: hardest == Some(path.hardness(step)),
            grid: *step.grid,
            layers: path.layers(step),
        };
        let rating = path.outcome.column(0).rating().map(|rating| path.scale.unit().text(rating));
        Shown {
            size: None,
            puzzle: path.puzzle.to_string(),
            scale: path.scale.name.clone(),
            definition: path.scale.definition.clone(),
            levels: path.scale.levels(),
            rating: rating.unwrap_or_else(|| path.status().name().to_string()),
            summary: path.summary(),
            left_out: path.left_out(),
            stage: path.stage(TITLES[0]),
            last: path.last_grid(TITLES[1]),
            start: notation::puzzle(&first),
            clues: notation::clues(&path.puzzle.clues()),
            first,
            end: path.end,
            steps: steps.iter().map(step).collect(),
        }
    }
}

impl From<&BoardPath> for Shown {
    fn from(path: &BoardPath) -> Shown {
        let BoardPath { board, clues, proof, end, .. } = path;
        let hardest = path.hardest().map(|step| path.place(step.round));
        let steps = path.steps().into_iter().map(|step| ShownStep {
            text: step.step.text.clone(),
            rule: step.name(),
            place: path.place(step.round),
            proves: step.proves(),
            rating: rating_text(&step.round.rating),
            is_single: step.is_single(),
            is_hardest: hardest == Some(path.place(step.round)),
            grid: *step.grid,
            layers: path.layers(&step),
        });
        let rating = proof.outcome.clone().rating().map(|rating| rating_text(&rating));
        let first = *path.first();
        Shown {
            size: (board.text() != "plain").then(|| board.size()),
            puzzle: format!("{} (board {board})", proof.puzzle),
            scale: proof.scale.clone(),
            definition: path.scale.as_ref().and_then(Scale::short_definition).unwrap_or_default().to_string(),
            levels: path.scale.as_ref().map_or(Vec::new(), Scale::levels),
            rating: rating.unwrap_or_else(|| proof.outcome.status().name().to_string()),
            summary: path.summary(),
            left_out: 0,
            stage: path.stage(TITLES[0]),
            last: path.last_grid(TITLES[1]),
            start: board.write(&first.planes.map(|plane| plane & first.placed)),
            clues: board.write(clues),
            first,
            end: *end,
            steps: steps.collect(),
        }
    }
}

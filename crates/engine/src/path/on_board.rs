//! Path of a puzzle on another board: its proof, with the states before its steps, as text and as pictures.

use super::Stages;
use crate::board_climb::marks;
use crate::board_proof::{
    BoardEvidence, BoardProof, BoardRound, BoardStep, BoardVariable, HouseName, rating_text,
};
use crate::boards::Board as Rules;
use crate::draw::{self, Board, Frame, Layers, house_in_words, joined};
use crate::evidence::{Clause, Info, Outcome, Rating, RuleKind, Unit, info, technique};
use crate::grid::{Candidate, Cells, Grid};
use crate::proof::scale_on_board;
use crate::rules::RULES;
use crate::scale::{Item, Scale, ser::rating_on_boards};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Path of a puzzle on a board.
///
/// ```
/// use sudoscope_engine::board_climb::BoardClimber;
/// use sudoscope_engine::{boards::Board, path::BoardPath, scale::Scale};
///
/// let board = std::sync::Arc::new("4x4".parse::<Board>()?);
/// let clues = board.read(b"....1....2.3..4.").unwrap();
/// let proof = BoardClimber::default().prove(&Scale::named("W").unwrap(), &board, &clues, 1_000);
/// let path = BoardPath::of(board, clues, proof);
/// assert_eq!(path.steps().len(), 12);
/// assert!(path.draw(&path.steps()[0]).starts_with("<svg"));
/// # Ok::<(), sudoscope_engine::boards::BoardError>(())
/// ```
pub struct BoardPath {
    /// The board.
    pub board: Arc<Rules>,
    /// The clues of the puzzle.
    pub clues: [Cells; 9],
    /// The proof.
    pub proof: BoardProof,
    /// The grid at the end.
    pub end: Grid,
    /// The grid before each round.
    grids: Vec<Grid>,
    /// The scale, if the proof defines it: a ladder other than `BRT`, `LC`, `S`, `W`, `S+W` and `B`.
    pub scale: Option<Scale>,
}

/// Step of a path on a board, in its round.
#[derive(Clone, Copy)]
pub struct BoardPathStep<'a> {
    /// The round.
    pub round: &'a BoardRound,
    /// The step.
    pub step: &'a BoardStep,
    /// The grid before the step, and before those applied together with it.
    pub grid: &'a Grid,
    /// The scale, if it has names of its own for rules.
    scale: Option<&'a Scale>,
    /// Whether the rule is a technique of SER.
    is_technique: bool,
}

impl BoardPath {
    /// Makes the path of a proof on a board, or on the board that the proof names: one by SER on `windoku` is
    /// on `windoku9`.
    pub fn of(board: Arc<Rules>, clues: [Cells; 9], proof: BoardProof) -> BoardPath {
        let other = || proof.board.parse().ok().map(Arc::new);
        let board = if proof.board == board.text() { board } else { other().unwrap_or(board) };
        let start = board.start(&clues);
        BoardPath::from_state(board, clues, start, proof)
    }

    /// Makes the path of a proof that begins with a state of the puzzle.
    pub fn from_state(board: Arc<Rules>, clues: [Cells; 9], start: Grid, proof: BoardProof) -> BoardPath {
        let scale = scale_on_board(&proof).ok().flatten();
        BoardPath::played(board, clues, start, proof, scale)
    }

    /// Returns the path of another proof of the same puzzle by the same scale.
    pub(crate) fn with_proof(&self, proof: BoardProof) -> BoardPath {
        let start = self.board.start(&self.clues);
        BoardPath::played(self.board.clone(), self.clues, start, proof, self.scale.clone())
    }

    fn played(
        board: Arc<Rules>, clues: [Cells; 9], start: Grid, proof: BoardProof, scale: Option<Scale>,
    ) -> BoardPath {
        let (mut end, mut grids) = (start, Vec::new());
        for round in &proof.rounds {
            grids.push(end);
            for step in &round.steps {
                end.eliminate(&step.eliminates.iter().copied().collect());
                step.asserts.iter().for_each(|&value| board.place(&mut end, value));
            }
        }
        BoardPath { board, clues, proof, end, grids, scale }
    }

    /// Returns the steps, in order.
    pub fn steps(&self) -> Vec<BoardPathStep<'_>> {
        let scale = self.scale.as_ref().filter(|scale| scale.has_levels_or_points());
        let is_technique = self.scale.as_ref().is_some_and(Scale::is_ser);
        let rounds = self.proof.rounds.iter().zip(&self.grids);
        let steps = rounds.map(|(round, grid)| {
            round.steps.iter().map(move |step| BoardPathStep { round, step, grid, scale, is_technique })
        });
        steps.flatten().collect()
    }

    /// Returns the outcome in sentences.
    pub fn summary(&self) -> String {
        let name = &self.proof.scale;
        let hardest = self.hardest().map(|step| format!(" The hardest step is {}.", step.name()));
        match &self.proof.outcome {
            Outcome::Solved(rating) => {
                let ratings = self.ratings(rating, " ");
                let remark = self.raised().map_or(String::new(), |remark| format!(" {remark}."));
                format!("Solved by {name}: {ratings}.{}{remark}", hardest.unwrap_or_default())
            }
            Outcome::Unsolved => format!("Not solved by {name}: no rule proves anything more."),
            Outcome::Budget => format!("Not solved by {name}: the work allowed was used up."),
            Outcome::NoSolution => "The puzzle has no solution.".to_string(),
        }
    }

    /// Returns the first of the hardest steps.
    pub fn hardest(&self) -> Option<BoardPathStep<'_>> {
        self.steps().into_iter().rev().max_by_key(|step| self.place(step.round))
    }

    /// Returns the unit of ratings.
    pub fn unit(&self) -> Unit {
        self.scale.as_ref().map_or(Unit::Level, Scale::unit)
    }

    /// Returns the rating of a round as a whole number.
    pub fn place(&self, round: &BoardRound) -> u32 {
        self.unit().read_json(&round.rating).unwrap_or_default()
    }

    /// Returns the rating as a whole number, if the puzzle is solved.
    pub fn rating(&self) -> Option<u32> {
        self.proof.outcome.clone().rating().and_then(|rating| self.unit().read_json(&rating))
    }

    /// Returns the proof as text.
    pub fn text(&self) -> String {
        let Outcome::Solved(rating) = &self.proof.outcome else { return self.proof.text("") };
        let hardest = self.hardest().map(|step| format!(", MOST COMPLEX RULE = {}", step.name()));
        let remark = self.raised().map_or(String::new(), |remark| format!("\n{remark}"));
        self.proof.text(&format!("{}{}{remark}", self.ratings(rating, " = "), hardest.unwrap_or_default()))
    }

    /// Returns the whole rating of a round, if the scale is known.
    fn rating_of(&self, round: &BoardRound) -> Option<Rating> {
        let scale = self.scale.as_ref()?;
        match scale.is_ser() {
            true => rating_on_boards(&round.rule, round.size, &round.rating),
            false => item_of(scale, round).map(|item| item.rating),
        }
    }

    /// Returns all columns of the rating, if the scale is known and solves the puzzle.
    fn columns(&self) -> Option<Rating> {
        let scale = self.scale.as_ref().filter(|_| matches!(self.proof.outcome, Outcome::Solved(_)))?;
        let rated = self.proof.rounds.iter().filter_map(|round| {
            let places = round.steps.iter().any(|step| !step.asserts.is_empty());
            Some((self.rating_of(round)?, round.steps.len() as u32, places))
        });
        Some(scale.measured(rated))
    }

    /// Formats each column of the rating with its name.
    fn ratings(&self, rating: &Value, between: &str) -> String {
        match self.scale.as_ref().zip(self.columns()) {
            Some((scale, columns)) => scale.ratings(columns, between),
            None => format!("rating{between}{}", rating_text(rating)),
        }
    }

    /// Returns why the puzzle is on a higher level than its steps, if it is: `Extreme: score 4098 > 1800`.
    pub fn raised(&self) -> Option<String> {
        let items = self.proof.rounds.iter().filter_map(|round| self.rating_of(round));
        self.scale.as_ref()?.raised(self.columns()?, items)
    }

    /// Whether steps are told as players do.
    fn is_for_players(&self) -> bool {
        self.scale.as_ref().is_some_and(Scale::has_levels_or_points)
    }

    /// Returns the stages of a hint for the first step; `None` if the path has no step.
    pub fn stages(&self) -> Option<Stages> {
        self.steps().first().map(|step| self.stages_of(step))
    }

    /// Returns the number of steps up to the first one after which a candidate is false; `None` if the path
    /// does not prove it.
    pub fn until_false(&self, candidate: Candidate) -> Option<usize> {
        self.steps().iter().position(|step| self.excludes(step.step, candidate)).map(|at| at + 1)
    }

    /// Whether a candidate is false after a step: it is eliminated, or linked to a value.
    pub(crate) fn excludes(&self, step: &BoardStep, candidate: Candidate) -> bool {
        let is_linked = |value: &Candidate| self.board.linked(*value).contains(candidate);
        step.eliminates.contains(&candidate) || step.asserts.iter().any(is_linked)
    }

    /// Puts a step in sentences.
    pub fn words(&self, step: &BoardPathStep<'_>) -> Vec<String> {
        let candidates = step.grid.candidates();
        draw::sentences_on_board(&self.board, &candidates, step.step, self.is_for_players())
    }

    /// Returns the stages of a hint for a step.
    pub fn stages_of(&self, step: &BoardPathStep<'_>) -> Stages {
        Stages {
            place: format!("Look at {}.", step.place()),
            technique: format!("{}: {}.", step.name(), step.proves()),
            step: step.step.text.clone(),
        }
    }

    /// Returns the path with the sentences about each step in its proof.
    pub fn with_words(mut self) -> BoardPath {
        let words: Vec<Vec<String>> = self.steps().iter().map(|step| self.words(step)).collect();
        let steps = self.proof.rounds.iter_mut().flat_map(|round| &mut round.steps);
        steps.zip(words).for_each(|(step, words)| step.words = words);
        self
    }

    /// Formats the proof as JSON.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(&self.proof)
    }

    /// Draws a step, as a file.
    pub fn draw(&self, step: &BoardPathStep<'_>) -> String {
        let about = format!("{}: {}", step.name(), step.proves());
        draw::step_on_board(&self.board, &self.contents(step.grid), step.step, &about).document()
    }

    /// Draws a step in layers, to be put over the [`stage`](BoardPath::stage).
    pub fn layers(&self, step: &BoardPathStep<'_>) -> Layers {
        Layers::on_board(&self.board, &self.contents(step.grid), step.step, self.is_for_players())
    }

    /// Draws the grid from the first state to the last, as an element of a page.
    pub fn stage(&self, title: &str) -> String {
        Frame::of(&self.board).stage(&self.clues, [self.first(), &self.end], title).inline()
    }

    /// Draws the final grid, as an element of a page.
    pub fn last_grid(&self, title: &str) -> String {
        Frame::of(&self.board).grid(&self.contents(&self.end), title).inline()
    }

    /// Returns a state: for each cell as many characters as the board has digits, the candidates left.
    pub fn state(&self, grid: &Grid) -> String {
        marks(&self.board, grid)
    }

    /// Returns the first state.
    pub fn first(&self) -> &Grid {
        self.grids.first().unwrap_or(&self.end)
    }

    /// Returns the contents of a state. Cells that the board does not have are empty.
    fn contents(&self, grid: &Grid) -> Board {
        Board::of_state(&self.clues, grid)
    }
}

impl BoardPathStep<'_> {
    /// Whether the step is a single.
    pub fn is_single(&self) -> bool {
        matches!(self.step.because, BoardEvidence::Single { .. })
    }

    /// Returns the rule of the step.
    pub fn rule(&self) -> &str {
        match &self.step.because {
            _ if self.round.rule != "brt" => &self.round.rule,
            BoardEvidence::Single { variable: BoardVariable::Cell(_) } => "naked-single",
            _ => "hidden-single",
        }
    }

    /// Returns the name of the rule: its own with its size, `whip[3]`, or with its difficulty by SER,
    /// `pointing[2.6]`; or that of players, if the scale has levels or points.
    pub fn name(&self) -> String {
        match self.scale.and_then(|scale| item_of(scale, self.round)) {
            Some(item) => item.players_name(),
            None if self.is_technique => self.round.with_difficulty(),
            None if self.round.rule == "brt" => self.rule().to_string(),
            None => self.round.name(),
        }
    }

    /// Whether the evidence of the rule is of one of these kinds.
    fn is_by(&self, clauses: &[Clause]) -> bool {
        clauses.contains(&RuleKind::named(&self.round.rule).clause)
    }

    /// Returns the description of the rule, if it is one.
    fn info(&self) -> Option<&'static Info> {
        if self.is_technique {
            return technique(&self.round.rule).map(|row| &row.info);
        }
        RULES.iter().map(|rule| rule.info()).find(|info| info.name == self.round.rule)
    }

    /// Returns where the pattern of the step is: a house, or digits.
    fn place(&self) -> String {
        match &self.step.because {
            BoardEvidence::Single { variable: BoardVariable::In(house, _) } => house_in_words(*house),
            // The cell itself would be the step.
            BoardEvidence::Single { variable: BoardVariable::Cell(cell) } => {
                house_in_words(HouseName { letter: 'r', number: cell.row() as u8 + 1 })
            }
            _ => {
                let concluded = self.step.eliminates.iter().chain(&self.step.asserts);
                let digits: BTreeSet<u8> = concluded.map(|it| it.digit.number()).collect();
                match digits.len() {
                    0 => "the whole grid".to_string(),
                    1 => format!("the digit {}", joined(digits.iter().map(u8::to_string).collect(), "and")),
                    _ => format!("the digits {}", joined(digits.iter().map(u8::to_string).collect(), "and")),
                }
            }
        }
    }

    /// Returns what the rule of the step proves, in a sentence.
    pub fn proves(&self) -> &'static str {
        match &self.step.because {
            BoardEvidence::Single { variable: BoardVariable::Cell(_) } => info("naked-single").proves,
            BoardEvidence::Single { .. } if self.is_by(&[Clause::LastCell, Clause::HiddenLastCell]) => {
                "the only empty cell of a house holds the digit that the house lacks"
            }
            BoardEvidence::Single { .. } if self.is_by(&[Clause::LastDigit]) => {
                "a digit that lacks only one of its cells stands in the only cell that is left for it"
            }
            BoardEvidence::Single { .. } => "a digit that has only one place in a house stands there",
            BoardEvidence::Contradiction { .. } => {
                "the state has no solution: a cell has no candidate left, or a house no place for a digit"
            }
            BoardEvidence::Subset { .. } => {
                "digits and cells, or rows and columns of a digit, that have only each other take each other"
            }
            BoardEvidence::Chain { links } if self.is_by(&[Clause::Pointing, Clause::Claiming]) => {
                match links.first().map(|link| link.variables) {
                    Some([BoardVariable::Cell(_)]) => {
                        "each digit that the cell can hold excludes the targets"
                    }
                    _ => "each place of the digit in a house excludes the targets",
                }
            }
            BoardEvidence::Locked(_) => {
                "the places of a digit in a house are all in another house, which has no other place for it"
            }
            BoardEvidence::Links { .. } if self.is_by(&[Clause::TwoStringKite, Clause::TurbotFish]) => {
                "a digit has two places in each of two houses, of which one place excludes another: one of \
                 the other two is true"
            }
            BoardEvidence::Chain { links } if links.len() == 1 => {
                "the target is false: all candidates of the variable are linked to it"
            }
            _ => self.info().unwrap_or(info("whip")).proves,
        }
    }
}

/// Returns the item of a scale for a round.
fn item_of<'a>(scale: &'a Scale, round: &BoardRound) -> Option<&'a Item> {
    let is_it =
        |item: &&Item| (item.rule.info().name, item.size) == (&round.rule, round.size.unwrap_or_default());
    scale.items.iter().find(is_it)
}

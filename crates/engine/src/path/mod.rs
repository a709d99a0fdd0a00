//! Resolution path of one puzzle, or hints in its state: as text, as a proof, as pictures.

mod chosen;
mod fewest;
mod grouped;
mod listed;
mod on_board;
mod stages;
mod text;

use crate::draw::{self, Board, Layers};
use crate::evidence::{Evidence, Hints, Notation, Proof, Round, Step};
use crate::grid::{Grid, Puzzle};
use crate::proof::{
    FoundHints, FoundRound, all_hints, found_rounds, hints_of, length_in, next_hints, proof_of,
};
use crate::rules::matchings;
use crate::scale::{Applied, Item, ItemSet, Outcome, Scale, Solver, Status};
use listed::{are_apart, best_first, listed};

pub use chosen::Chosen;
pub use fewest::FEWEST_BUDGET;
pub use grouped::Group;
pub use on_board::{BoardPath, BoardPathStep};
pub use stages::Stages;

/// Resolution path: the steps of a climb, one by one. Of each round it lists only as few steps as prove all
/// that the round proves (the proof has all of them).
///
/// ```
/// use sudoscope_engine::{grid::Puzzle, path::ResolutionPath, scale::{DEFAULT_BUDGET, Outcome, Scale}};
///
/// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
/// let puzzle = Puzzle::parse(line).unwrap();
/// let path = ResolutionPath::climb(&puzzle, &Scale::named("W").unwrap(), DEFAULT_BUDGET);
/// assert_eq!(path.outcome, Outcome::Solved(5.into()));
/// assert_eq!(path.hardest().unwrap().item.name(), "whip[5]");
/// ```
pub struct ResolutionPath {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The scale that was climbed.
    pub scale: Scale,
    /// The extent: a path, or hints.
    pub extent: Extent,
    /// The outcome. Hints end unsolved, or with the budget used up.
    pub outcome: Outcome,
    /// The grid at the end.
    pub end: Grid,
    /// The rounds of the proof or of the hints.
    rounds: Vec<ListedRound>,
    singles: Vec<ListedRound>,
    after_singles: Vec<ListedRound>,
    /// The kind of the steps that were chosen of all, `The simplest step by H for each conclusion`, or of a
    /// path, `2 steps of H beyond singles, the fewest`.
    kind: Option<String>,
    /// Groups of all steps, if they are grouped.
    groups: Option<Vec<Group>>,
    /// Names of rules that were not searched, as nobody asked for them.
    unsearched: Vec<String>,
    /// Sentence about techniques that the scale leaves out of this puzzle ([`Scale::leaves_out`]).
    uniqueness: Option<String>,
    /// The notation of the texts.
    notation: Notation,
    /// Whether text and JSON have the sentences about each step.
    has_words: bool,
}

/// Most characters of sentences in a picture; of longer ones, as of long chains, it has none.
const DRAWN: usize = 320;

/// Extent of the listed steps of a scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A path: each round's conclusions are applied, until the end.
    Path,
    /// The next step: the pattern that proves most in the first round of a path. Ties go to the smallest
    /// pattern, which is the pattern with the shortest text. Nothing is applied.
    Next,
    /// All steps that each rule finds in one state. Nothing is applied except singles, before the rules that
    /// require singles.
    All,
}

/// Contents of the JSON: a proof, or hints.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Written {
    Proof(Proof),
    Hints(Hints),
}

/// Round with the steps that are listed, by index.
struct ListedRound {
    found: FoundRound,
    listed: Vec<usize>,
}

/// Listed step of a path, in its round.
#[derive(Clone, Copy)]
pub struct PathStep<'a> {
    /// The rule of the step, and its rating.
    pub item: &'a Item,
    /// The step, with its text and its matchings.
    pub step: &'a Step,
    /// The grid before the step, and before those applied together with it.
    pub grid: &'a Grid,
}

impl ListedRound {
    /// Lists all steps of a round. Matchings are computed for every step: text and JSON print them on
    /// request.
    fn all(mut found: FoundRound) -> ListedRound {
        for step in &mut found.round.steps {
            step.matchings = matchings(&found.grid, step);
        }
        ListedRound { listed: (0..found.round.steps.len()).collect(), found }
    }

    /// Lists only as few steps as prove all that the round proves.
    fn few(found: FoundRound) -> ListedRound {
        let all = ListedRound::all(found);
        let (steps, lengths) = all.lengths();
        ListedRound { listed: listed(&steps, &lengths), ..all }
    }

    /// Keeps only the step that proves most.
    fn best(found: FoundRound) -> ListedRound {
        let mut all = ListedRound::all(found);
        let (steps, lengths) = all.lengths();
        let best = best_first(&steps, &lengths);
        let FoundRound { round: Round { steps, .. }, lengths, .. } = &mut all.found;
        *lengths = best.map(|at| lengths.swap_remove(at)).into_iter().collect();
        *steps = best.map(|at| steps.swap_remove(at)).into_iter().collect();
        ListedRound { listed: (0..steps.len()).collect(), ..all }
    }

    fn lengths(&self) -> (Vec<&Step>, Vec<usize>) {
        (self.found.round.steps.iter().collect(), self.found.lengths.clone())
    }

    fn steps(&self) -> impl Iterator<Item = PathStep<'_>> {
        let FoundRound { item, grid, round, .. } = &self.found;
        self.listed.iter().map(move |&at| PathStep { item, step: &round.steps[at], grid })
    }
}

impl ResolutionPath {
    /// Climbs the scale, and lists the steps.
    pub fn climb(puzzle: &Puzzle, scale: &Scale, budget: u64) -> ResolutionPath {
        let mut solver = Solver::new();
        let (climb, rounds) = found_rounds(&mut solver, puzzle, scale, budget);
        ResolutionPath::of_rounds(puzzle, scale, rounds, climb.outcome, *solver.grid())
    }

    /// Makes the path of these rounds, which end in the grid `end`.
    fn of_rounds(
        puzzle: &Puzzle, scale: &Scale, rounds: Vec<FoundRound>, outcome: Outcome, end: Grid,
    ) -> ResolutionPath {
        ResolutionPath {
            puzzle: *puzzle,
            scale: scale.clone(),
            extent: Extent::Path,
            rounds: rounds.into_iter().map(ListedRound::few).collect(),
            singles: Vec::new(),
            after_singles: Vec::new(),
            kind: None,
            groups: None,
            unsearched: Vec::new(),
            uniqueness: scale.leaves_out(puzzle),
            notation: scale.notation(),
            has_words: false,
            outcome,
            end,
        }
    }

    /// Finds the next step in the state of the puzzle; none if the scale proves nothing, or the budget does
    /// not suffice.
    ///
    /// ```
    /// use sudoscope_engine::{grid::Puzzle, path::ResolutionPath, scale::{DEFAULT_BUDGET, Scale}};
    ///
    /// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    /// let puzzle = Puzzle::parse(line).unwrap();
    /// let hint = ResolutionPath::next(&puzzle, &Scale::named("H").unwrap(), DEFAULT_BUDGET);
    /// assert_eq!(hint.steps()[0].step.text, "Naked Single: r4c8=6");
    /// ```
    pub fn next(puzzle: &Puzzle, scale: &Scale, budget: u64) -> ResolutionPath {
        let hints = next_hints(&mut Solver::new(), puzzle, scale, budget);
        ResolutionPath::of_hints(puzzle, scale, Extent::Next, hints)
    }

    /// Finds all steps of the scale's `items` in the puzzle's state.
    ///
    /// ```
    /// use sudoscope_engine::{grid::Puzzle, path::ResolutionPath, scale::{DEFAULT_BUDGET, Scale}};
    ///
    /// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    /// let puzzle = Puzzle::parse(line).unwrap();
    /// let (scale, all) = (Scale::named("H").unwrap(), |scale: &Scale| (0..scale.items.len()).collect());
    /// let hints = ResolutionPath::all(&puzzle, &scale, &all(&scale), DEFAULT_BUDGET);
    /// assert!(hints.steps().iter().any(|step| step.item.name() == "pointing"));
    /// ```
    pub fn all(puzzle: &Puzzle, scale: &Scale, items: &ItemSet, budget: u64) -> ResolutionPath {
        let hints = all_hints(&mut Solver::new(), puzzle, scale, items, budget);
        ResolutionPath::of_hints(puzzle, scale, Extent::All, hints)
    }

    fn of_hints(puzzle: &Puzzle, scale: &Scale, extent: Extent, hints: FoundHints) -> ResolutionPath {
        let list = if extent == Extent::Next { ListedRound::best } else { ListedRound::all };
        let listed = |rounds: Vec<FoundRound>| rounds.into_iter().map(list).collect();
        let mut path = ResolutionPath {
            puzzle: *puzzle,
            scale: scale.clone(),
            extent,
            rounds: listed(hints.rounds),
            singles: listed(hints.singles),
            after_singles: listed(hints.after_singles),
            kind: None,
            groups: None,
            unsearched: Vec::new(),
            uniqueness: scale.leaves_out(puzzle),
            notation: scale.notation(),
            has_words: false,
            outcome: if hints.complete { Outcome::Unsolved } else { Outcome::Budget },
            end: puzzle.grid(),
        };
        path.end = path.steps().last().map_or(path.end, |step| *step.grid);
        path
    }

    /// Returns the path with the texts of all steps in another notation.
    pub fn written_in(mut self, notation: Notation) -> ResolutionPath {
        for round in [&mut self.rounds, &mut self.singles, &mut self.after_singles].into_iter().flatten() {
            round.found.write_in(&self.scale, notation);
        }
        self.notation = notation;
        self
    }

    /// Returns the path with the sentences about each step in its text and its JSON. The JSON of hints always
    /// has them.
    pub fn with_words(mut self) -> ResolutionPath {
        self.has_words = true;
        self
    }

    /// Returns the hints with the names of rules that were not searched, for the summary.
    pub fn without(mut self, unsearched: &[String]) -> ResolutionPath {
        self.unsearched = unsearched.to_vec();
        self
    }

    /// Puts a step in sentences about this grid. By a scale of players they are in players' words, and end
    /// with the conclusion.
    pub fn words(&self, step: &PathStep<'_>) -> Vec<String> {
        draw::sentences(step.step, step.grid, self.scale.is_of_players())
    }

    /// Returns the listed steps, in order.
    pub fn steps(&self) -> Vec<PathStep<'_>> {
        self.rounds.iter().chain(&self.after_singles).flat_map(ListedRound::steps).collect()
    }

    /// Returns the number of steps that are not listed because they prove nothing beyond other steps.
    pub fn left_out(&self) -> usize {
        self.rounds.iter().map(|round| round.found.round.steps.len() - round.listed.len()).sum()
    }

    /// Returns the status of the puzzle by this outcome.
    pub fn status(&self) -> Status {
        self.outcome.status()
    }

    /// Returns the hardest step (docs/words.md).
    pub fn hardest(&self) -> Option<PathStep<'_>> {
        self.steps().into_iter().rev().max_by_key(|step| self.hardness(step))
    }

    /// Returns the sort key of a step's hardness: the greater, the harder.
    pub fn hardness(&self, step: &PathStep<'_>) -> impl Ord + use<> {
        (step.item.rating, self.scale.number_of(step.item))
    }

    /// Returns the name of a step, in the players' form if the ladder is one of theirs.
    pub fn name_of(&self, step: &PathStep<'_>) -> String {
        self.scale.called(step.item)
    }

    /// Draws a step, as a file.
    pub fn draw(&self, step: &PathStep<'_>) -> String {
        let board = Board::of_state(&self.puzzle.clues(), step.grid);
        let about = format!("{}: {}", self.name_of(step), step.item.rule.info().proves);
        let words = if self.scale.is_of_players() { self.words(step).join(" ") } else { String::new() };
        let words = if words.chars().count() > DRAWN { String::new() } else { words };
        draw::titled(&board, step.step, &step.step.text, [words, about]).document()
    }

    /// Draws a step in layers, to be put over the [`stage`](ResolutionPath::stage).
    pub fn layers(&self, step: &PathStep<'_>) -> Layers {
        let board = Board::of_state(&self.puzzle.clues(), step.grid);
        Layers::of(&board, step.step, self.scale.is_of_players())
    }

    /// Draws the grid from the first state to the last, as an element of a page.
    pub fn stage(&self, title: &str) -> String {
        let first = self.steps().first().map_or(&self.end, |step| step.grid);
        draw::stage(&self.puzzle.clues(), first, &self.end, title).inline()
    }

    /// Draws the final grid, as an element of a page.
    pub fn last_grid(&self, title: &str) -> String {
        draw::grid(&Board::of_state(&self.puzzle.clues(), &self.end), title).inline()
    }

    /// Formats the proof, or the rounds of hints, as JSON, with the policy; on request with the matchings of
    /// subsets, and the net at the end.
    pub fn json(&self, with_matchings: bool, net: Option<serde_json::Value>) -> String {
        let explained = self.explained(with_matchings, net);
        serde_json::to_string_pretty(&explained).expect("texts, numbers and lists of them")
    }

    /// Formats the JSON of [`ResolutionPath::json`] on one line.
    pub fn json_line(&self, with_matchings: bool, net: Option<serde_json::Value>) -> String {
        let explained = self.explained(with_matchings, net);
        serde_json::to_string(&explained).expect("texts, numbers and lists of them")
    }

    fn explained(&self, with_matchings: bool, net: Option<serde_json::Value>) -> Explained {
        let has_words = self.has_words || self.extent != Extent::Path;
        let step = |of: &ListedRound, step: &Step| {
            let (found, mut step) = (&of.found, step.clone());
            if has_words {
                step.words = self.words(&PathStep { item: &found.item, step: &step, grid: &found.grid });
            }
            if !with_matchings {
                step.matchings.clear();
            }
            step
        };
        let round = |one: &ListedRound| {
            let steps = one.found.round.steps.iter().map(|of| step(one, of)).collect();
            Round { steps, ..one.found.round.clone() }
        };
        let rounds = |all: &[ListedRound]| all.iter().map(round).collect::<Vec<Round>>();
        let (puzzle, scale) = (&self.puzzle, &self.scale);
        let written = match self.extent {
            Extent::Path => {
                Written::Proof(proof_of(puzzle, scale, rounds(&self.rounds), self.outcome, &self.end))
            }
            _ => {
                let all = [&self.rounds, &self.singles, &self.after_singles].map(|some| rounds(some));
                Written::Hints(hints_of(puzzle, scale, all, self.outcome != Outcome::Budget))
            }
        };
        Explained {
            written,
            stages: self.stages(),
            groups: self.explained_groups(),
            unsearched: self.unsearched.clone(),
            uniqueness: self.uniqueness.clone(),
            policy: self.scale.policy.sentence(),
            net,
        }
    }

    fn explained_groups(&self) -> Option<Vec<ExplainedGroup>> {
        let steps = self.steps();
        let explained = |group: &Group| {
            let own: Vec<&PathStep> = group.steps.iter().filter_map(|&at| steps.get(at)).collect();
            ExplainedGroup {
                proves: own.first().map_or(String::new(), |first| self.proved_by(group, first)),
                steps: own.iter().map(|step| step.step.text.clone()).collect(),
                more: group.more,
            }
        };
        Some(self.groups()?.iter().map(explained).collect())
    }
}

/// Returns the steps of a round that a path lists, in their order.
pub fn listed_steps<'a>(applied: &Applied<'a>, scale: &Scale) -> Vec<&'a Step> {
    let all: Vec<&Step> = applied.found.steps.iter().flatten().collect();
    if are_apart(&all) {
        return all;
    }
    let length = length_in(applied.item, scale);
    let lengths: Vec<usize> = all.iter().map(|step| length(step)).collect();
    listed(&all, &lengths).into_iter().map(|at| all[at]).collect()
}

impl PathStep<'_> {
    /// Whether the step is a single.
    pub fn is_single(&self) -> bool {
        matches!(self.step.because, Evidence::Single { .. })
    }
}

/// Group of all steps, in JSON.
#[derive(serde::Serialize)]
struct ExplainedGroup {
    proves: String,
    steps: Vec<String>,
    more: usize,
}

#[derive(serde::Serialize)]
struct Explained {
    #[serde(flatten)]
    written: Written,
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Stages>,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<ExplainedGroup>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unsearched: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uniqueness: Option<String>,
    policy: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<serde_json::Value>,
}

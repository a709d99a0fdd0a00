//! Resolution path of one puzzle, or hints in its state: as text, as a proof, as pictures.

mod listed;

use crate::draw::{self, Board, Layers};
use crate::evidence::{Evidence, Hints, Notation, Proof, Round, Step};
use crate::grid::{Grid, Puzzle, notation};
use crate::proof::{all_hints, next_hints, prove};
use crate::rules::matchings;
use crate::scale::{Applied, Column, Item, ItemSet, Outcome, Rating, Scale, Solver, Status};
use listed::{are_apart, best_first, listed};

/// Resolution path: the steps of a climb, one by one. Of each round it lists only as few steps as prove all
/// that the round proves (the proof has all of them).
///
/// ```
/// use sudoscope_engine::{grid::read_puzzle, path::ResolutionPath, scale::{DEFAULT_BUDGET, Outcome, Scale}};
///
/// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
/// let puzzle = read_puzzle(line).unwrap().puzzle;
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
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// Number of steps left out because they prove nothing beyond other steps.
    pub left_out: usize,
    /// The outcome. Hints end unsolved, or with the budget used up.
    pub outcome: Outcome,
    /// The grid at the end.
    pub end: Grid,
    written: Written,
}

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
#[derive(Clone, serde::Serialize)]
#[serde(untagged)]
enum Written {
    Proof(Proof),
    Hints(Hints),
}

/// Step of a path.
pub struct PathStep {
    /// The rule of the step, and its rating.
    pub item: Item,
    /// The step, with its text and its matchings.
    pub step: Step,
    /// The grid before the step, and before those applied together with it.
    pub grid: Grid,
}

impl ResolutionPath {
    /// Climbs the scale, and lists the steps.
    pub fn climb(puzzle: &Puzzle, scale: &Scale, budget: u64) -> ResolutionPath {
        let (mut solver, mut rounds) = (Solver::new(), Vec::new());
        let (climb, mut proof) = prove(&mut solver, puzzle, scale, budget, &mut |applied| {
            rounds.push(PathStep::of_round(&applied, scale));
        });
        // Matchings are computed for every step: text and proof print them on request.
        let proved = proof.rounds.iter_mut().flat_map(|round| &mut round.steps);
        for (proved, told) in proved.zip(rounds.iter().flatten()) {
            proved.matchings.clone_from(&told.step.matchings);
        }
        let all: usize = rounds.iter().map(Vec::len).sum();
        let steps: Vec<PathStep> = rounds.into_iter().flat_map(PathStep::listed).collect();
        ResolutionPath {
            puzzle: *puzzle,
            scale: scale.clone(),
            extent: Extent::Path,
            left_out: all - steps.len(),
            steps,
            outcome: climb.outcome,
            end: *solver.grid(),
            written: Written::Proof(proof),
        }
    }

    /// Finds the next step in the state of the puzzle; none if the scale proves nothing, or the budget does
    /// not suffice.
    ///
    /// ```
    /// use sudoscope_engine::{grid::read_puzzle, path::ResolutionPath, scale::{DEFAULT_BUDGET, Scale}};
    ///
    /// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    /// let puzzle = read_puzzle(line).unwrap().puzzle;
    /// let hint = ResolutionPath::next(&puzzle, &Scale::named("H").unwrap(), DEFAULT_BUDGET);
    /// assert_eq!(hint.steps[0].step.text, "Naked Single ==> r4c8=6");
    /// ```
    pub fn next(puzzle: &Puzzle, scale: &Scale, budget: u64) -> ResolutionPath {
        let (mut solver, mut steps) = (Solver::new(), Vec::new());
        let mut hints = next_hints(&mut solver, puzzle, scale, budget, &mut |applied| {
            steps.extend(PathStep::of_round(&applied, scale));
        });
        let found: Vec<Step> = steps.iter().map(|step| step.step.clone()).collect();
        let best = best_first(&Vec::from_iter(&found), &Vec::from_iter(found.iter().map(|it| it.text.len())));
        steps = best.map(|at| steps.swap_remove(at)).into_iter().collect();
        for round in &mut hints.rounds {
            round.steps = best.map(|at| found[at].clone()).into_iter().collect();
        }
        ResolutionPath::of_hints(puzzle, scale, Extent::Next, (steps, hints))
    }

    /// Finds all steps of the scale's `items` in the puzzle's state.
    ///
    /// ```
    /// use sudoscope_engine::{grid::read_puzzle, path::ResolutionPath, scale::{DEFAULT_BUDGET, Scale}};
    ///
    /// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    /// let puzzle = read_puzzle(line).unwrap().puzzle;
    /// let (scale, all) = (Scale::named("H").unwrap(), |scale: &Scale| (0..scale.items.len()).collect());
    /// let hints = ResolutionPath::all(&puzzle, (&scale, &all(&scale)), DEFAULT_BUDGET);
    /// assert!(hints.steps.iter().any(|step| step.item.name() == "pointing"));
    /// ```
    pub fn all(puzzle: &Puzzle, (scale, items): (&Scale, &ItemSet), budget: u64) -> ResolutionPath {
        let (mut solver, mut steps) = (Solver::new(), Vec::new());
        let mut hints = all_hints(&mut solver, puzzle, (scale, items), budget, &mut |applied| {
            steps.extend(PathStep::of_round(&applied, scale));
        });
        let rounds = hints.rounds.iter_mut().chain(&mut hints.after_singles);
        for (hint, told) in rounds.flat_map(|round| &mut round.steps).zip(&steps) {
            hint.matchings.clone_from(&told.step.matchings);
        }
        ResolutionPath::of_hints(puzzle, scale, Extent::All, (steps, hints))
    }

    fn of_hints(
        puzzle: &Puzzle, scale: &Scale, extent: Extent, (steps, hints): (Vec<PathStep>, Hints),
    ) -> ResolutionPath {
        ResolutionPath {
            puzzle: *puzzle,
            scale: scale.clone(),
            extent,
            end: steps.last().map_or(puzzle.grid(), |step| step.grid),
            steps,
            left_out: 0,
            outcome: if hints.complete { Outcome::Unsolved } else { Outcome::Budget },
            written: Written::Hints(hints),
        }
    }

    /// Returns the path with the texts of all steps in another notation.
    pub fn written_in(mut self, notation: Notation) -> ResolutionPath {
        let scale = self.scale.clone();
        for told in &mut self.steps {
            told.step.text = text_of(&told.step, &told.item, &scale, notation);
        }
        for round in self.written.rounds() {
            let is_it =
                |item: &&Item| (item.rule.info().name, item.size) == (&*round.rule, round.size.unwrap_or(0));
            let Some(item) = scale.items.iter().find(is_it) else { continue };
            for step in &mut round.steps {
                step.text = text_of(step, item, &scale, notation);
            }
        }
        self
    }

    /// Returns the status of the puzzle by this outcome.
    pub fn status(&self) -> Status {
        self.outcome.status()
    }

    /// Returns the hardest step (docs/words.md).
    pub fn hardest(&self) -> Option<&PathStep> {
        self.steps.iter().rev().max_by_key(|step| self.hardness(step))
    }

    /// Returns the sort key of a step's hardness: the greater, the harder.
    pub fn hardness(&self, step: &PathStep) -> impl Ord + use<> {
        (step.item.rating, self.scale.number_of(&step.item))
    }

    /// Returns the name of a step, in the players' form if the ladder is one of theirs.
    pub fn name_of(&self, step: &PathStep) -> String {
        self.scale.called(&step.item)
    }

    /// Draws a step, as a file.
    pub fn draw(&self, step: &PathStep) -> String {
        let board = Board::of_state(&self.puzzle.clues(), &step.grid);
        let about = format!("{}: {}", self.name_of(step), step.item.rule.info().proves);
        draw::titled(&board, &step.step, &step.step.text, &about).document()
    }

    /// Draws a step in layers, to be put over the [`stage`](ResolutionPath::stage).
    pub fn layers(&self, step: &PathStep) -> Layers {
        let board = Board::of_state(&self.puzzle.clues(), &step.grid);
        Layers::of(&board, &step.step, self.scale.is_of_players())
    }

    /// Draws the grid from the first state to the last, as an element of a page.
    pub fn stage(&self, title: &str) -> String {
        let first = self.steps.first().map_or(&self.end, |step| &step.grid);
        draw::stage(&self.puzzle.clues(), first, &self.end, title).inline()
    }

    /// Draws the final grid, as an element of a page.
    pub fn last_grid(&self, title: &str) -> String {
        draw::grid(&Board::of_state(&self.puzzle.clues(), &self.end), title).inline()
    }

    /// Returns the outcome in sentences: `Solved by W: rating 5. The hardest step is whip[5].`
    pub fn summary(&self) -> String {
        let name = &self.scale.name;
        if self.extent != Extent::Path {
            return self.summary_of_hints();
        }
        let hardest = self
            .hardest()
            .map_or(String::new(), |step| format!(" The hardest step is {}.", self.name_of(step)));
        match self.outcome {
            Outcome::Solved(rating) if self.end.is_solved() => {
                let raised = self.raised().map_or(String::new(), |why| format!(" {why}."));
                format!("Solved by {name}: {}.{hardest}{raised}", self.ratings(rating, " "))
            }
            Outcome::Solved(rating) => {
                format!("Not solved by {name}, but rated: {}.", self.ratings(rating, " "))
            }
            Outcome::Unsolved => format!("Not solved by {name}: no rule proves anything more."),
            Outcome::Budget => format!("Not solved by {name}: the work allowed was used up."),
            Outcome::NoSolution => "The puzzle has no solution.".to_string(),
        }
    }

    fn summary_of_hints(&self) -> String {
        let name = &self.scale.name;
        let unfinished = match self.outcome {
            Outcome::Budget => " The work allowed was used up: rules are missing.".to_string(),
            _ => String::new(),
        };
        let said = match (self.extent, &self.steps[..]) {
            (_, []) if unfinished.is_empty() => format!("No rule of {name} proves anything here."),
            (_, []) => format!("Nothing was found by {name}."),
            (Extent::Next, [step, ..]) => {
                let rating = self.scale.rating_of(&step.item);
                format!("The next step by {name}: {}, rating {rating}.", self.name_of(step))
            }
            (_, steps) => {
                let counted = |steps: &[PathStep]| {
                    let rules = steps.chunk_by(|a, b| self.name_of(a) == self.name_of(b)).count();
                    format!("{} of {rules} rule{}", steps.len(), if rules == 1 { "" } else { "s" })
                };
                let (here, later) = steps.split_at(steps.partition_point(|step| self.is_here(step)));
                let here = format!("All steps by {name} in this state: {}", counted(here));
                match later {
                    [] => here + ".",
                    later => format!("{here}; after its singles: {}.", counted(later)),
                }
            }
        };
        said + &unfinished
    }

    /// Whether a hint is for the state of the puzzle, not for the state that singles leave.
    fn is_here(&self, step: &PathStep) -> bool {
        step.grid == self.puzzle.grid()
    }

    /// Returns why the puzzle is on a higher level than its steps, if it is: `Extreme: score 4098 > 1800`.
    pub fn raised(&self) -> Option<String> {
        let rating = self.outcome.rating()?;
        self.scale.raised(rating, self.steps.iter().map(|step| step.item.rating))
    }

    /// Formats each column of a rating with its name.
    fn ratings(&self, rating: Rating, between: &str) -> String {
        let column = |(column, value): (&Column, u32)| {
            let name = if column.name.is_empty() { "rating" } else { column.name };
            format!("{name}{between}{}", column.unit.text(value))
        };
        self.scale.columns.iter().zip(rating.0).map(column).collect::<Vec<_>>().join(", ")
    }

    /// Formats the steps as SudoRules prints them. A step with a higher rating than all before it is preceded
    /// by the rating and the candidates. Hints are listed rule by rule under the candidates of their state;
    /// hints after singles, under the candidates that singles leave.
    pub fn text(&self, with_matchings: bool) -> String {
        let definition = self.scale.short_definition().map_or(String::new(), |text| format!(" = {text}"));
        let mut text = format!("{}\nscale {}{definition}\n", self.puzzle, self.scale.name);
        if self.extent != Extent::Path {
            let between = if self.extent == Extent::Next { "\n" } else { "" };
            text += &format!("\n{}{between}", notation::pencilmarks(&self.puzzle.grid()));
        }
        let (mut highest, mut rule, mut are_here) = (0, String::new(), true);
        for step in &self.steps {
            if self.extent == Extent::All && are_here && !self.is_here(step) {
                text += &format!("\nafter the singles:\n{}", notation::pencilmarks(&step.grid));
                are_here = false;
            }
            match self.extent {
                Extent::Path if step.item.rating.0[0] > highest => {
                    highest = step.item.rating.0[0];
                    let grid = notation::pencilmarks(&step.grid);
                    let rating = self.scale.rating_of(&step.item);
                    text += &format!("\nrating {rating} is needed here:\n{grid}\n");
                }
                Extent::All if self.name_of(step) != rule => {
                    rule = self.name_of(step);
                    let count = self.steps.iter().filter(|step| self.name_of(step) == rule).count();
                    text += &format!("\n{rule}, rating {}: {count}\n", self.scale.rating_of(&step.item));
                }
                _ => {}
            }
            text += &format!("{}\n", step.step.text);
            for line in step.step.matchings.iter().filter(|_| with_matchings) {
                text += &format!("    {line}\n");
            }
        }
        text + &self.text_of_end()
    }

    fn text_of_end(&self) -> String {
        let name = &self.scale.name;
        match self.outcome {
            _ if self.extent != Extent::Path => format!("\n{}\n", self.summary()),
            Outcome::Solved(rating) if self.end.is_solved() => {
                let hardest = self.hardest().map_or(String::new(), |step| self.name_of(step));
                let raised = self.raised().map_or(String::new(), |why| format!("{why}\n"));
                let (solution, ratings) = (notation::puzzle(&self.end), self.ratings(rating, " = "));
                format!(
                    "\n{solution}\nPUZZLE SOLVED. rating-type = {name}, {ratings}, \
                     MOST COMPLEX RULE = {hardest}\n{raised}"
                )
            }
            _ => {
                let rating = self.outcome.column(0).rating();
                let end = rating.map_or(self.status().name().to_string(), |rating| {
                    format!("rating = {}", self.scale.unit().text(rating))
                });
                format!("\n{}PUZZLE NOT SOLVED: {end}\n", notation::pencilmarks(&self.end))
            }
        }
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
        let mut written = self.written.clone();
        if !with_matchings {
            let steps = written.rounds().flat_map(|round| &mut round.steps);
            steps.for_each(|step| step.matchings.clear());
        }
        Explained { written, policy: self.scale.policy.sentence(), net }
    }
}

impl Written {
    fn rounds(&mut self) -> impl Iterator<Item = &mut Round> {
        let all = match self {
            Written::Proof(proof) => [&mut proof.rounds[..], &mut [], &mut []],
            Written::Hints(hints) => [&mut hints.rounds, &mut hints.singles, &mut hints.after_singles]
                .map(|rounds| &mut rounds[..]),
        };
        all.into_iter().flatten()
    }
}

/// Returns the steps of a round that a path lists, in their order.
pub fn listed_steps<'a>(applied: &Applied<'a>, scale: &Scale) -> Vec<&'a Step> {
    let all: Vec<&Step> = applied.found.steps.iter().flatten().collect();
    if are_apart(&all) {
        return all;
    }
    let length = |step: &&Step| match step.text.len() {
        0 => text_of(step, applied.item, scale, Notation::Nrc).len(),
        length => length,
    };
    let lengths: Vec<usize> = all.iter().map(length).collect();
    listed(&all, &lengths).into_iter().map(|at| all[at]).collect()
}

/// Returns the text of a step, with the players' name of the rule if the ladder is one of theirs.
fn text_of(step: &Step, item: &Item, scale: &Scale, notation: Notation) -> String {
    let name = scale.is_of_players().then(|| item.players_name());
    step.text_as(item.rule.info().name, name.as_deref(), notation)
}

impl PathStep {
    /// Whether the step is a single.
    pub fn is_single(&self) -> bool {
        matches!(self.step.because, Evidence::Single { .. })
    }

    fn of_round(applied: &Applied<'_>, scale: &Scale) -> Vec<PathStep> {
        let step = |step: &Step| {
            let mut step = step.clone();
            if step.text.is_empty() {
                step.text = text_of(&step, applied.item, scale, Notation::Nrc);
            }
            step.matchings = matchings(applied.grid, &step);
            PathStep { item: *applied.item, step, grid: *applied.grid }
        };
        applied.found.steps.iter().flatten().map(step).collect()
    }

    /// Returns the steps of a round that are listed.
    fn listed(round: Vec<PathStep>) -> impl Iterator<Item = PathStep> {
        let (all, lengths): (Vec<&Step>, Vec<usize>) =
            round.iter().map(|told| (&told.step, told.step.text.len())).unzip();
        let listed = listed(&all, &lengths);
        round.into_iter().enumerate().filter(move |(at, _)| listed.contains(at)).map(|(_, step)| step)
    }
}

#[derive(serde::Serialize)]
struct Explained {
    #[serde(flatten)]
    written: Written,
    policy: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<serde_json::Value>,
}

//! The resolution path of one puzzle: as text, as a proof, as pictures.

use crate::draw::{self, Board, Layers};
use crate::evidence::{Proof, Step};
use crate::grid::{Grid, Puzzle, notation};
use crate::proof::prove;
use crate::rules::matchings;
use crate::scale::{Column, Item, Outcome, Rating, Scale, Solver, Status};

/// A resolution path: the steps of a climb, one by one.
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
    /// The steps, in order.
    pub steps: Vec<PathStep>,
    /// How it ended.
    pub outcome: Outcome,
    /// The grid at the end.
    pub end: Grid,
    proof: Proof,
}

/// A step of a path.
pub struct PathStep {
    /// Its rule, and what it gives.
    pub item: Item,
    /// The step, with its text and its matchings.
    pub step: Step,
    /// The grid before the step, and before those applied together with it.
    pub grid: Grid,
}

impl ResolutionPath {
    /// Climbs it.
    pub fn climb(puzzle: &Puzzle, scale: &Scale, budget: u64) -> ResolutionPath {
        let mut steps = Vec::new();
        let mut solver = Solver::new();
        let (climb, proof) = prove(&mut solver, puzzle, scale, budget, &mut |applied| {
            for step in applied.found.steps.iter().flatten() {
                let mut step = step.clone();
                step.text = step.text(applied.item.rule.info().name);
                step.matchings = matchings(applied.grid, &step);
                steps.push(PathStep { item: *applied.item, step, grid: *applied.grid });
            }
        });
        let (scale, end) = (scale.clone(), *solver.grid());
        ResolutionPath { puzzle: *puzzle, scale, steps, outcome: climb.outcome, end, proof }
    }

    /// What is known of the puzzle by it.
    pub fn status(&self) -> Status {
        self.outcome.status()
    }

    /// The first step with the highest rating.
    pub fn hardest(&self) -> Option<&PathStep> {
        self.steps.iter().rev().max_by_key(|step| step.item.rating)
    }

    /// The picture of a step, as a file.
    pub fn draw(&self, step: &PathStep) -> String {
        let board = Board::of_state(&self.puzzle.clues(), &step.grid);
        draw::step(&board, &step.step, step.item.rule.info()).document()
    }

    /// The picture of a step in layers, to be put over the [`stage`](ResolutionPath::stage).
    pub fn layers(&self, step: &PathStep) -> Layers {
        Layers::of(&Board::of_state(&self.puzzle.clues(), &step.grid), &step.step)
    }

    /// The grid from the first state to the last, as an element of a page.
    pub fn stage(&self, title: &str) -> String {
        let first = self.steps.first().map_or(&self.end, |step| &step.grid);
        draw::stage(&self.puzzle.clues(), first, &self.end, title).inline()
    }

    /// The picture of the end, as an element of a page.
    pub fn last_grid(&self, title: &str) -> String {
        draw::grid(&Board::of_state(&self.puzzle.clues(), &self.end), title).inline()
    }

    /// How it ended, in sentences: `Solved by W: rating 5. The hardest step is whip[5].`
    pub fn summary(&self) -> String {
        let name = &self.scale.name;
        let hardest = self
            .hardest()
            .map_or(String::new(), |step| format!(" The hardest step is {}.", step.item.name()));
        match self.outcome {
            Outcome::Solved(rating) if self.end.is_solved() => {
                format!("Solved by {name}: {}.{hardest}", self.ratings(rating, " "))
            }
            Outcome::Solved(rating) => {
                format!("Not solved by {name}, but rated: {}.", self.ratings(rating, " "))
            }
            Outcome::Unsolved => format!("Not solved by {name}: no rule proves anything more."),
            Outcome::Budget => format!("Not solved by {name}: the work allowed was used up."),
            Outcome::NoSolution => "The puzzle has no solution.".to_string(),
        }
    }

    /// Each column of a rating by its name.
    fn ratings(&self, rating: Rating, between: &str) -> String {
        let column = |(column, value): (&Column, u32)| {
            let name = if column.name.is_empty() { "rating" } else { column.name };
            format!("{name}{between}{}", column.unit.text(value))
        };
        self.scale.columns.iter().zip(rating.0).map(column).collect::<Vec<_>>().join(", ")
    }

    /// Steps as SudoRules prints them, with the rating and the candidates where one gives more than all
    /// before it.
    pub fn text(&self, with_matchings: bool) -> String {
        let Scale { name, definition, .. } = &self.scale;
        let mut text = format!("{}\nscale {name} = {definition}\n", self.puzzle);
        let mut highest = 0;
        for step in &self.steps {
            if step.item.rating.0[0] > highest {
                highest = step.item.rating.0[0];
                let grid = notation::pencilmarks(&step.grid);
                let rating = self.scale.rating_of(&step.item);
                text += &format!("\nrating {rating} is needed here:\n{grid}\n");
            }
            text += &format!("{}\n", step.step.text);
            for line in step.step.matchings.iter().filter(|_| with_matchings) {
                text += &format!("    {line}\n");
            }
        }
        match self.outcome {
            Outcome::Solved(rating) if self.end.is_solved() => {
                let hardest = self.steps.iter().max_by_key(|step| step.item.rating.0[0]);
                let hardest = hardest.map_or(String::new(), |step| step.item.name());
                let ratings = self.ratings(rating, " = ");
                text += &format!("\n{}\n", notation::puzzle(&self.end));
                text += &format!(
                    "PUZZLE SOLVED. rating-type = {name}, {ratings}, MOST COMPLEX RULE = {hardest}\n"
                );
            }
            _ => {
                text += &format!("\n{}", notation::pencilmarks(&self.end));
                let rating = self.outcome.column(0).rating();
                let end = rating.map_or(self.status().name().to_string(), |rating| {
                    format!("rating = {}", self.scale.unit().text(rating))
                });
                text += &format!("PUZZLE NOT SOLVED: {end}\n");
            }
        }
        text
    }

    /// The proof as JSON, with the policy; with the matchings of subsets, and the net at the end, if asked
    /// for.
    pub fn json(&self, with_matchings: bool, net: Option<serde_json::Value>) -> String {
        let explained = self.explained(with_matchings, net);
        serde_json::to_string_pretty(&explained).expect("texts, numbers and lists of them")
    }

    /// As above on one line.
    pub fn json_line(&self, with_matchings: bool, net: Option<serde_json::Value>) -> String {
        let explained = self.explained(with_matchings, net);
        serde_json::to_string(&explained).expect("texts, numbers and lists of them")
    }

    fn explained(&self, with_matchings: bool, net: Option<serde_json::Value>) -> ExplainedPath {
        let mut proof = self.proof.clone();
        let steps = proof.rounds.iter_mut().flat_map(|round| &mut round.steps);
        for (proved, stated) in steps.zip(&self.steps).filter(|_| with_matchings) {
            proved.matchings = stated.step.matchings.clone();
        }
        ExplainedPath { proof, policy: self.scale.policy.sentence(), net }
    }
}

#[derive(serde::Serialize)]
struct ExplainedPath {
    #[serde(flatten)]
    proof: Proof,
    policy: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<serde_json::Value>,
}

//! Paths with the fewest steps beyond singles.
//!
//! States are searched breadth first. A state without singles has as its children the states that each step
//! of it leaves once singles are played; a state that was met before is not searched again, because it was
//! met after as few steps. So the first path that is found has the fewest steps. Of the states after as many
//! steps the most promising are searched first: two of their steps together would solve the puzzle, or they
//! have few candidates.

use super::ResolutionPath;
use super::chosen::{after, state_of};
use crate::budget::{Budget, Within, units};
use crate::evidence::Step;
use crate::grid::{Candidates, Cells, Grid, Progress, Puzzle, exhaust};
use crate::proof::{FoundRound, singles};
use crate::rules::is_single;
use crate::scale::{Item, ItemSet, Outcome, Scale, Solver};
use std::collections::{BTreeSet, HashSet};

/// Work units for a search of the fewest steps: four times those of a rating. They take some seconds at most.
pub const FEWEST_BUDGET: u64 = 50_000_000;
/// Work units for the search of the fewest steps, as parts of the whole budget; the rest finds some path.
const SHARE: (u64, u64) = (3, 4);
/// Work units that a search of all rules costs besides its chains.
const SEARCH: u64 = 5_000;
/// Work units that each step found costs.
const STEP: u64 = 100;
/// Work units that playing singles costs.
const CLOSURE: u64 = 10;
/// Most steps of a state that are tried in pairs.
const PAIRED: usize = 60;

/// State after some steps.
struct Node {
    /// The state, without singles.
    grid: Grid,
    /// Number of the state before the last step; the last step, and the state in which it holds.
    from: Option<(usize, FoundRound)>,
    /// Whether another step of the state before would solve the puzzle together with the last.
    is_paired: bool,
    /// Whether all its steps were found.
    is_expanded: bool,
}

/// States that were met, in order.
struct Search<'a> {
    puzzle: &'a Puzzle,
    scale: &'a Scale,
    items: Vec<Item>,
    solver: Solver,
    work: Budget,
    nodes: Vec<Node>,
    met: HashSet<[Cells; 9]>,
}

/// End of a search: the number of the solved state.
enum Ended {
    Solved(usize),
    /// No state is left.
    Unsolved,
}

impl ResolutionPath {
    /// Finds a path with the fewest steps beyond singles, each of them a step that [`ResolutionPath::all`]
    /// lists in its state; or, if the budget does not suffice, a path with few.
    /// [`ResolutionPath::summary`] says which.
    ///
    /// ```
    /// use sudoscope_engine::{grid::Puzzle, path::ResolutionPath, scale::{DEFAULT_BUDGET, Scale}};
    ///
    /// let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    /// let (puzzle, scale) = (Puzzle::parse(line).unwrap(), Scale::define("x", "brt,lc,naked:2-4").unwrap());
    /// let path = ResolutionPath::fewest(&puzzle, &scale, &(0..scale.items.len()).collect(), DEFAULT_BUDGET);
    /// assert!(path.summary().starts_with("No path"), "{}", path.summary());
    /// ```
    pub fn fewest(puzzle: &Puzzle, scale: &Scale, items: &ItemSet, budget: u64) -> ResolutionPath {
        let mut first = puzzle.grid();
        let progress = exhaust(&mut first).0;
        let beyond = |item: &&Item| !is_single(item.rule);
        let mut search = Search {
            puzzle,
            scale,
            items: items.iter().filter_map(|at| scale.items.get(at)).filter(beyond).copied().collect(),
            solver: Solver::new(),
            work: Budget(budget / SHARE.1 * SHARE.0),
            nodes: vec![Node { grid: first, from: None, is_paired: false, is_expanded: false }],
            met: HashSet::from([first.planes]),
        };
        match progress {
            Progress::Solved => return search.path(Some(0), true, Outcome::Unsolved),
            Progress::Contradiction => return search.path(None, true, Outcome::NoSolution),
            Progress::Open => {}
        }
        match search.levels() {
            Ok(Ended::Solved(at)) => search.path(Some(at), true, Outcome::Unsolved),
            Ok(Ended::Unsolved) => search.path(None, true, Outcome::Unsolved),
            Err(_) => {
                search.work = Budget(budget - budget / SHARE.1 * SHARE.0);
                let at = search.dive();
                search.path(at, false, Outcome::Budget)
            }
        }
    }
}

impl Search<'_> {
    /// Searches level by level; the error is that the work allowed is used up.
    fn levels(&mut self) -> Within<Ended> {
        let mut level = vec![0];
        loop {
            let mut next = Vec::new();
            level.sort_by_key(|&at| self.promise(at));
            for at in level {
                match self.expand(at)? {
                    (_, Some(solved)) => return Ok(Ended::Solved(solved)),
                    (children, None) => next.extend(children),
                }
            }
            if next.is_empty() {
                return Ok(Ended::Unsolved);
            }
            level = next;
        }
    }

    /// Follows the most promising states from one to the next.
    fn dive(&mut self) -> Option<usize> {
        let is_left = |at: &usize| !self.nodes[*at].is_expanded;
        let mut left: BTreeSet<usize> = (0..self.nodes.len()).filter(is_left).collect();
        while let Some(at) = left.iter().copied().min_by_key(|&at| self.promise(at)) {
            left.remove(&at);
            match self.expand(at) {
                Ok((_, Some(solved))) => return Some(solved),
                Ok((children, None)) => left.extend(children),
                Err(_) => return None,
            }
        }
        None
    }

    /// Returns the sort key of a state: the smaller, the more promising.
    fn promise(&self, at: usize) -> (bool, usize, usize) {
        let node = &self.nodes[at];
        (!node.is_paired, node.grid.candidates().iter().count(), at)
    }

    /// Finds the states after each step of a state: the numbers of those not met before, or the solved one.
    fn expand(&mut self, at: usize) -> Within<(Vec<usize>, Option<usize>)> {
        self.work.take(SEARCH)?;
        let grid = self.nodes[at].grid;
        let (puzzle, scale, work) = (self.puzzle, self.scale, self.work.0);
        let mut rounds = Vec::new();
        let looked = self.solver.observe_each(puzzle, &grid, &self.items, work, &mut |applied| {
            rounds.push(FoundRound::of(&applied, scale));
        });
        self.work = Budget(self.solver.work_left());
        let mut children = Vec::new();
        for found in rounds {
            for step in &found.round.steps {
                self.work.take(STEP)?;
                let Some(after) = closed(&grid, step) else { continue };
                if !self.met.insert(after.planes) {
                    continue;
                }
                children.push(self.nodes.len());
                let from = Some((at, found.with(step)));
                self.nodes.push(Node { grid: after, from, is_paired: false, is_expanded: false });
                if after.is_solved() {
                    return Ok((children, self.nodes.len().checked_sub(1)));
                }
            }
        }
        looked?;
        self.nodes[at].is_expanded = true;
        self.pair(&children)?;
        Ok((children, None))
    }

    /// Marks states of which two together, with singles, are the solution.
    fn pair(&mut self, children: &[usize]) -> Within {
        let children = &children[..children.len().min(PAIRED)];
        self.work.take(CLOSURE * units(children.len() * children.len() / 2))?;
        for (k, &one) in children.iter().enumerate() {
            for &other in &children[..k] {
                let mut both = self.nodes[one].grid;
                let planes = self.nodes[other].grid.planes;
                let gone = Candidates(planes.map(|plane| Cells::ALL - plane));
                both.eliminate(&gone);
                if exhaust(&mut both).0 == Progress::Solved {
                    self.nodes[one].is_paired = true;
                    self.nodes[other].is_paired = true;
                }
            }
        }
        Ok(())
    }

    /// Makes the path to a state.
    fn path(mut self, at: Option<usize>, is_least: bool, outcome: Outcome) -> ResolutionPath {
        let mut steps = Vec::new();
        let end = at.map_or(self.nodes[0].grid, |at| self.nodes[at].grid);
        let mut now = at;
        while let Some((before, found)) = now.and_then(|at| self.nodes[at].from.take()) {
            steps.push(found);
            now = Some(before);
        }
        steps.reverse();
        let count = steps.len();
        let mut rounds = singles(&mut self.solver, self.puzzle, self.scale);
        for found in steps {
            let after = found.round.steps.first().map(|step| after(&found.grid, step));
            rounds.push(found);
            let state = state_of(self.puzzle, &after.unwrap_or_default());
            rounds.extend(singles(&mut self.solver, &state, self.scale));
        }
        let hardest = rounds.iter().map(|found| found.item.rating).max();
        let outcome = match (at, hardest) {
            (Some(_), Some(rating)) => Outcome::Solved(rating),
            (Some(_), None) => Outcome::Solved(0.into()),
            (None, _) => outcome,
        };
        let kind = Some(sentence(&self.scale.name, at.map(|_| count), is_least));
        let path = ResolutionPath::of_rounds(self.puzzle, self.scale, rounds, outcome, end);
        ResolutionPath { kind, ..path }
    }
}

/// Says how many steps a path has, and whether there is none with fewer.
fn sentence(name: &str, count: Option<usize>, is_least: bool) -> String {
    let steps = |count: usize| format!("{count} step{}", if count == 1 { "" } else { "s" });
    match (count, is_least) {
        (Some(0), _) => "Singles solve the puzzle".to_string(),
        (Some(count), true) => format!("{} of {name} beyond singles, the fewest", steps(count)),
        (Some(count), false) => format!(
            "{} of {name} beyond singles, the fewest that were found: the work allowed was used up",
            steps(count)
        ),
        (None, true) => format!("No path: steps of {name} and singles do not solve the puzzle"),
        (None, false) => format!("No path of {name} was found: the work allowed was used up"),
    }
}

/// Returns the state that a step and singles leave; `None` if the step changes nothing, or the state has no
/// solution.
fn closed(grid: &Grid, step: &Step) -> Option<Grid> {
    let mut closed = after(grid, step);
    let progress = exhaust(&mut closed).0;
    (closed.planes != grid.planes && progress != Progress::Contradiction).then_some(closed)
}

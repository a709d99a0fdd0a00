//! Ratings on any board: singles, whips of one variable, whips, braids, by the definitions alone. The plain
//! board has its own, faster searches (`rules/chain/`); this folder knows only labels, variables and links.
//!
//! ```text
//!   Board, state ─▶ Links ─┬▶ Whips    partial whips of one target, length by length  ─┬▶ Scribe   steps
//!                          └▶ Braid    sets of right-linking candidates of one target ─┘
//! ```

mod braids;
mod links;
mod scribe;
mod whips;

use crate::board_proof::BoardProof;
use crate::boards::Board;
use crate::budget::{Budget, Within};
use crate::evidence::{Outcome, PROOF};
use crate::grid::{Candidate, Candidates, Cells, Grid, Progress};
use braids::{find_braid, in_order};
use links::Links;
use scribe::Scribe;
use whips::Whips;

/// Scale on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardScale {
    /// Singles.
    Brt,
    /// Singles and whips of one variable.
    Lc,
    /// Whips.
    Whips,
    /// Braids.
    Braids,
}

impl BoardScale {
    /// All scales.
    pub const ALL: [BoardScale; 4] = [BoardScale::Brt, BoardScale::Lc, BoardScale::Whips, BoardScale::Braids];

    /// Returns the name of the ladder with the same rules on the plain board.
    pub fn name(self) -> &'static str {
        match self {
            BoardScale::Brt => "BRT",
            BoardScale::Lc => "LC",
            BoardScale::Whips => "W",
            BoardScale::Braids => "B",
        }
    }

    /// Rates a state on a board: the longest chain of a path that plays the shortest chains first, all of one
    /// length at once. Returns the last state, too. A partial chain costs
    /// [`LINKED_STEP`](crate::budget::LINKED_STEP) units of the budget.
    pub fn rate(self, board: &Board, start: &Grid, budget: u64) -> (Outcome<u32>, Grid) {
        self.climb(board, start, budget, None)
    }

    /// Rates a puzzle and keeps the steps: those of each round that its conclusions need.
    pub fn prove(self, board: &Board, clues: &[Cells; 9], budget: u64) -> BoardProof {
        let mut scribe = Scribe::of(board);
        let (outcome, end) = self.climb(board, &board.start(clues), budget, Some(&mut scribe));
        BoardProof {
            version: PROOF,
            sudoscope: env!("CARGO_PKG_VERSION").to_string(),
            board: board.to_string(),
            puzzle: board.write(clues),
            scale: self.name().to_string(),
            rounds: scribe.rounds,
            end: if outcome.rating().is_some() { board.write(&end.planes) } else { marks(board, &end) },
            outcome,
        }
    }

    fn climb(
        self, board: &Board, start: &Grid, budget: u64, mut scribe: Option<&mut Scribe>,
    ) -> (Outcome<u32>, Grid) {
        let (mut grid, mut rating, mut budget) = (*start, 0, Budget(budget));
        let outcome = loop {
            let progress = match &mut scribe {
                Some(scribe) => scribe.exhaust(&mut grid),
                None => board.exhaust(&mut grid),
            };
            match progress {
                Progress::Solved => break Outcome::Solved(rating),
                Progress::Contradiction => break Outcome::NoSolution,
                Progress::Open => {}
            }
            match self.next(board, &grid, &mut budget, &mut scribe) {
                Ok(Some((length, targets))) => {
                    rating = rating.max(length);
                    grid.eliminate(&targets);
                    if let Some(scribe) = &mut scribe {
                        scribe.end_round(self.rule(length), length);
                    }
                }
                Ok(None) => break Outcome::Unsolved,
                Err(_) => break Outcome::Budget,
            }
        };
        (outcome, grid)
    }

    /// Returns the least length of chains that prove something in a state without singles, and all that they
    /// prove.
    fn next(
        self, board: &Board, grid: &Grid, budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
    ) -> Within<Option<(u32, Candidates)>> {
        if self == BoardScale::Brt {
            return Ok(None);
        }
        let by_one = board.whips_of_one(grid);
        if !by_one.is_empty() {
            if let Some(scribe) = scribe {
                scribe.whips_of_one(grid, self.rule(1));
            }
            return Ok(Some((1, by_one)));
        }
        if self == BoardScale::Lc {
            return Ok(None);
        }
        // A target of a chain is refuted by trial and error with singles (docs/theory.md, "Theorems").
        let is_refuted = |target: &Candidate| {
            let mut with = *grid;
            board.place(&mut with, *target);
            board.exhaust(&mut with) == Progress::Contradiction
        };
        let links = Links::of(board, grid);
        let refuted: Vec<usize> =
            (0..links.labels.len()).filter(|&at| is_refuted(&links.labels[at])).collect();
        if refuted.is_empty() {
            return Ok(None);
        }
        match self {
            BoardScale::Braids => shortest_braids(&links, &refuted, budget, scribe),
            _ => shortest_whips(&links, &refuted, budget, scribe),
        }
    }

    /// Returns the name of the rule whose chains have this length.
    fn rule(self, length: u32) -> &'static str {
        match self {
            BoardScale::Lc => "lc",
            BoardScale::Braids if length > 1 => "braid",
            _ => "whip",
        }
    }
}

/// Returns the candidates of a state, values included: for each cell as many characters as there are digits.
fn marks(board: &Board, grid: &Grid) -> String {
    let mut labels: Vec<Candidate> = board.labels().collect();
    labels.sort_unstable_by_key(|label| (label.cell, label.digit));
    let mark = |label: Candidate| match grid.planes[label.digit].contains(label.cell) {
        true => char::from(b'0' + label.digit.number()),
        false => '.',
    };
    labels.into_iter().map(mark).collect()
}

fn shortest_whips(
    links: &Links, targets: &[usize], budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
) -> Within<Option<(u32, Candidates)>> {
    let mut searches: Vec<(u32, Whips)> =
        targets.iter().map(|&target| (links.least_length(target), Whips::of(links, target))).collect();
    for length in 2.. {
        let mut found = Candidates::EMPTY;
        for (_, search) in searches.iter_mut().filter(|(least, _)| *least <= length) {
            // A search that begins late has no shorter whip.
            while search.length() < length && !search.is_exhausted() {
                if let Some(whip) = search.extend(budget)? {
                    found.insert(links.labels[search.target]);
                    if let Some(scribe) = scribe {
                        scribe.chain(links, &whip, "whip");
                    }
                }
            }
        }
        if !found.is_empty() {
            return Ok(Some((length, found)));
        }
        searches.retain(|(_, search)| !search.is_exhausted());
        if searches.is_empty() {
            break;
        }
    }
    Ok(None)
}

fn shortest_braids(
    links: &Links, targets: &[usize], budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
) -> Within<Option<(u32, Candidates)>> {
    let least: Vec<u32> = targets.iter().map(|&target| links.least_length(target)).collect();
    for length in 2..=links.variables.len() as u32 {
        let mut found = Candidates::EMPTY;
        for (&target, _) in targets.iter().zip(&least).filter(|(_, least)| **least <= length) {
            if let Some(rights) = find_braid(links, target, length, budget)? {
                found.insert(links.labels[target]);
                if let (Some(scribe), Some(braid)) = (&mut *scribe, in_order(links, target, &rights)) {
                    scribe.chain(links, &braid, "braid");
                }
            }
        }
        if !found.is_empty() {
            return Ok(Some((length, found)));
        }
    }
    Ok(None)
}

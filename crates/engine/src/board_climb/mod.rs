//! Ratings on any board: singles, subsets, whips, braids, by the definitions alone. The plain
//! board has its own, faster searches (`rules/chain/`); this folder knows only labels, variables and links.
//!
//! ```text
//!   Board, state ─▶ Links ─┬▶ Whips    partial whips of one target, length by length  ─┬▶ Scribe   steps
//!                          ├▶ Braid    sets of right-linking candidates of one target ─┤
//!                          └▶ Subset   naked and hidden sets, fish                    ─┘
//! ```

mod braids;
mod links;
mod scribe;
mod subsets;
mod whips;

use crate::board_proof::BoardProof;
use crate::boards::Board;
use crate::budget::{Budget, Within};
use crate::evidence::{Outcome, PROOF};
use crate::grid::{Candidate, Candidates, Cells, Grid, Progress};
use braids::{find_braid, in_order};
use links::Links;
use scribe::Scribe;
use subsets::shortest_subsets;
use whips::Whips;

/// Scale on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardScale {
    /// Singles.
    Brt,
    /// Singles and whips of one variable.
    Lc,
    /// Singles, whips of one variable and subsets.
    Subsets,
    /// Whips.
    Whips,
    /// Subsets and whips.
    SubsetsWhips,
    /// Braids.
    Braids,
}

impl BoardScale {
    /// All scales.
    pub const ALL: [BoardScale; 6] = [
        BoardScale::Brt,
        BoardScale::Lc,
        BoardScale::Subsets,
        BoardScale::Whips,
        BoardScale::SubsetsWhips,
        BoardScale::Braids,
    ];

    /// Returns the name of the ladder with the same rules on the plain board.
    pub fn name(self) -> &'static str {
        match self {
            BoardScale::Brt => "BRT",
            BoardScale::Lc => "LC",
            BoardScale::Subsets => "S",
            BoardScale::Whips => "W",
            BoardScale::SubsetsWhips => "S+W",
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
                Ok(Some((rule, length, targets))) => {
                    rating = rating.max(length);
                    grid.eliminate(&targets);
                    if let Some(scribe) = &mut scribe {
                        scribe.end_round(rule, length);
                    }
                }
                Ok(None) => break Outcome::Unsolved,
                Err(_) => break Outcome::Budget,
            }
        };
        (outcome, grid)
    }

    /// Returns the rule with the least length that proves something in a state without singles, the length,
    /// and all that it proves. Of two rules of one length subsets come first.
    fn next(
        self, board: &Board, grid: &Grid, budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
    ) -> Within<Option<(&'static str, u32, Candidates)>> {
        if self == BoardScale::Brt {
            return Ok(None);
        }
        let by_one = board.whips_of_one(grid);
        if !by_one.is_empty() {
            let rule = if matches!(self, BoardScale::Lc | BoardScale::Subsets) { "lc" } else { "whip" };
            if let Some(scribe) = scribe {
                scribe.whips_of_one(grid, rule);
            }
            return Ok(Some((rule, 1, by_one)));
        }
        let has_subsets = matches!(self, BoardScale::Subsets | BoardScale::SubsetsWhips);
        let subsets = if has_subsets { shortest_subsets(board, grid) } else { None };
        let below = subsets.as_ref().map_or(u32::MAX, |(size, _)| *size);
        if let Some(chains) = self.chains(board, grid, below, budget, scribe)? {
            return Ok(Some(chains));
        }
        Ok(subsets.map(|(size, subsets)| {
            let mut targets = Candidates::EMPTY;
            for subset in &subsets {
                if let Some(scribe) = scribe.as_mut().filter(|_| !subset.targets.without(&targets).is_empty())
                {
                    scribe.subset(subset);
                }
                targets.extend(&subset.targets);
            }
            ("subset", size, targets)
        }))
    }

    /// Returns the shortest chains of fewer than `below` variables that prove something.
    fn chains(
        self, board: &Board, grid: &Grid, below: u32, budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
    ) -> Within<Option<(&'static str, u32, Candidates)>> {
        if below <= 2 || matches!(self, BoardScale::Lc | BoardScale::Subsets) {
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
        let (rule, found) = match self {
            BoardScale::Braids => ("braid", shortest_braids(&links, &refuted, budget, scribe)?),
            _ => ("whip", shortest_whips(&links, &refuted, below, budget, scribe)?),
        };
        Ok(found.map(|(length, targets)| (rule, length, targets)))
    }
}

/// Returns the candidates of a state, values included: for each cell as many characters as there are digits.
pub(crate) fn marks(board: &Board, grid: &Grid) -> String {
    let mut labels: Vec<Candidate> = board.labels().collect();
    labels.sort_unstable_by_key(|label| (label.cell, label.digit));
    let mark = |label: Candidate| match grid.planes[label.digit].contains(label.cell) {
        true => char::from(b'0' + label.digit.number()),
        false => '.',
    };
    labels.into_iter().map(mark).collect()
}

fn shortest_whips(
    links: &Links, targets: &[usize], below: u32, budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
) -> Within<Option<(u32, Candidates)>> {
    let mut searches: Vec<(u32, Whips)> =
        targets.iter().map(|&target| (links.least_length(target), Whips::of(links, target))).collect();
    for length in 2..below {
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

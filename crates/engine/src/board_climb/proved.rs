//! Ladders whose steps have proofs, by a loop that keeps the steps of each round.

use super::proof_of;
use super::scribe::Scribe;
use crate::board_proof::BoardProof;
use crate::board_tables::BoardTables;
use crate::boards::Board;
use crate::budget::{Budget, Within};
use crate::evidence::Outcome;
use crate::evidence::families::{ObjectFamily, whips};
use crate::grid::{Candidates, Cells, Grid, Progress};
use crate::rules::on_boards::{BoardGraphs, ChainTask, SubsetTables};
use crate::scale::Scale;
use serde_json::Value;
use std::sync::Arc;

/// Ladder whose steps have proofs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    Brt,
    Lc,
    Subsets,
    Whips,
    SubsetsWhips,
    Braids,
}

impl Proved {
    const ALL: [(Proved, &'static str); 6] = [
        (Proved::Brt, "BRT"),
        (Proved::Lc, "LC"),
        (Proved::Subsets, "S"),
        (Proved::Whips, "W"),
        (Proved::SubsetsWhips, "S+W"),
        (Proved::Braids, "B"),
    ];

    /// Returns the ladder that a scale is.
    pub fn of(scale: &Scale) -> Option<Proved> {
        let is_it =
            |name: &str| Scale::named(name).is_ok_and(|named| named.description() == scale.description());
        Proved::ALL.into_iter().find(|(_, name)| scale.name == *name && is_it(name)).map(|(proved, _)| proved)
    }

    fn name(self) -> &'static str {
        Proved::ALL.iter().find(|(proved, _)| *proved == self).map_or("", |(_, name)| name)
    }
}

/// Maximum length of chains, as in the ladders of the plain board.
const LONGEST: u32 = 36;

/// Prover of puzzles, with its memory.
#[derive(Default)]
pub struct Prover {
    graphs: BoardGraphs,
    /// Number of states so far.
    version: u64,
}

/// Kind of round: rule, rating, conclusions.
type Round = (&'static str, u32, Candidates);

/// Rates a state of a puzzle and keeps the steps, as [`BoardClimber::prove`](super::BoardClimber::prove).
pub fn prove_from(
    scale: &Scale, board: &Arc<Board>, clues: &[Cells; 9], start: &Grid, budget: u64,
) -> BoardProof {
    Prover::default().prove(Proved::of(scale).unwrap_or(Proved::Brt), board, clues, start, budget)
}

impl Prover {
    /// Rates a state of a puzzle and keeps the steps: those of each round that its conclusions need.
    pub fn prove(
        &mut self, ladder: Proved, board: &Arc<Board>, clues: &[Cells; 9], start: &Grid, budget: u64,
    ) -> BoardProof {
        let tables = BoardTables::of(board.clone());
        let (mut scribe, mut budget) = (Scribe::of(board), Budget(budget));
        let (mut end, mut rating) = (*start, 0);
        let outcome = loop {
            match scribe.exhaust(&mut end) {
                Progress::Solved => break Outcome::Solved(rating),
                Progress::Contradiction => break Outcome::NoSolution,
                Progress::Open => {}
            }
            match self.round(ladder, &tables, &end, &mut budget, &mut scribe) {
                Ok(Some((rule, length, targets))) => {
                    rating = rating.max(length);
                    end.eliminate(&targets);
                    scribe.end_round(rule, length);
                }
                Ok(None) => break Outcome::Unsolved,
                Err(_) => break Outcome::Budget,
            }
        };
        let scale = (ladder.name().to_string(), None);
        proof_of(board, clues, scale, scribe.rounds, (outcome.map(Value::from), &end))
    }

    /// Finds the rule with the least length that proves something in a state without singles. Of two rules of
    /// one length subsets come first.
    fn round(
        &mut self, ladder: Proved, tables: &BoardTables, grid: &Grid, budget: &mut Budget,
        scribe: &mut Scribe,
    ) -> Within<Option<Round>> {
        let board = &*tables.board;
        if ladder == Proved::Brt {
            return Ok(None);
        }
        let has_chains = !matches!(ladder, Proved::Lc | Proved::Subsets);
        let by_one = board.whips_of_one(grid);
        if !by_one.is_empty() {
            let rule = if has_chains { "whip" } else { "lc" };
            scribe.whips_of_one(grid, rule);
            return Ok(Some((rule, 1, by_one)));
        }
        let has_subsets = matches!(ladder, Proved::Subsets | Proved::SubsetsWhips);
        let subsets = if has_subsets { SubsetTables::of(tables, grid).shortest() } else { None };
        if has_chains {
            self.version += 1;
            let longest = subsets.as_ref().map_or(LONGEST, |(size, _)| size - 1);
            // Braids of two variables are whips.
            let chains = match ladder {
                Proved::Braids => vec![(whips::WHIP, [2, 2]), (whips::BRAID, [3, longest])],
                _ => vec![(whips::WHIP, [2, longest])],
            };
            for (family, lengths) in chains {
                let (solution, version, leaves_rest) = (None, self.version, false);
                let task = ChainTask { board, grid, solution, version, family, lengths, leaves_rest };
                let found = self.graphs.shortest_chains(&task, budget, &mut Some(&mut *scribe))?;
                if let Some((length, targets)) = found {
                    return Ok(Some((rule_of(family), length, targets)));
                }
            }
        }
        Ok(subsets.map(|(size, subsets)| {
            let mut targets = Candidates::EMPTY;
            for subset in &subsets {
                if !subset.targets.without(&targets).is_empty() {
                    scribe.subset("subset", subset);
                }
                targets.extend(&subset.targets);
            }
            ("subset", size, targets)
        }))
    }
}

/// Returns the rule of whips or braids.
pub fn rule_of(family: ObjectFamily) -> &'static str {
    if family.continuous { "whip" } else { "braid" }
}

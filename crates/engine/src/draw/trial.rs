//! Marks for trials, and statements move by move.

use super::marks::{Marks, Shade};
use super::words::{self, list};
use crate::evidence::{End, Move, Trace};
use crate::grid::{Candidate, Cells, notation::label};

/// Maximum number of statements for trials; the trees of trial and error have more moves.
const MOVES: usize = 200;

impl Marks {
    /// Marks the tried candidates, and describes how they fail.
    pub(super) fn trial(&mut self, tried: &[Candidate], trace: &Trace) {
        self.tried(tried.iter().copied());
        tried.iter().for_each(|&candidate| self.refuted(candidate, trace, 0));
    }

    /// Marks the candidates tried one after the other, and describes all moves.
    pub(super) fn trials(&mut self, trace: &Trace) {
        self.tried(trace.moves.iter().filter_map(|one| match one {
            Move::Refuted(candidate, _) => Some(*candidate),
            _ => None,
        }));
        self.played(trace, 0);
    }

    pub(super) fn tried(&mut self, candidates: impl Iterator<Item = Candidate>) {
        self.words.cells = "tried: leads to a contradiction";
        candidates.for_each(|it| self.shade(Cells::of(it.cell), Shade::Cells));
    }

    /// Describes a tried candidate, and how it fails.
    fn refuted(&mut self, candidate: Candidate, trace: &Trace, depth: usize) {
        self.remark(depth, words::assumed(candidate), [candidate]);
        self.played(trace, depth + 1);
    }

    /// Describes the moves of a trace.
    fn played(&mut self, trace: &Trace, depth: usize) {
        for one in &trace.moves {
            match one {
                Move::Single(variable, value) => {
                    self.remark(depth, words::only(variable, *value), [*value]);
                }
                Move::Locked(variable, gone) => {
                    let words = format!("All that {variable} has excludes {}.", list(gone));
                    self.remark(depth, words, gone.iter().copied());
                }
                Move::Subset(hall, gone) => {
                    let words = format!("The subset of {} excludes {}.", list(&hall.variables), list(gone));
                    self.remark(depth, words, gone.iter().copied());
                }
                Move::Refuted(candidate, trace) => self.refuted(*candidate, trace, depth),
            }
        }
        if let End::Empty(variable) = trace.end {
            self.remark(depth, words::emptied(&variable), []);
        }
    }

    /// Adds a statement about candidates without marks, up to the maximum number.
    pub(super) fn remark(&mut self, depth: usize, words: String, about: impl IntoIterator<Item = Candidate>) {
        match self.says.len() {
            ..MOVES => {
                self.say(depth, words);
                if let Some(said) = self.says.last_mut() {
                    said.labels = about.into_iter().map(label).collect();
                }
            }
            MOVES => {
                self.say(0, "… and so on: the proof (explain --format json) has all moves.".to_string());
            }
            _ => {}
        }
    }
}

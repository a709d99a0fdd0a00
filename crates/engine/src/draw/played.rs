//! Statements for trials, move by move.

use super::marks::Marks;
use super::words::list;
use crate::evidence::{End, Move, Trace};
use crate::grid::{Candidate, notation::label};

/// Maximum number of statements for trials; the trees of trial and error have more moves.
const MOVES: usize = 200;

impl Marks {
    /// Describes a tried candidate, and how it fails.
    pub(super) fn refuted(&mut self, candidate: Candidate, trace: &Trace, depth: usize) {
        self.remark(depth, format!("Assume that {candidate} is true."), [candidate]);
        self.played(trace, depth + 1);
    }

    /// Describes the moves of a trace.
    pub(super) fn played(&mut self, trace: &Trace, depth: usize) {
        for one in &trace.moves {
            match one {
                Move::Single(variable, value) => {
                    let words = format!("{variable} has nothing else: {value} is true.");
                    self.remark(depth, words, [*value]);
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
            self.remark(depth, format!("Nothing is left for {variable}: a contradiction."), []);
        }
    }

    /// Adds a statement about candidates without marks, up to the maximum number.
    fn remark(&mut self, depth: usize, words: String, about: impl IntoIterator<Item = Candidate>) {
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

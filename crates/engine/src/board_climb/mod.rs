//! Ratings on any board: a scale is climbed by the loop of the plain board, whose rules know labels,
//! variables and links; proofs are written by a loop of their own, or of what that loop finds.
//!
//! ```text
//!   Scale, Board, state ─┬▶ Solver        steps by rules ─▶ Climb
//!                        ├▶ SerClimber    SER, by rules of its own, which know only houses ─▶ SerWriter
//!                        ├▶ Proved        whips, braids, subsets, also in the page ─▶ Scribe    steps
//!                        └▶ Writer        other ladders: steps of what the Solver found, by Scribe
//! ```

mod proved;
mod scribe;
mod ser;
mod ser_steps;
mod steps;
mod trial;

use crate::board_proof::{BoardProof, BoardRound};
use crate::board_tables::BoardTables;
use crate::boards::Board;
use crate::evidence::{Outcome, PROOF, Rating};
use crate::grid::{Cell, Cells, Digit, Grid};
use crate::scale::{Climb, ItemSetClimb, NotOnBoards, Scale, Solver, no_tallies};
use crate::ser::tables::BoardHouses;
pub use crate::ser::tables::NoSer;
pub use proved::prove_from;
use proved::{Proved, Prover};
use ser_steps::prove_ser;
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use steps::Writer;

/// Climber of paths on boards. One climber can rate many puzzles, which saves making its memory again.
#[derive(Default)]
pub struct BoardClimber {
    solver: Solver,
    tables: Option<Arc<BoardTables>>,
    prover: Prover,
    ser: ser::SerClimber,
}

/// Reason why a board does not have a scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoScale {
    /// SER is not defined there.
    Ser(NoSer),
    /// A rule of the scale is not defined there.
    Rule(String, NotOnBoards),
}

impl fmt::Display for NoScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoScale::Ser(reason) => reason.fmt(f),
            NoScale::Rule(scale, reason) => write!(f, "{scale}: {reason}"),
        }
    }
}

impl BoardClimber {
    /// Sets whether climbs keep only outcomes, no tallies, and so may take a shorter path
    /// ([`Solver::only_outcomes`]).
    pub fn only_outcomes(self, only_outcomes: bool) -> BoardClimber {
        BoardClimber { solver: self.solver.only_outcomes(only_outcomes), ..self }
    }

    /// Climbs a state of a puzzle on a board by a [scale of boards](Scale::on_boards). Returns the last
    /// state, too. The end is found sooner if the state's `solution` is given. A scale that the board does
    /// not have leaves the puzzle unsolved ([`BoardClimber::refuses`]).
    pub fn climb(
        &mut self, scale: &Scale, board: &Arc<Board>, start: &Grid, solution: Option<&Grid>, budget: u64,
    ) -> (Climb, Grid) {
        if self.refuses(scale, board).is_some() {
            let tallies = no_tallies(scale.items.len());
            return (Climb { outcome: Outcome::Unsolved, tallies }, *start);
        }
        if scale.is_ser()
            && let Ok((outcome, end)) = self.ser.rate(scale, board, (start, solution), budget)
        {
            let outcome = outcome.map(|all| in_columns(scale, all));
            return (Climb { outcome, tallies: self.ser.tallies(scale) }, end);
        }
        let tables = self.tables(board);
        let climb = self.solver.climb_on(&tables, scale, start, solution, budget);
        (climb, *self.solver.grid())
    }

    /// Returns the outcome of each of these climbs of a state: that of [`BoardClimber::climb`] by the scale
    /// with only these items. Climbs share states, as on the plain board ([`Solver::climb_item_sets`]). By
    /// SER a climb ends where its next step is none of its items.
    pub fn climb_item_sets(
        &mut self, scale: &Scale, board: &Arc<Board>, start: &Grid, solution: Option<&Grid>,
        asks: &[ItemSetClimb],
    ) -> Vec<Outcome> {
        if scale.is_ser()
            && let Ok(outcomes) = self.ser.rate_item_sets(scale, board, (start, solution), asks)
        {
            return outcomes.into_iter().map(|outcome| outcome.map(|all| in_columns(scale, all))).collect();
        }
        if self.refuses(scale, board).is_some() {
            let mut alone = |ask: &ItemSetClimb| {
                self.climb(&ask.items.scale(scale), board, start, solution, ask.budget).0.outcome
            };
            return asks.iter().map(&mut alone).collect();
        }
        let tables = self.tables(board);
        self.solver.climb_item_sets_on(&tables, scale, start, solution, asks)
    }

    /// Returns the reason why a board does not have a scale; `None` if it has.
    pub fn refuses(&mut self, scale: &Scale, board: &Board) -> Option<NoScale> {
        match scale.is_ser() {
            true => self.ser.houses(board).err().map(NoScale::Ser),
            false => scale.refused_by(board).map(|reason| NoScale::Rule(scale.name.clone(), reason)),
        }
    }

    /// Rates a puzzle by a [scale of boards](Scale::on_boards) and keeps the steps: those of each round that
    /// its conclusions need. By SER a round is one hint, and the board of the proof has all nine windows, if
    /// it has some. A scale that the board does not have plays singles only.
    pub fn prove(
        &mut self, scale: &Scale, board: &Arc<Board>, clues: &[Cells; 9], budget: u64,
    ) -> BoardProof {
        let known = Proved::of(scale);
        if scale.is_ser()
            && let Ok(houses) = self.ser.houses(board)
        {
            let with_windows = BoardHouses::with_all_windows(board);
            let board = with_windows.as_ref().unwrap_or(board);
            return prove_ser(&mut self.ser, scale, (board, &houses), clues, budget);
        }
        match scale.on_boards() {
            Ok(scale) if known.is_none() && self.refuses(&scale, board).is_none() => {
                self.prove_by_climb(&scale, board, clues, budget)
            }
            _ => {
                let start = board.start(clues);
                self.prover.prove(known.unwrap_or(Proved::Brt), board, clues, &start, budget)
            }
        }
    }

    fn prove_by_climb(
        &mut self, scale: &Scale, board: &Arc<Board>, clues: &[Cells; 9], budget: u64,
    ) -> BoardProof {
        let tables = self.tables(board);
        let mut writer = Writer::of(&tables, scale);
        let start = board.start(clues);
        let climb =
            self.solver.observe_on(&tables, scale, &start, budget, &mut |applied| writer.round(&applied));
        let outcome = climb.outcome.column(0).map(|rating| scale.unit().json(rating));
        let named = (scale.name.clone(), Some(scale.definition.clone()));
        proof_of(board, clues, named, writer.rounds(), (outcome, self.solver.grid()))
    }

    /// Returns the tables of a board, those of the last one if it is the same.
    fn tables(&mut self, board: &Arc<Board>) -> Arc<BoardTables> {
        let is_it = |tables: &&Arc<BoardTables>| Arc::ptr_eq(&tables.board, board);
        match self.tables.as_ref().filter(is_it) {
            Some(tables) => tables.clone(),
            None => self.tables.insert(Arc::new(BoardTables::of(board.clone()))).clone(),
        }
    }
}

/// Makes a proof by a scale, given by its name and perhaps its definition, from its rounds, and from its
/// outcome and the last grid.
fn proof_of(
    board: &Board, clues: &[Cells; 9], (scale, definition): (String, Option<String>),
    rounds: Vec<BoardRound>, (outcome, end): (Outcome<Value>, &Grid),
) -> BoardProof {
    let is_solved = matches!(outcome, Outcome::Solved(_));
    BoardProof {
        version: PROOF,
        sudoscope: env!("CARGO_PKG_VERSION").to_string(),
        board: board.to_string(),
        puzzle: board.write(clues),
        scale,
        definition,
        rounds,
        outcome,
        end: if is_solved { board.write(&end.planes) } else { marks(board, end) },
    }
}

/// Returns the columns of SER or SE.
fn in_columns(scale: &Scale, all: ser::SeRating) -> Rating {
    let mut rating = Rating::default();
    let columns = rating.0.iter_mut().zip(all).take(scale.columns.len());
    columns.for_each(|(own, value)| *own = value);
    rating
}

/// Returns the candidates of a state, values included: for each cell as many characters as there are digits.
pub fn marks(board: &Board, grid: &Grid) -> String {
    let mark = |cell: Cell, digit: Digit| match grid.planes[digit].contains(cell) {
        true => char::from(b'0' + digit.number()),
        false => '.',
    };
    let digits = || Digit::all().take(board.size());
    board.cells().flat_map(|cell| digits().map(move |digit| mark(cell, digit))).collect()
}

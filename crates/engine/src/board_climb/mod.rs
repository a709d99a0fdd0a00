//! Ratings on any board: singles, subsets, whips, braids, SER. This folder knows only labels, variables and
//! links.
//!
//! ```text
//!   Board, state ─┬▶ BoardGraphs   whips and braids, by the searches in `rules/chain/` ─┬▶ Scribe   steps
//!                 └▶ Subset        naked and hidden sets, fish                          ─┘
//! ```
//!
//! SER (`ser.rs`) has rules of its own, which know only houses.

mod chains;
mod scribe;
mod ser;
mod subsets;

use crate::board_proof::BoardProof;
use crate::boards::Board;
use crate::budget::{Budget, Within};
use crate::evidence::{Outcome, PROOF, Unit};
use crate::grid::{Candidates, Cell, Cells, Digit, Grid, Progress};
pub use crate::ser::tables::NoSer;
use chains::{BoardGraphs, ChainTask};
use scribe::Scribe;
pub(crate) use scribe::{name, reason};
use subsets::shortest_subsets;

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
    /// SER: ER, the difficulty of the hardest step in tenths.
    Ser,
    /// ER, the first column of SE.
    Se,
    /// EP, the second column of SE: the hardest step up to the first that places a digit.
    SeEp,
    /// ED, the third column of SE: the first step.
    SeEd,
}

impl BoardScale {
    /// All scales. SE has two more columns: [`BoardScale::columns`].
    pub const ALL: [BoardScale; 8] = [
        BoardScale::Brt,
        BoardScale::Lc,
        BoardScale::Subsets,
        BoardScale::Whips,
        BoardScale::SubsetsWhips,
        BoardScale::Braids,
        BoardScale::Ser,
        BoardScale::Se,
    ];

    /// Returns the columns of the scale: one, or the three of SE.
    pub fn columns(self) -> Vec<BoardScale> {
        match self {
            BoardScale::Se => vec![BoardScale::Se, BoardScale::SeEp, BoardScale::SeEd],
            _ => vec![self],
        }
    }

    /// Whether the scale is a further column of the scale before it.
    pub fn is_further(self) -> bool {
        matches!(self, BoardScale::SeEp | BoardScale::SeEd)
    }

    /// Returns the unit of the ratings.
    pub fn unit(self) -> Unit {
        if self.of_ser().is_some() { Unit::Tenths } else { Unit::Level }
    }

    /// Whether the steps of the scale have proofs. Without them [`BoardClimber::prove`] plays singles only.
    pub fn has_proofs(self) -> bool {
        self.of_ser().is_none()
    }

    /// Returns the column of SE that the scale is.
    fn of_ser(self) -> Option<usize> {
        match self {
            BoardScale::Ser | BoardScale::Se => Some(0),
            BoardScale::SeEp => Some(1),
            BoardScale::SeEd => Some(2),
            _ => None,
        }
    }

    /// Returns the name of the ladder with the same rules on the plain board.
    pub fn name(self) -> &'static str {
        match self {
            BoardScale::Brt => "BRT",
            BoardScale::Lc => "LC",
            BoardScale::Subsets => "S",
            BoardScale::Whips => "W",
            BoardScale::SubsetsWhips => "S+W",
            BoardScale::Braids => "B",
            BoardScale::Ser => "SER",
            BoardScale::Se => "SE",
            BoardScale::SeEp => "SE EP",
            BoardScale::SeEd => "SE ED",
        }
    }
}

/// Maximum length of chains, as in the ladders of the plain board.
const LONGEST: u32 = 36;

/// Climber of paths on boards. One climber can rate many puzzles, which saves making its memory again.
#[derive(Default)]
pub struct BoardClimber {
    graphs: BoardGraphs,
    /// Made when SER is asked for: the page in the browser does not, and is small.
    ser: Option<Box<ser::SerClimber>>,
}

/// Puzzle to climb, by one scale.
#[derive(Clone, Copy)]
struct Climb<'a> {
    scale: BoardScale,
    board: &'a Board,
    solution: Option<&'a Grid>,
}

impl BoardClimber {
    /// Rates a state on a board: the longest chain of a path that plays the shortest chains first, all of one
    /// length at once. Returns the last state, too. The rating is found sooner if the state's `solution` is
    /// given. A partial chain costs one unit of the budget. SER is the hardest step instead; a board without
    /// it leaves the puzzle unsolved ([`BoardClimber::refuses`]).
    pub fn rate(
        &mut self, scale: BoardScale, board: &Board, start: &Grid, solution: Option<&Grid>, budget: u64,
    ) -> (Outcome<u32>, Grid) {
        let Some(column) = scale.of_ser() else {
            return self.climb(Climb { scale, board, solution }, start, budget, None);
        };
        match self.ser.get_or_insert_default().rate(board, start, solution, budget) {
            Ok((outcome, end)) => (outcome.map(|rating| rating[column]), end),
            Err(_) => (Outcome::Unsolved, *start),
        }
    }

    /// Returns the reason why the scale is not defined on a board; `None` if it is.
    pub fn refuses(&mut self, scale: BoardScale, board: &Board) -> Option<NoSer> {
        scale.of_ser().and_then(|_| self.ser.get_or_insert_default().houses(board).err())
    }

    /// Rates a puzzle and keeps the steps: those of each round that its conclusions need.
    pub fn prove(&mut self, scale: BoardScale, board: &Board, clues: &[Cells; 9], budget: u64) -> BoardProof {
        self.prove_from(scale, board, clues, &board.start(clues), budget)
    }

    /// Rates a state of a puzzle and keeps the steps, as [`BoardClimber::prove`].
    pub fn prove_from(
        &mut self, scale: BoardScale, board: &Board, clues: &[Cells; 9], start: &Grid, budget: u64,
    ) -> BoardProof {
        let mut scribe = Scribe::of(board);
        let climb = Climb { scale, board, solution: None };
        let (outcome, end) = self.climb(climb, start, budget, Some(&mut scribe));
        BoardProof {
            version: PROOF,
            sudoscope: env!("CARGO_PKG_VERSION").to_string(),
            board: board.to_string(),
            puzzle: board.write(clues),
            scale: scale.name().to_string(),
            rounds: scribe.rounds,
            end: if outcome.rating().is_some() { board.write(&end.planes) } else { marks(board, &end) },
            outcome,
        }
    }

    fn climb(
        &mut self, climb: Climb, start: &Grid, budget: u64, mut scribe: Option<&mut Scribe>,
    ) -> (Outcome<u32>, Grid) {
        let (mut grid, mut rating, mut budget) = (*start, 0, Budget(budget));
        let outcome = loop {
            let progress = match &mut scribe {
                Some(scribe) => scribe.exhaust(&mut grid),
                None => climb.board.exhaust(&mut grid),
            };
            match progress {
                Progress::Solved => break Outcome::Solved(rating),
                Progress::Contradiction => break Outcome::NoSolution,
                Progress::Open => {}
            }
            match self.next(climb, &grid, &mut budget, &mut scribe) {
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
        &mut self, climb: Climb, grid: &Grid, budget: &mut Budget, scribe: &mut Option<&mut Scribe>,
    ) -> Within<Option<(&'static str, u32, Candidates)>> {
        let Climb { scale, board, solution } = climb;
        if scale == BoardScale::Brt || !scale.has_proofs() {
            return Ok(None);
        }
        let by_one = board.whips_of_one(grid);
        if !by_one.is_empty() {
            let rule = if matches!(scale, BoardScale::Lc | BoardScale::Subsets) { "lc" } else { "whip" };
            if let Some(scribe) = scribe {
                scribe.whips_of_one(grid, rule);
            }
            return Ok(Some((rule, 1, by_one)));
        }
        let has_subsets = matches!(scale, BoardScale::Subsets | BoardScale::SubsetsWhips);
        let subsets = if has_subsets { shortest_subsets(board, grid) } else { None };
        let below = subsets.as_ref().map_or(LONGEST + 1, |(size, _)| *size);
        if !matches!(scale, BoardScale::Lc | BoardScale::Subsets) {
            let are_braids = scale == BoardScale::Braids;
            let task = ChainTask { board, grid, solution, are_braids, below };
            if let Some((length, found)) = self.graphs.shortest_chains(&task, budget, scribe)? {
                return Ok(Some((if are_braids { "braid" } else { "whip" }, length, found)));
            }
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
}

/// Returns the candidates of a state, values included: for each cell as many characters as there are digits.
pub(crate) fn marks(board: &Board, grid: &Grid) -> String {
    let mark = |cell: Cell, digit: Digit| match grid.planes[digit].contains(cell) {
        true => char::from(b'0' + digit.number()),
        false => '.',
    };
    board
        .cells()
        .flat_map(|cell| Digit::all().take(board.size()).map(move |digit| mark(cell, digit)))
        .collect()
}

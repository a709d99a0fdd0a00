//! What a puzzle starts from: clues; for a sukaku, the candidates that are left; or a state with both.

use super::{Candidates, Cells, Grid, PEERS, notation};

/// A puzzle as it is given. Its text ([`std::fmt::Display`]) is read back as the same puzzle.
///
/// ```text
///   ..34......5…      Clues      what a clue excludes is gone at the start, and its cell decided
///   1.3......12…      Sukaku     729 characters, cell by cell the candidates that are left. No cell is
///                                decided: one with one candidate is a naked single, and a sukaku has no
///                                clues
///   :0000:x:..+34…:   State      a puzzle on its way, as a line of HoDoKu's library: clues, a + before
///                                values that were placed, and the candidates that are gone beside what the
///                                values exclude
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Puzzle {
    /// The cells of each digit that are given.
    Clues([Cells; 9]),
    /// The candidates that are left.
    Sukaku(Candidates),
    /// A state, which is neither.
    State(PuzzleState),
}

/// A puzzle on its way. Every decided cell has its value, and no peer of it that candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleState {
    grid: Grid,
    /// The decided cells that are clues.
    given: Cells,
}

impl PuzzleState {
    /// The clues.
    #[doc(hidden)]
    pub fn clues(&self) -> [Cells; 9] {
        self.grid.planes.map(|plane| plane & self.given)
    }

    /// The clues and the values that were placed.
    #[doc(hidden)]
    pub fn values(&self) -> [Cells; 9] {
        self.grid.planes.map(|plane| plane & self.grid.placed)
    }

    /// The decided cells that are clues.
    pub fn given(&self) -> Cells {
        self.given
    }

    /// The candidates that are gone beside what the values exclude.
    #[doc(hidden)]
    pub fn deleted(&self) -> Candidates {
        let Grid { planes, .. } = Grid::from_clues(&self.values());
        Candidates(std::array::from_fn(|digit| planes[digit] - self.grid.planes[digit]))
    }
}

impl Puzzle {
    /// The state from which it is solved.
    #[inline]
    #[doc(hidden)]
    pub fn grid(&self) -> Grid {
        match self {
            Puzzle::Clues(clues) => Grid::from_clues(clues),
            Puzzle::Sukaku(Candidates(planes)) => Grid { planes: *planes, placed: Cells::EMPTY },
            Puzzle::State(state) => state.grid,
        }
    }

    /// Its clues; a sukaku has none.
    #[doc(hidden)]
    pub fn clues(&self) -> [Cells; 9] {
        match self {
            Puzzle::Clues(clues) => *clues,
            Puzzle::Sukaku(_) => [Cells::EMPTY; 9],
            Puzzle::State(state) => state.clues(),
        }
    }

    /// Number of clues.
    #[inline]
    pub fn clue_count(&self) -> usize {
        match self {
            Puzzle::Clues(clues) => clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells).len(),
            Puzzle::Sukaku(_) => 0,
            Puzzle::State(state) => state.given.len(),
        }
    }

    /// Clues that say the same: those of a puzzle, or all values of a state in which no other candidate is
    /// gone.
    pub fn as_clues(&self) -> Option<[Cells; 9]> {
        match self {
            Puzzle::Clues(clues) => Some(*clues),
            Puzzle::Sukaku(_) => None,
            Puzzle::State(state) => state.deleted().is_empty().then(|| state.values()),
        }
    }

    /// Appends its text.
    pub fn write(&self, text: &mut Vec<u8>) {
        match self {
            Puzzle::Clues(clues) => text.extend_from_slice(&notation::clue_bytes(clues)),
            Puzzle::Sukaku(candidates) => text.extend(notation::sukaku(candidates).bytes()),
            Puzzle::State(state) => text.extend(notation::library_line(state).bytes()),
        }
    }

    /// The sukaku with what is left in this state: its undecided candidates, and its values.
    pub fn sukaku_of(grid: &Grid) -> Puzzle {
        Puzzle::Sukaku(Candidates(grid.planes))
    }

    /// The state with these values, those in `placed` being no clues, and without the candidates that are
    /// deleted.
    pub fn of_values(values: &[Cells; 9], placed: Cells, deleted: &Candidates) -> Puzzle {
        let mut grid = Grid::from_clues(values);
        let is_less = grid.planes.iter().zip(deleted.0).any(|(plane, deleted)| plane.intersects(deleted));
        if placed.is_empty() && !is_less {
            return Puzzle::Clues(*values);
        }
        grid.eliminate(deleted);
        Puzzle::of_state(grid, grid.placed - placed)
    }

    /// The state with these candidates. A cell with one is decided if no peer has it any more, or if it is
    /// marked as given or as placed. Where some are marked as given, the others were placed; otherwise all
    /// are clues that are not marked as placed.
    #[doc(hidden)]
    pub fn of_candidates(candidates: &Candidates, given: Cells, placed: Cells) -> Puzzle {
        let (once, twice) = Grid::of(candidates.0, Cells::EMPTY).once_twice();
        let marked = given | placed;
        let is_value = |plane: Cells, cell: usize| marked.contains(cell) || !PEERS[cell].intersects(plane);
        let values = candidates.0.map(|plane| {
            let single = plane & (once - twice);
            single.filter(|&cell| is_value(plane, cell)).collect()
        });
        let mut grid = Grid::from_clues(&values);
        grid.planes.iter_mut().zip(candidates.0).for_each(|(plane, left)| *plane &= left);
        Puzzle::of_state(grid, if given.is_empty() { Cells::ALL - placed } else { given })
    }

    /// The state with these values and candidates left, decided and given cells; nothing if there is none.
    pub fn state(left: &Candidates, placed: Cells, given: Cells) -> Option<Puzzle> {
        let grid = Grid::of(left.0, placed);
        let values = grid.planes.map(|plane| plane & placed);
        let all = Grid::from_clues(&values);
        let deleted = Candidates(std::array::from_fn(|digit| all.planes[digit] - grid.planes[digit]));
        let state = Puzzle::of_values(&values, placed - given, &deleted);
        let is_it = matches!(state, Puzzle::State(_)) && state.grid() == grid && given.is_subset(placed);
        is_it.then_some(state)
    }

    /// The state of which these decided cells are clues: a puzzle, or a sukaku, where it is one.
    fn of_state(grid: Grid, given: Cells) -> Puzzle {
        let (once, twice) = grid.once_twice();
        let state = PuzzleState { grid, given: given & grid.placed };
        if grid.placed.is_empty() || !grid.placed.is_subset(once - twice) {
            Puzzle::sukaku_of(&grid)
        } else if state.given == grid.placed && state.deleted().is_empty() {
            Puzzle::Clues(state.values())
        } else {
            Puzzle::State(state)
        }
    }
}

impl Default for Puzzle {
    /// No clues.
    fn default() -> Puzzle {
        Puzzle::Clues([Cells::EMPTY; 9])
    }
}

impl From<[Cells; 9]> for Puzzle {
    fn from(clues: [Cells; 9]) -> Puzzle {
        Puzzle::Clues(clues)
    }
}

impl From<&Puzzle> for Grid {
    #[inline]
    fn from(puzzle: &Puzzle) -> Grid {
        puzzle.grid()
    }
}

impl From<&[Cells; 9]> for Grid {
    #[inline]
    fn from(clues: &[Cells; 9]) -> Grid {
        Grid::from_clues(clues)
    }
}

impl std::fmt::Display for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Puzzle::Clues(clues) => f.write_str(&notation::clues(clues)),
            Puzzle::Sukaku(candidates) => f.write_str(&notation::sukaku(candidates)),
            Puzzle::State(state) => f.write_str(&notation::library_line(state)),
        }
    }
}

/// A puzzle as it was given: as a state, or so that the state is made if someone asks. Few rules do.
#[derive(Clone, Copy)]
pub enum Given {
    /// As a state.
    State(Grid),
    /// As clues or candidates.
    Puzzle(Puzzle),
}

impl Given {
    /// The state.
    #[doc(hidden)]
    pub fn grid(&self) -> Grid {
        match self {
            Given::State(grid) => *grid,
            Given::Puzzle(puzzle) => puzzle.grid(),
        }
    }
}

impl Given {
    /// The puzzle; of a state its values are the clues.
    #[doc(hidden)]
    pub fn puzzle(&self) -> Puzzle {
        match self {
            Given::State(grid) => Puzzle::of_state(*grid, grid.placed()),
            Given::Puzzle(puzzle) => *puzzle,
        }
    }

    /// The cells of clues.
    #[doc(hidden)]
    pub fn clues(&self) -> Cells {
        match self {
            Given::Puzzle(Puzzle::State(state)) => state.given(),
            _ => self.grid().placed(),
        }
    }
}

impl From<&Grid> for Given {
    fn from(grid: &Grid) -> Given {
        Given::State(*grid)
    }
}

impl From<&Puzzle> for Given {
    fn from(puzzle: &Puzzle) -> Given {
        Given::Puzzle(*puzzle)
    }
}

impl From<&[Cells; 9]> for Given {
    fn from(clues: &[Cells; 9]) -> Given {
        Given::Puzzle(Puzzle::Clues(*clues))
    }
}

impl From<Grid> for Given {
    fn from(grid: Grid) -> Given {
        Given::State(grid)
    }
}

impl Default for Given {
    fn default() -> Given {
        Given::State(Grid::default())
    }
}

//! Puzzles: clues, the candidates left of a sukaku, or a state with both.

use super::{Candidates, Cell, Cells, Grid, notation};

/// A puzzle as given. Its text ([`std::fmt::Display`]) is read back as the same puzzle: clues and sukakus by
/// [`Puzzle::parse`], states by `input::read_puzzle` of the crate `sudoscope-pipeline`.
///
/// ```text
///   ..34......5…      Clues      cells of clues are decided at the start, and the candidates that clues
///                                exclude are removed
///   1.3......12…      Sukaku     729 characters, cell by cell the candidates left. No cell is decided: a
///                                cell with a single candidate is a naked single, and a sukaku has no
///                                clues
///   :0000:x:..+34…:   State      a partly solved puzzle, as a line of HoDoKu's library: clues, a + before
///                                values that were placed, and the deleted candidates, apart from the
///                                candidates that the values exclude
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Puzzle {
    /// The given cells of each digit.
    Clues([Cells; 9]),
    /// The candidates left.
    Sukaku(Candidates),
    /// A partly solved puzzle.
    State(PuzzleState),
}

/// Partly solved puzzle. Every decided cell holds only its value, and no peer of the cell has that candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleState {
    grid: Grid,
    /// Returns the decided cells that are clues.
    given: Cells,
}

impl PuzzleState {
    /// Returns the clues.
    #[doc(hidden)]
    pub fn clues(&self) -> [Cells; 9] {
        self.grid.planes.map(|plane| plane & self.given)
    }

    /// Returns the clues and the values that were placed.
    #[doc(hidden)]
    pub fn values(&self) -> [Cells; 9] {
        self.grid.planes.map(|plane| plane & self.grid.placed)
    }

    /// Returns the decided cells that are clues.
    pub fn given(&self) -> Cells {
        self.given
    }

    /// Returns the deleted candidates, apart from the candidates that the values exclude.
    #[doc(hidden)]
    pub fn deleted(&self) -> Candidates {
        let Grid { planes, .. } = Grid::from_clues(&self.values());
        Candidates(std::array::from_fn(|digit| planes[digit] - self.grid.planes[digit]))
    }
}

impl Puzzle {
    /// Returns the state from which the puzzle is solved.
    #[inline]
    #[doc(hidden)]
    pub fn grid(&self) -> Grid {
        match self {
            Puzzle::Clues(clues) => Grid::from_clues(clues),
            Puzzle::Sukaku(Candidates(planes)) => Grid { planes: *planes, placed: Cells::EMPTY },
            Puzzle::State(state) => state.grid,
        }
    }

    /// Returns the clues; a sukaku has none.
    #[doc(hidden)]
    pub fn clues(&self) -> [Cells; 9] {
        match self {
            Puzzle::Clues(clues) => *clues,
            Puzzle::Sukaku(_) => [Cells::EMPTY; 9],
            Puzzle::State(state) => state.clues(),
        }
    }

    /// Returns the number of clues.
    #[inline]
    pub fn clue_count(&self) -> usize {
        match self {
            Puzzle::Clues(clues) => clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells).len(),
            Puzzle::Sukaku(_) => 0,
            Puzzle::State(state) => state.given.len(),
        }
    }

    /// Returns equivalent clues: the clues of a puzzle, or all values of a state without deleted candidates.
    pub fn as_clues(&self) -> Option<[Cells; 9]> {
        match self {
            Puzzle::Clues(clues) => Some(*clues),
            Puzzle::Sukaku(_) => None,
            Puzzle::State(state) => state.deleted().is_empty().then(|| state.values()),
        }
    }

    /// Appends the text of the puzzle.
    pub fn write(&self, text: &mut Vec<u8>) {
        match self {
            Puzzle::Clues(clues) => text.extend_from_slice(&notation::clue_bytes(clues)),
            Puzzle::Sukaku(candidates) => text.extend(notation::sukaku(candidates).bytes()),
            Puzzle::State(state) => text.extend(notation::library_line(state).bytes()),
        }
    }

    /// Makes a sukaku of the undecided candidates and the values of this state.
    pub fn sukaku_of(grid: &Grid) -> Puzzle {
        Puzzle::Sukaku(Candidates(grid.planes))
    }

    /// Makes the state with these values, of which those in `placed` are not clues, and without the deleted
    /// candidates.
    pub fn of_values(values: &[Cells; 9], placed: Cells, deleted: &Candidates) -> Puzzle {
        let mut grid = Grid::from_clues(values);
        let is_less = grid.planes.iter().zip(deleted.0).any(|(plane, deleted)| plane.intersects(deleted));
        if placed.is_empty() && !is_less {
            return Puzzle::Clues(*values);
        }
        grid.eliminate(deleted);
        Puzzle::of_state(grid, grid.placed - placed)
    }

    /// Makes the state with these candidates. A cell with a single candidate is decided if no peer has this
    /// candidate any more, or if the cell is marked as given or as placed. If some cells are marked as given,
    /// the other decided cells were placed; otherwise all decided cells not marked as placed are clues.
    #[doc(hidden)]
    pub fn of_candidates(candidates: &Candidates, given: Cells, placed: Cells) -> Puzzle {
        let (once, twice) = Grid::of(candidates.0, Cells::EMPTY).once_twice();
        let marked = given | placed;
        let is_value = |plane: Cells, cell: Cell| marked.contains(cell) || !cell.peers().intersects(plane);
        let values = candidates.0.map(|plane| {
            let single = plane & (once - twice);
            single.filter(|&cell| is_value(plane, cell)).collect()
        });
        let mut grid = Grid::from_clues(&values);
        grid.planes.iter_mut().zip(candidates.0).for_each(|(plane, left)| *plane &= left);
        Puzzle::of_state(grid, if given.is_empty() { Cells::ALL - placed } else { given })
    }

    /// Makes the state with these values and candidates left, decided cells and given cells; returns `None`
    /// if these do not form a state.
    pub fn state(left: &Candidates, placed: Cells, given: Cells) -> Option<Puzzle> {
        let grid = Grid::of(left.0, placed);
        let values = grid.planes.map(|plane| plane & placed);
        let all = Grid::from_clues(&values);
        let deleted = Candidates(std::array::from_fn(|digit| all.planes[digit] - grid.planes[digit]));
        let state = Puzzle::of_values(&values, placed - given, &deleted);
        let is_it = matches!(state, Puzzle::State(_)) && state.grid() == grid && given.is_subset(placed);
        is_it.then_some(state)
    }

    /// Makes the state of this grid in which the given decided cells are clues; a puzzle of clues or a sukaku
    /// if the grid is one.
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
    /// Makes a puzzle without clues.
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

/// The puzzle as it was given: as a grid, or as a puzzle whose grid is made on demand, because few rules use
/// it.
#[derive(Clone, Copy)]
pub enum Given {
    /// A grid.
    State(Grid),
    /// A puzzle of clues or candidates, or a state.
    Puzzle(Puzzle),
}

impl Given {
    /// Returns the first state of the puzzle.
    #[doc(hidden)]
    pub fn grid(&self) -> Grid {
        match self {
            Given::State(grid) => *grid,
            Given::Puzzle(puzzle) => puzzle.grid(),
        }
    }
}

impl Given {
    /// Returns the puzzle; the values of a grid count as its clues.
    #[doc(hidden)]
    pub fn puzzle(&self) -> Puzzle {
        match self {
            Given::State(grid) => Puzzle::of_state(*grid, grid.placed()),
            Given::Puzzle(puzzle) => *puzzle,
        }
    }

    /// Returns the cells of clues.
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

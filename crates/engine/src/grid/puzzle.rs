//! What a puzzle starts from: clues, or, for a sukaku, the candidates that are left.

use super::{Candidates, Cells, Grid, notation};

/// A puzzle as it is given. Its text ([`std::fmt::Display`]) has 81 characters, or 729 for a sukaku, and is
/// read back as the same puzzle.
///
/// ```text
///   ..34......5…   Clues      what a clue excludes is gone at the start, and its cell decided
///   1.3......12…   Sukaku     cell by cell the candidates that are left. No cell is decided: one with
///                             one candidate is a naked single, and a sukaku has no clues
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Puzzle {
    /// The cells of each digit that are given.
    Clues([Cells; 9]),
    /// The candidates that are left.
    Sukaku(Candidates),
}

impl Puzzle {
    /// The state from which it is solved.
    #[inline]
    pub fn grid(&self) -> Grid {
        match self {
            Puzzle::Clues(clues) => Grid::from_clues(clues),
            Puzzle::Sukaku(Candidates(planes)) => Grid { planes: *planes, placed: Cells::EMPTY },
        }
    }

    /// Its clues; a sukaku has none.
    pub fn clues(&self) -> [Cells; 9] {
        match self {
            Puzzle::Clues(clues) => *clues,
            Puzzle::Sukaku(_) => [Cells::EMPTY; 9],
        }
    }

    /// Number of clues.
    pub fn clue_count(&self) -> usize {
        match self {
            Puzzle::Clues(clues) => clues.iter().fold(Cells::EMPTY, |all, &cells| all | cells).len(),
            Puzzle::Sukaku(_) => 0,
        }
    }

    /// Appends its text.
    pub fn write(&self, text: &mut Vec<u8>) {
        match self {
            Puzzle::Clues(clues) => text.extend(notation::clue_bytes(clues)),
            Puzzle::Sukaku(candidates) => text.extend(notation::sukaku(candidates).bytes()),
        }
    }

    /// The sukaku with what is left in this state: its undecided candidates, and its values.
    pub fn sukaku_of(grid: &Grid) -> Puzzle {
        Puzzle::Sukaku(Candidates(grid.planes))
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
    pub fn grid(&self) -> Grid {
        match self {
            Given::State(grid) => *grid,
            Given::Puzzle(puzzle) => puzzle.grid(),
        }
    }
}

impl From<&Grid> for Given {
    fn from(grid: &Grid) -> Given {
        Given::State(*grid)
    }
}

impl Default for Given {
    fn default() -> Given {
        Given::State(Grid::default())
    }
}

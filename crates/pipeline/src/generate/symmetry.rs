//! Symmetries of where clues stand: which cells get a clue together.

use sudoscope_engine::grid::Cells;

/// A way to turn or mirror the grid: from row and column to row and column.
type Turn = fn(usize, usize) -> (usize, usize);

/// A symmetry: its name, and the turns that leave the places of the clues as they are.
pub struct Symmetry {
    /// Its name.
    pub name: &'static str,
    turns: &'static [Turn],
}

const HALF: Turn = |row, column| (8 - row, 8 - column);
const QUARTER: Turn = |row, column| (column, 8 - row);
const LEFT_RIGHT: Turn = |row, column| (row, 8 - column);
const TOP_BOTTOM: Turn = |row, column| (8 - row, column);
const DIAGONAL: Turn = |row, column| (column, row);
const ANTIDIAGONAL: Turn = |row, column| (8 - column, 8 - row);

/// All of them.
pub static SYMMETRIES: &[Symmetry] = &[
    Symmetry { name: "none", turns: &[] },
    Symmetry { name: "rotational-180", turns: &[HALF] },
    Symmetry { name: "rotational-90", turns: &[QUARTER] },
    Symmetry { name: "left-right", turns: &[LEFT_RIGHT] },
    Symmetry { name: "top-bottom", turns: &[TOP_BOTTOM] },
    Symmetry { name: "both-mirrors", turns: &[LEFT_RIGHT, TOP_BOTTOM] },
    Symmetry { name: "diagonal", turns: &[DIAGONAL] },
    Symmetry { name: "antidiagonal", turns: &[ANTIDIAGONAL] },
    Symmetry { name: "both-diagonals", turns: &[DIAGONAL, ANTIDIAGONAL] },
    Symmetry { name: "full", turns: &[QUARTER, LEFT_RIGHT] },
];

impl Symmetry {
    /// Whether each cell is by itself.
    pub fn is_none(&self) -> bool {
        self.turns.is_empty()
    }

    /// Whether clues that stand in these cells have it.
    pub fn holds(&self, clues: Cells) -> bool {
        let orbits = self.orbits();
        clues.into_iter().all(|cell| orbits[cell].is_subset(clues))
    }

    /// For each cell those that get a clue with it, itself among them.
    pub fn orbits(&self) -> [Cells; 81] {
        std::array::from_fn(|cell| {
            let mut orbit = Cells::of(cell);
            loop {
                let turned = orbit.flat_map(|cell| {
                    self.turns.iter().map(move |turn| {
                        let (row, column) = turn(cell / 9, cell % 9);
                        9 * row + column
                    })
                });
                let more = turned.fold(orbit, |all, cell| all | Cells::of(cell));
                if more == orbit {
                    return orbit;
                }
                orbit = more;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells that belong together do so whichever is asked; the sizes are those of the groups.
    #[test]
    fn orbits_are_classes() {
        let largest = [1, 2, 4, 2, 2, 4, 2, 2, 4, 8];
        for (symmetry, largest) in SYMMETRIES.iter().zip(largest) {
            let orbits = symmetry.orbits();
            for (cell, mut orbit) in orbits.into_iter().enumerate() {
                assert!(orbit.contains(cell) && orbit.all(|other| orbits[other] == orbits[cell]));
            }
            let sizes = orbits.iter().map(|orbit| orbit.len()).max();
            assert_eq!(sizes, Some(largest), "{}", symmetry.name);
        }
    }
}

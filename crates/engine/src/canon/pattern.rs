//! The symmetries of a pattern of clues in the square: which cells get a clue together.

use crate::grid::Cells;

/// A way to turn or mirror the square: from row and column to row and column.
type Turn = fn(usize, usize) -> (usize, usize);

/// Symmetries of the square (rotations and reflections) that leave a pattern of cells as it is: a group of
/// them.
pub struct PatternSymmetry {
    /// Its name, as it is printed and typed.
    pub name: &'static str,
    /// Of these, all of the group are made.
    turns: &'static [Turn],
}

const HALF: Turn = |row, column| (8 - row, 8 - column);
const QUARTER: Turn = |row, column| (column, 8 - row);
const LEFT_RIGHT: Turn = |row, column| (row, 8 - column);
const TOP_BOTTOM: Turn = |row, column| (8 - row, column);
const DIAGONAL: Turn = |row, column| (column, row);
const ANTIDIAGONAL: Turn = |row, column| (8 - column, 8 - row);

/// All of them. Each stands behind those that are a part of it.
pub static PATTERN_SYMMETRIES: [PatternSymmetry; 10] = [
    PatternSymmetry { name: "none", turns: &[] },
    PatternSymmetry { name: "rotational-180", turns: &[HALF] },
    PatternSymmetry { name: "rotational-90", turns: &[QUARTER] },
    PatternSymmetry { name: "left-right", turns: &[LEFT_RIGHT] },
    PatternSymmetry { name: "top-bottom", turns: &[TOP_BOTTOM] },
    PatternSymmetry { name: "both-mirrors", turns: &[LEFT_RIGHT, TOP_BOTTOM] },
    PatternSymmetry { name: "diagonal", turns: &[DIAGONAL] },
    PatternSymmetry { name: "antidiagonal", turns: &[ANTIDIAGONAL] },
    PatternSymmetry { name: "both-diagonals", turns: &[DIAGONAL, ANTIDIAGONAL] },
    PatternSymmetry { name: "full", turns: &[QUARTER, LEFT_RIGHT] },
];

impl PatternSymmetry {
    /// The largest that leaves these cells as they are.
    pub fn of(cells: Cells) -> &'static PatternSymmetry {
        let [none, ..] = &PATTERN_SYMMETRIES;
        PATTERN_SYMMETRIES.iter().rfind(|symmetry| symmetry.holds(cells)).unwrap_or(none)
    }

    /// That of this name.
    pub fn named(name: &str) -> Option<&'static PatternSymmetry> {
        PATTERN_SYMMETRIES.iter().find(|symmetry| symmetry.name == name)
    }

    /// Whether each cell is by itself.
    pub fn is_none(&self) -> bool {
        self.turns.is_empty()
    }

    /// Whether it leaves these cells as they are.
    pub fn holds(&self, cells: Cells) -> bool {
        self.turns.iter().all(|turn| turned(cells, *turn) == cells)
    }

    /// For each cell those that get a clue with it, itself among them.
    pub fn orbits(&self) -> [Cells; 81] {
        std::array::from_fn(|cell| {
            let mut orbit = Cells::of(cell);
            loop {
                let more = self.turns.iter().fold(orbit, |all, turn| all | turned(orbit, *turn));
                if more == orbit {
                    return orbit;
                }
                orbit = more;
            }
        })
    }
}

/// Where a turn moves cells.
fn turned(cells: Cells, turn: Turn) -> Cells {
    let moved = |cell| {
        let (row, column) = turn(cell / 9, cell % 9);
        9 * row + column
    };
    cells.map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells that belong together do so whichever is asked; the sizes are those of the groups.
    #[test]
    fn orbits_are_classes() {
        let largest = [1, 2, 4, 2, 2, 4, 2, 2, 4, 8];
        for (symmetry, largest) in PATTERN_SYMMETRIES.iter().zip(largest) {
            let orbits = symmetry.orbits();
            for (cell, mut orbit) in orbits.into_iter().enumerate() {
                assert!(orbit.contains(cell) && orbit.all(|other| orbits[other] == orbits[cell]));
            }
            let sizes = orbits.iter().map(|orbit| orbit.len()).max();
            assert_eq!(sizes, Some(largest), "{}", symmetry.name);
        }
    }

    /// A pattern that is made by a symmetry, of two cells off every axis, has that and no larger one.
    #[test]
    fn the_largest_is_named() {
        for symmetry in &PATTERN_SYMMETRIES {
            let orbits = symmetry.orbits();
            let cells = orbits[1] | orbits[14] | orbits[23];
            assert_eq!(PatternSymmetry::of(cells).name, symmetry.name);
            assert!(symmetry.holds(cells));
        }
        assert_eq!(PatternSymmetry::of(Cells::EMPTY).name, "full");
        assert!(PatternSymmetry::named("up-down").is_none());
    }
}

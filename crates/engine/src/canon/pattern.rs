//! Symmetries of a pattern of clues in the square, and the cells that get a clue together.

use crate::grid::Cell;
use crate::grid::Cells;

/// Rotation or reflection of a square with this last row and column, from row and column to row and column.
type Turn = fn(usize, usize, usize) -> (usize, usize);

/// Group of the rotations and reflections of the square that leave a pattern of cells unchanged.
pub struct PatternSymmetry {
    /// The name, as printed and typed.
    pub name: &'static str,
    /// Generators of the group.
    turns: &'static [Turn],
}

const HALF: Turn = |last, row, column| (last - row, last - column);
const QUARTER: Turn = |last, row, column| (column, last - row);
const LEFT_RIGHT: Turn = |last, row, column| (row, last - column);
const TOP_BOTTOM: Turn = |last, row, column| (last - row, column);
const DIAGONAL: Turn = |_, row, column| (column, row);
const ANTIDIAGONAL: Turn = |last, row, column| (last - column, last - row);

/// All pattern symmetries. Each is listed after its subgroups.
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
    /// Returns the largest symmetry that leaves `cells` unchanged.
    pub fn of(cells: Cells) -> &'static PatternSymmetry {
        PatternSymmetry::of_square(cells, 9)
    }

    /// Returns the largest symmetry that leaves `cells` of a square of this size unchanged.
    pub fn of_square(cells: Cells, size: usize) -> &'static PatternSymmetry {
        let [none, ..] = &PATTERN_SYMMETRIES;
        PATTERN_SYMMETRIES.iter().rfind(|symmetry| symmetry.holds_in(cells, size)).unwrap_or(none)
    }

    /// Returns the symmetry called `name`.
    pub fn named(name: &str) -> Option<&'static PatternSymmetry> {
        PATTERN_SYMMETRIES.iter().find(|symmetry| symmetry.name == name)
    }

    /// Whether the group has only the identity.
    pub fn is_none(&self) -> bool {
        self.turns.is_empty()
    }

    /// Whether the symmetry leaves `cells` unchanged.
    pub fn holds(&self, cells: Cells) -> bool {
        self.holds_in(cells, 9)
    }

    fn holds_in(&self, cells: Cells, size: usize) -> bool {
        self.turns.iter().all(|turn| turned(cells, size, *turn) == cells)
    }

    /// Returns, for each cell, the cells that get a clue together with it, itself included.
    pub fn orbits(&self) -> [Cells; 81] {
        std::array::from_fn(|cell| {
            let mut orbit = Cells::of(Cell::new(cell));
            loop {
                let more = self.turns.iter().fold(orbit, |all, turn| all | turned(orbit, 9, *turn));
                if more == orbit {
                    return orbit;
                }
                orbit = more;
            }
        })
    }
}

/// Returns the images of cells of a square under a turn.
fn turned(cells: Cells, size: usize, turn: Turn) -> Cells {
    let moved = |cell: Cell| {
        let (row, column) = turn(size - 1, cell.row(), cell.column());
        Cell::at(row, column)
    };
    cells.map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All cells of an orbit have this orbit, and the largest orbit has the size of the group.
    #[test]
    fn orbits_are_classes() {
        let largest = [1, 2, 4, 2, 2, 4, 2, 2, 4, 8];
        for (symmetry, largest) in PATTERN_SYMMETRIES.iter().zip(largest) {
            let orbits = symmetry.orbits();
            for (cell, mut orbit) in orbits.into_iter().enumerate() {
                assert!(orbit.contains(Cell::new(cell)) && orbit.all(|other| orbits[other] == orbits[cell]));
            }
            let sizes = orbits.iter().map(|orbit| orbit.len()).max();
            assert_eq!(sizes, Some(largest), "{}", symmetry.name);
        }
    }

    /// A pattern made by a symmetry, of orbits off the axes, has this symmetry and no larger one.
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

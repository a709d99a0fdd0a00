//! The symmetries of a pattern of clues in the square.

use crate::grid::Cells;

/// Which of the eight symmetries of the square (rotations and reflections) leave a pattern of cells as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternSymmetry {
    /// None but the identity.
    None,
    /// The half turn.
    Rotational180,
    /// The quarter turns.
    Rotational90,
    /// Reflection that exchanges left and right.
    LeftRight,
    /// Reflection that exchanges top and bottom.
    UpDown,
    /// Both of these, and the half turn.
    BiOrthogonal,
    /// Reflection in the diagonal from r1c1.
    Diagonal,
    /// Reflection in the diagonal from r1c9.
    AntiDiagonal,
    /// Both of these, and the half turn.
    BiDiagonal,
    /// All eight.
    FullDihedral,
}

impl PatternSymmetry {
    /// The symmetries of these cells.
    pub fn of(cells: Cells) -> PatternSymmetry {
        let keeps = |image: fn(usize, usize) -> (usize, usize)| {
            let mut all = cells;
            all.all(|cell| {
                let (row, column) = image(cell / 9, cell % 9);
                cells.contains(9 * row + column)
            })
        };
        let left_right = keeps(|row, column| (row, 8 - column));
        let up_down = keeps(|row, column| (8 - row, column));
        let diagonal = keeps(|row, column| (column, row));
        let anti_diagonal = keeps(|row, column| (8 - column, 8 - row));
        match (left_right, up_down, diagonal, anti_diagonal) {
            // Any reflection of each kind: together they make the quarter turns.
            (true, _, true, _) => PatternSymmetry::FullDihedral,
            (true, true, ..) => PatternSymmetry::BiOrthogonal,
            (true, ..) => PatternSymmetry::LeftRight,
            (_, true, ..) => PatternSymmetry::UpDown,
            (_, _, true, true) => PatternSymmetry::BiDiagonal,
            (_, _, true, _) => PatternSymmetry::Diagonal,
            (.., true) => PatternSymmetry::AntiDiagonal,
            _ if keeps(|row, column| (column, 8 - row)) => PatternSymmetry::Rotational90,
            _ if keeps(|row, column| (8 - row, 8 - column)) => PatternSymmetry::Rotational180,
            _ => PatternSymmetry::None,
        }
    }

    /// The word in reports.
    pub fn name(self) -> &'static str {
        match self {
            PatternSymmetry::None => "none",
            PatternSymmetry::Rotational180 => "rotational-180",
            PatternSymmetry::Rotational90 => "rotational-90",
            PatternSymmetry::LeftRight => "left-right",
            PatternSymmetry::UpDown => "up-down",
            PatternSymmetry::BiOrthogonal => "bi-orthogonal",
            PatternSymmetry::Diagonal => "diagonal",
            PatternSymmetry::AntiDiagonal => "anti-diagonal",
            PatternSymmetry::BiDiagonal => "bi-diagonal",
            PatternSymmetry::FullDihedral => "full-dihedral",
        }
    }
}

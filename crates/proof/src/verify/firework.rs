//! Fireworks (docs/theory.md, "Players' techniques").

use super::state::{State, block, different, houses_of};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Firework};
use crate::grid::{Candidate, Cell, Cells, Digit, notation::Variable};

/// Checks fireworks with as many digits as cells. Each digit is in one of the three cells of its firework, so
/// each cell holds a digit of one of its fireworks.
pub(super) fn fireworks(claim: &Claim, fireworks: &[Firework]) -> Checked<()> {
    claim.is_of(&[Clause::Fireworks])?;
    let counts: Vec<usize> = fireworks.iter().map(|one| one.digits.len()).collect();
    let fits = counts == [3] || counts == [2, 2];
    ensure(fits && counts.iter().sum::<usize>() == claim.number, "not as many digits as the rule has")?;
    let digits: Vec<Digit> = fireworks.iter().flat_map(|one| one.digits.clone()).collect();
    ensure(different(&digits), "a digit comes twice")?;
    let cells = fireworks.iter().map(|one| firework(claim.state, one)).collect::<Checked<Vec<_>>>()?;
    let all: Cells = cells.iter().flatten().copied().collect();
    ensure(all.len() == digits.len(), "not as many cells as digits")?;
    let gone = |target: &Candidate| {
        let of_cell = fireworks.iter().zip(&cells).filter(|(_, cells)| cells.contains(&target.cell));
        let mut own = of_cell.map(|(one, _)| one).peekable();
        own.peek().is_some() && own.all(|one| !one.digits.contains(&target.digit))
    };
    ensure(claim.targets()?.iter().all(gone), "a target is a digit of its cell, or in none")
}

/// The row and the column of the corner have each digit in its block and in one other cell at most. The
/// corner and these two cells.
fn firework(state: &State, of: &Firework) -> Checked<[Cell; 3]> {
    let open = |cell: Variable| match cell {
        Variable::Cell(number) if !state.candidates(cell).is_empty() => Ok(number),
        _ => Err("something is no cell without value"),
    };
    let [corner, p, q] = [open(of.corner)?, open(of.wings[0])?, open(of.wings[1])?];
    ensure(corner.row() == p.row() && corner.column() == q.column(), "the wings are not in row and column")?;
    let outside = |cell: Cell| block(cell) != block(corner);
    ensure(outside(p) && outside(q), "a wing is in the block of the corner")?;
    let [row, column, _] = houses_of(corner);
    for &digit in &of.digits {
        for (house, wing) in [(row, p), (column, q)] {
            let line = Variable::In(house, digit);
            let open = !state.is_solved(line) && !state.candidates(line).is_empty();
            ensure(open, "a digit has a value in the row or the column, or no place")?;
            let cells = state.candidates(line).into_iter().map(|one| one.cell);
            let inside = cells.filter(|&cell| outside(cell)).all(|cell| cell == wing);
            ensure(inside, "a digit has another place outside the block")?;
        }
    }
    Ok([corner, p, q])
}

//! Fireworks (docs/theory.md, "Players' techniques").

use super::state::{RC, State, block, different, kind};
use super::{Checked, Claim, ensure};
use crate::evidence::{Clause, Digit, Firework};
use crate::grid::{Candidate, Cells, notation::Variable};

/// As many digits as cells, each in one of the three of its firework: so a cell holds a digit of one of its
/// own.
pub(super) fn fireworks(claim: &Claim, fireworks: &[Firework]) -> Checked<()> {
    claim.is_of(&[Clause::Fireworks])?;
    let counts: Vec<usize> = fireworks.iter().map(|one| one.digits.len()).collect();
    let fits = counts == [3] || counts == [2, 2];
    ensure(fits && counts.iter().sum::<usize>() == claim.number, "not as many digits as the rule has")?;
    let digits: Vec<Digit> = fireworks.iter().flat_map(|one| one.digits.clone()).collect();
    ensure(different(&digits), "a digit comes twice")?;
    for one in fireworks {
        firework(claim.state, one)?;
    }
    let cells: Cells = fireworks.iter().flat_map(cells_of).map(usize::from).collect();
    ensure(cells.len() == digits.len(), "not as many cells as digits")?;
    let gone = |target: &Candidate| {
        let mut own = fireworks.iter().filter(|one| cells_of(one).contains(&target.cell)).peekable();
        own.peek().is_some() && own.all(|one| !one.digits.contains(&Digit(target.digit)))
    };
    ensure(claim.targets()?.iter().all(gone), "a target is a digit of its cell, or in none")
}

/// The numbers of the three cells; one beyond the board for a missing one.
fn cells_of(Firework { corner, wings: [p, q], .. }: &Firework) -> [u8; 3] {
    [corner, p, q].map(|cell| match cell {
        Variable::Cell(cell) => *cell,
        _ => 81,
    })
}

/// The row and the column of the corner have each digit in its block and in one other cell at most.
fn firework(state: &State, of: &Firework) -> Checked<()> {
    let all = [of.corner, of.wings[0], of.wings[1]];
    let is_open = |&cell: &Variable| kind(cell) == RC && !state.candidates(cell).is_empty();
    ensure(all.iter().all(is_open), "something is no cell without value")?;
    let [corner, p, q] = cells_of(of).map(usize::from);
    ensure(corner / 9 == p / 9 && corner % 9 == q % 9, "the wings are not in row and column")?;
    let outside = |cell: usize| block(cell) != block(corner);
    ensure(outside(p) && outside(q), "a wing is in the block of the corner")?;
    for &Digit(digit) in &of.digits {
        let row = (Variable::Row((corner / 9) as u8, digit), p);
        let column = (Variable::Column((corner % 9) as u8, digit), q);
        for (line, wing) in [row, column] {
            let open = !state.is_solved(line) && !state.candidates(line).is_empty();
            ensure(open, "a digit has a value in the row or the column, or no place")?;
            let cells = state.candidates(line).into_iter().map(|one| usize::from(one.cell));
            let inside = cells.filter(|&cell| outside(cell)).all(|cell| cell == wing);
            ensure(inside, "a digit has another place outside the block")?;
        }
    }
    Ok(())
}

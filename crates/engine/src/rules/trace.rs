//! Singles played one by one from an assumption, and written down: how a step that rests on playing says what
//! was played. The rules themselves play all singles of a state at once (`grid::exhaust`, `probe`) and ask
//! for a trace only when a step is kept; what singles place does not depend on their order, nor does whether
//! they meet a contradiction.

use super::singles::{hidden_in, hidden_singles};
use crate::evidence::{End, Literal, Move, Trace};
use crate::grid::{Candidate, Candidates, Cells, Grid, HOUSES, notation::Variable};

/// A grid that is played on, and what was played.
pub(super) struct TracedGrid {
    grid: Grid,
    moves: Vec<Move>,
    /// The move that took a candidate away, at digit and cell.
    taken_by: [[Option<usize>; 81]; 9],
}

/// The singles by which one literal leads to another, or to a contradiction; nothing if they do not. (So a
/// literal that is contradictory leads to its negation.)
pub(super) fn stream(grid: &Grid, from: Literal, to: Literal) -> Option<Trace> {
    let mut player = TracedGrid::assume(grid, from);
    let end = player.play(Some(to))?;
    Some(player.trace(end, Some(to)))
}

impl TracedGrid {
    pub fn at(grid: &Grid) -> TracedGrid {
        TracedGrid { grid: *grid, moves: Vec::new(), taken_by: [[None; 81]; 9] }
    }

    /// The grid with this literal.
    pub fn assume(grid: &Grid, literal: Literal) -> TracedGrid {
        let mut grid = *grid;
        let Candidate { digit, cell } = literal.candidate;
        let one = Candidates::of_digit(digit as usize, Cells::of(cell as usize));
        if literal.holds {
            grid.place_all(&one.0);
        } else {
            grid.eliminate(&one);
        }
        TracedGrid::at(&grid)
    }

    /// What is left.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Plays singles until a variable is empty or the literal holds; nothing if there are none before.
    pub fn play(&mut self, to: Option<Literal>) -> Option<End> {
        loop {
            if let Some(variable) = empty(&self.grid) {
                return Some(End::Empty(variable));
            }
            if to.is_some_and(|to| self.holds(to)) {
                return Some(End::Holds);
            }
            let (variable, candidate) = single(&self.grid)?;
            let mut values = [Cells::EMPTY; 9];
            values[candidate.digit as usize].insert(candidate.cell as usize);
            self.make(Move::Single(variable, candidate), |grid| _ = grid.place_all(&values));
        }
    }

    /// Makes a move that takes these candidates away.
    pub fn apply(&mut self, made: Move, targets: &[Candidate]) {
        let targets = targets.iter().copied().collect();
        self.make(made, |grid| grid.eliminate(&targets));
    }

    fn make(&mut self, made: Move, change: impl FnOnce(&mut Grid)) {
        let before = self.grid;
        change(&mut self.grid);
        for (digit, taken_by) in self.taken_by.iter_mut().enumerate() {
            let taken = before.plane(digit) - self.grid.plane(digit);
            taken.for_each(|cell| taken_by[cell] = Some(self.moves.len()));
        }
        self.moves.push(made);
    }

    fn holds(&self, Literal { candidate, holds }: Literal) -> bool {
        match holds {
            true => self.grid.allows(candidate) && self.grid.placed().contains(candidate.cell as usize),
            false => !self.grid.allows(candidate),
        }
    }

    /// The trace to this end, or to the literal that holds, without the moves that this does not need.
    pub fn trace(self, end: End, to: Option<Literal>) -> Trace {
        let mut needed = vec![false; self.moves.len()];
        match (end, to) {
            (End::Empty(variable), _) => self.need(variable, None, &mut needed),
            (End::Holds, Some(Literal { candidate, holds: false })) => {
                self.need_taken(candidate, &mut needed)
            }
            (End::Holds, Some(Literal { candidate, .. })) => {
                let placed = |made: &Move| matches!(made, Move::Single(_, it) if *it == candidate);
                needed.iter_mut().zip(&self.moves).for_each(|(needed, made)| *needed = placed(made));
            }
            (End::Holds, None) => needed.fill(true),
        }
        for k in (0..self.moves.len()).rev() {
            match &self.moves[k] {
                _ if !needed[k] => {}
                Move::Single(variable, candidate) => {
                    self.need(*variable, Some(*candidate), &mut needed);
                }
                Move::Refuted(_, trace) => self.need_all(trace, &mut needed[..k]),
                // What a pattern rests on is not looked into.
                Move::Locked(..) | Move::Subset(..) => needed[..k].fill(true),
            }
        }
        let moves = self.moves.into_iter().zip(needed);
        Trace { moves: moves.filter(|(_, needed)| *needed).map(|(made, _)| made).collect(), end }
    }

    /// Needs the moves that took all candidates of the variable but one.
    fn need(&self, variable: Variable, but: Option<Candidate>, needed: &mut [bool]) {
        for candidate in members(variable).iter().filter(|&candidate| Some(candidate) != but) {
            self.need_taken(candidate, needed);
        }
    }

    /// Marks the moves that removed the candidates a refutation relies on.
    fn need_all(&self, trace: &Trace, needed: &mut [bool]) {
        for one in &trace.moves {
            match one {
                Move::Single(variable, candidate) => {
                    self.need(*variable, Some(*candidate), needed);
                }
                Move::Refuted(_, trace) => self.need_all(trace, needed),
                Move::Locked(..) | Move::Subset(..) => needed.fill(true),
            }
        }
        if let End::Empty(variable) = trace.end {
            self.need(variable, None, needed);
        }
    }

    fn need_taken(&self, candidate: Candidate, needed: &mut [bool]) {
        let taken_by = self.taken_by[candidate.digit as usize][candidate.cell as usize];
        if let Some(needed) = taken_by.and_then(|k| needed.get_mut(k)) {
            *needed = true;
        }
    }
}

fn members(variable: Variable) -> Candidates {
    match variable {
        Variable::Cell(cell) => Candidates([Cells::of(cell as usize); 9]),
        Variable::Row(_, digit) | Variable::Column(_, digit) | Variable::Block(_, digit) => {
            Candidates::of_digit(digit as usize, variable.cells())
        }
    }
}

fn empty(grid: &Grid) -> Option<Variable> {
    let (once, _) = grid.once_twice();
    let cell = (!once).first().map(|cell| Variable::Cell(cell as u8));
    cell.or_else(|| empty_house(grid))
}

pub(super) fn empty_house(grid: &Grid) -> Option<Variable> {
    let lacks = |&(digit, house): &(usize, usize)| !HOUSES[house].intersects(grid.plane(digit));
    let mut houses = (0..243).map(|k| (k / 27, k % 27));
    houses.find(lacks).map(|(digit, house)| Variable::of_house(house, digit))
}

/// A variable with one value left that is not decided, and that value.
fn single(grid: &Grid) -> Option<(Variable, Candidate)> {
    let (once, twice) = grid.once_twice();
    if let Some(cell) = (once - twice - grid.placed()).first() {
        let digit = grid.digits_of(cell).trailing_zeros() as usize;
        return Some((Variable::Cell(cell as u8), Candidate::new(digit, cell)));
    }
    (0..9).find_map(|digit| {
        let single = Candidate::new(digit, hidden_singles(grid, digit).first()?);
        Some((hidden_in(grid, single), single))
    })
}

//! Singles played one by one from an assumption, and recorded: the evidence of steps that rest on playing.
//! The rules themselves play all singles of a state at once (`grid::exhaust`, `probe`) and ask for a trace
//! only if a step is kept; neither the values that singles place nor whether they meet a contradiction
//! depends on their order.

use super::singles::{hidden_in, hidden_singles};
use crate::evidence::{End, Literal, Move, Trace};
use crate::grid::mask::Mask;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, House, notation::Variable};

/// Grid being played, and the moves so far.
pub(super) struct TracedGrid {
    grid: Grid,
    moves: Vec<Move>,
    /// Move that removed a candidate, by digit and cell.
    taken_by: [[Option<usize>; 81]; 9],
}

/// Returns the singles by which one literal leads to another, or to a contradiction; `None` if they lead to
/// neither. (So a contradictory literal leads to its negation.)
pub(super) fn stream(grid: &Grid, from: Literal, to: Literal) -> Option<Trace> {
    let mut player = TracedGrid::assume(grid, from);
    let end = player.play(Some(to))?;
    Some(player.trace(end, Some(to)))
}

impl TracedGrid {
    pub fn at(grid: &Grid) -> TracedGrid {
        TracedGrid { grid: *grid, moves: Vec::new(), taken_by: [[None; 81]; 9] }
    }

    /// Starts from the grid with this literal.
    pub fn assume(grid: &Grid, literal: Literal) -> TracedGrid {
        let mut grid = *grid;
        let Candidate { digit, cell } = literal.candidate;
        let one = Candidates::of_digit(digit, Cells::of(cell));
        if literal.holds {
            grid.place_all(&one.0);
        } else {
            grid.eliminate(&one);
        }
        TracedGrid::at(&grid)
    }

    /// Returns the grid as played so far.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Plays singles until a variable is empty or the literal holds; `None` if singles end first.
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
            values[candidate.digit.index()].insert(candidate.cell);
            self.make(Move::Single(variable, candidate), |grid| _ = grid.place_all(&values));
        }
    }

    /// Makes a move that removes these candidates.
    pub fn apply(&mut self, made: Move, targets: &[Candidate]) {
        let targets = targets.iter().copied().collect();
        self.make(made, |grid| grid.eliminate(&targets));
    }

    fn make(&mut self, made: Move, change: impl FnOnce(&mut Grid)) {
        let before = self.grid;
        change(&mut self.grid);
        for (digit, taken_by) in self.taken_by.iter_mut().enumerate() {
            let taken = before.plane(Digit::new(digit)) - self.grid.plane(Digit::new(digit));
            taken.for_each(|cell| taken_by[cell] = Some(self.moves.len()));
        }
        self.moves.push(made);
    }

    fn holds(&self, Literal { candidate, holds }: Literal) -> bool {
        match holds {
            true => self.grid.allows(candidate) && self.grid.placed().contains(candidate.cell),
            false => !self.grid.allows(candidate),
        }
    }

    /// Returns the trace to this end, or to the literal that holds, without unneeded moves.
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
                // The premises of a pattern are not traced: all moves before it are needed.
                Move::Locked(..) | Move::Subset(..) => needed[..k].fill(true),
            }
        }
        let moves = self.moves.into_iter().zip(needed);
        Trace { moves: moves.filter(|(_, needed)| *needed).map(|(made, _)| made).collect(), end }
    }

    /// Marks the moves that removed all candidates of the variable but one.
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
        let taken_by = self.taken_by[candidate.digit.index()][candidate.cell.index()];
        if let Some(needed) = taken_by.and_then(|k| needed.get_mut(k)) {
            *needed = true;
        }
    }
}

fn members(variable: Variable) -> Candidates {
    match variable {
        Variable::Cell(cell) => Candidates([Cells::of(cell); 9]),
        Variable::In(house, digit) => Candidates::of_digit(digit, house.cells()),
    }
}

fn empty(grid: &Grid) -> Option<Variable> {
    let (once, _) = grid.once_twice();
    let cell = (!once).first().map(Variable::Cell);
    cell.or_else(|| empty_house(grid))
}

pub(super) fn empty_house(grid: &Grid) -> Option<Variable> {
    let lacks = |&(digit, house): &(Digit, House)| !house.cells().intersects(grid.plane(digit));
    let mut houses = Digit::all().flat_map(|digit| House::all().map(move |house| (digit, house)));
    houses.find(lacks).map(|(digit, house)| Variable::In(house, digit))
}

/// Finds an undecided variable with one value left, and that value.
fn single(grid: &Grid) -> Option<(Variable, Candidate)> {
    let (once, twice) = grid.once_twice();
    if let Some(cell) = (once - twice - grid.placed()).first() {
        let digit = grid.digits_of(cell).lowest();
        return Some((Variable::Cell(cell), Candidate::new(Digit::new(digit), cell)));
    }
    Digit::all().find_map(|digit| {
        let single = Candidate::new(digit, hidden_singles(grid, digit).first()?);
        Some((hidden_in(grid, single), single))
    })
}

//! Moves from an assumption along the nodes of a chain: singles, locked candidates, subsets and fish.

use super::chain::What;
use super::nodes::{digits_in, houses_of};
use crate::evidence::{Hall, Move};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House};

/// State after an assumption and some moves.
pub(super) struct Play {
    grid: Grid,
    /// The moves made so far.
    pub moves: Vec<Move>,
}

impl Play {
    /// Starts in a state.
    pub fn new(grid: Grid) -> Play {
        Play { grid, moves: Vec::new() }
    }

    /// Removes candidates without any reason: an assumption.
    pub fn remove(&mut self, gone: &Candidates) {
        self.grid.eliminate(gone);
    }

    /// Makes the candidate a value.
    pub fn place(&mut self, value: Candidate) {
        let mut values = [Cells::EMPTY; 9];
        if let Some(plane) = values.get_mut(value.digit.index()) {
            plane.insert(value.cell);
        }
        self.grid.place_all(&values);
    }

    /// Returns the candidates and values that are left of variables.
    pub fn left(&self, variables: &[Variable]) -> Vec<Candidate> {
        let is_left = |one: &Candidate| self.grid.allows(*one);
        let is_own = |one: &Candidate| variables.iter().any(|own| Variable::of(*one).contains(own));
        let of_cell = |cell: Cell| Digit::all().map(move |digit| Candidate::new(digit, cell));
        let cells: Cells = variables.iter().flat_map(|variable| variable.cells()).collect();
        cells.flat_map(of_cell).filter(is_own).filter(is_left).collect()
    }

    /// Returns a variable that has neither value nor candidate.
    pub fn empty(&self) -> Option<Variable> {
        let no_digit = |cell: &Cell| self.grid.digits_of(*cell) == 0;
        let cells = Cell::all().find(no_digit).map(Variable::Cell);
        let in_houses = || House::all().flat_map(|house| Digit::all().map(move |digit| (house, digit)));
        let no_place = |(house, digit): &(House, Digit)| !self.grid.plane(*digit).intersects(house.cells());
        cells.or_else(|| in_houses().find(no_place).map(|(house, digit)| Variable::In(house, digit)))
    }

    /// Makes the node true by a move, if it follows from the state.
    pub fn settle(&mut self, node: &What) -> bool {
        match node {
            What::Digits { digits, cells } => match (&digits[..], cells.len()) {
                (&[digit], 1) => self.single(digit, *cells),
                (&[digit], _) => self.group(digit, *cells) || self.naked(*cells, &[digit]),
                (_, 1) => self.is_one_of(*cells, digits),
                _ => self.naked(*cells, digits) || self.hidden(*cells, digits),
            },
            What::Fish { digit, base, cover } => self.fish(*digit, base, cover),
        }
    }

    fn single(&mut self, digit: Digit, cells: Cells) -> bool {
        let Some(cell) = cells.first() else { return false };
        let value = Candidate::new(digit, cell);
        if !self.grid.allows(value) {
            return false;
        }
        if self.grid.placed().contains(cell) {
            return true;
        }
        let is_only = |variable: &Variable| match variable {
            Variable::Cell(_) => self.grid.digits_of(cell) == digit.bit(),
            Variable::In(house, _) => self.grid.plane(digit) & house.cells() == cells,
        };
        let Some(variable) = Variable::of(value).into_iter().find(is_only) else { return false };
        self.moves.push(Move::Single(variable, value));
        self.place(value);
        true
    }

    /// Finds a house whose only places of the digit are in the cells.
    fn group(&mut self, digit: Digit, cells: Cells) -> bool {
        let is_confined = |house: &House| {
            let places = self.grid.plane(digit) & house.cells();
            !places.is_empty() && places.is_subset(cells)
        };
        let Some(house) = House::all().find(is_confined) else { return false };
        let places = self.grid.plane(digit) & house.cells();
        if places.intersects(self.grid.placed()) {
            return true;
        }
        let seen = places.fold(Cells::ALL, |seen, place| seen & place.peers());
        let gone = Candidates::of_digit(digit, self.grid.open_plane(digit) & seen);
        if !gone.is_empty() {
            self.moves.push(Move::Locked(Variable::In(house, digit), gone.iter().collect()));
            self.grid.eliminate(&gone);
        }
        true
    }

    /// Whether a cell has no other candidates than the digits.
    fn is_one_of(&self, cell: Cells, digits: &[Digit]) -> bool {
        let own = |cell: Cell| self.grid.digits_of(cell);
        let told = digits.iter().fold(0, |all, digit| all | digit.bit());
        cell.first().is_some_and(|cell| own(cell) != 0 && own(cell) & !told == 0)
    }

    /// Finds as many digits in the cells as there are cells; the digits are among them.
    fn naked(&mut self, cells: Cells, digits: &[Digit]) -> bool {
        let open = cells - self.grid.placed();
        let own = digits_in(&self.grid, open);
        let is_set = !open.is_empty() && own.len() <= open.len();
        if !is_set || (own.len() == open.len() && !digits.iter().all(|digit| own.contains(digit))) {
            return false;
        }
        // A set with a digit less than cells cannot be filled: its first cells leave the last one empty.
        let members: Cells = open.take(own.len()).collect();
        let mut is_settled = false;
        for house in houses_of(members) {
            let variables = members.map(Variable::Cell).collect();
            let transversals = own.iter().map(|&digit| Variable::In(house, digit)).collect();
            let of_digit = |&digit: &Digit| {
                let others = self.grid.open_plane(digit) & house.cells();
                Candidates::of_digit(digit, others - members).iter().collect::<Vec<_>>()
            };
            let gone: Candidates = own.iter().flat_map(of_digit).collect();
            is_settled |= self.subset(Hall { variables, transversals }, gone);
        }
        is_settled
    }

    /// Finds a house where the digits have no other places than the cells.
    fn hidden(&mut self, cells: Cells, digits: &[Digit]) -> bool {
        let open = cells - self.grid.placed();
        let is_inside = |house: &House| {
            let own = |digit: &Digit| self.grid.plane(*digit) & house.cells();
            digits.iter().all(|digit| !own(digit).is_empty() && own(digit).is_subset(open))
        };
        let found = houses_of(open).find(is_inside).filter(|_| digits.len() == open.len());
        let Some(house) = found else { return false };
        let variables = digits.iter().map(|&digit| Variable::In(house, digit)).collect();
        let transversals = open.map(Variable::Cell).collect();
        let others = Digit::all().filter(|digit| !digits.contains(digit));
        let gone = others.flat_map(|digit| (self.grid.open_plane(digit) & open).map(move |c| (digit, c)));
        let gone = gone.map(|(digit, cell)| Candidate::new(digit, cell)).collect();
        self.subset(Hall { variables, transversals }, gone)
    }

    /// Checks that the digit has no places in the base houses outside the covering houses.
    fn fish(&mut self, digit: Digit, base: &[House], cover: &[House]) -> bool {
        let all = |houses: &[House]| houses.iter().fold(Cells::EMPTY, |all, house| all | house.cells());
        let inside = self.grid.plane(digit) & all(base);
        let is_open = |house: &House| (self.grid.open_plane(digit) & house.cells()) != Cells::EMPTY;
        if base.len() != cover.len() || !inside.is_subset(all(cover)) || !base.iter().all(is_open) {
            return false;
        }
        let is_met = |house: &&House| (inside & house.cells()) != Cells::EMPTY;
        let cover: Vec<House> = cover.iter().filter(is_met).copied().collect();
        if cover.len() < base.len() {
            // Too few houses are left: the first base houses leave the others nothing.
            let (first, _) = base.split_at(cover.len());
            return match first {
                &[house] => self.single(digit, self.grid.plane(digit) & house.cells()),
                [] => false,
                first => self.fish(digit, first, &cover),
            };
        }
        let gone = Candidates::of_digit(digit, self.grid.open_plane(digit) & (all(&cover) - all(base)));
        self.subset(Hall::fish(digit, base, &cover), gone)
    }

    /// Makes the move of a subset, which removes the candidates.
    fn subset(&mut self, hall: Hall, gone: Candidates) -> bool {
        if let ([Variable::Cell(cell)], &[Variable::In(_, digit)]) =
            (&hall.variables[..], &hall.transversals[..])
        {
            return self.single(digit, Cells::of(*cell));
        }
        if !gone.is_empty() {
            self.moves.push(Move::Subset(hall, gone.iter().collect()));
            self.grid.eliminate(&gone);
        }
        true
    }
}

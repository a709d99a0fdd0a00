//! Exocets by lines, as players find them (D P Bird, "JExocet Pattern Definition", New Sudoku Players'
//! Forum): by the places of a digit in three cross-lines, with templates only for the eliminations of double
//! ones.

use super::rank::Lists;
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Digit, Grid, bits};

/// Eliminations of exocets of each kind.
#[derive(Default)]
pub struct ByLines {
    pub junior: Candidates,
    pub senior: Candidates,
    pub double: Candidates,
    pub locked: Candidates,
}

/// The grid, turned if necessary, so that the base is in a row and the cross-lines are columns.
struct View<'a> {
    grid: &'a Grid,
    is_turned: bool,
}

impl View<'_> {
    fn cell(&self, row: usize, column: usize) -> Cell {
        if self.is_turned { Cell::at(column, row) } else { Cell::at(row, column) }
    }

    fn digits(&self, row: usize, column: usize) -> u16 {
        self.grid.digits_of(self.cell(row, column))
    }

    fn is_open(&self, row: usize, column: usize) -> bool {
        !self.grid.placed().contains(self.cell(row, column))
    }
}

/// Rows of a digit in each of three columns.
type Places = [u16; 3];

/// A base and its cross-lines: the third column of the base's block, and two columns of other stacks.
struct Base<'a> {
    view: &'a View<'a>,
    row: usize,
    columns: [usize; 2],
    lines: [usize; 3],
    /// Digits that can be true in the base: they have three places in the lines.
    digits: u16,
    /// Places of each digit in the lines, outside the base's row and block.
    places: [Places; 9],
}

fn bases<'a>(view: &'a View<'a>) -> Vec<Base<'a>> {
    let mut all = Vec::new();
    for (row, escape) in (0..81).map(|k| (k / 9, k % 9)) {
        let stack = escape / 3;
        let columns: Vec<usize> = (3 * stack..3 * stack + 3).filter(|&column| column != escape).collect();
        let columns = [columns[0], columns[1]];
        let own = columns.iter().fold(0, |all, &column| all | view.digits(row, column));
        if !columns.iter().all(|&column| view.is_open(row, column)) || !(3..=5).contains(&own.count_ones()) {
            continue;
        }
        for (first, second) in (0..81).map(|k| (k / 9, k % 9)).filter(|(a, b)| a < b) {
            let lines = [escape, first, second];
            if first / 3 == stack || second / 3 == stack {
                continue;
            }
            let is_beside =
                |place: usize, line: usize| place != row && !(place / 3 == row / 3 && line / 3 == stack);
            let rows = |digit: Digit, line: usize| {
                let has =
                    |&place: &usize| is_beside(place, line) && view.digits(place, line) & digit.bit() != 0;
                (0..9).filter(has).fold(0, |rows, place| rows | 1 << place)
            };
            let places = std::array::from_fn(|digit| lines.map(|line| rows(Digit::new(digit), line)));
            let mut base = Base { view, row, columns, lines, digits: own, places };
            base.digits = Digit::in_mask(own)
                .filter(|&digit| base.fit(places[digit]))
                .fold(0, |all, digit| all | digit.bit());
            if base.digits.count_ones() >= 2 {
                all.push(base);
            }
        }
    }
    all
}

/// Two digits of the base: in its cells, and in the targets.
type Choice = [Candidate; 4];

/// A base with two targets of one cell, as (line, row).
struct Exocet<'a> {
    base: &'a Base<'a>,
    targets: [(usize, usize); 2],
    gone: Candidates,
    choices: Vec<Choice>,
}

impl<'a> Base<'a> {
    /// Whether each line has a place of the digit, no two of them in one row or block.
    fn fit(&self, [escape, first, second]: Places) -> bool {
        let share_stack = self.lines[1] / 3 == self.lines[2] / 3;
        bits(first).any(|a| {
            bits(second)
                .any(|b| a != b && !(share_stack && a / 3 == b / 3) && escape & !(1 << a) & !(1 << b) != 0)
        })
    }

    /// Whether no digit has more than two places without these targets.
    fn need(&self, targets: &[(usize, usize)]) -> bool {
        Digit::in_mask(self.digits).all(|digit| {
            let mut places = self.places[digit];
            targets.iter().for_each(|&(line, row)| places[line] &= !(1 << row));
            !self.fit(places)
        })
    }

    fn at(&self, (line, row): (usize, usize)) -> Cell {
        self.view.cell(row, self.lines[line])
    }

    fn cells(&self) -> [Cell; 2] {
        self.columns.map(|column| self.view.cell(self.row, column))
    }

    fn band(&self) -> impl Iterator<Item = usize> {
        (3 * (self.row / 3)..3 * (self.row / 3) + 3).filter(|&row| row != self.row)
    }

    fn exocets(&'a self) -> Vec<Exocet<'a>> {
        let has = |&(line, row): &(usize, usize)| {
            let is_place = |digit: Digit| self.places[digit][line] >> row & 1 == 1;
            self.view.is_open(row, self.lines[line]) && Digit::in_mask(self.digits).any(is_place)
        };
        let cells: Vec<(usize, usize)> = (0..27).map(|k| (k / 9, k % 9)).filter(has).collect();
        let pairs = cells.iter().flat_map(|&a| cells.iter().map(move |&b| [a, b])).filter(|[a, b]| a < b);
        pairs.filter(|targets| self.need(targets)).map(|targets| Exocet::of(self, targets)).collect()
    }

    /// Returns the eliminations if one target consists of both cells of a cross-line in the band: besides the
    /// base's digits, the two cells have a digit that has no other place in their column or block.
    fn with_locked(&self) -> Candidates {
        let mut gone = Candidates::EMPTY;
        // The published pattern has its targets in different blocks.
        if self.lines[1] / 3 == self.lines[2] / 3 {
            return gone;
        }
        let own = self.columns.iter().fold(0, |all, &column| all | self.view.digits(self.row, column));
        let targets = |line: usize| {
            let column = self.lines[line];
            let is_open = |&row: &usize| self.view.is_open(row, column);
            let one =
                self.band().filter(is_open).filter(|&row| self.view.digits(row, column) & self.digits != 0);
            let mut all: Vec<(Vec<usize>, u16)> = one.map(|row| (vec![row], 0)).collect();
            let both: Vec<usize> = self.band().collect();
            let is_of_base = |&row: &usize| is_open(&row) && self.view.digits(row, column) & own != 0;
            if both.iter().all(is_of_base) {
                let shared = both.iter().fold(!own, |all, &row| all & self.view.digits(row, column));
                let is_only = |places: Vec<(usize, usize)>, digit: Digit| {
                    places
                        .iter()
                        .filter(|&&(row, column)| self.view.digits(row, column) & digit.bit() != 0)
                        .count()
                        == 2
                };
                let block = |k: usize| (3 * (self.row / 3) + k / 3, 3 * (column / 3) + k % 3);
                let is_locked = |&digit: &Digit| {
                    is_only((0..9).map(|row| (row, column)).collect(), digit)
                        || is_only((0..9).map(block).collect(), digit)
                };
                all.extend(Digit::in_mask(shared).filter(is_locked).map(|digit| (both.clone(), digit.bit())));
            }
            all
        };
        for (first, locked) in targets(1) {
            for (second, other) in targets(2).into_iter().filter(|own| locked | own.1 != 0) {
                let of = |line: usize, rows: &[usize]| {
                    rows.iter().map(move |&row| (line, row)).collect::<Vec<_>>()
                };
                if !self.need(&[of(1, &first), of(2, &second)].concat()) {
                    continue;
                }
                let with_digits = [(of(1, &first), locked), (of(2, &second), other)];
                for (cells, locked) in with_digits {
                    gone.extend(
                        &cells
                            .iter()
                            .flat_map(|&cell| all_but(self.view.grid, self.at(cell), self.digits | locked))
                            .collect(),
                    );
                }
                gone.extend(
                    &self
                        .cells()
                        .into_iter()
                        .flat_map(|cell| all_but(self.view.grid, cell, self.digits))
                        .collect(),
                );
            }
        }
        gone
    }
}

/// Returns the open candidates of a cell, except these digits.
fn all_but(grid: &Grid, cell: Cell, digits: u16) -> Vec<Candidate> {
    let open = Digit::all().filter(|&digit| grid.open_plane(digit).contains(cell));
    open.filter(|digit| digits & digit.bit() == 0).map(|digit| Candidate::new(digit, cell)).collect()
}

impl<'a> Exocet<'a> {
    fn of(base: &'a Base<'a>, targets: [(usize, usize); 2]) -> Exocet<'a> {
        let mut exocet = Exocet { base, targets, gone: Candidates::EMPTY, choices: Vec::new() };
        exocet.prove();
        exocet
    }

    /// Whether both targets are in the base's band, on the two lines outside its block.
    fn is_junior(&self) -> bool {
        let [(line, row), (other, place)] = self.targets;
        line != other && row / 3 == self.base.row / 3 && place / 3 == self.base.row / 3
    }

    fn cells(&self) -> [Cell; 4] {
        let ([a, b], [c, d]) = (self.base.cells(), self.targets.map(|target| self.base.at(target)));
        [a, b, c, d]
    }

    /// Returns the mirror cells of a junior target: the places of its digit in the third block of the band.
    fn mirror(&self, k: usize) -> Vec<(usize, usize)> {
        let (own, other) = (self.targets[k], self.targets[1 - k]);
        let column = self.base.lines[own.0];
        let row = self.base.band().find(|&row| row != own.1).unwrap();
        let stack = (0..3).find(|&stack| ![column / 3, self.base.lines[0] / 3].contains(&stack)).unwrap();
        let cells = (3 * stack..3 * stack + 3).map(|column| (row, column));
        cells.filter(|&(row, column)| (row, column) != (other.1, self.base.lines[other.0])).collect()
    }

    /// Whether a digit of the base can be in target `k` and not in the other target.
    fn may_be_alone(&self, digit: Digit, k: usize) -> bool {
        let (own, other) = (self.targets[k], self.targets[1 - k]);
        let mut places = self.base.places[digit];
        let stands = places[own.0] >> own.1 & 1 == 1;
        places[own.0] = 1 << own.1;
        if other.0 != own.0 {
            places[other.0] &= !(1 << other.1);
        }
        let has = |&(row, column): &(usize, usize)| self.base.view.digits(row, column) & digit.bit() != 0;
        stands && self.base.fit(places) && (!self.is_junior() || self.mirror(k).iter().any(has))
    }

    /// Finds the choices of digits that the lines allow, and the candidates that are in none.
    fn prove(&mut self) {
        let grid = self.base.view.grid;
        let [b1, b2, t1, t2] = self.cells();
        let has = |digit: Digit, cell: Cell| grid.open_plane(digit).contains(cell);
        for (a, b) in Digit::in_mask(self.base.digits)
            .flat_map(|a| Digit::in_mask(self.base.digits).map(move |b| (a, b)))
        {
            if a != b && has(a, b1) && has(b, b2) {
                for (x, y) in [(a, b), (b, a)] {
                    if self.may_be_alone(x, 0) && self.may_be_alone(y, 1) {
                        let all = [(a, b1), (b, b2), (x, t1), (y, t2)];
                        self.choices.push(all.map(|(digit, cell)| Candidate::new(digit, cell)));
                    }
                }
            }
        }
        let of = |cell: Cell| {
            let chosen = self.choices.iter().flatten().filter(|one| one.cell == cell);
            chosen.fold(0u16, |all, one| all | one.digit.bit())
        };
        let mut gone: Candidates =
            self.cells().into_iter().flat_map(|cell| all_but(grid, cell, of(cell))).collect();
        if self.is_junior() {
            for k in 0..2 {
                let target = self.cells()[2 + k];
                let cells = self.mirror(k).into_iter().map(|(row, column)| self.base.view.cell(row, column));
                let able: Vec<Cell> = cells.filter(|&cell| grid.digits_of(cell) & of(target) != 0).collect();
                // One digit is in both cells.
                if let [mirror] = able[..] {
                    gone.extend(&all_but(grid, mirror, of(target)).into_iter().collect());
                    gone.extend(&all_but(grid, target, grid.digits_of(mirror)).into_iter().collect());
                }
            }
        }
        let left = of(b1) | of(b2);
        if left.count_ones() == 2 {
            for cell in Cell::all().filter(|&cell| {
                [(b1, b2), (t1, t2)]
                    .iter()
                    .any(|&(a, b)| cell.peers().contains(a) && cell.peers().contains(b))
            }) {
                gone.extend(
                    &Digit::in_mask(left)
                        .filter(|&digit| has(digit, cell))
                        .map(|digit| Candidate::new(digit, cell))
                        .collect(),
                );
            }
        }
        self.gone = gone;
    }
}

/// Returns the eliminations of two junior exocets in one band, with bases in different blocks and four digits
/// in all: if no choice of digits for both has a digit in both bases, the candidates that are in no choice
/// and no template that fits one.
fn double(grid: &Grid, lists: &Lists, one: &Exocet, other: &Exocet) -> Candidates {
    let of_base =
        |exocet: &Exocet| exocet.base.cells().into_iter().fold(0, |all, cell| all | grid.digits_of(cell));
    let place = |exocet: &Exocet| (exocet.base.row / 3, exocet.base.lines[0] / 3);
    let digits = of_base(one) | of_base(other);
    let (own, its) = (place(one), place(other));
    let mut gone = Candidates::EMPTY;
    if !one.is_junior() || !other.is_junior() || digits.count_ones() != 4 || own.0 != its.0 || own.1 == its.1
    {
        return gone;
    }
    let clash = |a: &Candidate, b: &Candidate| a != b && a.is_linked(*b);
    let pairs =
        one.choices.iter().flat_map(|a| other.choices.iter().map(move |b| [a.to_vec(), b.to_vec()].concat()));
    let choices: Vec<Vec<Candidate>> =
        pairs.filter(|all| !all.iter().any(|a| all.iter().any(|b| clash(a, b)))).collect();
    let bases = [one.base.cells(), other.base.cells()].concat();
    let differ = |choice: &Vec<Candidate>| {
        let held = choice.iter().filter(|own| bases.contains(&own.cell)).map(|own| own.digit);
        held.collect::<BTreeSet<_>>().len() == 4
    };
    if choices.is_empty() || !choices.iter().all(differ) {
        return gone;
    }
    let cells: BTreeSet<Cell> = one.cells().into_iter().chain(other.cells()).collect();
    let chosen: Candidates = choices.iter().flatten().copied().collect();
    for digit in Digit::all() {
        let open = Cell::all().filter(|&cell| grid.open_plane(digit).contains(cell));
        let has = |choice: &Vec<Candidate>, cell: Cell| choice.contains(&Candidate::new(digit, cell));
        let fits = |own: &[Cell; 9]| {
            choices.iter().any(|choice| cells.iter().all(|&cell| own.contains(&cell) == has(choice, cell)))
        };
        let left: BTreeSet<Cell> = lists.of_digit(digit).iter().copied().filter(fits).flatten().collect();
        let is_out = |cell: &Cell| {
            cells.contains(cell) && !chosen.contains(Candidate::new(digit, *cell))
                || digits & digit.bit() != 0 && !left.contains(cell)
        };
        gone.extend(&open.filter(is_out).map(|cell| Candidate::new(digit, cell)).collect());
    }
    gone
}

/// Returns the eliminations of all exocets by lines.
pub fn by_lines(grid: &Grid, lists: &Lists) -> ByLines {
    let mut all = ByLines::default();
    for is_turned in [false, true] {
        let view = View { grid, is_turned };
        let bases = bases(&view);
        let exocets: Vec<Exocet> = bases.iter().flat_map(Base::exocets).collect();
        for (k, one) in exocets.iter().enumerate() {
            let of_kind = if one.is_junior() { &mut all.junior } else { &mut all.senior };
            of_kind.extend(&one.gone);
            exocets[k + 1..].iter().for_each(|other| all.double.extend(&double(grid, lists, one, other)));
        }
        bases.iter().for_each(|base| all.locked.extend(&base.with_locked()));
    }
    all
}

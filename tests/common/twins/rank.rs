//! Template rank straight from the definitions (docs/theory.md, "Template rank"): every choice of lines,
//! bases and targets is tried, and all patterns are listed.

use super::model::Model;
use super::patterns::{Pattern, patterns};
use super::{Patience, Proved};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, PLAIN};

/// Returns the largest number of cells in `cells` of which no two see each other.
fn most_apart(cells: Cells) -> usize {
    let Some(first) = cells.first() else { return 0 };
    let others = cells - Cells::of(first);
    (1 + most_apart(others - first.peers())).max(most_apart(others))
}

/// Lists the pairs of lines in different bands, or stacks.
fn pairs() -> Vec<[usize; 2]> {
    (0..81).map(|k| [k / 9, k % 9]).filter(|[a, b]| a / 3 < b / 3).collect()
}

/// Returns the two cells of the line beside the crossing of a row and a column, in its block.
fn domino(line: House, row: usize, column: usize) -> Cells {
    let crossing = Cell::at(row, column);
    (line.cells() & House::block(crossing.block()).cells()) - Cells::of(crossing)
}

/// Finds SK-loops: dominoes in a circle, where each domino shares a house with the next. For each digit,
/// count the fewest of these houses that contain its places in the dominoes: the sum must equal the number of
/// cells. A digit is eliminated from a cell if, with the digit there, too few places that do not see each
/// other would be left.
pub fn sk_loops(grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let open = Cells::ALL - grid.placed();
    for [r, s] in pairs() {
        for [c, d] in pairs() {
            let block = |row: usize, column: usize| House::block(Cell::at(row, column).block());
            let [above, below] = [r, s].map(House::row);
            let [left, right] = [c, d].map(House::column);
            let circle = [
                (domino(above, r, c), above),
                (domino(above, r, d), block(r, d)),
                (domino(right, r, d), right),
                (domino(right, s, d), block(s, d)),
                (domino(below, s, d), below),
                (domino(below, s, c), block(s, c)),
                (domino(left, s, c), left),
                (domino(left, r, c), block(r, c)),
            ];
            let cells = circle.iter().fold(Cells::EMPTY, |all, own| all | (own.0 & open));
            if circle.iter().any(|own| (own.0 & open).is_empty()) {
                continue;
            }
            let least = |digit: Digit| {
                let places = grid.open_plane(digit) & cells;
                let covers = |chosen: &usize| {
                    let houses = (0..8).filter(|k| chosen >> k & 1 != 0).map(|k| circle[k].1.cells());
                    places.is_subset(houses.fold(Cells::EMPTY, |all, house| all | house))
                };
                (0..256usize).filter(covers).map(|chosen| chosen.count_ones() as usize).min().unwrap()
            };
            let least: [usize; 9] = std::array::from_fn(|digit| least(Digit::new(digit)));
            if least.iter().sum::<usize>() == cells.len() {
                for (digit, least) in Digit::all().zip(least).filter(|own| own.1 > 0) {
                    for cell in grid.open_plane(digit) {
                        let places = grid.open_plane(digit) & cells;
                        let rest = places - cell.peers() - Cells::of(cell);
                        if usize::from(cells.contains(cell)) + most_apart(rest) < least {
                            gone.insert(Candidate::new(digit, cell));
                        }
                    }
                }
            }
        }
    }
    gone
}

/// Returns the fewest of these rows and columns that have all places: some of the rows, and the columns of
/// the rest.
fn fewest(places: &[usize; 9], rows: usize, columns: usize) -> usize {
    let with = |chosen: usize| {
        let rest = (0..9).filter(|row| rows & !chosen & 1 << row != 0);
        let left = rest.fold(0, |all, row| all | places[row] & columns);
        (chosen.count_ones() + left.count_ones()) as usize
    };
    (0..=rows).filter(|chosen| chosen & !rows == 0).map(with).min().unwrap()
}

/// Finds multi-sector locked sets: the fewest lines for each digit are in all as many as cells. A digit is
/// eliminated where it leaves too few lines for the rest.
pub fn msls(grid: &Grid, patience: &Patience) -> Candidates {
    let rows_of = |cells: Cells| -> [usize; 9] {
        std::array::from_fn(|row| {
            (0..9).filter(|&c| cells.contains(Cell::at(row, c))).fold(0, |all, c| all | 1 << c)
        })
    };
    let open = rows_of(Cells::ALL - grid.placed());
    let places: [[usize; 9]; 9] = std::array::from_fn(|digit| rows_of(grid.open_plane(Digit::new(digit))));
    let mut gone = Candidates::EMPTY;
    for rows in 1..512usize {
        for columns in 1..512usize {
            if !patience.step() {
                return gone;
            }
            let of_rows = || (0..9).filter(|row| rows & 1 << row != 0);
            let met = of_rows().fold(0, |all, row| all | open[row] & columns);
            if met != columns || of_rows().any(|row| open[row] & columns == 0) {
                continue;
            }
            let cells: u32 = of_rows().map(|row| (open[row] & columns).count_ones()).sum();
            let least = places.map(|own| fewest(&own, rows, columns));
            if least.iter().sum::<usize>() != cells as usize {
                continue;
            }
            for candidate in grid.candidates().iter().filter(|one| !grid.placed().contains(one.cell)) {
                let Candidate { digit, cell } = candidate;
                let (row, column) = (cell.row(), cell.column());
                let is_inside = rows & 1 << row != 0 && columns & 1 << column != 0;
                let rest = fewest(&places[digit], rows & !(1 << row), columns & !(1 << column));
                if usize::from(is_inside) + rest < least[digit] {
                    gone.insert(candidate);
                }
            }
        }
    }
    gone
}

/// A base, its digits, and its two targets, with the digit that is locked in each target.
#[derive(Clone, Debug)]
pub struct Exocet {
    pub base: Vec<Cell>,
    pub digits: Vec<Digit>,
    pub targets: [Vec<Cell>; 2],
    pub locked: [Option<Digit>; 2],
}

/// Patterns of each digit.
pub struct Lists([Vec<Pattern>; 9]);

impl Lists {
    pub fn of(grid: &Grid) -> Lists {
        let model = Model::of(grid);
        Lists(std::array::from_fn(|digit| patterns(&model, Digit::new(digit))))
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    pub fn of_digit(&self, digit: Digit) -> &[Pattern] {
        &self.0[digit]
    }

    /// Whether a pattern of the digit takes one of `cells`.
    pub fn has(&self, digit: Digit, cells: &[Cell]) -> bool {
        self.0[digit].iter().any(|own| hits(own, cells) > 0)
    }
}

fn hits(pattern: &Pattern, cells: &[Cell]) -> usize {
    pattern.iter().filter(|cell| cells.contains(cell)).count()
}

impl Exocet {
    /// Whether each pattern of the digits through the base takes a target.
    fn holds(&self, lists: &Lists) -> bool {
        let all = self.targets.concat();
        let through = self.digits.iter().flat_map(|&digit| &lists.0[digit]);
        through.filter(|own| hits(own, &self.base) > 0).all(|own| hits(own, &all) > 0)
    }

    /// Whether a pattern takes no more target cells than base cells and targets in which its digit is locked.
    fn allows(&self, digit: Digit, pattern: &Pattern) -> bool {
        let locked = self.locked.iter().filter(|&&its| its == Some(digit)).count();
        hits(pattern, &self.targets.concat()) <= hits(pattern, &self.base) + locked
    }

    /// Returns the eliminations by templates alone: candidates with a pattern, or in the exocet's cells, but
    /// with none that is allowed.
    pub fn proves_alone(&self, grid: &Grid, lists: &Lists) -> Candidates {
        left_out(grid, lists, &self.cells(), &|digit, own| self.allows(digit, own))
    }

    /// Returns the cells of the base and the targets.
    pub fn cells(&self) -> Vec<Cell> {
        [self.base.clone(), self.targets.concat()].concat()
    }

    /// Lists the choices of two digits in the base and the targets.
    fn choices(&self) -> Vec<Vec<(Cell, Digit)>> {
        let mut all = Vec::new();
        for &a in &self.digits {
            for &b in self.digits.iter().filter(|&&b| b != a) {
                for [x, y] in [[a, b], [b, a]] {
                    let cells = [self.base[0], self.base[1], self.targets[0][0], self.targets[1][0]];
                    all.push(cells.into_iter().zip([a, b, x, y]).collect());
                }
            }
        }
        all
    }
}

/// Returns the candidates without a pattern that stays.
fn left_out(
    grid: &Grid, lists: &Lists, cells: &[Cell], stays: &dyn Fn(Digit, &Pattern) -> bool,
) -> Candidates {
    let is_out = |one: &Candidate| {
        let (digit, cell) = (one.digit, one.cell);
        let through: Vec<_> = lists.0[digit].iter().filter(|own| own.contains(&cell)).collect();
        let has = !through.is_empty() || cells.contains(&cell);
        has && !grid.placed().contains(cell) && !through.iter().any(|own| stays(digit, own))
    };
    grid.candidates().iter().filter(is_out).collect()
}

/// Returns the joint eliminations of several exocets: a pattern stays if some choice of digits for all of
/// them gives its digit the cells that it takes. `None` if `differ` is set and a choice has a digit in two
/// bases.
fn chosen(grid: &Grid, lists: &Lists, all: &[&Exocet], differ: bool) -> Option<Candidates> {
    let digits: BTreeSet<Digit> = all.iter().flat_map(|one| one.digits.clone()).collect();
    let cells: BTreeSet<Cell> = all.iter().flat_map(|one| one.cells()).collect();
    let cells: Vec<Cell> = cells.into_iter().collect();
    let allows = |digit: Digit, own: &Pattern| all.iter().all(|one| one.allows(digit, own));
    let sees = |a: Cell, b: Cell| a != b && a.peers().contains(b);
    let mut choices: Vec<Vec<(Cell, Digit)>> = vec![Vec::new()];
    for one in all {
        let joined = choices
            .iter()
            .flat_map(|choice| one.choices().into_iter().map(move |more| [choice.clone(), more].concat()));
        choices = joined.collect();
    }
    let clashes = |choice: &Vec<(Cell, Digit)>| {
        choice
            .iter()
            .any(|&(a, d)| choice.iter().any(|&(b, e)| if a == b { d != e } else { d == e && sees(a, b) }))
    };
    let taken = |choice: &Vec<(Cell, Digit)>, digit: Digit| -> BTreeSet<Cell> {
        choice.iter().filter(|own| own.1 == digit).map(|own| own.0).collect()
    };
    let takes = |own: &Pattern| -> BTreeSet<Cell> {
        own.iter().copied().filter(|cell| cells.contains(cell)).collect()
    };
    choices.retain(|choice| {
        let is_possible = |&digit: &Digit| {
            let wanted = taken(choice, digit);
            lists.0[digit].iter().any(|own| allows(digit, own) && takes(own) == wanted)
        };
        !clashes(choice) && digits.iter().all(is_possible)
    });
    let bases_differ = choices.iter().all(|choice| {
        let bases = all.iter().flat_map(|one| &one.base);
        let held: BTreeSet<Digit> =
            bases.map(|cell| choice.iter().find(|own| own.0 == *cell).unwrap().1).collect();
        held.len() == 2 * all.len()
    });
    let possible: Vec<(Digit, BTreeSet<Cell>)> =
        choices.iter().flat_map(|choice| digits.iter().map(|&digit| (digit, taken(choice, digit)))).collect();
    (!differ || bases_differ).then(|| {
        left_out(grid, lists, &cells, &|digit, own| {
            allows(digit, own) && (!digits.contains(&digit) || possible.contains(&(digit, takes(own))))
        })
    })
}

/// Lists the pairs of cells in `cells` that share a block and a line.
fn mini_pairs(cells: Cells) -> Vec<Vec<Cell>> {
    let two = |k: usize| [Cell::new(k / 81), Cell::new(k % 81)];
    let fits = |[a, b]: &[Cell; 2]| {
        let shared = PLAIN.houses.iter().filter(|house| house.contains(*a) && house.contains(*b)).count();
        a < b && shared == 2 && cells.contains(*a) && cells.contains(*b)
    };
    (0..81 * 81).map(two).filter(fits).map(Vec::from).collect()
}

/// Lists all exocets with two targets of one cell.
pub fn exocets(grid: &Grid, lists: &Lists) -> Vec<Exocet> {
    let open = Cells::ALL - grid.placed();
    let mut all = Vec::new();
    for (base, digits) in bases(grid) {
        for a in open {
            for b in open.filter(|&b| a < b) {
                let targets = [vec![a], vec![b]];
                let exocet =
                    Exocet { base: base.clone(), digits: digits.clone(), targets, locked: [None; 2] };
                if !base.contains(&a) && !base.contains(&b) && is_proper(&exocet, lists) {
                    all.push(exocet);
                }
            }
        }
    }
    all
}

/// Whether each pattern through the base takes a target, and no single target is taken by all of them.
fn is_proper(exocet: &Exocet, lists: &Lists) -> bool {
    let alone = |target: &Vec<Cell>| {
        let one = Exocet { targets: [target.clone(), Vec::new()], ..exocet.clone() };
        one.holds(lists)
    };
    exocet.holds(lists) && !exocet.targets.iter().any(alone)
}

fn bases(grid: &Grid) -> Vec<(Vec<Cell>, Vec<Digit>)> {
    let with_digits = |base: Vec<Cell>| {
        let has = |digit: &Digit| base.iter().any(|&cell| grid.open_plane(*digit).contains(cell));
        let digits: Vec<Digit> = Digit::all().filter(has).collect();
        (base, digits)
    };
    let all = mini_pairs(Cells::ALL - grid.placed()).into_iter().map(with_digits);
    all.filter(|base| (3..=5).contains(&base.1.len())).collect()
}

/// Returns the conclusions of the rules of rank, except `tr0`.
pub fn proved(rule: &str, grid: &Grid, patience: &Patience) -> Option<Proved> {
    let gone = match rule {
        "sk-loop" => sk_loops(grid),
        "msls" => msls(grid, patience),
        "exocet" | "double-exocet" | "locked-target-exocet" => {
            let lists = Lists::of(grid);
            // Counts the patterns that are examined, some millions.
            (0..lists.count() * 40).for_each(|_| _ = patience.step());
            if patience.is_over() { Candidates::EMPTY } else { with_bases(rule, grid, &lists) }
        }
        _ => return None,
    };
    Some(Proved::false_ones(gone))
}

fn with_bases(rule: &str, grid: &Grid, lists: &Lists) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let all = if rule == "locked-target-exocet" { with_locked(grid, lists) } else { exocets(grid, lists) };
    match rule {
        "exocet" => {
            for one in &all {
                gone.extend(&chosen(grid, lists, &[one], false).unwrap());
            }
        }
        "locked-target-exocet" => all.iter().for_each(|one| gone.extend(&one.proves_alone(grid, lists))),
        _ => {
            for (k, one) in all.iter().enumerate() {
                for other in all[k + 1..].iter().filter(|other| are_two(one, other)) {
                    if let Some(proved) = chosen(grid, lists, &[one, other], true) {
                        gone.extend(&proved);
                    }
                }
            }
        }
    }
    gone
}

/// Whether both exocets are in one band or stack, with four digits in all and bases in different blocks.
fn are_two(one: &Exocet, other: &Exocet) -> bool {
    let chute = |exocet: &Exocet| {
        let is_row = exocet.base[0].row() == exocet.base[1].row();
        let of = |cell: Cell| if is_row { cell.row() / 3 } else { cell.column() / 3 };
        let all: BTreeSet<usize> = exocet.cells().into_iter().map(of).collect();
        (all.len() == 1).then(|| (is_row, of(exocet.base[0])))
    };
    let block = |exocet: &Exocet| exocet.base[0].block();
    let digits: BTreeSet<Digit> = [one, other].into_iter().flat_map(|one| one.digits.clone()).collect();
    digits.len() == 4 && block(one) != block(other) && chute(one).is_some() && chute(one) == chute(other)
}

/// Lists exocets with one or two targets of two cells: a digit that the base lacks has no other place in the
/// block or line that the two cells share.
fn with_locked(grid: &Grid, lists: &Lists) -> Vec<Exocet> {
    let open = Cells::ALL - grid.placed();
    let is_locked = |cells: &Vec<Cell>, digit: Digit| {
        PLAIN.houses.iter().any(|&house| Vec::from_iter(grid.open_plane(digit) & house) == *cells)
            && !cells.is_empty()
    };
    let mut groups: Vec<(Vec<Cell>, Option<Digit>)> = Vec::new();
    for cells in mini_pairs(open) {
        groups.extend(Digit::all().filter(|&d| is_locked(&cells, d)).map(|d| (cells.clone(), Some(d))));
    }
    let mut all = Vec::new();
    for (base, digits) in bases(grid) {
        let singles = open.map(|cell| (vec![cell], None));
        let others: Vec<_> = groups.iter().cloned().chain(singles).collect();
        for (k, first) in groups.iter().enumerate() {
            for second in &others[k + 1..] {
                let own = [&first.0[..], &second.0, &base].concat();
                let apart = BTreeSet::from_iter(&own).len() == own.len();
                let of_base = |locked: Option<Digit>| locked.is_some_and(|digit| digits.contains(&digit));
                if !apart || of_base(first.1) || of_base(second.1) {
                    continue;
                }
                let exocet = Exocet {
                    base: base.clone(),
                    digits: digits.clone(),
                    targets: [first.0.clone(), second.0.clone()],
                    locked: [first.1, second.1],
                };
                if is_proper(&exocet, lists) {
                    all.push(exocet);
                }
            }
        }
    }
    all
}

//! Template rank, by the definitions (docs/theory.md, "Template rank"): every choice of lines, bases and
//! targets, and all lists of patterns.

use super::model::Model;
use super::patterns::patterns;
use super::{Patience, Proved};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cells, Grid, HOUSES, PEERS};

/// The largest number of cells of which none sees another.
fn most_apart(cells: Cells) -> usize {
    let Some(first) = cells.first() else { return 0 };
    let others = cells - Cells::of(first);
    (1 + most_apart(others - PEERS[first])).max(most_apart(others))
}

/// Two lines of different bands, or stacks.
fn pairs() -> Vec<[usize; 2]> {
    (0..81).map(|k| [k / 9, k % 9]).filter(|[a, b]| a / 3 < b / 3).collect()
}

/// Around the crossing of a row and a column, in its block: two cells of the line.
fn domino(line: usize, row: usize, column: usize) -> Cells {
    let block = row / 3 * 3 + column / 3;
    (HOUSES[line] & HOUSES[18 + block]) - Cells::of(9 * row + column)
}

/// SK-loops: the dominoes in a circle, each sharing a house with the next; the fewest of these houses for
/// each digit are in all as many as cells. A digit is not where it leaves fewer of its places apart.
pub fn sk_loops(grid: &Grid) -> Candidates {
    let mut gone = Candidates::EMPTY;
    let open = Cells::ALL - grid.placed();
    for [r, s] in pairs() {
        for [c, d] in pairs() {
            let block = |row: usize, column: usize| 18 + row / 3 * 3 + column / 3;
            let circle = [
                (domino(r, r, c), r),
                (domino(r, r, d), block(r, d)),
                (domino(9 + d, r, d), 9 + d),
                (domino(9 + d, s, d), block(s, d)),
                (domino(s, s, d), s),
                (domino(s, s, c), block(s, c)),
                (domino(9 + c, s, c), 9 + c),
                (domino(9 + c, r, c), block(r, c)),
            ];
            let cells = circle.iter().fold(Cells::EMPTY, |all, own| all | (own.0 & open));
            if circle.iter().any(|own| (own.0 & open).is_empty()) {
                continue;
            }
            let least = |digit: usize| {
                let places = grid.open_plane(digit) & cells;
                let covers = |chosen: &usize| {
                    let houses = (0..8).filter(|k| chosen >> k & 1 != 0).map(|k| HOUSES[circle[k].1]);
                    places.is_subset(houses.fold(Cells::EMPTY, |all, house| all | house))
                };
                (0..256usize).filter(covers).map(|chosen| chosen.count_ones() as usize).min().unwrap()
            };
            let least: [usize; 9] = std::array::from_fn(least);
            if least.iter().sum::<usize>() == cells.len() {
                for (digit, least) in least.into_iter().enumerate().filter(|own| own.1 > 0) {
                    for cell in grid.open_plane(digit) {
                        let places = grid.open_plane(digit) & cells;
                        let rest = places - PEERS[cell] - Cells::of(cell);
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

/// The fewest of these rows and columns that have all places: any of the rows, and the columns of the rest.
fn fewest(places: &[usize; 9], rows: usize, columns: usize) -> usize {
    let with = |chosen: usize| {
        let rest = (0..9).filter(|row| rows & !chosen & 1 << row != 0);
        let left = rest.fold(0, |all, row| all | places[row] & columns);
        (chosen.count_ones() + left.count_ones()) as usize
    };
    (0..=rows).filter(|chosen| chosen & !rows == 0).map(with).min().unwrap()
}

/// Multi-sector locked sets: for each digit the fewest lines, in all as many as cells. A digit is not where
/// it leaves fewer lines for the rest.
pub fn msls(grid: &Grid, patience: &Patience) -> Candidates {
    let rows_of = |cells: Cells| -> [usize; 9] {
        std::array::from_fn(|row| {
            (0..9).filter(|c| cells.contains(9 * row + c)).fold(0, |all, c| all | 1 << c)
        })
    };
    let open = rows_of(Cells::ALL - grid.placed());
    let places: [[usize; 9]; 9] = std::array::from_fn(|digit| rows_of(grid.open_plane(digit)));
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
            for candidate in grid.candidates().iter().filter(|one| !grid.placed().contains(one.cell.into())) {
                let (digit, row, column) = (candidate.digit as usize, candidate.cell / 9, candidate.cell % 9);
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

/// A base, its digits, and its two targets; and what is locked in them besides.
#[derive(Clone, Debug)]
pub struct Exocet {
    pub base: Vec<usize>,
    pub digits: Vec<usize>,
    pub targets: [Vec<usize>; 2],
    pub locked: [Option<usize>; 2],
}

/// The patterns of each digit.
pub struct Lists([Vec<[usize; 9]>; 9]);

impl Lists {
    pub fn of(grid: &Grid) -> Lists {
        let model = Model::of(grid);
        Lists(std::array::from_fn(|digit| patterns(&model, digit)))
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    pub fn of_digit(&self, digit: usize) -> &[[usize; 9]] {
        &self.0[digit]
    }

    /// Whether a pattern of the digit takes one of these cells.
    pub fn has(&self, digit: usize, cells: &[usize]) -> bool {
        self.0[digit].iter().any(|own| hits(own, cells) > 0)
    }
}

fn hits(pattern: &[usize; 9], cells: &[usize]) -> usize {
    pattern.iter().filter(|cell| cells.contains(cell)).count()
}

impl Exocet {
    /// Whether each pattern of its digits through the base takes a target.
    fn holds(&self, lists: &Lists) -> bool {
        let all = self.targets.concat();
        let through = self.digits.iter().flat_map(|&digit| &lists.0[digit]);
        through.filter(|own| hits(own, &self.base) > 0).all(|own| hits(own, &all) > 0)
    }

    /// Whether a pattern takes no more targets than base cells.
    fn allows(&self, digit: usize, pattern: &[usize; 9]) -> bool {
        let locked = self.locked.iter().filter(|&&its| its == Some(digit)).count();
        hits(pattern, &self.targets.concat()) <= hits(pattern, &self.base) + locked
    }

    /// What its templates prove by themselves: of candidates with a pattern, or also without in its cells.
    pub fn proves_alone(&self, grid: &Grid, lists: &Lists) -> Candidates {
        left_out(grid, lists, &self.cells(), &|digit, own| self.allows(digit, own))
    }

    /// Base and targets.
    pub fn cells(&self) -> Vec<usize> {
        [self.base.clone(), self.targets.concat()].concat()
    }

    /// Two digits in the base and the targets.
    fn choices(&self) -> Vec<Vec<(usize, usize)>> {
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

/// The candidates of which no pattern stays.
fn left_out(
    grid: &Grid, lists: &Lists, cells: &[usize], stays: &dyn Fn(usize, &[usize; 9]) -> bool,
) -> Candidates {
    let is_out = |one: &Candidate| {
        let (digit, cell) = (one.digit as usize, one.cell as usize);
        let through: Vec<_> = lists.0[digit].iter().filter(|own| own.contains(&cell)).collect();
        let has = !through.is_empty() || cells.contains(&cell);
        has && !grid.placed().contains(cell) && !through.iter().any(|own| stays(digit, own))
    };
    grid.candidates().iter().filter(is_out).collect()
}

/// What several exocets prove together: a pattern stays if some choice of digits for all of them gives its
/// digit the cells that it takes. None if `differ` is wanted and a choice has a digit in two bases.
fn chosen(grid: &Grid, lists: &Lists, all: &[&Exocet], differ: bool) -> Option<Candidates> {
    let digits: BTreeSet<usize> = all.iter().flat_map(|one| one.digits.clone()).collect();
    let cells: BTreeSet<usize> = all.iter().flat_map(|one| one.cells()).collect();
    let cells: Vec<usize> = cells.into_iter().collect();
    let allows = |digit: usize, own: &[usize; 9]| all.iter().all(|one| one.allows(digit, own));
    let sees = |a: usize, b: usize| a != b && PEERS[a].contains(b);
    let mut choices: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for one in all {
        let joined = choices
            .iter()
            .flat_map(|choice| one.choices().into_iter().map(move |more| [choice.clone(), more].concat()));
        choices = joined.collect();
    }
    let clashes = |choice: &Vec<(usize, usize)>| {
        choice
            .iter()
            .any(|&(a, d)| choice.iter().any(|&(b, e)| if a == b { d != e } else { d == e && sees(a, b) }))
    };
    let taken = |choice: &Vec<(usize, usize)>, digit: usize| -> BTreeSet<usize> {
        choice.iter().filter(|own| own.1 == digit).map(|own| own.0).collect()
    };
    let takes = |own: &[usize; 9]| -> BTreeSet<usize> {
        own.iter().copied().filter(|cell| cells.contains(cell)).collect()
    };
    choices.retain(|choice| {
        let is_possible = |&digit: &usize| {
            let wanted = taken(choice, digit);
            lists.0[digit].iter().any(|own| allows(digit, own) && takes(own) == wanted)
        };
        !clashes(choice) && digits.iter().all(is_possible)
    });
    let bases_differ = choices.iter().all(|choice| {
        let bases = all.iter().flat_map(|one| &one.base);
        let held: BTreeSet<usize> =
            bases.map(|cell| choice.iter().find(|own| own.0 == *cell).unwrap().1).collect();
        held.len() == 2 * all.len()
    });
    let possible: Vec<(usize, BTreeSet<usize>)> =
        choices.iter().flat_map(|choice| digits.iter().map(|&digit| (digit, taken(choice, digit)))).collect();
    (!differ || bases_differ).then(|| {
        left_out(grid, lists, &cells, &|digit, own| {
            allows(digit, own) && (!digits.contains(&digit) || possible.contains(&(digit, takes(own))))
        })
    })
}

/// Two cells of a block and a line, of these.
fn mini_pairs(cells: Cells) -> Vec<Vec<usize>> {
    let two = |k: usize| [k / 81, k % 81];
    let fits = |[a, b]: &[usize; 2]| {
        let shared = HOUSES.iter().filter(|house| house.contains(*a) && house.contains(*b)).count();
        a < b && shared == 2 && cells.contains(*a) && cells.contains(*b)
    };
    (0..81 * 81).map(two).filter(fits).map(Vec::from).collect()
}

/// All exocets with two targets of one cell.
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

/// Each pattern through the base takes a target, and no target by itself is taken by each.
fn is_proper(exocet: &Exocet, lists: &Lists) -> bool {
    let alone = |target: &Vec<usize>| {
        let one = Exocet { targets: [target.clone(), Vec::new()], ..exocet.clone() };
        one.holds(lists)
    };
    exocet.holds(lists) && !exocet.targets.iter().any(alone)
}

fn bases(grid: &Grid) -> Vec<(Vec<usize>, Vec<usize>)> {
    let with_digits = |base: Vec<usize>| {
        let has = |digit: &usize| base.iter().any(|&cell| grid.open_plane(*digit).contains(cell));
        let digits: Vec<usize> = (0..9).filter(has).collect();
        (base, digits)
    };
    let all = mini_pairs(Cells::ALL - grid.placed()).into_iter().map(with_digits);
    all.filter(|base| (3..=5).contains(&base.1.len())).collect()
}

/// What the rules of rank prove, but for `tr0`.
pub fn proved(rule: &str, grid: &Grid, patience: &Patience) -> Option<Proved> {
    let gone = match rule {
        "sk-loop" => sk_loops(grid),
        "msls" => msls(grid, patience),
        "exocet" | "double-exocet" | "locked-target-exocet" => {
            let lists = Lists::of(grid);
            // Some millions of looks at a pattern.
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

/// Whether both are in one band or stack, of four digits in all, with bases in different blocks.
fn are_two(one: &Exocet, other: &Exocet) -> bool {
    let chute = |exocet: &Exocet| {
        let is_row = exocet.base[0] / 9 == exocet.base[1] / 9;
        let of = |cell: usize| if is_row { cell / 27 } else { cell % 9 / 3 };
        let all: BTreeSet<usize> = exocet.cells().into_iter().map(of).collect();
        (all.len() == 1).then(|| (is_row, of(exocet.base[0])))
    };
    let block = |exocet: &Exocet| (exocet.base[0] / 27, exocet.base[0] % 9 / 3);
    let digits: BTreeSet<usize> = [one, other].into_iter().flat_map(|one| one.digits.clone()).collect();
    digits.len() == 4 && block(one) != block(other) && chute(one).is_some() && chute(one) == chute(other)
}

/// Exocets with a target of two cells, or two: a digit that is none of the base's has no other place in the
/// block or line that they share.
fn with_locked(grid: &Grid, lists: &Lists) -> Vec<Exocet> {
    let open = Cells::ALL - grid.placed();
    let is_locked = |cells: &Vec<usize>, digit: usize| {
        HOUSES.iter().any(|&house| Vec::from_iter(grid.open_plane(digit) & house) == *cells)
            && !cells.is_empty()
    };
    let mut groups: Vec<(Vec<usize>, Option<usize>)> = Vec::new();
    for cells in mini_pairs(open) {
        groups.extend((0..9).filter(|&d| is_locked(&cells, d)).map(|d| (cells.clone(), Some(d))));
    }
    let mut all = Vec::new();
    for (base, digits) in bases(grid) {
        let singles = open.map(|cell| (vec![cell], None));
        let others: Vec<_> = groups.iter().cloned().chain(singles).collect();
        for (k, first) in groups.iter().enumerate() {
            for second in &others[k + 1..] {
                let own = [&first.0[..], &second.0, &base].concat();
                let apart = BTreeSet::from_iter(&own).len() == own.len();
                let of_base = |locked: Option<usize>| locked.is_some_and(|digit| digits.contains(&digit));
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

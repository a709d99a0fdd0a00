//! Impossible patterns and OR_k-chains, by their definitions.

use super::{Patience, Proved, linked, open, variables};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Digit, Grid};

/// Whether three digits can fill the cells, by trying all ways.
pub fn can_be_filled(cells: &[Cell]) -> bool {
    fn fill(cells: &[Cell], filled: &mut Vec<Digit>) -> bool {
        let Some(&cell) = cells.get(filled.len()) else { return true };
        (0..3).map(Digit::new).any(|digit| {
            let candidate = |digit, cell| Candidate::new(digit, cell);
            let mut before = cells.iter().zip(filled.iter());
            let clashes = before.any(|(&other, &its)| linked(candidate(digit, cell), candidate(its, other)));
            filled.push(digit);
            let is_filled = !clashes && fill(cells, filled);
            filled.pop();
            is_filled
        })
    }
    fill(cells, &mut Vec::new())
}

/// Returns the conclusions of tridagons whose guardians are in one cell.
pub fn tridagon(grid: &Grid) -> Proved {
    let mut proved = Proved::default();
    for (digits, guardians) in tridagons(grid, Form::Full) {
        let Some(first) = guardians.first() else {
            proved.contradiction = true;
            continue;
        };
        if guardians.iter().all(|one| one.cell == first.cell) {
            let cell = first.cell;
            digits.iter().for_each(|&digit| proved.eliminated.insert(Candidate::new(digit, cell)));
        }
    }
    proved
}

/// Candidates required in the cells of a tridagon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// All three digits.
    Full,
    /// `xy`, `yz`, `zx` in the three cells of each block, in some order of the digits.
    Cyclic,
    /// Cyclic in three blocks, and in the last block as coded in CSP-Rules 2.1.
    Coded,
}

/// Returns the digits and the guardians of every tridagon: twelve cells, in each of four blocks three in
/// different rows and columns.
pub fn tridagons(grid: &Grid, form: Form) -> BTreeSet<(Vec<Digit>, Vec<Candidate>)> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let candidates = open(grid);
    let has = |cell: Cell, digit: Digit| candidates.contains(&Candidate::new(digit, cell));
    let is_open = |cell: Cell| candidates.iter().any(|one| one.cell == cell);
    let mut all = BTreeSet::new();
    for digits in (0..512_u16).filter(|digits| digits.count_ones() == 3) {
        let digits: Vec<Digit> = Digit::in_mask(digits).collect();
        let in_order = |cells: [Cell; 3], [x, y, z]: [Digit; 3]| {
            let pairs = [(cells[0], x, y), (cells[1], y, z), (cells[2], z, x)];
            pairs.iter().all(|&(cell, one, other)| has(cell, one) && has(cell, other))
        };
        // Orders of the digits in which the cells are a cycle.
        let cycles = |cells: [Cell; 3]| -> Vec<[Digit; 3]> {
            let all = orders.map(|order| order.map(|k| digits[k])).into_iter();
            all.filter(|&order| in_order(cells, order)).collect()
        };
        let fits = |cells: [Cell; 3]| match form {
            Form::Full => cells.iter().all(|&cell| digits.iter().all(|&digit| has(cell, digit))),
            Form::Cyclic | Form::Coded => !cycles(cells).is_empty(),
        };
        let ends_as_coded = |[a, c, d]: [[Cell; 3]; 3]| {
            let find = |cells: [Cell; 3], is_it: &dyn Fn(Cell) -> bool| {
                cells.into_iter().find(|&cell| is_it(cell)).unwrap()
            };
            let c = a.map(|above| find(c, &|cell| cell.column() == above.column()));
            let d = c.map(|left| find(d, &|cell| cell.row() == left.row()));
            let mut three = (0..27).map(|k| [k / 9, k / 3 % 3, k % 3].map(|k| digits[k]));
            three.any(|[p, q, r]| {
                let is_order = q != r && p != r && in_order(d, [p, q, r]);
                is_order && cycles(c).iter().any(|&[x, ..]| q != x)
            })
        };
        let cells = |block: usize, order: [usize; 3]| {
            [0, 1, 2].map(|row| Cell::at(block / 3 * 3 + row, block % 3 * 3 + order[row]))
        };
        let there = |block: usize| -> Vec<[Cell; 3]> {
            orders.map(|order| cells(block, order)).into_iter().filter(|&c| fits(c)).collect()
        };
        for (top, bottom) in [(0, 1), (0, 2), (1, 2)] {
            for (left, right) in [(0, 1), (0, 2), (1, 2)] {
                let blocks = [3 * top + left, 3 * top + right, 3 * bottom + left];
                let [a, b, c] = blocks.map(there);
                let last = 3 * bottom + right;
                let d = match form {
                    Form::Coded => orders.map(|order| cells(last, order)).to_vec(),
                    _ => there(last),
                };
                for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
                    for (c, d) in c.iter().flat_map(|c| d.iter().map(move |d| (c, d))) {
                        let cells = [*a, *b, *c, *d].concat();
                        let fits = form != Form::Coded || ends_as_coded([*a, *c, *d]);
                        if !fits || !cells.iter().all(|&c| is_open(c)) || can_be_filled(&cells) {
                            continue;
                        }
                        let guards = |c: &&Candidate| cells.contains(&c.cell) && !digits.contains(&c.digit);
                        let guardians = candidates.iter().filter(guards).copied().collect();
                        all.insert((digits.clone(), guardians));
                    }
                }
            }
        }
    }
    all
}

/// Right-linking object: a candidate, or the three labels of a row or column in a block.
type Object = Vec<Candidate>;

/// Returns the row-in-block and column-in-block labels of a digit that contain every candidate in `free`.
fn segments(free: &[Candidate]) -> impl Iterator<Item = Object> {
    let places = |cell: Cell| [cell.row() * 3 + cell.column() / 3, 27 + cell.column() * 3 + cell.row() / 3];
    let Candidate { digit, cell } = free[0];
    let has_all = move |place: &usize| free.iter().all(|one| places(one.cell).contains(place));
    places(cell).into_iter().filter(has_all).map(move |place| {
        let cells = Cell::all().filter(|&cell| places(cell).contains(&place));
        cells.map(|cell| Candidate { digit, cell }).collect()
    })
}

/// A partial chain.
struct Partial<'a> {
    patience: &'a Patience,
    variables: &'a [Vec<Candidate>],
    guardians: &'a [Candidate],
    contrad: bool,
    groups: bool,
    z: Candidate,
    rights: Vec<Object>,
    lefts: Vec<Candidate>,
    used: Vec<usize>,
    has: bool,
}

fn excludes(object: &Object, c: Candidate) -> bool {
    object.iter().all(|&one| linked(c, one))
}

impl Partial<'_> {
    fn excludes(&self, c: Candidate) -> bool {
        linked(c, self.z) || self.rights.iter().any(|right| excludes(right, c))
    }

    fn has_right(&self, c: Candidate) -> bool {
        self.rights.iter().any(|right| right[..] == [c])
    }

    fn lefts_in(&self, variable: &[Candidate], last: &Object) -> Vec<Candidate> {
        let is_new = |c: &Candidate| *c != self.z && !self.has_right(*c) && !self.lefts.contains(c);
        variable.iter().copied().filter(|&c| excludes(last, c) && is_new(&c)).collect()
    }

    /// Whether a variable may be next: it is new, or, with groups, not the last one.
    fn may_follow(&self, v: usize, variable: &[Candidate]) -> bool {
        let was_there = match self.groups {
            true => self.used.last() == Some(&v),
            false => self.used.contains(&v),
        };
        !was_there && !variable.contains(&self.z)
    }

    /// Whether the chain can be completed with this many more links.
    fn ends(&mut self, left: usize) -> bool {
        let last = self.rights.last().cloned().unwrap_or(vec![self.z]);
        let is_out = |c: &Candidate| *c == self.z || self.has_right(*c);
        let may_relate = !self.has && !self.guardians.iter().any(is_out);
        if left == 1 && self.contrad {
            let by_right = |&c: &Candidate| self.rights.iter().any(|right| excludes(right, c));
            let goes_on = self.guardians.iter().any(|&c| excludes(&last, c));
            return may_relate && goes_on && self.guardians.iter().all(by_right);
        }
        let all = self.variables;
        for (v, variable) in all.iter().enumerate() {
            if !self.patience.step() || !self.may_follow(v, variable) {
                continue;
            }
            let lefts = self.lefts_in(variable, &last);
            if lefts.is_empty() {
                continue;
            }
            let free: Vec<Candidate> = variable.iter().copied().filter(|&c| !self.excludes(c)).collect();
            let objects = match free[..] {
                [] if left == 1 && self.has => return true,
                [right] if !self.has_right(right) => vec![vec![right]],
                [_, _, ..] if self.groups && free.iter().all(|c| c.digit == free[0].digit) => {
                    segments(&free).collect()
                }
                _ => Vec::new(),
            };
            if left == 1 {
                continue;
            }
            for right in objects {
                for &first in lefts.iter().filter(|&&first| right[..] != [first]) {
                    self.used.push(v);
                    self.lefts.push(first);
                    self.rights.push(right.clone());
                    let ends = self.ends(left - 1);
                    self.used.pop();
                    self.lefts.pop();
                    self.rights.pop();
                    if ends {
                        return true;
                    }
                }
            }
        }
        if left == 1 || self.contrad || !may_relate {
            return false;
        }
        for &right in self.guardians {
            let mut others = self.guardians.iter().filter(|&&c| c != right);
            let are_out = others.clone().all(|&c| self.excludes(c));
            let first = self.rights.is_empty();
            let goes_on = others.any(|&c| excludes(&last, c)) && !(first && self.excludes(right));
            if are_out && goes_on {
                self.has = true;
                self.rights.push(vec![right]);
                self.used.push(usize::MAX);
                let ends = self.ends(left - 1);
                self.has = false;
                self.rights.pop();
                self.used.pop();
                if ends {
                    return true;
                }
            }
        }
        false
    }
}

/// Kind of a chain with a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Whip,
    Contrad,
    Forcing,
}

/// Returns the targets of OR_k-whips or OR_k-contrad-whips of two to `most` links, with groups or without.
pub fn whips(
    grid: &Grid, guardians: &[Candidate], kind: Kind, groups: bool, most: usize, patience: &Patience,
) -> Candidates {
    let contrad = kind == Kind::Contrad;
    let candidates = open(grid);
    let all = variables(&candidates, &[0, 1, 2, 3]);
    let variables: Vec<Vec<Candidate>> = all.into_iter().map(|(_, members)| members).collect();
    let has = |&z: &Candidate| {
        (2..=most).any(|size| {
            let (rights, lefts, used) = (Vec::new(), Vec::new(), Vec::new());
            let variables = &variables[..];
            let mut partial = Partial {
                patience,
                variables,
                guardians,
                contrad,
                groups,
                z,
                rights,
                lefts,
                used,
                has: false,
            };
            !guardians.contains(&z) && partial.ends(size)
        })
    };
    candidates.into_iter().filter(has).collect()
}

/// Returns the eliminations and the assertions of OR_k-forcing whips of exactly this many links, with groups
/// or without.
pub fn forcing(
    grid: &Grid, guardians: &[Candidate], groups: bool, size: usize, patience: &Patience,
) -> (Candidates, Candidates) {
    let candidates = open(grid);
    let all = variables(&candidates, &[0, 1, 2, 3]);
    let variables: Vec<Vec<Candidate>> = all.into_iter().map(|(_, members)| members).collect();
    let ends: Vec<Vec<BTreeSet<Object>>> = guardians
        .iter()
        .map(|&z| {
            let mut ends = vec![BTreeSet::new(); size];
            partial_whips((&variables, patience), groups, z, &mut Vec::new(), &mut ends);
            ends
        })
        .collect();
    let (mut eliminated, mut asserted) = (Candidates::EMPTY, Candidates::EMPTY);
    for lengths in lengths(guardians.len(), size - 1) {
        let of = |c: Candidate, holds: fn(&Object, Candidate) -> bool| {
            lengths.iter().zip(&ends).all(|(&p, ends)| ends[p].iter().any(|end| holds(end, c)))
        };
        for &c in candidates.iter().take_while(|_| patience.step()) {
            if of(c, excludes) {
                eliminated.insert(c);
            }
            if !lengths.contains(&0) && of(c, |end, c| end[..] == [c]) {
                asserted.insert(c);
            }
        }
    }
    (eliminated, asserted)
}

/// Lists the sequences of `parts` numbers, at least one, with this sum.
fn lengths(parts: usize, sum: usize) -> Vec<Vec<usize>> {
    if parts == 1 {
        return vec![vec![sum]];
    }
    let with = |first: usize| {
        lengths(parts - 1, sum - first).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..=sum).flat_map(with).collect()
}

/// Adds the ends of the partial whips on `z` that extend a path, by their length.
fn partial_whips(
    (variables, patience): (&[Vec<Candidate>], &Patience), groups: bool, z: Candidate,
    path: &mut Vec<(usize, Candidate, Object)>, ends: &mut [BTreeSet<Object>],
) {
    let last = path.last().map_or(vec![z], |link| link.2.clone());
    ends[path.len()].insert(last.clone());
    if path.len() + 1 == ends.len() {
        return;
    }
    for (v, variable) in variables.iter().enumerate() {
        let was_there = match groups {
            true => path.last().is_some_and(|link| link.0 == v),
            false => path.iter().any(|link| link.0 == v),
        };
        if !patience.step() || was_there || variable.contains(&z) {
            continue;
        }
        let is_right = |c: Candidate| path.iter().any(|link| link.2[..] == [c]);
        let is_new = |c: &Candidate| *c != z && !path.iter().any(|link| link.1 == *c) && !is_right(*c);
        let lefts: Vec<Candidate> =
            variable.iter().copied().filter(|&c| excludes(&last, c) && is_new(&c)).collect();
        if lefts.is_empty() {
            continue;
        }
        let is_out = |c: Candidate| linked(c, z) || path.iter().any(|link| excludes(&link.2, c));
        let free: Vec<Candidate> = variable.iter().copied().filter(|&c| !is_out(c)).collect();
        let objects = match free[..] {
            [right] if !is_right(right) => vec![vec![right]],
            [_, _, ..] if groups && free.iter().all(|c| c.digit == free[0].digit) => {
                segments(&free).collect()
            }
            _ => Vec::new(),
        };
        for right in objects {
            for &left in lefts.iter().filter(|&&left| right[..] != [left]) {
                path.push((v, left, right.clone()));
                partial_whips((variables, patience), groups, z, path, ends);
                path.pop();
            }
        }
    }
}

/// Returns the pairs of guardians joined by a chain of exactly this many variables with two candidates each;
/// if the number is even, both have the same value.
pub fn split(grid: &Grid, guardians: &Candidates, size: usize) -> Vec<(Candidate, Candidate)> {
    let all = variables(&open(grid), &[0, 1, 2, 3]);
    let pairs: Vec<Vec<Candidate>> =
        all.into_iter().map(|(_, members)| members).filter(|members| members.len() == 2).collect();
    fn ends(pairs: &[Vec<Candidate>], chain: &mut Vec<Candidate>, left: usize) -> Vec<Candidate> {
        let last = chain[chain.len() - 1];
        if left == 0 {
            return vec![last];
        }
        let of = pairs.iter().filter(|pair| pair.contains(&last)).flatten().copied();
        let next: BTreeSet<Candidate> = of.filter(|one| !chain.contains(one)).collect();
        let mut all = Vec::new();
        for one in next {
            chain.push(one);
            all.extend(ends(pairs, chain, left - 1));
            chain.pop();
        }
        all
    }
    let mut all = Vec::new();
    for one in guardians.iter() {
        let others = ends(&pairs, &mut vec![one], size);
        all.extend(others.into_iter().filter(|&end| guardians.contains(end)).map(|end| (one, end)));
    }
    all
}

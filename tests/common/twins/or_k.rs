//! Impossible patterns and OR_k-chains by their definitions.

use super::{Proved, linked, open, variables};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Grid};

/// Whether three digits can fill the cells: all ways are tried.
pub fn can_be_filled(cells: &[usize]) -> bool {
    fn fill(cells: &[usize], filled: &mut Vec<usize>) -> bool {
        let Some(&cell) = cells.get(filled.len()) else { return true };
        (0..3).any(|digit| {
            let candidate = |digit, cell| Candidate::new(digit, cell);
            let mut before = cells.iter().zip(filled.iter());
            let clashes =
                before.any(|(&other, &its)| linked(candidate(digit, cell), candidate(its, other)));
            filled.push(digit);
            let is_filled = !clashes && fill(cells, filled);
            filled.pop();
            is_filled
        })
    }
    fill(cells, &mut Vec::new())
}

/// What the tridagons with guardians in one cell prove.
pub fn tridagon(grid: &Grid) -> Proved {
    let mut proved = Proved::default();
    for (digits, guardians) in tridagons(grid) {
        let Some(first) = guardians.first() else {
            proved.contradiction = true;
            continue;
        };
        if guardians.iter().all(|one| one.cell == first.cell) {
            let cell = first.cell as usize;
            digits.iter().for_each(|&digit| proved.eliminated.insert(Candidate::new(digit, cell)));
        }
    }
    proved
}

/// The digits and the guardians of every tridagon: twelve cells with three digits, in each of four blocks three in different rows and columns.
pub fn tridagons(grid: &Grid) -> BTreeSet<(Vec<usize>, Vec<Candidate>)> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let candidates = open(grid);
    let has = |cell: usize, digit: usize| candidates.contains(&Candidate::new(digit, cell));
    let mut all = BTreeSet::new();
    for digits in (0..512_usize).filter(|digits| digits.count_ones() == 3) {
        let digits: Vec<usize> = (0..9).filter(|digit| digits >> digit & 1 == 1).collect();
        let cells = |block: usize, order: [usize; 3]| {
            [0, 1, 2].map(|row| 27 * (block / 3) + 3 * (block % 3) + 9 * row + order[row])
        };
        let there = |block: usize| -> Vec<[usize; 3]> {
            let all = orders.map(|order| cells(block, order)).into_iter();
            all.filter(|cells| cells.iter().all(|&c| digits.iter().all(|&d| has(c, d)))).collect()
        };
        for (top, bottom) in [(0, 1), (0, 2), (1, 2)] {
            for (left, right) in [(0, 1), (0, 2), (1, 2)] {
                let blocks =
                    [3 * top + left, 3 * top + right, 3 * bottom + left, 3 * bottom + right];
                let [a, b, c, d] = blocks.map(there);
                for cells in a.iter().flat_map(|a| b.iter().map(move |b| [a, b])).flat_map(|ab| {
                    let cd = c.iter().flat_map(|c| d.iter().map(move |d| [c, d]));
                    cd.map(move |cd| [ab[0], ab[1], cd[0], cd[1]].map(|cells| *cells).concat())
                }) {
                    if !can_be_filled(&cells) {
                        let guards = |c: &&Candidate| {
                            cells.contains(&(c.cell as usize))
                                && !digits.contains(&(c.digit as usize))
                        };
                        let guardians = candidates.iter().filter(guards).copied().collect();
                        all.insert((digits.clone(), guardians));
                    }
                }
            }
        }
    }
    all
}

/// A partial chain.
struct Partial<'a> {
    variables: &'a [Vec<Candidate>],
    guardians: &'a [Candidate],
    contrad: bool,
    z: Candidate,
    rights: Vec<Candidate>,
    lefts: Vec<Candidate>,
    used: Vec<usize>,
    has: bool,
}

impl Partial<'_> {
    fn excludes(&self, c: Candidate) -> bool {
        linked(c, self.z) || self.rights.iter().any(|&right| linked(c, right))
    }

    fn lefts_in(&self, variable: &[Candidate], last: Candidate) -> Vec<Candidate> {
        let is_new = |c: &Candidate| *c != self.z && !self.rights.contains(c);
        let all = variable.iter().copied().filter(|&c| linked(c, last) && !self.lefts.contains(&c));
        all.filter(is_new).collect()
    }

    /// Whether it can be ended with so many links more.
    fn ends(&mut self, left: usize) -> bool {
        let last = *self.rights.last().unwrap_or(&self.z);
        let is_out = |c: &Candidate| *c == self.z || self.rights.contains(c);
        let may_relate = !self.has && !self.guardians.iter().any(is_out);
        if left == 1 && self.contrad {
            let by_right = |&c: &Candidate| self.rights.iter().any(|&right| linked(c, right));
            let goes_on = self.guardians.iter().any(|&c| linked(c, last));
            return may_relate && goes_on && self.guardians.iter().all(by_right);
        }
        let all = self.variables;
        for (v, variable) in all.iter().enumerate() {
            if self.used.contains(&v) || variable.contains(&self.z) {
                continue;
            }
            let free: Vec<Candidate> =
                variable.iter().copied().filter(|&c| !self.excludes(c)).collect();
            let lefts = self.lefts_in(variable, last);
            match free[..] {
                [] if left == 1 && self.has && !lefts.is_empty() => return true,
                [right] if left > 1 && !self.rights.contains(&right) => {
                    for first in lefts.into_iter().filter(|&first| first != right) {
                        self.used.push(v);
                        self.lefts.push(first);
                        self.rights.push(right);
                        let ends = self.ends(left - 1);
                        self.used.pop();
                        self.lefts.pop();
                        self.rights.pop();
                        if ends {
                            return true;
                        }
                    }
                }
                _ => {}
            }
        }
        if left == 1 || self.contrad || !may_relate {
            return false;
        }
        for &right in self.guardians {
            let mut others = self.guardians.iter().filter(|&&c| c != right);
            let are_out = others.clone().all(|&c| self.excludes(c));
            let first = self.rights.is_empty();
            let goes_on = others.any(|&c| linked(c, last)) && !(first && self.excludes(right));
            if are_out && goes_on {
                self.has = true;
                self.rights.push(right);
                let ends = self.ends(left - 1);
                self.has = false;
                self.rights.pop();
                if ends {
                    return true;
                }
            }
        }
        false
    }
}

/// The targets of OR_k-whips, or OR_k-contrad-whips, of two links or more: of so many at most.
pub fn whips(grid: &Grid, guardians: &[Candidate], contrad: bool, most: usize) -> Candidates {
    let candidates = open(grid);
    let all = variables(&candidates, &[0, 1, 2, 3]);
    let variables: Vec<Vec<Candidate>> = all.into_iter().map(|(_, members)| members).collect();
    let has = |&z: &Candidate| {
        (2..=most).any(|size| {
            let (rights, lefts, used) = (Vec::new(), Vec::new(), Vec::new());
            let variables = &variables[..];
            let mut partial =
                Partial { variables, guardians, contrad, z, rights, lefts, used, has: false };
            !guardians.contains(&z) && partial.ends(size)
        })
    };
    candidates.into_iter().filter(has).collect()
}

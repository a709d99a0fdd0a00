//! Forcing chains and kraken fish, by their definitions (docs/theory.md, "Players' techniques"): all
//! literals, all links, and the number of links on the shortest chain between each two literals.

use super::{Proved, Variable, linked, open, variables};
use std::collections::{BTreeMap, BTreeSet};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Digit, Grid, House, HouseKind};

pub fn proved(rule: &str, size: usize, grid: &Grid) -> Option<Proved> {
    Some(match rule {
        "digit-forcing-chain" => Net::of(grid).digits(size),
        "cell-forcing-chain" => Net::of(grid).all_of(&[0], size),
        "unit-forcing-chain" => Net::of(grid).all_of(&[1, 2, 3], size),
        "contradiction-chain" => Net::of(grid).contradictions(size),
        "kraken-fish-1" => Net::of(grid).krakens(grid, true, size),
        "kraken-fish-2" => Net::of(grid).krakens(grid, false, size),
        _ => return None,
    })
}

/// A candidate, and whether it is true.
type Literal = (Candidate, bool);

struct Net {
    candidates: Vec<Candidate>,
    variables: Vec<Variable>,
    /// Number of links from each literal to each other literal.
    lengths: BTreeMap<Literal, BTreeMap<Literal, usize>>,
}

impl Net {
    fn of(grid: &Grid) -> Net {
        let candidates = open(grid);
        let variables = variables(&candidates, &[0, 1, 2, 3]);
        let mut next = BTreeMap::<Literal, BTreeSet<Literal>>::new();
        for &a in &candidates {
            let others = candidates.iter().filter(|&&b| linked(a, b)).map(|&b| (b, false));
            next.insert((a, true), others.collect());
            next.insert((a, false), BTreeSet::new());
        }
        for (_, held) in &variables {
            if let [a, b] = held[..] {
                next.get_mut(&(a, false)).unwrap().insert((b, true));
                next.get_mut(&(b, false)).unwrap().insert((a, true));
            }
        }
        let from = |&start: &Literal| {
            let mut lengths = BTreeMap::from([(start, 0)]);
            let mut last = vec![start];
            for length in 1.. {
                let all: BTreeSet<Literal> = last.iter().flat_map(|own| &next[own]).copied().collect();
                last = all.into_iter().filter(|own| !lengths.contains_key(own)).collect();
                if last.is_empty() {
                    break;
                }
                lengths.extend(last.iter().map(|&own| (own, length)));
            }
            (start, lengths)
        };
        let lengths = next.keys().map(from).collect();
        Net { candidates, variables, lengths }
    }

    fn length(&self, from: Literal, to: Literal) -> Option<usize> {
        self.lengths[&from].get(&to).copied()
    }

    /// Returns the largest number of links between the two literals of a pair in `ends`, if every pair is
    /// joined by links.
    fn longest(&self, ends: impl IntoIterator<Item = (Literal, Literal)>) -> Option<usize> {
        ends.into_iter()
            .map(|(from, to)| self.length(from, to))
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .max()
    }

    fn literals(&self) -> impl Iterator<Item = Literal> {
        self.candidates.iter().flat_map(|&one| [(one, true), (one, false)])
    }

    /// Returns the conclusions whose shortest proof has this length.
    fn at(&self, size: usize, shortest: impl Fn(Literal) -> Option<usize>) -> Proved {
        let mut proved = Proved::default();
        for (candidate, holds) in self.literals() {
            if shortest((candidate, holds)) == Some(size) {
                let set = if holds { &mut proved.asserted } else { &mut proved.eliminated };
                set.insert(candidate);
            }
        }
        proved
    }

    fn digits(&self, size: usize) -> Proved {
        self.at(size, |to| {
            let both = |&one: &Candidate| self.longest([true, false].map(|holds| ((one, holds), to)));
            self.candidates.iter().filter_map(both).min()
        })
    }

    fn all_of(&self, kinds: &[usize], size: usize) -> Proved {
        self.at(size, |to| {
            let own = self.variables.iter().filter(|(kind, _)| kinds.contains(kind));
            let all = |(_, held): &Variable| self.longest(held.iter().map(|&one| ((one, true), to)));
            own.filter_map(all).min()
        })
    }

    fn contradictions(&self, size: usize) -> Proved {
        self.at(size, |(candidate, holds)| {
            let from = (candidate, !holds);
            let clash = |&one: &Candidate| self.longest([true, false].map(|holds| (from, (one, holds))));
            let empties = |(_, held): &Variable| self.longest(held.iter().map(|&one| (from, (one, false))));
            let clashes = self.candidates.iter().filter_map(clash);
            clashes.chain(self.variables.iter().filter_map(empties)).min()
        })
    }

    /// Tries all sets of this many rows that columns cover except for at most three places, and the other way
    /// round.
    fn krakens(&self, grid: &Grid, is_first: bool, size: usize) -> Proved {
        let mut proved = Proved::default();
        let sets = || (0..512_usize).filter(|some| some.count_ones() as usize == size);
        let pick = |some: usize, kind: HouseKind| -> Vec<House> {
            House::of_kind(kind).filter(|line| some >> line.number() & 1 == 1).collect()
        };
        let kinds = [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)];
        for (digit, (first, other)) in Digit::all().flat_map(|digit| kinds.map(|two| (digit, two))) {
            let plane = grid.open_plane(digit);
            let one = |cell: Cell| Candidate::new(digit, cell);
            for base in sets().map(|some| pick(some, first)) {
                if base.iter().any(|&line| !plane.intersects(line.cells())) {
                    continue;
                }
                let places: Vec<Cell> =
                    plane.filter(|&cell| base.iter().any(|&line| line.cells().contains(cell))).collect();
                for cover in sets().map(|some| pick(some, other)) {
                    let is_in = |cell: Cell, line: House| line.cells().contains(cell);
                    let covered = |cell: Cell| cover.iter().any(|&line| is_in(cell, line));
                    let met = |&line: &House| places.iter().any(|&cell| is_in(cell, line));
                    let fins: Vec<Cell> = places.iter().copied().filter(|&cell| !covered(cell)).collect();
                    if fins.len() > 3 || !cover.iter().all(met) {
                        continue;
                    }
                    let cleared = |&cell: &Cell| covered(cell) && !places.contains(&cell);
                    if is_first {
                        for target in plane.filter(cleared) {
                            let gone = (one(target), false);
                            let lead = fins.iter().all(|&fin| self.length((one(fin), true), gone).is_some());
                            if lead && !fins.iter().all(|&fin| linked(one(fin), one(target))) {
                                proved.eliminated.insert(one(target));
                            }
                        }
                        continue;
                    }
                    for &line in &cover {
                        let inside = places.iter().copied().filter(|&cell| is_in(cell, line));
                        let starts: Vec<Cell> = inside.chain(fins.iter().copied()).collect();
                        let of_first = self.lengths[&(one(starts[0]), true)].keys();
                        for &(candidate, holds) in of_first {
                            let cell = candidate.cell;
                            let is_cleared =
                                candidate.digit == digit && is_in(cell, line) && !places.contains(&cell);
                            let lead =
                                |&start: &Cell| self.length((one(start), true), (candidate, holds)).is_some();
                            if (holds || !is_cleared) && starts.iter().all(lead) {
                                let set: &mut Candidates =
                                    if holds { &mut proved.asserted } else { &mut proved.eliminated };
                                set.insert(candidate);
                            }
                        }
                    }
                }
            }
        }
        proved
    }
}

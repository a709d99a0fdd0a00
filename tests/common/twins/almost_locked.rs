//! Almost locked sets, by their definitions (docs/theory.md, "Players' techniques").

use super::{Proved, linked, open};
use std::collections::{BTreeMap, BTreeSet};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Grid, PLAIN};

pub fn proved(rule: &str, size: usize, grid: &Grid) -> Option<Proved> {
    let eliminated = match rule {
        "als-xz" => State::of(grid).xz(),
        "als-xy-wing" => State::of(grid).xy_wings(),
        "als-chain" => State::of(grid).chains(size),
        "death-blossom" => State::of(grid).blossoms(),
        "anls-death-blossom" => State::of(grid).wide_blossoms(grid, size),
        "aligned-pair-exclusion" => State::of(grid).aligned_pairs(),
        _ => return None,
    };
    Some(Proved::false_ones(eliminated))
}

/// Places of each digit in some cells.
type Places = BTreeMap<Digit, Vec<Candidate>>;

/// The candidates, and all almost locked sets: cells, and the places of each digit in them.
struct State {
    candidates: Vec<Candidate>,
    sets: Vec<(Cells, Places)>,
}

impl State {
    fn of(grid: &Grid) -> State {
        let candidates = open(grid);
        let mut all = BTreeMap::<u128, (Cells, Places)>::new();
        for house in PLAIN.houses {
            let cells: Vec<Cell> = (house - grid.placed()).collect();
            for some in 1..1_usize << cells.len() {
                let set: Cells = (0..cells.len()).filter(|k| some >> k & 1 == 1).map(|k| cells[k]).collect();
                let held = set.fold(0, |held, cell| held | grid.digits_of(cell));
                if held.count_ones() as usize != set.len() + 1 {
                    continue;
                }
                let mut places = Places::new();
                for &one in candidates.iter().filter(|one| set.contains(one.cell)) {
                    places.entry(one.digit).or_default().push(one);
                }
                all.insert(set.bits(), (set, places));
            }
        }
        State { candidates, sets: all.into_values().collect() }
    }

    /// Returns the digit's candidates that see every candidate in `all`.
    fn seen(&self, digit: Digit, all: &[Candidate]) -> impl Iterator<Item = Candidate> {
        let own = self.candidates.iter().filter(move |z| z.digit == digit);
        own.filter(|&&z| all.iter().all(|&one| linked(one, z))).copied()
    }

    fn seen_by_both(&self, a: usize, b: usize, digit: Digit) -> Vec<Candidate> {
        let of = |set: usize| self.sets[set].1.get(&digit).cloned();
        let (Some(a), Some(b)) = (of(a), of(b)) else { return Vec::new() };
        self.seen(digit, &[a, b].concat()).collect()
    }

    /// Returns the restricted commons of two sets that share no cell.
    fn commons(&self, a: usize, b: usize) -> Vec<Digit> {
        let ((cells, places), (others, theirs)) = (&self.sets[a], &self.sets[b]);
        if cells.intersects(*others) {
            return Vec::new();
        }
        let all_see = |(digit, own): &(&Digit, &Vec<Candidate>)| {
            theirs.get(digit).is_some_and(|its| own.iter().all(|&p| its.iter().all(|&q| linked(p, q))))
        };
        places.iter().filter(all_see).map(|(&digit, _)| digit).collect()
    }

    fn xz(&self) -> Candidates {
        let mut gone = Candidates::EMPTY;
        for a in 0..self.sets.len() {
            for b in 0..a {
                match self.commons(a, b)[..] {
                    [x] => {
                        for z in Digit::all().filter(|&z| z != x) {
                            self.seen_by_both(a, b, z).into_iter().for_each(|one| gone.insert(one));
                        }
                    }
                    [x, y] => {
                        for z in [x, y] {
                            self.seen_by_both(a, b, z).into_iter().for_each(|one| gone.insert(one));
                        }
                        for (digit, places) in self.sets[a].1.iter().chain(&self.sets[b].1) {
                            if ![x, y].contains(digit) {
                                self.seen(*digit, places).for_each(|one| gone.insert(one));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        gone
    }

    /// Returns for each set the others that have a restricted common with it, and this common.
    fn neighbours(&self) -> Vec<Vec<(usize, Digit)>> {
        let of = |a: usize| {
            let others = 0..self.sets.len();
            others.flat_map(move |b| self.commons(a, b).into_iter().map(move |x| (b, x))).collect()
        };
        (0..self.sets.len()).map(of).collect()
    }

    fn xy_wings(&self) -> Candidates {
        let mut gone = Candidates::EMPTY;
        for near in self.neighbours() {
            for &(a, x) in &near {
                for &(b, y) in near.iter().filter(|&&(b, y)| b != a && y != x) {
                    for z in Digit::all().filter(|&z| z != x && z != y) {
                        self.seen_by_both(a, b, z).into_iter().for_each(|one| gone.insert(one));
                    }
                }
            }
        }
        gone
    }

    /// Follows chains from each set that lacks a digit, set by set, to all sets that then lack some digit.
    fn chains(&self, size: usize) -> Candidates {
        let mut gone = Candidates::EMPTY;
        let near = self.neighbours();
        for start in 0..self.sets.len() {
            for &z in self.sets[start].1.keys() {
                let mut lacks = BTreeSet::from([(start, z)]);
                let mut ends = BTreeSet::from([start]);
                for length in 2..=size {
                    let next = |&(set, lack): &(usize, Digit)| {
                        let all = near[set].iter().copied();
                        all.filter(move |&(_, common)| common != lack)
                    };
                    lacks.extend(lacks.iter().flat_map(next).collect::<Vec<_>>());
                    let now: BTreeSet<usize> =
                        lacks.iter().filter(|&&(_, lack)| lack != z).map(|own| own.0).collect();
                    for &end in now.difference(&ends).filter(|_| length == size) {
                        self.seen_by_both(start, end, z).into_iter().for_each(|one| gone.insert(one));
                    }
                    ends.extend(now);
                }
            }
        }
        gone
    }

    /// Tries each cell as stem, with a set for each of its digits.
    fn blossoms(&self) -> Candidates {
        let cells: BTreeSet<Cell> = self.candidates.iter().map(|one| one.cell).collect();
        let of = |cell: Cell| self.blossom(Cells::of(cell));
        cells.into_iter().flat_map(of).collect()
    }

    /// Tries as stem each `size` cells of a house with two or more digits more than cells.
    fn wide_blossoms(&self, grid: &Grid, size: usize) -> Candidates {
        let mut gone = Candidates::EMPTY;
        for house in PLAIN.houses {
            let cells: Vec<Cell> = (house - grid.placed()).collect();
            for some in 1..1_usize << cells.len() {
                let stem: Cells = (0..cells.len()).filter(|k| some >> k & 1 == 1).map(|k| cells[k]).collect();
                let held = stem.fold(0, |held, cell| held | grid.digits_of(cell));
                if stem.len() == size && held.count_ones() as usize > size + 1 {
                    self.blossom(stem).into_iter().for_each(|one| gone.insert(one));
                }
            }
        }
        gone
    }

    /// Returns the candidates that would leave the stem fewer digits than cells.
    fn blossom(&self, stem: Cells) -> Vec<Candidate> {
        let mut places = Places::new();
        for &one in self.candidates.iter().filter(|one| stem.contains(one.cell)) {
            places.entry(one.digit).or_default().push(one);
        }
        let is_gone = |target: &Candidate| {
            let reaches = |&(digit, own): &(&Digit, &Vec<Candidate>)| {
                *digit != target.digit
                    && self.sets.iter().any(|(_, petal)| {
                        let (Some(lost), Some(left)) = (petal.get(digit), petal.get(&target.digit)) else {
                            return false;
                        };
                        own.iter().all(|&one| lost.iter().all(|&other| linked(one, other)))
                            && left.iter().all(|&one| linked(one, *target))
                    })
            };
            places.len() - places.iter().filter(reaches).count() < stem.len()
        };
        self.candidates.iter().filter(|target| is_gone(target)).copied().collect()
    }

    /// Returns the candidates that go with no digit of some other cell.
    fn aligned_pairs(&self) -> Candidates {
        let cells: BTreeSet<Cell> = self.candidates.iter().map(|one| one.cell).collect();
        let keeps_apart = |one: Candidate, other: Candidate| {
            let loses = |places: &Places, by: Candidate| {
                places.get(&by.digit).is_some_and(|own| own.iter().all(|&p| linked(p, by)))
            };
            match one.digit == other.digit {
                true => linked(one, other),
                false => self.sets.iter().any(|(_, all)| loses(all, one) && loses(all, other)),
            }
        };
        let is_gone = |&&one: &&Candidate| {
            cells.iter().filter(|&&cell| cell != one.cell).any(|&cell| {
                let mut held = self.candidates.iter().filter(|other| other.cell == cell);
                held.all(|&other| keeps_apart(one, other))
            })
        };
        self.candidates.iter().filter(is_gone).copied().collect()
    }
}

//! Distances between all candidates, computed side by side: the candidates that are true n steps after a
//! candidate is assumed. They show where chains are and how long they are; the ordered search finds the
//! literals.
//!
//! A row belongs to a reached candidate, and has a bit for each candidate from which the reached candidate
//! follows. A step goes from true candidates to the candidates that they exclude, and on to the candidates
//! that are true if an excluded candidate is false.

use super::links::{Id, Links};
use crate::grid::mask::Mask;
use crate::ser::houses::Houses;

/// A set of candidates, by their numbers.
pub type Set<const W: usize> = [u64; W];

/// Distances between candidates, layer by layer.
#[derive(Default)]
pub struct DistanceLayers<const W: usize> {
    /// Candidates that each candidate excludes and is excluded by.
    weak: Vec<Set<W>>,
    /// Starts from which each candidate has been reached.
    reached: Vec<Set<W>>,
    /// Starts from which the last step has reached each candidate.
    front: Vec<Set<W>>,
    /// Starts from which each candidate is excluded by those reached last.
    excluded: Vec<Set<W>>,
    /// Starts from which the next step reaches each candidate.
    next: Vec<Set<W>>,
}

/// Findings of the last step.
pub struct Shown<const W: usize> {
    /// Candidates that lead to one that excludes them.
    pub refuted: Set<W>,
    /// Candidates that must be true: if one is false, another follows that leads to it.
    pub proved: Set<W>,
    /// Candidates that lead to one that leads back to them: there are loops.
    pub in_loops: Set<W>,
}

impl<const W: usize> DistanceLayers<W> {
    /// Begins with each candidate by itself.
    pub fn begin(&mut self, links: &Links<impl Houses>) {
        let count = links.count();
        self.weak.clear();
        self.weak.resize(count, [0; W]);
        self.front.clear();
        self.front.resize(count, [0; W]);
        links.each_group(|group| {
            let mut all = [0; W];
            group.iter().for_each(|&id| insert(&mut all, id));
            group.iter().for_each(|&id| unite(&mut self.weak[id], &all));
        });
        for id in Id::all(count) {
            insert(&mut self.front[id], id);
            remove(&mut self.weak[id], id);
        }
        self.reached.clone_from(&self.front);
        self.excluded.clone_from(&self.weak);
        self.follow(links);
    }

    /// Goes one step further from all candidates; returns whether something new was reached.
    pub fn advance(&mut self, links: &Links<impl Houses>) -> bool {
        // Candidates reached by this step.
        let mut moved = [0; W];
        for id in Id::all(self.next.len()) {
            let (reached, front) = (&mut self.reached[id], &mut self.front[id]);
            let mut any = 0;
            for k in 0..W {
                front[k] = self.next[id][k] & !reached[k];
                reached[k] |= front[k];
                any |= front[k];
            }
            if any != 0 {
                insert(&mut moved, id);
            }
        }
        if moved == [0; W] {
            return false;
        }
        for (excluded, weak) in self.excluded.iter_mut().zip(&self.weak) {
            let mut by = *weak;
            by.iter_mut().zip(&moved).for_each(|(word, moved)| *word &= moved);
            *excluded = [0; W];
            each(&by, |from| unite(excluded, &self.front[from]));
        }
        self.follow(links);
        true
    }

    /// Computes the next step: the candidates that follow if those excluded last are false.
    fn follow(&mut self, links: &Links<impl Houses>) {
        self.next.clear();
        self.next.extend(Id::all(links.count()).map(|id| {
            let mut from = [0; W];
            links.strong(id).iter().for_each(|&(by, _)| unite(&mut from, &self.excluded[by]));
            from
        }));
    }

    /// Returns the findings of the last step.
    pub fn shown(&self, links: &Links<impl Houses>) -> Shown<W> {
        let mut shown = Shown { refuted: [0; W], proved: [0; W], in_loops: [0; W] };
        for id in Id::all(self.front.len()) {
            let (front, weak) = (&self.front[id], &self.weak[id]);
            for k in 0..W {
                shown.refuted[k] |= front[k] & weak[k];
            }
            if links.strong(id).iter().any(|&(from, _)| contains(front, from)) {
                insert(&mut shown.proved, id);
            }
            if contains(&self.next[id], id) {
                insert(&mut shown.in_loops, id);
            }
        }
        shown
    }

    /// Whether some of these starts lead, within the steps made, to something that excludes a candidate.
    pub fn is_excluded_by(&self, id: Id, starts: &Set<W>) -> bool {
        let mut from = [0; W];
        each(&self.weak[id], |by| unite(&mut from, &self.reached[by]));
        meet(&from, starts)
    }

    /// Makes all steps from the beginning, and fills in the number of literals of the chain from each
    /// candidate to each one as true, and to each one as false: a row for each start, true candidates first.
    /// Returns `false` at a contradiction.
    pub fn distances(&mut self, links: &Links<impl Houses>, rows: &mut [u8]) -> bool {
        let count = links.count();
        self.begin(links);
        let mut known = vec![[0; W]; count];
        for size in (1..u8::MAX - 1).step_by(2) {
            for id in 0..count {
                each(&self.front[id], |from| rows[2 * count * from.index() + id] = size);
                let mut new = self.excluded[id];
                for k in 0..W {
                    new[k] &= !known[id][k];
                    known[id][k] |= new[k];
                }
                each(&new, |from| rows[2 * count * from.index() + count + id] = size + 1);
            }
            if known.iter().zip(&self.reached).any(|(excluded, reached)| meet(excluded, reached)) {
                return false;
            }
            if !self.advance(links) {
                break;
            }
        }
        true
    }

    /// Lists the candidates from which one follows in no step, in one at most, and so on, up to `steps`.
    pub fn leads_to(&self, links: &Links<impl Houses>, id: Id, steps: usize, sets: &mut Vec<Set<W>>) {
        sets.clear();
        let mut known = [0; W];
        insert(&mut known, id);
        let mut front = known;
        sets.push(known);
        for _ in 0..steps {
            let (mut excluded, mut new) = ([0; W], [0; W]);
            each(&front, |to| links.strong(to).iter().for_each(|&(by, _)| insert(&mut excluded, by)));
            each(&excluded, |by| unite(&mut new, &self.weak[by]));
            for k in 0..W {
                new[k] &= !known[k];
                known[k] |= new[k];
            }
            front = new;
            sets.push(known);
        }
    }
}

/// Whether a candidate is in a set.
#[inline]
pub fn contains<const W: usize>(set: &Set<W>, id: Id) -> bool {
    set[id.index() / 64] >> (id.index() % 64) & 1 != 0
}

/// Adds a candidate to a set.
#[inline]
pub fn insert<const W: usize>(set: &mut Set<W>, id: Id) {
    set[id.index() / 64] |= 1 << (id.index() % 64);
}

/// Removes a candidate from a set.
#[inline]
pub fn remove<const W: usize>(set: &mut Set<W>, id: Id) {
    set[id.index() / 64] &= !(1 << (id.index() % 64));
}

/// Adds the candidates of another set.
#[inline]
pub fn unite<const W: usize>(to: &mut Set<W>, other: &Set<W>) {
    to.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// Whether two sets have a candidate in common.
#[inline]
pub fn meet<const W: usize>(a: &Set<W>, b: &Set<W>) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | a & b) != 0
}

/// Visits the candidates of a set in order.
#[inline]
pub fn each<const W: usize>(set: &Set<W>, mut f: impl FnMut(Id)) {
    for k in 0..W {
        let mut word = set[k];
        while word != 0 {
            f(Id::new(64 * k + word.lowest()));
            word &= word - 1;
        }
    }
}

/// Layers of all widths.
#[derive(Default)]
pub struct Layers {
    pub of_64: DistanceLayers<1>,
    pub of_128: DistanceLayers<2>,
    pub of_192: DistanceLayers<3>,
    pub of_256: DistanceLayers<4>,
    pub of_768: DistanceLayers<12>,
}

/// Runs an expression with the layers wide enough for this many candidates, moved out of their field
/// meanwhile.
macro_rules! with_layers {
    ($all:expr, $count:expr, |$layers:ident| $body:expr) => {
        match $count {
            0..=64 => with_layers!($all.of_64, $layers, $body),
            65..=128 => with_layers!($all.of_128, $layers, $body),
            129..=192 => with_layers!($all.of_192, $layers, $body),
            193..=256 => with_layers!($all.of_256, $layers, $body),
            _ => with_layers!($all.of_768, $layers, $body),
        }
    };
    ($place:expr, $layers:ident, $body:expr) => {{
        let mut taken = std::mem::take(&mut $place);
        let $layers = &mut taken;
        let result = $body;
        $place = taken;
        result
    }};
}
pub(super) use with_layers;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, parse_puzzle};
    use crate::ser::board::{Board, ones};
    use crate::ser::chains::links::LinkPass;

    /// A list for each candidate.
    type Lists<T = Id> = Vec<Vec<T>>;

    /// Computes by separate searches the candidates that each candidate excludes, the candidates that follow
    /// from it in a step, and the number of steps between any two candidates.
    fn plain(links: &Links) -> (Lists, Lists, Lists<Option<usize>>) {
        let ids = Id::all(links.count());
        let excluded = |id| ids.clone().filter(|&other| links.weak(id, other).is_some()).collect();
        let excluded: Lists = ids.clone().map(excluded).collect();
        let strong = |&by: &Id| links.strong(by).iter().map(|&(to, _)| to);
        let follow: Lists = excluded.iter().map(|all| all.iter().flat_map(strong).collect()).collect();
        let steps = |start: Id| {
            let mut steps = vec![None; links.count()];
            steps[start] = Some(0);
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(from) = queue.pop_front() {
                for &to in &follow[from] {
                    if steps[to].is_none() {
                        steps[to] = steps[from].map(|before| before + 1);
                        queue.push_back(to);
                    }
                }
            }
            steps
        };
        let steps = ids.map(steps).collect();
        (excluded, follow, steps)
    }

    fn compare<const W: usize>(links: &Links) {
        let (mut layers, (excluded, follow, steps)) = (DistanceLayers::<W>::default(), plain(links));
        let ids = || Id::all(links.count());
        let set = |is_in: &dyn Fn(Id) -> bool| ids().filter(|&id| is_in(id)).collect::<Vec<_>>();
        let of = |set: &Set<W>| {
            let mut all = Vec::new();
            each(set, |id| all.push(id));
            all
        };
        layers.begin(links);
        for depth in 1.. {
            let reaches = |from: Id, to: Id| steps[from][to] == Some(depth);
            let more = layers.advance(links);
            assert_eq!(more, ids().any(|from| ids().any(|to| reaches(from, to))));
            if !more {
                break;
            }
            let shown = layers.shown(links);
            let refuted = |id: Id| excluded[id].iter().any(|&to| reaches(id, to));
            let proved = |id| links.strong(id).iter().any(|&(from, _)| reaches(from, id));
            let in_loops = |id| ids().any(|to| reaches(id, to) && follow[to].contains(&id));
            assert_eq!(of(&shown.refuted), set(&refuted));
            assert_eq!(of(&shown.proved), set(&proved));
            assert_eq!(of(&shown.in_loops), set(&in_loops));
        }
        let mut sets = Vec::new();
        for id in ids() {
            layers.leads_to(links, id, 3, &mut sets);
            for (most, leading) in sets.iter().enumerate() {
                let leads = |from: Id| steps[from][id].is_some_and(|steps| steps <= most);
                assert_eq!(of(leading), set(&leads));
            }
        }
        let count = links.count();
        let mut expected = vec![u8::MAX; 2 * count * count];
        let mut is_open = true;
        for from in 0..count {
            let (on, off) = expected[2 * count * from..][..2 * count].split_at_mut(count);
            for (id, steps) in steps[from].iter().enumerate() {
                on[id] = steps.map_or(u8::MAX, |steps| 2 * steps as u8 + 1);
            }
            for id in 0..count {
                let by = excluded[id].iter().map(|&by| on[by.index()]).min();
                off[id] = by.unwrap_or(u8::MAX).saturating_add(1);
                is_open &= on[id] == u8::MAX || off[id] == u8::MAX;
            }
        }
        let mut rows = vec![u8::MAX; 2 * count * count];
        assert_eq!(layers.distances(links, &mut rows), is_open);
        assert!(!is_open || rows == expected);
    }

    #[test]
    fn layers_are_those_of_searches_one_by_one() {
        let line = b"..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
        let mut board = Board::new(&parse_puzzle(line).unwrap().into());
        let mut links = Links::default();
        for round in 0..4 {
            for pass in Digit::all().map(LinkPass::X).chain([LinkPass::Y, LinkPass::XY]) {
                links.build(&board, pass);
                match links.count() {
                    0..=64 => compare::<1>(&links),
                    65..=128 => compare::<2>(&links),
                    129..=192 => compare::<3>(&links),
                    _ => compare::<4>(&links),
                }
                if round % 3 == 0 {
                    compare::<12>(&links);
                }
            }
            // Fewer candidates, more links.
            for cell in board.open().filter(|cell| cell.index() % 7 == round) {
                let digits = board.candidates(cell);
                if let Some(digit) = ones(digits).nth(round % 3).filter(|_| digits.count_ones() > 2) {
                    board.eliminate(cell, 1 << digit);
                }
            }
        }
    }
}

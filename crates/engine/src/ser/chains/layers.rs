//! How far each candidate is from each other, as bit sets: what is true after n steps if a candidate is true,
//! for all candidates side by side. It shows where chains are, and how long; their literals are found by the
//! ordered search.

use super::links::Links;

/// A set of candidates, by their numbers.
type Set<const W: usize> = [u64; W];

/// The distances between candidates, layer by layer.
#[derive(Default)]
pub struct DistanceLayers<const W: usize> {
    /// What each candidate excludes.
    weak: Vec<Set<W>>,
    /// What follows from its want.
    strong: Vec<Set<W>>,
    /// What follows in one step from a true one to a true one.
    next: Vec<Set<W>>,
    /// From what it follows in one step.
    back: Vec<Set<W>>,
    /// What was reached from each so far.
    reached: Vec<Set<W>>,
    /// What was reached last.
    front: Vec<Set<W>>,
}

/// What the last layer shows of a candidate.
#[derive(Clone, Copy, Default)]
pub struct LastLayer {
    /// It leads to something that excludes it.
    pub is_refuted: bool,
    /// It leads to something that leads back to it: there are loops.
    pub has_loops: bool,
}

impl<const W: usize> DistanceLayers<W> {
    /// Begins with each candidate by itself.
    pub fn begin(&mut self, links: &Links) {
        let count = links.count();
        for rows in [&mut self.weak, &mut self.strong, &mut self.next, &mut self.back, &mut self.front] {
            rows.clear();
            rows.resize(count, [0; W]);
        }
        for id in 0..count as u16 {
            links.excluded(id, |other| insert(&mut self.weak[id as usize], other));
            for &(to, _) in links.strong(id) {
                insert(&mut self.strong[id as usize], to);
            }
        }
        for through in 0..count {
            let follow = self.strong[through];
            if follow != [0; W] {
                each(&self.weak[through], |from| unite(&mut self.next[from], &follow));
                each(&follow, |to| unite(&mut self.back[to], &self.weak[through]));
            }
        }
        for id in 0..count {
            self.next[id][id / 64] &= !(1 << (id % 64));
            self.front[id][id / 64] |= 1 << (id % 64);
        }
        self.reached.clone_from(&self.front);
    }

    /// Goes one step further from a candidate; whether something new was reached.
    #[inline]
    pub fn advance(&mut self, id: usize) -> bool {
        let mut new = [0; W];
        each(&self.front[id], |from| unite(&mut new, &self.next[from]));
        let mut any = 0;
        for k in 0..W {
            new[k] &= !self.reached[id][k];
            self.reached[id][k] |= new[k];
            any |= new[k];
        }
        self.front[id] = new;
        any != 0
    }

    /// From the beginning: how many literals a chain has from the candidate to the truth and to the want of
    /// each other. `false` at a contradiction.
    pub fn distances(&mut self, id: usize, on: &mut [u8], off: &mut [u8]) -> bool {
        let mut excluded = [0; W];
        for size in (1..u8::MAX - 1).step_by(2) {
            let mut new = [0; W];
            each(&self.front[id], |at| {
                on[at] = size;
                unite(&mut new, &self.weak[at]);
            });
            for k in 0..W {
                new[k] &= !excluded[k];
                excluded[k] |= new[k];
            }
            each(&new, |at| off[at] = size + 1);
            if meet(&excluded, &self.reached[id]) {
                return false;
            }
            if !self.advance(id) {
                return !meet(&excluded, &self.reached[id]);
            }
        }
        true
    }

    /// What the last step from a candidate shows of it.
    #[inline]
    pub fn shown(&self, id: usize) -> LastLayer {
        let front = &self.front[id];
        LastLayer { is_refuted: meet(front, &self.weak[id]), has_loops: meet(front, &self.back[id]) }
    }

    /// Those that the last step from a candidate proves: it follows from their want, and leads to them.
    #[inline]
    pub fn proved(&self, id: usize, mut each_proved: impl FnMut(usize)) {
        let mut both = self.front[id];
        both.iter_mut().zip(&self.strong[id]).for_each(|(word, strong)| *word &= strong);
        each(&both, &mut each_proved);
    }
}

#[inline]
fn insert<const W: usize>(set: &mut Set<W>, id: u16) {
    set[id as usize / 64] |= 1 << (id % 64);
}

#[inline]
fn unite<const W: usize>(to: &mut Set<W>, other: &Set<W>) {
    to.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

#[inline]
fn meet<const W: usize>(a: &Set<W>, b: &Set<W>) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | a & b) != 0
}

#[inline]
fn each<const W: usize>(set: &Set<W>, mut f: impl FnMut(usize)) {
    for k in 0..W {
        let mut word = set[k];
        while word != 0 {
            f(64 * k + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

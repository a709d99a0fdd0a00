//! Chains of almost locked sets: of any two neighbours, one has all its digits except the common between
//! them.
//!
//! The size is the number of sets. Two sets are ends of chains for a digit at one size only, the smallest.
//! All starts, a set and a digit that it lacks, are followed in parallel, a bit for each.

use super::{Als, AlsTable, Commons, because};
use crate::budget::Within;
use crate::evidence::Evidence;
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cells, Digit, Grid, bits};
use crate::rule::Findings;
use crate::state::State;

pub(in crate::rules) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (grid, AlsTable { all: sets, commons, chains }) = state.remember(AlsTable::of);
    let chains = chains.get_or_insert_with(|| AlsChains::new(grid, sets));
    chains.go(sets, commons, size.into());
    let first = |&(_, start): &(usize, usize)| chains.starts[start].0;
    let is_same = |a: &(usize, usize), b: &(usize, usize)| (a.0, first(a)) == (b.0, first(b));
    for ends in chains.ends[usize::from(size) - 2].chunk_by(is_same) {
        let (first, end) = (first(&ends[0]), ends[0].0);
        if first >= end {
            continue;
        }
        let targets = |&(_, start): &(usize, usize)| {
            let digit = chains.starts[start].1;
            (digit, sets[first].seen_by_both(&sets[end], Digit::new(digit), grid))
        };
        let mut left: Vec<(usize, Cells)> =
            ends.iter().map(targets).filter(|(_, cells)| !cells.is_empty()).collect();
        // One chain may suffice for all digits.
        if left.len() > 1 {
            let all = left.iter().fold(0, |all, (digit, _)| all | 1 << digit);
            if let Some(because) = way(sets, commons, first, end, all, size.into()) {
                let mut targets = Candidates::EMPTY;
                left.drain(..).for_each(|(digit, cells)| targets.0[digit] = cells);
                found.eliminate(&targets, || because);
            }
        }
        for (digit, cells) in left {
            found.eliminate(&Candidates::of_digit(Digit::new(digit), cells), || {
                way(sets, commons, first, end, 1 << digit, size.into())
                    .expect("these are ends of a chain for the digit")
            });
        }
    }
    Ok(())
}

/// Chains of a state, up to the size requested so far.
pub(super) struct AlsChains {
    /// Sets, each with a digit that the set may lack.
    starts: Vec<(usize, usize)>,
    lanes: Lanes,
    /// For each number of sets from 2, the ends of chains of that length; each end has its start.
    ends: Vec<Vec<(usize, usize)>>,
}

impl AlsChains {
    fn new(grid: &Grid, sets: &[Als]) -> AlsChains {
        let starts: Vec<(usize, usize)> = sets
            .iter()
            .enumerate()
            .flat_map(|(set, own)| bits(own.digits).map(move |digit| (set, digit)))
            .filter(|&(set, digit)| grid.open_plane(Digit::new(digit)).intersects(sets[set].seen[digit]))
            .collect();
        AlsChains { lanes: Lanes::new(sets.len(), &starts), starts, ends: Vec::new() }
    }

    fn go(&mut self, sets: &[Als], commons: &Commons, size: usize) {
        while self.ends.len() + 1 < size {
            let is_over = self.lanes.last.iter().all(|&word| word == 0);
            let new = match is_over {
                true => Vec::new(),
                false => self.lanes.step(sets, commons),
            };
            self.ends.push(new);
        }
    }
}

/// For each set and each digit that it may lack, the starts that lead there.
struct Lanes {
    words: usize,
    /// Starts of each digit.
    of_digit: [Vec<u64>; 9],
    /// Starts that reached each set and digit, at all or in the last step: a row for each set and digit.
    known: Vec<u64>,
    last: Vec<u64>,
    /// For each set, the starts of chains that end in the set: before the last step, and after the last step.
    ends_before: Vec<u64>,
    ends: Vec<u64>,
}

impl Lanes {
    fn new(sets: usize, starts: &[(usize, usize)]) -> Lanes {
        let words = starts.len().div_ceil(64);
        let mut lanes = Lanes {
            words,
            of_digit: std::array::from_fn(|_| vec![0; words]),
            known: vec![0; 9 * sets * words],
            last: Vec::new(),
            ends_before: Vec::new(),
            ends: vec![0; sets * words],
        };
        for (k, &(set, digit)) in starts.iter().enumerate() {
            let (word, bit) = (k / 64, 1 << (k % 64));
            lanes.of_digit[digit][word] |= bit;
            lanes.known[(9 * set + digit) * words + word] |= bit;
            lanes.ends[set * words + word] |= bit;
        }
        lanes.last = lanes.known.clone();
        lanes.ends_before = lanes.ends.clone();
        lanes
    }

    /// Goes from the sets reached last to their neighbours, by another digit than the one they lack. Returns
    /// the new ends.
    fn step(&mut self, sets: &[Als], commons: &Commons) -> Vec<(usize, usize)> {
        let words = self.words;
        let mut next = vec![0; self.last.len()];
        for (set, near) in commons.0.iter().enumerate() {
            for lack in bits(sets[set].digits) {
                let row = (9 * set + lack) * words;
                let from = &self.last[row..row + words];
                if from.iter().all(|&word| word == 0) {
                    continue;
                }
                for &(other, common) in near.iter().filter(|&&(_, common)| common != lack) {
                    let to = (9 * other + common) * words;
                    next[to..to + words].iter_mut().zip(from).for_each(|(to, from)| *to |= from);
                }
            }
        }
        next.iter_mut().zip(&self.known).for_each(|(next, known)| *next &= !known);
        self.known.iter_mut().zip(&next).for_each(|(known, next)| *known |= next);
        self.ends_before.clone_from(&self.ends);
        for (set, own) in sets.iter().enumerate() {
            for lack in bits(own.digits) {
                let row = (9 * set + lack) * words;
                for word in 0..words {
                    let other = next[row + word] & !self.of_digit[lack][word];
                    self.ends[set * words + word] |= other;
                }
            }
        }
        self.last = next;
        self.new_ends(sets)
    }

    /// Lists the sets that are ends since the last step, with starts whose digit they have.
    fn new_ends(&self, sets: &[Als]) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        for (set, own) in sets.iter().enumerate() {
            for word in 0..self.words {
                let at = set * self.words + word;
                let has = bits(own.digits).fold(0, |has, digit| has | self.of_digit[digit][word]);
                let mut new = self.ends[at] & !self.ends_before[at] & has;
                while new != 0 {
                    all.push((set, 64 * word + new.lowest()));
                    new &= new - 1;
                }
            }
        }
        all
    }
}

/// Finds a chain from the first set to the last, both of which have these digits and are linked to their
/// neighbours by others.
fn way(
    sets: &[Als], commons: &Commons, first: usize, end: usize, digits: u16, size: usize,
) -> Option<Evidence> {
    // For each step, the sets that it reaches, the digits they lack, and the place of each one's predecessor
    // in the step before.
    let mut layers: Vec<Vec<(usize, u16, usize)>> = vec![vec![(first, digits, 0)]];
    for _ in 1..size {
        let mut next: Vec<(usize, u16, usize)> = Vec::new();
        for (at, &(set, lacks, _)) in layers[layers.len() - 1].iter().enumerate() {
            let near = commons.0[set].iter().map(|&(other, common)| (other, 1 << common));
            for (other, common) in near.filter(|(_, common)| common & lacks == 0) {
                if !next.iter().any(|own| (own.0, own.1) == (other, common)) {
                    next.push((other, common, at));
                }
            }
        }
        layers.push(next);
    }
    let is_end = |own: &(usize, u16, usize)| own.0 == end && own.1 & digits == 0;
    let mut at = layers[size - 1].iter().position(is_end)?;
    let (mut chain, mut between) = (Vec::new(), Vec::new());
    for layer in layers.iter().rev() {
        let (set, lacks, before) = layer[at];
        chain.push(&sets[set]);
        between.push(lacks.lowest());
        at = before;
    }
    between.pop();
    chain.reverse();
    between.reverse();
    Some(because(&chain, &between))
}

//! The open candidates and variables of a state, numbered from 0, with their links.

use crate::boards::Board;
use crate::graph::Bits;
use crate::grid::{Candidate, Grid};
use std::hash::Hasher;

/// Set of numbered candidates; a board has at most 729.
pub type Labels = Bits<12>;

/// Candidates, variables and links of a state.
pub struct Links {
    /// The candidates.
    pub labels: Vec<Candidate>,
    /// Members of each variable without a value.
    pub variables: Vec<Vec<usize>>,
    /// Place of each variable among those of the board.
    pub places: Vec<usize>,
    /// Candidates linked to each candidate.
    pub linked: Vec<Labels>,
    /// Variables with a member linked to a candidate, for each candidate that is not in them.
    pub near: Vec<Vec<usize>>,
    /// Variables of each candidate.
    pub own: Vec<Vec<usize>>,
}

impl Links {
    /// Numbers the candidates of a state.
    pub fn of(board: &Board, grid: &Grid) -> Links {
        let open = grid.candidates();
        let labels: Vec<Candidate> = open.iter().collect();
        let number = |label: Candidate| labels.binary_search(&label).ok();
        let members = |variable: &crate::grid::Candidates| -> Vec<usize> {
            variable.common(&open).iter().filter_map(number).collect()
        };
        let all = board.variables().iter().map(members).enumerate();
        let (places, variables): (Vec<usize>, Vec<Vec<usize>>) =
            all.filter(|(_, members)| !members.is_empty()).unzip();
        let linked: Vec<Labels> = labels
            .iter()
            .map(|label| board.linked(*label).common(&open).iter().filter_map(number).collect())
            .collect();
        let all = |has: &dyn Fn(usize, &Vec<usize>) -> bool| -> Vec<Vec<usize>> {
            let of = |at| (0..variables.len()).filter(|&v| has(at, &variables[v])).collect();
            (0..labels.len()).map(of).collect()
        };
        let near = all(&|at, members| {
            !members.contains(&at) && members.iter().any(|&member| linked[at].contains(member))
        });
        let own = all(&|at, members| members.contains(&at));
        Links { labels, variables, places, linked, near, own }
    }

    /// Returns the number of members that are not excluded, counted up to two, and the first of them.
    pub fn left(&self, variable: usize, excluded: &Labels) -> (usize, usize) {
        let mut left = (0, 0);
        for &member in &self.variables[variable] {
            if !excluded.contains(member) {
                if left.0 == 1 {
                    return (2, left.1);
                }
                left = (1, member);
            }
        }
        left
    }

    /// Returns a lower bound of the length of chains of a target: one more than the rounds of singles after
    /// which a variable may be empty, where candidates that exclude each other count as well.
    pub fn least_length(&self, target: usize) -> u32 {
        let mut excluded = self.linked[target];
        for length in 1.. {
            let mut more = excluded;
            for variable in 0..self.variables.len() {
                match self.left(variable, &excluded) {
                    (0, _) => return length,
                    (1, right) if right != target => more |= self.linked[right],
                    _ => {}
                }
            }
            if more == excluded {
                break;
            }
            excluded = more;
        }
        u32::MAX
    }

    /// Returns the members of a variable that a candidate excludes.
    pub fn excluded_by(&self, candidate: usize, variable: usize) -> Labels {
        let members = self.variables[variable].iter().copied();
        members.filter(|&member| self.linked[candidate].contains(member)).collect()
    }
}

/// Chain of a target that closes, whose variables and candidates are numbers of [`Links`].
pub struct Chain {
    /// The target.
    pub target: usize,
    /// Each variable with its right-linking candidate.
    pub path: Vec<Link>,
    /// Variable without a candidate.
    pub closing: usize,
    /// Left-linking candidate of each variable, the closing one last.
    pub lefts: Vec<usize>,
}

/// Variable with its right-linking candidate.
pub type Link = (usize, usize);

/// Returns random bits for a candidate; the exclusive or of a set's is its key.
pub fn key_of(candidate: usize) -> u128 {
    let mut x = (candidate as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    x = (x ^ x >> 67).wrapping_mul(0xda94_2042_e4dd_58b5_94d0_49bb_1331_11eb);
    x = (x ^ x >> 59).wrapping_mul(0xbf58_476d_1ce4_e5b9_2545_f491_4f6c_dd1d);
    x ^ x >> 64
}

/// Returns the key of a set of candidates with one of them as the last.
pub fn with_last(key: u128, last: usize) -> u128 {
    key ^ key_of(last).rotate_left(32)
}

/// Hasher of keys, which are random already.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

//! Hall sets: `n` members that have only `n` values between them (Suchard, Yatom, Shapir 2006).
//!
//! One finder serves naked subsets (cells → digits), hidden subsets (digits → cells), fish (rows → columns)
//! and their transposes. This is *chain exclusion*; on the transposed table it is *pile exclusion*.

use crate::grid::bits;
use crate::grid::mask::Mask;

/// Calls `found(members, union)` for every set of exactly `n` members whose values number exactly `n`.
/// `values[i]` are the values of member `i`; a member without values takes no part. Members and values are
/// bits of a `u16`, nine of each at most.
pub(in super::super) fn each(values: &[u16; 9], n: usize, mut found: impl FnMut(u16, u16)) {
    // Only members with at most n values can be in such a set.
    let fits = |&i: &usize| values[i] != 0 && values[i].size() <= n;
    let mut fitting = [0usize; 9];
    let mut count = 0;
    for i in (0..9).filter(fits) {
        fitting[count] = i;
        count += 1;
    }
    if count >= n {
        extend(values, &fitting[..count], n, 0, 0, &mut found);
    }
}

/// Adds members of `from` to `members`, whose values are `union`, while the union has at most `n` values.
/// Recursion depth is at most nine.
fn extend(
    values: &[u16; 9], from: &[usize], n: usize, members: u16, union: u16, found: &mut impl FnMut(u16, u16),
) {
    let missing = n - members.size();
    if missing == 0 {
        if union.size() == n {
            found(members, union);
        }
        return;
    }
    for (k, &member) in from.iter().enumerate() {
        if from.len() - k < missing {
            return;
        }
        let wider = union | values[member];
        if wider.size() <= n {
            extend(values, &from[k + 1..], n, members | 1 << member, wider, found);
        }
    }
}

/// Computes all-different consistency: for each member, the values that take part in some assignment of
/// different values to all members with values. All results are empty if there is no such assignment.
///
/// `v` stays with member `i` unless some Hall set without `i` owns `v`; so one pass over all sets of members,
/// with a table of unions, is complete.
pub(in super::super) fn all_different(values: &[u16; 9]) -> [u16; 9] {
    let members: Vec<usize> = (0..9).filter(|&i| values[i] != 0).collect();
    let mut unions = [0u16; 512];
    let mut kept = *values;
    for set in 1..1usize << members.len() {
        let union = unions[set & (set - 1)] | values[members[set.lowest()]];
        unions[set] = union;
        if union.count_ones() < set.count_ones() {
            return [0; 9];
        }
        if union.count_ones() == set.count_ones() {
            for (k, &member) in members.iter().enumerate() {
                if set >> k & 1 == 0 {
                    kept[member] &= !union;
                }
            }
        }
    }
    kept
}

/// Finds Hall sets (members, values), small ones first, that leave other members only the values in `kept`;
/// or, if nothing is kept, one set with fewer values than members.
pub(in super::super) fn sets_behind(values: &[u16; 9], kept: &[u16; 9]) -> Vec<(u16, u16)> {
    let mut missing: [u16; 9] = std::array::from_fn(|i| values[i] & !kept[i]);
    let there = (0..9).filter(|&i| values[i] != 0).fold(0, |all, i| all | 1 << i);
    let mut sets: Vec<u16> = (1..512u16).filter(|set| set & !there == 0).collect();
    sets.sort_by_key(|set| set.count_ones());
    let mut behind = Vec::new();
    for set in sets {
        let union = bits(set).fold(0, |union, member| union | values[member]);
        if union.count_ones() < set.count_ones() {
            return vec![(set, union)];
        }
        let outside = |&i: &usize| set >> i & 1 == 0 && missing[i] & union != 0;
        if union.count_ones() == set.count_ones() && (0..9).any(|i| outside(&i)) {
            behind.push((set, union));
            (0..9).filter(|i| set >> i & 1 == 0).for_each(|i| missing[i] &= !union);
        }
    }
    behind
}

// Random houses are tested in rules/bipartite.rs against matchings, and in tests/common/twins against a
// search.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::halls::transpose;

    fn sets(vector: &[&str]) -> [u16; 9] {
        std::array::from_fn(|i| {
            let digits = vector.get(i).map_or("", |text| text);
            digits.bytes().fold(0, |set, digit| set | 1 << (digit - b'1'))
        })
    }

    /// The examples of Suchard, Yatom and Shapir are reproduced: chain exclusion, where the authors stop
    /// after {1} though the fifth cell follows from {27}{27}; pile exclusion, where one of two {4,6} in print
    /// is a misprint; a vector with a match; and one without.
    #[test]
    fn exclusions_of_suchard_yatom_and_shapir() {
        let chains = sets(&["1237", "36", "34", "14", "567", "46", "27", "89", "89"]);
        let piles = sets(&["1235", "36", "34", "56", "1789", "46", "5789", "6789", "14"]);
        let found = |values: &[u16; 9]| {
            let mut all = Vec::new();
            each(values, 3, |members, union| all.push((members, union)));
            all
        };
        assert!(found(&chains).contains(&(0b100110, 0b101100)), "cells 2, 3, 6 hold 3, 4, 6");
        assert!(found(&transpose(&piles)).contains(&(0b111000000, 0b011010000)), "7, 8, 9");
        let kept = sets(&["27", "36", "34", "1", "5", "46", "27", "89", "89"]);
        assert_eq!(all_different(&chains), kept);
        let kept = sets(&["2", "36", "34", "5", "789", "46", "789", "789", "1"]);
        assert_eq!(all_different(&piles), kept);
        assert_ne!(all_different(&sets(&["1235", "23", "234", "34", "45"])), [0; 9]);
        assert_eq!(all_different(&sets(&["12", "12", "12"])), [0; 9]);
    }
}

//! Permutation bipartite graph of a house (Suchard, Yatom, Shapir 2006): explains exclusions by maximum
//! matchings.
//!
//! ```text
//!   members   cells of the house, or its digits       rows of the table `values`
//!   values    the digits they may hold, or the cells they may be in
//!
//!   c1:  r2 ── 5 8      r2=8 leaves r4 ── 2      two members, one value: no matching of all,
//!        r4 ── 2 8                  r7 ── 2      so r2≠8; r4 and r7 are the Hall set
//!        r7 ── 2 8
//! ```

use super::matching::maximum_matching;
use super::sets::subset::digits_by_square;
use crate::evidence::{Evidence, Step};
use crate::graph::Bits;
use crate::grid::{Digit, Grid, House, bits, halls::transpose};

/// Returns the house of a step that excludes by a Hall set, and whether the members of the set are digits
/// (pile exclusion) rather than cells (chain exclusion).
fn exclusion(because: &Evidence) -> Option<(House, bool)> {
    match because {
        Evidence::Subset(hall) => hall.house(),
        Evidence::AllDifferent { house, .. } => Some((*house, false)),
        _ => None,
    }
}

/// Members with too few values left between them once another member has taken one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shortage {
    pub members: u16,
    pub left: u16,
}

/// Finds the value of each member in a maximum matching.
fn matched(values: &[u16; 9]) -> Vec<Option<usize>> {
    maximum_matching(&values.map(|values| Bits([u64::from(values)])))
}

/// Explains why `member` cannot have `value`: finds the members that alternating paths of a maximum matching
/// of the others reach from the members without a value. This set is the same for every maximum matching, and
/// as small as possible (Dulmage and Mendelsohn). `None` if all others can be matched.
pub(super) fn shortage(values: &[u16; 9], member: usize, value: usize) -> Option<Shortage> {
    let mut rest = values.map(|options| options & !(1 << value));
    rest[member] = 0;
    let matched = matched(&rest);
    let mut members: u16 = (0..9)
        .filter(|&i| i != member && values[i] != 0 && matched[i].is_none())
        .fold(0, |set, i| set | 1 << i);
    if members == 0 {
        return None;
    }
    loop {
        let left = bits(members).fold(0, |all, i| all | rest[i]);
        let held = |i: &usize| matched[*i].is_some_and(|value| left >> value & 1 != 0);
        let wider = (0..9).filter(held).fold(members, |set, i| set | 1 << i);
        if wider == members {
            return Some(Shortage { members, left });
        }
        members = wider;
    }
}

/// Explains the exclusions of a step by matchings: for each Hall set its members matched to their values, and
/// for each removed candidate the values that it would leave them. Empty for other kinds of steps. `grid` is
/// the state in which the step was found.
///
/// ```text
///   c1: r4c1 r7c1 have n2 n8: r4c1=2 r7c1=8
///     r2c1=8 leaves n2 for r4c1 r7c1: r4c1=2 at most
/// ```
pub fn matchings(grid: &Grid, step: &Step) -> Vec<String> {
    let Some((house, of_digits)) = exclusion(&step.because) else { return Vec::new() };
    let by_square = digits_by_square(grid, house);
    let values = if of_digits { transpose(&by_square) } else { by_square };
    let cell = |square: usize| house.square(square);
    let names = |set: u16, are_digits: bool| {
        let name = |i| if are_digits { Digit::new(i).to_string() } else { cell(i).to_string() };
        bits(set).map(name).collect::<Vec<_>>().join(" ")
    };
    let placed = |member, value| {
        let (square, digit) = if of_digits { (value, member) } else { (member, value) };
        format!("{}={}", cell(square), digit + 1)
    };
    // Matches these members alone.
    let matching = |members: u16, values: &[u16; 9]| {
        let of = |i| if members >> i & 1 != 0 { values[i] } else { 0 };
        let matched = matched(&std::array::from_fn(of));
        let pairs = bits(members).filter_map(|i| Some(placed(i, matched[i]?)));
        pairs.collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<String> = Vec::new();
    for target in step.eliminates.iter() {
        let Some(square) = (0..9).find(|&square| house.square(square) == target.cell) else { continue };
        let digit = target.digit.index();
        let (member, value) = if of_digits { (digit, square) } else { (square, digit) };
        let Some(Shortage { members, left }) = shortage(&values, member, value) else { continue };
        let all = bits(members).fold(0, |all, i| all | values[i]);
        let who = names(members, of_digits);
        let head =
            format!("{}: {who} have {}: {}", house, names(all, !of_digits), matching(members, &values));
        let at_most = match matching(members, &values.map(|options| options & !(1 << value))) {
            pairs if pairs.is_empty() => "nothing".to_string(),
            pairs => pairs,
        };
        let what = match names(left, !of_digits) {
            left if left.is_empty() => "nothing".to_string(),
            left => left,
        };
        let line = format!("  {} leaves {what} for {who}: {at_most} at most", placed(member, value));
        // The line goes at the end of the lines of its Hall set.
        match lines.iter().position(|line| *line == head) {
            Some(at) => {
                let next = lines[at + 1..].iter().position(|line| !line.starts_with(' '));
                lines.insert(next.map_or(lines.len(), |next| at + 1 + next), line);
            }
            None => lines.extend([head, line]),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sets::hall;

    /// Hall sets agree with matchings: the table of unions excludes a value exactly if it leaves too little
    /// for the other members.
    #[test]
    fn hall_sets_equal_matchings() {
        let mut x = 0x2545_f491_4f6c_dd1d_u64;
        let mut counts = [0; 3];
        for round in 0..20_000 {
            let values: [u16; 9] = std::array::from_fn(|i| {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                let random = (x >> 20) & (x >> 40) & if round % 3 == 0 { x >> 10 } else { !0 };
                // Most houses have a matching, some have decided cells.
                match (random as u16 & 0x1ff, round % 5) {
                    (_, 4) if i < round % 7 => 0,
                    (set, 3) => set,
                    (set, _) => set | 1 << ((i * 4 + round) % 9),
                }
            });
            let kept = hall::all_different(&values);
            let members: Vec<usize> = (0..9).filter(|&i| values[i] != 0).collect();
            let matched = matched(&values);
            let held = matched.iter().flatten().fold(0u16, |all, value| {
                assert_eq!(all >> value & 1, 0, "a value twice");
                all | 1 << value
            });
            // König: the number of unmatched members is the largest excess of members over their values.
            let short = (0..512u16).map(|set| {
                let set = set & members.iter().fold(0, |all, i| all | 1 << i);
                let union = bits(set).fold(0, |all, i| all | values[i]);
                set.count_ones() as i32 - union.count_ones() as i32
            });
            let least = members.len() as i32 - held.count_ones() as i32;
            assert_eq!(least, short.max().unwrap(), "{values:?}");
            let is_perfect = members.iter().all(|&i| matched[i].is_some());
            assert_eq!(is_perfect, members.is_empty() || kept != [0; 9], "{values:?}");
            for &i in &members {
                for value in bits(values[i]) {
                    let shortage = shortage(&values, i, value);
                    let is_excluded = kept[i] >> value & 1 == 0;
                    assert_eq!(shortage.is_some(), is_excluded, "{values:?} {i} {value}");
                    counts[usize::from(is_excluded)] += 1;
                    let Some(Shortage { members, left }) = shortage else { continue };
                    assert!(left.count_ones() < members.count_ones() && members >> i & 1 == 0);
                    let union = bits(members).fold(0, |all, member| all | values[member]);
                    assert_eq!(left, union & !(1 << value), "{values:?} {i} {value}");
                    if is_perfect {
                        // The members are a Hall set, and no smaller one excludes the value.
                        assert_eq!(union.count_ones(), members.count_ones());
                        assert!(union >> value & 1 != 0);
                        for n in 1..members.count_ones() as usize {
                            hall::each(&values, n, |set, union| {
                                assert!(set >> i & 1 != 0 || union >> value & 1 == 0);
                            });
                        }
                        counts[2] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 5_000), "{counts:?}");
    }
}

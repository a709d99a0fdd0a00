//! Systems of distinct representatives: can every set of a list be given a member of its own?

use crate::graph::Bits;

/// A member for each set, pairwise different; `None` if there is no such choice (Kuhn's augmenting paths;
/// the lists are chains, 36 long at most).
pub(super) fn distinct_representatives<const C: usize>(sets: &[Bits<C>]) -> Option<Vec<usize>> {
    let mut owner: Vec<(usize, usize)> = Vec::with_capacity(sets.len());
    for i in 0..sets.len() {
        let mut visited = Bits::EMPTY;
        if !augment(i, sets, &mut owner, &mut visited) {
            return None;
        }
    }
    let mut members = vec![0; sets.len()];
    for (member, set) in owner {
        members[set] = member;
    }
    Some(members)
}

/// Gives set `i` a member, moving earlier sets to others where needed. Depth at most `sets.len()`.
fn augment<const C: usize>(
    i: usize,
    sets: &[Bits<C>],
    owner: &mut Vec<(usize, usize)>,
    visited: &mut Bits<C>,
) -> bool {
    for member in sets[i].iter() {
        if visited.contains(member) {
            continue;
        }
        visited.insert(member);
        match owner.iter().position(|&(owned, _)| owned == member) {
            None => {
                owner.push((member, i));
                return true;
            }
            Some(at) => {
                if augment(owner[at].1, sets, owner, visited) {
                    owner[at].1 = i;
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn representatives_are_found_when_hall_allows() {
        let sets: Vec<Bits<2>> =
            [vec![1, 2], vec![1], vec![2, 3], vec![100]].map(|s| s.into_iter().collect()).to_vec();
        assert_eq!(distinct_representatives(&sets), Some(vec![2, 1, 3, 100]));
        let sets: Vec<Bits<2>> =
            [vec![1, 2], vec![1, 2], vec![2, 1]].map(|s| s.into_iter().collect()).to_vec();
        assert_eq!(distinct_representatives(&sets), None);
    }
}

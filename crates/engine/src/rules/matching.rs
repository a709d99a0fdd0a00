//! Systems of distinct representatives: a member of its own for each set of a list, or for as many sets as
//! possible.

use crate::graph::Bits;

/// Chooses a member for each set, pairwise different; `None` if there is no such choice (Kuhn's augmenting
/// paths; the lists are chains, 36 long at most).
pub(crate) fn distinct_representatives<const C: usize>(sets: &[Bits<C>]) -> Option<Vec<usize>> {
    let mut owner: Vec<(usize, usize)> = Vec::with_capacity(sets.len());
    if !(0..sets.len()).all(|i| augment(i, sets, &mut owner, &mut Bits::default())) {
        return None;
    }
    let mut members = vec![0; sets.len()];
    for (member, set) in owner {
        members[set] = member;
    }
    Some(members)
}

/// Whether a member can be chosen for each set, pairwise different.
#[inline]
pub(crate) fn has_distinct_representatives<const C: usize>(sets: &[Bits<C>]) -> bool {
    // The first free member of each set is mostly a choice.
    let mut taken = Bits::EMPTY;
    let take = |set: &Bits<C>| (*set - taken).first().map(|free| taken.insert(free)).is_some();
    sets.iter().all(take) || distinct_representatives(sets).is_some()
}

/// Chooses pairwise different members for as many sets as possible.
pub(super) fn maximum_matching<const C: usize>(sets: &[Bits<C>]) -> Vec<Option<usize>> {
    let mut owner = Vec::with_capacity(sets.len());
    for i in 0..sets.len() {
        augment(i, sets, &mut owner, &mut Bits::default());
    }
    let mut members = vec![None; sets.len()];
    owner.into_iter().for_each(|(member, set)| members[set] = Some(member));
    members
}

/// Gives set `i` a member, moving earlier sets to others where needed. Depth at most `sets.len()`.
fn augment<const C: usize>(
    i: usize, sets: &[Bits<C>], owner: &mut Vec<(usize, usize)>, visited: &mut Bits<C>,
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

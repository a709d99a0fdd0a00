//! `ItemSet`: some of a scale's items.

use super::{Scale, Tally};
use crate::grid::mask::Mask;

/// A set of items of one scale, by their numbers. A climb by a set always uses the items of `brt`, named or
/// not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct ItemSet(Vec<u64>);

impl ItemSet {
    /// Makes the set of these items.
    pub fn of(items: impl IntoIterator<Item = usize>) -> ItemSet {
        items.into_iter().collect()
    }

    /// Returns the items beyond `brt` that fired on a climb. They suffice for it: without the items that
    /// prove nothing on a path, the path is the same.
    pub fn used(scale: &Scale, tallies: &[Tally]) -> ItemSet {
        ItemSet::of(scale.beyond_singles().filter(|&item| tallies[item].steps > 0))
    }

    /// Whether the item is in the set.
    #[inline]
    pub fn contains(&self, item: usize) -> bool {
        self.0.get(item / 64).is_some_and(|word| word >> (item % 64) & 1 != 0)
    }

    /// Adds an item.
    pub fn insert(&mut self, item: usize) {
        if self.0.len() <= item / 64 {
            self.0.resize(item / 64 + 1, 0);
        }
        self.0[item / 64] |= 1 << (item % 64);
    }

    /// Returns this set with one more item.
    pub fn with(&self, item: usize) -> ItemSet {
        ItemSet::of(self.iter().chain([item]))
    }

    /// Returns this set without an item.
    pub fn without(&self, item: usize) -> ItemSet {
        ItemSet::of(self.iter().filter(|&other| other != item))
    }

    /// Returns the union of this set and another.
    pub fn union(&self, other: &ItemSet) -> ItemSet {
        ItemSet::of(self.iter().chain(other.iter()))
    }

    /// Returns the items of this set that are not in `other`.
    pub fn minus(&self, other: &ItemSet) -> ItemSet {
        ItemSet::of(self.iter().filter(|&item| !other.contains(item)))
    }

    /// Whether all items are in the other set.
    pub fn is_subset(&self, other: &ItemSet) -> bool {
        let word = |k: usize| other.0.get(k).copied().unwrap_or(0);
        self.0.iter().enumerate().all(|(k, &items)| items & !word(k) == 0)
    }

    /// Returns the items in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |&word: &u64| {
            let rest = |&word: &u64| (word != 0).then_some(word & word.wrapping_sub(1));
            let words = std::iter::successors(Some(word), rest).take_while(|&word| word != 0);
            words.map(|word| word.lowest())
        };
        self.0.iter().enumerate().flat_map(move |(k, word)| bits(word).map(move |bit| 64 * k + bit))
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.size()).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the scale with only these items and singles, in the same places.
    pub fn scale(&self, whole: &Scale) -> Scale {
        let singles = whole.beyond_singles().start;
        let kept = |(item, _): &(usize, _)| *item < singles || self.contains(*item);
        let items = whole.items.iter().enumerate().filter(kept).map(|(_, item)| *item).collect();
        whole.with_items(items)
    }
}

impl FromIterator<usize> for ItemSet {
    fn from_iter<I: IntoIterator<Item = usize>>(items: I) -> ItemSet {
        let mut set = ItemSet::default();
        items.into_iter().for_each(|item| set.insert(item));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_equal_by_what_is_in_them() {
        let set = ItemSet::of([3, 64, 200]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200]);
        assert_eq!((set.len(), set.contains(64), set.contains(65)), (3, true, false));
        assert_eq!(set.without(200), ItemSet::of([64, 3]));
        assert_eq!(set.with(5).minus(&set), ItemSet::of([5]));
        assert_eq!(ItemSet::of([3, 5]).union(&set), set.with(5));
        assert!(ItemSet::of([3]).is_subset(&set) && !set.is_subset(&ItemSet::of([3])));
        assert!(ItemSet::default().is_subset(&set) && set.without(3).len() == 2);
        assert!(ItemSet::of([7]).without(7).is_empty());
    }

    #[test]
    fn a_scale_of_some_items_keeps_their_places() {
        let whole = Scale::define("x", "brt,lc,naked:2-3,whip:2-4").unwrap();
        let some = ItemSet::of([4, 7]).scale(&whole);
        let names: Vec<(u32, String)> = some.items.iter().map(|i| (i.place, i.name())).collect();
        assert_eq!(names[some.beyond_singles()], [(2, "naked[2]".to_string()), (5, "whip[3]".to_string())]);
    }
}

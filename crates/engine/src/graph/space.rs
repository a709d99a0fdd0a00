//! Spaces: the variables in the graph of each, and the targets of typed chains, of all types side by side.

use super::Bits;
use crate::evidence::families::Space;
use std::ops::Range;

/// Spaces searched side by side on the graph of all variables; in each, chains use variables of one type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Division {
    /// Four spaces, one of each type, with all links.
    Types,
    /// Three spaces: cells with all links; rows and columns without links by a block.
    Planes,
}

impl Division {
    pub const COUNT: usize = 2;

    /// Returns the number of the division, below `COUNT`.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the division for chains in `spaces`, if there is one.
    pub fn of(spaces: &[Space]) -> Option<Division> {
        let is_plane = |space: &Space| matches!(space, Space::Typed(0) | Space::Flat(_));
        match spaces {
            _ if spaces == Space::TYPES => Some(Division::Types),
            _ if spaces.iter().all(is_plane) => Some(Division::Planes),
            _ => None,
        }
    }

    pub fn types(self) -> Range<usize> {
        match self {
            Division::Types => 0..4,
            Division::Planes => 0..3,
        }
    }

    /// Returns the types of variables that make links for chains of this type.
    pub fn links(self, kind: usize) -> Range<usize> {
        if self == Division::Planes && kind > 0 { 0..3 } else { 0..4 }
    }
}

/// Space of chains, by itself or as one of a division's.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub division: Option<Division>,
    pub space: Space,
}

impl Part {
    /// The space of all variables.
    pub const ALL: Part = Part { division: None, space: Space::All };
}

/// Bits of a target's number; the type of its chains' variables is in the bits above.
const TARGET_BITS: u32 = 10;

/// Returns the number of target `z` for chains with variables of type `kind`. For chains of any type, pass 0.
pub(crate) fn typed_target(kind: usize, z: usize) -> u16 {
    (kind << TARGET_BITS | z) as u16
}

/// Returns the type of the variables of a target's chains.
#[inline(always)]
pub(crate) fn type_of(target: u16) -> usize {
    usize::from(target >> TARGET_BITS) % 4
}

#[inline(always)]
pub(crate) fn candidate_of(target: u16) -> usize {
    usize::from(target) % (1 << TARGET_BITS)
}

/// Set of targets for each space of a division, which is the space of the targets' chains. Without a division
/// `T` is 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct TargetSet<const C: usize, const T: usize>(pub [Bits<C>; T]);

impl<const C: usize, const T: usize> TargetSet<C, T> {
    pub const EMPTY: Self = TargetSet([Bits::EMPTY; T]);

    pub fn insert(&mut self, target: u16) {
        self.0[type_of(target) % T].insert(candidate_of(target));
    }

    pub fn remove(&mut self, target: u16) {
        self.0[type_of(target) % T].remove(candidate_of(target));
    }

    #[inline(always)]
    pub fn contains(&self, target: u16) -> bool {
        self.0[type_of(target) % T].contains(candidate_of(target))
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Bits::is_empty)
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(own, other)| own.intersects(other))
    }

    pub fn with(&self, other: &Self) -> Self {
        TargetSet(std::array::from_fn(|kind| self.0[kind] | other.0[kind]))
    }

    pub fn without(&self, other: &Self) -> Self {
        TargetSet(std::array::from_fn(|kind| self.0[kind] - other.0[kind]))
    }

    pub fn iter(&self) -> impl Iterator<Item = u16> + use<C, T> {
        let all = self.0;
        (0..T).flat_map(move |kind| all[kind].iter().map(move |z| typed_target(kind, z)))
    }
}

impl<const C: usize, const T: usize> Default for TargetSet<C, T> {
    fn default() -> Self {
        TargetSet::EMPTY
    }
}

impl<const C: usize, const T: usize> FromIterator<u16> for TargetSet<C, T> {
    fn from_iter<I: IntoIterator<Item = u16>>(targets: I) -> Self {
        let mut set = TargetSet::EMPTY;
        targets.into_iter().for_each(|target| set.insert(target));
        set
    }
}

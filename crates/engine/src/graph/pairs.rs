//! `GraphPairs`: candidates of variables that have exactly two.

use super::{Bits, lists::Lists};

#[derive(PartialEq, Eq, Debug)]
pub(crate) struct GraphPairs<const C: usize> {
    /// For each candidate, the other candidates of its two-candidate variables.
    pub partners: Vec<Bits<C>>,
    pub paired: Bits<C>,
}

impl<const C: usize> GraphPairs<C> {
    /// Reads the pairs of the variables of a type, or of all variables that chains may use.
    pub(super) fn of(lists: &Lists, kind: Option<usize>) -> GraphPairs<C> {
        let mut partners = vec![Bits::EMPTY; lists.candidates()];
        let mut paired = Bits::EMPTY;
        for &[a, b] in lists.pairs(kind) {
            let [a, b] = [a, b].map(usize::from);
            partners[a].insert(b);
            partners[b].insert(a);
            paired.insert(a);
            paired.insert(b);
        }
        GraphPairs { partners, paired }
    }
}

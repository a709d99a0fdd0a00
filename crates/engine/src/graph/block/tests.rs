//! Blocks of lanes against their portable twins.

use super::super::lanes::tests::{graphs, states};
use super::*;

impl<const W: usize> LaneBlock<W> {
    /// All that is forced, of each candidate.
    pub(in super::super) fn forced(&self, lists: &Lists) -> Vec<WideRow> {
        let rows = if self.of == Extension::Walks { &self.forced } else { &self.next };
        rows.candidates(lists).iter().map(Bits::resized).collect()
    }
}

/// What is compiled for wide registers finds the same as what is not.
#[test]
fn wide_equals_portable() {
    wide_equals_portable_in::<2>();
    wide_equals_portable_in::<4>();
}

fn wide_equals_portable_in<const W: usize>() {
    let (mut wide, mut portable) = (LaneBlock::<W>::default(), LaneBlock::<W>::default());
    for (k, _, graph) in graphs() {
        let (lists, states) = (&graph.lists, states(&graph, k, 64 * W, true));
        for block in [&mut wide, &mut portable] {
            let states = states.iter().map(|(state, _)| state.as_slice());
            block.load(lists, Extension::Walks, states);
        }
        portable.find_used_portable(lists);
        for of in [
            Extension::Walks,
            Extension::States,
            Extension::Groups,
            Extension::Groups,
            Extension::GroupWalks,
            Extension::GroupWalks,
        ] {
            (wide.of, portable.of) = (of, of);
            wide.follow(lists);
            portable.follow_portable(lists);
            if of.has_groups() {
                wide.exclude(lists);
                portable.exclude_portable(lists);
            }
            wide.play(lists);
            portable.play_portable(lists);
            assert!(wide.empty == portable.empty && wide.refuted == portable.refuted);
            assert!(wide.open == portable.open);
            wide.close(lists);
            portable.close_portable(lists);
            assert!(wide.closing == portable.closing);
            fn rows<const W: usize>(block: &LaneBlock<W>) -> [&[Bits<W>]; 10] {
                let LaneBlock { asserted, alive, next, forced, used, since, near, .. } = block;
                let LaneBlock { offers, dead, excluded, .. } = block;
                [asserted, alive, next, forced, used, since, near, offers, dead, excluded]
                    .map(|rows| rows.0.0.as_slice())
            }
            assert!(rows(&wide) == rows(&portable), "{k}");
        }
    }
}

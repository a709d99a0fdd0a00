//! Comparison of blocks of lanes with their portable twins.

use super::super::lanes::tests::{graphs, graphs_on_boards, states};
use super::super::{Space, typed_target};
use super::*;

impl<const W: usize> LaneBlock<W> {
    /// Returns for each candidate the lanes in which it is forced.
    pub(in super::super) fn forced(&self, lists: &Lists) -> Vec<WideRow> {
        let rows = if self.of == Extension::Walks { &self.forced } else { &self.next };
        rows.candidates(lists).iter().map(Bits::resized).collect()
    }
}

/// The code compiled for wide registers finds the same as the portable code.
#[test]
fn wide_equals_portable() {
    wide_equals_portable_in::<2>();
    wide_equals_portable_in::<4>();
}

fn wide_equals_portable_in<const W: usize>() {
    let (mut wide, mut portable) = (LaneBlock::<W>::default(), LaneBlock::<W>::default());
    for (k, space, graph) in graphs().chain(graphs_on_boards()) {
        let division = [None, Some(Division::Types), Some(Division::Planes)][k / 3 % 3];
        let is_plain = graph.lists.members().is_none();
        let division = division.filter(|_| space == Space::All && is_plain);
        let (lists, mut chains) = (&graph.lists, Vec::new());
        for (lane, (mut state, _)) in states(&graph, k, 64 * W, true).into_iter().enumerate() {
            let kind = if division.is_some() { lane % 3 } else { 0 };
            state[0] = typed_target(kind, state[0].into());
            chains.push(state);
        }
        for block in [&mut wide, &mut portable] {
            let states = chains.iter().map(Vec::as_slice);
            block.load(lists, Extension::Walks, division, states);
        }
        portable.find_used_portable(lists);
        for of in [
            Extension::Walks,
            Extension::States,
            Extension::Groups,
            Extension::Groups,
            Extension::GroupWalks,
            Extension::GroupWalks,
        ]
        .into_iter()
        .filter(|of| is_plain || !of.has_groups())
        {
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

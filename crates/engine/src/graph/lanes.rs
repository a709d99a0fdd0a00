//! `Lanes`: many partial states side by side, one bit each.
//!
//! ```text
//!                 lane  0 1 2 3 …        a state is a column: its assertions and their conclusions
//!   asserted[c]         0 1 0 0          given
//!   alive[c]            1 1 0 1          linked to nothing asserted
//!   used[v]             1 0 1 0          a candidate of variable v is asserted
//!   forced[c]           0 0 1 0          c is the only live candidate of an unused variable
//! ```
//!
//! A row is a few machine words, so that few instructions do the same thing in all the states.
//! [`Node`](super::Node) is the same for a single state.

use super::Division;
use super::block::{Extension, LaneBlock, WIDE, WideRow};
use super::lists::Lists;
use super::objects::GroupPartial;

/// Number of words in a row of a block with few states.
const NARROW: usize = 2;

/// Maximum number of states side by side.
pub(crate) const LANES: usize = 64 * WIDE;

/// Partial states of a graph. Few states use narrow rows: half the work, and half the cache. (On cbg-000
/// narrow blocks are 70 % of all for W, 55 % for B.)
#[derive(Default)]
pub(crate) struct Lanes {
    is_wide: bool,
    narrow: LaneBlock<NARROW>,
    wide: LaneBlock<WIDE>,
}

/// Evaluates an expression with the block in use.
macro_rules! block {
    (&$lanes:ident, $block:ident => $does:expr) => {
        block!($lanes.is_wide, &$lanes.wide, &$lanes.narrow, $block => $does)
    };
    (&mut $lanes:ident, $block:ident => $does:expr) => {
        block!($lanes.is_wide, &mut $lanes.wide, &mut $lanes.narrow, $block => $does)
    };
    ($is_wide:expr, $wide:expr, $narrow:expr, $block:ident => $does:expr) => {
        if $is_wide {
            let $block = $wide;
            $does
        } else {
            let $block = $narrow;
            $does
        }
    };
}

impl Lanes {
    /// Loads other states and finds their first conclusions: lane k asserts the candidates of the k-th of
    /// `states`. In a division each state uses variables of one type only, and begins with a
    /// [`typed_target`](super::typed_target).
    pub fn load<'a>(
        &mut self, lists: &Lists, of: Extension, division: Option<Division>,
        states: impl ExactSizeIterator<Item = &'a [u16]> + Clone,
    ) {
        self.is_wide = states.len() > 64 * NARROW;
        block!(&mut self, block => block.load(lists, of, division, states));
    }

    /// Loads at most [`LANES`] partial chains with groups, and finds their first conclusions.
    pub fn load_groups<const C: usize, const V: usize>(
        &mut self, lists: &Lists, of: Extension, partials: &[GroupPartial<C, V>],
    ) {
        self.is_wide = partials.len() > 64 * NARROW;
        block!(&mut self, block => block.load_groups(lists, of, partials));
    }

    /// Sorts the lanes by the number of parallel rounds that end in a contradiction. A round asserts every
    /// candidate that may be next, in walks after the last assertion or any made since. Lanes that need more
    /// rounds than `most` are reported with `most + 1`; lanes without a contradiction are left out, with
    /// groups not all of them. Afterwards the states are lost; only the candidates that were next are kept,
    /// and with groups not even these.
    pub fn rounds(&mut self, lists: &Lists, of: WideRow, most: usize, mut found: impl FnMut(usize, WideRow)) {
        block!(&mut self, block => block.rounds(lists, &of, most, &mut found));
    }

    /// Finds the lanes in which a variable is empty already, or a candidate that may be asserted next may
    /// empty one, being linked to a forced candidate or to all live candidates of a variable.
    pub fn closing(&mut self, lists: &Lists) -> WideRow {
        block!(&mut self, block => block.closing(lists).resized())
    }

    /// Finds the candidates that may be asserted next, for [`Lanes::each_next`].
    pub(super) fn find_next(&mut self, lists: &Lists) {
        block!(&mut self, block => block.find_next(lists));
    }

    /// Asserts every candidate that may be next, and finds the conclusions.
    pub(super) fn go_on(&mut self, lists: &Lists) {
        block!(&mut self, block => block.go_on(lists));
    }

    pub(super) fn open(&self) -> WideRow {
        block!(&self, block => block.open.resized())
    }

    /// Returns the lanes with a contradiction, in walks only near the last assertion.
    pub fn refuted(&self) -> WideRow {
        block!(&self, block => block.refuted.resized())
    }

    /// Calls `found` with every candidate that, before [`Lanes::rounds`], might be asserted next in some of
    /// the lanes `of`, and with these lanes.
    pub fn each_next(&self, lists: &Lists, of: WideRow, mut found: impl FnMut(usize, WideRow)) {
        block!(&self, block => block.each_next(lists, &of, &mut found));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{
        Bits, Due, Graph, Node, Reach, Space, candidate_of, each_object, rounds_to_refute, size_of,
        typed_target, walk_comes_within,
    };
    use super::*;
    use crate::boards::Board;
    use crate::grid::exhaust;
    use crate::grid::{Grid, Progress, parse_puzzle};

    pub(in super::super) type SmallGraph = Graph<4, 4>;

    /// Groups may follow from all variables.
    const NONE_DUE: Due<4> = [Bits::EMPTY; 4];

    /// Returns graphs of puzzles after their singles, in all kinds of spaces.
    pub(in super::super) fn graphs() -> impl Iterator<Item = (usize, Space, SmallGraph)> {
        let lines = include_str!("../../../../datasets/random-10k.txt").lines().step_by(50);
        lines.enumerate().filter_map(|(k, line)| {
            let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
            exhaust(&mut grid);
            assert!(size_of(&grid) <= (256, 64));
            let space = [Space::All, Space::Typed(k % 4), Space::Flat(1 + k % 2)][k % 3];
            let mut graph = Graph::default();
            graph.build(&grid, space);
            (!grid.is_solved()).then_some((k, space, graph))
        })
    }

    /// Boards, each with a puzzle whose state after singles fits a [`SmallGraph`].
    const ON_BOARDS: [(&str, &str); 6] = [
        ("x", "....4...3..7...9........6.4...4.7........6..1.86.......1.27........9.....5..1...."),
        ("x", ".8......3.7...............7..9..6..........64.1...2....6.8.......26....974..23..."),
        ("windoku", ".8..4...3.........3..6.825.52..74....9....842...................3.5.247....4....."),
        ("antiknight", "2.....7......27..8..9......15.....2.6....1......65.....8.....37......4.1....1.9.."),
        ("nc", ".3.9.5...47.....9.91........68.....7.2........5........8.....4..4........9......."),
        ("nc", "...9.52..4.....59.9.....8....8...4.7......1........3........74.......9........6.."),
    ];

    /// Returns graphs of puzzles of boards after singles.
    pub(in super::super) fn graphs_on_boards() -> impl Iterator<Item = (usize, Space, SmallGraph)> {
        ON_BOARDS.into_iter().enumerate().map(|(k, (board, puzzle))| {
            let board: Board = board.parse().unwrap();
            let mut grid = board.start(&board.read(puzzle.as_bytes()).unwrap());
            assert!(board.exhaust(&mut grid) == Progress::Open && size_of(&grid).0 <= 256);
            let mut graph = Graph::default();
            graph.build_on_board(&board, &grid);
            (k, Space::All, graph)
        })
    }

    /// Returns for each lane a state of one to three assertions, and its node. Each state begins with any
    /// candidate and continues with forced candidates, in walks with forced ones near the last.
    pub(in super::super) fn states(
        graph: &SmallGraph, k: usize, count: usize, walks: bool,
    ) -> Vec<(Vec<u16>, Node<4, 4>)> {
        let state = |lane: usize| {
            let first = (lane * 7 + k) % graph.labels.len();
            let mut node = graph.root().assert(graph, first);
            let mut state = vec![first as u16];
            for step in 0..lane % 3 {
                let next = next_of(graph, &node, walks.then_some(state[step] as usize));
                if !node.empty.is_empty() || next.is_empty() {
                    break;
                }
                let next = next.iter().nth((lane + step) % next.len()).unwrap();
                node = node.assert(graph, next);
                state.push(next as u16);
            }
            (state, node)
        };
        (0..count).map(state).collect()
    }

    /// Returns the candidates that may be asserted next, in walks after `last`.
    fn next_of(graph: &SmallGraph, node: &Node<4, 4>, last: Option<usize>) -> Bits<4> {
        let near = |c: usize| {
            let single = graph.vars[c] & node.single;
            last.is_none_or(|last| single.intersects(&graph.touch(last)))
        };
        node.forced.iter().filter(|&c| near(c)).collect()
    }

    /// Each lane equals the [`Node`] of its state: it has the same forced candidates, which close in the same
    /// cases, and is refuted in as many rounds.
    #[test]
    fn lanes_equal_nodes() {
        let (mut lanes, mut closed, mut refuted, mut waiting) = (Lanes::default(), 0, 0, 0);
        for (k, space, graph) in graphs().chain(graphs_on_boards()) {
            for (count, walks) in [(LANES, false), (LANES, true), (100, false), (128, true)] {
                let states = states(&graph, k, count, walks);
                let all: WideRow = (0..count).collect();
                let lists = || states.iter().map(|(state, _)| state.as_slice());
                let of = if walks { Extension::Walks } else { Extension::States };
                lanes.load(&graph.lists, of, None, lists());
                let closing = lanes.closing(&graph.lists);
                let empty = lanes.refuted();
                let forced = block!(&lanes, block => block.forced(&graph.lists));
                let mut rounds = vec![None; LANES];
                lanes.rounds(&graph.lists, all, 2, |round, lanes| {
                    lanes.iter().for_each(|lane| rounds[lane] = Some(round));
                });
                let mut next = vec![Bits::<4>::EMPTY; LANES];
                lanes.each_next(&graph.lists, all, |c, lanes| {
                    lanes.iter().for_each(|lane| next[lane].insert(c));
                });
                for (lane, (state, node)) in states.iter().enumerate() {
                    let last = walks.then_some(state[state.len() - 1] as usize);
                    let within = |limit| match last {
                        None => rounds_to_refute(
                            &graph,
                            node,
                            Reach::Singles,
                            limit,
                            NONE_DUE,
                            Bits::FULL,
                            &mut 0,
                        )
                        .is_some(),
                        Some(last) => {
                            let near = graph.touch(last);
                            walk_comes_within(&graph, node, Reach::Singles, near, limit, |_| false, &mut 0)
                        }
                    };
                    match rounds[lane] {
                        Some(3) => assert!(!within(2), "{k} {lane}"),
                        Some(round) => assert!(within(round) && (round == 0 || !within(round - 1))),
                        None => assert!(!within(100), "{k} {lane}"),
                    }
                    refuted += usize::from(within(2));
                    waiting += usize::from(rounds[lane] == Some(3));
                    assert_eq!(empty.contains(lane), within(0), "{k} {lane}");
                    if !node.empty.is_empty() {
                        continue;
                    }
                    let in_lane = (0..forced.len()).filter(|&c| forced[c].contains(lane));
                    assert_eq!(in_lane.collect::<Bits<4>>(), node.forced, "{k} {lane}");
                    assert_eq!(next[lane], next_of(&graph, node, last), "{k} {lane}");
                    let closes = next[lane].iter().any(|c| !node.assert(&graph, c).empty.is_empty());
                    // In a graph of one type the variable that closes may be of another type.
                    let may_close = closing.contains(lane);
                    assert!(may_close == closes || may_close && space != Space::All, "{k} {lane}");
                    closed += usize::from(closes);
                }
            }
        }
        assert!(closed > 1600 && refuted > 4000 && waiting > 4000, "{closed} {refuted} {waiting}");
    }

    /// Lanes of a division, in the graph of all variables, equal the lanes of each space in its own graph.
    #[test]
    fn lanes_of_a_division_equal_those_of_its_spaces() {
        let (mut lanes, mut own, mut alone) = (Lanes::default(), Lanes::default(), SmallGraph::default());
        let planes = [Space::Typed(0), Space::Flat(1), Space::Flat(2)];
        for (division, spaces) in [(Division::Types, &Space::TYPES[..]), (Division::Planes, &planes)] {
            let mut met = 0;
            for (k, _, graph) in graphs().filter(|(_, space, _)| *space == Space::All) {
                for (count, walks) in [(LANES, false), (LANES, true), (100, false), (128, true)] {
                    let of = if walks { Extension::Walks } else { Extension::States };
                    // Types in any order; some may be missing.
                    let kind_of = |lane: usize| [lane * 5 % 7 % spaces.len(), 1 + lane % 2][k % 2];
                    let mut states: Vec<Vec<u16>> =
                        states(&graph, k, count, walks).into_iter().map(|(state, _)| state).collect();
                    for (lane, state) in states.iter_mut().enumerate() {
                        state[0] = typed_target(kind_of(lane), state[0].into());
                    }
                    lanes.load(&graph.lists, of, Some(division), states.iter().map(Vec::as_slice));
                    let closing = lanes.closing(&graph.lists);
                    let facts = |lanes: &mut Lanes, graph: &SmallGraph, among: WideRow| {
                        let mut facts = vec![(None, Bits::<4>::EMPTY); count];
                        lanes.rounds(&graph.lists, among, 3, |round, lanes| {
                            lanes.iter().for_each(|lane| facts[lane].0 = Some(round));
                        });
                        lanes.each_next(&graph.lists, among, |c, lanes| {
                            lanes.iter().for_each(|lane| facts[lane].1.insert(c));
                        });
                        facts
                    };
                    let all = facts(&mut lanes, &graph, (0..count).collect());
                    states.iter_mut().for_each(|state| state[0] = candidate_of(state[0]) as u16);
                    for (kind, &space) in spaces.iter().enumerate() {
                        alone.narrow(&graph, space);
                        own.load(&alone.lists, of, None, states.iter().map(Vec::as_slice));
                        let among: WideRow = (0..count).filter(|&lane| kind_of(lane) == kind).collect();
                        assert_eq!(closing & among, own.closing(&alone.lists) & among, "{k} {space:?}");
                        let alone = facts(&mut own, &alone, among);
                        for lane in among.iter() {
                            assert_eq!(all[lane], alone[lane], "{k} {lane}");
                            met += usize::from(all[lane].0.is_some_and(|rounds| rounds < 4));
                        }
                    }
                }
            }
            assert!(met > 1_000, "{division:?}: {met}");
        }
    }

    /// Walks from each candidate to one object after it are refuted in as many rounds as by the twin. With
    /// more objects the lanes may take too much for near, so they are refuted no later.
    #[test]
    fn group_walks_equal_nodes() {
        let (mut lanes, mut met, mut sooner) = (Lanes::default(), [0; 4], 0);
        let all = graphs().filter(|(_, space, _)| !matches!(space, Space::Flat(_)));
        for (k, _, mut graph) in all {
            graph.prepare(Reach::Segments);
            let each_after = |node: &Node<4, 4>, near: Bits<4>| {
                let mut objects = Vec::new();
                let push = &mut |object| objects.push(object);
                each_object(&graph, node, Reach::Segments, &near, 1, push);
                objects
            };
            let mut walks = Vec::new();
            for z in 0..graph.labels.len() {
                let first = each_after(&graph.root().assert(&graph, z), graph.touch(z));
                walks.extend(first.into_iter().map(|object| GroupPartial::begin(z, object)));
            }
            let begun = walks.len();
            for at in (k % 7..begun).step_by(7) {
                let walk = walks[at];
                let next = each_after(&walk.node(&graph), graph.near(&walk.last));
                walks.extend(next.into_iter().take(2).map(|object| walk.and(object)));
            }
            for (at, some) in walks.chunks(LANES).enumerate() {
                lanes.load_groups(&graph.lists, Extension::GroupWalks, some);
                let mut rounds = vec![None; some.len()];
                let all = (0..some.len()).collect();
                lanes.rounds(&graph.lists, all, 3, |round, lanes| {
                    lanes.iter().for_each(|lane| rounds[lane] = Some(round).filter(|&r| r < 4));
                });
                for (lane, (walk, rounds)) in some.iter().zip(rounds).enumerate() {
                    let (node, near) = (walk.node(&graph), graph.near(&walk.last));
                    let within = |limit| {
                        let is_any = |_: &Node<4, 4>| false;
                        let (reach, cost) = (Reach::Segments, &mut 0);
                        walk_comes_within(&graph, &node, reach, near, limit, is_any, cost)
                    };
                    let twin = (0..4).find(|&limit| within(limit));
                    let is_first = LANES * at + lane < begun;
                    if is_first {
                        assert_eq!(rounds, twin, "{k} {}", walk.z);
                    } else {
                        assert!(twin.is_none() || rounds.is_some_and(|r| Some(r) <= twin), "{k}");
                        sooner += usize::from(rounds != twin);
                    }
                    twin.into_iter().for_each(|rounds| met[rounds] += 1);
                }
            }
        }
        assert!(met.iter().all(|&met| met > 50) && sooner > 0, "{met:?} {sooner}");
    }

    #[test]
    fn groups_equal_nodes() {
        let (mut lanes, mut later) = (Lanes::default(), 0);
        let all = graphs().filter(|(_, space, _)| !matches!(space, Space::Flat(_)));
        for (k, _, mut graph) in all {
            graph.prepare(Reach::Segments);
            let states: Vec<[u16; 1]> = (0..graph.labels.len() as u16).map(|c| [c]).collect();
            lanes.load(&graph.lists, Extension::Groups, None, states.iter().map(|state| &state[..]));
            let mut rounds = vec![None; states.len()];
            for round in 0..5 {
                for lane in lanes.refuted().iter().filter(|&lane| lane < states.len()) {
                    rounds[lane].get_or_insert(round);
                }
                lanes.go_on(&graph.lists);
            }
            for (c, &rounds) in rounds.iter().enumerate() {
                let node = graph.root().assert(&graph, c);
                let twin = |reach| rounds_to_refute(&graph, &node, reach, 4, NONE_DUE, Bits::FULL, &mut 0);
                assert_eq!(rounds, twin(Reach::Segments), "{k} {c}");
                later += usize::from(rounds.is_some() && rounds != twin(Reach::Singles));
            }
        }
        assert!(later > 500, "{later}");
    }
}

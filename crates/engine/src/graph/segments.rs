//! Segments: where the candidates of a variable all lie in a row or column and a block, a chain may go on
//! from them together (a *g-candidate*; Berthier, Pattern-Based Constraint Satisfaction, chapter 7).

use super::objects::{Object, ObjectKind};
use super::{Bits, Graph, Node};

/// The three cells of a digit where a row or column crosses a block, two or more of them candidates.
#[derive(Clone, Debug)]
struct Segment<const C: usize, const V: usize> {
    members: Bits<C>,
    /// The candidates linked to all three cells: the others of the line and of the block.
    excluded: Bits<C>,
    /// The variables that have one of these.
    near: Bits<V>,
}

/// The segments of a graph.
///
/// ```text
///   of[c] = [segment in c's row, segment in c's column], NONE where c is alone in it
///   closers[c]  for each variable v without c that has two or more candidates linked to c, a segment:
///               the number in `rests` of its other candidates. A state in which all of these are dead lets c
///               empty v.
/// ```
#[derive(Default)]
pub(super) struct Segments<const C: usize, const V: usize> {
    list: Vec<Segment<C, V>>,
    of: Vec<[u16; 2]>,
    rests: Vec<Bits<C>>,
    closers: Vec<Closers>,
}

/// Two in the row, two in the column, four in the block at most.
#[derive(Clone, Copy, Default)]
struct Closers {
    numbers: [u16; 8],
    count: u16,
}

const NONE: u16 = u16::MAX;
/// Of a segment that was not come to.
const UNSEEN: u16 = NONE - 1;

impl<const C: usize, const V: usize> Segments<C, V> {
    /// Those of `graph`. A segment is where a row or column variable meets a block variable.
    pub(super) fn fill(&mut self, graph: &Graph<C, V>) {
        let mut numbers = [UNSEEN; 486];
        self.list.clear();
        self.of.clear();
        self.rests.clear();
        self.closers.clear();
        self.closers.resize(graph.labels.len(), Closers::default());
        for (label, &vars) in graph.labels.iter().zip(graph.lists.four_vars()) {
            let (digit, cell) = (label.digit as usize, label.cell as usize);
            let keys = [54 * digit + cell / 3, 54 * digit + 27 + cell / 27 * 9 + cell % 9];
            let [_, row, column, block] = vars.map(usize::from);
            let of = [(row, keys[0]), (column, keys[1])].map(|(line, key)| {
                if numbers[key] == UNSEEN {
                    numbers[key] = self.add(graph, line, block);
                }
                numbers[key]
            });
            self.of.push(of);
        }
    }

    /// Adds the segment where two variables meet: its number.
    fn add(&mut self, graph: &Graph<C, V>, line: usize, block: usize) -> u16 {
        let of_line = graph.cands[line];
        let of_block = graph.cands[block];
        let members = of_line & of_block;
        if members.len() < 2 {
            return NONE;
        }
        let excluded = of_line ^ of_block;
        self.list.push(Segment { members, excluded, near: graph.touched(&excluded) });
        for (v, rest, linked) in
            [(line, of_line - members, of_block - members), (block, of_block - members, of_line - members)]
        {
            if graph.of_space.contains(v) {
                for c in linked.iter() {
                    let Closers { numbers, count } = &mut self.closers[c];
                    numbers[*count as usize] = self.rests.len() as u16;
                    *count += 1;
                }
                self.rests.push(rest);
            }
        }
        self.list.len() as u16 - 1
    }

    /// The candidates of a segment.
    pub(super) fn members(&self, number: u16) -> Bits<C> {
        self.list[number as usize].members
    }

    /// The variables with a candidate that is linked to all of them.
    #[inline]
    pub(super) fn near(&self, number: u16) -> Bits<V> {
        self.list[number as usize].near
    }

    /// Whether asserting `c` in a state where only `alive` is left would empty a variable two or more of
    /// whose candidates are linked to `c`.
    #[inline]
    pub(super) fn closes(&self, c: usize, alive: &Bits<C>) -> bool {
        let Closers { numbers, count } = &self.closers[c];
        let numbers = &numbers[..*count as usize];
        numbers.iter().any(|&number| !self.rests[number as usize].intersects(alive))
    }
}

/// Calls `found` with every segment that follows from `node` by a variable in `via`. One that follows by two
/// variables is reported twice.
pub(super) fn each_segment<const C: usize, const V: usize>(
    graph: &Graph<C, V>, node: &Node<C, V>, via: &Bits<V>, found: &mut impl FnMut(Object<C, V>),
) {
    let mut houses = node.twos_and_threes() & *via;
    houses.0[..V / 4].fill(0);
    for v in houses.iter() {
        let alive = graph.cands[v] & node.alive;
        let Some(c) = alive.first() else { continue };
        let [row, column] = graph.segments.of[c];
        let around = match graph.kind_of(v) {
            1 => [row, NONE],
            2 => [NONE, column],
            _ => [row, column],
        };
        for number in around.into_iter().filter(|&number| number != NONE) {
            let Segment { members, excluded, .. } = &graph.segments.list[number as usize];
            if (alive - *members).is_empty() {
                let (kind, via) = (ObjectKind::Segment(number), Bits::of(v));
                found(Object { kind, via, excluded: *excluded });
            }
        }
    }
}

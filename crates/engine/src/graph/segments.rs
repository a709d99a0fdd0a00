//! Segments: if the candidates of a variable all lie in a row or column and a block, a chain may continue
//! from all of them together (a *g-candidate*; Berthier, Pattern-Based Constraint Satisfaction, chapter 7).

use super::objects::{Object, ObjectKind};
use super::{Bits, Graph, Node};

/// Three cells of a digit in the intersection of a line and a block, at least two of them candidates.
#[derive(Clone, Debug)]
struct Segment<const C: usize, const V: usize> {
    members: Bits<C>,
    /// The candidates linked to all three cells: the others of the line and of the block.
    excluded: Bits<C>,
    /// Variables with an excluded candidate.
    near: Bits<V>,
}

/// Segments of a graph.
///
/// ```text
///   of[c] = [segment in c's row, segment in c's column], NONE if c is alone in it
///   closers[c]  for each variable v without c that has a segment of candidates linked to c: the number in
///               `rests` of v's other candidates. If all of these are dead, asserting c empties v.
/// ```
#[derive(Default)]
pub(super) struct Segments<const C: usize, const V: usize> {
    list: Vec<Segment<C, V>>,
    of: Vec<[u16; 2]>,
    rests: Vec<Bits<C>>,
    closers: Vec<Closers>,
}

/// Closers of a candidate: at most two in its row, two in its column and four in its block.
#[derive(Clone, Copy, Default)]
struct Closers {
    numbers: [u16; 8],
    count: u16,
}

const NONE: u16 = u16::MAX;
/// Mark of a segment not reached yet.
const UNSEEN: u16 = NONE - 1;

impl<const C: usize, const V: usize> Segments<C, V> {
    /// Finds the segments of `graph`: the intersections of row or column variables with block variables.
    pub(super) fn fill(&mut self, graph: &Graph<C, V>) {
        let mut numbers = [UNSEEN; 486];
        self.list.clear();
        self.of.clear();
        self.rests.clear();
        self.closers.clear();
        self.closers.resize(graph.labels.len(), Closers::default());
        for (label, &vars) in graph.labels.iter().zip(graph.lists.four_vars()) {
            let (digit, cell) = (label.digit.index(), label.cell.index());
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

    /// Adds the intersection of two variables and returns its number; `NONE` if it is not a segment.
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
                    numbers[usize::from(*count)] = self.rests.len() as u16;
                    *count += 1;
                }
                self.rests.push(rest);
            }
        }
        self.list.len() as u16 - 1
    }

    pub(super) fn members(&self, number: u16) -> Bits<C> {
        self.list[usize::from(number)].members
    }

    /// Returns the variables with a candidate linked to all candidates of a segment.
    #[inline]
    pub(super) fn near(&self, number: u16) -> Bits<V> {
        self.list[usize::from(number)].near
    }

    /// Whether asserting `c`, with only `alive` left, would empty a variable that has two or more candidates
    /// linked to `c`.
    #[inline]
    pub(super) fn closes(&self, c: usize, alive: &Bits<C>) -> bool {
        let Closers { numbers, count } = &self.closers[c];
        let numbers = &numbers[..usize::from(*count)];
        numbers.iter().any(|&number| !self.rests[usize::from(number)].intersects(alive))
    }
}

/// Calls `found` with every segment that follows from `node` by a variable in `via`. A segment that follows
/// by two variables is reported twice.
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
            let Segment { members, excluded, .. } = &graph.segments.list[usize::from(number)];
            if (alive - *members).is_empty() {
                let (kind, via) = (ObjectKind::Segment(number), Bits::of(v));
                found(Object { kind, via, excluded: *excluded });
            }
        }
    }
}

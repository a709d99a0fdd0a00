//! Right-linking objects: what a partial chain may conclude from the assertions made so far.
//!
//! A chain goes on from a variable with one candidate left; g-whips go on from a variable whose candidates
//! all lie in one segment too (a *g-candidate*, nrc-rules §B.8), chains of subsets also from a Hall set of
//! variables (§B.18). All three exclude candidates, and that is all a chain needs to know of them.

use super::{Bits, Graph, Node};
use crate::grid::notation::Variable;

/// What may be right-linking, from less to more. Each also says how far trial and error goes that decides
/// which candidates can be targets at all (nrc-rules §C.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Candidates: whips, braids; T&E(BRT).
    Singles,
    /// Candidates and g-candidates: g-whips, g-braids; T&E(W1).
    Segments,
    /// These and subsets of at most so many variables, 2 to 4: S_p-whips, S_p-braids; T&E(S_p).
    Subsets(u8),
}

impl Reach {
    /// How many there are.
    pub const COUNT: usize = 5;

    /// Its number, from 0.
    pub fn index(self) -> usize {
        match self {
            Reach::Singles => 0,
            Reach::Segments => 1,
            Reach::Subsets(p) => p as usize,
        }
    }

    /// What a step of a search costs by it, in steps of a search by candidates: so much that the default budget is
    /// some seconds by it, too (docs/trust.md has what they take on the hardest puzzles known).
    pub fn step_cost(self) -> u64 {
        match self {
            Reach::Singles => 1,
            Reach::Segments => 8,
            Reach::Subsets(_) => 40,
        }
    }
}

/// The three cells of a digit where a row or column crosses a block, two or more of them candidates.
#[derive(Clone, Debug)]
pub(super) struct Segment<const C: usize> {
    /// The candidates.
    members: Bits<C>,
    /// The candidates linked to all three cells: the others of the line and of the block.
    excluded: Bits<C>,
}

/// What an [`Object`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind<const C: usize> {
    /// A candidate, by its number.
    Candidate(usize),
    /// A g-candidate: its candidates in the resolution state.
    Segment(Bits<C>),
    /// A subset.
    Subset(Subset),
}

/// `size` variables whose candidates, as far as still possible, lie in as many transversal variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subset {
    /// Numbers of the variables, and of the transversal ones; the first `size` count.
    pub members: [u16; 4],
    /// The same for the transversal sets.
    pub transversals: [u16; 4],
    /// How many.
    pub size: usize,
}

/// A right-linking object that follows from a partial state.
#[derive(Clone, Copy, Debug)]
pub struct Object<const C: usize, const V: usize> {
    /// What it is.
    pub kind: Kind<C>,
    /// The variables that it is the value of: one, or those of the subset.
    pub via: Bits<V>,
    /// The candidates of the resolution state that it excludes.
    pub excluded: Bits<C>,
}

impl<const C: usize, const V: usize> Object<C, V> {
    /// The candidate, if it is one.
    pub fn candidate(&self) -> Option<usize> {
        match self.kind {
            Kind::Candidate(c) => Some(c),
            _ => None,
        }
    }

    /// Whether it is a candidate.
    pub fn is_candidate(&self) -> bool {
        matches!(self.kind, Kind::Candidate(_))
    }

    /// Its part of the length of a chain.
    pub fn size(&self) -> usize {
        match self.kind {
            Kind::Subset(subset) => subset.size,
            _ => 1,
        }
    }
}

/// The segments of a graph.
///
/// ```text
///   of[c] = [segment in c's row, segment in c's column], NONE where c is alone in it
/// ```
pub(super) struct Segments<const C: usize> {
    list: Vec<Segment<C>>,
    of: Vec<[u16; 2]>,
}

const NONE: u16 = u16::MAX;

impl<const C: usize> Segments<C> {
    pub(super) fn new() -> Segments<C> {
        Segments { list: Vec::new(), of: Vec::new() }
    }

    /// Those of `graph`. A segment is where a row or column variable meets a block variable.
    pub(super) fn fill<const V: usize>(&mut self, graph: &Graph<C, V>) {
        let mut numbers = [None; 486];
        self.list.clear();
        self.of.clear();
        for label in &graph.labels {
            let (digit, cell) = (label.digit as usize, label.cell as usize);
            let keys = [54 * digit + cell / 3, 54 * digit + 27 + cell / 27 * 9 + cell % 9];
            let [_, row, column, block] = Variable::of(*label);
            let block = graph.cands[graph.number_of(block)];
            let segment = |(line, key): (Variable, usize)| {
                *numbers[key].get_or_insert_with(|| {
                    let line = graph.cands[graph.number_of(line)];
                    if (line & block).len() < 2 {
                        return NONE;
                    }
                    self.list.push(Segment { members: line & block, excluded: line ^ block });
                    self.list.len() as u16 - 1
                })
            };
            self.of.push([(row, keys[0]), (column, keys[1])].map(segment));
        }
    }
}

/// Calls `found` with every object that follows from `node` by a variable in `via`, as far as `reach`
/// goes, subsets of at most `size` variables. An object that follows by two variables is told twice.
pub fn each_object<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    reach: Reach,
    via: &Bits<V>,
    size: usize,
    found: &mut impl FnMut(Object<C, V>),
) {
    for v in (node.single & *via).iter() {
        let Some(c) = (graph.cands[v] & node.forced).first() else { continue };
        let (via, excluded) = (Bits::of(v), graph.link[c]);
        found(Object { kind: Kind::Candidate(c), via, excluded });
    }
    each_group(graph, node, reach, via, size, found);
}

/// The same without the candidates.
pub(super) fn each_group<const C: usize, const V: usize>(
    graph: &Graph<C, V>,
    node: &Node<C, V>,
    reach: Reach,
    via: &Bits<V>,
    size: usize,
    found: &mut impl FnMut(Object<C, V>),
) {
    if reach == Reach::Singles {
        return;
    }
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
            let Segment { members, excluded } = graph.segments.list[number as usize];
            if (alive - members).is_empty() {
                found(Object { kind: Kind::Segment(members), via: Bits::of(v), excluded });
            }
        }
    }
    if let Reach::Subsets(p) = reach {
        super::subsets::each_subset(graph, node, via, size.min(p as usize), found);
    }
}

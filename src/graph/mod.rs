//! The graph tier: one resolution state as a compact graph of candidates and CSP variables.
//!
//! Only undecided candidates and variables are in it, renumbered from 0, so that a set of either is
//! a few machine words and every relation is a row of a bit matrix.

mod bits;
mod fronts;
mod lanes;
mod lists;
mod node;
mod objects;
mod partials;
mod seen;
mod state;
mod subsets;
mod targets;
mod trials;

pub use bits::{Bits, Ones};
pub use fronts::Fronts;
pub use lanes::{LANES, Lanes, Row};
pub use node::Node;
pub use objects::{Kind, Object, Reach, Subset, each_object};
pub use partials::{Partials, Queue};
pub use seen::Seen;
pub use state::{Budget, OutOfBudget, State};
pub use targets::{Targets, rounds_to_refute, walk_comes_within};
pub use trials::Trials;

use crate::grid::notation::Variable;
use crate::grid::{Candidate, Grid, block_of, column_of, row_of};
use lists::Lists;
use objects::Segments;
use std::ops::Range;
use subsets::Tables;

/// The place of each variable of a candidate among those of its type.
#[inline]
fn keys(digit: usize, cell: usize) -> [u8; 4] {
    let [row, column, block] = PLACES[cell];
    let of_digit = 9 * digit as u8;
    [cell as u8, of_digit + row, of_digit + column, of_digit + block]
}

/// Room for the 81 places of a type. A power of two spares the check of every index.
const KEYS: usize = 128;

/// Row, column and block of each cell.
const PLACES: [[u8; 3]; 81] = {
    let mut places = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        places[cell] = [row_of(cell) as u8, column_of(cell) as u8, block_of(cell) as u8];
        cell += 1;
    }
    places
};

/// No number.
const NONE: u8 = u8::MAX;

/// The candidate graph of one resolution state.
///
/// ```text
///   candidate c: 0 … n-1, by digit, then cell              a set of them: Bits<C>
///   variable v:  | rc … | rn … | cn … | bn … |             a set of them: Bits<V>
///                  V/4 words for each of the four types, so a type is a word mask
///
///   link[c]   candidates linked to c            cands[v]   candidates of v
///   vars[c]   the four variables of c, or       touch[c]   variables with a candidate linked to c
///             the one in the graph's space         lists      all these again, as lists
///   closers[c]  for each variable v without c that has two or more candidates linked to c:
///               cands[v] − link[c]. A state in which all of these are dead lets c empty v.
/// ```
///
/// `C` and `V` are chosen by size (see [`Tiers`]): nothing in the graph depends on them.
pub struct Graph<const C: usize, const V: usize> {
    /// The label behind each candidate number.
    pub labels: Vec<Candidate>,
    /// Candidates linked to each candidate.
    pub link: Vec<Bits<C>>,
    /// The variables of each candidate.
    pub vars: Vec<Bits<V>>,
    /// Variables that have a candidate linked to the candidate.
    pub touch: Vec<Bits<V>>,
    /// The other candidates of each candidate's variables that have two.
    pub partners: Vec<Bits<C>>,
    /// Candidates of each variable number; empty for numbers not in use.
    pub cands: Vec<Bits<C>>,
    /// Variables with a candidate in common with each variable.
    crossing: Vec<Bits<V>>,
    lists: Lists,
    /// The number of each variable, by kind and place; NONE where solved.
    numbers: [[u8; KEYS]; 4],
    segments: Segments<C>,
    tables: Tables,
    /// How far the two are filled.
    reach: Reach,
    closers: Vec<Bits<C>>,
    closers_of: Vec<(u32, u32)>,
    root: Node<C, V>,
}

/// The variables that chains have, and the links. A graph of one type knows of no other variable, so whatever walks
/// on it or propagates in it keeps to the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// All variables.
    All,
    /// Those of one type: 0 rc, 1 rn, 2 cn, 3 bn (nrc-rules §B.11).
    Typed(usize),
    /// Those of one type, 1 or 2, and no links by a block: rn- and cn-space of HLS.
    Flat(usize),
}

impl Space {
    /// The four types.
    pub const TYPES: [Space; 4] =
        [Space::Typed(0), Space::Typed(1), Space::Typed(2), Space::Typed(3)];
    /// How many there are.
    const COUNT: usize = 9;

    /// How many types of variables make links.
    fn types(self) -> usize {
        if matches!(self, Space::Flat(_)) { 3 } else { 4 }
    }

    /// The types of variables that chains have.
    fn kinds(self) -> Range<usize> {
        match self {
            Space::All => 0..4,
            Space::Typed(kind) | Space::Flat(kind) => kind..kind + 1,
        }
    }

    /// Its number, from 0.
    fn index(self) -> usize {
        match self {
            Space::All => 0,
            Space::Typed(kind) => 1 + kind,
            Space::Flat(kind) => 5 + kind,
        }
    }

    /// What its chains have after their name.
    pub fn suffix(self) -> &'static str {
        match self {
            Space::All => "",
            Space::Typed(kind) | Space::Flat(kind) => ["-rc", "-rn", "-cn", "-bn"][kind],
        }
    }
}

/// Number of undecided candidates of the grid, and of undecided cells. There are as many undecided
/// rn-, cn- and bn-variables as cells.
pub fn size_of(grid: &Grid) -> (usize, usize) {
    let open = (0..9).map(|digit| grid.open_plane(digit).len()).sum();
    (open, 81 - grid.placed().len())
}

impl<const C: usize, const V: usize> Graph<C, V> {
    /// Numbers of one variable type.
    const TYPE: usize = 64 * (V / 4);

    /// A graph of nothing, to be [built](Graph::build).
    pub fn new() -> Graph<C, V> {
        Graph {
            labels: Vec::new(),
            link: Vec::new(),
            vars: Vec::new(),
            touch: Vec::new(),
            partners: Vec::new(),
            cands: vec![Bits::EMPTY; 64 * V + 1],
            crossing: vec![Bits::EMPTY; 64 * V + 1],
            lists: Lists::new(64 * V),
            numbers: [[NONE; KEYS]; 4],
            segments: Segments::new(),
            tables: Tables::new(),
            reach: Reach::Singles,
            closers: Vec::new(),
            closers_of: Vec::new(),
            root: Node::blank(),
        }
    }

    /// Makes this the graph of `grid`, in which singles are exhausted, with the variables of `space`. The grid
    /// must fit: [`size_of`] at most `64 · C` candidates and `16 · V` cells.
    pub fn build(&mut self, grid: &Grid, space: Space) {
        self.reach = Reach::Singles;
        self.number(grid, space);
        self.relate(space);
        self.root = Node::root(self);
    }

    /// Numbers the candidates and variables; fills `labels`, `cands`, `lists`, and `vars` with all variables.
    fn number(&mut self, grid: &Grid, space: Space) {
        self.labels.clear();
        self.vars.clear();
        for kind in 0..4 {
            self.cands[self.lists.of_kind(kind)].fill(Bits::EMPTY);
        }
        self.lists.clear(space, Self::TYPE);
        self.numbers = [[NONE; KEYS]; 4];
        let types = space.types();
        for digit in 0..9 {
            let (plane, first) = (grid.open_plane(digit), self.labels.len());
            for cell in plane {
                let c = self.labels.len();
                let (mut vars, mut list) = (Bits::EMPTY, self.lists.unused());
                for (kind, key) in keys(digit, cell).into_iter().enumerate().take(types) {
                    let number = &mut self.numbers[kind][key as usize % KEYS];
                    if *number == NONE {
                        *number = self.lists.new_variable(kind);
                    }
                    let v = kind * Self::TYPE + *number as usize;
                    list[kind] = v as u16;
                    vars.insert(v);
                    self.cands[v].insert(c);
                }
                self.lists.push(list);
                self.labels.push(Candidate::new(digit, cell));
                self.vars.push(vars);
            }
            self.lists.add_crossings(plane, first);
        }
        self.lists.sort();
    }

    /// Fills `link`, `partners` and `touch`; leaves the variables of `space` in `vars`.
    fn relate(&mut self, space: Space) {
        let mut of_space = Bits::<V>::FULL;
        if let Space::Typed(kind) | Space::Flat(kind) = space {
            of_space = Bits::EMPTY;
            of_space.0[V / 4 * kind..V / 4 * (kind + 1)].fill(u64::MAX);
        }
        self.partners.clear();
        self.partners.resize(self.labels.len(), Bits::EMPTY);
        for &[a, b] in self.lists.pairs() {
            self.partners[a as usize].insert(b as usize);
            self.partners[b as usize].insert(a as usize);
        }
        // The number not in use stands for the variable that a candidate has not: see `Lists`.
        let unused = self.lists.unused()[0] as usize;
        for kind in self.lists.types() {
            self.crossing[self.lists.of_kind(kind)].fill(Bits::EMPTY);
        }
        self.link.clear();
        for (c, (list, vars)) in self.lists.four_vars().iter().zip(&self.vars).enumerate() {
            let mut link = Bits::EMPTY;
            for &v in list {
                link |= self.cands[v as usize];
                self.crossing[v as usize] |= *vars;
            }
            link.remove(c);
            self.link.push(link);
        }
        self.crossing[unused] = Bits::EMPTY;
        self.touch.clear();
        for &[rc, rn, cn, bn] in self.lists.four_vars() {
            let crossing = |v: u16| self.crossing[v as usize];
            let touch = crossing(rc) | crossing(rn) | crossing(cn) | crossing(bn);
            // Every undecided variable has another candidate than `c`.
            self.touch.push(touch & of_space);
        }
        if space != Space::All {
            self.vars.iter_mut().for_each(|vars| *vars = *vars & of_space);
        }
    }

    /// Fills `closers`. Two candidates of a variable without `c` are linked to `c` only where a row or column
    /// crosses a block, and one of the two is a house of `c`.
    fn find_closers(&mut self) {
        self.closers.clear();
        self.closers_of.clear();
        let present = self.present();
        for (c, label) in self.labels.iter().enumerate() {
            let start = self.closers.len() as u32;
            let (digit, cell) = (label.digit as usize, label.cell as usize);
            let [row, column, block] = [row_of(cell), column_of(cell), block_of(cell)];
            let houses = (0..3).flat_map(|i| {
                let (line, down) = (row / 3 * 3 + i, block % 3 + 3 * i);
                [
                    (1, line, row),
                    (2, column / 3 * 3 + i, column),
                    (3, line, block),
                    (3, down, block),
                ]
            });
            for (kind, house, own) in houses {
                let number = self.numbers[kind][9 * digit + house];
                let v = kind * Self::TYPE + number as usize;
                if house == own || number == NONE || !present.contains(v) {
                    continue;
                }
                let linked = self.cands[v] & self.link[c];
                if linked.len() >= 2 {
                    self.closers.push(self.cands[v] - linked);
                }
            }
            self.closers_of.push((start, self.closers.len() as u32));
        }
    }

    /// Makes ready what objects up to `reach` need, once for each graph.
    pub fn prepare(&mut self, reach: Reach) {
        if reach > Reach::Singles && self.reach == Reach::Singles {
            let mut segments = std::mem::replace(&mut self.segments, Segments::new());
            segments.fill(self);
            self.segments = segments;
            self.find_closers();
        }
        if reach > Reach::Segments && self.reach <= Reach::Segments {
            let mut tables = std::mem::replace(&mut self.tables, Tables::new());
            tables.fill(self);
            self.tables = tables;
        }
        self.reach = self.reach.max(reach);
    }

    /// The number of an undecided variable.
    fn number_of(&self, variable: Variable) -> usize {
        let (kind, key) = match variable {
            Variable::Cell(cell) => (0, cell),
            Variable::Row(row, digit) => (1, 9 * digit + row),
            Variable::Column(column, digit) => (2, 9 * digit + column),
            Variable::Block(block, digit) => (3, 9 * digit + block),
        };
        kind * Self::TYPE + self.numbers[kind][key as usize] as usize
    }

    /// The undecided row, column and block variables of a digit.
    pub fn of_digit(&self, digit: usize) -> Bits<V> {
        let numbers = (1..4).flat_map(|kind| {
            let row = &self.numbers[kind][9 * digit..9 * digit + 9];
            row.iter().filter(|&&n| n != NONE).map(move |&n| kind * Self::TYPE + n as usize)
        });
        numbers.collect()
    }

    /// The variables.
    pub fn present(&self) -> Bits<V> {
        self.vars.iter().fold(Bits::EMPTY, |all, vars| all | *vars)
    }

    /// The type of the variable: 0 rc, 1 rn, 2 cn, 3 bn.
    pub fn kind_of(&self, v: usize) -> usize {
        v / Self::TYPE
    }

    /// Variables that have one of the candidates.
    pub fn touched(&self, candidates: &Bits<C>) -> Bits<V> {
        candidates.iter().fold(Bits::EMPTY, |all, c| all | self.vars[c])
    }

    /// The state before any assertion.
    pub fn root(&self) -> &Node<C, V> {
        &self.root
    }

    /// The variable with number `v`, which has candidates.
    pub fn variable(&self, v: usize) -> Variable {
        let candidate = self.labels[self.cands[v].first().unwrap_or_default()];
        Variable::of(candidate)[self.kind_of(v)]
    }

    /// Whether asserting `c` in a state where only `alive` is left would empty a variable two or
    /// more of whose candidates are linked to `c`. The graph must be [prepared](Graph::prepare) for segments.
    #[inline]
    pub fn closes_segment(&self, c: usize, alive: &Bits<C>) -> bool {
        let (start, end) = self.closers_of[c];
        self.closers[start as usize..end as usize].iter().any(|rest| !rest.intersects(alive))
    }
}

impl<const C: usize, const V: usize> Default for Graph<C, V> {
    fn default() -> Self {
        Graph::new()
    }
}

/// One graph of each width, with what is known of its targets and the scratch of its searches.
/// Only the one that the state needs is ever filled.
///
/// Random minimal puzzles have at most 255 candidates after singles, most have fewer than 128;
/// 17-clue puzzles reach 318; the empty grid has 729 and 81 undecided cells.
pub struct Tiers {
    space: Space,
    /// Of which state of the grid this is the graph.
    version: u64,
    narrow: Tier<2, 4>,
    middle: Tier<4, 4>,
    wide: Tier<12, 8>,
}

/// A graph, its targets, and the table of visited sets.
pub struct Tier<const C: usize, const V: usize> {
    /// The graph.
    pub graph: Graph<C, V>,
    /// The candidates that trial and error refutes, for each [`Reach`].
    pub targets: [Targets<C, V>; Reach::COUNT],
    /// Partial states of the graph side by side.
    pub lanes: Lanes,
    /// Partial whips or braids.
    pub partials: Partials<C>,
    /// Visited states.
    pub seen: Seen<C>,
    /// For each candidate: up to which length no whip was found, or the length of one.
    pub whips: Vec<Whipped>,
    /// What searches keep: for each kind of chain the shortest possible length on each candidate, 0 if not
    /// looked up yet.
    pub shortest: [Vec<u8>; 8],
    /// How far each candidate goes.
    pub fronts: Fronts<C, V>,
    /// Candidates of the solution, if it is known.
    truths: Bits<C>,
}

/// What is known of the whips on a candidate, loops allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whipped {
    /// It has none of at most so many variables.
    NoneTo(usize),
    /// Its shortest.
    Shortest(usize),
}

impl<const C: usize, const V: usize> Default for Tier<C, V> {
    fn default() -> Self {
        Tier {
            graph: Graph::new(),
            targets: std::array::from_fn(|_| Targets::default()),
            lanes: Lanes::default(),
            partials: Partials::default(),
            seen: Seen::new(),
            whips: Vec::new(),
            shortest: Default::default(),
            fronts: Fronts::default(),
            truths: Bits::EMPTY,
        }
    }
}

impl<const C: usize, const V: usize> Tier<C, V> {
    /// Starts on a grid. Where its solution is known (puzzles are checked before they are rated), no sound
    /// rule refutes the candidates of it, and their propagations are the longest: they are left out. The
    /// outcome is the same without; tests run both ways.
    fn begin(&mut self, grid: &Grid, space: Space, solution: Option<&Grid>) {
        self.graph.build(grid, space);
        let is_true =
            |c: &usize| solution.is_some_and(|solution| solution.allows(self.graph.labels[*c]));
        self.truths = (0..self.graph.labels.len()).filter(is_true).collect();
        self.targets.iter_mut().for_each(Targets::forget);
        self.partials.forget();
        self.whips.clear();
        self.whips.resize(self.graph.labels.len(), Whipped::NoneTo(1));
        self.fronts.forget();
        for lengths in &mut self.shortest {
            lengths.clear();
            lengths.resize(self.graph.labels.len(), 0);
        }
    }

    /// The candidates of the solution, if it is known.
    pub fn truths(&self) -> Bits<C> {
        self.truths
    }

    /// Makes ready what searches with objects up to `reach` need, and tells the candidates on which a chain
    /// of `size` variables is not excluded, in order.
    pub fn targets(&mut self, reach: Reach, size: usize) -> Vec<usize> {
        self.graph.prepare(reach);
        let targets = &mut self.targets[reach.index()];
        targets.begin(&self.graph, reach, self.truths);
        targets.of_size(&self.graph, size)
    }
}

/// Something to do with the graph of a state, whatever its width.
pub trait GraphJob {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<const C: usize, const V: usize>(
        self,
        tier: &mut Tier<C, V>,
        budget: &mut Budget,
    ) -> Result<Self::Output, OutOfBudget>;
}

impl Tiers {
    /// For graphs of a space.
    pub fn new(space: Space) -> Tiers {
        let (narrow, middle, wide) = (Tier::default(), Tier::default(), Tier::default());
        Tiers { space, version: 0, narrow, middle, wide }
    }

    /// Runs `job` on the graph of `grid`; the grid has changed since the last call if `version` has.
    /// `solution` is the grid's, if it is known.
    pub fn run<J: GraphJob>(
        &mut self,
        grid: &Grid,
        solution: Option<&Grid>,
        version: u64,
        budget: &mut Budget,
        job: J,
    ) -> Result<J::Output, OutOfBudget> {
        fn on<const C: usize, const V: usize, J: GraphJob>(
            tier: &mut Tier<C, V>,
            begin: Option<(&Grid, Space, Option<&Grid>)>,
            budget: &mut Budget,
            job: J,
        ) -> Result<J::Output, OutOfBudget> {
            if let Some((grid, space, solution)) = begin {
                tier.begin(grid, space, solution);
            }
            job.run(tier, budget)
        }
        let fresh = std::mem::replace(&mut self.version, version) != version;
        let begin = fresh.then_some((grid, self.space, solution));
        match size_of(grid) {
            (..=128, ..=64) => on(&mut self.narrow, begin, budget, job),
            (..=256, ..=64) => on(&mut self.middle, begin, budget, job),
            _ => on(&mut self.wide, begin, budget, job),
        }
    }
}

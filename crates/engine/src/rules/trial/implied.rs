//! Forcing chains: implications of a candidate, or of its negation, link by link.
//!
//! ```text
//!   digit           p and ¬p each lead to q
//!   cell, unit      all candidates of a cell, or all places of a digit in a house, lead to q
//!   contradiction   p, or ¬p, leads to q and to ¬q, or takes all candidates from a cell or a digit from a
//!                   house
//! ```
//!
//! A candidate leads to the negations of all candidates linked to it, and a negation to the other candidate
//! of a variable with two. Chains do not join, so each literal follows from the one before it. The size is
//! the number of links of the longest chain. Each conclusion is proved once, at its smallest size.

use crate::budget::Within;
use crate::evidence::{By, Evidence, ForcingChains, Implies, Literal, Together};
use crate::grid::{Candidate, Candidates, Digit, Grid, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Start of the chains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum StartKind {
    /// A candidate and its negation.
    Digit,
    /// The candidates of a cell.
    Cell,
    /// The places of a digit in a house.
    Unit,
    /// A literal that leads to a contradiction.
    Contradiction,
}

pub(in super::super) fn find(from: StartKind, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let (_, known) = state.remember(ImpliedCache::of);
    let ImpliedCache { reach, shortest } = known;
    let ways = shortest[from as usize].get_or_insert_with(|| reach.shortest(from));
    for (conclusion, way) in ways.iter().enumerate() {
        let Some(way) = way.as_ref().filter(|way| way.length == size) else { continue };
        let Literal { candidate, holds } = reach.literal(conclusion);
        let because = || Evidence::ForcingChains(reach.evidence(conclusion, way));
        match holds {
            true => found.assert(candidate, because),
            false => found.eliminate(&[candidate].into_iter().collect::<Candidates>(), because),
        }
    }
    Ok(())
}

/// Returns the implications of a state.
pub(in super::super) fn reach(state: &mut State) -> (&Grid, &ImpliedReach) {
    let (grid, known) = state.remember(ImpliedCache::of);
    (grid, &known.reach)
}

/// Implications of a state, and the shortest way to each conclusion for each kind of start requested so far.
struct ImpliedCache {
    reach: ImpliedReach,
    shortest: [Option<Vec<Option<Way>>>; 4],
}

impl ImpliedCache {
    fn of(grid: &Grid) -> ImpliedCache {
        ImpliedCache { reach: ImpliedReach::of(grid), shortest: [const { None }; 4] }
    }
}

/// A shortest way to a conclusion.
struct Way {
    length: u8,
    start: Conclusion,
}

#[derive(Clone, Copy)]
enum Conclusion {
    /// A candidate and its negation; by the candidate's number.
    Both(usize),
    /// All candidates of a variable; by the variable's number.
    All(usize),
    /// The conclusion's negation, which leads to this candidate and to its negation.
    Clash(usize),
    /// The conclusion's negation, which takes all candidates from this variable.
    Empties(usize),
}

const NEVER: u8 = u8::MAX;

/// Implications of each literal. The number of a literal is twice that of its candidate, plus one for the
/// negation.
pub(in super::super) struct ImpliedReach {
    candidates: Vec<Candidate>,
    /// Undecided variables, cells first, no two with the same candidates; each with the numbers of its
    /// candidates.
    variables: Vec<(Variable, Vec<usize>)>,
    /// Number of links from each literal to each other literal: a row for each start.
    lengths: Vec<u8>,
    /// Predecessor of each literal on a shortest way.
    before: Vec<u16>,
    /// Literals that each literal leads to: a row for each start, a bit for each literal.
    rows: Vec<u64>,
}

impl ImpliedReach {
    pub fn of(grid: &Grid) -> ImpliedReach {
        let of_digit = |digit| grid.open_plane(digit).map(move |cell| Candidate::new(digit, cell));
        let candidates: Vec<Candidate> = Digit::all().flat_map(of_digit).collect();
        let count = 2 * candidates.len();
        let variables = variables(&candidates);
        let mut next: Vec<Vec<u16>> = vec![Vec::new(); count];
        for (_, held) in &variables {
            for (&a, &b) in held.iter().flat_map(|a| held.iter().map(move |b| (a, b))) {
                let [holds, fails] = [0, 1].map(|sign| (2 * b + sign) as u16);
                if a != b && !next[2 * a].contains(&fails) {
                    next[2 * a].push(fails);
                }
                if a != b && held.len() == 2 && !next[2 * a + 1].contains(&holds) {
                    next[2 * a + 1].push(holds);
                }
            }
        }
        let mut reach = ImpliedReach {
            candidates,
            variables,
            lengths: vec![NEVER; count * count],
            before: vec![0; count * count],
            rows: Vec::new(),
        };
        let mut queue = Vec::with_capacity(count);
        for start in 0..count {
            let row = start * count..(start + 1) * count;
            let (lengths, before) = (&mut reach.lengths[row.clone()], &mut reach.before[row]);
            queue.clear();
            queue.push(start);
            lengths[start] = 0;
            let mut at = 0;
            while let Some(&from) = queue.get(at) {
                at += 1;
                for &to in &next[from] {
                    let to = usize::from(to);
                    if lengths[to] == NEVER && lengths[from] + 1 < NEVER {
                        (lengths[to], before[to]) = (lengths[from] + 1, from as u16);
                        queue.push(to);
                    }
                }
            }
        }
        let words = reach.words();
        reach.rows = vec![0; words * count];
        for (at, &length) in reach.lengths.iter().enumerate() {
            let (start, to) = (at / count, at % count);
            reach.rows[start * words + to / 64] |= u64::from(length < NEVER) << (to % 64);
        }
        reach
    }

    /// Returns the number of words with a bit for each literal.
    pub fn words(&self) -> usize {
        (2 * self.candidates.len()).div_ceil(64)
    }

    /// Returns the literals that a literal leads to, itself included: a bit for each.
    pub fn row(&self, literal: usize) -> &[u64] {
        &self.rows[literal * self.words()..(literal + 1) * self.words()]
    }

    pub fn literal(&self, literal: usize) -> Literal {
        Literal { candidate: self.candidates[literal / 2], holds: literal.is_multiple_of(2) }
    }

    /// Returns the number of a candidate of the state, or of its negation unless it `holds`.
    pub fn number(&self, candidate: Candidate, holds: bool) -> Option<usize> {
        let at = self.candidates.binary_search(&candidate).ok()?;
        Some(2 * at + usize::from(!holds))
    }

    pub fn literals(&self) -> std::ops::Range<usize> {
        0..2 * self.candidates.len()
    }

    /// Returns the number of links from one literal to another; [`NEVER`] if there is no chain.
    pub fn length(&self, from: usize, to: usize) -> u8 {
        self.lengths[from * 2 * self.candidates.len() + to]
    }

    /// Returns a shortest chain, its end first.
    pub fn chain(&self, from: usize, to: usize) -> Vec<Implies> {
        let row = from * 2 * self.candidates.len();
        let (mut chain, mut at) = (Vec::new(), to);
        while at != from {
            let before = usize::from(self.before[row + at]);
            let next = chain.len() as u16 + 1;
            chain.push(Implies { literal: self.literal(at), by: self.link(before, at), from: vec![next] });
            at = before;
        }
        chain.push(Implies { literal: self.literal(from), by: By::Assumed, from: Vec::new() });
        chain
    }

    fn link(&self, from: usize, to: usize) -> By {
        let both = [from / 2, to / 2];
        let has_both = |held: &[usize]| held.len() == 2 && both.iter().all(|own| held.contains(own));
        let variable = self.variables.iter().find(|(_, held)| has_both(held));
        match variable {
            Some((variable, _)) if to.is_multiple_of(2) => By::Only(*variable),
            _ => By::Link,
        }
    }

    /// Finds a shortest way to each literal.
    fn shortest(&self, from: StartKind) -> Vec<Option<Way>> {
        let mut best: Vec<Option<Way>> = self.literals().map(|_| None).collect();
        let mut offer = |conclusion: usize, length: u8, start: Conclusion| {
            let is_better = best[conclusion].as_ref().is_none_or(|way| way.length > length);
            if length < NEVER && is_better {
                best[conclusion] = Some(Way { length, start });
            }
        };
        let longest = |lengths: &mut dyn Iterator<Item = u8>| lengths.max().unwrap_or(NEVER);
        match from {
            StartKind::Digit => {
                for (k, to) in (0..self.candidates.len()).flat_map(|k| self.literals().map(move |to| (k, to)))
                {
                    let both = [2 * k, 2 * k + 1].map(|start| self.length(start, to));
                    offer(to, both[0].max(both[1]), Conclusion::Both(k));
                }
            }
            StartKind::Cell | StartKind::Unit => {
                for (at, (variable, held)) in self.variables.iter().enumerate() {
                    if matches!(variable, Variable::Cell(_)) != (from == StartKind::Cell) {
                        continue;
                    }
                    for to in self.literals() {
                        let mut all = held.iter().map(|&start| self.length(2 * start, to));
                        offer(to, longest(&mut all), Conclusion::All(at));
                    }
                }
            }
            StartKind::Contradiction => {
                for start in self.literals() {
                    for k in 0..self.candidates.len() {
                        let both = [2 * k, 2 * k + 1].map(|to| self.length(start, to));
                        offer(start ^ 1, both[0].max(both[1]), Conclusion::Clash(k));
                    }
                    for (at, (_, held)) in self.variables.iter().enumerate() {
                        let mut all = held.iter().map(|&gone| self.length(start, 2 * gone + 1));
                        offer(start ^ 1, longest(&mut all), Conclusion::Empties(at));
                    }
                }
            }
        }
        best
    }

    fn evidence(&self, conclusion: usize, way: &Way) -> ForcingChains {
        let held = |at: usize| self.variables[at].1.iter();
        let (show, chains) = match way.start {
            Conclusion::Both(k) => {
                (Together::Both, [2 * k, 2 * k + 1].map(|start| self.chain(start, conclusion)).to_vec())
            }
            Conclusion::All(at) => {
                let chains = held(at).map(|&start| self.chain(2 * start, conclusion)).collect();
                (Together::All(self.variables[at].0), chains)
            }
            Conclusion::Clash(k) => {
                let ends = [2 * k, 2 * k + 1];
                (Together::Contradiction, ends.map(|to| self.chain(conclusion ^ 1, to)).to_vec())
            }
            Conclusion::Empties(at) => {
                let chains = held(at).map(|&gone| self.chain(conclusion ^ 1, 2 * gone + 1)).collect();
                (Together::Empties(self.variables[at].0), chains)
            }
        };
        ForcingChains { show, chains }
    }
}

/// Lists the variables of these candidates, cells first, then digits in rows, columns and blocks; of
/// variables with the same candidates only the first.
fn variables(candidates: &[Candidate]) -> Vec<(Variable, Vec<usize>)> {
    let mut all: Vec<(Variable, Vec<usize>)> = Vec::new();
    for kind in 0..4 {
        let before = all.len();
        for (k, &candidate) in candidates.iter().enumerate() {
            let variable = Variable::of(candidate)[kind];
            match all[before..].iter_mut().find(|own| own.0 == variable) {
                Some((_, held)) => held.push(k),
                None => all.push((variable, vec![k])),
            }
        }
    }
    let mut kept: Vec<(Variable, Vec<usize>)> = Vec::with_capacity(all.len());
    for one in all {
        if kept.iter().all(|(_, held)| *held != one.1) {
            kept.push(one);
        }
    }
    kept
}

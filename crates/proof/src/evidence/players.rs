//! Texts of steps in players' words. Each kind of evidence has its text in its own file; those of chains,
//! sets and fish are in `eureka.rs`.
//!
//! ```text
//!   Hidden Single: r6c1=1 (column 1)
//!   Pointing: 7 in b5/r5 => r5c1<>7                           the digit, its house, the other house
//!   Sue de Coq: r4c13 - {2349} (r4c5 - {34}, r6c2 - {29}) => r6c1<>2
//!   Cell Forcing Chain: r1c4=4 → r1c5<>4 | r1c4=6 → r1c5<>4 => r1c5<>4
//! ```

use super::eureka::{self, named};
use super::{
    Colours, Evidence, Notation, RuleKind, Step, almost_locked, chain, firework, implications, links,
};
use super::{list, singles};
use crate::grid::notation::Variable;
use crate::grid::{Candidates, Cell, Cells, Digit};

/// Step whose pattern is written, with the candidates of its state if they are known.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    pub step: &'a Step,
    pub kind: RuleKind<'a>,
    pub held: Option<&'a Candidates>,
}

impl Told<'_> {
    /// Formats the pattern without its name. `own` is the text in the notation of the theory, which patterns
    /// without words of players keep.
    pub fn body(self, own: &str) -> String {
        self.pattern(&self.step.because).unwrap_or_else(|| own.to_string())
    }

    /// Formats a pattern; `None` if players have no words for it.
    pub fn pattern(self, because: &Evidence) -> Option<String> {
        match because {
            Evidence::Single { variable } => Some(singles::for_players(*variable, &self.step.asserts)),
            Evidence::Contradiction { variable, .. } => Some(singles::in_words(*variable)),
            Evidence::LockedSet(set) => Some(set.locked_for_players(self)),
            Evidence::Fireworks(all) => Some(firework::text(all, Notation::Eureka)),
            Evidence::RemotePair(cells) => Some(links::remote_pair(cells, self)),
            Evidence::Colours(nets) => Some(list(nets.iter().map(Colours::for_players), ", ")),
            Evidence::Chain { links } => chain::for_players(links, self),
            Evidence::AlmostLocked(sets) => Some(sets.for_players(self)),
            Evidence::Bent { cells, digit } => Some(almost_locked::bent(cells, *digit, Notation::Eureka)),
            Evidence::AllDifferent { house, .. } => Some(house.in_words()),
            Evidence::Kraken(of) => Some(of.text(Notation::Eureka)),
            Evidence::Deadly(of) => Some(of.text(Notation::Eureka)),
            Evidence::Bug { .. } => Some(String::new()),
            Evidence::Locked(of) => Some(of.for_players()),
            Evidence::Direct(of) => self.pattern(&of.pattern),
            Evidence::Wing(of) => Some(of.for_players(self)),
            Evidence::BivalueLoop(of) => Some(of.for_players()),
            Evidence::BugPlus(of) => Some(of.for_players()),
            Evidence::Symmetry(of) => Some(of.text(Notation::Eureka)),
            Evidence::AlignedExclusion(of) => Some(of.for_players()),
            Evidence::ForcingChains(of) => Some(of.for_players()),
            Evidence::Implications { start, steps } => implications::for_players(self.kind, *start, steps),
            other => eureka::pattern(other),
        }
    }

    /// Formats a pattern that is part of another: a subset with its kind, `hidden pair 7,8 in r7c1,r9c2`.
    pub fn part(self) -> String {
        let because = &self.step.because;
        let own = self.pattern(because).unwrap_or_else(|| because.text());
        let Evidence::Subset(set) = because else { return own };
        let size = match set.variables.len() {
            2 => "pair",
            3 => "triple",
            _ => "quad",
        };
        match set.house() {
            Some((_, true)) => format!("hidden {size} {own}"),
            Some((_, false)) => format!("naked {size} {own}"),
            None => format!("fish {own}"),
        }
    }

    /// Returns the digits that these cells may hold, as `2349` or `2/3/4/9`.
    pub fn digits(self, cells: &[Variable], between: &str) -> Option<String> {
        let (held, cells) = (self.held?, cells_of(cells));
        let has = |digit: &Digit| held.0[digit.index()].intersects(cells);
        Some(list(Digit::all().filter(has).map(Digit::number), between))
    }
}

/// Returns the cells among variables.
pub(super) fn cells_of(variables: &[Variable]) -> Cells {
    variables.iter().filter_map(cell_of).collect()
}

fn cell_of(variable: &Variable) -> Option<Cell> {
    match variable {
        Variable::Cell(cell) => Some(*cell),
        Variable::In(..) => None,
    }
}

/// Names the cells among variables: `r1c23,r4c7`.
pub(super) fn names(variables: &[Variable]) -> String {
    named(variables.iter().filter_map(cell_of))
}

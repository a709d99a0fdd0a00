//! Marks of a pattern in a grid: candidates by their roles, links between them, houses.
//!
//! Chains are drawn as they are read: if the target were true, each left-linking candidate would be false and
//! each right-linking one true.

use super::{sentences, words};
use crate::evidence::{Evidence, Step};
use crate::grid::notation::{Variable, label};
use crate::grid::{Candidate, Candidates, Cells, Digit};

/// Role of a candidate in a pattern. A candidate may have several roles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// Proved false.
    Removed,
    /// Proved true.
    Placed,
    /// True if the target were true, or true in this one of several branches, counted from 0.
    Right(usize),
    /// Member of a group that would have a true member if the target were true.
    Group,
    /// False if the target were true.
    Left,
    /// Member of a set.
    Member,
    /// Candidate outside a set.
    Extra,
    /// Ignored, since an earlier object excludes it.
    Ignored,
}

impl Role {
    /// Returns the layer of the mark; higher layers are drawn over lower ones.
    fn layer(self) -> usize {
        match self {
            Role::Ignored => 0,
            Role::Extra => 1,
            Role::Member => 2,
            Role::Left => 3,
            Role::Group => 4,
            Role::Right(branch) => 5 + branch,
            Role::Placed => 10,
            Role::Removed => 11,
        }
    }
}

/// Relation between two candidates shown by a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Tie {
    /// At least one of the two is true.
    Strong,
    /// At most one of the two is true.
    Weak,
    /// The second follows from the first by more than a link.
    Implied,
}

/// Reason why cells are shaded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shade {
    House,
    Cells,
    Cover,
    /// The cells would be left with nothing.
    Empty,
}

/// One statement of a chain.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Said {
    /// The statement in words.
    pub(crate) words: String,
    /// Depth of nesting in assumptions.
    pub(crate) depth: usize,
    /// Names of the candidates it is about.
    pub(crate) labels: Vec<String>,
    /// Range of its lines in `over`: the first, and the end (exclusive).
    pub(crate) lines: (usize, usize),
}

/// The words of the legend that depend on the pattern.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub member: &'static str,
    pub extra: &'static str,
    pub group: &'static str,
    pub house: &'static str,
    pub cover: &'static str,
    pub cells: &'static str,
    pub empty: &'static str,
    pub implied: &'static str,
}

impl Default for Words {
    fn default() -> Words {
        Words {
            member: "the set",
            extra: "extra digit",
            group: "one of these would be true",
            house: "its house",
            cover: "covering lines",
            cells: "its cells",
            empty: "would be left with nothing",
            implied: "follows by singles",
        }
    }
}

#[derive(Default)]
pub(super) struct Marks {
    pub roles: Vec<(Candidate, Role)>,
    /// Lines from the first candidate to the second.
    pub lines: Vec<(Candidate, Candidate, Tie)>,
    pub shades: Vec<(Cells, Shade)>,
    /// Groups of candidates, one of which is right-linking.
    pub groups: Vec<Vec<Candidate>>,
    /// Cells of one weight, and the weight.
    pub weighted: Vec<(Cells, i64)>,
    pub totals: Vec<String>,
    pub branches: usize,
    pub words: Words,
    /// Statements of a chain.
    pub says: Vec<Said>,
    pub said: (usize, usize),
}

impl Marks {
    /// Adds a statement about everything marked since the previous one.
    pub(super) fn say(&mut self, depth: usize, words: String) {
        let roles = self.roles.get(self.said.0..).unwrap_or_default();
        let mut labels: Vec<String> = Vec::new();
        for name in roles.iter().map(|role| label(role.0)) {
            if !labels.contains(&name) {
                labels.push(name);
            }
        }
        let lines = (self.said.1, self.lines.len());
        self.says.push(Said { words, depth, labels, lines });
        self.said = (self.roles.len(), self.lines.len());
    }

    /// Rewrites the statements in players' words, and adds the conclusion, unless they are whole.
    pub(super) fn speak_to_players(
        &mut self, is_whole: bool, eliminates: &[Candidate], asserts: &[Candidate],
    ) {
        self.says.iter_mut().for_each(|said| said.words = words::for_players(&said.words));
        if !is_whole {
            self.said = (self.roles.len(), self.lines.len());
            self.say(0, words::conclusion(eliminates, asserts));
            if let Some(said) = self.says.last_mut() {
                said.labels = eliminates.iter().chain(asserts).copied().map(label).collect();
            }
        }
    }

    /// Makes the marks of a step found in a state with these candidates.
    pub fn of(step: &Step, candidates: &Candidates) -> Marks {
        let mut marks = Marks { branches: 1, ..Marks::default() };
        marks.because(&step.because, step, candidates);
        if marks.says.is_empty() {
            marks.say(0, sentences::sentence(step));
        }
        marks.concluded(&step.eliminates, &step.asserts)
    }

    /// Returns the marks in their order, with the conclusions.
    pub(super) fn concluded(mut self, eliminates: &[Candidate], asserts: &[Candidate]) -> Marks {
        self.add_all(Role::Removed, eliminates.iter().copied());
        self.add_all(Role::Placed, asserts.iter().copied());
        self.roles.sort_by_key(|&(candidate, role)| (role.layer(), candidate));
        self.roles.dedup();
        self.shades.sort_by_key(|shade| shade.1);
        self
    }

    /// Puts the statements about a step in players' words.
    pub(super) fn tell_players(&mut self, step: &Step) {
        let is_whole = matches!(step.because, Evidence::Single { .. } | Evidence::Contradiction { .. });
        self.speak_to_players(is_whole, &step.eliminates, &step.asserts);
    }

    /// Marks the evidence of a step, or a pattern that is part of it.
    pub(super) fn because(&mut self, because: &Evidence, step: &Step, candidates: &Candidates) {
        let (gone, values) = (&step.eliminates[..], &step.asserts[..]);
        match because {
            Evidence::Contradiction { variable, .. } => self.contradiction(*variable),
            Evidence::Single { variable } => self.single(*variable),
            Evidence::OnlySolution => self.only_solution(values),
            Evidence::Subset(hall) => self.subset(hall, candidates),
            Evidence::LockedSet(hall) => self.locked_set(hall, candidates),
            Evidence::Matched(hall) => self.matched(hall, candidates),
            Evidence::Finned(fish) | Evidence::Franken(fish) => self.finned(fish, candidates),
            Evidence::AllDifferent { house, .. } => self.shade(house.cells(), Shade::House),
            Evidence::Fireworks(fireworks) => self.fireworks(fireworks, candidates),
            Evidence::Links(chain) => self.strong_links(chain),
            Evidence::Rings(rings) => self.rings(rings),
            Evidence::RemotePair(cells) => self.remote_pair(cells, candidates),
            Evidence::Colours(nets) => self.nets(nets),
            Evidence::AlmostLocked(sets) => self.almost_locked(sets, candidates),
            Evidence::Blossom(blossom) => self.blossom(blossom, candidates),
            Evidence::AlignedPair(pair) => self.aligned_pair(pair, candidates),
            Evidence::Bent { cells, digit } => self.bent(cells, *digit, candidates),
            Evidence::Kraken(kraken) => self.kraken(kraken, candidates),
            Evidence::Chain { links } => self.chain(links, gone),
            Evidence::Circle { arcs } => self.circle(arcs),
            Evidence::Forcing { variable, branches } => self.forcing(*variable, branches, gone),
            Evidence::Rectangle(rectangle) => self.rectangle(rectangle, step, candidates),
            Evidence::Deadly(deadly) => self.deadly(deadly, candidates),
            Evidence::Bug { candidate } => self.bug(*candidate),
            Evidence::Implications { start, steps } => self.implications(*start, steps),
            Evidence::Knots(knots) => self.knots(knots, values),
            Evidence::Templates(templates) => self.templates(templates, candidates),
            Evidence::Exocet(all) => all.iter().for_each(|one| self.exocet(one, candidates)),
            Evidence::Weights(all) => self.certificates(all, candidates),
            Evidence::Refuted(all) => self.refuted_templates(all, candidates),
            Evidence::Locked(locked) => self.locked(locked, candidates),
            Evidence::Direct(direct) => self.direct(direct, step, candidates),
            Evidence::Wing(wing) => self.wing(wing, candidates),
            Evidence::BivalueLoop(of) => {
                self.bivalue_loop(of, candidates);
                self.completed_by(of.subset.as_ref());
            }
            Evidence::BugPlus(bug) => {
                self.bug_plus(bug);
                self.completed_by(bug.subset.as_ref());
            }
            Evidence::Symmetry(symmetric) => self.symmetry(symmetric, gone),
            Evidence::AlignedExclusion(of) => self.aligned_exclusion(of, candidates),
            Evidence::ForcingChains(of) => self.forcing_chains(&of.chains),
            Evidence::Impossible(pattern) => self.impossible(pattern, candidates),
            Evidence::LastGuardian { .. } => self.last_guardian(values),
            Evidence::Split { relation, chain } => self.split(relation, chain),
            Evidence::OrChain { relation, links } => self.or_chain(relation, links, gone),
            Evidence::OrForcing { relation, branches } => self.or_forcing(relation, branches, gone),
            Evidence::Trial { trace } => self.trial(gone, trace),
            Evidence::Trials { trace } => self.trials(trace),
        }
    }

    pub(super) fn add(&mut self, role: Role, candidate: Candidate) {
        self.roles.push((candidate, role));
    }

    pub(super) fn add_all(&mut self, role: Role, candidates: impl IntoIterator<Item = Candidate>) {
        self.roles.extend(candidates.into_iter().map(|candidate| (candidate, role)));
    }

    pub(super) fn members(&mut self, cells: Cells, digit: Option<Digit>, candidates: &Candidates) {
        let is_of = |c: &Candidate| digit.is_none_or(|digit| c.digit == digit);
        self.add_all(Role::Member, held_in(candidates, cells).filter(is_of));
    }

    pub(super) fn shade(&mut self, cells: Cells, shade: Shade) {
        self.shades.push((cells, shade));
    }

    pub(super) fn line(&mut self, from: Candidate, to: Candidate, tie: Tie) {
        if from != to {
            self.lines.push((from, to, tie));
        }
    }
}

pub(super) fn union(variables: &[Variable]) -> Cells {
    variables.iter().fold(Cells::EMPTY, |all, variable| all | variable.cells())
}

pub(super) fn held_in(candidates: &Candidates, cells: Cells) -> impl Iterator<Item = Candidate> {
    candidates.iter().filter(move |c| has(cells, c))
}

pub(super) fn has(cells: Cells, candidate: &Candidate) -> bool {
    cells.contains(candidate.cell)
}

pub(super) fn nearest(among: &[Candidate], to: Candidate) -> Option<Candidate> {
    let (x, y) = super::board::place(to);
    let distance = |c: &Candidate| {
        let (a, b) = super::board::place(*c);
        (a - x) * (a - x) + (b - y) * (b - y)
    };
    among.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Returns the candidate nearest to `to` among those linked to it.
pub(super) fn nearest_linked(among: &[Candidate], to: Candidate) -> Option<Candidate> {
    let linked = |c: &Candidate| *c != to && c.is_linked(to);
    nearest(&Vec::from_iter(among.iter().copied().filter(linked)), to)
}

//! Marks of a pattern in a grid: candidates by their roles, links between them, houses.
//!
//! Chains are drawn as they are read: if the target were true, each left-linking candidate would be false and
//! each right-linking one true.

use super::words;
use crate::evidence::{
    Arc, Branch, Counted, Evidence, Hall, Implication, Implied, Link, Literal, Move, Rectangle, Right, Step,
    Templates,
};
use crate::grid::notation::{Variable, label};
use crate::grid::{Candidate, Candidates, Cells, Digit, House};
use crate::templates::Label;

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

    /// Rewrites the statements in players' words, and adds the conclusion.
    pub(super) fn speak_to_players(&mut self, step: &Step) {
        self.says.iter_mut().for_each(|said| said.words = words::for_players(&said.words));
        if !self.says.is_empty() {
            self.said = (self.roles.len(), self.lines.len());
            self.say(0, words::conclusion(step));
            if let Some(said) = self.says.last_mut() {
                said.labels = step.eliminates.iter().chain(&step.asserts).copied().map(label).collect();
            }
        }
    }

    /// Makes the marks of a step found in a state with these candidates.
    pub fn of(step: &Step, candidates: &Candidates) -> Marks {
        let mut marks = Marks { branches: 1, ..Marks::default() };
        marks.because(step, candidates);
        marks.add_all(Role::Removed, step.eliminates.iter().copied());
        marks.add_all(Role::Placed, step.asserts.iter().copied());
        marks.roles.sort_by_key(|&(candidate, role)| (role.layer(), candidate));
        marks.roles.dedup();
        marks.shades.sort_by_key(|shade| shade.1);
        marks
    }

    fn because(&mut self, step: &Step, candidates: &Candidates) {
        match &step.because {
            Evidence::Contradiction { variable, .. } => {
                self.words.empty = "no value, or two";
                self.shade(variable.cells(), Shade::Empty);
            }
            Evidence::Single { variable } => {
                self.words.house = "no other choice here";
                self.shade(variable.cells(), Shade::House);
            }
            Evidence::Subset(hall) => match hall.house() {
                Some((house, is_hidden)) => self.hall(hall, house, is_hidden, candidates),
                None => self.fish(&hall.variables, &hall.transversals, &[], candidates),
            },
            Evidence::LockedSet(hall) => {
                self.words.cells = "as many cells as digits";
                self.words.member = "no other digits in these cells";
                self.shade(union(&hall.variables), Shade::Cells);
                self.add_all(Role::Member, held_in(candidates, union(&hall.variables)));
            }
            Evidence::Matched(hall) => self.matched(hall, candidates),
            Evidence::Fireworks(fireworks) => self.fireworks(fireworks, candidates),
            Evidence::Links(chain) => self.strong_links(chain),
            Evidence::Rings(rings) => rings.iter().for_each(|ring| self.strong_links(ring)),
            Evidence::Colours(nets) => self.nets(nets),
            Evidence::AlmostLocked(sets) => self.almost_locked(sets, candidates),
            Evidence::Blossom(blossom) => self.blossom(blossom, candidates),
            Evidence::AlignedPair(pair) => self.aligned_pair(pair, candidates),
            Evidence::RemotePair(cells) => {
                self.words.cells = "cells with the same two digits";
                self.shade(union(cells), Shade::Cells);
                self.add_all(Role::Member, held_in(candidates, union(cells)));
            }
            Evidence::Bent { cells, digit } => {
                self.words.cells = "as many cells as digits";
                self.words.member = "each digit at most once";
                self.words.extra = "one of these is true";
                self.shade(union(cells), Shade::Cells);
                let (own, others): (Vec<_>, Vec<_>) =
                    held_in(candidates, union(cells)).partition(|one| one.digit == *digit);
                self.add_all(Role::Extra, own);
                self.add_all(Role::Member, others);
            }
            Evidence::Finned(fish) | Evidence::Franken(fish) => {
                self.fish(&fish.variables, &fish.transversals, &fish.fins, candidates);
            }
            Evidence::Kraken(kraken) => self.kraken(kraken, candidates),
            Evidence::AllDifferent { house, .. } => {
                self.shade(house.cells(), Shade::House);
            }
            Evidence::Knots(knots) => {
                self.words.member = "cannot be false";
                self.words.empty = "contradiction if it were false";
                for knot in knots {
                    if !step.asserts.contains(&knot.candidate) {
                        self.add(Role::Member, knot.candidate);
                    }
                    self.shade(knot.place.cells(), Shade::Empty);
                }
            }
            Evidence::Rectangle(rectangle) => self.rectangle(rectangle, step, candidates),
            Evidence::Deadly(deadly) => self.deadly(deadly, candidates),
            Evidence::Bug { candidate } => {
                self.words.cells = "the cell with three candidates";
                self.shade(Cells::of(candidate.cell), Shade::Cells);
            }
            Evidence::Chain { links } => match &links[..] {
                [link] if link.right == Right::Nothing => self.locked(link),
                _ => {
                    self.links(links, &step.eliminates, 0);
                    self.end(links, &step.eliminates);
                }
            },
            Evidence::Circle { arcs } => self.circle(arcs),
            Evidence::Forcing { variable, branches } => {
                self.forcing(*variable, branches, &step.eliminates);
            }
            Evidence::Templates(templates) => self.templates(templates, candidates),
            Evidence::Exocet(all) => all.iter().for_each(|one| self.exocet(one, candidates)),
            Evidence::Weights(all) => self.certificates(all, candidates),
            Evidence::Refuted(all) => self.refuted_templates(all, candidates),
            Evidence::Implications { start, steps } => self.implications(*start, steps),
            Evidence::SerPattern(explained) => self.explained(explained, candidates),
            Evidence::Impossible(pattern) => self.impossible(pattern, candidates),
            Evidence::LastGuardian { .. } | Evidence::OnlySolution => {
                self.words.cells = match step.because {
                    Evidence::OnlySolution => "the value of the only solution",
                    _ => "the last guardian of a relation",
                };
                let cells = step.asserts.iter().map(|one| Cells::of(one.cell));
                cells.for_each(|cell| self.shades.push((cell, Shade::Cells)));
            }
            Evidence::Split { relation, chain } => self.split(relation, chain),
            Evidence::OrChain { relation, links } => {
                self.or_chain(relation, links, &step.eliminates);
            }
            Evidence::OrForcing { relation, branches } => {
                self.or_forcing(relation, branches, &step.eliminates);
            }
            Evidence::Trial { trace } => {
                self.tried(step.eliminates.iter().copied());
                for &candidate in &step.eliminates {
                    self.refuted(candidate, trace, 0);
                }
            }
            Evidence::Trials { trace } => {
                self.tried(trace.moves.iter().filter_map(|one| match one {
                    Move::Refuted(candidate, _) => Some(*candidate),
                    _ => None,
                }));
                self.played(trace, 0);
            }
        }
    }

    fn tried(&mut self, candidates: impl Iterator<Item = Candidate>) {
        self.words.cells = "tried: leads to a contradiction";
        candidates.for_each(|it| self.shade(Cells::of(it.cell), Shade::Cells));
    }

    pub(super) fn add(&mut self, role: Role, candidate: Candidate) {
        self.roles.push((candidate, role));
    }

    pub(super) fn add_all(&mut self, role: Role, candidates: impl IntoIterator<Item = Candidate>) {
        self.roles.extend(candidates.into_iter().map(|candidate| (candidate, role)));
    }

    pub(super) fn shade(&mut self, cells: Cells, shade: Shade) {
        self.shades.push((cells, shade));
    }

    pub(super) fn line(&mut self, from: Candidate, to: Candidate, tie: Tie) {
        if from != to {
            self.lines.push((from, to, tie));
        }
    }

    /// Marks a variable whose candidates are all linked to the targets.
    fn locked(&mut self, link: &Link) {
        self.words.member = "one of these is true";
        self.words.house = "all places of the digit here";
        link.variables.iter().for_each(|variable| self.shade(variable.cells(), Shade::House));
        self.add(Role::Member, link.left);
        self.add_all(Role::Member, link.ignored.iter().map(|ignored| ignored.0));
        self.say(0, words::locked(link));
    }

    /// Marks the links of a chain that begins with one of `start`.
    pub(super) fn links(&mut self, links: &[Link], start: &[Candidate], branch: usize) {
        let depth = usize::from(self.branches > 1);
        for link in links {
            let before = match link.from {
                0 => start,
                k => links[k - 1].right.candidates(),
            };
            if let Some(from) = nearest_linked(before, link.left) {
                self.line(from, link.left, Tie::Weak);
            }
            self.add(Role::Left, link.left);
            self.add_all(Role::Ignored, link.ignored.iter().map(|ignored| ignored.0));
            match &link.right {
                Right::Nothing => self.shade(union(&link.variables), Shade::Empty),
                Right::Candidate(right) => self.add(Role::Right(branch), *right),
                Right::Group(members) => {
                    self.add_all(Role::Group, members.iter().copied());
                    self.groups.push(members.clone());
                }
                Right::Subset { candidates, .. } => {
                    self.add_all(Role::Group, candidates.iter().copied());
                    self.words.group = "one in each subset variable";
                    self.words.cells = "cells of a subset";
                    self.words.house = "houses of a subset";
                    for variable in &link.variables {
                        let is_cell = matches!(variable, Variable::Cell(_));
                        let shade = if is_cell { Shade::Cells } else { Shade::House };
                        self.shade(variable.cells(), shade);
                    }
                }
            }
            if let Some(right) = nearest(link.right.candidates(), link.left) {
                self.line(link.left, right, Tie::Strong);
            }
            self.say(depth, words::link(link, before, link.from == 0 && depth == 0));
        }
    }

    /// Marks the end of a chain: linked to the target or, in lassos, to a previous right-linking candidate.
    fn end(&mut self, links: &[Link], targets: &[Candidate]) {
        let Some((last, before)) = links.split_last() else { return };
        let earlier = before.iter().map(|link| link.right.candidates());
        for ends in [targets].into_iter().chain(earlier) {
            let pairs = last.right.candidates().iter();
            let mut pairs = pairs.filter_map(|&right| Some((right, nearest_linked(ends, right)?)));
            if let Some((right, end)) = pairs.next() {
                self.line(right, end, Tie::Weak);
                return self.say(0, words::end(right, end, targets.contains(&end)));
            }
        }
    }

    fn circle(&mut self, arcs: &[Arc]) {
        self.words.member = "an odd circle of pairs";
        for arc @ Arc { left, right, guardians, .. } in arcs {
            self.add(Role::Member, *left);
            self.add_all(Role::Ignored, guardians.iter().copied());
            self.line(*left, *right, Tie::Strong);
            self.say(0, words::arc(arc));
        }
    }

    fn forcing(&mut self, variable: Variable, branches: &[Branch], targets: &[Candidate]) {
        self.words.cells = "one of these is true";
        if let Variable::Cell(cell) = variable {
            self.shade(Cells::of(cell), Shade::Cells);
        }
        self.branches(branches, targets);
        if let [a, b] = branches {
            self.line(a.start, b.start, Tie::Strong);
        }
    }

    pub(super) fn branches(&mut self, branches: &[Branch], targets: &[Candidate]) {
        self.branches = branches.len();
        for (k, branch) in branches.iter().enumerate() {
            // Only three branches have different marks.
            self.add(Role::Right(k.min(2)), branch.start);
            self.say(0, format!("Branch {}: {} is true.", k + 1, branch.start));
            self.links(&branch.links, &[branch.start], k.min(2));
            let end = branch.links.last().map(|link| link.right.candidates());
            for &end in end.unwrap_or(&[branch.start]) {
                if let Some(target) = nearest_linked(targets, end) {
                    self.line(end, target, Tie::Weak);
                }
            }
            self.say(1, words::branch_end(end.unwrap_or(&[branch.start])));
        }
    }

    pub(super) fn hall(&mut self, hall: &Hall, house: House, is_hidden: bool, candidates: &Candidates) {
        self.words.member = match is_hidden {
            false => "no other digits in these cells",
            true => "digits without other places",
        };
        self.words.cells = "as many cells as digits";
        let (cells, digits) = match is_hidden {
            false => (&hall.variables, &hall.transversals),
            true => (&hall.transversals, &hall.variables),
        };
        let cells = union(cells);
        self.shade(house.cells(), Shade::House);
        self.shade(cells, Shade::Cells);
        let is_of = |c: &Candidate| digits.iter().any(|digit| digit.house() == Some((house, c.digit)));
        self.add_all(Role::Member, candidates.iter().filter(|c| has(cells, c) && is_of(c)));
    }

    pub(super) fn fish(
        &mut self, base: &[Variable], cover: &[Variable], fins: &[Candidate], candidates: &Candidates,
    ) {
        self.words.member = "places in the base lines";
        self.words.extra = "fin";
        self.words.house = "base lines";
        base.iter().for_each(|line| self.shade(line.cells(), Shade::House));
        cover.iter().for_each(|line| self.shade(line.cells(), Shade::Cover));
        let digit = base.first().and_then(|line| line.house()).map_or(0, |(_, digit)| digit.index());
        let members = candidates.0[digit] & union(base) & union(cover);
        self.add_all(Role::Member, members.map(|cell| Candidate::new(Digit::new(digit), cell)));
        self.add_all(Role::Extra, fins.iter().copied());
    }

    fn implications(&mut self, start: Candidate, steps: &[Implication]) {
        self.words.house = "house of a hinge";
        let mut before = start;
        let mut holds = true;
        for Implication { by, also, to } in steps {
            let tie = match by {
                Implied::Weak | Implied::Hinge(_) => Tie::Weak,
                Implied::Strong => Tie::Strong,
                Implied::Stream(_) | Implied::Backwards(_) | Implied::Patterns => Tie::Implied,
            };
            for by in [Some(by), also.as_ref()].into_iter().flatten() {
                if let Implied::Hinge(house) = by {
                    self.shade(house.cells(), Shade::House);
                }
            }
            if *by == Implied::Patterns {
                self.words.implied = "by all patterns of the digit";
            }
            self.line(before, to.candidate, tie);
            if to.candidate != start {
                self.add(if to.holds { Role::Right(0) } else { Role::Left }, to.candidate);
            }
            let from = Literal { candidate: before, holds };
            self.say(0, words::implication(from, by, *to));
            (before, holds) = (to.candidate, to.holds);
        }
    }

    fn templates(&mut self, templates: &Templates, candidates: &Candidates) {
        self.words.member = "places of the digit";
        let (digit, counted) = match templates {
            Templates::None(digit) => (*digit, None),
            Templates::Disputed(cell) => {
                self.words.empty = "in every pattern of two digits";
                return self.shade(cell.cells(), Shade::Empty);
            }
            Templates::NoneThrough { candidate, counted } | Templates::AllThrough { candidate, counted } => {
                (candidate.digit, Some(counted))
            }
        };
        let first = match counted {
            Some(Counted::Out { first, .. }) => first.first(),
            _ => None,
        };
        let first = first.and_then(|gone| Label::new(gone.pattern.label));
        let first = first.map_or(Cells::EMPTY, Label::cells);
        self.words.extra = "the first pattern named";
        let digit = digit.index();
        let (places, label) = (candidates.0[digit], |cell| Candidate::new(Digit::new(digit), cell));
        self.add_all(Role::Member, (places - first).map(label));
        self.add_all(Role::Extra, (places & first).map(label));
    }

    fn rectangle(&mut self, rectangle: &Rectangle, step: &Step, candidates: &Candidates) {
        self.words.member = "the two digits";
        self.words.cells = "the rectangle";
        self.shade(rectangle.cells(), Shade::Cells);
        let in_pair = |c: &Candidate| rectangle.digits.contains(&c.digit);
        let stays = |c: &Candidate| !step.eliminates.contains(c);
        let held = |cells: Cells| candidates.iter().filter(move |c| has(cells, c));
        self.add_all(Role::Member, held(rectangle.cells()).filter(|c| in_pair(c) && stays(c)));
        self.add_all(Role::Extra, held(union(&rectangle.roof)).filter(|c| !in_pair(c)));
        for &variable in &rectangle.confined {
            let [left, right] = rectangle.ends(variable);
            self.line(left, right, Tie::Strong);
        }
        if let Some(hall) = &rectangle.subset {
            self.words.extra = "naked set; the roof is one cell";
            self.words.house = "house of the naked set";
            if let Some((house, _)) = hall.house() {
                self.shade(house.cells(), Shade::House);
            }
            self.add_all(Role::Extra, held(union(&hall.variables)));
        }
        if !rectangle.wings.is_empty() {
            self.words.extra = "wing; the corners are its pivot";
            self.add_all(Role::Extra, held(union(&rectangle.wings)));
        }
    }
}

pub(super) fn union(variables: &[Variable]) -> Cells {
    variables.iter().fold(Cells::EMPTY, |all, variable| all | variable.cells())
}

pub(super) fn held_in(candidates: &Candidates, cells: Cells) -> impl Iterator<Item = Candidate> {
    candidates.iter().filter(move |c| has(cells, c))
}

fn has(cells: Cells, candidate: &Candidate) -> bool {
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

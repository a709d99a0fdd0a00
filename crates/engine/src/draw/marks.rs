//! What a pattern marks in a grid: candidates by their roles, links between them, houses.
//!
//! Chains are drawn as they are read: if the target were true, each left-linking candidate would be false and each
//! right-linking one true.

use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, HOUSES, PEERS};
use crate::rule::Step;
use crate::rules::pattern::{
    Because, Chain, Circle, Fish, Forcing, HallSet, Implications, Link, OddCycle, Origin, Pattern,
    Reason, Rectangle, Right, Templates, Verdict,
};

/// What a candidate is in a pattern. It may be several things.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// Proved false.
    Removed,
    /// Proved true.
    Placed,
    /// True if the target were true; or in one branch of several, counted from 0.
    Right(usize),
    /// One of several of which one is true if the target is.
    Group,
    /// False if the target were true.
    Left,
    /// One of a set.
    Member,
    /// Beyond a set.
    Extra,
    /// Ignored, since something before excludes it.
    Ignored,
}

impl Role {
    /// Marks in a higher layer are drawn over those in a lower one.
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

/// What a line says of two candidates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Tie {
    /// One of the two is true.
    Strong,
    /// Not both are.
    Weak,
    /// The second follows from the first, by more than a link.
    Implied,
}

/// Why cells stand out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shade {
    /// The pattern is in this house.
    House,
    /// The cells of the pattern.
    Cells,
    /// Covering lines.
    Cover,
    /// Nothing would be left here.
    Empty,
}

/// The words of the legend that depend on the pattern.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub member: &'static str,
    pub extra: &'static str,
    pub group: &'static str,
    pub house: &'static str,
    pub cells: &'static str,
    pub empty: &'static str,
    pub implied: &'static str,
}

const WORDS: Words = Words {
    member: "the set",
    extra: "extra digit",
    group: "one of these would be true",
    house: "its house",
    cells: "its cells",
    empty: "would be left with nothing",
    implied: "follows by singles",
};

/// Everything that is marked.
pub(super) struct Marks {
    pub roles: Vec<(Candidate, Role)>,
    /// From the first candidate to the second.
    pub lines: Vec<(Candidate, Candidate, Tie)>,
    pub shades: Vec<(Cells, Shade)>,
    /// Candidates of which one is right-linking.
    pub groups: Vec<Vec<Candidate>>,
    /// Number of branches.
    pub branches: usize,
    pub words: Words,
}

impl Marks {
    /// Those of a step, found where there were these candidates.
    pub fn of(step: &Step, candidates: &Candidates) -> Marks {
        let mut marks = Marks {
            roles: Vec::new(),
            lines: Vec::new(),
            shades: Vec::new(),
            groups: Vec::new(),
            branches: 1,
            words: WORDS,
        };
        marks.pattern(step, candidates);
        marks.add_all(Role::Removed, step.eliminated.iter());
        marks.add_all(Role::Placed, step.asserted.iter());
        marks.roles.sort_by_key(|&(candidate, role)| (role.layer(), candidate));
        marks.roles.dedup();
        marks.shades.sort_by_key(|shade| shade.1);
        marks
    }

    fn pattern(&mut self, step: &Step, candidates: &Candidates) {
        match &step.pattern {
            Pattern::Contradiction(variable) => {
                self.words.empty = "no value, or two";
                self.shade(variable.cells(), Shade::Empty);
            }
            Pattern::Single(variable) => {
                self.words.house = "no other choice here";
                self.shade(variable.cells(), Shade::House);
            }
            Pattern::Hall(set) => {
                let HallSet { house, digits, of_digits, .. } = *set;
                self.words.member = match of_digits {
                    false => "no other digits in these cells",
                    true => "digits without other places",
                };
                self.words.cells = "as many cells as digits";
                self.shade(HOUSES[house], Shade::House);
                self.shade(set.cells(), Shade::Cells);
                let members = candidates.iter().filter(|c| has(set.cells(), c));
                self.add_all(Role::Member, members.filter(|c| digits >> c.digit & 1 != 0));
            }
            Pattern::AllDifferent { house, .. } => self.shade(HOUSES[*house], Shade::House),
            Pattern::Fish(fish) => self.fish(fish, candidates),
            Pattern::OddCycle(cycle) => self.cycle(cycle),
            Pattern::Knots(knots) => {
                self.words.member = "cannot be false";
                self.words.empty = "contradiction if it were false";
                for knot in knots {
                    if !step.asserted.contains(knot.candidate) {
                        self.add(Role::Member, knot.candidate);
                    }
                    if let Some(place) = knot.place {
                        self.shade(place.cells(), Shade::Empty);
                    }
                }
            }
            Pattern::Rectangle(rectangle) => self.rectangle(rectangle, step, candidates),
            Pattern::Bug(candidate) => {
                self.words.cells = "the cell with three candidates";
                self.shade(Cells::of(candidate.cell as usize), Shade::Cells);
            }
            Pattern::Chain(Chain { links, .. }) => match &links[..] {
                [link] if link.right == Right::Nothing => self.locked(link),
                _ => {
                    let targets = Vec::from_iter(step.eliminated.iter());
                    self.links(links, &targets, 0);
                    self.end(links, &targets);
                }
            },
            Pattern::Circle(circle) => self.circle(circle),
            Pattern::Forcing(forcing) => self.forcing(forcing, step),
            Pattern::Templates(templates) => self.templates(templates, candidates),
            Pattern::Implications(chain) => self.implications(chain),
            Pattern::Trial { candidate, .. } => {
                self.words.cells = "tried: leads to a contradiction";
                self.shade(Cells::of(candidate.cell as usize), Shade::Cells);
            }
        }
    }

    fn add(&mut self, role: Role, candidate: Candidate) {
        self.roles.push((candidate, role));
    }

    fn add_all(&mut self, role: Role, candidates: impl IntoIterator<Item = Candidate>) {
        self.roles.extend(candidates.into_iter().map(|candidate| (candidate, role)));
    }

    fn shade(&mut self, cells: Cells, shade: Shade) {
        self.shades.push((cells, shade));
    }

    fn line(&mut self, from: Candidate, to: Candidate, tie: Tie) {
        if from != to {
            self.lines.push((from, to, tie));
        }
    }

    /// All that a variable has is linked to the targets.
    fn locked(&mut self, link: &Link) {
        self.words.member = "one of these is true";
        self.words.house = "all places of the digit here";
        link.variables.iter().for_each(|variable| self.shade(variable.cells(), Shade::House));
        self.add(Role::Member, link.left);
        self.add_all(Role::Member, link.ignored.iter().map(|ignored| ignored.0));
    }

    /// The links of a chain from one of `start`.
    fn links(&mut self, links: &[Link], start: &[Candidate], branch: usize) {
        for link in links {
            let before = match link.from {
                Origin::Target => start,
                Origin::Link(k) => links[k].right.candidates(),
            };
            if let Some(from) = nearest_linked(before, link.left) {
                self.line(from, link.left, Tie::Weak);
            }
            self.add(Role::Left, link.left);
            self.add_all(Role::Ignored, link.ignored.iter().map(|ignored| ignored.0));
            match &link.right {
                Right::Nothing => self.shade(link.variables[0].cells(), Shade::Empty),
                Right::Candidate(right) => self.add(Role::Right(branch), *right),
                Right::Group(members) => {
                    self.add_all(Role::Group, members.iter().copied());
                    self.groups.push(members.clone());
                }
                Right::Subset(subset) => {
                    self.add_all(Role::Group, subset.candidates.iter().copied());
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
        }
    }

    /// The end of a chain: linked to the target, or (lassos) to a previous right-linking candidate.
    fn end(&mut self, links: &[Link], targets: &[Candidate]) {
        let Some((last, before)) = links.split_last() else { return };
        let earlier = before.iter().map(|link| link.right.candidates());
        for ends in [targets].into_iter().chain(earlier) {
            let pairs = last.right.candidates().iter();
            let mut pairs = pairs.filter_map(|&right| Some((right, nearest_linked(ends, right)?)));
            if let Some((right, end)) = pairs.next() {
                return self.line(right, end, Tie::Weak);
            }
        }
    }

    fn circle(&mut self, circle: &Circle) {
        self.words.member = "an odd circle of pairs";
        for link in &circle.links {
            self.add(Role::Member, link.left);
            self.add_all(Role::Ignored, link.ignored.iter().map(|ignored| ignored.0));
            for &right in link.right.candidates() {
                self.line(link.left, right, Tie::Strong);
            }
        }
    }

    fn forcing(&mut self, forcing: &Forcing, step: &Step) {
        self.branches = forcing.branches.len();
        self.words.cells = "one of these is true";
        if let Some(Variable::Cell(cell)) = forcing.variable() {
            self.shade(Cells::of(cell as usize), Shade::Cells);
        }
        let targets = Vec::from_iter(step.eliminated.iter());
        let starts: Vec<Candidate> = forcing.branches.iter().map(|branch| branch.start).collect();
        for (k, branch) in forcing.branches.iter().enumerate() {
            self.add(Role::Right(k), branch.start);
            self.links(&branch.links, &[branch.start], k);
            let end = branch.links.last().map(|link| link.right.candidates());
            for &end in end.unwrap_or(&[branch.start]) {
                if let Some(target) = nearest_linked(&targets, end) {
                    self.line(end, target, Tie::Weak);
                }
            }
        }
        if let [a, b] = starts[..] {
            self.line(a, b, Tie::Strong);
        }
    }

    fn fish(&mut self, fish: &Fish, candidates: &Candidates) {
        let union = |houses: &[usize]| houses.iter().fold(Cells::EMPTY, |all, &h| all | HOUSES[h]);
        self.words.member = "places in the base lines";
        self.words.extra = "fin";
        self.words.house = "base lines";
        fish.base.iter().for_each(|&house| self.shade(HOUSES[house], Shade::House));
        fish.cover.iter().for_each(|&house| self.shade(HOUSES[house], Shade::Cover));
        let label = |cell| Candidate::new(fish.digit, cell);
        let members = candidates.0[fish.digit] & union(&fish.base) & union(&fish.cover);
        self.add_all(Role::Member, members.map(label));
        self.add_all(Role::Extra, fish.fins.map(label));
    }

    fn cycle(&mut self, cycle: &OddCycle) {
        self.words.house = "house of a hinge";
        let label = |cell| Candidate::new(cycle.digit, cell);
        for (k, (a, b)) in cycle.cycle.pairs().enumerate() {
            let tie = match k % 2 {
                0 => Tie::Weak,
                _ if PEERS[a].contains(b) => Tie::Strong,
                _ => Tie::Implied,
            };
            self.line(label(a), label(b), tie);
            match k {
                0 => {}
                _ if k % 2 == 1 => self.add(Role::Left, label(a)),
                _ => self.add(Role::Right(0), label(a)),
            }
        }
        cycle.hinges.iter().for_each(|&(house, _)| self.shade(HOUSES[house], Shade::House));
    }

    fn implications(&mut self, chain: &Implications) {
        self.words.house = "house of a hinge";
        let (mut before, mut held) = (chain.start, true);
        for (reason, to) in &chain.steps {
            let tie = match reason {
                Reason::Weak | Reason::Hinge(_) => Tie::Weak,
                Reason::Strong => Tie::Strong,
                Reason::Link if held => Tie::Weak,
                Reason::Link => Tie::Strong,
                Reason::Stream(_) | Reason::Backwards(_) | Reason::Patterns => Tie::Implied,
            };
            if let Reason::Hinge(house) = reason {
                self.shade(HOUSES[*house], Shade::House);
            }
            if *reason == Reason::Patterns {
                self.words.implied = "by all patterns of the digit";
            }
            self.line(before, to.candidate, tie);
            if to.candidate != chain.start {
                self.add(if to.holds { Role::Right(0) } else { Role::Left }, to.candidate);
            }
            (before, held) = (to.candidate, to.holds);
        }
    }

    fn templates(&mut self, templates: &Templates, candidates: &Candidates) {
        self.words.member = "places of the digit";
        let digit = match &templates.verdict {
            Verdict::NoPattern { digit } => *digit,
            Verdict::Disputed { cell } => {
                self.words.empty = "in every pattern of two digits";
                return self.shade(Cells::of(*cell), Shade::Empty);
            }
            Verdict::NothingLeft { .. } => return,
            Verdict::Alone { candidate, .. }
            | Verdict::Impossible { candidate, .. }
            | Verdict::TakenOut { candidate, .. } => candidate.digit as usize,
        };
        let first = match &templates.verdict {
            Verdict::Impossible { deaths, .. } => deaths.first().map(|death| death.label.cells()),
            _ => None,
        };
        let first = first.unwrap_or_default();
        self.words.extra = "the first pattern named";
        let (places, label) = (candidates.0[digit], |cell| Candidate::new(digit, cell));
        self.add_all(Role::Member, (places - first).map(label));
        self.add_all(Role::Extra, (places & first).map(label));
    }

    fn rectangle(&mut self, rectangle: &Rectangle, step: &Step, candidates: &Candidates) {
        self.words.member = "the two digits";
        self.words.cells = "the rectangle";
        self.shade(rectangle.cells(), Shade::Cells);
        let in_pair = |c: &Candidate| rectangle.digits >> c.digit & 1 != 0;
        let stays = |c: &Candidate| !step.eliminated.contains(*c);
        let held = |cells: Cells| candidates.iter().filter(move |c| has(cells, c));
        self.add_all(Role::Member, held(rectangle.cells()).filter(|c| in_pair(c) && stays(c)));
        self.add_all(Role::Extra, held(rectangle.roof).filter(|c| !in_pair(c)));
        match &rectangle.because {
            Because::Nothing => {}
            Because::Confined(links) => {
                for link in links {
                    for &right in link.right.candidates() {
                        self.line(link.left, right, Tie::Strong);
                    }
                }
            }
            Because::Subset { house, squares, digits } => {
                let set =
                    HallSet { house: *house, squares: *squares, digits: *digits, of_digits: false };
                self.words.extra = "naked set; the roof is one cell";
                self.words.house = "house of the naked set";
                self.shade(HOUSES[*house], Shade::House);
                self.add_all(Role::Extra, held(set.cells()));
            }
        }
    }
}

fn has(cells: Cells, candidate: &Candidate) -> bool {
    cells.contains(candidate.cell as usize)
}

/// The one of these nearest to a candidate.
fn nearest(among: &[Candidate], to: Candidate) -> Option<Candidate> {
    let (x, y) = super::board::place(to);
    let distance = |c: &Candidate| {
        let (a, b) = super::board::place(*c);
        (a - x) * (a - x) + (b - y) * (b - y)
    };
    among.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The same among those linked to it.
fn nearest_linked(among: &[Candidate], to: Candidate) -> Option<Candidate> {
    let linked = |c: &Candidate| *c != to && c.is_linked(to);
    nearest(&Vec::from_iter(among.iter().copied().filter(linked)), to)
}

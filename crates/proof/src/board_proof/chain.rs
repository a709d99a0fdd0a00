//! Checks chains on boards: whips, braids and their kin; chains whose last candidate is linked to the target;
//! forcing whips; oddagons; trial and error.
//!
//! ```text
//!   whips, braids     Z ─ V1{L1 R1} ─ … ─ Vn{Ln .}           nothing is left of the last variable
//!   linked chains     Z ─ V1{L1 R1} ─ … ─ Vn{Ln Rn} ─ Z      Rn excludes Z; of a lasso, an earlier R,
//!                                                            or it is an earlier L
//! ```

use super::step::Claim;
use super::{BoardArc, BoardBranch, BoardLink, BoardMove, BoardVariable};
use crate::evidence::families::{Chains, Family, LinkedFamily, Memory, ObjectFamily, Reach, Space, Z, whips};
use crate::evidence::{Clause, Origin, Right};
use crate::grid::{Candidate, Candidates};
use crate::verify::{Checked, Reason, allows_z, are_same, different, end, ensure};

/// Prefixes a reason with the number of a link, counted from 1.
fn at_link(at: usize) -> impl Fn(Reason) -> Reason {
    move |reason| format!("link {}: {reason}", at + 1).into()
}

impl Claim<'_> {
    pub fn chain(&self, links: &[BoardLink]) -> Checked<()> {
        let is_locked = [Clause::Locked, Clause::Pointing, Clause::Claiming].contains(&self.kind.clause);
        if is_locked {
            ensure(links.len() == 1, "the chain is no whip of one variable")?;
            self.direction(links[0].variables[0])?;
            return self.objects(whips::WHIP, links);
        }
        let family = self.kind.family.ok_or("the rule has no such pattern")?;
        self.has_size(links.len())?;
        let shortest = family.info.sizes.as_ref().map_or(1, |sizes| *sizes.start());
        ensure(links.len() >= shortest.into(), "the rule has no chains as short as this")?;
        self.is_in_space(family, links)?;
        match family.chains {
            Chains::Objects(objects) => {
                let is_of_boards = objects.reach == Reach::Singles && objects.memory == Memory::All;
                ensure(is_of_boards, "the rule is of the plain board")?;
                self.objects(objects, links)
            }
            Chains::Linked(linked) => {
                ensure(!linked.own_space && !linked.one_digit, "the rule is of the plain board")?;
                let targets = self.targets()?;
                let walk = |(at, &target)| LinkedWalk { claim: self, linked, links, target, at }.check();
                targets.iter().enumerate().try_for_each(walk)
            }
        }
    }

    /// Checks that locked candidates are of a row or column (claiming), or of no row or column (pointing).
    fn direction(&self, variable: BoardVariable) -> Checked<()> {
        let holds = match self.kind.clause {
            Clause::Pointing => !variable.is_line(),
            Clause::Claiming => variable.is_line(),
            _ => true,
        };
        ensure(holds, "the variable is of the other kind of house")
    }

    /// Checks that the variables are of one type, if the rule asks for it: cells, or a digit each in houses
    /// without common cells and with the same letter.
    fn is_in_space(&self, family: &Family, links: &[BoardLink]) -> Checked<()> {
        let variables = || links.iter().map(|link| link.variables[0]);
        let first = variables().next();
        let are_cells = variables().all(|variable| matches!(variable, BoardVariable::Cell(_)));
        let holds = match family.spaces {
            [Space::All] => true,
            [Space::Typed(0)] => are_cells,
            _ => are_cells || variables().all(|variable| self.are_of_type(first, variable)),
        };
        ensure(holds, "the variables are not of one type")
    }

    fn are_of_type(&self, first: Option<BoardVariable>, other: BoardVariable) -> bool {
        match (first, other) {
            (Some(BoardVariable::In(one, _)), BoardVariable::In(other, _)) => {
                let [cells, others] = [one, other].map(|house| self.state.board.house(house));
                let is_apart = cells.zip(others).is_some_and(|(cells, others)| !cells.intersects(others));
                one.letter == other.letter && (one == other || is_apart)
            }
            _ => false,
        }
    }

    /// Checks a whip or braid for each target.
    pub fn objects(&self, family: ObjectFamily, links: &[BoardLink]) -> Checked<()> {
        for (at, &target) in self.targets()?.iter().enumerate() {
            let objects = self.follow(family, links, target, at == 0)?;
            ensure(objects.len() == links.len(), "the last variable has something left")?;
        }
        Ok(())
    }

    /// Checks the links in turn, and returns the target and the right-linking candidates. Reasons of links to
    /// the target are those of the first target.
    fn follow(
        &self, family: ObjectFamily, links: &[BoardLink], target: Candidate, by_reasons: bool,
    ) -> Checked<Vec<Candidate>> {
        let mut objects = vec![target];
        for (at, link) in links.iter().enumerate() {
            let walk = Walk { claim: self, objects: &objects, before: &links[..at], by_reasons };
            let right = walk.object(family, link).map_err(at_link(at))?;
            let goes_on = right.is_some() || at + 1 == links.len();
            ensure(goes_on, "nothing is left before the last variable").map_err(at_link(at))?;
            objects.extend(right);
        }
        Ok(objects)
    }

    /// Checks a partial whip from each candidate of a variable: one of their ends is true.
    pub fn forcing(&self, variable: BoardVariable, branches: &[BoardBranch]) -> Checked<()> {
        ensure(branches.len() == self.kind.number, "the rule has another number of branches")?;
        self.has_size(1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>())?;
        let starts = branches.iter().map(|branch| branch.start);
        let is_each = are_same(starts, self.state.candidates(variable)?);
        ensure(is_each, "there is not one branch from each candidate")?;
        let mut ends = Vec::new();
        for (number, BoardBranch { start, links }) in (1..).zip(branches) {
            let said = |reason: Reason| -> Reason { format!("branch {number}: {reason}").into() };
            // A chain with nothing left has no end.
            let objects = self.follow(whips::WHIP, links, *start, true).map_err(said)?;
            ends.extend(objects.last().copied().filter(|_| objects.len() == links.len() + 1));
        }
        if !self.step.asserts.is_empty() {
            let value = self.value()?;
            let is_value = ends.len() == branches.len() && ends.iter().all(|&end| end == value);
            return ensure(is_value, "a branch does not end in the value");
        }
        let excluded = |&target: &Candidate| {
            ends.len() == branches.len() && ends.iter().all(|&end| self.state.are_linked(end, target))
        };
        ensure(self.targets()?.iter().all(excluded), "a target is not linked to the end of every branch")
    }

    /// Checks an odd circle of candidates; each two neighbours are all that is left of a variable if the
    /// target is true.
    pub fn circle(&self, arcs: &[BoardArc]) -> Checked<()> {
        self.has_size(arcs.len())?;
        ensure(arcs.len() > 2 && arcs.len() % 2 == 1, "the length is not odd")?;
        let lefts: Vec<Candidate> = arcs.iter().map(|arc| arc.left).collect();
        let variables: Vec<BoardVariable> = arcs.iter().map(|arc| arc.variable).collect();
        ensure(different(&lefts) && different(&variables), "a candidate or a variable comes twice")?;
        for (arc, next) in arcs.iter().zip(lefts.iter().cycle().skip(1)) {
            let BoardArc { variable, left, right, guardians } = arc;
            ensure(right == next, "the circle is not closed")?;
            ensure(!self.state.is_solved(*variable)?, "a variable has a value")?;
            let stated = [*left, *right].into_iter().chain(guardians.iter().copied());
            let are_all = are_same(stated, self.state.candidates(*variable)?);
            ensure(are_all, "what is listed is not the candidates of the variable")?;
        }
        let guarded = |&target: &Candidate| {
            let mut guardians = arcs.iter().flat_map(|arc| &arc.guardians);
            !lefts.contains(&target) && guardians.all(|&one| self.state.are_linked(one, target))
        };
        ensure(self.targets()?.iter().all(guarded), "a target is in the circle, or not linked to a guardian")
    }

    /// Checks singles that follow if the target is true, up to a variable with nothing left.
    pub fn trial(&self, moves: &[BoardMove], variable: BoardVariable) -> Checked<()> {
        let [target] = self.targets()? else { return Err("one candidate is tried".into()) };
        let mut state = self.state.clone();
        let assert = |state: &mut super::state::State, value| {
            state.assert_all(&Candidates::from_iter([value]));
        };
        assert(&mut state, *target);
        for (number, BoardMove { variable, value }) in (1..).zip(moves) {
            let said = |reason: Reason| -> Reason { format!("move {number}: {reason}").into() };
            ensure(!state.is_solved(*variable)?, "the variable has a value").map_err(said)?;
            let is_only = state.candidates(*variable)? == [*value];
            ensure(is_only, "the value is not the only candidate of the variable").map_err(said)?;
            assert(&mut state, *value);
        }
        let is_empty = !state.is_solved(variable)? && state.candidates(variable)?.is_empty();
        ensure(is_empty, "the variable has a label left")
    }
}

/// Link of a chain, after the target and the right-linking candidates of the links before.
struct Walk<'a> {
    claim: &'a Claim<'a>,
    objects: &'a [Candidate],
    before: &'a [BoardLink],
    /// Whether the reasons of links to the target are meant.
    by_reasons: bool,
}

impl Walk<'_> {
    /// Whether the candidate is linked to an origin for this reason.
    fn excludes(&self, origin: Origin, by: super::LinkReason, label: Candidate) -> bool {
        let board = self.claim.state.board;
        self.objects.get(origin).is_some_and(|&object| match origin == 0 && !self.by_reasons {
            true => board.are_linked(object, label),
            false => board.are_linked_by(by, object, label),
        })
    }

    /// Checks the variable, the candidates listed and their exclusions; returns the right-linking candidate.
    fn link(&self, link: &BoardLink) -> Checked<Option<Candidate>> {
        let BoardLink { variables: [variable], left, from, by, right, ignored } = link;
        let state = self.claim.state;
        let right = match right {
            Right::Nothing => None,
            Right::Candidate(right) => Some(*right),
            _ => return Err("the right-linking object is no candidate".into()),
        };
        let is_new = self.before.iter().all(|earlier| earlier.variables != link.variables);
        ensure(is_new, "the variable was used before")?;
        let has_target = state.board.labels(*variable)?.contains(&self.objects[0]);
        ensure(!has_target, "the target is in the variable")?;
        let listed = ignored.iter().map(|ignored| ignored.0).chain([*left]).chain(right);
        let are_all = are_same(listed, state.candidates(*variable)?);
        ensure(are_all, "what is listed is not the candidates of the variable")?;
        ensure(self.excludes(*from, *by, *left), "the left-linking candidate is not excluded")?;
        let all_excluded = ignored.iter().all(|&(label, origin, by)| self.excludes(origin, by, label));
        ensure(all_excluded, "an ignored candidate is not excluded")?;
        Ok(right)
    }

    fn is_after_last(&self, from: Origin) -> Checked<()> {
        let is_next = from == self.before.len();
        ensure(is_next, "the left-linking candidate is not excluded by the link before")
    }

    /// Checks a link of a whip or braid.
    fn object(&self, family: ObjectFamily, link: &BoardLink) -> Checked<Option<Candidate>> {
        let right = self.link(link)?;
        if family.continuous {
            self.is_after_last(link.from)?;
        }
        let is_new = self.before.iter().all(|earlier| earlier.left != link.left);
        ensure(is_new || !family.loopless, "the left-linking candidate was one before")?;
        let are_linked =
            |right| self.objects.iter().any(|&object| self.claim.state.are_linked(object, right));
        ensure(!right.is_some_and(are_linked), "the right-linking candidate is excluded")?;
        let is_old = right.is_some_and(|right| self.objects.contains(&right));
        ensure(!is_old, "the right-linking candidate was one before")?;
        Ok(right)
    }
}

/// Chain whose last candidate is linked to the target, or a lasso.
struct LinkedWalk<'a> {
    claim: &'a Claim<'a>,
    linked: LinkedFamily,
    links: &'a [BoardLink],
    target: Candidate,
    /// The number of the target.
    at: usize,
}

impl LinkedWalk<'_> {
    fn check(&self) -> Checked<()> {
        let mut rights = vec![self.target];
        for at in 0..self.links.len() {
            rights.push(self.link(at, &rights).map_err(at_link(at))?);
        }
        let lefts = self.links.iter().map(|link| link.left).collect();
        end(self.linked.end, rights, lefts, |a, b| self.claim.state.are_linked(a, b))
    }

    fn link(&self, at: usize, rights: &[Candidate]) -> Checked<Candidate> {
        let (claim, link) = (self.claim, &self.links[at]);
        ensure(!claim.state.is_solved(link.variables[0])?, "the variable has a value")?;
        let walk = Walk { claim, objects: rights, before: &self.links[..at], by_reasons: self.at == 0 };
        let right = walk.link(link)?.ok_or("R is no candidate")?;
        walk.is_after_last(link.from)?;
        let may_all = link.ignored.iter().all(|&(_, origin, _)| self.may_ignore(at, origin));
        ensure(may_all, "the rule does not ignore what this excludes")?;
        if self.linked.only && at + 1 < self.links.len() {
            let excludes = |(origin, &one)| self.may_ignore(at, origin) && claim.state.are_linked(one, right);
            ensure(!rights.iter().enumerate().any(excludes), "the right-linking candidate is excluded")?;
        }
        Ok(right)
    }

    /// Whether link `at` may ignore candidates linked to this R, or to the target if `origin` is 0.
    fn may_ignore(&self, at: usize, origin: Origin) -> bool {
        let has_z = |link: &BoardLink| link.ignored.iter().any(|ignored| ignored.1 == 0);
        match origin {
            0 if self.linked.z == Z::OnceInside && self.links[..at].iter().any(has_z) => false,
            0 => allows_z(self.linked.z, at, self.links.len()),
            _ => self.linked.t && origin <= at,
        }
    }
}

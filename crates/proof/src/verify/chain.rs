//! Whips, braids, and their kin with right-linking groups and subsets (docs/theory.md, "Chain vocabulary" and
//! on).
//!
//! ```text
//!   Z ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln .}      all candidates of a variable are listed: Lk, the
//!                                                 right-linking candidates, and the ignored candidates
//!                                                 with their excluders
//! ```
//!
//! If the target Z is true, L1 is false and R1 true, and so on for each link; and the last variable has no
//! candidate left, or its R excludes Z.

use super::family::{are_all_named, is_in_family};
use super::hall::{is_excluded, is_plane};
use super::linked;
use super::state::{State, are_same, block, different, house_cells, is_in, linked as are_linked};
use super::{Checked, Claim, Reason, ensure};
use crate::evidence::families::{self, Chains, Memory, ObjectFamily, Reach, whips};
use crate::evidence::{Clause, Link, Origin, Right};
use crate::grid::{Candidate, Cell, notation::Variable};

/// Whether link `k`, from 0, may ignore candidates excluded by `by`.
fn uses_relations(memory: Memory, by: Origin, k: usize) -> bool {
    match memory {
        Memory::All => by <= k,
        Memory::Last => by == k,
        Memory::TargetAndLast => by == 0 || by == k,
        Memory::Previous => by <= k && (by > 0 || k == 0),
    }
}

/// Excluding object: the target, or a right-linking object.
pub(super) enum Object<'a> {
    Candidate(Candidate),
    /// The three labels in the intersection of two houses, candidates or not.
    Segment(Vec<Candidate>),
    /// The variables of a subset, and its transversal sets.
    Subset(&'a [Variable], &'a [Variable]),
}

impl Object<'_> {
    pub(super) fn excludes(&self, label: Candidate) -> bool {
        match self {
            Object::Candidate(other) => are_linked(label, *other),
            Object::Segment(all) => all.iter().all(|&other| are_linked(label, other)),
            Object::Subset(variables, sets) => is_excluded(label, variables, sets),
        }
    }
}

/// Checks a chain for each of its targets.
pub(super) fn chain(claim: &Claim, links: &[Link]) -> Checked<()> {
    // Locked candidates are whips of one variable.
    let is_locked = claim.clause == Clause::Locked;
    let family = if is_locked { families::named("whip") } else { claim.family };
    let family = family.ok_or("the rule has no such pattern")?;
    let size: usize = links.iter().map(|link| link.variables.len()).sum();
    let objects = match family.chains {
        Chains::Linked(linked) => return linked::chain(claim, family, linked, links),
        Chains::Objects(objects) => objects,
    };
    match is_locked {
        true => ensure(claim.size.is_none() && size == 1, "the chain is no whip of one variable")?,
        false => claim.has_size(size)?,
    }
    is_in_family(family, links, size)?;
    for &target in claim.targets()? {
        let chain = follow(claim.state, objects, links, target, &[])?;
        let has_last = matches!(objects.memory, Memory::Last | Memory::Previous);
        match (chain.len() > links.len(), has_last) {
            (true, true) => {
                let end = &chain[links.len()];
                ensure(end.excludes(target), "the last R does not exclude the target")?;
            }
            (false, false) => {}
            (false, true) => return Err("the last variable has no R".into()),
            (true, false) => return Err("the chain does not close: a last R is left".into()),
        }
    }
    Ok(())
}

/// Returns the family of whips or g-whips.
fn whips(has_groups: bool) -> ObjectFamily {
    let reach = if has_groups { Reach::Segments } else { Reach::Singles };
    ObjectFamily { reach, ..whips::WHIP }
}

/// Checks a loopless partial whip, or g-whip, that begins with this candidate, and returns its last object.
pub(super) fn partial_whip<'a>(
    state: &State, links: &'a [Link], start: Candidate, has_groups: bool,
) -> Checked<Object<'a>> {
    let mut chain = follow(state, whips(has_groups), links, start, &[])?;
    let all = chain.len() == links.len() + 1;
    chain.pop().filter(|_| all).ok_or("a partial whip ends in no R".into())
}

/// Checks a loopless whip, or g-whip, that has a relation with these guardians as one of its links.
pub(super) fn or_chain(
    state: &State, links: &[Link], guardians: &[Candidate], target: Candidate, has_groups: bool,
) -> Checked<()> {
    let chain = follow(state, whips(has_groups), links, target, guardians)?;
    ensure(chain.len() == links.len(), "the chain does not close: a last R is left")
}

/// Checks the links in turn, and returns the target and the objects that follow from the target.
fn follow<'a>(
    state: &State, family: ObjectFamily, links: &'a [Link], target: Candidate, guardians: &[Candidate],
) -> Checked<Vec<Object<'a>>> {
    let objects = vec![Object::Candidate(target)];
    let mut walk = ObjectWalk { state, family, links, target, guardians, objects };
    for (k, link) in links.iter().enumerate() {
        let at = |reason: Reason| Reason::from(format!("link {}: {reason}", k + 1));
        let object = walk.link(k, link).map_err(at)?;
        let closed = object.is_none();
        walk.objects.extend(object);
        if closed && k + 1 < links.len() {
            return Err(at("nothing is left, but the chain goes on".into()));
        }
    }
    Ok(walk.objects)
}

struct ObjectWalk<'a, 'b> {
    state: &'b State,
    family: ObjectFamily,
    links: &'a [Link],
    target: Candidate,
    /// The guardians of the relation that is a link without a variable; none if there is no such link.
    guardians: &'b [Candidate],
    objects: Vec<Object<'a>>,
}

impl<'a> ObjectWalk<'a, '_> {
    /// Checks the `k`-th link, from 0, and returns its right-linking object, if any.
    fn link(&self, k: usize, link: &'a Link) -> Checked<Option<Object<'a>>> {
        let Link { variables, right, .. } = link;
        if variables.is_empty() && !self.guardians.is_empty() {
            return self.relation(k, link);
        }
        self.variables(k, variables)?;
        self.left(k, link)?;
        self.are_all_named(link)?;
        self.ignored(k, link)?;
        match right {
            Right::Nothing => {
                ensure(variables.len() == 1, "a last variable is only one")?;
                Ok(None)
            }
            Right::Candidate(right) => {
                ensure(variables.len() == 1, "a candidate is of one variable")?;
                ensure(!self.may_ignore(k, *right), "R is not compatible with what is before")?;
                let lefts = self.links[..=k].iter().filter(|link| !link.variables.is_empty());
                let lefts = lefts.map(|link| link.left);
                ensure(lefts.chain([self.target]).all(|other| other != *right), "R is Z or some L")?;
                ensure(!self.has_right(*right), "R is a previous R")?;
                Ok(Some(Object::Candidate(*right)))
            }
            Right::Group(members) => {
                ensure(self.has_groups(), "the rule has no right-linking groups")?;
                ensure(variables.len() == 1, "a group is of one variable")?;
                let segment = segment(members)?;
                let present = segment.iter().filter(|&&label| self.state.has(label)).count();
                ensure(present == members.len(), "a candidate of the group is not listed")?;
                let compatible = members.iter().filter(|&&label| !self.may_ignore(k, label));
                ensure(compatible.count() > 1, "not two of the group are compatible")?;
                Ok(Some(Object::Segment(segment)))
            }
            Right::Subset { transversals, candidates } => {
                let size = variables.len();
                let largest = match self.family.reach {
                    Reach::Subsets(largest) => largest.into(),
                    Reach::Singles | Reach::Segments => 0,
                };
                let allowed = (2..=largest).contains(&size);
                ensure(allowed, "the rule has no right-linking subsets of this size")?;
                ensure(transversals.len() == size, "not as many transversal sets as variables")?;
                ensure(different(transversals), "a transversal set comes twice")?;
                let plane = is_plane(variables, transversals);
                ensure(plane, "the variables and sets are not of one house or digit")?;
                let is_in_some = |&c: &Candidate| transversals.iter().any(|&set| is_in(c, set));
                ensure(candidates.iter().all(is_in_some), "a candidate is in no transversal set")?;
                Ok(Some(Object::Subset(variables, transversals)))
            }
        }
    }

    /// Checks the relation as the `k`-th link: all guardians are named; the target or an earlier R excludes
    /// each guardian, except at most one, which is then R; the object just before excludes at least one
    /// guardian.
    fn relation(&self, k: usize, link: &Link) -> Checked<Option<Object<'a>>> {
        let Link { left, from, right, ignored, .. } = link;
        let named = [*left].into_iter().chain(right.candidates().iter().copied());
        let named = named.chain(ignored.iter().map(|&(label, _)| label));
        let are_all = are_same(named, self.guardians.iter().copied());
        ensure(are_all, "the guardians are not those that are named")?;
        ensure(*from == k, "no guardian is linked to what is just before")?;
        let excludes =
            |&(label, by): &(Candidate, Origin)| self.objects.get(by).is_some_and(|by| by.excludes(label));
        let all = ignored.iter().chain([&(*left, *from)]).all(excludes);
        ensure(all, "a guardian is not excluded by what it is said to be")?;
        let is_before = |one: &Candidate| *one == self.target || self.has_right(*one);
        ensure(!self.guardians.iter().any(is_before), "a guardian is Z or a previous R")?;
        match right {
            Right::Nothing => Ok(None),
            Right::Candidate(right) => Ok(Some(Object::Candidate(*right))),
            _ => Err("of a relation one guardian is left".into()),
        }
    }

    fn has_groups(&self) -> bool {
        self.family.reach != Reach::Singles
    }

    /// Checks that the variables are open, new, and without the target.
    fn variables(&self, k: usize, variables: &[Variable]) -> Checked<()> {
        ensure(!variables.is_empty(), "there is no variable")?;
        ensure(different(variables), "a variable comes twice in the link")?;
        // With groups, a variable may come again, but not at once.
        let since = if self.has_groups() { k.saturating_sub(1) } else { 0 };
        let mut before = self.links[since..k].iter().flat_map(|link| &link.variables);
        ensure(!before.any(|v| variables.contains(v)), "the variable was there before")?;
        for &variable in variables {
            ensure(!self.state.is_solved(variable), "the variable has a value")?;
            let several = self.state.candidates(variable).len() > 1;
            ensure(several, "the variable has not more than one candidate")?;
            ensure(!is_in(self.target, variable), "Z is in the variable")?;
        }
        Ok(())
    }

    /// Checks that L is excluded by the object named, and is new.
    fn left(&self, k: usize, link: &Link) -> Checked<()> {
        let by = self.objects.get(link.from).ok_or("L is excluded by nothing before")?;
        ensure(link.from == k || !self.family.continuous, "L is not linked to what is just before")?;
        ensure(by.excludes(link.left), "L is not excluded by what it is said to be")?;
        ensure(link.left != self.target && !self.has_right(link.left), "L is Z or a previous R")?;
        let mut before = self.links[..k].iter().filter(|before| !before.variables.is_empty());
        let is_new = before.all(|before| before.left != link.left);
        ensure(is_new || !self.family.loopless, "L is a previous L")
    }

    /// Checks that the candidates of the variables are those listed, each once.
    fn are_all_named(&self, link: &Link) -> Checked<()> {
        let right: &[Candidate] = match &link.right {
            Right::Nothing => &[],
            Right::Candidate(right) => std::slice::from_ref(right),
            Right::Group(members) => members,
            Right::Subset { candidates, .. } => candidates,
        };
        // L may be in the segment of R, where it is listed with the group.
        let is_in_group = matches!(&link.right, Right::Group(members) if members.contains(&link.left));
        let left = Some(link.left).filter(|_| !is_in_group);
        let ignored = link.ignored.iter().map(|&(label, _)| label);
        are_all_named(
            self.state,
            &link.variables,
            left.into_iter().chain(right.iter().copied()).chain(ignored),
        )
    }

    /// Checks that each ignored candidate is excluded by the object named, and that the rule allows this.
    fn ignored(&self, k: usize, link: &Link) -> Checked<()> {
        for &(label, by) in &link.ignored {
            let object = self.objects.get(by).ok_or("a candidate is excluded by nothing before")?;
            ensure(uses_relations(self.family.memory, by, k), "the rule does not ignore what this excludes")?;
            ensure(object.excludes(label), "a candidate is not excluded by what it is said to be")?;
        }
        Ok(())
    }

    /// Whether link `k` may ignore a candidate.
    fn may_ignore(&self, k: usize, label: Candidate) -> bool {
        let mut objects = self.objects.iter().enumerate();
        objects.any(|(by, object)| uses_relations(self.family.memory, by, k) && object.excludes(label))
    }

    fn has_right(&self, label: Candidate) -> bool {
        let mut rights = self.objects[1..].iter();
        rights.any(|object| matches!(object, Object::Candidate(right) if *right == label))
    }
}

/// Returns the three labels in the intersection of a row or column and a block that contains all members. A
/// variable that has two of the labels has all three.
fn segment(members: &[Candidate]) -> Checked<Vec<Candidate>> {
    let &[first, second, ..] = members else { return Err("a group is of two or more".into()) };
    let line = if first.cell.row() == second.cell.row() { Cell::row } else { Cell::column };
    let is_of = |cell: &Cell| line(*cell) == line(first.cell);
    let own = house_cells(block(first.cell)).into_iter().filter(is_of);
    let all: Vec<Candidate> = own.map(|cell| Candidate { cell, ..first }).collect();
    let inside = different(members) && members.iter().all(|label| all.contains(label));
    ensure(inside, "the group is not of a row or column in a block")?;
    Ok(all)
}

//! Chains whose last candidate is linked to the target: bivalue chains, z-chains, t-whips, the 2D and 3D
//! chains of HLS2 and their lassos (docs/theory.md, "Lassos" and before).
//!
//! ```text
//!   Z ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln Rn} ─ Z      all 2n candidates and Z different
//! ```
//!
//! Other candidates of a variable are ignored if they are linked to Z (*z*) or to a previous R (*t*), as the
//! rule allows.

use super::family::{are_all_named, is_in_family};
use super::state::{BN, CN, RC, RN, different, is_in, kind, linked_by};
use super::{Checked, Claim, Reason, ensure};
use crate::evidence::families::{Family, LinkedEnd, LinkedFamily, Space, Z};
use crate::evidence::{Link, Right};
use crate::grid::{Candidate, notation::Variable};

/// Checks a chain for each of its targets.
pub(super) fn chain(claim: &Claim, family: &Family, linked: LinkedFamily, links: &[Link]) -> Checked<()> {
    let size = if linked.one_digit { 2 * links.len() } else { links.len() };
    claim.has_size(size)?;
    is_in_family(family, links, size)?;
    // In rn- and cn-space of HLS there are no links by blocks.
    let is_flat = matches!(family.spaces, [Space::Flat(_), ..]);
    let kinds: &[usize] = if is_flat { &[RC, RN, CN] } else { &[RC, RN, CN, BN] };
    for &target in claim.targets()? {
        LinkedWalk { claim, family: linked, kinds, links, target }.check()?;
    }
    Ok(())
}

struct LinkedWalk<'a> {
    claim: &'a Claim<'a>,
    family: LinkedFamily,
    /// The kinds of variables that make links.
    kinds: &'static [usize],
    links: &'a [Link],
    target: Candidate,
}

impl LinkedWalk<'_> {
    fn check(&self) -> Checked<()> {
        let family = &self.family;
        let mut rights = vec![self.target];
        for (k, link) in self.links.iter().enumerate() {
            let at = |reason: Reason| Reason::from(format!("link {}: {reason}", k + 1));
            rights.push(self.link(k, link, &rights).map_err(at)?);
        }
        let has_z = |link: &&Link| link.ignored.iter().any(|&(_, by)| by == 0);
        let once = family.z != Z::OnceInside || self.links.iter().filter(has_z).count() < 2;
        ensure(once, "two variables have z-candidates")?;
        let is_own = |link: &Link| link.left.digit == self.target.digit && kind(link.variables[0]) != RC;
        let one_digit = !family.one_digit || self.links.iter().all(is_own);
        ensure(one_digit, "the variables are not of the target's digit")?;
        let lefts = self.links.iter().map(|link| link.left).collect();
        end(self.family.end, rights, lefts, |a, b| linked_by(self.kinds, a, b))
    }

    /// Checks the `k`-th link, from 0, after the right-linking candidates `rights`, the target first; returns
    /// its own right-linking candidate.
    fn link(&self, k: usize, link: &Link, rights: &[Candidate]) -> Checked<Candidate> {
        let (state, family) = (self.claim.state, &self.family);
        let &[variable] = &link.variables[..] else {
            return Err("there is not one variable".into());
        };
        let Right::Candidate(right) = link.right else { return Err("R is no candidate".into()) };
        ensure(!state.is_solved(variable), "the variable has a value")?;
        let mut before = self.links[..k].iter();
        let is_new = before.all(|before| before.variables != link.variables);
        ensure(is_new, "the variable was there before")?;
        ensure(!is_in(self.target, variable), "Z is in the variable")?;
        ensure(link.from == k, "L is not linked to what is just before")?;
        let is_linked = linked_by(self.kinds, link.left, rights[k]);
        ensure(is_linked, "L is not linked to what is just before")?;
        let ignored = link.ignored.iter().map(|&(label, _)| label);
        are_all_named(state, &link.variables, [link.left, right].into_iter().chain(ignored))?;
        for &(label, by) in &link.ignored {
            let right = *rights.get(by).ok_or("a candidate is excluded by nothing before")?;
            ensure(self.may_ignore(k, by), "the rule does not ignore what this excludes")?;
            let is_linked = linked_by(self.kinds_ignored(variable), label, right);
            ensure(is_linked, "a candidate is not linked to what is said to exclude it")?;
        }
        if family.only && k + 1 < self.links.len() {
            let kinds = self.kinds_ignored(variable);
            let mut before = rights.iter().enumerate();
            let ignored = before.any(|(by, &c)| self.may_ignore(k, by) && linked_by(kinds, right, c));
            ensure(!ignored, "R is not compatible with what is before")?;
        }
        Ok(right)
    }

    /// Returns the kinds of variables that may link an ignored candidate of `variable` to what excludes it.
    fn kinds_ignored(&self, variable: Variable) -> &'static [usize] {
        match kind(variable) {
            RN | CN if self.family.own_space => &[RC, RN, CN],
            BN if self.family.own_space => &[RC],
            _ => self.kinds,
        }
    }

    /// Whether link `k` may ignore candidates linked to the `by`-th R, or to the target if `by` is 0.
    fn may_ignore(&self, k: usize, by: usize) -> bool {
        match by {
            0 => allows_z(self.family.z, k, self.links.len()),
            _ => self.family.t && by <= k,
        }
    }
}

/// Whether z-candidates are allowed in the `k`-th of `size` variables, from 0.
pub(crate) fn allows_z(z: Z, k: usize, size: usize) -> bool {
    match z {
        Z::Never => false,
        Z::First => k == 0,
        Z::Later => k > 0,
        Z::Always => true,
        Z::OnceInside => k > 0 && k + 1 < size,
    }
}

/// Checks that the right-linking candidates, the target first, end the chain as the family requires, and that
/// all candidates are different.
pub(crate) fn end(
    kind: LinkedEnd, mut rights: Vec<Candidate>, mut lefts: Vec<Candidate>,
    linked: impl Fn(Candidate, Candidate) -> bool,
) -> Checked<()> {
    let ([target, before @ .., last], [previous @ .., _]) = (&rights[..], &lefts[..]) else {
        return Err("there is no link".into());
    };
    let (target, last) = (*target, *last);
    match kind {
        LinkedEnd::Target => ensure(linked(last, target), "the last R is not linked to the target")?,
        LinkedEnd::LrLasso => {
            let is_linked = before.iter().any(|&right| linked(last, right));
            ensure(is_linked, "the last R is not linked to a previous R")?;
        }
        LinkedEnd::RlLasso => ensure(previous.contains(&last), "the last R is no previous L")?,
    }
    if kind == LinkedEnd::RlLasso {
        rights.pop();
    }
    lefts.append(&mut rights);
    ensure(different(&lefts), "the candidates are not all different")
}

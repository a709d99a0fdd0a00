//! Chains whose last candidate is linked to the target: bivalue chains, z-chains, t-whips, the 2D and 3D chains of seed
//! 003; and its lassos (nrc-rules §B.1-B.5, B.11).
//!
//! ```text
//!   Z ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln Rn} ─ Z      all 2n candidates and Z different
//! ```
//!
//! Other candidates of a variable are ignored if they are linked to Z (*z*) or to a previous R (*t*), as the rule allows.

use super::chain::all_are_told;
use super::format::{Link, Right};
use super::state::{BN, CN, RC, RN, different, is_in, kind, linked_by};
use super::{Checked, Claim, Reason, ensure};
use crate::grid::Candidate;
use crate::grid::notation::Variable;

const ALL: &[usize] = &[RC, RN, CN, BN];

/// In which variables z-candidates are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Z {
    Never,
    First,
    Later,
    Always,
    /// In one that is neither the first nor the last.
    OnceInside,
}

/// How the chain ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Rn is linked to Z.
    Linked,
    /// Rn is linked to a previous R.
    LrLasso,
    /// Rn is a previous L.
    RlLasso,
}

/// What the chains of a rule allow.
#[derive(Clone, Copy)]
struct Pattern {
    /// Of what kinds the variables are.
    kinds: &'static [usize],
    /// All are of one kind.
    typed: bool,
    /// In rn- and cn-space of HLS there are no links by blocks.
    flat: bool,
    z: Z,
    t: bool,
    end: End,
    /// Candidates are ignored only for links of their variable's own space.
    own_space: bool,
    /// All variables are of one digit, and the size is twice their number.
    one_digit: bool,
    /// R is the only candidate that cannot be ignored, but for the last; HLS asks it of the others only.
    only: bool,
}

const BIVALUE: Pattern = Pattern {
    kinds: ALL,
    typed: false,
    flat: false,
    z: Z::Never,
    t: false,
    end: End::Linked,
    own_space: false,
    one_digit: false,
    only: true,
};
const Z_CHAIN: Pattern = Pattern { z: Z::Always, ..BIVALUE };
const T_WHIP: Pattern = Pattern { z: Z::First, t: true, ..BIVALUE };
const NRC: Pattern = Pattern { only: false, ..BIVALUE };
const NRCT: Pattern = Pattern { t: true, ..NRC };
const NRCZ: Pattern = Pattern { z: Z::Later, ..NRC };
const NRCZT: Pattern = Pattern { t: true, ..NRCZ };
const NRCZT_2D: Pattern = Pattern { own_space: true, ..NRCZT };

/// The chains of HLS in one space; what is in it besides two candidates, `t`, `z` or both.
fn planar(extras: &str, kinds: &'static [usize], flat: bool) -> Option<Pattern> {
    let (z, t) = match extras {
        "" => (Z::Never, false),
        "t" => (Z::Never, true),
        "z" => (Z::OnceInside, false),
        "zt" => (Z::OnceInside, true),
        _ => return None,
    };
    Some(Pattern { kinds, typed: true, flat, z, t, ..NRC })
}

fn pattern(rule: &str) -> Option<Pattern> {
    let typed = |pattern| Pattern { typed: true, ..pattern };
    Some(match rule {
        "bivalue-chain" => BIVALUE,
        "z-chain" => Z_CHAIN,
        "t-whip" => T_WHIP,
        "typed-bivalue-chain" => typed(BIVALUE),
        "typed-z-chain" => typed(Z_CHAIN),
        "typed-t-whip" => typed(T_WHIP),
        "nrc" => NRC,
        "nrct" => NRCT,
        "nrcz" => NRCZ,
        "nrczt" => NRCZT,
        "nrcz-first" => Pattern { z: Z::Always, ..NRCZ },
        "nrczt-first" => Pattern { z: Z::Always, ..NRCZT },
        "nrct-lr-lasso" => Pattern { end: End::LrLasso, ..NRCT },
        "nrct-rl-lasso" => Pattern { end: End::RlLasso, ..NRCT },
        "nrczt-lr-lasso" => Pattern { end: End::LrLasso, ..NRCZT },
        "nrczt-rl-lasso" => Pattern { end: End::RlLasso, ..NRCZT },
        "nrct-2d" => Pattern { own_space: true, ..NRCT },
        "nrcz-2d" => Pattern { own_space: true, ..NRCZ },
        "nrczt-2d" => NRCZT_2D,
        "nrczt-2d-lr-lasso" => Pattern { end: End::LrLasso, ..NRCZT_2D },
        "nrczt-2d-rl-lasso" => Pattern { end: End::RlLasso, ..NRCZT_2D },
        "c" => Pattern { one_digit: true, kinds: &[RN, CN, BN], ..NRC },
        "xy-wing" => return planar("", &[RC], false),
        "xyz-wing" => return planar("z", &[RC], false),
        _ => {
            let (name, space) = rule.split_once('-').unwrap_or((rule, ""));
            return match (name.strip_prefix("hxy"), space) {
                (Some(extras), "") => planar(extras, &[RN, CN], true),
                (Some(extras), "rn") => planar(extras, &[RN], true),
                (Some(extras), "cn") => planar(extras, &[CN], true),
                (Some(extras), "bn") => planar(extras, &[BN], false),
                (None, "") => planar(name.strip_prefix("xy")?, &[RC], false),
                _ => None,
            };
        }
    })
}

impl Pattern {
    /// By what kinds of variables links go.
    fn links(&self) -> &'static [usize] {
        if self.flat { &[RC, RN, CN] } else { ALL }
    }

    /// By what kinds of variables a candidate of `variable` must be linked to be ignored.
    fn links_ignored(&self, variable: Variable) -> &'static [usize] {
        match variable {
            Variable::Row(..) | Variable::Column(..) if self.own_space => &[RC, RN, CN],
            Variable::Block(..) if self.own_space => &[RC],
            _ => self.links(),
        }
    }

    /// Whether z-candidates are allowed in the `k`-th variable, from 0, of `n`.
    fn has_z(&self, k: usize, n: usize) -> bool {
        match self.z {
            Z::Never => false,
            Z::First => k == 0,
            Z::Later => k > 0,
            Z::Always => true,
            Z::OnceInside => k > 0 && k + 1 < n,
        }
    }
}

/// Checks a chain for each of its targets.
pub(super) fn chain(claim: &Claim, links: &[Link]) -> Checked<()> {
    let pattern = pattern(claim.rule).ok_or("the rule has no such pattern")?;
    claim.has_size(if pattern.one_digit { 2 * links.len() } else { links.len() })?;
    ensure(links.len() > 1, "the rule has no chains as short as this")?;
    for &target in claim.targets()? {
        Walk { claim, pattern, links, target }.check()?;
    }
    Ok(())
}

struct Walk<'a> {
    claim: &'a Claim<'a>,
    pattern: Pattern,
    links: &'a [Link],
    target: Candidate,
}

impl Walk<'_> {
    fn check(&self) -> Checked<()> {
        let pattern = &self.pattern;
        let mut rights = vec![self.target];
        for (k, link) in self.links.iter().enumerate() {
            let at = |reason: Reason| Reason::from(format!("link {}: {reason}", k + 1));
            rights.push(self.link(k, link, &rights).map_err(at)?);
        }
        let has_z = |link: &&Link| link.ignored.iter().any(|&(_, by)| by == 0);
        let once = pattern.z != Z::OnceInside || self.links.iter().filter(has_z).count() < 2;
        ensure(once, "two variables have z-candidates")?;
        let kinds = self.links.iter().map(|link| kind(link.variables[0]));
        let one_kind = kinds.clone().all(|kind| kind == kinds.clone().next().unwrap_or(kind));
        ensure(one_kind || !pattern.typed, "the variables are not of one type")?;
        let one_digit = self.links.iter().all(|link| link.left.digit == self.target.digit);
        ensure(one_digit || !pattern.one_digit, "the variables are not of the target's digit")?;
        self.end(rights)
    }

    /// Checks the `k`-th link, from 0, after these right-linking candidates, the target the first: its own.
    fn link(&self, k: usize, link: &Link, rights: &[Candidate]) -> Checked<Candidate> {
        let (state, pattern) = (self.claim.state, &self.pattern);
        let &[variable] = &link.variables[..] else {
            return Err("there is not one variable".into());
        };
        let Right::Candidate(right) = link.right else { return Err("R is no candidate".into()) };
        ensure(pattern.kinds.contains(&kind(variable)), "the variable is not of the rule's space")?;
        ensure(!state.is_solved(variable), "the variable has a value")?;
        let mut before = self.links[..k].iter();
        let is_new = before.all(|before| before.variables != link.variables);
        ensure(is_new, "the variable was there before")?;
        ensure(!is_in(self.target, variable), "Z is in the variable")?;
        ensure(link.from == k, "L is not linked to what is just before")?;
        let is_linked = linked_by(pattern.links(), link.left, rights[k]);
        ensure(is_linked, "L is not linked to what is just before")?;
        let ignored = link.ignored.iter().map(|&(label, _)| label);
        all_are_told(state, &link.variables, [link.left, right].into_iter().chain(ignored))?;
        for &(label, by) in &link.ignored {
            ensure(self.may_ignore(k, by), "the rule does not ignore what this excludes")?;
            let by = *rights.get(by).ok_or("a candidate is excluded by nothing before")?;
            let is_linked = linked_by(pattern.links_ignored(variable), label, by);
            ensure(is_linked, "a candidate is not linked to what is said to exclude it")?;
        }
        if pattern.only && k + 1 < self.links.len() {
            let kinds = pattern.links_ignored(variable);
            let mut before = rights.iter().enumerate();
            let ignored =
                before.any(|(by, &c)| self.may_ignore(k, by) && linked_by(kinds, right, c));
            ensure(!ignored, "R is not compatible with what is before")?;
        }
        Ok(right)
    }

    /// Whether link `k` may ignore what is linked to the target, 0, or to the `by`-th R.
    fn may_ignore(&self, k: usize, by: usize) -> bool {
        match by {
            0 => self.pattern.has_z(k, self.links.len()),
            _ => self.pattern.t && by <= k,
        }
    }

    /// The right-linking candidates, the target the first, end the chain; and all candidates are different.
    fn end(&self, mut rights: Vec<Candidate>) -> Checked<()> {
        let last = rights.pop().ok_or("there is no link")?;
        let links = self.pattern.links();
        let mut lefts: Vec<Candidate> = self.links.iter().map(|link| link.left).collect();
        let is_previous_left = lefts[..lefts.len() - 1].contains(&last);
        match self.pattern.end {
            End::Linked => {
                let is_linked = linked_by(links, last, self.target);
                ensure(is_linked, "the last R is not linked to the target")?;
            }
            End::LrLasso => {
                let is_linked = rights[1..].iter().any(|&right| linked_by(links, last, right));
                ensure(is_linked, "the last R is not linked to a previous R")?;
            }
            End::RlLasso => ensure(is_previous_left, "the last R is no previous L")?,
        }
        lefts.append(&mut rights);
        if self.pattern.end != End::RlLasso {
            lefts.push(last);
        }
        ensure(different(&lefts), "the candidates are not all different")
    }
}

//! Chains whose last candidate is linked to the target, found straight from their definition: every
//! variable, every two of its candidates, one after the other, nothing merged and nothing foreseen.

use super::Patience;
use sudoscope::grid::{Candidate, Candidates, Grid, block_of, column_of, row_of};

/// In which variables candidates linked to the target are ignored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Z {
    Never,
    First,
    Later,
    Always,
    OnceInside,
}

/// What the last right-linking candidate is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Linked,
    Lr,
    Rl,
}

/// A family: its rules (the same in other spaces), z, t, whether what follows a variable with all its candidates
/// excluded is as in HLS any of them, the end.
pub type Family = (&'static [&'static str], Z, bool, bool, End);

pub const FAMILIES: [Family; 20] = [
    (
        &["bivalue-chain", "nrc", "xy", "hxy-rn", "hxy-cn", "hxy-bn", "c"],
        Z::Never,
        false,
        false,
        End::Linked,
    ),
    (&["typed-bivalue-chain", "hxy"], Z::Never, false, false, End::Linked),
    (&["z-chain", "typed-z-chain", "nrcz-first"], Z::Always, false, false, End::Linked),
    (&["nrcz"], Z::Later, false, false, End::Linked),
    (
        &["xyz", "xyz-wing", "hxyz", "hxyz-rn", "hxyz-cn", "hxyz-bn"],
        Z::OnceInside,
        false,
        false,
        End::Linked,
    ),
    (&["t-whip", "typed-t-whip"], Z::First, true, false, End::Linked),
    (&["nrct", "xyt", "hxyt", "hxyt-rn", "hxyt-cn", "hxyt-bn"], Z::Never, true, true, End::Linked),
    (&["nrczt"], Z::Later, true, true, End::Linked),
    (&["nrczt-first"], Z::Always, true, true, End::Linked),
    (
        &["xyzt", "hxyzt", "hxyzt-rn", "hxyzt-cn", "hxyzt-bn"],
        Z::OnceInside,
        true,
        true,
        End::Linked,
    ),
    (&["nrct-lr-lasso"], Z::Never, true, true, End::Lr),
    (&["nrct-rl-lasso"], Z::Never, true, true, End::Rl),
    (&["nrczt-lr-lasso"], Z::Later, true, true, End::Lr),
    (&["nrczt-rl-lasso"], Z::Later, true, true, End::Rl),
    (&["nrct-2d"], Z::Never, true, true, End::Linked),
    (&["nrcz-2d"], Z::Later, false, false, End::Linked),
    (&["nrczt-2d"], Z::Later, true, true, End::Linked),
    (&["nrczt-2d-lr-lasso"], Z::Later, true, true, End::Lr),
    (&["nrczt-2d-rl-lasso"], Z::Later, true, true, End::Rl),
    (&["xy-wing"], Z::Never, false, false, End::Linked),
];

/// The family of a rule.
pub fn family(rule: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.0.contains(&rule))
}

/// The types of variables of each of the rule's spaces, and whether blocks exist there.
pub fn spaces(rule: &str) -> Vec<(Vec<usize>, bool)> {
    let one = |kind: usize| (vec![kind], true);
    match rule {
        "c" => vec![(vec![1, 2, 3], true)],
        _ if rule.starts_with("typed-") => (0..4).map(one).collect(),
        _ if rule.starts_with("xy") => vec![one(0)],
        _ if rule.ends_with("-bn") => vec![one(3)],
        _ if rule.ends_with("-rn") => vec![(vec![1], false)],
        _ if rule.ends_with("-cn") => vec![(vec![2], false)],
        _ if rule.starts_with("hxy") => vec![(vec![1], false), (vec![2], false)],
        _ => vec![(vec![0, 1, 2, 3], true)],
    }
}

/// Row, column, block and digit.
fn places(c: Candidate) -> [usize; 4] {
    let cell = c.cell as usize;
    [row_of(cell), column_of(cell), block_of(cell), c.digit as usize]
}

/// The variables of a candidate: rc, rn, cn, bn.
fn variable(c: Candidate, kind: usize) -> (usize, usize, usize) {
    let [row, column, block, digit] = places(c);
    [(0, row, column), (1, row, digit), (2, column, digit), (3, block, digit)][kind]
}

/// A search on one target.
struct Naive<'a> {
    family: &'a Family,
    /// The variables allowed, each with its type and its candidates.
    variables: &'a [(usize, Vec<Candidate>)],
    with_blocks: bool,
    /// Whether a candidate is ignored only for a link of its variable's own space.
    own_space: bool,
    size: usize,
    z: Candidate,
    lefts: Vec<Candidate>,
    rights: Vec<Candidate>,
    patience: &'a Patience,
}

impl Naive<'_> {
    fn linked(&self, a: Candidate, b: Candidate) -> bool {
        let kinds = if self.with_blocks { 4 } else { 3 };
        a != b && (0..kinds).any(|kind| variable(a, kind) == variable(b, kind))
    }

    /// Whether a candidate `c` of a variable of this type is ignored for its link to `other`: in own space, one of
    /// a digit in a row or column not for the block, one of a digit in a block only for the cell.
    fn ignored(&self, kind: usize, c: Candidate, other: Candidate) -> bool {
        let kinds = if kind == 3 { 0..1 } else { 0..3 };
        self.linked(c, other)
            && (kind == 0
                || !self.own_space
                || kinds.clone().any(|kind| variable(c, kind) == variable(other, kind)))
    }

    /// Whether the chain can be extended to the whole size; `used` are the numbers of its variables.
    fn extend(&mut self, used: &mut Vec<usize>, z_spent: bool) -> bool {
        let &(_, z_rule, t, as_hls, end) = self.family;
        let k = used.len() + 1;
        if k > self.size {
            return true;
        }
        if !self.patience.step() {
            return false;
        }
        let (is_last, z) = (k == self.size, self.z);
        let previous = *self.rights.last().unwrap_or(&z);
        // For chains with one such variable both cases are looked at.
        let cases: &[bool] = match z_rule {
            Z::Never => &[false],
            Z::First if k > 1 => &[false],
            Z::Later if k == 1 => &[false],
            Z::OnceInside if k == 1 || is_last || z_spent => &[false],
            Z::OnceInside => &[false, true],
            _ => &[true],
        };
        for (v, &(kind, ref cands)) in self.variables.iter().enumerate() {
            let near = cands.iter().any(|&c| self.linked(c, previous));
            if !near || used.contains(&v) || cands.contains(&z) {
                continue;
            }
            for &ignoring_z in cases {
                let is_open = |c: &&Candidate| {
                    let by_t = t && self.rights.iter().any(|&r| self.ignored(kind, **c, r));
                    !(by_t || ignoring_z && self.ignored(kind, **c, z))
                };
                let open: Vec<Candidate> = cands.iter().filter(is_open).copied().collect();
                if open.len() > 2 {
                    continue;
                }
                for &left in cands {
                    for &right in cands {
                        let seen =
                            |c: Candidate| self.lefts.contains(&c) || self.rights.contains(&c);
                        let follows = open.contains(&right) || open.is_empty() && as_hls;
                        let ends = match end {
                            End::Linked => self.linked(right, z),
                            End::Lr => self.rights.iter().any(|&r| self.linked(r, right)),
                            End::Rl => self.lefts.contains(&right),
                        };
                        let fits = left != right
                            && self.linked(left, previous)
                            && open.iter().all(|&c| c == left || c == right)
                            && !seen(left)
                            && (is_last && end == End::Rl || !seen(right))
                            && if is_last { ends } else { follows };
                        if !fits {
                            continue;
                        }
                        self.lefts.push(left);
                        self.rights.push(right);
                        used.push(v);
                        let found = self.extend(used, z_spent || ignoring_z);
                        used.pop();
                        self.rights.pop();
                        self.lefts.pop();
                        if found {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

/// The targets of the rule's chains of `size` variables.
pub fn targets(
    rule: &str,
    family: &Family,
    grid: &Grid,
    size: usize,
    patience: &Patience,
) -> Candidates {
    let candidates: Vec<Candidate> =
        grid.candidates().iter().filter(|c| !grid.placed().contains(c.cell as usize)).collect();
    let mut found = Candidates::EMPTY;
    for (kinds, with_blocks) in spaces(rule) {
        for &z in &candidates {
            let of_digit = |c: &&Candidate| rule != "c" || c.digit == z.digit;
            let mut variables = std::collections::BTreeMap::<_, Vec<Candidate>>::new();
            for &c in candidates.iter().filter(of_digit) {
                for &kind in &kinds {
                    variables.entry(variable(c, kind)).or_default().push(c);
                }
            }
            let variables: Vec<_> =
                variables.into_iter().map(|((kind, ..), cands)| (kind, cands)).collect();
            let (lefts, rights) = (Vec::new(), Vec::new());
            let (variables, own_space) = (&variables[..], rule.contains("-2d"));
            let mut naive = Naive {
                family,
                variables,
                with_blocks,
                own_space,
                size,
                z,
                lefts,
                rights,
                patience,
            };
            if naive.extend(&mut Vec::new(), false) {
                found.insert(z);
            }
        }
    }
    found
}

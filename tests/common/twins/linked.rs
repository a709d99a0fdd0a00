//! Chains whose last candidate is linked to the target, straight from their definition: every variable and
//! every two of its candidates are tried, one link after another, nothing merged and nothing foreseen.

use super::{Patience, Variable, open, share, variables};
use sudoscope_engine::grid::{Candidate, Candidates, Grid};
use sudoscope_engine::testing::families::{self, Chains, LinkedEnd, LinkedFamily, Space, Z};

/// Returns the family of the rule's chains: candidates that they may ignore, and how they end.
pub fn family(rule: &str) -> Option<LinkedFamily> {
    match families::named(rule)?.chains {
        Chains::Linked(family) => Some(family),
        Chains::Objects(_) => None,
    }
}

/// Returns the types of variables in each of the rule's spaces, and whether blocks exist there.
pub fn spaces(rule: &str) -> Vec<(Vec<usize>, bool)> {
    let one_digit = family(rule).is_some_and(|family| family.one_digit);
    let types = |space: &Space| match *space {
        Space::All if one_digit => (vec![1, 2, 3], true),
        Space::All => (vec![0, 1, 2, 3], true),
        Space::Typed(kind) => (vec![kind], true),
        Space::Flat(kind) => (vec![kind], false),
    };
    families::named(rule).map_or(Vec::new(), |family| family.spaces.iter().map(types).collect())
}

/// Search for chains on one target.
struct Naive<'a> {
    family: LinkedFamily,
    /// Allowed variables, each with its type and its candidates.
    variables: &'a [Variable],
    with_blocks: bool,
    size: usize,
    z: Candidate,
    lefts: Vec<Candidate>,
    rights: Vec<Candidate>,
    patience: &'a Patience,
}

impl Naive<'_> {
    fn linked(&self, a: Candidate, b: Candidate) -> bool {
        let kinds = if self.with_blocks { 4 } else { 3 };
        a != b && (0..kinds).any(|kind| share(a, b, kind))
    }

    /// Whether a candidate `c` of a variable of this type is ignored for its link to `other`. In own space a
    /// block does not link candidates of a row or column, and only a cell links candidates of a block.
    fn ignored(&self, kind: usize, c: Candidate, other: Candidate) -> bool {
        let kinds = if kind == 3 { 0..1 } else { 0..3 };
        self.linked(c, other)
            && (kind == 0 || !self.family.own_space || kinds.clone().any(|kind| share(c, other, kind)))
    }

    /// Whether the candidate is in the chain.
    fn has(&self, c: Candidate) -> bool {
        self.lefts.contains(&c) || self.rights.contains(&c)
    }

    /// Whether the chain can be extended to the whole size; `used` has the numbers of its variables.
    fn extend(&mut self, used: &mut Vec<usize>, z_spent: bool) -> bool {
        let LinkedFamily { z: z_rule, t, only, end, .. } = self.family;
        let k = used.len() + 1;
        if k > self.size {
            return true;
        }
        if !self.patience.step() {
            return false;
        }
        let (is_last, z) = (k == self.size, self.z);
        let previous = *self.rights.last().unwrap_or(&z);
        // Chains with one such variable try both cases.
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
                let is_left = |c: &&Candidate| self.linked(**c, previous) && !self.has(**c);
                let lefts: Vec<Candidate> = cands.iter().filter(is_left).copied().collect();
                for left in lefts {
                    for &right in cands {
                        let follows = open.contains(&right) || open.is_empty() && t && !only;
                        let ends = match end {
                            LinkedEnd::Target => self.linked(right, z),
                            LinkedEnd::LrLasso => self.rights.iter().any(|&r| self.linked(r, right)),
                            LinkedEnd::RlLasso => self.lefts.contains(&right),
                        };
                        let fits = left != right
                            && open.iter().all(|&c| c == left || c == right)
                            && (is_last && end == LinkedEnd::RlLasso || !self.has(right))
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

/// Returns the targets of the rule's chains of `size` variables.
pub fn targets(
    rule: &str, family: LinkedFamily, grid: &Grid, size: usize, patience: &Patience,
) -> Candidates {
    let candidates = open(grid);
    let mut found = Candidates::EMPTY;
    for (kinds, with_blocks) in spaces(rule) {
        let all = variables(&candidates, &kinds);
        for &z in &candidates {
            let (lefts, rights) = (Vec::new(), Vec::new());
            // Chains of one digit have no cells as variables, so all candidates of a variable have one digit.
            let own = all.iter().filter(|(_, own)| !family.one_digit || own[0].digit == z.digit);
            let variables = &own.cloned().collect::<Vec<_>>()[..];
            let mut naive = Naive { family, variables, with_blocks, size, z, lefts, rights, patience };
            if naive.extend(&mut Vec::new(), false) {
                found.insert(z);
            }
        }
    }
    found
}

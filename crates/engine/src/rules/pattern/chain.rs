//! Chains of variables (nrc-rules §B).
//!
//! ```text
//!   target ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln .}      ─ is a link: not both; { } holds a variable's candidates, of
//!                                                      which one is true; those ignored are not printed
//! ```

use super::list;
use crate::grid::Candidate;
use crate::grid::notation::{self, Variable, label};
use std::fmt::{Display, Formatter, Result};

/// A chain. Its target is what the step removes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// As printed, with its length: `whip[3]`, `nrct2-chain`.
    pub name: String,
    /// How it is written.
    pub notation: Notation,
    /// The links from the target on.
    pub links: Vec<Link>,
}

/// How chains are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `r1c2{n2 n7}`, the last too (nrc-rules §E.2).
    Modern,
    /// The same, with `.` in the last.
    Open,
    /// `{n2 n7}r1c2`, with the candidates ignored (§E.4).
    Seed,
    /// `{c2 c5}r2n1`: the same in 2D spaces other than rc.
    SeedPlanar,
}

/// One variable of a chain, or a subset of some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The variable; of a right-linking subset, all its variables.
    pub variables: Vec<Variable>,
    /// The left-linking candidate.
    pub left: Candidate,
    /// What this is linked to.
    pub from: Origin,
    /// What is true if everything else in the variable is false.
    pub right: Right,
    /// What else is there, each with what excludes it: the target last (z-candidates), after the previous links
    /// (t-candidates).
    pub ignored: Vec<(Candidate, Origin)>,
}

/// Where a link of two candidates comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The target; in a forcing whip, what its branch begins with.
    Target,
    /// What is right-linking in this link, counted from 0.
    Link(usize),
}

/// What is right-linking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Right {
    /// Nothing is left: the chain ends.
    Nothing,
    /// A candidate.
    Candidate(Candidate),
    /// One of some candidates of a digit where two houses cross.
    Group(Vec<Candidate>),
    /// A subset.
    Subset(Subset),
}

/// Variables whose candidates, as far as they are not ignored, lie in as many others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subset {
    /// These others: the transversal sets.
    pub transversals: Vec<Variable>,
    /// The candidates.
    pub candidates: Vec<Candidate>,
}

impl Right {
    /// The candidates of which it says something.
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Right::Nothing => &[],
            Right::Candidate(candidate) => std::slice::from_ref(candidate),
            Right::Group(candidates) => candidates,
            Right::Subset(subset) => &subset.candidates,
        }
    }
}

impl Link {
    /// A variable that has nothing else than two candidates.
    pub fn pair(variable: Variable, left: Candidate, right: Candidate) -> Link {
        Link {
            variables: vec![variable],
            left,
            from: Origin::Target,
            right: Right::Candidate(right),
            ignored: Vec::new(),
        }
    }

    /// The link after those `before`, `is_last` or not.
    fn text(&self, notation: Notation, before: &[Link], is_last: bool) -> String {
        let Link { variables, left, right, .. } = self;
        let open = notation == Notation::Open && is_last;
        match right {
            Right::Nothing => notation::link(variables[0], *left, None),
            Right::Candidate(_) if open => notation::link(variables[0], *left, None),
            Right::Candidate(right) => match notation {
                Notation::Modern | Notation::Open => {
                    notation::link(variables[0], *left, Some(*right))
                }
                _ => {
                    let by = |origin: &Origin| match origin {
                        Origin::Target => None,
                        Origin::Link(k) => before[*k].right.candidates().first().copied(),
                    };
                    let ignored: Vec<_> =
                        self.ignored.iter().map(|(c, origin)| (*c, by(origin))).collect();
                    let planar = notation == Notation::SeedPlanar;
                    notation::seed_link(variables[0], *left, *right, &ignored, planar)
                }
            },
            Right::Group(members) => notation::segment_link(variables[0], *left, members),
            Right::Subset(subset) => notation::subset_link(variables, *left, &subset.transversals),
        }
    }
}

/// The links of a chain.
fn texts(links: &[Link], notation: Notation, between: &str) -> String {
    let last = links.len().saturating_sub(1);
    let one = |(k, link): (usize, &Link)| link.text(notation, &links[..k], k == last);
    list(links.iter().enumerate().map(one), between)
}

impl Display for Link {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text(Notation::Modern, &[], false))
    }
}

impl Display for Chain {
    /// `whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Chain { name, notation, links } = self;
        let colon = if matches!(notation, Notation::Modern | Notation::Open) { ":" } else { "" };
        write!(f, "{name}{colon} {}", texts(links, *notation, " - "))
    }
}

/// An odd circle: what is right-linking in a link is left-linking in the next, and in the first after the last. What is
/// ignored is linked to the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circle {
    /// The links.
    pub links: Vec<Link>,
}

impl Display for Circle {
    /// `oddagon[5]: r1c8{n1 n2},b3n2{r1c8 r2c9},…`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let links = texts(&self.links, Notation::Modern, ",");
        write!(f, "oddagon[{}]: {links}", self.links.len())
    }
}

/// The candidates of a variable, each with a partial whip.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Forcing {
    /// Whether all branches end in the same candidate, which is true; otherwise their ends are all linked to the
    /// target.
    pub asserts: bool,
    /// The branches.
    pub branches: Vec<Branch>,
}

/// A candidate and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The candidate.
    pub start: Candidate,
    /// A partial whip; none if the candidate itself is linked to the target.
    pub links: Vec<Link>,
}

impl Forcing {
    /// The variable that the branches begin in.
    pub fn variable(&self) -> Option<Variable> {
        let (first, others) = self.branches.split_first()?;
        let is_shared = |variable: &Variable| {
            others.iter().all(|branch| Variable::of(branch.start).contains(variable))
        };
        Variable::of(first.start).into_iter().find(is_shared)
    }
}

impl Display for Forcing {
    /// `forcing-whip-elim[3] based on bivalue candidates n5r7c4 and n6r7c4: || n5r7c4 - partial-whip[1]: … || …`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Forcing { asserts, branches } = self;
        let kind = if *asserts { "val" } else { "elim" };
        let (prefix, values) = match branches.len() {
            2 => ("forcing-whip", "bivalue"),
            _ => ("forcing3-whip", "trivalue"),
        };
        let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
        write!(f, "{prefix}-{kind}[{size}] based on {values} candidates ")?;
        for (k, Branch { start, .. }) in branches.iter().enumerate() {
            let before = match k {
                0 => "",
                _ if k + 1 == branches.len() => " and ",
                _ => ", ",
            };
            write!(f, "{before}{}", label(*start))?;
        }
        f.write_str(":")?;
        for Branch { start, links } in branches {
            write!(f, " || {}", label(*start))?;
            if !links.is_empty() {
                let whip = texts(links, Notation::Modern, " - ");
                write!(f, " - partial-whip[{}]: {whip}", links.len())?;
            }
        }
        Ok(())
    }
}

//! The one language of evidence: what a step rests on, as typed data; its JSON, which `verify` reads; its
//! text.
//!
//! ```text
//!   rules ── make ──> Step { eliminates, asserts, because } ──┬── text ──> explain
//!                                                             ├── draw ──> pictures
//!                                                             └── JSON ──> proofs ──> verify
//! ```
//!
//! A step says what cannot be read off the grid: which variables, which houses, which candidate for what.
//! Names follow from the rule that found it, so that they stand nowhere in it. This module knows the grid and
//! nothing else; how a rule finds its steps and how the checker judges them are their own affair. Chain
//! families are data too (`families/`).

mod almost_locked;
#[doc(hidden)]
pub mod catalogue;
mod chain;
mod clause;
mod colouring;
mod eureka;
mod explained;
#[doc(hidden)]
pub mod families;
mod firework;
mod hall;
#[doc(hidden)]
pub mod hodoku;
mod implications;
mod json;
mod kraken;
mod links;
mod or_k;
mod outcome;
mod proof;
mod rating;
#[doc(hidden)]
pub mod table;
mod technique;
mod template_rank;
#[doc(hidden)]
pub mod templates;
mod truths;
mod unique;

pub use almost_locked::{AlignedPair, AlmostLocked, Blossom};
pub use catalogue::{Example, Info};
#[doc(hidden)]
pub use catalogue::{has_sizes, info, shows};
pub use chain::{Arc, Branch, Link, Origin, Right};
pub use clause::Clause;
pub use colouring::{Edge, Knot};
pub use eureka::Notation;
pub use explained::{By, Implies, SerPattern, Together};
pub use firework::Firework;
pub use hall::{Digit, FinnedFish, Hall, House};
#[doc(hidden)]
pub use hodoku::{HODOKU, HODOKU_LEVELS, HODOKU_LIMITS, HodokuRow, HodokuTechnique};
pub use implications::{End, Implication, Implied, Literal, Move, Trace};
pub use kraken::Kraken;
pub use links::{Colours, Strong};
pub use or_k::{Guarded, Impossible};
pub use outcome::{Outcome, Status};
#[doc(hidden)]
pub use proof::PROOF;
pub use proof::{Head, Hints, Proof, Round};
pub use rating::{Aspect, COLUMNS, Column, Rating, Unit};
#[doc(hidden)]
pub use technique::{Dynamic, TECHNIQUES, Technique, TechniqueRow, technique};
pub use template_rank::{Exocet, RefutedTemplate, Target, Weight, Weights};
#[doc(hidden)]
pub use templates::SHOWN;
pub use templates::{Conflict, Counted, Excluded, Follows, Gone, Left, Lemma, Template, Templates};
#[doc(hidden)]
pub use truths::Domino;
pub use unique::{Deadly, Rectangle};

use crate::grid::notation::{self, Variable, cell_name, house_kind, house_name};
use crate::grid::{Candidate, Candidates};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// One step: what follows, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The step as it is printed, for readers: nothing is concluded from it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The candidates proved false.
    pub eliminates: Vec<Candidate>,
    /// The candidates proved true. Where nothing is proved of any, it is proved that there is no solution.
    pub asserts: Vec<Candidate>,
    /// Relations that are proved: of each of these sets at least one candidate is true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relates: Vec<Vec<Candidate>>,
    /// Why.
    pub because: Evidence,
    /// For readers, as the text is: the matching of a subset's members, and what each removed candidate would
    /// leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matchings: Vec<String>,
}

/// What a step rests on: one variant a kind of pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Evidence {
    /// A variable with one candidate.
    Single {
        /// The variable.
        variable: Variable,
    },
    /// A variable without candidate or value; or a cell that is the only place for two digits.
    Contradiction {
        /// The variable.
        variable: Variable,
        /// The variables, of two digits, that have no other place than this cell; none if it is empty itself.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clash: Vec<Variable>,
    },
    /// A naked, hidden or super-hidden subset.
    Subset(Hall),
    /// Cells with as many digits as they are: each transversal set, a digit in a house, holds one of them.
    LockedSet(Hall),
    /// Variables with as many transversal sets, which have all their candidates: each of these holds one of
    /// them.
    Matched(Hall),
    /// Digits that have few places in a row and a column: as many as cells.
    Fireworks(Vec<Firework>),
    /// Strong links, and weak ones between them: one of the ends is true.
    Links(Vec<Strong>),
    /// Links in a ring, the last linked to the first; several rings that have links in common.
    Rings(Vec<Vec<Strong>>),
    /// Nets of two colours.
    Colours(Vec<Colours>),
    /// Cells with the same two digits, each linked to the next.
    RemotePair(Vec<Variable>),
    /// Cells with as many digits as they are, of which all but one digit are in cells that see each other.
    Bent {
        /// The cells.
        cells: Vec<Variable>,
        /// That digit: one of the cells holds it.
        digit: Digit,
    },
    /// Almost locked sets in a row.
    AlmostLocked(AlmostLocked),
    /// A cell with an almost locked set for each of its digits, or several cells.
    Blossom(Blossom),
    /// Two cells that almost locked sets keep from holding certain digits.
    AlignedPair(AlignedPair),
    /// A fish with fins, of rows and columns.
    Finned(FinnedFish),
    /// A fish whose sets may be blocks, too, with fins or without.
    Franken(FinnedFish),
    /// A chain from the targets: whips, braids, bivalue chains and all their kin. Locked candidates are whips
    /// of one variable.
    Chain {
        /// Its links.
        links: Vec<Link>,
    },
    /// An odd circle.
    Circle {
        /// Its arcs: the right of each is the left of the next, and of the first after the last.
        arcs: Vec<Arc>,
    },
    /// The candidates of a variable, each with a partial whip.
    Forcing {
        /// The variable.
        variable: Variable,
        /// A branch for each of its candidates.
        branches: Vec<Branch>,
    },
    /// Four cells that cannot hold two digits crosswise.
    Rectangle(Rectangle),
    /// Cells that could be filled in two ways.
    Deadly(Deadly),
    /// Every undecided variable has two candidates, but for those of one candidate.
    Bug {
        /// The candidate.
        candidate: Candidate,
    },
    /// A fish with fins, and chains from these.
    Kraken(Kraken),
    /// Cells of a house with as many digits as they are; the targets are in the house outside one of these
    /// sets.
    AllDifferent {
        /// The house.
        house: House,
        /// The sets: cells, and the digits they have. One with fewer digits than cells proves everything.
        sets: Vec<Hall>,
    },
    /// A chain of implications from a candidate to its negation; of colouring, a cycle.
    Implications {
        /// The candidate.
        start: Candidate,
        /// What each literal implies next.
        steps: Vec<Implication>,
    },
    /// Candidates that cannot be false: the one that is asserted, or two that are linked.
    Knots(Vec<Knot>),
    /// What the patterns say of a digit that are left of it.
    Templates(Templates),
    /// Bases and targets, which hold the same digits: one exocet or two.
    Exocet(Vec<Exocet>),
    /// Weights on cells of which no digit can collect more than by its best template; each template of a
    /// target is impossible by one of them.
    Weights(Vec<Weights>),
    /// Templates that cannot be, one after the other.
    Refuted(Vec<RefutedTemplate>),
    /// What only SER has.
    SerPattern(SerPattern),
    /// Cells that three digits alone cannot fill.
    Impossible(Impossible),
    /// The only guardian of a relation that is left.
    LastGuardian {
        /// The name of the relation.
        pattern: String,
    },
    /// Two guardians of a relation with the same value, by variables of two candidates each.
    Split {
        /// The relation.
        relation: Guarded,
        /// Candidates from the one to the other: each is true if and only if the next is false.
        chain: Vec<Candidate>,
    },
    /// A chain from the targets, of which one link is a relation: it has no variable.
    OrChain {
        /// The relation.
        relation: Guarded,
        /// Its links.
        links: Vec<Link>,
    },
    /// The guardians of a relation, each with a partial whip.
    OrForcing {
        /// The relation.
        relation: Guarded,
        /// A branch for each of its guardians.
        branches: Vec<Branch>,
    },
    /// A candidate that leads to a contradiction.
    Trial {
        /// How.
        trace: Trace,
    },
    /// The only solution that is left has this value: found by brute force.
    OnlySolution,
    /// Candidates that lead to a contradiction one after the other, with singles between: what is removed is
    /// gone at the end.
    Trials {
        /// All that is played.
        trace: Trace,
    },
}

impl Step {
    /// A step without its text.
    pub fn new(eliminated: &Candidates, asserted: &Candidates, because: Evidence) -> Step {
        Step {
            text: String::new(),
            eliminates: eliminated.iter().collect(),
            asserts: asserted.iter().collect(),
            relates: Vec::new(),
            because,
            matchings: Vec::new(),
        }
    }

    /// The step of a rule in nrc notation: `whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1`.
    pub fn text(&self, rule: &str) -> String {
        format!("{} ==> {}", self.pattern(rule), self.conclusions())
    }

    /// The step under a name of its own, in a notation: `X-Wing: n4{r2 r8}{c3 c6} ==> r6c3≠4`,
    /// `X-Wing: 4 r28 c36 => r6c3<>4`. Without a name it has that of its rule.
    pub fn text_as(&self, rule: &str, name: Option<&str>, notation: Notation) -> String {
        let printed = self.pattern(rule);
        let parts = printed.split_once(": ").or(printed.split_once(' '));
        let (head, body) = match (&self.because, parts) {
            (Evidence::Single { variable: Variable::Cell(_) }, _) => (&*printed, String::new()),
            (Evidence::Single { variable }, _) => (&*printed, variable.to_string()),
            (_, Some((head, body))) => (head, body.to_string()),
            (_, None) => (&*printed, String::new()),
        };
        let named = |body: &str| match (name, body) {
            (None, "") => head.to_string(),
            (Some(name), "") => name.to_string(),
            (name, body) => format!("{}: {body}", name.unwrap_or(head)),
        };
        match (notation, name) {
            (Notation::Nrc, None) => self.text(rule),
            (Notation::Nrc, _) => format!("{} ==> {}", named(&body), self.conclusions()),
            (Notation::Eureka, _) => match (eureka::pattern(self), eureka::conclusions(self)) {
                (_, said) if said.is_empty() => format!("{} => {}", named(&body), self.conclusions()),
                (Some(players), said) => format!("{} => {said}", named(&players)),
                (None, said) => format!("{} => {said}", named(&body)),
            },
        }
    }

    fn conclusions(&self) -> String {
        match (&self.asserts[..], &self.eliminates[..]) {
            ([value, ..], _) => value_text(*value),
            ([], []) if !self.relates.is_empty() => {
                let one = |set: &Vec<Candidate>| format!("OR{}{{{}}}", set.len(), labels(set, " "));
                list(self.relates.iter().map(one), ", ")
            }
            ([], []) => "no solution".to_string(),
            _ => notation::eliminations(&self.eliminates.iter().copied().collect()),
        }
    }

    /// The text up to the conclusions.
    fn pattern(&self, rule: &str) -> String {
        let shows @ (clause, _) = shows(rule);
        match &self.because {
            Evidence::Contradiction { variable, .. } => format!("contradiction in {variable}"),
            Evidence::Single { variable: Variable::Cell(_) } => "naked-single".to_string(),
            Evidence::Single { .. } if clause == Clause::LastDigit => rule.to_string(),
            Evidence::Single { variable } if clause == Clause::LastCell => {
                format!("{rule}-in-a-{}", variable.kind())
            }
            Evidence::Single { variable } => format!("hidden-single-in-a-{}", variable.kind()),
            Evidence::Subset(hall) => hall.text(),
            Evidence::Matched(hall) if matches!(clause, Clause::DominoLoop | Clause::CrossedLines) => {
                format!("{rule}: {}", hall.players_text())
            }
            Evidence::LockedSet(Hall { variables, transversals })
            | Evidence::Matched(Hall { variables, transversals }) => {
                format!("{rule}: {{{}}}{{{}}}", list(variables, " "), list(transversals, " "))
            }
            Evidence::Links(chain) => format!("{rule}: {}", links::chain(chain)),
            Evidence::Rings(rings) => {
                let rings = rings.iter().map(|ring| links::chain(ring));
                format!("{rule}: {}", list(rings, " and "))
            }
            Evidence::Colours(nets) => format!("{rule}: {}", links::nets(nets)),
            Evidence::AlmostLocked(sets) => format!("{rule}: {}", sets.text()),
            Evidence::Blossom(blossom) => format!("{rule}: {}", blossom.text()),
            Evidence::AlignedPair(pair) => format!("{rule}: {}", pair.text()),
            Evidence::Fireworks(fireworks) => format!("{rule}: {}", firework::text(fireworks)),
            Evidence::RemotePair(cells) => format!("{rule}: {}", list(cells, " ")),
            Evidence::Bent { cells, digit } => format!("{rule}: {{{}}} n{digit}", list(cells, " ")),
            Evidence::Franken(FinnedFish { variables, transversals, .. }) => {
                format!("{rule}: {}", hall::houses(variables, transversals))
            }
            Evidence::Finned(FinnedFish { variables, transversals, .. }) => {
                let head = if clause == Clause::Sashimi { rule } else { "finned" };
                format!("{head}-{}", hall::fish(variables, transversals))
            }
            Evidence::Kraken(kraken) => format!("{rule}: {}", kraken.text()),
            Evidence::AllDifferent { house: House(house), .. } => {
                let house = usize::from(*house);
                format!("all-different-in-a-{}: {}", house_kind(house), house_name(house))
            }
            Evidence::Implications { start, steps } => match clause.cycle() {
                Some(name) => format!("{name} {}", colouring::cycle(*start, steps)),
                None => format!("{rule}: {}", implications::chain(clause, *start, steps)),
            },
            Evidence::Knots(knots) => format!("y-knot {}", list(knots, ", ")),
            Evidence::Rectangle(rectangle) => rectangle.text(shows),
            Evidence::Deadly(deadly) => format!("{rule}: {}", deadly.text()),
            Evidence::Bug { candidate } => format!("bug+1: n{}", candidate.digit + 1),
            Evidence::Chain { links } => chain::chain(rule, links),
            Evidence::Circle { arcs } => format!("{rule}[{}]: {}", arcs.len(), list(arcs, ",")),
            Evidence::Forcing { branches, .. } => chain::forcing(rule, !self.asserts.is_empty(), branches),
            Evidence::Templates(templates) => format!("{rule}: {}", templates.text(shows)),
            Evidence::Weights(all) => format!("{rule}: {}", list(all.iter().map(Weights::text), " | ")),
            Evidence::Refuted(all) => {
                format!("{rule}: {}", list(all.iter().map(RefutedTemplate::text), " | "))
            }
            Evidence::Exocet(all) => format!("{rule}: {}", list(all.iter().map(Exocet::text), " and ")),
            Evidence::SerPattern(SerPattern::Subset { set, single: None }) => set.text(),
            Evidence::SerPattern(explained) => format!("{rule}: {}", explained.text()),
            Evidence::Impossible(pattern) => format!("{rule}: {}", pattern.text()),
            Evidence::LastGuardian { pattern } => format!("{pattern}-OR1"),
            Evidence::Split { relation, chain } => {
                format!("{}-split[{}]: {}", relation.name(), chain.len() - 1, labels(chain, " = "))
            }
            Evidence::OrChain { relation, links } => relation.chain(clause, links),
            Evidence::OrForcing { relation, branches } => {
                relation.forcing(clause, !self.asserts.is_empty(), branches)
            }
            Evidence::Trial { .. } => {
                let tried = self.eliminates.first().map_or(String::new(), |&tried| value_text(tried));
                format!("{rule}: {tried} fails")
            }
            Evidence::OnlySolution => rule.to_string(),
            Evidence::Trials { trace } => format!("{rule}: {} fail", trace.tree()),
        }
    }
}

/// `r3c4=5`.
fn value_text(value: Candidate) -> String {
    format!("{}={}", cell_name(value.cell as usize), value.digit + 1)
}

/// `n1r2c3 n4r5c6`.
fn labels(candidates: &[Candidate], between: &str) -> String {
    list(candidates.iter().map(|&one| notation::label(one)), between)
}

/// The texts of several, one after the other.
fn list<T: Display>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}

//! The language of evidence: the grounds of each step as typed data, its JSON form, which `verify` reads, and
//! its text form.
//!
//! ```text
//!   rules ── make ──> Step { eliminates, asserts, because } ──┬── text ──> explain
//!                                                             ├── draw ──> pictures
//!                                                             └── JSON ──> proofs ──> verify
//! ```
//!
//! A step records only facts that cannot be read off the grid: which variables, which houses, which candidate
//! in which role. Names are derived from the rule that found the step and are not stored in the step. This
//! module depends on the grid only: the search for steps and their verification are defined elsewhere. Chain
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
pub use hall::{FinnedFish, Hall};
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

use crate::grid::notation::{self, Variable};
use crate::grid::{Candidate, Candidates, Digit, House};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// One step of a solution: its conclusions and the evidence for them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Printed text, for readers: nothing is concluded from it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Candidates proved false.
    pub eliminates: Vec<Candidate>,
    /// Candidates proved true. A step without any conclusion proves that there is no solution.
    pub asserts: Vec<Candidate>,
    /// Proved relations: in each of these sets at least one candidate is true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relates: Vec<Vec<Candidate>>,
    /// Evidence for the conclusions.
    pub because: Evidence,
    /// Explanations for readers, like the text: the matching of a subset's members, and the values that each
    /// removed candidate would leave them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matchings: Vec<String>,
}

/// Evidence for a step, one variant for each kind of pattern.
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
        /// Variables of two digits whose only place is this cell; empty if the variable itself has nothing
        /// left.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clash: Vec<Variable>,
    },
    /// A naked, hidden or super-hidden subset.
    Subset(Hall),
    /// Cells with as many digits as cells: one of the cells holds each transversal set, a digit in a house.
    LockedSet(Hall),
    /// Variables and as many transversal sets that contain all their candidates: one of the variables holds
    /// each transversal set.
    Matched(Hall),
    /// Digits with few places in a row and a column: as many digits as cells.
    Fireworks(Vec<Firework>),
    /// Strong links joined by weak ones: one of the two ends is true.
    Links(Vec<Strong>),
    /// Rings of links, the last linked to the first; several rings share links.
    Rings(Vec<Vec<Strong>>),
    /// Nets of candidates in two colours.
    Colours(Vec<Colours>),
    /// Cells with the same two digits; each cell is linked to the next.
    RemotePair(Vec<Variable>),
    /// Cells with as many digits as cells; for all digits but one, the cells with the digit see each other.
    Bent {
        /// The cells.
        cells: Vec<Variable>,
        /// The remaining digit: one of the cells holds it.
        digit: Digit,
    },
    /// A chain of almost locked sets.
    AlmostLocked(AlmostLocked),
    /// One or more cells of a house, with almost locked sets for their digits.
    Blossom(Blossom),
    /// Two cells that cannot hold certain pairs of digits because of almost locked sets.
    AlignedPair(AlignedPair),
    /// A fish of rows and columns, with fins.
    Finned(FinnedFish),
    /// A fish whose sets may include blocks, with or without fins.
    Franken(FinnedFish),
    /// A chain from the targets: whip, braid, bivalue chain or a relative. Locked candidates are whips of one
    /// variable.
    Chain {
        /// Links of the chain.
        links: Vec<Link>,
    },
    /// A circle of odd length.
    Circle {
        /// Arcs: the right candidate of each is the left one of the next, and the last leads back to the
        /// first.
        arcs: Vec<Arc>,
    },
    /// A partial whip for each candidate of a variable.
    Forcing {
        /// The variable.
        variable: Variable,
        /// One branch for each candidate of the variable.
        branches: Vec<Branch>,
    },
    /// Four cells that cannot hold two digits crosswise.
    Rectangle(Rectangle),
    /// Cells that could be filled in two ways.
    Deadly(Deadly),
    /// A grid in which every undecided variable has two candidates, except the variables of one candidate.
    Bug {
        /// The candidate.
        candidate: Candidate,
    },
    /// A fish with fins, and chains from the fins.
    Kraken(Kraken),
    /// Sets of cells of a house, with as many digits as cells; the targets are in the house, outside one set.
    AllDifferent {
        /// The house.
        house: House,
        /// Sets of cells with their digits. A set with fewer digits than cells proves everything.
        sets: Vec<Hall>,
    },
    /// A chain of implications from a candidate to its negation; in colouring, a cycle.
    Implications {
        /// The candidate.
        start: Candidate,
        /// Implications, each of which follows from the literal before.
        steps: Vec<Implication>,
    },
    /// Candidates that cannot be false: the asserted one, or two linked ones.
    Knots(Vec<Knot>),
    /// Conclusions from the remaining patterns of a digit.
    Templates(Templates),
    /// Bases and targets that hold the same digits: one exocet or two.
    Exocet(Vec<Exocet>),
    /// Weights on cells: no digit can collect more than its best template does, and one of the systems of
    /// weights shows that each template of a target is impossible.
    Weights(Vec<Weights>),
    /// Impossible templates, refuted one after the other.
    Refuted(Vec<RefutedTemplate>),
    /// A pattern that only SER has.
    SerPattern(SerPattern),
    /// Cells that three digits alone cannot fill.
    Impossible(Impossible),
    /// The only remaining guardian of a relation.
    LastGuardian {
        /// The name of the relation.
        pattern: String,
    },
    /// Two guardians of a relation with the same value, joined by variables of two candidates each.
    Split {
        /// The relation.
        relation: Guarded,
        /// Candidates from one guardian to the other: each is true if and only if the next is false.
        chain: Vec<Candidate>,
    },
    /// A chain from the targets, with a relation in place of the variable of one link.
    OrChain {
        /// The relation.
        relation: Guarded,
        /// Links of the chain.
        links: Vec<Link>,
    },
    /// A partial whip for each guardian of a relation.
    OrForcing {
        /// The relation.
        relation: Guarded,
        /// One branch for each guardian.
        branches: Vec<Branch>,
    },
    /// A candidate whose assumption leads to a contradiction.
    Trial {
        /// Moves from the candidate to the contradiction.
        trace: Trace,
    },
    /// A value of the only solution, found by brute force.
    OnlySolution,
    /// Candidates refuted one after the other, with singles in between; the step removes the candidates that
    /// are no longer possible at the end.
    Trials {
        /// All moves played.
        trace: Trace,
    },
}

impl Step {
    /// Makes a step without text.
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

    /// Formats a rule's step in nrc notation: `whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1`.
    pub fn text(&self, rule: &str) -> String {
        format!("{} ==> {}", self.pattern(rule), self.conclusions())
    }

    /// Formats the step in a notation, under the given name or else its rule's:
    /// `X-Wing: n4{r2 r8}{c3 c6} ==> r6c3≠4`, `X-Wing: 4 r28 c36 => r6c3<>4`.
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

    /// Formats the step without its conclusions.
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
            Evidence::Bent { cells, digit } => format!("{rule}: {{{}}} {digit}", list(cells, " ")),
            Evidence::Franken(FinnedFish { variables, transversals, .. }) => {
                format!("{rule}: {}", hall::houses(variables, transversals))
            }
            Evidence::Finned(FinnedFish { variables, transversals, .. }) => {
                let head = if clause == Clause::Sashimi { rule } else { "finned" };
                format!("{head}-{}", hall::fish(variables, transversals))
            }
            Evidence::Kraken(kraken) => format!("{rule}: {}", kraken.text()),
            Evidence::AllDifferent { house, .. } => {
                format!("all-different-in-a-{}: {house}", house.kind().name())
            }
            Evidence::Implications { start, steps } => match clause.cycle() {
                Some(name) => format!("{name} {}", colouring::cycle(*start, steps)),
                None => format!("{rule}: {}", implications::chain(clause, *start, steps)),
            },
            Evidence::Knots(knots) => format!("y-knot {}", list(knots, ", ")),
            Evidence::Rectangle(rectangle) => rectangle.text(shows),
            Evidence::Deadly(deadly) => format!("{rule}: {}", deadly.text()),
            Evidence::Bug { candidate } => format!("bug+1: {}", candidate.digit),
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

/// Formats a value: `r3c4=5`.
fn value_text(value: Candidate) -> String {
    format!("{}={}", value.cell, value.digit.number())
}

/// Formats the labels of candidates: `n1r2c3 n4r5c6`.
fn labels(candidates: &[Candidate], between: &str) -> String {
    list(candidates.iter().map(|&one| notation::label(one)), between)
}

/// Joins the texts of several parts.
fn list<T: Display>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}

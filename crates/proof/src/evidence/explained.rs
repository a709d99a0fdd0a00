//! Evidence for steps of SER that no other rule uses: patterns that place a digit, wings, loops, graves,
//! aligned cells, and chains with their whole tree of implications.

use super::pattern::Pattern;
use super::{Hall, Literal, hall, list};
use crate::grid::notation::{Variable, label};
use crate::grid::{Candidate, Digit, House, bits};
use serde::{Deserialize, Serialize};

/// Evidence for a step of SER.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SerPattern {
    /// A digit whose places in one house are all in another.
    Locked {
        /// The digit in the first house.
        base: Variable,
        /// The second house.
        cover: House,
        /// The variable left with one place, if that is the conclusion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        single: Option<Variable>,
    },
    /// A subset or fish.
    Subset {
        /// The members, and the sets that they use up.
        set: Hall,
        /// The variable left with one place, if that is the conclusion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        single: Option<Variable>,
    },
    /// A pivot and two cells that it sees.
    Wing(Vec<Variable>),
    /// Cells that could hold two digits alternately, except for the extra candidates of some.
    Loop {
        /// The cells, in order.
        cells: Vec<Variable>,
        /// The two digits.
        digits: Vec<Digit>,
        /// Cells and digits that form a subset with two cells of the loop.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subset: Option<Hall>,
    },
    /// A bivalue universal grave except for extra candidates.
    BugPattern {
        /// The extra candidates.
        extras: Vec<Candidate>,
        /// Cells and digits that form a subset with the extra candidates.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subset: Option<Hall>,
    },
    /// Aligned cells, and cells that their assignments must not empty.
    Aligned {
        /// The aligned cells.
        cells: Vec<Variable>,
        /// The other cells, which all aligned cells see.
        excluders: Vec<Variable>,
    },
    /// Chains of implications.
    Chains {
        /// Kind of conclusion from the chains together.
        show: Together,
        /// The implications of each chain, its end first.
        chains: Vec<Vec<Implies>>,
    },
}

/// Joint conclusion of chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Together {
    /// A chain returns to its beginning: its literals are all true or all false.
    Cycle,
    /// A chain leads to the negation of its beginning.
    Opposite,
    /// A candidate and its negation lead to the same conclusion.
    Both,
    /// An assumption leads to a literal and to its negation.
    Contradiction,
    /// All candidates of this variable lead to the same conclusion.
    All(Variable),
    /// An assumption leads to the negations of all candidates of this variable.
    Empties(Variable),
}

/// A literal of a chain, and the literals that imply it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implies {
    /// The literal.
    pub literal: Literal,
    /// The reason.
    pub by: By,
    /// Positions in the list of the literals that imply this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<u16>,
}

/// Reason why a literal follows from others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum By {
    /// The chain begins with this assumption.
    Assumed,
    /// Two linked candidates are not both true.
    Link,
    /// All other candidates of the variable are false.
    Only(Variable),
    /// The pattern is complete once the other literals are removed.
    Pattern(Box<SerPattern>),
}

impl Implies {
    /// Returns the implications in an order in which each follows its premises, except in a cycle.
    #[doc(hidden)]
    pub fn in_order(chain: &[Implies]) -> Vec<usize> {
        let (mut order, mut seen) = (Vec::new(), vec![false; chain.len()]);
        // Positions still to be visited, and whether their premises were.
        let mut stack = vec![(0, false)];
        while let Some((at, is_after)) = stack.pop() {
            if is_after {
                order.push(at);
            } else if at < chain.len() && !std::mem::replace(&mut seen[at], true) {
                stack.push((at, true));
                stack.extend(chain[at].from.iter().rev().map(|&from| (usize::from(from), false)));
            }
        }
        order
    }
}

/// Formats as `n5r1c2 → ¬n5r1c7 → n6r1c7; ¬n5r2c2 & ¬n5r3c2 → n5r9c2`.
pub(super) fn chain_text(chain: &[Implies], is_cycle: bool) -> String {
    let name = |at: usize| {
        let Literal { candidate, holds } = chain[at].literal;
        format!("{}{}", if holds { "" } else { "¬" }, label(candidate))
    };
    let order = Implies::in_order(chain);
    let mut text = if is_cycle && !chain.is_empty() { name(0) } else { String::new() };
    let mut before = is_cycle.then_some(0);
    for at in order {
        let Implies { by, from, .. } = &chain[at];
        let from: Vec<usize> = from.iter().map(|&k| usize::from(k)).collect();
        if from[..] != before.map_or(vec![], |k| vec![k]) {
            let is_known = |k: &&usize| **k < chain.len();
            let names: Vec<String> = from.iter().filter(is_known).map(|&k| name(k)).collect();
            text += &format!("; {}", names.join(" & "));
        }
        let arrow = if from.is_empty() { "" } else { " → " };
        let reason = match by {
            By::Pattern(pattern) => format!("({}) ", pattern.text()),
            _ => String::new(),
        };
        text += &format!("{arrow}{reason}{}", name(at));
        before = Some(at);
    }
    text.trim_start_matches("; ").to_string()
}

impl SerPattern {
    /// Formats the evidence of a technique.
    pub(super) fn pattern(&self, rule: &str) -> Pattern {
        match self {
            SerPattern::Subset { set, single: None } => set.pattern(),
            others => Pattern::new(rule, others.text()),
        }
    }

    /// Formats the evidence, without the name of the rule.
    #[doc(hidden)]
    pub fn text(&self) -> String {
        let leaves = |single: &Option<Variable>| {
            single.map_or(String::new(), |variable| format!(", which leaves one place of {variable}"))
        };
        let digits = |digits: &[Digit]| list(digits, " ");
        match self {
            SerPattern::Locked { base, cover, single } => {
                format!("{base} in {}{}", cover, leaves(single))
            }
            SerPattern::Subset { set, single } => format!("{}{}", set.pattern().text(), leaves(single)),
            SerPattern::Wing(cells) => list(cells, " "),
            SerPattern::Loop { cells, digits: pair, subset } => {
                format!("{} {}{}", digits(pair), list(cells, " "), set_text(subset))
            }
            SerPattern::BugPattern { extras, subset } => {
                format!("{}{}", list(extras, " "), set_text(subset))
            }
            SerPattern::Aligned { cells, excluders } => {
                format!("{} seen by {}", list(cells, " "), list(excluders, " "))
            }
            SerPattern::Chains { show, chains } => {
                let is_cycle = *show == Together::Cycle;
                let chains = chains.iter().map(|chain| chain_text(chain, is_cycle));
                list(chains, " | ")
            }
        }
    }
}

/// Formats a subset: ` - c1{r4 r7}{n2 n8}`.
pub(super) fn set_text(subset: &Option<Hall>) -> String {
    let Some((house, _)) = subset.as_ref().and_then(Hall::house) else { return String::new() };
    let members = |variables: &[Variable]| hall::members(house, variables);
    subset.as_ref().map_or(String::new(), |Hall { variables, transversals }| {
        format!(" - {}{{{}}}{{{}}}", house, members(variables), members(transversals))
    })
}

impl SerPattern {
    /// Returns the digits of a mask.
    #[doc(hidden)]
    pub fn digits(mask: u16) -> Vec<Digit> {
        bits(mask).map(Digit::new).collect()
    }
}

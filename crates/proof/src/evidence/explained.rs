//! What steps of SER rest on that no other rule has: patterns that place a digit, wings, loops, graves,
//! aligned cells, and chains with their whole tree of implications.

use super::{Digit, Hall, House, Literal, hall, list};
use crate::grid::notation::{Variable, house_name, label};
use crate::grid::{Candidate, bits};
use serde::{Deserialize, Serialize};

/// What a step of SER rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SerPattern {
    /// The places of a digit in one house are in another.
    Locked {
        /// The digit in the first.
        base: Variable,
        /// The other.
        cover: House,
        /// What is left one place, where that is what follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        single: Option<Variable>,
    },
    /// A subset or fish.
    Subset {
        /// Its members, and what they use up.
        set: Hall,
        /// What is left one place, where that is what follows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        single: Option<Variable>,
    },
    /// A pivot, and two cells that it sees.
    Wing(Vec<Variable>),
    /// Cells that could hold two digits by turns, but for what some have more.
    Loop {
        /// The cells, in order.
        cells: Vec<Variable>,
        /// The two digits.
        digits: Vec<Digit>,
        /// Cells and digits that make a subset with two of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subset: Option<Hall>,
    },
    /// A bivalue universal grave, but for these candidates.
    BugPattern {
        /// What its cells have more.
        extras: Vec<Candidate>,
        /// Cells and digits that make a subset with these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subset: Option<Hall>,
    },
    /// Cells, and what their assignments leave of others.
    Aligned {
        /// The cells.
        cells: Vec<Variable>,
        /// The others, which all of them see.
        excluders: Vec<Variable>,
    },
    /// Chains of implications.
    Chains {
        /// What they show together.
        show: Together,
        /// The implications of each, its end first.
        chains: Vec<Vec<Implies>>,
    },
}

/// What chains show together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Together {
    /// A chain comes back to its beginning: it holds from end to end, or the other way round.
    Cycle,
    /// It leads to the opposite of its beginning.
    Opposite,
    /// A candidate and its negation lead to the same.
    Both,
    /// A beginning leads to something and to its negation.
    Contradiction,
    /// All candidates of this variable lead to the same.
    All(Variable),
    /// A beginning leads to the negations of all candidates of this variable.
    Empties(Variable),
}

/// A literal of a chain, and from which others it follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implies {
    /// The literal.
    pub literal: Literal,
    /// Why.
    pub by: By,
    /// The literals from which, by their places in the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<u16>,
}

/// Why a literal follows from others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum By {
    /// It is what the chain begins with.
    Assumed,
    /// Not both: two linked candidates.
    Link,
    /// All others of the variable are false.
    Only(Variable),
    /// It follows where the others are removed.
    Pattern(Box<SerPattern>),
}

impl Implies {
    /// The implications in an order in which each comes after those that it follows from, except in a cycle.
    #[doc(hidden)]
    pub fn in_order(chain: &[Implies]) -> Vec<usize> {
        let (mut order, mut seen) = (Vec::new(), vec![false; chain.len()]);
        // What is still to be visited, and whether its beginnings were.
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

/// `n5r1c2 → ¬n5r1c7 → n6r1c7; ¬n5r2c2 & ¬n5r3c2 → n5r9c2`.
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
    /// What follows from what, without the name of the rule.
    #[doc(hidden)]
    pub fn text(&self) -> String {
        let leaves = |single: &Option<Variable>| {
            single.map_or(String::new(), |variable| format!(", which leaves one place of {variable}"))
        };
        let digits = |digits: &[Digit]| list(digits.iter().map(|d| format!("n{}", d.0 + 1)), " ");
        match self {
            SerPattern::Locked { base, cover: House(cover), single } => {
                format!("{base} in {}{}", house_name(usize::from(*cover)), leaves(single))
            }
            SerPattern::Subset { set, single } => format!("{}{}", set.text(), leaves(single)),
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

/// ` - c1{r4 r7}{n2 n8}`.
pub(super) fn set_text(subset: &Option<Hall>) -> String {
    let Some((house, _)) = subset.as_ref().and_then(Hall::house) else { return String::new() };
    let members = |variables: &[Variable]| hall::members(house, variables);
    subset.as_ref().map_or(String::new(), |Hall { variables, transversals }| {
        format!(" - {}{{{}}}{{{}}}", house_name(house), members(variables), members(transversals))
    })
}

impl SerPattern {
    /// The digits of a mask.
    #[doc(hidden)]
    pub fn digits(mask: u16) -> Vec<Digit> {
        bits(mask).map(|digit| Digit(digit as u8)).collect()
    }
}

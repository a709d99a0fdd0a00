//! Forcing chains: implications from one assumption or several, with their whole tree. Patterns may be part
//! of the tree.

use super::{Evidence, Literal, Notation, eureka, list};
use crate::grid::notation::{Variable, label};
use serde::{Deserialize, Serialize};

/// Chains of implications.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcingChains<V = Variable, P = Evidence> {
    /// Kind of conclusion from the chains together.
    pub show: Together<V>,
    /// The implications of each chain, its end first.
    pub chains: Vec<Vec<Implies<V, P>>>,
}

/// Joint conclusion of chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Together<V = Variable> {
    /// A chain returns to its beginning: its literals are all true or all false.
    Cycle,
    /// A chain leads to the negation of its beginning.
    Opposite,
    /// A candidate and its negation lead to the same conclusion.
    Both,
    /// An assumption leads to a literal and to its negation.
    Contradiction,
    /// All candidates of this variable lead to the same conclusion.
    All(V),
    /// An assumption leads to the negations of all candidates of this variable.
    Empties(V),
}

/// A literal of a chain, and the literals that imply it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implies<V = Variable, P = Evidence> {
    /// The literal.
    pub literal: Literal,
    /// The reason.
    pub by: By<V, P>,
    /// Positions in the list of the literals that imply this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<u16>,
}

/// Reason why a literal follows from others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum By<V = Variable, P = Evidence> {
    /// The chain begins with this assumption.
    Assumed,
    /// Two linked candidates are not both true.
    Link,
    /// All other candidates of the variable are false.
    Only(V),
    /// The pattern is complete once the other literals are removed.
    Pattern(Box<P>),
}

/// Pattern that may be part of a chain, as text.
#[doc(hidden)]
pub trait Part {
    /// Formats the pattern in nrc notation.
    fn text(&self) -> String;
    /// Formats the pattern in players' words.
    fn text_for_players(&self) -> String;
}

impl Part for Evidence {
    fn text(&self) -> String {
        Evidence::text(self)
    }

    fn text_for_players(&self) -> String {
        Evidence::text_for_players(self)
    }
}

impl<V, P> Implies<V, P> {
    /// Returns the implications in an order in which each follows its premises, except in a cycle.
    #[doc(hidden)]
    pub fn in_order(chain: &[Implies<V, P>]) -> Vec<usize> {
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

impl ForcingChains {
    /// Formats one chain of links in Eureka notation; several chains, and trees, by what follows from what:
    /// `r1c2=5 → r1c7<>5 | r1c2=6 → r1c7<>5`.
    pub(super) fn for_players(&self) -> String {
        self.eureka().unwrap_or_else(|| self.text(Notation::Eureka))
    }

    /// Formats one chain of links in Eureka notation; `None` for several chains, and for trees.
    fn eureka(&self) -> Option<String> {
        let [chain] = &self.chains[..] else { return None };
        let order = Implies::in_order(chain);
        let is_cycle = self.show == Together::Cycle;
        let mut before = is_cycle.then_some(0);
        let mut all: Vec<Literal> = before.iter().filter_map(|&at| Some(chain.get(at)?.literal)).collect();
        for at in order {
            let Implies { literal, by, from } = chain.get(at)?;
            let is_next = from.iter().map(|&from| usize::from(from)).eq(before);
            if !is_next || matches!(by, By::Pattern(_)) {
                return None;
            }
            all.push(*literal);
            before = Some(at);
        }
        eureka::alternating(&all)
    }
}

impl<V, P: Part> ForcingChains<V, P> {
    /// Formats the chains: `n5r1c2 → ¬n5r1c7 | n6r1c2 → ¬n5r1c7`.
    pub(crate) fn text(&self, notation: Notation) -> String {
        let is_cycle = matches!(self.show, Together::Cycle);
        list(self.chains.iter().map(|chain| chain_text(chain, is_cycle, notation)), " | ")
    }
}

/// Formats as `n5r1c2 → ¬n5r1c7 → n6r1c7; ¬n5r2c2 & ¬n5r3c2 → n5r9c2`; in players' notation as
/// `r1c2=5 → r1c7<>5 → r1c7=6`.
pub(super) fn chain_text<V, P: Part>(chain: &[Implies<V, P>], is_cycle: bool, notation: Notation) -> String {
    let for_players = notation == Notation::Eureka;
    let name = |at: usize| {
        let Literal { candidate, holds } = chain[at].literal;
        match for_players {
            true => {
                format!("{}{}{}", candidate.cell, if holds { "=" } else { "<>" }, candidate.digit.number())
            }
            false => format!("{}{}", if holds { "" } else { "¬" }, label(candidate)),
        }
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
            By::Pattern(pattern) if for_players => format!("({}) ", pattern.text_for_players()),
            By::Pattern(pattern) => format!("({}) ", pattern.text()),
            _ => String::new(),
        };
        text += &format!("{arrow}{reason}{}", name(at));
        before = Some(at);
    }
    text.trim_start_matches("; ").to_string()
}

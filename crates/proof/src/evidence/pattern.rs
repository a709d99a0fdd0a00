//! Texts of steps: the pattern, in the words of its kind of evidence, and the conclusions.

use super::{Evidence, Notation, RuleKind, Step, Weights, almost_locked, chain, circle, colouring};
use super::{Exocet, RefutedTemplate, eureka, firework, forcing, hall, implications, labels, links, list};
use super::{players::Told, singles, trial, value_text};
use crate::grid::notation;
use crate::grid::{Candidate, Candidates};

/// Text of a pattern without the conclusions.
pub(super) struct Pattern {
    /// Name of the pattern. Players' ladders put their own in its place.
    pub head: String,
    /// Candidates, variables and houses; may be empty.
    pub body: String,
    /// Separator of head and body; `None` if the head alone says everything.
    pub between: Option<&'static str>,
}

impl Pattern {
    /// Makes `head: body`.
    pub fn new(head: impl Into<String>, body: impl Into<String>) -> Pattern {
        Pattern { head: head.into(), body: body.into(), between: Some(": ") }
    }

    /// Makes `head body`.
    pub fn spaced(head: impl Into<String>, body: impl Into<String>) -> Pattern {
        Pattern { between: Some(" "), ..Pattern::new(head, body) }
    }

    /// Makes a text that is a name only.
    pub fn name(head: impl Into<String>) -> Pattern {
        Pattern { between: None, ..Pattern::new(head, "") }
    }

    /// Formats the pattern under its own name.
    pub fn text(&self) -> String {
        self.between.map_or(self.head.clone(), |between| format!("{}{between}{}", self.head, self.body))
    }

    /// Formats a body under another name, or else under the pattern's own.
    fn named(&self, name: Option<&str>, body: &str) -> String {
        let name = name.unwrap_or(&self.head);
        if body.is_empty() { name.to_string() } else { format!("{name}: {body}") }
    }
}

impl Step {
    /// Formats a rule's step in nrc notation: `whip[3]: r2n1{c5 c9} - r8c9{n1 n6} - c5n6{r8 .} ==> r1c5≠1`.
    pub fn text(&self, rule: &str) -> String {
        self.text_as(RuleKind::named(rule), None, Notation::Nrc)
    }

    /// Formats the step in a notation, under the given name or else its rule's:
    /// `X-Wing: n4{r2 r8}{c3 c6} ==> r6c3≠4`, `X-Wing: 4 r28 c36 => r6c3<>4`.
    pub fn text_as(&self, rule: RuleKind, name: Option<&str>, notation: Notation) -> String {
        self.text_in(rule, name, notation, None)
    }

    /// Formats the step as [`Step::text_as`]. In players' notation, sets of cells have their digits if the
    /// candidates of the state are given.
    pub fn text_in(
        &self, rule: RuleKind, name: Option<&str>, notation: Notation, held: Option<&Candidates>,
    ) -> String {
        let own = self.because.pattern(rule, &self.eliminates, !self.asserts.is_empty());
        match (notation, name) {
            (Notation::Nrc, None) => format!("{} ==> {}", own.text(), self.conclusions()),
            (Notation::Nrc, _) => format!("{} ==> {}", own.named(name, &own.body), self.conclusions()),
            (Notation::Eureka, _) => {
                let body = Told { step: self, kind: rule, held }.body(&own.body);
                let pattern = own.named(name, &body);
                match &self.because {
                    // Its text is its conclusion.
                    Evidence::Single { .. } => pattern,
                    _ => format!("{pattern} => {}", self.conclusions_in(notation)),
                }
            }
        }
    }

    /// Formats the conclusions in a notation: `r1c5≠4, r1c6≠4`, `r1c5<>4, r1c6<>4`.
    pub fn conclusions_in(&self, notation: Notation) -> String {
        let own = || self.conclusions();
        match (notation, eureka::conclusions(self)) {
            (Notation::Nrc, _) => own(),
            (_, said) if said.is_empty() => own(),
            (_, said) => said,
        }
    }

    fn conclusions(&self) -> String {
        match (&self.asserts[..], &self.eliminates[..]) {
            ([value, ..], _) => value_text(*value),
            ([], []) if !self.relates.is_empty() => {
                let one = |set: &Vec<_>| format!("OR{}{{{}}}", set.len(), labels(set, " "));
                list(self.relates.iter().map(one), ", ")
            }
            ([], []) => "no solution".to_string(),
            _ => notation::eliminations(&self.eliminates.iter().copied().collect()),
        }
    }
}

impl Evidence {
    /// Formats a pattern that is part of another: without the name of a rule.
    #[doc(hidden)]
    pub fn text(&self) -> String {
        let own = self.pattern(RuleKind::UNNAMED, &[], false);
        if own.head.is_empty() { own.body } else { own.text() }
    }

    /// Formats a pattern that is part of another in players' words.
    #[doc(hidden)]
    pub fn text_for_players(&self) -> String {
        let step = Step::new(&Candidates::EMPTY, &Candidates::EMPTY, self.clone());
        Told { step: &step, kind: RuleKind::UNNAMED, held: None }.part()
    }

    /// Formats the pattern of a rule that eliminates `gone`, or has a value.
    fn pattern(&self, kind: RuleKind, gone: &[Candidate], has_value: bool) -> Pattern {
        let rule = kind.rule;
        match self {
            Evidence::Contradiction { variable, .. } => singles::contradiction(*variable),
            Evidence::Single { variable } => singles::single(kind, *variable),
            Evidence::OnlySolution => Pattern::name(rule),
            Evidence::Subset(set) => set.pattern(),
            Evidence::LockedSet(set) => Pattern::new(rule, set.plain_text()),
            Evidence::Matched(set) => Pattern::new(rule, set.matched_text(kind)),
            Evidence::Finned(fish) => hall::finned(kind, fish),
            Evidence::Franken(fish) => Pattern::new(rule, fish.text()),
            Evidence::AllDifferent { house, .. } => hall::all_different(*house),
            Evidence::Fireworks(fireworks) => Pattern::new(rule, firework::text(fireworks, Notation::Nrc)),
            Evidence::Links(chain) => Pattern::new(rule, links::chain(chain)),
            Evidence::Rings(rings) => Pattern::new(rule, links::rings(rings)),
            Evidence::RemotePair(cells) => Pattern::new(rule, list(cells, " ")),
            Evidence::Colours(nets) => Pattern::new(rule, links::nets(nets)),
            Evidence::AlmostLocked(sets) => Pattern::new(rule, sets.text()),
            Evidence::Blossom(blossom) => Pattern::new(rule, blossom.text()),
            Evidence::AlignedPair(pair) => Pattern::new(rule, pair.text()),
            Evidence::Bent { cells, digit } => {
                Pattern::new(rule, almost_locked::bent(cells, *digit, Notation::Nrc))
            }
            Evidence::Kraken(kraken) => Pattern::new(rule, kraken.text(Notation::Nrc)),
            Evidence::Chain { links } => chain::chain(kind, links),
            Evidence::Circle { arcs } => circle::circle(rule, arcs),
            Evidence::Forcing { branches, .. } => forcing::forcing(rule, has_value, branches),
            Evidence::Rectangle(rectangle) => rectangle.pattern(kind),
            Evidence::Deadly(deadly) => Pattern::new(rule, deadly.text(Notation::Nrc)),
            Evidence::Bug { candidate } => Pattern::new("bug+1", candidate.digit.to_string()),
            Evidence::Implications { start, steps } => implications::pattern(kind, *start, steps),
            Evidence::Knots(knots) => colouring::knots(knots),
            Evidence::Templates(templates) => Pattern::new(rule, templates.text(kind)),
            Evidence::Exocet(all) => Pattern::new(rule, list(all.iter().map(Exocet::text), " and ")),
            Evidence::Weights(all) => Pattern::new(rule, list(all.iter().map(Weights::text), " | ")),
            Evidence::Refuted(all) => Pattern::new(rule, list(all.iter().map(RefutedTemplate::text), " | ")),
            Evidence::Locked(of) => Pattern::new(rule, of.text()),
            Evidence::Direct(of) => Pattern::new(rule, of.text()),
            Evidence::Wing(of) => Pattern::new(rule, of.text()),
            Evidence::BivalueLoop(of) => Pattern::new(rule, of.text()),
            Evidence::BugPlus(of) => Pattern::new(rule, of.text()),
            Evidence::Symmetry(of) => Pattern::new(rule, of.text(Notation::Nrc)),
            Evidence::AlignedExclusion(of) => Pattern::new(rule, of.text()),
            Evidence::ForcingChains(of) => Pattern::new(rule, of.text(Notation::Nrc)),
            Evidence::Impossible(pattern) => Pattern::new(rule, pattern.text()),
            Evidence::LastGuardian { pattern } => Pattern::name(format!("{pattern}-OR1")),
            Evidence::Split { relation, chain } => relation.split(chain),
            Evidence::OrChain { relation, links } => relation.chain(kind.clause, links),
            Evidence::OrForcing { relation, branches } => relation.forcing(kind.clause, has_value, branches),
            Evidence::Trial { .. } => trial::trial(rule, gone),
            Evidence::Trials { trace } => trial::trials(rule, trace),
        }
    }
}

//! Templates, or patterns of a digit: the 46,656 ways to place it nine times (docs/theory.md, "Templates").
//!
//! The possible patterns of each digit in the state are listed at the beginning of a round. The lemmas of the
//! round remove some patterns, each for a reason that is checked against the patterns left by earlier lemmas;
//! then the steps state what the remaining patterns have in common.

use super::lists::{PatternLists, all};
use super::{Checked, Claim, State, ensure, implications::implies};
use crate::evidence::{Clause, Conflict, Follows, Lemma, Literal, RuleKind, Template, Templates};
use crate::grid::{Candidate, Cells, Digit, notation::Variable};
use std::collections::HashSet;

/// Clauses about templates, alone or with a net.
const PATTERNS: [Clause; 3] = [Clause::Templates, Clause::NetTemplates, Clause::PatternNet];

/// Clauses about sets of a digit's templates.
const LISTED: [Clause; 5] =
    [Clause::Exocet, Clause::LockedExocet, Clause::DoubleExocet, Clause::Weights, Clause::Refuted];

impl PatternLists {
    /// Lists the patterns that the lemmas of a round leave; none for a rule without patterns.
    pub fn of(state: &State, kind: RuleKind, lemmas: &[Lemma]) -> Checked<PatternLists> {
        let mut lists = PatternLists::default();
        if PATTERNS.contains(&kind.clause) || LISTED.contains(&kind.clause) {
            for digit in Digit::all() {
                let places = state.places(digit);
                let live = all().iter().filter(|(_, cells)| cells.is_subset(places));
                lists.left[digit] = live.copied().collect();
            }
        }
        for (k, lemma) in lemmas.iter().enumerate() {
            let in_lemma = |reason| format!("lemma {}: {reason}", k + 1);
            lists.learn(state, kind, lemma).map_err(in_lemma)?;
        }
        Ok(lists)
    }

    /// Checks a lemma and removes the pattern, or records the pair, that it excludes.
    fn learn(&mut self, state: &State, kind: RuleKind, lemma: &Lemma) -> Checked<()> {
        let (clause, least) = match lemma {
            Lemma::Meets { .. } => (Clause::Templates, 2),
            Lemma::Apart { .. } | Lemma::Unpaired { .. } => (Clause::Templates, 3),
            Lemma::Fails { conflict: Conflict::Both(_), .. } => (Clause::NetTemplates, 2),
            Lemma::Fails { .. } => (Clause::NetTemplates, 3),
        };
        ensure(kind.clause == clause && kind.number >= least, "the rule has no such lemma")?;
        match lemma {
            Lemma::Meets { pattern, digit } => {
                let cells = self.cells(*pattern)?;
                let others = self.others(&[*pattern], *digit)?;
                let meets = others.iter().all(|other| other.1.intersects(cells));
                ensure(meets, "a pattern left of the digit does not meet this one")?;
                self.take_out(*pattern);
            }
            Lemma::Unpaired { pattern, digit } => {
                ensure(!self.any_with(&[*pattern], *digit)?, "it can be together with a pattern left")?;
                self.take_out(*pattern);
            }
            Lemma::Apart { patterns, digit } => {
                let [a, b] = *patterns;
                ensure(a.digit != b.digit, "the two patterns are of one digit")?;
                ensure(!self.any_with(patterns, *digit)?, "both can be together with a pattern left")?;
                self.apart.extend([[a, b], [b, a]]);
            }
            Lemma::Fails { pattern, follows, conflict } => {
                self.fails(state, clause, *pattern, follows, *conflict)?;
                self.take_out(*pattern);
            }
        }
        Ok(())
    }

    /// Checks that the consequences of a pattern are contradictory, or that no pattern left of another digit
    /// agrees with them.
    fn fails(
        &self, state: &State, clause: Clause, pattern: Template, follows: &[Follows], conflict: Conflict,
    ) -> Checked<()> {
        let cells = self.cells(pattern)?;
        let mut known = HashSet::new();
        let is_known = |known: &HashSet<(Candidate, bool)>, literal: Literal| {
            let Literal { candidate, holds } = literal;
            let is_assumed = candidate.digit == pattern.digit && cells.contains(candidate.cell) == holds;
            is_assumed || known.contains(&(candidate, holds))
        };
        for Follows { from, by, to } in follows {
            implies(state, self, clause, *from, by, *to)?;
            ensure(is_known(&known, *from), "something follows from what is not known")?;
            known.insert((to.candidate, to.holds));
        }
        match conflict {
            Conflict::Both(candidate) => {
                let both = [true, false].map(|holds| Literal { candidate, holds });
                let is_both = state.has(candidate) && both.iter().all(|&one| is_known(&known, one));
                ensure(is_both, format!("{candidate} is not both true and false"))
            }
            Conflict::Digit(digit) => {
                let agrees = |other: &([u8; 6], Cells)| {
                    let mut of_digit = known.iter().filter(|literal| literal.0.digit == digit);
                    of_digit.all(|(label, holds)| other.1.contains(label.cell) == *holds)
                };
                let others = self.others(&[pattern], digit)?;
                ensure(!others.iter().any(agrees), "a pattern left of the digit agrees")
            }
        }
    }
}

pub(super) fn templates(claim: &Claim, templates: &Templates) -> Checked<()> {
    claim.is_of(&PATTERNS)?;
    let left = &claim.lists.left;
    match *templates {
        Templates::None(digit) => {
            claim.contradicts()?;
            ensure(left[digit].is_empty(), "the digit has a pattern left")
        }
        Templates::NoneThrough { candidate, .. } => {
            let is_target = claim.targets()? == [candidate];
            ensure(is_target, "the candidate is not the only target")?;
            let none = left[candidate.digit].iter().all(|own| !own.1.contains(candidate.cell));
            ensure(none, "a pattern left takes the candidate")
        }
        Templates::AllThrough { candidate, .. } => {
            ensure(claim.value()? == candidate, "the candidate is not the value")?;
            let all = left[candidate.digit].iter().all(|own| own.1.contains(candidate.cell));
            ensure(all, "a pattern left does not take the candidate")
        }
        Templates::Disputed(variable) => {
            claim.contradicts()?;
            let Variable::Cell(cell) = variable else {
                return Err("what is disputed is a cell".into());
            };
            let takes = |list: &&Vec<([u8; 6], Cells)>| list.iter().all(|own| own.1.contains(cell));
            let count = left.iter().filter(takes).count();
            ensure(count >= 2, "the cell is not in every pattern of two digits")
        }
    }
}

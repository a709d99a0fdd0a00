//! Templates, or patterns of a digit: the 46,656 ways to place it nine times (docs/theory.md, "Templates").
//!
//! The patterns that a digit may have in the state are listed at the beginning of a round. Its lemmas take
//! some out, each for a reason that is checked on what the lemmas before it have left; then the steps say
//! what the rest have in common.

use super::lists::{PatternLists, all};
use super::{Checked, Claim, State, ensure, implications::implies};
use crate::evidence::{Clause, Conflict, Digit, Follows, Lemma, Literal, Template, Templates};
use crate::grid::{Candidate, Cells, notation::Variable};
use std::collections::HashSet;

/// What is said by templates, or with them.
const PATTERNS: [Clause; 3] = [Clause::Templates, Clause::NetTemplates, Clause::PatternNet];

/// What is said of the templates that a digit has.
const LISTED: [Clause; 5] =
    [Clause::Exocet, Clause::LockedExocet, Clause::DoubleExocet, Clause::Weights, Clause::Refuted];

impl PatternLists {
    /// What the lemmas of a round leave; nothing is listed for a rule without patterns.
    pub fn of(state: &State, shows: (Clause, usize), lemmas: &[Lemma]) -> Checked<PatternLists> {
        let mut lists = PatternLists::default();
        if PATTERNS.contains(&shows.0) || LISTED.contains(&shows.0) {
            for digit in 0..9 {
                let places = state.places(digit);
                let live = all().iter().filter(|(_, cells)| cells.is_subset(places));
                lists.left[digit] = live.copied().collect();
            }
        }
        for (k, lemma) in lemmas.iter().enumerate() {
            let in_lemma = |reason| format!("lemma {}: {reason}", k + 1);
            lists.learn(state, shows, lemma).map_err(in_lemma)?;
        }
        Ok(lists)
    }

    /// Checks a lemma and takes out what it says.
    fn learn(&mut self, state: &State, shows: (Clause, usize), lemma: &Lemma) -> Checked<()> {
        let (clause, least) = match lemma {
            Lemma::Meets { .. } => (Clause::Templates, 2),
            Lemma::Apart { .. } | Lemma::Unpaired { .. } => (Clause::Templates, 3),
            Lemma::Fails { conflict: Conflict::Both(_), .. } => (Clause::NetTemplates, 2),
            Lemma::Fails { .. } => (Clause::NetTemplates, 3),
        };
        ensure(shows.0 == clause && shows.1 >= least, "the rule has no such lemma")?;
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

    /// What follows from a pattern is contradictory, or no pattern left of another digit agrees.
    fn fails(
        &self, state: &State, clause: Clause, pattern: Template, follows: &[Follows], conflict: Conflict,
    ) -> Checked<()> {
        let cells = self.cells(pattern)?;
        let mut known = HashSet::new();
        let is_known = |known: &HashSet<(Candidate, bool)>, literal: Literal| {
            let Literal { candidate, holds } = literal;
            let is_assumed =
                candidate.digit == pattern.digit && cells.contains(usize::from(candidate.cell)) == holds;
            is_assumed || known.contains(&(candidate, holds))
        };
        for Follows { from, by, to } in follows {
            implies(state, self, clause, (*from, by, *to))?;
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
                    let mut of_digit = known.iter().filter(|literal| literal.0.digit == digit.0);
                    of_digit.all(|(label, holds)| other.1.contains(label.cell.into()) == *holds)
                };
                let others = self.others(&[pattern], digit)?;
                ensure(!others.iter().any(agrees), "a pattern left of the digit agrees")
            }
        }
    }
}

pub(super) fn templates(claim: &Claim, templates: &Templates) -> Checked<()> {
    claim.is_of(&PATTERNS)?;
    let list = |digit: u8| {
        let list = claim.lists.left.get(usize::from(digit));
        list.ok_or("there is no such digit")
    };
    match *templates {
        Templates::None(Digit(digit)) => {
            claim.contradicts()?;
            ensure(list(digit)?.is_empty(), "the digit has a pattern left")
        }
        Templates::NoneThrough { candidate, .. } => {
            let is_target = claim.targets()? == [candidate];
            ensure(is_target, "the candidate is not the only target")?;
            let mut list = list(candidate.digit)?.iter();
            let none = list.all(|own| !own.1.contains(candidate.cell.into()));
            ensure(none, "a pattern left takes the candidate")
        }
        Templates::AllThrough { candidate, .. } => {
            ensure(claim.value()? == candidate, "the candidate is not the value")?;
            let mut list = list(candidate.digit)?.iter();
            let all = list.all(|own| own.1.contains(candidate.cell.into()));
            ensure(all, "a pattern left does not take the candidate")
        }
        Templates::Disputed(variable) => {
            claim.contradicts()?;
            let Variable::Cell(cell @ 0..81) = variable else {
                return Err("what is disputed is a cell".into());
            };
            let takes = |list: &&Vec<([u8; 6], Cells)>| list.iter().all(|own| own.1.contains(cell.into()));
            let count = claim.lists.left.iter().filter(takes).count();
            ensure(count >= 2, "the cell is not in every pattern of two digits")
        }
    }
}

//! Log of the reasons why patterns are impossible, in the order of discovery.

use crate::evidence::{
    Conflict, Counted, Evidence, Excluded, Follows, Gone, Implied, Left, Lemma, Literal, SHOWN, Step,
    Template, Templates,
};
use crate::grid::{Candidate, Cells, Digit};
use crate::rule::Findings;
use crate::templates::{Label, Live};
use std::collections::HashMap;

/// Lists up to this length have letters, as in Myth Jellies' post: `4abc` is the first three patterns of 4.
const LETTERS: usize = 26;

/// Lists of patterns of a state, and the fate of the patterns.
///
/// ```text
///   lemmas   M M M A A U M …     each proved by earlier ones
///   rounds   0     3   5         first lemma of each round
///   out      pattern → lemma     apart   two patterns → lemma
/// ```
pub(super) struct Log {
    lists: [Vec<Label>; 9],
    lemmas: Vec<Lemma>,
    rounds: Vec<usize>,
    out: HashMap<Template, usize>,
    apart: HashMap<[Template; 2], usize>,
}

impl Log {
    /// Returns a log of the live lists, from which nothing has been removed yet.
    pub fn new(live: &Live) -> Log {
        let lists = std::array::from_fn(|digit| live.labels(Digit::new(digit)));
        let (out, apart) = (HashMap::new(), HashMap::new());
        Log { lists, lemmas: Vec::new(), rounds: Vec::new(), out, apart }
    }

    /// Begins another round of removals.
    pub fn begin_round(&mut self) {
        self.rounds.push(self.lemmas.len());
    }

    /// Records that a pattern is removed, and why.
    pub fn take_out(&mut self, template: Template, lemma: Lemma) {
        self.out.insert(template, self.lemmas.len());
        self.lemmas.push(lemma);
    }

    /// Records that a pair of patterns, each given by digit and cells, was removed because it is compatible
    /// with no pattern of digit `third`.
    pub fn separate(&mut self, pair: [(Digit, Cells); 2], third: Digit) {
        let patterns = pair.map(|(digit, cells)| Label::of(cells).template(digit));
        self.apart.insert(patterns, self.lemmas.len());
        self.lemmas.push(Lemma::Apart { patterns, digit: third });
    }

    /// Returns why the candidate is false: the patterns through it are out; or, if `is_true`, why it is true:
    /// the patterns not through it are out.
    pub fn out(&self, candidate: Candidate, is_true: bool) -> Counted {
        let Candidate { digit, cell } = candidate;
        let list = self.lists[digit].iter().enumerate();
        let mut out = list.filter(|(_, label)| label.cells().contains(cell) != is_true);
        let gone = |(at, label): (usize, &Label)| self.gone(digit, at, *label);
        let first = out.by_ref().take(SHOWN).filter_map(gone).collect();
        Counted::Out { first, more: out.count() }
    }

    fn gone(&self, digit: Digit, at: usize, label: Label) -> Option<Gone> {
        let pattern = label.template(digit);
        let lemma = *self.out.get(&pattern)?;
        let by = match self.lemmas[lemma] {
            Lemma::Meets { digit: other, .. } => Excluded::Meets(other, self.left(other, lemma)),
            Lemma::Unpaired { digit: other, .. } => Excluded::Unpaired(other),
            Lemma::Apart { .. } | Lemma::Fails { .. } => return None,
        };
        let number = (self.lists[digit].len() <= LETTERS).then_some(at);
        Some(Gone { pattern, number, by })
    }

    /// Returns the patterns that a digit had when the round of this lemma began.
    fn left(&self, digit: Digit, lemma: usize) -> Left {
        let round = self.rounds.partition_point(|&start| start <= lemma);
        let start = self.rounds[..round].last().copied().unwrap_or(0);
        let list = &self.lists[digit];
        let is_left = |&at: &usize| !self.is_out(digit, list[at], start);
        let left = (0..list.len()).filter(is_left);
        match list.len() {
            ..=LETTERS => Left::Numbers(left.collect()),
            _ => Left::Count(left.count()),
        }
    }

    fn is_out(&self, digit: Digit, label: Label, before: usize) -> bool {
        self.out.get(&label.template(digit)).is_some_and(|&lemma| lemma < before)
    }

    /// Adds to `found` the lemmas that its steps need.
    pub fn report(self, found: &mut Findings) {
        let mut needed = vec![false; self.lemmas.len()];
        for step in found.steps.iter().flatten() {
            self.behind(step).for_each(|lemma| needed[lemma] = true);
        }
        for k in (0..needed.len()).rev() {
            if needed[k] {
                self.needs(k, &mut |before| needed[before] = true);
            }
        }
        let lemmas = self.lemmas.into_iter().zip(needed);
        found.lemmas = lemmas.filter(|lemma| lemma.1).map(|lemma| lemma.0).collect();
    }

    /// Returns the lemmas on which a step rests: the lemmas of the patterns that the step calls impossible.
    fn behind(&self, step: &Step) -> impl Iterator<Item = usize> {
        let (digit, cell) = match step.because {
            Evidence::Templates(Templates::NoneThrough { candidate, .. }) => {
                (candidate.digit.index(), Some((candidate.cell, false)))
            }
            Evidence::Templates(Templates::AllThrough { candidate, .. }) => {
                (candidate.digit.index(), Some((candidate.cell, true)))
            }
            Evidence::Templates(Templates::None(digit)) => (digit.index(), None),
            _ => (Digit::COUNT, None),
        };
        let is_against =
            move |label: Label| cell.is_none_or(|(cell, is_true)| label.cells().contains(cell) != is_true);
        let list = self.lists.get(digit).into_iter().flatten().copied();
        list.filter(move |&label| is_against(label))
            .filter_map(move |label| self.out.get(&label.template(Digit::new(digit))).copied())
    }

    /// Calls `need` with the earlier lemmas on which a lemma rests.
    fn needs(&self, lemma: usize, need: &mut impl FnMut(usize)) {
        match &self.lemmas[lemma] {
            Lemma::Meets { pattern, digit } | Lemma::Unpaired { pattern, digit } => {
                self.need_against(lemma, &[*pattern], *digit, need);
            }
            Lemma::Apart { patterns, digit } => self.need_against(lemma, patterns, *digit, need),
            Lemma::Fails { follows, conflict, .. } => {
                for Follows { from, by, to } in follows {
                    if *by == Implied::Patterns {
                        self.need_agreeing(to.candidate.digit, &[*from, !*to], need);
                    }
                }
                if let Conflict::Digit(digit) = *conflict {
                    let known = follows.iter().map(|one| one.to);
                    let known: Vec<Literal> = known.filter(|to| to.candidate.digit == digit).collect();
                    self.need_agreeing(digit, &known, need);
                }
            }
        }
    }

    /// Calls `need` with the lemmas that exclude each pattern of the digit, or the pattern's pairing with one
    /// of `these`; patterns that meet one of `these` are excluded anyway.
    fn need_against(&self, lemma: usize, these: &[Template], digit: Digit, need: &mut impl FnMut(usize)) {
        let label = |pattern: &Template| Label::new(pattern.label);
        let cells: Vec<Cells> = these.iter().filter_map(label).map(Label::cells).collect();
        for &label in &self.lists[digit] {
            let other = label.template(digit);
            let own = label.cells();
            if cells.iter().any(|cells| cells.intersects(own)) {
                continue;
            }
            let pairs = these.iter().flat_map(|&one| [[one, other], [other, one]]);
            let apart = pairs.filter_map(|pair| self.apart.get(&pair));
            let mut reasons = self.out.get(&other).into_iter().chain(apart);
            if let Some(&before) = reasons.find(|&&before| before < lemma) {
                need(before);
            }
        }
    }

    /// Calls `need` with the lemmas that exclude the patterns of the digit that agree with all these
    /// literals.
    fn need_agreeing(&self, digit: Digit, literals: &[Literal], need: &mut impl FnMut(usize)) {
        let agrees = |label: &&Label| {
            let cells = label.cells();
            let says = |of: &Literal| cells.contains(of.candidate.cell) == of.holds;
            literals.iter().all(says)
        };
        for &label in self.lists[digit].iter().filter(agrees) {
            if let Some(&before) = self.out.get(&label.template(digit)) {
                need(before);
            }
        }
    }
}

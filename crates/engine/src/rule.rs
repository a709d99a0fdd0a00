//! What a resolution rule is, and what it proves in a state.
//!
//! A rule looks at a resolution state and says what it proves there with patterns of one size. It changes nothing: the
//! loop ([`crate::play`]) applies what is found.

use crate::budget::Within;
use crate::evidence::{Because, Lemma};
use crate::graph::State;
use crate::grid::{Candidate, Candidates};

pub use crate::evidence::{Info, Step, info};

/// A resolution rule.
pub trait Rule: Sync {
    /// Its documentation.
    fn info(&'static self) -> &'static Info;

    /// Whether its sizes are the tenths of what it gives, not how large its patterns are.
    fn sizes_are_ratings(&self) -> bool {
        false
    }

    /// Whether what it proves holds only if the puzzle has no second solution. No named ladder has such
    /// a rule; SER has.
    fn assumes_unique(&self) -> bool {
        false
    }

    /// Whether nothing is lost when all that patterns of this size prove in a state is applied at once: no pattern of
    /// another rule, by which a puzzle may have a lower rating, is destroyed by it.
    fn is_confluent(&self, _size: u8) -> bool {
        false
    }

    /// The rule that has every pattern of this one at the same length, and never loses one by an elimination (braids, of
    /// whips): ratings by it are lower bounds. `None` where no such rule is known or needed.
    fn bound(&self) -> Option<&'static dyn Rule> {
        None
    }

    /// Adds to `found` everything that patterns of exactly this size prove in `state`. Simpler rules
    /// need not be exhausted, except singles. `size` is 0 for a rule without size.
    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Within;
}

/// How a rule looks for its patterns: [`Rule::find`].
pub type Find = fn(&mut State, u8, &mut Findings) -> Within;

/// A rule that is no more than a function.
pub struct Function {
    info: &'static Info,
    find: Find,
    is_confluent: bool,
    assumes_unique: bool,
}

/// The rule with this name.
pub(crate) const fn rule(name: &str, find: Find) -> Function {
    Function { info: info(name), find, is_confluent: false, assumes_unique: false }
}

/// The same, confluent.
pub(crate) const fn confluent(name: &str, find: Find) -> Function {
    Function { is_confluent: true, ..rule(name, find) }
}

/// The same, for puzzles with one solution.
pub(crate) const fn of_unique(name: &str, find: Find) -> Function {
    Function { assumes_unique: true, ..rule(name, find) }
}

impl Rule for Function {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn assumes_unique(&self) -> bool {
        self.assumes_unique
    }

    fn is_confluent(&self, _size: u8) -> bool {
        self.is_confluent
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Within {
        (self.find)(state, size, found)
    }
}

/// What one rule proves in one state.
#[derive(Default)]
pub struct Findings {
    /// Candidates proved false.
    pub eliminated: Candidates,
    /// Candidates proved true.
    pub asserted: Candidates,
    /// The state is proved to have no solution.
    pub contradiction: bool,
    /// Patterns that proved something new in this state, each counted once.
    pub firings: u32,
    /// The patterns one by one, when asked for.
    pub steps: Option<Vec<Step>>,
    /// What several of them rest on, in order.
    pub lemmas: Vec<Lemma>,
    /// Whether only the first pattern counts.
    only_first: bool,
}

impl Findings {
    /// Findings that keep every step.
    pub fn traced() -> Findings {
        Findings { steps: Some(Vec::new()), ..Findings::default() }
    }

    /// The same of the first pattern only, if so: what a rule finds after it is not taken.
    pub fn only_first(self, only_first: bool) -> Findings {
        Findings { only_first, ..self }
    }

    /// Whether patterns need not be kept: nothing but their conclusions and their number is wanted.
    pub(crate) fn are_sums(&self) -> bool {
        self.steps.is_none() && !self.only_first
    }

    /// Whether the only pattern that counts is there.
    fn is_full(&self) -> bool {
        self.only_first && self.any()
    }

    /// Whether something was found.
    pub fn any(&self) -> bool {
        self.contradiction || self.firings > 0
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        let steps = self.steps.take().map(|mut steps| {
            steps.clear();
            steps
        });
        *self = Findings { steps, only_first: self.only_first, ..Findings::default() };
    }

    /// A pattern that removes `targets`, all of them present. Nothing to remove is no firing.
    pub fn eliminate(&mut self, targets: &Candidates, because: impl FnOnce() -> Because) {
        if targets.is_empty() || self.is_full() {
            return;
        }
        self.firings += 1;
        self.eliminated.extend(targets);
        self.keep(*targets, Candidates::EMPTY, because);
    }

    /// Patterns that remove one candidate each.
    pub fn eliminate_each(
        &mut self,
        targets: &Candidates,
        mut because: impl FnMut(Candidate) -> Because,
    ) {
        if self.are_sums() {
            return self.eliminate_untold(targets);
        }
        for target in targets.iter() {
            self.eliminate(&[target].into_iter().collect(), || because(target));
        }
    }

    /// The same where steps are not kept.
    pub(crate) fn eliminate_untold(&mut self, targets: &Candidates) {
        self.firings += targets.len() as u32;
        self.eliminated.extend(targets);
    }

    /// A pattern that asserts a candidate.
    pub fn assert(&mut self, candidate: Candidate, because: impl FnOnce() -> Because) {
        if self.is_full() {
            return;
        }
        self.firings += 1;
        self.asserted.insert(candidate);
        self.keep(Candidates::EMPTY, [candidate].into_iter().collect(), because);
    }

    /// A proof that there is no solution.
    pub fn contradict(&mut self, because: impl FnOnce() -> Because) {
        if self.is_full() {
            return;
        }
        self.firings += 1;
        self.contradiction = true;
        self.keep(Candidates::EMPTY, Candidates::EMPTY, because);
    }

    fn keep(
        &mut self,
        eliminated: Candidates,
        asserted: Candidates,
        because: impl FnOnce() -> Because,
    ) {
        if let Some(steps) = &mut self.steps {
            steps.push(Step::new(&eliminated, &asserted, because()));
        }
    }
}

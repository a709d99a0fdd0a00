//! What a resolution rule is, and what it proves in a state.
//!
//! A rule looks at a resolution state and says what it proves there with patterns of one size. It changes
//! nothing: the loop (`play.rs`) applies what is found.

use crate::budget::Within;
use crate::evidence::{Evidence, Lemma};
use crate::graph::OrRelation;
use crate::grid::{Candidate, Candidates};
use crate::state::State;

pub(crate) use crate::evidence::info;
pub use crate::evidence::{Info, Step};

/// A resolution rule.
pub trait Rule: Sync {
    /// Its documentation.
    fn info(&'static self) -> &'static Info;

    /// Whether its sizes are the tenths of what it gives, not how large its patterns are.
    fn sizes_are_ratings(&self) -> bool {
        false
    }

    /// What its program calls it, if it is one of another program's.
    fn called(&self) -> Option<&'static str> {
        None
    }

    /// Whether what it proves holds only if the puzzle has no second solution. Of the named scales H, HoDoKu
    /// and SER have such rules.
    fn assumes_unique(&self) -> bool {
        false
    }

    /// Whether nothing is lost when all that patterns of this size prove in a state is applied at once: no
    /// pattern of another rule, by which a puzzle may have a lower rating, is destroyed by it.
    fn is_confluent(&self, _size: u8) -> bool {
        false
    }

    /// Whether each of its eliminations is still found, by it or by one of `before`, in every later state
    /// once singles are played. Such rules reach the same last state in any order. All confluent rules have
    /// this.
    fn is_monotone(&self, size: u8, _before: &[(&'static dyn Rule, u8)]) -> bool {
        self.is_confluent(size)
    }

    /// Cheaper rules whose conclusions this rule and singles reach as well. (Where only outcomes are wanted,
    /// they may be tried before it: [`Rule::is_monotone`].)
    fn contains(&self, _size: u8) -> &'static [&'static dyn Rule] {
        &[]
    }

    /// Relative cost: where order is free, rules up to this many rungs higher are tried first.
    fn cost(&self) -> u32 {
        0
    }

    /// The rule that has every pattern of this one at the same length, and never loses one by an elimination
    /// (braids, of whips): ratings by it are lower bounds. `None` where no such rule is known or needed.
    fn bound(&self) -> Option<&'static dyn Rule> {
        None
    }

    /// Whether it takes for granted that singles are played before it. If not, a definition may name a later
    /// place for them.
    fn needs_singles(&self) -> bool {
        true
    }

    /// Whether what it proves depends on relations that were found before, and so not on the grid alone.
    fn uses_relations(&self) -> bool {
        false
    }

    /// Adds to `found` everything that patterns of exactly this size prove in `state`. Simpler rules need not
    /// be exhausted, except singles where they are needed. `size` is 0 for a rule without size.
    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Within;
}

/// How a rule looks for its patterns: [`Rule::find`].
pub type Find = fn(&mut State, u8, &mut Findings) -> Within;

/// A rule that is no more than a function.
pub struct Function {
    info: &'static Info,
    find: Find,
    is_confluent: bool,
    is_monotone: bool,
    contains: &'static [&'static dyn Rule],
    assumes_unique: bool,
    needs_singles: bool,
    uses_relations: bool,
}

/// The rule with this name.
pub(crate) const fn rule(name: &str, find: Find) -> Function {
    Function {
        info: info(name),
        find,
        is_confluent: false,
        is_monotone: false,
        contains: &[],
        assumes_unique: false,
        needs_singles: true,
        uses_relations: false,
    }
}

/// A confluent rule.
pub(crate) const fn confluent(name: &str, find: Find) -> Function {
    Function { is_confluent: true, is_monotone: true, ..rule(name, find) }
}

/// A rule for puzzles with one solution.
pub(crate) const fn of_unique(name: &str, find: Find) -> Function {
    Function { assumes_unique: true, ..rule(name, find) }
}

impl Function {
    /// Makes it monotone if smaller sizes come before ([`Rule::is_monotone`]); it contains these rules
    /// ([`Rule::contains`]).
    pub(crate) const fn monotone(self, contains: &'static [&'static dyn Rule]) -> Function {
        Function { is_monotone: true, contains, ..self }
    }

    /// Makes it a rule for states with singles too.
    pub(crate) const fn before_singles(self) -> Function {
        Function { needs_singles: false, ..self }
    }

    /// Makes it a rule that finds relations or uses those found before.
    pub(crate) const fn of_relations(self) -> Function {
        Function { uses_relations: true, ..self }
    }
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

    fn is_monotone(&self, size: u8, before: &[(&'static dyn Rule, u8)]) -> bool {
        let is_before =
            |smaller: u8| before.iter().any(|&(rule, size)| size == smaller && std::ptr::addr_eq(rule, self));
        self.is_monotone && (2..size).all(is_before)
    }

    fn contains(&self, _size: u8) -> &'static [&'static dyn Rule] {
        self.contains
    }

    fn needs_singles(&self) -> bool {
        self.needs_singles
    }

    fn uses_relations(&self) -> bool {
        self.uses_relations
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
    /// Relations that are new, and the guardians of those whose place they take.
    pub related: Vec<OrRelation>,
    /// See `related`.
    pub replaced: Vec<Candidates>,
    /// The state is proved to have no solution.
    pub contradiction: bool,
    /// Patterns that proved something new in this state, each counted once.
    pub patterns: u32,
    /// Those of them that proved something that the ones before had not: what a player calls steps. Counted
    /// if asked for.
    pub(crate) steps_to_take: u32,
    /// The patterns one by one, when asked for.
    pub steps: Option<Vec<Step>>,
    /// What several of them rest on, in order.
    pub(crate) lemmas: Vec<Lemma>,
    taken: Wanted,
    counts_steps: bool,
}

/// Which patterns count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Wanted {
    /// All.
    #[default]
    All,
    /// The first.
    First,
    /// The first of those that prove most: a value counts as one candidate.
    Most,
    /// Any subset, possibly of later states; used with monotone rules ([`Rule::is_monotone`]) when only the
    /// final state matters.
    Closure,
}

impl Findings {
    /// Findings that keep every step.
    pub fn traced() -> Findings {
        Findings { steps: Some(Vec::new()), ..Findings::default() }
    }

    /// Takes only these patterns of those that a rule finds.
    pub(crate) fn taking(self, taken: Wanted) -> Findings {
        Findings { taken, ..self }
    }

    /// Counts the steps to take, if asked to.
    pub(crate) fn counting_steps(self, counts_steps: bool) -> Findings {
        Findings { counts_steps, ..self }
    }

    /// Whether patterns need not be kept: nothing but their conclusions and their number is wanted.
    pub(crate) fn counts_only(&self) -> bool {
        self.steps.is_none() && matches!(self.taken, Wanted::All | Wanted::Closure) && !self.counts_steps
    }

    /// Whether a rule may leave something out, or go on into later states.
    pub(crate) fn may_run_ahead(&self) -> bool {
        self.taken == Wanted::Closure && self.counts_only()
    }

    /// Whether another pattern may prove more than the one that counts.
    pub(crate) fn wants_best(&self) -> bool {
        self.taken == Wanted::Most
    }

    /// Whether a pattern with this many conclusions counts. If it replaces another, that one is forgotten.
    fn takes(&mut self, proved: usize) -> bool {
        match self.taken {
            Wanted::All | Wanted::Closure => true,
            _ if !self.any() => true,
            Wanted::First => false,
            Wanted::Most if self.contradiction || proved <= self.proved() => false,
            Wanted::Most => {
                let lemmas = std::mem::take(&mut self.lemmas);
                self.clear();
                self.lemmas = lemmas;
                true
            }
        }
    }

    /// Candidates proved false or true, and relations.
    pub(crate) fn proved(&self) -> usize {
        self.eliminated.len() + self.asserted.len() + self.related.len()
    }

    /// Whether something was found.
    pub fn any(&self) -> bool {
        self.contradiction || self.patterns > 0
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        let steps = self.steps.take().map(|mut steps| {
            steps.clear();
            steps
        });
        let Findings { taken, counts_steps, .. } = *self;
        *self = Findings { steps, taken, counts_steps, ..Findings::default() };
    }

    /// A pattern that removes `targets`, all of them present. Nothing to remove is no pattern.
    pub fn eliminate(&mut self, targets: &Candidates, because: impl FnOnce() -> Evidence) {
        if targets.is_empty() || !self.takes(targets.len()) {
            return;
        }
        self.patterns += 1;
        if self.counts_steps {
            let known = self.eliminated.len();
            self.eliminated.extend(targets);
            self.steps_to_take += u32::from(self.eliminated.len() > known);
        } else {
            self.eliminated.extend(targets);
        }
        self.keep(*targets, Candidates::EMPTY, because);
    }

    /// Patterns that remove one candidate each.
    pub(crate) fn eliminate_each(
        &mut self, targets: &Candidates, mut because: impl FnMut(Candidate) -> Evidence,
    ) {
        if self.counts_only() {
            return self.eliminate_unrecorded(targets);
        }
        for target in targets.iter() {
            self.eliminate(&[target].into_iter().collect(), || because(target));
        }
    }

    /// As above where steps are not kept.
    pub(crate) fn eliminate_unrecorded(&mut self, targets: &Candidates) {
        self.patterns += targets.len() as u32;
        self.steps_to_take += targets.without(&self.eliminated).len() as u32;
        self.eliminated.extend(targets);
    }

    /// A pattern that asserts a candidate.
    pub fn assert(&mut self, candidate: Candidate, because: impl FnOnce() -> Evidence) {
        if !self.takes(1) {
            return;
        }
        self.patterns += 1;
        self.steps_to_take += u32::from(!self.asserted.contains(candidate));
        self.asserted.insert(candidate);
        self.keep(Candidates::EMPTY, [candidate].into_iter().collect(), because);
    }

    /// A pattern or a chain that proves relations, in the place of one perhaps.
    pub(crate) fn relate(
        &mut self, related: Vec<OrRelation>, replaced: Option<Candidates>, because: impl FnOnce() -> Evidence,
    ) {
        if !self.takes(related.len()) {
            return;
        }
        self.patterns += 1;
        self.steps_to_take += 1;
        if let Some(steps) = &mut self.steps {
            let relates = related.iter().map(|one| one.guardians.iter().collect()).collect();
            let step = Step::new(&Candidates::EMPTY, &Candidates::EMPTY, because());
            steps.push(Step { relates, ..step });
        }
        self.related.extend(related);
        self.replaced.extend(replaced);
    }

    /// A proof that there is no solution.
    pub fn contradict(&mut self, because: impl FnOnce() -> Evidence) {
        if !self.takes(usize::MAX) {
            return;
        }
        self.patterns += 1;
        self.contradiction = true;
        self.keep(Candidates::EMPTY, Candidates::EMPTY, because);
    }

    /// How the last pattern is printed, if it is kept and another program has a line for it.
    pub(crate) fn tell(&mut self, told: impl FnOnce() -> Option<String>) {
        if let Some(step) = self.steps.as_mut().and_then(|steps| steps.last_mut()) {
            step.text = told().unwrap_or_default();
        }
    }

    fn keep(&mut self, eliminated: Candidates, asserted: Candidates, because: impl FnOnce() -> Evidence) {
        if let Some(steps) = &mut self.steps {
            steps.push(Step::new(&eliminated, &asserted, because()));
        }
    }
}

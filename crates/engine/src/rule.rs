//! Resolution rules, and their findings in a state.
//!
//! A rule examines a resolution state and reports everything that patterns of one size prove there. It
//! changes nothing: the loop (`play.rs`) applies the findings.

use crate::budget::Within;
use crate::evidence::{Evidence, Lemma};
use crate::graph::OrRelation;
use crate::grid::{Candidate, Candidates};
use crate::one_solution::OneSolution;
use crate::state::State;

pub(crate) use crate::evidence::info;
#[doc(no_inline)]
pub use crate::evidence::{Info, Step};

/// A resolution rule.
pub trait Rule: Sync {
    /// Returns the documentation of the rule.
    fn info(&'static self) -> &'static Info;

    /// Whether the sizes of the rule are its ratings in tenths, not the sizes of its patterns.
    fn sizes_are_ratings(&self) -> bool {
        false
    }

    /// Returns the name of the rule in its original program, if it belongs to another program.
    fn called(&self) -> Option<&'static str> {
        None
    }

    /// Whether the conclusions of the rule hold only if the puzzle has no second solution. Among the named
    /// scales, H, HoDoKu and SER have such rules.
    fn assumes_unique(&self) -> bool {
        false
    }

    /// Whether nothing is lost if all conclusions of a rule's patterns of one size are applied at once in a
    /// state: applying them destroys no pattern of another rule that might give the puzzle a lower rating.
    fn is_confluent(&self, _size: u8) -> bool {
        false
    }

    /// Whether each elimination of the rule is still found, by this rule or by one of `before`, in every
    /// later state once singles are played. Such rules reach the same last state in any order. All confluent
    /// rules are monotone.
    fn is_monotone(&self, size: u8, _before: &[(&'static dyn Rule, u8)]) -> bool {
        self.is_confluent(size)
    }

    /// Returns cheaper rules whose conclusions this rule and singles reach as well. (If only outcomes are
    /// wanted, such rules may be tried before this one: [`Rule::is_monotone`].)
    fn contains(&self, _size: u8) -> &'static [&'static dyn Rule] {
        &[]
    }

    /// Returns the relative cost: if the order is free, rules up to this many rungs higher are tried first.
    fn cost(&self) -> u32 {
        0
    }

    /// Returns the rule that has every pattern of this one at the same length and never loses one by an
    /// elimination (for whips, braids): its ratings are lower bounds. `None` if no such rule is known or
    /// needed.
    fn bound(&self) -> Option<&'static dyn Rule> {
        None
    }

    /// Whether singles must be played before the rule. If not, a definition may name a later place for
    /// singles.
    fn needs_singles(&self) -> bool {
        true
    }

    /// Whether the rule knows only variables and links, and so is one of every board.
    fn is_of_boards(&self) -> bool {
        false
    }

    /// Whether the conclusions depend on relations that were found before, and so not on the grid alone.
    fn uses_relations(&self) -> bool {
        false
    }

    /// Adds to `found` everything that patterns of exactly the size `size` prove in `state`. Simpler rules
    /// need not be exhausted, except singles if the rule requires them. `size` is 0 for a rule without sizes.
    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Within;
}

/// Function that finds the patterns of a rule: [`Rule::find`].
pub type Find = fn(&mut State, u8, &mut Findings) -> Within;

/// Function that finds patterns that prove something only if the puzzle has no second solution.
pub(crate) type FindUnique = fn(&OneSolution, &mut State, u8, &mut Findings) -> Within;

/// Function of a rule.
#[derive(Clone, Copy)]
enum Finder {
    Any(Find),
    OfUnique(FindUnique),
}

/// Finds the patterns that hold in a state with one solution, though its givens have several: the state still
/// has one solution if their cells are left open.
fn find_in_state(find: FindUnique, state: &mut State, size: u8, found: &mut Findings) -> Within {
    let Some((supposed, of_state)) = state.one_state() else { return Ok(()) };
    let mut all = Findings::traced();
    find(&supposed, state, size, &mut all)?;
    for step in all.steps.into_iter().flatten() {
        let patterns = step.because.exchanged();
        if patterns.is_some_and(|patterns| patterns.iter().all(|&cells| of_state.without(cells))) {
            found.eliminate(&step.eliminates.iter().copied().collect(), || step.because.clone());
            step.asserts.iter().for_each(|&one| found.assert(one, || step.because.clone()));
        }
    }
    Ok(())
}

/// A rule made of a function and fixed properties.
pub struct Function {
    info: &'static Info,
    find: Finder,
    is_confluent: bool,
    is_monotone: bool,
    contains: &'static [&'static dyn Rule],
    needs_singles: bool,
    uses_relations: bool,
    /// The rule on boards other than the plain one.
    on_boards: Option<Find>,
}

/// Makes the rule called `name`.
pub(crate) const fn rule(name: &str, find: Find) -> Function {
    function(name, Finder::Any(find))
}

const fn function(name: &str, find: Finder) -> Function {
    Function {
        info: info(name),
        find,
        is_confluent: false,
        is_monotone: false,
        contains: &[],
        needs_singles: true,
        uses_relations: false,
        on_boards: None,
    }
}

/// Makes a confluent rule.
pub(crate) const fn confluent(name: &str, find: Find) -> Function {
    Function { is_confluent: true, is_monotone: true, ..rule(name, find) }
}

/// Makes a rule that is valid only for puzzles with one solution. It finds nothing in others.
pub(crate) const fn of_unique(name: &str, find: FindUnique) -> Function {
    function(name, Finder::OfUnique(find))
}

impl Function {
    /// Makes the rule monotone, provided that its smaller sizes are played before it ([`Rule::is_monotone`]).
    /// `contains` lists the rules that the rule contains ([`Rule::contains`]).
    pub(crate) const fn monotone(self, contains: &'static [&'static dyn Rule]) -> Function {
        Function { is_monotone: true, contains, ..self }
    }

    /// Makes the rule applicable to states that still have singles.
    pub(crate) const fn before_singles(self) -> Function {
        Function { needs_singles: false, ..self }
    }

    /// Makes the rule one of every board, with a function of its own on boards other than the plain one. (The
    /// page in the browser has no other boards, and is small.)
    pub(crate) const fn on_boards(self, find: Find) -> Function {
        if cfg!(target_family = "wasm") { self } else { Function { on_boards: Some(find), ..self } }
    }

    /// Makes the rule one of every board, as its function knows only variables and links.
    pub(crate) const fn of_boards(self) -> Function {
        match self.find {
            Finder::Any(find) => self.on_boards(find),
            Finder::OfUnique(_) => self,
        }
    }

    /// Marks the rule as one that finds relations or uses earlier ones.
    pub(crate) const fn of_relations(self) -> Function {
        Function { uses_relations: true, ..self }
    }
}

impl Rule for Function {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn assumes_unique(&self) -> bool {
        matches!(self.find, Finder::OfUnique(_))
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

    fn is_of_boards(&self) -> bool {
        self.on_boards.is_some()
    }

    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Within {
        if state.board().is_some()
            && let Some(find) = self.on_boards
        {
            return find(state, size, found);
        }
        match self.find {
            Finder::Any(find) => find(state, size, found),
            Finder::OfUnique(find) => match state.one_solution() {
                Some(one) => find(&one, state, size, found),
                None => find_in_state(find, state, size, found),
            },
        }
    }
}

/// Findings of one rule in one state.
#[derive(Default)]
pub struct Findings {
    /// Candidates proved false.
    pub eliminated: Candidates,
    /// Candidates proved true.
    pub asserted: Candidates,
    /// New relations.
    pub related: Vec<OrRelation>,
    /// Guardians of each earlier relation that a new one replaces.
    pub replaced: Vec<Candidates>,
    /// Whether the state is proved to have no solution.
    pub contradiction: bool,
    /// Number of patterns that proved something new in this state.
    pub patterns: u32,
    /// Number of steps as a player counts them: patterns that proved something that earlier patterns had not
    /// proved. Counted if `counts_steps` is set.
    pub(crate) steps_to_take: u32,
    /// The patterns one by one, if they are to be kept.
    pub steps: Option<Vec<Step>>,
    /// Lemmas that several steps rest on, in order.
    pub(crate) lemmas: Vec<Lemma>,
    taken: Wanted,
    counts_steps: bool,
}

/// Choice of the patterns that count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Wanted {
    /// All patterns.
    #[default]
    All,
    /// The first pattern only.
    First,
    /// The pattern that proves most, the first in a tie; a value counts as one candidate.
    Most,
    /// Any subset of the patterns, possibly of later states; used with monotone rules
    /// ([`Rule::is_monotone`]) if only the final state matters.
    Closure,
}

impl Findings {
    /// Makes findings that keep every step.
    pub fn traced() -> Findings {
        Findings { steps: Some(Vec::new()), ..Findings::default() }
    }

    /// Sets which of the patterns that a rule finds are taken.
    pub(crate) fn taking(self, taken: Wanted) -> Findings {
        Findings { taken, ..self }
    }

    /// Sets whether the steps to take are counted.
    pub(crate) fn counting_steps(self, counts_steps: bool) -> Findings {
        Findings { counts_steps, ..self }
    }

    /// Whether only the conclusions and the number of the patterns are wanted, so that none need be kept.
    pub(crate) fn counts_only(&self) -> bool {
        self.steps.is_none() && matches!(self.taken, Wanted::All | Wanted::Closure) && !self.counts_steps
    }

    /// Whether a rule may leave patterns out, or continue into later states.
    pub(crate) fn may_run_ahead(&self) -> bool {
        self.taken == Wanted::Closure && self.counts_only()
    }

    /// Whether another pattern may prove more than the one that counts.
    pub(crate) fn wants_best(&self) -> bool {
        self.taken == Wanted::Most
    }

    /// Whether a pattern with this many conclusions counts. Forgets the pattern that it replaces, if any.
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

    /// Returns the number of candidates proved false or true, and of relations.
    pub(crate) fn proved(&self) -> usize {
        self.eliminated.len() + self.asserted.len() + self.related.len()
    }

    /// Whether something was found.
    pub fn any(&self) -> bool {
        self.contradiction || self.patterns > 0
    }

    /// Forgets all findings.
    pub fn clear(&mut self) {
        let steps = self.steps.take().map(|mut steps| {
            steps.clear();
            steps
        });
        let Findings { taken, counts_steps, .. } = *self;
        *self = Findings { steps, taken, counts_steps, ..Findings::default() };
    }

    /// Adds a pattern that removes `targets`, which must all be present. Ignores a pattern without targets.
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

    /// Adds a pattern for each target, which it removes.
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

    /// Adds a pattern that removes `targets`, on a board where only counts are kept. Ignores a pattern
    /// without targets.
    pub(crate) fn eliminate_on_board(&mut self, targets: &Candidates) {
        self.eliminate(targets, || Evidence::Chain { links: Vec::new() });
    }

    /// Adds a pattern for each target, without keeping steps.
    pub(crate) fn eliminate_unrecorded(&mut self, targets: &Candidates) {
        self.patterns += targets.count();
        self.steps_to_take += targets.without(&self.eliminated).count();
        self.eliminated.extend(targets);
    }

    /// Adds a pattern that asserts a candidate.
    pub fn assert(&mut self, candidate: Candidate, because: impl FnOnce() -> Evidence) {
        if !self.takes(1) {
            return;
        }
        self.patterns += 1;
        self.steps_to_take += u32::from(!self.asserted.contains(candidate));
        self.asserted.insert(candidate);
        self.keep(Candidates::EMPTY, [candidate].into_iter().collect(), because);
    }

    /// Adds a pattern or a chain that proves relations, which may replace an earlier one.
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

    /// Adds a proof that there is no solution.
    pub fn contradict(&mut self, because: impl FnOnce() -> Evidence) {
        if !self.takes(usize::MAX) {
            return;
        }
        self.patterns += 1;
        self.contradiction = true;
        self.keep(Candidates::EMPTY, Candidates::EMPTY, because);
    }

    /// Sets the text of the last pattern, if it is kept, to the line that another program prints for it.
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

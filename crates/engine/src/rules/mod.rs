//! The resolution rules: one file a family, one row a rule in [`RULES`].
//!
//! A rule looks at a resolution state and says what it proves there with patterns of one size. It
//! changes nothing: the solver applies what is found, all of it at once.

mod alldiff;
mod bipartite;
mod br_net;
pub mod chain;
pub mod colouring;
mod fish;
mod hall;
mod locked;
pub mod pattern;
pub mod pom;
mod probe;
pub mod singles;
mod subset;
mod trace;
pub mod trial;
mod unique;

pub use bipartite::{Exclusion, matchings};

use crate::budget::OutOfBudget;
use crate::graph::State;
use crate::grid::notation;
use crate::grid::{Candidate, Candidates, Cells};
use pattern::{Lemma, Pattern};
use std::ops::RangeInclusive;

/// Every rule. The order is that of nrc-rules §A.4: of two rules on one rung the earlier is tried, and
/// credited, first.
pub static RULES: &[&dyn Rule] = &[
    &singles::Contradiction,
    &singles::NakedSingle,
    &singles::HiddenSingle,
    &locked::Locked,
    &subset::Naked,
    &subset::Hidden,
    &fish::Fish,
    &fish::FinnedFish,
    &alldiff::AllDifferent,
    &colouring::x_cycle::X_CYCLE,
    &colouring::x_cycle::X_CYCLE_ER,
    &colouring::x_cycle::X_CYCLE_HINGE,
    &colouring::x_cycle::X_CYCLE_GENERAL,
    &colouring::y_cycle::YCycle,
    &colouring::y_knot::YKnot,
    &unique::UniqueRectangle::Type1,
    &unique::UniqueRectangle::Type2,
    &unique::UniqueRectangle::Type3,
    &unique::UniqueRectangle::Type4,
    &unique::UniqueRectangle::Type5,
    &unique::UniqueRectangle::Type6,
    &unique::UniqueRectangle::Hidden,
    &unique::Bug1,
    &chain::planar::XY_WING,
    &chain::planar::XYZ_WING,
    &chain::planar::XY,
    &chain::planar::HXY,
    &chain::planar::HXY_RN,
    &chain::planar::HXY_CN,
    &chain::planar::HXY_BN,
    &chain::planar::C,
    &chain::planar::XYT,
    &chain::planar::HXYT,
    &chain::planar::HXYT_RN,
    &chain::planar::HXYT_CN,
    &chain::planar::HXYT_BN,
    &chain::planar::XYZ,
    &chain::planar::HXYZ,
    &chain::planar::HXYZ_RN,
    &chain::planar::HXYZ_CN,
    &chain::planar::HXYZ_BN,
    &chain::planar::XYZT,
    &chain::planar::HXYZT,
    &chain::planar::HXYZT_RN,
    &chain::planar::HXYZT_CN,
    &chain::planar::HXYZT_BN,
    &chain::seed::NRC,
    &chain::seed::NRCT,
    &chain::seed::NRCZ,
    &chain::seed::NRCZ_FIRST,
    &chain::seed::NRCZT,
    &chain::seed::NRCZT_FIRST,
    &chain::seed::NRCT_2D,
    &chain::seed::NRCZ_2D,
    &chain::seed::NRCZT_2D_CHAIN,
    &chain::seed::NRCT_LR,
    &chain::seed::NRCT_RL,
    &chain::seed::NRCZT_LR,
    &chain::seed::NRCZT_RL,
    &chain::seed::NRCZT_2D_LR,
    &chain::seed::NRCZT_2D_RL,
    &chain::bivalue::TYPED_BIVALUE,
    &chain::bivalue::BIVALUE_CHAIN,
    &chain::bivalue::TYPED_Z,
    &chain::bivalue::Z_CHAIN_RULE,
    &chain::oddagon::Oddagon,
    &chain::bivalue::TYPED_T,
    &chain::whip::TYPED,
    &chain::bivalue::T_WHIP_RULE,
    &chain::whip::PLAIN,
    &chain::whip::LOOPS,
    &chain::g_whip::TYPED_BIVALUES,
    &chain::g_whip::BIVALUES,
    &chain::g_whip::TYPED_WHIPS,
    &chain::g_whip::WHIPS,
    &chain::subset_whip::S2_CHAIN,
    &chain::subset_whip::S2_Z_CHAIN,
    &chain::subset_whip::S2_T_CHAIN,
    &chain::subset_whip::S2_WHIP,
    &chain::subset_whip::S3_CHAIN,
    &chain::subset_whip::S3_Z_CHAIN,
    &chain::subset_whip::S3_T_CHAIN,
    &chain::subset_whip::S3_WHIP,
    &chain::subset_whip::S4_CHAIN,
    &chain::subset_whip::S4_Z_CHAIN,
    &chain::subset_whip::S4_T_CHAIN,
    &chain::subset_whip::S4_WHIP,
    &chain::braid::TYPED,
    &chain::braid::PLAIN,
    &chain::g_whip::TYPED_BRAIDS,
    &chain::g_whip::BRAIDS,
    &chain::subset_whip::S2_BRAID,
    &chain::subset_whip::S3_BRAID,
    &chain::subset_whip::S4_BRAID,
    &chain::forcing::ForcingWhip { branches: 2 },
    &chain::forcing::ForcingWhip { branches: 3 },
    &pom::SingleDigit,
    &pom::PatternExclusion,
    &pom::PatternPairs,
    &pom::PB1,
    &pom::PB2,
    &pom::PB3,
    &br_net::PLAIN,
    &br_net::HINGE,
    &br_net::STREAMS,
    &trial::BRT,
    &trial::W1,
    &trial::S2,
    &trial::S3,
    &trial::S4,
];

/// Names that stand for several rules in a ladder.
pub static GROUPS: &[(&str, &[&str])] = &[
    ("brt", &["contradiction", "naked-single", "hidden-single"]),
    ("subset", &["naked", "hidden"]),
    ("unique", &["ur1", "ur2", "ur3", "ur4", "ur5", "ur6", "hidden-ur", "bug1"]),
];

/// What a user is told about a rule.
pub struct Info {
    /// Its name in ladders and reports.
    pub name: &'static str,
    /// What it proves, in a sentence or two.
    pub proves: &'static str,
    /// Where it is defined: a book section or a seed.
    pub source: &'static str,
    /// The sizes it comes in; `None` for a rule without size.
    pub sizes: Option<RangeInclusive<u8>>,
    /// A ladder, a puzzle, and a step of that ladder's path on it by this rule.
    pub example: Example,
}

/// See [`Info::example`].
pub struct Example {
    /// The ladder's definition.
    pub ladder: &'static str,
    /// The 81 cells.
    pub puzzle: &'static str,
    /// The whole text of the step as `explain` prints it.
    pub step: &'static str,
}

/// A resolution rule.
pub trait Rule: Sync {
    /// Its documentation.
    fn info(&'static self) -> &'static Info;

    /// Whether what it proves holds only if the puzzle has no second solution. No named ladder has such
    /// a rule.
    fn assumes_unique(&self) -> bool {
        false
    }

    /// Adds to `found` everything that patterns of exactly this size prove in `state`. Simpler rules
    /// need not be exhausted, except singles. `size` is 0 for a rule without size.
    fn find(&self, state: &mut State, size: u8, found: &mut Findings) -> Result<(), OutOfBudget>;
}

/// The rule with this name.
pub fn find_rule(name: &str) -> Option<&'static dyn Rule> {
    RULES.iter().copied().find(|rule| rule.info().name == name)
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
}

/// One pattern and its conclusions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pattern.
    pub pattern: Pattern,
    /// The candidates it proves false.
    pub eliminated: Candidates,
    /// The candidates it proves true. Where there are neither, it proves that there is no solution.
    pub asserted: Candidates,
}

impl Findings {
    /// Findings that keep every step.
    pub fn traced() -> Findings {
        Findings { steps: Some(Vec::new()), ..Findings::default() }
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
        *self = Findings { steps, ..Findings::default() };
    }

    /// A pattern that removes `targets`, all of them present. Nothing to remove is no firing.
    pub fn eliminate(&mut self, targets: &Candidates, pattern: impl FnOnce() -> Pattern) {
        if targets.is_empty() {
            return;
        }
        self.firings += 1;
        self.eliminated.extend(targets);
        self.keep(*targets, Candidates::EMPTY, pattern);
    }

    /// Patterns that remove one candidate each.
    pub fn eliminate_each(
        &mut self,
        targets: &Candidates,
        mut pattern: impl FnMut(Candidate) -> Pattern,
    ) {
        if self.steps.is_none() {
            return self.eliminate_untold(targets);
        }
        for target in targets.iter() {
            self.eliminate(&[target].into_iter().collect(), || pattern(target));
        }
    }

    /// The same where steps are not kept.
    fn eliminate_untold(&mut self, targets: &Candidates) {
        self.firings += targets.len() as u32;
        self.eliminated.extend(targets);
    }

    /// A pattern that asserts a candidate.
    pub fn assert(&mut self, candidate: Candidate, pattern: impl FnOnce() -> Pattern) {
        self.firings += 1;
        self.asserted.insert(candidate);
        self.keep(Candidates::EMPTY, [candidate].into_iter().collect(), pattern);
    }

    /// A proof that there is no solution.
    pub fn contradict(&mut self, pattern: impl FnOnce() -> Pattern) {
        self.firings += 1;
        self.contradiction = true;
        self.keep(Candidates::EMPTY, Candidates::EMPTY, pattern);
    }

    /// Keeps the step if steps are kept.
    fn keep(
        &mut self,
        eliminated: Candidates,
        asserted: Candidates,
        pattern: impl FnOnce() -> Pattern,
    ) {
        if let Some(steps) = &mut self.steps {
            steps.push(Step { pattern: pattern(), eliminated, asserted });
        }
    }
}

impl Step {
    /// The pattern and its conclusions, in nrc notation.
    pub fn text(&self) -> String {
        format!("{} ==> {}", self.pattern, self.conclusions())
    }

    fn conclusions(&self) -> String {
        let value = |candidate: Candidate| {
            format!("{}={}", notation::cell_name(candidate.cell as usize), candidate.digit + 1)
        };
        match self.asserted.iter().next() {
            Some(candidate) => value(candidate),
            None if self.eliminated.is_empty() => "no solution".to_string(),
            None => notation::eliminations(&self.eliminated),
        }
    }
}

/// The candidates of `digit` in `cells`.
fn of_digit(digit: usize, cells: Cells) -> Candidates {
    let mut targets = Candidates::EMPTY;
    targets.0[digit] = cells;
    targets
}

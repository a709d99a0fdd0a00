//! The resolution rules: one file a family, one row a rule in [`RULES`]. What a rule is, says [`crate::rule`].

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

use crate::grid::{Candidates, Cells};
use crate::rule::{Example, Findings, Info, Rule, Step};

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

/// The rule with this name.
pub fn find_rule(name: &str) -> Option<&'static dyn Rule> {
    RULES.iter().copied().find(|rule| rule.info().name == name)
}

/// The candidates of `digit` in `cells`.
fn of_digit(digit: usize, cells: Cells) -> Candidates {
    let mut targets = Candidates::EMPTY;
    targets.0[digit] = cells;
    targets
}

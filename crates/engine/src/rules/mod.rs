//! The resolution rules: one file a family, one row a rule in [`RULES`]. What a rule is, says [`crate::rule`].

mod alldiff;
mod bipartite;
mod br_net;
pub mod chain;
pub mod colouring;
pub mod deep_trial;
mod fish;
mod hall;
mod locked;
pub mod pom;
mod probe;
pub mod singles;
mod subset;
mod trace;
pub mod trial;
mod unique;

pub use bipartite::matchings;

use crate::evidence::families::{Family, TABLES};
use crate::grid::{Candidates, Cells};
use crate::rule::{Findings, Info, Rule, info};

/// The rules that are no chain families. Of two rules on one rung the earlier in [`RULES`] is tried, and credited, first.
static SINGLES_AND_SETS: &[&dyn Rule] = &[
    &singles::Contradiction,
    &singles::NakedSingle,
    &singles::HiddenSingle,
    &locked::Locked,
    &subset::NAKED,
    &subset::HIDDEN,
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
];
static CLOSURES: &[&dyn Rule] = &[
    &chain::forcing::ForcingWhip { branches: 2 },
    &chain::forcing::ForcingWhip { branches: 3 },
    &pom::SingleDigit,
    &pom::PATTERN_EXCLUSION,
    &pom::PATTERN_PAIRS,
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
    &deep_trial::DEEP,
    &deep_trial::BRAIDS,
    &deep_trial::DEEP_BRAIDS,
];

/// Every rule: those above, the chain families of [`TABLES`] (with oddagons before the last of them), the closures.
pub static RULES: &[&dyn Rule] = &{
    let [hls, hls2, modern, whips] = TABLES;
    let all = [&singles::Contradiction as &dyn Rule; COUNT];
    let (all, at) = rows(all, 0, SINGLES_AND_SETS);
    let (all, at) = families(all, at, hls);
    let (all, at) = families(all, at, hls2);
    let (mut all, at) = families(all, at, modern);
    all[at] = &chain::oddagon::Oddagon;
    let (all, at) = families(all, at + 1, whips);
    let (all, at) = rows(all, at, CLOSURES);
    assert!(at == COUNT);
    all
};

const COUNT: usize = {
    let [hls, hls2, modern, whips] = TABLES;
    SINGLES_AND_SETS.len()
        + hls.len()
        + hls2.len()
        + modern.len()
        + 1
        + whips.len()
        + CLOSURES.len()
};

type All = [&'static dyn Rule; COUNT];

const fn rows(mut all: All, from: usize, rows: &[&'static dyn Rule]) -> (All, usize) {
    let mut k = 0;
    while k < rows.len() {
        all[from + k] = rows[k];
        k += 1;
    }
    (all, from + k)
}

const fn families(mut all: All, from: usize, rows: &'static [Family]) -> (All, usize) {
    let mut k = 0;
    while k < rows.len() {
        all[from + k] = &rows[k];
        k += 1;
    }
    (all, from + k)
}

/// Rules of `brt`, which stand first in [`RULES`].
pub const BRT: usize = 3;

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

fn of_digit(digit: usize, cells: Cells) -> Candidates {
    let mut targets = Candidates::EMPTY;
    targets.0[digit] = cells;
    targets
}

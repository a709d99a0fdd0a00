//! Resolution rules: one file per family, one row per rule in [`RULES`]. [`crate::rule`] defines the
//! interface of a rule.

pub(crate) mod aliases;
mod als;
mod barren;
mod bipartite;
mod blossom_loop;
mod br_net;
mod chain;
pub(crate) mod colouring;
mod guardians;
mod links;
pub(crate) mod matching;
pub(crate) mod on_boards;
mod or_k;
mod pom;
mod rank;
mod sets;
mod singles;
mod trace;
mod trial;
mod uniqueness;

pub use aliases::{ALIASES, TECHNIQUES_WITHOUT_RULE, one_name, plain, written};
pub(crate) use aliases::{called, meaning};
pub(crate) use bipartite::matchings;
pub(crate) use chain::{ChainSearch, Rebuild};
pub(crate) use links::deadly;

use crate::board_tables::SubsetKind;
use crate::evidence::Clause;
use crate::evidence::families::{Chains, Family, TABLES, named};
use crate::rule::{Function, Rule, confluent, of_unique, rule};
use br_net::ExtraClauses;
use chain::forcing;
use colouring::{Hinges, x_cycle};
use links::named::{self, NamedWing};
use links::one_digit::{self, OneDigitPattern, two_links};
use links::search::{self, LinkKinds};
use links::{colours, medusa};
use links::{ring, wings};
use or_k::degenerate::{self, DegenerateForm};
use or_k::{CHAINS, patterns, split, tridagon};
use pom::pattern_net::{self, Exclusion};
use sets::{
    alldiff, almost_locked, bent, finned, firework, fish, franken, locked, locked_set, mutant, subset,
};
use singles::SingleIn;
use trial::implied::StartKind;
use trial::{deep_trial, implied, kraken, nishio};
use uniqueness::unique::{RectangleType, rectangles};
use uniqueness::{
    bivalue_oddagon, bug_lite, bug_plus, extended_rectangle, external_rectangle, rectangle_links,
    rectangle_wing, reverse_bug, symmetrical_placement, unique, unique_loop,
};

/// Rules before the chain families: singles, subsets, colouring, uniqueness. Of two rules on one rung, the
/// earlier in [`RULES`] is tried and credited first.
static BEFORE_CHAINS: &[&dyn Rule] = &[
    &confluent("contradiction", singles::contradictions).on_boards(on_boards::contradictions),
    &confluent("full-house", |state, _, found| singles::in_house(SingleIn::FullHouse, state, found))
        .on_boards(|state, _, found| on_boards::hidden_in(SingleIn::FullHouse, state, found)),
    &confluent("last-digit", singles::last_digits).on_boards(on_boards::last_digits),
    &confluent("naked-single", singles::naked).on_boards(on_boards::naked),
    &confluent("hidden-single-in-block", |state, _, found| singles::in_house(SingleIn::Block, state, found))
        .on_boards(|state, _, found| on_boards::hidden_in(SingleIn::Block, state, found)),
    &confluent("hidden-single-in-line", |state, _, found| singles::in_house(SingleIn::Line, state, found))
        .on_boards(|state, _, found| on_boards::hidden_in(SingleIn::Line, state, found)),
    &confluent("hidden-single", singles::hidden).on_boards(on_boards::hidden),
    &LOCKED,
    &NAKED,
    &HIDDEN,
    &FISH,
    &rule("finned-fish", fish::find_finned),
    &rule("alldiff", alldiff::find),
    &rule("x-cycle", |state, _, found| x_cycle::find(Hinges::None, state, found)),
    &rule("x-cycle-er", |state, _, found| x_cycle::find(Hinges::EmptyRectangle, state, found)),
    &rule("x-cycle-hinge", |state, _, found| x_cycle::find(Hinges::Blocks, state, found)),
    &rule("x-cycle-general", |state, _, found| x_cycle::find(Hinges::Houses, state, found)),
    &rule("y-cycle", colouring::y_cycle::find),
    &rule("y-knot", colouring::y_knot::find),
    &of_unique("ur1", |one, state, _, found| rectangles(RectangleType::Type1, one, state, found)),
    &of_unique("ur2", |one, state, _, found| rectangles(RectangleType::Type2, one, state, found)),
    &of_unique("ur3", |one, state, _, found| rectangles(RectangleType::Type3, one, state, found)),
    &of_unique("ur4", |one, state, _, found| rectangles(RectangleType::Type4, one, state, found)),
    &of_unique("ur5", |one, state, _, found| rectangles(RectangleType::Type5, one, state, found)),
    &of_unique("ur6", |one, state, _, found| rectangles(RectangleType::Type6, one, state, found)),
    &of_unique("hidden-ur", |one, state, _, found| rectangles(RectangleType::Hidden, one, state, found)),
    &of_unique("ar1", |one, state, _, found| rectangles(RectangleType::Avoidable1, one, state, found)),
    &of_unique("ar2", |one, state, _, found| rectangles(RectangleType::Avoidable2, one, state, found)),
    &of_unique("ur-strong-link", |one, state, _, found| rectangle_links::find(false, one, state, found)),
    &of_unique("hidden-ar", |one, state, _, found| rectangle_links::find(true, one, state, found)),
    &of_unique("ur-wing", rectangle_wing::find),
    &of_unique("external-ur", external_rectangle::find),
    &of_unique("unique-loop", unique_loop::find),
    &of_unique("extended-rectangle", extended_rectangle::find),
    &of_unique("bug-lite", bug_lite::find),
    &of_unique("reverse-bug", reverse_bug::find),
    &of_unique("bug1", unique::bug),
    &of_unique("bug-plus", bug_plus::find),
];
/// Impossible patterns, and the relations that follow from them.
static IMPOSSIBLE: &[&dyn Rule] = &[
    &rule("last-guardian", or_k::last_guardian).of_relations(),
    &rule("tridagon", tridagon::eliminate),
    &rule("anti-tridagon", tridagon::relations).of_relations(),
    &rule("degen-cycl-trid", |state, _, found| degenerate::relations(DegenerateForm::Cyclic, state, found))
        .of_relations(),
    &rule("degen-cycl-trid-coded", |state, _, found| {
        degenerate::relations(DegenerateForm::Coded, state, found)
    })
    .of_relations(),
    &rule("select1", |state, _, found| patterns::relations(1, state, found)).of_relations(),
    &rule("select2", |state, _, found| patterns::relations(2, state, found)).of_relations(),
    &rule("select3", |state, _, found| patterns::relations(3, state, found)).of_relations(),
    &rule("select4", |state, _, found| patterns::relations(4, state, found)).of_relations(),
    &rule("imp630", |state, _, found| patterns::relations(5, state, found)).of_relations(),
];
static SPLIT: Function = rule("split", split::find).of_relations();
/// Techniques that players name. Rules of other lists prove the same conclusions under other names.
static PLAYERS: &[&dyn Rule] = &[
    &rule("pointing", |state, _, found| locked::find_one_way(true, state, found))
        .on_boards(|state, _, found| on_boards::locked_one_way(true, state, found)),
    &rule("claiming", |state, _, found| locked::find_one_way(false, state, found))
        .on_boards(|state, _, found| on_boards::locked_one_way(false, state, found)),
    &rule("locked-pair", |state, _, found| locked_set::in_crossing(2, state, found)),
    &rule("locked-triple", |state, _, found| locked_set::in_crossing(3, state, found)),
    &rule("finned", |state, size, found| finned::find(false, state, size, found)),
    &rule("sashimi", |state, size, found| finned::find(true, state, size, found)),
    &rule("franken-fish", |state, size, found| franken::find(false, state, size, found)),
    &rule("finned-franken-fish", |state, size, found| franken::find(true, state, size, found)),
    &rule("skyscraper", |state, _, found| two_links(OneDigitPattern::Skyscraper, state, found)).of_boards(),
    &rule("two-string-kite", |state, _, found| two_links(OneDigitPattern::Kite, state, found)).of_boards(),
    &rule("turbot-fish", |state, _, found| two_links(OneDigitPattern::Turbot, state, found)).of_boards(),
    &rule("empty-rectangle", one_digit::empty_rectangles),
    &rule("simple-colours-trap", colours::traps).of_boards(),
    &rule("simple-colours-wrap", colours::wraps).of_boards(),
    &rule("multi-colours", colours::multi).of_boards(),
    &rule("3d-medusa", medusa::find),
    &rule("nishio", nishio::find),
    &rule("bivalue-oddagon", bivalue_oddagon::find),
    &rule("guardians", guardians::find),
    &rule("x-chain", |state, size, found| search::find(LinkKinds::OneDigit, state, size, found)).of_boards(),
    &rule("w-wing", wings::w_wings).of_boards(),
    &rule("grouped-w-wing", wings::grouped_w_wings),
    &rule("remote-pair", wings::remote_pairs).of_boards(),
    &rule("wxyz-wing", |state, _, found| bent::find(4, state, found)),
    &rule("vwxyz-wing", |state, _, found| bent::find(5, state, found)),
    &rule("m-wing", |state, _, found| named::find(NamedWing::M, state, found)).of_boards(),
    &rule("s-wing", |state, _, found| named::find(NamedWing::S, state, found)).of_boards(),
    &rule("l-wing", |state, _, found| named::find(NamedWing::L, state, found)).of_boards(),
    &rule("h-wing", |state, _, found| named::find(NamedWing::H, state, found)).of_boards(),
    &rule("xy-chain", |state, size, found| search::find(LinkKinds::Cells, state, size, found)).of_boards(),
    &rule("aic", |state, size, found| search::aic(LinkKinds::Both, state, size, found)).of_boards(),
    &rule("nice-loop", |state, size, found| ring::find(LinkKinds::Both, state, size, found)).of_boards(),
    &rule("grouped-aic", |state, size, found| search::aic(LinkKinds::Groups, state, size, found)),
    &rule("grouped-nice-loop", |state, size, found| ring::find(LinkKinds::Groups, state, size, found)),
    &rule("als-aic", |state, size, found| search::aic(LinkKinds::Sets, state, size, found)),
    &rule("als-nice-loop", |state, size, found| ring::find(LinkKinds::Sets, state, size, found)),
    &rule("blossom-loop", blossom_loop::find),
    &rule("sue-de-coq", locked_set::sue_de_coq),
    &rule("als-xz", als::pairs::xz),
    &rule("als-xy-wing", als::pairs::xy_wing),
    &rule("als-chain", als::chain::find),
    &rule("death-blossom", als::blossom::find),
    &rule("anls-death-blossom", als::blossom::find_several),
    &rule("mutant-fish", mutant::find),
    &rule("kraken-fish-1", |state, size, found| kraken::find(true, state, size, found)),
    &rule("kraken-fish-2", |state, size, found| kraken::find(false, state, size, found)),
    &rule("digit-forcing-chain", |state, size, found| implied::find(StartKind::Digit, state, size, found)),
    &rule("cell-forcing-chain", |state, size, found| implied::find(StartKind::Cell, state, size, found)),
    &rule("unit-forcing-chain", |state, size, found| implied::find(StartKind::Unit, state, size, found)),
    &rule("contradiction-chain", |state, size, found| {
        implied::find(StartKind::Contradiction, state, size, found)
    }),
    &rule("almost-locked-candidates", almost_locked::find),
    &rule("aligned-pair-exclusion", als::aligned::find),
    &rule("sk-loop", rank::sk_loop::find),
    &rule("msls", rank::msls::find),
    &rule("exocet", rank::exocet::find),
    &rule("locked-target-exocet", rank::exocet::find_locked),
    &rule("double-exocet", rank::double::find),
    &rule("tr0", rank::closure::find).monotone(&[]),
    &rule("tr", rank::assumed::find).monotone(&[]),
    &rule("firework-triple", firework::triples),
    &rule("firework-quadruple", firework::quadruples),
    &of_unique("ur-aic", |_, state, size, found| search::aic(LinkKinds::Rectangles, state, size, found)),
    &of_unique("ur-nice-loop", |_, state, size, found| ring::find(LinkKinds::Rectangles, state, size, found)),
    &of_unique("bug-aic", |_, state, size, found| search::aic(LinkKinds::Graves, state, size, found)),
    &of_unique("bug-nice-loop", |_, state, size, found| ring::find(LinkKinds::Graves, state, size, found)),
    &of_unique("gsp", symmetrical_placement::find),
];
static ODDAGON: Function = rule("oddagon", chain::oddagon::find).of_boards();
/// Rules after the chain families: forcing whips, closures, trial and error.
static AFTER_CHAINS: &[&dyn Rule] = &[
    &rule("forcing-whip", |state, size, found| forcing::find(2, state, size, found)).of_boards(),
    &rule("forcing3-whip", |state, size, found| forcing::find(3, state, size, found)).of_boards(),
    &POM1,
    &rule("pom2", |state, _, found| pom::exclusion::find(false, state, found)).monotone(&[&POM1]),
    &rule("pom3", |state, _, found| pom::exclusion::find(true, state, found)).monotone(&[&POM1]),
    &PB1,
    &rule("pb2", |state, _, found| pattern_net::find(Exclusion::ByClauses, state, found)).monotone(&[&PB1]),
    &rule("pb3", |state, _, found| pattern_net::find(Exclusion::ByTests, state, found)).monotone(&[&PB1]),
    &BR_NET,
    &rule("br-net-hinge", |state, _, found| br_net::find(ExtraClauses::Hinges, state, found)),
    &rule("br-net-streams", |state, _, found| br_net::find(ExtraClauses::Streams, state, found)),
    &trial::BRT,
    &trial::W1,
    &trial::S2,
    &trial::S3,
    &trial::S4,
    &deep_trial::DEEP,
    &deep_trial::BRAIDS,
    &deep_trial::DEEP_BRAIDS,
];

// Monotone: an excluded pattern stays excluded, and a clause of two candidates stays true, in every later
// state; when one of the two candidates is decided, singles decide the other. Patterns of one digit leave no
// locked candidates; the net of links is part of the net with patterns.
static POM1: Function = rule("pom1", pom::single::find).monotone(&[&LOCKED]);
static PB1: Function = rule("pb1", |state, _, found| pattern_net::find(Exclusion::Never, state, found))
    .monotone(&[&LOCKED, &BR_NET]);
static BR_NET: Function =
    rule("br-net", |state, _, found| br_net::find(ExtraClauses::Nothing, state, found)).monotone(&[]);

// Rules that make up the theories played by trial and error. Subsets and fish are monotone: a Hall set stays
// one when candidates are removed; when one of its lines is decided, the others form a smaller one.
pub(crate) static LOCKED: Function =
    confluent("lc", locked::find).before_singles().on_boards(on_boards::locked);
pub(crate) static NAKED: Function = rule("naked", |state, size, found| subset::find(0, state, size, found))
    .monotone(&[])
    .before_singles()
    .on_boards(|state, size, found| on_boards::subsets(SubsetKind::Naked, state, size, found));
pub(crate) static HIDDEN: Function = rule("hidden", |state, size, found| subset::find(1, state, size, found))
    .monotone(&[])
    .before_singles()
    .on_boards(|state, size, found| on_boards::subsets(SubsetKind::Hidden, state, size, found));
pub(crate) static FISH: Function = rule("fish", fish::find)
    .monotone(&[])
    .before_singles()
    .on_boards(|state, size, found| on_boards::subsets(SubsetKind::Fish, state, size, found));

/// Every rule: the lists above, the chain families of [`TABLES`] (with oddagons before the last table), the
/// closures, players' techniques.
pub static RULES: &[&dyn Rule] = &{
    let [hls, hls2, modern, whips] = TABLES;
    let all = [&LOCKED as &dyn Rule; COUNT];
    let (all, at) = rows(all, 0, BEFORE_CHAINS);
    let (all, at) = rows(all, at, IMPOSSIBLE);
    let (all, at) = families(all, at, hls);
    let (all, at) = families(all, at, hls2);
    let (mut all, at) = families(all, at, modern);
    all[at] = &ODDAGON;
    let (mut all, at) = families(all, at + 1, whips);
    all[at] = &SPLIT;
    let (all, at) = rows(all, at + 1, CHAINS);
    let (all, at) = rows(all, at, AFTER_CHAINS);
    let (all, at) = rows(all, at, PLAYERS);
    assert!(at == COUNT);
    all
};

const COUNT: usize = {
    let [hls, hls2, modern, whips] = TABLES;
    BEFORE_CHAINS.len()
        + IMPOSSIBLE.len()
        + hls.len()
        + hls2.len()
        + modern.len()
        + 1
        + whips.len()
        + 1
        + CHAINS.len()
        + AFTER_CHAINS.len()
        + PLAYERS.len()
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

/// Number of rules of singles and contradictions, which are first in [`RULES`].
pub const SINGLES: usize = 7;
/// Number of rules in `brt`.
pub const BRT: usize = 3;

/// Names of the given kinds of chains, each kind with relations of 2, 3, 4 and 5 guardians.
macro_rules! up_to_or5 {
    ($($of:literal),+) => {
        &[
            $(concat!("or2-", $of),)+
            $(concat!("or3-", $of),)+
            $(concat!("or4-", $of),)+
            $(concat!("or5-", $of),)+
        ]
    };
}

/// Names that mean several rules in a ladder, all with the same sizes.
pub static GROUPS: &[(&str, &[&str])] = &[
    ("brt", &["contradiction", "naked-single", "hidden-single"]),
    ("subset", &["naked", "hidden"]),
    ("or5-whips", up_to_or5!("contrad-whip", "whip")),
    ("or5-g-whips", up_to_or5!("contrad-g-whip", "g-whip")),
    ("or5-forcing-whips", up_to_or5!("forcing-whip")),
    ("unique", &["ur1", "ur2", "ur3", "ur4", "ur5", "ur6", "hidden-ur", "ar1", "ar2", "bug1"]),
    ("unique-rectangles", &["ur1", "ur2", "ur3", "ur4", "ur5", "ur6", "hidden-ur"]),
    ("uniqueness-tests", &["ur1", "ur2", "ur3", "ur4", "ur5", "ur6"]),
    ("avoidable-rectangles", &["ar1", "ar2"]),
    ("simple-colours", &["simple-colours-trap", "simple-colours-wrap"]),
    ("kraken-fish", &["kraken-fish-1", "kraken-fish-2"]),
];

/// Rules that together prove the same as another rule, and replace it in some scales.
pub static PARTS: &[(&str, &[&str])] = &[("lc", &["pointing", "claiming"])];

/// Returns the rules of `brt`.
pub(crate) fn brt() -> impl Iterator<Item = &'static dyn Rule> {
    let names = GROUPS.iter().filter(|group| group.0 == "brt").flat_map(|group| group.1);
    names.filter_map(|name| find_rule(name))
}

/// Whether the rule is one of singles, or finds contradictions.
pub(crate) fn is_single(rule: &'static dyn Rule) -> bool {
    // By address: techniques of SER share names with rules of singles.
    RULES.iter().take(SINGLES).any(|&single| std::ptr::addr_eq(rule, single))
}

/// Whether the rule may be searched in a state with unplayed singles: its steps are complete there, too.
/// Chains of objects would pass through a variable with one candidate, and knots find candidates that are
/// already placed.
pub(crate) fn may_precede_singles(rule: &'static dyn Rule) -> bool {
    use Clause::{Circle, Forcing, Guardians, Knots, YCycle};
    let info = rule.info();
    let is_of_objects = named(info.name).is_some_and(|family| matches!(family.chains, Chains::Objects(_)));
    let needs_singles = matches!(info.clause, YCycle | Knots | Forcing | Circle | Guardians)
        || rule.uses_relations()
        || is_of_objects;
    !needs_singles
}

/// Whether players have a name for the rule: a technique of their catalogues.
pub(crate) fn is_of_players(rule: &'static dyn Rule) -> bool {
    PLAYERS.iter().any(|&own| std::ptr::addr_eq(own, rule))
}

/// Rules beyond [`PLAYERS`] that players have a name for.
const ALSO_OF_PLAYERS: &[&str] = &[
    "contradiction",
    "full-house",
    "last-digit",
    "naked-single",
    "hidden-single-in-block",
    "hidden-single-in-line",
    "hidden-single",
    "lc",
    "naked",
    "hidden",
    "fish",
    "ur1",
    "ur2",
    "ur3",
    "ur4",
    "ur5",
    "ur6",
    "hidden-ur",
    "ar1",
    "ar2",
    "ur-strong-link",
    "hidden-ar",
    "ur-wing",
    "external-ur",
    "unique-loop",
    "extended-rectangle",
    "bug-lite",
    "reverse-bug",
    "bug1",
    "bug-plus",
    "xy-wing",
    "xyz-wing",
];

/// Whether players have a name for the rule, in their catalogues or elsewhere.
pub(crate) fn has_players_name(rule: &'static dyn Rule) -> bool {
    is_of_players(rule) || ALSO_OF_PLAYERS.contains(&rule.info().name)
}

/// Finds the rule called `name`.
pub fn find_rule(name: &str) -> Option<&'static dyn Rule> {
    RULES.iter().copied().find(|rule| rule.info().name == name)
}

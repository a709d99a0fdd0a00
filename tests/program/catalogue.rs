//! The tables: every rule and every named ladder is registered, documented, and does what its example says.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;
use sudoscope::evidence::{Info, Notation};
use sudoscope::input::read_puzzle;
use sudoscope::path::{PathStep, ResolutionPath};
use sudoscope::rules::{ALIASES, GROUPS, RULES, TECHNIQUES_WITHOUT_RULE, find_rule};
use sudoscope::scale::{DEFAULT_BUDGET, Item, SCALES, Scale, ScaleError, rule_and_sizes};
use sudoscope::testing::families::TABLES;
use sudoscope::testing::meaning;

fn ladder(definition: &str) -> Scale {
    Scale::named(definition).or_else(|_| Scale::define("example", definition)).unwrap()
}

#[test]
fn names_are_unique_and_documented() {
    let mut names = HashSet::new();
    for rule in RULES {
        let info = rule.info();
        assert!(names.insert(info.name), "{}", info.name);
        assert!(info.proves.len() > 20 && !info.source.is_empty(), "{}", info.name);
        assert!(!info.example.step.is_empty(), "{}", info.name);
    }
    for (group, members) in GROUPS {
        assert!(names.insert(group), "{group}");
        let sizes: Vec<_> = members.iter().map(|one| find_rule(one).unwrap().info().sizes.clone()).collect();
        assert!(sizes.windows(2).all(|two| two[0] == two[1]), "{group}");
    }
    let mut names = HashSet::new();
    for named in SCALES {
        assert!(names.insert(named.name) && !named.about.is_empty() && !named.source.is_empty());
        // H assumes uniqueness as HoDoKu does; all other ladders can be used if uniqueness is not checked.
        let assumes = Scale::named(named.name).unwrap().assumes_unique();
        assert_eq!(assumes, (named.name == "H").then_some("bug1"), "{}", named.name);
    }
}

/// A rule, the path that contains its example, and the position of the example on that path.
pub struct Example {
    pub info: &'static Info,
    pub path: ResolutionPath,
    pub at: usize,
}

/// Examples of all rules, in the order of the table, climbed once for all tests that use them.
pub static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let example = |info: &'static Info| {
        let puzzle = read_puzzle(info.example.puzzle.as_bytes()).unwrap().puzzle;
        let path = ResolutionPath::climb(&puzzle, &ladder(info.example.ladder), DEFAULT_BUDGET);
        let path = path.written_in(Notation::Nrc);
        let is_it =
            |one: &PathStep| one.item.rule.info().name == info.name && one.step.text == info.example.step;
        let at = path.steps().iter().position(is_it);
        let at = at.unwrap_or_else(|| panic!("{} has no such step\n{}", info.name, path.text(false)));
        Example { info, path, at }
    };
    RULES.iter().map(|rule| example(rule.info())).collect()
});

/// Every rule's example occurs as a step of that rule on the path that the example names.
#[test]
fn examples_are_steps() {
    assert_eq!(EXAMPLES.len(), RULES.len());
}

/// Every chain family and every trial is in the table. (The compiler guarantees it for rules that are
/// functions.)
#[test]
fn every_rule_is_registered() {
    for family in TABLES.iter().copied().flatten() {
        assert!(find_rule(family.info.name).is_some(), "{} is not in RULES", family.info.name);
    }
    assert!(RULES.len() >= 110, "only {} rules", RULES.len());
}

/// Definitions have the expected rungs, which the cases give as `rung:item item|rung:…`.
#[test]
fn definitions_mean_what_the_readme_says() {
    let brt = "0:contradiction naked-single hidden-single";
    let cases = [
        ("brt", ""),
        ("lc", "|1:lc"),
        (
            "brt,lc,naked:2-3+hidden:2+whip:2-4",
            "|1:lc|2:naked[2] hidden[2] whip[2]|3:naked[3] whip[3]|4:whip[4]",
        ),
        ("brt,lc,naked:2,hidden:2,naked:3,fish:2", "|1:lc|2:naked[2]|3:hidden[2]|4:naked[3]|5:fish[2]"),
        ("brt,lc,naked:2-3,whip:2-3+alldiff", "|1:lc|2:naked[2]|3:naked[3]|4:alldiff whip[2]|5:whip[3]"),
        ("brt, X-Wing, naked_pair, Y wing", "|2:fish[2]|3:naked[2]|4:xy-wing[3]"),
        ("BRT, Skyscraper+Empty Rectangle, Whip:4", "|1:skyscraper empty-rectangle|4:whip[4]"),
        ("brt,whip:1-2,alldiff", "|1:lc|2:whip[2]|3:alldiff"),
        ("brt,whip[1],whip:2", "|1:lc|2:whip[2]"),
        ("brt,whip-loops:1-2", "|1:lc|2:whip-loops[2]"),
        ("brt,lc+whip:1-2", "|1:lc|2:whip[2]"),
        // Sizes keep their rungs.
        ("brt,lc,whip:1-3", "|1:lc|3:whip[2]|4:whip[3]"),
        // A name without sizes means all of them.
        ("brt,lc,X-Chains:2-3+aic:2", "|1:lc|2:x-chain[2] aic[2]|3:x-chain[3]"),
        (
            "brt,kraken",
            "|2:kraken-fish-1[2] kraken-fish-2[2]|3:kraken-fish-1[3] kraken-fish-2[3]\
          |4:kraken-fish-1[4] kraken-fish-2[4]",
        ),
        (
            "brt,split+lc",
            "|2:lc split[2]|3:split[3]|4:split[4]|5:split[5]|6:split[6]|7:split[7]|8:split[8]\
          |9:split[9]|10:split[10]",
        ),
        ("brt,simple coloring,avoidable-rectangle", "|1:simple-colours-trap simple-colours-wrap|2:ar1 ar2"),
        ("brt, lc , subset:2", "|1:lc|2:naked[2] hidden[2]"),
    ];
    for (definition, expected) in cases {
        let ladder = Scale::define("x", definition).unwrap();
        let rung = |rung: &u32| {
            let items = ladder.items.iter().filter(|item| item.place == *rung);
            format!("{rung}:{}", items.map(|item| item.name()).collect::<Vec<_>>().join(" "))
        };
        let rungs: Vec<String> = ladder.values(0).iter().map(rung).collect();
        assert_eq!(rungs.join("|"), format!("{brt}{expected}"), "{definition}");
    }
}

#[test]
fn mistakes_in_definitions_are_named() {
    use ScaleError::*;
    let cases = [
        ("brt,wihp:2", UnknownRule("wihp".into())),
        ("brt,whip:0-3", NoSuchSize("whip", 1, 36, 0)),
        ("brt,whip:2-37", NoSuchSize("whip", 1, 36, 37)),
        ("brt,braid:2", NoSuchSize("braid", 3, 36, 2)),
        ("brt,whip:3-2", BadSize("3-2".into())),
        ("brt,whip:x", BadSize("x".into())),
        ("brt,whip:999", BadSize("999".into())),
        ("brt,lc:2", Unsized("lc")),
        ("lc,brt", LateBrt),
        ("brt,,lc", Empty("brt,,lc".into())),
        ("", Empty("".into())),
        ("whip:2-3,whip:3-4", Twice("whip[3]".into())),
        ("whip:1-3,lc", Twice("lc".into())),
        ("x-wing:2", OtherName("x-wing".into(), "fish:2")),
        ("xy-chains:2", NoSuchSize("xy-chain", 3, 20, 2)),
        ("Kite:2", Unsized("two-string-kite")),
        ("brt,naked-single", Twice("naked-single".into())),
        ("br-net,naked-single,hidden-single", BeforeSingles("br-net".into())),
        ("naked-single,br-net,hidden-single", BeforeSingles("br-net".into())),
        ("full-house,br-net,naked-single,hidden-single", BeforeSingles("br-net".into())),
        ("naked-single,lc,br-net", WithoutSingles("br-net".into())),
        ("full-house,hidden-single,br-net", WithoutSingles("br-net".into())),
        ("naked-single,hidden-single-in-block,whip:2-5", WithoutSingles("whip[2]".into())),
        ("1.2=brt,lc", MixedHeads),
        ("2.6=lc", MixedHeads),
        ("1.2 5=brt,2.6=lc", MixedHeads),
        ("1.25=brt", BadHead("1.25".into())),
        ("=brt", BadHead("".into())),
        ("unsolved=brt", BadHead("unsolved".into())),
        ("Easy<=x=brt", BadHead("Easy<=x".into())),
        ("5 Easy=brt", BadHead("5 Easy".into())),
        ("1000001=brt", TooManyPoints(1_000_000)),
        ("99999999999999999999=brt", TooManyPoints(1_000_000)),
    ];
    for (definition, expected) in cases {
        assert_eq!(Scale::define("x", definition).err(), Some(expected), "{definition}");
    }
    assert_eq!(Scale::define("a,b", "brt").err(), Some(BadName("a,b".into())));
    assert_eq!(Scale::named("w").err(), Some(UnknownLadder("w".into())));
}

/// The value before a stage is the rating of its rules; each case has a definition, the titles of its
/// columns, and its items with their ratings.
#[test]
fn what_stands_before_a_stage_is_what_its_rules_give() {
    let cases = [
        ("1.0=brt,2.6=lc", "x", "contradiction 1.0|naked-single 1.0|hidden-single 1.0|lc 2.6"),
        (
            "1.5=hidden-single,2.6=lc,2.3=naked-single",
            "x",
            "contradiction 1.5|hidden-single 1.5|lc 2.6|naked-single 2.3",
        ),
        (
            "1.0=full-house,1.2=hidden-single-block,1.5=hidden-single-line,2.3=naked-single,2.6=pointing",
            "x",
            "contradiction 1.0|full-house 1.0|hidden-single-in-block 1.2|hidden-single-in-line \
             1.5|naked-single 2.3|pointing 2.6",
        ),
        (
            "Easy<=20 4=naked-single,Easy 14=hidden-single,very hard 50=lc",
            "x, x score",
            "contradiction Easy 4|naked-single Easy 4|hidden-single Easy 14|lc very hard 50",
        ),
        ("4=brt,50=lc", "x, x score", "contradiction 0 4|naked-single 0 4|hidden-single 0 4|lc 1 50"),
        (
            "1.0 Easy 4=brt,3.2 Hard 140=x-wing",
            "x, x level, x score",
            "contradiction 1.0 Easy 4|naked-single 1.0 Easy 4|hidden-single 1.0 Easy 4|fish[2] 3.2 Hard 140",
        ),
    ];
    for (definition, titles, expected) in cases {
        let scale = Scale::define("x", definition).unwrap();
        let gives = |item: &Item| {
            let columns = scale.columns.iter().zip(item.rating.0);
            let values = columns.map(|(column, value)| column.unit.text(value));
            format!("{} {}", item.name(), values.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(scale.titles().collect::<Vec<_>>().join(", "), titles);
        let items: Vec<String> = scale.items.iter().map(gives).collect();
        assert_eq!(items.join("|"), expected, "{definition}");
    }
}

#[test]
fn every_other_name_of_a_rule_means_one() {
    assert!(ALIASES.len() >= 100);
    let mut seen = BTreeSet::new();
    for [name, means] in ALIASES {
        assert!(seen.insert(name), "{name} stands twice");
        assert!(find_rule(name).is_none() && GROUPS.iter().all(|group| group.0 != name), "{name}");
        assert_eq!(meaning(&name.to_uppercase()), Some(means));
        let [by_name, meant] = [name, means].map(|stage| Scale::define("x", stage).unwrap());
        let items = |scale: Scale| scale.items.iter().map(Item::name).collect::<Vec<_>>();
        assert!(meant.items.len() > 1);
        assert_eq!(items(by_name), items(meant), "{name}");
    }
}

/// A technique without a rule is not an alias of a rule, and the rule that contains the technique exists.
#[test]
fn techniques_without_a_rule_are_named() {
    let mut seen = BTreeSet::new();
    for [name, instead] in TECHNIQUES_WITHOUT_RULE {
        let error = rule_and_sizes(&name.to_uppercase()).unwrap_err();
        assert!(seen.insert(name) && error.nearest().is_none(), "{name}");
        let said = if instead.is_empty() { "this technique is not there" } else { instead };
        assert_eq!(error.to_string(), format!("there is no rule '{}': {said}", name.to_uppercase()));
        let contained = instead.strip_prefix("contained in ");
        assert!(contained.is_none_or(|rule| rule_and_sizes(rule).is_ok()), "{name}");
    }
}

/// Only a near name is suggested; each case has the typed name and the suggestion.
#[test]
fn only_what_is_near_is_suggested() {
    for (typed, expected) in [
        ("wihp", Some("whip")),
        ("skyscrapper", Some("skyscraper")),
        ("Swordfsh", Some("swordfish")),
        ("unique-rectangel-1", Some("unique-rectangle-1")),
        ("qiu-deadly-pattern", None),
        ("template", None),
        ("sk", None),
    ] {
        assert_eq!(rule_and_sizes(typed).unwrap_err().nearest(), expected, "{typed}");
    }
}

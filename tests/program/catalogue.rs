//! The tables: every rule and every named ladder is registered, documented, and does what its example says.

use crate::common::state::texts;
use std::collections::HashSet;
use sudoscope::evidence::families::TABLES;
use sudoscope::rules::{GROUPS, RULES, find_rule};
use sudoscope::scale::{SCALES, Scale, ScaleError};

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
        assert!(members.iter().all(|member| find_rule(member).is_some()), "{group}");
    }
    let mut names = HashSet::new();
    for named in SCALES {
        assert!(names.insert(named.name) && !named.about.is_empty() && !named.source.is_empty());
        assert_eq!(Scale::named(named.name).unwrap().assumes_unique(), None, "{}", named.name);
    }
}

/// Every rule's example occurs on the path it names, which is a step of that rule.
#[test]
fn examples_are_steps() {
    for rule in RULES {
        let info = rule.info();
        let steps = texts(&ladder(info.example.ladder), info.example.puzzle);
        let there = steps.iter().any(|step| step == info.example.step);
        assert!(there, "{}: {:?} is not among\n{}", info.name, info.example.step, steps.join("\n"));
    }
}

/// Every chain family and every trial is in the table. (Of a rule that is a function the compiler says so.)
#[test]
fn every_rule_is_registered() {
    for family in TABLES.iter().copied().flatten() {
        assert!(find_rule(family.info.name).is_some(), "{} is not in RULES", family.info.name);
    }
    assert!(RULES.len() >= 110, "only {} rules", RULES.len());
}

/// Cases: a definition, and its rungs as `rung:item item|rung:…`.
#[test]
fn definitions_mean_what_the_readme_says() {
    let brt = "0:contradiction naked-single hidden-single";
    let cases = [
        ("brt", ""),
        ("lc", "|1:lc"),
        (
            "brt,lc,naked:2-3+hidden:2,whip:2-4",
            "|1:lc|2:naked[2] hidden[2] whip[2]|3:naked[3] whip[3]|4:whip[4]",
        ),
        ("brt,whip:1-2,alldiff", "|1:whip[1]|2:whip[2]|3:alldiff"),
        ("brt,lc+whip:1-2", "|1:lc whip[1]|2:whip[2]"),
        ("brt, lc , subset:2", "|1:lc|2:naked[2] hidden[2]"),
        ("whip:2-3,whip:3-4", "|2:whip[2]|3:whip[3]|4:whip[4]"),
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
        ("brt,whip", NeedsSize("whip", 1, 36)),
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
    ];
    for (definition, expected) in cases {
        assert_eq!(Scale::define("x", definition).err(), Some(expected), "{definition}");
    }
    assert_eq!(Scale::define("a,b", "brt").err(), Some(BadName("a,b".into())));
    assert_eq!(Scale::named("w").err(), Some(UnknownLadder("w".into())));
}

//! HoDoKu's regression library by the names of its techniques: in the state of each case, one application of
//! the rule of that name finds everything the case asks for; cases that must fail find nothing.

use crate::common::{shared, state::find_after};
use crate::coverage::Case;
use rayon::prelude::*;
use std::collections::BTreeMap;
use sudoscope::grid::Candidates;
use sudoscope::rules::find_rule;

/// Codes of the library (with the variant only if other variants have another name), the rules, and their
/// size.
#[rustfmt::skip] // a technique a line
const NAMES: &[(&str, &str, usize)] = &[
    ("0000", "full-house", 0),
    ("0002", "hidden-single", 0),
    ("0003", "naked-single", 0),
    ("0100", "pointing", 0),
    ("0101", "claiming", 0),
    ("0110", "locked-pair", 0),
    ("0111", "locked-triple", 0),
    ("0200", "naked", 2),
    ("0201", "naked", 3),
    ("0202", "naked", 4),
    ("0210", "hidden", 2),
    ("0211", "hidden", 3),
    ("0212", "hidden", 4),
    ("0300", "fish", 2),
    ("0301", "fish", 3),
    ("0302", "fish", 4),
    ("0310", "finned", 2),
    ("0311", "finned", 3),
    // Siamese: two fish with one base, reported as one.
    ("03111", "finned sashimi", 3),
    ("0312", "finned", 4),
    ("03121", "finned sashimi", 4),
    ("0320", "sashimi", 2),
    ("0321", "sashimi", 3),
    ("03211", "sashimi", 3),
    ("0322", "sashimi", 4),
    ("03221", "sashimi", 4),
    ("0330", "franken-fish", 2),
    ("0331", "franken-fish", 3),
    ("0332", "franken-fish", 4),
    ("0340", "finned-franken-fish", 2),
    ("0341", "finned-franken-fish", 3),
    ("03411", "finned-franken-fish", 3),
    ("0342", "finned-franken-fish", 4),
    ("03421", "finned-franken-fish", 4),
    // A fish that clears a place of its base is a fish of fewer sets without that place.
    ("0362", "mutant-fish", 0),
    ("03621", "mutant-fish", 0),
    ("0363", "mutant-fish", 0),
    ("0364", "mutant-fish", 0),
    ("0400", "skyscraper", 0),
    ("0401", "two-string-kite", 0),
    ("0402", "empty-rectangle", 0),
    // With two places in the block; HoDoKu calls it an empty rectangle only if set to.
    ("0402-1", "turbot-fish", 0),
    ("0403", "turbot-fish", 0),
    ("0404", "two-string-kite", 0),
    // Cases with three places in the block and cases with two.
    ("0405", "empty-rectangle turbot-fish", 0),
    ("0500", "simple-colours-trap", 0),
    ("0501", "simple-colours-wrap", 0),
    ("0502", "multi-colours", 0),
    ("0503", "multi-colours", 0),
    ("0600", "ur1", 0),
    ("0601", "ur2", 0),
    ("0602", "ur3", 0),
    ("0603", "ur4", 0),
    ("0604", "ur5", 0),
    ("0605", "ur6", 0),
    ("0606", "hidden-ur", 0),
    ("0606-x", "hidden-ur", 0),
    ("0607", "ar1", 0),
    ("0608", "ar2", 0),
    ("0610", "bug1", 0),
    ("0610-x", "bug1", 0),
    ("0701", "x-chain", 0),
    ("0702", "xy-chain", 0),
    ("0703", "remote-pair", 0),
    ("0706", "nice-loop", 0),
    ("0707", "aic", 0),
    ("0708", "aic", 0),
    ("0709-1", "grouped-nice-loop", 0),
    ("0710-1", "grouped-aic", 0),
    ("0710-2", "grouped-aic", 0),
    // The ends of two cases see each other.
    ("0711-1", "grouped-aic grouped-nice-loop", 0),
    ("0711-2", "grouped-aic", 0),
    ("0710-3", "als-aic", 0),
    ("0710-4", "als-aic", 0),
    ("0711-3", "als-aic als-nice-loop", 0),
    ("0711-4", "als-aic", 0),
    ("0800", "xy-wing", 3),
    ("0801", "xyz-wing", 3),
    ("0803", "w-wing", 0),
    ("0901", "als-xz", 0),
    ("0902", "als-xy-wing", 0),
    ("0903", "als-chain", 0),
    ("0904", "death-blossom", 0),
    ("1101", "sue-de-coq", 0),
];

/// Returns the row for a case.
fn named(case: &Case) -> Option<&'static (&'static str, &'static str, usize)> {
    let base = case.code.split('-').next().unwrap();
    let of = |code: &str| NAMES.iter().find(|row| row.0 == code);
    let is_fail = case.code.ends_with("-x");
    of(&case.code).or_else(|| of(base).filter(|_| !is_fail))
}

/// Returns the conclusions of the rules at `size`, or at all their sizes if `size` is 0.
fn found(rules: &str, size: usize, case: &Case) -> [Candidates; 2] {
    let mut all = [Candidates::EMPTY; 2];
    for rule in rules.split(' ') {
        let sizes = find_rule(rule).unwrap().info().sizes.clone().unwrap_or(0..=0);
        for size in sizes.filter(|&own| size == 0 || usize::from(own) == size) {
            let found = find_after(&case.first, rule, size.into(), &case.grid);
            all[0].extend(&found.eliminated);
            all[1].extend(&found.asserted);
        }
    }
    all
}

#[test]
fn every_technique_under_its_name() {
    let Some(library) = shared("reglib.txt") else { return };
    let text = std::fs::read_to_string(library).unwrap();
    let cases: Vec<Case> = text.lines().filter(|l| l.starts_with(':')).map(Case::parse).collect();
    let look = |case: &Case| {
        let &(_, rule, size) = named(case)?;
        let [eliminated, asserted] = found(rule, size, case);
        let is_found = match case.code.ends_with("-x") {
            true => eliminated.is_empty() && asserted.is_empty(),
            false => {
                // Candidates that disappear because a digit is placed count, too.
                let mut after = case.grid;
                after.eliminate(&eliminated);
                after.place_all(&asserted.0);
                case.eliminations.iter().all(|one| !after.allows(one))
                    && case.placements.iter().all(|one| asserted.contains(one))
            }
        };
        Some((format!("{} {rule}", case.code), is_found))
    };
    let mut counts = BTreeMap::<String, [usize; 2]>::new();
    for (name, is_found) in cases.par_iter().filter_map(look).collect::<Vec<_>>() {
        let [found, all] = counts.entry(name).or_default();
        (*found, *all) = (*found + usize::from(is_found), *all + 1);
    }
    let lines: Vec<String> =
        counts.iter().map(|(name, [found, all])| format!("{name}: {found}/{all}")).collect();
    eprintln!("{}", lines.join("\n"));
    let missed: Vec<&String> =
        counts.iter().filter(|(_, [found, all])| found < all).map(|(name, _)| name).collect();
    assert!(missed.is_empty(), "not all found: {missed:?}");
    let all: usize = counts.values().map(|[_, all]| all).sum();
    assert!(all > 500, "{all}");
}

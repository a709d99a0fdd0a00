//! Published solutions of puzzles of depth 3 (`ork-eliminations.csv`), replayed: every printed OR_k-chain is
//! searched for, as soon as its relation is known.
//!
//! ```text
//!   found, no longer? ── yes ── its target is removed ── the next one
//!                     └─ no ─── the simplest rule that proves something ── again
//! ```
//!
//! The file has no states. But all candidates that a printed chain names existed when it was printed, so no
//! step before it removed any of them; nor do our steps, except singles. A solution is replayed in several
//! orders, and each chain counts by its best result.

use crate::clauses::word;
use crate::common::model::{candidate, labels};
use crate::common::shared;
use rayon::prelude::*;
use std::collections::BTreeMap;
use sudoscope::budget::Budget;
use sudoscope::evidence::Evidence;
use sudoscope::grid::{Candidate, Candidates, Puzzle, parse_puzzle};
use sudoscope::rule::Findings;
use sudoscope::rules::find_rule;
use sudoscope::scale::Scale;
use sudoscope::state::State;

type Row = BTreeMap<String, String>;

/// Result of replaying a printed chain: found at its length, found shorter, or not found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    Found,
    Shorter,
    NotReached,
}

/// Rules that may advance a path. The simplest rules are first, except where the programs of the time
/// differed: tridagons after whips, relations split as soon as possible or only when nothing else is left.
/// The flag allows all patterns, not only the patterns of the solution.
const ORDERS: &[(&str, bool)] = &[
    ("SETS:2+whip:2,SETS:3+tridagon+whip:3,SETS:4+whip:4-9,g-whip:2-9,split:2-10", false),
    ("SETS:2+whip:2,SETS:3+whip:3,SETS:4+whip:4-9,g-whip:2-9,tridagon,split:2-10", false),
    ("SETS:2+whip:2+split:2,SETS:3+tridagon+whip:3,SETS:4+whip:4-9+split:4-10,g-whip:2-9", false),
    ("SETS:2+whip:2,SETS:3+tridagon+whip:3,SETS:4+whip:4-9,g-whip:2-9,split:2-10", true),
];

/// Whether all conclusions of the rule are applied at once in every path.
fn is_immediate(rule: &str) -> bool {
    ["contradiction", "naked-single", "hidden-single", "last-guardian"].contains(&rule)
}

/// Returns the candidates that a printed chain names, and the guardians of its relation.
fn named(row: &Row) -> [Candidates; 2] {
    let [mut all, mut guardians] = [Candidates::EMPTY; 2];
    all.insert(target(row));
    for part in row["links"].split(" || ").flat_map(|branch| branch.split(" - ")) {
        let (head, inside) = part.trim_end_matches('}').split_once('{').unwrap_or((part, ""));
        let (start, variable) = head.split_once(": ").unwrap_or((head, head));
        let is_label = |word: &&str| word.len() == 6 && word.starts_with('n');
        let labelled = inside.split([' ', '{']).chain([start]).filter(is_label).map(word);
        guardians.extend(&labelled.collect());
        for value in inside.split([' ', '{']).filter(|value| value.len() > 1 && !is_label(value)) {
            let of = labels(word(variable)).into_iter().map(candidate);
            all.extend(&of.filter(|one| one.to_string().contains(value)).collect());
        }
    }
    all.extend(&guardians);
    [all, guardians]
}

fn target(row: &Row) -> Candidate {
    let (cell, digit) = row["eliminated"].split_once("!=").unwrap();
    word(&format!("n{digit}{cell}"))
}

/// Published solution being replayed.
struct Replay {
    state: State,
    rules: Scale,
    /// Patterns to search for; if empty, all of them.
    patterns: Vec<String>,
}

impl Replay {
    fn begin(rows: &[Row], (order, has_all): (&str, bool)) -> Replay {
        let mut state = State::new();
        let clues: Puzzle = parse_puzzle(rows[0]["puzzle"].as_bytes()).unwrap().into();
        state.reset(&clues.grid(), None, Budget(u64::MAX));
        let mut patterns: Vec<String> = rows.iter().map(|row| row["relation"].clone()).collect();
        let others = if patterns.iter().any(|name| name != "Trid") { "+imp630" } else { "" };
        patterns.push("Trid".to_string());
        if has_all {
            patterns.clear();
        }
        let mut rules = format!("brt,last-guardian,anti-tridagon{others},lc");
        for part in order.split([',', '+']) {
            match part.split_once("SETS:") {
                Some((_, n)) => rules += &format!(",subset:{n}+fish:{n}+finned-fish:{n}"),
                None => rules += &format!(",{part}"),
            }
        }
        rules += ",or5-whips:1-9+or5-forcing-whips:1-9";
        let rules = Scale::define("rules", &rules).unwrap();
        Replay { state, rules, patterns }
    }

    /// Applies the conclusions of the simplest rule that has any, but removes no candidate of `kept`. Returns
    /// false if nothing is left to remove.
    fn advance(&mut self, kept: &Candidates) -> bool {
        for item in &self.rules.items {
            let mut found = Findings::traced();
            item.rule.find(&mut self.state, item.size, &mut found).unwrap();
            assert!(!found.contradiction);
            // Other patterns are ignored.
            let patterns = &self.patterns;
            let is_used = |name: &str| patterns.is_empty() || patterns.iter().any(|one| one == name);
            found.related.retain(|relation| is_used(relation.pattern));
            let mut steps = found.steps.take().unwrap_or_default();
            steps.retain(|step| match &step.because {
                Evidence::Impossible(of) => is_used(&of.pattern),
                _ => true,
            });
            let mut gone: Candidates = steps.iter().flat_map(|step| &step.eliminates).copied().collect();
            if !is_immediate(item.rule.info().name) {
                gone = gone.without(kept);
            }
            let values: Candidates = steps.iter().flat_map(|step| &step.asserts).copied().collect();
            if !gone.is_empty() || !values.is_empty() || steps.iter().any(|step| !step.relates.is_empty()) {
                self.state.grid_mut().eliminate(&gone);
                self.state.grid_mut().place_all(&values.0);
                self.state.relations().learn(&found.related, &found.replaced);
                return true;
            }
        }
        false
    }

    /// Advances until the chain is found, and removes its target. `kept` has the candidates of this chain and
    /// later ones.
    fn reach(&mut self, row: &Row, kept: &Candidates) -> Fate {
        let rule = find_rule(&format!("or{}-{}", row["k"], row["chain"])).unwrap();
        let ([all, guardians], longest) = (named(row), row["length"].parse::<u8>().unwrap());
        loop {
            let open = self.state.grid().candidates();
            if all.iter().any(|one| !open.contains(one)) {
                return Fate::NotReached;
            }
            let relations = self.state.relations().list();
            let is_known = relations.iter().any(|known| known.guardians.without(&guardians).is_empty());
            let mut has = |size: &u8| {
                let mut found = Findings::default();
                rule.find(&mut self.state, *size, &mut found).unwrap();
                found.eliminated.contains(target(row))
            };
            if let Some(size) = (1..=longest).filter(|_| is_known).find(|size| has(size)) {
                self.state.grid_mut().eliminate(&[target(row)].into_iter().collect());
                return if size == longest { Fate::Found } else { Fate::Shorter };
            }
            if !self.advance(kept) {
                return Fate::NotReached;
            }
        }
    }
}

#[test]
fn published_chains_are_found() {
    let Some(path) = shared("te/ork-eliminations.csv") else { return };
    let rows: Vec<Row> =
        csv::Reader::from_path(path).unwrap().into_deserialize().map(Result::unwrap).collect();
    let is_one = |a: &Row, b: &Row| a["example"] == b["example"] && a["solution"] == b["solution"];
    let solutions: Vec<&[Row]> = rows.chunk_by(is_one).collect();
    let replayed = |rows: &&[Row]| -> Vec<(bool, Fate)> {
        let named: Vec<Candidates> = rows.iter().map(|row| named(row)[0]).collect();
        let mut best = vec![Fate::NotReached; rows.len()];
        for order in ORDERS {
            if !best.contains(&Fate::NotReached) {
                break;
            }
            let mut replay = Replay::begin(rows, *order);
            for (at, row) in rows.iter().enumerate() {
                let mut kept = Candidates::EMPTY;
                named[at..].iter().for_each(|all| kept.extend(all));
                best[at] = best[at].min(replay.reach(row, &kept));
            }
        }
        rows.iter().map(|row| row["replayed"] == "1").zip(best).collect()
    };
    let fates: Vec<(bool, Fate)> = solutions.par_iter().flat_map_iter(replayed).collect();
    // Only chains that another program reached along the whole published paths count.
    let count = |is: Fate| fates.iter().filter(|(counts, fate)| *counts && *fate == is).count();
    assert_eq!([Fate::Found, Fate::Shorter, Fate::NotReached].map(count), [572, 8, 38]);
}

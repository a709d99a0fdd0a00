//! Published solutions of puzzles of depth 3 (`ork-eliminations.csv`), replayed: every printed OR_k-chain is
//! read, checked, and searched for.
//!
//! ```text
//!   the next printed chain holds? ── yes ── is it found, no longer? ── its target is removed ── the next one
//!                                 └─ no ─── the simplest rule that proves something ── again
//! ```
//!
//! The file has no states. But all candidates that a printed chain names existed when it was printed, so no
//! step before it removed any of them; nor do our steps, except singles. A solution is replayed in several
//! orders, and each chain counts by its best result. (Taking one step at a time, the first or the last,
//! reaches only one more chain in total and takes three times as long.)

use crate::common::{model::Model, shared, thorough};
use crate::reader::read;
use rayon::prelude::*;
use std::collections::BTreeMap;
use sudoscope::budget::Budget;
use sudoscope::evidence::{Branch, Evidence, Link, Round, Step};
use sudoscope::grid::{Candidate, Candidates, Puzzle, parse_puzzle};
use sudoscope::rule::{Findings, Rule};
use sudoscope::rules::find_rule;
use sudoscope::scale::Scale;
use sudoscope::state::State;
use sudoscope::verify::Checker;

type Row = BTreeMap<String, String>;

/// Result of replaying a printed chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    /// The chain holds, and the search finds one of its length.
    Found,
    /// The chain holds, and the search finds a shorter one.
    Shorter,
    /// The chain holds, and the search finds one, no longer, from a known relation that says more.
    Stronger,
    /// The chain holds, and the search finds none.
    Missed,
    /// Singles removed a candidate that the chain names.
    Lost,
    /// The chain does not hold in any state that was reached.
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

/// Rules by which a relation with fewer guardians may prove more.
const OR_RULES: &[&str] = &[
    "or2-whip",
    "or2-contrad-whip",
    "or2-forcing-whip",
    "or3-whip",
    "or3-contrad-whip",
    "or3-forcing-whip",
    "or4-whip",
    "or4-contrad-whip",
    "or4-forcing-whip",
];

/// Whether all conclusions of the rule are applied at once in every path.
fn is_immediate(rule: &str) -> bool {
    ["contradiction", "naked-single", "hidden-single", "last-guardian"].contains(&rule)
}

/// Returns the rule of a printed chain.
fn rule_of(row: &Row) -> &'static dyn Rule {
    find_rule(&format!("or{}-{}", row["k"], row["chain"])).unwrap()
}

/// Rewrites a printed chain in the format of our texts.
fn text(row: &Row) -> String {
    let [relation, k, length, links] = ["relation", "k", "length", "links"].map(|key| &row[key]);
    let target = row["eliminated"].replace("!=", "≠");
    let head = format!("{relation}-OR{k}");
    if row["chain"] != "forcing-whip" {
        let kind = if row["chain"] == "whip" { "whip" } else { "ctr-whip" };
        return format!("{head}-{kind}[{length}]: {links} ==> {target}");
    }
    let branches: Vec<(&str, &str)> =
        links.split(" || ").map(|one| one.split_once(": ").unwrap_or((one, ""))).collect();
    let starts: Vec<&str> = branches.iter().map(|branch| branch.0).collect();
    let branch = |&(start, whip): &(&str, &str)| match whip {
        "" => format!("|| {start}"),
        _ => format!("|| {start} - partial-whip[{}]: {whip}", whip.split(" - ").count()),
    };
    let all: Vec<String> = branches.iter().map(branch).collect();
    let (starts, all) = (starts.join(" "), all.join(" "));
    format!("{head}-forcing-whip-elim[{length}] based on {starts}: {all} ==> {target}")
}

fn round(rule: &'static dyn Rule, size: u8, steps: Vec<Step>) -> Round {
    let info = rule.info();
    let size = info.sizes.as_ref().map(|_| size);
    Round { rule: info.name.to_string(), size, rating: 0.into(), lemmas: Vec::new(), steps }
}

/// Returns the candidates that a chain names, all of which existed when it was printed.
fn names(step: &Step) -> Candidates {
    let of_links = |links: &[Link]| -> Vec<Candidate> {
        let of = |link: &Link| {
            let rights = link.right.candidates().to_vec();
            let guardians = link.ignored.iter().map(|&(one, _)| one);
            let guardians = guardians.filter(|_| link.variables.is_empty()).collect::<Vec<_>>();
            [vec![link.left], rights, guardians].concat()
        };
        links.iter().flat_map(of).collect()
    };
    let inside = match &step.because {
        Evidence::OrChain { links, .. } => of_links(links),
        Evidence::OrForcing { branches, .. } => {
            let of = |branch: &Branch| [vec![branch.start], of_links(&branch.links)].concat();
            branches.iter().flat_map(of).collect()
        }
        other => panic!("{other:?}"),
    };
    inside.into_iter().chain(step.eliminates.iter().copied()).collect()
}

/// Published solution being replayed.
struct Replay {
    state: State,
    checker: Checker,
    rules: Scale,
    /// Patterns to search for; if empty, all of them.
    patterns: Vec<String>,
}

impl Replay {
    fn begin(rows: &[Row], (order, has_all): (&str, bool)) -> Replay {
        let (mut state, puzzle) = (State::new(), &rows[0]["puzzle"]);
        let clues: Puzzle = parse_puzzle(puzzle.as_bytes()).unwrap().into();
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
        Replay { state, checker: Checker::new(puzzle).unwrap(), rules, patterns }
    }

    /// Applies steps after the checker has accepted them.
    fn apply(&mut self, round: &Round, found: &Findings) {
        self.checker.round(round, |_, _, _| Some(0.into())).unwrap();
        let of = |list: fn(&Step) -> &Vec<Candidate>| -> Candidates {
            round.steps.iter().flat_map(list).copied().collect()
        };
        let grid = self.state.grid_mut();
        grid.eliminate(&of(|step| &step.eliminates));
        grid.place_all(&of(|step| &step.asserts).0);
        self.state.relations().learn(&found.related, &found.replaced);
    }

    /// Applies the conclusions of the simplest rule that has any, but removes no candidate of `kept`. Returns
    /// false if nothing is left to remove.
    fn advance(&mut self, kept: &Candidates) -> bool {
        for at in 0..self.rules.items.len() {
            let (rule, size) = (self.rules.items[at].rule, self.rules.items[at].size);
            let mut found = Findings::traced();
            rule.find(&mut self.state, size, &mut found).unwrap();
            assert!(!found.contradiction);
            let mut steps = found.steps.take().unwrap_or_default();
            // Other patterns are ignored.
            let patterns = &self.patterns;
            let is_used = |name: &str| patterns.is_empty() || patterns.iter().any(|one| one == name);
            found.related.retain(|relation| is_used(relation.pattern));
            steps.retain(|step| match &step.because {
                Evidence::Impossible(of) => is_used(&of.pattern),
                _ => true,
            });
            if !is_immediate(rule.info().name) {
                steps.iter_mut().for_each(|step| step.eliminates.retain(|&one| !kept.contains(one)));
                let proves = |step: &Step| {
                    !step.eliminates.is_empty() || !step.asserts.is_empty() || !step.relates.is_empty()
                };
                steps.retain(proves);
            }
            if !steps.is_empty() {
                self.apply(&round(rule, size, steps), &found);
                return true;
            }
        }
        false
    }

    /// Searches for such chains, no longer, that remove the target.
    fn search(&mut self, row: &Row, target: Candidate, guardians: &[Candidate]) -> Fate {
        let longest: u8 = row["length"].parse().unwrap();
        let mut has = |rule: &dyn Rule, size: u8| {
            let mut found = Findings::default();
            rule.find(&mut self.state, size, &mut found).unwrap();
            found.eliminated.contains(target)
        };
        let rule = rule_of(row);
        if let Some(size) = (1..=longest).find(|&size| has(rule, size)) {
            return if size == longest { Fate::Found } else { Fate::Shorter };
        }
        let others = OR_RULES.iter().map(|rule| find_rule(rule).unwrap());
        let is_found = others
            .flat_map(|rule| (1..=longest).map(move |size| (rule, size)))
            .any(|(rule, size)| has(rule, size));
        let says_more = self.state.relations().list().iter().any(|known| {
            known.guardians.len() < guardians.len()
                && known.guardians.iter().all(|one| guardians.contains(&one))
        });
        if is_found && says_more { Fate::Stronger } else { Fate::Missed }
    }

    /// Advances until the chain holds, then searches for it. `kept` has the candidates of this chain and
    /// later ones.
    fn reach(&mut self, row: &Row, kept: &Candidates) -> Fate {
        loop {
            let model = Model::of(self.state.grid());
            let step = read(&model, rule_of(row).info().name, &text(row));
            let step = step.unwrap_or_else(|clause| panic!("{}: {clause}", text(row)));
            let open = self.state.grid().candidates();
            if names(&step).iter().any(|one| !open.contains(one)) {
                return Fate::Lost;
            }
            let target = step.eliminates[0];
            let length: u8 = row["length"].parse().unwrap();
            let guardians = match &step.because {
                Evidence::OrChain { relation, .. } | Evidence::OrForcing { relation, .. } => {
                    relation.guardians.clone()
                }
                other => panic!("{other:?}"),
            };
            let round = round(rule_of(row), length, vec![step]);
            if self.checker.clone().round(&round, |_, _, _| Some(0.into())).is_ok() {
                let fate = self.search(row, target, &guardians);
                self.apply(&round, &Findings::default());
                return fate;
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
    let mut solutions: Vec<Vec<Row>> = Vec::new();
    for row in csv::Reader::from_path(path).unwrap().into_deserialize::<Row>() {
        let row = row.unwrap();
        let key = |row: &Row| (row["example"].clone(), row["solution"].clone());
        match solutions.last_mut().filter(|all| key(&all[0]) == key(&row)) {
            Some(all) => all.push(row),
            None => solutions.push(vec![row]),
        }
    }
    let share = if thorough() { 1 } else { 8 };
    let solutions: Vec<Vec<Row>> = solutions.into_iter().step_by(share).collect();
    let replayed = |rows: &Vec<Row>| -> Vec<Fate> {
        let open = Model::of_clues("");
        let named: Vec<Candidates> = rows
            .iter()
            .map(|row| names(&read(&open, rule_of(row).info().name, &text(row)).unwrap()))
            .collect();
        let mut best = vec![Fate::NotReached; rows.len()];
        for order in ORDERS {
            let mut replay = Replay::begin(rows, *order);
            for (at, row) in rows.iter().enumerate() {
                let mut kept = Candidates::EMPTY;
                named[at..].iter().for_each(|all| kept.extend(all));
                let fate = replay.reach(row, &kept);
                assert_ne!(fate, Fate::Missed, "{} ({}): {}", row["example"], row["solution"], text(row));
                best[at] = best[at].min(fate);
            }
            if best.iter().all(|&fate| fate < Fate::Lost) {
                break;
            }
        }
        best
    };
    let mut counts: BTreeMap<(&str, &str, Fate), usize> = BTreeMap::new();
    let fates: Vec<Vec<Fate>> = solutions.par_iter().map(replayed).collect();
    for (row, fate) in solutions.iter().flatten().zip(fates.into_iter().flatten()) {
        *counts.entry((&row["replayed"], &row["chain"], fate)).or_default() += 1;
        if fate > Fate::Found {
            eprintln!("{fate:?}: {} ({}): {}", row["example"], row["solution"], text(row));
        }
    }
    counts.iter().for_each(|(key, count)| eprintln!("{key:?}: {count}"));
    // Only chains that another program reached along the whole published paths count.
    let of = |holds: fn(Fate) -> bool| -> usize {
        counts.iter().filter(|(key, _)| key.0 == "1" && holds(key.2)).map(|(_, count)| count).sum()
    };
    let (all, reached, found) = (of(|_| true), of(|fate| fate < Fate::Lost), of(|fate| fate == Fate::Found));
    eprintln!("{reached} of {all} reached, {found} found at their length");
    assert!(reached * 100 >= all * 90 && found * 100 >= reached * 99);
}

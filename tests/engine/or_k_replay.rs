//! Published solutions of puzzles of depth 3 (`ork-eliminations.csv`), played again: every OR_k-chain that is
//! printed is read, checked, and looked for by the search.
//!
//! ```text
//!   the next printed chain holds? ── yes ── is it found, and no longer? ── its target goes ── the next one
//!                                 └─ no ─── the simplest rule that proves something ── again
//! ```
//!
//! The file has no states. But what a printed chain names was there when it was printed, so no step before it
//! removed any of that: ours do not either, except singles. A solution is played in several orders, and the
//! best counts for each chain. (Taking one step at a time, the first or the last, reaches one chain more of
//! all, in three times the time.)

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

/// What became of a printed chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    /// It holds, and the search finds one of its length.
    Found,
    /// It holds, and the search finds a shorter one.
    Shorter,
    /// It holds, a relation is known that says more, and the search finds a chain of that, no longer.
    Stronger,
    /// It holds, and the search finds none.
    Missed,
    /// Singles took something that it names.
    Lost,
    /// It does not hold in any state that was reached.
    NotReached,
}

/// Orders in which a path may go on, simplest first but for what the programs of the time had later:
/// tridagons after whips, relations split as soon as possible or when nothing else is left; only the patterns
/// that the solution uses, or all.
const ORDERS: &[(&str, bool)] = &[
    ("SETS:2+whip:2,SETS:3+tridagon+whip:3,SETS:4+whip:4-9,g-whip:2-9,split:2-10", false),
    ("SETS:2+whip:2,SETS:3+whip:3,SETS:4+whip:4-9,g-whip:2-9,tridagon,split:2-10", false),
    ("SETS:2+whip:2+split:2,SETS:3+tridagon+whip:3,SETS:4+whip:4-9+split:4-10,g-whip:2-9", false),
    ("SETS:2+whip:2,SETS:3+tridagon+whip:3,SETS:4+whip:4-9,g-whip:2-9,split:2-10", true),
];

/// The rules by which a relation of fewer guardians may say more.
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

/// The rules whose steps are taken whole: what they prove is applied at once in every path.
fn is_immediate(rule: &str) -> bool {
    ["contradiction", "naked-single", "hidden-single", "last-guardian"].contains(&rule)
}

/// The rule of a printed chain.
fn rule_of(row: &Row) -> &'static dyn Rule {
    find_rule(&format!("or{}-{}", row["k"], row["chain"])).unwrap()
}

/// The printed chain as our texts have it.
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

/// What a chain names: all of it was there when it was printed.
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

/// A published solution that is played again.
struct Replay {
    state: State,
    checker: Checker,
    rules: Scale,
    /// The patterns that are looked for; none for all of them.
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

    /// Applies steps, which the checker accepts.
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

    /// Applies what the simplest rule proves, but removes nothing that is `kept`. False if nothing is left to
    /// be removed.
    fn advance(&mut self, kept: &Candidates) -> bool {
        for at in 0..self.rules.items.len() {
            let (rule, size) = (self.rules.items[at].rule, self.rules.items[at].size);
            let mut found = Findings::traced();
            rule.find(&mut self.state, size, &mut found).unwrap();
            assert!(!found.contradiction);
            let mut steps = found.steps.take().unwrap_or_default();
            // Other patterns are not looked for.
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

    /// What the search for such chains, no longer, says of the target.
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

    /// Goes on until the chain holds, and looks for it there. `kept` is what this and later chains name.
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
    // Of those that another program reached by the whole published paths.
    let of = |holds: fn(Fate) -> bool| -> usize {
        counts.iter().filter(|(key, _)| key.0 == "1" && holds(key.2)).map(|(_, count)| count).sum()
    };
    let (all, reached, found) = (of(|_| true), of(|fate| fate < Fate::Lost), of(|fate| fate == Fate::Found));
    eprintln!("{reached} of {all} reached, {found} found at their length");
    assert!(reached * 100 >= all * 90 && found * 100 >= reached * 99);
}

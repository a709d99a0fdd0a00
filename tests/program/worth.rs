//! Worth of rules against naive twins, in which each climb is made separately.

use crate::binary::{
    RANDOM_10K, command, directory, ends, page_of, prints, refused, signal, start, stderr, sudoscope, text_of,
};
use crate::common::{Dice, is_taken, random_10k, shared, some_sets};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use sudoscope::grid::parse_puzzle;
use sudoscope::rules::{BRT, one_name};
use sudoscope::run::RunFile;
use sudoscope::scale::{Effort, ItemSet, ItemSetClimb, Outcome, Scale, Solver};
use sudoscope::stats::Weights;
use sudoscope::worth::{Pass, PassError, Questions};

/// Ladders whose rules keep results between states and between sizes, in every way that occurs.
const SCALES: &[(&str, &str)] = &[
    ("mix", "brt,lc,naked:2-4+hidden:2-4+fish:2-4+whip:2-5+braid:3-5"),
    ("S+W", "brt,subset:2-4+fish:2-4+whip:1-36"),
    ("gW", "brt,whip:1-36+g-whip:2-36"),
    ("closures", "brt,lc,alldiff,x-cycle-hinge,y-knot,pom1,br-net,pom2,whip:2-4"),
    ("linked", "brt,lc,bivalue-chain:2-6+z-chain:2-6+t-whip:2-6+typed-whip:2-4+nrczt:2-4+s2-whip:2-3"),
    ("unique", "brt,lc,unique,xy:3-6,oddagon:5,forcing-whip:3-5,trial"),
];

/// Returns random puzzles, then harder ones.
fn puzzles() -> Vec<String> {
    let mut puzzles: Vec<String> = random_10k().into_iter().step_by(151).collect();
    for (name, step) in [("top10000.txt", 501), ("top1465.txt", 301)] {
        let Some(path) = shared(name) else { continue };
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        puzzles.extend(lines.step_by(step).map(|line| line[..81].to_string()));
    }
    puzzles
}

/// Climbs that share a walk end as they do separately, both with enough steps and with too few, when many
/// break off in the middle of a search.
#[test]
fn a_walk_is_many_climbs() {
    let puzzles = puzzles();
    for &(name, definition) in SCALES {
        let ladder = Scale::define(name, definition).unwrap();
        let ends: [AtomicUsize; 3] = Default::default();
        let taken = puzzles.par_iter().enumerate().filter(|(k, _)| is_taken(*k, 4));
        taken.for_each_init(Solver::new, |solver, (k, puzzle)| {
            let mut dice = Dice(7 + k as u64 * 1_000_003);
            let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
            solver.start(&clues, Effort::default()).unwrap();
            let sets = some_sets(ladder.beyond_singles(), &mut dice);
            let budgets = [50_000, [1, 20, 300, 3000][dice.below(4)]];
            for most in budgets {
                let mut budget = || if dice.below(4) == 0 { most / 3 } else { most };
                let asks: Vec<ItemSetClimb> = sets
                    .iter()
                    .map(|items| ItemSetClimb { items: items.clone(), budget: budget() })
                    .collect();
                let together = solver.climb_item_sets(&ladder, &asks);
                for (ask, outcome) in asks.iter().zip(together) {
                    let naive = solver.climb(&ask.items.scale(&ladder), ask.budget).outcome;
                    assert_eq!(outcome, naive, "{puzzle} {name} {ask:?}");
                    let end = match outcome {
                        Outcome::Solved(_) => 0,
                        Outcome::Unsolved => 1,
                        _ => 2,
                    };
                    ends[end].fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        eprintln!("{name}: solved, stuck, out of budget {ends:?}");
    }
}

/// Rules of the ladder of the following tests, as written in a definition, and as items.
const RULES: &[(&str, &str, &str)] = &[
    ("lc", "lc", ""),
    ("naked:2", "naked", "2"),
    ("hidden:2", "hidden", "2"),
    ("naked:3", "naked", "3"),
    ("whip:2", "whip", "2"),
    ("whip:3", "whip", "3"),
    ("whip:5", "whip", "5"),
];

/// Returns the definition of a ladder with `rules`, where each rule is on the rung of its size.
fn definition(rules: &[&str]) -> String {
    let sized: Vec<&str> = rules.iter().copied().filter(|&rule| rule != "lc").collect();
    let first = if rules.contains(&"lc") { "brt,lc" } else { "brt" };
    if sized.is_empty() { first.to_string() } else { format!("{first},{}", sized.join("+")) }
}

/// Scans the first puzzles of the collection by this ladder into a separate directory.
fn scanned(name: &str, ladder: &str, take: &str, more: &[&str]) -> PathBuf {
    let directory = directory(name);
    let scan = ["scan", RANDOM_10K, "-l", ladder, "--take", take, "-o", text_of(&directory)];
    prints(&[&scan[..], more].concat());
    directory
}

/// Rates the first puzzles of the collection by `rate`; `None` for a word instead of a rung.
fn rated(definition: &str, take: &str) -> Vec<Option<u8>> {
    let ladder = format!("x={definition}");
    let args = ["rate", RANDOM_10K, "--format", "plain", "-l", &ladder, "--take", take];
    prints(&args).lines().map(|line| line.parse().ok()).collect()
}

/// Reads the rows of a table as maps from the names of columns to cells.
fn table(directory: &Path, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(directory.join(name)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// Every number of worth and overlap equals that from ratings by ladders written by hand.
#[test]
fn what_rules_are_worth_is_what_separate_runs_tell() {
    let take = "600";
    let all: Vec<&str> = RULES.iter().map(|rule| rule.0).collect();
    let whole = definition(&all);
    let directory = scanned("worth", &format!("x={whole}"), take, &[]);
    prints(&["worth", "--alone-budget", "100000000", text_of(&directory)]);
    let worth = table(&directory, "worth.csv");
    let full = rated(&whole, take);
    let solved = |ratings: &[Option<u8>]| ratings.iter().filter(|rating| rating.is_some()).count();
    let alone = |rule: &str| rated(&definition(&[rule]), take);
    // Ladder up to an item: all lower rungs, and on its own rung the rules before it in the catalogue.
    let order: Vec<&str> = worth.iter().skip(BRT).map(|row| row["rule"].as_str()).collect();
    assert_eq!(order, ["lc", "naked", "hidden", "whip", "naked", "whip", "whip"]);
    let (mut below, mut unsolved, mut higher) = (solved(&rated("brt", take)), 0, 0);
    for (at, row) in worth.iter().enumerate().skip(BRT) {
        let number = |column: &str| row[column].parse::<usize>().unwrap();
        let named = |rule: &&(&str, &str, &str)| rule.1 == row["rule"] && rule.2 == row["size"];
        let name = RULES.iter().find(named).unwrap().0;
        let others: Vec<&str> = all.iter().copied().filter(|&rule| rule != name).collect();
        let without = rated(&definition(&others), take);
        let pairs = || full.iter().zip(&without);
        let rises: Vec<usize> = pairs()
            .filter_map(|(with, without)| Some(((*without)?).checked_sub((*with)?)? as usize))
            .filter(|&rungs| rungs > 0)
            .collect();
        assert_eq!(
            number("unsolved without"),
            pairs().filter(|(with, without)| with.is_some() && without.is_none()).count()
        );
        assert_eq!(number("higher without"), rises.len(), "{name}");
        assert_eq!(number("places higher"), rises.iter().sum::<usize>(), "{name}");
        assert_eq!(number("most places higher"), rises.iter().max().copied().unwrap_or(0));
        let key = |rating: &Option<u8>| rating.map_or(u8::MAX, |rung| rung);
        assert_eq!(
            number("lower without"),
            pairs().filter(|(with, without)| key(without) < key(with)).count()
        );
        assert_eq!(number("alone"), solved(&alone(name)), "{name}");
        // Number of puzzles that the item solves beyond the ladder before the item.
        let up_to: Vec<&str> = worth[BRT..=at]
            .iter()
            .map(|row| RULES.iter().find(|r| r.1 == row["rule"] && r.2 == row["size"]).unwrap().0)
            .collect();
        let here = solved(&rated(&definition(&up_to), take));
        assert_eq!(number("hardest"), here - below, "{name}");
        below = here;
        unsolved += number("unsolved without");
        higher += number("higher without");
    }
    assert!(unsolved > 10 && higher > 100, "{unsolved} {higher}");

    // The publisher's table has the same numbers, even if nothing else is requested.
    let techniques = table(&directory, "techniques.csv");
    for row in &techniques {
        let of_rule = |it: &&BTreeMap<String, String>| match it["size"].as_str() {
            "" => it["rule"] == row["rule"],
            size => format!("{}[{size}]", it["rule"]) == row["rule"],
        };
        let it = worth.iter().find(of_rule).unwrap();
        let pairs = [
            ("used", "used"),
            ("hardest", "hardest"),
            ("needed", "unsolved without"),
            ("unknown", "out of budget without"),
            ("used by %", "used %"),
            ("needed %", "unsolved without %"),
            ("needed % se", "unsolved without % se"),
        ];
        assert!(pairs.iter().all(|(here, there)| row[*here] == it[*there]), "{row:?} {it:?}");
    }
    let needed = techniques.iter().filter_map(|row| row["needed"].parse::<usize>().ok());
    assert!(needed.sum::<usize>() > 10);
    let asked = scanned("worth-needed", &format!("x={whole}"), take, &[]);
    prints(&["worth", "--needed", text_of(&asked)]);
    assert_eq!(table(&asked, "techniques.csv"), techniques);
    assert!(!asked.join("worth.csv").exists());
    let page = page_of(&asked);
    assert!(page.contains("<th>needed</th>") && !page.contains("What each rule is worth"));
    let known = ["worth", "--needed", "--progress", "always", text_of(&asked)];
    assert_eq!(stderr(&ends(0, sudoscope(&known))), "", "it is known already");
    let told = ["worth", "--progress", "always", "--alone-budget", "100", text_of(&asked)];
    let told = stderr(&ends(0, sudoscope(&told)));
    assert!(told.starts_with("sudoscope: 600 puzzles (100.0 %), "), "{told}");

    for row in table(&directory, "overlap.csv") {
        let name = |column: &str| {
            let text = &row[column];
            text.replace('[', ":").replace(']', "")
        };
        let number = |column: &str| row[column].parse::<usize>().unwrap();
        let (a, b) = (alone(&name("rule")), alone(&name("other")));
        let count = |with: bool, and: bool| {
            a.iter().zip(&b).filter(|(a, b)| a.is_some() == with && b.is_some() == and).count()
        };
        assert_eq!(number("alone both"), count(true, true));
        assert_eq!(number("alone rule only"), count(true, false));
        assert_eq!(number("alone other only"), count(false, true));
    }
    let page = page_of(&directory);
    assert!(page.contains("What each rule is worth"));
}

/// Small sets solve what they claim and are as small as they claim, and the bytes are equal for any number of
/// threads.
#[test]
fn small_sets_solve_what_they_are_said_to_solve() {
    let take = "500";
    let all: Vec<&str> = RULES.iter().map(|rule| rule.0).collect();
    let ladder = format!("x={}", definition(&all));
    let directory = scanned("worth-sets", &ladder, take, &[]);
    let names = ["worth.csv", "overlap.csv", "minimal-set.csv"];
    let read = || names.map(|name| std::fs::read_to_string(directory.join(name)).unwrap());
    let [before, three] = ["1", "3"].map(|jobs| {
        prints(&["worth", "-j", jobs, "--minimal-set=80,90,97,100", text_of(&directory)]);
        read()
    });
    assert!(before == three);
    // New reports keep the tables, in place and elsewhere, in any format; reports of another run do not.
    let (text, page) = (text_of(&directory), directory.join("report.html"));
    let drawn = std::fs::read_to_string(&page).unwrap();
    prints(&["report", text]);
    assert!(read() == before && std::fs::read_to_string(&page).unwrap() == drawn);
    let other = directory.join("other");
    let again = ["report", "--format", "csv,json", "-o", text_of(&other), text];
    prints(&again);
    assert!(names.iter().zip(&before).all(|(name, table)| {
        std::fs::read_to_string(other.join(name)).unwrap() == *table
            && other.join(name).with_extension("json").exists()
    }));
    std::fs::copy(directory.join("run.worth"), other.join("run.worth")).unwrap();
    let scan = ["scan", RANDOM_10K, "-l", &ladder, "--take", "9", "-o", text_of(&other)];
    prints(&scan);
    prints(&["report", text_of(&other)]);
    let drawn = page_of(&other);
    assert!(!drawn.contains("What each rule is worth"));

    let rows = table(&directory, "minimal-set.csv");
    assert_eq!(rows.len(), 8);
    let sizes = |by: &str| -> Vec<usize> {
        let rows = rows.iter().filter(|row| row["by"] == by);
        rows.map(|row| row["size"].parse().unwrap_or(usize::MAX)).collect()
    };
    for row in &rows {
        let wanted: usize = row["wanted %"].parse().unwrap();
        let solved = |rules: &[&str]| {
            let rules: Vec<String> =
                rules.iter().map(|rule| rule.replace('[', ":").replace(']', "")).collect();
            let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
            rated(&definition(&rules), take).iter().filter(|rating| rating.is_some()).count()
        };
        if row["size"].is_empty() {
            // The whole ladder does not solve as many.
            assert!(solved(&all) < 5 * wanted);
            continue;
        }
        let rules: Vec<&str> = row["rules"].split_whitespace().collect();
        let puzzles: usize = row["puzzles"].parse().unwrap();
        assert!(puzzles >= 5 * wanted, "{row:?}");
        if row["by"] == "paths" {
            assert!(solved(&rules) >= puzzles);
            continue;
        }
        assert_eq!(solved(&rules), puzzles, "{row:?}");
        for rule in &rules {
            let fewer: Vec<&str> = rules.iter().copied().filter(|other| other != rule).collect();
            assert!(solved(&fewer) < 5 * wanted, "{row:?} without {rule}");
        }
    }
    assert!(sizes("climbs").iter().zip(sizes("paths")).all(|(climbs, paths)| *climbs <= paths));
    assert!(sizes("climbs")[1] < all.len());
}

/// The search for small sets equals greedy search, forward and backward, with separate climbs of 150 puzzles.
#[test]
fn the_search_for_small_sets_equals_its_naive_twin() {
    let definition = "brt,lc,naked:2-3+hidden:2+fish:2,whip:2-4+z-chain:3";
    let directory = scanned("worth-twin", &format!("x={definition}"), "150", &[]);
    let (header, ladders, file) = RunFile::read(&directory).unwrap();
    let (ladder, shares) = (&ladders[0], [0.6, 0.85, 0.95, 1.0]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let interrupt = AtomicBool::new(false);
    let run = Pass {
        file: &file,
        header: &header,
        scale: ladder,
        at: 0,
        pool: &pool,
        interrupt: &interrupt,
        progress: &|_| (),
    };
    let search = Questions {
        shares: shares.to_vec(),
        by_climbs: true,
        weights: Weights::Equal,
        alone_budget: header.budget,
    };
    let ours = run.smallest_sets(&search).unwrap();

    let mut solver = Solver::new();
    let puzzles: Vec<String> = random_10k().into_iter().take(150).collect();
    let mut solved = |items: &ItemSet| {
        let ladder = items.scale(ladder);
        let is_solved = |puzzle: &&String| {
            let clues = parse_puzzle(puzzle.as_bytes()).unwrap();
            solver.start(&clues, Effort::default()).unwrap();
            matches!(solver.climb(&ladder, header.budget).outcome, Outcome::Solved(_))
        };
        puzzles.iter().filter(is_solved).count()
    };
    let used = run.used_items().unwrap();
    let most = solved(&used.iter().copied().collect());
    let mut sets = vec![(ItemSet::default(), solved(&ItemSet::default()))];
    while sets.last().unwrap().1 < most {
        let items = sets.last().unwrap().0.clone();
        let more = used.iter().filter(|&&item| !items.contains(item));
        let more = more.map(|&item| items.with(item)).map(|set| (solved(&set), set));
        // The first of equal sets.
        let best = more.reduce(|a, b| if b.0 > a.0 { b } else { a }).unwrap();
        sets.push((best.1, best.0));
    }
    for (share, ours) in ours {
        let enough = |count: usize| count as f64 >= share * 150.0;
        let Some((mut items, _)) = sets.iter().find(|set| enough(set.1)).cloned() else {
            assert!(ours.is_none());
            continue;
        };
        loop {
            let fewer = items.iter().map(|item| items.without(item));
            let fewer: Vec<_> = fewer.map(|set| (solved(&set), set)).filter(|s| enough(s.0)).collect();
            // The last of equal sets.
            let Some(best) = fewer.into_iter().reduce(|a, b| if b.0 >= a.0 { b } else { a }) else {
                break;
            };
            items = best.1;
        }
        assert_eq!(ours.as_ref().map(|found| &found.items), Some(&items), "{share}");
    }

    interrupt.store(true, Ordering::Relaxed);
    assert!(matches!(run.survey(1000), Err(PassError::Interrupted)));
}

#[test]
fn an_interrupted_run_writes_nothing() {
    let directory = scanned("worth-interrupted", "W", "10000", &[]);
    let text = text_of(&directory);
    let child = start(&mut command(&["worth", "-j1", "--alone-budget", "1000000", text]));
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "INT");
    let output = ends(130, child.wait_with_output().unwrap());
    assert!(stderr(&output).contains("was not written"));
    assert!(!directory.join("worth.csv").exists());
    assert!(!directory.join("worth.csv.partial").exists());
}

/// Rules of a ladder by the best of several orders are worth as much as separate runs by the same policy
/// show.
#[test]
fn rules_of_the_best_order_are_worth_what_separate_runs_say() {
    const SIZES: [u8; 5] = [1, 2, 3, 4, 5];
    /// Puzzles whose ratings depend on the order.
    const PUZZLES: [&str; 2] = [
        "1...5.78..5.1.9.3..........2...6.....4..9...29....25..5926.834..1.3.....8.......7",
        "..3..6.8..5...91.2....1..5.2.8....76..5...4...9.8........9..8......37.21..2.6...5",
    ];
    let definition = |sizes: &[u8]| {
        let whips: Vec<String> = sizes.iter().map(|size| format!("whip:{size}")).collect();
        format!("brt,{}", whips.join("+"))
    };
    let ladder = |sizes: &[u8]| format!("x={}", definition(sizes));
    let directory = directory("worth-best");
    let list = directory.join("in.txt");
    let random = random_10k().into_iter().take(150);
    let lines: Vec<String> = PUZZLES.map(str::to_string).into_iter().chain(random).collect();
    std::fs::write(&list, lines.join("\n")).unwrap();
    let (list, out) = (text_of(&list), text_of(&directory));
    let best = |command: &[&str]| ends(0, sudoscope(&[command, &["--policy", "best", list]].concat()));
    let rated = |sizes: &[u8]| -> Vec<(Option<u8>, Option<u8>)> {
        let output = best(&["rate", "-l", &ladder(sizes)]);
        let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
        let rows = reader.deserialize().map(|row: Result<BTreeMap<String, String>, _>| row.unwrap());
        rows.map(|row| (row["x"].parse().ok(), row["x-free"].parse().ok())).collect()
    };
    let whole = ladder(&SIZES);
    best(&["scan", "-l", &whole, "-o", out]);
    prints(&["worth", "--alone-budget", "100000000", out]);
    let full = rated(&SIZES);
    assert!(full.iter().any(|(best, free)| best != free), "the order never matters");
    let worth = table(&directory, "worth.csv");
    for (ladder, of) in [("x", 0), ("x-free", 1)] {
        let rating = |pair: &(Option<u8>, Option<u8>)| if of == 0 { pair.0 } else { pair.1 };
        for size in SIZES {
            let row = |row: &&BTreeMap<String, String>| {
                let (rule, own_size) = one_name("whip", size);
                let own_size = if own_size == 0 { String::new() } else { own_size.to_string() };
                row["scale"] == ladder && row["rule"] == rule && row["size"] == own_size
            };
            let row = worth.iter().find(row).unwrap();
            let number = |column: &str| row[column].parse::<usize>().unwrap();
            let others: Vec<u8> = SIZES.into_iter().filter(|other| *other != size).collect();
            let without = rated(&others);
            let pairs = || full.iter().map(rating).zip(without.iter().map(rating));
            let unsolved = pairs().filter(|(with, less)| with.is_some() && less.is_none());
            assert_eq!(number("unsolved without"), unsolved.count(), "{ladder} {size}");
            let higher = pairs().filter(|(with, less)| less.is_some() && with.is_some() && less > with);
            assert_eq!(number("higher without"), higher.count(), "{ladder} {size}");
            let alone = rated(&[size]).iter().filter(|pair| rating(pair).is_some()).count();
            assert_eq!(number("alone"), alone, "{ladder} {size}");
        }
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    refused(&sudoscope(&["worth", env!("CARGO_TARGET_TMPDIR")]), "finished scan");
    let directory = scanned("worth-refused", "W,BRT", "20", &["--policy", "best"]);
    let text = text_of(&directory);
    refused(&sudoscope(&["worth", "-l", "X", text]), "it has W, W-free");
    refused(&sudoscope(&["worth", "--minimal-set=101", text]), "101");
    // A ladder named twice is examined once.
    prints(&["worth", "-l", "W,W", text]);
    let rows = table(&directory, "worth.csv");
    let rules: BTreeSet<[&String; 2]> = rows.iter().map(|row| [&row["rule"], &row["size"]]).collect();
    assert!(!rows.is_empty() && rules.len() == rows.len(), "{rows:?}");
    // Results of another ladder stay, in the order of the run.
    for ladder in ["W-free", "W"] {
        prints(&["worth", "-l", ladder, text]);
        let mut ladders =
            table(&directory, "worth.csv").iter().map(|row| row["scale"].clone()).collect::<Vec<_>>();
        ladders.dedup();
        assert_eq!(ladders, ["W", "W-free"]);
    }
}

//! Ratings, tallies and reports do not depend on how a puzzle is written down: tests with random elements of
//! the whole group of 3,359,232 · 9! symmetries.

use crate::binary;
use crate::common::{self, Dice, Symmetry, named_ladders, random_10k, step_cost, thorough};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::time::Instant;
use sudoscope::grid::parse_puzzle;
use sudoscope::rule::Info;
use sudoscope::rules::{RULES, SINGLES, find_rule};
use sudoscope::scale::{Climb, DEFAULT_BUDGET, Effort, Scale, Solver};

/// Number of puzzles, and number of isomorphs of each puzzle; the second numbers are for a thorough run.
const PUZZLES: (usize, usize) = (96, 1_000);
const ISOMORPHS: (usize, usize) = (4, 20);
const QUICK: &[&str] =
    &["W", "B", "gW", "gB", "S", "SFin", "S+W", "SFin+W", "BRT", "FW", "N", "loops", "all", "sets"];

/// Returns the named ladders and some more, among them ladders that start with long chains, in whose states
/// shorter chains exist.
fn ladders() -> Vec<Scale> {
    // Rungs stop at 6: where a ladder gets stuck, the search for its long chains is slow and in vain.
    let named = named_ladders().map(|named| {
        let mut ladder = Scale::named(named.name).unwrap();
        let is_fast = ["W", "B", "gW", "FW"].contains(&named.name);
        ladder.items.retain(|item| item.place <= 6 || is_fast);
        ladder
    });
    let own = [
        ("loops", "brt,whip-loops:1-36"),
        ("all", "brt,lc,alldiff,naked:2-8+hidden:2-8+fish:2-8+finned-fish:2-8"),
        ("sets", "brt,naked:2-8+hidden:2-8+fish:2-8+finned-fish:2-8"),
        ("unique", "brt,lc,unique,subset:2-4"),
        ("deadly-chains", "brt,lc,subset:2-3,ur-aic:2-3+bug-aic:2-6,ur-nice-loop:2-3+bug-nice-loop:2-6"),
        ("long-whips", "brt,whip:4-6"),
        ("long-whip-loops", "brt,whip-loops:4-6"),
        ("seed", "brt,lc,xyz:3-5+hxyz:3-5+nrcz-first:2-4+nrct-lr-lasso:2-4+nrct-rl-lasso:2-4"),
        ("first", "brt,lc,xy-wing:3+nrczt-first:2-5"),
        ("lassos", "brt,lc,nrczt-lr-lasso:2-4+nrczt-rl-lasso:2-4"),
        ("typed", "brt,lc,typed-bivalue-chain:2-6+typed-z-chain:2-5+typed-t-whip:2-5"),
        ("typed-braids", "brt,lc,typed-g-bivalue-chain:2-4+typed-g-whip:2-4+typed-braid:3-5"),
        ("typed-g-braids", "brt,lc,typed-g-braid:3-4"),
        ("oddagons", "brt,lc,oddagon:3-5"),
        ("s2-chains", "brt,lc,g-bivalue-chain:2-5+s2-chain:3-4+s2-zchain:3-4+s2-tchain:3-4"),
        ("s3-chains", "brt,lc,s3-chain:3-4+s3-zchain:3-4+s3-tchain:3-4"),
        ("s4-chains", "brt,lc,s4-chain:3-4"),
        ("trials", "brt,lc,trial-w1"),
        ("x-cycles", "brt,lc,x-cycle,x-cycle-er,x-cycle-hinge,x-cycle-general"),
        ("x-cycles-raw", "brt,x-cycle-general"),
        ("hinges", "brt,br-net-hinge"),
        ("streams", "brt,br-net-streams"),
        ("patterns", "brt,pom3"),
        ("pattern-nets", "brt,pb3"),
        ("trials-s", "brt,lc,trial-s2"),
    ];
    named.chain(own.map(|(name, text)| Scale::define(name, text).unwrap())).collect()
}

/// Returns a ladder of a rule with nothing but singles, in its first four sizes.
fn alone(info: &Info) -> Scale {
    let definition = match &info.sizes {
        Some(sizes) => {
            let (from, to) = (*sizes.start(), (*sizes.end()).min(sizes.start() + 3));
            format!("brt,{}:{from}-{to}", info.name)
        }
        None if RULES[..SINGLES].iter().any(|rule| rule.info().name == info.name) => common::alone(info, 0),
        None => format!("brt,{}", info.name),
    };
    Scale::define("alone", &definition).unwrap()
}

/// Names the rule on a digit's columns that mirrors a rule on a digit's rows.
fn mirror(rows: &str) -> Option<String> {
    Some(format!("{}-cn", rows.strip_suffix("-rn")?))
}

fn rate(solver: &mut Solver, line: &str, ladders: &[Scale]) -> Vec<Climb> {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let most = ladders.iter().map(|ladder| step_cost(&ladder.definition)).max().unwrap_or(1);
    let effort = Effort { budget: most * DEFAULT_BUDGET, validate: true };
    let (_, climbs) = solver.rate(&clues, ladders, effort);
    assert_eq!(climbs.len(), ladders.len(), "{line} has not exactly one solution");
    climbs
}

/// Lists the differences between two climbs of one ladder: the outcome, or part of an item's tally.
fn differences(ladder: &Scale, a: &Climb, b: &Climb) -> Vec<String> {
    let name = &ladder.name;
    let mut found = Vec::new();
    if a.outcome != b.outcome {
        found.push(format!("{name} = {}: outcome", ladder.definition));
    }
    for (item, (a, b)) in ladder.items.iter().zip(a.tallies.iter().zip(&b.tallies)) {
        let parts = [
            ("steps", a.steps == b.steps),
            ("eliminations", a.eliminations == b.eliminations),
            ("placements", a.placements == b.placements),
        ];
        let different = parts.iter().filter(|part| !part.1);
        found.extend(different.map(|part| format!("{name}: {} of {}", part.0, item.name())));
    }
    found
}

/// Ratings and tallies (steps, eliminations, placements) are invariant: all findings in a state are applied
/// at once, so nothing depends on the order in which candidates, houses or digits are examined.
#[test]
fn ratings_and_tallies_are_invariant() {
    invariant(&ladders(), of(PUZZLES), of(ISOMORPHS));
}

/// Every rule alone is invariant, although most get stuck soon: in the same state, then. Rules of rows or of
/// columns are not invariant under the whole group, but mirror images of each other. One rule is left out: it
/// follows CSP-Rules' code, which depends on how the puzzle is turned.
#[test]
fn every_rule_alone_is_invariant() {
    let puzzles = of(PUZZLES);
    let rules = RULES.iter().skip(1).map(|rule| rule.info());
    let rules = rules.filter(|info| info.name != "degen-cycl-trid-coded");
    let (lines, whole): (Vec<&Info>, Vec<&Info>) =
        rules.partition(|info| info.name.ends_with("-rn") || info.name.ends_with("-cn"));
    invariant(&whole.into_iter().map(alone).collect::<Vec<_>>(), puzzles, 4);

    let mut solver = Solver::new();
    let mut pairs = 0;
    for rows in lines {
        let Some(columns) = mirror(rows.name) else { continue };
        let columns = find_rule(&columns).unwrap().info();
        for line in &random_10k()[..puzzles] {
            let image = Symmetry::transposition().apply(line);
            let [a, b] = [(line, rows), (&image, columns)]
                .map(|(line, info)| rate(&mut solver, line, &[alone(info)]).remove(0));
            assert_eq!(a, b, "{}: {line}", rows.name);
            pairs += 1;
        }
    }
    assert_eq!(pairs, 4 * puzzles);
}

/// Ladders of braids without the shorter whips are invariant.
#[test]
fn long_braids_are_invariant() {
    let own = [("braids-only", "brt,braid:3-36"), ("long-braids", "brt,braid:5-6")];
    let ladders = own.map(|(name, text)| Scale::define(name, text).unwrap());
    invariant(&ladders, of(PUZZLES), of(ISOMORPHS));
}

/// Returns the first of two numbers, or the second in a thorough run.
fn of((few, all): (usize, usize)) -> usize {
    if thorough() { all } else { few }
}

fn invariant(ladders: &[Scale], puzzles: usize, isomorphs: usize) {
    let started = Instant::now();
    let lines = random_10k();
    let check = |solver: &mut Solver, (k, line): (usize, &String)| {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (k as u64 + 1) << 20);
        // Fast ladders, which rate in microseconds, take every puzzle; each other ladder takes one puzzle in
        // eight, or every puzzle in a thorough run.
        let part = if thorough() { 1 } else { 8 };
        let takes = |(at, ladder): (usize, &Scale)| {
            let takes = QUICK.contains(&&*ladder.name) || (at + k).is_multiple_of(part);
            takes.then(|| ladder.clone())
        };
        let ladders: Vec<Scale> = ladders.iter().enumerate().filter_map(takes).collect();
        let ladders = &ladders[..];
        let base = rate(solver, line, ladders);
        let mut found: Vec<(String, String)> = Vec::new();
        for _ in 0..isomorphs {
            let image = Symmetry::random(&mut dice).apply(line);
            let pairs = base.iter().zip(rate(solver, &image, ladders));
            for (ladder, (a, b)) in ladders.iter().zip(pairs) {
                let pair = || format!("{line} {image}");
                found.extend(differences(ladder, a, &b).into_iter().map(|what| (what, pair())));
            }
        }
        found
    };
    let found: Vec<(String, String)> = lines[..puzzles]
        .par_iter()
        .enumerate()
        .map_init(Solver::new, |solver, puzzle| check(solver, puzzle))
        .flatten()
        .collect();
    let mut kinds: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for (what, pair) in found {
        kinds.entry(what).or_insert((0, pair)).0 += 1;
    }
    eprintln!("{} isomorphs: {:?}", puzzles * isomorphs, started.elapsed());
    assert!(kinds.is_empty(), "{kinds:#?}");
}

/// Images have as many clues of each digit as before, up to renaming, and are not the same puzzle.
#[test]
fn images_keep_the_clues() {
    let mut dice = Dice(1);
    for line in random_10k().iter().take(100) {
        let image = Symmetry::random(&mut dice).apply(line);
        let sorted = |text: &str| {
            let mut counts = [0; 9];
            text.bytes()
                .filter(|byte| (b'1'..=b'9').contains(byte))
                .for_each(|byte| counts[(byte - b'1') as usize] += 1);
            counts.sort_unstable();
            counts
        };
        assert_eq!(sorted(&image), sorted(line));
        assert_ne!(&image, line);
    }
}

/// Returns the tables of a scan by all named ladders.
fn tables(name: &str, lines: &[String]) -> BTreeMap<String, String> {
    let directory = binary::directory(name);
    let (input, output) = (directory.join("puzzles.txt"), directory.join("reports"));
    std::fs::write(&input, lines.join("\n")).unwrap();
    let ladders: Vec<&str> = named_ladders().map(|named| named.name).collect();
    let arguments = ["scan", "-l", &ladders.join(","), "--progress", "never", "-o"];
    let paths = [&output, &input].map(|path| binary::text_of(path));
    let run = binary::sudoscope(&[&arguments[..], &paths[..]].concat());
    assert_eq!(binary::code(&run), Some(0), "{}", binary::stderr(&run));
    let files = std::fs::read_dir(&output).unwrap().map(|entry| entry.unwrap().path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "csv"));
    tables
        .map(|path| {
            let text = read_to_string(&path).unwrap();
            (path.file_stem().unwrap().to_str().unwrap().to_string(), text)
        })
        .collect()
}

/// Returns a table without comments and without its column of puzzles.
fn without_puzzles(table: &str) -> String {
    let is_comment = |line: &&str| line.starts_with('#');
    let header = table.lines().find(|line| !is_comment(line)).unwrap();
    let at = header.split(',').position(|name| name == "puzzle").unwrap();
    let cut = |line: &str| {
        let cells = line.split(',').enumerate().filter(|(k, _)| *k != at);
        cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(",") + "\n"
    };
    table.lines().filter(|line| !is_comment(line)).map(cut).collect()
}

/// Collections of isomorphs, one of each puzzle, have the same tables byte by byte: every count, mean and
/// error. Some tables name puzzles and are compared without them; `timing` has times, which always differ.
/// (In another order of the puzzles, tables that name lines would differ.)
#[test]
fn isomorphic_collections_have_the_same_reports() {
    let mut dice = Dice(0x1357_9bdf_0246_8ace);
    let count = if thorough() { 500 } else { 20 };
    let lines: Vec<String> = random_10k().into_iter().skip(5_000).take(count).collect();
    let images = lines.iter().map(|line| Symmetry::random(&mut dice).apply(line));
    let (images, mut compared): (Vec<String>, usize) = (images.collect(), 0);
    assert!(lines.iter().zip(&images).all(|(line, image)| line != image));
    let [here, there] =
        [("symmetry-a", &lines), ("symmetry-b", &images)].map(|(name, lines)| tables(name, lines));
    assert!(here.keys().eq(there.keys()));
    for (name, table) in &here {
        match &**name {
            "timing" => continue,
            "puzzles" | "hardest" | "examples" | "disagreements" => {
                assert_eq!(without_puzzles(table), without_puzzles(&there[name]), "{name}");
            }
            _ => assert!(*table == there[name], "{name} differs:\n{table}\n{}", there[name]),
        }
        compared += 1;
    }
    assert!(compared >= 11, "{:?}", here.keys());
}

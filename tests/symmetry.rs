//! Ratings and tallies do not depend on how a puzzle is written down: 20 isomorphs of each of 1,000 puzzles.

mod common;

use common::{Dice, Symmetry, random_10k, thorough};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::Instant;
use sudoscope::grid::parse_puzzle;
use sudoscope::ladder::{LADDERS, Ladder};
use sudoscope::solve::{Climb, Effort, Solver};

const PUZZLES: usize = 1_000;
const ISOMORPHS: usize = 20;
const QUICK: &[&str] =
    &["W", "B", "gW", "gB", "S", "SFin", "S+W", "SFin+W", "BRT", "FW", "N", "loops", "all", "sets"];

/// The named ladders and some more, among them ladders whose first chains are long: in their states shorter
/// ones exist.
fn ladders() -> Vec<Ladder> {
    // No further than rung 6: where a ladder gets stuck, its long chains are looked for in vain, at length.
    let named = LADDERS.iter().map(|named| {
        let mut ladder = Ladder::named(named.name).unwrap();
        let is_fast = ["W", "B", "gW", "FW"].contains(&named.name);
        ladder.items.retain(|item| item.rung <= 6 || is_fast);
        ladder
    });
    let own = [
        ("loops", "brt,whip-loops:1-36"),
        ("all", "brt,lc,alldiff,naked:2-8+hidden:2-8+fish:2-8+finned-fish:2-8"),
        ("sets", "brt,naked:2-8+hidden:2-8+fish:2-8+finned-fish:2-8"),
        ("unique", "brt,lc,unique,subset:2-4"),
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
    named.chain(own.map(|(name, text)| Ladder::define(name, text).unwrap())).collect()
}

fn rate(solver: &mut Solver, line: &str, ladders: &[Ladder]) -> Vec<Climb> {
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let (_, climbs) = solver.rate(&clues, ladders, Effort::default());
    assert_eq!(climbs.len(), ladders.len(), "{line} has not exactly one solution");
    climbs
}

/// What differs between two climbs of one ladder: the outcome, or a part of an item's tally.
fn differences(ladder: &Ladder, a: &Climb, b: &Climb) -> Vec<String> {
    let name = &ladder.name;
    let mut found = Vec::new();
    if a.outcome != b.outcome {
        found.push(format!("{name}: outcome"));
    }
    for (item, (a, b)) in ladder.items.iter().zip(a.tallies.iter().zip(&b.tallies)) {
        let parts = [
            ("firings", a.firings == b.firings),
            ("eliminations", a.eliminations == b.eliminations),
            ("placements", a.placements == b.placements),
        ];
        let different = parts.iter().filter(|part| !part.1);
        found.extend(different.map(|part| format!("{name}: {} of {}", part.0, item.name())));
    }
    found
}

/// Of all that is found in a state everything is applied at once, so nothing depends on the order in which
/// candidates, houses or digits are looked at: outcome, firings, eliminations and placements are the same.
#[test]
fn ratings_and_tallies_are_invariant() {
    invariant(&ladders());
}

/// As above for ladders of braids without the whips that are shorter.
#[test]
fn long_braids_are_invariant() {
    let own = [("braids-only", "brt,braid:3-36"), ("long-braids", "brt,braid:5-6")];
    invariant(&own.map(|(name, text)| Ladder::define(name, text).unwrap()));
}

fn invariant(ladders: &[Ladder]) {
    let started = Instant::now();
    let lines = random_10k();
    let check = |solver: &mut Solver, (k, line): (usize, &String)| {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (k as u64 + 1) << 20);
        // Ladders whose ratings cost microseconds for every puzzle, each of the others for one puzzle in eight, or for
        // every puzzle in a thorough run.
        let part = if thorough() { 1 } else { 8 };
        let takes = |(at, ladder): (usize, &Ladder)| {
            let takes = QUICK.contains(&&*ladder.name) || (at + k).is_multiple_of(part);
            takes.then(|| ladder.clone())
        };
        let ladders: Vec<Ladder> = ladders.iter().enumerate().filter_map(takes).collect();
        let ladders = &ladders[..];
        let base = rate(solver, line, ladders);
        let mut found: Vec<(String, String)> = Vec::new();
        for _ in 0..ISOMORPHS {
            let image = Symmetry::random(&mut dice).apply(line);
            let pairs = base.iter().zip(rate(solver, &image, ladders));
            for (ladder, (a, b)) in ladders.iter().zip(pairs) {
                let pair = || format!("{line} {image}");
                found.extend(differences(ladder, a, &b).into_iter().map(|what| (what, pair())));
            }
        }
        found
    };
    let found: Vec<(String, String)> = lines[..PUZZLES]
        .par_iter()
        .enumerate()
        .map_init(Solver::new, |solver, puzzle| check(solver, puzzle))
        .flatten()
        .collect();
    let mut kinds: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for (what, pair) in found {
        kinds.entry(what).or_insert((0, pair)).0 += 1;
    }
    eprintln!("{} isomorphs: {:?}", PUZZLES * ISOMORPHS, started.elapsed());
    assert!(kinds.is_empty(), "{kinds:#?}");
}

/// The images are puzzles of the same kind: each digit, whatever it is called, as often as before; and
/// they are not the same puzzle.
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

//! A scale that is not a ladder works throughout the program: tenths, three columns, one hint at a time. Each
//! number is recomputed from the steps.

use crate::binary::{code, page_of, refused, stderr, stdout, sudoscope};
use crate::common::random_10k;
use crate::recount::table;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use sudoscope::diff::{RatingColumn, RatingSource, compare};
use sudoscope::grid::{Grid, exhaust, parse_puzzle};
use sudoscope::input::{Input, Reading};
use sudoscope::report::{View, find_format};
use sudoscope::rules::find_rule;
use sudoscope::run::{Layout, Lines, Plan, Row};
use sudoscope::scale::{Aspect, Column, Description, Effort, Item, Policy, Rating, Scale, Solver, Unit};
use sudoscope::scan::{Scan, Start};
use sudoscope::settings::Settings;

const PUZZLES: usize = 200;

/// Items in order: name, size, tenths.
const ITEMS: &[(&str, u8, u32)] = &[
    ("contradiction", 0, 0),
    ("hidden-single", 0, 12),
    ("naked-single", 0, 23),
    ("lc", 0, 26),
    ("naked", 2, 30),
    ("fish", 2, 32),
    ("hidden", 2, 34),
    ("whip", 2, 66),
    ("whip", 3, 67),
];

fn toy() -> Scale {
    let column = |name, aspect| Column { name, aspect, unit: Unit::Tenths };
    let columns = vec![
        column("", Aspect::Hardest),
        column("EP", Aspect::UntilPlacement),
        column("ED", Aspect::FirstStep),
    ];
    let item = |(place, &(name, size, tenths)): (u32, &(&str, u8, u32))| Item {
        place,
        rating: Rating([tenths; 4]),
        rule: find_rule(name).unwrap(),
        size,
    };
    let (name, definition) = ("toy".to_string(), "toy".to_string());
    let description = Description { name, definition, policy: Policy::OneHint };
    Scale::new(description, columns, (0..).zip(ITEMS).map(item).collect())
}

/// Computes the three columns of a path from its steps; `None` if it does not solve the puzzle.
fn by_steps(line: &str, toy: &Scale) -> Option<[u32; 3]> {
    let mut steps = Vec::new();
    let clues = parse_puzzle(line.as_bytes()).unwrap();
    let mut solver = Solver::new();
    solver.observe(&clues, toy, u64::MAX, &mut |applied| {
        steps.push((applied.item.rating.0[0], !applied.found.asserted.is_empty()));
    });
    let until = steps.iter().position(|step| step.1)? + 1;
    let most = |steps: &[(u32, bool)]| steps.iter().map(|step| step.0).max().unwrap_or(0);
    solver.grid().is_solved().then(|| [most(&steps), most(&steps[..until]), steps[0].0])
}

#[test]
fn a_scale_of_tenths_goes_through_everything() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scales");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (toy, w) = (toy(), Scale::named("W").unwrap());
    // A tenth of the puzzles have no single at first.
    let no_single = |line: &&String| {
        let mut grid = Grid::from_clues(&parse_puzzle(line.as_bytes()).unwrap());
        exhaust(&mut grid).1 == [0, 0]
    };
    let all = random_10k();
    let hard = all.iter().filter(no_single).take(PUZZLES / 10);
    let puzzles: Vec<String> = all[..PUZZLES].iter().chain(hard).cloned().collect();
    let count = puzzles.len() as u64;
    let expected: Vec<Option<[u32; 3]>> = puzzles.iter().map(|line| by_steps(line, &toy)).collect();
    assert!(expected.iter().filter(|row| row.is_none()).count() > 3);
    assert!(expected.iter().flatten().any(|row| row[0] > row[1]));
    assert!(expected.iter().flatten().any(|row| row[1] > row[2]));

    // The scan checks every step, has a ladder besides, and reads the first column from the input again.
    let input = folder.join("p.csv");
    let text = |value: u32| format!("{}.{}", value / 10, value % 10);
    let lines = puzzles
        .iter()
        .zip(&expected)
        .map(|(line, row)| format!("{line},{}\n", row.map_or(String::new(), |row| text(row[0]))));
    std::fs::write(&input, format!("puzzle,toy\n{}", lines.collect::<String>())).unwrap();
    let reading = Reading { against: vec!["toy".to_string()], ..Reading::default() };
    let lines = Lines { inputs: vec![Input::File(input)], reading, jobs: 2, besides: Vec::new() };
    let settings = Settings::of(vec![toy.clone(), w], Effort::default()).unwrap();
    let scan = Scan {
        plan: Plan { lines, settings, tallied: true, solved: false, wide: false, timed: true, verify: true },
        shard: None,
        directory: folder.clone(),
        start: Start::New,
        formats: ["csv", "json"].map(|name| find_format(name).unwrap()).to_vec(),
        view: View { brt_as: 0.9, ..View::default() },
        sync: false,
    };
    let scanned = scan.run(&AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!(scanned.summary.puzzles(), count);
    assert_eq!(scanned.ended.unwrap().work.verified.climbs, 2 * count);
    for at in 0..3 {
        for (end, puzzles) in scanned.summary.ends(0, at) {
            let has = |row: &&Option<[u32; 3]>| row.map(|row| row[at]) == end.rating();
            assert_eq!(puzzles, expected.iter().filter(has).count() as u64);
        }
    }

    // Records are read back unchanged.
    let layout = Layout::new(std::slice::from_ref(&toy), 0, 0);
    let mut solver = Solver::new();
    for (line, expected) in puzzles.iter().zip(&expected) {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let (status, climbs) = solver.rate(&clues, std::slice::from_ref(&toy), Effort::default());
        assert_eq!(climbs[0].outcome.rating(), expected.map(|[er, ep, ed]| Rating([er, ep, ed, 0])));
        let (puzzle, against) = (clues.into(), Box::default());
        let row = Row {
            file: 0,
            line: 1,
            status,
            puzzle,
            error: None,
            climbs: climbs.into(),
            against,
            kept: Box::default(),
            solution: None,
            left_out: None,
        };
        let mut record = Vec::new();
        layout.encode(&row, &mut record);
        assert_eq!(layout.decode(&record), Some(row));
    }

    // Tables.
    let (columns, rows) = table(&folder, "puzzles");
    let names = ["toy", "toy EP", "toy ED", "W", "toy rules", "W rules", "toy (input)"];
    assert_eq!(columns[4..], names);
    for (row, expected) in rows.iter().zip(&expected) {
        let cells = expected.map_or(["unsolved"; 3].map(str::to_string), |row| row.map(text));
        assert_eq!(row[4..7], cells);
        assert!(row[7].parse::<u8>().is_ok(), "levels stay integers");
    }
    let json = std::fs::read_to_string(folder.join("puzzles.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    for (row, expected) in json["rows"].as_array().unwrap().iter().zip(&expected) {
        match expected {
            Some([_, until, _]) => assert_eq!(row["toy EP"], f64::from(*until) / 10.0),
            None => assert_eq!(row["toy EP"], "unsolved"),
        }
        assert!(row["W"].is_u64());
    }
    let (_, levels) = table(&folder, "ratings");
    for (at, name) in ["toy", "toy EP", "toy ED"].into_iter().enumerate() {
        for row in levels.iter().filter(|row| row[0] == name && row[1] == "all") {
            let has = |values: &&Option<[u32; 3]>| match values {
                Some(values) => text(values[at]) == row[2],
                None => row[2] == "unsolved",
            };
            assert_eq!(row[3], expected.iter().filter(has).count().to_string(), "{row:?}");
        }
    }
    let (_, rules) = table(&folder, "rules");
    let rungs = rules.iter().filter(|row| row[0] == "toy").map(|row| row[1].as_str());
    let tenths = ITEMS.iter().map(|item| text(item.2));
    assert!(rungs.eq(tenths.collect::<Vec<_>>().iter().map(String::as_str)));
    let (_, means) = table(&folder, "means");
    let mean = |name: &str| {
        let row = means.iter().find(|row| row[0] == name && row[1] == "all").unwrap();
        row[4].parse::<f64>().unwrap()
    };
    let solved: Vec<&[u32; 3]> = expected.iter().flatten().collect();
    for (at, name) in ["toy", "toy EP", "toy ED"].into_iter().enumerate() {
        let sum: u32 = solved.iter().map(|row| row[at]).sum();
        assert!((mean(name) - f64::from(sum) / 10.0 / solved.len() as f64).abs() < 1e-4);
    }
    assert!((mean("toy") - mean("toy (input)")).abs() < 1e-9);
    let (_, pairs) = table(&folder, "correlation");
    let r = pairs.iter().find(|row| row[0] == "toy" && row[1] == "toy (input)").unwrap();
    assert_eq!(r[3].parse(), Ok(1.0), "{r:?}");
    let (_, hardest) = table(&folder, "hardest");
    assert!(hardest.iter().any(|row| row[0] == "toy" && row[5] == "unsolved"));
    let (_, off) = table(&folder, "disagreements");
    assert!(off.iter().any(|row| row[0] == "toy" && row[1] == "toy EP"));
    assert!(off.iter().all(|row| row[1] != "toy (input)" || row[0] != "toy"));
    let (_, times) = table(&folder, "timing");
    assert!(times.iter().any(|row| row[0] == "toy" && row[1] == text(solved[0][0])));
    let page = page_of(&folder);
    assert!(page.contains("Puzzles by rating toy") && page.contains(&text(solved[0][0])));
    let head = std::fs::read_to_string(folder.join("about.json")).unwrap();
    for (name, policy) in [("toy", Policy::OneHint), ("W", Policy::AllAtOnce)] {
        assert!(head.contains(&format!("\"policy of {name}: {}", policy.sentence())));
    }

    // Comparisons.
    let source = RatingSource::open(&folder.join("puzzles.csv")).unwrap();
    assert_eq!(source.ratings()[..4], ["toy", "toy EP", "toy ED", "W"]);
    let of = |column| RatingColumn { source: &source, column };
    let refused = compare(of("toy"), of("toy ED"), 5, |_| Ok(())).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("two columns of one scale"), "{refused}");
    assert_eq!(compare(of("toy"), of("toy"), 5, |_| Ok(())).unwrap().changed(), 0);
}

/// A score is the sum of a definition's points over the steps, and the level is that of the hardest item,
/// raised while the score is above its limit. Singles in their own places solve what `brt` solves.
#[test]
fn a_score_is_a_sum_and_raises_levels() {
    let text =
        "club=Easy<=300 4=naked-single,Easy 14=hidden-single,Medium<=500 50=lc+naked:2-3,Hard 140=whip:2-36";
    let [scale] = &Scale::parse(text).unwrap()[..] else { panic!("one scale") };
    let mut solver = Solver::new();
    let mut of_level = [[0; 3]; 3];
    for line in &random_10k()[..PUZZLES] {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let (_, climbs) = solver.rate(&clues, std::slice::from_ref(scale), Effort::default());
        let fired = || scale.items.iter().zip(&climbs[0].tallies).filter(|(_, did)| did.steps > 0);
        let mut score = 0;
        solver.observe(&clues, scale, u64::MAX, &mut |applied| {
            let mut known = BTreeSet::new();
            for step in applied.found.steps.iter().flatten() {
                let proved = step.eliminates.iter().chain(&step.asserts);
                let new = proved.filter(|it| known.insert((it.cell, it.digit))).count();
                score += applied.item.rating.0[1] * u32::from(new > 0);
            }
        });
        let hardest = fired().map(|(item, _)| item.rating.0[0]).max().unwrap();
        let mut level = hardest;
        while level < 2 && score > [300, 500][level as usize] {
            level += 1;
        }
        assert_eq!(climbs[0].outcome.rating(), Some(Rating([level, score, 0, 0])), "{line}");
        of_level[hardest as usize][level as usize] += 1;
    }
    // Each level occurs, raised and not raised.
    let met = |from: usize, to: usize| assert!(of_level[from][to] > 0, "{of_level:?}");
    [(0, 0), (0, 1), (1, 2), (2, 2)].into_iter().for_each(|(from, to)| met(from, to));
}

#[test]
fn singles_have_the_places_that_a_definition_names() {
    let [by_rules, by_brt] = ["hidden-single,lc,naked-single,naked:2,fish:2", "brt,lc,naked:2,fish:2"]
        .map(|definition| Scale::define("x", definition).unwrap());
    let mut solver = Solver::new();
    for line in &random_10k()[..PUZZLES] {
        let clues = parse_puzzle(line.as_bytes()).unwrap();
        let scales = [by_rules.clone(), by_brt.clone()];
        let (_, climbs) = solver.rate(&clues, &scales, Effort::default());
        let solved = |at: usize| climbs[at].outcome.rating().is_some();
        assert_eq!(solved(0), solved(1), "{line}");
    }
}

/// A definition may be in a file, which gives its name and is an input.
#[test]
fn a_ladder_may_stand_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let [ladder, puzzles] = ["club.ladder", "p.txt"].map(|name| folder.path().join(name));
    let text = "# of a club\nEasy 4=brt,\n\nMedium 50=lc, Medium 60=naked-pair # two\nHard 140=whip:2-36\n";
    std::fs::write(&ladder, text).unwrap();
    std::fs::write(&puzzles, random_10k()[..5].join("\n")).unwrap();
    let arg = format!("@{}", ladder.display());
    let puzzles = puzzles.to_str().unwrap();
    let rated = stdout(&sudoscope(&["rate", "-l", &arg, puzzles]));
    let own = "club=Easy 4=brt,Medium 50=lc, Medium 60=naked-pair,Hard 140=whip:2-36";
    assert_eq!(rated, stdout(&sudoscope(&["rate", "-l", own, puzzles])));
    assert!(rated.starts_with("line,puzzle,status,clues,club,club score\n"), "{rated}");
    let over = sudoscope(&["rate", "-l", &arg, "-o", ladder.to_str().unwrap(), puzzles]);
    assert_eq!(code(&over), Some(2), "{}", stderr(&over));
    assert_eq!(std::fs::read_to_string(&ladder).unwrap(), text);
    let proof = stdout(&sudoscope(&["explain", "-l", &arg, "--format", "json", &random_10k()[0]]));
    std::fs::write(folder.path().join("proof.json"), proof).unwrap();
    let proof = folder.path().join("proof.json");
    let verified = sudoscope(&["verify", proof.to_str().unwrap()]);
    assert!(stdout(&verified).contains(" solved Hard, "), "{}", stdout(&verified));
    let missing = sudoscope(&["rate", "-l", "@no.ladder", puzzles]);
    assert!(stderr(&missing).contains("ladder file 'no.ladder'"), "{}", stderr(&missing));
    // Nothing beyond the size limit is silently left out.
    std::fs::write(&ladder, format!("brt,lc\n{}whip:2-8\n", "# …\n".repeat(20_000))).unwrap();
    refused(&sudoscope(&["rate", "-l", &arg, puzzles]), "it has more than 65536 bytes");
}

/// HoDoKu's own configuration file gives its scale: default settings change no byte, other settings are
/// recorded in the run, and a mistake is reported with its line.
#[test]
fn a_configuration_of_hodoku_is_a_scale() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, body: &str| {
        let head = r#"<?xml version="1.0" encoding="UTF-8"?>
<java version="1.8.0_292" class="java.beans.XMLDecoder">
 <object class="sudoku.Options">"#;
        let path = folder.path().join(name);
        std::fs::write(&path, format!("{head}\n{body}\n </object>\n</java>\n")).unwrap();
        format!("@{}", path.display())
    };
    let steps = |place: usize, property: &str, value: &str| {
        format!(
            "  <void property=\"solverSteps\">\n   <void index=\"{place}\">\n    \
             <void property=\"{property}\">\n     {value}\n    </void>\n   </void>\n  </void>\n"
        )
    };
    let puzzles = folder.path().join("p.txt");
    std::fs::write(&puzzles, random_10k()[..60].join("\n")).unwrap();
    let puzzles = puzzles.to_str().unwrap();
    let by_default = write("HoDoKu.hcfg", "  <void property=\"initialWidth\"><int>1920</int></void>");
    let out = |args: &[&str]| stdout(&sudoscope(args));
    let rated = out(&["rate", "-l", "HoDoKu", puzzles]);
    assert_eq!(out(&["rate", "-l", &by_default, puzzles]), rated);
    let about = |args: &[&str]| {
        let run = folder.path().join("run");
        let args = [&["scan", "-o", run.to_str().unwrap()], args, &[puzzles]].concat();
        assert_eq!(code(&sudoscope(&args)), Some(0), "{}", stderr(&sudoscope(&args)));
        let about = std::fs::read_to_string(run.join("about.json")).unwrap();
        std::fs::remove_dir_all(run).unwrap();
        let about: Value = serde_json::from_str(&about).unwrap();
        about["run"][0].clone()
    };
    assert_eq!(about(&["-l", &by_default]), about(&["-l", "HoDoKu"]));

    let changes = steps(2, "baseScore", "<int>15</int>") + &steps(13, "enabled", "<boolean>false</boolean>");
    let own = write("own.hcfg", &changes);
    let definition = "own=HoDoKu,15=hidden-single,off=x-wing";
    let by_file = out(&["rate", "-l", &own, puzzles]);
    assert_eq!(by_file, out(&["rate", "-l", definition, puzzles]));
    assert_ne!(by_file, rated.replace("HoDoKu", "own"));
    let scales = about(&["-l", &own]);
    assert!(scales.to_string().contains("HoDoKu,15=hidden-single,off=x-wing"), "{scales}");
    let ladder = out(&["ladders", &own, "--levels"]);
    assert!(ladder.contains("   Easy 15  hodoku-hidden-single\n"), "{ladder}");
    // Franken fish may be X-Wings.
    assert!(
        !ladder.contains("Hard 140  hodoku-x-wing") && ladder.contains("Unfair 300  hodoku-x-wing"),
        "{ladder}"
    );
    let proof = folder.path().join("proof.json");
    std::fs::write(&proof, out(&["explain", "-l", &own, "--format", "json", &random_10k()[3]])).unwrap();
    let verified = out(&["verify", proof.to_str().unwrap()]);
    assert!(verified.contains(" solved "), "{verified}");
    let ladder = folder.path().join("mine.ladder");
    std::fs::write(&ladder, "# mine\nHoDoKu\n15=hidden-single\noff=x-wing\n").unwrap();
    let mine = out(&["rate", "-l", &format!("@{}", ladder.display()), puzzles]);
    assert_eq!(mine, by_file.replace("own", "mine"));

    for (body, message) in [
        (steps(16, "enabled", "<boolean>true</boolean>"), "line 6: SQUIRMBAG is on, but it is not here"),
        (steps(13, "level", "<int>9</int>"), "line 6: 9 is no level"),
        (
            "  <void property=\"maxFins\"><int>99</int></void>".into(),
            "line 4: 'fins' is a number from 1 to 10",
        ),
        ("  <void>".into(), "this is no XML"),
    ] {
        let wrong = write("wrong.hcfg", &body);
        refused(&sudoscope(&["rate", "-l", &wrong, puzzles]), message);
    }
    let typed = sudoscope(&["rate", "-l", "own=HoDoKu,off=x-wign", puzzles]);
    refused(&typed, "there is no technique 'x-wign' in HoDoKu; did you mean 'x-wing'?");
}

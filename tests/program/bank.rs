//! A bank of puzzles cleaned, chosen, sorted and planned: `clean`, `plan`, `select --sort`, `--keep all`.

use crate::binary::{
    EASY, W5, directory, ends, entries, piped, prints, refused, rows, stderr, stdout, within,
};
use crate::common::{Dice, Symmetry, random_10k};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read, read_to_string, write};
use std::path::Path;

/// Full grid with 9 twice in row 8, and other digits twice in columns.
const DAMAGED: &str = "123456789457189263689237451294315678318764925765928134541872369326915497856321549";

/// Writes a table of 300 lines, `id,puzzle,source`: puzzles of which some repeat, and lines with every fault.
fn bank(home: &Path) {
    let (sources, mut dice) = (random_10k(), Dice(11));
    let mut text = String::from("id;puzzle;source\n");
    for line in 0..300 {
        let puzzle = Symmetry::random(&mut dice).apply(&sources[dice.below(200)]);
        let puzzle = match line % 10 {
            3 => puzzle.replacen(|c: char| c != '.', ".", 2),
            5 => format!("11{}", &puzzle[2..]),
            7 => puzzle[..70].to_string(),
            _ => puzzle,
        };
        text += &format!("P{line:03};{puzzle};\"a \"\"book\"\"; {line}\"\n");
    }
    write(home.join("bank.csv"), text).unwrap();
}

/// Kept rows are those that `check` finds good and whose minlex is on no earlier good row; the others are
/// listed with their reason. Rows are whole, whatever the memory.
#[test]
fn clean_keeps_what_check_and_minlex_keep() {
    let home = directory("bank-clean");
    bank(&home);
    let run = |code, args: &[&str]| ends(code, within(&home, args));
    let checked = rows(&run(1, &["check", "bank.csv"]));
    let forms = rows(&run(1, &["minlex", "bank.csv"]));
    let text = read_to_string(home.join("bank.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (mut first, mut counts) = (BTreeMap::new(), BTreeMap::<&str, usize>::new());
    let (mut kept, mut dropped) = (format!("{}\n", lines[0]), Vec::new());
    for (check, form) in checked.iter().zip(&forms) {
        let number: usize = check[0].parse().unwrap();
        let (reason, repeats) = match (&check[2], first.get(&form[3])) {
            ("ok", None) => {
                first.insert(form[3].to_string(), check[0].to_string());
                kept += &format!("{}\n", lines[number - 1]);
                continue;
            }
            ("ok", Some(earlier)) => ("repeat", earlier.clone()),
            (status, _) => (status, String::new()),
        };
        *counts.entry(reason.split(':').next().unwrap()).or_default() += 1;
        dropped.push(vec![check[0].to_string(), reason.to_string(), repeats, lines[number - 1].to_string()]);
    }
    assert_eq!(
        counts.keys().copied().collect::<Vec<_>>(),
        ["invalid", "multiple-solutions", "no-solution", "repeat"]
    );
    for more in [&[][..], &["--memory", "64K"], &["-j", "1", "--dropped", "clean-dropped.csv"]] {
        let output = run(0, &[&["clean", "bank.csv", "-o", "clean.csv"], more].concat());
        assert_eq!(stdout(&output), "");
        assert_eq!(entries(&home), ["bank.csv", "clean-dropped.csv", "clean.csv"]);
        assert!(read_to_string(home.join("clean.csv")).unwrap() == kept, "{more:?}");
        let list = read(home.join("clean-dropped.csv")).unwrap();
        let mut list = csv::Reader::from_reader(&list[..]);
        assert_eq!(list.headers().unwrap(), vec!["line", "reason", "repeats", "text"]);
        let found: Vec<Vec<String>> =
            list.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect();
        assert_eq!(found, dropped, "{more:?}");
        let told = format!(
            "sudoscope: {} kept, {} dropped: {} invalid, {} multiple-solutions, {} no-solution, {} repeat; \
             the dropped rows: clean-dropped.csv\n",
            first.len(),
            dropped.len(),
            counts["invalid"],
            counts["multiple-solutions"],
            counts["no-solution"],
            counts["repeat"]
        );
        assert_eq!(stderr(&output), told);
    }
    // Clean rows stay as they are.
    let again = run(0, &["clean", "clean.csv"]);
    assert!(stdout(&again) == kept && stderr(&again).ends_with(" kept, 0 dropped\n"), "{}", stderr(&again));
}

#[test]
fn clean_names_what_it_cannot_do() {
    let home = directory("bank-clean-bad");
    write(home.join("in.csv"), format!("id,puzzle\n7,{W5}\n8,bad\n")).unwrap();
    write(home.join("bad.txt"), "bad\n").unwrap();
    for (args, expected) in [
        ("clean", "required"),
        ("clean missing.csv -o out.csv", "No such file"),
        ("clean in.csv -o in.csv", "in.csv"),
        ("clean in.csv -o out.csv --dropped out.csv", "the same place"),
        ("clean in.csv --dropped in.csv", "in.csv"),
        ("clean in.csv -o out.csv --dropped no/list.csv", "cannot write"),
        ("clean in.csv -o out.csv --column quiz", "no column is called 'quiz'"),
    ] {
        refused(&within(&home, &args.split(' ').collect::<Vec<_>>()), expected);
        assert_eq!(entries(&home), ["bad.txt", "in.csv"], "{args}");
    }
    let output = ends(0, within(&home, &["clean", "in.csv"]));
    assert_eq!(stdout(&output), format!("id,puzzle\n7,{W5}\n"));
    assert_eq!(
        stderr(&output),
        "in.csv:3:3: id 8: 'b' is neither a digit nor a blank (. 0 * _ -)\nsudoscope: 1 kept, 1 dropped: 1 invalid\n"
    );
    ends(1, within(&home, &["clean", "bad.txt"]));
}

/// Clues that contradict each other have no minlex, and are no puzzle to keep.
#[test]
fn contradictory_clues_are_refused() {
    let twice = format!("11{}", ".".repeat(79));
    let input = format!("{DAMAGED}\n{twice}\n{W5}\n");
    let found = rows(&ends(1, piped(&["minlex"], input.as_bytes())));
    let told: Vec<[&str; 2]> = found.iter().map(|row| [&row[2], &row[3][..0]]).collect();
    assert_eq!(told, [["no-solution", ""], ["no-solution", ""], ["ok", ""]]);
    assert!(found[0][3].is_empty() && found[1][3].is_empty() && !found[2][3].is_empty());
    for by in ["isomorph", "exact"] {
        let output = ends(1, piped(&["dedupe", "--by", by, "-"], input.as_bytes()));
        assert_eq!(stdout(&output), format!("{W5}\n"));
        assert!(stderr(&output).contains("1 kept, 0 dropped, 2 rejected"), "{}", stderr(&output));
    }
}

/// `--keep all` carries every column but the puzzle's, in every form of table; messages name the id.
#[test]
fn rows_keep_their_identity() {
    let home = directory("bank-keep");
    let empty = ".".repeat(81);
    write(
        home.join("a.csv"),
        format!("id,puzzle,source,\nP1,{W5},book,x\nP2,{EASY},\"a, b\",y\nP3,{empty},,\n"),
    )
    .unwrap();
    write(
        home.join("a.jsonl"),
        format!("{{\"id\":\"P1\",\"puzzle\":\"{W5}\",\"n\":3}}\n{{\"id\":\"P3\",\"puzzle\":\"{empty}\"}}\n"),
    )
    .unwrap();
    write(home.join("bare.txt"), format!("{W5}\n")).unwrap();
    let run = |code, args: &str| ends(code, within(&home, &args.split(' ').collect::<Vec<_>>()));
    let output = run(1, "solve --keep all a.csv");
    assert!(stdout(&output).starts_with("line,puzzle,status,solution,id,source,4\n"), "{}", stdout(&output));
    assert_eq!(rows(&output).iter().map(|row| row[4].to_string()).collect::<Vec<_>>(), ["P1", "P2", "P3"]);
    assert_eq!(&rows(&output)[1][5], "a, b");
    assert_eq!(stderr(&output), "a.csv:4: id P3: more than one solution\n");
    let of = |args: &str| stdout(&run(1, args)).lines().next().unwrap().to_string();
    assert_eq!(
        of("minlex --solution --keep source,all a.csv").split(',').collect::<Vec<_>>()[7..],
        ["source", "id", "4"]
    );
    assert!(of("rate -l BRT --keep all a.jsonl").ends_with(",BRT,id,n"));
    assert!(of("check --keep all --column puzzle a.jsonl").ends_with(",automorphisms,id,n"));
    assert!(stderr(&run(1, "rate a.jsonl")).contains("a.jsonl:2: id P3: more than one"));
    let path = run(1, "explain a.csv --keep all");
    assert!(stdout(&path).contains("line 3, id P2, source a, b, 4 y\n"), "{}", stdout(&path));
    let page = stdout(&run(0, "explain a.csv:3 --format html"));
    assert!(page.contains("a.csv, line 3, id P2</title>"));
    let proofs = stdout(&run(1, "explain a.csv --keep id --format jsonl"));
    assert!(proofs.starts_with("{\"kept\":{\"id\":\"P1\"},"), "{proofs}");
    ends(0, piped(&["verify", "-q", "-"], proofs.as_bytes()));
    for (args, expected) in [
        ("check --keep all bare.txt", "needs a header"),
        ("check --keep all -", "needs a file"),
        ("check --keep id,id a.csv", "names 'id' twice"),
        ("print --keep ids a.csv -o s.html", "no column is called 'ids'"),
        (&format!("explain --keep all {W5}"), "--keep needs a FILE"),
        ("explain --keep id --format svg a.csv", "--keep cannot be used with --format svg"),
        ("explain --keep id --next --stage 1 a.csv", "leave out --check"),
    ] {
        refused(&within(&home, &args.split(' ').collect::<Vec<_>>()), expected);
    }
}

/// Scans a table of puzzles by H, with their ids.
fn scanned(home: &Path, count: usize) {
    let lines = random_10k().into_iter().take(count).enumerate();
    let table: String = lines.map(|(at, puzzle)| format!("P{at},{puzzle}\n")).collect();
    write(home.join("bank.csv"), format!("id,puzzle\n{table}")).unwrap();
    ends(0, within(home, &["scan", "-l", "H,BRT", "--keep", "id", "bank.csv", "-o", "bank"]));
}

#[test]
fn selected_puzzles_are_sorted_and_keep_their_columns() {
    let home = directory("bank-select");
    scanned(&home, 300);
    let run = |args: &str| {
        let args: Vec<&str> = ["select", "bank"].into_iter().chain(args.split(' ')).collect();
        ends(0, within(&home, &args))
    };
    let all = rows(&run("--format csv"));
    // line,puzzle,status,clues,H,H score,BRT,id
    let score = |row: &csv::StringRecord| row[5].parse::<u32>().unwrap();
    let mut expected: Vec<(u32, u32, String)> =
        all.iter().map(|row| (score(row), row[0].parse().unwrap(), row[7].to_string())).collect();
    expected.sort();
    let ids = |output| rows(&output).iter().map(|row| row[row.len() - 1].to_string()).collect::<Vec<_>>();
    let sorted = ids(run("--sort score --format csv"));
    assert!(sorted.len() > 250 && sorted == expected.iter().map(|it| it.2.clone()).collect::<Vec<_>>());
    expected.sort_by_key(|it| (!it.0, it.1));
    let reversed: Vec<String> = expected.iter().take(20).map(|it| it.2.clone()).collect();
    assert_eq!(ids(run("--sort score --reverse --count 20 --keep id")), reversed);
    let levels = rows(&run("--sort rating --per-rating 3 --format csv"));
    let names: Vec<&str> = levels.iter().map(|row| &row[4]).collect();
    let order = ["Easy", "Medium", "Hard", "Unfair", "Extreme"];
    assert!(names.is_sorted_by_key(|name| order.iter().position(|known| known == name)), "{names:?}");
    // A sample is the same set in another order.
    let sample = ids(run("--rating easy- --shuffle 4 --count 30 --keep all"));
    let in_order = rows(&run("--rating easy- --shuffle 4 --count 30 --sort score --format csv"));
    assert!(in_order.iter().map(score).is_sorted());
    let set = |ids: Vec<String>| ids.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(set(in_order.iter().map(|row| row[7].to_string()).collect()), set(sample));
    assert!(stdout(&run("--count 1 --keep id --format sdk")).starts_with("#Cline 2, P0\n#L"));
    for (args, expected) in [
        ("--sort minutes", "--sort: the scan has no minutes: sudoscope scan -l H,minutes"),
        ("--sort score -l BRT", "--sort: the ladder BRT has no score"),
        ("--sort points", "possible values: score, rating, minutes"),
        ("--reverse", "--sort"),
        ("--sort score --shuffle 1", "--sort leaves nothing of --shuffle"),
        ("--keep source", "--keep: the scan kept no column 'source'; it kept id"),
        ("--keep id --format sdm", "--keep cannot be used with --format sdm"),
        ("--rating esy", "(did you mean Easy?)"),
    ] {
        let args: Vec<&str> = ["select", "bank"].into_iter().chain(args.split(' ')).collect();
        refused(&within(&home, &args), expected);
    }
    let told = stderr(&run("--hardest naked-pair"));
    assert!(
        told.contains("--hardest: the hardest step is of the level Medium, but a score may raise"),
        "{told}"
    );
}

/// A plan has what was asked for: rising days, nothing twice up to symmetry, not what is excluded, techniques
/// in turn; the same for the same seed.
#[test]
fn a_plan_is_filled_as_asked() {
    let home = directory("bank-plan");
    scanned(&home, 400);
    let image = Symmetry::random(&mut Dice(3));
    let used: String =
        random_10k()[..150].iter().map(|puzzle| format!("{}\n", image.apply(puzzle))).collect();
    write(home.join("used.txt"), &used).unwrap();
    let days = "sun=unfair:1 mon=easy:4+easy-medium:1 Wed=hard:4";
    let plan = |more: &[&str]| {
        let args = ["plan", "bank", "--weeks", "2", "--days", days, "--exclude", "used.txt"];
        within(&home, &[&args, more].concat())
    };
    let told = stderr(&ends(0, plan(&["-o", "plan"])));
    assert_eq!(told, "sudoscope: 20 puzzles on 6 days in plan; used: plan/used.txt\n");
    let names: Vec<String> = [1, 2]
        .into_iter()
        .flat_map(|week| ["1-mon", "3-wed", "7-sun"].map(|day| format!("week-{week}-{day}.csv")))
        .collect();
    assert_eq!(entries(&home.join("plan")), [&["used.txt".to_string()], &names[..]].concat());
    let (mut puzzles, mut techniques) = (Vec::new(), BTreeMap::<String, usize>::new());
    for (name, day) in names.iter().zip(["Week 1, Monday", "Week 1, Wednesday", "Week 1, Sunday"].repeat(2)) {
        let text = read(home.join("plan").join(name)).unwrap();
        let mut table = csv::Reader::from_reader(&text[..]);
        let head = ["day", "puzzle", "stars", "technique", "H", "H score", "BRT", "line", "id"];
        assert_eq!(table.headers().unwrap(), &head[..]);
        let found: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
        let scores = found.iter().map(|row| row[5].parse::<u32>().unwrap());
        let day = day.strip_prefix(if name.contains("-2-") { "x" } else { "" }).unwrap_or(day);
        assert!(scores.is_sorted() && found.iter().all(|row| row[0][6..] == day[6..]), "{found:?}");
        let levels: BTreeSet<(String, String)> =
            found.iter().map(|row| (row[4].to_string(), row[2].to_string())).collect();
        let allowed: &[(&str, &str)] = match &name[7..] {
            "1-mon.csv" => &[("Easy", "★"), ("Medium", "★★")],
            "3-wed.csv" => &[("Hard", "★★★")],
            _ => &[("Unfair", "★★★★")],
        };
        assert!(levels.iter().all(|(level, stars)| allowed.contains(&(level, stars))), "{name}: {levels:?}");
        for row in &found {
            puzzles.push(row[1].to_string());
            if &row[4] == "Hard" {
                *techniques.entry(row[3].to_string()).or_default() += 1;
            }
        }
    }
    // By chance half of these would be of two techniques.
    assert!(techniques.len() > 6 && techniques.values().all(|&uses| uses < 3), "{techniques:?}");
    assert_eq!(puzzles.len(), 20);
    let all = read_to_string(home.join("plan/used.txt")).unwrap();
    assert!(all.starts_with(&used) && all.lines().count() == 170);
    let output = ends(0, piped(&["dedupe", "-"], all.as_bytes()));
    assert_eq!(stdout(&output), all);
    let same = |a: &str, b: &str| {
        names
            .iter()
            .all(|name| read(home.join(a).join(name)).unwrap() == read(home.join(b).join(name)).unwrap())
    };
    ends(0, plan(&["-o", "again", "--seed", "0"]));
    ends(0, plan(&["-o", "other", "--seed", "1"]));
    assert!(same("plan", "again") && !same("plan", "other"));
    let sheet = prints(&["print", "--keep", "stars", &home.join("plan").join(&names[0]).to_string_lossy()]);
    assert!(sheet.contains("★"));
    // A symmetric plan from puzzles that are not has too few.
    let before = entries(&home);
    let cases: [(&[&str], &str); 8] = [
        (
            &["-o", "no", "--symmetric"],
            "the plan cannot be filled: easy lacks 8 of 8 puzzles, hard lacks 8 of 8 puzzles, unfair lacks 2",
        ),
        (&["-o", "no", "--rating", "easy"], "hard lacks 8 of 8"),
        (&["-o", "plan"], "plan has a plan already"),
        (&["-o", "no", "--sort", "minutes"], "--sort: the scan has no minutes"),
        (&["-o", "no", "-l", "SER"], "the scan has no ladder 'SER'; it has H, BRT"),
        (&["-o", "no", "-l", "BRT"], "sun: 'unfair' is none of the ratings by BRT"),
        (&["-o", "no", "--exclude", "missing.txt"], "No such file"),
        (&["-o", "bank.csv"], "bank.csv"),
    ];
    for (args, expected) in cases {
        refused(&plan(args), expected);
        assert_eq!(entries(&home), before, "{args:?}");
    }
    for (days, expected) in [
        ("mun=easy:2", "--days: 'mun' is no day"),
        ("mon=esy:2", "--days: mon: 'esy' is none of the ratings by H"),
        ("mon=easy:many", "--days: mon: 'many' after easy:"),
    ] {
        refused(&within(&home, &["plan", "bank", "--days", days, "-o", "no"]), expected);
    }
    refused(&within(&home, &["plan", "bank", "-o", "no"]), "--days");
    refused(&within(&home, &["plan", "nothing", "--days", days, "-o", "no"]), "nothing");
    assert_eq!(entries(&home), before);
}

/// The shares of `--up-to` and `--needs` are those of the puzzles that `select` chooses.
#[test]
fn banks_are_compared_by_what_is_needed() {
    let home = directory("bank-compare");
    scanned(&home, 200);
    let puzzles = random_10k();
    write(home.join("b.txt"), puzzles[200..260].join("\n")).unwrap();
    let args = "compare bank b.txt -l H --up-to claiming --needs pointing --format csv";
    let found = rows(&ends(0, within(&home, &args.split(' ').collect::<Vec<_>>())));
    ends(0, within(&home, &["scan", "-l", "H", "b.txt", "-o", "b"]));
    for (of, rule, needs) in [("up to", "claiming", &[][..]), ("needs", "pointing", &["--needs", "pointing"])]
    {
        let row = found.iter().find(|row| &row[1] == of && &row[2] == rule).unwrap();
        for (at, scan) in ["bank", "b"].into_iter().enumerate() {
            let chosen = within(&home, &[&["select", scan, "--up-to", "claiming"], needs].concat());
            let chosen = stdout(&chosen).lines().count();
            assert!(chosen > 0 && row[3 + at] == chosen.to_string(), "{of} {scan}: {chosen} {row:?}");
        }
    }
    for (args, expected) in [
        (&["--up-to", "no-rule"][..], "--up-to: "),
        (&["--needs", "exocet"], "--needs: the ladder H has no exocet"),
        (&["--needs", "naked-single"], "singles are always played"),
    ] {
        refused(&within(&home, &[&["compare", "bank", "b", "-l", "H"], args].concat()), expected);
    }
}

/// A scan into a folder that nobody named replaces no scan of another file.
#[test]
fn banks_of_one_name_are_kept_apart() {
    let home = directory("bank-apart");
    let puzzle = &random_10k()[0];
    write(home.join("b.txt"), format!("{puzzle}\n")).unwrap();
    write(home.join("b.csv"), format!("puzzle\n{puzzle}\n")).unwrap();
    for _ in 0..2 {
        ends(0, within(&home, &["scan", "-l", "np=brt,naked-pair", "b.txt"]));
    }
    let before = read(home.join("reports/b/run.records")).unwrap();
    let refusal = "reports/b has the scan of b.txt: name another folder with -o";
    refused(&within(&home, &["scan", "-l", "BRT", "b.csv"]), refusal);
    assert!(read(home.join("reports/b/run.records")).unwrap() == before);
    ends(0, within(&home, &["scan", "-l", "BRT", "b.csv", "-o", "reports/b"]));
    ends(0, within(&home, &["scan", "-l", "np=brt,naked-pair", "b.txt", "-o", "np"]));
    // The ratings of a ladder are listed if they are few.
    refused(&within(&home, &["select", "np", "--rating", "1"]), "these are 0, 2; give one");
}

//! The built binary, driven as a user would.

use crate::binary::{
    EASY, HARD, RANDOM_10K, W5, code, command, directory, ends, piped, prints, refused, signal, start,
    stderr, stdout, sudoscope, text_of,
};
use crate::recount::table;
use std::fs::{read, read_to_string, write};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use sudoscope::report::REPORTS;

// ---- rate ----

#[test]
fn rate_prints_csv() {
    let expected = format!("line,puzzle,status,clues,W\n1,{EASY},ok,26,0\n2,{W5},ok,24,5\n");
    let input = format!("{EASY}\n{W5}\n");
    for args in [&["rate"][..], &["rate", "-"], &["rate", "-", "--no-validate"]] {
        let output = piped(args, input.as_bytes());
        assert_eq!((code(&output), stdout(&output), stderr(&output)), (Some(0), expected.clone(), "".into()));
    }
}

#[test]
fn rate_prints_plain_and_jsonl() {
    let input = format!("{EASY}\n{W5} the tail\nnonsense\n");
    let output = piped(&["rate", "--format", "plain"], input.as_bytes());
    assert_eq!((code(&output), stdout(&output)), (Some(1), "0\n5\ninvalid\n".to_string()));
    assert_eq!(stderr(&output), "-:3:1: 'n' is neither a digit nor a blank (. 0 * _ -)\n");

    let output = piped(&["rate", "--format", "jsonl", "-l", "W,BRT"], input.as_bytes());
    let lines: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[1]["W"], &lines[1]["BRT"]), (&5.into(), &"unsolved".into()));
    assert_eq!((&lines[1]["status"], &lines[1]["line"]), (&"unsolved".into(), &2.into()));
    assert!(lines.iter().all(|line| line.get("tail").is_none()));
    assert_eq!(lines[2]["status"], "invalid");
    assert_eq!(lines[2]["reason"], "column 1: 'n' is neither a digit nor a blank (. 0 * _ -)");
}

#[test]
fn rate_tells_every_status() {
    let empty = ".".repeat(81);
    let twice = format!("55{}", ".".repeat(79));
    let cases = [
        (EASY, "ok", "26,0,0"),
        (W5, "unsolved", "24,unsolved,5"),
        (&empty, "multiple-solutions", "0,,"),
        (&twice, "no-solution", "2,,"),
        (&W5[..80], "invalid: column 81: 80 cells where a puzzle has 81", ",,"),
    ];
    let input: String = cases.iter().map(|case| format!("{}\n", case.0)).collect();
    let output = piped(&["rate", "-l", "BRT,W"], input.as_bytes());
    let mut expected = "line,puzzle,status,clues,BRT,W\n".to_string();
    for (k, (puzzle, status, rest)) in cases.iter().enumerate() {
        expected += &format!("{},{puzzle},{status},{rest}\n", k + 1);
    }
    assert_eq!((code(&output), stdout(&output)), (Some(1), expected));

    let output = piped(&["rate", "--budget", "50", "-l", "W"], W5.as_bytes());
    assert_eq!(stdout(&output).lines().nth(1), Some(format!("1,{W5},budget,24,budget").as_str()));
    assert_eq!(code(&output), Some(0));
}

#[test]
fn rate_reads_every_kind_of_text() {
    let blank = |(k, c)| if c == '.' { b"0*_-."[k % 5] as char } else { c };
    let blanks: String = W5.chars().enumerate().map(blank).collect();
    let cases = [
        format!("{EASY}\r\n{W5}\r\n"),
        format!("{EASY}\n{W5}"),
        format!("\u{feff}{EASY}\n\n# a comment\n   \n{W5}\n"),
        format!("puzzle,rating,source\n{EASY},1,x\n{W5},2,y\n"),
        format!("{EASY} 1.2 #7\n{blanks}\t11.7/1.2/1.2\n"),
    ];
    for input in cases {
        let output = piped(&["rate", "--format", "plain"], input.as_bytes());
        assert_eq!(
            (code(&output), stdout(&output), stderr(&output)),
            (Some(0), "0\n5\n".into(), "".into()),
            "{input:?}"
        );
    }
    let input = format!("id,puzzle,x\n7,{EASY},1\n8,\"{W5}\",2\n9\n");
    let output = piped(&["rate", "--format", "plain", "--column", "2"], input.as_bytes());
    assert_eq!((code(&output), stdout(&output)), (Some(1), "0\n5\ninvalid\n".into()));
    assert_eq!(stderr(&output), "-:4:2: id 9: the line has no such column\n");
}

/// The best order is found for two puzzles with W = 4 by CSP-Rules: applying all targets of a level at once,
/// and in ascending order, misses a whip of the published path.
#[test]
fn the_best_of_several_orders() {
    let puzzles = "\
        1...5.78..5.1.9.3..........2...6.....4..9...29....25..5926.834..1.3.....8.......7\n\
        ..3..6.8..5...91.2....1..5.2.8....76..5...4...9.8........9..8......37.21..2.6...5\n";
    let output = ends(0, piped(&["rate", "-l", "W,B", "--policy", "best"], puzzles.as_bytes()));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("clues,W,W-free,B,B-free"), "{text}");
    assert!(lines[1..].iter().all(|line| line.ends_with(",4,5,4,4")), "{text}");
}

#[test]
fn rate_skips_takes_and_names_lines() {
    let directory = directory("skip");
    let (a, b) = (directory.join("a.txt"), directory.join("b.txt"));
    write(&a, format!("# head\n{EASY}\n{W5}\n")).unwrap();
    write(&b, format!("{W5}\n{EASY}\n")).unwrap();
    let (a, b) = (text_of(&a), text_of(&b));
    let lines = |args: &[&str]| -> Vec<String> {
        let text = stdout(&sudoscope(args));
        text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_string()).collect()
    };
    assert_eq!(lines(&["rate", a]), ["2", "3"]);
    assert_eq!(lines(&["rate", a, "--skip", "1"]), ["3"]);
    assert_eq!(lines(&["rate", a, b, "--skip", "1", "--take", "2"]), [format!("{a}:3"), format!("{b}:1")]);
    assert_eq!(lines(&["rate", a, "--take", "0"]), [""; 0]);
}

#[test]
fn rate_is_the_same_for_any_number_of_threads_and_any_way_of_reading() {
    let args = ["rate", RANDOM_10K, "--take", "2500", "-l", "S+W,B"];
    let one = ends(0, sudoscope(&[&args[..], &["-j", "1"]].concat()));
    for more in [&["-j", "2"][..], &["-j", "3"], &["-j", "7"]] {
        let other = sudoscope(&[&args[..], more].concat());
        assert!(other.stdout == one.stdout, "{more:?}");
    }
    let input = read(RANDOM_10K).unwrap();
    let other = piped(&["rate", "-", "--take", "2500", "-l", "S+W,B"], &input);
    assert!(other.stdout == one.stdout);
}

/// `rate`, which asks only for outcomes (singles of many puzzles side by side, trial and error as a closure),
/// gives the same ratings as a scan, which counts all steps.
#[test]
fn rates_are_those_of_a_scan() {
    for ladders in ["BRT,LC", "S", "BRT,TE1,TE", "LC,W"] {
        let out = directory("rates-of-scan");
        let lines = ["-l", ladders, "--take", "300", RANDOM_10K];
        ends(0, sudoscope(&[&["scan", "-o", text_of(&out)], &lines[..]].concat()));
        let scanned = read_to_string(out.join("puzzles.csv")).unwrap();
        // The columns after the first `count` contain the rules used.
        let count = 4 + ladders.split(',').count();
        let rated_part = |row: &str| row.split(',').take(count).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = scanned.lines().map(rated_part).collect();
        let rated = prints(&[&["rate"], &lines[..]].concat());
        assert_eq!(rows, rated.lines().collect::<Vec<_>>(), "{ladders}");
        assert_eq!(rows.len(), 301);
    }
}

/// Puzzles are rated as they arrive, before the stream ends, and Ctrl-C ends a run that waits for more.
#[test]
fn a_slow_stream_is_rated_as_it_comes() {
    let mut child = start(command(&["rate", "-l", "BRT"]).stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{EASY}").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), format!("1,{EASY},ok,26,0"));
    signal(&child, "INT");
    let output = ends(130, child.wait_with_output().unwrap());
    assert!(stderr(&output).ends_with("sudoscope: stopped after 1 puzzles\n"));
    drop(stdin);
}

/// A closed standard error does not matter, as messages may have no reader.
#[test]
fn a_closed_standard_error_is_no_error() {
    let script = format!("printf 'bad\\n{EASY}\\n' | \"$0\" rate --format plain - 2>&-");
    let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_sudoscope")]).output().unwrap();
    assert_eq!((code(&output), stdout(&output)), (Some(1), "invalid\n0\n".to_string()));
}

/// A device is written to, not replaced; a link is followed.
#[cfg(unix)]
#[test]
fn outputs_that_are_no_plain_files_are_kept() {
    let directory = directory("links");
    let (file, link) = (directory.join("file"), directory.join("link"));
    write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let args = ["rate", "--format", "plain", "-o"];
    ends(0, piped(&[&args[..], &[text_of(&link)]].concat(), EASY.as_bytes()));
    assert_eq!(read_to_string(&file).unwrap(), "0\n");
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let output = piped(&[&args[..], &["/dev/stdout"]].concat(), EASY.as_bytes());
    assert_eq!((code(&output), stdout(&output)), (Some(0), "0\n".to_string()));
}

// ---- mistakes ----

#[test]
fn mistakes_are_answered() {
    let directory = directory("mistakes");
    let missing = directory.join("missing.txt");
    let unwritable = missing.join("out");
    let folder = format!("{}/new/", directory.display());
    let cases: &[(&[&str], &str)] = &[
        (&["rate", "-l", "w", RANDOM_10K], "there is no ladder 'w'; did you mean 'W'?"),
        (&["scan", "-l", "SFin+w", RANDOM_10K], "did you mean 'SFin+W'?"),
        (&["rate", "-l", "x=brt,wihp:2", RANDOM_10K], "there is no rule 'wihp'; did you mean 'whip'?"),
        (&["rate", "-l", "x=brt,whip:0", RANDOM_10K], "comes in sizes 1 to 36, not 0"),
        (&["rate", "-l", "W,W", RANDOM_10K], "two ladders are called 'W'"),
        (&["rules", "wip"], "did you mean 'whip'?"),
        (&["rules", "whip:99"], "99"),
        (&["rules", "lc:5"], "lc"),
        (&["rate", "-l", "status=brt,lc", RANDOM_10K], "cannot be called 'status': another column"),
        (&["rate", "-l", "W", "--policy", "best", "--format", "plain", "-"], "without --policy best"),
        (&["ladders", "S+B"], "did you mean"),
        (&["rate", text_of(&missing)], "missing.txt: No such file"),
        (&["scan", "-o", text_of(&directory), text_of(&missing)], "missing.txt: No such file"),
        (&["rate", text_of(&directory)], "directory"),
        (&["scan", text_of(&directory)], "directory"),
        (&["rate", "-", "-o", text_of(&unwritable)], "cannot write"),
        (&["rate", RANDOM_10K, "-o", &folder], "no such directory"),
        (&["explain", W5, "-o", &folder], "no such directory"),
        (
            &["scan", RANDOM_10K, "-o", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/x")],
            "cannot make the directory",
        ),
        (&["rate", "--format", "plain", "-l", "W,B", "-"], "exactly one ladder"),
        (&["rate", "-", "-"], "only once"),
        (&["rate", "--jobs", "0", "-"], "0 is not in 1..=1024"),
        (&["rate", "--frobnicate"], "unexpected argument"),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["explain", "123"], "not a puzzle: column 4: 3 cells where a puzzle has 81"),
        (&["explain", "-l", "W,B", W5], "exactly one"),
        (&["explain", &".".repeat(81)], "more than one solution"),
        (&["explain", "-l", "u=brt,unique", &".".repeat(81)], "more than one solution"),
        (
            &["explain", "-l", "u=brt,unique", "--no-validate", W5],
            "the rule 'ur1' of the ladder 'u' assumes that a puzzle has only one solution",
        ),
        (&["rate", "-l", "u=brt,lc,bug1", "--no-validate", RANDOM_10K], "--no-validate"),
        (&["scan", "-l", "W", "-l", "u=brt,ur6", "--no-validate", RANDOM_10K], "the rule 'ur6'"),
    ];
    for (args, expected) in cases {
        let output = sudoscope(args);
        refused(&output, expected);
        assert_eq!(stdout(&output), "", "{args:?}");
    }
}

// ---- scan ----

/// Returns the file names of the reports without times.
fn timeless_names() -> impl Iterator<Item = String> {
    let names = REPORTS.iter().map(|report| report.name()).filter(|&name| name != "timing");
    names.map(|name| format!("{name}.csv"))
}

/// Reads the reports without times, as bytes.
fn timeless(directory: &Path) -> Vec<Vec<u8>> {
    timeless_names().map(|name| read(directory.join(name)).unwrap()).collect()
}

/// Reports are the same for any number of threads. (`report.rs` recounts their numbers.)
#[test]
fn scan_writes_the_same_reports_by_any_number_of_threads() {
    let one = directory("scan-1");
    let input = one.join("in.txt");
    let head: Vec<String> =
        read_to_string(RANDOM_10K).unwrap().lines().take(1500).map(str::to_string).collect();
    write(&input, format!("# head\n{}\nbad line\n{}\n", head.join("\n"), ".".repeat(81))).unwrap();
    let run = |directory: &Path, jobs| {
        let args = ["scan", text_of(&input), "-l", "W,S", "-j", jobs, "-o", text_of(directory)];
        ends(1, sudoscope(&args))
    };
    let output = run(&one, "1");
    assert!(stdout(&output).contains("2 rejected, 1 lines skipped"), "{}", stdout(&output));
    // The slowest puzzles are printed with their own ratings.
    let (_, puzzles) = table(&one, "puzzles");
    for (at, (line, told)) in slowest(&output, "slowest: line ").into_iter().enumerate() {
        let row = puzzles.iter().find(|row| row[0] == line).expect("a line of the input");
        assert_eq!(row[4 + at], told.strip_prefix("rating ").unwrap_or("unsolved"));
    }
    let three = directory("scan-3");
    run(&three, "3");
    assert!(timeless(&one) == timeless(&three));
    assert!(read(one.join("run.records")).unwrap() == read(three.join("run.records")).unwrap());
}

/// Reads the lines and ratings of the slowest puzzles, one for each ladder, from a summary.
fn slowest(output: &Output, begin: &str) -> Vec<(String, String)> {
    let text = stdout(output);
    let told = text.lines().filter_map(|line| line.strip_prefix(begin)?.strip_suffix(" ms"));
    told.map(|told| {
        let fields: Vec<&str> = told.split(", ").collect();
        assert!(fields.len() == 3 && fields[2].parse::<f64>().unwrap() > 0.0, "{told}");
        (fields[0].to_string(), fields[1].to_string())
    })
    .collect()
}

/// The slowest puzzle, clearly slower than the others, is named, with its file if there are two files; no
/// puzzle is named if nothing was timed.
#[test]
fn the_slowest_puzzle_is_named_with_its_file() {
    let directory = directory("slowest");
    let (a, b) = (directory.join("a.txt"), directory.join("b.txt"));
    write(&a, format!("{EASY}\n{W5}\n")).unwrap();
    write(&b, format!("# head\n{EASY}\n{HARD}\n")).unwrap();
    let scan = |files: &[&Path], budget| {
        let files = files.iter().map(|file| text_of(file));
        let args = ["scan", "--restart", "-l", "W,BRT", "--budget", budget, "-o"];
        sudoscope(&args.into_iter().chain([text_of(&directory)]).chain(files).collect::<Vec<_>>())
    };
    let named = |line: String, rating: &str| Some(&(line, rating.to_string())).cloned();
    let both = slowest(&scan(&[&a, &b], "100000000"), "slowest: line ");
    assert_eq!(both.len(), 2);
    assert_eq!(both.first().cloned(), named(format!("{}:3", text_of(&b)), "rating 15"));
    let alone = slowest(&scan(&[&b], "1000"), "slowest: line ");
    assert_eq!(alone.first().cloned(), named("3".into(), "unrated"));
    write(&a, "no puzzle\n").unwrap();
    assert_eq!(slowest(&scan(&[&a], "1000"), "slowest"), []);
}

#[test]
fn a_damaged_run_is_refused_and_can_be_dropped() {
    let directory = directory("damaged");
    write(directory.join("run.partial"), "sudoscope run 1\nan old or damaged run").unwrap();
    let args = ["scan", RANDOM_10K, "-l", "BRT", "--take", "5", "-o", text_of(&directory)];
    refused(&sudoscope(&[&args[..], &["--resume"]].concat()), "damaged");
    ends(0, sudoscope(&[&args[..], &["--restart"]].concat()));
    assert_eq!(table(&directory, "puzzles").1.len(), 5);
}

#[test]
fn a_file_of_ratings_is_what_its_name_says() {
    let work = directory("rated-by-name");
    for (name, format, begin) in [
        ("r.csv", None, "line,"),
        ("r.txt", None, "line,"),
        ("r.jsonl", None, "{"),
        ("s.jsonl", Some("csv"), "line,"),
    ] {
        let file = work.join(name);
        let args = ["rate", "-l", "BRT,W", "-o", text_of(&file), W5];
        let said = format.map_or(Vec::new(), |format| vec!["--format", format]);
        ends(0, sudoscope(&[&args[..], &said].concat()));
        assert!(read_to_string(&file).unwrap().starts_with(begin), "{name}");
    }
}

#[test]
fn a_stream_is_scanned_and_named_by_its_hash() {
    let (from_file, from_stream) = (directory("by-file"), directory("by-stream"));
    let input = read(RANDOM_10K).unwrap();
    let file = sudoscope(&["scan", RANDOM_10K, "-l", "BRT", "-o", text_of(&from_file)]);
    let stream = piped(&["scan", "-", "-l", "BRT", "-o", text_of(&from_stream)], &input);
    assert_eq!((code(&file), code(&stream)), (Some(0), Some(0)));
    let named = |directory: &Path| {
        let about = read_to_string(directory.join("about.json")).unwrap();
        let rows = read_to_string(directory.join("puzzles.csv")).unwrap();
        (about.replace(&format!("\"input: {RANDOM_10K} ("), "\"input: - ("), rows)
    };
    assert!(named(&from_file) == named(&from_stream));
}

// ---- explain, rules, ladders, generate, help ----

#[test]
fn explain_prints_a_path() {
    let output = sudoscope(&["explain", "-l", "W", W5]);
    let text = stdout(&output);
    assert_eq!(code(&output), Some(0));
    assert!(text.starts_with(&format!("{W5}\nscale W = brt,whip:1-36\n")), "{text}");
    assert!(text.contains("\nwhip[1]: c9n9{r3 .} ==> r3c7≠9\n"), "{text}");
    assert!(
        text.ends_with("PUZZLE SOLVED. rating-type = W, rating = 5, MOST COMPLEX RULE = whip[5]\n"),
        "{text}"
    );
    let stuck = sudoscope(&["explain", "-l", "BRT", W5]);
    assert!(stdout(&stuck).ends_with("PUZZLE NOT SOLVED: unsolved\n"));
    assert_eq!(code(&stuck), Some(0));
}

#[test]
fn explain_prints_json() {
    let output = piped(&["explain", "--format", "json", "-l", "B", "-"], format!("{W5}\n").as_bytes());
    let path: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&path["puzzle"], &path["rating"]), (&W5.into(), &5.into()));
    assert_eq!((&path["scale"], &path["outcome"]), (&"B".into(), &"solved".into()));
    assert_eq!(path["definition"], "brt,whip:1-2,braid:3-36");
    let rounds = path["rounds"].as_array().unwrap();
    let steps = |round: &serde_json::Value| round["steps"].as_array().unwrap().clone();
    let asserted = |step: &serde_json::Value| step["asserts"].as_array().unwrap().len();
    let asserted: usize = rounds.iter().flat_map(steps).map(|step| asserted(&step)).sum();
    assert_eq!(asserted, 81 - 24);
    let braid = rounds.iter().find(|round| round["rule"] == "braid" && round["size"] == 3).unwrap();
    let braid = &braid["steps"][0];
    assert!(braid["text"].as_str().unwrap().starts_with("braid[3]: "));
    assert_eq!(braid["eliminates"].as_array().unwrap().len(), 1);
    assert_eq!(braid["because"]["chain"]["links"].as_array().unwrap().len(), 3);
}

#[test]
fn the_catalogue_is_told() {
    let rules = stdout(&sudoscope(&["rules"]));
    let ladders = stdout(&sudoscope(&["ladders"]));
    for rule in sudoscope::rules::RULES {
        assert!(rules.contains(&format!("{} ", rule.info().name)));
        let one = stdout(&sudoscope(&["rules", rule.info().name]));
        assert!(one.contains(rule.info().source) && one.contains(rule.info().example.step));
        assert_eq!(one.contains("only one solution"), rule.assumes_unique());
    }
    for ladder in sudoscope::scale::SCALES {
        assert!(ladders.contains(ladder.definition));
        let rungs = stdout(&sudoscope(&["ladders", ladder.name]));
        assert!(rungs.lines().any(|line| line.starts_with("rating ") && line.contains("  rules, ")));
    }
    let own = stdout(&sudoscope(&["ladders", "easy=brt,lc,naked:2-3+hidden:2,whip:2-8"]));
    assert!(own.contains("\n     2  naked[2] hidden[2]\n     3  naked[3]\n     4  whip[2]\n"), "{own}");
}

#[test]
fn generate_makes_the_embedded_collection() {
    let embedded = read_to_string(RANDOM_10K).unwrap();
    let head: String = embedded.lines().take(600).map(|line| format!("{line}\n")).collect();
    for jobs in ["1", "3"] {
        let args = ["generate", "--method", "top-down", "--seed", "0", "--count", "600", "-j", jobs];
        let output = sudoscope(&args);
        assert_eq!((code(&output), stdout(&output) == head), (Some(0), true));
    }
    let other = stdout(&sudoscope(&["generate", "--seed", "1", "--count", "3"]));
    assert_eq!((other.lines().count(), other.lines().all(|line| line.len() == 81)), (3, true));
    assert!(!embedded.contains(other.lines().next().unwrap()));
}

#[test]
fn help_shows_examples_first_and_exit_codes() {
    let help = stdout(&sudoscope(&["--help"]));
    assert!(help.starts_with("Examples:\n"), "{help}");
    for exit in ["0 ", "1 ", "2 ", "130"] {
        assert!(help.contains(&format!("\n  {exit}")), "{exit}");
    }
    assert!(stdout(&sudoscope(&["rate", "--help"])).starts_with("Examples:\n"));
}

/// The message names the ignored option and the reason.
#[test]
fn an_option_that_would_be_ignored_is_an_error() {
    let line = &format!("{RANDOM_10K}:3");
    for (args, named) in [
        (&["explain", "--format", "html", "--step", "9999", W5][..], ["--step", "--format html"]),
        (&["explain", "--step", "1", W5], ["--step", "--format text"]),
        (&["explain", "--format", "svg", "--net", W5], ["--net", "--format svg"]),
        (&["explain", "--format", "html", "--matching", W5], ["--matching", "--format html"]),
        (&["explain", "--format", "svg", "--step", "2", "-o", "nowhere/", W5], ["--step", "-o nowhere/"]),
        (&["explain", "--take", "5", W5], ["--take", "is a puzzle"]),
        (&["explain", "--column", "2", W5], ["--column", "is a puzzle"]),
        (&["explain", "--take", "5", line], ["--take", "FILE:LINE"]),
        (&["explain", "-j", "2", line], ["-j", "--format jsonl"]),
        (&["explain", "--format", "jsonl", "-j", "2", W5], ["-j", "FILE"]),
        (&["rate", "--format", "plain", "--keep", "2", RANDOM_10K], ["--keep", "--format plain"]),
        (&["rate", "--policy", "one", "-l", "SER", RANDOM_10K], ["--policy one", "-l SER"]),
        (&["rate", "--sync", "-o", "-", RANDOM_10K], ["--sync", "-o FILE"]),
        (&["check", "--resume", RANDOM_10K], ["--resume", "-o FILE"]),
        (&["dedupe", "--sync", "-o", "-", RANDOM_10K], ["--sync", "-o FILE"]),
        (&["worth", "--needed", "--alone-budget", "9", "nowhere"], ["--needed", "--alone-budget"]),
        (&["worth", "--needed", "--minimal-set", "nowhere"], ["--needed", "--minimal-set"]),
        (&["generate", "-l", "W"], ["--ladder", "--rating"]),
        (&["generate", "--method", "bottom-up", "--symmetry", "full"], ["--symmetry", "--method"]),
    ] {
        named.iter().for_each(|name| refused(&sudoscope(args), name));
    }
    // Options of earlier versions.
    refused(&sudoscope(&["scan", "--minimal-set=90", RANDOM_10K]), "sudoscope worth --minimal-set DIR");
    refused(&sudoscope(&["explain", "--svg-dir", "nowhere", W5]), "--format svg -o DIR/");
}

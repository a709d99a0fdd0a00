//! Foreign texts in messages: characters that would steer a terminal are escaped, and long texts are cut.
//! Names that mean nothing, or two things, are refused.

use crate::binary::{EASY, W5, directory, ends, prints, refused, rows, stderr, stdout, sudoscope, within};
use std::fs::{read_to_string, write};
use std::process::Output;

/// Characters that clear a screen, ring a bell, set a title and turn a line around.
const EVIL: &str = "x\u{1b}[2J\u{7}\u{1b}]0;t\u{9c}\r\u{202e}y";

/// Whether the output repeats the text, which must be escaped. The contents of a table are data.
fn repeats(args: &[&str], output: &Output) -> bool {
    let is_table = args.first() == Some(&"rate");
    let told = format!("{}{}", if is_table { String::new() } else { stdout(output) }, stderr(output));
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
    assert!(!told.contains(steers), "{told:?}");
    told.contains("u{1b}")
}

#[test]
fn no_message_steers_a_terminal() {
    let place = directory("foreign");
    let file = |name: &str, text: &str| write(place.join(name), text).unwrap();
    file("p.txt", EASY);
    file("in.csv", &format!("puzzle,{EVIL},n\n{EASY},1,1\n{W5},2,2\n"));
    file("other.csv", &format!("puzzle,{EVIL},n\n{EASY},2,1\n{W5},2,3\n"));
    file("bad.txt", &format!("{EVIL}\n"));
    file("evil.ladder", &format!("brt,{EVIL}\n"));
    file("run.json", EVIL);
    let proof = prints(&["explain", "--format", "json", W5]);
    let mut proof: serde_json::Value = serde_json::from_str(&proof).unwrap();
    for member in ["puzzle", "scale", "definition", "policy"] {
        let before = proof[member].clone();
        proof[member] = EVIL.into();
        file(&format!("{member}.json"), &proof.to_string());
        proof[member] = before;
    }
    let mut repeated = 0;
    for args in [
        &["rate", "--keep", EVIL, "in.csv"][..],
        &["rate", "--column", "z", "in.csv"],
        &["rate", "-l", EVIL, "p.txt"],
        &["rate", "-l", "@evil.ladder", "p.txt"],
        &["rate", EVIL],
        &["rate", "--format", EVIL, "p.txt"],
        &["rate", "p.txt", "-o", &format!("{EVIL}/none/out.csv")],
        &["rate", "p.txt", "--policy", EVIL],
        &["scan", "-l", "BRT", "p.txt", "-o", &format!("p.txt/{EVIL}")],
        &["rate", "bad.txt"],
        &["explain", EVIL],
        &["explain", &format!("p.txt:{EVIL}")],
        &["verify", "definition.json"],
        &["verify", "puzzle.json"],
        &["diff", &format!("in.csv:{EVIL}"), &format!("other.csv:{EVIL}")],
        &["diff", "in.csv:none", "other.csv:none"],
        &["report", EVIL],
        &["worth", EVIL],
        &["rules", EVIL],
        &["ladders", EVIL],
        &[EVIL],
    ] {
        repeated += usize::from(repeats(args, &within(&place, args)));
    }
    for member in ["scale", "policy"] {
        let args = ["verify", &format!("{member}.json")];
        repeated += usize::from(repeats(&args, &within(&place, &args)));
    }
    assert!(repeated > 15, "{repeated}");
}

/// Names of files and texts beside the puzzle are escaped in all output of paths.
#[test]
fn no_path_steers_a_terminal() {
    let place = directory("foreign-paths");
    let file = "e\u{1b}[2J\u{7}\u{9c}\r\u{202e}y.txt";
    write(place.join(file), format!("{W5} {EVIL}\n")).unwrap();
    write(place.join("in.csv"), format!("puzzle,{EVIL}\n{W5},{EVIL}\n")).unwrap();
    write(place.join("in.jsonl"), serde_json::json!({EVIL: EVIL, "puzzle": W5}).to_string()).unwrap();
    let mut printed = 0;
    for format in ["text", "json", "jsonl", "html", "svg"] {
        let text = format!("{W5} {EVIL}");
        for puzzle in [file, &format!("{file}:1"), &text, "in.csv", "in.jsonl"] {
            let output = within(&place, &["explain", "--format", format, puzzle]);
            let told = format!("{}{}", stdout(&output), stderr(&output));
            let steers = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
            assert!(!told.contains(steers), "{format} {puzzle:?}: {told:?}");
            printed += usize::from(!output.stdout.is_empty());
        }
    }
    assert_eq!(printed, 25);
}

#[test]
fn messages_have_an_end() {
    let place = directory("foreign-long");
    let names: Vec<String> = (0..100_000).map(|k| format!("c{k}")).collect();
    write(place.join("in.csv"), format!("puzzle,{}\n{EASY}\n", names.join(","))).unwrap();
    let output = within(&place, &["rate", "--column", "d", "in.csv"]);
    refused(&output, "no column is called 'd'; there are puzzle, c0,");
    assert!(stderr(&output).len() < 400, "{}", stderr(&output).len());
    let long = "x".repeat(60_000);
    assert!(stderr(&sudoscope(&["rate", "-l", &long, EASY])).len() < 10_000);
}

#[test]
fn names_that_mean_nothing_or_two_things_are_refused() {
    let place = directory("foreign-names");
    write(place.join("p.txt"), EASY).unwrap();
    for line in ["18446744073709551616", "-1", "x", ""] {
        let output = within(&place, &["explain", &format!("p.txt:{line}")]);
        refused(&output, &format!("'{line}' is no number of a line of p.txt"));
    }
    write(place.join("in.csv"), format!("puzzle,n,m,n\n{EASY},1,2,3\n")).unwrap();
    for args in [["--column", "n"], ["--keep", "n"]] {
        let output = within(&place, &[&["rate"], &args[..], &["in.csv"]].concat());
        refused(&output, "columns 2 and 4 are both called 'n'");
    }
    let output = within(&place, &["scan", "-l", "BRT", "--against", "N", "in.csv", "-o", "out"]);
    refused(&output, "columns 2 and 4 are both called 'N'");
    ends(0, within(&place, &["rate", "--keep", "m,4", "in.csv"]));
    write(place.join("two.csv"), format!("puzzle,n,puzzle\n{EASY},1,{W5}\n")).unwrap();
    refused(&within(&place, &["rate", "two.csv"]), "columns 1 and 3 are both called 'puzzle'");
    ends(0, within(&place, &["rate", "--column", "3", "two.csv"]));

    // Members of objects are compared line by line.
    let lines = [
        format!(r#"{{"puzzle":"{EASY}","puzzle":"{W5}"}}"#),
        format!(r#"{{"puzzle":"{EASY}","n":1,"n":2}}"#),
        format!(r#"{{"n":1,"N":2,"puzzle":"{EASY}","x":3,"x":4}}"#),
    ];
    write(place.join("in.jsonl"), lines.join("\n")).unwrap();
    let statuses = |args: &[&str]| -> Vec<String> {
        let output = within(&place, &[&["rate"], args, &["in.jsonl"]].concat());
        rows(&output).iter().map(|row| row[2].to_string()).collect()
    };
    let [puzzle, n] = [104, 105].map(|at| format!("invalid: column {at}: a second member of the same name"));
    assert_eq!(statuses(&[]), [&*puzzle, "ok", "ok"]);
    assert_eq!(statuses(&["--keep", "n"]), [&*puzzle, &n, "ok"]);
    assert_eq!(statuses(&["--keep", "N", "--column", "PUZZLE"]), [&*puzzle, &n, "ok"]);
}

/// Too many inputs are refused, and none is taken for another.
#[test]
fn inputs_are_counted() {
    let place = directory("foreign-inputs");
    write(place.join("p"), EASY).unwrap();
    let many = vec!["p"; 65_536];
    refused(&within(&place, &[&["rate"], &many[..]].concat()), "too many inputs: at most 65535");
    ends(0, within(&place, &["scan", "-l", "BRT", "p", "-o", "run"]));
    let excluded: Vec<&str> = many.iter().flat_map(|name| ["--exclude", name]).collect();
    refused(&within(&place, &[&["select", "run"], &excluded[..]].concat()), "p: too many inputs");
}

/// A link to a missing file is neither replaced nor followed as an output.
#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_no_output() {
    let place = directory("foreign-link");
    write(place.join("p.txt"), EASY).unwrap();
    std::os::unix::fs::symlink("nowhere.csv", place.join("link.csv")).unwrap();
    for args in [&["rate", "p.txt"][..], &["explain", "p.txt"], &["dedupe", "p.txt"], &["check", "p.txt"]] {
        let output = within(&place, &[args, &["-o", "link.csv"]].concat());
        refused(&output, "a link that leads to no file");
        assert!(place.join("link.csv").is_symlink() && !place.join("nowhere.csv").exists());
    }
    write(place.join("nowhere.csv"), "").unwrap();
    ends(0, within(&place, &["rate", "p.txt", "-o", "link.csv"]));
    assert!(place.join("link.csv").is_symlink());
    assert!(read_to_string(place.join("nowhere.csv")).unwrap().contains("ok"));
}

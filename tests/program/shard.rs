//! Job arrays: joined shards of a scan equal the scan; runs that cannot be cut or joined are refused; jobs
//! die and are started again; a job reads only its part.
#![cfg(unix)]

use crate::binary::{
    RANDOM_10K, code, command, directory, ends, entries, finished, page_of, piped, refused, signal, start,
    stderr, stdout, sudoscope, text_of, wait_until,
};
use crate::faults::{has_records, same_results, slow_then_many};
use flate2::{Compression, write::GzEncoder};
use std::fs::{self, File, read, read_to_string, write};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use sudoscope::files::Unfinished;
use sudoscope::run::{RunFile, RunHeader};

fn puzzles(from: usize, many: usize) -> Vec<String> {
    let text = read_to_string(RANDOM_10K).unwrap();
    text.lines().skip(from).take(many).map(str::to_string).collect()
}

/// Writes two tables and a list with everything that may come between puzzles; each file ends differently.
fn inputs(place: &Path) -> [PathBuf; 3] {
    let mut table = "\u{feff}# made by hand\n\n\npuzzle,SER,W\r\n".to_string();
    for (k, puzzle) in puzzles(0, 40).iter().enumerate() {
        let number = k % 30;
        match k % 8 {
            0 => table += &format!("{puzzle},{}.{},{number}\r\n", 1 + k % 9, k % 10),
            1 => table += &format!("# comment {k}\n{puzzle},{number}.5,7\n"),
            2 => table += &format!("\n\n{puzzle},,8\n"),
            3 => table += &format!("{},8.3\n{puzzle},1.5,1\n", &puzzle[..number + 20]),
            4 => table += &format!("{}x{},2.6,2\n", &puzzle[..number], &puzzle[number + 1..]),
            5 => table += &format!("{puzzle},3.4,3, and {}\n", "more ".repeat(30 * k)),
            6 => table += &format!("{}\n", ".".repeat(81)),
            _ => table += &format!("{puzzle},4.4,4\n"),
        }
    }
    let list: String = puzzles(100, 9).iter().map(|puzzle| format!("{puzzle} SER=7.1\n")).collect();
    let other = format!("SER,puzzle\n{}", puzzles(200, 5).join(",\n").replace('\n', "\n9.0,"));
    let paths = ["table.csv", "list.txt", "other.csv"].map(|name| place.join(name));
    write(&paths[0], table).unwrap();
    write(&paths[1], format!("{list}\n\n# the end\n")).unwrap();
    write(&paths[2], &other[..other.len()]).unwrap();
    paths
}

fn scan(args: &[&str], out: &Path) -> Output {
    sudoscope(&[&["scan", "-j", "1"], args, &["-o", text_of(out)]].concat())
}

/// Scans all shards; returns their directories.
fn shards(of: usize, args: &[&str], place: &Path) -> Vec<PathBuf> {
    let shard = |k: usize| {
        let shard = format!("{k}/{of}");
        let output = scan(&[args, &["--shard", &shard]].concat(), place);
        assert!(matches!(code(&output), Some(0 | 1)), "{shard}: {}", stderr(&output));
        place.join(format!("shard-{k}-of-{of}"))
    };
    (1..=of).map(shard).collect()
}

fn merge(directories: &[PathBuf], out: &Path) -> Output {
    let directories: Vec<&str> = directories.iter().map(|directory| text_of(directory)).collect();
    sudoscope(&[&["merge", "-o", text_of(out)], &directories[..]].concat())
}

/// Writes a file packed by gzip.
fn packed(path: &Path, text: &[u8]) {
    let mut encoder = GzEncoder::new(File::create(path).unwrap(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap();
}

// ---- the same bytes ----

#[test]
fn shards_joined_are_the_scan() {
    let place = directory("shards");
    let inputs = inputs(&place);
    let inputs: Vec<&str> = inputs.iter().map(|path| text_of(path)).collect();
    for (name, args, counts) in [
        ("tables", [&inputs[..], &["-l", "BRT,S", "--against", "SER"]].concat(), &[1, 2, 3, 7, 100][..]),
        ("column", [&inputs[..1], &["-l", "BRT", "--column", "1", "--against", "3"]].concat(), &[7]),
        ("lines", [&inputs[1..2], &["-l", "BRT"]].concat(), &[5, 40]),
    ] {
        let whole = place.join(format!("{name}-whole"));
        let scanned = scan(&args, &whole);
        assert!(matches!(code(&scanned), Some(0 | 1)), "{scanned:?}");
        for &of in counts {
            let mut parts = shards(of, &args, &place.join(format!("{name}-{of}")));
            // Any order will do.
            parts.sort_by_key(|path| (path.as_os_str().len(), std::cmp::Reverse(path.clone())));
            let joined = place.join(format!("{name}-{of}-joined"));
            let output = merge(&parts, &joined);
            assert_eq!(code(&output), code(&scanned), "{output:?}");
            same_results(&whole, &joined);
            // The tables on standard output equal the scan's tables, except for the slowest puzzle.
            let told: Vec<String> = [&scanned, &output]
                .map(|output| {
                    let text = stdout(output);
                    let lines = text.lines().skip(1).filter(|line| !line.starts_with("slowest"));
                    lines.take_while(|line| !line.starts_with("reports")).collect::<Vec<_>>().join("\n")
                })
                .into();
            assert!(told[0].contains("rating") && told[0] == told[1], "{told:?}");
        }
    }
}

/// A joined scan is accepted by every command that reads a scan.
#[test]
fn a_joined_scan_is_a_scan() {
    let place = directory("shards-used");
    let args = [RANDOM_10K, "-l", "S,BRT"];
    let [whole, joined] = ["whole", "joined"].map(|name| place.join(name));
    scan(&args, &whole);
    ends(0, merge(&shards(3, &args, &place), &joined));
    same_results(&whole, &joined);
    let output = sudoscope(&["diff", text_of(&whole), text_of(&joined)]);
    assert!(stdout(&output).contains("S to S: 0 of 10000 differ"), "{output:?}");
    for out in [&whole, &joined] {
        ends(0, sudoscope(&["worth", "-l", "S", text_of(out)]));
        ends(0, sudoscope(&["report", "--format", "csv,json", text_of(out)]));
    }
    assert!(joined.join("worth.csv").exists() && joined.join("ratings.json").exists());
    same_results(&whole, &joined);
}

/// Reports of a shard name it.
#[test]
fn reports_of_a_shard_say_so() {
    let place = directory("shards-told");
    let inputs = inputs(&place);
    let parts = shards(3, &[text_of(&inputs[0]), "-l", "BRT"], &place);
    let text = read_to_string(parts[1].join("puzzles.csv")).unwrap();
    let length = inputs[0].metadata().unwrap().len();
    let about = read_to_string(parts[1].join("about.json")).unwrap();
    let input = format!("\"input: {} (", text_of(&inputs[0]));
    let told = about.lines().find_map(|line| line.trim().strip_prefix(&input)).unwrap();
    assert!(told.contains(&format!(" of {length} bytes, after ")), "{told}");
    assert!(about.contains("\"shard: 2/3, whose lines are counted from the beginning of its part"));
    assert!(text.lines().any(|line| line.starts_with("2/3:1,")), "{text}");
    let page = page_of(&parts[1]);
    assert!(page.contains("table.csv, shard 2/3"));
}

/// Joined runs of different files equal the run of all files, so packed files can be separate jobs.
#[test]
fn runs_of_different_files_joined_are_the_run_of_all() {
    let place = directory("runs-joined");
    let inputs = inputs(&place);
    let packed = place.join("packed");
    self::packed(&packed, &read(&inputs[0]).unwrap());
    let settings = ["-l", "BRT,S", "--against", "SER"];
    let of = |names: &[&Path], out: &str| {
        let out = place.join(out);
        let names: Vec<&str> = names.iter().map(|name| text_of(name)).collect();
        let output = scan(&[&names[..], &settings].concat(), &out);
        assert!(matches!(code(&output), Some(0 | 1)), "{output:?}");
        out
    };
    let (list, table) = (&inputs[1], &inputs[2]);
    let whole = of(&[&packed, list, table, list], "whole");
    let one = of(&[&packed], "one");
    let two = of(&[list, table], "two");
    let three = of(&[list], "three");
    let [all, some, more] = ["all", "some", "more"].map(|name| place.join(name));
    merge(&[one.clone(), two.clone(), three.clone()], &all);
    same_results(&whole, &all);
    // Joining in two stages gives the same.
    merge(&[one.clone(), two.clone()], &some);
    merge(&[some, three.clone()], &more);
    same_results(&whole, &more);
    // Runs are joined in the given order, and a single run is unchanged.
    let other = of(&[list, &packed], "other");
    let swapped = place.join("swapped");
    merge(&[three, one.clone()], &swapped);
    same_results(&other, &swapped);
    let alone = place.join("alone");
    ends(1, merge(std::slice::from_ref(&one), &alone));
    same_results(&one, &alone);

    refused(&merge(&[one.clone(), one.join(".")], &all), "is named twice");
    refused(&merge(&[one.clone(), two.clone()], &two), "is one of the runs to be joined");
    scan(&[&[text_of(list), "--shard", "1/2"], &settings[..]].concat(), &place);
    let shard = place.join("shard-1-of-2");
    let mixed = merge(&[one.clone(), shard], &all);
    refused(&mixed, &format!("{} is a run by itself, but ", one.display()));
    refused(&mixed, "/shard-1-of-2 is shard 1/2");
    let taken = [list, table].map(|input| {
        let out = place.join("taken").join(input.file_stem().unwrap());
        scan(&[&[text_of(input), "--take", "3"], &settings[..]].concat(), &out);
        out
    });
    refused(&merge(&[one, taken[0].clone()], &all), "its --skip or --take differs");
    refused(&merge(&taken, &all), "was made with --skip or --take: only whole runs can be joined");
    same_results(&whole, &all);
}

// ---- rate ----

#[test]
fn rates_of_all_shards_are_the_rates() {
    let place = directory("shards-rate");
    let inputs = inputs(&place);
    for inputs in [&inputs[..], &inputs[..1]] {
        let inputs: Vec<&str> = inputs.iter().map(|path| text_of(path)).collect();
        let rate = |args: &[&str]| {
            let output = sudoscope(&[&["rate", "-l", "BRT"], &inputs[..], args].concat());
            assert!(matches!(code(&output), Some(0 | 1)), "{output:?}");
            (stdout(&output), stderr(&output))
        };
        for of in [1, 2, 7, 60] {
            let all = |args: &[&str]| {
                let shard = |k| rate(&[args, &["--shard", &format!("{k}/{of}")]].concat());
                (1..=of).map(shard).collect::<Vec<_>>()
            };
            let plain = ["--format", "plain"];
            let together: String = all(&plain).into_iter().map(|told| told.0).collect();
            assert_eq!(together, rate(&plain).0);
            // The rows of a table are the same except for the names of lines.
            let rows = |text: &str| -> Vec<Vec<String>> {
                let reader = csv::ReaderBuilder::new();
                reader.from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
            };
            let whole = rows(&rate(&[]).0);
            let parts = all(&[]);
            let together: Vec<Vec<String>> = parts.iter().flat_map(|told| rows(&told.0)).collect();
            assert_eq!(whole.len(), together.len());
            for (one, other) in whole.iter().zip(&together) {
                assert_eq!(one[1..], other[1..]);
            }
            let mut names: Vec<&String> = together.iter().map(|row| &row[0]).collect();
            let many = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), many, "a line is called as another one");
            // Rejects have the same names.
            let (k, (table, told)) = parts.iter().enumerate().find(|part| !part.1.1.is_empty()).unwrap();
            let invalid = rows(table).into_iter().find(|row| row[2].starts_with("invalid")).unwrap();
            let begin = format!("{}/{of}:", k + 1);
            let line = invalid[0].rsplit(&begin).next().unwrap();
            assert!(told.contains(&format!("{begin}{line}:")), "{told}: {invalid:?}");
            for (text, _) in all(&["--format", "jsonl"]) {
                for line in text.lines() {
                    let row: serde_json::Value = serde_json::from_str(line).unwrap();
                    let part = row["file"].as_str().unwrap();
                    assert!(row["line"].is_u64() && part.ends_with(&format!("/{of}")), "{line}");
                }
            }
        }
    }
}

// ---- refusals ----

#[test]
fn what_cannot_be_cut_is_refused() {
    let place = directory("shards-refused");
    let list = place.join("list.txt");
    write(&list, puzzles(0, 50).join("\n")).unwrap();
    let (packed, utf16, grid) = (place.join("p.gz"), place.join("utf16"), place.join("grid"));
    write(&packed, b"\x1f\x8b\x08\0\0\0\0\0\0\0 and so on").unwrap();
    write(&utf16, b"\xff\xfe1\0\n\x002\0\n\x003\0\n\0").unwrap();
    let puzzle = &puzzles(0, 1)[0];
    let rows: Vec<&str> = (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect();
    write(&grid, format!("# grids\n{0}\n\n{0}\n", rows.join("\n"))).unwrap();
    let out = place.join("out");
    let list = text_of(&list);
    for (args, expected) in [
        (&["--shard", "0/4", list][..], "shards are counted from 1"),
        (&["--shard", "5/4", list], "shards are counted from 1"),
        (&["--shard", "1/0", list], "shards are counted from 1"),
        (&["--shard", "1", list], "a shard is two numbers, I/N"),
        (&["--shard", "one/two", list], "a shard is two numbers, I/N"),
        (&["--shard", "1/4", list, "--skip", "3"], "--skip and --take count puzzles of all input"),
        (&["--shard", "1/4", list, "--take", "3"], "--skip and --take count puzzles of all input"),
        (&["--shard", "1/4", "-"], "-: a stream cannot be cut into shards"),
        (&["--shard", "1/4", "/dev/null"], "/dev/null: a stream cannot be cut into shards"),
        (
            &["--shard", "1/4", list, text_of(&packed)],
            "p.gz: a file that is packed, UTF-16, JSON or XML cannot be cut",
        ),
        (&["--shard", "1/4", text_of(&grid)], "grid: puzzles of several lines cannot be cut"),
        (&["--shard", "3/4", text_of(&grid)], "grid: puzzles of several lines cannot be cut"),
        (&["--shard", "2/3", text_of(&utf16)], "utf16: a file that is packed, UTF-16"),
        (&["--shard", "1/2", "nowhere.txt"], "nowhere.txt: No such file"),
    ] {
        refused(&sudoscope(&[&["rate", "-l", "BRT"], args].concat()), expected);
        refused(&scan(&[&["-l", "BRT"], args].concat(), &out), expected);
        let made = if out.exists() { entries(&out) } else { Vec::new() };
        assert!(made.iter().all(|name| entries(&out.join(name)).is_empty()), "{args:?}: {made:?}");
    }
    for (args, expected) in [
        (&["--requeue", "--resume"][..], "cannot be used with"),
        (&["--requeue", "--restart"], "cannot be used with"),
    ] {
        refused(&scan(&[&[list], args].concat(), &out), expected);
    }
    // A single shard is everything, so nothing is cut.
    let one = sudoscope(&["rate", "-l", "BRT", "--shard", "1/1", "--format", "plain", text_of(&grid)]);
    assert_eq!(stdout(&one).lines().count(), 2, "{one:?}");
    // A missing column is reported by every job, wherever its part begins.
    let table = place.join("table.csv");
    write(&table, format!("puzzle,SER\n{}\n", puzzles(0, 30).join(",1\n"))).unwrap();
    for shard in ["1/3", "2/3", "3/3"] {
        let args = [text_of(&table), "--shard", shard, "-l", "BRT", "--against", "ED"];
        let output = scan(&args, &place.join("against"));
        refused(&output, "no column is called 'ED'; there are puzzle, SER");
    }
}

#[test]
fn what_does_not_belong_together_is_not_joined() {
    let place = directory("shards-apart");
    let (list, out) = (place.join("list.txt"), place.join("out"));
    let text = puzzles(0, 60).join("\n") + "\n";
    write(&list, &text).unwrap();
    let args = [text_of(&list), "-l", "BRT"];
    let parts = shards(4, &args, &place);
    let part = |name: &str, args: &[&str]| {
        ends(0, scan(args, &place.join(name)));
        place.join(name).join(&entries(&place.join(name))[0])
    };
    let with = |other: PathBuf| [&parts[..3], &[other]].concat();
    refused(&merge(&parts[..3], &out), "of 4 shards 1 is missing: 4");
    refused(&merge(&parts[1..3], &out), "of 4 shards 2 are missing: 1, 4");
    let last = parts[3].clone();
    refused(&merge(&with(parts[0].clone()), &out), "is named twice");
    let again = part("again", &[&args[..], &["--shard", "2/4"]].concat());
    let twice = merge(&[&parts[..], std::slice::from_ref(&again)].concat(), &out);
    refused(&twice, "shard-2-of-4 and ");
    refused(&twice, "/again/shard-2-of-4 are both shard 2/4");
    for (name, more, expected) in [
        ("ladder", &["-l", "S", "--shard", "4/4"][..], "its ladders differs"),
        ("budget", &["-l", "BRT", "--budget", "7", "--shard", "4/4"], "its budget differs"),
        ("checked", &["-l", "BRT", "--no-validate", "--shard", "4/4"], "its --no-validate differs"),
        ("five", &["-l", "BRT", "--shard", "4/5"], "is shard 4/5"),
    ] {
        let other = part(name, &[&[text_of(&list)], more].concat());
        refused(&merge(&with(other), &out), expected);
    }
    let other_list = place.join("list-2.txt");
    write(&other_list, &text).unwrap();
    let other = part("input", &[text_of(&other_list), "-l", "BRT", "--shard", "4/4"]);
    refused(&merge(&with(other), &out), "its input differs");

    // The last shard by another version of the program.
    let (header, scales, run) = RunFile::read(&last).unwrap();
    let (header, old) = (RunHeader { version: "0.0.1".to_string(), ..header }, place.join("old"));
    fs::create_dir(&old).unwrap();
    let mut copy = RunFile::open(&old, &header, &scales, Unfinished::Keep).unwrap();
    copy.append(&run.rows().unwrap().map(Result::unwrap).collect::<Vec<_>>()).unwrap();
    copy.finish().unwrap();
    refused(&merge(&with(old), &out), "its version differs");

    // A file that became longer, or whose lines begin elsewhere.
    write(&list, format!("{text}\n")).unwrap();
    let longer = part("longer", &[&args[..], &["--shard", "4/4"]].concat());
    refused(&merge(&with(longer), &out), "its input differs");
    let shifted = format!("#{}", &text[..text.len() - 1]);
    write(&list, shifted).unwrap();
    let shifted = part("shifted", &[&args[..], &["--shard", "4/4"]].concat());
    refused(&merge(&with(shifted), &out), "do not fit together: it was changed meanwhile");

    // Unfinished, damaged, of another version, missing.
    let bytes = read(last.join("run.records")).unwrap();
    let damaged = |bytes: &[u8]| {
        write(last.join("run.records"), bytes).unwrap();
        merge(&parts, &out)
    };
    let mut broken = bytes.clone();
    broken[bytes.len() - 21] ^= 99;
    for bytes in [&bytes[..bytes.len() - 5], &broken] {
        refused(&damaged(bytes), "shard-4-of-4/run.records is not a run file of this version, or is damaged");
    }
    fs::rename(last.join("run.records"), last.join("run.partial")).unwrap();
    refused(&merge(&parts, &out), "shard-4-of-4 holds no finished scan");
    // Nothing was left behind.
    assert!(!out.exists() || entries(&out).is_empty());
}

// ---- jobs die ----

#[test]
fn a_shard_that_is_killed_is_started_again() {
    let place = directory("shards-killed");
    let list = place.join("list.txt");
    slow_then_many(&list);
    let args = [text_of(&list), "-l", "W"];
    let whole = place.join("whole");
    ends(0, scan(&args, &whole));
    let parts = [1, 2].map(|k| place.join(format!("shard-{k}-of-2")));
    let shard = |k: usize, more: &[&str]| {
        let shard = format!("{k}/2");
        let of = ["scan", "-j", "1", "--shard", &shard, "-o", text_of(&place)];
        command(&[&of[..], &args, more].concat())
    };
    let requeue: &[&str] = &["--requeue"];
    let mut child = start(&mut shard(1, requeue));
    wait_until(&mut child, || has_records(&parts[0]));
    // A second start of the same shard, while the first waits.
    signal(&child, "STOP");
    let output = shard(1, requeue).output().unwrap();
    refused(&output, "another process is writing it");
    signal(&child, "KILL");
    finished(child);
    assert!(has_records(&parts[0]));
    refused(&shard(1, &[]).output().unwrap(), "holds an unfinished run");
    // A resumed run may belong neither to another shard nor to another run.
    refused(&shard(2, &["--resume"]).output().unwrap(), "holds no unfinished run");
    fs::rename(&parts[0], &parts[1]).unwrap();
    refused(&shard(2, requeue).output().unwrap(), "its --shard differs");
    fs::rename(&parts[1], &parts[0]).unwrap();
    let before = read(parts[0].join("run.partial")).unwrap();
    let mut child = start(&mut shard(1, requeue));
    let longer =
        || parts[0].join("run.partial").metadata().is_ok_and(|meta| meta.len() > before.len() as u64);
    wait_until(&mut child, longer);
    signal(&child, "TERM");
    let (output, _) = finished(child);
    assert_eq!(code(&output), Some(130), "{output:?}");
    // The printed hint is a command that continues.
    let told = stderr(&output);
    assert!(told.contains(" scan --resume -j 1 --shard 1/2 ") && !told.contains("--requeue"), "{told}");
    assert!(read(parts[0].join("run.partial")).unwrap().starts_with(&before));
    for k in [1, 2] {
        ends(0, shard(k, requeue).output().unwrap());
    }
    let joined = place.join("joined");
    merge(&parts, &joined);
    same_results(&whole, &joined);

    // A finished shard has nothing to do, unless settings changed.
    let stamp = || parts[1].join("run.records").metadata().unwrap().modified().unwrap();
    let before = stamp();
    let output = shard(2, requeue).output().unwrap();
    assert_eq!((code(&output), stamp()), (Some(0), before));
    assert!(stdout(&output).contains("shard-2-of-2 is finished: "), "{output:?}");
    let output = ends(0, shard(2, &["--requeue", "--budget", "1000"]).output().unwrap());
    assert!(stdout(&output).contains("puzzles in "), "{output:?}");
    assert!(stamp() > before);
}

/// Requeuing a finished run gives its exit code again; a stream is never known to be finished.
#[test]
fn requeued_runs_end_as_they_did() {
    let place = directory("requeued");
    let list = place.join("list.txt");
    write(&list, "..3\n").unwrap();
    for _ in 0..2 {
        ends(1, scan(&["--requeue", "-l", "BRT", text_of(&list)], &place.join("out")));
    }
    for puzzle in puzzles(0, 2) {
        let args = ["scan", "--requeue", "-l", "BRT", "-o", text_of(&place), "-"];
        let output = piped(&args, puzzle.as_bytes());
        assert!(stdout(&output).contains("1 puzzles in "), "{output:?}");
        assert!(read_to_string(place.join("puzzles.csv")).unwrap().contains(&puzzle));
    }
}

// ---- recipes ----

/// The recipe for `xargs` in docs/scale.md works as printed.
#[test]
fn the_recipe_for_xargs() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scale.md");
    let docs = read_to_string(docs).unwrap();
    let blocks: Vec<&str> =
        docs.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    let place = directory("recipes");
    fs::create_dir(place.join("lists")).unwrap();
    let text = read(RANDOM_10K).unwrap();
    write(place.join("puzzles.txt"), &text[..82 * 200]).unwrap();
    for (k, puzzles) in puzzles(0, 3).iter().enumerate() {
        packed(&place.join(format!("lists/{k}.gz")), puzzles.as_bytes());
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_sudoscope")).parent().unwrap();
    let path = format!("{}:{}", text_of(binary), std::env::var("PATH").unwrap());
    let sh = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(&place).env("PATH", &path).stdin(Stdio::null());
        let (output, _) = finished(start(&mut shell));
        assert_eq!(code(&output), Some(0), "{script}: {output:?}");
        stdout(&output)
    };
    if !sh("command -v xargs || echo none").contains("xargs") {
        return println!("skipped: there is no xargs");
    }
    let recipes: Vec<&&str> = blocks.iter().filter(|block| block.contains("xargs -P2")).collect();
    let [scan, rate, packed] = recipes[..] else { panic!("{recipes:?}") };
    sh(scan);
    let made = entries(&place.join("reports/puzzles"));
    assert_eq!(made.iter().filter(|name| name.starts_with("shard-")).count(), 8);
    sh("sudoscope scan -l W,B -o whole puzzles.txt");
    fs::create_dir(place.join("shards")).unwrap();
    sh("mv reports/puzzles/shard-* shards");
    same_results(&place.join("whole"), &place.join("reports/puzzles"));
    assert_eq!(sh(rate), sh("sudoscope rate --format plain puzzles.txt"));
    sh(packed);
    sh("sudoscope scan -o packed lists/*");
    same_results(&place.join("packed"), &place.join("all"));
}

// ---- bytes read ----

/// Counts the bytes that a command reads, as the system reports them.
#[cfg(target_os = "linux")]
fn bytes_read(args: &[&str]) -> Option<u64> {
    let script = "\"$0\" \"$@\" > /dev/null || exit 1; cat /proc/$$/io";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_sudoscope")]).args(args);
    let (output, _) = finished(start(shell.stdin(Stdio::null())));
    let text = stdout(&output);
    let line = text.lines().find_map(|line| line.strip_prefix("rchar: "))?;
    Some(line.parse().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_shard_reads_its_part_and_no_more() {
    let place = directory("shards-read");
    let path = place.join("long.csv");
    // Mostly comments, so that reading dominates.
    let (puzzle, comment) = (&puzzles(0, 1)[0], format!("# {}\n", "x".repeat(4000)));
    let some = format!("{puzzle},1\n{}", comment.repeat(500));
    write(&path, format!("puzzle,SER\n{}", some.repeat(40))).unwrap();
    let length = path.metadata().unwrap().len();
    let rate = |shard: &str| {
        // Mapped bytes are not counted.
        let rate = ["rate", "--no-mmap", "-l", "BRT", "-j", "1", "--shard"];
        bytes_read(&[&rate[..], &[shard, text_of(&path)]].concat())
    };
    // Bytes that the program always reads, such as its libraries.
    let (Some(whole), Some(none)) = (rate("1/1"), bytes_read(&["ladders"])) else {
        return println!("skipped: the system does not count");
    };
    assert!(whole - none >= length, "{whole} bytes of {length}, {none} without");
    const BUFFERS: u64 = 400_000;
    for shard in ["1/40", "17/40", "40/40"] {
        let read = rate(shard).unwrap() - none;
        assert!(read < length / 40 + BUFFERS, "{shard}: {read} bytes of {length}");
        let out = place.join("out");
        let scan = ["scan", "--no-mmap", "-l", "BRT", "-j", "1", "--shard", shard];
        let scan = [&scan[..], &["-o", text_of(&out), "--against", "SER", text_of(&path)]].concat();
        // One pass identifies the part, another reads it.
        let read = bytes_read(&scan).unwrap() - none;
        assert!(read < 2 * length / 40 + BUFFERS, "{shard}: {read} bytes of {length}");
    }
    // A line that spans several parts is read by the part in which it begins; other parts read the line only
    // to find its end.
    write(&path, format!("{puzzle}\n{puzzle}{}\n{puzzle}\n", " x".repeat(1 << 24))).unwrap();
    for (shard, expected) in [("1/8", 1 << 26), ("4/8", 1 << 22), ("8/8", 1 << 22)] {
        let read = rate(shard).unwrap() - none;
        assert!(read < expected + BUFFERS, "{shard}: {read} bytes");
    }
}

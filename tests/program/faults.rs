//! Faults, on the built binary: it is killed, the disk is full, inputs change under it, two processes want
//! the same file, or no one reads its output. The tests check messages, exit codes and files: no finished
//! work may be lost, and no half-written file may have its final name.
#![cfg(unix)]

use crate::binary::{
    EASY, HARD, RANDOM_10K, W5, code, command, directory, ends, entries, finished, piped, refused, signal,
    start, stderr, stdout, sudoscope, system, text_of, wait_until,
};
use crate::common::{Dice, named_ladders, random_10k, thorough};
use crate::recount::table;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, read, read_to_string, write};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Memory that no input may exceed, in KB.
const FLAT: u64 = 60_000;

/// Returns the files of a finished scan except the files with times; the finished run must be among them.
pub fn results(directory: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    let timeless = |entry: &fs::DirEntry| {
        let names = ["timing.csv", "timing.json", "report.html"];
        !names.map(OsString::from).contains(&entry.file_name())
    };
    let files = entries.filter(timeless).map(|entry| (entry.file_name(), entry.path()));
    let files: BTreeMap<_, _> = files.map(|(name, path)| (name, read(path).unwrap())).collect();
    assert!(files.contains_key(OsStr::new("run.records")), "{:?}", files.keys());
    files
}

pub fn same_results(one: &Path, other: &Path) {
    let (one, other) = (results(one), results(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    one.iter().for_each(|(name, bytes)| assert!(other[name] == *bytes, "{name:?}"));
}

/// Whether an unfinished run has rows.
pub fn has_records(directory: &Path) -> bool {
    kept_rows(directory) > 0
}

/// Counts the rows in the blocks of an unfinished run.
pub fn kept_rows(directory: &Path) -> usize {
    let text = read(directory.join("run.partial")).unwrap_or_default();
    let mut blocks = text.splitn(3, |&byte| byte == b'\n').nth(2).unwrap_or_default();
    let mut rows = 0;
    while let Some((head, rest)) = blocks.split_first_chunk::<20>() {
        let number = |at: usize| u32::from_le_bytes(*head[at..].first_chunk().unwrap()) as usize;
        rows += usize::from(u16::from_le_bytes([head[0], head[1]]));
        blocks = rest.get(number(8) + number(12)..).unwrap_or_default();
    }
    rows
}

/// Writes some slow puzzles, then many fast ones: more than is read ahead while the slow ones are rated.
pub fn slow_then_many(path: &Path) -> Vec<u8> {
    let text = format!("{HARD}\n").repeat(16) + &format!("{EASY}\n").repeat(20_000);
    write(path, &text).unwrap();
    text.into_bytes()
}

fn line_count(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

// ---- killed ----

/// A scan that is killed many times ends in the same files as one that is not. The moments are random (the
/// seed is printed): before the first record, between records, within a record. Every fifth kill waits for a
/// record first, so that a slow machine gets beyond the first ones, too.
#[test]
fn a_scan_that_is_killed_many_times_is_the_scan_that_was_not() {
    let [whole, parts] = ["killed-whole", "killed-parts"].map(directory);
    let scan = |directory: &Path, more: &[&str]| {
        let args = ["scan", RANDOM_10K, "-l", "S+W,B", "--take", "3000", "-j", "1", "-o"];
        command(&[&args[..], &[text_of(directory)], more].concat())
    };
    let begin = Instant::now();
    assert_eq!(code(&scan(&whole, &[]).output().unwrap()), Some(0));
    let longest = begin.elapsed().as_micros() as usize / 40;
    let seed = u64::from(std::process::id()) << 32 | begin.elapsed().subsec_nanos() as u64;
    println!("seed {seed}: moments up to {longest} µs");
    let mut dice = Dice(seed);
    let partial = parts.join("run.partial");
    let (mut before_any, mut longest_file) = (0, 0);
    let kills = if thorough() { 50 } else { 25 };
    for kill in 0..kills {
        let resume: &[&str] = if partial.exists() { &["--resume"] } else { &[] };
        let mut child = start(&mut scan(&parts, resume));
        if kill % 5 == 4 {
            wait_until(&mut child, || partial.metadata().map_or(0, |meta| meta.len()) > longest_file);
        }
        std::thread::sleep(Duration::from_micros(dice.below(longest) as u64));
        child.kill().unwrap();
        let (output, _) = finished(child);
        assert_eq!(code(&output), None, "killed {kill} times, then: {output:?}");
        before_any += usize::from(!has_records(&parts));
        // Earlier records are still there.
        let length = partial.metadata().map_or(0, |meta| meta.len());
        assert!(length + 1000 >= longest_file, "{length} bytes after {longest_file}");
        longest_file = length;
    }
    println!("{before_any} times before the first record");
    assert!(before_any < kills);
    let output = scan(&parts, &["--resume"]).output().unwrap();
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    same_results(&whole, &parts);
}

// ---- asked to stop ----

/// A scan that is told to stop keeps its finished rows and reports them, and a second signal stops it at
/// once.
#[test]
fn a_scan_that_is_told_to_stop_keeps_what_is_finished() {
    let [whole, parts, input] = ["stop-whole", "stop-parts", "stop-input"].map(directory);
    let input = input.join("in.txt");
    write(&input, format!("{HARD}\n").repeat(50)).unwrap();
    let scan = |directory: &Path, more: &[&str]| {
        let args = ["scan", text_of(&input), "-l", "W", "-j", "2", "-o", text_of(directory)];
        command(&[&args[..], more].concat())
    };
    assert_eq!(code(&scan(&whole, &[]).output().unwrap()), Some(0));

    let mut child = start(&mut scan(&parts, &[]));
    wait_until(&mut child, || has_records(&parts));
    signal(&child, "TERM");
    let (output, _) = finished(child);
    assert_eq!(code(&output), Some(130), "{output:?}");
    let told = stderr(&output);
    assert!(told.contains("finishing the puzzles in flight"), "{told}");
    assert!(told.contains("puzzles, which are kept; resume with: "), "{told}");
    let about = read_to_string(parts.join("about.json")).unwrap();
    let rows = table(&parts, "puzzles").1.len();
    assert!(about.contains(&format!("\"partial: the run was interrupted after {rows} puzzles")), "{about}");
    let [begun, full] = [&parts, &whole].map(|folder| read(folder.join("puzzles.csv")).unwrap());
    assert!(full.starts_with(&begun));
    refused(&scan(&parts, &["--resume", "-l", "B"]).output().unwrap(), "its ladders differs");

    // The second signal comes while the first is being obeyed, or after that.
    let mut child = start(&mut scan(&parts, &["--resume"]));
    let before = read(parts.join("run.partial")).unwrap().len() as u64;
    let longer = || parts.join("run.partial").metadata().is_ok_and(|meta| meta.len() > before);
    wait_until(&mut child, longer);
    let _ = system("sh", &["-c", &format!("kill -INT {0}; kill -INT {0}", child.id())]);
    let (output, _) = finished(child);
    assert_eq!(code(&output), Some(130), "{output:?}");

    let output = scan(&parts, &["--resume"]).output().unwrap();
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    same_results(&whole, &parts);
}

/// `rate` and `generate` say how to continue, and keep the finished part of a file.
#[test]
fn other_commands_that_are_told_to_stop_keep_what_is_finished() {
    let directory = directory("stop-rate");
    let (input, out) = (directory.join("in.txt"), directory.join("out.csv"));
    write(&input, format!("{HARD}\n").repeat(3000)).unwrap();
    let partial = directory.join("out.csv.partial");
    let args = ["rate", text_of(&input), "-l", "W,B", "-o", text_of(&out)];
    let mut child = start(&mut command(&args));
    wait_until(&mut child, || read(&partial).is_ok_and(|text| line_count(&text) > 3));
    signal(&child, "INT");
    let (output, _) = finished(child);
    assert_eq!((code(&output), out.exists()), (Some(130), false), "{output:?}");
    let rows = line_count(&read(&partial).unwrap()) - 1;
    let path = text_of(&partial);
    let goes_on = "the same command with --resume continues";
    let expected = format!("stopped after {rows} puzzles, kept in {path}; {goes_on}");
    assert!(stderr(&output).contains(&expected), "{expected}: {}", stderr(&output));

    let list = directory.join("list.txt");
    let args = ["generate", "--seed", "0", "--count", "1000000", "-o", text_of(&list)];
    let mut child = start(&mut command(&args));
    let partial = directory.join("list.txt.partial");
    wait_until(&mut child, || partial.metadata().is_ok_and(|meta| meta.len() > 0));
    signal(&child, "TERM");
    let (output, _) = finished(child);
    assert_eq!((code(&output), list.exists()), (Some(130), false), "{output:?}");
    assert!(stderr(&output).contains("the same command with --resume continues"), "{output:?}");
    assert!(read(&partial).unwrap().ends_with(b"\n"));

    // A pipe to which no one has begun to write.
    let pipe = directory.join("pipe");
    if system("mkfifo", &[text_of(&pipe)]).is_some() {
        let out = directory.join("piped.csv");
        let partial = directory.join("piped.csv.partial");
        let mut child = start(&mut command(&["rate", text_of(&pipe), "-o", text_of(&out)]));
        wait_until(&mut child, || partial.exists());
        signal(&child, "INT");
        let (output, _) = finished(child);
        assert_eq!((code(&output), out.exists()), (Some(130), false), "{output:?}");
    }

    // The work takes some seconds, so that the signal arrives before the work ends, even on a busy machine.
    write(&input, read(RANDOM_10K).unwrap().repeat(60)).unwrap();
    let out = directory.join("deduped.txt");
    let mut child = start(&mut command(&["dedupe", text_of(&input), "-o", text_of(&out)]));
    let is_its = |name: &String| name.starts_with("deduped.txt.");
    wait_until(&mut child, || entries(&directory).iter().any(is_its));
    signal(&child, "INT");
    let (output, _) = finished(child);
    assert_eq!((code(&output), out.exists()), (Some(130), false), "{output:?}");
    assert!(stderr(&output).ends_with("sudoscope: stopped; no output was made\n"), "{output:?}");
    assert!(!entries(&directory).iter().any(is_its));

    // Paths and typed tables get their names when they are whole, or not at all.
    let tables = "rate --format parquet -l B";
    let tables = cfg!(feature = "parquet").then_some(tables);
    for args in ["explain --format jsonl -l B"].into_iter().chain(tables) {
        let out = directory.join("whole");
        let args = args.split(' ').chain([text_of(&input), "-o", text_of(&out)]);
        let mut child = start(&mut command(&args.collect::<Vec<_>>()));
        let is_its = |name: &String| name.starts_with("whole");
        wait_until(&mut child, || entries(&directory).iter().any(is_its));
        signal(&child, "INT");
        let (output, _) = finished(child);
        assert_eq!(code(&output), Some(130), "{output:?}");
        assert!(stderr(&output).contains("sudoscope: stopped"), "{output:?}");
        assert!(!entries(&directory).iter().any(is_its), "{output:?}");
    }
}

// ---- disks ----

/// A full device is an error, as standard output and as a file.
#[test]
fn a_full_device_is_an_error() {
    if !Path::new("/dev/full").exists() {
        return println!("skipped: there is no /dev/full");
    }
    let scan = directory("full-scan");
    let scanned = ["scan", RANDOM_10K, "--take", "20", "-l", "BRT,S", "-o", text_of(&scan)];
    assert_eq!(code(&sudoscope(&scanned)), Some(0));
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let help = ["--help", "rate --help", "--version"];
    let help = help.map(|args| args.split(' ').map(String::from).collect());
    for args in printing(&scan).into_iter().chain(help) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (output, _) = finished(command(&args).stdout(full()).stderr(Stdio::piped()).spawn().unwrap());
        assert_eq!(code(&output), Some(2), "{args:?}: {output:?}");
        assert!(stderr(&output).contains("No space left on device"), "{args:?}: {output:?}");
    }
    for args in ["rate", "rate --format jsonl", "minlex --take 99", "check --take 99", "dedupe"] {
        let output = sudoscope(&args.split(' ').chain([RANDOM_10K, "-o", "/dev/full"]).collect::<Vec<_>>());
        assert_eq!(code(&output), Some(2), "{args:?}: {output:?}");
        assert!(stderr(&output).contains("No space left on device"), "{args:?}: {output:?}");
    }
}

/// A closed stream is an error: the program does not silently print to or read from /dev/null.
#[test]
fn a_closed_stream_is_an_error() {
    let place = directory("closed");
    let scan = place.join("scan");
    let closed = |stream: &str, args: &[&str]| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec \"$0\" \"$@\" {stream}&-"), env!("CARGO_BIN_EXE_sudoscope")]);
        shell.args(args).current_dir(&place).output().unwrap()
    };
    let scanned = ["scan", RANDOM_10K, "--take", "20", "-l", "BRT,S", "-o", text_of(&scan)];
    refused(&closed(">", &scanned), "the work is done, but the result cannot be printed on standard output");
    let others = ["--help", "rate --help", "rules", "ladders S", "completions bash"];
    let others = others.map(|args| args.split(' ').map(String::from).collect());
    for args in printing(&scan).into_iter().chain(others) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        refused(&closed(">", &args), "standard output is closed");
    }
    for command in ["rate", "explain", "verify", "dedupe", "check"] {
        refused(&closed("<", &[command, "-"]), "standard input is closed");
    }
    for args in [&["rate", "--take", "9", RANDOM_10K][..], &["explain", W5]] {
        let whole = sudoscope(args).stdout;
        ends(0, closed(">", &[args, &["-o", "out"]].concat()));
        assert!(read(place.join("out")).unwrap() == whole);
        assert!(closed("<", args).stdout == whole);
        assert_eq!(code(&closed("2>", args)), Some(0));
    }
    assert_eq!(code(&command(&["rate", RANDOM_10K]).stdout(Stdio::null()).output().unwrap()), Some(0));
}

/// Returns every command that prints, in all its forms.
fn printing(scan: &Path) -> Vec<Vec<String>> {
    let scan = text_of(scan);
    let commands = [
        &["rate", RANDOM_10K, "-l", "BRT"][..],
        &["rate", RANDOM_10K, "-l", "BRT", "--format", "jsonl"],
        &["rate", RANDOM_10K, "-l", "BRT", "--format", "plain"],
        &["explain", W5],
        &["explain", "--format", "json", W5],
        &["explain", "--format", "svg", W5],
        &["explain", "--net", W5],
        &["minlex", RANDOM_10K],
        &["minlex", RANDOM_10K, "--format", "plain"],
        &["check", RANDOM_10K],
        &["check", RANDOM_10K, "--format", "jsonl"],
        &["dedupe", RANDOM_10K],
        &["generate", "--seed", "0", "--count", "2000"],
        &["rules"],
        &["rules", "whip"],
        &["ladders"],
        &["ladders", "W"],
        &["diff", scan],
        &["report", scan],
        &["worth", scan],
        &["scan", RANDOM_10K, "--take", "20", "-l", "BRT,S", "--restart", "-o", scan],
    ];
    commands.iter().map(|args| args.iter().map(|arg| arg.to_string()).collect()).collect()
}

/// A reader that has closed its end is not an error, and files are written all the same.
#[test]
fn nobody_reads_what_is_printed() {
    let scan = directory("unread-scan");
    let scanned = ["scan", RANDOM_10K, "--take", "20", "-l", "BRT,S", "-o", text_of(&scan)];
    assert_eq!(code(&sudoscope(&scanned)), Some(0));
    let before = results(&scan);
    for args in printing(&scan) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut child = start(&mut command(&args));
        drop(child.stdout.take());
        let (output, _) = finished(child);
        assert_eq!(code(&output), Some(0), "{args:?}: {output:?}");
        let told = stderr(&output);
        assert!(told.is_empty() || args[0] == "dedupe", "{args:?}: {told}");
    }
    before.iter().for_each(|(name, bytes)| assert!(read(scan.join(name)).unwrap() == *bytes));
    assert!(scan.join("worth.csv").exists());
}

// ---- inputs that change ----

/// Starts a scan of a file, and changes the file when some of it is rated and most of it is not yet read.
fn scan_of_changed(name: &str, change: impl Fn(&File)) -> (Output, PathBuf, PathBuf, Vec<u8>) {
    let directory = directory(name);
    let (input, out) = (directory.join("in.txt"), directory.join("out"));
    let text = slow_then_many(&input);
    let mut child = start(&mut command(&["scan", text_of(&input), "-j", "1", "-o", text_of(&out)]));
    wait_until(&mut child, || has_records(&out));
    change(&OpenOptions::new().write(true).open(&input).unwrap());
    (finished(child).0, input, out, text)
}

fn resume(input: &Path, out: &Path) -> Output {
    sudoscope(&["scan", text_of(input), "-j", "1", "--resume", "-o", text_of(out)])
}

fn scan_whole(name: &str, input: &Path) -> PathBuf {
    let whole = directory(name);
    let args = ["scan", text_of(input), "-j", "2", "-o", text_of(&whole)];
    assert_eq!(code(&sudoscope(&args)), Some(0));
    whole
}

#[test]
fn a_file_that_becomes_shorter_under_a_scan() {
    let cut = 1_200_000;
    let (output, input, out, text) = scan_of_changed("shorter", |file| file.set_len(cut).unwrap());
    assert_eq!(code(&output), Some(2), "{output:?}");
    let told = stderr(&output);
    assert!(told.contains("in.txt: the file became shorter while it was read"), "{told}");
    assert!(told.contains("puzzles, which are kept"), "{told}");
    assert_eq!(entries(&out), ["run.partial"]);
    // A file other than the one the run began with is refused, and nothing is dropped.
    let refused = resume(&input, &out);
    assert_eq!(code(&refused), Some(2));
    assert!(stderr(&refused).contains("its input differs"), "{refused:?}");
    write(&input, text).unwrap();
    assert_eq!(code(&resume(&input, &out)), Some(0));
    same_results(&scan_whole("shorter-whole", &input), &out);
}

#[test]
fn a_file_that_grows_under_a_scan() {
    let append = |file: &File| {
        let length = file.metadata().unwrap().len();
        std::os::unix::fs::FileExt::write_all_at(file, b"no puzzle\n", length).unwrap();
    };
    let (output, input, out, text) = scan_of_changed("longer", append);
    assert_eq!(code(&output), Some(0), "{output:?}");
    write(&input, text).unwrap();
    same_results(&scan_whole("longer-whole", &input), &out);
}

/// A file that is replaced while it is rated is read to its end as opened; a file that is cut off is rated at
/// most up to the cut.
#[test]
fn a_file_that_changes_under_rate() {
    let directory = directory("rate-changed");
    let (input, other) = (directory.join("in.txt"), directory.join("other.txt"));
    let text = format!("{EASY}\n").repeat(60_000);
    let cut = text.len() as u64 / 2 - 40;
    for replaced in [true, false] {
        write(&input, &text).unwrap();
        let mut child = start(&mut command(&["rate", "-l", "BRT", text_of(&input)]));
        // No one reads the output, so the program waits with most of its input unread.
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        if replaced {
            write(&other, "no puzzle\n").unwrap();
            fs::rename(&other, &input).unwrap();
        } else {
            OpenOptions::new().write(true).open(&input).unwrap().set_len(cut).unwrap();
        }
        let mut rows = Vec::new();
        out.read_to_end(&mut rows).unwrap();
        let (output, _) = finished(child);
        if replaced {
            assert_eq!((code(&output), line_count(&rows)), (Some(0), 60_000), "{output:?}");
            continue;
        }
        assert_eq!(code(&output), Some(2), "{output:?}");
        let rows = line_count(&rows);
        assert!(rows > 10_000 && rows as u64 <= cut / 82, "{rows}");
        let told = format!("sudoscope: stopped after {rows} puzzles: ");
        assert!(stderr(&output).contains(&told), "{output:?}");
        assert!(stderr(&output).contains("became shorter"), "{output:?}");
    }
}

#[test]
fn an_input_that_was_replaced_is_not_resumed() {
    let directory = directory("replaced");
    let (input, out) = (directory.join("in.txt"), directory.join("out"));
    let text = format!("{HARD}\n").repeat(16);
    write(&input, &text).unwrap();
    let mut child = start(&mut command(&["scan", text_of(&input), "-j", "1", "-o", text_of(&out)]));
    wait_until(&mut child, || has_records(&out));
    child.kill().unwrap();
    finished(child);
    let kept = read(out.join("run.partial")).unwrap();
    for other in [text.replacen('5', "6", 1), text.clone() + EASY, String::new()] {
        write(&input, other).unwrap();
        let refused = resume(&input, &out);
        assert_eq!(code(&refused), Some(2));
        let told = stderr(&refused);
        assert!(told.contains("is of another run: its input differs; --restart drops it"), "{told}");
        assert!(read(out.join("run.partial")).unwrap() == kept);
    }
    write(&input, &text).unwrap();
    assert_eq!(code(&resume(&input, &out)), Some(0));
    same_results(&scan_whole("replaced-whole", &input), &out);
}

// ---- two at once ----

/// Starts a command that waits for more on its standard input.
fn waiting(args: &[&str], until: impl Fn() -> bool) -> Child {
    let mut child = start(command(args).stdin(Stdio::piped()));
    writeln!(child.stdin.as_mut().unwrap(), "{EASY}").unwrap();
    wait_until(&mut child, until);
    child
}

/// Rows of a stream that pauses are written without waiting for more.
#[test]
fn what_is_rated_of_a_stream_outlives_a_kill() {
    let out = directory("paused");
    let args = ["scan", "-", "-l", "BRT", "-o", text_of(&out)];
    let mut child = waiting(&args, || kept_rows(&out) == 1);
    // Each later line comes soon after the previous row was written.
    for rows in 2..6 {
        writeln!(child.stdin.as_mut().unwrap(), "{EASY}").unwrap();
        wait_until(&mut child, || kept_rows(&out) == rows);
    }
    child.kill().unwrap();
    finished(child);
    let resumed = piped(&[&args[..], &["--resume"]].concat(), format!("{EASY}\n").repeat(7).as_bytes());
    assert_eq!(code(&resumed), Some(0), "{resumed:?}");
    assert!(stdout(&resumed).starts_with("7 puzzles"), "{resumed:?}");
}

#[test]
fn one_process_at_a_time_writes_a_scan() {
    let out = directory("two-scans");
    let args = ["scan", "-", "-l", "BRT", "-o", text_of(&out)];
    let mut first = waiting(&args, || has_records(&out));
    let held = read(out.join("run.partial")).unwrap();
    for more in [&[][..], &["--resume"], &["--restart"]] {
        let refused = piped(&[&args[..], more].concat(), W5.as_bytes());
        assert_eq!(code(&refused), Some(2), "{more:?}");
        let told = stderr(&refused);
        assert!(told.contains("run.partial: another process is writing it"), "{told}");
        assert!(read(out.join("run.partial")).unwrap() == held, "{more:?}");
    }
    drop(first.stdin.take());
    let (output, _) = finished(first);
    assert_eq!(code(&output), Some(0), "{output:?}");
    assert!(stdout(&output).starts_with("1 puzzles"));

    // The lock ends with its process.
    let mut killed = waiting(&args, || has_records(&out));
    killed.kill().unwrap();
    finished(killed);
    let again = piped(&[&args[..], &["--restart"]].concat(), format!("{EASY}\n").as_bytes());
    assert_eq!(code(&again), Some(0), "{again:?}");
}

#[test]
fn one_process_at_a_time_writes_a_file() {
    let directory = directory("two-files");
    let scan = directory.join("scan");
    let scanned = ["scan", RANDOM_10K, "--take", "9", "-l", "BRT", "-o", text_of(&scan)];
    assert_eq!(code(&sudoscope(&scanned)), Some(0));
    let before = results(&scan);
    // The output is a file that report, worth and another scan would write, too.
    let out = scan.join("report.html");
    let args = ["rate", "-", "-l", "BRT", "-o", text_of(&out)];
    let partial = scan.join("report.html.partial");
    let mut first = waiting(&args, || read(&partial).is_ok_and(|text| line_count(&text) == 2));
    let restarted = [&scanned[..], &["--restart"]].concat();
    for args in [&["report", text_of(&scan)][..], &["worth", text_of(&scan)], &args, &restarted] {
        let refused = sudoscope(args);
        assert_eq!(code(&refused), Some(2), "{args:?}");
        assert!(stderr(&refused).contains("another process is writing it"), "{refused:?}");
    }
    // The scan is complete except for its reports.
    assert_eq!(code(&sudoscope(&[&scanned[..], &["--resume"]].concat())), Some(2));
    drop(first.stdin.take());
    assert_eq!(code(&finished(first).0), Some(0));
    assert_eq!(line_count(&read(&out).unwrap()), 2);
    assert_eq!(code(&sudoscope(&[&scanned[..], &["--resume"]].concat())), Some(0));
    assert!(before == results(&scan));

    let list = directory.join("list.txt");
    let args = ["generate", "--seed", "0", "--count", "1000000", "-j", "1", "-o", text_of(&list)];
    let partial = directory.join("list.txt.partial");
    let mut first = start(&mut command(&args));
    wait_until(&mut first, || partial.metadata().is_ok_and(|meta| meta.len() > 0));
    for more in [&[][..], &["--resume"], &["--restart"]] {
        let refused = sudoscope(&[&args[..], more].concat());
        assert_eq!(code(&refused), Some(2), "{more:?}");
        assert!(stderr(&refused).contains("another process is writing it"), "{refused:?}");
    }
    first.kill().unwrap();
    finished(first);
    let short = ["generate", "--seed", "0", "--count", "5", "--restart", "-o", text_of(&list)];
    assert_eq!(code(&sudoscope(&short)), Some(0));
    assert_eq!(line_count(&read(&list).unwrap()), 5);
}

// ---- names ----

/// Names with blanks, quotes, line ends and bytes that are not text work: the files are found, the reports
/// remain tables, and the printed command line continues the run.
#[test]
fn odd_names_are_names() {
    let place = directory("odd-names");
    for name in [&b"-it's, \"a b\".txt"[..], b"line\nend.txt", b"caf\xe9 \xff.txt"] {
        let folder = place.join(OsStr::from_bytes(&name[..name.len() - 4]));
        let input = place.join(OsString::from_vec(name.to_vec()));
        write(&input, format!("{HARD}\n").repeat(16) + "bad\n").unwrap();
        let scan = |more: &[&str]| {
            let mut command = command(&["scan", "-j", "1", "-l", "W", "-o"]);
            start(command.arg(&folder).args(more).arg(&input))
        };
        let mut child = scan(&[]);
        wait_until(&mut child, || has_records(&folder));
        signal(&child, "INT");
        let (output, _) = finished(child);
        assert_eq!(code(&output), Some(130), "{output:?}");
        let told = stderr(&output);
        let again = told.lines().find_map(|line| line.split_once("resume with: ")).unwrap().1;
        let again = finished(start(Command::new("bash").args(["-c", again]).current_dir(&place)));
        assert_eq!(code(&again.0), Some(1), "{again:?}");
        let rejects = read_to_string(folder.join("rejects.csv")).unwrap();
        assert!(rejects.lines().all(|line| line.contains(',')));
        let mut reader = csv::Reader::from_reader(rejects.as_bytes());
        let rows: Vec<_> = reader.records().map(|row| row.unwrap()).collect();
        assert!(rows.len() == 1 && &rows[0][1] == "17", "{rejects}");
        let page = read_to_string(folder.join("report.html")).unwrap();
        assert!(page.trim_end().ends_with("</html>"));

        let mut rate = command(&["rate", "-l", "BRT", "--format", "plain"]);
        let out = folder.join(OsStr::from_bytes(name));
        let rate = rate.arg("-o").arg(&out).arg("--").arg(&input).output().unwrap();
        assert_eq!(code(&rate), Some(1));
        assert_eq!(line_count(&read(&out).unwrap()), 17);
        assert_eq!(line_count(&rate.stderr), 1, "{rate:?}");
    }
}

// ---- odd inputs ----

#[test]
fn ten_thousand_rejects_are_counted_and_the_first_are_told() {
    let directory = directory("rejects");
    let (input, out) = (directory.join("in.txt"), directory.join("out"));
    write(&input, "bad line\n".repeat(10_000) + EASY).unwrap();
    let output = sudoscope(&["rate", text_of(&input)]);
    assert_eq!((code(&output), line_count(&output.stdout)), (Some(1), 10_002));
    let told = stderr(&output);
    assert!(told.ends_with("… and 9980 more rejected lines; in all 10000 invalid\n"), "{told}");
    assert_eq!(told.lines().count(), 21);
    let output = sudoscope(&["scan", text_of(&input), "-o", text_of(&out)]);
    assert_eq!(code(&output), Some(1));
    assert!(stdout(&output).contains("10001 puzzles") && stdout(&output).contains("10000 rejected"));
    assert_eq!(stderr(&output), "");
    let rejects = read_to_string(out.join("rejects.csv")).unwrap();
    assert_eq!(rejects.lines().filter(|line| line.contains(",1,invalid,")).count(), 10_000);
}

/// A sparse file much larger than the memory allowed is one bad line of NUL bytes. Reading it takes most of
/// the time.
#[test]
fn a_large_sparse_file_is_one_bad_line() {
    let path = directory("sparse").join("in.txt");
    File::create(&path).unwrap().set_len(if thorough() { 5 << 30 } else { 1 << 28 }).unwrap();
    let (output, peak) = finished(start(&mut command(&["rate", text_of(&path)])));
    fs::remove_file(&path).unwrap();
    assert_eq!((code(&output), line_count(&output.stdout)), (Some(1), 2), "{output:?}");
    let told = stderr(&output);
    assert!(told.contains("in.txt:1:1: byte 0x00 is neither a digit nor a blank"), "{told}");
    println!("peak {peak} KB");
    assert!(peak < FLAT, "{peak} KB");
}

/// A line of 256 MB (1 GB in a thorough run) counts as one line, whether it has no puzzle or a puzzle and a
/// long tail, and the line after it is still rated.
#[test]
fn a_long_line_is_a_line() {
    let path = directory("long-line").join("in.txt");
    let length: u64 = if thorough() { 1 << 30 } else { 1 << 28 };
    for (begin, row) in [("x", "1,x"), (EASY, &format!("1,{EASY},ok,26,0"))] {
        let mut file = File::create(&path).unwrap();
        file.write_all(begin.as_bytes()).unwrap();
        file.set_len(length).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, format!("\n{EASY}\n").as_bytes(), length).unwrap();
        drop(file);
        let (output, peak) = finished(start(&mut command(&["rate", text_of(&path)])));
        let text = stdout(&output);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 3, "{text}");
        assert!(rows[1].starts_with(row), "{text}");
        assert_eq!(rows[2], format!("2,{EASY},ok,26,0"));
        println!("peak {peak} KB");
        assert!(peak < FLAT, "{peak} KB");
    }
    fs::remove_file(&path).unwrap();
}

/// UTF-16 with a byte order mark is read as text; NUL bytes otherwise belong to their line.
#[test]
fn utf16_and_nul_bytes() {
    let directory = directory("utf16");
    let (input, out) = (directory.join("in.txt"), directory.join("out"));
    let text = format!("{EASY}\n{W5}\n");
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for marked in [[b"\xff\xfe", &little[..]].concat(), [b"\xfe\xff", &big[..]].concat()] {
        write(&input, marked).unwrap();
        for args in [
            &["rate", text_of(&input)][..],
            &["scan", text_of(&input), "-o", text_of(&out)],
            &["check", text_of(&input)],
            &["dedupe", text_of(&input)],
        ] {
            let output = sudoscope(args);
            assert_eq!(code(&output), Some(0), "{args:?}: {}", stderr(&output));
        }
        fs::remove_dir_all(&out).unwrap();
        let output = sudoscope(&["rate", "--format", "plain", text_of(&input)]);
        assert_eq!((code(&output), stdout(&output).as_str()), (Some(0), "0\n5\n"));
    }
    // Without a mark its zeros show it.
    write(&input, little).unwrap();
    let output = sudoscope(&["rate", "--format", "plain", text_of(&input)]);
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(0), "0\n5\n"));
}

#[test]
fn inputs_that_are_no_plain_files() {
    let directory = directory("odd-inputs");
    let (empty, fifo, out) = (directory.join("empty"), directory.join("fifo"), directory.join("out"));
    write(&empty, "").unwrap();
    let has_fifo = system("mkfifo", &[text_of(&fifo)]).is_some();
    let commands: [&[&str]; 5] = [
        &["rate", "-l", "BRT"],
        &["minlex"],
        &["check"],
        &["dedupe"],
        &["scan", "-l", "BRT", "--restart", "-o", text_of(&out)],
    ];
    for args in commands {
        let output = sudoscope(&[args, &[text_of(&directory)]].concat());
        assert_eq!(code(&output), Some(2), "{args:?}");
        assert!(stderr(&output).contains("odd-inputs: is a directory"), "{output:?}");
        for nothing in [Path::new("/dev/null"), &empty] {
            let output = sudoscope(&[args, &[text_of(nothing)]].concat());
            assert_eq!(code(&output), Some(1), "{args:?}: {output:?}");
            assert!(stderr(&output).contains(": no puzzle is in it; 0 lines skipped"), "{output:?}");
        }
        if has_fifo {
            let child = start(&mut command(&[args, &[text_of(&fifo)]].concat()));
            write(&fifo, format!("{EASY}\n{W5}\n")).unwrap();
            let (output, _) = finished(child);
            assert_eq!(code(&output), Some(0), "{args:?}: {output:?}");
            assert!(args[0] != "scan" || stdout(&output).starts_with("2 puzzles"), "{output:?}");
            assert!(args[0] == "scan" || line_count(&output.stdout) >= 2, "{output:?}");
        }
    }
}

// ---- bounded work ----

/// Every command and named ladder answers grids that are barely puzzles, without hanging.
#[test]
fn grids_of_any_number_of_clues_are_answered() {
    let solved = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let grids = [
        ".".repeat(81),
        format!("1{}", ".".repeat(80)),
        format!("{}987654321", ".".repeat(72)),
        solved.to_string(),
        solved.replacen('1', "2", 1),
        "1".repeat(81),
    ];
    let text = grids.join("\n");
    let names = |of: &dyn Fn(&str) -> bool| {
        let names: Vec<&str> = named_ladders().map(|it| it.name).filter(|name| of(name)).collect();
        names.join(",")
    };
    let takes_all = |name: &str| sudoscope::scale::Scale::named(name).unwrap().assumes_unique().is_none();
    let (ladders, of_any) = (names(&|_| true), names(&takes_all));
    // A thorough run takes the default budget.
    let budget = if thorough() { "12500000" } else { "25000" };
    for args in [
        &["rate", "-l", &ladders][..],
        &["rate", "-l", &of_any, "--no-validate", "--budget", budget],
        &["rate", "-l", "W,B", "--policy", "best", "--no-validate"],
        &["minlex"],
        &["minlex", "--by", "solution"],
        &["check"],
        &["check", "--limit", "100000"],
        &["dedupe", "-"],
    ] {
        let mut child = start(command(args).stdin(Stdio::piped()));
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let (output, peak) = finished(child);
        assert!(code(&output).is_some_and(|code| code < 2), "{args:?}: {output:?}");
        let rows = if args[0] == "dedupe" { 4 } else { 7 };
        assert!(line_count(&output.stdout) >= rows, "{args:?}: {output:?}");
        assert!(peak < 4 * FLAT, "{args:?}: {peak} KB");
    }
    for grid in &grids {
        let output = sudoscope(&["explain", "--no-validate", "-l", "LC", grid]);
        assert!(code(&output).is_some_and(|code| code < 2), "{grid}: {output:?}");
    }
}

/// Places in `sukaku_hard972.csv`, from 1, of the 20 puzzles that take the most steps by whips.
const HARDEST: [usize; 20] =
    [18, 19, 43, 44, 59, 61, 213, 216, 222, 224, 376, 382, 383, 446, 462, 467, 527, 532, 576, 678];

/// The hardest puzzles known run out of budget, at the same point on any machine and with any number of
/// threads.
#[test]
fn the_hardest_puzzles_known_are_answered() {
    let Some(path) = crate::common::shared("sukaku_hard972.csv") else { return };
    let text = read_to_string(path).unwrap();
    let puzzles: Vec<&str> = text.lines().skip(1).map(|line| &line[..81]).collect();
    let hardest = HARDEST.map(|line| puzzles[line - 1]);
    let directory = directory("hardest");
    let (input, one) = (directory.join("in.txt"), directory.join("one.txt"));
    write(&input, hardest.join("\n")).unwrap();
    write(&one, hardest[11]).unwrap();
    let rate = |jobs, ladder, budget| {
        let args = ["rate", "-l", ladder, "--budget", budget, "-j", jobs, text_of(&input)];
        let (output, peak) = finished(start(&mut command(&args)));
        assert_eq!(code(&output), Some(0), "{output:?}");
        assert!(peak < 4 * FLAT, "{peak} KB");
        output.stdout
    };
    for (ladder, budget) in [("W,B", "100000"), ("gW", "80000"), ("S,LC+BR,PB1", "100000")] {
        let [first, second] = ["1", "2"].map(|jobs| rate(jobs, ladder, budget));
        assert!(first == second, "{ladder}");
        let text = String::from_utf8(first).unwrap();
        let ends = |line: &str| line.contains(",budget,") || line.contains(",unsolved,");
        assert!(text.lines().count() == 21 && text.lines().skip(1).all(ends), "{text}");
        assert!(ladder != "W,B" || text.lines().skip(1).all(|line| line.contains(",budget,")));
    }
    // The full budget, in little memory.
    let (output, peak) = finished(start(&mut command(&["rate", "-j", "1", text_of(&one)])));
    assert!(stdout(&output).contains(",budget,"), "{output:?}");
    println!("peak {peak} KB");
    assert!(peak < 8 * FLAT, "{peak} KB");
}

/// With `--sync`, every file and its new name are forced to the disk, before and after the rename; without
/// it, nothing is. Skipped, with a message, if no process can be traced.
#[test]
fn sync_forces_files_to_the_disk() {
    let place = directory("sync");
    let (input, log) = (place.join("in.txt"), place.join("calls"));
    std::fs::write(&input, random_10k()[..50].join("\n")).unwrap();
    let calls = |args: &[&str]| -> Option<Vec<String>> {
        let traced = ["-f", "-qq", "-e", "trace=fsync,fdatasync,/^rename", "-o", text_of(&log)];
        let program = env!("CARGO_BIN_EXE_sudoscope");
        system("strace", &[&traced[..], &[program], args].concat())?;
        let text = std::fs::read_to_string(&log).unwrap();
        Some(text.lines().map(str::to_string).collect())
    };
    let input = text_of(&input);
    let outs = ["out", "rated.csv", "first.txt", "list.txt"].map(|name| place.join(name));
    let [scan, rated, first, list] = outs.each_ref().map(|path| text_of(path));
    let commands: [&[&str]; 4] = [
        &["scan", "-l", "BRT", "--restart", "-o", scan, input],
        &["rate", "-l", "BRT", "-o", rated, input],
        &["dedupe", "-o", first, input],
        &["generate", "--seed", "0", "--count", "20", "--restart", "-o", list],
    ];
    for command in commands {
        let Some(without) = calls(command) else {
            eprintln!("skipped: no process can be traced");
            return;
        };
        let with = calls(&[command, &["--sync"]].concat()).unwrap();
        let is_sync = |call: &String| call.contains("sync(");
        assert!(!without.iter().any(is_sync), "{command:?}: {without:?}");
        // Each file is synced before it is renamed, and the folder afterwards.
        let renames: Vec<usize> = (0..with.len()).filter(|&at| with[at].contains("rename")).collect();
        assert!(!renames.is_empty(), "{command:?}");
        for at in renames {
            let around = [at.checked_sub(1), Some(at + 1)].map(|at| with.get(at?));
            assert!(around.iter().flatten().filter(|call| is_sync(call)).count() == 2, "{with:?}");
        }
    }
    let refused = sudoscope(&["rate", "--sync", "-l", "BRT", input]);
    assert_eq!(code(&refused), Some(2));
}

//! Limited resources: threads, stacks, memory and time.
#![cfg(unix)]

use crate::binary::{
    EASY, HARD, W5, code, command, directory, ends, finished, start, stderr, stdout, text_of, within,
};
use crate::common::{alone, is_taken, random_10k, thorough};
use flate2::{Compression, write::GzEncoder};
use std::fs::{self, Permissions, read_to_string, write};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use sudoscope::rules::RULES;
use sudoscope::scale::{DEFAULT_BUDGET, SCALES, Scale};

/// Unused user: the system counts threads by user, and does not count root's.
const NOBODY: u32 = 47_113;

/// Runs the program as that user, with at most this many threads; `None` if this process may not become
/// another user.
fn with_threads(threads: u32, args: &[&str], place: &Path) -> Option<Output> {
    // Some shells name the option -u, others -p.
    let limit = format!("ulimit -u {threads} 2>/dev/null || ulimit -p {threads} || exit 99");
    let script = format!("{limit}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_sudoscope")]).args(args).current_dir(place);
    shell.uid(NOBODY).gid(NOBODY).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (output, _) = finished(shell.spawn().ok()?);
    // Directories above may be closed to other users.
    let is_closed = stderr(&output).contains("Permission denied");
    (!is_closed && ![Some(99), Some(126), Some(127)].contains(&code(&output))).then_some(output)
}

/// A thread that cannot be started, whichever a command starts, gives a message: no panic, no half-written
/// file, and no premature end of input.
#[test]
fn a_thread_that_cannot_be_started_is_an_error() {
    let place = directory("threads");
    fs::set_permissions(&place, Permissions::from_mode(0o777)).unwrap();
    write(place.join("in.txt"), random_10k()[..300].join("\n")).unwrap();
    let Some(output) = with_threads(20, &["scan", "in.txt", "-l", "BRT", "-o", "done"], &place) else {
        return println!("skipped: this process cannot become another user");
    };
    assert_eq!(code(&output), Some(0), "{output:?}");
    let commands: [&[&str]; 10] = [
        &["scan", "in.txt", "-l", "BRT", "-j", "3", "--restart", "-o", "scanned"],
        &["rate", "in.txt", "-l", "BRT", "-j", "3"],
        &["rate", "in.txt", "-l", "BRT", "-j", "3", "--no-mmap", "-o", "rated.csv"],
        &["minlex", "in.txt", "-j", "3"],
        &["check", "in.txt", "-j", "3"],
        &["dedupe", "in.txt", "-j", "3"],
        &["generate", "--seed", "0", "--count", "5", "-j", "3"],
        &["worth", "done", "-j", "3"],
        &["trace", "in.txt", "-l", "BRT", "-j", "3"],
        &["explain", "in.txt", "-l", "BRT", "--format", "jsonl", "-j", "3"],
    ];
    for args in commands {
        let (mut refused, mut whole) = (0, None);
        for threads in 1..=8 {
            let output = with_threads(threads, args, &place).unwrap();
            let told = stderr(&output);
            match code(&output) {
                Some(0) => {
                    whole.get_or_insert(output.stdout.clone());
                    // Printed scans contain times.
                    let is_timed = ["scan", "worth"].contains(&args[0]);
                    assert!(is_timed || whole.as_ref() == Some(&output.stdout), "{args:?}");
                }
                Some(2) => {
                    assert!(whole.is_none(), "{args:?}: {threads} threads are too few: {told}");
                    let is_told = ["cannot start a thread: ", "cannot watch for Ctrl-C: "]
                        .iter()
                        .any(|what| told.contains(what));
                    assert!(is_told && told.contains("Resource temporarily unavailable"), "{told}");
                    assert_eq!(told.lines().count(), 1, "{told}");
                    refused += 1;
                }
                _ => panic!("{args:?}, {threads} threads: {output:?}"),
            }
        }
        println!("{args:?}: {refused} refused");
        // The first thread and main's own, one for signals, three workers, and one reader or none.
        assert!((5..=6).contains(&refused) && whole.is_some(), "{args:?}: {refused}");
    }
    assert!(!place.join("rated.csv.partial").exists());
}

/// Small stacks, set by the shell or by a variable, do not affect the work.
#[test]
fn small_stacks_are_large_enough() {
    let place = directory("stacks");
    write(place.join("in.txt"), format!("{W5}\n{EASY}\n{HARD}\n")).unwrap();
    ends(0, within(&place, &["explain", "--format", "json", W5, "-o", "proof.json"]));
    for args in [
        "rate in.txt -l W,gB,SER,H,HoDoKu -j 2",
        "explain in.txt:1",
        "explain --format html in.txt:1",
        "explain -l SER in.txt:3",
        "verify proof.json",
        "trace in.txt",
        "check in.txt",
        "minlex in.txt",
        "dedupe in.txt",
        "generate --seed 0 --count 5",
        "generate --seed 0 --count 1 --method controlled-bias",
        "rules fish",
        "rate --help",
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        let whole = ends(0, within(&place, &args));
        for small in ["ulimit -s 64", "export RUST_MIN_STACK=16384", "ulimit -s 64; export RUST_MIN_STACK=1"]
        {
            let mut shell = Command::new("sh");
            let script = format!("{small}; exec \"$0\" \"$@\"");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_sudoscope")]).args(&args).current_dir(&place);
            let output = ends(0, shell.output().unwrap());
            assert!(output.stdout == whole.stdout, "{args:?}");
        }
    }
}

/// Files of some hundred kilobytes that unpack to a single item of some hundred megabytes need less than 400
/// MB of memory.
#[test]
fn small_files_take_little_memory() {
    let place = directory("memory");
    let xml = "<?xml version=\"1.0\"?>";
    for (name, begin, piece, end) in [
        ("line", "", "1", ""),
        ("blank", "", "\n", "1"),
        ("text", "[\n\"", "1", "\"]"),
        ("lists", "", "[", ""),
        ("members", "{\n\"a\":2,", "\"b\":1,", "\"c\":1}"),
        ("attribute", &format!("{xml}<a b='"), "x", "'/>"),
        ("attributes", &format!("{xml}<a "), "b='' ", "/>"),
        ("words", &format!("{xml}<a>"), "x", "</a>"),
        ("comment", &format!("{xml}<!--"), "x", "--><a/>"),
        ("tag", &format!("{xml}<"), "x", "/>"),
        ("elements", &format!("{xml}<a>"), "<b>1</b>", "</a>"),
    ] {
        let file = place.join(format!("{name}.gz"));
        let mut out = GzEncoder::new(fs::File::create(&file).unwrap(), Compression::fast());
        let some = piece.repeat((1 << 20) / piece.len());
        // Fewer items suffice if each is processed by itself.
        let times = if ["members", "elements"].contains(&name) { 30 } else { 450 };
        out.write_all(begin.as_bytes()).unwrap();
        (0..times).for_each(|_| out.write_all(some.as_bytes()).unwrap());
        out.write_all(end.as_bytes()).unwrap();
        out.finish().unwrap();
        let (output, peak) = finished(start(&mut command(&["rate", text_of(&file)])));
        println!("{name}: {} KB of memory, {:?}", peak, code(&output));
        assert!(matches!(code(&output), Some(1 | 2)), "{name}: {output:?}");
        assert!(peak < 400_000, "{name}: {peak} KB");
        fs::remove_file(file).unwrap();
    }
}

/// Measures the seconds of user time that a command takes for a puzzle.
fn seconds(command: &str, budget: u64, puzzle: &Path) -> f64 {
    let script = "file=$1; budget=$2; shift 2; \"$0\" \"$@\" --budget \"$budget\" \"$file\" > \"$file.out\" \
        2> \"$file.err\"; test $? -le 1 || exit 9; times";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_sudoscope")]).arg(puzzle).arg(budget.to_string());
    let output = shell.args(command.split(' ')).output().unwrap();
    assert_eq!(code(&output), Some(0), "{command}: {output:?}");
    // Line 1 is the shell's time, line 2 that of its children: 0m1.250000s 0m0.010000s
    let times = stdout(&output);
    let (minutes, rest) = times.lines().nth(1).unwrap().split_once('m').unwrap();
    let seconds: f64 = rest.split_once('s').unwrap().0.parse().unwrap();
    60.0 * minutes.parse::<f64>().unwrap() + seconds
}

/// Returns the command for a ladder. Rules that assume a unique solution are refused if uniqueness is not
/// checked, so their ladders keep the check, which soon rejects a puzzle with several solutions.
fn by(ladder: &str) -> String {
    let definition = ladder.split_once('=').map(|(name, definition)| Scale::define(name, definition));
    let scale = definition.unwrap_or_else(|| Scale::named(ladder)).unwrap();
    let unchecked = if scale.assumes_unique().is_none() { " --no-validate" } else { "" };
    format!("rate -j 1{unchecked} -l {ladder}")
}

/// Every policy and every command that searches for steps.
const OTHERS: [&str; 8] = [
    "rate -j 1 --no-validate --policy best -l W",
    "rate -j 1 --no-validate --policy best -l S3W",
    "rate -j 1 --no-validate --policy one -l W",
    "explain -l BRT",
    "explain --no-validate --format json -l W",
    "explain --no-validate --all -l W",
    "trace -j 1 --no-validate -l W",
    "check -j 1",
];

/// The default budget lasts some seconds with every ladder, every rule above locked candidates, every policy
/// and every command, on the slowest puzzles. The suite tests a sample with every fourth puzzle and a tenth
/// of the budget, for a busy machine; `THOROUGH=1` tests all.
#[test]
fn no_puzzle_takes_long() {
    let place = directory("time");
    let text = read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/slow.txt")).unwrap();
    let puzzles = text.lines().filter(|line| !line.starts_with('#'));
    let of_rules = RULES.iter().map(|rule| format!("x={}", alone(rule.info(), u8::MAX)));
    // SER has its own measure of work.
    let named = SCALES.iter().map(|scale| scale.name).filter(|name| !["SER", "SE"].contains(name));
    let all: Vec<String> = named.map(String::from).chain(of_rules).collect();
    let some = ["N", "FW", "S4W", "x=brt,lc,nrczt-lr-lasso:2-36"].map(String::from);
    let (ladders, budget, most) = match thorough() {
        true => (&all[..], DEFAULT_BUDGET, 10.0),
        false => (&some[..], DEFAULT_BUDGET / 10, 3.0),
    };
    let commands: Vec<String> =
        ladders.iter().map(|ladder| by(ladder)).chain(OTHERS.map(String::from)).collect();
    let (mut longest, mut too_long) = ((0.0, String::new()), Vec::new());
    for (at, puzzle) in puzzles.enumerate().filter(|(at, _)| is_taken(*at, 4)) {
        let file = place.join(at.to_string());
        write(&file, puzzle).unwrap();
        for command in &commands {
            // The best of orders is rated in addition to the order-free rating: two scales.
            let budget = if command.contains("--policy best") { budget / 2 } else { budget };
            // Other work on the machine only adds time, so the least of three counts if needed.
            let mut times = (0..3).map(|_| seconds(command, budget, &file));
            let first = times.next().unwrap_or_default();
            let seconds = if first > most { times.fold(first, f64::min) } else { first };
            let found = (seconds, format!("{command}, puzzle {at}"));
            if seconds > longest.0 {
                longest = found.clone();
            }
            too_long.extend((seconds > most).then_some(found));
        }
    }
    println!("{longest:?}");
    assert!(too_long.is_empty(), "{too_long:?}");
}

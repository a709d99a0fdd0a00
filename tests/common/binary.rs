//! The built binary, driven like a user does.
#![allow(dead_code)] // no test uses all of it

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub const RANDOM_10K: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/random-10k.txt");
/// Puzzles solved by singles, by whips of five variables, and by whips of fifteen, which takes long.
pub const EASY: &str = "...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361";
pub const W5: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
pub const HARD: &str = "1...5......7..9.....82....42....7..83.5.6..12..15..36..1.....7.7..64.8..8.2.....5";

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoscope"));
    command.args(args).current_dir(env!("CARGO_TARGET_TMPDIR")).stdin(Stdio::null());
    command
}

pub fn sudoscope(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// Runs the program in a directory.
pub fn within(directory: &Path, args: &[&str]) -> Output {
    command(args).current_dir(directory).output().unwrap()
}

/// Runs the program with a text on standard input.
pub fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Asserts the exit code of a command, and returns its output.
#[track_caller]
pub fn ends(expected: i32, output: Output) -> Output {
    assert_eq!(code(&output), Some(expected), "{output:?}");
    output
}

/// Returns the standard output of a command that must succeed.
#[track_caller]
pub fn prints(args: &[&str]) -> String {
    stdout(&ends(0, sudoscope(args)))
}

/// Asserts that a command was refused with this message.
#[track_caller]
pub fn refused(output: &Output, expected: &str) {
    assert_eq!(code(output), Some(2), "{expected}: {output:?}");
    assert!(stderr(output).contains(expected), "{expected}: {}", stderr(output));
}

/// Returns the rows of a printed table.
pub fn rows(output: &Output) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(&output.stdout[..]).records().map(|row| row.unwrap()).collect()
}

pub fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// Makes an empty directory for one test.
pub fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Builds the library that makes system calls fail (`tests/faulty/lib.rs`) in a folder named `name`; `None`
/// if the library cannot be built here.
pub fn faulty(name: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = directory(name).join("libfaulty.so");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "--crate-type", "cdylib", "-O", "-C", "panic=abort", "-o"]);
    let built = rustc.arg(&library).arg(root.join("tests/faulty/lib.rs")).output();
    match built.is_ok_and(|output| output.status.success()) {
        true => Some(library),
        false => None,
    }
}

/// Returns the names in a directory, sorted.
pub fn entries(directory: &Path) -> Vec<String> {
    let names = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns the page of a report, after checking that no number in it is NaN or infinite.
pub fn page_of(folder: &Path) -> String {
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    let shown = page.split_once("<dialog").map_or(&*page, |(shown, _)| shown);
    let mut words = shown.split(|c: char| !c.is_ascii_alphanumeric());
    assert!(!words.any(|word| ["NaN", "inf", "Infinity"].contains(&word)), "{}", folder.display());
    page
}

pub fn text_of(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs a system command; `None` if it does not exist or fails.
pub fn system(program: &str, args: &[&str]) -> Option<Output> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).output().ok()?;
    output.status.success().then_some(output)
}

/// Starts a command whose output [`finished`] collects.
pub fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub fn signal(child: &Child, name: &str) {
    system("sh", &["-c", &format!("kill -{name} {}", child.id())]).expect("it is still running");
}

pub fn wait_until(child: &mut Child, what: impl Fn() -> bool) {
    let begin = Instant::now();
    while !what() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not come to pass");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Waits for a child, and returns its output and its peak memory in KB (0 if the system does not report it).
/// Kills it and panics after five minutes.
pub fn finished(mut child: Child) -> (Output, u64) {
    let (status, mut peak) = (format!("/proc/{}/status", child.id()), 0);
    let [out, err] = [child.stdout.take().map(text_reader), child.stderr.take().map(text_reader)];
    let begin = Instant::now();
    let status = loop {
        let told = std::fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = peak.max(line.map_or(0, |kb| kb.trim_end_matches(" kB").trim().parse().unwrap()));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begin.elapsed() > Duration::from_secs(300) {
            child.kill().unwrap();
            panic!("it hangs");
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let text = |reader: Option<JoinHandle<Vec<u8>>>| reader.map_or(vec![], |r| r.join().unwrap());
    let output = Output { status, stdout: text(out), stderr: text(err) };
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
    (output, peak)
}

fn text_reader(mut stream: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        text
    })
}

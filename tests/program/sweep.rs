//! Every call on a file fails in turn, in every command that writes: the tests check messages, exit codes,
//! and that running the command again gives the same bytes. The failing calls are system calls: a library
//! loaded before the system's own makes one call fail (`tests/faulty/lib.rs`), so the program itself is under
//! test. Every command is also killed, and its clock jumps.
#![cfg(target_os = "linux")]

use crate::binary::{code, command, entries, faulty, finished, prints, start, stderr, sudoscope, text_of};
use crate::common::{Dice, is_taken, random_10k, thorough};
use crate::install::commands;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, read, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Command, with `P` for its folder; commands run before; the option to continue if a file was left
/// unfinished.
struct Case {
    name: &'static str,
    before: &'static [&'static str],
    args: &'static str,
    goes_on: Option<(&'static str, &'static str)>,
}

const fn case(name: &'static str, before: &'static [&'static str], args: &'static str) -> Case {
    Case { name, before, args, goes_on: None }
}

const SCAN: &str = "scan P/in -l BRT,S -j 1 -o P/run";

const CASES: &[Case] = &[
    Case { goes_on: OUT, ..case("rate", &[], "rate P/in -l BRT -j 1 -o P/out") },
    Case { goes_on: OUT, ..case("rate-sync", &[], "rate P/in -l BRT -j 1 --sync -o P/out") },
    Case { goes_on: OUT, ..case("rate-jsonl", &[], "rate P/in -l BRT -j 1 --format jsonl -o P/out") },
    Case { goes_on: OUT, ..case("minlex", &[], "minlex P/in -j 1 --no-mmap -o P/out") },
    Case { goes_on: OUT, ..case("check", &[], "check P/in -j 1 -o P/out") },
    Case { goes_on: OUT, ..case("solve", &[], "solve P/in -j 1 -o P/out") },
    Case { goes_on: OUT, ..case("generate", &[], "generate --seed 0 --count 9 -j 1 -o P/out") },
    Case { goes_on: OUT, ..case("search", &[], "search --near P/in --count 9 -l BRT -j 1 -o P/out") },
    Case { goes_on: OUT, ..case("climb", &[], "search --seed 1 --tries 2 -l S -j 1 --page P/page -o P/out") },
    #[cfg(feature = "parquet")]
    case("parquet", &[], "rate P/in -l BRT -j 1 --format parquet -o P/out"),
    Case { goes_on: RUN, ..case("scan", &[], SCAN) },
    Case { goes_on: RUN, ..case("scan-sync", &[], "scan P/in -l BRT -j 1 --sync -o P/run") },
    case("dedupe", &[], "dedupe P/in -j 1 -o P/out --duplicates P/twice"),
    case("clean", &[], "clean P/in -j 1 -o P/out --dropped P/list"),
    case("plan", &[SCAN], "plan P/run -l S --days mon=0:2,tue=0:1 -o P/plan"),
    case(
        "explain",
        &[],
        "explain -o P/out ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75",
    ),
    case("explain-board", &[], "explain --board 4x4 -j 1 -o P/out ....1....2.3..4."),
    case("page-board", &[], "explain --board 4x4 --format html -o P/out ....1....2.3..4."),
    case(
        "proof",
        &[],
        "explain --format json -o P/out \
         ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75",
    ),
    case(
        "svg",
        &[],
        "explain -l S --format svg -o P/steps/ \
         ..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75",
    ),
    case("paths", &[], "explain P/in -l LC --format jsonl -j 1 -o P/out"),
    case("page", &[], "explain P/in -l LC --format html -o P/out"),
    case("man", &[], "man P/man"),
    case(
        "minutes",
        &[],
        concat!("minutes --fit ", env!("CARGO_MANIFEST_DIR"), "/datasets/times.csv -o P/out"),
    ),
    case("study", &[SCAN], "study P/run -j 1 -o P/study"),
    case("export", &[SCAN], "export P/run -j 1 -o P/out"),
    case("report", &[SCAN], "report P/run --format json"),
    case("select", &[SCAN], "select P/run --format csv -o P/out"),
    case("sample", &[SCAN], "select P/run --shuffle 1 -o P/out"),
    case("worth", &[SCAN], "worth P/run"),
    Case { goes_on: OUT, ..case("trace", &[], "trace P/in -l LC -j 1 -o P/out") },
    case("diff", &[SCAN], "diff P/run -o P/out"),
    case("compare", &[SCAN], "compare P/run P/in -j 1 --format csv -o P/out"),
    case("print", &[], "print P/in --solution -j 1 -o P/out"),
    case("print-board", &[], "print --board 4x4 --solution -j 1 -o P/out ....1....2.3..4."),
    case("pictures", &[], "print P/in --solution -j 1 -o P/pictures/"),
    case(
        "merge",
        &["scan P/in -l BRT --shard 1/2 -o P/run", "scan P/in -l BRT --shard 2/2 -o P/run"],
        "merge P/run/shard-1-of-2 P/run/shard-2-of-2 -o P/joined",
    ),
];

const OUT: Option<(&str, &str)> = Some(("out.partial", "--resume"));
const RUN: Option<(&str, &str)> = Some(("run/run.partial", "--resume"));

/// Reads the files below a folder, by their paths in it; files with times are listed by name only.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for name in entries(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            let below = files(&path).into_iter();
            all.extend(below.map(|(path, text)| (Path::new(&name).join(path), text)));
        } else {
            let has_times = ["report.html", "timing.csv"].contains(&name.as_str());
            all.insert(name.into(), if has_times { Vec::new() } else { read(&path).unwrap() });
        }
    }
    all
}

fn put(folder: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) {
    fs::remove_dir_all(folder).unwrap();
    fs::create_dir(folder).unwrap();
    for (path, text) in files {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        write(folder.join(path), text).unwrap();
    }
}

/// Settings of the library for the way in which calls fail.
type How = &'static [(&'static str, &'static str)];

/// The disk is full from that call on.
const GOES_ON: How = &[("FAULTY_ON", "1")];

/// Command with failing calls.
struct Sweep<'a> {
    library: &'a Path,
    place: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
    expected: BTreeMap<PathBuf, Vec<u8>>,
    /// Time of a run without faults.
    longest: Duration,
    case: &'a Case,
}

impl<'a> Sweep<'a> {
    /// Runs the commands before it, and the command once without faults.
    fn of(case: &'a Case, library: &'a Path) -> Sweep<'a> {
        let place = library.with_file_name(case.name);
        fs::create_dir(&place).unwrap();
        let mut lines = random_10k()[..12].to_vec();
        lines.push(lines[3].clone());
        write(place.join("in"), lines.join("\n") + "\n").unwrap();
        for args in case.before {
            let args = args.replace("P/", &format!("{}/", text_of(&place)));
            assert_eq!(code(&sudoscope(&args.split(' ').collect::<Vec<_>>())), Some(0), "{args}");
        }
        let (before, expected) = (files_as_they_are(&place), BTreeMap::new());
        let mut sweep = Sweep { library, place, before, expected, longest: Duration::ZERO, case };
        let begin = Instant::now();
        assert_eq!(code(&sweep.run("").output().unwrap()), Some(0), "{}", case.name);
        (sweep.longest, sweep.expected) = (begin.elapsed(), files(&sweep.place));
        sweep
    }

    fn run(&self, more: &str) -> Command {
        let args = self.case.args.replace("P/", &format!("{}/", text_of(&self.place)));
        command(&args.split(' ').chain(more.split_whitespace()).collect::<Vec<_>>())
    }

    /// Makes the `at`-th call on a file fail, in the way `how`. Returns the call and the program's output, or
    /// `None` if the program makes fewer calls.
    fn point(&self, at: u64, how: How) -> Option<(String, Output)> {
        put(&self.place, &self.before);
        let mut command = self.run("");
        command.env("LD_PRELOAD", self.library).env("FAULTY_PLACE", &self.place);
        command.env("FAULTY_AT", at.to_string()).envs(how.iter().copied());
        let output = finished(start(&mut command)).0;
        let told = stderr(&output);
        let fault = told.lines().find(|line| line.starts_with("fault "))?.to_string();
        let about = format!("{}, {fault}, {how:?}: {output:?}", self.case.name);
        let now = self.whole_files(&about);
        match code(&output) {
            Some(0) => {
                // Files that could not be removed are left over.
                let is_left = fault.contains("unlink") || how == GOES_ON;
                let missing = |path: &&PathBuf| now.get(*path) != self.expected.get(*path);
                assert_eq!(self.expected.keys().find(missing), None, "{about}");
                assert!(is_left || now.len() == self.expected.len(), "{:?} {about}", now.keys());
            }
            Some(2) => {
                assert!(told.contains("\nsudoscope: ") || told.contains("sudoscope: stopped"), "{about}");
                let left: Vec<_> = now.keys().filter(|path| !self.may_stay(path)).collect();
                assert!(left.is_empty() || fault.contains(": unlink "), "{left:?} {about}");
                let goes_on = self.case.goes_on.is_some_and(|(path, _)| self.place.join(path).exists());
                let is_input = fault.contains(": open ") || fault.contains(": read ");
                assert!(!goes_on || is_input || told.contains("--resume"), "{about}");
                self.goes_on(&about);
            }
            _ => panic!("{about}"),
        }
        Some((fault, output))
    }

    /// Reads all files; each with its final name must be whole: the old one or the new one.
    fn whole_files(&self, about: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let now = files(&self.place);
        for (path, text) in &now {
            let known = [self.before.get(path), self.expected.get(path)];
            let is_named = self.expected.contains_key(path);
            assert!(!is_named || known.contains(&Some(text)), "{}: {about}", path.display());
        }
        now
    }

    /// Kills the command at a random moment, and runs it again. Returns whether it was killed before its end.
    fn killed(&self, dice: &mut Dice) -> bool {
        put(&self.place, &self.before);
        let moment = Duration::from_micros(dice.below(self.longest.as_micros() as usize) as u64);
        let mut child = start(&mut self.run(""));
        std::thread::sleep(moment);
        child.kill().unwrap();
        let output = finished(child).0;
        let about = format!("{} killed after {moment:?}: {output:?}", self.case.name);
        let is_done = self.whole_files(&about) == self.expected;
        match code(&output) {
            None if is_done => {}
            None => self.goes_on(&about),
            end => assert_eq!(end, Some(0), "{about}"),
        }
        code(&output).is_none()
    }

    /// Runs the command with a clock that jumps an hour at each write, forth and back.
    fn jumps(&self) {
        put(&self.place, &self.before);
        let mut command = self.run("");
        command.env("LD_PRELOAD", self.library).env("FAULTY_JUMP", "3600");
        let output = command.output().unwrap();
        assert_eq!(code(&output), Some(0), "{}: {output:?}", self.case.name);
        assert!(files(&self.place) == self.expected, "{}", self.case.name);
    }

    /// Whether a file may be there after a failure: one with its final name, or what a command continues.
    fn may_stay(&self, path: &Path) -> bool {
        let is_part = path.extension().is_some_and(|end| end == "partial" || end == "resume");
        let is_final = self.before.contains_key(path) || self.expected.contains_key(path);
        is_final || is_part && self.case.goes_on.is_some()
    }

    /// Makes the `at`-th call of a kind fail, and checks that the error is reported if the program ends by
    /// it; a failing rename ends it. Returns whether the program makes that many calls.
    fn calling(&self, at: u64, how: How, told: &str) -> bool {
        let failed = self.point(at, how);
        if let Some((fault, output)) = &failed {
            let is_open = how[0].1 == "open";
            // The message names the file that cannot be opened.
            let name = fault.rsplit('/').next().and_then(|name| name.split('.').next());
            let name = name.filter(|_| is_open).unwrap_or_default();
            let is_it =
                |line: &str| !line.starts_with("fault ") && line.contains(name) && line.contains(told);
            let is_over = code(output) == Some(2) && stderr(output).lines().any(is_it);
            let may_be = is_over || is_open && code(output) == Some(0);
            assert!(may_be, "{}, {fault}: {output:?}", self.case.name);
        }
        failed.is_some()
    }

    /// Runs the command once more, without faults.
    fn goes_on(&self, about: &str) {
        let unfinished = self.case.goes_on.filter(|(path, _)| self.place.join(path).exists());
        let more = unfinished.map_or("", |(_, option)| option);
        let output: Output = self.run(more).output().unwrap();
        assert_eq!(code(&output), Some(0), "{output:?}, after {about}");
        let mut now = files(&self.place);
        // A name that could not be removed is left over.
        now.retain(|path, _| {
            let is_partial = path.extension().is_some_and(|extension| extension == "partial");
            self.expected.contains_key(path) || !about.contains(": unlink ") || !is_partial
        });
        let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&now), names(&self.expected), "{about}");
        for (path, text) in &now {
            assert!(*text == self.expected[path], "{}: {about}", path.display());
        }
    }
}

/// Any call on a file may fail: a sample of calls in the suite, all of them with `THOROUGH=1`.
#[test]
fn every_call_on_a_file_may_fail() {
    let Some(library) = faulty("faulty") else {
        return println!("skipped: no library can be built here");
    };
    let mut all = 0;
    for case in CASES {
        let sweep = Sweep::of(case, &library);
        let (mut points, mut calls) = (0, BTreeMap::new());
        for how in [&[][..], GOES_ON] {
            // The number of calls is unknown beforehand, so they are sampled in groups.
            for at in (1..).filter(|&at| at == 1 || is_taken(at, 16)) {
                let Some((fault, _)) = sweep.point(at as u64, how) else { break };
                let call = fault.split(' ').nth(2).unwrap_or_default().to_string();
                *calls.entry(call).or_insert(0) += 1;
                points += 1;
            }
        }
        println!("{}: {points} points, {calls:?}", case.name);
        assert!(points > 0, "{}", case.name);
        all += points;
    }
    println!("{all} points");
}

/// Every command is swept, or has no output but the standard one.
#[test]
fn every_command_that_writes_is_swept() {
    let printing = ["verify", "rules", "ladders", "completions"];
    let swept = CASES.iter().filter_map(|case| case.args.split(' ').next());
    let known: BTreeSet<&str> = swept.chain(printing).collect();
    assert_eq!(commands().iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
    let help = printing.map(|name| prints(&[name, "--help"]));
    assert!(help.iter().all(|help| !help.contains("--output")));
}

/// Any command may be killed at any moment (2 in the suite, 200 with `THOROUGH=1`), and its clock may jump.
#[test]
fn every_command_is_killed_and_its_clock_jumps() {
    let Some(library) = faulty("killed-commands") else {
        return println!("skipped: no library can be built here");
    };
    let seed = u64::from(std::process::id()) << 20 | 1;
    let (mut dice, moments) = (Dice(seed), if thorough() { 200 } else { 2 });
    for case in CASES {
        let sweep = Sweep::of(case, &library);
        sweep.jumps();
        let killed = (0..moments).filter(|_| sweep.killed(&mut dice)).count();
        println!("{}: seed {seed}: {killed} of {moments} killed within {:?}", case.name, sweep.longest);
    }
}

/// Any rename, which gives a file its name, may fail in any way. On another machine's file system, a rename
/// fails in ways of its own, and may have succeeded although an error is reported, if the answer was lost.
/// Any file may be one that must not be read or written.
#[test]
fn every_renaming_and_opening_may_fail_in_any_way() {
    const WAYS: [(How, &str); 5] = [
        (&[("FAULTY_CALL", "open"), ("FAULTY_ERROR", "13")], "Permission denied"),
        (&[("FAULTY_CALL", "rename"), ("FAULTY_ERROR", "18")], "Invalid cross-device link"),
        (&[("FAULTY_CALL", "rename"), ("FAULTY_ERROR", "116")], "Stale file handle"),
        (&[("FAULTY_CALL", "rename"), ("FAULTY_ERROR", "5")], "Input/output error"),
        (&[("FAULTY_CALL", "rename"), ("FAULTY_ERROR", "5"), ("FAULTY_DONE", "1")], "Input/output error"),
    ];
    let Some(library) = faulty("faulty-rename") else {
        return println!("skipped: no library can be built here");
    };
    let mut all = 0;
    for case in CASES {
        let sweep = Sweep::of(case, &library);
        let mut points = 0;
        // The first rename is tried in every run. A command that writes reports renames some thirty files.
        // Inputs and outputs are opened first.
        for at in (1..).filter(|&at| at <= 3 || is_taken(at, 23)) {
            let is_first = |how: How| at == 1 || how[0].1 == "open" || is_taken(at, 23);
            let ways = WAYS.iter().filter(|(how, _)| is_first(how));
            let failed = ways.filter(|(how, told)| sweep.calling(at as u64, how, told)).count();
            points += failed;
            if failed == 0 {
                break;
            }
        }
        println!("{}: {points} points", case.name);
        assert!(points >= WAYS.len(), "{}", case.name);
        all += points;
    }
    println!("{all} points");
}

/// Reads the files below a folder, including files with times.
fn files_as_they_are(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = files(folder);
    all.iter_mut().for_each(|(path, text)| *text = read(folder.join(path)).unwrap());
    all
}

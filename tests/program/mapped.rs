//! Mapped files, on the built binary: output equals that of reading them, memory stays flat, and a file that
//! is cut off while mapped ends the run with an error instead of killing the process.
#![cfg(target_os = "linux")]

use crate::binary::{code, command, directory, finished, piped, start, stderr, text_of};
use crate::common::{Dice, thorough};
use crate::faults::{kept_rows, same_results};
use std::fs::{self, OpenOptions, read, read_to_string, write};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Output};
use std::time::Duration;

const RANDOM_10K: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/random-10k.txt");

/// Every command that reads lines maps files unless asked not to, as the maps of the process show.
#[test]
fn files_are_mapped_unless_asked_not_to_be() {
    let directory = directory("mapped");
    let input = directory.join("in.txt");
    // The text is longer than a pipe that no one reads can hold.
    let text = read_to_string(RANDOM_10K).unwrap().replace('\n', "\r\n");
    write(&input, &text).unwrap();
    for args in [&["rate", "-l", "BRT"][..], &["minlex"], &["check", "--limit", "1"], &["dedupe"]] {
        let is_mapped = |more: &[&str]| {
            let mut child = start(&mut command(&[args, &[text_of(&input)], more].concat()));
            let mut out = BufReader::new(child.stdout.take().unwrap());
            let mut rows = Vec::new();
            out.read_until(b'\n', &mut rows).unwrap();
            let maps = read_to_string(format!("/proc/{}/maps", child.id())).unwrap();
            out.read_to_end(&mut rows).unwrap();
            let (output, _) = finished(child);
            (maps.contains("in.txt"), code(&output), stderr(&output), rows)
        };
        let (by_map, by_reading) = (is_mapped(&[]), is_mapped(&["--no-mmap"]));
        // `dedupe` copies its output in a second pass, after unmapping the file.
        assert_eq!((by_map.0, by_reading.0), (args[0] != "dedupe", false), "{args:?}");
        assert!((by_map.1, &by_map.2, &by_map.3) == (by_reading.1, &by_reading.2, &by_reading.3));
        let by_stream = piped(&[args, &["-"]].concat(), text.as_bytes());
        assert!(by_stream.stdout == by_map.3, "{args:?}");
    }
}

/// Memory stays flat under a map of 200 MB, hardly any of which is data.
#[test]
fn memory_is_flat_under_a_large_map() {
    let input = directory("large-map").join("in.txt");
    let puzzle = read_to_string(RANDOM_10K).unwrap();
    let puzzle = puzzle.lines().last().unwrap();
    let mut file = std::io::BufWriter::new(fs::File::create(&input).unwrap());
    let comments = format!("# {}\n", "no puzzle ".repeat(100)).repeat(1000);
    for _ in 0..200 {
        writeln!(file, "{comments}{puzzle}").unwrap();
    }
    file.into_inner().unwrap();
    for more in ["--progress=never", "--no-mmap"] {
        let args = ["rate", "-l", "BRT", "-j", "2", text_of(&input), more];
        let (output, peak) = finished(start(&mut command(&args)));
        assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 201);
        println!("{more}: peak {peak} KB");
        assert!(peak < 40_000, "{more}: {peak} KB");
    }
    fs::remove_file(&input).unwrap();
}

/// Numbers of runs whose file was cut off, by how they ended.
#[derive(Default, Debug)]
struct Ends {
    before_the_cut: u32,
    by_the_cut: u32,
}

impl Ends {
    /// Whether this many runs have ended, 10 of them by the cut: how often a cut comes in time is chance.
    fn are_enough(&self, runs: u32) -> bool {
        self.by_the_cut >= 10 && self.before_the_cut + self.by_the_cut >= runs
    }

    /// Whether the run had to stop; if so, it must name the place. Panics at any other end.
    fn is_stopped(&mut self, output: &Output) -> bool {
        match code(output) {
            Some(0) => self.before_the_cut += 1,
            Some(2) => {
                let told = stderr(output);
                assert!(told.contains("in.txt: the file became shorter while it was read"), "{told}");
                self.by_the_cut += 1;
            }
            _ => panic!("{output:?}"),
        }
        code(output) == Some(2)
    }
}

/// Cuts a file off at a random place, as soon as the run of `child` has `come` far enough, or has ended.
fn cut_off(child: &mut Child, dice: &mut Dice, file: &Path, come: impl Fn() -> bool) {
    while !come() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_micros(200));
    }
    let file = OpenOptions::new().write(true).open(file).unwrap();
    file.set_len(dice.below(file.metadata().unwrap().len() as usize) as u64).unwrap();
}

/// A file that is cut off under its reader (mapped, every third time read) causes no crash and no wrong row;
/// the kept part is right, and the run resumes once the file is restored. A thorough run has 1,000 cuts.
#[test]
fn a_file_that_is_cut_off_50_times_under_its_reader() {
    let directory = directory("cut-off");
    let [input, whole, parts] = ["in.txt", "whole", "parts"].map(|name| directory.join(name));
    let [rows, kept] = ["rows.csv", "rows.csv.partial"].map(|name| directory.join(name));
    let text = read_to_string(RANDOM_10K).unwrap().repeat(4);
    write(&input, &text).unwrap();
    let common = ["-l", "BRT", "--no-validate", "-j", "2", text_of(&input), "-o"];
    let args = |name: &'static str, out, more: &[&'static str]| -> Vec<String> {
        let all = [&[name], &common[..], &[text_of(out)], more].concat();
        all.into_iter().map(str::to_string).collect()
    };
    let run = |args: Vec<String>| command(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code(&run(args("rate", &rows, &[])).output().unwrap()), Some(0));
    let expected = read(&rows).unwrap();
    assert_eq!(code(&run(args("scan", &whole, &[])).output().unwrap()), Some(0));
    let seed = u64::from(std::process::id()) << 32 | 1;
    println!("seed {seed}");
    let mut dice = Dice(seed);

    let rounds = if thorough() { 500 } else { 25 };
    let way = |round: u32| if round % 3 == 2 { &["--no-mmap"][..] } else { &[] };
    let mut ends = Ends::default();
    for round in 0..20 * rounds {
        if ends.are_enough(rounds) {
            break;
        }
        write(&input, &text).unwrap();
        fs::remove_file(&rows).unwrap_or_default();
        let mut child = start(&mut run(args("rate", &rows, way(round))));
        // Rows beyond the head show that the input is open. Later the run has often read all.
        let rows_written = 200 + dice.below(expected.len() / 4) as u64;
        let come = || kept.metadata().is_ok_and(|meta| meta.len() > rows_written);
        cut_off(&mut child, &mut dice, &input, come);
        let (output, _) = finished(child);
        if !ends.is_stopped(&output) {
            assert!(read(&rows).unwrap() == expected);
            continue;
        }
        let some = read(&kept).unwrap_or_default();
        assert!(expected.starts_with(&some) && some.last().is_none_or(|&byte| byte == b'\n'));
        let done = some.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1);
        write(&input, &text).unwrap();
        let more: &[&str] = if kept.exists() { &["--resume"] } else { &[] };
        let output = run(args("rate", &rows, more)).output().unwrap();
        assert_eq!(code(&output), Some(0), "after {done} rows: {output:?}");
        assert!(read(&rows).unwrap() == expected, "after {done} rows");
    }
    println!("rate: {ends:?}");
    assert!(ends.by_the_cut >= 10, "{ends:?}");

    let mut ends = Ends::default();
    for round in 0..20 * rounds {
        if ends.are_enough(rounds) {
            break;
        }
        write(&input, &text).unwrap();
        let _ = fs::remove_dir_all(&parts);
        let mut child = start(&mut run(args("scan", &parts, way(round))));
        let rows_kept = dice.below(text.lines().count() / 4);
        cut_off(&mut child, &mut dice, &input, || kept_rows(&parts) > rows_kept);
        let (output, _) = finished(child);
        let is_stopped = ends.is_stopped(&output);
        write(&input, &text).unwrap();
        if is_stopped {
            let output = run(args("scan", &parts, &["--requeue"])).output().unwrap();
            assert_eq!(code(&output), Some(0), "{output:?}");
        }
        same_results(&whole, &parts);
    }
    println!("scan: {ends:?}");
    assert!(ends.by_the_cut >= 10, "{ends:?}");
}

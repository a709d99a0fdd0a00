//! Bytes that differ from the written ones: in an unfinished run, in packed inputs, in a file that is
//! overwritten. No such byte may affect a result.
#![cfg(unix)]

use crate::binary::{
    EASY, HARD, code, command, directory, entries, finished, piped, start, stderr, stdout, sudoscope,
    text_of, wait_until,
};
use crate::common::{Dice, random_10k, thorough};
use crate::faults::{has_records, results, same_results};
use std::fs::{OpenOptions, write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// A damaged packed file is never read to its claimed end, so no output of the damage is taken for a result.
#[test]
fn a_damaged_packed_file_is_never_read_to_its_end() {
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
    let text = random_10k()[..40].join("\n") + "\n";
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    let gzip = encoder.finish().unwrap();
    let zstd =
        ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    let seed = u64::from(std::process::id()) << 20 | 1;
    println!("seed {seed}");
    let mut dice = Dice(seed);
    let args = ["rate", "-l", "BRT", "-j", "1", "--format", "plain", "-"];
    let whole = stdout(&piped(&args, text.as_bytes()));
    let file = directory("damaged-packed").join("in");
    for (name, packed) in [("gzip", gzip), ("zstd", zstd)] {
        assert_eq!(stdout(&piped(&args, &packed)), whole);
        let (mut found, mut harmless) = (0, 0);
        for _ in 0..if thorough() { 2_000 } else { 60 } {
            let mut damaged = packed.clone();
            // Damage starts after the first bytes, which identify the packing.
            for _ in 0..=dice.below(3) {
                let at = 10 + dice.below((damaged.len() - 10).max(1));
                match dice.below(4) {
                    0 => damaged.truncate(at),
                    1 => damaged.insert(at.min(damaged.len()), dice.below(256) as u8),
                    _ => damaged.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << dice.below(8)),
                }
            }
            let output = match dice.below(2) {
                0 => piped(&args, &damaged),
                _ => {
                    write(&file, &damaged).unwrap();
                    sudoscope(&[&args[..args.len() - 1], &[text_of(&file)]].concat())
                }
            };
            match code(&output) {
                Some(2) => {
                    let told = stderr(&output);
                    let is_told = told.contains(&format!("damaged {name} data: "))
                        || told.contains(&format!("the {name} data ends too early"));
                    assert!(is_told, "{told}");
                    found += 1;
                }
                Some(0) if stdout(&output) == whole => harmless += 1,
                _ => panic!("{name}: {output:?}"),
            }
        }
        println!("{name}: {found} found, {harmless} harmless");
        assert!(found > harmless);
    }
}

/// Place at which a file is overwritten while some of its lines are scanned.
#[derive(Clone, Copy, Debug)]
enum Place {
    Skipped,
    Taken,
    Behind,
}

/// A file that is overwritten while some of its lines are scanned (mapped, read or unpacked) ends the run
/// with an error that names it. Once the file is restored the run resumes, unless other bytes were read.
#[test]
fn a_file_that_is_written_over_under_a_scan_of_some_lines() {
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
    let input = directory("taken").join("in.txt");
    let text = format!("{HARD}\n").repeat(6) + &format!("{EASY}\n").repeat(20_000);
    let line = EASY.len() as u64 + 1;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(text.as_bytes()).unwrap();
    let (text, packed) = (text.into_bytes(), encoder.finish().unwrap());
    let run = |out: &Path, more: &[&str]| {
        let args = ["scan", text_of(&input), "-l", "W", "-j", "1", "-o", text_of(out)];
        command(&[&args[..], &["--skip", "2", "--take", "9000"], more].concat())
    };
    for (way, more, bytes) in
        [("mapped", None, &text), ("read", Some("--no-mmap"), &text), ("packed", None, &packed)]
    {
        write(&input, bytes).unwrap();
        let whole = directory("taken-whole");
        assert_eq!(code(&run(&whole, &[]).output().unwrap()), Some(0));
        for at in [Place::Skipped, Place::Taken, Place::Behind] {
            println!("{way}, {at:?}");
            let out = directory("taken-out");
            let more: Vec<&str> = more.into_iter().collect();
            let mut child = start(&mut run(&out, &more));
            wait_until(&mut child, || has_records(&out));
            let offset = match at {
                Place::Skipped => line,
                Place::Taken => 8_000 * line,
                Place::Behind => 15_000 * line,
            };
            let file = OpenOptions::new().write(true).open(&input).unwrap();
            file.write_all_at(b"no puzzle", offset).unwrap();
            let (output, _) = finished(child);
            assert_eq!(code(&output), Some(2), "{output:?}");
            let told = stderr(&output);
            let changed = "in.txt was changed while it was scanned: scan again with --restart";
            assert!(told.contains(changed) || told.contains("damaged gzip data"), "{told}");
            assert_eq!(entries(&out), ["run.partial"]);
            let resumed = run(&out, &["--resume"]).output().unwrap();
            assert_eq!(code(&resumed), Some(2), "{resumed:?}");
            assert!(stderr(&resumed).contains("its input differs"), "{resumed:?}");
            write(&input, bytes).unwrap();
            let resumed = run(&out, &["--resume"]).output().unwrap();
            match code(&resumed) {
                Some(2) => assert!(stderr(&resumed).contains("its input differs"), "{resumed:?}"),
                _ => same_results(&whole, &out),
            }
        }
    }
}

/// If eight scans of one folder run at once, one writes at a time, the others are refused or follow it, and
/// the final folder holds one scan.
#[test]
fn eight_scans_of_one_folder() {
    let [alone, together] = ["eight-alone", "eight-together"].map(directory);
    let list = alone.with_extension("txt");
    write(&list, random_10k()[..400].join("\n")).unwrap();
    let args = |out: &Path, more: &[&str]| -> Vec<String> {
        let args = ["scan", text_of(&list), "-l", "BRT,W", "-j", "1", "-o", text_of(out)];
        args.iter().chain(more).map(|arg| arg.to_string()).collect()
    };
    let run = |args: Vec<String>| command(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code(&run(args(&alone, &[])).output().unwrap()), Some(0));
    for round in 0..if thorough() { 100 } else { 6 } {
        let more: &[&str] = if round % 2 == 0 { &[] } else { &["--requeue"] };
        let scans: Vec<_> = (0..8).map(|_| start(&mut run(args(&together, more)))).collect();
        let ended: Vec<_> = scans.into_iter().map(|scan| finished(scan).0).collect();
        let mut whole = 0;
        for output in &ended {
            match code(output) {
                Some(0) => whole += 1,
                Some(2) => {
                    let told = stderr(output);
                    assert!(told.contains("another process is writing it"), "{told}");
                }
                _ => panic!("{output:?}"),
            }
        }
        println!("{whole} of 8");
        assert!(whole > 0, "{ended:?}");
        same_results(&alone, &together);
        assert!(!together.join("run.partial").exists());
    }
}

/// If `worth` is killed while it searches sets of rules or writes tables, every file under its final name is
/// whole, and running it again gives the same result.
#[test]
fn worth_that_is_killed_can_be_begun_again() {
    let [whole, killed] = ["worth-whole", "worth-killed"].map(directory);
    let list = whole.with_extension("txt");
    write(&list, random_10k()[..100].join("\n")).unwrap();
    for out in [&whole, &killed] {
        let args = ["scan", text_of(&list), "-l", "S", "-j", "1", "-o", text_of(out)];
        assert_eq!(code(&sudoscope(&args)), Some(0));
    }
    let plain = results(&killed);
    let worth = |out: &Path| command(&["worth", text_of(out), "-j", "1", "--minimal-set=80"]);
    let begin = Instant::now();
    assert_eq!(code(&worth(&whole).output().unwrap()), Some(0));
    let longest = begin.elapsed().as_micros() as usize;
    let full = results(&whole);
    let seed = u64::from(std::process::id()) << 20 | 1;
    println!("seed {seed}: moments up to {longest} µs");
    let mut dice = Dice(seed);
    for _ in 0..if thorough() { 200 } else { 10 } {
        let mut child = start(&mut worth(&killed));
        std::thread::sleep(Duration::from_micros(dice.below(longest) as u64));
        child.kill().unwrap();
        finished(child);
        for (name, bytes) in results(&killed) {
            let is_left = name.to_string_lossy().ends_with(".partial");
            let is_whole = plain.get(&name) == Some(&bytes) || full.get(&name) == Some(&bytes);
            assert!(is_left || is_whole, "{name:?}");
        }
    }
    assert_eq!(code(&worth(&killed).output().unwrap()), Some(0));
    same_results(&whole, &killed);
}

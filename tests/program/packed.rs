//! Compressed inputs: they give the same rows as their text, damage is reported, and memory is flat whatever
//! they unpack to.

use crate::binary::{
    code, command, directory, ends, finished, piped, start, stderr, stdout, sudoscope, text_of,
};
use crate::common::{random_10k, thorough};
use flate2::{Compression, write::GzEncoder};
use ruzstd::encoding::CompressionLevel;
use std::fs::{read, read_to_string, write};
use std::io::Write;
use std::path::Path;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, CompressionLevel::Fastest)
}

fn puzzles(count: usize) -> String {
    random_10k()[..count].join("\n") + "\n"
}

/// Every command that reads line by line reads packed input, from a pipe and from a file with any name.
#[test]
fn packed_files_are_read_as_their_text() {
    let text = format!("puzzle,W\n{}hello\n", puzzles(60));
    let (first, second) = text.as_bytes().split_at(2_000);
    let directory = directory("packed");
    let commands: [&[&str]; 5] = [
        &["rate"],
        &["rate", "--format", "jsonl", "--skip", "3", "--take", "40", "-j", "3"],
        &["check"],
        &["minlex"],
        &["dedupe"],
    ];
    for (name, packed) in [
        ("a.gz", gzip(text.as_bytes())),
        ("b.txt", gzip(text.as_bytes())),
        ("c.gz", zstd(text.as_bytes())),
        ("d.zst", zstd(text.as_bytes())),
        ("members.gz", [gzip(first), gzip(b""), gzip(second)].concat()),
        ("padded.gz", [gzip(text.as_bytes()), vec![0; 10_240]].concat()),
        ("frames.zst", [zstd(first), zstd(b""), zstd(second)].concat()),
        ("plain.gz", text.clone().into_bytes()),
    ] {
        let file = directory.join(name);
        write(&file, &packed).unwrap();
        for args in commands {
            let expected = piped(&[args, &["-"]].concat(), text.as_bytes());
            for output in
                [sudoscope(&[args, &[text_of(&file)]].concat()), piped(&[args, &["-"]].concat(), &packed)]
            {
                assert_eq!(stdout(&output), stdout(&expected), "{name}: {args:?}");
                assert_eq!(code(&output), code(&expected), "{name}: {args:?}");
            }
        }
    }
}

/// Reads tables of a scan, without header lines and times.
fn tables(out: &Path) -> Vec<String> {
    let table = |name: &str| {
        let text = read_to_string(out.join(name)).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
    };
    ["puzzles.csv", "ratings.csv", "rules.csv", "rejects.csv"].map(table).to_vec()
}

/// If a file ends too early, the rows before its end are kept. The restored file is another input.
#[test]
fn a_scan_of_a_damaged_file_keeps_what_it_read() {
    let text = puzzles(3_000);
    let directory = directory("packed-damage");
    for (name, packed) in [("a.gz", gzip(text.as_bytes())), ("b.zst", zstd(text.as_bytes()))] {
        let (file, out) = (directory.join(name), directory.join(format!("{name}-out")));
        write(&file, &packed[..packed.len() * 2 / 3]).unwrap();
        let scan = ["scan", "-l", "BRT", text_of(&file), "-o", text_of(&out)];
        let broken = ends(2, sudoscope(&scan));
        let told = stderr(&broken);
        assert!(told.contains(name) && told.contains("data ends too early"), "{told}");
        assert!(told.contains("which are kept") && told.contains("--resume"), "{told}");
        assert!(out.join("run.partial").exists() && !out.join("run.records").exists());
        let again = sudoscope(&[&scan[..], &["--resume"]].concat());
        assert!(code(&again) == Some(2) && stderr(&again).contains("data ends too early"));
        // Exactly the rows before the damage.
        let rated = ends(2, sudoscope(&["rate", "-l", "BRT", "--format", "plain", text_of(&file)]));
        let whole = piped(&["rate", "-l", "BRT", "--format", "plain", "-"], text.as_bytes());
        let (rated, whole) = (stdout(&rated), stdout(&whole));
        let lines = rated.lines().count();
        assert!(whole.starts_with(&rated) && (1_000..3_000).contains(&lines), "{lines}");
        write(&file, &packed).unwrap();
        let mended = sudoscope(&[&scan[..], &["--resume"]].concat());
        assert!(code(&mended) == Some(2) && stderr(&mended).contains("input differs"));
        let from_pipe = sudoscope(&["rate", "-l", "BRT", "--format", "plain", text_of(&file)]);
        assert_eq!(stdout(&from_pipe), whole);
    }
    let gz = gzip(text.as_bytes());
    let mut flipped = gz.clone();
    let last = flipped.len() - 5;
    flipped[last] ^= 1;
    let output = ends(2, piped(&["rate", "-l", "BRT", "-"], &flipped));
    assert!(stderr(&output).contains("-: damaged gzip data: "), "{}", stderr(&output));
    for behind in [&b"no gzip, and no zeros"[..], b"\0\0\0no zeros"] {
        let output = piped(&["rate", "-l", "BRT", "-"], &[&gz, behind].concat());
        assert_eq!(code(&output), Some(2));
        assert!(stderr(&output).contains("-: damaged gzip data: "), "{}", stderr(&output));
    }
    let output = piped(&["dedupe", "-"], &flipped);
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(2), ""));
}

/// A stopped scan of a packed file resumes to the same tables.
#[test]
fn a_scan_of_a_packed_file_resumes() {
    let text = puzzles(2_000);
    let directory = directory("packed-resume");
    let (file, whole, part) = (directory.join("a.gz"), directory.join("whole"), directory.join("part"));
    write(&file, gzip(text.as_bytes())).unwrap();
    let scan = |out: &Path, more: &[&str]| {
        sudoscope(&[&["scan", "-l", "BRT,S", text_of(&file), "-o", text_of(out)], more].concat())
    };
    ends(0, scan(&whole, &[]));
    ends(0, scan(&part, &[]));
    // Some records and part of another remain, as after a crash.
    let records = read(part.join("run.records")).unwrap();
    std::fs::remove_file(part.join("run.records")).unwrap();
    write(part.join("run.partial"), &records[..records.len() / 3]).unwrap();
    ends(0, scan(&part, &["--resume"]));
    assert_eq!(tables(&part), tables(&whole));
    assert_eq!(read(part.join("run.records")).unwrap(), read(whole.join("run.records")).unwrap());
}

#[test]
fn other_archives_are_named() {
    let directory = directory("packed-others");
    for (start, name) in [(&b"BZh91AY&SY\x90\x12"[..], "bzip2"), (b"\xfd7zXZ\0\0\x04", "xz")] {
        let file = directory.join("puzzles.txt");
        write(&file, [start, &[7; 5000]].concat()).unwrap();
        for args in [&["rate"][..], &["check"], &["dedupe"]] {
            let output = sudoscope(&[args, &[text_of(&file)]].concat());
            assert_eq!(code(&output), Some(2), "{name}");
            let expected = format!("sudoscope: {}: this is {name}: decompress it first\n", file.display());
            assert_eq!(stderr(&output), expected);
        }
    }
}

/// Runs `rate` on a packed file and returns its rows, its exit code and its peak resident memory in
/// kilobytes.
#[cfg(target_os = "linux")]
fn rate_stream(name: &str, feed: impl FnOnce(&mut dyn Write)) -> (Vec<String>, Option<i32>, u64) {
    let file = directory("packed-bomb").join(name);
    let mut encoder = GzEncoder::new(std::fs::File::create(&file).unwrap(), Compression::fast());
    feed(&mut encoder);
    encoder.finish().unwrap();
    let (output, peak) = finished(start(&mut command(&["rate", "-l", "BRT", text_of(&file)])));
    std::fs::remove_file(file).unwrap();
    (stdout(&output).lines().skip(1).map(str::to_string).collect(), code(&output), peak)
}

/// Bombs of a few megabytes that unpack to 600 MB of NUL bytes, 300 MB of empty lines or 300 MB of cells are
/// read in flat memory; a thorough run unpacks 10 GB of each. Empty lines are skipped, an endless line is one
/// reject, and later lines are read.
#[cfg(target_os = "linux")]
#[test]
fn bombs_are_read_in_flat_memory() {
    let puzzle = &random_10k()[0];
    for (name, byte, rows_before, megabytes) in
        [("zeros", b'\0', 1, 600), ("blanks", b'\n', 0, 300), ("cells", b'0', 1, 300)]
    {
        let megabytes = if thorough() { 10_000 } else { megabytes };
        let started = std::time::Instant::now();
        let block = vec![byte; 1 << 20];
        let (rows, code, peak) = rate_stream(name, |out| {
            (0..megabytes).for_each(|_| out.write_all(&block).unwrap());
            write!(out, "\n{puzzle}\n").unwrap();
        });
        eprintln!("{name}: {megabytes} MB, peak {peak} kB, {:?}", started.elapsed());
        assert_eq!(rows.len(), rows_before + 1, "{name}");
        assert!(rows[rows_before].contains(puzzle), "{name}");
        assert_eq!(code, Some(rows_before as i32), "{name}");
        assert!(rows_before == 0 || rows[0].contains(",invalid: column "), "{name}");
        assert!(peak > 0 && peak < 100_000, "{name}: {peak} kB");
    }
}

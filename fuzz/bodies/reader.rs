//! Files, packed and unpacked, read as lines.

use ruzstd::encoding::CompressionLevel;
use std::sync::atomic::AtomicBool;
use std::{fs, io::Write, path::Path, sync::Arc, time::Duration};
use sudoscope::crew::Crew;
use sudoscope::input::{
    Batches, Found, Input, InputError, LineAt, LineError, Next, Reading, Skipped, puzzle_of,
};
use sudoscope::run::{Done, Line, Lines, Run, Work};

/// Lines of an input, number of skipped lines, and the error that broke it off.
#[derive(PartialEq, Debug)]
struct Told {
    lines: Vec<(u64, Vec<u8>)>,
    skipped: Skipped,
    bytes: u64,
    broken: Option<String>,
}

fn told(path: &Path, lines_wanted: usize, map: bool) -> Told {
    let reading = Reading { map, ..Reading::default() };
    let mut batches = Batches::new(vec![Input::File(path.to_path_buf())], reading);
    let mut told = Told { lines: vec![], skipped: Skipped::default(), bytes: 0, broken: None };
    loop {
        match batches.next_batch(lines_wanted) {
            Ok(Next::Ready(batch)) => {
                told.bytes += batch.bytes;
                told.lines.extend(batch.lines().map(|(number, line)| (number, line.to_vec())));
            }
            Ok(Next::Later) => batches.wait(Duration::from_secs(1)),
            Ok(Next::End) => break,
            Err(InputError { error, .. }) => {
                told.broken = Some(error.to_string());
                break;
            }
        }
    }
    told.skipped = batches.skipped;
    told
}

/// Work whose rows depend only on their line.
struct Reads;

impl Work for Reads {
    type Scratch = ();
    type Row = (LineAt, Result<Found, LineError>);

    fn scratch(&self, _: &Arc<dyn Crew>) {}

    fn row(&self, _: &mut (), line: Line) -> Self::Row {
        (line.at, puzzle_of(line.text, line.places))
    }
}

/// Takes any bytes as a file: the lines must be the same in batches of any size, on any number of threads,
/// and whether the file is mapped, read or packed. A packed file that ends too early gives its first lines,
/// and an error.
pub fn reader(bytes: &[u8]) {
    let directory = tempfile::tempdir().expect("a directory for files");
    let file = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        fs::write(&path, bytes).expect("room for a small file");
        path
    };
    let plain = file("plain", bytes);
    let whole = told(&plain, 1000, false);
    let mut last = 0;
    for (number, line) in &whole.lines {
        assert!(*number > last && !line.is_empty());
        last = *number;
    }
    assert_eq!(told(&plain, 1, false), whole);
    assert_eq!(told(&plain, 3, true), whole);

    let rows = |jobs| {
        let inputs = vec![Input::File(plain.clone()), Input::File(plain.clone())];
        let reading = Reading { map: jobs > 1, ..Reading::default() };
        let lines = Lines { inputs, reading, jobs, besides: Vec::new() };
        let mut rows = Vec::new();
        let interrupt = &AtomicBool::new(false);
        let ended = Run { lines: &lines, work: &Reads, last: None, interrupt }.into(|done: Done<_>| {
            rows.extend(done.rows);
            Ok(())
        });
        (ended.map_err(|error| error.to_string()).map(|ended| ended.skipped), rows)
    };
    let one = rows(1);
    assert_eq!(rows(3), one);
    if whole.broken.is_some() {
        return; // the bytes begin like an archive
    }
    assert_eq!(one.1.len(), 2 * whole.lines.len());

    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).expect("into memory");
    let gzip = gzip.finish().expect("into memory");
    let zstd = ruzstd::encoding::compress_to_vec(bytes, CompressionLevel::Fastest);
    for packed in [gzip, zstd] {
        assert_eq!(told(&file("packed", &packed), 1000, true), whole);
        let cut = packed.len() - 1 - bytes.first().map_or(0, |&byte| usize::from(byte)) % (packed.len() - 8);
        let part = told(&file("cut", &packed[..cut]), 1000, true);
        // Without the bytes that identify the packing, the rest is text of some kind.
        if cut >= 10 {
            assert!(part.broken.is_some_and(|broken| broken.contains("data ends too early")));
            assert!(whole.lines.starts_with(&part.lines));
        }
    }
}

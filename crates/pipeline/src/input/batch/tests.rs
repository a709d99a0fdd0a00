//! Tests of batches: any text, cut anywhere.

use super::*;
use crate::input::MAX_LINE;
use crate::input::part::Part;
use crate::input::raw::Raw;
use crate::input::stream::{Pieces, Source};
use proptest::prelude::*;

/// Everything read from a file: lines, bytes, skipped lines, the header, the extent, and the error.
type All = (Vec<(u64, Vec<u8>)>, u64, Skipped, Option<(u16, u64)>, Extent, String);

fn all(input: &Input, reading: &Reading, lines_wanted: usize) -> All {
    let mut batches = Batches::new(vec![input.clone()], reading.clone());
    let (mut lines, mut bytes) = (Vec::new(), 0);
    let error = loop {
        match batches.next_batch(lines_wanted) {
            Ok(Next::Ready(batch)) => {
                lines.extend(batch.lines().map(|(number, line)| (number, line.to_vec())));
                bytes += batch.bytes;
            }
            Ok(Next::Later) => batches.wait(Duration::from_secs(1)),
            Ok(Next::End) => break String::new(),
            Err(error) => break error.to_string(),
        }
    };
    let extent = batches.extents().remove(0);
    (lines, bytes, batches.skipped, batches.header, extent, error)
}

/// Generates lines of many kinds, repeated to fill up to several windows, or rows of grids; now and then a
/// line is longer than the part examined, or than a window.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        40 => proptest::collection::vec(any::<u8>(), 0..90),
        20 => "[1-9.]{9}\r?".prop_map(String::into_bytes),
        20 => "[1-9.]{81}(,[0-9]\\.[0-9]|\r)?".prop_map(String::into_bytes),
        10 => "#[a-z]{0,20}| {0,2}|puzzle,x|Grid 0[1-9]".prop_map(String::into_bytes),
        5 => (0..50usize).prop_map(|blanks| vec![b'\n'; blanks]),
        1 => (60_000..70_000usize).prop_map(|length| vec![b'z'; length]),
    ];
    let mark = prop_oneof![8 => Just(&b""[..]), 1 => Just(&b"\xef\xbb\xbf"[..]), 1 => Just(&b"\xff\xfe"[..])];
    let long = prop_oneof![5 => Just(0), 1 => 500_000..1_500_000usize];
    let lines = proptest::collection::vec(line, 0..40);
    (mark, lines, 0..400usize, long, any::<bool>()).prop_map(|(mark, lines, times, long, ended)| {
        let some = lines.join(&b'\n');
        let mut text = mark.to_vec();
        for k in 0..times.min(1_500_000 / (some.len() + 1)) {
            text.extend(&some);
            text.push(b'\n');
            text.extend(vec![b'y'; if k == times / 3 { long } else { 0 }]);
        }
        text.extend(ended.then_some(b'x'));
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Mapping and reading give the same result, for whole files and for parts.
    #[test]
    fn a_map_of_a_file_is_the_file(
        text in text(),
        lines_wanted in prop_oneof![1..4usize, 100..3000usize],
        skip in prop_oneof![Just(0), 0..3000u64],
        take in proptest::option::of(0..30_000u64),
        of in 1..4u64,
    ) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut file, &text).unwrap();
        let length = text.len() as u64;
        let mut inputs = vec![Input::File(file.path().to_path_buf())];
        for k in 0..of {
            let stretch = length * k / of..length * (k + 1) / of;
            inputs.push(Input::Part(Part::of(file.path(), length, stretch, false).unwrap()));
        }
        for input in inputs {
            let reading = Reading { skip, take, hashed: true, ..Reading::default() };
            let read = all(&input, &reading, lines_wanted);
            let mut mapped = all(&input, &Reading { map: true, ..reading }, lines_wanted);
            // How much of a long line is discarded depends on how much is read at a time.
            if text.split(|&byte| byte == b'\n').any(|line| line.len() > MAX_LINE) {
                mapped.1 = read.1;
            }
            let whole = input.identity().unwrap().content.unwrap();
            prop_assert!(input.was_read(&whole, &read.4).unwrap());
            prop_assert!(input.was_read(&whole, &mapped.4).unwrap());
            prop_assert_eq!(mapped.4.is_whole, read.4.is_whole);
            // How far the reader is ahead depends on the way of reading.
            mapped.4 = read.4.clone();
            prop_assert!(mapped == read);
        }
    }
}

/// A reading thread that dies after one line causes an error, not an end.
#[test]
fn a_reader_that_dies_is_no_end() {
    struct Deadly(bool);
    impl io::Read for Deadly {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!std::mem::replace(&mut self.0, true), "on purpose");
            buffer[..4].copy_from_slice(b"1..\n");
            Ok(4)
        }
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    let input = Input::File(file.path().to_path_buf());
    let lines = InputLines::open(&input, &Reading::default()).unwrap();
    let mut batches = Batches::new(vec![input], Reading::default());
    let deadly = Source::Stream(Box::new(Raw::stream(Deadly(false))));
    batches.current =
        Some(InputLines { pieces: Pieces::ahead(deadly, &Reading::default()).unwrap(), ..lines });
    let error = loop {
        match batches.next_batch(1) {
            Ok(Next::Ready(batch)) => assert_eq!(batch.len(), 1),
            Ok(Next::Later) => batches.wait(Duration::from_secs(1)),
            Ok(Next::End) => panic!("that was not the end"),
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.ends_with(": the reading thread stopped unexpectedly"), "{error}");
}

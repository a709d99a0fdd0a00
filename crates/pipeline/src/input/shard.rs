//! Shards: the lines of several files cut into equal parts, for jobs that do not communicate.

use super::part::Part;
use super::source::{Input, InputError};
use serde::{Deserialize, Serialize};
use std::io;
use std::{fmt, ops::Range, str::FromStr};

/// The I-th of N shards, printed as `I/N`.
///
/// The bytes of all files, one after the other, are cut into N stretches of equal length, and a shard has the
/// lines that *begin* in its stretch: each line is in one shard, and no shard has to know where the other
/// shards begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Returns the number of the shard, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of shards.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns the shard's share of numbered things: neighbouring ones.
    pub fn share(self, total: u64) -> Range<u64> {
        let bound = |number: u32| u128::from(total) * u128::from(number) / u128::from(self.of);
        bound(self.number - 1) as u64..bound(self.number) as u64
    }

    /// Returns the shard's parts of these inputs, one for each; many are empty. All inputs must be plain
    /// files.
    pub fn parts(self, inputs: &[Input]) -> Result<Vec<Input>, InputError> {
        let lengths: Vec<u64> = inputs.iter().map(plain_length).collect::<Result<_, _>>()?;
        let total: u128 = lengths.iter().map(|&length| u128::from(length)).sum();
        let bound = |number: u32| total * u128::from(number) / u128::from(self.of);
        let (from, to) = (bound(self.number - 1), bound(self.number));
        let mut begin = 0;
        let part = |(input, &length): (&Input, &u64)| {
            let inside = |at: u128| at.saturating_sub(begin).min(u128::from(length)) as u64;
            let stretch = inside(from)..inside(to);
            begin += u128::from(length);
            let Input::File(path) = input else { return Ok(input.clone()) };
            Part::of(path, length, stretch, self.of > 1)
                .map(Input::Part)
                .map_err(|error| InputError { name: input.name(), error })
        };
        inputs.iter().zip(&lengths).map(part).collect()
    }
}

/// Returns the length of a file whose text can be cut.
fn plain_length(input: &Input) -> Result<u64, InputError> {
    let why = match input.length()? {
        Some(length) => return Ok(length),
        None if input.has_rows() => {
            "rows of Parquet and Arrow files cannot be cut into shards by bytes: scan the file by itself, or \
             pieces of it written as files of their own, and join the runs with `sudoscope merge`"
        }
        None if input.is_file() => {
            "a file that is packed, UTF-16, JSON or XML cannot be cut into shards: scan it by itself, and \
             join the runs with `sudoscope merge`"
        }
        None => "a stream cannot be cut into shards: write it to a file first",
    };
    Err(InputError { name: input.name(), error: io::Error::other(why) })
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        // Signs are not allowed: the text is the shard's name.
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse::<u32>().ok(),
            false => None,
        };
        match text.split_once('/').map(|(one, all)| (number(one), number(all))) {
            Some((Some(number), Some(of))) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            Some((Some(_), Some(_))) => Err("shards are counted from 1: 1/N, 2/N and so on to N/N"),
            _ => Err("a shard is two numbers, I/N"),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl TryFrom<String> for Shard {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Shard, &'static str> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Batches, Next, Reading};
    use proptest::prelude::*;

    #[test]
    fn a_shard_is_two_numbers() {
        for (text, shard) in [("1/1", (1, 1)), ("3/8", (3, 8)), ("007/100", (7, 100))] {
            let (number, of) = shard;
            assert_eq!(text.parse(), Ok(Shard { number, of }));
        }
        for text in ["0/8", "9/8", "1/0", "0/0"] {
            assert!(text.parse::<Shard>().unwrap_err().contains("counted from 1"), "{text}");
        }
        for text in ["", "3", "/", "3/", "/8", "3/8/9", "a/8", "-1/8", "+1/8", "3 / 8", "1/4294967296"] {
            assert!(text.parse::<Shard>().unwrap_err().contains("two numbers"), "{text}");
        }
    }

    /// Returns the data lines of several inputs.
    fn lines(inputs: &[Input]) -> Vec<(u16, Vec<u8>)> {
        let mut batches = Batches::new(inputs.to_vec(), Reading::default());
        let mut lines = Vec::new();
        loop {
            match batches.next_batch(7).unwrap() {
                Next::Ready(batch) => {
                    lines.extend(batch.lines().map(|(_, line)| (batch.file, line.to_vec())));
                }
                Next::Later => batches.wait(std::time::Duration::from_secs(1)),
                Next::End => return lines,
            }
        }
    }

    fn text() -> impl Strategy<Value = Vec<u8>> {
        let line = prop_oneof![
            // Never the row of a grid, which is refused as the first line of a file.
            6 => "z[x1-9.]{0,29}",
            1 => "#[a-z]{0,20}",
            1 => "[ ]{0,2}",
            1 => "[1-9.]{80,200}\r",
            // Looks like the beginning of another kind of file if it begins a part.
            1 => Just("\u{feff}puzzle,x".to_string()),
            1 => Just("PK\u{3}\u{4}0123456789".to_string()),
        ];
        (proptest::collection::vec(line, 0..12), any::<bool>()).prop_map(|(lines, ended)| {
            lines.join("\n").into_bytes().into_iter().chain(ended.then_some(b'\n')).collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Every line is in exactly one shard, whole, and of the same kind as in the file.
        #[test]
        fn shards_partition_the_lines(
            texts in proptest::collection::vec(text(), 1..4),
            of in prop_oneof![1..9u32, 50..120u32],
            names in any::<bool>(),
        ) {
            let directory = tempfile::tempdir().unwrap();
            let mut inputs = Vec::new();
            for (k, text) in texts.iter().enumerate() {
                let path = directory.path().join(k.to_string());
                let header: &[u8] = if names { b"# of a table\n\npuzzle,x\n" } else { b"first\n" };
                std::fs::write(&path, [header, text].concat()).unwrap();
                inputs.push(Input::File(path));
            }
            let mut together = Vec::new();
            let mut contents: Vec<Option<crate::input::Content>> = vec![None; inputs.len()];
            for number in 1..=of {
                let parts = Shard { number, of }.parts(&inputs).unwrap();
                together.extend(lines(&parts));
                for (part, content) in parts.iter().zip(&mut contents) {
                    let next = part.identity().unwrap().content.unwrap();
                    *content = Some(content.take().map_or(next.clone(), |c| c.followed_by(&next)));
                }
            }
            prop_assert_eq!(together, lines(&inputs));
            for (input, content) in inputs.iter().zip(contents) {
                prop_assert_eq!(input.identity().unwrap().content, content);
            }
        }
    }

    #[test]
    fn what_can_be_cut() {
        let directory = tempfile::tempdir().unwrap();
        for (text, expected) in [
            (&b""[..], true),
            (b"# comments only", true),
            (b"puzzle,x\n\n1..2,x", true),
            (b"# a grid\n\n..34.....\n", false),
            (b"[Puzzle]\n..34.....\n", false),
            (b"a title\n..34.....\n", false),
            (b"a title\nanother\n", true),
            (b"\x28\xb5\x2f\xfd packed", false),
        ] {
            let path = directory.path().join("input");
            std::fs::write(&path, text).unwrap();
            assert_eq!(Input::File(path).can_be_cut().unwrap(), expected, "{text:?}");
        }
        assert!(!Input::Stdin.can_be_cut().unwrap());
        assert!(Input::File(directory.path().join("missing")).can_be_cut().is_err());
    }
}

//! Content of an input: its length, and a hash that can be composed from the hashes of its parts.
//!
//! The hash of lines *l*₁ … *l*ₙ, each with its end, is Σ *x*(*l*ᵢ)·*K*ⁿ⁻ⁱ modulo the prime 2⁶¹ − 1, where
//! *x* is XXH3-64. So the hash of *A* followed by *B*, cut at a line end, is hash(*A*)·*K*^lines(*B*) +
//! hash(*B*), and the shards of a file together know what a single run over it knows. Two texts have the same
//! hash by chance once in 2⁶¹ pairs.

use serde::{Deserialize, Serialize};
use std::fmt;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// The prime 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;
/// The factor *K*: its powers are all numbers below the prime except 0.
const FACTOR: u64 = 0x1e37_79b9_7f4a_7c21;

/// Length and hash of an input, or of a part of one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Content {
    /// Length in bytes.
    pub bytes: u64,
    /// Number of line ends, plus one if something follows the last line end.
    pub lines: u64,
    /// Hash as defined at the head of this file.
    pub hash: Hash,
}

impl Content {
    /// Returns the content of this text followed by the text of `next`. This text must end at a line end.
    pub(crate) fn followed_by(&self, next: &Content) -> Content {
        let power = power(FACTOR, next.lines);
        Content {
            bytes: self.bytes.saturating_add(next.bytes),
            lines: self.lines.saturating_add(next.lines),
            hash: Hash(sum(product(self.hash.0, power), next.hash.0)),
        }
    }
}

/// Part of an input that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Beginning of the input, up to where it was read. More may have been read than was used.
    pub content: Content,
    /// Whether that is the whole input.
    pub is_whole: bool,
}

/// The hash of a text, printed as 16 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash(u64);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

impl TryFrom<String> for Hash {
    type Error = String;

    fn try_from(text: String) -> Result<Hash, String> {
        let hash = u64::from_str_radix(&text, 16).ok().map(Hash);
        hash.filter(|hash| hash.0 < PRIME && hash.to_string() == text)
            .ok_or_else(|| format!("'{text}' is not a hash"))
    }
}

fn sum(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    sum(product as u64 & PRIME, (product >> 61) as u64)
}

fn power(base: u64, exponent: u64) -> u64 {
    let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
    bits.fold(1, |power, bit| {
        let square = product(power, power);
        if exponent >> bit & 1 != 0 { product(square, base) } else { square }
    })
}

/// Hasher of a text that arrives in pieces, wherever it is cut.
#[derive(Default)]
pub(super) struct Hasher {
    /// Content of the whole lines so far.
    whole: Content,
    /// Hash of the beginning of the next line, which may be long.
    begun: Xxh3Default,
    begun_bytes: u64,
}

impl Hasher {
    /// Adds the next piece of the text.
    pub fn update(&mut self, mut text: &[u8]) {
        while let Some(end) = memchr::memchr(b'\n', text) {
            let blanks = text.iter().take_while(|&&byte| byte == b'\n').count();
            if self.begun_bytes == 0 && blanks >= MANY_BLANKS {
                self.whole = self.whole.followed_by(&blank_lines(blanks as u64));
                text = text.get(blanks..).unwrap_or_default();
                continue;
            }
            let (line, rest) = text.split_at(end + 1);
            if self.begun_bytes == 0 {
                self.whole = with_line(&self.whole, line.len() as u64, xxh3_64(line));
            } else {
                self.begin(line);
                self.whole = self.content();
                self.begun.reset();
                self.begun_bytes = 0;
            }
            text = rest;
        }
        if !text.is_empty() {
            self.begin(text);
        }
    }

    fn begin(&mut self, text: &[u8]) {
        self.begun.update(text);
        self.begun_bytes += text.len() as u64;
    }

    /// Returns the content of the text so far.
    pub fn content(&self) -> Content {
        match self.begun_bytes {
            0 => self.whole.clone(),
            bytes => with_line(&self.whole, bytes, self.begun.digest()),
        }
    }
}

/// Minimum length of runs of blank lines that are not examined one by one: there may be millions.
const MANY_BLANKS: usize = 16;

fn blank_lines(many: u64) -> Content {
    let one = with_line(&Content::default(), 1, xxh3_64(b"\n"));
    let bits = (0..u64::BITS - many.leading_zeros()).rev();
    bits.fold(Content::default(), |lines, bit| {
        let twice = lines.followed_by(&lines);
        if many >> bit & 1 != 0 { twice.followed_by(&one) } else { twice }
    })
}

/// Returns the content of a text with one more line.
fn with_line(text: &Content, bytes: u64, hash: u64) -> Content {
    let line = sum(hash & PRIME, hash >> 61);
    Content {
        bytes: text.bytes + bytes,
        lines: text.lines + 1,
        hash: Hash(sum(product(text.hash.0, FACTOR), line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn content(pieces: &[&[u8]]) -> Content {
        let mut hasher = Hasher::default();
        pieces.iter().for_each(|piece| hasher.update(piece));
        hasher.content()
    }

    /// Computes the content by the definition at the head of this file.
    fn defined(text: &[u8]) -> Content {
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        let modulo = u128::from(PRIME);
        let hash = lines
            .iter()
            .fold(0, |hash, line| (hash * u128::from(FACTOR) + u128::from(xxh3_64(line))) % modulo);
        Content { bytes: text.len() as u64, lines: lines.len() as u64, hash: Hash(hash as u64) }
    }

    /// Generates texts with many line ends, now and then a long line or a long run of blank lines.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        let line = prop_oneof![
            8 => proptest::collection::vec(any::<u8>(), 0..40),
            1 => proptest::collection::vec(any::<u8>(), 200..600),
            1 => (0..100usize).prop_map(|blanks| vec![b'\n'; blanks]),
        ];
        let lines = proptest::collection::vec(line, 0..20);
        (lines, any::<bool>()).prop_map(|(lines, ended)| {
            let mut text = lines.join(&b'\n');
            text.extend(ended.then_some(b'\n'));
            text
        })
    }

    proptest! {
        #[test]
        fn it_is_as_defined_however_it_is_read(text in text(), cuts: [usize; 3]) {
            let mut cuts = cuts.map(|cut| cut % (text.len() + 1));
            cuts.sort_unstable();
            let [a, b, c] = cuts;
            let pieces = [&text[..a], &text[a..b], &text[b..c], &text[c..]];
            prop_assert_eq!(content(&pieces), defined(&text));
        }

        #[test]
        fn parts_make_the_whole(text in text(), cuts: [usize; 2]) {
            // Cuts are after line ends.
            let ends: Vec<usize> = (0..=text.len())
                .filter(|&at| at == 0 || at == text.len() || text[at - 1] == b'\n')
                .collect();
            let mut cuts = cuts.map(|cut| ends[cut % ends.len()]);
            cuts.sort_unstable();
            let [a, b, c] = [&text[..cuts[0]], &text[cuts[0]..cuts[1]], &text[cuts[1]..]]
                .map(|part| content(&[part]));
            // A text after an empty one is unchanged; a part without a line end at its end can only be
            // followed by nothing.
            prop_assert_eq!(a.followed_by(&b).followed_by(&c), defined(&text));
            prop_assert_eq!(a.followed_by(&b.followed_by(&c)), defined(&text));
        }
    }

    #[test]
    fn other_lines_and_another_order_are_another_hash() {
        let texts: [&[u8]; 8] = [b"", b"\n", b"\n\n", b"a\nb\n", b"b\na\n", b"a\nb", b"ab\n", b"a\r\nb\n"];
        for (k, one) in texts.iter().enumerate() {
            for other in &texts[..k] {
                assert_ne!(content(&[one]).hash, content(&[other]).hash, "{one:?} {other:?}");
            }
        }
    }

    /// The factor is a primitive root, so two lines cannot be exchanged at any distance unnoticed.
    #[test]
    fn the_factor_has_all_powers() {
        // The primes of 2⁶¹ − 2 = 2·3²·5²·7·11·13·31·41·61·151·331·1321.
        let primes = [2, 3, 5, 7, 11, 13, 31, 41, 61, 151, 331, 1321];
        let product = primes.iter().product::<u64>() * 3 * 5;
        assert_eq!(product, PRIME - 1);
        primes.iter().for_each(|prime| assert_ne!(power(FACTOR, (PRIME - 1) / prime), 1));
        assert_eq!(power(FACTOR, PRIME - 1), 1);
    }

    #[test]
    fn a_hash_is_16_digits() {
        let hash = content(&[b"..34\n"]).hash;
        assert_eq!(Hash::try_from(hash.to_string()), Ok(hash));
        for text in ["", "12", "ffffffffffffffff", "+00000000000001f", "000000000000001F"] {
            assert!(Hash::try_from(text.to_string()).is_err(), "{text}");
        }
    }
}

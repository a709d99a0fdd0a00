//! Data in a page: JSON, deflated, as text. The page's script unpacks it with the browser's built-in
//! functions.

use flate2::{Compression, write::ZlibEncoder};
use serde::Serialize;
use std::io::{self, BufWriter, IntoInnerError};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Compression level: the highest takes several times as long and saves some hundredths of the bytes.
const EFFORT: u32 = 5;

/// Packs the value as JSON, deflated (RFC 1950), in base64 (RFC 4648).
pub fn pack(value: &impl Serialize) -> io::Result<String> {
    // JSON arrives a few bytes at a time, and each write to the encoder clears 32 KB.
    let mut json = BufWriter::new(ZlibEncoder::new(Vec::new(), Compression::new(EFFORT)));
    serde_json::to_writer(&mut json, value)?;
    let deflated = json.into_inner().map_err(IntoInnerError::into_error)?.finish()?;
    Ok(base64(&deflated))
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |k: usize| u32::from(three.get(k).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for k in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= three.len() { digit as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Encodes the examples of RFC 4648, section 10.
    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let packed = pack(&vec!["n5r1c2"; 1000]).unwrap();
        assert!(packed.len() < 200, "{}", packed.len());
        let place = |c: u8| DIGITS.iter().position(|&d| d == c).unwrap_or(0) as u32;
        let mut bytes = Vec::new();
        for four in packed.as_bytes().chunks(4) {
            let bits = four.iter().fold(0, |bits, &c| bits << 6 | place(c));
            bytes.extend([16, 8, 0].map(|by| (bits >> by) as u8));
        }
        let mut text = String::new();
        flate2::read::ZlibDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), ["n5r1c2"; 1000]);
    }
}

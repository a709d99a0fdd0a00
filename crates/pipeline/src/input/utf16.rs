//! UTF-16 text with a byte order mark, as Windows programs write it, read as UTF-8.

use std::io::{self, Read};

/// Order of the two bytes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    LittleEndian,
    BigEndian,
}

/// Stream of UTF-16 after its byte order mark.
pub(super) struct FromUtf16<R> {
    stream: R,
    order: Order,
    /// Bytes not yet decoded: an odd one, and half of a pair of units.
    rest: Vec<u8>,
    text: Vec<u8>,
    at: usize,
}

impl<R: Read> FromUtf16<R> {
    pub fn new(stream: R, order: Order) -> FromUtf16<R> {
        FromUtf16 { stream, order, rest: Vec::new(), text: Vec::new(), at: 0 }
    }

    /// Decodes the next bytes; returns `false` at the end.
    fn more(&mut self) -> io::Result<bool> {
        let mut bytes = std::mem::take(&mut self.rest);
        let old = bytes.len();
        bytes.resize(old + (1 << 16), 0);
        let read = self.stream.read(bytes.get_mut(old..).unwrap_or_default())?;
        bytes.truncate(old + read);
        let (pairs, _) = bytes.as_chunks::<2>();
        let unit = |pair: &[u8; 2]| match self.order {
            Order::LittleEndian => u16::from_le_bytes(*pair),
            Order::BigEndian => u16::from_be_bytes(*pair),
        };
        let mut units: Vec<u16> = pairs.iter().map(unit).collect();
        if read > 0 {
            units.pop_if(|last| (0xd800..0xdc00).contains(last));
            self.rest = bytes.split_off(2 * units.len());
        }
        let decoded = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        (self.text, self.at) = (decoded.collect::<String>().into_bytes(), 0);
        Ok(read > 0 || !self.text.is_empty())
    }
}

impl<R: Read> Read for FromUtf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            if !self.more()? {
                return Ok(0);
            }
        }
        let read = self.text.get(self.at..).unwrap_or_default().read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text is the same whatever pieces it arrives in.
    #[test]
    fn text_is_the_same() {
        let text = "1..2\r\n\u{1d7ce}\u{fffd}é\n".repeat(30_000);
        for order in [Order::LittleEndian, Order::BigEndian] {
            let bytes: Vec<u8> = text
                .encode_utf16()
                .flat_map(
                    |unit| if order == Order::BigEndian { unit.to_be_bytes() } else { unit.to_le_bytes() },
                )
                .collect();
            for size in [1, 3, 1000, 1 << 20] {
                struct Slowly<'a>(&'a [u8], usize);
                impl Read for Slowly<'_> {
                    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                        let most = self.1.min(buffer.len());
                        self.0.read(&mut buffer[..most])
                    }
                }
                let bytes = if size == 1 { &bytes[..4000] } else { &bytes[..] };
                let mut read = String::new();
                FromUtf16::new(Slowly(bytes, size), order).read_to_string(&mut read).unwrap();
                assert!(text.starts_with(&read) && (size == 1 || read == text));
                assert!(read.len() > 1000);
            }
        }
    }
}

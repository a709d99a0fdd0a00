//! Escaped bytes in data files of tests.

/// Decodes a text in which `\xNN` means a byte.
pub fn unescape(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = after.strip_prefix(b"x").and_then(|hex| hex.get(..2));
        let value = escaped.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match (byte, value) {
            (b'\\', Some(value)) => {
                bytes.push(value);
                rest = &after[3..];
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    bytes
}

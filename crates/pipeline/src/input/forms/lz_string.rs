//! The packing of lz-string (Pieroxy's LZ78, six bits a character), as used in links.

const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Most units of text to unpack.
const MOST: usize = 1 << 20;

/// Reader of the bits of some characters.
struct Bits<'a> {
    text: &'a [u8],
    /// Number of bits taken.
    at: usize,
}

impl Bits<'_> {
    /// Takes a number of this many bits, the lowest first.
    fn take(&mut self, bits: u32) -> Option<usize> {
        let mut number = 0;
        for bit in 0..bits {
            let byte = match *self.text.get(self.at / 6)? {
                b'-' | b' ' => b'+',
                b'_' => b'/',
                byte => byte,
            };
            let value = CHARACTERS.iter().position(|&own| own == byte)?;
            number |= (value >> (5 - self.at % 6) & 1) << bit;
            self.at += 1;
        }
        Some(number)
    }
}

/// Unpacks a text; returns `None` if the bytes are not a packed text.
///
/// Entry k of the dictionary is a stretch of the text so far: the stretch written last, and the next unit.
pub(super) fn unpacked(text: &[u8]) -> Option<String> {
    let mut bits = Bits { text, at: 0 };
    let (mut units, mut entries) = (Vec::<u16>::new(), vec![(0, 0); 3]);
    // The bits of a code, and the number of further entries after which codes get one bit longer.
    let (mut width, mut left) = (2, 0);
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.take(width)?;
        let start = units.len();
        let entry = match code {
            2 => break,
            0 | 1 => {
                units.push(bits.take(if code == 0 { 8 } else { 16 })? as u16);
                entries.push((start, 1));
                grow(&mut width, &mut left, last.is_some());
                (start, 1)
            }
            _ => {
                // The code may be the entry that this step makes: the last stretch and its own first unit.
                let made = || last.filter(|_| code == entries.len()).map(|(from, length)| (from, length + 1));
                let (from, length) = entries.get(code).copied().or_else(made)?;
                for k in from..from + length {
                    units.push(*units.get(k)?);
                }
                (start, length)
            }
        };
        match last {
            Some((from, length)) => {
                entries.push((from, length + 1));
                grow(&mut width, &mut left, true);
            }
            None => (width, left) = (3, 4),
        }
        last = Some(entry);
        (units.len() <= MOST).then_some(())?;
    }
    String::from_utf16(&units).ok()
}

/// Counts a new entry, after which codes may get longer.
fn grow(width: &mut u32, left: &mut usize, counts: bool) {
    if counts {
        *left = left.saturating_sub(1);
        if *left == 0 {
            *left = 1 << *width;
            *width += 1;
        }
    }
}

/// Packs each unit of a text separately: longer than the packing of the sites, but unpacked likewise.
#[cfg(test)]
pub(super) fn packed(text: &str) -> String {
    let mut bits = Vec::new();
    let mut put = |number: usize, count: u32| bits.extend((0..count).map(|bit| number >> bit & 1));
    let (mut width, mut left) = (2, 0);
    for (at, unit) in text.encode_utf16().enumerate() {
        put(usize::from(unit > 255), width);
        put(unit.into(), if unit > 255 { 16 } else { 8 });
        match at {
            0 => (width, left) = (3, 4),
            _ => (0..2).for_each(|_| grow(&mut width, &mut left, true)),
        }
    }
    put(2, width);
    let value = |six: &[usize]| six.iter().enumerate().fold(0, |value, (k, bit)| value | bit << (5 - k));
    bits.chunks(6).map(|six| char::from(CHARACTERS[value(six)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        // Texts packed by lz-string itself.
        for (packed, text) in
            [("BYUwNmD2AEDukCcwBMg=", "hello world"), ("IY1kJeMgEYEbPRQ=", "aaaaaaaaaaaaé–aaaabababab")]
        {
            assert_eq!(unpacked(packed.as_bytes()).as_deref(), Some(text));
        }
        for text in ["", "a", "é–x", &"{\"grid\":[[{}]]}".repeat(50)] {
            assert_eq!(
                unpacked(packed(text).as_bytes()).as_deref(),
                Some(text).filter(|text| !text.is_empty()).or(Some(""))
            );
        }
        for junk in ["", "A", "zzzzzzzz", "N4IgzglgXgpiBcBOANCA", "%%%"] {
            assert_eq!(unpacked(junk.as_bytes()), None, "{junk}");
        }
    }

    /// Unpacking is bounded: a packed text of 60,000 characters could otherwise become gigabytes.
    #[test]
    fn nothing_grows_without_bounds() {
        for byte in [b'A', b'/', b'g'] {
            let _ = unpacked(&vec![byte; 60_000]);
        }
    }
}

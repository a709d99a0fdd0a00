//! Converts text in other scripts to the characters that forms use: digits, blanks, bars and dashes.

use std::borrow::Cow;

/// Zeros of decimal digits; the nine other digits follow each zero.
const ZEROS: [u32; 24] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
    0x1040, 0x17e0, 0x1810, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
];
/// Ones of digits without a zero: in circles, in brackets, with a full stop.
const ONES: [u32; 6] = [0x2460, 0x2474, 0x2488, 0x2776, 0x2780, 0x278a];

/// Returns the plain character that a character represents; `None` if it is invisible.
fn plain(character: char) -> Option<char> {
    let code = character as u32;
    let digit = |first: &u32| code.checked_sub(*first).filter(|&digit| digit < 10);
    if let Some(digit) = ZEROS.iter().find_map(digit) {
        return char::from_digit(digit, 10);
    }
    if let Some(digit) = ONES.iter().find_map(digit).filter(|&digit| digit < 9) {
        return char::from_digit(digit + 1, 10);
    }
    Some(match character {
        '〇' => '0',
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0f}' | '\u{20e3}' => return None,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '·' | '•' | '∙' | '⋅' | '◦' | '○' | '□' | '▢' | '☐' | '⬜' | '␣' | '。' => '.',
        '–' | '—' | '―' | '−' | '‐' | '‑' | '‒' => '-',
        '×' => 'x',
        '¦' => '|',
        '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '═' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' => {
            '-'
        }
        '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => {
            '|'
        }
        '\u{2500}'..='\u{257f}' => '+',
        // Full-width forms.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(code - 0xfee0).unwrap_or(character),
        _ => match "一二三四五六七八九".chars().position(|digit| digit == character) {
            Some(digit) => char::from_digit(digit as u32 + 1, 10).unwrap_or(character),
            None => character,
        },
    })
}

/// First byte of a code of a terminal.
const ESCAPE: u8 = 0x1b;

/// Text with its characters made plain.
pub(super) struct Plain<'a> {
    pub text: Cow<'a, [u8]>,
    /// The original place of each byte, and of the end; empty if nothing was changed.
    from: Vec<usize>,
}

impl Plain<'_> {
    pub fn of(text: &[u8]) -> Plain<'_> {
        match memchr::memchr(ESCAPE, text) {
            Some(_) => Plain::of_terminal(text),
            None if text.is_ascii() => Plain { text: text.into(), from: Vec::new() },
            None => Plain::of_characters(text),
        }
    }

    /// Removes the codes of a terminal: `ESC [`, numbers, a letter.
    fn of_terminal(text: &[u8]) -> Plain<'_> {
        let (mut made, mut places, mut at) = (Vec::with_capacity(text.len()), Vec::new(), 0);
        while let Some(&byte) = text.get(at) {
            match text.get(at..).and_then(|rest| rest.strip_prefix(&[ESCAPE, b'['])) {
                Some(code) => at += 3 + code.iter().take_while(|byte| !byte.is_ascii_alphabetic()).count(),
                None => {
                    made.push(if byte == ESCAPE { b' ' } else { byte });
                    places.push(at);
                    at += 1;
                }
            }
        }
        places.push(text.len());
        let plain = Plain::of_characters(&made);
        let from = plain.from.iter().map(|&at| places.get(at).copied().unwrap_or(text.len()));
        Plain { from: from.collect(), text: plain.text.into_owned().into() }
    }

    fn of_characters(text: &[u8]) -> Plain<'_> {
        let (mut made, mut from, mut at) = (Vec::with_capacity(text.len()), Vec::new(), 0);
        for chunk in text.utf8_chunks() {
            for character in chunk.valid().chars() {
                let mut bytes = [0; 4];
                for byte in plain(character).map_or("", |plain| plain.encode_utf8(&mut bytes)).bytes() {
                    made.push(byte);
                    from.push(at);
                }
                at += character.len_utf8();
            }
            made.extend(chunk.invalid());
            from.extend(at..at + chunk.invalid().len());
            at += chunk.invalid().len();
        }
        from.push(at);
        Plain { text: made.into(), from }
    }

    /// Returns the place in the original of the byte at `at`.
    pub fn place(&self, at: usize) -> usize {
        self.from.get(at).or(self.from.last()).copied().unwrap_or(at)
    }
}

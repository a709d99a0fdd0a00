//! The strings of sudokuwiki. The older one has two base-32 digits for each cell: bit 0 is set for a clue;
//! bits 1 to 9 are the candidates. The other begins with `S9B` and has two base-36 digits: 1 to 9 is a clue,
//! 10 to 18 a digit that was placed, more is 18 and a bit for each candidate.

use super::{Attempt, Found};
use sudoscope_engine::grid::marks::{List, Mark, of_lists};

const LENGTH: usize = 2 * 81;

pub(super) fn read(text: &[u8]) -> Attempt {
    let end = text.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
    let word = text.get(..end)?;
    if let Some(word) = word.strip_prefix(b"S9B") {
        let lists: Option<Vec<List>> = word.chunks(2).map(list_of_pair).collect();
        let lists = lists.filter(|lists| lists.len() == 81)?;
        return Some(Ok(Found { puzzle: of_lists(&lists), end }));
    }
    let word = Some(word).filter(|word| word.len() == LENGTH)?;
    let digit = |byte: &u8| char::from(*byte).to_digit(32);
    let digits: Vec<u32> = word.iter().map(digit).collect::<Option<_>>()?;
    // Without letters, the text may be two puzzles in a row.
    digits.iter().any(|&digit| digit > 9).then_some(())?;
    let numbers =
        digits.chunks(2).map(|pair| pair.iter().fold(0, |number, digit| 32 * number + digit) as u16);
    // Flags on cells with several digits have another meaning; then all single digits are clues.
    let is_single = |number: u16| (number >> 1).count_ones() == 1;
    let are_flags = numbers.clone().all(|number| number & 1 == 0 || is_single(number));
    let list = |number: u16| {
        let is_given = is_single(number) && (number & 1 != 0 || !are_flags);
        (number >> 1, if is_given { Mark::Given } else { Mark::None })
    };
    let lists: Vec<List> = numbers.map(list).collect();
    Some(Ok(Found { puzzle: of_lists(&lists), end }))
}

/// Reads a cell of the string that begins with `S9B`.
fn list_of_pair(pair: &[u8]) -> Option<List> {
    let [high, low] = *pair else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(36);
    Some(match 36 * digit(high)? + digit(low)? {
        0 => (0, Mark::None),
        clue @ 1..=9 => (1 << (clue - 1), Mark::Given),
        placed @ 10..=18 => (1 << (placed - 10), Mark::Placed),
        mask @ 19..=529 => ((mask - 18) as u16, Mark::None),
        _ => return None,
    })
}

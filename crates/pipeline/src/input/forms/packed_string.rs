//! The string of sudokuwiki: two base-32 digits for each cell. Bit 0 is set for a clue; bits 1 to 9 are the
//! candidates.

use super::{Attempt, Found};
use sudoscope_engine::grid::marks::{List, Mark, of_lists};

const LENGTH: usize = 2 * 81;

pub(super) fn read(text: &[u8]) -> Attempt {
    let end = text.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
    let word = text.get(..end).filter(|word| word.len() == LENGTH)?;
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

//! Puzzles of the Interactive Sudoku Solver: constraints between full stops. One without a name says which
//! digits cells may have.
//!
//! ```text
//!   .~R1C1_8~R2C3_3~R2C4_6…       R1C1_8 is a digit, R1C1_2_4 a list of candidates
//!   .~R1C1_8.Cage~12~R1C1~R1C2    another rule, which is named
//! ```

use super::site_objects::{SOLVER, rule_number};
use super::{Attempt, Found, LineError, LineErrorKind, Square, values_of};
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Digit, Puzzle};

/// Digits that each cell may have, as masks.
type Masks = [u16; 81];
const ALL: u16 = 0x1ff;

pub(super) fn read(text: &[u8]) -> Attempt {
    let word = text.trim_ascii().strip_prefix(b".")?;
    word.contains(&b'~').then_some(())?;
    let mut masks: Masks = [ALL; 81];
    for constraint in word.split(|&byte| byte == b'.') {
        let mut values = constraint.split(|&byte| byte == b'~');
        let name = values.next()?;
        name.iter().all(u8::is_ascii_alphanumeric).then_some(())?;
        match name {
            b"" => values.try_for_each(|value| restrict(&mut masks, value))?,
            b"Shape" if constraint.ends_with(b"~9x9") => {}
            _ => {
                let name = String::from_utf8_lossy(name).to_ascii_lowercase();
                let rule = rule_number(&name).or(rule_number(""));
                return Some(Err(LineError::at(0, LineErrorKind::Link(SOLVER, rule))));
            }
        }
    }
    Some(Ok(Found { puzzle: puzzle(&masks), end: text.len() }))
}

/// Restricts a cell to the digits of a value like `R1C1_8`.
fn restrict(masks: &mut Masks, value: &[u8]) -> Option<()> {
    let [b'R' | b'r', row @ b'1'..=b'9', b'C' | b'c', column @ b'1'..=b'9', b'_', digits @ ..] = value else {
        return None;
    };
    let mask = digits.split(|&byte| byte == b'_').try_fold(0, |mask, digit| match *digit {
        [digit @ b'1'..=b'9'] => Some(mask | 1 << (digit - b'1')),
        _ => None,
    })?;
    *masks.get_mut(usize::from(9 * (row - b'1') + column - b'1'))? &= mask;
    Some(())
}

/// Makes the puzzle whose clues are the cells with one digit, without the candidates that lists lack.
fn puzzle(masks: &Masks) -> Puzzle {
    let square = |mask: &u16| -> Square {
        (if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 }, false)
    };
    let (values, _) = values_of(&masks.iter().map(square).collect::<Vec<_>>());
    let mut deleted = Candidates::EMPTY;
    for (cell, mask) in Cell::all().zip(masks).filter(|(_, mask)| !mask.is_power_of_two()) {
        Digit::in_mask(ALL & !mask).for_each(|digit| deleted.insert(Candidate { digit, cell }));
    }
    Puzzle::of_values(&values, Cells::EMPTY, &deleted)
}

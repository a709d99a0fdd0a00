//! Puzzles of the Interactive Sudoku Solver: constraints between full stops. One without a name says which
//! digits cells may have.
//!
//! ```text
//!   .~R1C1_8~R2C3_3~R2C4_6…       R1C1_8 is a digit, R1C1_2_4 a list of candidates
//!   .~R1C1_8.Cage~12~R1C1~R1C2    another rule, which is named
//! ```

use super::named::{self, Regions, Rules};
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
            _ => return Some(Err(LineError::at(0, refused(name)))),
        }
    }
    Some(Ok(Found { puzzle: puzzle(&masks), end: text.len() }))
}

/// Returns the mistake of a constraint that is another rule.
fn refused(name: &[u8]) -> LineErrorKind {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    LineErrorKind::Link(SOLVER, rule_number(&name).or(rule_number("")))
}

/// Splits `R1C1_8` into the cell and the rest.
fn cell_in(value: &[u8]) -> Option<(Cell, &[u8])> {
    let [b'R' | b'r', row @ b'1'..=b'9', b'C' | b'c', column @ b'1'..=b'9', rest @ ..] = value else {
        return None;
    };
    Some((Cell::at(usize::from(row - b'1'), usize::from(column - b'1')), rest))
}

/// Restricts a cell to the digits of a value like `R1C1_8`.
fn restrict(masks: &mut Masks, value: &[u8]) -> Option<()> {
    let (cell, rest) = cell_in(value)?;
    let digits = rest.strip_prefix(b"_")?;
    let mask = digits.split(|&byte| byte == b'_').try_fold(0, |mask, digit| match *digit {
        [digit @ b'1'..=b'9'] => Some(mask | 1 << (digit - b'1')),
        _ => None,
    })?;
    *masks.get_mut(cell.index())? &= mask;
    Some(())
}

/// Reads constraints that are rules of a board.
pub(super) fn named(text: &[u8]) -> named::Attempt {
    let word = text.strip_prefix(b".").filter(|word| word.iter().any(u8::is_ascii_alphabetic))?;
    let (mut rules, mut values, mut layout) = (Rules::of(9), Vec::new(), None);
    for constraint in word.split(|&byte| byte == b'.').filter(|constraint| !constraint.is_empty()) {
        let mut parts = constraint.splitn(2, |&byte| byte == b'~');
        let (name, rest) = (parts.next()?, parts.next().unwrap_or_default());
        match (name, rest) {
            (b"", _) => values.extend(rest.split(|&byte| byte == b'~')),
            (b"Shape", [rows @ b'4'..=b'9', b'x', columns]) if rows == columns => {
                rules.size = usize::from(rows - b'0');
            }
            (b"NoBoxes", _) => rules.regions = Regions::Nothing,
            (b"Jigsaw", _) => layout = Some(rest.to_vec()),
            (b"AllDifferent", _) => {
                let cells = rest.split(|&byte| byte == b'~').map(|cell| cell_in(cell).map(|it| it.0));
                rules.extra.push(cells.collect::<Option<Cells>>()?);
            }
            _ => match part(name, rest) {
                Some(part) => rules.parts.push(part),
                None => {
                    let is_name = name.iter().all(u8::is_ascii_alphanumeric) && word.contains(&b'~');
                    return is_name.then(|| Err(refused(name)));
                }
            },
        }
    }
    match layout {
        // Without NoBoxes the blocks are regions, too.
        Some(_) if !matches!(rules.regions, Regions::Nothing) => return Some(Err(refused(b"Jigsaw"))),
        Some(layout) => rules.regions = Regions::Layout(layout),
        None => {}
    }
    let cells = clues(&values, rules.size)?;
    Some(cells.and_then(|cells| rules.named(cells).map_err(|rule| refused(rule.as_bytes()))))
}

/// Returns the part of a board that a constraint is.
fn part(name: &[u8], rest: &[u8]) -> Option<&'static str> {
    Some(match (name, rest) {
        (b"Diagonal", b"1") => "d2",
        (b"Diagonal", b"-1") => "d1",
        (b"Windoku", b"") => "windoku",
        (b"DisjointSets", b"") => "dg",
        (b"AntiKnight", b"") => "antiknight",
        (b"AntiKing", b"") => "antiking",
        (b"AntiConsecutive", b"") => "nc",
        _ => return None,
    })
}

/// Returns the cells with the digits of values like `R1C1_8`. Fails if a cell has several.
fn clues(values: &[&[u8]], size: usize) -> Option<Result<Vec<u8>, LineErrorKind>> {
    let mut cells = vec![b'.'; size * size];
    for value in values {
        let (cell, rest) = cell_in(value)?;
        let [b'_', digit @ b'1'..=b'9'] = *rest else { return Some(Err(LineErrorKind::CluesOnly)) };
        let place = (cell.column() < size).then_some(size * cell.row() + cell.column())?;
        *cells.get_mut(place)? = digit;
    }
    Some(Ok(cells))
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

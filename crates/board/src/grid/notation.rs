//! Text of puzzles, candidates and CSP variables, in the nrc notation (docs/theory.md, "nrc notation").
//!
//! Everything prints from 1: row 0 is `r1`, digit 0 is `n1`.

use super::{Candidate, Candidates, Cells, Grid, HOUSES, PuzzleState, SQUARES, block_of, column_of, row_of};

/// One of the 324 CSP variables (docs/theory.md, "CSP variables"): a cell, or a digit in a row, column or
/// block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variable {
    /// `r3c4`: which digit does the cell hold?
    Cell(u8),
    /// `r3n5` (row, digit): in which column of the row stands the digit?
    Row(u8, u8),
    /// `c3n5` (column, digit): in which row?
    Column(u8, u8),
    /// `b3n5` (block, digit): in which square?
    Block(u8, u8),
}

impl Variable {
    /// The four variables that a candidate belongs to: rc, rn, cn, bn.
    pub fn of(candidate: Candidate) -> [Variable; 4] {
        let (digit, cell) = (candidate.digit, candidate.cell as usize);
        [
            Variable::Cell(candidate.cell),
            Variable::Row(row_of(cell) as u8, digit),
            Variable::Column(column_of(cell) as u8, digit),
            Variable::Block(block_of(cell) as u8, digit),
        ]
    }

    /// The digit in `HOUSES[house]`.
    pub fn of_house(house: usize, digit: usize) -> Variable {
        let (index, digit) = ((house % 9) as u8, digit as u8);
        match house / 9 {
            0 => Variable::Row(index, digit),
            1 => Variable::Column(index, digit),
            _ => Variable::Block(index, digit),
        }
    }

    /// The cell on a square of `HOUSES[house]`.
    #[doc(hidden)]
    pub fn in_house(house: usize, square: usize) -> Variable {
        Variable::Cell(SQUARES[house][square])
    }

    /// Of a digit in a house: the index of the house and the digit.
    #[doc(hidden)]
    pub fn house(self) -> Option<(usize, usize)> {
        let (house, digit) = match self {
            Variable::Cell(_) => return None,
            Variable::Row(row, digit) => (row, digit),
            Variable::Column(column, digit) => (9 + column, digit),
            Variable::Block(block, digit) => (18 + block, digit),
        };
        Some((house.into(), digit.into()))
    }

    /// The cells of its candidates: one, or a house.
    #[doc(hidden)]
    pub fn cells(self) -> Cells {
        match self {
            Variable::Cell(cell) => Cells::of(cell as usize),
            Variable::Row(row, _) => HOUSES[row as usize],
            Variable::Column(column, _) => HOUSES[9 + column as usize],
            Variable::Block(block, _) => HOUSES[18 + block as usize],
        }
    }

    /// `cell`, `row`, `column` or `block`: its kind.
    #[doc(hidden)]
    pub fn kind(self) -> &'static str {
        match self {
            Variable::Cell(_) => "cell",
            Variable::Row(..) => "row",
            Variable::Column(..) => "column",
            Variable::Block(..) => "block",
        }
    }

    /// The value of the variable that `candidate` stands for: `n5`, `c4`, `r2` or `r2c4`.
    #[doc(hidden)]
    pub fn value(self, candidate: Candidate) -> String {
        let cell = candidate.cell as usize;
        match self {
            Variable::Cell(_) => format!("n{}", candidate.digit + 1),
            Variable::Row(..) => format!("c{}", column_of(cell) + 1),
            Variable::Column(..) => format!("r{}", row_of(cell) + 1),
            Variable::Block(..) => cell_name(cell),
        }
    }
}

impl std::fmt::Display for Variable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Variable::Cell(cell) => f.write_str(&cell_name(*cell as usize)),
            Variable::Row(row, digit) => write!(f, "r{}n{}", row + 1, digit + 1),
            Variable::Column(column, digit) => write!(f, "c{}n{}", column + 1, digit + 1),
            Variable::Block(block, digit) => write!(f, "b{}n{}", block + 1, digit + 1),
        }
    }
}

impl std::fmt::Display for Candidate {
    /// `n7r3c5`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&label(*self))
    }
}

/// `r3c4`.
pub fn cell_name(cell: usize) -> String {
    format!("r{}c{}", row_of(cell) + 1, column_of(cell) + 1)
}

/// `row`, `column` or `block`: the kind of `HOUSES[house]`.
#[doc(hidden)]
pub fn house_kind(house: usize) -> &'static str {
    ["row", "column", "block"][house / 9]
}

/// `r3`, `c4` or `b5`: the name of `HOUSES[house]`.
#[doc(hidden)]
pub fn house_name(house: usize) -> String {
    format!("{}{}", ["r", "c", "b"][house / 9], house % 9 + 1)
}

/// `r3c4≠5, r3c6≠5`: the conclusions of a step that removes candidates, in order of cell.
pub fn eliminations(targets: &Candidates) -> String {
    let one = |target: Candidate| format!("{}≠{}", cell_name(target.cell as usize), target.digit + 1);
    let mut targets: Vec<Candidate> = targets.iter().collect();
    targets.sort_by_key(|target| (target.cell, target.digit));
    targets.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// One link of a chain, `r3c3{n9 n1}`: the variable, its left-linking candidate, and its right-linking
/// candidate or, where the chain closes, `.`.
#[doc(hidden)]
pub fn link(variable: Variable, left: Candidate, right: Option<Candidate>) -> String {
    let right = right.map_or(".".to_string(), |right| variable.value(right));
    format!("{variable}{{{} {right}}}", variable.value(left))
}

/// A link whose right-linking object is a g-candidate, `b2n2{r1c5 r3c456}`: those candidates of `segment`
/// that there are.
#[doc(hidden)]
pub fn segment_link(variable: Variable, left: Candidate, segment: &[Candidate]) -> String {
    let list = |line: fn(usize) -> usize| {
        let mut lines: Vec<usize> = segment.iter().map(|label| line(label.cell as usize) + 1).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.iter().map(usize::to_string).collect::<String>()
    };
    let (rows, columns) = (list(row_of), list(column_of));
    let right = match variable {
        Variable::Row(..) => format!("c{columns}"),
        Variable::Column(..) => format!("r{rows}"),
        _ => format!("r{rows}c{columns}"),
    };
    format!("{variable}{{{} {right}}}", variable.value(left))
}

/// A link whose right-linking object is a subset, `[r3c1 r3c5]{n7r3c5 [r3n1 r3n2]}`: its variables, the
/// left-linking candidate, and the variables that are its transversal sets.
#[doc(hidden)]
pub fn subset_link(members: &[Variable], left: Candidate, transversals: &[Variable]) -> String {
    let list =
        |variables: &[Variable]| variables.iter().map(Variable::to_string).collect::<Vec<_>>().join(" ");
    format!("[{}]{{{} [{}]}}", list(members), label(left), list(transversals))
}

/// A link as HLS2 writes it (docs/theory.md, "nrc notation"), `n1{r3 r6 r2#n1r2c8}c9`: after the left- and
/// the right-linking candidate the ones ignored, each with the previous right-linking candidate it is linked
/// to, or with `*` for the target. `planar` is the form for chains of rn-, cn- or bn-space, `{r1 r3}c7n9`.
#[doc(hidden)]
pub fn seed_link(
    variable: Variable, left: Candidate, right: Candidate, ignored: &[(Candidate, Option<Candidate>)],
    planar: bool,
) -> String {
    let mut values = format!("{{{} {}", variable.value(left), variable.value(right));
    for (candidate, by) in ignored {
        let why = by.map_or("*".to_string(), |by| format!("#{}", label(by)));
        values += &format!(" {}{why}", variable.value(*candidate));
    }
    values.push('}');
    let digit = |n: u8| format!("n{}", n + 1);
    match variable {
        Variable::Cell(_) => format!("{values}{variable}"),
        _ if planar => format!("{values}{variable}"),
        Variable::Row(row, n) => format!("{}r{}{values}", digit(n), row + 1),
        Variable::Column(column, n) => format!("{}{values}c{}", digit(n), column + 1),
        Variable::Block(block, n) => format!("{}{values}b{}", digit(n), block + 1),
    }
}

/// `n7r3c5`.
pub fn label(candidate: Candidate) -> String {
    let at = |number: usize| b'1' + number as u8;
    let cell = usize::from(candidate.cell);
    text(&[b'n', at(candidate.digit.into()), b'r', at(row_of(cell)), b'c', at(column_of(cell))])
}

/// 81 characters: the digits of the decided cells, `.` elsewhere.
pub fn puzzle(grid: &Grid) -> String {
    text(&puzzle_bytes(grid))
}

/// As above as bytes.
#[inline]
pub fn puzzle_bytes(grid: &Grid) -> [u8; 81] {
    clue_bytes(&std::array::from_fn(|digit| grid.plane(digit) & grid.placed()))
}

/// 81 characters: `values[d]` are the cells of digit `d`, `.` elsewhere.
pub fn clues(values: &[Cells; 9]) -> String {
    text(&clue_bytes(values))
}

fn text(bytes: &[u8]) -> String {
    str::from_utf8(bytes).unwrap_or_default().to_string()
}

/// As above as bytes.
// The bits of digits are gathered in planes, then eight cells at a time are spread over the bytes of a word.
// A blank, `.`, is two less than `0`.
pub fn clue_bytes(values: &[Cells; 9]) -> [u8; 81] {
    let [a, b, c, d, e, f, g, h, i] = values.map(Cells::bits);
    let (ones, twos) = (a | c | e | g | i, b | c | f | g);
    let (fours, eights) = (d | e | f | g, h | i);
    let bytes = [ones, twos, fours, eights, ones | twos | fours | eights].map(u128::to_le_bytes);
    let mut text = [0; 81];
    let (words, rest) = text.as_chunks_mut::<8>();
    let word = |eight: usize| {
        let [ones, twos, fours, eights, any] = bytes.map(|plane| SPREAD[usize::from(plane[eight])]);
        (0x2e2e_2e2e_2e2e_2e2e + ones + 2 * (twos + any) + 4 * fours + 8 * eights).to_le_bytes()
    };
    words.iter_mut().enumerate().for_each(|(eight, cells)| *cells = word(eight));
    rest.copy_from_slice(&word(10)[..1]);
    text
}

/// Bit `i` as byte `i`.
static SPREAD: [u64; 256] = {
    let mut all = [0; 256];
    let mut at = 0;
    while at < 2048 {
        all[at / 8] |= ((at as u64 / 8) >> (at % 8) & 1) << (8 * (at % 8));
        at += 1;
    }
    all
};

/// 729 characters: cell by cell, each candidate as its digit, and `.` elsewhere.
#[doc(hidden)]
pub fn sukaku(candidates: &Candidates) -> String {
    let all = (0..81).flat_map(|cell| (0..9).map(move |digit| Candidate::new(digit, cell)));
    all.map(|candidate| match candidates.contains(candidate) {
        true => (b'1' + candidate.digit) as char,
        false => '.',
    })
    .collect()
}

/// A line of HoDoKu's library: the values, with a `+` before those that were placed, and the candidates that
/// are gone.
pub(super) fn library_line(state: &PuzzleState) -> String {
    let mut text = ":0000:x:".to_string();
    for (cell, &byte) in clue_bytes(&state.values()).iter().enumerate() {
        text += if byte == b'.' || state.given().contains(cell) { "" } else { "+" };
        text.push(char::from(byte));
    }
    for (k, gone) in state.deleted().iter().enumerate() {
        let (cell, digit) = (usize::from(gone.cell), gone.digit + 1);
        text += if k == 0 { ":" } else { " " };
        text += &format!("{digit}{}{}", row_of(cell) + 1, column_of(cell) + 1);
    }
    text + if state.deleted().is_empty() { ":::" } else { "::" }
}

/// The framed grid of candidates that players know, decided cells as one digit.
pub fn pencilmarks(grid: &Grid) -> String {
    let cell_text = |cell: usize| -> String {
        let digits = grid.digits_of(cell);
        (1..=9).filter(|digit| digits >> (digit - 1) & 1 != 0).map(|d| d.to_string()).collect()
    };
    let cells: Vec<String> = (0..81).map(cell_text).collect();
    let width = |column: usize| (0..9).map(|row| cells[9 * row + column].len()).max().unwrap_or(1);
    let widths: [usize; 9] = std::array::from_fn(width);
    let rule: String = (0..3)
        .map(|stack| "-".repeat(widths[3 * stack..3 * stack + 3].iter().sum::<usize>() + 4))
        .map(|dashes| format!("+{dashes}"))
        .collect::<String>()
        + "+\n";
    let mut text = String::new();
    for row in 0..9 {
        if row % 3 == 0 {
            text += &rule;
        }
        for column in 0..9 {
            text += if column % 3 == 0 { "| " } else { "" };
            text += &format!("{:<1$} ", cells[9 * row + column], widths[column]);
        }
        text += "|\n";
    }
    text + &rule
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cells_are_characters(digits in proptest::collection::vec(0..10_usize, 81)) {
            let mut values = [Cells::EMPTY; 9];
            for (cell, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
                values[digit - 1].insert(cell);
            }
            let expected: String =
                digits.iter().map(|digit| b".123456789"[*digit] as char).collect();
            prop_assert_eq!(clues(&values), expected);
        }
    }
}

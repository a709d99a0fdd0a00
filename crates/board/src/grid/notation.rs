//! Text of puzzles, candidates and CSP variables, in the nrc notation (docs/theory.md, "nrc notation").
//!
//! All numbers are printed from 1: row 0 is `r1`, digit 0 is `n1`.

use super::{Candidate, Candidates, Cell, Cells, Digit, Grid, House, HouseKind, PuzzleState};

/// CSP variable, one of 324 (docs/theory.md, "CSP variables"): a cell, or a digit in a house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variable {
    /// `r3c4`: the digit of the cell.
    Cell(Cell),
    /// `r3n5`, `c3n5`, `b3n5`: the cell of the digit in the house.
    In(House, Digit),
}

impl Variable {
    /// Returns the four variables that a candidate belongs to: rc, rn, cn, bn.
    pub fn of(candidate: Candidate) -> [Variable; 4] {
        let [row, column, block] = candidate.cell.houses().map(|house| Variable::In(house, candidate.digit));
        [Variable::Cell(candidate.cell), row, column, block]
    }

    /// The house and the digit of the variable, unless it is a cell.
    #[doc(hidden)]
    pub fn house(self) -> Option<(House, Digit)> {
        match self {
            Variable::Cell(_) => None,
            Variable::In(house, digit) => Some((house, digit)),
        }
    }

    /// The cells of the variable's candidates: one, or a house.
    #[doc(hidden)]
    pub fn cells(self) -> Cells {
        match self {
            Variable::Cell(cell) => Cells::of(cell),
            Variable::In(house, _) => house.cells(),
        }
    }

    /// `cell`, `row`, `column` or `block`: the kind of the variable.
    #[doc(hidden)]
    pub fn kind(self) -> &'static str {
        match self {
            Variable::Cell(_) => "cell",
            Variable::In(house, _) => house.kind().name(),
        }
    }

    /// The value of the variable in the candidate: `n5`, `c4`, `r2` or `r2c4`.
    #[doc(hidden)]
    pub fn value(self, candidate: Candidate) -> String {
        let Candidate { digit, cell } = candidate;
        match self {
            Variable::Cell(_) => digit.to_string(),
            Variable::In(house, _) => match house.kind() {
                HouseKind::Row => House::column(cell.column()).to_string(),
                HouseKind::Column => House::row(cell.row()).to_string(),
                HouseKind::Block => cell.to_string(),
            },
        }
    }
}

impl std::fmt::Display for Variable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Variable::Cell(cell) => write!(f, "{cell}"),
            Variable::In(house, digit) => write!(f, "{house}{digit}"),
        }
    }
}

impl std::fmt::Display for Candidate {
    /// Writes the candidate as `n7r3c5`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&label(*self))
    }
}

/// Formats the conclusions of a step that removes candidates, in order of cell: `r3c4≠5, r3c6≠5`.
pub fn eliminations(targets: &Candidates) -> String {
    let one = |target: Candidate| format!("{}≠{}", target.cell, target.digit.number());
    let mut targets: Vec<Candidate> = targets.iter().collect();
    targets.sort_by_key(|target| (target.cell, target.digit));
    targets.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Formats one link of a chain, `r3c3{n9 n1}`: the variable, its left-linking candidate, and its
/// right-linking candidate or, at the end of the chain, `.`.
#[doc(hidden)]
pub fn link(variable: Variable, left: Candidate, right: Option<Candidate>) -> String {
    let right = right.map_or(".".to_string(), |right| variable.value(right));
    format!("{variable}{{{} {right}}}", variable.value(left))
}

/// Formats a link whose right-linking object is a g-candidate, `b2n2{r1c5 r3c456}`; `segment` lists the
/// candidates of the g-candidate that are left.
#[doc(hidden)]
pub fn segment_link(variable: Variable, left: Candidate, segment: &[Candidate]) -> String {
    let list = |line: fn(Cell) -> usize| {
        let mut lines: Vec<usize> = segment.iter().map(|label| line(label.cell) + 1).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.iter().map(usize::to_string).collect::<String>()
    };
    let (rows, columns) = (list(Cell::row), list(Cell::column));
    let right = match variable.house().map(|(house, _)| house.kind()) {
        Some(HouseKind::Row) => format!("c{columns}"),
        Some(HouseKind::Column) => format!("r{rows}"),
        _ => format!("r{rows}c{columns}"),
    };
    format!("{variable}{{{} {right}}}", variable.value(left))
}

/// Formats a link whose right-linking object is a subset, `[r3c1 r3c5]{n7r3c5 [r3n1 r3n2]}`: its variables,
/// the left-linking candidate, and the variables that are its transversal sets.
#[doc(hidden)]
pub fn subset_link(members: &[Variable], left: Candidate, transversals: &[Variable]) -> String {
    let list =
        |variables: &[Variable]| variables.iter().map(Variable::to_string).collect::<Vec<_>>().join(" ");
    format!("[{}]{{{} [{}]}}", list(members), label(left), list(transversals))
}

/// Formats a link as HLS2 does (docs/theory.md, "nrc notation"), `n1{r3 r6 r2#n1r2c8}c9`: the left- and the
/// right-linking candidate, then the ignored candidates. After each ignored candidate stands the previous
/// right-linking candidate to which the ignored candidate is linked, or `*` for the target. `planar` selects
/// the form for chains of rn-, cn- or bn-space, `{r1 r3}c7n9`.
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
    match variable {
        Variable::In(house, digit) if !planar && house.kind() == HouseKind::Row => {
            format!("{digit}{house}{values}")
        }
        Variable::In(house, digit) if !planar => format!("{digit}{values}{house}"),
        _ => format!("{values}{variable}"),
    }
}

/// Returns the label of a candidate, `n7r3c5`.
pub fn label(candidate: Candidate) -> String {
    let at = |number: usize| b'1' + number as u8;
    let Candidate { digit, cell } = candidate;
    text(&[b'n', at(digit.index()), b'r', at(cell.row()), b'c', at(cell.column())])
}

/// Returns a grid as 81 characters: the digits of the decided cells, `.` elsewhere.
pub fn puzzle(grid: &Grid) -> String {
    text(&puzzle_bytes(grid))
}

/// Returns the 81 characters of [`puzzle`] as bytes.
#[inline]
pub fn puzzle_bytes(grid: &Grid) -> [u8; 81] {
    clue_bytes(&std::array::from_fn(|digit| grid.plane(Digit::new(digit)) & grid.placed()))
}

/// Returns clues as 81 characters, `.` elsewhere; `values[d]` are the cells of digit `d`.
pub fn clues(values: &[Cells; 9]) -> String {
    text(&clue_bytes(values))
}

fn text(bytes: &[u8]) -> String {
    str::from_utf8(bytes).unwrap_or_default().to_string()
}

/// Returns the 81 characters of [`clues`] as bytes.
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

/// Bit `i` of the index spread to byte `i`.
static SPREAD: [u64; 256] = {
    let mut all = [0; 256];
    let mut at = 0;
    while at < 2048 {
        all[at / 8] |= ((at as u64 / 8) >> (at % 8) & 1) << (8 * (at % 8));
        at += 1;
    }
    all
};

/// Returns candidates as 729 characters, nine for each cell: the digit of each candidate, and `.` elsewhere.
#[doc(hidden)]
pub fn sukaku(candidates: &Candidates) -> String {
    let all = Cell::all().flat_map(|cell| Digit::all().map(move |digit| Candidate::new(digit, cell)));
    all.map(|candidate| match candidates.contains(candidate) {
        true => (b'0' + candidate.digit.number()) as char,
        false => '.',
    })
    .collect()
}

/// Returns a state as a line of HoDoKu's library: the values, with a `+` before each placed value, and the
/// deleted candidates.
pub(super) fn library_line(state: &PuzzleState) -> String {
    let mut text = ":0000:x:".to_string();
    for (cell, &byte) in clue_bytes(&state.values()).iter().enumerate() {
        text += if byte == b'.' || state.given().contains(Cell::new(cell)) { "" } else { "+" };
        text.push(char::from(byte));
    }
    for (k, gone) in state.deleted().iter().enumerate() {
        let (cell, digit) = (gone.cell, gone.digit.number());
        text += if k == 0 { ":" } else { " " };
        text += &format!("{digit}{}{}", cell.row() + 1, cell.column() + 1);
    }
    text + if state.deleted().is_empty() { ":::" } else { "::" }
}

/// Draws the framed grid of candidates that players know, with decided cells as one digit.
pub fn pencilmarks(grid: &Grid) -> String {
    let cell_text = |cell: Cell| -> String {
        let digits = grid.digits_of(cell);
        (1..=9).filter(|digit| digits >> (digit - 1) & 1 != 0).map(|d| d.to_string()).collect()
    };
    let cells: Vec<String> = Cell::all().map(cell_text).collect();
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
                values[digit - 1].insert(Cell::new(cell));
            }
            let expected: String =
                digits.iter().map(|digit| b".123456789"[*digit] as char).collect();
            prop_assert_eq!(clues(&values), expected);
        }
    }
}

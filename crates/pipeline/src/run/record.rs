//! The row of one input line, and its fixed-size record in a run file.

// What is read here comes from outside: no panic (tests/program/source.rs has the list of such files).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use crate::input::LineAt;
use sudoscope_engine::grid::{Candidates, Cells, LineError, LineErrorKind, Puzzle};
use sudoscope_engine::scale::{Climb, Outcome, Rating, Scale, Status, Tally};

/// What became of one data line (a line that is not blank, a comment or a header).
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Which of the inputs, from 0.
    pub file: u16,
    /// Line number in it, from 1.
    pub line: u64,
    /// The status.
    pub status: Status,
    /// The puzzle; one without clues when the line is none.
    pub puzzle: Puzzle,
    /// Why the line is not a puzzle, when it is not.
    pub error: Option<LineError>,
    /// One climb for each ladder, or none if the puzzle was not rated.
    pub climbs: Vec<Climb>,
    /// The numbers read from the line, as many as the run reads; NaN where the line has none.
    pub against: Vec<f64>,
    /// The columns kept from the line, as many as the run keeps, as `kept_text` cuts them.
    pub kept: Vec<String>,
}

impl Row {
    /// Whether it is a puzzle with ratings, or with ladders that do not solve it; none of them proved that it has no
    /// solution, where that was not checked.
    pub fn is_rated(&self) -> bool {
        !self.climbs.is_empty() && self.status != Status::NoSolution
    }

    /// Where its line stands.
    pub fn at(&self) -> LineAt {
        LineAt { file: self.file, line: self.line }
    }

    /// Number of clues; none in a sukaku.
    pub fn clue_count(&self) -> usize {
        self.puzzle.clue_count()
    }
}

/// The layout of the records of a run. All numbers are little-endian.
///
/// ```text
///    0  line      u64             19  puzzle   93 bytes (below)
///    8  file      u16            112  climbs   for each scale:
///   10  status    u8                        outcome  u8
///   11  error     u8, details 2 u8          ratings  u32 for each column of the scale, 0 without a rating
///   14  column    u32                       tallies  for each item of the scale:
///   18  row       u8                                 firings u16, eliminations u16, placements u8
///                               against  for each number read from the line: f64
///                               kept     for each column kept: its length u8, 95 bytes
/// ```
///
/// A puzzle is a 0 and 41 bytes of clues, two cells each, where 0 is a blank; or, a sukaku, a 1 and a bit for each
/// candidate, digit by digit.
///
/// Counts beyond their width are stored as the largest number (a puzzle has at most 81 placements and 648
/// eliminations; firings beyond 65,535 have not been seen).
pub struct Layout {
    scales: Vec<Shape>,
    /// Numbers read from the line.
    against: usize,
    /// Columns kept from it.
    kept: usize,
}

/// What of a scale decides the layout.
struct Shape {
    items: usize,
    /// The highest value of each column, if it has one.
    columns: Vec<Option<u32>>,
}

impl Shape {
    fn of(scale: &Scale) -> Shape {
        let columns = (0..scale.columns.len()).map(|at| scale.values(at).last().copied());
        Shape { items: scale.items.len(), columns: columns.collect() }
    }

    /// Bytes before the tallies.
    fn head(&self) -> usize {
        1 + VALUE * self.columns.len()
    }

    fn width(&self) -> usize {
        self.head() + TALLY * self.items
    }
}

const PUZZLE_AT: usize = 19;
const PUZZLE: usize = 1 + 729_usize.div_ceil(8);
const CLIMBS_AT: usize = PUZZLE_AT + PUZZLE;
const TALLY: usize = 5;
const VALUE: usize = 4;
const NUMBER: usize = 8;
const KEPT: usize = 96;
const NOT_CLIMBED: u8 = 255;

impl Layout {
    /// The layout of records for these ladders, so many numbers read from the line, and so many columns kept from it.
    pub fn new(scales: &[Scale], against: usize, kept: usize) -> Layout {
        Layout { scales: scales.iter().map(Shape::of).collect(), against, kept }
    }

    /// Bytes of a record.
    pub fn width(&self) -> usize {
        self.against_at() + NUMBER * self.against + KEPT * self.kept
    }

    fn against_at(&self) -> usize {
        CLIMBS_AT + self.scales.iter().map(Shape::width).sum::<usize>()
    }

    /// Appends the record of `row`.
    pub fn encode(&self, row: &Row, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(row.line.to_le_bytes());
        out.extend(row.file.to_le_bytes());
        out.push(Status::ALL.iter().position(|&s| s == row.status).unwrap_or_default() as u8);
        out.extend(encode_error(row.error));
        encode_puzzle(&row.puzzle, out);
        for (shape, climb) in self.scales.iter().zip(&row.climbs) {
            encode_outcome(climb.outcome, shape, out);
            for tally in &climb.tallies {
                out.extend(clamp(tally.firings).to_le_bytes());
                out.extend(clamp(tally.eliminations).to_le_bytes());
                out.push(tally.placements.min(255) as u8);
            }
        }
        if row.climbs.is_empty() {
            out.resize(start + self.against_at(), NOT_CLIMBED);
        }
        row.against.iter().for_each(|number| out.extend(number.to_le_bytes()));
        row.kept.iter().for_each(|text| encode_text(text, out));
        debug_assert_eq!(out.len(), start + self.width());
    }

    /// The row of a record; `None` if the bytes are not one.
    pub fn decode(&self, bytes: &[u8]) -> Option<Row> {
        let (head, mut rest) = bytes.split_first_chunk::<CLIMBS_AT>()?;
        let mut climbs = Vec::with_capacity(self.scales.len());
        for shape in &self.scales {
            let (climb, after) = rest.split_at_checked(shape.width())?;
            rest = after;
            let (head, tallies) = climb.split_at_checked(shape.head())?;
            let (&code, values) = head.split_first()?;
            if code != NOT_CLIMBED {
                let outcome = decode_outcome(code, values, shape)?;
                let tallies = tallies.as_chunks().0.iter().map(decode_tally).collect();
                climbs.push(Climb { outcome, tallies });
            }
        }
        // A puzzle is climbed by all ladders or by none.
        if ![0, self.scales.len()].contains(&climbs.len()) {
            return None;
        }
        let (numbers, rest) = rest.split_at_checked(NUMBER * self.against)?;
        let (kept, _) = rest.split_at_checked(KEPT * self.kept)?;
        let numbers = numbers.as_chunks().0.iter();
        let line = u64::from_le_bytes(head[..8].try_into().ok()?);
        Some(Row {
            // Lines count from 1: what was never written is zeros on some disks.
            line: (line > 0).then_some(line)?,
            file: u16::from_le_bytes(head[8..10].try_into().ok()?),
            status: *Status::ALL.get(head[10] as usize)?,
            error: decode_error(head[11..PUZZLE_AT].try_into().ok()?)?,
            puzzle: decode_puzzle(&head[PUZZLE_AT..])?,
            climbs,
            against: numbers.map(|&bytes| f64::from_le_bytes(bytes)).collect(),
            kept: kept.as_chunks().0.iter().map(decode_text).collect::<Option<_>>()?,
        })
    }
}

/// What is kept of a text in a record: all of it, or its beginning and `…` if it has more than 95 bytes.
pub(super) fn kept_text(text: &str) -> String {
    const MARK: &str = "…";
    if text.len() < KEPT {
        return text.to_string();
    }
    let end = (0..KEPT - MARK.len()).rev().find(|&at| text.is_char_boundary(at));
    let start = text.get(..end.unwrap_or_default()).unwrap_or_default();
    format!("{start}{MARK}")
}

fn encode_text(text: &str, out: &mut Vec<u8>) {
    let text = kept_text(text);
    let end = out.len() + KEPT;
    out.push(text.len() as u8);
    out.extend(text.as_bytes());
    out.resize(end, 0);
}

fn decode_text(bytes: &[u8; KEPT]) -> Option<String> {
    let (&length, text) = bytes.split_first()?;
    let (text, rest) = text.split_at_checked(length.into())?;
    rest.iter().all(|&byte| byte == 0).then(|| str::from_utf8(text).ok().map(str::to_string))?
}

fn clamp(count: u32) -> u16 {
    count.min(u32::from(u16::MAX)) as u16
}

fn decode_tally(&[f0, f1, e0, e1, placements]: &[u8; TALLY]) -> Tally {
    Tally {
        firings: u32::from(u16::from_le_bytes([f0, f1])),
        eliminations: u32::from(u16::from_le_bytes([e0, e1])),
        placements: u32::from(placements),
    }
}

fn encode_outcome(outcome: Outcome, shape: &Shape, out: &mut Vec<u8>) {
    out.push(match outcome {
        Outcome::Solved(_) => 0,
        Outcome::Unsolved => 1,
        Outcome::Budget => 2,
        Outcome::NoSolution => 3,
    });
    let Rating(values) = outcome.rating().unwrap_or_default();
    let values = values.iter().take(shape.columns.len());
    out.extend(values.flat_map(|value| value.to_le_bytes()));
}

fn decode_outcome(code: u8, values: &[u8], shape: &Shape) -> Option<Outcome> {
    let mut rating = Rating::default();
    let values = values.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
    for ((mine, value), most) in rating.0.iter_mut().zip(values).zip(&shape.columns) {
        *mine = most.is_none_or(|most| value <= most).then_some(value)?;
    }
    match code {
        0 => Some(Outcome::Solved(rating)),
        1 => Some(Outcome::Unsolved),
        2 => Some(Outcome::Budget),
        3 => Some(Outcome::NoSolution),
        _ => None,
    }
}

fn encode_error(error: Option<LineError>) -> [u8; 8] {
    let Some(LineError { kind, column, row }) = error else { return [0; 8] };
    let [code, first, second] = match kind {
        LineErrorKind::TooShort(cells) => [1, cells, 0],
        LineErrorKind::BadCell(byte) => [2, byte, 0],
        LineErrorKind::TooLong => [3, 0, 0],
        LineErrorKind::NoColumn => [4, 0, 0],
        LineErrorKind::CarriageReturn => [5, 0, 0],
        LineErrorKind::BadMark(byte, digit) => [6, byte, digit],
        LineErrorKind::NoCandidate => [7, 0, 0],
        LineErrorKind::RowCells(cells) => [8, cells, 0],
        LineErrorKind::Rows(rows) => [9, rows, 0],
        LineErrorKind::Sukaku => [10, 0, 0],
        LineErrorKind::NoObject => [11, 0, 0],
        LineErrorKind::NoPuzzle => [12, 0, 0],
        LineErrorKind::NoText => [13, 0, 0],
    };
    let [a, b, c, d] = column.to_le_bytes();
    [code, first, second, a, b, c, d, row]
}

/// The inner `None` is "no error", the outer one "not a record".
fn decode_error([code, first, second, a, b, c, d, row]: [u8; 8]) -> Option<Option<LineError>> {
    let kind = match code {
        0 => return Some(None),
        1 => LineErrorKind::TooShort(first),
        2 => LineErrorKind::BadCell(first),
        3 => LineErrorKind::TooLong,
        4 => LineErrorKind::NoColumn,
        5 => LineErrorKind::CarriageReturn,
        6 => LineErrorKind::BadMark(first, second),
        7 => LineErrorKind::NoCandidate,
        8 => LineErrorKind::RowCells(first),
        9 => LineErrorKind::Rows(first),
        10 => LineErrorKind::Sukaku,
        11 => LineErrorKind::NoObject,
        12 => LineErrorKind::NoPuzzle,
        13 => LineErrorKind::NoText,
        _ => return None,
    };
    Some(Some(LineError { kind, column: u32::from_le_bytes([a, b, c, d]), row }))
}

/// Appends the bytes of a puzzle.
fn encode_puzzle(puzzle: &Puzzle, out: &mut Vec<u8>) {
    let end = out.len() + PUZZLE;
    match puzzle {
        Puzzle::Clues(clues) => {
            out.push(0);
            out.extend(pack(clues));
            out.resize(end, 0);
        }
        Puzzle::Sukaku(candidates) => {
            out.push(1);
            let plane = |&plane: &Cells| (0..81).map(move |cell| plane.contains(cell));
            let bits: Vec<bool> = candidates.0.iter().flat_map(plane).collect();
            let byte =
                |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
            out.extend(bits.chunks(8).map(byte));
        }
    }
}

/// The puzzle of these bytes.
fn decode_puzzle(bytes: &[u8]) -> Option<Puzzle> {
    let (kind, bytes) = bytes.split_first()?;
    match kind {
        0 => Some(Puzzle::Clues(unpack(bytes))),
        1 => {
            let mut bits =
                bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 != 0));
            let mut plane = || (0..81).filter(|_| bits.next() == Some(true)).collect();
            Some(Puzzle::Sukaku(Candidates([(); 9].map(|()| plane()))))
        }
        _ => None,
    }
}

/// Bytes of packed clues.
pub(crate) const PACKED: usize = 41;

/// Two cells a byte, the first in the low half.
#[expect(clippy::indexing_slicing, reason = "a cell is below 81")]
pub(crate) fn pack(clues: &[Cells; 9]) -> [u8; PACKED] {
    let mut packed = [0; PACKED];
    for (digit, cells) in clues.iter().enumerate() {
        for cell in *cells {
            packed[cell / 2] |= (digit as u8 + 1) << (4 * (cell % 2));
        }
    }
    packed
}

fn unpack(packed: &[u8]) -> [Cells; 9] {
    let mut clues = [Cells::EMPTY; 9];
    let digits = packed.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    for (cell, digit) in digits.take(81).enumerate() {
        if let Some(cells) = clues.get_mut(usize::from(digit).wrapping_sub(1)) {
            cells.insert(cell);
        }
    }
    clues
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoscope_engine::grid::parse_puzzle;

    fn rows() -> (Layout, Vec<Row>) {
        let scales = [Scale::named("BRT").unwrap(), Scale::named("S").unwrap()];
        let line =
            "1.345678923..............................................................7......9";
        let climb = |scale: &Scale, outcome| {
            let tally = |k| Tally { firings: 7 * k, eliminations: 600 + k, placements: k };
            Climb { outcome, tallies: (0..scale.items.len() as u32).map(tally).collect() }
        };
        let rated = Row {
            file: 3,
            line: 5_000_000_123,
            status: Status::Unsolved,
            puzzle: parse_puzzle(line.as_bytes()).unwrap().into(),
            error: None,
            climbs: vec![
                climb(&scales[0], Outcome::Unsolved),
                climb(&scales[1], Outcome::Solved(3.into())),
            ],
            against: vec![8.3, -0.5],
            kept: vec!["id 7".to_string()],
        };
        let kinds = [
            LineErrorKind::TooShort(80),
            LineErrorKind::BadCell(b'x'),
            LineErrorKind::TooLong,
            LineErrorKind::NoColumn,
            LineErrorKind::CarriageReturn,
            LineErrorKind::BadMark(b'3', 7),
            LineErrorKind::NoCandidate,
            LineErrorKind::RowCells(8),
            LineErrorKind::Rows(10),
            LineErrorKind::Sukaku,
        ];
        let reject = |kind| Row {
            status: Status::Invalid,
            puzzle: Puzzle::default(),
            error: Some(LineError { kind, column: 70_000, row: 5 }),
            climbs: vec![],
            ..rated.clone()
        };
        let mut rows: Vec<Row> = kinds.map(reject).to_vec();
        let sukaku = Puzzle::sukaku_of(&rated.puzzle.grid());
        rows.push(Row { puzzle: sukaku, ..rated.clone() });
        rows.push(rated);
        (Layout::new(&scales, 2, 1), rows)
    }

    #[test]
    fn records_come_back_as_they_were() {
        let (layout, rows) = rows();
        let mut bytes = Vec::new();
        rows.iter().for_each(|row| layout.encode(row, &mut bytes));
        assert_eq!(bytes.len(), rows.len() * layout.width());
        let back: Vec<Row> =
            bytes.chunks(layout.width()).map(|record| layout.decode(record).unwrap()).collect();
        assert_eq!(back, rows);
    }

    #[test]
    fn any_bytes_decode_or_are_refused() {
        let (layout, rows) = rows();
        let mut bytes = Vec::new();
        layout.encode(rows.last().unwrap(), &mut bytes);
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0xff;
            let _ = layout.decode(&broken);
            assert_eq!(layout.decode(&bytes[..at]), None);
        }
    }
}

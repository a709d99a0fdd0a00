//! Records decode to the rows they encode, and invalid bytes are refused.

use super::*;
use smallvec::smallvec;
use sudoscope_engine::grid::parse_puzzle;

fn rows() -> (Layout, Vec<Row>) {
    let scales = [Scale::named("BRT").unwrap(), Scale::named("S").unwrap()];
    let line = "1.345678923..............................................................7......9";
    let climb = |scale: &Scale, outcome| {
        let tally = |k| Tally { steps: 7 * k, eliminations: 600 + k, placements: k };
        Climb { outcome, tallies: (0..scale.items.len() as u32).map(tally).collect() }
    };
    let rated = Row {
        file: 3,
        line: 5_000_000_123,
        status: Status::Unsolved,
        puzzle: parse_puzzle(line.as_bytes()).unwrap().into(),
        error: None,
        climbs: smallvec![climb(&scales[0], Outcome::Unsolved), climb(&scales[1], Outcome::Solved(3.into()))],
        against: [8.3, -0.5].into(),
        kept: ["id 7".to_string()].into(),
        solution: None,
        left_out: None,
    };
    let kinds = [
        LineErrorKind::Parse(TooShort(80)),
        LineErrorKind::Parse(BadCell(b'x')),
        LineErrorKind::Parse(TooLong),
        LineErrorKind::NoColumn,
        LineErrorKind::Parse(CarriageReturn),
        LineErrorKind::Parse(BadMark(b'3', 7)),
        LineErrorKind::Parse(NoCandidate),
        LineErrorKind::Parse(RowCells(8)),
        LineErrorKind::Parse(Rows(10)),
        LineErrorKind::Sukaku,
        LineErrorKind::Size(16),
        LineErrorKind::Link(1, None),
        LineErrorKind::Link(0, Some(4)),
        LineErrorKind::TwoMembers,
    ];
    let reject = |kind| Row {
        status: Status::Invalid,
        puzzle: Puzzle::default(),
        error: Some(LineError { kind, column: 70_000, row: 5 }),
        climbs: SmallVec::new(),
        ..rated.clone()
    };
    let mut rows: Vec<Row> = kinds.map(reject).to_vec();
    let sukaku = Puzzle::sukaku_of(&rated.puzzle.grid());
    let state = Puzzle::of_values(&rated.puzzle.clues(), Cells::of(Cell::new(3)), &Candidates::EMPTY);
    rows.extend([sukaku, state].map(|puzzle| Row { puzzle, ..rated.clone() }));
    rows.push(rated);
    (Layout::new(&scales, 2, 1), rows)
}

#[test]
fn records_come_back_as_they_were() {
    let (layout, rows) = rows();
    for row in rows {
        let mut bytes = Vec::new();
        layout.encode(&row, &mut bytes);
        assert!(bytes.len() - row.kept[0].len() <= layout.longest());
        assert_eq!(layout.decode(&bytes), Some(row));
    }
}

#[test]
fn any_clues_come_back() {
    for count in 0..=81 {
        for first in [1, 4, 9] {
            let digit = |cell: usize| (first + cell * cell) % 9 + 1;
            let mut clues = [Cells::EMPTY; 9];
            // Cells from both ends; and only nines, the largest number.
            let cell = |k: usize| if k.is_multiple_of(2) { k / 2 } else { 80 - k / 2 };
            for cell in (0..count).map(cell) {
                clues[if first == 9 { 8 } else { digit(cell) - 1 }].insert(Cell::new(cell));
            }
            let mut bytes = Vec::new();
            encode_puzzle(&Puzzle::Clues(clues), &mut bytes);
            let needed = count as f64 * 9_f64.log2() / 8.0;
            assert!((bytes.len() - CELLS_BYTES) as f64 <= needed + 1.2 + count as f64 / 100.0);
            let back = decode_puzzle(PuzzleForm::Clues, &mut bytes.as_slice());
            assert_eq!(back, Some(Puzzle::Clues(clues)));
        }
    }
}

#[test]
fn numbers_come_back() {
    for number in (0..64).flat_map(|bits| [(1_u64 << bits) - 1, 1 << bits]).chain([u64::MAX]) {
        let mut bytes = Vec::new();
        put(number, &mut bytes);
        assert!(bytes.len() <= VARINT);
        assert_eq!(take(&mut bytes.as_slice()), Some(number));
    }
    assert_eq!(take(&mut [0xff; 9].as_slice()), None);
    assert_eq!(take(&mut [[0xff; 9].as_slice(), &[2]].concat().as_slice()), None);
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

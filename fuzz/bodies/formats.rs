//! Puzzles in any textual form.

use sudoscope::grid::{self, Cell, Digit, Grid, House, Puzzle};
use sudoscope::input::{FORMS, Found, read_puzzle};

/// Reads any text as a puzzle in any form. A puzzle that is printed must read back the same, and the position
/// of an error must be inside the text.
fn read(text: &[u8]) -> Option<Puzzle> {
    match read_puzzle(text) {
        Ok(Found { puzzle, end }) => {
            assert!(end <= text.len());
            let printed = puzzle.to_string();
            let again = read_puzzle(printed.as_bytes()).expect("it was printed");
            assert_eq!((again.puzzle, again.end), (puzzle, printed.len()));
            assert!(puzzle.clue_count() <= 81);
            Some(puzzle)
        }
        Err(error) => {
            assert!(error.column >= 1 && error.column as usize <= text.len() + 1, "{error:?}");
            assert!(error.row <= 9 && !error.to_string().is_empty());
            None
        }
    }
}

/// Takes 729 characters, in which a byte that is neither digit nor blank changes the template.
pub fn sukaku(bytes: &[u8]) {
    let mut text: Vec<u8> = b"123456789".repeat(81);
    for (mark, &byte) in text.iter_mut().zip(bytes) {
        *mark = if byte % 3 == 0 { b'.' } else { *mark };
    }
    if let [.., at, byte] = *bytes {
        let place = bytes.len() * 7 + usize::from(at);
        text[place % 729] = byte;
    }
    let naive = |k: usize| text[k] == b'1' + (k % 9) as u8;
    let is_blank = |k: usize| b".0*_-".contains(&text[k]);
    let is_sound = (0..729).all(|k| naive(k) || is_blank(k));
    match read(&text) {
        Some(Puzzle::Sukaku(candidates)) => {
            assert!(is_sound);
            for k in 0..729 {
                let candidate = grid::Candidate::new(Digit::new(k % 9), Cell::new(k / 9));
                assert_eq!(candidates.contains(candidate), naive(k), "{k}");
            }
        }
        // The byte may split the text into fields of 81 cells and others.
        Some(_) => assert!(!is_sound),
        None => assert!(!is_sound),
    }
    read(bytes);
}

/// Takes a line of HoDoKu's library: the puzzle has the same givens as the line without its signs, and lacks
/// only the candidates that the line lists and the candidates that the givens exclude. Contradictory givens
/// are clues.
pub fn hodoku(bytes: &[u8]) {
    read(bytes);
    let line = [b":0000:1:", bytes].concat();
    let puzzle = read(&line);
    let is_library = bytes.contains(&b':') && !bytes.contains(&b'\n');
    let Some(puzzle) = puzzle.filter(|_| is_library) else { return };
    let mut fields = bytes.split(|&byte| byte == b':');
    let givens: Vec<u8> =
        fields.next().unwrap_or_default().iter().copied().filter(|&byte| byte != b'+').collect();
    let cell = |byte: &u8| if b"xX?oO".contains(byte) { b'.' } else { *byte };
    let givens: Vec<u8> = givens.iter().map(cell).collect();
    let clues = grid::parse_puzzle(&givens).expect("the givens were read");
    // Values that stand twice in a house form no state, and have no candidates to lack.
    if House::all().any(|house| clues.iter().any(|plane| (*plane & house.cells()).len() > 1)) {
        return assert_eq!(puzzle, Puzzle::Clues(clues));
    }
    let given = Grid::from_clues(&clues);
    let listed = String::from_utf8_lossy(fields.next().unwrap_or_default()).into_owned();
    let is_listed = |digit: Digit, cell: Cell| {
        let word = format!("{}{}{}", digit.number(), cell.row() + 1, cell.column() + 1);
        listed.split_ascii_whitespace().any(|listed| listed == word)
    };
    let start = puzzle.grid();
    for (digit, cell) in Digit::all().flat_map(|digit| Cell::all().map(move |cell| (digit, cell))) {
        let candidate = grid::Candidate::new(digit, cell);
        let left = given.allows(candidate) && !is_listed(digit, cell);
        assert_eq!(start.allows(candidate), left, "{candidate:?}");
    }
}

/// Takes the example of a form, chosen by the first byte, with other bytes inserted, put before it, or
/// written over it from some place on.
pub fn forms(bytes: &[u8]) {
    let [which, at, bytes @ ..] = bytes else { return };
    let form = &FORMS[usize::from(*which) % FORMS.len()];
    let mut text = form.example.as_bytes().to_vec();
    let at = usize::from(*at) * text.len() / 256;
    read(&[&text[..at], bytes, &text[at..]].concat());
    read(&[bytes, &text[..]].concat());
    for (own, byte) in text[at..].iter_mut().zip(bytes) {
        *own = *byte;
    }
    let _ = (form.read)(&text);
    read(&text);
    read(&text[..at]);
}

/// Takes bytes as part of a matrix: before, between and behind its rows, and in place of a cell.
pub fn matrices(bytes: &[u8]) {
    let row = b"[0, 0, 3, 4, None, 5.0, _, nil, 9]";
    let rows = |between: &[u8]| [row.as_slice(); 9].join(between);
    for text in [
        rows(bytes),
        [bytes, b"[", &rows(b",\n"), b"]", bytes].concat(),
        [b"[", bytes, b", 1 2 3\n", &rows(b"\n")].concat(),
        bytes.chunks(9).collect::<Vec<_>>().join(&b"], ["[..]),
        [b"https://example.org/?p=", bytes, b"&q=.~R1C1_", bytes].concat(),
        [b"S9B", bytes].concat(),
        [b"3x3:", bytes].concat(),
    ] {
        read(&text);
    }
}

/// Takes lines of a grid, alone and after lines of a good one: nine rows must be read as their cells say.
pub fn rows(bytes: &[u8]) {
    read(bytes);
    let good = "..34.....\n|.5.|..9|12.|\n---+---+---\n7 . . | . 2 . | . . .\n";
    read(&[good.as_bytes(), bytes].concat());
    let cells: Vec<u8> = bytes.iter().map(|byte| b".123456789"[usize::from(byte % 10)]).collect();
    if cells.len() >= 81 {
        let framed: Vec<Vec<u8>> = cells[..81].chunks(9).map(|row| row.to_vec()).collect();
        let found = read(&framed.join(&b"|\n|"[..]));
        let clues = grid::parse_puzzle(&cells[..81]).expect("they are cells");
        assert_eq!(found, Some(Puzzle::Clues(clues)));
    }
}

/// Takes columns of a table: a puzzle among other fields must be found in any column.
pub fn fields(bytes: &[u8]) {
    read(bytes);
    let Some((&at, rest)) = bytes.split_first() else { return };
    let puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let separator = *b",\t; ".get(usize::from(at % 4)).expect("one of four");
    // Words without separators, and too short to be puzzles themselves.
    let words = rest.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<&[u8]> = words.filter(|word| word.len() < 60).take(8).collect();
    let place = usize::from(at / 4) % (words.len() + 1);
    words.insert(place, puzzle.as_bytes());
    let line = words.join(&separator);
    let found = read_puzzle(&line).expect("it has a puzzle");
    assert_eq!(found.puzzle.to_string(), puzzle);
    assert_eq!(&line[found.end - 81..found.end], puzzle.as_bytes());
}

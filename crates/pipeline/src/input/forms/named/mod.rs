//! Puzzles that name their board: cells with a layout, SumoCue, and links or game ids whose rules are those
//! of a board.
//!
//! ```text
//!   cells and layout, SumoCue     layout.rs ──────┐
//!   f-puzzles, SudokuPad          objects.rs ─────┤
//!   short links of SudokuPad      short.rs ───────┤
//!   Interactive Sudoku Solver     constraints.rs ─┼▶ rules.rs: the text of the board
//!   Solo                          solo.rs ────────┘
//! ```

mod layout;
mod objects;
mod rules;
mod short;

pub(in crate::input) use layout::{are_cells, are_layout};
pub(super) use objects::is_of_boards;
pub(super) use rules::{Regions, Rules};
pub(super) use short::has_rules;

use super::{LineError, LineErrorKind, ShortName, SiteObject, constraints, links, site_objects, solo};
use crate::input::fields::pieces;
use crate::input::kind::is_object;
use crate::input::object::with_object;

/// Puzzle and its board.
#[derive(Debug)]
pub(crate) struct Named {
    /// The text of the board.
    pub board: String,
    /// The cells, one byte each.
    pub cells: Vec<u8>,
}

/// Result of reading a text in some form that names the board; `None` if the text is not in that form.
pub(super) type Attempt = Option<Result<Named, LineErrorKind>>;

/// Text of the board that has no more rules.
const PLAIN: &str = "plain";

/// Reads a puzzle that names its board; `None` if the text is none, or one of the plain board.
pub(in crate::input) fn named(text: &[u8]) -> Option<Result<Named, LineError>> {
    let text = text.trim_ascii();
    let separates = |byte: &u8| byte.is_ascii_whitespace() || b",;\"".contains(byte);
    let words: Vec<&[u8]> =
        pieces(text, separates).map(|(_, word)| word).filter(|word| !word.is_empty()).collect();
    let in_word = |word: &[u8]| layout::in_one(word).or_else(|| layout::sumo_cue(word)).or_else(|| id(word));
    let in_words = || id(text).or_else(|| words.iter().find_map(|word| in_word(word)));
    let read = match links::link(text) {
        _ if is_object(text) => {
            let object = with_object(text, |object| object.of_site()).ok().flatten();
            object.map(|object| of_object(&object))
        }
        Some(link) => in_link(&link),
        None => in_words().or_else(|| layout::in_two(&words)),
    };
    let read = read.filter(|read| !read.as_ref().is_ok_and(|named| named.board == PLAIN))?;
    Some(read.map_err(|kind| LineError::at(0, kind)))
}

/// Returns the mistake of a text with a board, where a puzzle of the plain board is read.
#[cold]
pub(super) fn names_board(text: &[u8]) -> Option<LineError> {
    let named = named(text)?.ok()?;
    Some(LineError::at(0, LineErrorKind::NamesBoard(ShortName::of(&named.board))))
}

/// Reads an object of f-puzzles or SudokuPad.
fn of_object(SiteObject { site, members }: &SiteObject) -> Result<Named, LineErrorKind> {
    let named = objects::named(members);
    named.map_err(|rule| LineErrorKind::Link(*site, site_objects::rule_number(rule).or(Some(0))))
}

/// Returns the mistake of an object with a rule that is not classic, where a puzzle of the plain board is
/// read.
pub(super) fn mistake_of(object: &SiteObject, rule: Option<u8>) -> LineErrorKind {
    // The page in the browser has no boards.
    let named = if cfg!(target_family = "wasm") { None } else { Some(of_object(object)) };
    match named {
        Some(Ok(named)) if named.board != PLAIN => LineErrorKind::NamesBoard(ShortName::of(&named.board)),
        Some(Err(error)) => error,
        _ => LineErrorKind::Link(object.site, rule),
    }
}

/// Reads constraints on cells, or a game id.
fn id(word: &[u8]) -> Attempt {
    constraints::named(word).or_else(|| solo::named(word))
}

/// Reads the parts of a link.
fn in_link(link: &links::Link) -> Attempt {
    link.pieces().find_map(|piece| {
        let members = link.site.and_then(|site| Some((site, site_objects::object(&piece)?)));
        match members.map(|(site, members)| SiteObject { site, members }) {
            Some(object) => Some(of_object(&object)),
            None if link.site == Some(site_objects::SUDOKUPAD) => short::named(&piece).or_else(|| id(&piece)),
            None => id(&piece).or_else(|| layout::in_one(&piece)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::forms::lz_string::packed;

    /// Returns the board that a text names, and its cells, or the mistake.
    fn told(text: &str) -> String {
        match named(text.as_bytes()) {
            None => "plain".to_string(),
            Some(Ok(Named { board, cells })) => format!("{board} {}", String::from_utf8(cells).unwrap()),
            Some(Err(error)) => error.to_string(),
        }
    }

    fn f_puzzles(members: &str, size: usize, cell: impl Fn(usize, usize) -> String) -> String {
        let row =
            |row| format!("[{}]", (0..size).map(|column| cell(row, column)).collect::<Vec<_>>().join(","));
        let grid = (0..size).map(row).collect::<Vec<_>>().join(",");
        let object = format!("{{\"size\":{size},\"grid\":[{grid}],\"title\":\"t\"{members}}}");
        format!("https://www.f-puzzles.com/?load={}", packed(&object).replace('/', "%2F"))
    }

    /// Names the cells of a rectangle, as f-puzzles (from 1) or SudokuPad (from 0).
    fn square(rows: [usize; 3], columns: [usize; 3], is_pad: bool) -> String {
        let cells = rows.iter().flat_map(|row| columns.map(|column| (row, column)));
        let name = |(row, column)| match is_pad {
            true => format!("[{row},{column}]"),
            false => format!("\"R{}C{}\"", row + 1, column + 1),
        };
        cells.map(name).collect::<Vec<_>>().join(",")
    }

    const LOW: [usize; 3] = [1, 2, 3];
    const HIGH: [usize; 3] = [5, 6, 7];

    fn windows(is_pad: bool) -> [String; 4] {
        [[LOW, LOW], [LOW, HIGH], [HIGH, LOW], [HIGH, HIGH]].map(|[r, c]| square(r, c, is_pad))
    }

    #[test]
    fn rules_of_f_puzzles_name_boards() {
        let blank = |_, _| "{}".to_string();
        let extra = windows(false).map(|cells| format!("{{\"cells\":[{cells}]}}")).join(",");
        for (members, board) in [
            ("", "plain"),
            (",\"diagonal+\":true", "d2"),
            (",\"diagonal-\":true,\"diagonal+\":true", "x"),
            (",\"antiknight\":true,\"nonconsecutive\":true,\"antiking\":false", "antiknight+nc"),
            (",\"disjointgroups\":true,\"antiking\":true", "dg+antiking"),
            (&format!(",\"diagonal-\":true,\"extraregion\":[{extra}]"), "d1+windoku"),
            (",\"extraregion\":[{\"cells\":[\"R1C1\",\"R9C9\"]}]", "an f-puzzles puzzle with extra regions"),
            (",\"diagonal+\":true,\"thermometer\":[{}]", "an f-puzzles puzzle with thermometers"),
            (",\"antiking\":true,\"killercage\":[{\"cells\":[]}]", "an f-puzzles puzzle with killer cages"),
        ] {
            let found = told(&f_puzzles(members, 9, blank));
            assert_eq!(found.trim_end_matches(['.', ' ']), board, "{members}");
        }
        let given = |row: usize, column: usize| match (row, column) {
            (0, 1) => "{\"value\":6,\"given\":true}".to_string(),
            (1, 0) => "{\"value\":2}".to_string(),
            _ => "{}".to_string(),
        };
        assert_eq!(told(&f_puzzles("", 6, given)), format!("6x6 .6{}", ".".repeat(34)));
        // Two cells of the rows are exchanged.
        let region = |row: usize, column: usize| {
            format!("{{\"region\":{}}}", if row < 2 && column == 8 { 7 + row } else { 8 - row })
        };
        assert!(told(&f_puzzles("", 9, region)).starts_with("jigsaw:AAAAAAAABBBBBBBBBACCC"));
        let no_region = |_, _| "{\"region\":null}".to_string();
        assert!(told(&f_puzzles("", 9, no_region)).starts_with("latin ."));
        assert!(told(&f_puzzles("", 16, blank)).ends_with("a grid that is not 9 x 9"));
    }

    fn sudoku_pad(members: &str) -> String {
        let row = "[{},{},{v:5},{},{},{},{},{},{}]";
        format!("scl{}", packed(&format!("{{cs:50,ce:[{}]{members}}}", [row; 9].join(","))))
    }

    #[test]
    fn rules_of_sudoku_pad_name_boards() {
        let windoku = windows(true).map(|cells| format!("{{ce:[{cells}],style:'windoku',sum:45}}")).join(",");
        for (members, board) in [
            ("", "plain"),
            (",global:['antiknight','nonconsecutive']", "antiknight+nc"),
            (",l:[{wp:[[0,0],[9,9]],color:'#34BBE6'},{wp:[[9,0],[0,9]]}]", "x"),
            (",'diagonal-':t", "d1"),
            (&format!(",ca:[{{value:'author: x'}},{windoku}]"), "windoku"),
            (&format!(",ca:[{windoku}],underlays:[{{center:[2.5,2.5]}}]"), "windoku"),
            (
                &format!(",ca:[{windoku}],underlays:[{{center:[0.5,2.5]}}]"),
                "a SudokuPad puzzle with other rules",
            ),
            (",l:[{wp:[[0,0],[3,3]]}]", "a SudokuPad puzzle with lines"),
            (",ca:[{ce:[[0,0],[0,1]],value:'7'}]", "a SudokuPad puzzle with cages"),
            (",global:['entropy']", "a SudokuPad puzzle with other rules"),
            (",metadata:{norowcol:t}", "a SudokuPad puzzle with other rules"),
        ] {
            let found = told(&sudoku_pad(members));
            assert_eq!(found.split(" ..5").next().unwrap(), board, "{members}");
        }
    }

    #[test]
    fn constraints_name_boards() {
        let cells = ".~R1C8_1~R2C5_2";
        for (text, board) in [
            (format!(".Diagonal~1.Diagonal~-1.Windoku{cells}"), "x+windoku"),
            (format!("{cells}.DisjointSets.AntiConsecutive"), "dg+nc"),
            (format!("{cells}.NoBoxes.AntiKing"), "latin+antiking"),
            (format!(".Shape~6x6.AntiKnight{cells}"), "plain"),
            (
                ".Shape~6x6.AntiKnight.~R1C2_3.AllDifferent~R1C1~R2C2~R3C3~R4C4~R5C5~R6C6".to_string(),
                "6x6+d1+antiknight",
            ),
            (format!(".NoBoxes.Jigsaw~{}{cells}", "123456789".repeat(9)), "latin"),
            (
                format!(".Jigsaw~{}{cells}", "000000021".repeat(9)),
                "an Interactive Sudoku Solver puzzle with irregular regions",
            ),
            (
                format!(".AntiKing.Thermo~R1C1~R1C2{cells}"),
                "an Interactive Sudoku Solver puzzle with thermometers",
            ),
            (".AntiKing.~R1C1_1_2".to_string(), "candidates, where a puzzle of a board is clues"),
        ] {
            assert_eq!(told(&text).split(" .").next().unwrap(), board, "{text}");
        }
    }

    /// Objects that are not packed have the same rules; texts and numbers among their members are none.
    #[test]
    fn objects_in_files_name_boards() {
        let row = format!("[{}]", ["{}"; 9].join(","));
        let rows = [row.as_str(); 9].join(",").replacen("{}", "{\"value\":5,\"given\":true}", 1);
        let small = format!("[{}]", ["[{},{},{},{}]"; 4].join(","));
        for (object, board) in [
            (format!("{{\"size\":9,\"grid\":[{rows}],\"id\":7,\"note\":\"x\"}}"), "plain"),
            (format!("{{ \"size\": 9, \"diagonal+\": true, \"grid\": [{rows}]}}"), "d2 5...."),
            (format!("{{\"size\":4,\"grid\":{small}}}"), "4x4 ...."),
            (
                format!("{{\"size\":9,\"diagonal+\":1,\"grid\":[{rows}]}}"),
                "an f-puzzles puzzle with diagonals",
            ),
            (format!("{{\"cells\":[{rows}],\"regions\":[],\"global\":[\"antiking\"]}}"), "antiking 5"),
            (format!("{{\"size\":9,\"grid\":[{rows}],\"arrow\":[{{}}]}}"), "an f-puzzles puzzle with arrows"),
        ] {
            assert!(told(&object).starts_with(board), "{object}: {}", told(&object));
        }
    }

    #[test]
    fn short_links_name_boards() {
        let cells = format!("..3{}", ".".repeat(78));
        for (link, board) in [
            (format!("https://sudokupad.app/{cells}w"), "windoku ..3"),
            (format!("https://sudokupad.app/scf{cells}wx;tA title;aw"), "x+windoku ..3"),
            (format!("https://sudokupad.app/?puzzleid={cells}Xa"), "x ..3"),
            (format!("https://sudokupad.app/{cells}tx"), "plain"),
            (format!("https://sudokupad.app/{cells}q"), "plain"),
            (format!("https://sudokupad.app/{cells}xq"), "a SudokuPad puzzle with other rules"),
            (format!("https://example.org/{cells}x"), "plain"),
        ] {
            assert!(told(&link).starts_with(board), "{link}: {}", told(&link));
        }
        let link = format!("https://sudokupad.app/{cells}x");
        let error = crate::input::read_puzzle(link.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("a puzzle of the board 'x'"), "{error}");
    }

    /// Game ids made by Solo.
    #[test]
    fn game_ids_name_boards() {
        for (id, board) in [
            (
                "9jx:a5_2_1c7b6a9_7h3b2_8f3e8a4e6f6_1b5h6_2a1b2c8_4_3a,\
                 bbcdc_ba_aaabbcb__a_ddb_cfcdab__aac__abbabc_a____adcbca",
                "jigsaw:AAABBBCCCAABBBBBCCAAABDDDCCEAEEDDCCFEEEDDDFFFEEGGGDGFFEHGGGGGFFHHHHIIIFIHHHHIIIII+x \
                 .521...7..6.97........3..28......3.....8.4.....6......61..5........62.1..2...843.",
            ),
            (
                "6j:c3a1a3e5b3b2b5e2a5a6c,ababa__ca_b__bcd_babab_f_",
                "jigsaw:AABBBCAABBBCAADECCDDDEECDFFFECDFFFEE",
            ),
            ("3x3x:b9e4_7a3_9c8c5_7b9e6_4a8b9a2c6a3b1a9_3e6b7_4c5c8_3a7_3e2b", "x ..9.....47.39...8..."),
            ("2x3:c3f2_1a2a5a3_5a6a4a2_6f1c", "6x6 ...3......21.2.5.35.6.4.26......1..."),
            ("2x4:b7_8e6_1e5b2a7a1a1_8_7b4b2b3_4_7a4a3a1b6e5_1e7_6b", "8x8 ..78"),
            ("4x2dt:b2b5f4a6d5a2_3_8c4a6a2_5a3a1c1_3_7a2d2a6f5b8b", "jigsaw:AABBCCDDAABB"),
            ("9jk:zzz,ab,ab", "a Solo puzzle with killer cages"),
            ("9j:b3_4f5,ab", "a Solo puzzle with other rules"),
        ] {
            assert!(told(id).starts_with(board), "{id}: {}", told(id));
        }
    }
}

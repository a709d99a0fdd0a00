//! Links with a puzzle in them: from sites that write cells, or a packed string, into an address; from
//! f-puzzles and SudokuPad, which pack a whole object. An error reports a link whose puzzle only the site
//! has, or rules that are not rules of classic sudoku.

use super::site_objects::{self, begins_packed};
use super::{Attempt, FORMS, Found, LineError, LineErrorKind, Scope, named, penpa};

/// Link in a text.
pub(super) struct Link<'a> {
    /// Number of the site, if it is known.
    pub site: Option<u8>,
    /// Position in the text.
    start: usize,
    link: &'a [u8],
    /// Whether the link is a packed object alone.
    is_packed: bool,
}

/// Finds the link in a text.
pub(super) fn link(text: &[u8]) -> Option<Link<'_>> {
    let start = text.windows(3).position(|three| three == b"://").unwrap_or(0);
    let is_packed = text.len() > 60 && begins_packed(text);
    let link = text.get(start..)?;
    let length = link.iter().position(|byte| byte.is_ascii_whitespace() || b"\"'<>".contains(byte));
    let link = link.get(..length.unwrap_or(link.len()))?;
    let site = if is_packed { Some(site_objects::SUDOKUPAD) } else { site_objects::site_of(link) };
    (site.is_some() || link.starts_with(b"://")).then_some(Link { site, start, link, is_packed })
}

impl Link<'_> {
    /// Returns the parts that may be puzzles: values of parameters; packed objects, which may contain
    /// slashes; and the text after the last slash.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<u8>> {
        let parts = self.link.split(|byte| b"?&#".contains(byte)).flat_map(|part| {
            let behind = |at: usize| part.get(at + 1..);
            let value = part.iter().position(|&byte| byte == b'=').and_then(behind);
            let mut paths = (0..part.len()).filter(|&at| part.get(at) == Some(&b'/')).filter_map(behind);
            let packed = paths.find(|rest| begins_packed(rest));
            let last = part.rsplit(|&byte| byte == b'/').next();
            [value, packed, last].into_iter().flatten().chain(self.is_packed.then_some(part))
        });
        parts.filter(|piece| piece.len() >= 40).map(decoded)
    }
}

pub(super) fn read(text: &[u8]) -> Attempt {
    let found = link(text)?;
    let Link { site, start, .. } = found;
    let end = start + found.link.len();
    let (mut rule, mut wrong) = (None, None);
    for piece in found.pieces() {
        if site == Some(site_objects::SUDOKUPAD) && named::has_rules(&piece) {
            rule = site_objects::rule_number("");
            continue;
        }
        match site.and_then(|_| site_objects::read(&piece)) {
            Some(Ok(puzzle)) => return Some(Ok(Found { puzzle, end })),
            Some(Err(other)) => rule = Some(other),
            None => {}
        }
        // A plus may represent a space.
        let spaced: Vec<u8> = piece.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
        let forms = FORMS.iter().filter(|form| form.scope == Scope::Part).map(|form| form.read);
        let forms = forms.chain([penpa::read as _]);
        for text in [piece, spaced] {
            for found in forms.clone().filter_map(|read| read(&text)) {
                match found {
                    Ok(found) => return Some(Ok(Found { end, ..found })),
                    Err(error) if matches!(error.kind, LineErrorKind::Link(..)) => {
                        wrong = wrong.or(Some(error))
                    }
                    Err(_) => {}
                }
            }
        }
    }
    let no_puzzle = site.map(|site| LineError::at(start, LineErrorKind::Link(site, rule)));
    wrong.or(no_puzzle).map(Err)
}

/// Decodes the percent signs in a part of an address.
fn decoded(piece: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(piece.len());
    let mut rest = piece;
    while let Some((&byte, after)) = rest.split_first() {
        let hexadecimal = |byte: &u8| char::from(*byte).to_digit(16).map(|digit| digit as u8);
        let pair =
            after.first_chunk().and_then(|[high, low]| Some(16 * hexadecimal(high)? + hexadecimal(low)?));
        let escaped = pair.filter(|_| byte == b'%');
        bytes.push(escaped.unwrap_or(byte));
        rest = after.get(if escaped.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use crate::input::forms::lz_string::packed;
    use crate::input::read_puzzle;

    const PUZZLE: &str = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";

    /// Makes the object of f-puzzles for the puzzle.
    fn object() -> String {
        let cell =
            |c: char| if c == '.' { "{}".to_string() } else { format!("{{\"value\":{c},\"given\":true}}") };
        let row = |row: usize| PUZZLE[9 * row..9 * row + 9].chars().map(cell).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..9).map(|k| format!("[{}]", row(k))).collect();
        format!("{{\"size\":9,\"title\":\"é\",\"grid\":[{}],\"killercage\":[]}}", rows.join(","))
    }

    #[test]
    fn objects_in_links_are_read() {
        let packed_object = packed(&object());
        for link in [
            format!("https://www.f-puzzles.com/?load={packed_object}"),
            format!("https://sudokupad.app/fpuz{packed_object}&x=1"),
            format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed_object}"),
            format!("fpuz{packed_object}"),
            format!(
                "https://f-puzzles.com/?load={}",
                packed_object.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D")
            ),
            format!("<a href=\"https://sudokupad.app/fpuz{}\">x</a>", packed_object.replace('/', "%2F")),
            format!("https://sudokupad.app/?puzzleid=fpuzzles{}", packed_object.replace('/', "%2F")),
        ] {
            let found = read_puzzle(link.as_bytes()).unwrap_or_else(|error| panic!("{error}: {link}"));
            assert_eq!(found.puzzle.to_string(), PUZZLE, "{link}");
        }
        let scl =
            object().replace("{\"value\":", "{v:").replace(",\"given\":true", "").replace("\"grid\"", "ce");
        let scl = scl
            .replace("\"size\"", "cs")
            .replace("\"title\"", "t")
            .replace(",\"killercage\":[]", "")
            .replace("{}", "");
        let regions: Vec<String> = (0..9)
            .map(|b| {
                let cells: Vec<String> =
                    (0..9).map(|k| format!("[{},{}]", b / 3 * 3 + k / 3, b % 3 * 3 + k % 3)).collect();
                format!("[{}]", cells.join(","))
            })
            .collect();
        let scl =
            scl.replace("ce:", &format!("re:[{}],settings:{{x:t}},ce:", regions.join(","))).replace('"', "'");
        let link = format!("https://sudokupad.app/scl{}", packed(&scl).replace('/', "%2F"));
        assert_eq!(read_puzzle(link.as_bytes()).unwrap().puzzle.to_string(), PUZZLE, "{scl}");
    }

    #[test]
    fn other_rules_are_named() {
        let cages = object().replace("\"killercage\":[]", "\"killercage\":[{\"cells\":[\"R1C1\"]}]");
        let told = |object: &str| {
            let link = format!("https://www.f-puzzles.com/?load={}", packed(object).replace('/', "%2F"));
            read_puzzle(link.as_bytes()).unwrap_err().to_string()
        };
        assert_eq!(told(&cages), "an f-puzzles puzzle with killer cages");
        // A board has the first rule, and none the second.
        let both = cages.replacen('{', "{\"antiknight\":true,", 1);
        assert_eq!(told(&both), "an f-puzzles puzzle with killer cages");
        let of_board = |board: &str| {
            let read = "--board reads it (rate, check, solve, minlex: --board column)";
            format!("a puzzle of the board '{board}': {read}")
        };
        assert_eq!(told(&object().replace("killercage\":[]", "diagonal+\":true")), of_board("d2"));
        assert_eq!(told(&object().replacen("{}", "{\"region\":5}", 1)), of_board("jigsaw:ABBCCCDDD…"));
        let error = read_puzzle(b"https://sudokupad.app/abc123").unwrap_err();
        assert_eq!(error.to_string(), "a SudokuPad link without a puzzle in it: only the site has it");
    }
}

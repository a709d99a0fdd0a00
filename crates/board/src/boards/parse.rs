//! Text → a board, or the mistake.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

use super::named::{Adds, BASES, Base, PARTS, Part, lines, numbered, pandiagonals};
use super::{Board, BoardHouse, MOST_HOUSES};
use crate::grid::Cell;
use crate::nearest::nearest;
use std::fmt::{self, Formatter};
use std::str::FromStr;

/// Reason why a text or a list of houses is no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// An unknown name, and the known one that may be meant.
    Unknown(Option<&'static str>),
    /// Something that is known and not possible.
    Refused(&'static str),
    /// A number of letters that is no square of 4 to 9.
    Letters(usize),
    /// A region with a wrong number of cells: its letter, its cells, the right number.
    Region(char, usize, usize),
    /// Two bases, which both say where rows, columns and regions are.
    TwoBases,
    /// A part that stands twice, or whose houses are in another part.
    Twice(&'static str),
    /// A part that needs a board of 81 cells.
    Needs81(&'static str),
    /// Broken diagonals on a board whose size 2 or 3 divides.
    NoPandiagonals,
    /// A size that is not 2 to 9.
    Size,
    /// A house with this many cells, or with cells outside of the board.
    House(usize),
    /// More houses than a board may have.
    Houses,
    /// Two houses of one name.
    HouseTwice,
    /// A link that is not between labels of two cells of the board.
    Link,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Unknown(Some(meant)) => write!(f, "no such board; did you mean '{meant}'?"),
            BoardError::Unknown(None) => {
                f.write_str("no such board; there are ")?;
                let names = BASES.iter().map(|base| base.name).chain(PARTS.iter().map(|part| part.name));
                f.write_str(&names.collect::<Vec<_>>().join(", "))?;
                f.write_str(" and jigsaw:LETTERS; + joins them")
            }
            BoardError::Refused(what) => write!(f, "{what} are not possible"),
            BoardError::Letters(count) => {
                write!(f, "a layout has 81 letters, or 16, 25, 36, 49 or 64; this one has {count}")
            }
            BoardError::Region(letter, cells, size) => {
                write!(f, "region {letter} has {cells} cells, not {size}")
            }
            BoardError::TwoBases => f.write_str("only one of plain, latin, jigsaw and a size such as 6x6"),
            BoardError::Twice(part) => write!(f, "the houses or links of '{part}' stand twice"),
            BoardError::Needs81(part) => write!(f, "'{part}' needs a board of 81 cells"),
            BoardError::NoPandiagonals => {
                f.write_str("'pandiag' needs latin5 or latin7: no other board has a solution with it")
            }
            BoardError::Size => f.write_str("a board has 2 to 9 rows"),
            BoardError::House(cells) => {
                write!(f, "a house of {cells} cells has too many, too few, or cells outside of the board")
            }
            BoardError::Houses => write!(f, "a board has at most {MOST_HOUSES} houses"),
            BoardError::HouseTwice => f.write_str("two houses have one name"),
            BoardError::Link => f.write_str("a link is between labels of two cells of the board"),
        }
    }
}

impl std::error::Error for BoardError {}

/// Other names, each with its name here.
const ALSO_CALLED: [(&str, &str); 22] = [
    ("9x9", "plain"),
    ("sudoku", "plain"),
    ("classic", "plain"),
    ("diagonal", "x"),
    ("diagonals", "x"),
    ("sudoku-x", "x"),
    ("x-sudoku", "x"),
    ("diagonal-", "d1"),
    ("diagonal+", "d2"),
    ("hyper", "windoku"),
    ("hypersudoku", "windoku"),
    ("windows", "windoku"),
    ("disjoint", "dg"),
    ("disjoint-groups", "dg"),
    ("disjointgroups", "dg"),
    ("centre-dots", "cd"),
    ("center-dots", "cd"),
    ("anti-king", "antiking"),
    ("anti-knight", "antiknight"),
    ("nonconsecutive", "nc"),
    ("non-consecutive", "nc"),
    ("jigsaw", "jigsaw:LETTERS"),
];

/// Rules of other puzzles.
const REFUSED: [(&str, &str); 12] = [
    ("16x16", "boards with more than 9 digits"),
    ("12x12", "boards with more than 9 digits"),
    ("25x25", "boards with more than 9 digits"),
    ("killer", "killer cages"),
    ("thermo", "thermometers"),
    ("arrow", "arrows"),
    ("sandwich", "sandwich sums"),
    ("kropki", "dots between cells"),
    ("palindrome", "palindromes"),
    ("samurai", "boards that overlap"),
    ("greater", "inequalities"),
    ("irregular", "regions without a layout (jigsaw:LETTERS)"),
];

fn unknown(name: &str) -> BoardError {
    if let Some((_, what)) = REFUSED.iter().find(|(start, _)| name.starts_with(start)) {
        return BoardError::Refused(what);
    }
    let also = ALSO_CALLED.iter().find(|(also, _)| *also == name).map(|(_, meant)| *meant);
    let names = BASES.iter().map(|base| base.name).chain(PARTS.iter().map(|part| part.name));
    BoardError::Unknown(also.or_else(|| nearest(name, names.chain(["jigsaw:LETTERS"]))))
}

/// Base of a text.
enum Regions {
    Named(&'static Base),
    /// Regions with their letters, and the size.
    Jigsaw(String, usize),
}

/// Names of a text: a base, and parts in the order of [`PARTS`].
struct Names {
    regions: Option<Regions>,
    parts: Vec<&'static Part>,
}

impl Names {
    fn read(text: &str) -> Result<Names, BoardError> {
        let (mut regions, mut added) = (None, Vec::new());
        for word in text.split('+').map(str::trim) {
            let name = word.to_ascii_lowercase();
            let base = match name.starts_with("jigsaw:") {
                true => Some(jigsaw(word.get("jigsaw:".len()..).unwrap_or_default())?),
                false => BASES.iter().find(|base| base.name == name).map(Regions::Named),
            };
            match base {
                Some(_) if regions.is_some() => return Err(BoardError::TwoBases),
                Some(base) => regions = Some(base),
                None => {
                    let part = PARTS.iter().position(|part| part.name == name);
                    added.push(part.ok_or_else(|| unknown(&name))?);
                }
            }
        }
        added.sort_unstable();
        Ok(Names { regions, parts: added.iter().filter_map(|&at| PARTS.get(at)).collect() })
    }

    /// Returns the text of the board. Only without parts the plain board is named.
    fn text(&self) -> String {
        let base = match &self.regions {
            None | Some(Regions::Named(Base { name: "plain", .. })) if !self.parts.is_empty() => None,
            None => Some("plain"),
            Some(Regions::Named(base)) => Some(base.name),
            Some(Regions::Jigsaw(name, _)) => Some(name.as_str()),
        };
        let names: Vec<&str> = base.into_iter().chain(self.parts.iter().map(|part| part.name)).collect();
        names.join("+")
    }
}

impl Board {
    /// Returns the text of the board that a text names, which costs little, as no board is made. Fails if a
    /// name is unknown; parts that do not fit together are no mistake here.
    ///
    /// ```
    /// use sudoscope_board::boards::Board;
    /// assert_eq!(Board::text_of("Windoku + X")?, "x+windoku");
    /// # Ok::<(), sudoscope_board::boards::BoardError>(())
    /// ```
    pub fn text_of(text: &str) -> Result<String, BoardError> {
        Ok(Names::read(text)?.text())
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        let names = Names::read(text)?;
        let (size, mut houses) = match &names.regions {
            None => (9, BASES.first().map(Base::houses).unwrap_or_default()),
            Some(Regions::Named(base)) => (base.size, base.houses()),
            Some(Regions::Jigsaw(name, size)) => (*size, regions_of(name, *size)),
        };
        let mut links = Vec::new();
        for (at, part) in names.parts.iter().enumerate() {
            if at.checked_sub(1).and_then(|at| names.parts.get(at)).is_some_and(|last| last.name == part.name)
            {
                return Err(BoardError::Twice(part.name));
            }
            for house in added_houses(part, size)? {
                let extras = houses.iter().filter(|house| house.name.starts_with('e')).count();
                let name = if house.name.is_empty() { format!("e{}", extras + 1) } else { house.name };
                if houses.iter().any(|other| other.name == name) {
                    return Err(BoardError::Twice(part.name));
                }
                houses.push(BoardHouse { name, ..house });
            }
            if let Adds::Links(own) = &part.adds {
                links.extend(own.pairs(size));
            }
        }
        Board::of(&names.text(), size, houses, &links)
    }
}

impl Part {
    /// Returns the houses that the part adds to a board of this size; none if it has only links, or does not
    /// fit.
    pub fn houses(&self, size: usize) -> Vec<BoardHouse> {
        added_houses(self, size).unwrap_or_default()
    }
}

fn added_houses(part: &Part, size: usize) -> Result<Vec<BoardHouse>, BoardError> {
    match &part.adds {
        Adds::Houses(houses) => Ok(houses(size)),
        Adds::HousesOf81(_) if size != 9 => Err(BoardError::Needs81(part.name)),
        Adds::HousesOf81(houses) => Ok(houses(size)),
        Adds::Pandiagonals if size.is_multiple_of(2) || size.is_multiple_of(3) => {
            Err(BoardError::NoPandiagonals)
        }
        Adds::Pandiagonals => Ok(pandiagonals(size)),
        Adds::Links(_) => Ok(Vec::new()),
    }
}

/// Reads a layout: the letters, in the order of their first places, become A, B, C and so on.
fn jigsaw(letters: &str) -> Result<Regions, BoardError> {
    let letters: Vec<char> = letters.chars().collect();
    let size = (4..=9).find(|size| size * size == letters.len()).ok_or(BoardError::Letters(letters.len()))?;
    let mut known: Vec<char> = Vec::new();
    for letter in &letters {
        if !known.contains(letter) {
            known.push(*letter);
        }
    }
    for letter in &known {
        let cells = letters.iter().filter(|other| *other == letter).count();
        if cells != size {
            return Err(BoardError::Region(*letter, cells, size));
        }
    }
    let renamed = letters.iter().filter_map(|letter| known.iter().position(|own| own == letter));
    let renamed: String = renamed.zip(std::iter::repeat('A')).map(|(k, first)| shifted(first, k)).collect();
    Ok(Regions::Jigsaw(format!("jigsaw:{renamed}"), size))
}

fn shifted(first: char, by: usize) -> char {
    (first..='Z').nth(by).unwrap_or(first)
}

/// Returns the lines of a board, and the regions of a layout whose letters are A, B, C and so on.
fn regions_of(name: &str, size: usize) -> Vec<BoardHouse> {
    let letters: Vec<char> = name.chars().skip("jigsaw:".len()).collect();
    let region = |cell: Cell| {
        let letter = letters.get(size * cell.row() + cell.column())?;
        ('A'..='Z').position(|known| known == *letter)
    };
    lines(size).into_iter().chain(numbered('j', size, region)).collect()
}

//! XML: an element is a record if it has a puzzle in an attribute, in its text or in a child element, or if
//! it lists cells.
//!
//! ```text
//!   <game data="020016…" note="x" />                            {"data": "020016…", "note": "x"}
//!   <row><id>7</id><quiz>020016…</quiz></row>                   {"id": "7", "quiz": "020016…"}
//!   <Sudoku><Cell><x>1</x><y>0</y><value>2</value>… </Sudoku>   {"puzzle": "020016…"}
//! ```

use super::super::line::MAX_LINE;
use super::{RecordReader, damaged, end, member, only_record};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::io::{self, BufReader, Read};

/// Number of events handled before the records so far are passed on.
const AT_A_TIME: usize = 1 << 10;
/// Maximum depth of elements.
const MAX_DEPTH: usize = 256;
/// Maximum number of members of a record, the same as of a line.
const MAX_MEMBERS: usize = 1 << 10;
/// Maximum bytes of a tag, a text or a comment, since the library reads it as a whole.
pub(super) const LONGEST: u64 = 1 << 22;

/// Stream that limits the bytes read for one item.
pub(super) struct Pieces<R> {
    pub stream: R,
    pub left: u64,
}

impl<R: Read> Read for Pieces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(damaged("XML", "a tag or a text is too long"));
        }
        let read = self.stream.by_ref().take(self.left).read(buffer)?;
        self.left -= read as u64;
        Ok(read)
    }
}

/// Whether a text with this beginning is XML, but not part of a page; `None` if more must be read.
pub(super) fn begins(text: &[u8], is_all: bool) -> Option<bool> {
    const OF_PAGES: &str = " html script head body table thead tbody tr td th p div span pre code ul ol li a \
        b i em strong blockquote br hr h1 h2 h3 h4 h5 h6 section article main ";
    let Some(tag) = text.strip_prefix(b"<") else {
        return (is_all || !text.is_empty()).then_some(false);
    };
    if tag.len() < 20 && !tag.contains(&b'\n') && !is_all {
        return None;
    }
    let is_other_type = tag.get(..9).is_some_and(|head| head.eq_ignore_ascii_case(b"!doctype "))
        && !tag.get(9..13).is_some_and(|name| name.eq_ignore_ascii_case(b"html"));
    if tag.starts_with(b"?xml") || tag.starts_with(b"!--") || is_other_type {
        return Some(true);
    }
    let name = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b":_-.".contains(byte)).count();
    let name = String::from_utf8_lossy(tag.get(..name).unwrap_or_default()).to_ascii_lowercase();
    Some(name.starts_with(|c: char| c.is_ascii_alphabetic()) && !OF_PAGES.contains(&format!(" {name} ")))
}

/// An element whose end has not been read.
#[derive(Default)]
struct Element {
    name: String,
    /// Attributes, and child elements that are texts.
    members: Vec<(String, String)>,
    text: String,
    cells: CellList,
    has_elements: bool,
}

/// Records of a stream of XML.
pub(super) struct XmlRecords<R: Read> {
    reader: Reader<BufReader<Pieces<R>>>,
    open: Vec<Element>,
    /// Whether there has been a record.
    has_records: bool,
}

impl<R: Read> XmlRecords<R> {
    pub fn new(stream: R) -> XmlRecords<R> {
        XmlRecords {
            reader: Reader::from_reader(BufReader::new(Pieces { stream, left: LONGEST })),
            open: Vec::new(),
            has_records: false,
        }
    }

    fn begin(&mut self, tag: &BytesStart) -> io::Result<()> {
        let name = tag.local_name().as_ref().to_string();
        if name.len() > MAX_LINE {
            return Err(damaged("XML", "a name is too long"));
        }
        let (mut element, mut bytes) = (Element { name, ..Element::default() }, 0);
        // Duplicate names are found when a member is requested.
        for attribute in tag.attributes().with_checks(false).take(MAX_MEMBERS) {
            let attribute = attribute.map_err(|error| damaged("XML", error))?;
            let value =
                attribute.normalized_value(XmlVersion::Explicit1_0).map_err(|error| damaged("XML", error))?;
            let name = attribute.key.local_name().as_ref().to_string();
            bytes += name.len() + value.len();
            if bytes > MAX_LINE {
                break;
            }
            element.members.push((name, value.into_owned()));
        }
        if let Some(parent) = self.open.last_mut() {
            parent.has_elements = true;
        }
        if self.open.len() == MAX_DEPTH {
            return Err(damaged("XML", "elements too deep inside of each other"));
        }
        self.open.push(element);
        Ok(())
    }

    /// Ends an element: it is a record, or a part of its parent.
    fn end(&mut self, lines: &mut Vec<u8>) {
        let Some(mut element) = self.open.pop() else { return };
        let text = element.text.trim();
        let of_letters = self.open.first().is_some_and(|root| root.name.eq_ignore_ascii_case("ksudoku"));
        if let Some(parent) = self.open.last_mut() {
            if !element.has_elements && element.members.is_empty() {
                // A repeated name begins the next record.
                let bytes: usize = parent.members.iter().map(|(name, value)| name.len() + value.len()).sum();
                if parent.members.iter().any(|(name, _)| *name == element.name)
                    || bytes + text.len() > MAX_LINE
                    || parent.members.len() == MAX_MEMBERS
                {
                    self.has_records |= record(&std::mem::take(&mut parent.members), lines);
                }
                let text = text.get(..MAX_LINE / 2).unwrap_or(text);
                let text = if of_letters { digits_of(text) } else { text.to_string() };
                return parent.members.push((element.name, text));
            }
            if parent.cells.take(&element.members) {
                return;
            }
        }
        if !text.is_empty() {
            element.members.push(("text".to_string(), text.to_string()));
        }
        if let Some(puzzle) = element.cells.puzzle() {
            element.members.insert(0, ("puzzle".to_string(), puzzle));
        }
        self.has_records |= record(&element.members, lines);
    }
}

impl<R: Read + Send> RecordReader for XmlRecords<R> {
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        let mut buffer = Vec::new();
        for _ in 0..AT_A_TIME {
            buffer.clear();
            self.reader.get_mut().get_mut().left = LONGEST;
            let event = self.reader.read_event_into(&mut buffer).map_err(|error| match error {
                quick_xml::Error::Io(error) => io::Error::new(error.kind(), error.to_string()),
                error => damaged("XML", error),
            })?;
            match event {
                Event::Start(tag) => self.begin(&tag.into_owned())?,
                Event::Empty(tag) => {
                    self.begin(&tag.into_owned())?;
                    self.end(lines);
                }
                Event::End(_) => self.end(lines),
                Event::Text(text) => self.add(&text),
                Event::CData(text) => self.add(&text),
                Event::GeneralRef(entity) => {
                    let c = entity.resolve_char_ref().ok().flatten();
                    self.add(&c.map_or(String::new(), String::from));
                }
                Event::Eof if self.open.is_empty() => return Ok(!lines.is_empty()),
                Event::Eof => return Err(damaged("XML", "it ends inside of an element")),
                _ => {}
            }
        }
        Ok(true)
    }
}

impl<R: Read> XmlRecords<R> {
    fn add(&mut self, text: &str) {
        if let Some(element) = self.open.last_mut().filter(|element| element.text.len() < MAX_LINE / 2) {
            element.text.push_str(text);
        }
    }
}

/// Turns the letters of KSudoku's cells into digits: `b` is 1, `_` a blank.
fn digits_of(text: &str) -> String {
    let digit = |c: char| if ('b'..='j').contains(&c) { char::from(c as u8 - b'b' + b'1') } else { c };
    match text.len() == 81 && text.bytes().all(|byte| matches!(byte, b'_' | b'b'..=b'j')) {
        true => text.chars().map(digit).collect(),
        false => text.to_string(),
    }
}

/// Appends these members as an object, if a puzzle, or an attempt at one, is among them.
fn record(members: &[(String, String)], lines: &mut Vec<u8>) -> bool {
    let start = lines.len();
    for (at, (name, value)) in members.iter().enumerate() {
        member(lines, at == 0, name, value);
    }
    end(lines, !members.is_empty());
    only_record(lines, start)
}

/// Cells of a grid given as elements: positions and contents.
#[derive(Default)]
struct CellList {
    /// Column and row as numbered in the file, the digit, and its origin.
    cells: Vec<([usize; 2], u8, Origin)>,
}

/// Origin of a digit, as named in SudokuSolver's `.sdku` files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Given,
    Typed,
    Found,
}

impl CellList {
    /// Takes an element if it is a cell; returns whether it is.
    fn take(&mut self, members: &[(String, String)]) -> bool {
        let member = |names: [&str; 3]| {
            let named = |(name, _): &&(String, String)| names.iter().any(|it| name.eq_ignore_ascii_case(it));
            members.iter().find(named).map(|(_, value)| value.trim())
        };
        let number =
            |names| member(names).and_then(|text| text.parse::<usize>().ok()).filter(|&number| number < 10);
        let (Some(x), Some(y)) = (number(["x", "col", "column"]), number(["y", "row", "line"])) else {
            return false;
        };
        let Some(digit) = number(["value", "digit", "number"]) else { return false };
        let origin = match member(["origin", "kind", "type"]) {
            Some("Calculated" | "Trial") => Origin::Found,
            Some("User") => Origin::Typed,
            _ => Origin::Given,
        };
        if self.cells.len() < 81 {
            self.cells.push(([x, y], digit as u8, origin));
        }
        true
    }

    /// Returns the puzzle as text. Digits found by a program do not count, nor do typed ones if there are
    /// given ones.
    fn puzzle(&self) -> Option<String> {
        let has_given = self.cells.iter().any(|cell| cell.2 == Origin::Given && cell.1 > 0);
        let first = usize::from(!self.cells.iter().any(|(place, ..)| place.contains(&0)));
        let mut text = [b'.'; 81];
        for ([x, y], digit, origin) in self.cells.iter().filter(|(_, digit, _)| *digit > 0) {
            let counts = *origin == Origin::Given || *origin == Origin::Typed && !has_given;
            let place = y.checked_sub(first).zip(x.checked_sub(first)).filter(|(y, x)| *y < 9 && *x < 9)?;
            if let Some(cell) = text.get_mut(9 * place.0 + place.1).filter(|_| counts) {
                *cell = b'0' + digit;
            }
        }
        String::from_utf8(text.to_vec()).ok().filter(|_| !self.cells.is_empty())
    }
}

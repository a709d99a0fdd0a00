//! Checks of a spreadsheet's parts before a library reads them. A spreadsheet is a zip archive of XML. The
//! library keeps texts, and all cells of an `.ods`, in memory, and believes the numbers in a part: a file of
//! a few kilobytes could ask for any amount. Nothing outside the file is ever opened: of a cell that refers
//! to another file its last value is read.

use super::super::line::MAX_LINE;
use super::damaged;
use super::xml::{LONGEST, Pieces};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::fs::File;
use std::io::{self, BufReader, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// Spreadsheets that are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Office Open XML.
    Xlsx,
    /// OpenDocument.
    Ods,
}

/// Maximum bytes of a part, unpacked. The cells of an `.xlsx` are read one by one, so its parts may be long.
const MAX_PART: u64 = 1 << 32;
/// Maximum number of texts of an `.xlsx`, and of cells of an `.ods`, all of which are in memory.
const MAX_HELD: u64 = 1 << 22;
/// Maximum bytes of the part with these texts.
const MAX_TEXTS: u64 = 1 << 29;
/// Maximum depth of elements.
const MAX_DEPTH: usize = 256;

/// Finds the kind of a spreadsheet, and checks that its parts are whole and not too large to be read.
pub(super) fn check(file: &File) -> io::Result<Kind> {
    let mut zip = ZipArchive::new(BufReader::new(file.try_clone()?)).map_err(of_zip)?;
    let kind = kind_of(&mut zip)?;
    for at in 0..zip.len() {
        let part = zip.by_index(at).map_err(of_zip)?;
        let name = part.name().map_err(of_zip)?.to_ascii_lowercase();
        let mut part = BufReader::new(part);
        if name.ends_with(".xml") || name.ends_with(".rels") {
            let most = if name.ends_with("sharedstrings.xml") { MAX_TEXTS } else { MAX_PART };
            let stream = Pieces { stream: part.take(most), left: LONGEST };
            Part::new(most).check(Reader::from_reader(BufReader::new(stream)))?;
        } else if is_text(&mut part)? {
            return Err(damaged(
                super::spreadsheet::FORM,
                format!("'{name}' is a part without a name of XML"),
            ));
        }
    }
    Ok(kind)
}

/// Whether a part without the name of XML looks like it. Pictures and the like are not read at all.
fn is_text(part: &mut impl Read) -> io::Result<bool> {
    let mut start = [0; 5];
    let read = part.read(&mut start)?;
    Ok(start.get(..read).is_some_and(|start| start == b"<?xml"))
}

/// Finds the kind by the names of the parts.
fn kind_of<R: Read + io::Seek>(zip: &mut ZipArchive<R>) -> io::Result<Kind> {
    let has = |name: &str| zip.file_names_raw().any(|own| own.eq_ignore_ascii_case(name.as_bytes()));
    if has("xl/workbook.bin") {
        return Err(io::Error::other("this is an Excel file of the binary kind (.xlsb): save it as .xlsx"));
    }
    match (has("[Content_Types].xml") && has("_rels/.rels"), has("mimetype") && has("content.xml")) {
        (true, _) => Ok(Kind::Xlsx),
        (false, true) => Ok(Kind::Ods),
        _ => Err(io::Error::other("this is a zip archive: decompress it first")),
    }
}

/// Returns the error of an archive.
pub(super) fn of_zip(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        ZipError::InvalidPassword => io::Error::other("this is locked by a password: save it without one"),
        error => damaged(super::spreadsheet::FORM, error),
    }
}

/// Returns the error of a spreadsheet that would take too much memory.
fn too_large(what: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("this spreadsheet has {what}, too much to be read: save it as CSV"))
}

/// Counts of one part.
#[derive(Default)]
struct Part {
    /// Bytes that it may have.
    most: u64,
    depth: usize,
    /// Number of shared texts.
    texts: u64,
    /// Cells of an `.ods` in the present row up to its last that is not empty, and empty ones behind it.
    row: (u64, u64),
    /// Number of times that the present row stands there.
    repeats: u64,
    /// Rows up to the last that is not empty, empty ones behind it, and the width of the widest.
    rows: (u64, u64, u64),
    /// All cells of the rows before.
    cells: u64,
}

impl Part {
    fn new(most: u64) -> Part {
        Part { most, ..Part::default() }
    }

    /// Reads the part to its end.
    fn check<R: Read>(mut self, mut reader: Reader<BufReader<Pieces<io::Take<R>>>>) -> io::Result<()> {
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            reader.get_mut().get_mut().left = LONGEST;
            let event = reader.read_event_into(&mut buffer).map_err(of_xml);
            // A part that is too long ends in the middle.
            if reader.get_ref().get_ref().stream.limit() == 0 {
                return Err(too_large(format!("a part of more than {} MB", self.most >> 20)));
            }
            match event? {
                Event::Start(tag) => {
                    self.depth += 1;
                    self.begin(&tag)?;
                }
                Event::Empty(tag) => {
                    self.begin(&tag)?;
                    self.end(tag.name().as_ref())?;
                }
                Event::End(tag) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.end(tag.name().as_ref())?;
                }
                Event::Eof if self.depth == 0 => return Ok(()),
                Event::Eof => {
                    return Err(damaged(super::spreadsheet::FORM, "a part ends inside of an element"));
                }
                _ => {}
            }
        }
    }

    fn begin(&mut self, tag: &BytesStart) -> io::Result<()> {
        if self.depth > MAX_DEPTH {
            return Err(damaged(super::spreadsheet::FORM, "elements too deep inside of each other"));
        }
        match tag.name().as_ref() {
            "table:table" => self.rows = (0, 0, 0),
            "table:table-row" => {
                self.row = (0, 0);
                self.repeats = number(tag, "table:number-rows-repeated")?.unwrap_or(1);
            }
            "table:table-cell" | "table:covered-table-cell" => {
                let repeats = number(tag, "table:number-columns-repeated")?.unwrap_or(1);
                let has_value = tag.attributes().with_checks(false).flatten().any(|attribute| {
                    let name = attribute.key.as_ref();
                    name.starts_with("office:") || name == "table:formula"
                });
                let (filled, empty) = self.row;
                let all = filled.saturating_add(empty).saturating_add(repeats);
                self.row = if has_value { (all, 0) } else { (filled, all - filled) };
            }
            "text:s" if number(tag, "text:c")?.is_some_and(|count| count > MAX_LINE as u64) => {
                return Err(too_large("a text of very many blanks"));
            }
            name => match name.rsplit(':').next() {
                Some("sst") if number(tag, "uniqueCount")?.is_some_and(|count| count > MAX_HELD) => {
                    return Err(too_large(format!("more than {MAX_HELD} texts")));
                }
                Some("si") => {
                    self.texts += 1;
                    if self.texts > MAX_HELD {
                        return Err(too_large(format!("more than {MAX_HELD} texts")));
                    }
                }
                _ => {}
            },
        }
        Ok(())
    }

    /// Counts the cells of a row at its end: as many as in the widest row, and so for the empty rows before.
    fn end(&mut self, name: &str) -> io::Result<()> {
        if name != "table:table-row" {
            return Ok(());
        }
        let ((width, _), (rows, empty, widest)) = (self.row, self.rows);
        let all = rows.saturating_add(empty).saturating_add(self.repeats);
        self.rows = if width > 0 { (all, 0, widest.max(width)) } else { (rows, all - rows, widest) };
        self.cells = self.cells.saturating_add(width);
        if self.cells > MAX_HELD || self.rows.0.saturating_mul(self.rows.2) > MAX_HELD {
            return Err(too_large(format!("more than {MAX_HELD} cells")));
        }
        Ok(())
    }
}

fn of_xml(error: quick_xml::Error) -> io::Error {
    match error {
        quick_xml::Error::Io(error) => io::Error::new(error.kind(), error.to_string()),
        error => damaged(super::spreadsheet::FORM, error),
    }
}

/// Returns the number in an attribute, if there is the attribute.
fn number(tag: &BytesStart, name: &str) -> io::Result<Option<u64>> {
    let mut attributes = tag.attributes();
    let mut all = attributes.with_checks(false).flatten();
    let Some(attribute) = all.find(|it| it.key.as_ref() == name) else { return Ok(None) };
    let number = attribute.value.trim().parse();
    let wrong = |_| damaged(super::spreadsheet::FORM, format!("{name}=\"{}\" is no number", attribute.value));
    number.map(Some).map_err(wrong)
}

//! Compressed inputs and files of typed columns, recognised by their first bytes, never by name, and read as
//! the text they contain.

use super::kept::KeptKind;
use super::line::MAX_LINE;
#[cfg(any(feature = "parquet", feature = "spreadsheets"))]
use super::records;
use super::utf16::{FromUtf16, Order};
use super::{records::TextForm, typed::Typed, zstd::Frames};
use flate2::bufread::GzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Seek};

/// Packing of a text.
#[derive(Clone, Copy)]
enum Packing {
    Gzip,
    Zstd,
    /// An encoding other than UTF-8.
    Utf16(Order),
    /// Rows of typed columns.
    Rows(FileForm),
    /// A text whose records are not lines.
    Text(&'static TextForm),
    /// A packing that is not read: its name, and advice.
    Other(&'static str),
}

/// Files of typed columns; see `records`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileForm {
    Parquet,
    ArrowFile,
    ArrowStream,
    /// A zip archive, which may be a spreadsheet.
    Zip,
}

impl FileForm {
    fn name(self) -> &'static str {
        match self {
            FileForm::Parquet => "Parquet",
            FileForm::ArrowFile | FileForm::ArrowStream => "Arrow",
            FileForm::Zip => "a zip archive or a spreadsheet",
        }
    }

    /// Whether this build reads it.
    fn is_read(self) -> bool {
        match self {
            FileForm::Zip => cfg!(feature = "spreadsheets"),
            _ => cfg!(feature = "parquet"),
        }
    }

    /// Returns the feature of builds that read it.
    fn feature(self) -> &'static str {
        if self == FileForm::Zip { "spreadsheets" } else { "parquet" }
    }
}

/// Number of bytes that suffice to recognise every packing except the packing of a text.
const TELLING: usize = 10;
/// Maximum depth of nested packings; zstd counts as several, since each may take 128 MB.
const MAX_DEPTH: usize = 4;
const ZSTD: usize = 3;

/// Whether bytes are of a text: between zeros, they are UTF-16 without a mark.
fn are_letters(bytes: [u8; 3]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
}

/// Recognises the packing of a text by its beginning.
fn packing(start: &[u8]) -> Option<Packing> {
    Some(match start {
        [0x1f, 0x8b, 8, ..] => Packing::Gzip,
        // A frame, or a skippable frame, which other frames follow.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Packing::Zstd,
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => {
            Packing::Other("bzip2: decompress it first")
        }
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Packing::Other("xz: decompress it first"),
        [b'P', b'K', 3, 4, ..] => Packing::Rows(FileForm::Zip),
        [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => Packing::Other(
            "an Excel file of the old kind (.xls), or one with a password: save it as .xlsx, without one",
        ),
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Packing::Other("a 7z archive: decompress it first"),
        [0x1f, 0x9d, ..] => Packing::Other("compress (.Z): decompress it first"),
        [b'P', b'A', b'R', b'1', ..] => Packing::Rows(FileForm::Parquet),
        [b'A', b'R', b'R', b'O', b'W', b'1', 0, ..] => Packing::Rows(FileForm::ArrowFile),
        // Not text in any encoding; then the length of the schema.
        [0xff, 0xff, 0xff, 0xff, _, _, _, 0, ..] => Packing::Rows(FileForm::ArrowStream),
        [0xff, 0xfe, ..] => Packing::Utf16(Order::LittleEndian),
        [0xfe, 0xff, ..] => Packing::Utf16(Order::BigEndian),
        [0x04, 0x22, 0x4d, 0x18, ..] => Packing::Other("lz4: decompress it first"),
        [first, 0, second, 0, third, 0, ..] if are_letters([*first, *second, *third]) => {
            Packing::Utf16(Order::LittleEndian)
        }
        [0, first, 0, second, 0, third, ..] if are_letters([*first, *second, *third]) => {
            Packing::Utf16(Order::BigEndian)
        }
        _ => return None,
    })
}

/// Finds the packing of a text; returns the bytes read for that, too.
fn packing_of(stream: &mut impl BufRead) -> io::Result<(Option<Packing>, Vec<u8>)> {
    let mut start = Vec::with_capacity(TELLING);
    stream.take(TELLING as u64).read_to_end(&mut start)?;
    let mut packing = packing(&start);
    let mut is_all = start.len() < TELLING;
    while packing.is_none() {
        match TextForm::of(&start, is_all) {
            Some(form) => {
                packing = form.map(Packing::Text);
                break;
            }
            None if is_all => break,
            None => is_all = read_on(stream, &mut start)?,
        }
    }
    Ok((packing, start))
}

/// Reads one more line of a beginning whose form is unknown, or, if it is long, as many bytes as it has: so
/// examining it again takes time in proportion to its length. Returns whether there is no more to examine.
fn read_on(stream: &mut impl BufRead, start: &mut Vec<u8>) -> io::Result<bool> {
    let enough = if start.len() > 1 << 12 { 2 * start.len() } else { 0 };
    loop {
        let room = (MAX_LINE + 1).saturating_sub(start.len()) as u64;
        let read = stream.take(room).read_until(b'\n', start)?;
        if read == 0 || start.len() > MAX_LINE {
            return Ok(true);
        }
        if start.len() >= enough {
            return Ok(false);
        }
    }
}

/// Whether a file is packed, not plain text; reads its beginning.
pub(super) fn is_packed(file: &mut impl Read) -> io::Result<bool> {
    Ok(packing_of(&mut BufReader::new(file))?.0.is_some())
}

/// Whether a file has rows of typed columns, which are not read from beginning to end; reads its beginning.
pub(super) fn has_rows(file: &mut impl Read) -> io::Result<bool> {
    Ok(match packing_of(&mut BufReader::new(file))?.0 {
        Some(Packing::Rows(form)) => form != FileForm::ArrowStream && form.is_read(),
        _ => false,
    })
}

/// Returns the columns of a file of typed columns, with the kinds of their values; empty for any other file.
pub(super) fn column_kinds(file: File) -> io::Result<Vec<(String, KeptKind)>> {
    let (packing, _) = packing_of(&mut BufReader::new(&file))?;
    (&file).rewind()?;
    match packing {
        #[cfg(feature = "parquet")]
        Some(Packing::Rows(FileForm::Parquet)) => records::kinds_of_parquet(file),
        #[cfg(feature = "parquet")]
        Some(Packing::Rows(FileForm::ArrowFile)) => records::kinds_of_arrow_file(file),
        _ => Ok(Vec::new()),
    }
}

/// Opens the text of a file, from its beginning.
pub(crate) fn text_of_file(mut file: File, wanted: &Typed) -> io::Result<Box<dyn Read + Send>> {
    if !file.metadata()?.is_file() {
        return text_of(file, wanted);
    }
    let (packing, _) = packing_of(&mut BufReader::new(&file))?;
    file.rewind()?;
    match packing {
        #[cfg(feature = "parquet")]
        Some(Packing::Rows(FileForm::Parquet)) => Ok(Box::new(records::of_parquet(file, wanted)?)),
        #[cfg(feature = "parquet")]
        Some(Packing::Rows(FileForm::ArrowFile)) => Ok(Box::new(records::of_arrow_file(file, wanted)?)),
        #[cfg(feature = "spreadsheets")]
        Some(Packing::Rows(FileForm::Zip)) => Ok(Box::new(records::of_spreadsheet(file, wanted)?)),
        _ => text_of(file, wanted),
    }
}

/// Opens the text of a stream, unpacked if necessary. The members of a gzip file and the frames of a zstd
/// file are concatenated; zeros may follow the members, as for gzip(1). Memory stays constant: a few hundred
/// kilobytes, and for zstd a window of at most 128 MB.
pub(crate) fn text_of(
    stream: impl Read + Send + 'static, wanted: &Typed,
) -> io::Result<Box<dyn Read + Send>> {
    text_within(Box::new(stream), wanted, 0)
}

/// Opens the text of a stream inside `depth` packings: a packed text may consist of records.
fn text_within(
    stream: Box<dyn Read + Send>, wanted: &Typed, depth: usize,
) -> io::Result<Box<dyn Read + Send>> {
    let mut stream = BufReader::new(stream);
    let (packing, start) = packing_of(&mut stream)?;
    let has_mark = matches!(*start, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let mut whole = Cursor::new(start).chain(stream);
    let inner = |text: Box<dyn Read + Send>, counts: usize| match depth + counts {
        depth if depth > MAX_DEPTH => Err(io::Error::other("this is packed too often")),
        depth => text_within(text, wanted, depth),
    };
    Ok(match packing {
        None => Box::new(whole),
        Some(Packing::Gzip) => {
            inner(Box::new(Unpacked { text: GzipMembers::new(BufReader::new(whole)), packing: "gzip" }), 1)?
        }
        Some(Packing::Zstd) => inner(Box::new(Unpacked { text: Frames::new(whole), packing: "zstd" }), ZSTD)?,
        Some(Packing::Utf16(order)) => {
            if has_mark {
                whole.read_exact(&mut [0; 2])?;
            }
            inner(Box::new(FromUtf16::new(whole, order)), 1)?
        }
        Some(Packing::Text(form)) => Box::new(form.lines(Box::new(whole), wanted)?),
        #[cfg(feature = "parquet")]
        Some(Packing::Rows(FileForm::ArrowStream)) => {
            Box::new(records::of_arrow_stream(whole, wanted, depth > 0)?)
        }
        Some(Packing::Rows(form)) => {
            let (name, feature) = (form.name(), form.feature());
            return Err(io::Error::other(match form.is_read() {
                true => format!("this is {name}, which is read from a file: name it"),
                false => format!(
                    "this is {name}, which this build does not read (cargo build --features {feature} makes \
                     one that does): write it as CSV or as JSON lines"
                ),
            }));
        }
        Some(Packing::Other(name)) => {
            return Err(io::Error::other(format!("this is {name}")));
        }
    })
}

/// Members of a gzip file, one after the other.
struct GzipMembers<R> {
    /// `None` for a moment between two members, and at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> GzipMembers<R> {
    fn new(packed: R) -> GzipMembers<R> {
        GzipMembers { member: Some(GzDecoder::new(packed)) }
    }
}

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut packed) = self.member.take().map(GzDecoder::into_inner) else { break };
            if is_followed(&mut packed)? {
                self.member = Some(GzDecoder::new(packed));
            }
        }
        Ok(0)
    }
}

/// Whether data follows a member. Zeros do not count: tapes and disks are padded to whole blocks with them.
fn is_followed(packed: &mut impl BufRead) -> io::Result<bool> {
    let mut is_padded = false;
    loop {
        let bytes = match packed.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        match (zeros, bytes.is_empty()) {
            (_, true) => return Ok(false),
            (0, false) if is_padded => return Err(io::Error::other("something follows its zeros")),
            (0, false) => return Ok(true),
            _ => is_padded = true,
        }
        packed.consume(zeros);
    }
}

/// Decoder whose errors name the packing and the fault.
struct Unpacked<R> {
    text: R,
    packing: &'static str,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer).map_err(|error| match error.kind() {
            // The file could not be read, or the read may be repeated.
            _ if error.raw_os_error().is_some() => error,
            ErrorKind::Interrupted => error,
            ErrorKind::UnexpectedEof => {
                let why = format!("the {} data ends too early ({error})", self.packing);
                io::Error::new(error.kind(), why)
            }
            kind => io::Error::new(kind, format!("damaged {} data: {error}", self.packing)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::CompressionLevel;
    use std::io::Write;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn unpacked(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        text_of(Cursor::new(bytes), &Typed::All)?.read_to_end(&mut text)?;
        Ok(text)
    }

    fn numbers() -> Vec<u8> {
        (0..30_000).flat_map(|k| format!("{k}\n").into_bytes()).collect()
    }

    #[test]
    fn packed_text_is_read_to_its_end() {
        let text = numbers();
        assert_eq!(unpacked(text.clone()).unwrap(), text);
        assert_eq!(unpacked(b"12".to_vec()).unwrap(), b"12");
        assert_eq!(unpacked(Vec::new()).unwrap(), b"");
        let (first, second) = text.split_at(70_001);
        assert_eq!(unpacked([gzip(first), gzip(b""), gzip(second)].concat()).unwrap(), text);
        let skipped = [b"\x53\x2a\x4d\x18\x03\0\0\0abc".to_vec(), zstd(first), zstd(second)];
        assert_eq!(unpacked(skipped.concat()).unwrap(), text);
        for zeros in [1, 511, 100_000] {
            let padded = [gzip(first), gzip(second), vec![0; zeros]];
            assert_eq!(unpacked(padded.concat()).unwrap(), text, "{zeros}");
        }
    }

    #[test]
    fn damage_is_told() {
        let text = numbers();
        for (name, packed) in [("gzip", gzip(&text)), ("zstd", zstd(&text))] {
            for length in [12, packed.len() / 2, packed.len() - 1] {
                let error = unpacked(packed[..length].to_vec()).unwrap_err().to_string();
                let expected = format!("the {name} data ends too early (");
                assert!(error.starts_with(&expected), "{length}: {error}");
            }
        }
        let mut packed = gzip(&text);
        let checksum = packed.len() - 6;
        packed[checksum] ^= 1;
        let error = unpacked(packed).unwrap_err().to_string();
        assert!(error.starts_with("damaged gzip data: "), "{error}");
        for behind in [&b"this is no gzip"[..], b"\0\0x", &[vec![0; 512], gzip(b"1")].concat()] {
            let error = unpacked([&gzip(&text), behind].concat()).unwrap_err().to_string();
            assert!(error.starts_with("damaged gzip data: "), "{error}");
        }
    }

    #[test]
    fn what_is_not_read_is_named() {
        for (start, name) in [
            (&b"BZh91AY&SY\x00"[..], "bzip2: decompress it"),
            (b"\xfd7zXZ\0\0", "xz: decompress it"),
            (b"7z\xbc\xaf\x27\x1c\0", "a 7z archive: decompress it"),
        ] {
            let error = unpacked(start.to_vec()).unwrap_err().to_string();
            assert_eq!(error, format!("this is {name} first"));
        }
        for often in [zstd(&zstd(b"1")), (0..5).fold(b"1".to_vec(), |text, _| gzip(&text))] {
            assert_eq!(unpacked(often).unwrap_err().to_string(), "this is packed too often");
        }
        assert_eq!(unpacked(gzip(&zstd(b"1"))).unwrap(), b"1");
        let (typed, spreadsheets) = (cfg!(feature = "parquet"), cfg!(feature = "spreadsheets"));
        for (start, name, is_read) in [
            (&b"PAR1\x15\x04\x15"[..], "Parquet", typed),
            (b"ARROW1\0\0", "Arrow", typed),
            (b"PK\x03\x04\x14\0", "a zip archive or a spreadsheet", spreadsheets),
        ] {
            let error = unpacked(start.to_vec()).unwrap_err().to_string();
            let more = match is_read {
                true => "is read from a file",
                false => "this build does not read",
            };
            assert!(error.starts_with(&format!("this is {name}, which {more}")), "{error}");
        }
        for text in [&b"BZh9"[..], b"PK", b"7z", b"PKQ\n", b"\x1f\x8b"] {
            assert!(packing(text).is_none());
        }
    }
}

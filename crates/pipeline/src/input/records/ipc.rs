//! Messages of Arrow. The library allocates the sizes that a message claims; this module checks lengths,
//! positions and sizes against the bytes present before the library sees them.
//!
//! ```text
//!   prefix   ffffffff, length of the head (old streams: the length only); the length 0 is the end
//!   head     a flatbuffer: schema, dictionary or rows; for each buffer its place in the body and its length
//!   body     the buffers; a packed one begins with its unpacked length
//! ```

use super::{damaged, room};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{RecordBatchDecoder, read_dictionary};
use arrow_ipc::{self as ipc, MetadataVersion};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef, UnionMode};
use flatbuffers::VerifierOptions;
use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

/// Maximum bytes of a head: enough for some hundred thousand columns.
const MAX_HEAD: usize = 1 << 25;
/// Maximum space between two messages and after the last: padding to 64 bytes, and the prefix of the end.
/// Every message is longer.
const GAP: u64 = 80;
/// Bytes at the end of a file: the length of the footer and a magic word.
const TAIL: u64 = 10;

fn damage(why: &str) -> io::Error {
    damaged("Arrow", why)
}

pub(super) fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => damaged("Arrow", other),
    }
}

/// Returns the limits of a flatbuffer. Its parts can be shared, and are copied for each reference: the limit
/// is for all copies together.
fn limits() -> VerifierOptions {
    VerifierOptions { max_apparent_size: 2 * MAX_HEAD, ..VerifierOptions::default() }
}

/// Reads exactly this many bytes; allocates memory only as they arrive.
fn read_all(source: impl Read, bytes: u64) -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    source.take(bytes).read_to_end(&mut read)?;
    if (read.len() as u64) < bytes {
        return Err(damage("it ends too early"));
    }
    Ok(read)
}

/// Converts a number of a flatbuffer, which is signed although it is a count.
fn count(number: i64) -> io::Result<u64> {
    u64::try_from(number).map_err(|_| damage("a number below zero"))
}

/// Message: a head and its body.
pub(super) struct Message {
    head: Vec<u8>,
    body: Buffer,
}

impl Message {
    /// Reads the next message of a stream, with a body of at most `most` bytes; `None` at its end.
    pub fn next(source: &mut impl Read, most: u64) -> io::Result<Option<Message>> {
        let mut prefix = Vec::new();
        source.take(4).read_to_end(&mut prefix)?;
        if prefix.is_empty() {
            return Ok(None);
        }
        let is_continued = prefix == [0xff; 4];
        if is_continued {
            prefix = read_all(&mut *source, 4)?;
        }
        let Ok(length) = prefix.try_into().map(u32::from_le_bytes) else {
            return Err(damage("it ends too early"));
        };
        let head = match length as usize {
            0 => return Ok(None),
            length if length <= MAX_HEAD => read_all(&mut *source, length as u64)?,
            _ => return Err(damage("the head of a message is too long")),
        };
        let bytes = count(Message::opened(&head)?.bodyLength())?;
        if bytes > most {
            return Err(io::Error::other(
                "Arrow in packed data has a batch of more than 64 MB: unpack it first",
            ));
        }
        let body = Buffer::from_vec(read_all(source, bytes)?);
        Ok(Some(Message { head, body }))
    }

    fn opened(head: &[u8]) -> io::Result<ipc::Message<'_>> {
        ipc::root_as_message_with_opts(&limits(), head).map_err(|error| damage(&error.to_string()))
    }

    /// Returns the columns that the message declares; fails if it is another kind of message.
    pub fn schema(&self) -> io::Result<SchemaRef> {
        Message::schema_of(&self.head)
    }

    fn schema_of(head: &[u8]) -> io::Result<SchemaRef> {
        let schema = Message::opened(head)?.header_as_schema();
        Ok(Arc::new(fb_to_schema(schema.ok_or_else(|| damage("it does not begin with its columns"))?)))
    }
}

/// Decoder of messages into rows of the chosen columns.
pub(super) struct Decoder {
    schema: SchemaRef,
    columns: Vec<usize>,
    dictionaries: HashMap<i64, ArrayRef>,
    /// Bytes of the dictionaries, packed and unpacked.
    packed: u64,
    unpacked: u64,
    /// Maximum size of a batch if a few packed bytes may expand to it.
    most: Option<u64>,
}

impl Decoder {
    pub fn new(schema: SchemaRef, columns: Vec<usize>, most: Option<u64>) -> Decoder {
        Decoder { schema, columns, dictionaries: HashMap::new(), packed: 0, unpacked: 0, most }
    }

    /// Returns the maximum unpacked size of this many bytes.
    fn room(&self, packed: u64) -> u64 {
        self.most.unwrap_or_else(|| room(packed))
    }

    /// Decodes the rows of a message, if it has any.
    pub fn rows(&mut self, message: &Message) -> io::Result<Option<RecordBatch>> {
        let opened = Message::opened(&message.head)?;
        let version = opened.version();
        if let Some(batch) = opened.header_as_record_batch() {
            let all: Vec<&DataType> = self.schema.fields().iter().map(|field| field.data_type()).collect();
            let claims = Claims { batch, body: &message.body, version };
            claims.check(&all, &self.columns, self.room(message.body.len() as u64), 0)?;
            let schema = self.schema.clone();
            let decoder =
                RecordBatchDecoder::try_new(&message.body, batch, schema, &self.dictionaries, &version);
            let decoder = decoder.map_err(io_error)?.with_projection(Some(&self.columns));
            return decoder.read_record_batch().map(Some).map_err(io_error);
        }
        let dictionary = opened.header_as_dictionary_batch();
        let dictionary = dictionary.ok_or_else(|| damage("a message is neither rows nor a dictionary"))?;
        #[expect(deprecated, reason = "there is no other way to know of which column a dictionary is")]
        let owners = self.schema.fields_with_dict_id(dictionary.id());
        let values = match owners.first().map(|field| field.data_type()) {
            Some(DataType::Dictionary(_, values)) => values,
            _ => return Err(damage("a dictionary of no column")),
        };
        let batch = dictionary.data().ok_or_else(|| damage("an empty dictionary"))?;
        self.packed += message.body.len() as u64;
        let claims = Claims { batch, body: &message.body, version };
        self.unpacked += claims.check(&[values], &[0], self.room(self.packed), self.unpacked)?;
        read_dictionary(&message.body, dictionary, &self.schema, &mut self.dictionaries, &version)
            .map_err(io_error)?;
        Ok(None)
    }
}

/// Claims of a batch's head about its body.
struct Claims<'a> {
    batch: ipc::RecordBatch<'a>,
    body: &'a [u8],
    version: MetadataVersion,
}

impl Claims<'_> {
    /// Checks the claims about these columns: fails if they are impossible, or exceed this room, part of
    /// which is already `taken`. Returns the bytes that the columns take.
    fn check(&self, all: &[&DataType], columns: &[usize], room: u64, taken: u64) -> io::Result<u64> {
        let (Some(nodes), Some(buffers)) = (self.batch.nodes(), self.batch.buffers()) else {
            return Err(damage("a batch without columns"));
        };
        let mut variadic: VecDeque<i64> = self.batch.variadicBufferCounts().into_iter().flatten().collect();
        let (mut at, mut bytes, mut values) = (Parts::default(), 0u64, 0);
        for (column, kind) in all.iter().enumerate() {
            let next =
                at.behind(kind, self.version, &mut variadic).ok_or_else(|| damage("a type too large"))?;
            if next.nodes > nodes.len() || next.buffers > buffers.len() {
                return Err(damage("a batch has too few columns"));
            }
            if columns.contains(&column) {
                for buffer in at.buffers..next.buffers {
                    bytes = bytes.saturating_add(self.length(buffers.get(buffer))?);
                }
                for node in at.nodes..next.nodes {
                    let node = nodes.get(node);
                    let length = count(node.length())?;
                    if count(node.null_count())? > length {
                        return Err(damage("a column has more nulls than values"));
                    }
                    values = length.max(values);
                }
            }
            at = next;
        }
        if bytes.saturating_add(taken) > room {
            return Err(damage("unpacked it is too large for what it is packed"));
        }
        // Each value takes at least one bit.
        match count(self.batch.length())?.max(values) <= bytes.saturating_mul(8) {
            true => Ok(bytes),
            false => Err(damage("it is too short for its rows")),
        }
    }

    /// Returns the unpacked length of a buffer.
    fn length(&self, buffer: &ipc::Buffer) -> io::Result<u64> {
        let (start, length) = (count(buffer.offset())?, count(buffer.length())?);
        let outside = || damage("a column is not where it should be");
        let place: Range<usize> = match start.checked_add(length) {
            Some(end) if end <= self.body.len() as u64 => start as usize..end as usize,
            _ => return Err(outside()),
        };
        let bytes = self.body.get(place).ok_or_else(outside)?;
        if self.batch.compression().is_none() || bytes.is_empty() {
            return Ok(length);
        }
        let unpacked = bytes.first_chunk().map(|first| i64::from_le_bytes(*first));
        match unpacked.ok_or_else(outside)? {
            // The buffer is not packed.
            -1 => Ok(length - 8),
            unpacked => count(unpacked),
        }
    }
}

/// Numbers of nodes and buffers before a position.
#[derive(Clone, Copy, Default)]
struct Parts {
    nodes: usize,
    buffers: usize,
}

impl Parts {
    /// Adds the nodes and buffers of a column of this type.
    fn behind(
        self, kind: &DataType, version: MetadataVersion, variadic: &mut VecDeque<i64>,
    ) -> Option<Parts> {
        let (buffers, inside): (usize, Vec<&Field>) = match kind {
            DataType::Null => (0, Vec::new()),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Binary | DataType::LargeBinary => {
                (3, Vec::new())
            }
            DataType::Utf8View | DataType::BinaryView => {
                (usize::try_from(variadic.pop_front()?).ok()?.checked_add(2)?, Vec::new())
            }
            DataType::List(of) | DataType::LargeList(of) | DataType::Map(of, _) => (2, vec![of]),
            DataType::ListView(of) | DataType::LargeListView(of) => (3, vec![of]),
            DataType::FixedSizeList(of, _) => (1, vec![of]),
            DataType::Struct(fields) => (1, fields.iter().map(|field| &**field).collect()),
            DataType::RunEndEncoded(ends, of) => (0, vec![ends, of]),
            DataType::Union(fields, mode) => {
                let buffers =
                    1 + usize::from(*mode == UnionMode::Dense) + usize::from(version < MetadataVersion::V5);
                (buffers, fields.iter().map(|(_, field)| &**field).collect())
            }
            _ => (2, Vec::new()),
        };
        let own = Parts { nodes: self.nodes.checked_add(1)?, buffers: self.buffers.checked_add(buffers)? };
        inside.into_iter().try_fold(own, |at, field| at.behind(field.data_type(), version, variadic))
    }
}

/// Source of messages.
pub(super) enum Messages<R> {
    /// A stream, with the maximum size of a message body in bytes.
    Stream(R, u64),
    File(FileMessages),
}

impl<R: Read> Messages<R> {
    /// Returns the next message; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Message>> {
        match self {
            Messages::File(file) => file.next(),
            Messages::Stream(stream, most) => match Message::next(stream, *most)? {
                Some(message) => Ok(Some(message)),
                // Bytes after the end are read, too, since they are part of the input.
                None => loop {
                    let mut some = Vec::new();
                    match stream.take(1 << 16).read_to_end(&mut some)? {
                        0 => return Ok(None),
                        _ if some.iter().any(|&byte| byte != 0) => {
                            return Err(damage("something follows its end"));
                        }
                        _ => {}
                    }
                },
            },
        }
    }
}

/// Messages of a file, at the positions given by its footer.
pub(super) struct FileMessages {
    file: BufReader<File>,
    pub schema: SchemaRef,
    /// Positions of the dictionaries, then of the rows.
    places: VecDeque<Range<u64>>,
}

impl FileMessages {
    /// Opens a file; fails if its footer disagrees with the messages.
    pub fn open(file: File) -> io::Result<FileMessages> {
        let length = file.metadata()?.len();
        let mut file = BufReader::new(file);
        let mut part = |place: Range<u64>| {
            file.seek(SeekFrom::Start(place.start))?;
            read_all(&mut file, place.end - place.start)
        };
        let tail = length.checked_sub(TAIL).ok_or_else(|| damage("it ends too early"))?;
        let bytes = match part(tail..length)?.split_first_chunk() {
            Some((bytes, b"ARROW1")) => u32::from_le_bytes(*bytes),
            _ => return Err(damage("it does not end as such a file does")),
        };
        let end = tail.checked_sub(bytes.into()).filter(|_| bytes as usize <= MAX_HEAD);
        let end = end.ok_or_else(|| damage("its footer is too long"))?;
        let footer = part(end..tail)?;
        let footer = ipc::root_as_footer_with_opts(&limits(), &footer);
        let footer = footer.map_err(|error| damage(&error.to_string()))?;
        let schema = footer.schema().map(fb_to_schema).ok_or_else(|| damage("its columns are not told"))?;
        let apart = || damage("its footer does not say what is before it");
        let place = |block: &ipc::Block| {
            let length = count(block.metaDataLength().into())?.checked_add(count(block.bodyLength())?);
            let start = count(block.offset())?;
            Ok(start..length.and_then(|length| start.checked_add(length)).ok_or_else(apart)?)
        };
        let dictionaries = footer.dictionaries().into_iter().flatten();
        let blocks = dictionaries.chain(footer.recordBatches().into_iter().flatten());
        let places: VecDeque<Range<u64>> = blocks.map(place).collect::<io::Result<_>>()?;

        let mut in_order = Vec::from(places.clone());
        in_order.sort_by_key(|place| place.start);
        in_order.push(end..end);
        // Some writers pad the first magic word.
        let mut start = 8;
        while start < GAP && part(start..start + 8)? == [0; 8] {
            start += 8;
        }
        // Polars writes the head of the columns here without its length.
        let bare = in_order.first().filter(|next| (start + 4..start + MAX_HEAD as u64).contains(&next.start));
        let head = bare.map(|next| part(start..next.start)).transpose()?;
        let bare = head.filter(|head| !head.starts_with(&[0xff; 4]));
        let bare =
            bare.and_then(|head| Message::schema_of(&head).ok().map(|fields| (fields, head.len() as u64)));
        let (first, mut at) = match bare {
            Some((fields, length)) => (fields, start + length),
            None => {
                file.seek(SeekFrom::Start(start))?;
                let first = Message::next(&mut file, u64::MAX)?.ok_or_else(apart)?;
                (first.schema()?, file.stream_position()?)
            }
        };
        for place in in_order {
            if !(at..at + GAP).contains(&place.start) {
                return Err(apart());
            }
            at = place.end;
        }
        if first.fields() != schema.fields() {
            return Err(apart());
        }
        Ok(FileMessages { file, schema: Arc::new(schema), places })
    }

    fn next(&mut self) -> io::Result<Option<Message>> {
        let Some(place) = self.places.pop_front() else { return Ok(None) };
        self.file.seek(SeekFrom::Start(place.start))?;
        let mut part = (&mut self.file).take(place.end - place.start);
        let message = Message::next(&mut part, u64::MAX)?.filter(|_| part.limit() < GAP);
        message.map(Some).ok_or_else(|| damage("a message is not as long as its footer says"))
    }
}

//! Removes duplicates, and if asked puzzles without exactly one solution, from files of any size, in bounded
//! memory.
//!
//! ```text
//!   lines ─▶ pool: canonical form, packed ─▶ (key, file, line)  sorted: the first of each key is kept
//!                    │ refused                      │
//!                    └─▶ (file, line, first file, first line)  sorted: in the order of the input again
//!                                                   │
//!   the inputs once more, as bytes ─────────────────┴─▶ kept lines, whole          copy.rs
//! ```
//!
//! Keys are whole forms, not hashes, so that no puzzle is lost to a collision. Data too large for memory is
//! sorted through temporary files (`sorter.rs`), and inputs that can be read only once are first copied to
//! a temporary file.

mod copy;
mod error;
mod form_maker;
mod sorter;
mod spool;

use crate::input::{Empty, Input, LineAt, LineError, Places, clues_of, puzzle_on};
use crate::run::{Done, Line, Lines, PACKED, PipelineError, Run, Work, pack};
pub use error::DedupeError;
pub use form_maker::FormMaker;

use copy::Copier;
use sorter::Sorter;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, atomic::AtomicBool};
use sudoscope_engine::boards::Board;
use sudoscope_engine::canon::NoForm;
use sudoscope_engine::check::{CHECK_BUDGET, contradict, contradict_on, only_solution, only_solution_on};
use sudoscope_engine::crew::Crew;
use sudoscope_engine::grid::Cells;
use sudoscope_engine::scale::Status;

/// Which puzzles count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Same {
    /// Puzzles with the same clues in the same cells.
    Exact,
    /// Isomorphic puzzles: puzzles with the same minlex form on their board.
    Isomorph,
}

/// Order to remove duplicates.
pub struct Dedupe {
    /// Lines to read.
    pub lines: Lines,
    /// Which puzzles count as the same.
    pub same: Same,
    /// Whether puzzles without exactly one solution are refused, too. Clues that contradict each other always
    /// are.
    pub only_valid: bool,
    /// Board of the puzzles, if it is another than the plain one.
    pub board: Option<Arc<Board>>,
    /// Memory for sorting, in bytes.
    pub memory: u64,
    /// Directory of temporary files.
    pub temp: PathBuf,
}

/// Number of lines by result.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LineCounts {
    /// Lines that are the first with their puzzle.
    pub kept: u64,
    /// Lines that repeat an earlier puzzle.
    pub dropped: u64,
    /// Lines that are refused, by status.
    pub refused: BTreeMap<&'static str, u64>,
    /// Inputs without puzzles.
    pub empty: Vec<Empty>,
}

impl LineCounts {
    /// Returns the number of lines that are refused.
    pub fn rejected(&self) -> u64 {
        self.refused.values().sum()
    }
}

/// Reason why a line is no candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Status of the line, other than [`Status::Ok`].
    pub status: Status,
    /// Reason why the line is not a puzzle, if it is not.
    pub error: Option<LineError>,
}

/// Reason why a line is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Place of the first line with the same puzzle.
    Repeats(LineAt),
    /// Fault of the line itself.
    Refused(Refused),
}

/// Dropped line.
pub struct Dropped<'a> {
    /// Place of the line.
    pub at: LineAt,
    /// Reason.
    pub why: Why,
    /// Text without the line end.
    pub text: &'a [u8],
}

/// Packed puzzle, then input and line, so that equal puzzles are sorted in input order.
type KeyRecord = [u8; PACKED + PLACE];

/// Place of a line, then of the first line with the same puzzle; for a refused line of [`NO_FILE`] and the
/// number of its status.
type FateRecord = [u8; 2 * PLACE];

/// Number that no input has.
const NO_FILE: u16 = u16::MAX;

/// Bytes of a place: input and line, big-endian.
const PLACE: usize = 10;

fn place_bytes(at: LineAt) -> [u8; PLACE] {
    let mut bytes = [0; PLACE];
    bytes[..2].copy_from_slice(&at.file.to_be_bytes());
    bytes[2..].copy_from_slice(&at.line.to_be_bytes());
    bytes
}

fn place_of(bytes: &[u8]) -> LineAt {
    let (mut file, mut line) = ([0; 2], [0; 8]);
    file.copy_from_slice(&bytes[..2]);
    line.copy_from_slice(&bytes[2..PLACE]);
    LineAt { file: u16::from_be_bytes(file), line: u64::from_be_bytes(line) }
}

/// Joins two byte strings into a record.
fn joined<const N: usize>(first: &[u8], second: &[u8]) -> [u8; N] {
    let mut record = [0; N];
    record[..first.len()].copy_from_slice(first);
    record[first.len()..].copy_from_slice(second);
    record
}

impl Dedupe {
    /// Writes each line that is the first with its puzzle to `out`, and passes the others to `dropped`, all
    /// in the order of the input; `seen` gets every batch of lines as it is first read. Fails if puzzles are
    /// the same by forms that the board has not.
    pub fn run(
        &self, interrupt: &AtomicBool, seen: impl FnMut(&Done<Result<Key, Refused>>), out: &mut dyn Write,
        mut dropped: impl FnMut(Dropped) -> io::Result<()>,
    ) -> Result<LineCounts, DedupeError> {
        let forms = FormMaker::new(self.same, self.board()).map_err(|error| self.no_form(error))?;
        let names: Vec<String> = self.lines.inputs.iter().map(Input::name).collect();
        let (lines, _spooled) = spool::rereadable(&self.lines, &self.temp, interrupt)?;
        let mut fates = Sorter::new(self.memory / 4, &self.temp);
        let Read { keys, header, places, mut counts } =
            self.read(&lines, interrupt, &mut fates, forms, seen)?;
        self.find_repeats(keys, &mut fates)?;

        let (inputs, text) = (&lines.inputs, Vec::new());
        let mut copier = Copier { inputs, names: &names, interrupt, current: None, text };
        let temporary = |error| self.temporary(error);
        for record in fates.into_sorted().map_err(temporary)? {
            let record: FateRecord = record.map_err(temporary)?;
            let [at, first] = [&record[..PLACE], &record[PLACE..]].map(place_of);
            if header == Some(at) {
                // After a puzzle the line would be no header.
                if counts.kept == 0 {
                    copier.copy(at, out)?;
                }
            } else if at == first {
                copier.copy(at, out)?;
                counts.kept += 1;
            } else {
                let why = why(first);
                let text = copier.text(at, !why.is_no_puzzle())?;
                let why = why.with_error(|| clues_in(self.board(), text, places.get(&at.file)?).err());
                dropped(Dropped { at, why, text }).map_err(DedupeError::Output)?;
                counts.dropped += u64::from(matches!(why, Why::Repeats(_)));
            }
        }
        Ok(counts)
    }

    fn board(&self) -> Option<&Board> {
        self.board.as_deref()
    }

    fn no_form(&self, error: NoForm) -> DedupeError {
        DedupeError::NoForm(self.board().map_or("plain", Board::text).to_string(), error)
    }

    fn temporary(&self, error: io::Error) -> DedupeError {
        DedupeError::Temporary { directory: self.temp.clone(), error }
    }

    /// Reads all lines: keys of puzzles, and the fates of refused lines and of the header.
    fn read(
        &self, lines: &Lines, interrupt: &AtomicBool, fates: &mut Sorter<{ 2 * PLACE }>, forms: FormMaker,
        mut seen: impl FnMut(&Done<Result<Key, Refused>>),
    ) -> Result<Read, DedupeError> {
        let mut keys = Sorter::new(self.memory / 2, &self.temp);
        let (mut places, mut counts, mut failed) = (BTreeMap::new(), LineCounts::default(), None);
        let work = KeyWork { forms, only_valid: self.only_valid, board: self.board() };
        let finished = Run { lines, work: &work, last: None, interrupt }.into(|done: Done<_>| {
            for (row, (line, _)) in done.rows.iter().zip(done.texts.lines()) {
                let place = place_bytes(LineAt { file: done.texts.file, line });
                let pushed = match row {
                    Ok(Key(key)) => keys.push(joined(key, &place)),
                    Err(Refused { status, .. }) => {
                        *counts.refused.entry(status.name()).or_default() += 1;
                        let code = Status::ALL.iter().position(|it| it == status).unwrap_or_default();
                        let code = place_bytes(LineAt { file: NO_FILE, line: code as u64 });
                        fates.push(joined(&place, &code))
                    }
                };
                pushed.inspect_err(|error| failed = Some(error.kind()))?;
            }
            places.insert(done.texts.file, done.texts.places.clone());
            seen(&done);
            Ok(())
        });
        let finished = match (finished, failed) {
            (Err(PipelineError::Output(error)), Some(_)) => return Err(self.temporary(error)),
            (finished, _) => finished?,
        };
        if finished.interrupted {
            return Err(DedupeError::Interrupted);
        }
        counts.empty = finished.empty;
        if let Some(header) = finished.header.map(place_bytes) {
            fates.push(joined(&header, &header)).map_err(|error| self.temporary(error))?;
        }
        Ok(Read { keys, header: finished.header, places, counts })
    }

    /// Adds the fate of each line with a puzzle: the first line with its key.
    fn find_repeats(
        &self, keys: Sorter<{ PACKED + PLACE }>, fates: &mut Sorter<{ 2 * PLACE }>,
    ) -> Result<(), DedupeError> {
        let temporary = |error| self.temporary(error);
        let mut last: Option<KeyRecord> = None;
        for record in keys.into_sorted().map_err(temporary)? {
            let record = record.map_err(temporary)?;
            let first = last.filter(|first| first[..PACKED] == record[..PACKED]).unwrap_or(record);
            last = Some(first);
            fates.push(joined(&record[PACKED..], &first[PACKED..])).map_err(temporary)?;
        }
        Ok(())
    }
}

/// Result of the first pass.
struct Read {
    keys: Sorter<{ PACKED + PLACE }>,
    header: Option<LineAt>,
    /// Places of the puzzle in the lines of each input.
    places: BTreeMap<u16, Arc<Places>>,
    counts: LineCounts,
}

/// Returns why a line is dropped whose fate has this second place.
fn why(first: LineAt) -> Why {
    let code = usize::try_from(first.line).ok().filter(|_| first.file == NO_FILE);
    let status = code.and_then(|code| Status::ALL.get(code).copied());
    status.map_or(Why::Repeats(first), |status| Why::Refused(Refused { status, error: None }))
}

impl Why {
    fn is_no_puzzle(&self) -> bool {
        matches!(self, Why::Refused(Refused { status: Status::Invalid, .. }))
    }

    /// Adds the reason why the line is no puzzle, if it is none.
    fn with_error(self, error: impl FnOnce() -> Option<LineError>) -> Why {
        match self {
            Why::Refused(Refused { status: status @ Status::Invalid, .. }) => {
                Why::Refused(Refused { status, error: error() })
            }
            why => why,
        }
    }
}

/// Key of a puzzle: two keys are equal exactly if their puzzles are the same.
pub struct Key([u8; PACKED]);

/// Converter of lines into keys.
struct KeyWork<'a> {
    forms: FormMaker,
    only_valid: bool,
    board: Option<&'a Board>,
}

/// Reads the clues of a line on this board; `None` is the plain one.
fn clues_in(board: Option<&Board>, text: &[u8], places: &Places) -> Result<[Cells; 9], LineError> {
    match board {
        None => clues_of(text, places),
        Some(_) => puzzle_on(board, text, places).map(|puzzle| puzzle.clues()),
    }
}

/// Reads the clues of a line on this board; `None` is the plain one. Refuses clues that contradict each
/// other.
pub fn agreeing_clues(board: Option<&Board>, text: &[u8], places: &Places) -> Result<[Cells; 9], Refused> {
    let no_puzzle = |error| Refused { status: Status::Invalid, error: Some(error) };
    let clues = clues_in(board, text, places).map_err(no_puzzle)?;
    match board.map_or_else(|| contradict(&clues), |board| contradict_on(board, &clues)) {
        true => Err(Refused { status: Status::NoSolution, error: None }),
        false => Ok(clues),
    }
}

impl Work for KeyWork<'_> {
    type Scratch = FormMaker;
    type Row = Result<Key, Refused>;

    fn scratch(&self, _: &Arc<dyn Crew>) -> FormMaker {
        self.forms.clone()
    }

    fn row(&self, forms: &mut FormMaker, line: Line) -> Result<Key, Refused> {
        let clues = agreeing_clues(self.board, line.text, line.places)?;
        if self.only_valid {
            match self.board {
                None => only_solution(&clues, CHECK_BUDGET).map(drop),
                Some(board) => only_solution_on(board, &clues, CHECK_BUDGET).map(drop),
            }
            .map_err(|status| Refused { status, error: None })?;
        }
        Ok(Key(pack(&forms.of(&clues))))
    }
}

//! `sudoscope verify`: checks proofs, one after the other.

use super::args::VerifyArgs;
use super::exit::{Exit, notice, shown};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, value::RawValue};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use sudoscope::board_proof::BoardProof;
use sudoscope::evidence::{Head, Hints, Outcome, Proof, Stamp};
use sudoscope::proof;
use sudoscope::scale::SCALES;
use sudoscope::standard;
use sudoscope::verify::{Verdict, ensure_version};

/// Maximum length of one proof in bytes.
const LONGEST: u64 = 1 << 28;

pub fn run(args: VerifyArgs) -> Result<Exit> {
    let mut tally = Verdicts::default();
    for file in &args.files {
        let before = tally;
        read(file, args.quiet, &mut tally)?;
        if tally == before {
            bail!("{}: there is no proof in it", file.display());
        }
    }
    let Verdicts { right, wrong } = tally;
    if !args.quiet && right + wrong > 1 {
        writeln!(standard::output()?, "{right} proofs verified, {wrong} wrong")?;
    }
    Ok(if wrong > 0 { Exit::Rejects } else { Exit::Complete })
}

/// Number of proofs by verdict.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Verdicts {
    right: u64,
    wrong: u64,
}

/// Checks all proofs of a file.
fn read(file: &PathBuf, quiet: bool, tally: &mut Verdicts) -> Result<()> {
    let input: Box<dyn Read> = match file.as_os_str() == "-" {
        true => Box::new(standard::input()?),
        false => Box::new(File::open(file).with_context(|| format!("cannot read {}", file.display()))?),
    };
    let place = ReaderPlace::default();
    let reader = PlacedReader { input: BufReader::new(input), place: &place };
    let proofs = serde_json::Deserializer::from_reader(reader).into_iter::<Box<RawValue>>();
    for text in proofs {
        let text = text.map_err(|error| {
            let (line, column) = (error.line(), error.column());
            anyhow!("{}: line {line}, column {column}: {error}", file.display())
        })?;
        let line = place.begin.take().unwrap_or(1);
        place.length.set(0);
        match check(text.get(), line) {
            Ok(text) => {
                tally.right += 1;
                if !quiet {
                    writeln!(standard::output()?, "{}", shown(&format!("{}: {text}", at(file, line))))?;
                }
            }
            Err((line, reason)) => {
                tally.wrong += 1;
                notice(format_args!("{}: {reason}", at(file, line)));
            }
        }
    }
    Ok(())
}

/// Returns `FILE:LINE`.
fn at(file: &Path, line: u64) -> String {
    format!("{}:{line}", file.display())
}

/// Checks the proof, or the hints, that begin on this line, and returns the verdict as text. An error carries
/// its line.
fn check(text: &str, line: u64) -> Result<String, (u64, String)> {
    let unread = |error: serde_json::Error| {
        let (down, column) = (error.line() as u64, error.column());
        (line + down.saturating_sub(1), format!("column {column}: not a proof: {error}"))
    };
    let stamp: Stamp = serde_json::from_str(text).map_err(unread)?;
    ensure_version(stamp.version, &stamp.sudoscope).map_err(|wrong| (line, wrong.to_string()))?;
    if stamp.board.is_some() {
        let proof: BoardProof = serde_json::from_str(text).map_err(unread)?;
        let BoardProof { board, puzzle, scale, definition, .. } = &proof;
        let scale = definition.as_ref().map_or(scale.clone(), |definition| scale_shown(scale, definition));
        let verdict = proof::verify_on_board(&proof).map_err(|wrong| (line, format!("{puzzle}: {wrong}")))?;
        let end = end_of(&proof.outcome);
        return Ok(format!("{puzzle}: {board}: {scale} {end}, {} steps verified", verdict.steps));
    }
    if let Ok(hints) = serde_json::from_str::<Hints>(text) {
        let wrong = |wrong| (line, format!("{}: {wrong}", hints.head.puzzle));
        let verdict = proof::verify_hints(&hints).map_err(wrong)?;
        return Ok(line_of(&hints.head, "hints", &verdict));
    }
    let proof: Proof = serde_json::from_str(text).map_err(unread)?;
    let verdict = proof::verify(&proof).map_err(|wrong| (line, format!("{}: {wrong}", proof.head.puzzle)))?;
    Ok(line_of(&proof.head, &end_of(&proof.outcome), &verdict))
}

fn end_of(outcome: &Outcome<Value>) -> String {
    match outcome {
        Outcome::Solved(Value::String(rating)) => format!("solved {rating}"),
        Outcome::Solved(rating) => format!("solved {rating}"),
        Outcome::Unsolved => "unsolved".to_string(),
        Outcome::Budget => "budget".to_string(),
        Outcome::NoSolution => "no solution".to_string(),
    }
}

/// Returns the name of a scale, with its definition if it is a user's own.
fn scale_shown(scale: &str, definition: &str) -> String {
    let is_named = SCALES.iter().any(|named| named.name == scale && named.definition == definition);
    if is_named { scale.to_string() } else { format!("{scale}={definition}") }
}

/// Returns a line like `..34…: W solved 3, 57 steps verified`.
fn line_of(Head { puzzle, scale, definition, .. }: &Head, end: &str, verdict: &Verdict) -> String {
    let shown = scale_shown(scale, definition);
    let assuming = if verdict.assumes_unique { ", assuming one solution" } else { "" };
    format!("{puzzle}: {shown} {end}, {} steps verified{assuming}", verdict.steps)
}

/// Position of a reader.
#[derive(Default)]
struct ReaderPlace {
    newlines: Cell<u64>,
    /// Line of the first byte that is not white space, since `begin` was last taken.
    begin: Cell<Option<u64>>,
    /// Number of bytes read since `length` was last set to 0.
    length: Cell<u64>,
}

/// Reader that records its position. It is read byte by byte.
struct PlacedReader<'a, R> {
    input: R,
    place: &'a ReaderPlace,
}

impl<R: Read> Read for PlacedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1);
        let read = self.input.read(&mut buffer[..length])?;
        let ReaderPlace { newlines, begin, length } = self.place;
        for byte in &buffer[..read] {
            if !byte.is_ascii_whitespace() && begin.get().is_none() {
                begin.set(Some(newlines.get() + 1));
            }
            newlines.set(newlines.get() + u64::from(*byte == b'\n'));
            length.set(length.get() + 1);
        }
        match length.get() > LONGEST {
            true => Err(io::Error::other("a proof of more than 256 MB")),
            false => Ok(read),
        }
    }
}

//! A saved game of Simon Tatham's Portable Puzzle Collection: lines of a name, a length and a value. The
//! record is the game id of its puzzle; what was placed is in other lines.
//!
//! ```text
//!   SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
//!   GAME    :4:Solo
//!   PARAMS  :3:3x3
//!   DESC    :73:a2e9a5b6…          ─▶ 3x3:a2e9a5b6…
//! ```

use super::RecordReader;
use std::io::{self, Read};

/// Most bytes that are read: moves come after the puzzle.
const MOST: u64 = 1 << 14;
const HEAD: &[u8] = b"SAVEFILE:41:Simon Tatham";

/// Whether a text with this beginning is a saved game; `None` if more must be read.
pub(super) fn begins(text: &[u8], is_all: bool) -> Option<bool> {
    match text.len() < HEAD.len() && HEAD.starts_with(text) {
        true => is_all.then_some(false),
        false => Some(text.starts_with(HEAD)),
    }
}

/// The record of a saved game.
pub(super) struct SavedGame<R>(Option<R>);

impl<R> SavedGame<R> {
    pub fn new(stream: R) -> SavedGame<R> {
        SavedGame(Some(stream))
    }
}

impl<R: Read + Send> RecordReader for SavedGame<R> {
    fn more(&mut self, lines: &mut Vec<u8>) -> io::Result<bool> {
        let Some(mut stream) = self.0.take() else { return Ok(false) };
        let mut bytes = Vec::new();
        stream.by_ref().take(MOST).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(' ').strip_prefix(':')?.split_once(':').map(|(_, value)| value)
        };
        // Puzzles of other games are rejects.
        let game = value("GAME").filter(|game| *game != "Solo");
        let id = format!("{}:{}", value("PARAMS").unwrap_or_default(), value("DESC").unwrap_or_default());
        lines.extend(game.map_or(id, |game| format!("a game of {game}")).bytes());
        lines.push(b'\n');
        io::copy(&mut stream, &mut io::sink())?;
        Ok(true)
    }
}

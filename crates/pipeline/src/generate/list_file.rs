//! List of puzzles in a resumable file.

use super::{Clues, ListProgress, Puzzle, Recipe};
use crate::choice::Choice;
use crate::files::{NamedSettings, Protected, Resumable, ResumeError, Unfinished, recorded};
use serde_json::json;
use std::{io, path::Path};
use sudoscope_engine::grid::Cell;

/// List being written: its puzzles, one a line.
pub struct ListFile<'a> {
    recipe: &'a Recipe,
    file: Resumable<ListProgress>,
    made: ListProgress,
}

/// Returns the settings that determine the puzzles, without the length of the list, which may change.
fn settings(recipe: &Recipe) -> NamedSettings {
    let rated = recipe.choice.as_ref().map(Choice::described);
    let places = match &recipe.places {
        Clues::Symmetric(symmetry) => json!(symmetry.name),
        Clues::Pattern(cells) => json!(cells.map(Cell::index).collect::<Vec<usize>>()),
    };
    vec![
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("--method", json!(recipe.method)),
        ("--thin", json!(recipe.thin)),
        ("--seed", json!(recipe.seed)),
        ("--clues", json!(recipe.clues)),
        ("--minimal", json!(recipe.minimal)),
        ("--board", recipe.board.as_ref().map(|board| board.name()).into()),
        ("--symmetry or --pattern", places),
        ("--ladder, or a condition on ratings or rules", json!(rated)),
        ("--solution", json!(recipe.solution)),
    ]
}

impl<'a> ListFile<'a> {
    /// Returns the seed with which the unfinished list at `path` was begun.
    pub fn seed_of(path: &Path) -> Option<u64> {
        recorded(path, "--seed")?.as_u64()
    }

    /// Opens the list at `path` (following a link), which must not be one of the inputs, for this recipe. If
    /// `sync`, puzzles are forced to disk every round.
    pub fn open(
        path: &Path, recipe: &'a Recipe, unfinished: Unfinished, inputs: &Protected, sync: bool,
    ) -> Result<ListFile<'a>, ResumeError> {
        let file = Resumable::open(path, &settings(recipe), unfinished, inputs, sync)?;
        let made = file.state().copied().unwrap_or_default();
        Ok(ListFile { recipe, file, made })
    }

    /// Returns the progress of the list.
    pub fn made(&self) -> ListProgress {
        self.made
    }

    /// Appends puzzles and records the progress made with them.
    pub fn append(&mut self, puzzles: &[Puzzle], made: ListProgress) -> io::Result<()> {
        self.file.write(self.recipe.lines(puzzles, self.made).as_bytes())?;
        self.file.end_block(&made).inspect_err(|_| self.file.drop_rest())?;
        self.made = made;
        Ok(())
    }

    /// Returns the path of the unfinished list, if some of the list is kept.
    pub fn kept(&self) -> Option<&Path> {
        self.file.state().map(|_| self.file.partial())
    }

    /// Gives the complete list its name.
    pub fn finish(&mut self) -> io::Result<()> {
        self.file.finish(&self.made)
    }
}

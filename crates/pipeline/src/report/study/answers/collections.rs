//! The collections, and the puzzles they have in common.

use super::{Answer, KeptRow, Questions, Shown, cells, column, head};
use crate::report::study::Scanned;

impl<'a> Questions<'a> {
    /// Returns the name of the board in a sentence.
    fn grid(&self) -> String {
        self.findings.board.as_ref().map_or("grid".to_string(), |board| format!("board {board}"))
    }

    /// Returns the option that names the board in a command, if one is needed.
    pub(super) fn board_option(&self) -> String {
        self.findings.board.as_ref().map_or(String::new(), |board| format!(" --board {board}"))
    }

    pub(super) fn collections(&self) -> Answer {
        let (grid, option) = (self.grid(), self.board_option());
        let rows = self.tables.rows("collections");
        let all: u64 = rows.iter().map(|row| row.count(column::PUZZLES)).sum();
        let twice: u64 =
            rows.iter().map(|row| row.count(column::PUZZLES) - row.count(column::DIFFERENT)).sum();
        let row = |row: &KeptRow| {
            let [puzzles, different] = [column::PUZZLES, column::DIFFERENT].map(|it| row.text(it));
            let weights = row.text(column::WEIGHTS);
            cells([
                row.text(column::COLLECTION),
                puzzles,
                different,
                row.with_error(column::MEAN, 3),
                weights,
            ])
        };
        let table = Shown {
            head: head(["collection", "puzzles", "different", "mean clues ± se", "weights"]),
            rows: rows.iter().map(row).collect(),
            ..Shown::default()
        };
        let scan = |scan: &Scanned| cells([scan.collection.clone(), scan.command.clone()]);
        let mut commands = Shown {
            caption: "The scans".to_string(),
            head: head(["collection", "command"]),
            rows: self.findings.scans.iter().map(scan).collect(),
        };
        commands.rows.iter_mut().for_each(|row| row[1].is_code = true);
        Answer {
            id: "collections",
            title: "The collections".to_string(),
            sentence: format!(
                "{all} puzzles of {} collections; within a collection {twice} repeat another one up to the \
                 symmetries of the {grid}. Others are compared with {}.",
                rows.len(),
                self.reference()
            ),
            made_by: format!(
                "table collections; sudoscope dedupe{option} --by isomorph FILE counts those that repeat one"
            ),
            pictures: Vec::new(),
            tables: vec![table, commands],
        }
    }

    pub(super) fn isomorphs(&self) -> Answer {
        let (grid, option) = (self.grid(), self.board_option());
        let rows = self.tables.rows("isomorphs");
        let row = |row: &KeptRow| {
            cells([row.text(column::COLLECTION), row.text(column::OTHER), row.text(column::PUZZLES)])
        };
        let most = rows.iter().max_by_key(|row| row.count(column::PUZZLES));
        let sentence = match most {
            None => {
                format!("No puzzle of a collection is one of another, up to the symmetries of the {grid}.")
            }
            Some(row) => format!(
                "Most in common have {} and {}: {} puzzles, up to the symmetries of the {grid}.",
                row.text(column::COLLECTION),
                row.text(column::OTHER),
                row.text(column::PUZZLES)
            ),
        };
        Answer {
            id: "isomorphs",
            title: "Puzzles in common".to_string(),
            sentence,
            made_by: format!(
                "table isomorphs; sudoscope minlex{option} FILE prints the forms that are compared"
            ),
            pictures: Vec::new(),
            tables: vec![Shown {
                head: head(["collection", "other", "in common"]),
                rows: rows.iter().map(row).collect(),
                ..Shown::default()
            }]
            .into_iter()
            .filter(|table| !table.rows.is_empty())
            .collect(),
        }
    }
}

//! Text of a study in Markdown: the content of the page without pictures.

use super::Findings;
use super::answers::{Answers, Cell, Shown};
use super::page::title;
use std::fmt::Write as _;

/// Writes the study as Markdown.
pub(super) fn text(findings: &Findings, answers: &Answers) -> String {
    let mut text = format!("# {}\n\n", title(findings));
    for line in &findings.about {
        let _ = writeln!(text, "- {line}");
    }
    for answer in &answers.all {
        let _ =
            write!(text, "\n## {}\n\n{}\n\nMade by: {}.\n", answer.title, answer.sentence, answer.made_by);
        for Shown { caption, head, rows } in &answer.tables {
            if !caption.is_empty() {
                let _ = write!(text, "\n### {caption}\n");
            }
            let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
            text += "\n";
            text += &line(head.clone());
            text += &format!("|{}\n", "---|".repeat(head.len()));
            for row in rows {
                let cell = |cell: &Cell| match cell.is_code {
                    true => format!("`{}`", cell.text.replace('|', "\\|")),
                    false => cell.text.replace('|', "\\|"),
                };
                text += &line(row.iter().map(cell).collect());
            }
        }
    }
    text
}

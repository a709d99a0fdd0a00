//! Page of a study: its answers, one below the other, in one file that needs no network.

use super::Findings;
use super::answers::{Answer, Answers};
use crate::walk;
use askama::Template;
use std::io;
use sudoscope_engine::draw::STYLE;

#[derive(Template)]
#[template(path = "study.html")]
pub(crate) struct StudyPage<'a> {
    pub title: String,
    pub about: &'a [String],
    pub answers: &'a [Answer],
    /// Names and data of the paths that answers link to.
    pub paths: &'a [(String, String)],
}

impl StudyPage<'_> {
    pub(crate) fn html(&self) -> io::Result<String> {
        self.render().map_err(io::Error::other)
    }
}

/// Returns the title of the study.
pub(super) fn title(findings: &Findings) -> String {
    let puzzles: u64 = findings.collections.iter().map(|it| it.puzzles).sum();
    format!("A study of {} collections, {puzzles} puzzles", findings.collections.len())
}

pub(super) fn page(findings: &Findings, answers: &Answers) -> io::Result<String> {
    let Answers { all, paths } = answers;
    StudyPage { title: title(findings), about: &findings.about, answers: all, paths }.html()
}

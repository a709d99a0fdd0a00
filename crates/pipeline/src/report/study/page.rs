//! Page of a study: its answers, one below the other, in one file that needs no network.

use super::Findings;
use super::answers::{Answer, Answers};
use crate::walk;
use askama::Template;
use std::io;
use sudoscope_engine::draw::STYLE;

#[derive(Template)]
#[template(path = "study.html")]
struct StudyPage<'a> {
    title: String,
    about: &'a [String],
    answers: &'a [Answer],
    paths: &'a [(String, String)],
}

/// Returns the title of the study.
pub(super) fn title(findings: &Findings) -> String {
    let puzzles: u64 = findings.collections.iter().map(|it| it.puzzles).sum();
    format!("A study of {} collections, {puzzles} puzzles", findings.collections.len())
}

pub(super) fn page(findings: &Findings, answers: &Answers) -> io::Result<String> {
    let Answers { all, paths } = answers;
    let page = StudyPage { title: title(findings), about: &findings.about, answers: all, paths };
    page.render().map_err(io::Error::other)
}

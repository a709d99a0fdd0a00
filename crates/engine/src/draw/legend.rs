//! Legend of a picture: the roles, links and shades used.

use super::marks::{Marks, Role, Shade, Tie};
use super::shapes::{drawn_line, shade_class, shape};
use std::collections::BTreeSet;

/// Returns samples, with the origin in the middle of the left side, and their meanings.
pub(super) fn legend(marks: &Marks) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for role in BTreeSet::from_iter(marks.roles.iter().map(|mark| mark.1)) {
        entries.push((shape(role, (12.0, 0.0), None), role_text(role, marks)));
    }
    for tie in BTreeSet::from_iter(marks.lines.iter().map(|line| line.2)) {
        let words = match tie {
            Tie::Strong => "one of the two is true",
            Tie::Weak => "not both are true",
            Tie::Implied => marks.words.implied,
        };
        let line = drawn_line(tie, "M0 0h18", "M24 0l-6 3.4v-6.8z");
        entries.push((line, words.to_string()));
    }
    for kind in BTreeSet::from_iter(marks.shades.iter().map(|shade| shade.1)) {
        let words = match kind {
            Shade::House => marks.words.house,
            Shade::Cells => marks.words.cells,
            Shade::Cover => marks.words.cover,
            Shade::Empty => marks.words.empty,
        };
        let class = shade_class(kind);
        let sample = format!("<path class=\"{class}\" d=\"M3 -8h18v16h-18z\"/>");
        entries.push((sample, words.to_string()));
    }
    entries
}

fn role_text(role: Role, marks: &Marks) -> String {
    let words = marks.words;
    match role {
        Role::Ignored => "ruled out before (z, t)".to_string(),
        Role::Member => words.member.to_string(),
        Role::Extra => words.extra.to_string(),
        Role::Left => "would be false (left-linking)".to_string(),
        Role::Group => words.group.to_string(),
        Role::Right(_) if marks.branches == 1 => "would be true (right-linking)".to_string(),
        Role::Right(branch) => format!("would be true in branch {}", branch + 1),
        Role::Removed => "removed".to_string(),
        Role::Placed => "placed".to_string(),
    }
}

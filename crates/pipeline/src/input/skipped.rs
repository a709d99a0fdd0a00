//! Lines skipped because they hold no data, counted by reason.

use super::kind::LineKind;
use std::fmt::{Display, Formatter, Result};

/// The reasons, as printed.
const REASONS: [(LineKind, &str); 6] = [
    (LineKind::Comment, "comment"),
    (LineKind::Blank, "blank"),
    (LineKind::Header, "header"),
    (LineKind::Frame, "frame"),
    (LineKind::Text, "text"),
    (LineKind::Section, "other section"),
];

/// Numbers of skipped lines, by reason.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Skipped([u64; REASONS.len()]);

impl Skipped {
    /// Returns the number of all skipped lines.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Whether comments, blank lines and headers are all there was.
    pub fn are_expected(&self) -> bool {
        let expected = [LineKind::Comment, LineKind::Blank, LineKind::Header];
        REASONS.iter().zip(self.0).all(|((kind, _), lines)| lines == 0 || expected.contains(kind))
    }

    /// Counts lines of a kind other than data.
    pub(super) fn add(&mut self, kind: LineKind, lines: u64) {
        let counts = REASONS.iter().zip(&mut self.0);
        counts.filter(|(reason, _)| reason.0 == kind).for_each(|(_, count)| *count += lines);
    }

    /// Returns the lines skipped since `before`.
    pub(super) fn since(&self, before: &Skipped) -> Skipped {
        let mut since = *self;
        since.0.iter_mut().zip(before.0).for_each(|(count, before)| *count -= before);
        since
    }
}

/// Formats as `12 lines skipped: comment 3, blank 9`.
impl Display for Skipped {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{} lines skipped", self.total())?;
        let mut separator = ": ";
        for ((_, reason), lines) in REASONS.iter().zip(self.0).filter(|(_, lines)| *lines > 0) {
            write!(f, "{separator}{reason} {lines}")?;
            separator = ", ";
        }
        Ok(())
    }
}

//! Bounds on what templates can collect: weights on cells, or bases and targets, which are weights 1 and −1
//! (docs/theory.md, "Template rank").

use super::{Template, list};
use crate::grid::Cell;
use crate::grid::notation::Variable;
use crate::grid::{Digit, House};
use serde::{Deserialize, Serialize};

/// Two base cells and as many targets: each live template of a base digit through one of the base cells takes
/// a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exocet {
    /// Two cells of a block and a line.
    pub base: Vec<Variable>,
    /// Candidates of the base.
    pub digits: Vec<Digit>,
    /// The targets.
    pub targets: Vec<Target>,
    /// Three lines in which no base digit has three places that do not see each other, apart from places in a
    /// target. If empty, the templates are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<House>,
}

/// A cell, or two cells that hold a base digit and another digit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The cells.
    pub cells: Vec<Variable>,
    /// The other digit of two cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Digit>,
}

impl Exocet {
    /// Formats as `JE4(1247) r1c7 r2c7 - r4c8, r7c8 r7c9 (n4); cross-lines r3 r4 r7`.
    pub(super) fn text(&self) -> String {
        let target = |target: &Target| match target.locked {
            None => list(&target.cells, " "),
            Some(digit) => format!("{} ({digit})", list(&target.cells, " ")),
        };
        let targets = list(self.targets.iter().map(target), ", ");
        let lines = list(&self.lines, " ");
        let lines = if lines.is_empty() { lines } else { format!("; cross-lines {lines}") };
        let digits = list(self.digits.iter().map(|digit| digit.number()), "");
        format!("{}{}({digits}) {} - {targets}{lines}", self.kind(), self.digits.len(), list(&self.base, " "))
    }

    /// Returns the players' name: junior if it has cross-lines, with the targets on two of them, in the band
    /// or stack of the base's line; senior if it has cross-lines otherwise; template exocet without
    /// cross-lines.
    fn kind(&self) -> &'static str {
        let base: Vec<Cell> = self.base.iter().flat_map(|cell| cell.cells()).collect();
        let Some(&first) = base.first() else { return "TE" };
        let is_row = base.iter().all(|cell| cell.row() == first.row());
        let chute = |cell: Cell| if is_row { cell.row() / 3 } else { cell.column() / 3 };
        let across = |cell: Cell| if is_row { cell.column() } else { cell.row() };
        let targets: Vec<Cell> =
            self.targets.iter().flat_map(|target| &target.cells).flat_map(|cell| cell.cells()).collect();
        let are_beside = targets.iter().all(|&cell| chute(cell) == chute(first));
        let on_two_lines = targets.iter().any(|&cell| across(cell) != across(targets[0]));
        match self.lines.is_empty() {
            true => "TE",
            false if are_beside && on_two_lines => "JE",
            false => "SE",
        }
    }
}

/// Weights on cells, 0 for unnamed cells. A template collects the weights of its cells. If the best templates
/// of the nine digits together collect at most the sum of all weights plus R, a template that collects less
/// than the best of its digit by more than R is impossible.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The weights; each value is listed once.
    pub weights: Vec<Weight>,
    /// Total of the best template of each digit.
    pub best: [i64; 9],
}

/// Cells of one weight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The weight.
    pub weight: i64,
    /// The cells.
    pub cells: Vec<Variable>,
}

impl Weights {
    /// Formats as `+1 r1c7 r2c7, -1 r4c8 r7c9; best 0 0 0 0 0 0 0 0 0`; `no template` if no weights are
    /// needed.
    pub(super) fn text(&self) -> String {
        if self.weights.is_empty() {
            return "no template".to_string();
        }
        let one = |of: &Weight| format!("{:+} {}", of.weight, list(&of.cells, " "));
        format!("{}; best {}", list(self.weights.iter().map(one), ", "), list(self.best, " "))
    }
}

/// An assumed template, and weights such that the other digits, with the templates compatible with it, cannot
/// collect all that it leaves. If a digit has no compatible template, no weights are needed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefutedTemplate {
    /// The template.
    pub template: Template,
    /// The weights, 0 on the template's own cells, and the most that each digit can collect.
    pub weights: Weights,
}

impl RefutedTemplate {
    /// Formats as `4(536121): +1 r1c1; best 0 0 0 0 0 0 0 0 0`; `4(536121)` if no weights are needed.
    pub(super) fn text(&self) -> String {
        let Template { digit, label } = self.template;
        let template = format!("{}({})", digit.number(), list(label, ""));
        if self.weights.weights.is_empty() {
            template
        } else {
            format!("{template}: {}", self.weights.text())
        }
    }
}

//! What templates can collect: weights on cells, and bases and targets, which are weights 1 and −1
//! (docs/theory.md, "Template rank").

use super::{Digit, House, Template, list};
use crate::grid::notation::{Variable, house_name};
use serde::{Deserialize, Serialize};

/// Two base cells and as many targets: each live template of a digit of the base through one of its cells
/// takes a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exocet {
    /// Two cells of a block and a line.
    pub base: Vec<Variable>,
    /// The candidates of the base.
    pub digits: Vec<Digit>,
    /// The targets.
    pub targets: Vec<Target>,
    /// Three lines in which no digit of the base has three places that do not see each other, if not in a
    /// target. Where there are none, the templates are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<House>,
}

/// A cell; or two cells that hold a digit of the base and another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The cells.
    pub cells: Vec<Variable>,
    /// That other digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Digit>,
}

impl Exocet {
    /// `JE4(1247) r1c7 r2c7 - r4c8, r7c8 r7c9 (n4); cross-lines r3 r4 r7`.
    pub(super) fn text(&self) -> String {
        let target = |target: &Target| match target.locked {
            None => list(&target.cells, " "),
            Some(Digit(digit)) => format!("{} (n{})", list(&target.cells, " "), digit + 1),
        };
        let targets = list(self.targets.iter().map(target), ", ");
        let lines = list(self.lines.iter().map(|line| house_name(line.0.into())), " ");
        let lines = if lines.is_empty() { lines } else { format!("; cross-lines {lines}") };
        let digits = list(self.digits.iter().map(|digit| digit.0 + 1), "");
        format!("{}{}({digits}) {} - {targets}{lines}", self.kind(), self.digits.len(), list(&self.base, " "))
    }

    /// What players call it: junior, with cross-lines and the targets on two of them, in the band or stack of
    /// the base's line; senior, with cross-lines; or by its templates only.
    fn kind(&self) -> &'static str {
        let base: Vec<usize> = self.base.iter().flat_map(|cell| cell.cells()).collect();
        let Some(&first) = base.first() else { return "TE" };
        let is_row = base.iter().all(|cell| cell / 9 == first / 9);
        let chute = |cell: usize| if is_row { cell / 27 } else { cell % 9 / 3 };
        let across = |cell: usize| if is_row { cell % 9 } else { cell / 9 };
        let targets: Vec<usize> =
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

/// Weights on cells, 0 where none is named. A template collects those of its cells. If the best templates of
/// the nine digits collect in all no more than the sum of all weights and R, a template that collects less
/// than the best one of its digit by more than R is impossible.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The weights, each different one once.
    pub weights: Vec<Weight>,
    /// What the best template of each digit collects.
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
    /// `+1 r1c7 r2c7, -1 r4c8 r7c9; best 0 0 0 0 0 0 0 0 0`; `no template` where no weights are needed.
    pub(super) fn text(&self) -> String {
        if self.weights.is_empty() {
            return "no template".to_string();
        }
        let one = |of: &Weight| format!("{:+} {}", of.weight, list(&of.cells, " "));
        format!("{}; best {}", list(self.weights.iter().map(one), ", "), list(self.best, " "))
    }
}

/// A template that is assumed, and weights of which the other digits, with the templates that fit it, cannot
/// collect all that it leaves. Where a digit has no template that fits it, no weights are needed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefutedTemplate {
    /// The template.
    pub template: Template,
    /// The weights, 0 on its own cells, and the best that each digit can collect.
    pub weights: Weights,
}

impl RefutedTemplate {
    /// `4(536121): +1 r1c1; best 0 0 0 0 0 0 0 0 0`; `4(536121)` where no weights are needed.
    pub(super) fn text(&self) -> String {
        let Template { digit, label } = self.template;
        let template = format!("{}({})", digit + 1, list(label, ""));
        if self.weights.weights.is_empty() {
            template
        } else {
            format!("{template}: {}", self.weights.text())
        }
    }
}

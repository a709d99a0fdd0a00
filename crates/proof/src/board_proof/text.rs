//! Texts of steps and proofs on boards.

use super::{BoardEvidence, BoardLink, BoardProof, BoardRound, BoardStep, BoardVariable, HouseName};
use crate::evidence::Outcome;
use crate::grid::{Candidate, notation};
use std::fmt::Write;

impl BoardStep {
    /// Makes a step of a rule, with its text: `whip[3]: d1n5{r1c1 r5c5} - … ==> r8c5≠6`.
    pub fn of(
        rule: &str, eliminates: Vec<Candidate>, asserts: Vec<Candidate>, because: BoardEvidence,
    ) -> BoardStep {
        let pattern = match &because {
            BoardEvidence::Single { variable } => single(*variable),
            BoardEvidence::Contradiction { variable } => format!("contradiction in {variable}"),
            BoardEvidence::Subset { variables, transversals } => {
                let names = [variables, transversals]
                    .map(|all| all.iter().map(BoardVariable::to_string).collect::<Vec<_>>().join(" "));
                format!("{}: {{{}}}{{{}}}", subset(variables, transversals), names[0], names[1])
            }
            BoardEvidence::Chain { links } => {
                let rule = if links.len() == 1 { "whip" } else { rule };
                let texts: Vec<String> = links.iter().map(link).collect();
                format!("{rule}[{}]: {}", links.len(), texts.join(" - "))
            }
        };
        let conclusion = match &asserts[..] {
            [value] => format!("{}={}", value.cell, value.digit.number()),
            _ if eliminates.is_empty() => "no solution".to_string(),
            _ => notation::eliminations(&eliminates.iter().copied().collect()),
        };
        let text = format!("{pattern} ==> {conclusion}");
        BoardStep { text, eliminates, asserts, words: Vec::new(), because }
    }
}

fn single(variable: BoardVariable) -> String {
    let kind = match variable {
        BoardVariable::Cell(_) => return "naked-single".to_string(),
        BoardVariable::In(HouseName { letter: 'r', .. }, _) => "a-row".to_string(),
        BoardVariable::In(HouseName { letter: 'c', .. }, _) => "a-column".to_string(),
        BoardVariable::In(HouseName { letter: 'b', .. }, _) => "a-block".to_string(),
        BoardVariable::In(house, _) => house.to_string(),
    };
    format!("hidden-single-in-{kind}")
}

/// Returns the name of a subset by its kinds of variables and its size.
fn subset(variables: &[BoardVariable], transversals: &[BoardVariable]) -> String {
    let are_cells = |all: &[BoardVariable]| all.iter().all(|it| matches!(it, BoardVariable::Cell(_)));
    let at = variables.len().wrapping_sub(2);
    let sets = ["pairs", "triplets", "quads"].get(at).unwrap_or(&"sets");
    match (are_cells(variables), are_cells(transversals)) {
        (true, _) => format!("naked-{sets}"),
        (_, true) => format!("hidden-{sets}"),
        _ => ["x-wing", "swordfish", "jellyfish"].get(at).unwrap_or(&"fish").to_string(),
    }
}

fn link(BoardLink { variables: [variable], left, right, .. }: &BoardLink) -> String {
    let right = right.candidates().first().map_or(".".to_string(), |right| variable.value(*right));
    format!("{variable}{{{} {right}}}", variable.value(*left))
}

impl BoardRound {
    /// Returns the rule with its size: `whip[3]`.
    pub fn name(&self) -> String {
        self.size.map_or(self.rule.clone(), |size| format!("{}[{size}]", self.rule))
    }
}

impl BoardProof {
    /// Returns the steps, one a line with its sentences below, between the puzzle and the outcome.
    pub fn text(&self) -> String {
        let BoardProof { board, puzzle, scale, rounds, .. } = self;
        let mut text = format!("{puzzle}\nboard {board}, scale {scale}\n{}", self.steps_text());
        let hardest = rounds.iter().max_by_key(|round| round.rating).map(BoardRound::name);
        let _ = match &self.outcome {
            Outcome::Solved(rating) => {
                let hardest = hardest.map_or(String::new(), |rule| format!(", MOST COMPLEX RULE = {rule}"));
                let end = &self.end;
                writeln!(text, "{end}\nPUZZLE SOLVED. rating-type = {scale}, rating = {rating}{hardest}")
            }
            outcome => writeln!(text, "{}PUZZLE NOT SOLVED: {}", self.grid(), outcome.status().name()),
        };
        text
    }

    /// Returns the steps, one a line with its sentences below.
    pub fn steps_text(&self) -> String {
        let mut text = String::new();
        for step in self.rounds.iter().flat_map(|round| &round.steps) {
            text += &step.text;
            text.push('\n');
            step.words.iter().for_each(|words| text += &format!("    {words}\n"));
        }
        text
    }

    /// Returns the candidates left as a table, one row of the board a line.
    fn grid(&self) -> String {
        let size = (1..10).find(|size| size * size * size == self.end.len()).unwrap_or(9);
        let cells = self.end.as_bytes().chunks(size).map(|cell| {
            let digits: String =
                cell.iter().filter(|byte| **byte != b'.').map(|&byte| char::from(byte)).collect();
            if digits.is_empty() { "-".to_string() } else { digits }
        });
        let cells: Vec<String> = cells.collect();
        let width = |column: usize| cells.iter().skip(column).step_by(size).map(String::len).max();
        let widths: Vec<usize> = (0..size).map(|column| width(column).unwrap_or(1)).collect();
        let row = |row: &[String]| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
        };
        cells.chunks(size).map(row).collect()
    }
}

//! Texts of steps and proofs on boards.

use super::{
    BoardArc, BoardBranch, BoardColours, BoardEvidence, BoardLink, BoardProof, BoardRound, BoardStep,
    BoardStrong, BoardVariable, HouseName,
};
use crate::evidence::{Hall, Notation, Outcome, Part, Right, families, technique};
use crate::grid::{Candidate, notation};
use serde_json::Value;
use std::fmt::{self, Display, Formatter, Write};

impl BoardStep {
    /// Makes a step of a rule, with its text: `whip[3]: d1n5{r1c1 r5c5} - … ==> r8c5≠6`.
    pub fn of(
        rule: &str, eliminates: Vec<Candidate>, asserts: Vec<Candidate>, because: BoardEvidence,
    ) -> BoardStep {
        let step = BoardStep { text: String::new(), eliminates, asserts, words: Vec::new(), because };
        let [head, body] = step.because.pattern(rule, &step.eliminates);
        let body = if matches!(step.because, BoardEvidence::Single { .. }) { String::new() } else { body };
        step.with_text(&head, &body)
    }

    /// Returns the step with the name that players have for its rule: `Skyscraper: r3n5{c1 c4} - …`.
    pub fn named(self, rule: &str, name: &str) -> BoardStep {
        let [_, body] = self.because.pattern(rule, &self.eliminates);
        self.with_text(name, &body)
    }

    fn with_text(self, head: &str, body: &str) -> BoardStep {
        let conclusion = match &self.asserts[..] {
            [value] => format!("{}={}", value.cell, value.digit.number()),
            _ if self.eliminates.is_empty() => "no solution".to_string(),
            _ => notation::eliminations(&self.eliminates.iter().copied().collect()),
        };
        let between = match &self.because {
            _ if head.is_empty() || body.is_empty() => "",
            BoardEvidence::Contradiction { .. } => " ",
            _ => ": ",
        };
        BoardStep { text: format!("{head}{between}{body} ==> {conclusion}"), ..self }
    }
}

impl Part for BoardEvidence {
    fn text(&self) -> String {
        match (self, self.pattern("", &[])) {
            (BoardEvidence::Subset { .. }, [head, body]) => format!("{head}: {body}"),
            (_, [_, body]) => body,
        }
    }

    fn text_for_players(&self) -> String {
        self.text()
    }
}

impl BoardEvidence {
    /// Returns the name of the pattern in nrc notation, and the pattern; the rule's step eliminates `gone`.
    fn pattern(&self, rule: &str, gone: &[Candidate]) -> [String; 2] {
        match self {
            BoardEvidence::Single { variable } => {
                let body = match variable {
                    BoardVariable::Cell(_) => String::new(),
                    BoardVariable::In(..) => variable.to_string(),
                };
                [single(*variable), body]
            }
            BoardEvidence::Contradiction { variable } => {
                ["contradiction".to_string(), format!("in {variable}")]
            }
            BoardEvidence::Subset { variables, transversals } => {
                [subset(variables, transversals), sides(variables, transversals)]
            }
            BoardEvidence::Chain { links } => [chain(rule, links), texts(links)],
            BoardEvidence::Forcing { branches, .. } => {
                let kind = if gone.is_empty() { "val" } else { "elim" };
                let size = 1 + branches.iter().map(|branch| branch.links.len()).sum::<usize>();
                [format!("{rule}-{kind}[{size}]"), list(branches, " ")]
            }
            BoardEvidence::Circle { arcs } => [format!("{rule}[{}]", arcs.len()), list(arcs, ",")],
            BoardEvidence::Links { links } => [rule.to_string(), list(links, " - ")],
            BoardEvidence::Rings { rings } => {
                let rings: Vec<String> = rings.iter().map(|ring| list(ring, " - ")).collect();
                [rule.to_string(), rings.join(" and ")]
            }
            BoardEvidence::Colours { nets } => [rule.to_string(), list(nets, " and ")],
            BoardEvidence::RemotePair { cells } => [rule.to_string(), list(cells, " ")],
            BoardEvidence::Trial { .. } => {
                let tried = gone.iter().map(|one| format!("{}={}", one.cell, one.digit.number()));
                [rule.to_string(), format!("{} fails", tried.collect::<Vec<_>>().join(", "))]
            }
            BoardEvidence::Locked(of) => [rule.to_string(), of.text()],
            BoardEvidence::Direct(of) => [rule.to_string(), of.text()],
            BoardEvidence::Wing(of) => [rule.to_string(), of.text()],
            BoardEvidence::BivalueLoop(of) => [rule.to_string(), of.around() + &completion(&of.subset)],
            BoardEvidence::BugPlus(of) => [rule.to_string(), list(&of.extras, " ") + &completion(&of.subset)],
            BoardEvidence::AlignedExclusion(of) => [rule.to_string(), of.text()],
            BoardEvidence::ForcingChains(of) => [rule.to_string(), of.text(Notation::Nrc)],
        }
    }
}

/// Formats as `{r1c1 r1c2}{r1n4 r1n5}`.
fn sides(variables: &[BoardVariable], transversals: &[BoardVariable]) -> String {
    let [own, others] = [variables, transversals].map(|all| list(all, " "));
    format!("{{{own}}}{{{others}}}")
}

/// Formats a subset that completes another pattern: ` - {r1c1 r1c2}{r1n4 r1n5 r1n7}`.
fn completion(subset: &Option<Hall<BoardVariable>>) -> String {
    let of = |set: &Hall<BoardVariable>| format!(" - {}", sides(&set.variables, &set.transversals));
    subset.as_ref().map(of).unwrap_or_default()
}

fn list<T: Display>(all: &[T], between: &str) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}

/// Returns the name of a chain: `whip[3]`, `t-whip-rn[4]`, `nrczt3-chain`.
fn chain(rule: &str, links: &[BoardLink]) -> String {
    let length = links.len();
    let is_locked = links.len() == 1 && links[0].right == Right::Nothing;
    match families::named(rule).filter(|_| !is_locked) {
        Some(family) => {
            let kind = match links.first().map(|link| link.variables) {
                Some([BoardVariable::In(house, _)]) => format!("-{}n", house.letter),
                _ => "-rc".to_string(),
            };
            family.printed.replace('#', &length.to_string()).replace('%', &kind)
        }
        None => format!("whip[{length}]"),
    }
}

fn texts(links: &[BoardLink]) -> String {
    links.iter().map(link).collect::<Vec<_>>().join(" - ")
}

impl Display for BoardStrong {
    /// Formats as `d1n5{r1c1 r4c4}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardStrong { variable, from, to } = self;
        write!(f, "{variable}{{{} {}}}", variable.value(*from), variable.value(*to))
    }
}

impl Display for BoardArc {
    /// Formats as `r1c8{n1 n2}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardArc { variable, left, right, .. } = self;
        write!(f, "{variable}{{{} {}}}", variable.value(*left), variable.value(*right))
    }
}

impl Display for BoardBranch {
    /// Formats as `|| n5r7c4 - partial-whip[1]: r9n5{c4 c7}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardBranch { start, links } = self;
        write!(f, "|| {start}")?;
        match links.len() {
            0 => Ok(()),
            length => write!(f, " - partial-whip[{length}]: {}", texts(links)),
        }
    }
}

impl Display for BoardColours {
    /// Formats as `{n5r1c2 n5r3c4|n5r1c7} by r1n5 c7n5`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [one, other] = self.colours.each_ref().map(|colour| list(colour, " "));
        write!(f, "{{{one}|{other}}} by {}", list(&self.pairs, " "))
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
    /// Returns the rule with its size: `whip[3]`, `forcing-chain[7.3]`.
    pub fn name(&self) -> String {
        let is_difficulty = |size: u8| self.rating.as_f64() == Some(f64::from(size) / 10.0);
        match self.size {
            None => self.rule.clone(),
            Some(size) if is_difficulty(size) && technique(&self.rule).is_some() => self.with_difficulty(),
            Some(size) => format!("{}[{size}]", self.rule),
        }
    }

    /// Returns the rule with its rating, as techniques of SER are named: `pointing[2.6]`.
    pub fn with_difficulty(&self) -> String {
        format!("{}[{}]", self.rule, self.rating)
    }
}

impl BoardProof {
    /// Returns the steps, one a line with its sentences below, between the puzzle and the outcome; `rated` is
    /// printed after the name of the scale, if the puzzle is solved.
    pub fn text(&self, rated: &str) -> String {
        let BoardProof { board, puzzle, scale, .. } = self;
        let mut text = format!("{puzzle}\nboard {board}, scale {scale}\n{}", self.steps_text());
        let _ = match &self.outcome {
            Outcome::Solved(_) => {
                writeln!(text, "{}\nPUZZLE SOLVED. rating-type = {scale}, {rated}", self.end)
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

/// Formats a rating, a number or a name.
pub fn rating_text(rating: &Value) -> String {
    rating.as_str().map_or_else(|| rating.to_string(), str::to_string)
}

//! Comparison of two banks of different puzzles: the shares of each rating, technique and number of clues,
//! and the means of numbers.

use crate::choice::{Asked, Choice, ChoiceError};
use crate::report::{Column, Counts, Ending, Kind, ScaleCounts, Value, View};
use crate::run::{Row, RunError, RunFile};
use crate::stats::{ByClues, Classes, Estimate, Weights, share};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use sudoscope_engine::scale::{Effort, Scale, Solver};

/// Counts over the puzzles of a bank.
pub struct Bank {
    /// Name of the bank.
    pub name: String,
    /// Scales by which the puzzles are rated.
    pub scales: Vec<Scale>,
    /// Counts of the bank; only rated puzzles are compared.
    pub counts: Counts,
    /// Choices for computing shares and means.
    pub view: View,
    /// Conditions, and their puzzles.
    pub conditions: Conditions,
}

/// Conditions on paths: for each scale and each condition the puzzles that meet it.
#[derive(Default)]
pub struct Conditions(Vec<Condition>);

struct Condition {
    /// Number of the scale within the rows.
    scale: usize,
    /// Kind of the condition, and its rule.
    of: &'static str,
    rule: String,
    choice: Choice,
    met: ByClues,
}

impl Conditions {
    /// Makes the conditions that puzzles need no rule after `up_to`, and that they need each rule of `needs`
    /// (and none after `up_to`), by each of the scales that has the rules, or of those of `ladders` if any
    /// are named. Fails if none has them.
    pub fn of(
        scales: &[Scale], ladders: &[String], up_to: Option<&str>, needs: &[String],
    ) -> Result<Conditions, ChoiceError> {
        let is_asked = |scale: &Scale| ladders.is_empty() || ladders.contains(&scale.name);
        let mut all = Vec::new();
        let asked = up_to.map(|rule| ("up to", rule)).into_iter();
        for (of, rule) in asked.chain(needs.iter().map(|rule| ("needs", rule.as_str()))) {
            let mut why = None;
            let before = all.len();
            for (scale, by) in scales.iter().enumerate().filter(|(_, scale)| is_asked(scale)) {
                let needs = [rule.to_string()];
                let asked = match of {
                    "needs" => Asked { needs: &needs, up_to, ..Asked::default() },
                    _ => Asked { up_to: Some(rule), ..Asked::default() },
                };
                match Choice::of(by.clone(), asked) {
                    Err(error) => why = why.or(Some(error)),
                    Ok(choice) => {
                        let (rule, met) = (rule.to_string(), ByClues::default());
                        all.push(Condition { scale, of, rule, choice, met });
                    }
                }
            }
            if let (true, Some(why)) = (all.len() == before, why) {
                return Err(why);
            }
        }
        Ok(Conditions(all))
    }

    /// Counts a row; the solver is for puzzles without a rule.
    pub fn add(&mut self, row: &Row, solver: &mut Solver) {
        if !row.is_rated() {
            return;
        }
        for Condition { scale, choice, met, .. } in &mut self.0 {
            let starts = |solver: &mut Solver| solver.start(&row.puzzle, Effort::default()).is_ok();
            let is_met = row.climbs.get(*scale).is_some_and(|climb| choice.keeps(climb))
                && (choice.needs.is_empty() || starts(solver) && choice.needs_all(solver));
            if is_met {
                met.add(row.clue_count());
            }
        }
    }

    /// Returns the puzzles of a condition.
    fn met(&self, scale: &str, of: &str, rule: &str) -> Option<&ByClues> {
        let is_it = |it: &&Condition| it.choice.scale.name == scale && it.of == of && it.rule == rule;
        self.0.iter().find(is_it).map(|it| &it.met)
    }
}

/// Reason why two banks cannot be compared.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum CompareError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("--{}: {}", .0.of, .0.why)]
    Condition(#[from] ChoiceError),
    #[error("{0} has no rated puzzle")]
    Empty(String),
    #[error("{0} and {1} have no ladder in common: the first has {2}, the second {3}")]
    NothingInCommon(String, String, String, String),
    #[error("the ladder {0} of {1} is defined in another way than that of {2}")]
    OtherDefinition(String, String, String),
    #[error("{0} has no ladder '{1}'; it has {2}")]
    NoLadder(String, String, String),
}

/// Subject of a comparison of two banks; see [`Compared`].
struct Subject<'a> {
    scale: &'a str,
    of: &'static str,
    value: String,
}

/// Comparison of two banks: the puzzles that share a property, or the mean of a number.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// Scale; empty for numbers of clues.
    pub scale: String,
    /// Kind of property: `rating` (or why there is none), `technique` (the path uses it), `up to` (the ladder
    /// up to the rule solves the puzzle), `needs` (the ladder without the rule does not), `clues`, or `mean`.
    pub of: &'static str,
    /// Value of the property; name of the number for a mean.
    pub value: String,
    /// Number of puzzles in each bank that have the value (for a mean: the number).
    pub puzzles: [u64; 2],
    /// Share of the rated puzzles of each bank, in percent; or the mean.
    pub estimates: [Estimate; 2],
    /// Second estimate minus the first. Its error assumes that the banks are drawn independently.
    pub difference: Estimate,
}

impl Bank {
    /// Counts the puzzles of a finished scan, and those that meet the conditions on the scan's scales.
    pub fn of_run(
        directory: &Path, view: View, conditions: impl FnOnce(&[Scale]) -> Result<Conditions, ChoiceError>,
    ) -> Result<Bank, CompareError> {
        let (header, scales, run) = RunFile::read(directory)?;
        let (mut conditions, mut counts) = (conditions(&scales)?, Counts::new(&scales));
        let weights = format!("--weights {}", view.weights.name());
        let plain_only = [
            ("a condition on rules", !conditions.0.is_empty()),
            (weights.as_str(), view.weights != Weights::Equal),
        ];
        plain_only.iter().filter(|option| option.1).try_for_each(|option| header.plain_only(option.0))?;
        let mut solver = Solver::new();
        for row in run.rows()? {
            let row = row?;
            counts.add(&row, &scales);
            conditions.add(&row, &mut solver);
        }
        let on = header.board.map_or(String::new(), |board| format!(" (board {board})"));
        Ok(Bank { name: format!("{}{on}", directory.display()), scales, counts, view, conditions })
    }

    /// Returns the file that is read from a scan in this directory.
    pub fn file_of_run(directory: &Path) -> PathBuf {
        RunFile::complete(directory)
    }

    fn names(&self) -> String {
        self.scales.iter().map(|scale| scale.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Finds a scale and its counts by name.
    fn scale(&self, name: &str) -> Option<(&Scale, &ScaleCounts)> {
        self.scales.iter().zip(&self.counts.scales).find(|(scale, _)| scale.name == name)
    }
}

/// Returns the columns of the table whose rows are [`Compared::values`].
pub fn columns() -> Vec<Column> {
    let shares = ["a", "a se", "b", "b se", "difference", "difference se"];
    let of = |kind| move |name| Column::new(name, kind);
    let texts = ["scale", "of", "value"].map(of(Kind::Text));
    let counts = ["puzzles a", "puzzles b"].map(of(Kind::Count));
    texts.into_iter().chain(counts).chain(shares.map(of(Kind::Number(3)))).collect()
}

impl Compared {
    fn new(subject: Subject, puzzles: [u64; 2], estimates: [Estimate; 2]) -> Compared {
        let Subject { scale, of, value } = subject;
        let [a, b] = estimates;
        let difference = Estimate { value: b.value - a.value, error: a.error.hypot(b.error) };
        Compared { scale: scale.to_string(), of, value, puzzles, estimates, difference }
    }

    /// Returns the values as a row of a table.
    pub fn values(&self) -> Vec<Value<'_>> {
        let mut row = vec![self.scale.as_str().into(), self.of.into(), self.value.as_str().into()];
        row.extend(self.puzzles.map(Value::from));
        for Estimate { value, error } in self.estimates.into_iter().chain([self.difference]) {
            row.extend([value, error].map(Value::from));
        }
        row
    }

    /// Whether the two are more than two standard errors apart.
    pub fn differ(&self) -> bool {
        self.difference.value.abs() > 2.0 * self.difference.error
    }
}

/// Compares shares and means by these ladders, or by all that both banks have, and by number of clues.
pub fn compare(a: &Bank, b: &Bank, ladders: &[String]) -> Result<Vec<Compared>, CompareError> {
    let names = || (a.name.clone(), b.name.clone());
    for bank in [a, b] {
        if bank.counts.rated.total() == 0 {
            return Err(CompareError::Empty(bank.name.clone()));
        }
        if let Some(name) = ladders.iter().find(|name| bank.scale(name).is_none()) {
            return Err(CompareError::NoLadder(bank.name.clone(), name.clone(), bank.names()));
        }
    }
    let is_asked = |name: &String| ladders.is_empty() || ladders.contains(name);
    let asked = a.scales.iter().zip(&a.counts.scales).filter(|(scale, _)| is_asked(&scale.name));
    let mut all = Vec::new();
    for ((scale, mine), (other, theirs)) in asked.filter_map(|it| Some((it, b.scale(&it.0.name)?))) {
        if scale.description() != other.description() {
            let (a, b) = names();
            return Err(CompareError::OtherDefinition(scale.name.clone(), a, b));
        }
        means(scale, [(mine, a.view), (theirs, b.view)], &mut all);
        by_scale(scale, [mine, theirs], &mut |of, value, parts| {
            all.extend(shares(Subject { scale: &scale.name, of, value }, parts, [a, b]));
        });
        for Condition { of, rule, met, choice, .. } in &a.conditions.0 {
            let is_own = choice.scale.name == scale.name;
            if let Some(theirs) = b.conditions.met(&scale.name, of, rule).filter(|_| is_own) {
                let subject = Subject { scale: &scale.name, of, value: rule.clone() };
                all.extend(shares(subject, [met.clone(), theirs.clone()], [a, b]));
            }
        }
    }
    if all.is_empty() {
        let (name_a, name_b) = names();
        return Err(CompareError::NothingInCommon(name_a, name_b, a.names(), b.names()));
    }
    let rated = [a, b].map(|bank| &bank.counts.rated);
    let numbers = rated.map(Classes::of_clues);
    all.extend(mean("", "clues".to_string(), &numbers, [a.view, b.view]));
    let clues: BTreeSet<usize> = rated.iter().flat_map(|rated| rated.present()).map(|(n, _)| n).collect();
    for clues in clues {
        let parts = rated.map(|rated| rated.with(Some(clues)));
        let subject = Subject { scale: "", of: "clues", value: clues.to_string() };
        all.extend(shares(subject, parts, [a, b]));
    }
    Ok(all)
}

/// Passes each rating and each technique of a scale that some puzzle has to `each`, with its counts in each
/// bank.
fn by_scale(
    scale: &Scale, counts: [&ScaleCounts; 2], each: &mut dyn FnMut(&'static str, String, [ByClues; 2]),
) {
    let ends = counts.map(|counts| counts.ends());
    let present: BTreeSet<_> = ends.iter().flatten().flat_map(|ends| ends.keys().copied()).collect();
    for end in present {
        let parts = ends.map(|ends| ends.and_then(|ends| ends.get(&end)).cloned().unwrap_or_default());
        each("rating", Ending { end, unit: scale.unit() }.text(), parts);
    }
    let items = counts[0].items.iter().zip(&counts[1].items);
    for (item, (mine, theirs)) in scale.items.iter().zip(items) {
        if mine.steps + theirs.steps > 0 {
            each("technique", item.title(), [mine.puzzles(), theirs.puzzles()]);
        }
    }
}

/// Compares the mean of each rating column of a scale.
fn means(scale: &Scale, counts: [(&ScaleCounts, View); 2], all: &mut Vec<Compared>) {
    for (at, (column, title)) in scale.columns.iter().zip(scale.titles()).enumerate() {
        let numbers = counts.map(|(counts, view)| {
            let mut numbers = Classes::default();
            for (&end, part) in counts.columns.get(at).into_iter().flatten() {
                if let Some(rating) = view.rating(Ending { end, unit: column.unit }) {
                    part.present().for_each(|(n, puzzles)| numbers.add(rating, 0.0, n, puzzles));
                }
            }
            numbers
        });
        all.extend(mean(&scale.name, title, &numbers, counts.map(|it| it.1)));
    }
}

/// Compares the mean of a number; `None` if no puzzle of a bank has it.
fn mean(scale: &str, value: String, numbers: &[Classes<u64>; 2], views: [View; 2]) -> Option<Compared> {
    let [a, b] = numbers;
    let (a, b) = (a.moments(None, views[0].weights)?, b.moments(None, views[1].weights)?);
    Some(Compared::new(Subject { scale, of: "mean", value }, [a.puzzles, b.puzzles], [a.mean, b.mean]))
}

/// Compares the shares of these parts in their banks; `None` if a bank has no puzzles.
fn shares(subject: Subject, parts: [ByClues; 2], banks: [&Bank; 2]) -> Option<Compared> {
    let percent = |part: &ByClues, bank: &Bank| {
        let Estimate { value, error } = share(part, &bank.counts.rated, bank.view.weights)?;
        Some(Estimate { value: 100.0 * value, error: 100.0 * error })
    };
    let estimates = [percent(&parts[0], banks[0])?, percent(&parts[1], banks[1])?];
    Some(Compared::new(subject, parts.map(|part| part.total()), estimates))
}

//! Path as text: the steps, and the outcome in sentences.

use super::grouped::concluding;
use super::{Extent, Group, PathStep, ResolutionPath};
use crate::grid::notation;
use crate::scale::Outcome;

impl ResolutionPath {
    /// Returns the outcome in sentences: `Solved by W: rating 5. The hardest step is whip[5].`
    pub fn summary(&self) -> String {
        self.uniqueness.iter().fold(self.ended(), |said, more| format!("{said} {more}"))
    }

    fn ended(&self) -> String {
        let name = &self.scale.name;
        if self.extent != Extent::Path {
            return self.summary_of_hints();
        }
        if let Some(kind) = &self.kind {
            return format!("{kind}.");
        }
        let hardest = self
            .hardest()
            .map_or(String::new(), |step| format!(" The hardest step is {}.", self.name_of(&step)));
        match self.outcome {
            Outcome::Solved(rating) if self.end.is_solved() => {
                let remark = self.remark().map_or(String::new(), |remark| format!(" {remark}."));
                format!("Solved by {name}: {}.{hardest}{remark}", self.scale.ratings(rating, " "))
            }
            Outcome::Solved(rating) => {
                format!("Not solved by {name}, but rated: {}.", self.scale.ratings(rating, " "))
            }
            Outcome::Unsolved => format!("Not solved by {name}: no rule proves anything more."),
            Outcome::Budget => format!("Not solved by {name}: the work allowed was used up."),
            Outcome::NoSolution => "The puzzle has no solution.".to_string(),
        }
    }

    fn summary_of_hints(&self) -> String {
        let name = &self.scale.name;
        let unfinished = match self.outcome {
            Outcome::Budget => " The work allowed was used up: rules are missing.".to_string(),
            _ => String::new(),
        };
        let (kind, every) = (self.kind.as_ref(), format!("All steps by {name} in this state"));
        let said = match (self.extent, &self.steps()[..]) {
            (_, []) if kind.is_some() => format!("{}: none.", kind.unwrap_or(&every)),
            (_, []) if unfinished.is_empty() => format!("No rule of {name} proves anything here."),
            (_, []) => format!("Nothing was found by {name}."),
            (Extent::Next, [step, ..]) => {
                let rating = self.scale.rating_of(step.item);
                format!("The next step by {name}: {}, rating {rating}.", self.name_of(step))
            }
            (_, steps) => {
                let counted = |steps: &[PathStep]| {
                    let rules = steps.chunk_by(|a, b| self.name_of(a) == self.name_of(b)).count();
                    format!("{} of {rules} rule{}", steps.len(), if rules == 1 { "" } else { "s" })
                };
                let (here, later) = steps.split_at(steps.partition_point(|step| self.is_here(step)));
                let here = format!("{}: {}", kind.unwrap_or(&every), counted(here));
                match later {
                    [] => here + ".",
                    later => format!("{here}; after its singles: {}.", counted(later)),
                }
            }
        };
        let unsearched = match &self.unsearched[..] {
            [] => String::new(),
            names => format!(" Not looked for: {} (--every).", names.join(", ")),
        };
        said + &unsearched + &unfinished
    }

    /// Whether a hint is for the state of the puzzle, not for the state that singles leave.
    fn is_here(&self, step: &PathStep<'_>) -> bool {
        *step.grid == self.puzzle.grid()
    }

    /// Returns why the puzzle is on a higher level than its steps, if it is: `Extreme: score 4098 > 1800`.
    pub fn raised(&self) -> Option<String> {
        let rating = self.outcome.rating()?;
        self.scale.raised(rating, self.steps().iter().map(|step| step.item.rating))
    }

    /// Returns a remark on the rating, if there is one: why the level is raised, or an estimate in words.
    fn remark(&self) -> Option<String> {
        self.raised().or_else(|| self.scale.in_words(self.outcome.rating()?))
    }

    /// Formats the steps as SudoRules prints them. A step with a higher rating than all before it is preceded
    /// by the rating and the candidates. Hints are listed rule by rule, or group by group, under the
    /// candidates of their state; hints after singles, under the candidates that singles leave.
    pub fn text(&self, with_matchings: bool) -> String {
        let definition = self.scale.short_definition().map_or(String::new(), |text| format!(" = {text}"));
        let head = format!("{}\nscale {}{definition}\n", self.puzzle, self.scale.name);
        let steps = self.steps();
        let steps = match (self.extent, self.groups()) {
            (Extent::Path, _) => self.text_of_path(&steps, with_matchings),
            (_, Some(groups)) => self.text_of_groups(groups, &steps, with_matchings),
            _ => self.text_of_hints(&steps, with_matchings),
        };
        let left_out = self.uniqueness.iter().map(|said| format!("{said}\n"));
        head + &steps + &self.text_of_end() + &left_out.collect::<String>()
    }

    fn text_of_path(&self, steps: &[PathStep], with_matchings: bool) -> String {
        let (mut text, mut highest) = (String::new(), 0);
        for step in steps {
            if step.item.rating.0[0] > highest {
                highest = step.item.rating.0[0];
                let grid = notation::pencilmarks(step.grid);
                let rating = self.scale.rating_of(step.item);
                text += &format!("\nrating {rating} is needed here:\n{grid}\n");
            }
            text += &self.text_of_step(step, with_matchings);
        }
        text
    }

    /// Formats hints rule by rule, or the next step.
    fn text_of_hints(&self, steps: &[PathStep], with_matchings: bool) -> String {
        let between = if self.extent == Extent::Next { "\n" } else { "" };
        let (mut text, mut states) = (String::new(), States::of(self));
        text += &format!("{}{between}", states.first());
        let mut rule = String::new();
        for step in steps {
            text += &states.before(step);
            if self.extent == Extent::All && self.name_of(step) != rule {
                rule = self.name_of(step);
                let count = steps.iter().filter(|step| self.name_of(step) == rule).count();
                text += &format!("\n{rule}, rating {}: {count}\n", self.scale.rating_of(step.item));
            }
            text += &self.text_of_step(step, with_matchings);
        }
        text
    }

    /// Formats hints group by group, each group under its conclusions.
    fn text_of_groups(&self, groups: &[Group], steps: &[PathStep], with_matchings: bool) -> String {
        let mut states = States::of(self);
        let mut text = states.first();
        for group in groups {
            let own: Vec<&PathStep> = group.steps.iter().filter_map(|&at| steps.get(at)).collect();
            let Some(first) = own.first() else { continue };
            let count = own.len() + group.more;
            let plural = if count == 1 { "" } else { "s" };
            let rating = self.scale.rating_of(first.item);
            text += &states.before(first);
            text += &format!("\n{}: {count} step{plural}, rating {rating}\n", self.proved_by(group, first));
            own.iter().for_each(|step| text += &self.text_of_step(step, with_matchings));
            if group.more > 0 {
                text += &format!("… and {} more (--limit {count})\n", group.more);
            }
        }
        text
    }

    /// Formats the conclusions of a group, whose first step this is.
    pub(super) fn proved_by(&self, group: &Group, first: &PathStep<'_>) -> String {
        match group.eliminates.is_empty() && group.asserts.is_empty() {
            true => first.step.conclusions_in(self.notation),
            false => concluding(group).conclusions_in(self.notation),
        }
    }

    /// Formats a step, its sentences if the path has words, and its matchings if they are wanted.
    fn text_of_step(&self, step: &PathStep<'_>, with_matchings: bool) -> String {
        let words = if self.has_words { self.words(step) } else { Vec::new() };
        let matchings = step.step.matchings.iter().filter(|_| with_matchings).cloned();
        let below = words.into_iter().chain(matchings).map(|line| format!("    {line}\n"));
        format!("{}\n{}", step.step.text, below.collect::<String>())
    }

    fn text_of_end(&self) -> String {
        let name = &self.scale.name;
        match self.outcome {
            Outcome::Solved(_) if self.kind.is_some() => {
                format!("\n{}\n{}\n", notation::puzzle(&self.end), self.ended())
            }
            _ if self.extent != Extent::Path || self.kind.is_some() => format!("\n{}\n", self.ended()),
            Outcome::Solved(rating) if self.end.is_solved() => {
                let hardest = self.hardest().map_or(String::new(), |step| self.name_of(&step));
                let remark = self.remark().map_or(String::new(), |remark| format!("{remark}\n"));
                let (solution, ratings) = (notation::puzzle(&self.end), self.scale.ratings(rating, " = "));
                format!(
                    "\n{solution}\nPUZZLE SOLVED. rating-type = {name}, {ratings}, \
                     MOST COMPLEX RULE = {hardest}\n{remark}"
                )
            }
            _ => {
                let rating = self.outcome.column(0).rating();
                let end = rating.map_or(self.status().name().to_string(), |rating| {
                    format!("rating = {}", self.scale.unit().text(rating))
                });
                format!("\n{}PUZZLE NOT SOLVED: {end}\n", notation::pencilmarks(&self.end))
            }
        }
    }
}

/// States of hints: the state of the puzzle, then the state after its singles.
struct States<'a> {
    path: &'a ResolutionPath,
    are_here: bool,
}

impl States<'_> {
    fn of(path: &ResolutionPath) -> States<'_> {
        States { path, are_here: true }
    }

    fn first(&self) -> String {
        format!("\n{}", notation::pencilmarks(&self.path.puzzle.grid()))
    }

    /// Formats the state before a step, if it is another one than before.
    fn before(&mut self, step: &PathStep<'_>) -> String {
        if self.path.extent != Extent::All || !self.are_here || self.path.is_here(step) {
            return String::new();
        }
        self.are_here = false;
        format!("\nafter the singles:\n{}", notation::pencilmarks(step.grid))
    }
}

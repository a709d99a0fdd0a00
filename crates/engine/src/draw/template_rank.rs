//! Marks for counting arguments over cells: exocets and weights.

use super::marks::{Marks, Role, Shade, held_in, union};
use super::sentences::{cut, is, joined, names};
use crate::evidence::{Exocet, RefutedTemplate, Step, Target, Weight, Weights};
use crate::grid::House;
use crate::grid::{Candidate, Candidates, Cells};
use crate::templates::Label;

impl Marks {
    /// Marks base and targets, their companions and the cross-lines, and the base digits in all of them.
    pub(super) fn exocet(&mut self, exocet: &Exocet, candidates: &Candidates) {
        self.words.house = "the base";
        self.words.cells = "targets: the same two digits";
        self.words.member = "digits of the base";
        self.words.extra = "the same in S cells";
        self.words.group = "the other digit of a target";
        self.words.cover = "cross-lines";
        self.words.empty = "companion: no digit of the base";
        let Exocet { base, digits, targets, lines } = exocet;
        let whole = union(base);
        let cells = targets.iter().fold(Cells::EMPTY, |all, target| all | union(&target.cells));
        self.shade(whole, Shade::House);
        self.shade(cells, Shade::Cells);
        let seen = House::all().map(House::cells).filter(|&house| whole.is_subset(house));
        let seen = seen.fold(Cells::EMPTY, |all, house| all | house);
        let lines = lines.iter().map(|line| line.cells());
        let of_base = |cells: Cells| held_in(candidates, cells).filter(|one| digits.contains(&one.digit));
        for line in lines {
            self.shade(line, Shade::Cover);
            let crossed = line - seen - cells;
            self.add_all(Role::Extra, of_base(crossed));
            let companions = crossed & beside(whole);
            if line.intersects(cells & beside(whole)) && of_base(companions).next().is_none() {
                companions.for_each(|cell| self.shade(Cells::of(cell), Shade::Empty));
            }
        }
        self.add_all(Role::Member, of_base(whole | cells));
        for Target { cells, locked } in targets {
            let is_other = |one: &Candidate| *locked == Some(one.digit);
            self.add_all(Role::Group, held_in(candidates, union(cells)).filter(is_other));
        }
    }

    /// Marks the weights of the first certificate, and reports the totals of the best templates.
    pub(super) fn certificates(&mut self, all: &[Weights], candidates: &Candidates) {
        let Some(first) = all.first() else { return };
        self.weights(first, candidates);
        if all.len() > 1 {
            self.totals.push(format!("the first of {} certificates", all.len()));
        }
    }

    fn weights(&mut self, Weights { weights, best }: &Weights, candidates: &Candidates) {
        self.words.cells = "weight above 0";
        self.words.house = "weight below 0";
        self.words.member = "in a cell with a weight";
        for Weight { weight, cells } in weights {
            let cells = union(cells);
            self.shade(cells, if *weight > 0 { Shade::Cells } else { Shade::House });
            self.weighted.push((cells, *weight));
            self.add_all(Role::Member, held_in(candidates, cells));
        }
        // Weights read from a proof may be of any size.
        let all: i128 = weights.iter().map(|one| i128::from(one.weight) * one.cells.len() as i128).sum();
        let collected: i128 = best.iter().map(|&own| i128::from(own)).sum();
        let best = best.map(|own| own.to_string()).join(" ");
        self.totals.push(format!("best templates of 1 to 9: {best}"));
        self.totals.push(format!("together {collected}; all weights {all}"));
    }

    /// Marks the first of several templates that needs weights, with its weights.
    pub(super) fn refuted_templates(&mut self, all: &[RefutedTemplate], candidates: &Candidates) {
        let first = all.iter().find(|one| !one.weights.weights.is_empty()).or(all.first());
        let Some(RefutedTemplate { template, weights }) = first else { return };
        self.weights(weights, candidates);
        if all.len() > 1 {
            self.totals.push(format!("one of {} templates", all.len()));
        }
        self.words.extra = "a template that cannot be";
        let cells = Label::new(template.label).map_or(Cells::EMPTY, Label::cells);
        let places = candidates.0[usize::from(template.digit)] & cells;
        self.add_all(Role::Extra, places.map(|cell| Candidate::new(template.digit, cell)));
    }
}

/// Returns the other two lines of the band or stack: for a base in a row, the other rows of its band.
fn beside(base: Cells) -> Cells {
    let Some(first) = base.first() else { return Cells::EMPTY };
    let is_row = base.into_iter().all(|cell| cell.row() == first.row());
    let line = first.houses()[usize::from(!is_row)];
    let chute =
        House::of_kind(line.kind()).filter(|other| other.number() / 3 == line.number() / 3 && *other != line);
    chute.fold(Cells::EMPTY, |all, line| all | line.cells())
}

/// Returns the sentence about an exocet: `r1c7 and r2c7 hold two of 1, 2, 4 and 7, and so do r4c8 and r7c9.`
pub(super) fn exocet_said(Exocet { base, digits, targets, lines }: &Exocet) -> String {
    let numbers = joined(digits.iter().map(|digit| digit.number().to_string()).collect(), "and");
    let target = |target: &Target| match target.locked {
        None => names(&target.cells),
        Some(other) => format!("one of {} (the other is {})", names(&target.cells), other.number()),
    };
    let base = names(base);
    let targets = joined(targets.iter().map(target).collect(), "and");
    let reason = match &lines[..] {
        [] => "each way to place one of them in all houses that takes one of these cells takes a target"
            .to_string(),
        lines => {
            let lines = joined(lines.iter().map(|line| line.in_words()).collect(), "and");
            format!(
                "in {lines}, outside the targets, none of them has three places that do not see each other"
            )
        }
    };
    format!("{base} can hold only {numbers}; {reason}. So {targets} hold the same two digits as {base}.")
}

/// Returns the sentence about weights that bound what all digits collect.
pub(super) fn weights_said(all: &[Weights]) -> String {
    match all.iter().find(|one| !one.weights.is_empty()) {
        Some(Weights { weights, best }) => {
            let sum: i128 = weights.iter().map(|one| i128::from(one.weight) * one.cells.len() as i128).sum();
            let most: i128 = best.iter().map(|&own| i128::from(own)).sum();
            let each = cut(joined(weights.iter().map(weight_said).collect(), "and"));
            let lack = match most - sum {
                0 => "less than its best".to_string(),
                spare => format!("less than its best by more than {spare}"),
            };
            format!(
                "Let {each}. All cells together weigh {sum}, and the digits in their best places collect \
                 {most}. With what is removed, its digit would collect {lack}."
            )
        }
        None => "A digit has no template through what is removed.".to_string(),
    }
}

/// Says a weight: `r1c7 and r2c7 weigh +1`.
fn weight_said(Weight { weight, cells }: &Weight) -> String {
    format!("{} weigh {weight:+}", names(cells))
}

/// Returns the sentence about templates that were refuted one after the other.
pub(super) fn refuted_said(all: &[RefutedTemplate], step: &Step) -> String {
    let gone = joined(step.eliminates.iter().map(is).collect(), "or");
    let ways = match all.len() {
        1 => "One way to place a digit in all houses is impossible".to_string(),
        count => format!("{count} ways to place a digit in all houses are impossible, one after the other"),
    };
    format!("{ways}: the other digits could not fill all other cells. No way is left in which {gone}.")
}

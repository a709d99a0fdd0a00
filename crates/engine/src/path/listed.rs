//! Selects the steps of a round that a path lists: no more than are needed to prove all that the round
//! proves.

use crate::evidence::Step;
use crate::grid::{Candidate, Candidates};
use std::cmp::Reverse;

/// Selects the steps to list and returns their places, in the order of the round.
///
/// Steps are chosen greedily: the next step is always the step with the most new conclusions. Ties go to the
/// smallest pattern, which is the pattern with the shortest text (`lengths`), then to the first step.
/// Finally, steps whose conclusions the other chosen steps prove together are dropped. A step that proves a
/// relation is always listed.
pub(super) fn listed(steps: &[&Step], lengths: &[usize]) -> Vec<usize> {
    let mut taken = Cover::default();
    let mut left: Vec<usize> = (0..steps.len()).collect();
    while let Some(best) = best(steps, lengths, &left, &taken) {
        taken.add(steps[best], best);
        left.retain(|&step| step != best);
    }
    taken.without_needless(steps)
}

/// Returns the step that proves most, or `None` if no step proves anything.
pub(super) fn best_first(steps: &[&Step], lengths: &[usize]) -> Option<usize> {
    best(steps, lengths, &Vec::from_iter(0..steps.len()), &Cover::default())
}

/// Whether no two steps have a conclusion in common, so that all of them are listed.
pub(super) fn are_apart(steps: &[&Step]) -> bool {
    let mut all = Cover::default();
    steps.iter().all(|step| {
        let proves = (step.eliminates.len() + step.asserts.len() + step.relates.len()).max(1);
        let is_new = all.news(step) == proves;
        all.add(step, 0);
        is_new
    })
}

fn best(steps: &[&Step], lengths: &[usize], left: &[usize], taken: &Cover) -> Option<usize> {
    let news = left.iter().map(|&at| (taken.news(steps[at]), Reverse(lengths[at]), Reverse(at)));
    news.max().filter(|(news, ..)| *news > 0).map(|(.., Reverse(at))| at)
}

/// Conclusions of the chosen steps.
#[derive(Default)]
struct Cover {
    steps: Vec<usize>,
    gone: Candidates,
    placed: Candidates,
    has_contradiction: bool,
}

impl Cover {
    /// Counts the conclusions of a step that are new.
    fn news(&self, step: &Step) -> usize {
        let Step { eliminates, asserts, relates, .. } = step;
        let new = |all: &Candidates, own: &[Candidate]| own.iter().filter(|&&c| !all.contains(c)).count();
        match is_contradiction(step) {
            true => usize::from(!self.has_contradiction),
            false => new(&self.gone, eliminates) + new(&self.placed, asserts) + relates.len(),
        }
    }

    fn add(&mut self, step: &Step, at: usize) {
        self.steps.push(at);
        step.eliminates.iter().for_each(|&gone| self.gone.insert(gone));
        step.asserts.iter().for_each(|&placed| self.placed.insert(placed));
        self.has_contradiction |= is_contradiction(step);
    }

    /// Returns the chosen steps, except the steps that later steps made needless.
    fn without_needless(mut self, steps: &[&Step]) -> Vec<usize> {
        let mut at = 0;
        while at < self.steps.len() {
            let mut others = Cover::default();
            let rest = self.steps.iter().filter(|&&step| step != self.steps[at]);
            rest.for_each(|&step| others.add(steps[step], step));
            match others.news(steps[self.steps[at]]) {
                0 => drop(self.steps.remove(at)),
                _ => at += 1,
            }
        }
        self.steps.sort_unstable();
        self.steps
    }
}

/// Whether the step proves that there is no solution.
fn is_contradiction(step: &Step) -> bool {
    step.eliminates.is_empty() && step.asserts.is_empty() && step.relates.is_empty()
}

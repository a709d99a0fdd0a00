//! All steps of a state grouped by their conclusions, the simplest first, without chains that repeat another
//! chain.
//!
//! ```text
//!   r3c9<>6: 3 steps, rating Hard
//!   Two-String Kite: …      proves what no step before it proved: it begins the group
//!   X-Chain: …              proves nothing beyond earlier steps: it joins the first group that it is about
//! ```

use super::{ListedRound, ResolutionPath};
use crate::evidence::{Evidence, Right, Step};
use crate::grid::{Candidate, Candidates};
use std::collections::HashMap;

/// Group of steps of a state: the first is the simplest step that proves the conclusions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Candidates that the first step proves false, and no step before it.
    pub eliminates: Vec<Candidate>,
    /// Candidates that the first step proves true, and no step before it.
    pub asserts: Vec<Candidate>,
    /// Steps of the group, as numbers in the list of all listed steps (from 0), the simplest first.
    pub steps: Vec<usize>,
    /// Number of further steps, which are not listed.
    pub more: usize,
}

/// Conclusion of a step: a candidate, and whether it is true.
type Conclusion = (Candidate, bool);

/// Candidates on the two sides of each strong link of a chain, in an order that does not depend on the
/// direction of the chain.
type Links = Vec<[Vec<Candidate>; 2]>;

impl ResolutionPath {
    /// Groups all steps, and leaves out chains that repeat another and steps of a group beyond `limit`.
    pub(super) fn group(&mut self, limit: Option<usize>) {
        let count = |rounds: &[ListedRound]| rounds.iter().map(|round| round.listed.len()).sum::<usize>();
        let (here, later) = (count(&self.rounds), count(&self.after_singles));
        let mut groups = groups(&self.rounds, 0);
        groups.extend(self::groups(&self.after_singles, here));
        let mut is_listed = vec![false; here + later];
        for group in &mut groups {
            let all = group.steps.len();
            group.steps.truncate(limit.unwrap_or(all).max(1));
            group.more = all - group.steps.len();
            group.steps.iter().for_each(|&step| is_listed[step] = true);
        }
        let mut numbers = Vec::new();
        let mut number = 0;
        for &is_listed in &is_listed {
            numbers.push(number);
            number += usize::from(is_listed);
        }
        let mut kept = is_listed.iter().copied();
        self.keep(|_, _| kept.next().unwrap_or(false));
        groups.iter_mut().flat_map(|group| &mut group.steps).for_each(|step| *step = numbers[*step]);
        self.groups = Some(groups);
    }

    /// Returns the groups of all steps, if they were grouped.
    pub fn groups(&self) -> Option<&[Group]> {
        self.groups.as_deref()
    }
}

/// Makes the groups of the steps of rounds in one state; the steps are numbered from `first`.
fn groups(rounds: &[ListedRound], first: usize) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let mut group_of: HashMap<Conclusion, usize> = HashMap::new();
    let mut proved_by: HashMap<Links, Vec<Conclusion>> = HashMap::new();
    let mut number = first;
    for round in rounds {
        let (steps, lengths) = round.lengths();
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by_key(|&at| lengths[at]);
        for at in order {
            let own = conclusions(steps[at]);
            if repeats(&mut proved_by, steps[at], &own) {
                continue;
            }
            let (old, new): (Vec<Conclusion>, Vec<Conclusion>) =
                own.into_iter().partition(|one| group_of.contains_key(one));
            let group = old.iter().map(|one| group_of[one]).min().filter(|_| new.is_empty());
            match group {
                Some(group) => all[group].steps.push(number + at),
                None => {
                    let of = |holds: bool| new.iter().filter(move |one| one.1 == holds).map(|one| one.0);
                    let (eliminates, asserts) = (of(false).collect(), of(true).collect());
                    group_of.extend(new.iter().map(|&one| (one, all.len())));
                    all.push(Group { eliminates, asserts, steps: vec![number + at], more: 0 });
                }
            }
        }
        number += steps.len();
    }
    all
}

fn conclusions(step: &Step) -> Vec<Conclusion> {
    let gone = step.eliminates.iter().map(|&one| (one, false));
    gone.chain(step.asserts.iter().map(|&one| (one, true))).collect()
}

/// Whether an earlier step has the same chain, perhaps under another name, and proves all that this step
/// does.
fn repeats(proved_by: &mut HashMap<Links, Vec<Conclusion>>, step: &Step, own: &[Conclusion]) -> bool {
    let Some(links) = links(&step.because) else { return false };
    let proved = proved_by.entry(links).or_default();
    let is_known = !proved.is_empty() && own.iter().all(|one| proved.contains(one));
    proved.extend(own);
    is_known
}

/// Returns the strong links of a chain; `None` for patterns that are no chains of strong and weak links.
fn links(because: &Evidence) -> Option<Links> {
    let sorted = |side: &[Candidate]| {
        let mut side = side.to_vec();
        side.sort_unstable();
        side
    };
    let mut all: Links = match because {
        Evidence::Links(chain) => chain.iter().map(|link| [sorted(&link.from), sorted(&link.to)]).collect(),
        Evidence::Rings(rings) => {
            rings.iter().flatten().map(|link| [sorted(&link.from), sorted(&link.to)]).collect()
        }
        Evidence::Chain { links } => {
            let is_plain = |link: &crate::evidence::Link| {
                link.ignored.is_empty() && matches!(link.right, Right::Candidate(_) | Right::Group(_))
            };
            if !links.iter().all(is_plain) {
                return None;
            }
            links.iter().map(|link| [vec![link.left], sorted(link.right.candidates())]).collect()
        }
        _ => return None,
    };
    all.iter_mut().for_each(|sides| sides.sort_unstable());
    all.sort_unstable();
    Some(all)
}

/// Returns a step without evidence that has these conclusions, to be formatted.
pub(super) fn concluding(group: &Group) -> Step {
    let set = |all: &[Candidate]| all.iter().copied().collect::<Candidates>();
    Step::new(&set(&group.eliminates), &set(&group.asserts), Evidence::OnlySolution)
}

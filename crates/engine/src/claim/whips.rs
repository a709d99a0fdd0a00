//! Chains from a target: each link follows if the target is true, until nothing is left of a variable.

use super::chain::What;
use super::judge::{Ground, Judge};
use super::nrc::{End, Written};
use super::trace::Play;
use crate::evidence::{self, Evidence, Link, Right, Step, Trace};
use crate::grid::notation::Variable;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, House};

/// Rules whose chains end with nothing left, the simplest first.
const WHIPS: &[(&str, bool)] = &[
    ("whip", false),
    ("braid", true),
    ("g-whip", false),
    ("g-braid", true),
    ("s4-whip", false),
    ("s4-braid", true),
];

/// Checks the chain from a target by each rule, and else by moves along its links.
pub(super) fn from_target(judge: &Judge, links: &[Written], target: Candidate) -> Result<Ground, String> {
    let gone: Candidates = [target].into_iter().collect();
    let mut first = None;
    for &(rule, is_braid) in WHIPS {
        let Some(chain) = completed(&judge.grid, links, target, is_braid) else { continue };
        let length = chain.iter().map(|link| link.variables.len()).sum::<usize>();
        let (rule, size) = match (rule, length) {
            ("whip", 1) => ("lc", None),
            _ => (rule, Some(u8::try_from(length).unwrap_or(u8::MAX))),
        };
        let step = Step::new(&gone, &Candidates::EMPTY, Evidence::Chain { links: chain });
        match judge.check(rule, size, &step) {
            Ok(()) => return Ok(Ground { rule, size, step }),
            Err(reason) => first = first.or(Some(reason.to_string())),
        }
    }
    let refused = || first.unwrap_or_else(|| "the chain has no such target".to_string());
    played(judge, links, target).ok_or_else(refused)
}

/// Makes the moves of the links from the target to a contradiction, which may come before the last link.
/// Links of z-chains and t-whips do not look at the target, so their right ends may contradict it.
fn played(judge: &Judge, links: &[Written], target: Candidate) -> Option<Ground> {
    let completed = completed(&judge.grid, links, target, true)?;
    if !follow(&completed, target) {
        return None;
    }
    let mut play = Play::new(judge.grid);
    play.place(target);
    for link in links {
        let left = play.left(&link.variables);
        if left.is_empty() {
            break;
        }
        let is_right = |one: &Candidate| match &link.right {
            End::Nothing => false,
            End::Candidates(all) => all.contains(one),
            End::Subset(sets) => sets.iter().any(|set| Variable::of(*one).contains(set)),
        };
        if !left.iter().all(is_right) || !play.settle(&right(link)?) {
            return None;
        }
    }
    let end = evidence::End::Empty(play.empty()?);
    let because = Evidence::Trial { trace: Trace { moves: play.moves, end } };
    let gone = [target].into_iter().collect();
    let step = Step::new(&gone, &Candidates::EMPTY, because);
    judge.check("trial-s4", None, &step).ok().map(|()| Ground { rule: "trial-s4", size: None, step })
}

/// Whether the target or a link before excludes all of each link but its right end.
fn follow(links: &[Link], target: Candidate) -> bool {
    links.iter().enumerate().all(|(k, link)| {
        let before = links.get(..k).unwrap_or_default();
        let is_excluded =
            |one: Candidate| target.is_linked(one) || before.iter().any(|link| excludes(link, one));
        let is_inside = match &link.right {
            Right::Subset { transversals, candidates } => candidates.iter().all(|one| {
                Variable::of(*one).iter().any(|variable| transversals.contains(variable)) || is_excluded(*one)
            }),
            _ => true,
        };
        is_inside && is_excluded(link.left) && link.ignored.iter().all(|(one, _)| is_excluded(*one))
    })
}

/// Returns the right end of a link as a node.
fn right(link: &Written) -> Option<What> {
    let cells = |all: &[Variable]| all.iter().flat_map(|one| one.cells()).collect::<Cells>();
    let in_house = |all: &[Variable]| {
        let of = |one: &Variable| match one {
            &Variable::In(house, digit) => Some((house, digit)),
            Variable::Cell(_) => None,
        };
        all.iter().map(of).collect::<Option<Vec<(House, Digit)>>>()
    };
    let digits = |all: &[(House, Digit)]| all.iter().map(|one| one.1).collect::<Vec<_>>();
    let houses = |all: &[(House, Digit)]| all.iter().map(|one| one.0).collect::<Vec<_>>();
    match &link.right {
        End::Nothing => None,
        End::Candidates(all) => Some(What::Digits {
            digits: vec![all.first()?.digit],
            cells: all.iter().map(|one| one.cell).collect(),
        }),
        End::Subset(sets) => match (in_house(&link.variables), in_house(sets)) {
            (None, Some(sets)) => Some(What::Digits { digits: digits(&sets), cells: cells(&link.variables) }),
            (Some(own), None) => Some(What::Digits { digits: digits(&own), cells: cells(sets) }),
            (Some(own), Some(sets)) => {
                let digit = own.first()?.1;
                Some(What::Fish { digit, base: houses(&own), cover: houses(&sets) })
            }
            (None, None) => None,
        },
    }
}

/// Completes the links of a chain from a target with all other candidates of their variables, each with the
/// first object that excludes it.
fn completed(grid: &Grid, written: &[Written], target: Candidate, is_braid: bool) -> Option<Vec<Link>> {
    let mut links: Vec<Link> = Vec::new();
    for (k, Written { variables, left, right, .. }) in written.iter().enumerate() {
        let &[left] = &left[..] else { return None };
        let before = links.iter().rposition(|link| excludes(link, left)).map_or(0, |k| k + 1);
        let from = if is_braid { before } else { k };
        let mut right = match right {
            End::Nothing => Right::Nothing,
            // A last candidate that excludes the target is excluded by the target.
            End::Candidates(all) if k + 1 == written.len() && all.iter().all(|one| one.is_linked(target)) => {
                Right::Nothing
            }
            End::Candidates(all) => match &all[..] {
                &[one] => Right::Candidate(one),
                all => Right::Group(all.to_vec()),
            },
            End::Subset(sets) => Right::Subset { transversals: sets.clone(), candidates: Vec::new() },
        };
        let (mut ignored, mut rest) = (Vec::new(), Vec::new());
        for one in held(grid, variables) {
            if one == left || right.candidates().contains(&one) {
                continue;
            }
            let by = links.iter().position(|link| excludes(link, one)).map(|k| k + 1);
            match by.or(target.is_linked(one).then_some(0)) {
                Some(by) => ignored.push((one, by)),
                None => rest.push(one),
            }
        }
        match &mut right {
            Right::Subset { candidates, .. } => *candidates = rest,
            // Nothing excludes them: the checker refuses the step.
            _ => ignored.extend(rest.into_iter().map(|one| (one, 0))),
        }
        ignored.sort_by_key(|(_, by)| *by == 0);
        links.push(Link { variables: variables.clone(), left, from, right, ignored });
    }
    Some(links)
}

/// Returns the candidates of the variables, each once.
fn held(grid: &Grid, variables: &[Variable]) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for variable in variables {
        for cell in variable.cells() {
            for digit in Digit::all() {
                let one = Candidate::new(digit, cell);
                let is_own = Variable::of(one).contains(variable);
                if is_own && !grid.placed().contains(cell) && grid.allows(one) && !all.contains(&one) {
                    all.push(one);
                }
            }
        }
    }
    all
}

/// Whether the right-linking object of a link excludes a candidate.
fn excludes(link: &Link, one: Candidate) -> bool {
    match &link.right {
        Right::Nothing => false,
        Right::Candidate(right) => right.is_linked(one),
        Right::Group(members) => segment(members).iter().all(|other| other.is_linked(one)),
        Right::Subset { transversals, .. } => {
            let is_in_some =
                |all: &[Variable]| Variable::of(one).iter().any(|variable| all.contains(variable));
            is_in_some(transversals) && !is_in_some(&link.variables)
        }
    }
}

/// Returns the three labels of the row or column in a block that contains these.
fn segment(members: &[Candidate]) -> Vec<Candidate> {
    let cells: Cells = members.iter().map(|one| one.cell).collect();
    let inside = |house: &House| cells.is_subset(house.cells());
    let block = House::blocks().find(inside);
    let line = House::lines().find(inside);
    match (block, line, members.first()) {
        (Some(block), Some(line), Some(first)) => {
            (block.cells() & line.cells()).map(|cell| Candidate::new(first.digit, cell)).collect()
        }
        _ => members.to_vec(),
    }
}

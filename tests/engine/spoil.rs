//! Ways to spoil a proof. Each way, if it applies, certainly makes the proof wrong.
//!
//! A kind is tried at every step (or round) and returns whether it applied. Rules and sizes are on every
//! level here, so that nothing is refused merely for not being in the ladder.

use crate::common::model::{self, Model, candidate, label};
use serde_json::Value;
use sudoscope::evidence::{
    Arc, Branch, Evidence, FinnedFish, Hall, Link, Outcome, Proof, Rectangle, Right, Round, Step,
};
use sudoscope::grid::{Candidate, Cell, Digit, House, HouseKind, notation::Variable};

/// Spoils a step of a round in this state.
pub type SpoilStep = fn(&mut Round, usize, &Model) -> bool;
/// Spoils a proof, at a round.
pub type SpoilProof = fn(&mut Proof, usize) -> bool;

// ---------------------------------------------------------------- the state

pub fn linked(a: Candidate, b: Candidate) -> bool {
    model::linked(label(a), label(b))
}

pub fn is_in(candidate: Candidate, variable: Variable) -> bool {
    Variable::of(candidate).contains(&variable)
}

pub fn candidates_of(model: &Model, variable: Variable) -> Vec<Candidate> {
    let all = model.candidates().into_iter().map(candidate);
    all.filter(|&candidate| is_in(candidate, variable)).collect()
}

/// Finds a candidate of the state with this property.
fn some(model: &Model, holds: impl Fn(Candidate) -> bool) -> Option<Candidate> {
    model.candidates().into_iter().map(candidate).find(|&candidate| holds(candidate))
}

/// Finds a label that is not a candidate.
fn absent(model: &Model) -> Candidate {
    let all = Cell::all().flat_map(|cell| Digit::all().map(move |digit| (cell, digit)));
    candidate({ all }.find(|&label| !model.has(label)).unwrap())
}

/// Returns the state to which the steps of a proof lead.
fn end(proof: &Proof) -> String {
    let mut model = Model::of_clues(&proof.head.puzzle);
    for step in proof.rounds.iter().flat_map(|round| &round.steps) {
        model.apply(&step.eliminates, &step.asserts);
    }
    model.sukaku()
}

/// Returns the rating of a round, a number in all ladders here.
fn rating(round: &Round) -> u64 {
    round.rating.as_u64().unwrap()
}

/// Whether the puzzle was solved; replaces the outcome.
fn end_as(proof: &mut Proof, outcome: Outcome<Value>) -> bool {
    matches!(std::mem::replace(&mut proof.outcome, outcome), Outcome::Solved(_))
}

/// Spoils an object if there is one.
fn with<T>(there: Option<T>, spoil: impl FnOnce(T)) -> bool {
    there.map(spoil).is_some()
}

/// Replaces an object by another if there is one.
pub fn put<T>(place: &mut T, other: Option<T>) -> bool {
    with(other, |other| *place = other)
}

// ---------------------------------------------------------------- parts of steps

fn links(round: &mut Round, step: usize) -> Option<(&mut Vec<Link>, Candidate)> {
    let Step { because, eliminates, .. } = &mut round.steps[step];
    match because {
        Evidence::Chain { links } => Some((links, *eliminates.first()?)),
        Evidence::Forcing { branches, .. } => {
            let branch = branches.iter_mut().max_by_key(|branch| branch.links.len())?;
            let Branch { start, links } = branch;
            Some((links, *start)).filter(|(links, _)| !links.is_empty())
        }
        _ => None,
    }
}

/// Spoils the first link to which this applies, given its number from 0 and the objects before it: the target
/// and the right-linking objects.
fn link(
    (round, step): (&mut Round, usize), mut spoil: impl FnMut(&mut Link, usize, &[Right]) -> bool,
) -> bool {
    let Some((links, target)) = links(round, step) else { return false };
    let rights = links.iter().map(|link| link.right.clone());
    let objects: Vec<Right> = [Right::Candidate(target)].into_iter().chain(rights).collect();
    links.iter_mut().enumerate().any(|(k, link)| spoil(link, k, &objects[..=k]))
}

fn excludes(object: &Right, label: Candidate) -> bool {
    // Other objects are not examined.
    matches!(object, Right::Candidate(other) if linked(*other, label))
}

fn right(link: &Link) -> Option<Candidate> {
    match link.right {
        Right::Candidate(right) => Some(right),
        _ => None,
    }
}

fn group(link: &mut Link) -> Option<&mut Vec<Candidate>> {
    match &mut link.right {
        Right::Group(members) => Some(members),
        _ => None,
    }
}

fn subset(link: &mut Link) -> Option<(&mut Vec<Variable>, &mut Vec<Candidate>)> {
    match &mut link.right {
        Right::Subset { transversals, candidates } => Some((transversals, candidates)),
        _ => None,
    }
}

fn halls(round: &mut Round, step: usize) -> Option<(&mut Vec<Variable>, &mut Vec<Variable>)> {
    match &mut round.steps[step].because {
        Evidence::Subset(Hall { variables, transversals })
        | Evidence::Finned(FinnedFish { variables, transversals, .. })
        | Evidence::Franken(FinnedFish { variables, transversals, .. }) => Some((variables, transversals)),
        _ => None,
    }
}

fn circle(round: &mut Round, step: usize) -> Option<&mut Vec<Arc>> {
    match &mut round.steps[step].because {
        Evidence::Circle { arcs } => Some(arcs),
        _ => None,
    }
}

fn rectangle(round: &mut Round, step: usize) -> Option<&mut Rectangle> {
    match &mut round.steps[step].because {
        Evidence::Rectangle(rectangle) => Some(rectangle),
        _ => None,
    }
}

fn longer(round: &mut Round, by: i8) {
    round.size = round.size.map(|size| size.wrapping_add_signed(by));
}

// ---------------------------------------------------------------- steps

pub static STEPS: &[(&str, SpoilStep)] = &[
    ("concludes something that is no candidate", |round, step, model| {
        let Step { eliminates, asserts, .. } = &mut round.steps[step];
        let conclusions = if eliminates.is_empty() { asserts } else { eliminates };
        conclusions.push(absent(model));
        true
    }),
    ("concludes something twice", |round, step, _| {
        let Step { eliminates, asserts, .. } = &mut round.steps[step];
        let twice = eliminates.first().copied();
        with(twice, |twice| eliminates.push(twice))
            || with(asserts.first().copied(), |twice| asserts.push(twice))
    }),
    ("concludes nothing", |round, step, _| {
        let Step { eliminates, asserts, relates, because, .. } = &mut round.steps[step];
        eliminates.clear();
        asserts.clear();
        relates.clear();
        !matches!(because, Evidence::Contradiction { .. })
    }),
    ("eliminates what it asserts", |round, step, _| {
        let Step { eliminates, asserts, .. } = &mut round.steps[step];
        eliminates.append(asserts);
        !eliminates.is_empty() && asserts.is_empty() && round.rule.contains("single")
    }),
    ("asserts what it eliminates", |round, step, _| {
        let Step { eliminates, asserts, .. } = &mut round.steps[step];
        let had_some = !eliminates.is_empty();
        asserts.append(eliminates);
        had_some
    }),
    ("a contradiction that eliminates", |round, step, model| {
        let Step { eliminates, because, .. } = &mut round.steps[step];
        matches!(because, Evidence::Contradiction { .. })
            && with(some(model, |_| true), |one| eliminates.push(one))
    }),
    ("the reason of a single", |round, step, _| {
        let is_single = matches!(round.steps[step].because, Evidence::Single { .. });
        round.steps[step].because = Evidence::Single { variable: Variable::Cell(Cell::new(0)) };
        !is_single
    }),
    ("the reason of a contradiction", |round, step, model| {
        let open = some(model, |_| true);
        with(open, |open| {
            let variable = Variable::Cell(open.cell);
            round.steps[step].because = Evidence::Contradiction { variable, clash: vec![] };
        })
    }),
    ("a rule that there is not", |round, _, _| {
        round.rule = "guess".to_string();
        true
    }),
    ("no size, or one too many", |round, _, _| {
        round.size = if round.size.is_some() { None } else { Some(2) };
        true
    }),
    // Candidates that trials refute are refuted by longer and deeper trials, too.
    ("another size", |round, step, _| {
        let is_trial = matches!(round.steps[step].because, Evidence::Trials { .. });
        let is_sized = round.size.is_some() && !is_trial;
        longer(round, 1);
        is_sized
    }),
    ("a naked single that is called hidden, and the other way round", |round, _, _| {
        let other = match &round.rule[..] {
            "naked-single" => "hidden-single",
            "hidden-single" => "naked-single",
            _ => return false,
        };
        round.rule = other.to_string();
        true
    }),
    ("a hidden single said to be the last cell, and the other way round", |round, step, model| {
        let Evidence::Single { variable } = round.steps[step].because else { return false };
        let cells = model::labels(variable).into_iter().map(|(cell, _)| cell);
        let is_last = cells.filter(|&cell| model.value[cell].is_none()).count() == 1;
        round.rule = match variable {
            Variable::Cell(_) => return false,
            _ if !is_last => "full-house",
            Variable::In(house, _) if house.kind() == HouseKind::Block => "hidden-single-in-block",
            _ => "hidden-single-in-line",
        }
        .to_string();
        true
    }),
    ("a hidden single in a house of another kind", |round, step, _| {
        let Evidence::Single { variable } = round.steps[step].because else { return false };
        round.rule = match variable {
            Variable::Cell(_) => return false,
            Variable::In(house, _) if house.kind() == HouseKind::Block => "hidden-single-in-line",
            _ => "hidden-single-in-block",
        }
        .to_string();
        true
    }),
    ("a digit said to be the last that is not", |round, step, model| {
        let Step { asserts, because, .. } = &round.steps[step];
        let is_single = matches!(because, Evidence::Single { .. });
        let digit = asserts.first().map(|value| value.digit);
        let places = model.value.iter().filter(|&&value| value.is_some() && value == digit).count();
        round.rule = "last-digit".to_string();
        is_single && places != 8
    }),
    ("a single of another value", |round, step, model| {
        let Step { asserts, because, .. } = &mut round.steps[step];
        let Evidence::Single { .. } = because else { return false };
        let value = asserts[0];
        put(&mut asserts[0], some(model, |other| linked(other, value)))
    }),
    ("a single of another variable", |round, step, model| {
        let Step { asserts, because, .. } = &mut round.steps[step];
        let Evidence::Single { variable } = because else { return false };
        let several = |v: &Variable| candidates_of(model, *v).len() > 1;
        put(variable, Variable::of(asserts[0]).into_iter().find(several))
    }),
    ("an empty variable that is not empty", |round, step, model| {
        let because = &mut round.steps[step].because;
        let Evidence::Contradiction { variable, clash } = because else { return false };
        clash.clear();
        put(variable, some(model, |_| true).map(|open| Variable::Cell(open.cell)))
    }),
    ("a clash of one digit", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Contradiction { clash, .. } = because else { return false };
        clash.len() > 1 && with(clash.first().copied(), |first| *clash = vec![first, first])
    }),
    // Chains.
    ("another target, which the chain does not begin with", |round, step, model| {
        let Some((links, _)) = links(round, step) else { return false };
        let left = links[0].left;
        let is_chain = matches!(round.steps[step].because, Evidence::Chain { .. });
        let unlinked = some(model, |other| !linked(other, left) && other != left);
        is_chain && put(&mut round.steps[step].eliminates[0], unlinked)
    }),
    ("one target more, which the chain does not begin with", |round, step, model| {
        let Some((links, target)) = links(round, step) else { return false };
        let left = links[0].left;
        let is_chain = matches!(round.steps[step].because, Evidence::Chain { .. });
        let other = some(model, |other| !linked(other, left) && other != left && other != target);
        is_chain && with(other, |other| round.steps[step].eliminates.push(other))
    }),
    ("another target, which the chain does not end with", |round, step, model| {
        let Some((links, target)) = links(round, step) else { return false };
        let (Some(first), Some(last)) = (links.first(), links.last()) else { return false };
        let (left, Some(end)) = (first.left, right(last)) else { return false };
        let is_chain = matches!(round.steps[step].because, Evidence::Chain { .. });
        let is_end = !round.rule.contains("lasso");
        let other = some(model, |other| linked(other, left) && !linked(other, end) && other != target);
        is_chain && is_end && put(&mut round.steps[step].eliminates[0], other)
    }),
    ("no links", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        links.clear();
        true
    }),
    ("the first link dropped", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        links.remove(0);
        true
    }),
    ("the first link dropped, and one size less", |round, step, _| {
        let is_shortest = ["whip", "whip-loops", "braid"].contains(&&round.rule[..]);
        let Some((links, _)) = links(round, step).filter(|_| is_shortest) else { return false };
        links.remove(0);
        longer(round, -1);
        true
    }),
    ("the last link dropped, and one size less", |round, step, _| {
        let closes = |links: &[Link]| links.last().is_some_and(|l| l.right == Right::Nothing);
        let Some((links, _)) = links(round, step).filter(|(links, _)| closes(links)) else {
            return false;
        };
        links.pop();
        longer(round, -1);
        true
    }),
    ("a link twice, and one size more", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        let link = links[0].clone();
        let more = link.variables.len() as i8;
        links.insert(0, link);
        longer(round, more);
        true
    }),
    ("two links exchanged", |round, step, _| {
        let Some((links, target)) = links(round, step) else { return false };
        let is_wrong = links.len() > 1 && !linked(links[1].left, target);
        is_wrong && {
            links.swap(0, 1);
            true
        }
    }),
    ("left and right exchanged", |round, step, _| {
        link((round, step), |link, _, objects| {
            let Some(other) = right(link) else { return false };
            let Some(by) = objects.get(link.from).filter(|by| matches!(by, Right::Candidate(_))) else {
                return false;
            };
            !excludes(by, other) && {
                link.right = Right::Candidate(std::mem::replace(&mut link.left, other));
                true
            }
        })
    }),
    ("a left-linking candidate that is not in the variable", |round, step, model| {
        link((round, step), |link, _, _| {
            let outside = |c: Candidate| link.variables.iter().all(|&v| !is_in(c, v));
            put(&mut link.left, some(model, outside))
        })
    }),
    ("a right-linking candidate that is not in the variable", |round, step, model| {
        link((round, step), |link, _, _| {
            let outside = |c: Candidate| link.variables.iter().all(|&v| !is_in(c, v));
            let other = some(model, outside).filter(|_| right(link).is_some());
            put(&mut link.right, other.map(Right::Candidate))
        })
    }),
    ("right-linking and ignored exchanged", |round, step, _| {
        link((round, step), |link, _, objects| {
            let Some(r) = right(link) else { return false };
            let Some((ignored, by)) = link.ignored.first_mut() else { return false };
            let is_candidate = matches!(objects[*by], Right::Candidate(_));
            is_candidate && !excludes(&objects[*by], r) && {
                link.right = Right::Candidate(std::mem::replace(ignored, r));
                true
            }
        })
    }),
    ("an ignored candidate dropped", |round, step, _| {
        link((round, step), |link, _, _| link.ignored.pop().is_some())
    }),
    ("an ignored candidate twice", |round, step, _| {
        link((round, step), |link, _, _| {
            with(link.ignored.first().copied(), |twice| link.ignored.push(twice))
        })
    }),
    ("an ignored candidate of another variable", |round, step, model| {
        link((round, step), |link, _, objects| {
            let Right::Candidate(target) = objects[0] else { return false };
            let other = some(model, |c| linked(c, target) && link.variables.iter().all(|&v| !is_in(c, v)));
            with(other, |other| link.ignored.push((other, 0)))
        })
    }),
    ("an ignored candidate that is excluded by its own link", |round, step, _| {
        link((round, step), |link, k, _| with(link.ignored.first_mut(), |(_, by)| *by = k + 1))
    }),
    ("an ignored candidate that is excluded by a link that there is not", |round, step, _| {
        link((round, step), |link, _, _| with(link.ignored.last_mut(), |(_, by)| *by = usize::MAX))
    }),
    ("an ignored candidate that is not excluded by what is named", |round, step, _| {
        link((round, step), |link, _, objects| {
            link.ignored.iter_mut().any(|(ignored, by)| {
                let mut all = objects.iter().enumerate();
                let other = all
                    .find(|(_, object)| matches!(object, Right::Candidate(_)) && !excludes(object, *ignored));
                put(by, other.map(|(k, _)| k))
            })
        })
    }),
    ("a right-linking candidate that is ignored", |round, step, _| {
        link((round, step), |link, _, objects| {
            let Some(r) = right(link) else { return false };
            let is_candidate = matches!(objects[link.from], Right::Candidate(_));
            is_candidate && !excludes(&objects[link.from], r) && {
                link.right = Right::Nothing;
                link.ignored.push((r, link.from));
                true
            }
        })
    }),
    ("left-linking by its own link", |round, step, _| {
        link((round, step), |link, k, _| {
            link.from = k + 1;
            true
        })
    }),
    ("left-linking by a link that there is not", |round, step, _| {
        link((round, step), |link, _, _| {
            link.from = usize::MAX;
            true
        })
    }),
    ("left-linking by another link than the one before", |round, step, _| {
        let is_braid = round.rule.contains("braid");
        link((round, step), |link, k, _| {
            link.from = 0;
            k > 0 && !is_braid
        })
    }),
    ("left-linking by something that does not exclude it", |round, step, _| {
        link((round, step), |link, k, objects| {
            let other = (0..=k)
                .find(|&by| matches!(objects[by], Right::Candidate(_)) && !excludes(&objects[by], link.left));
            put(&mut link.from, other)
        })
    }),
    ("a braid that is called a whip", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        let is_real = links.iter().enumerate().any(|(k, link)| link.from != k);
        is_real && {
            round.rule = round.rule.replace("braid", "whip");
            true
        }
    }),
    ("a chain with ignored candidates that is called one without", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        let has_ignored = links.iter().any(|link| !link.ignored.is_empty());
        let without = match &round.rule[..] {
            "z-chain" | "t-whip" | "whip" | "g-whip" | "s2-whip" => "bivalue-chain",
            rule if rule.starts_with("nrc") && !rule.ends_with("lasso") => "nrc",
            "xyt" | "xyz" | "xyzt" => "xy",
            _ => return false,
        };
        round.rule = without.to_string();
        has_ignored
    }),
    ("z-candidates where only t-candidates are ignored, and the other way round", |round, step, _| {
        let other = match &round.rule[..] {
            "nrct" => "nrcz",
            "nrcz" => "nrct",
            "xyt" => "xyz",
            "xyz" => "xyt",
            _ => return false,
        };
        let Some((links, _)) = links(round, step) else { return false };
        let has_ignored = links.iter().any(|link| !link.ignored.is_empty());
        round.rule = other.to_string();
        has_ignored
    }),
    ("a chain of all variables that is called typed", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        let kind = |link: &Link| Variable::of(link.left).iter().position(|v| *v == link.variables[0]);
        let is_mixed = links.iter().any(|link| kind(link) != kind(&links[0]));
        let untyped = ["whip", "braid", "g-whip", "bivalue-chain", "z-chain", "t-whip"];
        is_mixed && untyped.contains(&&round.rule[..]) && {
            round.rule = format!("typed-{}", round.rule);
            true
        }
    }),
    ("another variable of the left-linking candidate", |round, step, model| {
        link((round, step), |link, _, _| {
            let own = candidates_of(model, link.variables[0]);
            let others = Variable::of(link.left).into_iter();
            let other = others.rev().find(|&v| candidates_of(model, v) != own);
            link.variables.len() == 1 && put(&mut link.variables[0], other)
        })
    }),
    ("a variable twice in its link", |round, step, _| {
        link((round, step), |link, _, _| {
            link.variables.push(link.variables[0]);
            true
        })
    }),
    ("closed too early", |round, step, _| {
        link((round, step), |link, _, _| {
            let is_open = link.right != Right::Nothing;
            link.right = Right::Nothing;
            is_open
        })
    }),
    ("not closed", |round, step, _| {
        link((round, step), |link, _, _| {
            link.right == Right::Nothing
                && with(link.ignored.pop(), |(last, _)| link.right = Right::Candidate(last))
        })
    }),
    ("a chain with groups that is called one without", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        let has_group = links.iter_mut().any(|link| group(link).is_some());
        let without = round.rule.replace("g-", "");
        let is_other = without != round.rule;
        round.rule = without;
        has_group && is_other
    }),
    ("a group without one of its candidates", |round, step, _| {
        link((round, step), |link, _, _| group(link).is_some_and(|group| group.pop().is_some()))
    }),
    ("a group with a candidate from elsewhere", |round, step, model| {
        link((round, step), |link, _, _| {
            let variables = link.variables.clone();
            let Some(group) = group(link) else { return false };
            let other = some(model, |c| !is_in(c, variables[0]));
            put(&mut group[0], other)
        })
    }),
    ("a group given as one candidate", |round, step, _| {
        link((round, step), |link, _, _| {
            let one = group(link).map(|group| Right::Candidate(group[0]));
            put(&mut link.right, one)
        })
    }),
    ("a right-linking subset larger than the rule has", |round, step, _| {
        let Some((links, _)) = links(round, step) else { return false };
        let largest = links.iter().map(|link| link.variables.len()).max().unwrap_or(0);
        let rule = round.rule.replace("s3", "s2").replace("s4", "s2");
        round.rule = rule;
        largest > 2
    }),
    ("a right-linking subset without one of its sets", |round, step, _| {
        link((round, step), |link, _, _| subset(link).is_some_and(|(sets, _)| sets.pop().is_some()))
    }),
    ("a right-linking subset with a set twice", |round, step, _| {
        link((round, step), |link, _, _| with(subset(link), |(sets, _)| sets[0] = sets[1]))
    }),
    ("a right-linking subset with a set of another plane", |round, step, _| {
        link((round, step), |link, _, _| {
            let other = beside(&link.variables);
            with(subset(link), |(sets, _)| sets[0] = other)
        })
    }),
    ("a right-linking subset without one of its candidates", |round, step, _| {
        link((round, step), |link, _, _| subset(link).is_some_and(|(_, all)| all.pop().is_some()))
    }),
    ("a right-linking subset without one of its variables", |round, step, _| {
        let done = link((round, step), |link, _, _| subset(link).is_some() && link.variables.pop().is_some());
        longer(round, -1);
        done
    }),
    // Subsets and fish.
    ("a subset of another house", |round, step, _| {
        let Some((variables, sets)) = halls(round, step) else { return false };
        let shift = |variable: &mut Variable| {
            *variable = match *variable {
                Variable::In(house, digit) => {
                    Variable::In(House::of(house.kind(), (house.number() + 1) % 9), digit)
                }
                cell => cell,
            }
        };
        let cells = |all: &[Variable]| all.iter().all(|v| matches!(v, Variable::Cell(_)));
        let of_house = cells(variables) || cells(sets);
        variables.iter_mut().chain(sets).for_each(shift);
        of_house
    }),
    ("a subset without one of its variables", |round, step, _| {
        halls(round, step).is_some_and(|(variables, _)| variables.pop().is_some())
    }),
    ("a subset without one of its sets", |round, step, _| {
        halls(round, step).is_some_and(|(_, sets)| sets.pop().is_some())
    }),
    ("a subset without one of both, and one size less", |round, step, model| {
        let Some((variables, sets)) = halls(round, step) else { return false };
        variables.pop();
        let gone = sets.pop();
        let mut held = variables.iter().flat_map(|&v| candidates_of(model, v));
        let still = held.any(|c| gone.is_some_and(|gone| is_in(c, gone)));
        longer(round, -1);
        still
    }),
    ("a subset with a variable twice", |round, step, _| {
        with(halls(round, step), |(variables, _)| variables[0] = variables[1])
    }),
    ("a subset with a set twice", |round, step, _| with(halls(round, step), |(_, sets)| sets[0] = sets[1])),
    ("a target in a variable of the subset", |round, step, model| {
        let Some((variables, _)) = halls(round, step) else { return false };
        let inside = candidates_of(model, variables[0]).first().copied();
        put(&mut round.steps[step].eliminates[0], inside)
    }),
    ("a target in no set of the subset", |round, step, model| {
        let Some((_, sets)) = halls(round, step) else { return false };
        let outside = some(model, |c| sets.iter().all(|&set| !is_in(c, set)));
        put(&mut round.steps[step].eliminates[0], outside)
    }),
    ("base and cover exchanged", |round, step, _| {
        with(halls(round, step), |(variables, sets)| std::mem::swap(variables, sets))
    }),
    ("a naked subset that is called hidden, and the other way round", |round, _, _| {
        let other = match &round.rule[..] {
            "naked" => "hidden",
            "hidden" | "fish" => "naked",
            _ => return false,
        };
        round.rule = other.to_string();
        true
    }),
    ("a fin dropped", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Finned(FinnedFish { fins, .. }) = because else { return false };
        fins.pop().is_some()
    }),
    ("a fin more", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Finned(FinnedFish { fins, .. }) = because else { return false };
        let first = fins.first().copied();
        with(first, |first| fins.push(first))
    }),
    ("a fish whose fins are not named", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Finned(FinnedFish { variables, transversals, .. }) = because.clone() else {
            return false;
        };
        *because = Evidence::Subset(Hall { variables, transversals });
        round.rule = "fish".to_string();
        true
    }),
    ("a target that does not see the fins", |round, step, model| {
        let Step { eliminates, because, .. } = &mut round.steps[step];
        let Evidence::Finned(FinnedFish { fins, .. }) = because else { return false };
        let Some(&fin) = fins.first() else { return false };
        put(&mut eliminates[0], some(model, |c| c.digit == fin.digit && !linked(c, fin)))
    }),
    // Circles.
    ("an arc dropped", |round, step, _| {
        let gone = circle(round, step).and_then(Vec::pop);
        longer(round, -1);
        gone.is_some()
    }),
    ("two arcs exchanged", |round, step, _| with(circle(round, step), |arcs| arcs.swap(0, 1))),
    ("an arc the other way round", |round, step, _| {
        with(circle(round, step), |arcs| {
            let Arc { left, right, .. } = &mut arcs[0];
            std::mem::swap(left, right);
        })
    }),
    ("a guardian dropped", |round, step, _| {
        let mut arcs = circle(round, step).into_iter().flatten();
        arcs.any(|arc| arc.guardians.pop().is_some())
    }),
    ("a target that guards nothing", |round, step, model| {
        let Step { eliminates, because, .. } = &mut round.steps[step];
        let Evidence::Circle { arcs } = because else { return false };
        let guardians: Vec<_> = arcs.iter().flat_map(|arc| arc.guardians.clone()).collect();
        let far = some(model, |c| guardians.iter().any(|&guardian| !linked(c, guardian)));
        put(&mut eliminates[0], far)
    }),
    ("a target in the circle", |round, step, _| {
        let Step { eliminates, because, .. } = &mut round.steps[step];
        let Evidence::Circle { arcs } = because else { return false };
        eliminates[0] = arcs[0].left;
        round.rule != "guardians"
    }),
    // Forcing whips.
    ("a branch missing", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Forcing { branches, .. } = because else { return false };
        branches.pop().is_some()
    }),
    ("a branch twice for another", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Forcing { branches, .. } = because else { return false };
        branches[1] = branches[0].clone();
        true
    }),
    ("branches of another variable", |round, step, _| {
        let because = &mut round.steps[step].because;
        let Evidence::Forcing { variable, branches } = because else { return false };
        let starts: Vec<Candidate> = branches.iter().map(|branch| branch.start).collect();
        let all = Variable::of(starts[0]);
        let other = all.into_iter().find(|&v| !starts.iter().all(|&start| is_in(start, v)));
        put(variable, other)
    }),
    ("a target not linked to the ends", |round, step, model| {
        let Step { eliminates, because, .. } = &mut round.steps[step];
        let Evidence::Forcing { branches, .. } = because else { return false };
        let end = |branch: &Branch| branch.links.last().map_or(Some(branch.start), right);
        let Some(end) = end(&branches[0]) else { return false };
        !eliminates.is_empty() && put(&mut eliminates[0], some(model, |c| !linked(c, end)))
    }),
    ("a value that is not the end", |round, step, model| {
        let Step { asserts, because, .. } = &mut round.steps[step];
        let Evidence::Forcing { .. } = because else { return false };
        let Some(&value) = asserts.first() else { return false };
        put(&mut asserts[0], some(model, |c| c != value))
    }),
    // Rectangles and the grave.
    ("a rectangle of other digits", |round, step, model| {
        let Some(rectangle) = rectangle(round, step) else { return false };
        let Some(&Variable::Cell(cell)) = rectangle.floor.first() else { return false };
        let other = Digit::all().find(|&digit| !model.has((cell, digit)));
        put(&mut rectangle.digits[0], other)
    }),
    ("a rectangle of one digit", |round, step, _| {
        with(rectangle(round, step), |rectangle| rectangle.digits[0] = rectangle.digits[1])
    }),
    ("floor and roof exchanged", |round, step, _| {
        with(rectangle(round, step), |rectangle| std::mem::swap(&mut rectangle.floor, &mut rectangle.roof))
    }),
    ("a corner elsewhere", |round, step, model| {
        let Some(rectangle) = rectangle(round, step) else { return false };
        let corners = [&rectangle.floor[..], &rectangle.roof].concat();
        let other = some(model, |c| !corners.contains(&Variable::Cell(c.cell)));
        let mut corners = rectangle.floor.iter_mut().chain(&mut rectangle.roof);
        corners.next().is_some_and(|corner| put(corner, other.map(|c| Variable::Cell(c.cell))))
    }),
    ("a corner missing", |round, step, _| {
        rectangle(round, step).is_some_and(|rectangle| rectangle.floor.pop().is_some())
    }),
    ("nothing confines the digit", |round, step, _| {
        rectangle(round, step).is_some_and(|rectangle| rectangle.confined.pop().is_some())
    }),
    ("what confines the digit is elsewhere", |round, step, _| {
        let Some(rectangle) = rectangle(round, step) else { return false };
        let Some(first) = rectangle.confined.first_mut() else { return false };
        *first = rectangle.roof[0];
        true
    }),
    ("a cell of the roof's subset missing", |round, step, _| {
        let subset = rectangle(round, step).and_then(|rectangle| rectangle.subset.as_mut());
        subset.is_some_and(|subset| subset.variables.pop().is_some())
    }),
    ("a digit of the roof's subset missing", |round, step, _| {
        let subset = rectangle(round, step).and_then(|rectangle| rectangle.subset.as_mut());
        subset.is_some_and(|subset| subset.transversals.pop().is_some())
    }),
    ("a rectangle of another type", |round, step, _| {
        let other = match &round.rule[..] {
            "ur1" => "ur2",
            "ur2" => "ur5",
            "ur3" | "ur5" | "ur6" => "ur4",
            "ur4" | "hidden-ur" => "ur1",
            "ar1" => "ar2",
            "ar2" => "ar1",
            "ur-strong-link" => "hidden-ar",
            "hidden-ar" => "ur-strong-link",
            "ur-wing" => "ur1",
            _ => return false,
        };
        round.rule = other.to_string();
        rectangle(round, step).is_some()
    }),
    ("a target elsewhere than the rectangle says", |round, step, model| {
        let Some(rectangle) = rectangle(round, step) else { return false };
        let Some(&floor) = rectangle.floor.first() else { return false };
        let digits = rectangle.digits;
        let inside = some(model, |c| is_in(c, floor) && digits.contains(&c.digit));
        let is_of_type = ["ur1", "ur2", "ur3", "ur4", "ur5", "ur6", "ar1", "ar2"].contains(&&*round.rule);
        is_of_type && put(&mut round.steps[step].eliminates[0], inside)
    }),
    ("a grave of another candidate", |round, step, model| {
        let Step { asserts, because, .. } = &mut round.steps[step];
        let Evidence::Bug { candidate } = because else { return false };
        let other = some(model, |c| c != *candidate);
        put(candidate, other) && put(&mut asserts[0], other)
    }),
    ("a grave that asserts another candidate", |round, step, model| {
        let Step { asserts, because, .. } = &mut round.steps[step];
        let Evidence::Bug { candidate } = because else { return false };
        put(&mut asserts[0], some(model, |c| c != *candidate))
    }),
];

/// Returns a variable that crosses no cell of its own kind: no transversal set of rows, columns or blocks of
/// a digit.
fn beside(variables: &[Variable]) -> Variable {
    let Variable::In(own, digit) = variables[0] else { return Variable::Cell(Cell::new(0)) };
    let all = House::of_kind(own.kind()).map(|house| Variable::In(house, digit));
    { all }.find(|other| !variables.contains(other)).unwrap()
}

// ---------------------------------------------------------------- whole proofs

pub static PROOFS: &[(&str, SpoilProof)] = &[
    ("a round before the one that it needs", |proof, round| {
        // A step with a lower rating than the step before would have been found first if it had existed then.
        round > 0 && rating(&proof.rounds[round]) < rating(&proof.rounds[round - 1]) && {
            proof.rounds.swap(round - 1, round);
            true
        }
    }),
    ("a round that places values missing", |proof, round| {
        let places = proof.rounds[round].steps.iter().any(|step| !step.asserts.is_empty());
        let complete = proof.clone();
        proof.rounds.remove(round);
        // A value in a cell without other candidates, whose peers have none to lose either, says no more than
        // its candidate.
        places && (matches!(proof.outcome, Outcome::Solved(_)) || end(proof) != end(&complete))
    }),
    ("a round twice", |proof, round| {
        let again = proof.rounds[round].clone();
        proof.rounds.insert(round, again);
        true
    }),
    ("a round without steps", |proof, round| {
        proof.rounds[round].steps.clear();
        true
    }),
    ("a round with a rating that its rule does not give", |proof, round| {
        proof.rounds[round].rating = (rating(&proof.rounds[round]) + 1).into();
        true
    }),
    ("a rule that the ladder has not", |proof, round| {
        proof.head.definition = "brt".to_string();
        rating(&proof.rounds[round]) > 0
    }),
    ("a size that the ladder has not", |proof, round| {
        let round = &mut proof.rounds[round];
        round.size = round.size.map(|_| 99);
        round.size.is_some()
    }),
    ("a definition that is none", |proof, _| {
        proof.head.definition.push_str(",magic");
        true
    }),
    ("rating too high", |proof, _| {
        let Outcome::Solved(rating) = &mut proof.outcome else { return false };
        *rating = (rating.as_u64().unwrap() + 1).into();
        true
    }),
    ("rating missing", |proof, _| end_as(proof, Outcome::Solved(Value::Null))),
    ("a digit of the end wrong", |proof, _| {
        let other = if proof.end.starts_with('1') { "2" } else { "1" };
        proof.end.replace_range(..1, other);
        true
    }),
    ("the end cut off", |proof, _| proof.end.pop().is_some()),
    ("solved, but said not to be", |proof, _| end_as(proof, Outcome::Unsolved)),
    ("solved, but said to have no solution", |proof, _| end_as(proof, Outcome::NoSolution)),
    ("not solved, but said to be", |proof, _| {
        let highest = proof.rounds.iter().map(rating).max().unwrap_or(0);
        !end_as(proof, Outcome::Solved(highest.into()))
    }),
    ("no solution, but said to be unsolved", |proof, _| {
        let is_other = proof.outcome == Outcome::NoSolution;
        proof.outcome = Outcome::Unsolved;
        is_other
    }),
    ("something after the contradiction", |proof, round| {
        let is_over = proof.outcome == Outcome::NoSolution;
        let again = proof.rounds[round].clone();
        proof.rounds.push(again);
        is_over
    }),
    ("a clue dropped", |proof, _| {
        let at = proof.head.puzzle.find(|c: char| c != '.');
        matches!(proof.outcome, Outcome::Solved(_))
            && with(at, |at| proof.head.puzzle.replace_range(at..=at, "."))
    }),
    ("a clue more", |proof, _| {
        let at = proof.head.puzzle.find('.');
        let more = |at: usize| {
            let wrong = if proof.end.as_bytes()[at] == b'1' { "2" } else { "1" };
            proof.head.puzzle.replace_range(at..=at, wrong);
        };
        matches!(proof.outcome, Outcome::Solved(_)) && with(at, more)
    }),
    ("a puzzle of 80 cells", |proof, _| proof.head.puzzle.pop().is_some()),
    ("a puzzle with letters", |proof, _| {
        proof.head.puzzle.replace_range(..1, "x");
        true
    }),
];

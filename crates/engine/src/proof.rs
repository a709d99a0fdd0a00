//! From climbs to proofs: what rules say of their steps, put into the format that `verify` checks.
//!
//! This is the only module that knows both the engine and the checker.

mod closures;

use crate::grid::notation::{self, Variable};
use crate::grid::{Candidate, Candidates, Cells, Grid, Puzzle, SQUARES};
use crate::ladder::Ladder;
use crate::order::Order;
use crate::rule::Step;
use crate::rules::pattern::{self, Fish, HallSet, Origin, Pattern};
use crate::solve::{self, Applied, Climb, Observer, Solver};
use crate::verify::format::{
    Arc, Because, Branch, Digit, Hall, Lemma, Link, Outcome, Proof, Rectangle, Right, Round,
    Step as Proved,
};
use crate::verify::{self, Checker, Reason, Verdict, Wrong};

/// Climbs the ladder and writes down the proof, which ends where the climb does. `observer` sees the climb too.
pub fn prove(
    solver: &mut Solver,
    puzzle: &Puzzle,
    ladder: &Ladder,
    budget: u64,
    observer: Observer<'_>,
) -> (Climb, Proof) {
    let mut rounds = Vec::new();
    let climb = solver.observe(puzzle, ladder, budget, &mut |applied| {
        let mut round = round(&applied);
        let steps = applied.found.steps.iter().flatten();
        for (proved, step) in round.steps.iter_mut().zip(steps) {
            proved.text = step.text();
        }
        rounds.push(round);
        observer(applied);
    });
    let (outcome, rating) = outcome(climb.outcome);
    let proof = Proof {
        sudoscope: env!("CARGO_PKG_VERSION").to_string(),
        puzzle: puzzle.to_string(),
        ladder: ladder.name.clone(),
        definition: ladder.definition.clone(),
        rounds,
        outcome,
        rating,
        end: end(outcome, solver.grid()),
    };
    (climb, proof)
}

/// Climbs the ladder under the eyes of the checker, what rules prove being applied in this order: the same as to prove
/// and to verify, but no proof is kept.
pub fn climb_checked(
    solver: &mut Solver,
    puzzle: &Puzzle,
    ladder: &Ladder,
    budget: u64,
    order: &mut Order,
) -> Result<(Climb, Verdict), Wrong> {
    let mut checker = Checker::new(&puzzle.to_string())?;
    let mut checked = Ok(());
    let climb = solver.observe_in(puzzle, ladder, budget, order, &mut |applied| {
        if checked.is_ok() {
            checked = checker.round(&round(&applied), is_rung(ladder));
        }
    });
    checked?;
    let (outcome, rating) = outcome(climb.outcome);
    let verdict = checker.end(outcome, rating, &end(outcome, solver.grid()))?;
    Ok((climb, verdict))
}

/// Checks a proof, by the ladder whose definition it gives.
pub fn verify(proof: &Proof) -> Result<Verdict, Wrong> {
    let ladder = Ladder::define(&proof.ladder, &proof.definition);
    let ladder =
        ladder.map_err(|error| Wrong::from(Reason::from(format!("its ladder: {error}"))))?;
    verify::verify(proof, is_rung(&ladder))
}

/// Climbs the ladder again under the eyes of the checker: every step holds, and it is the same climb.
pub fn check_climb(
    solver: &mut Solver,
    puzzle: &Puzzle,
    ladder: &Ladder,
    budget: u64,
    (climb, mut order): (&Climb, Order),
) -> Result<Verdict, Wrong> {
    // To tell the steps takes search steps too, so only a climb that used them up is bounded.
    let in_budget = climb.outcome != solve::Outcome::Budget;
    let budget = if in_budget { u64::MAX } else { budget };
    let (again, verdict) = climb_checked(solver, puzzle, ladder, budget, &mut order)?;
    if in_budget && again != *climb {
        return Err(Wrong::from(Reason::from("climbed again, the path is another one")));
    }
    Ok(verdict)
}

/// What was applied, as a round of a proof; without texts.
pub fn round(applied: &Applied<'_>) -> Round {
    let item = applied.item;
    let steps = applied.found.steps.iter().flatten().filter(|step| is_applied(step, applied));
    Round {
        rule: item.rule.info().name.to_string(),
        size: (item.size > 0).then_some(item.size),
        level: item.rung,
        lemmas: lemmas(applied),
        steps: steps.map(|step| self::step(step, applied)).collect(),
    }
}

/// How a climb ended, and its rating.
pub fn outcome(outcome: solve::Outcome) -> (Outcome, Option<u8>) {
    match outcome {
        solve::Outcome::Solved(rung) => (Outcome::Solved, Some(rung)),
        solve::Outcome::Stuck => (Outcome::Unsolved, None),
        solve::Outcome::Budget => (Outcome::Budget, None),
        solve::Outcome::NoSolution => (Outcome::NoSolution, None),
    }
}

/// What a proof says at its end: the solution, or the candidates left.
pub fn end(outcome: Outcome, grid: &Grid) -> String {
    if outcome == Outcome::Solved {
        return notation::puzzle(grid);
    }
    let labels = (0..81).flat_map(|cell| (0..9).map(move |digit| Candidate::new(digit, cell)));
    let one = |label| if grid.allows(label) { (b'1' + label.digit) as char } else { '.' };
    labels.map(one).collect()
}

/// Whether a rule, of a size, stands on a level of the ladder.
pub fn is_rung(ladder: &Ladder) -> impl Fn(&str, Option<u8>, u8) -> bool {
    move |rule, size, level| {
        let mut items = ladder.items.iter();
        items.any(|item| {
            item.rung == level
                && item.rule.info().name == rule
                && (item.size > 0).then_some(item.size) == size
        })
    }
}

/// What several steps of a round rest on.
fn lemmas(applied: &Applied<'_>) -> Vec<Lemma> {
    applied.found.lemmas.iter().map(closures::lemma).collect()
}

/// Whether anything of the step was applied, or there was nothing to apply.
fn is_applied(step: &Step, applied: &Applied<'_>) -> bool {
    let all = &applied.found.eliminated;
    step.eliminated.is_empty() || step.eliminated.iter().any(|label| all.contains(label))
}

/// One step, as far as it was applied.
fn step(step: &Step, applied: &Applied<'_>) -> Proved {
    let is_applied = |label: &Candidate| applied.found.eliminated.contains(*label);
    Proved {
        text: String::new(),
        eliminates: step.eliminated.iter().filter(is_applied).collect(),
        asserts: step.asserted.iter().collect(),
        because: because(&step.pattern, applied.grid),
        matchings: Vec::new(),
    }
}

fn because(pattern: &Pattern, grid: &Grid) -> Because {
    match pattern {
        Pattern::Contradiction(variable) => {
            Because::Contradiction { variable: *variable, clash: clash(*variable, grid) }
        }
        Pattern::Single(variable) => Because::Single { variable: *variable },
        Pattern::Hall(hall) => Because::Subset(subset(hall)),
        Pattern::Fish(fish) => self::fish(fish),
        Pattern::Chain(chain) => Because::Chain { links: links(&chain.links) },
        Pattern::Circle(circle) => Because::Circle { arcs: arcs(circle) },
        Pattern::Forcing(forcing) => self::forcing(forcing, grid),
        Pattern::Rectangle(rectangle) => Because::Rectangle(self::rectangle(rectangle)),
        Pattern::Bug(candidate) => Because::Bug { candidate: *candidate },
        Pattern::AllDifferent { house, sets } => closures::all_different(*house, sets),
        Pattern::OddCycle(cycle) => closures::cycle(cycle),
        Pattern::Knots(knots) => Because::Knots(knots.iter().map(closures::knot).collect()),
        Pattern::Templates(templates) => closures::templates(&templates.verdict),
        Pattern::Implications(chain) => closures::implications(chain),
        Pattern::Trial { trace, .. } => Because::Trial { trace: closures::trace(trace) },
    }
}

/// The candidates of a variable.
fn candidates(variable: Variable, grid: &Grid) -> Candidates {
    let open = grid.candidates();
    open.iter().filter(|&label| Variable::of(label).contains(&variable)).collect()
}

/// In a cell that may hold something, but is the only place for two digits: these, each in a house where it is so.
fn clash(variable: Variable, grid: &Grid) -> Vec<Variable> {
    let Variable::Cell(cell) = variable else { return Vec::new() };
    let labels = (0..9).map(|digit| Candidate { digit, cell });
    let alone = |label: Candidate| {
        let is_open = grid.candidates().contains(label);
        let [_, houses @ ..] = Variable::of(label);
        let only = |v: &Variable| {
            grid.plane(usize::from(label.digit)) & v.cells() == Cells::of(cell.into())
        };
        houses.into_iter().find(only).filter(|_| is_open)
    };
    labels.filter_map(alone).collect()
}

/// The numbers in a mask.
fn bits(mask: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |i| mask >> i & 1 != 0)
}

/// Squares of a house, and digits there.
fn in_house(house: usize, squares: u16, digits: u16) -> (Vec<Variable>, Vec<Variable>) {
    let cells = bits(squares).map(|square| Variable::Cell(SQUARES[house][square]));
    let digits = bits(digits).map(|digit| Variable::of_house(house, digit));
    (cells.collect(), digits.collect())
}

fn subset(hall: &HallSet) -> Hall {
    let (cells, digits) = in_house(hall.house, hall.squares, hall.digits);
    match hall.of_digits {
        true => Hall { variables: digits, transversals: cells },
        false => Hall { variables: cells, transversals: digits },
    }
}

/// The lines of a fish.
fn lines(fish: &Fish) -> Hall {
    let lines = |houses: &[usize]| {
        houses.iter().map(|&house| Variable::of_house(house, fish.digit)).collect()
    };
    Hall { variables: lines(&fish.base), transversals: lines(&fish.cover) }
}

fn fish(fish: &Fish) -> Because {
    let Hall { variables, transversals } = lines(fish);
    if fish.fins.is_empty() {
        return Because::Subset(Hall { variables, transversals });
    }
    let fins = fish.fins.map(|cell| Candidate::new(fish.digit, cell)).collect();
    Because::Finned { variables, transversals, fins }
}

/// Links are counted from 1, and 0 is the target.
fn origin(origin: Origin) -> usize {
    match origin {
        Origin::Target => 0,
        Origin::Link(link) => link + 1,
    }
}

fn links(links: &[pattern::Link]) -> Vec<Link> {
    let right = |right: &pattern::Right| match right {
        pattern::Right::Nothing => Right::Nothing,
        pattern::Right::Candidate(candidate) => Right::Candidate(*candidate),
        pattern::Right::Group(members) => Right::Group(members.clone()),
        pattern::Right::Subset(subset) => Right::Subset {
            transversals: subset.transversals.clone(),
            candidates: subset.candidates.clone(),
        },
    };
    let one = |link: &pattern::Link| Link {
        variables: link.variables.clone(),
        left: link.left,
        from: origin(link.from),
        right: right(&link.right),
        ignored: link.ignored.iter().map(|&(label, by)| (label, origin(by))).collect(),
    };
    links.iter().map(one).collect()
}

fn arcs(circle: &pattern::Circle) -> Vec<Arc> {
    let arc = |(k, link): (usize, &pattern::Link)| Arc {
        variable: link.variables[0],
        left: link.left,
        right: circle.links[(k + 1) % circle.links.len()].left,
        guardians: link.ignored.iter().map(|&(label, _)| label).collect(),
    };
    circle.links.iter().enumerate().map(arc).collect()
}

fn forcing(forcing: &pattern::Forcing, grid: &Grid) -> Because {
    let starts: Candidates = forcing.branches.iter().map(|branch| branch.start).collect();
    let shared = starts.iter().next().into_iter().flat_map(Variable::of);
    let variable = shared.into_iter().find(|&v| candidates(v, grid) == starts);
    let branch =
        |branch: &pattern::Branch| Branch { start: branch.start, links: links(&branch.links) };
    match variable {
        Some(variable) => {
            Because::Forcing { variable, branches: forcing.branches.iter().map(branch).collect() }
        }
        None => Because::Untold,
    }
}

fn rectangle(rectangle: &pattern::Rectangle) -> Rectangle {
    let cells = |cells: Cells| cells.map(|cell| Variable::Cell(cell as u8)).collect();
    let mut digits = rectangle.pair().map(|digit| Digit(digit as u8));
    let mut next = || digits.next().unwrap_or(Digit(0));
    let (mut confined, mut subset) = (Vec::new(), None);
    match &rectangle.because {
        pattern::Because::Nothing => {}
        pattern::Because::Confined(links) => {
            confined = links.iter().flat_map(|link| link.variables.clone()).collect();
        }
        pattern::Because::Subset { house, squares, digits } => {
            let (variables, transversals) = in_house(*house, *squares, *digits);
            subset = Some(Hall { variables, transversals });
        }
    }
    let digits = [next(), next()];
    let (floor, roof) = (cells(rectangle.floor), cells(rectangle.roof));
    Rectangle { digits, floor, roof, confined, subset }
}

//! States whose givens have several solutions, and from which candidates of all solutions but one were
//! removed: techniques that assume one solution prove nothing there.

use crate::common::{Dice, random_10k, thorough};
use rayon::prelude::*;
use sudoscope::brute::{each_solution, unique_solution};
use sudoscope::budget::Budget;
use sudoscope::evidence::{Round, Step};
use sudoscope::grid::{Candidate, Candidates, Cell, Cells, Digit, Given, Grid, Puzzle, parse_puzzle};
use sudoscope::input::read_puzzle;
use sudoscope::path::ResolutionPath;
use sudoscope::proof::climb_checked;
use sudoscope::scale::{DEFAULT_BUDGET, Effort, Order, Outcome, SCALES, Scale, Solver};
use sudoscope::testing::OneSolution;
use sudoscope::testing::hodoku::{Board, Explainer, HODOKU, Technique};
use sudoscope::verify::Checker;

/// States in which HoDoKu's rectangles and graves remove true candidates.
const FOUND: [&str; 3] = [
    ":0000:x:3178...2.6..9.4..3............15......5...8...8.2.3.5...9...6...4....27...6...3.1:\
     225 276 747 941 948::",
    ":0000:x:...5.2...59.8..76...1.9...54.293.8..1....657...6...9..2..3.9..1...1..2..9...24..8:566::",
    ":0000:x:....2..1.5..97...2......5..91.3.7......5.........6.8.3..87.2...32.8..6.7......9..:\
     317 761 762::",
];

/// Returns the scales with techniques that assume one solution.
fn scales() -> Vec<Scale> {
    let named = SCALES.iter().map(|named| Scale::named(named.name).unwrap());
    let others = ["brt,unique+bug-plus:2-9", "brt,lc,unique-loop:6-14+bug-lite:6+reverse-bug:4-8+gsp"];
    let others = others.iter().map(|definition| Scale::define("x", definition).unwrap());
    named.chain(others).filter(|scale| scale.items.iter().any(|item| item.rule.assumes_unique())).collect()
}

/// Returns a puzzle with fewer clues, so that it has 2 to 30 solutions, without one candidate of each but the
/// first; and that solution.
fn state(line: &str, dice: &mut Dice) -> Option<(Puzzle, Grid)> {
    let mut clues = parse_puzzle(line.as_bytes()).unwrap();
    let solution = unique_solution(&Grid::from_clues(&clues))?;
    for _ in 0..1 + dice.below(5) {
        let gone = Cell::new(dice.below(81));
        clues.iter_mut().for_each(|plane| plane.remove(gone));
    }
    let grid = Grid::from_clues(&clues);
    let (mut others, mut removed) = (Vec::new(), Candidates::EMPTY);
    each_solution(
        &grid,
        &mut Budget(10_000),
        &|grid, cell| Digit::lowest(grid.digits_of(cell)),
        &mut |one| {
            others.push(*one);
            others.len() < 31
        },
    )
    .ok()?;
    if !(2..31).contains(&others.len()) {
        return None;
    }
    for other in others.iter().filter(|other| other.planes != solution.planes) {
        let planes = Candidates(other.planes).without(&Candidates(solution.planes));
        let own: Vec<Candidate> = planes.iter().collect();
        if !own.iter().any(|&one| removed.contains(one)) {
            removed.insert(own[dice.below(own.len())]);
        }
    }
    Some((Puzzle::of_values(&clues, Cells::EMPTY, &removed), solution))
}

/// Returns all states of the tests.
fn states(count: usize) -> Vec<(Puzzle, Grid)> {
    let mut dice = Dice(0x5eed_0f77);
    let found = FOUND.iter().map(|line| read_puzzle(line.as_bytes()).unwrap().puzzle);
    let found = found.map(|puzzle| (puzzle, unique_solution(&puzzle.grid()).unwrap()));
    let made = random_10k().into_iter().filter_map(|line| state(&line, &mut dice)).take(count);
    found.collect::<Vec<_>>().into_iter().chain(made.collect::<Vec<_>>()).collect()
}

/// Every scale ends in a state that keeps the solution, the checker accepts each of its steps, and the answer
/// says what is left out.
#[test]
fn what_was_removed_is_no_given() {
    let (scales, count) = (scales(), if thorough() { 2_500 } else { 120 });
    assert!(scales.len() >= 6, "{}", scales.len());
    states(count).par_iter().for_each_init(Solver::new, |solver, (puzzle, solution)| {
        for scale in &scales {
            let checked = climb_checked(solver, puzzle, scale, DEFAULT_BUDGET, &mut Order::Together);
            let (climb, _) = checked.unwrap_or_else(|wrong| panic!("{puzzle} by {}: {wrong}", scale.name));
            let keeps = Digit::all().all(|digit| solution.plane(digit).is_subset(solver.grid().plane(digit)));
            assert!(keeps && climb.outcome != Outcome::NoSolution, "{puzzle} by {}", scale.name);
            let (status, climbs) = solver.rate(puzzle, std::slice::from_ref(scale), Effort::default());
            assert_eq!(climbs[0].outcome, climb.outcome, "{puzzle} by {}: {status:?}", scale.name);
            let next = ResolutionPath::next(puzzle, scale, DEFAULT_BUDGET);
            assert!(next.summary().contains("Uniqueness techniques are left out"), "{}", next.summary());
        }
    });
    let path = ResolutionPath::next(&states(0)[0].0, &Scale::named("HoDoKu").unwrap(), DEFAULT_BUDGET);
    assert!(path.summary().ends_with("left out: the givens have 13 solutions."), "{}", path.summary());
}

/// The checker refuses steps of uniqueness that HoDoKu finds in such states; it accepts none that is wrong.
#[test]
fn the_checker_refuses_steps_by_itself() {
    let of_unique: Vec<_> = HODOKU
        .iter()
        .filter(|(technique, _)| (Technique::Uniqueness1..=Technique::Avoidable2).contains(technique))
        .collect();
    let (mut refused, mut wrong) = (0, 0);
    for (puzzle, solution) in states(if thorough() { 2_500 } else { 300 }) {
        let (mut board, mut explainer) = (Board::new(&puzzle), Explainer::default());
        let clues = puzzle.clues().iter().fold(Cells::EMPTY, |all, &plane| all | plane);
        let one = OneSolution::supposed(&Given::from(&puzzle.clues()));
        for _ in 0..20 {
            let grid = board.grid();
            let Some(state) = Puzzle::state(&Candidates(grid.planes), grid.placed(), clues) else { break };
            for (technique, row) in &of_unique {
                let mut budget = Budget(u64::MAX);
                let found = Explainer::default().ask(&mut board.clone(), *technique, Some(&one), &mut budget);
                let Some(step) = found.unwrap() else { continue };
                let gone: Candidates =
                    step.eliminations.iter().copied().filter(|&one| grid.allows(one)).collect();
                let is_wrong = gone.iter().any(|one| solution.allows(one));
                wrong += usize::from(is_wrong);
                let steps = vec![Step::new(&gone, &Candidates::EMPTY, step.because(&board))];
                let rule = row.info.name.to_string();
                let round = Round { rule, size: None, rating: 0.into(), lemmas: Vec::new(), steps };
                let mut checker = Checker::new(&state.to_string()).unwrap();
                let is_refused = checker.round(&round, |_, _, _| Some(0.into())).is_err();
                assert!(is_refused || !is_wrong, "{state}: {round:?}");
                refused += usize::from(is_refused);
            }
            match explainer.next(&mut board, None, &mut Budget(u64::MAX)).unwrap() {
                Some((_, step)) if !board.open().is_empty() => board.apply(&step),
                _ => break,
            }
        }
    }
    eprintln!("{refused} refused, {wrong} of them wrong");
    assert!(refused >= 50 && wrong >= 5, "{refused} {wrong}");
}

//! Climbs on boards by some items of a scale, which share states: against climbs made alone, and against the
//! plain board.

use crate::boards::scale;
use crate::common::{Dice, random_10k, sample, some_sets};
use crate::ser::without_a_rectangle;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use sudoscope::board_climb::BoardClimber;
use sudoscope::boards::Board;
use sudoscope::budget::Budget;
use sudoscope::evidence::Outcome;
use sudoscope::generate::{BoardPuzzles, Random};
use sudoscope::grid::{Cells, parse_puzzle};
use sudoscope::scale::{Effort, ItemSet, ItemSetClimb, Solver};

/// Boards with further houses, with links, with other regions, of other sizes.
const BOARDS: [&str; 8] = [
    "x",
    "windoku",
    "antiknight",
    "nc",
    "6x6",
    "latin7",
    "8x8+d1",
    "jigsaw:AAAAAAAABACCCCCBBBDECEECBBBDEEECCBFFDDDEEEBFFDGGGGGGGFDHGGHHFFFDHHHHIIIFDHHIIIIII",
];

/// Ladders with rules that keep results between states and between sizes; SER.
const LADDERS: [&str; 8] = [
    "brt,lc,naked:2-4+hidden:2-4+fish:2-4+whip:2-5+braid:3-5",
    "brt,whip:1-12+braid:3-12",
    "brt,lc,bivalue-chain:2-5+z-chain:2-5+t-whip:2-5+typed-whip:2-3+nrczt:2-3",
    "brt,lc,xy:3-5,oddagon:5,forcing-whip:3-4,trial",
    "hidden-single,naked-single,lc,whip:2-4",
    "H",
    "SER",
    "SE",
];

/// Returns random minimal puzzles of each board.
fn puzzles() -> Vec<(Arc<Board>, [Cells; 9])> {
    let boards = BOARDS.iter().map(|text| Arc::new(text.parse::<Board>().unwrap()));
    let numbered = boards.flat_map(|board| (0..sample(2, 2, 20)).map(move |number| (board.clone(), number)));
    let made = numbered.filter_map(|(board, number)| {
        let puzzle = board.puzzle(&mut Random::of(11, number), 0)?;
        Some((board, puzzle))
    });
    made.collect()
}

/// Climbs that share states end as they do alone, both with enough work and with too little, when many break
/// off in the middle of a search.
#[test]
fn climbs_that_share_states_on_boards() {
    let puzzles = puzzles();
    assert!(puzzles.len() > BOARDS.len());
    for ladder in LADDERS {
        let scale = scale(ladder);
        let compare = |climber: &mut BoardClimber,
                       (k, (board, clues)): (usize, &(Arc<Board>, [Cells; 9]))| {
            let mut dice = Dice(7 + k as u64 * 1_000_003);
            let start = board.start(clues);
            let (_, solution) = board.solutions(&start, 2, &mut Budget(u64::MAX)).unwrap();
            let solution = solution.filter(|_| dice.below(2) == 0);
            let mut sets = some_sets(scale.beyond_singles(), &mut dice);
            let whole = climber.climb(&scale, board, &start, solution.as_ref(), 50_000).0;
            let used = ItemSet::used(&scale, &whole.tallies);
            sets.extend(used.iter().map(|item| used.without(item)));
            let mut ends = BTreeMap::<u8, usize>::new();
            for most in [50_000, [1, 20, 300, 3000][dice.below(4)]] {
                let mut budget = || if dice.below(4) == 0 { most / 3 } else { most };
                let ask = |items: &ItemSet| ItemSetClimb { items: items.clone(), budget: budget() };
                let asks: Vec<ItemSetClimb> = sets.iter().map(ask).collect();
                let together = climber.climb_item_sets(&scale, board, &start, solution.as_ref(), &asks);
                assert_eq!(together.len(), asks.len());
                for (ask, outcome) in asks.iter().zip(together) {
                    let some = ask.items.scale(&scale);
                    let alone = climber.climb(&some, board, &start, solution.as_ref(), ask.budget).0;
                    assert_eq!(outcome, alone.outcome, "{board} {} {ladder} {ask:?}", board.write(clues));
                    let end = match outcome {
                        Outcome::Solved(_) => 0,
                        Outcome::Unsolved => 1,
                        _ => 2,
                    };
                    *ends.entry(end).or_default() += 1;
                }
            }
            ends
        };
        let each = puzzles.par_iter().enumerate().map_init(BoardClimber::default, compare);
        let ends = each.reduce(BTreeMap::new, |mut all, one| {
            one.into_iter().for_each(|(end, count)| *all.entry(end).or_default() += count);
            all
        });
        println!("{ladder}: solved, unsolved, out of budget {ends:?}");
        assert!(ends.len() == 3, "{ladder}: {ends:?}");
    }
}

/// By SER some items end on the plain board as on a board of its houses, puzzle by puzzle: where the next
/// step is left out.
#[test]
fn items_of_ser_on_boards_end_as_on_the_plain_board() {
    let board: Arc<Board> = Arc::new("plain".parse().unwrap());
    let read = |line: String| parse_puzzle(line.as_bytes()).unwrap();
    let mut puzzles: Vec<[Cells; 9]> =
        random_10k().into_iter().step_by(sample(250, 500, 20)).map(read).collect();
    // A puzzle with several solutions is beyond all techniques.
    let mut solver = Solver::new();
    let several = puzzles.iter().find_map(|puzzle| {
        solver.start(puzzle, Effort::default()).unwrap();
        without_a_rectangle(solver.solution()?)
    });
    puzzles.push(several.unwrap());
    let effort = Effort { validate: false, ..Effort::default() };
    for name in ["SER", "SE"] {
        let scale = scale(name);
        let compare = |(solver, climber): &mut (Solver, BoardClimber), (k, puzzle): (usize, &[Cells; 9])| {
            let mut dice = Dice(3 + k as u64 * 1_000_003);
            solver.start(puzzle, effort).unwrap();
            let all = ItemSet::of(scale.beyond_singles());
            let used = ItemSet::used(&scale, &solver.climb(&scale, u64::MAX).tallies);
            let random =
                |items: &ItemSet, dice: &mut Dice| items.iter().filter(|_| dice.below(8) > 0).collect();
            let mut sets = some_sets(scale.beyond_singles(), &mut dice);
            sets.extend((0..6).map(|_| random(&all, &mut dice)));
            sets.extend((0..3).map(|_| used.union(&random(&all, &mut dice))));
            sets.extend(used.iter().flat_map(|item| [used.without(item), all.without(item)]));
            sets.push(used);
            let ask = |items: ItemSet| ItemSetClimb { items, budget: u64::MAX };
            let asks: Vec<ItemSetClimb> = sets.into_iter().map(ask).collect();
            let start = board.start(puzzle);
            let solution = solver.solution().copied();
            let ours = climber.climb_item_sets(&scale, &board, &start, solution.as_ref(), &asks);
            let plain = solver.climb_item_sets(&scale, &asks);
            for ((ask, ours), plain) in asks.iter().zip(&ours).zip(&plain) {
                assert_eq!(ours, plain, "{} {name} {ask:?}", board.write(puzzle));
            }
            let is_solved = |outcome: &&Outcome| matches!(outcome, Outcome::Solved(_));
            [plain.iter().filter(is_solved).count(), plain.len()]
        };
        let each = puzzles.par_iter().enumerate().map_init(Default::default, compare);
        let [solved, all] = each.reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        println!("{name}: {solved} of {all} are solved");
        assert!(solved > puzzles.len() && all > 2 * solved, "{solved} {all}");
    }
}

//! Climbs on boards by some items of a scale, which share states: against climbs made alone.

use crate::boards::scale;
use crate::common::{Dice, sample, some_sets};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use sudoscope::board_climb::BoardClimber;
use sudoscope::boards::Board;
use sudoscope::budget::Budget;
use sudoscope::evidence::Outcome;
use sudoscope::generate::{BoardPuzzles, Random};
use sudoscope::grid::Cells;
use sudoscope::scale::{ItemSet, ItemSetClimb};

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

/// Ladders with rules that keep results between states and between sizes.
const LADDERS: [&str; 6] = [
    "brt,lc,naked:2-4+hidden:2-4+fish:2-4+whip:2-5+braid:3-5",
    "brt,whip:1-12+braid:3-12",
    "brt,lc,bivalue-chain:2-5+z-chain:2-5+t-whip:2-5+typed-whip:2-3+nrczt:2-3",
    "brt,lc,xy:3-5,oddagon:5,forcing-whip:3-4,trial",
    "hidden-single,naked-single,lc,whip:2-4",
    "H",
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

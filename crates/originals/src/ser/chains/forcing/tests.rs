//! The bound on the starts of cycles, against all cycles of some puzzles; the closure, against its layers.

use super::*;
use crate::budget::Budget;
use crate::grid::parse_puzzle;

/// The start of every cycle that removes something is excluded by a refuted candidate after one step more
/// than the cycle has, and so after all steps.
fn compare<const W: usize>(forcing: &mut Forcing, board: &Board, removing: &mut usize) {
    let mut layers = DistanceLayers::<W>::default();
    layers.begin(&forcing.links);
    let mut refuted = [0; W];
    let mut excluded: Vec<Vec<bool>> = Vec::new();
    while layers.advance(&forcing.links) {
        unite(&mut refuted, &layers.shown(&forcing.links).refuted);
        let ids = Id::all(forcing.links.count());
        excluded.push(ids.map(|id| layers.is_excluded_by(id, &refuted)).collect());
    }
    for id in Id::all(forcing.links.count()) {
        forcing.growth.if_true(&mut forcing.links, id);
        for &(before, last) in forcing.growth.closings() {
            let gone = forcing.gone_by_cycle(board, id, before, last);
            if gone.iter().any(|cells| !cells.is_empty()) {
                // Layer k has depth 2·(k + 1).
                let next = usize::from(forcing.growth.depth(before)) / 2;
                assert!(excluded[next.min(excluded.len() - 1)][id.index()]);
                *removing += 1;
            }
        }
    }
}

#[test]
fn what_cycles_remove_refutes_itself() {
    let (mut forcing, mut removing) = (Forcing::default(), 0);
    let lines = include_str!("../../../../../../datasets/random-10k.txt").lines();
    for line in lines.take(40) {
        let mut board = Board::new(&parse_puzzle(line.as_bytes()).unwrap().into());
        for _ in 0..4 {
            for pass in Digit::all().map(LinkPass::X).chain([LinkPass::XY]) {
                forcing.links.build(&board, pass);
                match forcing.links.count() {
                    0..=256 => compare::<4>(&mut forcing, &board, &mut removing),
                    _ => compare::<12>(&mut forcing, &board, &mut removing),
                }
            }
            let Some(hint) = forcing.first(&board, &mut Budget(u64::MAX)).unwrap() else { break };
            hint.apply(&mut board);
        }
    }
    assert!(removing > 500, "{removing}");
}

/// The closure of a state shows the same as its layers of distances.
#[test]
fn the_closure_equals_its_layers() {
    let (mut forcing, mut closure, mut budget) = (Forcing::default(), Closure::default(), Budget(u64::MAX));
    let (mut begun, mut silent) = (0, 0);
    let lines = include_str!("../../../../../../datasets/random-10k.txt").lines();
    for line in lines.skip(40).take(60) {
        let mut board = Board::new(&parse_puzzle(line.as_bytes()).unwrap().into());
        loop {
            forcing.links.build(&board, LinkPass::XY);
            let mut layers = DistanceLayers::<12>::default();
            let expected = forcing.begins(&mut layers, &mut budget).unwrap();
            let has_chains = closure.of(&board, &mut budget).unwrap().has_chains();
            assert_eq!(has_chains, expected.iter().any(|begins| begins[1] || begins[2]));
            assert!(forcing.begins_by_closure(&board, &mut closure) == expected);
            begun += expected.iter().filter(|begins| **begins != [false; 3]).count();
            silent += usize::from(!has_chains);
            let Some(hint) = forcing.first(&board, &mut budget).unwrap() else { break };
            hint.apply(&mut board);
        }
    }
    assert!(begun > 1000 && silent > 20, "{begun} {silent}");
}

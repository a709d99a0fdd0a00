//! Trial and error with singles on a board: the singles that refute a candidate, as few as come easily.

use crate::board_proof::{BoardEvidence, BoardMove, BoardVariable};
use crate::boards::Board;
use crate::grid::{Candidate, Candidates, Grid};
use std::collections::BTreeSet;

/// Single of a trial: its variable, its value; the first is the candidate that is tried.
struct Played {
    variable: usize,
    value: Candidate,
}

/// Returns the singles that follow from a candidate up to a variable with nothing left, without those that it
/// does not need; `None` if singles do not refute the candidate.
pub fn refute(
    board: &Board, names: &[BoardVariable], grid: &Grid, target: Candidate,
) -> Option<BoardEvidence> {
    let open = grid.candidates();
    let (mut state, mut played) = (*grid, vec![Played { variable: usize::MAX, value: target }]);
    board.place(&mut state, target);
    let emptied = loop {
        let left = Candidates(state.planes);
        let variables = || board.variables().iter().enumerate();
        if let Some((at, _)) = variables().find(|(_, variable)| variable.common(&left).is_empty()) {
            break at;
        }
        let single = |(at, variable): (usize, &Candidates)| {
            let left = variable.common(&left);
            let value = left.iter().next().filter(|_| left.len() == 1)?;
            (!state.placed.contains(value.cell)).then_some(Played { variable: at, value })
        };
        let next = variables().find_map(single)?;
        board.place(&mut state, next.value);
        played.push(next);
    };
    // Each candidate that a needed variable has lost needs the first single that excludes it.
    let mut needed = BTreeSet::new();
    let mut asked = vec![(emptied, played.len())];
    while let Some((variable, before)) = asked.pop() {
        for lost in board.variables()[variable].common(&open).iter() {
            let excludes = |at: &usize| board.linked(played[*at].value).contains(lost);
            if let Some(at) = (0..before).find(excludes)
                && at > 0
                && needed.insert(at)
            {
                asked.push((played[at].variable, at));
            }
        }
    }
    let single = |&at: &usize| BoardMove { variable: names[played[at].variable], value: played[at].value };
    Some(BoardEvidence::Trial { moves: needed.iter().map(single).collect(), variable: names[emptied] })
}

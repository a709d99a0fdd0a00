//! 3D Medusa by the six rules of SudokuWiki's page, and nishio.

use super::{Proved, linked, open, variables};
use std::collections::BTreeSet;
use sudoscope_engine::grid::{Candidate, Candidates, Cell, Cells, Grid, PLAIN};

pub fn proved(rule: &str, grid: &Grid) -> Option<Proved> {
    match rule {
        "3d-medusa" => Some(Proved::false_ones(medusa(grid))),
        "nishio" => {
            Some(Proved::false_ones(open(grid).into_iter().filter(|&one| is_refuted(grid, one)).collect()))
        }
        _ => None,
    }
}

fn medusa(grid: &Grid) -> Candidates {
    let all = open(grid);
    let pairs: Vec<Vec<Candidate>> = variables(&all, &[0, 1, 2, 3])
        .into_iter()
        .map(|(_, held)| held)
        .filter(|held| held.len() == 2)
        .collect();
    let mut gone = BTreeSet::new();
    for &start in &all {
        let mut net = BTreeSet::from([(start, true)]);
        loop {
            let other = |pair: &Vec<Candidate>, one| {
                pair.iter().copied().find(|&c| c != one).filter(|_| pair.contains(&one))
            };
            let beside = |&(one, colour): &(Candidate, bool)| {
                pairs
                    .iter()
                    .filter_map(move |pair| other(pair, one))
                    .map(move |c| (c, !colour))
                    .collect::<Vec<_>>()
            };
            let more: Vec<(Candidate, bool)> = net.iter().flat_map(beside).collect();
            let before = net.len();
            net.extend(more);
            if net.len() == before {
                break;
            }
        }
        if net.len() < 3 || net.iter().any(|&(one, colour)| net.contains(&(one, !colour))) {
            continue;
        }
        for colour in [true, false] {
            let [own, others] = [colour, !colour]
                .map(|side| net.iter().filter(move |of| of.1 == side).map(|of| of.0).collect::<Vec<_>>());
            let in_cell = |a: Candidate, b: Candidate| a.cell == b.cell && a.digit != b.digit;
            let in_house = |a: Candidate, b: Candidate| a.digit == b.digit && a.cell.peers().contains(b.cell);
            // Rule 1: twice in a cell. Rule 2: twice in a house. Rule 6: a cell loses all candidates.
            let twice = own.iter().any(|&a| own.iter().any(|&b| in_cell(a, b) || in_house(a, b)));
            let is_empty = |cell: Cell| {
                let held = || all.iter().filter(move |one| one.cell == cell);
                held().next().is_some()
                    && held().all(|&z| own.iter().any(|&a| in_house(a, z) || in_cell(a, z)))
            };
            if twice || Cell::all().any(is_empty) {
                gone.extend(own.iter().copied());
            }
            for &z in all.iter().filter(|z| !net.contains(&(**z, true)) && !net.contains(&(**z, false))) {
                // Rule 3: both colours in the cell. Rule 4: both in houses. Rule 5: one in the cell, one in a
                // house.
                let sees = |side: &[Candidate]| side.iter().any(|&one| linked(one, z));
                if sees(&own) && sees(&others) {
                    gone.insert(z);
                }
            }
        }
    }
    gone.into_iter().collect()
}

/// Whether placing the digit in the cell, and then in every house where only one place is left for it, leaves
/// some house with no place for it.
fn is_refuted(grid: &Grid, one: Candidate) -> bool {
    let mut places = grid.plane(one.digit);
    let mut next = Some(one.cell);
    while let Some(cell) = next {
        places -= cell.peers();
        let left = |house: &&Cells| (places & **house).len();
        if PLAIN.houses.iter().any(|house| left(&house) == 0) {
            return true;
        }
        let single =
            |house: &&Cells| left(house) == 1 && (places & **house).any(|c| places.intersects(c.peers()));
        next = PLAIN.houses.iter().find(single).and_then(|house| (places & *house).first());
    }
    false
}

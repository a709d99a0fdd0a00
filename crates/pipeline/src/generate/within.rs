//! Random puzzles whose clues stand in given cells only.

use super::{Random, reduce::reduce, top_down::full_grid};
use sudoscope_engine::brute;
use sudoscope_engine::grid::{Cell, Cells, Digit, Grid};

/// Full grids that are tried first, changes of a clue that are tried next, and most solutions that are
/// counted.
const GRIDS: usize = 16;
const CHANGES: usize = 4_000;
const MOST: usize = 2_000;

/// Makes a random puzzle with clues in `cells` only; `None` if none is met soon. It is minimal, or `fills`
/// all these cells.
pub(crate) fn within(random: &mut Random, cells: Cells, fills: bool) -> Option<[Cells; 9]> {
    let clues = decided(random, cells)?;
    let solution = brute::unique_solution(&Grid::from_clues(&clues))?;
    let each = std::array::from_fn(|cell| Cells::of(Cell::new(cell)));
    Some(if fills { clues } else { reduce(random, &solution.planes, cells, 0, &each) })
}

/// Fills the cells with clues that leave one solution: takes those of a full grid, and changes one after the
/// other if the number of solutions does not rise.
fn decided(random: &mut Random, cells: Cells) -> Option<[Cells; 9]> {
    let count = |clues: &[Cells; 9], limit| brute::solutions(&Grid::from_clues(clues), limit).0;
    let of_grid = |random: &mut Random| full_grid(random).planes.map(|plane| plane & cells);
    let mut best = (usize::MAX, [Cells::EMPTY; 9]);
    for _ in 0..GRIDS {
        let clues = of_grid(random);
        let solutions = count(&clues, MOST.min(best.0));
        if solutions < best.0 {
            best = (solutions, clues);
        }
        if best.0 == 1 {
            return Some(best.1);
        }
    }
    let all: Vec<Cell> = cells.collect();
    for _ in 0..CHANGES {
        let cell = all[random.below(all.len() as u64) as usize];
        let clues = changed(random, &best.1, cell);
        let solutions = count(&clues, best.0.saturating_add(1));
        if (1..=best.0).contains(&solutions) {
            best = (solutions, clues);
        }
        if best.0 == 1 {
            return Some(best.1);
        }
    }
    None
}

/// Gives a cell another random digit that no clue beside it has, if there is one.
fn changed(random: &mut Random, clues: &[Cells; 9], cell: Cell) -> [Cells; 9] {
    let seen = cell.peers() | Cells::of(cell);
    let digits: Vec<Digit> = Digit::all().filter(|&digit| !clues[digit].intersects(seen)).collect();
    let mut changed = *clues;
    if !digits.is_empty() {
        changed.iter_mut().for_each(|plane| *plane -= Cells::of(cell));
        changed[digits[random.below(digits.len() as u64) as usize]].insert(cell);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoscope_engine::check::{CHECK_BUDGET, check};
    use sudoscope_engine::scale::Status;

    /// Puzzles have one solution, and clues in these cells only; they are minimal, or fill the cells. The
    /// last cells are few: hardly any full grid is decided by its digits there.
    #[test]
    fn clues_stand_in_the_cells() {
        let few = Cells::from_iter((0..81).filter(|cell| [1, 4, 7].contains(&(cell % 10))).map(Cell::new));
        let half = Cells::from_iter((0..81).step_by(2).map(Cell::new));
        for (cells, fills, least) in
            [(Cells::ALL, false, 20), (half, false, 20), (half, true, 20), (few, true, 5)]
        {
            let made = (0..20).filter_map(|index| within(&mut Random::of(1, index), cells, fills));
            let made: Vec<[Cells; 9]> = made.collect();
            assert!(made.len() >= least, "{cells:?}: {}", made.len());
            for clues in made {
                let all = clues.iter().fold(Cells::EMPTY, |all, plane| all | *plane);
                assert!(if fills { all == cells } else { (all - cells).is_empty() });
                let found = check(&clues.into(), 2, CHECK_BUDGET);
                assert!(found.status == Status::Ok && (fills || found.redundant == Some(Cells::EMPTY)));
            }
        }
    }
}

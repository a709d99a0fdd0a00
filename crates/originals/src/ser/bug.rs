//! Bivalue universal graves, except for extra candidates in some cells.

use super::board::{Board, combinations, ones};
use super::hint::{Bug, Flow, Hint, HouseSet, Why, of_tenths};
use super::houses::Houses;
use crate::evidence::Technique;
use crate::grid::mask::Mask;
use crate::grid::{Cell, Cells, Digit};
use crate::one_solution::OneSolution;

/// A state in which every cell has two candidates and every digit two places in each house, except for the
/// extra candidates of some cells.
struct BugPattern {
    /// Cells with extra candidates, and these candidates.
    extras: Vec<(Cell, u16)>,
    digits: u16,
    /// Cells seen by all cells with extras, in the order of the neighbours of the first.
    common: Vec<Cell>,
}

/// Finds the hint that prevents a grave, in the order of the types; the first hint need not be the easiest.
pub fn bug<G: Houses>(_: &OneSolution, board: &Board<G>) -> Flow<G::House> {
    let Some(grave) = grave(board) else { return Flow::Continue(()) };
    let why = |subset, locked| Why::Bug(Bug { extras: grave.extras.clone(), subset, locked });
    if let [(cell, _)] = grave.extras[..] {
        let gone = board.candidates(cell) & !grave.digits;
        if gone != 0 {
            let hint = Hint::remove(Technique::Bug1, vec![(cell, gone)], why(None, None));
            return Flow::Break(hint);
        }
        return Flow::Continue(());
    }
    if grave.digits.is_power_of_two() {
        let digits = grave.digits;
        let has = |&&cell: &&Cell| board.candidates(cell) & digits != 0;
        let gone: Vec<_> = grave.common.iter().filter(has).map(|&cell| (cell, digits)).collect();
        if !gone.is_empty() {
            return Flow::Break(Hint::remove(Technique::Bug2, gone, why(None, None)));
        }
        return fourth(board, &grave);
    }
    if grave.common.is_empty() {
        return Flow::Continue(());
    }
    fourth(board, &grave)?;
    third(board, &grave)
}

/// Finds the extra candidates, if the state is a grave without them.
fn grave<G: Houses>(board: &Board<G>) -> Option<BugPattern> {
    if !may_be_grave(board) {
        return None;
    }
    let mut left = board.clone();
    let (mut extras, mut digits): (Vec<(Cell, u16)>, u16) = (Vec::new(), 0);
    let mut common: Option<Vec<Cell>> = None;
    for house in board.houses.causes().flat_map(|cause| board.houses.by(cause)) {
        for (digit, &places) in Digit::all().zip(board.all_places(house)) {
            if places == 0 || places.count_ones() == 2 {
                continue;
            }
            let cells = ones(places).map(|at| board.houses.square(house, at));
            let mut with_more = cells.filter(|&cell| board.candidates(cell).count_ones() >= 3);
            let cell = with_more.next()?;
            if with_more.next().is_some() {
                continue;
            }
            match extras.iter_mut().find(|extra| extra.0 == cell) {
                Some(extra) => extra.1 |= digit.bit(),
                None => extras.push((cell, digit.bit())),
            }
            digits |= digit.bit();
            left.eliminate(cell, digit.bit());
            let seen = board.houses.neighbours(cell);
            let common = common.get_or_insert_with(|| seen.to_vec());
            common.retain(|other| seen.contains(other) && extras.iter().all(|e| e.0 != *other));
            if extras.len() > 1 && digits.count_ones() > 1 && common.is_empty() {
                return None;
            }
        }
    }
    let is_grave = left.open().all(|cell| left.candidates(cell).count_ones() == 2) && { board.houses.all() }
        .all(|house| left.all_places(house).iter().all(|places| [0, 2].contains(&places.count_ones())));
    is_grave.then_some(BugPattern { extras, digits, common: common? })
}

/// Whether the cells with three or more candidates may be a grave's cells with extras: there is one such
/// cell, or all of them see a common cell, or all have three candidates and share a digit.
fn may_be_grave<G: Houses>(board: &Board<G>) -> bool {
    let [one, two, three] = board.cells_with_few();
    let more = board.open() - one - two;
    let mut common = Cells::ALL;
    let sees_all = |cell: Cell| {
        common &= board.houses.peers(cell);
        !common.is_empty()
    };
    { more }.all(sees_all) || more == three && Digit::all().any(|digit| more.is_subset(board.plane(digit)))
}

/// Finds type 4: two cells with extras share one further digit, so one cell has it and the other an extra.
fn fourth<G: Houses>(board: &Board<G>, grave: &BugPattern) -> Flow<G::House> {
    let [(one, of_one), (two, of_two)] = grave.extras[..] else { return Flow::Continue(()) };
    let candidates = [one, two].map(|cell| board.candidates(cell));
    let locked = candidates[0] & candidates[1] & !grave.digits;
    if !locked.is_power_of_two() {
        return Flow::Continue(());
    }
    for cause in board.houses.causes() {
        let houses = [one, two].map(|cell| board.houses.house(cause, cell));
        if houses[0].is_some() && houses[0] == houses[1] {
            let gone = [(one, candidates[0] & !(of_one | locked)), (two, candidates[1] & !(of_two | locked))];
            let gone: Vec<_> = gone.into_iter().filter(|(_, digits)| *digits != 0).collect();
            if !gone.is_empty() {
                let locked = Some(Digit::lowest(locked));
                let why = Why::Bug(Bug { extras: grave.extras.clone(), subset: None, locked });
                return Flow::Break(Hint::remove(Technique::Bug4, gone, why));
            }
        }
    }
    Flow::Continue(())
}

/// Finds type 3: the extras of the cells of a house form a subset with other cells.
///
/// Hints are ordered by house, then by size: a triplet in a block comes before a pair in a row.
fn third<G: Houses>(board: &Board<G>, grave: &BugPattern) -> Flow<G::House> {
    let cells: Cells = grave.extras.iter().map(|&(cell, _)| cell).collect();
    for cause in board.houses.causes() {
        let Some(house) = board.houses.house(cause, grave.extras[0].0) else { continue };
        if !cells.is_subset(board.houses.cells_of(house)) {
            continue;
        }
        let here = grave.common.iter().copied();
        let here: Vec<Cell> = here.filter(|&cell| board.houses.cells_of(house).contains(cell)).collect();
        for size in 2..=6.min(here.len()) {
            for chosen in combinations(size - 1, here.len()) {
                let is_chosen = |k: &usize| chosen >> k & 1 != 0;
                let of = |k: usize| board.candidates(here[k]);
                let members = || (0..here.len()).filter(is_chosen);
                let digits = members().fold(0, |union, k| union | of(k));
                let is_subset = members().all(|k| of(k).count_ones() >= 2)
                    && digits.size() == size
                    && grave.digits.count_ones() >= 2
                    && grave.digits & !digits == 0;
                let others = (0..here.len()).filter(|k| !is_chosen(k) && of(*k) & digits != 0);
                let gone: Vec<_> = others.map(|k| (here[k], of(k) & digits)).collect();
                if !is_subset || gone.is_empty() {
                    continue;
                }
                let positions =
                    members().fold(0, |mask, k| mask | 1 << board.houses.position(here[k], house));
                let set = HouseSet { house, digits, positions };
                let why = Bug { extras: grave.extras.clone(), subset: Some(set), locked: None };
                let hint = Hint::remove(Technique::Bug3, gone, Why::Bug(why));
                let difficulty = hint.difficulty + of_tenths(size - 1);
                return Flow::Break(Hint { difficulty, ..hint });
            }
        }
    }
    Flow::Continue(())
}

//! Bivalue universal graves, but for some cells.

use super::board::{BLOCK_ROW_COLUMN, Board, NEIGHBOURS, combinations, house_of, ones, position_in};
use super::hint::{Bug, Flow, Hint, HouseSet, Why};
use crate::evidence::Technique;
use crate::grid::{Cells, HOUSES, PEERS, SQUARES};

/// A state in which every cell has two candidates and every digit two places in each house, but for what some
/// cells have more.
struct BugPattern {
    /// The cells with more, and what they have more.
    extras: Vec<(u8, u16)>,
    digits: u16,
    /// What all of them see, in the order of the neighbours of the first.
    common: Vec<u8>,
}

/// What keeps the state from being a grave, in the order of the types; the first is not the easiest.
pub fn bug(board: &Board) -> Flow {
    let Some(grave) = grave(board) else { return Flow::Continue(()) };
    let why = |subset, locked| Why::Bug(Bug { extras: grave.extras.clone(), subset, locked });
    if let [(cell, _)] = grave.extras[..] {
        let gone = board.candidates(cell as usize) & !grave.digits;
        if gone != 0 {
            let hint = Hint::remove(Technique::Bug1, vec![(cell, gone)], why(None, None));
            return Flow::Break(hint);
        }
        return Flow::Continue(());
    }
    if grave.digits.is_power_of_two() {
        let digits = grave.digits;
        let has = |cell: &&u8| board.candidates(**cell as usize) & digits != 0;
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

/// Looks for the cells with more.
fn grave(board: &Board) -> Option<BugPattern> {
    if !may_be_grave(board) {
        return None;
    }
    let mut left = board.clone();
    let (mut extras, mut digits): (Vec<(u8, u16)>, u16) = (Vec::new(), 0);
    let mut common: Option<Vec<u8>> = None;
    for house in BLOCK_ROW_COLUMN.into_iter().flat_map(|kind| kind..kind + 9) {
        for (digit, &places) in board.all_places(house).iter().enumerate() {
            if places == 0 || places.count_ones() == 2 {
                continue;
            }
            let cells = ones(places).map(|at| SQUARES[house][at] as usize);
            let mut with_more = cells.filter(|&cell| board.candidates(cell).count_ones() >= 3);
            let cell = with_more.next()?;
            if with_more.next().is_some() {
                continue;
            }
            match extras.iter_mut().find(|extra| extra.0 as usize == cell) {
                Some(extra) => extra.1 |= 1 << digit,
                None => extras.push((cell as u8, 1 << digit)),
            }
            digits |= 1 << digit;
            left.eliminate(cell, 1 << digit);
            let seen = NEIGHBOURS[cell];
            let common = common.get_or_insert_with(|| seen.to_vec());
            common.retain(|other| seen.contains(other) && extras.iter().all(|e| e.0 != *other));
            if extras.len() > 1 && digits.count_ones() > 1 && common.is_empty() {
                return None;
            }
        }
    }
    let is_grave = left.open().all(|cell| left.candidates(cell).count_ones() == 2)
        && (0..27)
            .all(|house| left.all_places(house).iter().all(|places| [0, 2].contains(&places.count_ones())));
    is_grave.then_some(BugPattern { extras, digits, common: common? })
}

/// Whether the cells with three candidates or more are such as those of a grave with more: one, or several
/// that see a cell in common, or have one digit more, of three.
fn may_be_grave(board: &Board) -> bool {
    let [one, two, three] = board.cells_with_few();
    let more = board.open() - one - two;
    let mut common = Cells::ALL;
    let sees_all = |cell| {
        common &= PEERS[cell];
        !common.is_empty()
    };
    { more }.all(sees_all) || more == three && (0..9).any(|digit| more.is_subset(board.plane(digit)))
}

/// Two cells with more have one more digit in common: one of them has it, and the other what it has more.
fn fourth(board: &Board, grave: &BugPattern) -> Flow {
    let [(one, of_one), (two, of_two)] = grave.extras[..] else { return Flow::Continue(()) };
    let candidates = [one, two].map(|cell| board.candidates(cell as usize));
    let locked = candidates[0] & candidates[1] & !grave.digits;
    if !locked.is_power_of_two() {
        return Flow::Continue(());
    }
    for kind in BLOCK_ROW_COLUMN {
        if house_of(one as usize, kind) == house_of(two as usize, kind) {
            let gone = [(one, candidates[0] & !(of_one | locked)), (two, candidates[1] & !(of_two | locked))];
            let gone: Vec<_> = gone.into_iter().filter(|(_, digits)| *digits != 0).collect();
            if !gone.is_empty() {
                let locked = Some(locked.trailing_zeros() as u8);
                let why = Why::Bug(Bug { extras: grave.extras.clone(), subset: None, locked });
                return Flow::Break(Hint::remove(Technique::Bug4, gone, why));
            }
        }
    }
    Flow::Continue(())
}

/// What the cells of a house have more makes a subset with others.
///
/// By house, then by size: a triplet in a block comes before a pair in a row.
fn third(board: &Board, grave: &BugPattern) -> Flow {
    let cells: Cells = grave.extras.iter().map(|&(cell, _)| cell as usize).collect();
    for kind in BLOCK_ROW_COLUMN {
        let house = house_of(grave.extras[0].0 as usize, kind);
        if !cells.is_subset(HOUSES[house]) {
            continue;
        }
        let here = grave.common.iter().map(|&cell| cell as usize);
        let here: Vec<usize> = here.filter(|&cell| HOUSES[house].contains(cell)).collect();
        for size in 2..=6.min(here.len()) {
            for chosen in combinations(size - 1, here.len()) {
                let is_chosen = |k: &usize| chosen >> k & 1 != 0;
                let of = |k: usize| board.candidates(here[k]);
                let members = || (0..here.len()).filter(is_chosen);
                let digits = members().fold(0, |union, k| union | of(k));
                let is_subset = members().all(|k| of(k).count_ones() >= 2)
                    && digits.count_ones() as usize == size
                    && grave.digits.count_ones() >= 2
                    && grave.digits & !digits == 0;
                let others = (0..here.len()).filter(|k| !is_chosen(k) && of(*k) & digits != 0);
                let gone: Vec<_> = others.map(|k| (here[k] as u8, of(k) & digits)).collect();
                if !is_subset || gone.is_empty() {
                    continue;
                }
                let positions = members().fold(0, |mask, k| mask | 1 << position_in(here[k], house));
                let set = HouseSet { house: house as u8, digits, positions };
                let why = Bug { extras: grave.extras.clone(), subset: Some(set), locked: None };
                let hint = Hint::remove(Technique::Bug3, gone, Why::Bug(why));
                let difficulty = hint.difficulty + (size - 1) as f64 * 0.1;
                return Flow::Break(Hint { difficulty, ..hint });
            }
        }
    }
    Flow::Continue(())
}

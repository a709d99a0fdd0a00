//! Cache of the candidates that whips of one and of two variables exclude, over the states of a climb. The
//! candidates are read off the board.
//!
//! If two cells are linked for each digit or for none, whips of one variable join places of one digit. If
//! they exclude nothing, whips of two variables are of the two kinds of the plain board
//! (`grid/plain/short_whips.rs`; the reasons hold for any houses): naked or hidden pairs, and whips whose
//! variables are both of one digit. So each digit is searched separately, and again only when it has lost a
//! place. Its targets are examined side by side, one bit for each:
//!
//! ```text
//!                       target  p q r s …
//!   alive[place]                1 1 0 1     the target does not see the place
//!   once, twice[house]          1 0 1 1     one alive place or more, two or more
//!   forced[place]               0 0 0 1     alone in a house that does not have the target
//! ```

use super::Board;
use crate::grid::{Candidates, Cell, Cells, Digit, Grid};
use std::sync::Arc;

/// Cached results for each digit of a board.
#[derive(Clone, Default)]
pub struct ShortWhips {
    board: Option<Arc<Board>>,
    digits: [DigitPlaces; 9],
}

/// Cached results for a digit with the places `open`.
#[derive(Clone, Default)]
struct DigitPlaces {
    open: Cells,
    /// Places excluded by whips of one variable.
    by_one: Cells,
    /// Results for whips of two variables, once asked for.
    by_two: Option<ByTwo>,
}

#[derive(Clone)]
struct ByTwo {
    /// Places excluded by whips of this digit alone, if there are no whips of one variable.
    excluded: Cells,
    /// Places of each house that has two, without repetition.
    pairs: Vec<Cells>,
}

impl ShortWhips {
    /// Returns the targets of whips of one variable, or `None` if links depend on digits.
    pub fn by_one(&mut self, board: &Arc<Board>, grid: &Grid) -> Option<Candidates> {
        if !board.links_are_alike {
            return None;
        }
        if !self.board.as_ref().is_some_and(|known| Arc::ptr_eq(known, board)) {
            *self = ShortWhips { board: Some(board.clone()), ..ShortWhips::default() };
        }
        let mut excluded = Candidates::EMPTY;
        for digit in Digit::all().take(board.size) {
            let (known, open) = (&mut self.digits[digit], grid.open_plane(digit));
            if known.open != open {
                known.see(board, open);
            }
            excluded.0[digit] = known.by_one;
        }
        Some(excluded)
    }

    /// Returns the targets of whips of two variables. Singles must be exhausted. Returns `None` if whips of
    /// one variable exclude something, or if links depend on digits.
    pub fn by_two(&mut self, board: &Arc<Board>, grid: &Grid) -> Option<Candidates> {
        if !self.by_one(board, grid)?.is_empty() {
            return None;
        }
        let mut excluded = naked_pairs(board, grid);
        let digits = || Digit::all().take(board.size);
        let all = self.digits.each_mut().map(|known| known.by_two(board));
        for digit in digits() {
            excluded.0[digit] |= all[digit].excluded;
            for other in digits().take_while(|&other| other != digit) {
                let [pairs, others] = [digit, other].map(|digit| &all[digit].pairs);
                for &cells in pairs.iter().filter(|cells| others.contains(cells)) {
                    for third in digits().filter(|&third| third != digit && third != other) {
                        excluded.0[third] |= grid.open_plane(third) & cells;
                    }
                }
            }
        }
        Some(excluded)
    }
}

/// Returns the targets of naked pairs: two linked cells that have only the same two digits.
fn naked_pairs(board: &Board, grid: &Grid) -> Candidates {
    let (mut once, mut twice, mut more) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    let open = grid.candidates();
    for plane in open.0 {
        more |= twice & plane;
        twice |= once & plane;
        once |= plane;
    }
    let mut excluded = Candidates::EMPTY;
    for first in Digit::all() {
        for second in Digit::all().skip(first.index() + 1) {
            let mut cells = open.0[first] & open.0[second] & (twice - more);
            while let Some(cell) = cells.next() {
                for other in cells & board.seen(cell) {
                    let both = board.seen(cell) & board.seen(other);
                    excluded.0[first] |= open.0[first] & both;
                    excluded.0[second] |= open.0[second] & both;
                }
            }
        }
    }
    excluded
}

impl DigitPlaces {
    /// Looks at other places.
    fn see(&mut self, board: &Board, open: Cells) {
        *self = DigitPlaces { open, by_one: board.excluded_by_one(open), by_two: None };
    }

    fn by_two(&mut self, board: &Board) -> &ByTwo {
        let DigitPlaces { open, by_two, .. } = self;
        by_two.get_or_insert_with(|| ByTwo::of(board, *open))
    }
}

impl ByTwo {
    fn of(board: &Board, open: Cells) -> ByTwo {
        let (mut pairs, mut forced, mut alive) = (Vec::new(), [Cells::EMPTY; 81], [Cells::EMPTY; 81]);
        for place in open {
            alive[place] = open - board.seen(place);
        }
        let held = board.full.iter().map(|&house| [house, house & open]);
        let held: Vec<[Cells; 2]> = held.filter(|[_, places]| !places.is_empty()).collect();
        for &[house, places] in &held {
            if places.len() == 2 && !pairs.contains(&places) {
                pairs.push(places);
            }
            let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
            for place in places {
                twice |= once & alive[place];
                once |= alive[place];
            }
            let once = once - twice - house;
            if !once.is_empty() {
                places.for_each(|place| forced[place] |= alive[place] & once);
            }
        }
        let mut excluded = Cells::EMPTY;
        for place in open {
            let forced = forced[place] - excluded;
            if forced.is_empty() {
                continue;
            }
            let seen = board.seen(place);
            for &[house, places] in &held {
                if places.intersects(seen) && !house.contains(place) {
                    let (mut closing, mut left) = (forced - house, places - seen);
                    while !closing.is_empty()
                        && let Some(other) = left.next()
                    {
                        closing -= alive[other];
                    }
                    excluded |= closing;
                }
            }
        }
        ByTwo { excluded, pairs }
    }
}

impl Board {
    /// Returns the cells linked to a cell for the first digit.
    #[inline(always)]
    fn seen(&self, cell: Cell) -> Cells {
        self.seen[cell.index()]
    }

    /// Returns those of the open places of a digit that whips of one variable exclude, if links are the same
    /// for each digit: the places linked to all those of a house.
    pub(super) fn excluded_by_one(&self, open: Cells) -> Cells {
        let mut excluded = Cells::EMPTY;
        for &house in &self.full {
            let (mut places, mut left) = (house & open, open - house);
            if places.is_empty() {
                continue;
            }
            while !left.is_empty()
                && let Some(place) = places.next()
            {
                left &= self.seen(place);
            }
            excluded |= left;
        }
        excluded
    }
}

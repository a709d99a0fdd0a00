//! Unavoidable sets: cells of a full grid that can be refilled in another way while the rest is kept. A
//! puzzle of the grid has one solution if and only if it has a clue in every unavoidable set, and a clue is
//! needed if and only if it is the only one in some such set.
//!
//! Small ones are read off the grid, by exchanging two digits in some of their cells, or two lines of a band
//! in some of their columns:
//!
//! ```text
//!   1 . .|2 . .      1 . .|2 . .        1 4 7|. . .
//!   . . .|. . .      2 . .|1 . .        4 7 1|. . .      a cycle of the columns
//!   2 . .|1 . .      . . .|. . .        . . .|. . .
//! ```

use sudoscope_engine::grid::{Cell, Cells, Digit, Grid};

/// Words in a [`Mask`].
const MASK: usize = 16;
/// Set of known unavoidable sets.
type Mask = [u64; MASK];

/// Numbers of clues in known sets. Only the words that hold known sets are in use.
#[derive(Default)]
pub(super) struct Hits {
    /// Sets without a clue, and sets with exactly one.
    missed: Mask,
    once: Mask,
    /// Number of sets that were counted.
    known: usize,
}

impl Hits {
    fn words(&self) -> usize {
        self.known.div_ceil(64)
    }

    /// Makes this a copy of other numbers, as far as they are in use.
    pub(super) fn copy(&mut self, other: &Hits) {
        let words = other.words();
        self.missed[..words].copy_from_slice(&other.missed[..words]);
        self.once[..words].copy_from_slice(&other.once[..words]);
        self.known = other.known;
    }
}

/// Unavoidable sets of a grid, as many as there is room for.
pub(super) struct Known {
    sets: Vec<Cells>,
    /// Sets that contain each cell.
    with: [Mask; 81],
}

impl Known {
    pub(super) fn of(sets: &[Cells]) -> Known {
        let mut known = Known { sets: Vec::with_capacity(64 * MASK), with: [[0; MASK]; 81] };
        sets.iter().for_each(|&set| known.learn(set));
        known
    }

    /// Adds a set, if there is room.
    pub(super) fn learn(&mut self, set: Cells) {
        let at = self.sets.len();
        if at < 64 * MASK {
            self.sets.push(set);
            set.for_each(|cell| self.with[cell][at / 64] |= 1 << (at % 64));
        }
    }

    /// Counts no clue in each of the known sets.
    pub(super) fn begin(&self, hits: &mut Hits) {
        hits.known = self.sets.len();
        let words = hits.words();
        hits.once[..words].fill(0);
        let left = |k: usize| hits.known - 64 * k;
        for k in 0..words {
            hits.missed[k] = if left(k) < 64 { (1 << left(k)) - 1 } else { u64::MAX };
        }
    }

    /// Counts the clues in the sets that were learnt since they were last counted.
    pub(super) fn refresh(&self, clues: Cells, hits: &mut Hits) {
        let new = hits.words()..self.sets.len().div_ceil(64);
        hits.missed[new.clone()].fill(0);
        hits.once[new].fill(0);
        for at in hits.known..self.sets.len() {
            let masks = match (self.sets[at] & clues).len() {
                0 => &mut hits.missed,
                1 => &mut hits.once,
                _ => continue,
            };
            masks[at / 64] |= 1 << (at % 64);
        }
        hits.known = self.sets.len();
    }

    /// Counts a clue added in `cell`.
    pub(super) fn hit(&self, cell: Cell, hits: &mut Hits) {
        let words = hits.words();
        let masks = hits.once[..words].iter_mut().zip(&mut hits.missed);
        for ((once, missed), &with) in masks.zip(&self.with[cell]) {
            *once = *once & !with | *missed & with;
            *missed &= !with;
        }
    }

    /// Returns the cells that are not barred in one of the sets without a clue: in the set with the fewest
    /// such cells, or in the first set with at most `enough` such cells.
    pub(super) fn smallest(&self, hits: &Hits, barred: Cells, enough: usize) -> Option<Cells> {
        let mut best: Option<(usize, Cells)> = None;
        for (k, &word) in hits.missed[..hits.words()].iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let open = self.sets[64 * k + word.trailing_zeros() as usize] - barred;
                let size = open.len();
                if best.is_none_or(|(least, _)| size < least) {
                    if size <= enough {
                        return Some(open);
                    }
                    best = Some((size, open));
                }
                word &= word - 1;
            }
        }
        best.map(|(_, open)| open)
    }

    /// Whether a known set contains `cell` and none of `cells`.
    pub(super) fn any_without(&self, cell: Cell, cells: Cells) -> bool {
        let words = self.with[cell].iter().take(self.sets.len().div_ceil(64));
        words.enumerate().any(|(k, &word)| {
            let mut word = word;
            while word != 0 {
                if !self.sets[64 * k + word.trailing_zeros() as usize].intersects(cells) {
                    return true;
                }
                word &= word - 1;
            }
            false
        })
    }

    /// Finds a set whose only clue is in this cell.
    pub(super) fn only(&self, cell: Cell, hits: &Hits) -> Option<Cells> {
        (0..hits.words()).find_map(|k| {
            let word = self.with[cell][k] & hits.once[k];
            (word != 0).then(|| self.sets[64 * k + word.trailing_zeros() as usize])
        })
    }
}

/// Returns the sets of [`small_sets`] in order of size, each once.
pub(super) fn small_sets_by_size(solution: &[Cells; 9]) -> Vec<Cells> {
    let mut sets = small_sets(solution);
    sets.sort_unstable_by_key(|set| (set.len(), set.bits()));
    sets.dedup();
    sets
}

/// Returns a full grid's unavoidable sets of two digits, and of two lines in one band. Some sets appear
/// twice.
pub(super) fn small_sets(solution: &[Cells; 9]) -> Vec<Cells> {
    let mut sets = Vec::with_capacity(192);
    for a in 0..9 {
        for b in 0..a {
            let mut left = solution[a] | solution[b];
            while let Some(cell) = left.first() {
                let set = connected(cell, left);
                left -= set;
                sets.push(set);
            }
        }
    }
    let digits = digits_of(solution);
    for band in [0, 3, 6] {
        for (k, l) in [(0, 1), (0, 2), (1, 2)] {
            let rows: [[usize; 9]; 2] = [k, l].map(|k| std::array::from_fn(|i| 9 * (band + k) + i));
            let columns: [[usize; 9]; 2] = [k, l].map(|k| std::array::from_fn(|i| 9 * i + band + k));
            cycles(&digits, rows, &mut sets);
            cycles(&digits, columns, &mut sets);
        }
    }
    sets
}

pub(super) fn digits_of(solution: &[Cells; 9]) -> [u8; 81] {
    let mut digits = [0; 81];
    for (digit, &cells) in solution.iter().enumerate() {
        cells.for_each(|cell| digits[cell] = digit as u8);
    }
    digits
}

/// Returns the cells in which another solution differs.
pub(super) fn difference(solution: &[Cells; 9], other: &Grid) -> Cells {
    !Digit::all().fold(Cells::EMPTY, |same, digit| same | solution[digit] & other.plane(digit))
}

/// Returns the cells connected with `cell` inside `cells`, by chains of peers.
fn connected(cell: Cell, cells: Cells) -> Cells {
    let (mut set, mut new) = (Cells::of(cell), Cells::of(cell));
    while let Some(cell) = new.next() {
        let more = cell.peers() & (cells - set);
        set |= more;
        new |= more;
    }
    set
}

/// Adds the cycles of the permutation that takes one line to the other, as sets of cells.
fn cycles(digits: &[u8; 81], lines: [[usize; 9]; 2], sets: &mut Vec<Cells>) {
    let mut at = [0; 9];
    (0..9).for_each(|i| at[digits[lines[0][i]] as usize] = i);
    let mut left: u16 = 0x1ff;
    while left != 0 {
        let mut set = Cells::EMPTY;
        let mut i = left.trailing_zeros() as usize;
        while left >> i & 1 != 0 {
            left &= !(1 << i);
            set |= Cells::of(Cell::new(lines[0][i])) | Cells::of(Cell::new(lines[1][i]));
            i = at[digits[lines[1][i]] as usize];
        }
        sets.push(set);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Random, top_down::full_grid};
    use super::*;
    use sudoscope_engine::brute;

    fn solution(index: u64) -> [Cells; 9] {
        full_grid(&mut Random::of(6, index)).planes
    }

    #[test]
    fn small_sets_can_be_filled_in_another_way() {
        for index in 0..5 {
            let solution = solution(index);
            let count =
                |cells: Cells| brute::solutions(&Grid::from_clues(&solution.map(|plane| plane & cells)), 2).0;
            let sets = small_sets_by_size(&solution);
            assert!(sets.len() > 60 && sets.is_sorted_by_key(|set| set.len()));
            for set in sets {
                assert_eq!(count(!set), 2, "{set:?}");
            }
        }
    }

    /// The masks kept up to date clue by clue, and every look-up, agree with the sets themselves.
    #[test]
    fn known_sets_are_kept_up_with() {
        let solution = solution(9);
        let sets = small_sets_by_size(&solution);
        let mut known = Known::of(&sets[..sets.len() / 2]);
        let (mut clues, mut hits) = (Cells::EMPTY, Hits::default());
        known.begin(&mut hits);
        let mut random = Random::of(7, 0);
        for k in 0..30 {
            let cell = Cell::new(random.below(81) as usize);
            if clues.contains(cell) {
                continue;
            }
            clues.insert(cell);
            known.hit(cell, &mut hits);
            if k == 10 {
                sets[sets.len() / 2..].iter().for_each(|&set| known.learn(set));
                known.refresh(clues, &mut hits);
            }
            let all = &sets[..known.sets.len()];
            let barred = Cells::from_iter(Cell::all().filter(|&cell| (cell.index() + k) % 3 == 0));
            let open = all.iter().filter(|set| !set.intersects(clues)).map(|&set| set - barred);
            let smallest = known.smallest(&hits, barred, 0).map(|set| set.len());
            assert_eq!(smallest, open.map(|set| set.len()).min());
            for cell in clues {
                let lone = all.iter().any(|&set| set & clues == Cells::of(cell));
                assert_eq!(known.only(cell, &hits).is_some(), lone);
            }
            for cell in Cell::all() {
                let without = |set: &Cells| set.contains(cell) && !set.intersects(clues);
                assert_eq!(known.any_without(cell, clues), all.iter().any(without));
            }
        }
    }
}

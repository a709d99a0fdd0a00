//! Cache of the candidates that whips and g-whips of two variables exclude, over the resolution states of a
//! climb. The candidates are read off the board.
//!
//! If no whip of one variable excludes anything, every whip or g-whip of two variables belongs to one of two
//! kinds:
//!
//! - if the digits of the right-linking candidate and the target differ, it is a naked or hidden pair: the
//!   two variables have two candidates each, apart from the target's;
//! - otherwise both variables are of one digit. Once the target is asserted, all places of the first variable
//!   lie in one segment (for whips, in one cell), and each of these places excludes all places of
//!   the second.
//!
//! (Any other right-linking object of a different digit would need a variable of its digit all of whose other
//! places see the cell of the target or the object; a whip of one variable would have excluded these.) So
//! each digit is searched separately, and again only when it has lost a place. Chains with variables of one
//! type use houses of one type.
//!
//! The places left by a target are examined by segments, the intersections of lines and blocks, in two
//! directions: one bit for each segment, in three words for its places.
//!
//! ```text
//!            segment                   its places are            others of its line   of its block
//!   rows     9·band + 3·row + stack    neighbours in a row       1 apart              3 apart
//!   columns  9·band + column           in the rows of the band   9 apart              1 apart
//! ```

use super::lines::in_pairs;
#[cfg(test)]
use crate::grid::PLAIN;
use crate::grid::{Candidates, Cell, Cells, Digit, Grid};
use crate::wide::wide;
use std::ops::Range;

/// Cached results for each digit.
#[derive(Clone, Default)]
#[doc(hidden)]
pub struct ShortWhips {
    digits: [DigitPlaces; 9],
}

/// Cached results for a digit with the places `open`.
#[derive(Clone, Copy, Default)]
struct DigitPlaces {
    open: Cells,
    /// Whether a whip of one variable excludes something.
    has_locked: bool,
    /// Places that are one of two in their row, column, block.
    pairs: [Cells; 3],
    /// Places excluded by whips and by g-whips: with variables of all types, or of rows, columns or blocks
    /// only.
    excluded: [Option<[Cells; 2]>; 4],
}

impl ShortWhips {
    /// Returns the targets of two-variable whips whose variables are of `types` (0 cells, 1 rows, 2 columns,
    /// 3 blocks; all types, or one) or, with `groups`, the targets of two-variable g-whips with variables of
    /// all types. Singles must be exhausted. Returns `None` if whips of one variable exclude something.
    pub fn targets(&mut self, grid: &Grid, types: Range<usize>, groups: bool) -> Option<Candidates> {
        let mut has_locked = false;
        for (digit, known) in self.digits.iter_mut().enumerate() {
            known.see(grid.open_plane(Digit::new(digit)));
            has_locked |= known.has_locked;
        }
        if has_locked {
            return None;
        }
        let mut excluded = Candidates::EMPTY;
        if types.contains(&0) {
            naked_pairs(grid, &mut excluded);
        }
        if types.end > 1 {
            let who = if types.len() == 1 { types.start } else { 0 };
            let houses = types.start.max(1) - 1..types.end - 1;
            self.hidden_pairs(houses.clone(), &mut excluded);
            for (known, excluded) in self.digits.iter_mut().zip(&mut excluded.0) {
                *excluded |= known.by_whips(who, houses.clone())[usize::from(groups)];
            }
        }
        Some(excluded)
    }

    /// Adds the targets of hidden pairs: two digits with the same two places in a house, and no others there.
    fn hidden_pairs(&self, houses: Range<usize>, excluded: &mut Candidates) {
        for kind in houses {
            let pairs = self.digits.each_ref().map(|known| known.pairs[kind]);
            for first in 0..9 {
                for second in first + 1..9 {
                    let mut cells = pairs[first] & pairs[second];
                    while let Some(cell) = cells.next()
                        && !cells.is_empty()
                    {
                        let other = cells & cell.houses()[kind].cells();
                        if other.is_empty() {
                            continue;
                        }
                        for digit in Digit::all()
                            .filter(|&digit| digit != Digit::new(first) && digit != Digit::new(second))
                        {
                            let open = self.digits[digit].open;
                            excluded.0[digit] |= open & (other | Cells::of(cell));
                        }
                    }
                }
            }
        }
    }
}

/// Adds the targets of naked pairs: two cells that see each other and have only the same two digits.
fn naked_pairs(grid: &Grid, excluded: &mut Candidates) {
    let (mut once, mut twice, mut more) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
    let open: [Cells; 9] = std::array::from_fn(|digit| grid.open_plane(Digit::new(digit)));
    for plane in open {
        more |= twice & plane;
        twice |= once & plane;
        once |= plane;
    }
    let pairs = twice - more;
    for first in 0..9 {
        let with_first = open[first] & pairs;
        for second in first + 1..9 {
            let mut cells = with_first & open[second];
            while let Some(cell) = cells.next()
                && !cells.is_empty()
            {
                for other in cells & cell.peers() {
                    let both = cell.peers() & other.peers();
                    excluded.0[first] |= open[first] & both;
                    excluded.0[second] |= open[second] & both;
                }
            }
        }
    }
}

impl DigitPlaces {
    /// Forgets the results if the places have changed.
    #[inline]
    fn see(&mut self, open: Cells) {
        if self.open != open {
            let has_locked = !super::lines::locked(open).0.is_empty();
            *self = DigitPlaces { open, has_locked, pairs: in_pairs(open), excluded: [None; 4] };
        }
    }

    /// Returns the places excluded by whips, and by g-whips, of two variables in houses of these types.
    fn by_whips(&mut self, who: usize, houses: Range<usize>) -> [Cells; 2] {
        *self.excluded[who].get_or_insert_with(|| {
            let mut all = SegmentRows::default();
            self.open.for_each(|cell| all.add(cell));
            let houses = [0, 1, 2].map(|kind| if houses.contains(&kind) { !0 } else { 0 });
            let mut lanes = TargetLanes { all, houses, ..TargetLanes::default() };
            let (mut excluded, mut targets) = ([Cells::EMPTY; 2], self.open);
            while !targets.is_empty() {
                let mut of = [Cell::default(); LANES];
                let mut loaded = 0;
                while loaded < LANES
                    && let Some(target) = targets.next()
                {
                    of[loaded] = target;
                    lanes.load(loaded, target);
                    loaded += 1;
                }
                lanes.look();
                for lane in 0..loaded {
                    let (whips, g_whips) = (lanes.whips[lane], lanes.g_whips[lane]);
                    if whips | g_whips != 0 {
                        excluded[1].insert(of[lane]);
                        if whips != 0 {
                            excluded[0].insert(of[lane]);
                        }
                    }
                }
            }
            excluded
        })
    }
}

/// Places of a digit by segments: word `k` of a direction has the `k`-th place of each segment.
#[derive(Clone, Copy, Default)]
struct SegmentRows {
    rows: [u32; 3],
    columns: [u32; 3],
}

/// Each cell together with the cells that it sees.
static SEEN: [SegmentRows; 81] = {
    let mut seen = [SegmentRows { rows: [0; 3], columns: [0; 3] }; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            if other == cell || Cell::new(cell).peers().contains(Cell::new(other)) {
                seen[cell].add(Cell::new(other));
            }
            other += 1;
        }
        cell += 1;
    }
    seen
};

impl SegmentRows {
    const fn add(&mut self, cell: Cell) {
        let cell = cell.index();
        self.rows[cell % 3] |= 1 << (cell / 3);
        self.columns[cell / 9 % 3] |= 1 << (cell / 27 * 9 + cell % 9);
    }
}

/// Number of targets examined side by side.
const LANES: usize = 8;

/// Places of a digit that each target leaves.
#[derive(Default)]
struct TargetLanes {
    all: SegmentRows,
    /// All ones for each type of house that variables may have.
    houses: [u32; 3],
    rows: [[u32; LANES]; 3],
    columns: [[u32; LANES]; 3],
    /// Not 0 for targets of whips; `g_whips` is not 0 for the other targets of g-whips, and for some of
    /// whips.
    whips: [u32; LANES],
    g_whips: [u32; LANES],
}

impl TargetLanes {
    wide! {
        fn look() = look_avx2 or look_portable;
    }

    #[inline]
    fn load(&mut self, lane: usize, target: Cell) {
        let seen = &SEEN[target];
        for place in 0..3 {
            self.rows[place][lane] = self.all.rows[place] & !seen.rows[place];
            self.columns[place][lane] = self.all.columns[place] & !seen.columns[place];
        }
    }

    #[inline(always)]
    fn look_portable(&mut self) {
        let TargetLanes { rows: [a, b, c], columns: [x, y, z], houses, whips, g_whips, .. } = self;
        for lane in 0..LANES {
            let (rows, columns) = ([a[lane], b[lane], c[lane]], [x[lane], y[lane], z[lane]]);
            (whips[lane], g_whips[lane]) = clash(rows, columns, *houses);
        }
    }
}

/// Finds, without a branch, two houses that are each confined to a segment and have no compatible places. The
/// first result is not 0 if one house of such a pair has a single place; if there are any other such pairs,
/// the second result is not 0.
#[inline(always)]
fn clash(rows: [u32; 3], columns: [u32; 3], has: [u32; 3]) -> (u32, u32) {
    let (row_once, row, row_block) = confined::<1, 3>(rows);
    let (column_once, column, column_block) = confined::<9, 1>(columns);
    let (row, column) = (row & has[0], column & has[1]);
    let (row_block, column_block) = (row_block & has[2], column_block & has[2]);
    // The segments that the confined houses exclude.
    let by_rows = others::<3>(row) | others::<1>(row_block);
    let by_columns = others::<1>(column) | others::<9>(column_block);
    // Places that are alone in a house.
    let in_row = rows.map(|places| places & row & row_once);
    let in_column = columns.map(|places| places & column & column_once);
    let alone_rows = rows.map(|places| places & (row | row_block) & row_once);
    let alone_columns = columns.map(|places| places & (column | column_block) & column_once);
    let mut whips = 0;
    let mut g_whips = others::<3>(row) & row
        | others::<1>(row_block) & row_block
        | others::<1>(column) & column
        | others::<9>(column_block) & column_block;
    for place in 0..3 {
        let excluded = by_rows | rows_of_columns(by_columns, place);
        whips |= alone_rows[place] & excluded;
        let excluded = by_columns | columns_of_rows(by_rows, place);
        whips |= alone_columns[place] & excluded;
        // Two places in one row and in two blocks, where each place is alone in its column; or the same with
        // rows and columns exchanged.
        let stacks = in_column[place] | in_column[place] >> 1 | in_column[place] >> 2;
        let (one, two) = (stacks & 0o111_111_111, stacks >> 3 & 0o011_011_011);
        whips |= one & two | one & (stacks >> 6 & 0o001_001_001);
        let bands = in_row[place] | in_row[place] >> 3 | in_row[place] >> 6;
        let bands = bands & 0o007_007_007;
        whips |= bands & (bands >> 9 | bands >> 18);
        // A row and a column confined to segments that cross in a cell without a place.
        g_whips |= row & rows_of_columns(column, place) & !rows[place];
    }
    (whips, g_whips)
}

/// Finds the segments of a direction with one place, with all places of their line, and with all places of
/// their block. `LINE` and `BLOCK` are the distances between segments of a line and of a block.
#[inline(always)]
fn confined<const LINE: u32, const BLOCK: u32>([a, b, c]: [u32; 3]) -> (u32, u32, u32) {
    let held = a | b | c;
    let once = held & !(a & b | c & (a | b));
    (once, held & !others::<LINE>(held), held & !others::<BLOCK>(held))
}

/// Returns the segments of rows in which place number `place` lies in a segment of columns in `columns`.
#[inline(always)]
fn rows_of_columns(columns: u32, place: usize) -> u32 {
    let ends = columns >> place;
    let in_first_row = ends & 0o001_001_001 | ends >> 2 & 0o002_002_002 | ends >> 4 & 0o004_004_004;
    in_first_row | in_first_row << 3 | in_first_row << 6
}

/// Returns the segments of columns in which place number `place` lies in a segment of rows in `rows`.
#[inline(always)]
fn columns_of_rows(rows: u32, place: usize) -> u32 {
    let stacks = rows >> (3 * place);
    let ends = stacks & 0o001_001_001 | stacks << 2 & 0o010_010_010 | stacks << 4 & 0o100_100_100;
    ends | ends << 1 | ends << 2
}

/// Returns the two other segments of the group of each segment, a group being three segments `STEP` apart.
#[inline(always)]
const fn others<const STEP: u32>(segments: u32) -> u32 {
    let first = match STEP {
        1 => 0o111_111_111,
        3 => 0o007_007_007,
        _ => 0o777,
    };
    let (second, last) = (first << STEP, first << (2 * STEP));
    segments >> STEP & (first | second)
        | segments << (2 * STEP) & last
        | segments >> (2 * STEP) & first
        | segments << STEP & (second | last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes with AVX2 equal those without, and both find exactly the targets that leave two houses without
    /// compatible places.
    #[test]
    fn clashes_equal_their_naive_twin() {
        let (mut x, mut count) = (0x9e37_79b9_7f4a_7c15_u64, [0; 2]);
        let mut next = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            u128::from(x)
        };
        for k in 0..if cfg!(miri) { 40 } else { 4000 } {
            let types = [vec![0, 1, 2], vec![k / 4 % 3]][k % 2].clone();
            let mut lanes = TargetLanes::default();
            types.iter().for_each(|&kind| lanes.houses[kind] = !0);
            let word = (0..1 + k % 4).fold(Cells::ALL.0, |word, _| word & (next() << 64 | next()));
            Cells(word).for_each(|cell| lanes.all.add(cell));
            let targets: [Cell; LANES] = std::array::from_fn(|lane| Cell::new((k * 7 + lane * 10) % 81));
            for (lane, &target) in targets.iter().enumerate() {
                lanes.load(lane, target);
            }
            lanes.look();
            let found = [lanes.whips, lanes.g_whips];
            lanes.look_portable();
            assert_eq!(found, [lanes.whips, lanes.g_whips]);
            for (lane, &target) in targets.iter().enumerate() {
                let left = Cells(word) - target.peers() - Cells::of(target);
                let of_types = PLAIN.houses.iter().enumerate().filter(|(k, _)| types.contains(&(k / 9)));
                let held: Vec<Cells> = of_types.map(|(_, &house)| house & left).collect();
                let clashes = |one: Cells, other: Cells| {
                    let seen = one.fold(Cells::ALL, |seen, cell| seen & cell.peers());
                    !one.is_empty() && !other.is_empty() && other.is_subset(seen)
                };
                let is_in_a_segment = |cells: Cells| {
                    let houses = PLAIN.houses.iter().filter(|house| cells.is_subset(**house));
                    houses.count() > 1
                };
                let any = |is: &dyn Fn(Cells) -> bool| {
                    let pairs = held.iter().flat_map(|&one| held.iter().map(move |&other| (one, other)));
                    pairs.into_iter().any(|(one, other)| is(one) && clashes(one, other))
                };
                let by_cell = any(&|cells| cells.len() == 1);
                assert_eq!(lanes.whips[lane] != 0, by_cell, "{types:?} {target} {left:?}");
                count[0] += usize::from(by_cell);
                if types.len() == 3 {
                    let by_segment = any(&is_in_a_segment);
                    let either = lanes.whips[lane] | lanes.g_whips[lane] != 0;
                    assert_eq!(either, by_segment, "{target} {left:?}");
                    count[1] += usize::from(by_segment && !by_cell);
                }
            }
        }
        assert!(count.iter().all(|&count| count > 50), "{count:?}");
    }
}

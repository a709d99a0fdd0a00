//! Subsets and fish, in the 36 matrices of [`halls`](crate::grid::halls), from both sides.
//!
//! If smaller sets exclude nothing, two lines of a set of three have three values between them, and three
//! lines of a set of four have four: with fewer, they or the other lines would be a smaller set. So all lines
//! of a set but one have all its values, and the last line has no others:
//!
//! ```text
//!   line i    1 1 · · · · · · ·       i and j: three values, in these lanes
//!   line j    · 1 1 · · · · · ·
//!   line k    1 · 1 · · · · · ·       no other values, in some of these: excluded from the other lines
//! ```

use super::lanes::{Lanes, NOWHERE, PLACED, Plane, Row};
use crate::grid::House;
use crate::wide::wide;

impl Lanes {
    wide! {
        pub(super) fn exclude_subsets(size: usize, among: Row) -> Row =
            exclude_subsets_avx2 or exclude_subsets_portable;
    }

    /// Excludes values by sets of `size` lines, two to four, in the lanes `among`, in which smaller sets must
    /// exclude nothing. Returns the lanes in which something was excluded.
    #[inline(always)]
    pub(super) fn exclude_subsets_portable(&mut self, size: usize, among: Row) -> Row {
        match size {
            2 => self.exclude_halls::<2>(among),
            3 => self.exclude_halls::<3>(among),
            _ => self.exclude_halls::<4>(among),
        }
    }

    #[inline(always)]
    fn exclude_halls<const SIZE: usize>(&mut self, among: Row) -> Row {
        let mut moved = Row::EMPTY;
        for house in House::all() {
            let mut matrix = NOWHERE;
            for i in 0..9 {
                let cell = house.square(i).index();
                for j in 0..9 {
                    matrix[i][j] = self.kept[j].as_flattened()[cell];
                }
            }
            let excluded = exclude::<SIZE>(&mut matrix, among);
            if excluded.is_empty() {
                continue;
            }
            moved |= excluded;
            for i in 0..9 {
                let cell = house.square(i).index();
                for j in 0..9 {
                    self.kept[j].as_flattened_mut()[cell] = matrix[i][j];
                }
            }
        }
        for plane in &mut self.kept[..PLACED] {
            moved |= exclude::<SIZE>(plane, among);
        }
        moved
    }
}

/// Lines of a side with two or more values, and with more values than a set has lines.
#[derive(Clone, Copy)]
struct Sizes {
    two: [Row; 9],
    many: [Row; 9],
}

impl Sizes {
    #[inline(always)]
    fn of<const SIZE: usize, const SIDE: usize>(matrix: &Plane) -> Sizes {
        let mut sizes = Sizes { two: [Row::EMPTY; 9], many: [Row::EMPTY; 9] };
        for i in 0..9 {
            let values = Count::of(&line::<SIDE>(matrix, i));
            (sizes.two[i], sizes.many[i]) = (values.at_least(2), values.at_least(SIZE + 1));
        }
        sizes
    }
}

/// Excludes values by sets of lines of a matrix, from both sides. Returns the lanes in which something was
/// excluded.
#[inline(always)]
fn exclude<const SIZE: usize>(matrix: &mut Plane, among: Row) -> Row {
    let sides = [Sizes::of::<SIZE, 0>(matrix), Sizes::of::<SIZE, 1>(matrix)];
    // With fewer lines, the rest is a set of the other side that is smaller, or as large.
    let open = Count::of(&sides[0].two);
    let (one, both) = (open.at_least(2 * SIZE) & among, open.at_least(2 * SIZE + 1) & among);
    let mut moved = Row::EMPTY;
    if !one.is_empty() {
        exclude_on::<SIZE, 0>(matrix, &sides, one, &mut moved);
    }
    if !both.is_empty() {
        exclude_on::<SIZE, 1>(matrix, &sides, both, &mut moved);
    }
    moved
}

#[inline(always)]
fn exclude_on<const SIZE: usize, const SIDE: usize>(
    matrix: &mut Plane, sides: &[Sizes; 2], among: Row, moved: &mut Row,
) {
    let mut few = [Row::EMPTY; 9];
    for i in 0..9 {
        few[i] = (sides[SIDE].two[i] - sides[SIDE].many[i]) & among;
    }
    let many = &sides[1 - SIDE].many;
    for i in 0..9 {
        if few[i].is_empty() {
            continue;
        }
        let one = line::<SIDE>(matrix, i);
        if SIZE == 2 {
            // A pair has each of its values in both lines, so it clears any value that other lines have.
            let mut clears = Row::EMPTY;
            for v in 0..9 {
                clears |= one[v] & many[v];
            }
            close::<SIDE>(matrix, &few, [i, i, i], &one, few[i] & clears, moved);
            continue;
        }
        for j in i + 1..9 {
            let (two, lanes) = with::<SIZE, SIDE>(matrix, &one, few[i] & few[j], j);
            if lanes.is_empty() {
                continue;
            }
            if SIZE == 3 {
                close::<SIDE>(matrix, &few, [i, i, j], &two, lanes, moved);
                continue;
            }
            for k in j + 1..9 {
                let (three, lanes) = with::<SIZE, SIDE>(matrix, &two, lanes & few[k], k);
                if !lanes.is_empty() {
                    close::<SIDE>(matrix, &few, [i, j, k], &three, lanes, moved);
                }
            }
        }
    }
}

/// Returns the values of some lines and another, and the lanes in which there are at most `SIZE`.
#[inline(always)]
fn with<const SIZE: usize, const SIDE: usize>(
    matrix: &Plane, values: &[Row; 9], lanes: Row, next: usize,
) -> ([Row; 9], Row) {
    let mut all = *values;
    if lanes.is_empty() {
        return (all, lanes);
    }
    for v in 0..9 {
        all[v] |= at::<SIDE>(matrix, next, v);
    }
    (all, lanes - Count::of(&all).at_least(SIZE + 1))
}

/// Completes sets that lack their last line, and excludes their values from the other lines.
#[inline(always)]
fn close<const SIDE: usize>(
    matrix: &mut Plane, few: &[Row; 9], members: [usize; 3], values: &[Row; 9], lanes: Row, moved: &mut Row,
) {
    for last in members[2] + 1..9 {
        let mut set = lanes & few[last];
        if set.is_empty() {
            continue;
        }
        for v in 0..9 {
            set = set - (at::<SIDE>(matrix, last, v) - values[v]);
        }
        if set.is_empty() {
            continue;
        }
        let mut cleared = Row::EMPTY;
        for other in 0..9 {
            if other != last && !members.contains(&other) {
                for v in 0..9 {
                    cleared |= at::<SIDE>(matrix, other, v) & values[v];
                }
            }
        }
        let set = set & cleared;
        if set.is_empty() {
            continue;
        }
        *moved |= set;
        for other in 0..9 {
            if other != last && !members.contains(&other) {
                for v in 0..9 {
                    let place = match SIDE {
                        0 => &mut matrix[other][v],
                        _ => &mut matrix[v][other],
                    };
                    *place = *place - (values[v] & set);
                }
            }
        }
    }
}

/// Returns a place of a line on this side.
#[inline(always)]
fn at<const SIDE: usize>(matrix: &Plane, line: usize, value: usize) -> Row {
    if SIDE == 0 { matrix[line][value] } else { matrix[value][line] }
}

/// Returns a line on this side.
#[inline(always)]
fn line<const SIDE: usize>(matrix: &Plane, line: usize) -> [Row; 9] {
    let mut all = [Row::EMPTY; 9];
    for v in 0..9 {
        all[v] = at::<SIDE>(matrix, line, v);
    }
    all
}

/// Counts, for each lane, of the rows among nine that contain the lane. The counts are bit-sliced: element
/// `i` holds bit `i` of the count of every lane.
struct Count([Row; 4]);

impl Count {
    #[inline(always)]
    fn of(rows: &[Row; 9]) -> Count {
        let a = add(rows[0], rows[1], rows[2]);
        let b = add(rows[3], rows[4], rows[5]);
        let c = add(rows[6], rows[7], rows[8]);
        let (ones, d) = add(a.0, b.0, c.0);
        let (e, f) = add(a.1, b.1, c.1);
        let (twos, g) = (d ^ e, d & e);
        Count([ones, twos, f ^ g, f & g])
    }

    #[inline(always)]
    fn at_least(&self, least: usize) -> Row {
        let mut yes = Row::FULL;
        for (k, digit) in self.0.iter().enumerate() {
            yes = if least >> k & 1 == 0 { *digit | yes } else { *digit & yes };
        }
        yes
    }
}

/// Returns the sum of three bits, and the carry.
#[inline(always)]
fn add(a: Row, b: Row, c: Row) -> (Row, Row) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

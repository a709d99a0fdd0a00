//! Random full grids, all equally likely.
//!
//! ```text
//!   1 2 3 | b c      a, the first block, is in order. The rest of the first band (b, c) and of the first
//!   4 5 6 | . .      stack (d, g) are drawn with equal chances, then e among what fits beside them, then
//!   7 8 9 | . .      the rest (f, h and i) among what fits beside all these.
//!   ------+----
//!     d   | e f      So a grid has a chance in proportion to 1/weight, where weight is the number of
//!     g   | h i      choices for e times that for the rest.
//! ```
//!
//! A grid is taken weight/`UNIT` times, randomly rounded to a neighbouring whole number so that this is the
//! mean. Finally the digits are renamed at random.

use super::Random;
use sudoscope_engine::grid::Cells;
use sudoscope_engine::grid::{Cell, Digit};

/// Block of digits, the one at row and column with index 3·row + column, all from 0.
type GridBlock = [u8; 9];

/// Weight of a grid that is taken once: three times the mean (2693), so that few are taken twice.
const UNIT: u64 = 1 << 13;

/// Makes a grid, with the number of times to use it, which has the same mean for every grid.
pub(super) fn uniform_grid(random: &mut Random) -> Option<([Cells; 9], u64)> {
    let (blocks, weight) = weighted_grid(random)?;
    let times = weight / UNIT + u64::from(random.below(UNIT) < weight % UNIT);
    if times == 0 {
        return None;
    }
    let names: [usize; 9] = random.order();
    let mut planes = [Cells::EMPTY; 9];
    for (block, digits) in blocks.iter().enumerate() {
        for (k, &digit) in digits.iter().enumerate() {
            let cell = 27 * (block / 3) + 3 * (block % 3) + 9 * (k / 3) + k % 3;
            planes[names[digit as usize]].insert(Cell::new(cell));
        }
    }
    Some((planes, times))
}

/// Makes a grid with its first block in order, and its weight; `None` if the first choices cannot be
/// completed.
fn weighted_grid(random: &mut Random) -> Option<([GridBlock; 9], u64)> {
    let a: GridBlock = std::array::from_fn(|k| k as u8);
    let [b, c] = band(random, &a);
    // If the stack is mirrored into a band, the first block is in order once its digits are mirrored too.
    let [d, g] = band(random, &a).map(|block| transposed(&block).map(|digit| digit % 3 * 3 + digit / 3));
    let es = fills(beside([&d, &d]), below([&b, &b]));
    let e = *pick(random, &es)?;
    let fs = fills(beside([&d, &e]), below([&c, &c]));
    let hs = fills(beside([&g, &g]), below([&b, &e]));
    let mut rests = Vec::new();
    for f in &fs {
        for h in &hs {
            let is = fills(beside([&g, h]), below([&c, f]));
            rests.extend(is.into_iter().map(|i| (*f, *h, i)));
        }
    }
    let &(f, h, i) = pick(random, &rests)?;
    Some(([a, b, c, d, e, f, g, h, i], (es.len() * rests.len()) as u64))
}

fn pick<'a, T>(random: &mut Random, of: &'a [T]) -> Option<&'a T> {
    if of.is_empty() { None } else { of.get(random.below(of.len() as u64) as usize) }
}

/// Completes a band that begins with the block `a`, which is in order; all completions are equally likely.
fn band(random: &mut Random, a: &GridBlock) -> [GridBlock; 2] {
    let mut b = *a;
    while (0..9).any(|k| b[k] as usize / 3 == k / 3) {
        random.shuffle(&mut b);
    }
    let mut c = [0; 9];
    for (row, &left) in beside([a, &b]).iter().enumerate() {
        let mut digits: [u8; 3] = [0; 3];
        Digit::all()
            .filter(|digit| left >> digit.index() & 1 != 0)
            .zip(&mut digits)
            .for_each(|(d, to)| *to = d.index() as u8);
        random.shuffle(&mut digits);
        c[3 * row..3 * row + 3].copy_from_slice(&digits);
    }
    [b, c]
}

fn transposed(block: &GridBlock) -> GridBlock {
    std::array::from_fn(|k| block[3 * (k % 3) + k / 3])
}

/// Returns, for each row, the digits missing from that row of both blocks, as masks.
fn beside(blocks: [&GridBlock; 2]) -> [u16; 3] {
    std::array::from_fn(|row| {
        let taken = |block: &GridBlock| (3 * row..3 * row + 3).fold(0, |set, k| set | 1 << block[k]);
        0x1ff & !blocks.into_iter().fold(0, |set, block| set | taken(block))
    })
}

/// Returns, for each column, the digits missing from that column of both blocks, as masks.
fn below(blocks: [&GridBlock; 2]) -> [u16; 3] {
    let [first, second] = blocks.map(transposed);
    beside([&first, &second])
}

/// Lists the blocks with digits of these sets in their rows and columns.
fn fills(rows: [u16; 3], columns: [u16; 3]) -> Vec<GridBlock> {
    fn fill(at: usize, left: u16, block: &mut GridBlock, allowed: &[u16; 9], into: &mut Vec<GridBlock>) {
        if at == 9 {
            into.push(*block);
            return;
        }
        let mut digits = allowed[at] & left;
        while digits != 0 {
            block[at] = digits.trailing_zeros() as u8;
            fill(at + 1, left & !(digits & digits.wrapping_neg()), block, allowed, into);
            digits &= digits - 1;
        }
    }
    let mut into = Vec::new();
    fill(0, 0x1ff, &mut [0; 9], &std::array::from_fn(|k| rows[k / 3] & columns[k % 3]), &mut into);
    into
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoscope_engine::grid::Grid;

    #[test]
    fn grids_are_full() {
        let mut random = Random::of(3, 0);
        let grids = (0..3000).filter_map(|_| uniform_grid(&mut random)).map(|(grid, _)| grid);
        let grids: Vec<_> = grids.collect();
        assert!(grids.iter().all(|planes| Grid::from_clues(planes).is_solved()));
        assert!(grids.len() > 300);
    }

    /// The mean weight times the number of first blocks, bands and stacks equals the number of grids.
    #[test]
    fn the_mean_weight_counts_all_grids() {
        const GRIDS: f64 = 6_670_903_752_021_072_936_960.0;
        let frames = 362_880.0 * 2_612_736_f64.powi(2);
        let draws = 40_000;
        let mut random = Random::of(4, 0);
        let weight = |_| weighted_grid(&mut random).map_or(0, |(_, weight)| weight);
        let mean = (0..draws).map(weight).sum::<u64>() as f64 / draws as f64;
        assert!((mean / (GRIDS / frames) - 1.0).abs() < 0.03, "{mean}");
    }
}

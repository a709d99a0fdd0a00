//! Locked sets in a block and a line that cross: locked pairs and triples, Sue de Coq.
//!
//! ```text
//!   b b ·            b: the rest of the block, or none
//!   x x · │ l · l    x: cells of the crossing, l: cells of the rest of the line, or none
//!   · b · │          in all as many digits as cells, none of them in both b and l
//! ```
//!
//! So each digit is in these cells exactly once, and is eliminated from cells that see all its places there.

use crate::budget::Within;
use crate::evidence::{Evidence, Hall};
use crate::grid::halls::SIZE;
use crate::grid::mask::Mask;
use crate::grid::{Candidates, Cells, Digit, Grid, House, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Cells, with the digits that they may hold.
#[derive(Clone, Copy)]
struct CellsOfDigits {
    cells: Cells,
    digits: u16,
}

/// A block and a line, with the digits of undecided cells.
struct Intersection<'a> {
    grid: &'a Grid,
    digits: &'a [u16; 81],
    block: House,
    line: House,
}

/// Digits of each undecided cell.
struct Held([u16; 81]);

impl Held {
    fn of(grid: &Grid) -> Held {
        let mut held = [0; 81];
        for digit in Digit::all() {
            grid.open_plane(digit).for_each(|cell| held[cell] |= digit.bit());
        }
        Held(held)
    }
}

/// For each of three rules, the undecided places of each digit at its last search, and a bit for each
/// crossing in which it found nothing then.
#[derive(Clone, Copy, Default)]
struct Barren([([Cells; 9], u64); 3]);

/// Searches the crossings that have changed since a rule, by its number, found nothing in them. `look`
/// returns whether it found something, which depends only on the cells of the block and the line.
fn each(rule: usize, state: &mut State, mut look: impl FnMut(Intersection) -> bool) {
    let Barren(mut all) = *state.keep().1;
    let (grid, Held(digits)) = state.remember(Held::of);
    let (known, barren) = &mut all[rule];
    let now = std::array::from_fn(|digit| grid.open_plane(Digit::new(digit)));
    let changed = known.iter().zip(now).fold(Cells::EMPTY, |all, (&known, now)| all | known ^ now);
    *known = now;
    for number in 0..9 {
        let block = House::block(number);
        for k in 0..6 {
            let line = match k / 3 {
                0 => House::row(number / 3 * 3 + k),
                _ => House::column(number % 3 * 3 + k - 3),
            };
            let bit = 1 << (6 * number + k);
            if *barren & bit != 0 && !changed.intersects(block.cells() | line.cells()) {
                continue;
            }
            match look(Intersection { grid, digits, block, line }) {
                true => *barren &= !bit,
                false => *barren |= bit,
            }
        }
    }
    *state.keep().1 = Barren(all);
}

/// Finds `size` cells of the crossing with `size` digits. Both houses must lose something; otherwise the
/// cells are a naked set of one house.
pub(in super::super) fn in_crossing(size: usize, state: &mut State, found: &mut Findings) -> Within {
    each(size - 2, state, |crossing| {
        let mut any = false;
        let [block, line] = [crossing.block, crossing.line].map(|house| house.cells());
        let cells = (block & line) - crossing.grid.placed();
        if cells.len() < size {
            return false;
        }
        for part in crossing.parts(cells) {
            let is_set = part.cells.len() == size && part.digits.size() == size;
            let loses =
                |rest| Digit::in_mask(part.digits).any(|it| crossing.grid.open_plane(it).intersects(rest));
            if is_set && loses(block - line) && loses(line - block) {
                crossing.conclude(part, 0, found);
                any = true;
            }
        }
        any
    });
    Ok(())
}

/// Finds cells of the crossing with at least two digits too many, together with cells in the rest of the line
/// and of the block that share these digits.
pub(in super::super) fn sue_de_coq(state: &mut State, _: u8, found: &mut Findings) -> Within {
    each(2, state, |crossing| crossing.sue_de_coq(found));
    Ok(())
}

/// Returns by how much the cells of a part outnumber its digits that are not among `digits`.
fn gain(part: &CellsOfDigits, digits: u16) -> usize {
    part.cells.len().saturating_sub(usize::from(SIZE[usize::from(part.digits & !digits)]))
}

impl Intersection<'_> {
    /// Lists the sets of undecided cells among these.
    fn parts(&self, among: Cells) -> Vec<CellsOfDigits> {
        let mut parts = vec![CellsOfDigits { cells: Cells::EMPTY, digits: 0 }];
        for cell in among - self.grid.placed() {
            let with = |part: &CellsOfDigits| {
                let cells = part.cells | Cells::of(cell);
                CellsOfDigits { cells, digits: part.digits | self.digits[cell] }
            };
            parts.extend_from_within(..);
            let half = parts.len() / 2;
            parts[half..].iter_mut().for_each(|part| *part = with(part));
        }
        parts
    }

    /// Searches this crossing; returns whether something was found.
    fn sue_de_coq(&self, found: &mut Findings) -> bool {
        let mut any = false;
        let (block, line) = (self.block.cells(), self.line.cells());
        let in_crossing = self.parts(block & line);
        let lacks = |part: &CellsOfDigits| (part.digits.size()).saturating_sub(part.cells.len());
        let is_open = |part: &&CellsOfDigits| part.cells.len() > 1 && lacks(part) > 1;
        if !in_crossing.iter().any(|part| is_open(&part)) {
            return false;
        }
        // In most crossings no cells in the rest of the line, or of the block, help even with all digits of
        // the crossing.
        let all = in_crossing.iter().fold(0, |all, part| all | part.digits);
        let that_help = |rest| {
            let mut parts = self.parts(rest);
            parts.retain(|part| gain(part, all) > 0);
            parts
        };
        let in_line = that_help(line - block);
        if in_line.is_empty() {
            return false;
        }
        let in_block = that_help(block - line);
        for part in in_crossing.iter().filter(is_open) {
            let helps = |other: &&CellsOfDigits| gain(other, part.digits) > 0;
            let in_block: Vec<&CellsOfDigits> = in_block.iter().filter(helps).collect();
            for of_line in in_line.iter().filter(helps) {
                let missing = lacks(part).saturating_sub(gain(of_line, part.digits));
                for of_block in &in_block {
                    let fits = gain(of_block, part.digits) == missing;
                    if missing > 0 && fits && of_line.digits & of_block.digits == 0 {
                        let cells = part.cells | of_line.cells | of_block.cells;
                        let digits = part.digits | of_line.digits | of_block.digits;
                        let all = CellsOfDigits { cells, digits };
                        self.conclude(all, of_line.digits, found);
                        any = true;
                    }
                }
            }
        }
        any
    }

    /// Eliminates by as many digits as cells: the digits `of_line` are confined to the line, the others to
    /// the block.
    fn conclude(&self, CellsOfDigits { cells, digits }: CellsOfDigits, of_line: u16, found: &mut Findings) {
        let mut targets = Candidates::EMPTY;
        for digit in Digit::in_mask(digits) {
            let plane = self.grid.open_plane(digit);
            let seen = (plane & cells).fold(plane, |seen, cell| seen & cell.peers());
            targets.0[digit] = seen;
        }
        found.eliminate(&targets, || {
            let house = |digit: Digit| if of_line & digit.bit() != 0 { self.line } else { self.block };
            let sets = Digit::in_mask(digits).map(|digit| Variable::In(house(digit), digit));
            let variables = cells.map(Variable::Cell).collect();
            Evidence::LockedSet(Hall { variables, transversals: sets.collect() })
        });
    }
}

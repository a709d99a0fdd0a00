//! Locked sets of the cells of a block and a line that cross: locked pairs and triples, Sue de Coq.
//!
//! ```text
//!   b b ·            b: the rest of the block, or none
//!   x x · │ l · l    x: cells of the crossing, l: cells of the rest of the line, or none
//!   · b · │          in all as many digits as cells, none of them in both b and l
//! ```
//!
//! So each digit is in these cells once: gone is what sees all its places there.

use crate::budget::Within;
use crate::evidence::{Evidence, Hall};
use crate::grid::halls::SIZE;
use crate::grid::{Candidates, Cells, Grid, HOUSES, PEERS, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;

/// Cells, and the digits that they may hold.
#[derive(Clone, Copy)]
struct CellsOfDigits {
    cells: Cells,
    digits: u16,
}

/// A block and a line, and what the undecided cells may hold.
struct Intersection<'a> {
    grid: &'a Grid,
    digits: &'a [u16; 81],
    block: usize,
    line: usize,
}

/// What each undecided cell may hold.
struct Held([u16; 81]);

impl Held {
    fn of(grid: &Grid) -> Held {
        let mut held = [0; 81];
        for digit in 0..9 {
            grid.open_plane(digit).for_each(|cell| held[cell] |= 1 << digit);
        }
        Held(held)
    }
}

/// Of three rules the undecided places of each digit when it looked last, and a bit for each crossing in
/// which it found nothing then.
#[derive(Clone, Copy, Default)]
struct Barren([([Cells; 9], u64); 3]);

/// Looks at the crossings that are not as they were when a rule, by its number, found nothing there. `look`
/// returns whether it found something; that depends on the cells of the block and the line only.
fn each(rule: usize, state: &mut State, mut look: impl FnMut(Intersection) -> bool) {
    let Barren(mut all) = *state.keep().1;
    let (grid, Held(digits)) = state.remember(Held::of);
    let (known, barren) = &mut all[rule];
    let now = std::array::from_fn(|digit| grid.open_plane(digit));
    let changed = known.iter().zip(now).fold(Cells::EMPTY, |all, (&known, now)| all | known ^ now);
    *known = now;
    for block in 18..27 {
        for k in 0..6 {
            let line = match k / 3 {
                0 => (block - 18) / 3 * 3 + k,
                _ => 9 + block % 3 * 3 + k - 3,
            };
            let bit = 1 << (6 * (block - 18) + k);
            if *barren & bit != 0 && !changed.intersects(HOUSES[block] | HOUSES[line]) {
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

/// As many cells of the crossing with as many digits. Both houses lose something; otherwise it is a naked set
/// of one of them.
pub(in super::super) fn in_crossing(size: usize, state: &mut State, found: &mut Findings) -> Within {
    each(size - 2, state, |crossing| {
        let mut any = false;
        let [block, line] = [crossing.block, crossing.line].map(|house| HOUSES[house]);
        let cells = (block & line) - crossing.grid.placed();
        if cells.len() < size {
            return false;
        }
        for part in crossing.parts(cells) {
            let is_set = part.cells.len() == size && part.digits.count_ones() as usize == size;
            let loses = |rest| bits(part.digits).any(|it| crossing.grid.open_plane(it).intersects(rest));
            if is_set && loses(block - line) && loses(line - block) {
                crossing.conclude(part, 0, found);
                any = true;
            }
        }
        any
    });
    Ok(())
}

/// Cells of the crossing that lack two digits or more, which cells of the rest of the line and of the block
/// have.
pub(in super::super) fn sue_de_coq(state: &mut State, _: u8, found: &mut Findings) -> Within {
    each(2, state, |crossing| crossing.sue_de_coq(found));
    Ok(())
}

/// How many cells a part has more than digits that are none of these.
fn gain(part: &CellsOfDigits, digits: u16) -> usize {
    part.cells.len().saturating_sub(usize::from(SIZE[usize::from(part.digits & !digits)]))
}

impl Intersection<'_> {
    /// The sets of undecided cells among these.
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

    /// Whether there is one.
    fn sue_de_coq(&self, found: &mut Findings) -> bool {
        let mut any = false;
        let (block, line) = (HOUSES[self.block], HOUSES[self.line]);
        let in_crossing = self.parts(block & line);
        let lacks =
            |part: &CellsOfDigits| (part.digits.count_ones() as usize).saturating_sub(part.cells.len());
        let is_open = |part: &&CellsOfDigits| part.cells.len() > 1 && lacks(part) > 1;
        if !in_crossing.iter().any(|part| is_open(&part)) {
            return false;
        }
        // Most crossings have nothing in the line, or in the block, that helps even with all their digits.
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

    /// As many digits as cells. Those of the line are confined to it, the others to the block.
    fn conclude(&self, CellsOfDigits { cells, digits }: CellsOfDigits, of_line: u16, found: &mut Findings) {
        let mut targets = Candidates::EMPTY;
        for digit in bits(digits) {
            let plane = self.grid.open_plane(digit);
            let seen = (plane & cells).fold(plane, |seen, cell| seen & PEERS[cell]);
            targets.0[digit] = seen;
        }
        found.eliminate(&targets, || {
            let house = |digit| if of_line >> digit & 1 != 0 { self.line } else { self.block };
            let sets = bits(digits).map(|digit| Variable::of_house(house(digit), digit));
            let variables = cells.map(|cell| Variable::Cell(cell as u8)).collect();
            Evidence::LockedSet(Hall { variables, transversals: sets.collect() })
        });
    }
}

//! Fish: basic, finned and sashimi, and Franken.

use super::board::{Board, of_digit, seen_by_all};
use super::memory::{ByDigit, Known};
use super::settings::Reach;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Cells, HOUSES, PEERS, column_of, houses_of, row_of};

/// Which fish are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub size: usize,
    pub technique: Technique,
    /// Of a fish with fins, whether some base house has but one place beside them.
    pub fins: Option<bool>,
    /// Whether blocks are base or cover houses, too.
    pub is_franken: bool,
}

/// The first fish of each digit, by kind: with blocks or without, with fins or without, by size. The second
/// one is sashimi, of those of lines with fins.
#[derive(Default)]
pub struct Memory([[[ByDigit<[Known; 2]>; 3]; 2]; 2]);

impl Memory {
    /// These digits have changed.
    pub fn forget(&mut self, digits: u64) {
        self.0.iter_mut().flatten().flatten().for_each(|of_kind| of_kind.forget(digits));
    }
}

/// The first fish of a kind, digit by digit, rows as base before columns.
pub fn fish(board: &Board, kind: Kind, reach: &Reach, memory: &mut Memory) -> Option<Step> {
    let has_fins = usize::from(kind.fins.is_some());
    let memory = &mut memory.0[usize::from(kind.is_franken)][has_fins][kind.size - 2];
    let at = usize::from(kind.fins == Some(true));
    (0..9).find_map(|digit| {
        memory.get(digit, || of_one_digit(board, kind, reach, digit))[at].as_deref().cloned()
    })
}

fn of_one_digit(board: &Board, kind: Kind, reach: &Reach, digit: usize) -> [Known; 2] {
    let plane = board.plane(digit);
    let mut found = [None, None];
    for lines in [0, 9] {
        let blocks = if kind.is_franken { 18..27 } else { 0..0 };
        let has = |house: &usize| HOUSES[*house].intersects(plane);
        let few = |house: &usize| kind.fins.is_some() || board.count(*house, digit) <= kind.size;
        let base: Vec<usize> = (lines..lines + 9).chain(blocks.clone()).filter(has).filter(few).collect();
        // Lines that hold all places leave none to remove.
        let has_others = kind.is_franken || (lines..lines + 9).filter(has).count() > kind.size;
        if has_others && base.len() >= kind.size {
            let cover: Vec<usize> = (9 - lines..18 - lines).chain(blocks).filter(has).collect();
            let cover_mask = cover.iter().fold(0, |all, house| all | 1 << house);
            let unions = unions(plane, lines);
            let mut search = Search { digit, plane, kind, reach, unions, base, cover, cover_mask, found };
            search.extend_base(0, &mut Vec::new(), Cells::EMPTY, Cells::EMPTY);
            found = search.found;
        }
    }
    found
}

/// The places of some lines of each band, a bit for each line across: of those whose bits are in the index.
fn unions(plane: Cells, lines: usize) -> [[u16; 8]; 3] {
    let mut masks = [0u16; 9];
    for cell in plane {
        let (row, column) = (row_of(cell), column_of(cell));
        let (line, across) = if lines == 0 { (row, column) } else { (column, row) };
        masks[line] |= 1 << across;
    }
    let union = |band: usize, some: usize| {
        (0..3).filter(|at| some >> at & 1 != 0).fold(0, |all, at| all | masks[3 * band + at])
    };
    std::array::from_fn(|band| std::array::from_fn(|some| union(band, some)))
}

struct Search<'a> {
    digit: usize,
    plane: Cells,
    kind: Kind,
    reach: &'a Reach,
    /// Of the lines in the direction of the base.
    unions: [[u16; 8]; 3],
    base: Vec<usize>,
    cover: Vec<usize>,
    /// A bit for each cover house.
    cover_mask: u32,
    found: [Known; 2],
}

impl Search<'_> {
    /// Whether all that is asked has been found.
    fn is_done(&self) -> bool {
        let has_two = self.kind.fins.is_some() && !self.kind.is_franken;
        self.found[0].is_some() && (self.found[1].is_some() || !has_two)
    }

    fn extend_base(&mut self, from: usize, chosen: &mut Vec<usize>, cells: Cells, endo: Cells) {
        if chosen.len() == self.kind.size {
            return self.covered(chosen, cells, endo);
        }
        let left = self.kind.size - chosen.len();
        for at in from..(self.base.len() + 1).saturating_sub(left) {
            let house = HOUSES[self.base[at]] & self.plane;
            let overlap = house & cells;
            let most = if self.kind.fins.is_some() { self.reach.endo_fins } else { 0 };
            if !overlap.is_empty() && endo.len() + overlap.len() > most {
                continue;
            }
            chosen.push(self.base[at]);
            self.extend_base(at + 1, chosen, cells | house, endo | overlap);
            chosen.pop();
            if self.is_done() {
                return;
            }
        }
    }

    /// The first cover of a base that removes something.
    fn covered(&mut self, base: &[usize], cells: Cells, endo: Cells) {
        if !self.kind.is_franken && !self.lines_can_remove(base) {
            return;
        }
        let free = self.cover_mask & !base.iter().fold(0, |all, house| all | 1 << house);
        let rest = Rest {
            base: cells,
            left: cells - endo,
            seen: self.plane & seen_by_all(endo),
            fins: if self.kind.fins.is_some() { self.reach.fins } else { 0 },
            chosen: 0,
            free,
            size: self.kind.size,
        };
        if rest.can_remove() {
            let fits = |house: &usize| HOUSES[*house].intersects(cells) && !base.contains(house);
            let houses: Vec<usize> = self.cover.iter().copied().filter(fits).collect();
            let cover = Cover { base, cells, endo, houses };
            self.extend_cover(&cover, rest, 0, &mut Vec::new(), Cells::EMPTY, Cells::EMPTY);
        }
    }

    /// Whether lines can be a fish. A cell that sees fins and is in none of the lines is in the block of all
    /// of these: all places outside of some block are to be in as many lines across.
    fn lines_can_remove(&self, base: &[usize]) -> bool {
        let lines = base.iter().fold(0, |all, house| all | 1usize << (house % 9));
        let of_base: [u16; 3] = std::array::from_fn(|band| self.unions[band][lines >> (3 * band) & 7]);
        let can_cover = |mask: u16| mask.count_ones() as usize <= self.kind.size;
        if self.kind.fins.is_none() {
            return can_cover(of_base[0] | of_base[1] | of_base[2]);
        }
        (0..3).any(|band| {
            let far = of_base[(band + 1) % 3] | of_base[(band + 2) % 3];
            let others = self.unions[band][!lines >> (3 * band) & 7];
            can_cover(far)
                && [0o7, 0o70, 0o700].into_iter().any(|block| {
                    let has_fins_and_target = of_base[band] & block != 0 && others & block != 0;
                    has_fins_and_target && can_cover(far | of_base[band] & !block)
                })
        })
    }

    fn extend_cover(
        &mut self, cover: &Cover, rest: Rest, from: usize, chosen: &mut Vec<usize>, covered: Cells,
        twice: Cells,
    ) {
        if chosen.len() == self.kind.size {
            return self.step(cover, chosen, covered, twice);
        }
        for at in from..cover.houses.len() {
            let number = cover.houses[at];
            let house = HOUSES[number] & self.plane;
            let mut rest = rest.cover(number);
            rest.free &= !0 << number;
            if !rest.can_remove() {
                continue;
            }
            chosen.push(number);
            self.extend_cover(cover, rest, at + 1, chosen, covered | house, twice | covered & house);
            chosen.pop();
            if self.is_done() {
                return;
            }
        }
    }

    fn step(&mut self, cover: &Cover, chosen: &[usize], covered: Cells, twice: Cells) {
        let fins = (cover.cells - covered) | cover.endo;
        let (seen, at) = match self.kind.fins {
            None if fins.is_empty() => (Cells::ALL, 0),
            Some(_) if (1..=self.reach.fins).contains(&fins.len()) => {
                let is_sashimi = !self.kind.is_franken && self.is_sashimi(cover.base, fins);
                (seen_by_all(fins), usize::from(is_sashimi))
            }
            _ => return,
        };
        if self.found[at].is_some() {
            return;
        }
        let gone = [covered - cover.cells, twice].map(|cells| of_digit(self.digit, cells & seen));
        let houses = |all: &[usize]| all.iter().map(|&house| house as u8).collect();
        let why =
            || Why::Fish { digit: self.digit as u8, base: houses(cover.base), cover: houses(chosen), fins };
        let name = self.name(cover.base, chosen, fins);
        self.found[at] = Step::remove(name, gone.into_iter().flatten(), why).map(Box::new);
    }

    /// Whether some base house has no more than one place beside the fins.
    fn is_sashimi(&self, base: &[usize], fins: Cells) -> bool {
        base.iter().any(|&house| ((HOUSES[house] & self.plane) - fins).len() <= 1)
    }

    /// What a fish is called: it is of a kind of its own, whatever was asked.
    fn name(&self, base: &[usize], cover: &[usize], fins: Cells) -> Technique {
        let has_blocks = |houses: &[usize]| houses.iter().any(|&house| house >= 18);
        let is_of_blocks = |houses: &[usize]| houses.iter().all(|&house| house >= 18);
        let (size, has_fins) = (base.len() - 2, usize::from(!fins.is_empty()));
        if !has_blocks(base) && !has_blocks(cover) {
            use Technique::*;
            if self.is_sashimi(base, fins) {
                return [SashimiXWing, SashimiSwordfish, SashimiJellyfish][size];
            }
            return [[XWing, FinnedXWing], [Swordfish, FinnedSwordfish], [Jellyfish, FinnedJellyfish]][size]
                [has_fins];
        }
        use Technique::*;
        if is_of_blocks(base) || is_of_blocks(cover) {
            return [[MutantXWing, FinnedMutantXWing], [MutantSwordfish, FinnedMutantSwordfish]][size]
                [has_fins];
        }
        [[FrankenXWing, FinnedFrankenXWing], [FrankenSwordfish, FinnedFrankenSwordfish]][size][has_fins]
    }
}

/// A base, and the houses that may cover it.
struct Cover<'a> {
    base: &'a [usize],
    cells: Cells,
    endo: Cells,
    houses: Vec<usize>,
}

/// What is left to do for a cover.
#[derive(Clone, Copy)]
struct Rest {
    base: Cells,
    /// What is to be covered or a fin.
    left: Cells,
    /// The cells that see all fins, and the most fins that there may still be.
    seen: Cells,
    fins: usize,
    /// Bits for the houses of the cover, and for those that may come to it; how many come.
    chosen: u32,
    free: u32,
    size: usize,
}

impl Rest {
    fn cover(self, house: usize) -> Rest {
        let bit = 1 << house;
        let left = self.left - HOUSES[house];
        Rest { left, chosen: self.chosen | bit, free: self.free & !bit, size: self.size - 1, ..self }
    }

    fn leave(self, fin: usize) -> Rest {
        let (left, seen) = (self.left - Cells::of(fin), self.seen & PEERS[fin]);
        Rest { left, seen, fins: self.fins - 1, ..self }
    }

    /// Whether some cover may remove something.
    fn can_remove(self) -> bool {
        let Some(first) = self.left.first() else {
            return self.seen.into_iter().any(|cell| self.reaches(cell));
        };
        let is_free = |house: &usize| self.free >> house & 1 != 0;
        self.size > 0
            && houses_of(first).iter().filter(|house| is_free(house)).any(|&h| self.cover(h).can_remove())
            || self.fins > 0 && !self.seen.is_empty() && self.leave(first).can_remove()
    }

    /// Whether a cell may be in the cover, twice if it is in the base.
    fn reaches(self, cell: usize) -> bool {
        let houses = houses_of(cell).iter().fold(0u32, |all, house| all | 1 << house);
        let (has, free) = ((houses & self.chosen).count_ones(), (houses & self.free).count_ones());
        let needs = if self.base.contains(cell) { 2 } else { 1 };
        has >= needs || has + free >= needs && (needs - has) as usize <= self.size
    }
}

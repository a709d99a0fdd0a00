//! Fish: basic, finned and sashimi, and Franken.

use super::board::{Board, len, of_digit, seen_by_all};
use super::memory::{ByDigit, Known};
use super::settings::Reach;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::{Cells, HOUSES, PEERS, column_of, houses_of, members, row_of};

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

/// What is known of each digit.
#[derive(Default)]
pub struct Memory {
    /// The first fish by kind: with blocks or without, with fins or without, by size. The second one is
    /// sashimi, of those of lines with fins.
    found: [[[ByDigit<[Known; 2]>; 3]; 2]; 2],
    places: ByDigit<Places>,
}

/// The places of a digit in rows and in columns: a bit for each line across.
type Places = [[u16; 9]; 2];

impl Memory {
    /// These digits have changed.
    pub fn forget(&mut self, digits: u64) {
        self.found.iter_mut().flatten().flatten().for_each(|of_kind| of_kind.forget(digits));
        self.places.forget(digits);
    }
}

/// The first fish of a kind, digit by digit, rows as base before columns.
pub fn fish(board: &Board, kind: Kind, reach: &Reach, memory: &mut Memory) -> Option<Step> {
    let has_fins = usize::from(kind.fins.is_some());
    let found = &mut memory.found[usize::from(kind.is_franken)][has_fins][kind.size - 2];
    let at = usize::from(kind.fins == Some(true));
    (0..9).find_map(|digit| {
        let places = memory.places.get(digit, || places(board.plane(digit)));
        found.get(digit, || of_one_digit(board, kind, reach, digit, places))[at].as_deref().cloned()
    })
}

fn places(plane: Cells) -> Places {
    let mut places = [[0; 9]; 2];
    plane.for_each(|cell| {
        let (row, column) = (row_of(cell), column_of(cell));
        places[0][row] |= 1 << column;
        places[1][column] |= 1 << row;
    });
    places
}

fn of_one_digit(board: &Board, kind: Kind, reach: &Reach, digit: usize, places: &Places) -> [Known; 2] {
    let plane = board.plane(digit);
    let mut found = [None, None];
    for (lines, places) in [0, 9].into_iter().zip(places) {
        let (base, cover) = houses(board, kind, digit, lines);
        let mut search = Search { digit, plane, kind, reach, lines, places, base, cover, found };
        if kind.is_franken {
            search.extend_base(0, Cells::EMPTY, Cells::EMPTY, plane);
        } else if places.iter().filter(|&&mask| mask != 0).count() > kind.size {
            // Lines that hold all places leave none to remove.
            search.extend_lines(0, [0; 3]);
        }
        found = search.found;
    }
    found
}

/// The houses that may be of the base or of the cover, a bit each.
fn houses(board: &Board, kind: Kind, digit: usize, lines: usize) -> (u32, u32) {
    let blocks = if kind.is_franken { 0o777 << 18 } else { 0 };
    let has = |house: &usize| HOUSES[*house].intersects(board.plane(digit));
    let few = |house: &usize| kind.fins.is_some() || board.count(*house, digit) <= kind.size;
    let houses = |lines: usize| members(0o777 << lines | blocks).filter(has);
    let mask = |mask: u32, house: usize| mask | 1 << house;
    (houses(lines).filter(few).fold(0, mask), houses(9 - lines).fold(0, mask))
}

struct Search<'a> {
    digit: usize,
    plane: Cells,
    kind: Kind,
    reach: &'a Reach,
    /// The first line in the direction of the base, and the places of these lines.
    lines: usize,
    places: &'a [u16; 9],
    /// A bit for each house that may be one of the base or of the cover.
    base: u32,
    cover: u32,
    found: [Known; 2],
}

impl Search<'_> {
    /// Whether all that is asked has been found.
    fn is_done(&self) -> bool {
        let has_two = self.kind.fins.is_some() && !self.kind.is_franken;
        self.found[0].is_some() && (self.found[1].is_some() || !has_two)
    }

    /// Goes on from some houses; `targets` are the places that a base with these may remove.
    fn extend_base(&mut self, chosen: u32, cells: Cells, endo: Cells, targets: Cells) {
        if chosen.count_ones() as usize == self.kind.size {
            return self.covered(chosen, cells, endo, targets);
        }
        for number in self.behind(chosen) {
            let house = HOUSES[number] & self.plane;
            let overlap = house & cells;
            let most = if self.kind.fins.is_some() { self.reach.endo_fins } else { 0 };
            if !overlap.is_empty() && endo.len() + overlap.len() > most {
                continue;
            }
            let (chosen, cells) = (chosen | 1 << number, cells | house);
            let targets = overlap.fold(targets, |left, fin| left & PEERS[fin]);
            let targets = self.in_reach(chosen, cells, targets);
            if !targets.is_empty() {
                self.extend_base(chosen, cells, endo | overlap, targets);
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// The houses of a base behind the last one that is chosen.
    fn behind(&self, chosen: u32) -> impl Iterator<Item = usize> + use<> {
        let last = u32::BITS - chosen.leading_zeros();
        members(u64::from(self.base) >> last << last)
    }

    /// Which of these a Franken fish with fins may remove whose base has these houses. A place sees all fins.
    /// So what it does not see is to be in the cover, beside one house of the place, or two if it is in the
    /// base. Most bases have no such place, and no cover of theirs is looked for. (To ask houses one by one
    /// before sets of them brings nothing.)
    fn in_reach(&self, base: u32, cells: Cells, targets: Cells) -> Cells {
        if !self.kind.is_franken || self.kind.fins.is_none() {
            return targets;
        }
        let free = self.cover & !base;
        let is_in_reach = |&target: &usize| {
            let own = if cells.contains(target) { 2 } else { 1 };
            let houses = houses_of(target).iter().filter(|&house| free >> house & 1 != 0).count();
            houses >= own && can_cover(cells - PEERS[target] - Cells::of(target), free, self.kind.size - own)
        };
        targets.filter(is_in_reach).collect()
    }

    /// The first cover of a base that removes something.
    fn covered(&mut self, base: u32, cells: Cells, endo: Cells, targets: Cells) {
        let free = self.cover & !base;
        let rest = Rest {
            base: cells,
            left: cells - endo,
            seen: targets & seen_by_all(endo),
            fins: if self.kind.fins.is_some() { self.reach.fins } else { 0 },
            chosen: 0,
            free,
            size: self.kind.size,
        };
        if rest.can_remove() {
            let fits = |house: &usize| HOUSES[*house].intersects(cells);
            let houses: Vec<usize> = members(free.into()).filter(fits).collect();
            let base: Vec<usize> = members(base.into()).collect();
            let cover = Cover { base: &base, cells, endo, houses };
            self.extend_cover(&cover, rest, 0, &mut Vec::new(), Cells::EMPTY, Cells::EMPTY);
        }
    }

    /// As [`Self::extend_base`], of lines. `across` are the lines across with places in the chosen ones of
    /// each band. (To ask block by block, not band by band, leaves 1 % fewer sets of lines and takes longer.)
    fn extend_lines(&mut self, chosen: u32, across: [u16; 3]) {
        if chosen.count_ones() as usize == self.kind.size {
            if self.lines_can_remove(chosen, across) {
                let cells = members(chosen.into()).fold(Cells::EMPTY, |all, house| all | HOUSES[house]);
                self.covered(chosen, cells & self.plane, Cells::EMPTY, self.plane);
            }
            return;
        }
        for house in self.behind(chosen) {
            let line = house - self.lines;
            let mut across = across;
            across[line / 3] |= self.places[line];
            if (0..3).any(|band| self.can_cover(self.far(across, band))) {
                self.extend_lines(chosen | 1 << house, across);
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// What is to be in the cover if the fins are in this band.
    fn far(&self, across: [u16; 3], band: usize) -> u16 {
        let far = across[(band + 1) % 3] | across[(band + 2) % 3];
        if self.kind.fins.is_some() { far } else { far | across[band] }
    }

    fn can_cover(&self, across: u16) -> bool {
        len(across) <= self.kind.size
    }

    /// Whether lines can be a fish. A place that sees the fins and is in none of the lines is in the block of
    /// all fins: all places outside of it are to be in as many lines across.
    fn lines_can_remove(&self, base: u32, across: [u16; 3]) -> bool {
        let others = |band: usize| {
            let lines = (3 * band..3 * band + 3).filter(|line| base >> (self.lines + line) & 1 == 0);
            lines.fold(0, |all, line| all | self.places[line])
        };
        if self.kind.fins.is_none() {
            let cover = self.far(across, 0);
            return len(cover) == self.kind.size && (0..3).any(|band| others(band) & cover != 0);
        }
        (0..3).any(|band| {
            let (far, others) = (self.far(across, band), others(band));
            self.can_cover(far)
                && [0o7, 0o70, 0o700].into_iter().any(|block| {
                    let cover = far | across[band] & !block;
                    // As many of the lines across with fins are in the cover, too, as it has left.
                    let fins = across[band] & block & !cover;
                    let targets = if len(cover) == self.kind.size { cover } else { cover | fins };
                    self.can_cover(cover) && !self.can_cover(cover | fins) && others & block & targets != 0
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

/// Whether this many of these houses, or fewer, hold all of these cells.
fn can_cover(left: Cells, free: u32, size: usize) -> bool {
    let Some(first) = left.first() else { return true };
    let is_free = |house: &usize| free >> house & 1 != 0;
    houses_of(first).into_iter().filter(is_free).any(|house| match size {
        0 => false,
        1 => left.is_subset(HOUSES[house]),
        _ => can_cover(left - HOUSES[house], free, size - 1),
    })
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

#[cfg(test)]
mod tests {
    use super::super::tests::states;
    use super::*;

    /// All bases of a kind, with their cells and those of two houses.
    fn bases(search: &Search, chosen: u32, cells: Cells, endo: Cells, all: &mut Vec<(u32, Cells, Cells)>) {
        if chosen.count_ones() as usize == search.kind.size {
            return all.push((chosen, cells, endo));
        }
        for house in search.behind(chosen) {
            let own = HOUSES[house] & search.plane;
            let more = endo | cells & own;
            if more.len() <= if search.kind.fins.is_some() { search.reach.endo_fins } else { 0 } {
                bases(search, chosen | 1 << house, cells | own, more, all);
            }
        }
    }

    /// A base that is passed over removes nothing by any cover.
    #[test]
    fn bases_that_are_passed_over_have_no_fish() {
        use Technique::*;
        let states = states(&[Swordfish, FinnedSwordfish, FinnedFrankenSwordfish]);
        assert_eq!(states.len(), 3);
        let (mut fish, mut passed_over) = ([0; 2], [0; 2]);
        for (board, digit) in states.iter().flat_map(|board| (0..9).map(move |digit| (board, digit))) {
            for (is_franken, fins) in [(false, None), (false, Some(false)), (true, Some(false))] {
                let kind = Kind { size: 3, technique: Swordfish, fins, is_franken };
                for (lines, places) in [0, 9].into_iter().zip(&places(board.plane(digit))) {
                    let (base, cover) = houses(board, kind, digit, lines);
                    let (plane, reach, found) = (board.plane(digit), &Reach::default(), [None, None]);
                    let mut search = Search { digit, plane, kind, reach, lines, places, base, cover, found };
                    let mut all = Vec::new();
                    bases(&search, 0, Cells::EMPTY, Cells::EMPTY, &mut all);
                    for (base, cells, endo) in all {
                        let is_passed_over = if is_franken {
                            search.in_reach(base, cells, plane & seen_by_all(endo)).is_empty()
                        } else {
                            let mut across = [0; 3];
                            for line in members(base.into()).map(|house| house - lines) {
                                across[line / 3] |= places[line];
                            }
                            !search.lines_can_remove(base, across)
                        };
                        search.covered(base, cells, endo, plane);
                        let has_fish = search.found.iter_mut().filter_map(Option::take).count() > 0;
                        assert!(!is_passed_over || !has_fish, "{digit} {kind:?} {base:b}");
                        fish[usize::from(is_franken)] += usize::from(has_fish);
                        passed_over[usize::from(is_franken)] += usize::from(is_passed_over);
                    }
                }
            }
        }
        assert!(fish.iter().all(|&count| count > 0), "{fish:?}");
        assert!(passed_over.iter().all(|&count| count > 1000), "{passed_over:?}");
    }
}

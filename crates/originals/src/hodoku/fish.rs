//! Fish: basic, finned and sashimi, and Franken.

use super::board::{Board, len, of_digit, seen_by_all};
use super::memory::{ByDigit, Known};
use super::settings::Reach;
use super::step::{Step, Why};
use crate::evidence::HodokuTechnique as Technique;
use crate::grid::mask::Mask;
use crate::grid::{Cell, Cells, Digit, House, HouseKind, members};

/// Kind of fish to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub size: usize,
    pub technique: Technique,
    /// Whether some base house has at most one place besides the fins; `None` for fish without fins.
    pub fins: Option<bool>,
    /// Whether blocks are also base or cover houses.
    pub is_franken: bool,
}

impl Kind {
    /// Returns the kind that a technique asks for; `None` if it asks for no fish, or for a kind that is not
    /// searched for.
    pub fn of(technique: Technique) -> Option<Kind> {
        use Technique::*;
        let (size, fins, is_franken) = match technique {
            XWing => (2, None, false),
            Swordfish => (3, None, false),
            Jellyfish => (4, None, false),
            FinnedXWing => (2, Some(false), false),
            SashimiXWing => (2, Some(true), false),
            FinnedSwordfish => (3, Some(false), false),
            SashimiSwordfish => (3, Some(true), false),
            FinnedJellyfish => (4, Some(false), false),
            SashimiJellyfish => (4, Some(true), false),
            FrankenXWing => (2, None, true),
            FrankenSwordfish => (3, None, true),
            FinnedFrankenXWing => (2, Some(false), true),
            FinnedFrankenSwordfish => (3, Some(false), true),
            _ => return None,
        };
        Some(Kind { size, technique, fins, is_franken })
    }
}

/// Results for each digit.
#[derive(Default)]
pub struct Memory {
    /// First fish by kind: without blocks or with, without fins or with, by size. For fish of lines with fins
    /// the second one is sashimi.
    found: [[[ByDigit<[Known; 2]>; 3]; 2]; 2],
    places: ByDigit<Places>,
}

/// Places of a digit in rows and in columns, one bit for each line across.
type Places = [[u16; 9]; 2];

impl Memory {
    /// Forgets the results for these digits, which have changed.
    pub fn forget(&mut self, digits: u64) {
        self.found.iter_mut().flatten().flatten().for_each(|of_kind| of_kind.forget(digits));
        self.places.forget(digits);
    }
}

/// Finds the first fish of a kind, digit by digit, with rows as base before columns.
pub fn fish(board: &Board, kind: Kind, reach: &Reach, memory: &mut Memory) -> Option<Step> {
    let has_fins = usize::from(kind.fins.is_some());
    let found = &mut memory.found[usize::from(kind.is_franken)][has_fins][kind.size - 2];
    let at = usize::from(kind.fins == Some(true));
    Digit::all().find_map(|digit| {
        let places = memory.places.get(digit, || places(board.plane(digit)));
        found.get(digit, || of_one_digit(board, kind, reach, digit, places))[at].as_deref().cloned()
    })
}

fn places(plane: Cells) -> Places {
    let mut places = [[0; 9]; 2];
    plane.for_each(|cell| {
        let (row, column) = (cell.row(), cell.column());
        places[0][row] |= 1 << column;
        places[1][column] |= 1 << row;
    });
    places
}

fn of_one_digit(board: &Board, kind: Kind, reach: &Reach, digit: Digit, places: &Places) -> [Known; 2] {
    let plane = board.plane(digit);
    let mut found = [None, None];
    for (lines, places) in [0, 9].into_iter().zip(places) {
        let (base, cover) = houses(board, kind, digit, lines);
        let mut search = Search { digit, plane, kind, reach, lines, places, base, cover, found };
        if kind.is_franken {
            search.extend_base(0, Cells::EMPTY, Cells::EMPTY, plane);
        } else if places.iter().filter(|&&mask| mask != 0).count() > kind.size {
            // A base of lines that holds all places leaves none to remove.
            search.extend_lines(0, [0; 3]);
        }
        found = search.found;
    }
    found
}

/// Returns the houses that may be in the base, and the houses that may be in the cover, with one bit for each
/// house.
fn houses(board: &Board, kind: Kind, digit: Digit, lines: usize) -> (u32, u32) {
    let blocks = if kind.is_franken { 0o777 << 18 } else { 0 };
    let has = |&house: &House| house.cells().intersects(board.plane(digit));
    let few = |&house: &House| kind.fins.is_some() || board.count(house, digit) <= kind.size;
    let houses = |lines: usize| members(0o777 << lines | blocks).map(House::new).filter(has);
    let mask = |mask: u32, house: House| mask | 1 << house.index();
    (houses(lines).filter(few).fold(0, mask), houses(9 - lines).fold(0, mask))
}

struct Search<'a> {
    digit: Digit,
    plane: Cells,
    kind: Kind,
    reach: &'a Reach,
    /// First line in the direction of the base, and the places of the lines in this direction.
    lines: usize,
    places: &'a [u16; 9],
    /// Houses that may be in the base, and in the cover, one bit each.
    base: u32,
    cover: u32,
    found: [Known; 2],
}

impl Search<'_> {
    /// Whether all fish that are asked for have been found.
    fn is_done(&self) -> bool {
        let has_two = self.kind.fins.is_some() && !self.kind.is_franken;
        self.found[0].is_some() && (self.found[1].is_some() || !has_two)
    }

    /// Extends a base by further houses; `targets` are the places that a base with the chosen houses may
    /// remove.
    fn extend_base(&mut self, chosen: u32, cells: Cells, endo: Cells, targets: Cells) {
        if chosen.size() == self.kind.size {
            return self.covered(chosen, cells, endo, targets);
        }
        for house in self.behind(chosen) {
            let places = house.cells() & self.plane;
            let overlap = places & cells;
            let most = if self.kind.fins.is_some() { self.reach.endo_fins } else { 0 };
            if !overlap.is_empty() && endo.len() + overlap.len() > most {
                continue;
            }
            let (chosen, cells) = (chosen | 1 << house.index(), cells | places);
            let targets = overlap.fold(targets, |left, fin| left & fin.peers());
            let targets = self.in_reach(chosen, cells, targets);
            if !targets.is_empty() {
                self.extend_base(chosen, cells, endo | overlap, targets);
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// Returns the base houses after the last chosen one.
    fn behind(&self, chosen: u32) -> impl Iterator<Item = House> + use<> {
        let last = u32::BITS - chosen.leading_zeros();
        members(u64::from(self.base) >> last << last).map(House::new)
    }

    /// Returns the targets that a Franken fish with fins may remove if its base has these houses. A target
    /// sees all fins; so the places it does not see must be in cover houses other than one house of the
    /// target, or other than two if the target is in the base. Most bases have no such target, and their
    /// covers are not searched for. (Testing single houses before sets of houses gains nothing.)
    fn in_reach(&self, base: u32, cells: Cells, targets: Cells) -> Cells {
        if !self.kind.is_franken || self.kind.fins.is_none() {
            return targets;
        }
        let free = self.cover & !base;
        let is_in_reach = |&target: &Cell| {
            let own = if cells.contains(target) { 2 } else { 1 };
            let houses = target.houses().iter().filter(|house| free >> house.index() & 1 != 0).count();
            houses >= own && can_cover(cells - target.peers() - Cells::of(target), free, self.kind.size - own)
        };
        targets.filter(is_in_reach).collect()
    }

    /// Finds the first cover of a base that removes something.
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
            let fits = |&house: &House| house.cells().intersects(cells);
            let houses: Vec<House> = members(free.into()).map(House::new).filter(fits).collect();
            let base: Vec<House> = members(base.into()).map(House::new).collect();
            let cover = Cover { base: &base, cells, endo, houses };
            self.extend_cover(&cover, rest, 0, &mut Vec::new(), Cells::EMPTY, Cells::EMPTY);
        }
    }

    /// Extends a base of lines. `across` are the lines across with places in the chosen lines of each band.
    /// (Testing block by block, not band by band, leaves 1 % fewer sets of lines and takes longer.)
    fn extend_lines(&mut self, chosen: u32, across: [u16; 3]) {
        if chosen.size() == self.kind.size {
            if self.lines_can_remove(chosen, across) {
                let houses = members(chosen.into()).map(House::new);
                let cells = houses.fold(Cells::EMPTY, |all, house| all | house.cells());
                self.covered(chosen, cells & self.plane, Cells::EMPTY, self.plane);
            }
            return;
        }
        for house in self.behind(chosen) {
            let line = house.index() - self.lines;
            let mut across = across;
            across[line / 3] |= self.places[line];
            if (0..3).any(|band| self.can_cover(self.far(across, band))) {
                self.extend_lines(chosen | 1 << house.index(), across);
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// Returns the lines across that must be in the cover if the fins are in this band.
    fn far(&self, across: [u16; 3], band: usize) -> u16 {
        let far = across[(band + 1) % 3] | across[(band + 2) % 3];
        if self.kind.fins.is_some() { far } else { far | across[band] }
    }

    fn can_cover(&self, across: u16) -> bool {
        len(across) <= self.kind.size
    }

    /// Whether lines can be the base of a fish. A place that sees the fins and is in none of the lines is in
    /// the block of all fins, so all places outside of this block must be in as many lines across.
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
                    // If the cover has room, lines across with fins fill it.
                    let fins = across[band] & block & !cover;
                    let targets = if len(cover) == self.kind.size { cover } else { cover | fins };
                    self.can_cover(cover) && !self.can_cover(cover | fins) && others & block & targets != 0
                })
        })
    }

    fn extend_cover(
        &mut self, cover: &Cover, rest: Rest, from: usize, chosen: &mut Vec<House>, covered: Cells,
        twice: Cells,
    ) {
        if chosen.len() == self.kind.size {
            return self.step(cover, chosen, covered, twice);
        }
        for at in from..cover.houses.len() {
            let house = cover.houses[at];
            let places = house.cells() & self.plane;
            let mut rest = rest.cover(house);
            rest.free &= !0 << house.index();
            if !rest.can_remove() {
                continue;
            }
            chosen.push(house);
            self.extend_cover(cover, rest, at + 1, chosen, covered | places, twice | covered & places);
            chosen.pop();
            if self.is_done() {
                return;
            }
        }
    }

    fn step(&mut self, cover: &Cover, chosen: &[House], covered: Cells, twice: Cells) {
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
        let why = || Why::Fish { digit: self.digit, base: cover.base.to_vec(), cover: chosen.to_vec(), fins };
        let name = self.name(cover.base, chosen, fins);
        self.found[at] = Step::remove(name, gone.into_iter().flatten(), why).map(Box::new);
    }

    /// Whether some base house has no more than one place besides the fins.
    fn is_sashimi(&self, base: &[House], fins: Cells) -> bool {
        base.iter().any(|&house| ((house.cells() & self.plane) - fins).len() <= 1)
    }

    /// Returns the name of a fish by its own kind, whatever kind was asked for.
    fn name(&self, base: &[House], cover: &[House], fins: Cells) -> Technique {
        let has_blocks = |houses: &[House]| houses.iter().any(|house| house.kind() == HouseKind::Block);
        let is_of_blocks = |houses: &[House]| houses.iter().all(|house| house.kind() == HouseKind::Block);
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

/// Whether at most `size` of the `free` houses hold all cells of `left`.
fn can_cover(left: Cells, free: u32, size: usize) -> bool {
    let Some(first) = left.first() else { return true };
    let is_free = |house: &House| free >> house.index() & 1 != 0;
    first.houses().into_iter().filter(is_free).any(|house| match size {
        0 => false,
        1 => left.is_subset(house.cells()),
        _ => can_cover(left - house.cells(), free, size - 1),
    })
}

/// A base, and the houses that may cover it.
struct Cover<'a> {
    base: &'a [House],
    cells: Cells,
    endo: Cells,
    houses: Vec<House>,
}

/// Remaining work on a cover.
#[derive(Clone, Copy)]
struct Rest {
    base: Cells,
    /// Cells that must be covered or be fins.
    left: Cells,
    /// Cells that see all fins; `fins` is the number of further fins allowed.
    seen: Cells,
    fins: usize,
    /// Houses of the cover, and houses that may be added, one bit each; `size` is the number to add.
    chosen: u32,
    free: u32,
    size: usize,
}

impl Rest {
    fn cover(self, house: House) -> Rest {
        let bit = 1 << house.index();
        let left = self.left - house.cells();
        Rest { left, chosen: self.chosen | bit, free: self.free & !bit, size: self.size - 1, ..self }
    }

    fn leave(self, fin: Cell) -> Rest {
        let (left, seen) = (self.left - Cells::of(fin), self.seen & fin.peers());
        Rest { left, seen, fins: self.fins - 1, ..self }
    }

    /// Whether some cover may remove something.
    fn can_remove(self) -> bool {
        let Some(first) = self.left.first() else {
            return self.seen.into_iter().any(|cell| self.reaches(cell));
        };
        let is_free = |house: &House| self.free >> house.index() & 1 != 0;
        self.size > 0
            && first.houses().iter().filter(|house| is_free(house)).any(|&h| self.cover(h).can_remove())
            || self.fins > 0 && !self.seen.is_empty() && self.leave(first).can_remove()
    }

    /// Whether a cell may be in the cover, twice if it is in the base.
    fn reaches(self, cell: Cell) -> bool {
        let houses = cell.houses().iter().fold(0u32, |all, house| all | 1 << house.index());
        let (has, free) = ((houses & self.chosen).count_ones(), (houses & self.free).count_ones());
        let needs = if self.base.contains(cell) { 2 } else { 1 };
        has >= needs || has + free >= needs && (needs - has) as usize <= self.size
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::states;
    use super::*;

    /// Collects all bases of a kind, with their cells and the cells that are in two houses.
    fn bases(search: &Search, chosen: u32, cells: Cells, endo: Cells, all: &mut Vec<(u32, Cells, Cells)>) {
        if chosen.count_ones() as usize == search.kind.size {
            return all.push((chosen, cells, endo));
        }
        for house in search.behind(chosen) {
            let own = house.cells() & search.plane;
            let more = endo | cells & own;
            if more.len() <= if search.kind.fins.is_some() { search.reach.endo_fins } else { 0 } {
                bases(search, chosen | 1 << house.index(), cells | own, more, all);
            }
        }
    }

    /// No base that is passed over removes anything with any cover.
    #[test]
    fn bases_that_are_passed_over_have_no_fish() {
        use Technique::*;
        let states = states(&[Swordfish, FinnedSwordfish, FinnedFrankenSwordfish]);
        assert_eq!(states.len(), 3);
        let (mut fish, mut passed_over) = ([0; 2], [0; 2]);
        for (board, digit) in states.iter().flat_map(|board| Digit::all().map(move |digit| (board, digit))) {
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

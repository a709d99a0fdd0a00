//! Singles and whips of one variable on any board.

use super::Board;
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, Progress};

impl Board {
    /// Returns the first state of a puzzle: what clues exclude is removed. Cells that the board does not have
    /// count as decided. Clues that contradict each other leave a cell without candidates.
    pub fn start(&self, clues: &[Cells; 9]) -> Grid {
        let planes = std::array::from_fn(|digit| if digit < self.size { self.cells } else { Cells::EMPTY });
        let mut grid = Grid::of(planes, !self.cells);
        for digit in Digit::all() {
            clues[digit].for_each(|cell| self.place(&mut grid, Candidate::new(digit, cell)));
        }
        grid
    }

    /// Decides a cell: removes the labels linked to its label.
    #[inline]
    pub fn place(&self, grid: &mut Grid, label: Candidate) {
        grid.eliminate(self.linked(label));
        grid.placed.insert(label.cell);
    }

    /// Plays singles, those of a state all at once, until there are none left.
    pub fn exhaust(&self, grid: &mut Grid) -> Progress {
        // Planes as they were when their digits had no single in a house.
        let mut last = [None; 9];
        loop {
            let Some(singles) = self.singles(grid, &mut last) else { return Progress::Contradiction };
            if grid.placed == Cells::ALL {
                return Progress::Solved;
            }
            if singles.is_empty() {
                return Progress::Open;
            }
            singles.iter().for_each(|label| self.place(grid, label));
        }
    }

    /// Plays singles in the order of their rules, until there are none left: all full houses of a state at
    /// once, if they come first; else all naked singles; else all hidden ones. Returns how many of each.
    pub fn exhaust_in_order(&self, grid: &mut Grid, full_houses_first: bool) -> (Progress, [u32; 3]) {
        let (mut counts, mut last) = ([0; 3], [None; 9]);
        loop {
            let Some(singles) = self.singles(grid, &mut last) else {
                return (Progress::Contradiction, counts);
            };
            if grid.placed == Cells::ALL {
                return (Progress::Solved, counts);
            }
            let full = if full_houses_first { self.last_cells(grid) } else { Cells::EMPTY };
            let (once, twice) = grid.once_twice();
            let kinds = [full, once - twice, self.cells];
            let of = |cells: Cells| Candidates(singles.0.map(|plane| plane & cells));
            let Some(kind) = (0..3).find(|&kind| !of(kinds[kind]).is_empty()) else {
                return (Progress::Open, counts);
            };
            for label in of(kinds[kind]).iter() {
                self.place(grid, label);
                counts[kind] += 1;
            }
        }
    }

    /// Returns the last cell without a value of each house that holds all digits.
    pub fn last_cells(&self, grid: &Grid) -> Cells {
        let left = self.full.iter().map(|&house| house - grid.placed);
        left.filter(|left| left.len() == 1).fold(Cells::EMPTY, |all, left| all | left)
    }

    /// Returns the only candidates of variables without a value; `None` if a variable has neither. Digits
    /// whose planes are in `last` have no such variable in a house.
    fn singles(&self, grid: &Grid, last: &mut [Option<Cells>; 9]) -> Option<Candidates> {
        let (once, twice) = grid.once_twice();
        if !self.cells.is_subset(once) {
            return None;
        }
        let naked = once - twice;
        let mut singles = Candidates::EMPTY;
        for digit in Digit::all().take(self.size) {
            let plane = grid.planes[digit];
            let mut own = plane & naked;
            if last[digit] != Some(plane) {
                for &house in &self.full {
                    let places = plane & house;
                    let others = places.bits() & places.bits().wrapping_sub(1);
                    if others == 0 {
                        if places.is_empty() {
                            return None;
                        }
                        own |= places;
                    }
                }
            }
            singles.0[digit] = own - grid.placed;
            if singles.0[digit].is_empty() {
                last[digit] = Some(plane);
            }
        }
        Some(singles)
    }

    /// Returns the candidates that whips of one variable exclude: those linked to all candidates of a
    /// variable. On the plain board they are those of locked candidates.
    pub fn whips_of_one(&self, grid: &Grid) -> Candidates {
        let mut excluded = Candidates::EMPTY;
        self.each_whip_of_one(grid, |_, targets| excluded.extend(targets));
        excluded
    }

    /// Calls `found` with the number of each variable, in order, whose candidates are all linked to some
    /// others, and with these others.
    pub fn each_whip_of_one(&self, grid: &Grid, mut found: impl FnMut(usize, &Candidates)) {
        let open = grid.candidates();
        let mut tell = |variable: usize, targets: Candidates| {
            if !targets.is_empty() {
                found(variable, &targets);
            }
        };
        for (at, cell) in self.cells.enumerate().filter(|(_, cell)| !grid.placed.contains(*cell)) {
            let mut targets = Candidates::EMPTY;
            for target in self.digits_linked() {
                let digits = Digit::all().filter(|&digit| open.0[digit].contains(cell));
                let variable = digits.map(|digit| Candidate::new(digit, cell));
                targets.0[target] = self.linked_to_all(target, open.0[target], variable);
            }
            tell(at, targets);
        }
        let first = self.cells.len();
        for (house, &cells) in self.full.iter().enumerate() {
            for digit in Digit::all().take(self.size) {
                let places = open.0[digit] & cells;
                if places.is_empty() {
                    continue;
                }
                let variable = || places.map(|cell| Candidate::new(digit, cell));
                let mut targets = Candidates::EMPTY;
                for other in self.digits_linked() {
                    targets.0[other] = self.linked_to_all(other, open.0[other], variable());
                }
                targets.0[digit] = self.linked_to_all(digit, open.0[digit] - cells, variable());
                tell(first + self.size * house + digit.index(), targets);
            }
        }
    }

    /// Returns those of `cells` whose label of a digit is linked to all labels of a variable.
    #[inline(always)]
    fn linked_to_all(&self, digit: Digit, cells: Cells, variable: impl Iterator<Item = Candidate>) -> Cells {
        let mut all = cells;
        for label in variable {
            all &= self.linked(label).0[digit];
            if all.is_empty() {
                break;
            }
        }
        all
    }

    /// Iterates over the digits if links join two, else over none.
    fn digits_linked(&self) -> impl Iterator<Item = Digit> {
        Digit::all().take(if self.links_digits { self.size } else { 0 })
    }
}

//! Failed literals: candidates that cannot be asserted, because playing singles from there ends in a
//! contradiction (T&E(BRT); the *probing* of SAT solvers).
//!
//! Let S(a) be the set of candidates that singles place after a. If b is in S(a), singles go on from b as
//! they would from b alone: S(b) is a part of S(a), and a fails if b does. So most candidates need not be
//! played to the end:
//!
//! ```text
//!   b fails, S(a) has b so far        a fails: stop
//!   a does not fail                   nothing in S(a) fails: not tried
//!   b fails, b and x are all that     asserting a removes x and places b: a fails, not tried
//!   is left of a cell or a house,
//!   a is linked to x
//! ```
//!
//! The same holds for every monotone theory that contains singles (with locked candidates, with subsets). The
//! set of candidates that fail does not depend on the order in which they are tried.

use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, alone_in_some_house, in_pairs};
use crate::state::State;

/// Bivalue and bilocal candidates of a grid.
pub struct Pairs {
    open: Candidates,
    /// Cells with two digits left.
    bivalue: Cells,
    /// For each digit, its places that are one of two in their row, column, block.
    pairs: [[Cells; 3]; 9],
}

impl Pairs {
    pub fn of(grid: &Grid) -> Pairs {
        let open = grid.candidates();
        let (mut once, mut twice, mut more) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
        for plane in open.0 {
            more |= twice & plane;
            twice |= once & plane;
            once |= plane;
        }
        Pairs { open, bivalue: twice - more, pairs: open.0.map(in_pairs) }
    }

    /// Returns the candidates that have a mate: bivalue or bilocal ones.
    pub fn all(&self) -> Candidates {
        let of_digit = |digit: Digit| {
            let [row, column, block] = self.pairs[digit];
            self.open.0[digit] & (self.bivalue | row | column | block)
        };
        Candidates(std::array::from_fn(|digit| of_digit(Digit::new(digit))))
    }

    /// Returns a mate of a candidate, if it has any.
    pub fn first(&self, of: Candidate) -> Option<Candidate> {
        let mut first = None;
        self.each(of, |mate| _ = first.get_or_insert(mate));
        first
    }

    /// Visits the other candidate of each cell or house that has this one and one more.
    #[inline]
    pub fn each(&self, of: Candidate, mut visit: impl FnMut(Candidate)) {
        let Candidate { digit, cell } = of;
        if self.bivalue.contains(cell) {
            let others = Digit::all().filter(|&d| d != digit && self.open.0[d].contains(cell));
            others.for_each(|other| visit(Candidate::new(other, cell)));
        }
        for (kind, house) in cell.houses().into_iter().enumerate() {
            if self.pairs[digit][kind].contains(cell) {
                let others = (house.cells() & self.open.0[digit]) - Cells::of(cell);
                others.for_each(|other| visit(Candidate::new(digit, other)));
            }
        }
    }
}

/// Knowledge about the candidates of a grid while they are tried one after the other.
pub struct Probe {
    grid: Grid,
    pub mates: Pairs,
    /// Candidates known to fail.
    pub failed: Candidates,
    /// Some candidates known not to fail.
    pub passed: Candidates,
    /// Candidates whose linked candidates are all in `failed`.
    forced: Candidates,
    /// Digits with a hidden single in the grid; none if singles are exhausted.
    due: u16,
}

impl Probe {
    /// Starts with the grid of a state. The solution, if known, does not fail.
    pub fn new(state: &State) -> Probe {
        Probe::of(*state.grid(), state.solution())
    }

    /// Starts with a grid other than that of the state.
    pub fn of(grid: Grid, solution: Option<&Grid>) -> Probe {
        let truth = |digit| solution.map_or(Cells::EMPTY, |grid| grid.plane(digit));
        let passed = Candidates(std::array::from_fn(|digit| truth(Digit::new(digit))));
        let [failed, forced] = [Candidates::EMPTY; 2];
        let is_due = |&digit: &Digit| {
            let (alone, full) = alone_in_some_house(grid.planes[digit]);
            !full || !(alone - grid.placed).is_empty()
        };
        let due = Digit::all().filter(is_due).fold(0, |due, digit| due | digit.bit());
        Probe { grid, mates: Pairs::of(&grid), failed, passed, forced, due }
    }

    /// Whether the candidate is known to fail or to pass.
    #[inline]
    pub fn knows(&self, candidate: Candidate) -> bool {
        self.failed.contains(candidate) || self.passed.contains(candidate)
    }

    /// Finds out whether the candidate fails; if not, returns the grid after asserting it and playing
    /// singles.
    #[inline]
    pub fn play(&mut self, candidate: Candidate) -> Option<Grid> {
        if self.failed.contains(candidate) {
            return None;
        }
        let end = self.end(candidate);
        if end.is_none() {
            self.fail(candidate);
        }
        end
    }

    /// Does the same as `play`, but does not record a failure and its consequences.
    #[inline]
    pub fn end(&mut self, candidate: Candidate) -> Option<Grid> {
        let end = play_singles(&self.grid, candidate, &self.failed, self.due);
        end.inspect(|end| self.pass(end))
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Records that a candidate was played up to this grid without contradiction.
    pub fn pass(&mut self, end: &Grid) {
        for digit in Digit::all() {
            self.passed.0[digit] |= end.plane(digit) & end.placed();
        }
    }

    /// Records that a candidate fails; so do all candidates linked to one of its mates, and so on.
    pub fn fail(&mut self, candidate: Candidate) {
        let Probe { mates, failed, forced, .. } = self;
        failed.insert(candidate);
        let mut fresh = vec![candidate];
        while let Some(candidate) = fresh.pop() {
            mates.each(candidate, |mate| {
                if forced.contains(mate) {
                    return;
                }
                forced.insert(mate);
                let Candidate { digit: own, cell } = mate;
                for digit in Digit::all() {
                    let linked = if digit == own { cell.peers() } else { Cells::of(cell) };
                    for other in (mates.open.0[digit] & linked) - failed.0[digit] {
                        failed.0[digit].insert(other);
                        fresh.push(Candidate::new(digit, other));
                    }
                }
            });
        }
    }
}

/// Returns the grid after asserting a candidate and playing singles; `None` if that ends in a contradiction,
/// or places a candidate of `failed`.
#[inline]
fn play_singles(grid: &Grid, candidate: Candidate, failed: &Candidates, due: u16) -> Option<Grid> {
    let mut run = Run { grid: *grid, once: Cells::EMPTY, twice: Cells::EMPTY, stale: due };
    run.assert(candidate);
    loop {
        if run.once != Cells::ALL {
            return None;
        }
        let naked = !run.twice - run.grid.placed;
        let quiet = if naked.is_empty() {
            run.place_hidden(failed)?
        } else {
            run.place_naked(naked, failed)?;
            false
        };
        if quiet {
            return Some(run.grid);
        }
    }
}

/// Run of singles: the same as [`crate::grid::exhaust`], but it starts from one candidate and examines only
/// places that have changed.
struct Run {
    grid: Grid,
    /// Cells with at least one and with at least two digits.
    once: Cells,
    twice: Cells,
    /// Digits whose hidden singles are due.
    stale: u16,
}

impl Run {
    #[inline]
    fn assert(&mut self, candidate: Candidate) {
        let Candidate { digit: own, cell } = candidate;
        for digit in Digit::all() {
            let linked = if digit == own { cell.peers() } else { Cells::of(cell) };
            self.keep(digit, self.grid.planes[digit] - linked);
        }
        self.grid.placed.insert(cell);
    }

    /// Restricts `digit` to `cells`.
    #[inline(always)]
    fn keep(&mut self, digit: Digit, cells: Cells) {
        self.stale |= u16::from(self.grid.planes[digit] != cells) << digit.index();
        self.grid.planes[digit] = cells;
        self.twice |= self.once & cells;
        self.once |= cells;
    }

    /// Places the last digit of each cell in `naked`; `None` if one of the placed candidates is known to
    /// fail.
    #[inline]
    fn place_naked(&mut self, naked: Cells, failed: &Candidates) -> Option<()> {
        self.grid.placed |= naked;
        (self.once, self.twice) = (Cells::EMPTY, Cells::EMPTY);
        for digit in Digit::all() {
            let plane = self.grid.planes[digit];
            let placed = plane & naked;
            if placed.intersects(failed.0[digit]) {
                return None;
            }
            self.keep(digit, placed.fold(plane, |cells, cell| cells - cell.peers()));
        }
        Some(())
    }

    /// Places digits that have one cell left in a house, and returns whether there were no such digits;
    /// `None` if two such digits share a cell, a digit has no cell left in a house, or a placed candidate is
    /// known to fail.
    #[inline]
    fn place_hidden(&mut self, failed: &Candidates) -> Option<bool> {
        let (mut values, mut all) = ([Cells::EMPTY; 9], Cells::EMPTY);
        while self.stale != 0 {
            let digit = Digit::lowest(self.stale);
            self.stale &= self.stale - 1;
            let (alone, full) = alone_in_some_house(self.grid.planes[digit]);
            values[digit] = alone - self.grid.placed;
            if !full || values[digit].intersects(all | failed.0[digit]) {
                return None;
            }
            all |= values[digit];
        }
        if all.is_empty() {
            return Some(true);
        }
        self.grid.placed |= all;
        (self.once, self.twice) = (Cells::EMPTY, Cells::EMPTY);
        for digit in Digit::all() {
            let others = self.grid.planes[digit] - (all - values[digit]);
            self.keep(digit, values[digit].fold(others, |cells, cell| cells - cell.peers()));
        }
        Some(false)
    }
}

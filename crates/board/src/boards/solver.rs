//! Solutions on any board: depth first, by singles; guesses are made in the variable with the fewest
//! candidates.

use super::Board;
use crate::budget::{Budget, Within};
use crate::grid::{Candidate, Candidates, Cells, Digit, Grid, Progress};

impl Board {
    /// Passes solutions to `visit` until it returns false; returns false then. Each guess costs one step.
    /// `arrange` may change the order in which the candidates of a variable are guessed.
    pub fn each_solution(
        &self, grid: &Grid, budget: &mut Budget, arrange: &mut dyn FnMut(&mut [Candidate]),
        visit: &mut dyn FnMut(&Grid) -> bool,
    ) -> Within<bool> {
        let mut grid = *grid;
        match self.exhaust_with_whips(&mut grid) {
            Progress::Contradiction => return Ok(true),
            Progress::Solved => return Ok(visit(&grid)),
            Progress::Open => {}
        }
        let mut guesses: Vec<Candidate> = self.fewest(&grid).iter().collect();
        arrange(&mut guesses);
        for guess in guesses {
            budget.spend()?;
            let mut with = grid;
            self.place(&mut with, guess);
            if !self.each_solution(&with, budget, arrange, visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays singles and whips of one variable. Where links join digits, such whips take longer than the
    /// guesses that they save (`nc`: an eighth of the guesses, four times the time).
    fn exhaust_with_whips(&self, grid: &mut Grid) -> Progress {
        // Open planes as they were when whips of one variable were looked for.
        let mut last = [Cells::EMPTY; 9];
        loop {
            let progress = self.exhaust(grid);
            if progress != Progress::Open || self.links_digits {
                return progress;
            }
            let mut excluded = Candidates::EMPTY;
            if self.links_are_alike {
                for digit in Digit::all().take(self.size) {
                    let open = grid.open_plane(digit);
                    if std::mem::replace(&mut last[digit], open) != open {
                        excluded.0[digit] = self.excluded_by_one(open);
                    }
                }
            } else {
                excluded = self.whips_of_one(grid);
            }
            if excluded.is_empty() {
                return progress;
            }
            grid.eliminate(&excluded);
        }
    }

    /// Returns the candidates of the first variable among those with the fewest, in a state without singles.
    pub fn fewest(&self, grid: &Grid) -> Candidates {
        let open = grid.candidates();
        if let Some(pair) = self.first_pair(&open) {
            return pair;
        }
        let all = self.variables.iter().map(|variable| variable.common(&open));
        all.filter(|own| !own.is_empty()).min_by_key(Candidates::len).unwrap_or(Candidates::EMPTY)
    }

    /// Returns the candidates of the first variable with two, if there is one.
    fn first_pair(&self, open: &Candidates) -> Option<Candidates> {
        let [mut once, mut twice, mut thrice] = [Cells::EMPTY; 3];
        for &plane in &open.0 {
            thrice |= twice & plane;
            twice |= once & plane;
            once |= plane;
        }
        if let Some(cell) = (twice - thrice).into_iter().next() {
            return Some(Candidates(open.0.map(|plane| plane & Cells::of(cell))));
        }
        let pair = |&house: &Cells| {
            let places = |digit| Candidates::of_digit(digit, open.0[digit] & house);
            Digit::all().map(places).find(|places| places.len() == 2)
        };
        self.full.iter().find_map(pair)
    }

    /// Counts solutions up to `limit`; returns the last that was found, too.
    pub fn solutions(&self, grid: &Grid, limit: u64, budget: &mut Budget) -> Within<(u64, Option<Grid>)> {
        let mut found = (0, None);
        if limit > 0 {
            self.each_solution(grid, budget, &mut |_| {}, &mut |solution| {
                found = (found.0 + 1, Some(*solution));
                found.0 < limit
            })?;
        }
        Ok(found)
    }

    /// Whether some solution of these clues has another digit in the cell of a label.
    pub fn has_other(&self, clues: &[Cells; 9], label: Candidate, budget: &mut Budget) -> Within<bool> {
        let mut grid = self.start(clues);
        grid.eliminate(&Candidates::of_digit(label.digit, Cells::of(label.cell)));
        Ok(self.solutions(&grid, 1, budget)?.0 > 0)
    }

    /// Returns the clues of a puzzle with one solution that can be left out, each alone.
    pub fn redundant(&self, clues: &[Cells; 9], budget: &mut Budget) -> Within<Cells> {
        let mut redundant = Cells::EMPTY;
        for digit in Digit::all() {
            for cell in clues[digit] {
                let mut fewer = *clues;
                fewer[digit].remove(cell);
                if !self.has_other(&fewer, Candidate::new(digit, cell), budget)? {
                    redundant.insert(cell);
                }
            }
        }
        Ok(redundant)
    }
}

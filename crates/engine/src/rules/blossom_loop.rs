//! Blossom loops: a cell with three candidates or more, or a digit with three places or more in a house, is
//! the *stem*. From each candidate of the stem a branch of links leads to a link of another branch. So there
//! are as many variables as sets (the weak links), and all candidates of the variables are in the sets: each
//! set contains the value of one variable, and all other candidates in the set are false. Without the third
//! branch the loop is a nice loop.
//!
//! ```text
//!   a ─ b = c ─ d = e ─ ╮       stem {a f h}, and four variables with candidates in two sets each;
//!   f ─ g = · ───────── ┤       the sets are the five links ─: three variables have candidates in
//!   h ─ i = · ───────── ╯       the last of them
//! ```
//!
//! The size is the number of variables. Each candidate of a variable is in exactly one of the sets.

use crate::budget::{Budget, Within};
use crate::evidence::{Evidence, Hall};
use crate::grid::{Candidate, Cell, Digit, Grid, House, bits, notation::Variable};
use crate::rule::Findings;
use crate::state::State;
use std::collections::BTreeMap;

pub(super) fn find(state: &mut State, size: u8, found: &mut Findings) -> Within {
    let mut budget = state.budget;
    let (_, model) = state.remember(Model::of);
    let mut search = Search::new(model, size.into());
    for stem in 0..model.variables.len() {
        if model.candidates[stem].len() > 2 {
            search.with(stem, &mut budget)?;
        }
    }
    for (targets, [variables, sets]) in search.loops {
        let names = |all: &[usize]| all.iter().map(|&own| model.variables[own]).collect();
        let targets = targets.into_iter().map(of_number).collect();
        found.eliminate(&targets, || {
            Evidence::Matched(Hall { variables: names(&variables), transversals: names(&sets) })
        });
    }
    state.budget = budget;
    Ok(())
}

/// Variables with two candidates or more, and the candidates of each by their numbers.
struct Model {
    variables: Vec<Variable>,
    candidates: Vec<Vec<usize>>,
    /// Variables of each candidate.
    of: Vec<Vec<usize>>,
}

fn number(one: Candidate) -> usize {
    usize::from(one.digit) * 81 + usize::from(one.cell)
}

fn of_number(one: usize) -> Candidate {
    Candidate::new(Digit::new(one / 81), Cell::new(one % 81))
}

impl Model {
    fn of(grid: &Grid) -> Model {
        let mut model = Model { variables: Vec::new(), candidates: Vec::new(), of: vec![Vec::new(); 729] };
        for cell in !grid.placed() {
            let digits = bits(grid.digits_of(cell));
            model.add(Variable::Cell(cell), digits.map(|digit| Candidate::new(Digit::new(digit), cell)));
        }
        for digit in Digit::all() {
            let plane = grid.open_plane(digit);
            for house in House::all().filter(|&house| plane.intersects(house.cells())) {
                let places = plane & house.cells();
                model.add(Variable::In(house, digit), places.map(|cell| Candidate::new(digit, cell)));
            }
        }
        model
    }

    fn add(&mut self, variable: Variable, candidates: impl Iterator<Item = Candidate>) {
        let candidates: Vec<usize> = candidates.map(number).collect();
        if candidates.len() > 1 {
            candidates.iter().for_each(|&one| self.of[one].push(self.variables.len()));
            self.variables.push(variable);
            self.candidates.push(candidates);
        }
    }
}

struct Search<'a> {
    model: &'a Model,
    size: usize,
    /// The stem, and the other variables.
    variables: Vec<usize>,
    /// Sets, each with the number of variables that have candidates in the set.
    sets: Vec<(usize, usize)>,
    /// Whether each candidate is in one of the variables; `within` is the number of sets that contain it.
    is_own: [bool; 729],
    within: [u8; 729],
    /// Variables and sets of a loop for each list of eliminated candidates.
    loops: BTreeMap<Vec<usize>, [Vec<usize>; 2]>,
}

impl<'a> Search<'a> {
    fn new(model: &'a Model, size: usize) -> Search<'a> {
        let (is_own, within) = ([false; 729], [0; 729]);
        Search {
            model,
            size,
            variables: Vec::new(),
            sets: Vec::new(),
            is_own,
            within,
            loops: BTreeMap::new(),
        }
    }

    /// Adds a variable in each way that puts each of its candidates in one set: candidates of the stem in
    /// three sets or more, of other variables in two, one of which is already chosen.
    fn with(&mut self, variable: usize, budget: &mut Budget) -> Within {
        let own = &self.model.candidates[variable];
        if own.iter().any(|&one| self.is_own[one] || self.within[one] > 1) {
            return Ok(());
        }
        let is_met = |&at: &usize| self.model.candidates[self.sets[at].0].iter().any(|one| own.contains(one));
        let met: Vec<usize> = (0..self.sets.len()).filter(is_met).collect();
        self.variables.push(variable);
        own.iter().for_each(|&one| self.is_own[one] = true);
        met.iter().for_each(|&at| self.sets[at].1 += 1);
        let done = self.cover(met.len(), budget);
        met.iter().for_each(|&at| self.sets[at].1 -= 1);
        own.iter().for_each(|&one| self.is_own[one] = false);
        self.variables.pop();
        done
    }

    /// Adds sets for the candidates of the last variable that are in none yet. `met` sets have candidates of
    /// this variable.
    fn cover(&mut self, met: usize, budget: &mut Budget) -> Within {
        let own = &self.model.candidates[self.variables[self.variables.len() - 1]];
        let is_stem = self.variables.len() == 1;
        let Some(&open) = own.iter().find(|&&one| self.within[one] == 0) else {
            let fits = if is_stem { met > 2 } else { met == 2 };
            return if fits { self.grow(budget) } else { Ok(()) };
        };
        if self.sets.len() == self.size || !is_stem && met > 1 {
            return Ok(());
        }
        for &set in &self.model.of[open] {
            let all = &self.model.candidates[set];
            let is_free = |&one: &usize| !self.is_own[one] || own.contains(&one) && self.within[one] == 0;
            if !self.variables.contains(&set) && all.iter().all(is_free) {
                self.sets.push((set, 1));
                all.iter().for_each(|&one| self.within[one] += 1);
                let done = self.cover(met + 1, budget);
                all.iter().for_each(|&one| self.within[one] -= 1);
                self.sets.pop();
                done?;
            }
        }
        Ok(())
    }

    /// Takes the first set in which only one variable has candidates, and adds another variable with
    /// candidates there.
    fn grow(&mut self, budget: &mut Budget) -> Within {
        budget.spend()?;
        let alone = self.sets.iter().filter(|set| set.1 == 1).count();
        let left = self.size - self.variables.len();
        // Each variable joins two sets, and in the end there must be no more sets than variables.
        if alone > 2 * left || self.sets.len() > self.size {
            return Ok(());
        }
        let Some(&(set, _)) = self.sets.iter().find(|set| set.1 == 1) else {
            if left == 0 && self.sets.len() == self.size {
                self.conclude();
            }
            return Ok(());
        };
        let mut tried = Vec::new();
        for &one in &self.model.candidates[set] {
            for &variable in &self.model.of[one] {
                let is_set = self.sets.iter().any(|own| own.0 == variable);
                if !is_set && !self.is_own[one] && !tried.contains(&variable) {
                    tried.push(variable);
                    self.with(variable, budget)?;
                }
            }
        }
        Ok(())
    }

    fn conclude(&mut self) {
        let all = self.sets.iter().flat_map(|&(set, _)| &self.model.candidates[set]);
        let mut targets: Vec<usize> = all.copied().filter(|&one| !self.is_own[one]).collect();
        targets.sort_unstable();
        targets.dedup();
        if !targets.is_empty() {
            let sets = self.sets.iter().map(|own| own.0).collect();
            self.loops.entry(targets).or_insert_with(|| [self.variables.clone(), sets]);
        }
    }
}

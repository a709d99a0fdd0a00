//! Estimates of the number of solutions, for puzzles with too many to count.
//!
//! Knuth's random probing (*Estimating the efficiency of backtrack programs*, 1975): a probe walks from the
//! puzzle to a leaf of the search and takes one of the digits of each cell at random. If the probe ends in a
//! solution, its value is the product of the numbers of digits that it could choose from; otherwise its value
//! is 0. The mean of the values tends to the number of solutions.

use crate::brute::{ALL_STALE, deduce, guess, with_digit};
use crate::grid::{Cells, Digit, Grid, Puzzle, bits};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Number of random probes, and their seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probes {
    /// Number of probes.
    pub count: u32,
    /// Seed of the random numbers; equal seeds give equal estimates.
    pub seed: u64,
}

/// Estimate of the number of solutions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean of the values of the probes.
    pub solutions: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
}

/// Estimates the number of solutions; returns `None` if no probe ends in a solution, or with fewer than two
/// probes.
pub fn estimate(puzzle: &Puzzle, probes: Probes) -> Option<Estimate> {
    let mut start = puzzle.grid();
    if !deduce(&mut start, ALL_STALE) {
        return None;
    }
    mean_of(probes, |random| probe(start, random))
}

/// Returns the mean of the values of probes.
pub(super) fn mean_of(probes: Probes, probe: impl Fn(&mut Pcg64Mcg) -> f64) -> Option<Estimate> {
    let mut random = Pcg64Mcg::seed_from_u64(probes.seed);
    // Welford's sums, which lose no precision on numbers of very different sizes.
    let (mut mean, mut squares) = (0.0, 0.0);
    for k in 1..=probes.count {
        let said = probe(&mut random);
        let off = said - mean;
        mean += off / f64::from(k);
        squares += off * (said - mean);
    }
    let degrees = f64::from(probes.count.checked_sub(1).filter(|&degrees| degrees > 0)?);
    let standard_error = (squares / degrees / f64::from(probes.count)).sqrt();
    (mean > 0.0).then_some(Estimate { solutions: mean, standard_error })
}

/// Returns the value of one probe.
fn probe(mut grid: Grid, random: &mut Pcg64Mcg) -> f64 {
    let mut product = 1.0;
    while grid.placed() != Cells::ALL {
        let cell = guess(&grid);
        let digits = grid.digits_of(cell);
        let choices = digits.count_ones();
        let Some(digit) = bits(digits).nth(choice(choices, random)) else { return 0.0 };
        product *= f64::from(choices);
        grid = with_digit(&grid, cell, Digit::new(digit));
        if !deduce(&mut grid, 1 << digit) {
            return 0.0;
        }
    }
    product
}

/// Returns the number of one of these choices, from 0, at random.
pub(super) fn choice(choices: u32, random: &mut Pcg64Mcg) -> usize {
    // The high half of a product: with at most nine choices none is favoured by more than 1 in 10^8.
    ((u64::from(random.next_u32()) * u64::from(choices)) >> 32) as usize
}

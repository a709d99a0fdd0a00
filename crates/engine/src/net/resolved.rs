//! `ResolvedNet`: conclusions of the net of a state.

use super::{Clauses, Grl, Net, with_net};
use crate::grid::{Candidate, Grid};

/// Conclusions from the net of a grid beyond its specification.
pub struct ResolvedNet {
    /// Number of candidates.
    pub candidates: usize,
    /// Numbers of pairs specified as NAND, and as XOR.
    pub specified: [usize; 2],
    /// Whether the net has no solution; nothing is fixed or refined then.
    pub contradictory: bool,
    /// Candidates that are false in every solution of the net, and candidates that are true.
    pub fixed: [Vec<Candidate>; 2],
    /// Pairs of candidates left open, but more restricted than specified.
    pub refined: Vec<RefinedPair>,
}

/// Pair of candidates that the net leaves open, with its GRL as specified and as refined.
pub struct RefinedPair {
    /// The two candidates.
    pub pair: [Candidate; 2],
    /// The relation specified by the clauses.
    pub specified: Grl,
    /// The relation that follows.
    pub refined: Grl,
}

impl ResolvedNet {
    /// Resolves the net of a grid in which singles are exhausted.
    pub fn of(grid: &Grid) -> ResolvedNet {
        with_net!(grid, |net| resolve(net))
    }
}

fn resolve<const W: usize>(net: Net<W>) -> ResolvedNet {
    let closure = net.clauses.clone().close();
    let size = net.candidates.len();
    let contradictory = closure.is_contradictory();
    let is_fixed: [Vec<bool>; 2] =
        [(0..size).map(|i| closure.is_false(i)).collect(), (0..size).map(|i| closure.is_true(i)).collect()];
    let free: Vec<usize> = (0..size).filter(|&i| !is_fixed[0][i] && !is_fixed[1][i]).collect();
    let mut specified = [0; 2];
    for (i, k) in (0..size).flat_map(|i| (i + 1..size).map(move |k| (i, k))) {
        match specification(&net.clauses, i, k) {
            Grl::NAND => specified[0] += 1,
            Grl::XOR => specified[1] += 1,
            _ => {}
        }
    }
    let mut refined = Vec::new();
    for (at, &i) in free.iter().enumerate().filter(|_| !contradictory) {
        for &k in &free[at + 1..] {
            let (specified, after) = (specification(&net.clauses, i, k), closure.refined(i, k));
            if after != specified {
                let pair = [net.candidates[i], net.candidates[k]];
                refined.push(RefinedPair { pair, specified, refined: after });
            }
        }
    }
    let of = |fixed: &Vec<bool>| (0..size).filter(|&i| fixed[i]).map(|i| net.candidates[i]).collect();
    let fixed = if contradictory { Default::default() } else { is_fixed.each_ref().map(of) };
    ResolvedNet { candidates: size, specified, contradictory, fixed, refined }
}

/// Returns the GRL that the clauses specify for two variables.
fn specification<const W: usize>(clauses: &Clauses<W>, i: usize, k: usize) -> Grl {
    let nand = if clauses.nand[i].contains(k) { Grl::NAND } else { Grl::UNRESTRICTED };
    nand & if clauses.or[i].contains(k) { Grl::OR } else { Grl::UNRESTRICTED }
}

//! 3D chains of 2007, as HLS2 defines and writes them, and their lassos.
//!
//! The first variable has exactly two candidates. The addendum of July 2008 also allows it candidates linked
//! to the target: `nrcz-first` and `nrczt-first`. Two families are present-day chains in the notation of
//! 2007: `nrc` is bivalue chains, `nrcz-first` is z-chains.
//!
//! The counts of HLS2 (table XXIII.4) do not fit its definition. They are reproduced if candidates are
//! ignored only for links of their variable's own space, as in 2D chains: the families `-2d`. That SudoRules
//! 13 was coded this way is inferred from the counts.

use super::modern::{BIVALUE, Z_CHAIN};
use super::{ALL, Chains, Family, LinkedEnd, LinkedFamily, Notation, Z, family};

const NRCT: LinkedFamily = LinkedFamily { t: true, only: false, ..BIVALUE };
const NRCZ: LinkedFamily = LinkedFamily { z: Z::Later, only: false, ..BIVALUE };
const NRCZT: LinkedFamily = LinkedFamily { t: true, ..NRCZ };
const NRCZT_2D: LinkedFamily = in_own_space(NRCZT);

const fn in_own_space(family: LinkedFamily) -> LinkedFamily {
    LinkedFamily { own_space: true, ..family }
}

const fn lasso(end: LinkedEnd, family: LinkedFamily) -> LinkedFamily {
    LinkedFamily { end, ..family }
}

const fn chain(rule: &str, printed: &'static str, linked: LinkedFamily) -> Family {
    family(rule, printed, Notation::Hls, ALL, Chains::Linked(linked))
}

/// Families of 3D chains.
pub static FAMILIES: [Family; 15] = [
    chain("nrc", "nrc#-chain", BIVALUE),
    chain("nrct", "nrct#-chain", NRCT),
    chain("nrcz", "nrcz#-chain", NRCZ),
    chain("nrcz-first", "nrcz-first#-chain", Z_CHAIN),
    chain("nrczt", "nrczt#-chain", NRCZT),
    chain("nrczt-first", "nrczt-first#-chain", LinkedFamily { z: Z::Always, ..NRCZT }),
    chain("nrct-2d", "nrct#-chain", in_own_space(NRCT)),
    chain("nrcz-2d", "nrcz#-chain", in_own_space(NRCZ)),
    chain("nrczt-2d", "nrczt#-chain", NRCZT_2D),
    chain("nrct-lr-lasso", "nrct#-lr-lasso", lasso(LinkedEnd::LrLasso, NRCT)),
    chain("nrct-rl-lasso", "nrct#-rl-lasso", lasso(LinkedEnd::RlLasso, NRCT)),
    chain("nrczt-lr-lasso", "nrczt#-lr-lasso", lasso(LinkedEnd::LrLasso, NRCZT)),
    chain("nrczt-rl-lasso", "nrczt#-rl-lasso", lasso(LinkedEnd::RlLasso, NRCZT)),
    chain("nrczt-2d-lr-lasso", "nrczt#-lr-lasso", lasso(LinkedEnd::LrLasso, NRCZT_2D)),
    chain("nrczt-2d-rl-lasso", "nrczt#-rl-lasso", lasso(LinkedEnd::RlLasso, NRCZT_2D)),
];

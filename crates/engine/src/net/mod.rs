//! Binary relationship nets (Sudopedia, *BR Net*): conclusions from relations between pairs of Boolean
//! variables, in sudoku between pairs of candidates.
//!
//! ```text
//!   Grid ─ Net::of ─▶ Clauses ─ close ─▶ Closure ─▶ false candidates, refined GRLs
//!    │                   ▲ more clauses: hinges, streams, …
//!    └─ plain::failed ─────────────────▶ false candidates of the plain net, by its strong links alone
//! ```

pub(crate) mod chain;
pub(crate) mod closure;
mod grl;
pub(crate) mod hinge;
pub(crate) mod plain;
mod resolved;
pub(crate) mod sudoku;

pub(crate) use chain::shortest;
pub(crate) use closure::{Clauses, Closure, Literal};
pub use grl::Grl;
pub(crate) use hinge::{Hinge, hinges};
pub use resolved::{RefinedPair, ResolvedNet};
pub(crate) use sudoku::{Net, with_net};

use crate::grid::Candidate;

/// Number of groups. A group consists of the candidates of a cell, or of a digit in a row, column or block.
const GROUPS: usize = 4 * 81;

/// Returns the numbers of the four groups of a candidate.
///
/// ```text
///   | cell | 81 + 9·digit + row | 162 + 9·digit + column | 243 + 9·digit + block |
/// ```
#[inline]
fn groups_of(candidate: Candidate) -> [usize; 4] {
    let Candidate { digit, cell } = candidate;
    let digit = 9 * digit.index();
    [cell.index(), 81 + digit + cell.row(), 162 + digit + cell.column(), 243 + digit + cell.block()]
}

//! Binary relationship nets (Sudopedia, *BR Net*): what follows from relations between pairs of Boolean
//! variables, in sudoku between pairs of candidates.
//!
//! ```text
//!   Grid ─ Net::of ─▶ Clauses ─ close ─▶ Closure ─▶ false candidates, refined GRLs
//!    │                   ▲ more clauses: hinges, streams, …
//!    └─ plain::failed ─────────────────▶ false candidates of the plain net, on its strong links alone
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

use crate::grid::{Candidate, block_of, column_of, row_of};

/// Number of groups: the candidates of a cell, and those of a digit in a row, column or block.
const GROUPS: usize = 4 * 81;

/// The numbers of the four groups of a candidate.
///
/// ```text
///   | cell | 81 + 9·digit + row | 162 + 9·digit + column | 243 + 9·digit + block |
/// ```
#[inline]
fn groups_of(candidate: Candidate) -> [usize; 4] {
    let (digit, cell) = (9 * candidate.digit as usize, candidate.cell as usize);
    [cell, 81 + digit + row_of(cell), 162 + digit + column_of(cell), 243 + digit + block_of(cell)]
}

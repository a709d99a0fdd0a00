//! Internals that the project's own tests, benchmarks and fuzz bodies use, without any promise of stability.

pub use crate::evidence::catalogue::has_sizes;
pub use crate::evidence::templates::SHOWN;
pub use crate::graph::{Bits, OrRelation};
pub use crate::one_solution::OneSolution;
pub use crate::play::SizedRule;
pub use crate::rules::aliases::{called, meaning};
pub use crate::rules::colouring::{Colouring, Hinges};
pub use crate::sheet::SheetTrial;
pub use crate::templates::{Factors, Label, Live};

/// Chain families.
pub mod families {
    pub use crate::evidence::families::{Chains, Family, LinkedEnd, LinkedFamily, Memory, Notation};
    pub use crate::evidence::families::{Reach, Space, TABLES, Z, named};
}

/// Nets of clauses.
pub mod net {
    pub use crate::net::chain::shortest;
    pub use crate::net::closure::{Clauses, Closure, Literal};
    pub use crate::net::hinge::hinges;
    pub use crate::net::plain::failed;
    pub use crate::net::sudoku::Net;
}

/// Rules of SER.
pub mod ser {
    pub use crate::ser::board::Board;
    pub use crate::ser::chains::literal::{Cause, Literal};
    pub use crate::ser::chains::{ChainRule, ChainRules};
    pub use crate::ser::hint::{Chain, Hint, Why};
    pub use crate::ser::memory::RuleMemory;
    pub use crate::ser::{Explainer, first_aligned_triplet, first_before_chains};
}

/// Techniques of HoDoKu.
pub mod hodoku {
    pub use crate::evidence::hodoku::{HODOKU, HodokuRow, HodokuTechnique as Technique};
    pub use crate::hodoku::Explainer;
    pub use crate::hodoku::board::Board;
    pub use crate::hodoku::settings::Settings;
    pub use crate::hodoku::step::Step;
}

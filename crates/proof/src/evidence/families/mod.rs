//! Chain families. Each family is declared once as data: its name and notation, the variables of its chains,
//! the candidates that the chains may ignore, and how the chains end. The searches, the texts and the checker
//! read this table.
//!
//! ```text
//!   hls.rs       2D chains of cells, of rows, columns and blocks of a digit, of one digit
//!   hls2.rs      3D chains and lassos of 2007
//!   modern.rs    bivalue chains and z-chains
//!   whips.rs     t-whips, whips and braids, also with groups and subsets
//! ```

mod hls;
mod hls2;
mod modern;
#[doc(hidden)]
pub mod whips;

use super::{Info, Link, info};
use crate::grid::HouseKind;
use crate::grid::notation::Variable;
use std::ops::Range;

/// All families, in the order of the rules. (Oddagons precede the last table.) The tables are arrays, not
/// slices: rules are compared by address, and what a slice refers to is copied into each crate that reads it
/// at compile time.
pub static TABLES: [&[Family]; 4] = [&hls::FAMILIES, &hls2::FAMILIES, &modern::FAMILIES, &whips::FAMILIES];

/// Finds the family of the rule that is named `rule`.
pub fn named(rule: &str) -> Option<&'static Family> {
    TABLES.iter().copied().flatten().find(|family| family.info.name == rule)
}

/// A chain family.
pub struct Family {
    /// Catalogue entry of the rule: name, conclusion, example.
    pub info: &'static Info,
    /// Printed name, with `#` for the length and `%` for the type of the variables.
    pub printed: &'static str,
    /// Notation of the chains.
    pub notation: Notation,
    /// Spaces of the chains; each chain keeps to one space.
    pub spaces: &'static [Space],
    /// Kind of chains.
    pub chains: Chains,
}

/// Notation of chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `r1c2{n2 n7}`, also for the last link.
    Modern,
    /// `r1c2{n2 n7}`, with `.` in the last link.
    Open,
    /// `{n2 n7}r1c2`, with the ignored candidates, as in HLS.
    Hls,
    /// `{c2 c5}r2n1`: the HLS notation in 2D spaces other than rc.
    HlsPlanar,
}

impl Notation {
    /// Whether ignored candidates are written too.
    pub fn lists_all(self) -> bool {
        matches!(self, Notation::Hls | Notation::HlsPlanar)
    }
}

/// Variables and links allowed to chains. A graph of one type has no other variables, so walks on it and
/// propagation in it keep to the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// All variables.
    All,
    /// Variables of one type: 0 rc, 1 rn, 2 cn, 3 bn.
    Typed(usize),
    /// Variables of one type, 1 or 2, without links by a block: rn- and cn-space of HLS.
    Flat(usize),
}

impl Space {
    /// Spaces of the four types.
    pub const TYPES: [Space; 4] = [Space::Typed(0), Space::Typed(1), Space::Typed(2), Space::Typed(3)];
}

/// The two kinds of chains.
#[derive(Clone, Copy)]
pub enum Chains {
    /// Chains whose last candidate is linked to the target, and lassos.
    Linked(LinkedFamily),
    /// Chains of objects, most of them ending in a variable with nothing left.
    Objects(ObjectFamily),
}

/// Family of chains whose last candidate is linked to the target, or of lassos.
///
/// ```text
///   Z ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln Rn} ─ Z      Lk linked to R(k-1), all 2n candidates different
/// ```
///
/// If L1 is false, R1, R2, … Rn are true in turn; so L1 or Rn is true and Z is false. A family says which
/// other candidates a variable may have: *z*, linked to Z; *t*, linked to some previous R.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LinkedFamily {
    /// Variables in which candidates linked to the target are ignored.
    pub z: Z,
    /// Whether candidates linked to a previous R are ignored.
    pub t: bool,
    /// End of the chain.
    pub end: LinkedEnd,
    /// Whether a candidate is ignored only for a link of its variable's own space: for a cell any link; for a
    /// row or column a link by a row, column or cell; for a block a link in its cell.
    pub own_space: bool,
    /// Whether all variables are rows, columns or blocks of the target's digit, and the length is twice their
    /// number (c-chains).
    pub one_digit: bool,
    /// Whether R, except in the last variable, must be the only candidate that cannot be ignored. HLS only
    /// requires that all others can be ignored.
    pub only: bool,
}

/// Variables in which candidates linked to the target are ignored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Z {
    /// No variable.
    Never,
    /// The first only.
    First,
    /// All but the first.
    Later,
    /// All patterns.
    Always,
    /// One that is neither the first nor the last.
    OnceInside,
}

/// End of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LinkedEnd {
    /// Rn is linked to Z.
    Target,
    /// Rn is linked to some previous R.
    LrLasso,
    /// Rn is some previous L.
    RlLasso,
}

/// Family of whips, braids, and other chains whose right-linking objects may be more than candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ObjectFamily {
    /// Kinds of right-linking objects.
    pub reach: Reach,
    /// Candidates that may be ignored, and the end of the chain.
    pub memory: Memory,
    /// Whether each left-linking candidate is linked to the right-linking object just before it (whips), not
    /// just to the target or any previous object (braids).
    pub continuous: bool,
    /// Whether left-linking candidates must be pairwise different. Without continuity the condition has no
    /// effect and is not checked.
    pub loopless: bool,
}

impl ObjectFamily {
    pub fn is_whips(self) -> bool {
        self.memory == Memory::All && self.continuous
    }
}

/// Kinds of right-linking objects, from fewer to more. Each also sets how far the trial and error goes that
/// decides which candidates can be targets at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Reach {
    /// Candidates: whips, braids; T&E(BRT).
    #[default]
    Singles,
    /// Candidates and g-candidates: g-whips, g-braids; T&E(W1).
    Segments,
    /// Candidates, g-candidates and subsets of at most p variables, 2 to 4: S_p-whips, S_p-braids; T&E(S_p).
    Subsets(u8),
}

/// Candidates that a chain may ignore in its variables, and the end of the chain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Ignores candidates excluded by the target or any previous object; ends in a variable with nothing
    /// left.
    All,
    /// Ignores candidates excluded by the object just before, in the first variable by the target; ends in an
    /// object that excludes the target.
    Last,
    /// Ignores candidates excluded by the target or the object just before; ends in a variable with nothing
    /// left.
    TargetAndLast,
    /// Ignores candidates excluded by any previous object, in the first variable by the target; ends in an
    /// object that excludes the target.
    Previous,
}

impl Memory {
    /// Whether the chain ends with an object that excludes the target.
    pub fn is_linked(self) -> bool {
        matches!(self, Memory::Last | Memory::Previous)
    }
}

impl Family {
    /// Returns the name of a chain of the family in texts: `whip-rn[4]`, `nrct3-chain`.
    pub fn name_of(&self, links: &[Link]) -> String {
        let count: usize = links.iter().map(|link| link.variables.len()).sum();
        let is_doubled = matches!(self.chains, Chains::Linked(LinkedFamily { one_digit: true, .. }));
        let length = if is_doubled { 2 * count } else { count };
        let first = links.first().and_then(|link| link.variables.first());
        let kind = match first {
            Some(Variable::In(house, _)) => match house.kind() {
                HouseKind::Row => "-rn",
                HouseKind::Column => "-cn",
                HouseKind::Block => "-bn",
            },
            _ => "-rc",
        };
        self.printed.replace('#', &length.to_string()).replace('%', kind)
    }
}

const fn family(
    rule: &str, printed: &'static str, notation: Notation, spaces: &'static [Space], chains: Chains,
) -> Family {
    Family { info: info(rule), printed, notation, spaces, chains }
}

const ALL: &[Space] = &[Space::All];

impl Reach {
    /// Number of possible reaches.
    pub const COUNT: usize = 5;

    /// Returns the number of the reach, from 0.
    pub fn index(self) -> usize {
        match self {
            Reach::Singles => 0,
            Reach::Segments => 1,
            Reach::Subsets(p) => usize::from(p),
        }
    }

    /// Returns the number of variables of the smallest object beyond the reach.
    pub fn least_beyond(self) -> usize {
        if self == Reach::Singles { 1 } else { 2 }
    }

    /// Returns the cost of a search step of this reach, in steps of a search by candidates. It is chosen so
    /// that the default budget takes some seconds for each reach (docs/trust.md has the times on the hardest
    /// puzzles known). If there are many subsets to search, their steps cost more.
    pub fn step_cost(self) -> u64 {
        match self {
            Reach::Singles => 1,
            Reach::Segments => 8,
            Reach::Subsets(_) => 40,
        }
    }
}
impl Space {
    pub const COUNT: usize = 9;

    /// Returns the number of variable types that make links.
    pub fn types(self) -> usize {
        if matches!(self, Space::Flat(_)) { 3 } else { 4 }
    }

    /// Returns the types of variables that chains may use.
    pub fn kinds(self) -> Range<usize> {
        match self {
            Space::All => 0..4,
            Space::Typed(kind) | Space::Flat(kind) => kind..kind + 1,
        }
    }

    pub fn index(self) -> usize {
        match self {
            Space::All => 0,
            Space::Typed(kind) => 1 + kind,
            Space::Flat(kind) => 5 + kind,
        }
    }
}
impl LinkedFamily {
    /// Returns the number of the family among those without t-candidates, below 8.
    pub fn number(&self) -> usize {
        let z = match self.z {
            Z::Never | Z::First => 0,
            Z::Later => 1,
            Z::Always => 2,
            Z::OnceInside => 3,
        };
        2 * z + usize::from(self.one_digit)
    }

    /// Returns the cases to try in variable `k` of `size`: ignoring no candidates linked to the target, and
    /// ignoring them. `z_used` says whether an earlier variable ignored some.
    pub fn ignoring_z(&self, k: usize, size: usize, z_used: bool) -> (bool, bool) {
        match self.z {
            Z::Never => (true, false),
            Z::First => (k > 1, k == 1),
            Z::Later => (k == 1, k > 1),
            Z::Always => (false, true),
            Z::OnceInside => (true, k > 1 && k < size && !z_used),
        }
    }

    /// Returns a family whose walks in the space of all variables include all walks of this one.
    pub fn widened(self) -> LinkedFamily {
        let z = if self.z == Z::OnceInside { Z::Later } else { self.z };
        LinkedFamily { z, one_digit: false, ..self }
    }

    /// Whether the conclusions of a chain, apart from its two ends, require the target to be true.
    pub fn needs_z(&self) -> bool {
        !matches!(self.z, Z::Never | Z::First)
    }
}
impl Family {
    /// Whether the family is chains of three cells, for which players have their own names.
    pub fn is_wing(&self) -> bool {
        self.info.sizes == Some(3..=3)
    }
}

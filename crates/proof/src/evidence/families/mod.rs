//! Chain families, each declared once, as data: what it is called and how it is written; which variables its
//! chains have; what they may ignore and how they end. The searches, the texts and the checker read this
//! table.
//!
//! ```text
//!   hls.rs       2D chains of cells, of rows, columns and blocks of a digit, of one digit
//!   hls2.rs      3D chains and lassos of 2007
//!   modern.rs    bivalue chains and z-chains
//!   whips.rs     t-whips, whips, braids, those with groups and subsets
//! ```

mod hls;
mod hls2;
mod modern;
#[doc(hidden)]
pub mod whips;

use super::{Info, Link, info};
use crate::grid::notation::Variable;
use std::ops::Range;

/// All families, in the order of the rules. (Oddagons stand before the last table.)
pub static TABLES: [&[Family]; 4] = [hls::FAMILIES, hls2::FAMILIES, modern::FAMILIES, whips::FAMILIES];

/// The family of the rule with this name.
pub fn named(rule: &str) -> Option<&'static Family> {
    TABLES.iter().copied().flatten().find(|family| family.info.name == rule)
}

/// A chain family.
pub struct Family {
    /// Its name, what it proves, an example.
    pub info: &'static Info,
    /// Its name as printed: `#` stands for the length, `%` for the type of the variables.
    pub printed: &'static str,
    /// How its chains are written.
    pub notation: Notation,
    /// A chain is in one of these.
    pub spaces: &'static [Space],
    /// What its chains are.
    pub chains: Chains,
}

/// How chains are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `r1c2{n2 n7}`, the last too.
    Modern,
    /// As above, with `.` in the last.
    Open,
    /// `{n2 n7}r1c2`, with the candidates ignored, as in HLS.
    Hls,
    /// `{c2 c5}r2n1`: the same in 2D spaces other than rc.
    HlsPlanar,
}

impl Notation {
    /// Whether the candidates ignored are written too.
    pub fn lists_all(self) -> bool {
        matches!(self, Notation::Hls | Notation::HlsPlanar)
    }
}

/// The variables that chains have, and the links. A graph of one type knows of no other variable, so whatever
/// walks on it or propagates in it keeps to the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// All variables.
    All,
    /// Those of one type: 0 rc, 1 rn, 2 cn, 3 bn.
    Typed(usize),
    /// Those of one type, 1 or 2, and no links by a block: rn- and cn-space of HLS.
    Flat(usize),
}

impl Space {
    /// The four types.
    pub const TYPES: [Space; 4] = [Space::Typed(0), Space::Typed(1), Space::Typed(2), Space::Typed(3)];
}

/// The two ways to be a chain.
#[derive(Clone, Copy)]
pub enum Chains {
    /// The last candidate is linked to the target.
    Linked(LinkedFamily),
    /// Chains of objects, most of which end in a variable with nothing left.
    Objects(ObjectFamily),
}

/// Chains whose last candidate is linked to the target; and lassos.
///
/// ```text
///   Z ─ V1{L1 R1} ─ V2{L2 R2} ─ … ─ Vn{Ln Rn} ─ Z      Lk linked to R(k-1), all 2n candidates different
/// ```
///
/// If L1 is false, R1, R2, … Rn are true in turn; so L1 or Rn is true and Z is false. A family says which
/// other candidates a variable may have: *z*, linked to Z; *t*, linked to some previous R.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LinkedFamily {
    /// Where candidates linked to the target are ignored.
    pub z: Z,
    /// Candidates linked to a previous R are ignored.
    pub t: bool,
    /// How the chain ends.
    pub end: LinkedEnd,
    /// A candidate is ignored only for a link of its variable's own space: a cell's for any, that of a row or
    /// column for one by a row, column or cell, that of a block for one in its cell.
    pub own_space: bool,
    /// All variables are rows, columns or blocks of the target's digit, and the length is twice their number
    /// (c-chains).
    pub one_digit: bool,
    /// R is the only candidate that cannot be ignored, but for the last. HLS asks it of the others only.
    pub only: bool,
}

/// In which variables candidates linked to the target are ignored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Z {
    /// In none.
    Never,
    /// In the first only.
    First,
    /// In all but the first.
    Later,
    /// In all.
    Always,
    /// In one that is neither the first nor the last.
    OnceInside,
}

/// How a chain ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LinkedEnd {
    /// Rn is linked to Z.
    Target,
    /// Rn is linked to some previous R.
    LrLasso,
    /// Rn is some previous L.
    RlLasso,
}

/// Whips, braids, and other chains whose right-linking objects may be more than candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ObjectFamily {
    /// What may be right-linking.
    pub reach: Reach,
    /// What it ignores.
    pub memory: Memory,
    /// Each left-linking candidate is linked to the right-linking object just before it (whips); otherwise to
    /// the target or any previous one (braids).
    pub continuous: bool,
    /// Left-linking candidates must be pairwise different. Without continuity the condition has no effect,
    /// and is not looked at.
    pub loopless: bool,
}

impl ObjectFamily {
    pub fn is_whips(self) -> bool {
        self.memory == Memory::All && self.continuous
    }
}

/// What may be right-linking, from less to more. Each also says how far trial and error goes that decides
/// which candidates can be targets at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Reach {
    /// Candidates: whips, braids; T&E(BRT).
    #[default]
    Singles,
    /// Candidates and g-candidates: g-whips, g-braids; T&E(W1).
    Segments,
    /// These and subsets of at most p variables, 2 to 4: S_p-whips, S_p-braids; T&E(S_p).
    Subsets(u8),
}

/// What a chain may ignore in its variables, and how it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// What is excluded by the target or any previous object; a last variable with nothing left.
    All,
    /// What is excluded by the object just before, the target in the first variable; a last object that
    /// excludes the target.
    Last,
    /// What is excluded by the target or the object just before; a last variable with nothing left.
    TargetAndLast,
    /// What is excluded by any previous object, the target in the first variable; a last object that excludes
    /// the target.
    Previous,
}

impl Memory {
    /// Whether the chain ends with an object that excludes the target.
    pub fn is_linked(self) -> bool {
        matches!(self, Memory::Last | Memory::Previous)
    }
}

impl Family {
    /// The name of a chain of the family in texts: `whip-rn[4]`, `nrct3-chain`.
    pub fn name_of(&self, links: &[Link]) -> String {
        let count: usize = links.iter().map(|link| link.variables.len()).sum();
        let is_doubled = matches!(self.chains, Chains::Linked(LinkedFamily { one_digit: true, .. }));
        let length = if is_doubled { 2 * count } else { count };
        let first = links.first().and_then(|link| link.variables.first());
        let kind = match first {
            Some(Variable::Row(..)) => "-rn",
            Some(Variable::Column(..)) => "-cn",
            Some(Variable::Block(..)) => "-bn",
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
    /// How many there are.
    pub const COUNT: usize = 5;

    /// Its number, from 0.
    pub fn index(self) -> usize {
        match self {
            Reach::Singles => 0,
            Reach::Segments => 1,
            Reach::Subsets(p) => p as usize,
        }
    }

    /// How many variables the smallest object has that is beyond it.
    pub fn least_beyond(self) -> usize {
        if self == Reach::Singles { 1 } else { 2 }
    }

    /// What a step of a search costs by it, in steps of a search by candidates: so much that the default
    /// budget is some seconds by it, too (docs/trust.md has what they take on the hardest puzzles known).
    /// Where there are many subsets to be looked for, a step by them costs more.
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

    /// How many types of variables make links.
    pub fn types(self) -> usize {
        if matches!(self, Space::Flat(_)) { 3 } else { 4 }
    }

    /// The types of variables that chains have.
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
    /// Its number among the families without t-candidates, below 8.
    pub fn number(&self) -> usize {
        let z = match self.z {
            Z::Never | Z::First => 0,
            Z::Later => 1,
            Z::Always => 2,
            Z::OnceInside => 3,
        };
        2 * z + usize::from(self.one_digit)
    }

    /// Whether candidates linked to the target may be there in variable `k` of `size`: (no, yes), as two
    /// cases. `z_used` says that there was such a variable before.
    pub fn ignoring_z(&self, k: usize, size: usize, z_used: bool) -> (bool, bool) {
        match self.z {
            Z::Never => (true, false),
            Z::First => (k > 1, k == 1),
            Z::Later => (k == 1, k > 1),
            Z::Always => (false, true),
            Z::OnceInside => (true, k > 1 && k < size && !z_used),
        }
    }

    /// The family of all walks in the space of all variables that those of this one are too.
    pub fn widened(self) -> LinkedFamily {
        let z = if self.z == Z::OnceInside { Z::Later } else { self.z };
        LinkedFamily { z, one_digit: false, ..self }
    }

    /// Whether the target must be true for what a chain concludes, apart from its two ends.
    pub fn needs_z(&self) -> bool {
        !matches!(self.z, Z::Never | Z::First)
    }
}
impl Family {
    /// Whether it is chains of three cells, which players call by names of their own.
    pub fn is_wing(&self) -> bool {
        self.info.sizes == Some(3..=3)
    }
}

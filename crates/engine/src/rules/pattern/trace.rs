//! What playing on from an assumption leads to, move by move.

use super::Literal;
use crate::grid::Candidate;
use crate::grid::notation::Variable;
use crate::rule::Step;

/// Moves one after the other, each justified by what the moves before it leave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The moves that the end needs.
    pub moves: Vec<Move>,
    /// Where they lead.
    pub end: End,
}

/// One move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// All that is left of the variable.
    Single(Variable, Candidate),
    /// A pattern that takes candidates away.
    Pattern(Box<Step>),
}

/// Where a trace leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The variable has no value left.
    Empty(Variable),
    /// The literal holds.
    Holds(Literal),
    /// Nowhere.
    Open,
}

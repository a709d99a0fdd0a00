//! Forcing whips.
use super::format::Branch;
use super::{Checked, Claim};
use crate::grid::notation::Variable;
pub(super) fn forcing(_: &Claim, _: Variable, _: &[Branch]) -> Checked<()> {
    Err("not yet".into())
}

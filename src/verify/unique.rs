//! Rules that assume uniqueness.
use super::format::Rectangle;
use super::{Checked, Claim};
use crate::grid::Candidate;
pub(super) fn assumes_unique(_: &str) -> bool {
    false
}
pub(super) fn rectangle(_: &Claim, _: &Rectangle) -> Checked<()> {
    Err("not yet".into())
}
pub(super) fn bug(_: &Claim, _: Candidate) -> Checked<()> {
    Err("not yet".into())
}

//! Rules that assume a unique solution: rectangles, loops, graves and patterns that would let digits be
//! exchanged.

pub(super) mod bivalue_oddagon;
pub(super) mod bug_lite;
pub(super) mod bug_plus;
pub(super) mod extended_rectangle;
pub(super) mod external_rectangle;
pub(super) mod rectangle_links;
pub(super) mod rectangle_wing;
pub(super) mod reverse_bug;
pub(super) mod symmetrical_placement;
pub(super) mod unique;
pub(super) mod unique_loop;

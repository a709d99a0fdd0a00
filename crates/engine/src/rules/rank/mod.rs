//! Rank: truths covered by as many links, and the templates that collect most (docs/theory.md, "Template
//! rank").
//!
//! | rule | premise | |
//! |---|---|---|
//! | `sk-loop` | eight dominoes round four blocks have as many links as cells | `sk_loop.rs` |
//! | `msls` | the cells where some rows and columns cross have as many links as cells | `msls.rs` |
//! | `exocet`, `locked-target-exocet` | each template through the base takes a target | `exocet.rs` |
//! | `double-exocet` | two exocets of four digits in all, each in one base | `double.rs` |
//! | `tr0` | with weights on cells, no digit can collect more than its best template does | `closure.rs` |
//! | `tr` | if a template is assumed, the others cannot collect all weights | `assumed.rs` |
//!
//! Truths and links, as weights on the 324 houses, were tried with the same solver and are not rules. At rank
//! 0 they took 4.2 ms a state on hardest375 after basics, and all their 1,740 eliminations in 375 states are
//! among those of `tr0`, which takes 0.6 ms. With a candidate assumed, they took 1.3 s a state and solved 3
//! of 10; `tr`, which contains them, takes 15 ms and solves all.

pub(super) mod assumed;
pub(super) mod closure;
mod covers;
pub(super) mod double;
pub(super) mod exocet;
mod interior;
pub(super) mod msls;
mod rays;
pub(super) mod sk_loop;

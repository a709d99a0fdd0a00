//! Fuzz target; its body is in fuzz/hodoku_steps.rs.
#![no_main]
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../hodoku_steps.rs"]
mod hodoku_steps;
#[path = "../rules.rs"]
mod rules;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = hodoku_steps::hodoku_steps(bytes);
});

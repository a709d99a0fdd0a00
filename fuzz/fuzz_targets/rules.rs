//! Fuzz target; its body is in fuzz/rules.rs.
#![no_main]
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../rules.rs"]
mod rules;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = rules::rules(bytes);
});

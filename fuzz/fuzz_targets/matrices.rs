//! Fuzz target; its body is in fuzz/bodies/.
#![no_main]
#[path = "../bodies/mod.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::matrices(bytes));

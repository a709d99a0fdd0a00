//! See fuzz/bodies.rs.
#![no_main]
#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::reader(bytes));

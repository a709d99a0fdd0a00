//! Fuzz target; its body is in fuzz/ser.rs.
#![no_main]
#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../rules.rs"]
mod rules;
#[path = "../ser.rs"]
mod ser;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = ser::ser(bytes);
});

//! A stack as deep as that of a thread of the program: trial and error is tried several deep.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg=-zstack-size=4194304");
    }
}

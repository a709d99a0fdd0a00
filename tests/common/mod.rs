//! What several test binaries share.
#![allow(dead_code)] // no binary uses all of it

use std::path::{Path, PathBuf};

/// The path of `../shared/data/NAME`. Without it a test is skipped, with a line saying so; under `CI=true` its
/// absence is a failure.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{} is missing", path.display());
    eprintln!("skipped: {} is not there", path.display());
    None
}

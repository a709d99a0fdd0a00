//! Passes the commit of the build to the program, for `sudoscope --version`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=SUDOSCOPE_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    // A given name replaces the commit: for packages, and to avoid a rebuild for each commit.
    let commit = std::env::var("SUDOSCOPE_COMMIT").ok().or_else(checked_out);
    let built_from = commit.filter(|commit| !commit.is_empty()).map(|commit| format!(" ({commit})"));
    println!("cargo:rustc-env=SUDOSCOPE_BUILT_FROM={}", built_from.unwrap_or_default());
}

/// Returns the commit of this checkout; `None` in a package, or in a folder of another repository.
fn checked_out() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    // This file changes with every commit and checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

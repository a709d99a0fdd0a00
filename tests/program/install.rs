//! Files installed with the program (completions and man pages), and its version.

use crate::binary::{code, directory, refused, stdout, sudoscope, text_of};
use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string};

/// Returns the commands that `--help` lists.
pub fn commands() -> Vec<String> {
    let help = stdout(&sudoscope(&["--help"]));
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != "help").map(String::from).collect()
}

#[test]
fn the_version_tells_the_commit() {
    let told = stdout(&sudoscope(&["--version"]));
    let version = format!("sudoscope {}", env!("CARGO_PKG_VERSION"));
    let commit = told.trim_end().strip_prefix(&version).expect("the version");
    let expected = option_env!("SUDOSCOPE_COMMIT").map(String::from).or_else(|| {
        // Commit that is checked out, if this is a checkout.
        let root = env!("CARGO_MANIFEST_DIR");
        let git =
            std::process::Command::new("git").args(["-C", root, "rev-parse", "--short=10", "HEAD"]).output();
        let is_checkout = std::path::Path::new(root).join(".git").exists();
        let output = git.ok().filter(|output| is_checkout && output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
    });
    let expected = expected.map(|commit| format!(" ({commit})")).unwrap_or_default();
    let is_elsewhere = !env!("CARGO_BIN_EXE_sudoscope").starts_with(env!("CARGO_MANIFEST_DIR"));
    if is_elsewhere && option_env!("SUDOSCOPE_COMMIT").is_none() && !expected.is_empty() {
        // Other checkouts may use the same build folder; then the program may be of their commit.
        let digits = commit.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
        assert!(digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()), "{commit}");
        return;
    }
    assert_eq!(commit, expected);
}

#[test]
fn shells_complete_every_command() {
    let commands = commands();
    assert!(commands.len() >= 15 && commands.contains(&"scan".to_string()));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = sudoscope(&["completions", shell]);
        let script = stdout(&output);
        assert_eq!(code(&output), Some(0), "{shell}");
        let missing: Vec<_> = commands.iter().filter(|name| !script.contains(*name)).collect();
        assert!(missing.is_empty(), "{shell}: {missing:?}");
        assert!(script.contains("policy"), "{shell}");
    }
    refused(&sudoscope(&["completions", "fisch"]), "fish");
}

#[test]
fn every_command_has_a_man_page() {
    let folder = directory("man").join("man1");
    let output = sudoscope(&["man", text_of(&folder)]);
    assert_eq!((code(&output), stdout(&output)), (Some(0), String::new()));
    let pages = read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
    let pages: BTreeSet<String> = pages.map(|name| name.into_string().unwrap()).collect();
    let mut expected: BTreeSet<String> =
        commands().iter().map(|name| format!("sudoscope-{name}.1")).collect();
    expected.insert("sudoscope.1".to_string());
    assert_eq!(pages, expected);
    for page in &pages {
        let text = read_to_string(folder.join(page)).unwrap();
        let title = format!(".TH {} 1", page.trim_end_matches(".1"));
        assert!(text.contains(&title) && text.contains(".SH OPTIONS"), "{page}: {text}");
    }
    // Text before and after the help is at the end of the page.
    let text = read_to_string(folder.join("sudoscope.1")).unwrap();
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(place(".SH OPTIONS") < place("Examples:") && place("Examples:") < place("Exit codes:"));
    assert!(text.contains("sudoscope\\-scan(1)"), "{text}");
    let file = folder.join("sudoscope.1");
    refused(&sudoscope(&["man", text_of(&file)]), "cannot make the directory");
}

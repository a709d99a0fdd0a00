//! Promises about the source itself: the places of `unsafe`, files that may not panic, and the oldest
//! compiler.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that read lines, files and definitions from outside, in which clippy forbids panics.
const INPUT_SIDE: &[&str] = &[
    "src/cli/args/minutes.rs",
    "src/cli/args/mod.rs",
    "crates/pipeline/src/diff.rs",
    "crates/pipeline/src/minutes.rs",
    "crates/pipeline/src/files/journal.rs",
    "crates/pipeline/src/files/resumable.rs",
    "crates/board/src/grid/parse/mod.rs",
    "crates/board/src/boards/cells.rs",
    "crates/board/src/boards/parse.rs",
    "crates/pipeline/src/input/mod.rs",
    "crates/engine/src/claim/mod.rs",
    "crates/engine/src/scale/heads.rs",
    "crates/engine/src/scale/hodoku_definition.rs",
    "crates/engine/src/scale/ladder.rs",
    "crates/engine/src/scale/minutes/model.rs",
    "crates/pipeline/src/run/merge.rs",
    "crates/pipeline/src/settings/hcfg.rs",
    "crates/pipeline/src/run/header.rs",
    "crates/pipeline/src/run/run_file.rs",
    "crates/pipeline/src/run/stored.rs",
    "crates/pipeline/src/run/block.rs",
    "crates/pipeline/src/run/record.rs",
    "crates/pipeline/src/worth/stored.rs",
];

const DENIED: &str =
    "deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Folders of the source.
const SOURCES: [&str; 8] = [
    "src",
    "crates/board/src",
    "crates/proof/src",
    "crates/originals/src",
    "crates/engine/src",
    "crates/pipeline/src",
    "python/src",
    "web/src",
];

/// Returns a source file without unit tests, which are at its end or in a file `tests.rs` beside it.
fn code(path: &Path) -> String {
    let source = text(path.to_str().unwrap());
    match path.file_name().unwrap() == "tests.rs" {
        true => String::new(),
        false => source.split("#[cfg(test)]\nmod ").next().unwrap().to_string(),
    }
}

/// Lists the source files of a directory and those below, by their paths from the root.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(directory)).unwrap();
    let entries = entries.map(|entry| entry.unwrap());
    let files = entries.flat_map(|entry| {
        let path = directory.join(entry.file_name());
        if entry.path().is_dir() { sources(&path) } else { vec![path] }
    });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// `unsafe` occurs only where ARCHITECTURE.md says, and always with its contract.
#[test]
fn unsafe_is_where_it_is_said_to_be() {
    assert!(text("Cargo.toml").contains("\nunsafe_code = \"deny\"\n"));
    let architecture = text("ARCHITECTURE.md");
    let named = architecture.lines().find(|line| line.starts_with("| `unsafe` |")).unwrap();
    let named: Vec<&str> = named.split('`').skip(3).step_by(2).collect();
    let mut found = Vec::new();
    for path in SOURCES.into_iter().flat_map(|folder| sources(Path::new(folder))) {
        let source = read_to_string(root().join(&path)).unwrap();
        let lines: Vec<&str> = source.lines().collect();
        for at in (0..lines.len()).filter(|&at| lines[at].contains("allow(unsafe_code)")) {
            let above = lines[at.saturating_sub(4)..at].concat();
            assert!(above.contains("// SAFETY: "), "{}:{}: no contract", path.display(), at + 1);
            found.push(path.to_str().unwrap().to_string());
        }
    }
    found.sort();
    found.dedup();
    let mut named: Vec<String> = named.into_iter().map(str::to_string).collect();
    named.sort();
    assert_eq!(found, named, "found in the source, named in ARCHITECTURE.md");
}

/// Numbers of tables and pages are the same on every machine: functions whose last digits vary are not used.
#[test]
fn numbers_are_made_without_the_functions_of_a_system() {
    let functions = ["ln", "log10", "log2", "log", "exp", "powi", "powf", "cbrt", "hypot", "sin", "cos"];
    let folders = ["report", "stats", "worth"].map(|room| format!("crates/pipeline/src/{room}"));
    for path in folders.iter().flat_map(|folder| sources(Path::new(folder))) {
        let code = code(&path);
        for function in functions {
            let call = format!(".{function}(");
            assert!(!code.contains(&call), "{}: {call}", path.display());
        }
    }
}

/// A module uses only modules to its left on the line of its crate in ARCHITECTURE.md; unit tests may use
/// all. Between crates the compiler holds the order.
#[test]
fn the_layers_hold() {
    let architecture = text("ARCHITECTURE.md");
    for name in ["board", "proof", "originals", "engine", "pipeline"] {
        let head = format!("- {name}: `");
        let line = architecture.lines().find_map(|line| line.strip_prefix(&head)).unwrap();
        let layers: Vec<Vec<&str>> =
            line.trim_end_matches('`').split(" → ").map(|layer| layer.split(", ").collect()).collect();
        let layer_of = |module: &str| {
            let on = |layer: &Vec<&str>| layer.contains(&module);
            layers.iter().position(on).unwrap_or_else(|| panic!("{name}: {module} has no layer"))
        };
        let folder = PathBuf::from(format!("crates/{name}/src"));
        let module_of = |path: &Path| {
            let first = path.strip_prefix(&folder).unwrap().iter().next().unwrap();
            first.to_str().unwrap().trim_end_matches(".rs").to_string()
        };
        let files = sources(&folder);
        let modules: BTreeSet<String> =
            files.iter().map(|path| module_of(path)).filter(|module| module != "lib").collect();
        for path in files {
            let module = module_of(&path);
            if module == "lib" {
                continue;
            }
            for line in code(&path).lines().filter(|line| !line.trim_start().starts_with("//")) {
                for used in line.split("crate::").skip(1) {
                    let end = used.find(|c: char| !c.is_alphanumeric() && c != '_');
                    let used = &used[..end.unwrap_or(used.len())];
                    // A name from another crate that `lib.rs` re-exports.
                    if !modules.contains(used) {
                        continue;
                    }
                    let is_left = used == module || layer_of(used) < layer_of(&module);
                    assert!(is_left, "{}: {used} is not left of {module}: {line}", path.display());
                }
            }
        }
        let named: BTreeSet<String> = layers.iter().flatten().map(|m| m.to_string()).collect();
        assert_eq!(modules, named, "{name}: modules of the source, and of ARCHITECTURE.md");
    }
}

/// Each file of the input side denies code that can panic.
#[test]
fn the_input_side_does_not_panic() {
    for path in INPUT_SIDE {
        assert!(text(path).contains(DENIED), "{path} may panic");
    }
}

/// Files are created, named and removed only in `files/`, which knows our own files. (Sorting writes into
/// files without names.)
#[test]
fn files_are_written_in_one_place() {
    let writing = [
        "fs::write(",
        "File::create",
        "File::options(",
        "OpenOptions",
        "fs::rename(",
        "fs::copy(",
        "fs::hard_link(",
        "fs::remove_",
        "fs::create_dir",
        "symlink(",
    ];
    // `identity` asks which file has a name, without opening it for reading or writing.
    let files = ["identity", "lock", "output", "resumable", "sync"];
    let files = files.map(|name| format!("crates/pipeline/src/files/{name}.rs"));
    assert_eq!(having(&writing), BTreeSet::from(files));
    // Code that writes names the files read; these files read none, or write no files.
    let none = ["python/src/report.rs", "src/cli/install.rs", "src/cli/rows.rs"].map(String::from);
    assert_eq!(having(&["Protected::default("]), BTreeSet::from(none));
}

/// Lists the files whose code, apart from tests, has one of `calls`.
fn having(calls: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in SOURCES.into_iter().flat_map(|folder| sources(Path::new(folder))) {
        let code = code(&path);
        let mut code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        if code.any(|line| calls.iter().any(|call| line.contains(call))) {
            found.insert(path.to_str().unwrap().to_string());
        }
    }
    found
}

/// One solution is supposed, not counted, only for programs that are reproduced with clues, and by tests.
#[test]
fn one_solution_is_counted() {
    let files = ["scale/premise", "state"].map(|name| format!("crates/engine/src/{name}.rs"));
    assert_eq!(having(&["OneSolution::supposed("]), BTreeSet::from(files));
    assert_eq!(
        having(&["suppose_one_solution("]),
        BTreeSet::from(["crates/engine/src/state.rs".to_string()])
    );
}

/// Every dependency that this machine would build accepts the compiler that Cargo.toml names.
#[test]
fn the_oldest_compiler_suffices_for_the_dependencies() {
    let host = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let host = String::from_utf8(host).unwrap();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = Command::new(env!("CARGO"))
        // Not offline, because dependencies of the wheel alone were not fetched for these tests.
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let built = |package: &&Value| nodes.iter().any(|node| node["id"] == package["id"]);
    let version = |text: &str| -> Vec<u32> {
        let mut parts: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
        parts.resize(3, 0);
        parts
    };
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    let packages: Vec<&Value> = metadata["packages"].as_array().unwrap().iter().filter(built).collect();
    assert!(packages.len() > 50);
    for package in packages {
        if let Some(needed) = package["rust_version"].as_str() {
            assert!(version(needed) <= ours, "{} needs Rust {needed}", package["name"]);
        }
    }
}

/// The citation file names this version.
#[test]
fn the_citation_names_this_version() {
    let version = concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n");
    assert!(text("CITATION.cff").contains(version), "CITATION.cff has another version than Cargo.toml");
}

/// Lines fit into rustfmt's width, including comments, which rustfmt leaves alone; and some unidiomatic
/// phrases do not return.
#[test]
fn lines_are_short_and_words_plain() {
    let width: usize = text("rustfmt.toml").split("max_width = ").nth(1).unwrap().trim().parse().unwrap();
    let phrases =
        ["so many ", "gone on with", "for who asks", "what is no ", "What is no ", "/// The same", "Mended"];
    let mut bad = Vec::new();
    // In tests, code may be data, but comments are checked.
    let folders = SOURCES.into_iter().chain(["benches", "fuzz/bodies", "fuzz/fuzz_targets", "tests"]);
    for path in folders.flat_map(|folder| sources(Path::new(folder))) {
        for (k, line) in text(path.to_str().unwrap()).lines().enumerate() {
            let is_data = path.starts_with("tests") && !line.trim_start().starts_with("//");
            if is_data {
                continue;
            }
            let turned = phrases.iter().find(|phrase| line.contains(**phrase));
            if line.chars().count() > width || turned.is_some() {
                bad.push(format!("{}:{}: {}", path.display(), k + 1, turned.unwrap_or(&"too long")));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// A comment stands alone: it begins neither with a word that leans on its neighbour nor with a relative
/// clause in place of a noun.
#[test]
fn comments_stand_alone() {
    let leaning = ["These", "Those", "That", "It", "They", "As above", "One of", "Of", "What", "Who"];
    let mut bad = Vec::new();
    let folders = SOURCES.into_iter().chain(["benches", "fuzz/bodies", "fuzz/fuzz_targets", "tests"]);
    for path in folders.flat_map(|folder| sources(Path::new(folder))) {
        let source = text(path.to_str().unwrap());
        let comment = |line: &str| {
            let comment = line.trim_start().strip_prefix("//")?;
            Some(comment.trim_start_matches(['/', '!']).trim().to_string())
        };
        let mut before = None;
        for (k, line) in source.lines().enumerate() {
            let own = comment(line);
            if let (Some(words), None | Some("")) = (&own, before.as_deref()) {
                let leans = |word: &&&str| {
                    let rest = words.strip_prefix(**word);
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '.', ',', ':', ';']))
                };
                if let Some(word) = leaning.iter().find(leans) {
                    bad.push(format!("{}:{}: begins with {word}", path.display(), k + 1));
                }
            }
            before = own;
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

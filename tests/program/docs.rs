//! The documentation: links lead somewhere, citations name a section, and tables match the program.

use crate::binary::{piped, prints, rows};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use sudoscope::input::{FORMS, read_puzzle};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Lists the files below a folder that have one of `endings`, except hidden and build folders.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let entries = entries.flat_map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !name.starts_with('.') && !name.starts_with("target") {
            files(&path, endings)
        } else {
            vec![path]
        }
    });
    let of_kind = |path: &PathBuf| path.extension().is_some_and(|end| endings.iter().any(|&e| end == e));
    entries.filter(of_kind).collect()
}

/// Returns the headings of a page.
fn headings(page: &Path) -> Vec<String> {
    let text = read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| line.trim_start_matches('#').trim().to_string()).collect()
}

/// Returns the anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Every link of a page to another page of the repository, or into one, leads somewhere. The package index
/// shows the page of the Python package by itself, so its links have the repository's address.
#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    let manifest = read_to_string(root().join("Cargo.toml")).unwrap();
    let address = manifest.split("repository = \"").nth(1).unwrap().split('"').next().unwrap();
    let address = format!("{address}/blob/main/");
    for page in files(root(), &["md"]) {
        let text = read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            let of_repository = link.strip_prefix(&address);
            let is_of_package = page.ends_with("python/README.md");
            if link.starts_with("http") && of_repository.is_none() {
                continue;
            }
            assert!(!is_of_package || of_repository.is_some() || link.starts_with('#'), "{link}");
            let folder = if of_repository.is_some() { root() } else { page.parent().unwrap() };
            let link = of_repository.unwrap_or(link);
            let (path, place) = link.split_once('#').map_or((link, None), |(p, a)| (p, Some(a)));
            let to = match path {
                "" => page.clone(),
                path => folder.join(path),
            };
            assert!(to.exists(), "{}: {link}", page.display());
            if let Some(place) = place {
                let there = headings(&to).iter().any(|heading| anchor(heading) == place);
                assert!(there, "{}: {link}", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 40, "{links}");
}

/// Every source file that a page names exists, except the files that CONTRIBUTING.md asks its reader to
/// write.
#[test]
fn named_files_are_there() {
    let sources = files(root(), &["rs", "py"]);
    for page in files(root(), &["md"]).iter().filter(|page| !page.ends_with("CHANGELOG.md")) {
        let text = read_to_string(page).unwrap();
        let named = text.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs"));
        for name in named.filter(|name| !name.contains("my_") && *name == name.to_lowercase()) {
            let there = sources.iter().any(|source| source.ends_with(name));
            assert!(there, "{}: {name}", page.display());
        }
    }
}

/// Every file and folder in the table of ARCHITECTURE.md exists in one of the folders that a reader would
/// try.
#[test]
fn named_places_are_there() {
    let crates =
        ["board", "proof", "originals", "engine", "pipeline"].map(|name| format!("crates/{name}/src"));
    let rooms = ["", "docs", "python/sudoscope"].into_iter().chain(crates.iter().map(String::as_str));
    let rooms: Vec<&str> = rooms.collect();
    let text = read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut named = 0;
    for line in text.lines().filter(|line| line.starts_with('|')) {
        let names = line.split('`').skip(1).step_by(2).filter(|name| {
            let ends = [".rs", ".tsv", ".pyi", "/"].iter().any(|end| name.ends_with(end));
            ends && **name == name.to_lowercase()
        });
        for name in names {
            assert!(rooms.iter().any(|room| root().join(room).join(name).exists()), "{name}");
            named += 1;
        }
    }
    assert!(named > 40, "{named}");
}

/// Every test that a promise of docs/trust.md names exists.
#[test]
fn named_tests_are_there() {
    let sources = files(root(), &["rs", "py"]);
    let sources: String = sources.iter().map(|file| read_to_string(file).unwrap()).collect();
    let text = read_to_string(root().join("docs/trust.md")).unwrap();
    let nothing_else = text.split("## Nothing let in").next().unwrap();
    // Long names in letters and underscores; only test names match there.
    let named = nothing_else.split('`').skip(1).step_by(2).filter(|name| {
        name.matches('_').count() >= 3 && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    let mut tests = 0;
    for name in named {
        assert!(sources.contains(&format!("fn {name}(")), "{name}");
        tests += 1;
    }
    assert!(tests > 45, "{tests}");
}

/// Every citation of docs/theory.md names one of its sections.
#[test]
fn citations_name_a_section() {
    let sections = headings(&root().join("docs/theory.md"));
    let mut citations = 0;
    for path in ["crates", "src", "tests", "python"] {
        for file in files(&root().join(path), &["rs", "py"]) {
            // Joins the lines of a comment.
            let lines = read_to_string(&file).unwrap();
            let lines = lines.lines().map(|line| line.trim_start().trim_start_matches(['/', '!']).trim());
            let text = lines.collect::<Vec<_>>().join(" ");
            for cited in text.split("docs/theory.md, \"").skip(1) {
                let section = cited.split('"').next().unwrap();
                let there = sections.iter().any(|heading| heading == section);
                assert!(there, "{}: {section}", file.display());
                citations += 1;
            }
        }
    }
    assert!(citations > 15, "{citations}");
}

/// Each kind of evidence has its row and its conditions in docs/proofs.md.
#[test]
fn evidence_is_documented() {
    let text = read_to_string(root().join("docs/proofs.md")).unwrap();
    for rule in sudoscope::rules::RULES {
        let of = rule.info().evidence.split(' ').next().unwrap();
        assert!(text.contains(&format!("\n| `{of}` | ")), "{of} has no row");
        assert!(text.contains(&format!("**`{of}`**")), "of {of} nothing is demanded");
    }
}

/// docs/rules.md is the program's output.
/// `RENEW=1 cargo test --release --test program rules_are_documented` writes it.
#[test]
fn rules_are_documented() {
    let page = root().join("docs/rules.md");
    let printed = prints(&["rules", "--markdown"]).into_bytes();
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(&page, &printed).unwrap();
    }
    let kept = std::fs::read(&page).unwrap();
    assert!(kept == printed, "docs/rules.md is not what `sudoscope rules --markdown` prints");
}

/// Columns of reports, keys of JSON, options and names of Python avoid the words that docs/words.md rules
/// out.
#[test]
fn one_word_for_one_thing() {
    let read = |path: &str| read_to_string(root().join(path)).unwrap();
    let words = read("docs/words.md");
    let rows = words.lines().filter_map(|line| line.strip_prefix("| **")?.rsplit('|').nth(1));
    let never: Vec<&str> =
        rows.flat_map(|cell| cell.split(',')).map(str::trim).filter(|w| !w.is_empty()).collect();
    assert!(never.contains(&"rung") && never.contains(&"firing"), "{never:?}");
    let puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
    let mut names: Vec<String> = Vec::new();
    // A test of the reports compares the rows of this page with the columns.
    let columns = read("docs/reports.md");
    names.extend(
        columns.lines().filter_map(|row| Some(row.strip_prefix("| `")?.split_once('`')?.0.to_string())),
    );
    names.extend(
        columns.lines().filter_map(|row| Some(row.strip_prefix("### `")?.split_once('`')?.0.to_string())),
    );
    for scale in ["W", "SER", "H"] {
        let proof = prints(&["explain", "--format", "json", "-l", scale, puzzle]);
        // Keys at any depth are the texts before a colon. Words in texts of steps are not keys.
        let parts: Vec<&str> = proof.split('"').collect();
        let keys =
            parts.windows(2).filter(|two| two[1].trim_start().starts_with(':')).map(|two| two[0].to_string());
        names.extend(keys);
    }
    let commands =
        ["rate", "scan", "report", "merge", "worth", "explain", "verify", "select", "generate", "check"];
    for command in commands.into_iter().chain([
        "diff", "compare", "study", "print", "clean", "dedupe", "plan", "rules", "ladders", "minlex",
        "solve", "search",
    ]) {
        let help = prints(&[command, "--help"]);
        let options =
            help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|w| w.starts_with("--"));
        names.extend(options.map(str::to_string));
    }
    names.extend(prints(&["rate", "-l", "W,SER,H", puzzle]).lines().take(1).map(str::to_string));
    let objects = prints(&["rate", "-l", "W,SER,H", "--format", "jsonl", puzzle]);
    names.extend(objects.split('"').skip(1).step_by(2).map(str::to_string));
    // Descriptions of tables.
    let about = read("tests/data/report/about.json");
    assert!(about.contains("\"scale W = ") && !columns.contains("\n| `ladder` "));
    names.extend(about.lines().map(str::to_string));
    let types = read("python/sudoscope/_sudoscope.pyi");
    names.extend(types.lines().filter_map(|line| Some(line.trim().split_once(": ")?.0.to_string())));
    assert!(names.len() > 500 && names.iter().any(|name| name == "rating"), "{}", names.len());
    // Both options are about named levels.
    names.retain(|name| !["--levels", "--levels-from"].contains(&name.as_str()));
    for name in &names {
        let all = name.to_lowercase().replace(['-', '_'], " ");
        let parts = all.split(' ').map(|part| part.trim_end_matches('s'));
        let joined = format!(" {} ", parts.collect::<Vec<_>>().join(" "));
        let wrong = never.iter().find(|word| joined.contains(&format!(" {word} ")));
        assert!(wrong.is_none(), "{name}: docs/words.md has another word for {wrong:?}");
    }
}

/// The table of docs/input.md lists all forms; each example is read, alone and from a file, and its puzzle is
/// read again as printed. `RENEW=1 cargo test --release --test program forms_are_documented` writes it.
#[test]
fn forms_are_documented() {
    let mut table = "| form | an example | from |\n|---|---|---|\n".to_string();
    for form in &FORMS {
        let puzzle = (form.read)(form.example.as_bytes()).expect(form.name).expect(form.name).puzzle;
        let again = read_puzzle(puzzle.to_string().as_bytes()).unwrap();
        assert_eq!(again.puzzle, puzzle, "{}", form.name);
        let output = piped(&["rate", "-l", "BRT", "-"], form.example.as_bytes());
        let rows = rows(&output);
        assert_eq!((rows.len(), &rows[0][1]), (1, puzzle.to_string().as_str()), "{}", form.name);
        let line = |line: &str| match line.char_indices().nth(120) {
            Some((end, _)) => format!("`{}…`", &line[..end]),
            None => format!("`{line}`"),
        };
        let lines: Vec<String> = form.example.lines().map(|text| line(text).replace('|', "\\|")).collect();
        table += &format!("| {} | {} | {} |\n", form.name, lines.join("<br>"), form.from);
    }
    let page = root().join("docs/input.md");
    let kept = read_to_string(&page).unwrap();
    let (before, rest) = kept.split_once("<!-- forms -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end -->\n").unwrap();
    let text = format!("{before}<!-- forms -->\n{table}<!-- end -->\n{after}");
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(&page, &text).unwrap();
    }
    assert!(
        std::env::var_os("RENEW").is_some() || kept == text,
        "docs/input.md has other forms than the program"
    );
}

//! Commands printed for pasting, read as each shell reads them. Those for bash are also run, by
//! `odd_names_are_names` in `faults.rs`, and those for cmd by `scripts/wine`.

use proptest::prelude::*;
use shell::Shell;
use std::ffi::OsStr;

#[path = "../../src/cli/shell.rs"]
mod shell;

fn line(shell: Shell, words: &[&str]) -> String {
    shell.line(words.iter().map(OsStr::new))
}

#[test]
fn words_are_typed_as_a_shell_reads_them() {
    assert_eq!(Shell::here() == Shell::Posix, !cfg!(windows));
    for (word, posix, cmd, powershell) in [
        ("in.txt", "in.txt", "in.txt", "in.txt"),
        ("", "''", "\"\"", "''"),
        ("a b", "'a b'", "\"a b\"", "'a b'"),
        ("it's", r"'it'\''s'", "\"it's\"", "'it''s'"),
        ("it’s", "'it’s'", "\"it’s\"", "'it’’s'"),
        ("W,SER", "W,SER", "W,SER", "'W,SER'"),
        (r"C:\puzzles\in.txt", r"'C:\puzzles\in.txt'", r"C:\puzzles\in.txt", r"C:\puzzles\in.txt"),
        (r"C:\my puzzles\", r"'C:\my puzzles\'", r#""C:\my puzzles\\""#, r"'C:\my puzzles\'"),
        ("$HOME", "'$HOME'", "\"$HOME\"", "'$HOME'"),
        ("a&b", "'a&b'", "\"a&b\"", "'a&b'"),
        ("*.txt", "'*.txt'", "\"*.txt\"", "'*.txt'"),
        ("@mine", "'@mine'", "\"@mine\"", "'@mine'"),
        ("-o.txt", "-o.txt", "-o.txt", "'-o.txt'"),
        ("é.txt", "'é.txt'", "\"é.txt\"", "'é.txt'"),
    ] {
        let shells = [(Shell::Posix, posix), (Shell::Cmd, cmd), (Shell::Pwsh, powershell)];
        for (shell, typed) in shells {
            assert_eq!(line(shell, &["scan", word]), format!("scan {typed}"), "{shell:?}");
        }
    }
    let program = r"C:\Program Files\sudoscope.exe";
    assert_eq!(line(Shell::Cmd, &[program, "scan"]), r#""C:\Program Files\sudoscope.exe" scan"#);
    assert_eq!(line(Shell::Pwsh, &[program, "scan"]), r"& 'C:\Program Files\sudoscope.exe' scan");
}

/// Splits a command line as Windows programs do, by Microsoft's rules for `main`.
fn cut(line: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), None);
    let (mut in_quotes, mut backslashes) = (false, 0);
    for c in line.chars().chain([' ']) {
        let is_end = c == ' ' && !in_quotes;
        if c == '\\' {
            backslashes += 1;
            continue;
        }
        let (kept, is_mark) = match c {
            '"' => (backslashes / 2, backslashes % 2 == 1),
            _ => (backslashes, false),
        };
        if kept > 0 || !is_end {
            word.get_or_insert_with(String::new).push_str(&"\\".repeat(kept));
        }
        backslashes = 0;
        match c {
            '"' if !is_mark => in_quotes = !in_quotes,
            _ if is_end => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words
}

proptest! {
    #[test]
    fn what_is_typed_for_cmd_is_read_back(words in proptest::collection::vec(r#"[a \\"*&é-]{0,8}"#, 1..5)) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        prop_assert_eq!(cut(&line(Shell::Cmd, &words)), words);
    }
}

//! Commands of docs/start.md work as printed, one after the other in an empty folder with a puzzle bank.

use crate::binary::directory;
use crate::common::random_10k;
use std::path::Path;
use std::process::Command;

/// State that has X-Wings.
const PUZZLE: &str = "...3.57.6.2...4...5..9..2.....1....2.....9...8.57..9.3..3.7......2.....51...3..8.";

#[test]
fn the_commands_of_the_first_page_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (work, program) = (directory("start"), Path::new(env!("CARGO_BIN_EXE_sudoscope")));
    std::fs::write(work.join("bank.txt"), random_10k()[..120].join("\n")).unwrap();
    for (name, from) in [("bank.csv", 120), ("rival.csv", 300)] {
        let rows = random_10k().into_iter().enumerate().skip(from).take(120);
        let rows: String = rows.map(|(id, puzzle)| format!("P{id},{puzzle}\n")).collect();
        std::fs::write(work.join(name), format!("id,puzzle\n{rows}")).unwrap();
    }
    // A seed whose neighbours by two clues are few and easy.
    for (name, puzzle) in [("seeds.txt", 54), ("known.txt", 55)] {
        std::fs::write(work.join(name), &random_10k()[puzzle]).unwrap();
    }
    let text = std::fs::read_to_string(root.join("docs/start.md")).unwrap();
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut sizes = Vec::new();
    for block in blocks {
        sizes.push(block.lines().count());
        for line in block.lines() {
            let (command, comment) = line.split_once(" #").unwrap_or_else(|| panic!("{line}: what for?"));
            assert!(command.starts_with("sudoscope ") && comment.len() > 5, "{line}");
            let command = command.replace("PUZZLE", PUZZLE);
            // The neighbours of an easy seed are easy. A closure that begins with none has a header only.
            let command = command
                .replace("SER --rating 10-", "SER --rating 1-")
                .replace("SER,W --rating 10-", "SER,W --rating 1-");
            let least = if command.contains("--until-closed") { 40 } else { 80 };
            let mut bash = Command::new("bash");
            let done = bash.args(["-c", &command]).current_dir(&work).env("PATH", &path).output().unwrap();
            assert_eq!(done.status.code(), Some(0), "{command}: {}", String::from_utf8_lossy(&done.stderr));
            let words: Vec<&str> = command.split_whitespace().collect();
            let written = words.iter().position(|word| *word == "-o").map(|at| work.join(words[at + 1]));
            match written {
                Some(file) if file.is_file() => assert!(file.metadata().unwrap().len() > least, "{command}"),
                Some(folder) => {
                    let is_there = |name: &&str| folder.join(name).exists();
                    assert!(
                        ["report.html", "used.txt", "solution-002.svg"].iter().any(is_there),
                        "{command}"
                    );
                }
                None if command.contains("--check") => {
                    assert!(done.stdout.starts_with(b"valid: "), "{command}")
                }
                None => assert!(done.stdout.len() + done.stderr.len() > 80, "{command}"),
            }
        }
    }
    assert_eq!(sizes, [5, 4, 7, 5, 5, 5]);
}

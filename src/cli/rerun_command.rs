//! The command line of this run, to be pasted.

use std::ffi::{OsStr, OsString};

/// The command line of this run with this option, in place of another that says what to do with what is
/// unfinished.
pub fn rerun_command(option: &str) -> String {
    let others = ["--resume", "--restart", "--requeue"];
    let known = |word: &OsString| !others.iter().any(|option| word == *option);
    let words: Vec<String> = std::env::args_os().filter(known).map(|word| quoted(&word)).collect();
    let (program, rest) = words.split_first().map_or(("sudoscope", &[][..]), |(p, r)| (p, r));
    let (command, rest) = rest.split_first().map_or(("scan", &[][..]), |(c, r)| (c, r));
    format!("{program} {command} {option} {}", rest.join(" "))
}

/// A word as a shell reads it back.
fn quoted(word: &OsStr) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,+=:".contains(c);
    match word.to_str() {
        Some(word) if word.chars().all(plain) && !word.is_empty() => word.to_string(),
        Some(word) if !word.chars().any(char::is_control) => format!("'{}'", word.replace('\'', r"'\''")),
        _ => {
            let byte = |&byte: &u8| match byte {
                b'\'' | b'\\' | ..b' ' | 127.. => format!("\\x{byte:02x}"),
                _ => char::from(byte).to_string(),
            };
            format!("$'{}'", word.as_encoded_bytes().iter().map(byte).collect::<String>())
        }
    }
}

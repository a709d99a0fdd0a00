//! Quoting of commands for shells. This file has no dependencies, as tests include it on its own.

use std::env::var_os;
use std::ffi::OsStr;

/// Shell into which a printed command is pasted; the last one is PowerShell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shell {
    Posix,
    Cmd,
    Pwsh,
}

impl Shell {
    /// Guesses the shell that runs this program from the environment: cmd sets a prompt, shells that come
    /// with Git name their system, and PowerShell does neither.
    pub fn here() -> Shell {
        let has = |name: &str| var_os(name).is_some();
        if !cfg!(windows) || has("MSYSTEM") {
            Shell::Posix
        } else if has("PROMPT") || !has("PSModulePath") {
            Shell::Cmd
        } else {
            Shell::Pwsh
        }
    }

    /// Quotes the words of a command, of which the first is the program.
    pub fn line<'a>(self, words: impl IntoIterator<Item = &'a OsStr>) -> String {
        let line: Vec<String> = words.into_iter().map(|word| self.word(word)).collect();
        let line = line.join(" ");
        // PowerShell takes a text in quotes as a value, not as a program.
        let is_value = self == Shell::Pwsh && line.starts_with('\'');
        if is_value { format!("& {line}") } else { line }
    }

    fn word(self, word: &OsStr) -> String {
        let text = word.to_string_lossy();
        if !text.is_empty() && self.is_plain(&text) {
            return text.into_owned();
        }
        match self {
            Shell::Posix => posix(word),
            Shell::Cmd => double_quoted(&text),
            // Some other quotation marks end a text as well.
            Shell::Pwsh => {
                let twice =
                    |c: char| if "'‘’‚‛".contains(c) { format!("{c}{c}") } else { c.to_string() };
                format!("'{}'", text.chars().map(twice).collect::<String>())
            }
        }
    }

    /// Whether a word needs no quotes.
    fn is_plain(self, word: &str) -> bool {
        let others = match self {
            Shell::Posix => "-_./,+=:",
            Shell::Cmd => "-_./,+=:\\",
            Shell::Pwsh => "-_./+=:\\",
        };
        // PowerShell cuts an option at a full stop or a colon.
        let is_cut = self == Shell::Pwsh && word.starts_with('-') && word.contains(['.', ':']);
        !is_cut && word.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
    }
}

fn posix(word: &OsStr) -> String {
    match word.to_str() {
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

/// Quotes a word for Windows programs, which read two backslashes before a quotation mark as one.
fn double_quoted(word: &str) -> String {
    let (mut text, mut backslashes) = ("\"".to_string(), 0);
    for c in word.chars() {
        if c == '"' {
            text.push_str(&"\\".repeat(backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        text.push(c);
    }
    text + &"\\".repeat(backslashes) + "\""
}

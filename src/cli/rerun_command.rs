//! The command line of this run, ready to paste.

use super::shell::Shell;
use std::ffi::{OsStr, OsString};

/// Returns the command line of this run, with `option` in place of any other option on how to treat
/// unfinished work.
pub fn rerun_command(option: &str) -> String {
    let others = ["--resume", "--restart", "--requeue"];
    let known = |word: &OsString| !others.iter().any(|option| word == *option);
    let words: Vec<OsString> = wild::args_os().filter(known).collect();
    let mut rest = words.iter().map(OsString::as_os_str);
    let program = rest.next().unwrap_or("sudoscope".as_ref());
    let command = rest.next().unwrap_or("scan".as_ref());
    let begin: [&OsStr; 3] = [program, command, option.as_ref()];
    Shell::here().line(begin.into_iter().chain(rest))
}

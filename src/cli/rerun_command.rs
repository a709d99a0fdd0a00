//! The command line of this run, to be pasted.

use super::shell::Shell;
use std::ffi::{OsStr, OsString};

/// The command line of this run with this option, in place of another that says what to do with what is
/// unfinished.
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

//! `sudoscope completions` and `sudoscope man`: files to install beside the program.

use super::args::Args;
use super::exit::Exit;
use anyhow::{Context, Result};
use clap::{Command, CommandFactory, builder::StyledStr};
use std::io::Write;
use std::path::Path;
use sudoscope::files::{Output, Protected, make_folder};
use sudoscope::standard;

pub fn completions(shell: clap_complete::Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "sudoscope", &mut script);
    standard::output()?.write_all(&script)?;
    Ok(Exit::Complete)
}

pub fn man(directory: &Path) -> Result<Exit> {
    make_folder(directory).with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    for command in commands.into_iter().chain([program]) {
        // `sudoscope scan` has the page sudoscope-scan.
        let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
        let mut page = Vec::new();
        clap_mangen::Man::new(with_examples_last(command)).render(&mut page)?;
        let file = format!("{name}.1");
        let write = || {
            let mut out = Output::create_in(directory, &file, &Protected::default())?;
            out.write_all(&page)?;
            out.finish()
        };
        write().with_context(|| format!("cannot write {}", directory.join(&file).display()))?;
    }
    Ok(Exit::Complete)
}

/// Moves the text before the help to the end of the page.
fn with_examples_last(command: Command) -> Command {
    let parts = [command.get_before_help(), command.get_after_help()];
    let parts: Vec<String> = parts.into_iter().flatten().map(StyledStr::to_string).collect();
    command.after_help(parts.join("\n\n"))
}

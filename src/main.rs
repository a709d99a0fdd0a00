//! The `sudoscope` command. `sudoscope --help` is its documentation.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}

//! The `sudoscope` command. `sudoscope --help` is its documentation.
//!
//! All of it is in the library: a program has to wait for the machine code of what it uses, a library is
//! built beside that.

fn main() -> std::process::ExitCode {
    sudoscope::main()
}

//! The `sudoscope` command. `sudoscope --help` is its documentation.
//!
//! All code is in the library, since a program is built only after the machine code of everything it uses,
//! while libraries are built in parallel.

fn main() -> std::process::ExitCode {
    sudoscope::main()
}

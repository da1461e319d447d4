//! The `hoppity` command: flags, progress and tables around the libraries, which do the work.
mod cli;
mod commands;
mod documents;
mod events;
mod failure;
mod files;
mod folders;
mod input;
mod marks;
mod out;
mod progress;
mod signals;
mod sprt;
mod svg;
mod table;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure),
    }
}

//! How a command fails: one message on standard error, and an exit status that tells wrong use from bad luck.
use anyhow::{Error, anyhow};
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit status of a command that could not do what it was rightly asked.
const FAILED: u8 = 1;
/// The exit status of a command that was asked for what cannot be.
const WRONG_USE: u8 = 2;

/// A spec, position, move, flag or file content that cannot be.
#[derive(Debug)]
struct WrongUse(String);

impl fmt::Display for WrongUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUse {}

/// The end of a command that was told to stop.
#[derive(Debug)]
struct Stopped {
    message: String,
    status: u8,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Stopped {}

/// The error of a command that a signal has stopped, with the exit status that tells which.
pub(crate) fn stopped(message: impl Into<String>, status: u8) -> Error {
    Error::new(Stopped { message: message.into(), status })
}

/// The error of a wrong use; the message says what is wrong, where, and what would be right.
pub(crate) fn wrong_use(message: impl Into<String>) -> Error {
    Error::new(WrongUse(message.into()))
}

/// [`wrong_use`] with the text at fault below the message and a caret under its byte `at`.
pub(crate) fn wrong_text(message: impl fmt::Display, text: &str, at: usize, len: usize) -> Error {
    // A control character would break the line, or do worse to a terminal.
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let before = text.char_indices().take_while(|&(i, _)| i < at).count();
    let under = text.char_indices().filter(|&(i, _)| (at..at + len).contains(&i)).count().max(1);
    wrong_use(format!("{message}\n  {shown}\n  {}{}", " ".repeat(before), "^".repeat(under)))
}

/// Prints the help and version texts that clap treats as errors; hands on the true ones.
pub(crate) fn from_clap(refusal: &clap::Error) -> Result<(), Error> {
    let printed = refusal.print().and_then(|()| io::stdout().flush());
    if refusal.use_stderr() {
        // Said already, in clap's words.
        return Err(wrong_use(""));
    }
    printed.map_err(|error| anyhow!("cannot write to standard output: {error}"))
}

/// Says on standard error what went wrong, and returns the exit status.
pub(crate) fn report(failure: &Error) -> ExitCode {
    // Texts from outside may hold characters that do things to a terminal.
    let message =
        format!("{failure:#}").replace(|c: char| c.is_control() && c != '\n' && c != '\t', "\u{fffd}");
    if !message.is_empty() {
        note(format_args!("error: {message}"));
    }
    if let Some(Stopped { status, .. }) = failure.downcast_ref() {
        return ExitCode::from(*status);
    }
    let wrong = failure.chain().any(<dyn std::error::Error>::is::<WrongUse>);
    ExitCode::from(if wrong { WRONG_USE } else { FAILED })
}

/// A line on standard error. Where even that cannot be written there is nobody left to tell.
pub(crate) fn note(line: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

//! Standard output: the one way by which results leave a command.
use anyhow::Context;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Standard output, buffered. Whatever cannot be written becomes an error: a closed pipe or a full disk ends the command
/// with a message. Must be [finished](Out::finish).
#[derive(Debug)]
pub(crate) struct Out {
    to: BufWriter<StdoutLock<'static>>,
    colour: bool,
}

impl Out {
    /// Takes hold of standard output.
    pub(crate) fn stdout() -> Out {
        let stdout = io::stdout().lock();
        let colour =
            stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Out { to: BufWriter::new(stdout), colour }
    }

    /// Whether colour is welcome: on a terminal whose user has not said no (<https://no-color.org>).
    pub(crate) fn colour(&self) -> bool {
        self.colour
    }

    /// Writes a text and ends the line.
    pub(crate) fn line(&mut self, text: impl std::fmt::Display) -> anyhow::Result<()> {
        writeln!(self.to, "{text}").context(LOST)
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.to.write_all(bytes).context(LOST)
    }

    /// Writes one JSON document for scripts and people: indented.
    pub(crate) fn json(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(document).context("cannot put the result into JSON")?;
        self.line(text)
    }

    /// Writes a JSON document on a line of its own, at once.
    pub(crate) fn json_line(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(document).context("cannot put the result into JSON")?;
        self.line(text)?;
        self.flush()
    }

    /// Where bytes go, for who writes for a time of its own.
    pub(crate) fn writer(&mut self) -> &mut impl Write {
        &mut self.to
    }

    /// Shows what has been written so far.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.to.flush().context(LOST)
    }

    /// Writes what is still held back.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let flushed = self.flush();
        // What could not be written now must not be tried again when the buffer is dropped.
        let _ = self.to.into_parts();
        flushed
    }
}

const LOST: &str = "cannot write to standard output";

//! Signals that ask a long command to end: the first lets it end as it should, the second ends it at once.
use anyhow::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What has been asked of this process since it began to listen.
#[derive(Debug)]
pub(crate) struct Signals {
    stop: Arc<AtomicBool>,
    which: Arc<AtomicUsize>,
}

impl Signals {
    /// Listens to SIGINT, SIGTERM and, unless `nohup` or the like has it ignored, SIGHUP from now on. A second one of either ends the process at once, with the exit status
    /// of [`Signals::received`].
    pub(crate) fn listen() -> anyhow::Result<Signals> {
        let signals = Signals { stop: Arc::default(), which: Arc::default() };
        signals.register().context("cannot listen to signals")?;
        Ok(signals)
    }

    fn register(&self) -> std::io::Result<()> {
        let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
        for signal in [SIGINT, SIGTERM].into_iter().chain(hangup) {
            // In this order: the first signal finds the flag unset, the second finds it set.
            flag::register_conditional_shutdown(signal, status(signal).into(), self.stop.clone())?;
            flag::register_usize(signal, self.which.clone(), signal as usize)?;
            flag::register(signal, self.stop.clone())?;
        }
        // A limit on the size of files is an error of the write that exceeds it, not the death of the process.
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        Ok(())
    }

    /// Set once the process is to end.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The name of the signal that came last, and the exit status that tells of it: 128 and its number, as shells do.
    pub(crate) fn received(&self) -> Option<(&'static str, u8)> {
        let signal = self.which.load(Ordering::Relaxed) as i32;
        match signal {
            SIGINT => Some(("SIGINT", status(signal))),
            SIGTERM => Some(("SIGTERM", status(signal))),
            SIGHUP => Some(("SIGHUP", status(signal))),
            _ => None,
        }
    }
}

/// Whether this process was started with a signal ignored; so it seems, too, where the system does not tell.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

fn status(signal: i32) -> u8 {
    128 + signal as u8
}

/// The command that was given, as it can be pasted into a shell.
pub(crate) fn this_command() -> String {
    let words = std::env::args_os().map(|word| quoted(&word.to_string_lossy()));
    words.collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        for (word, right) in [
            ("tournament", "tournament"),
            ("--out=results/a.b", "--out=results/a.b"),
            ("my cup.toml", "'my cup.toml'"),
            ("it's", r"'it'\''s'"),
            ("halma(board=8)", "'halma(board=8)'"),
            ("$HOME;*", "'$HOME;*'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), right);
        }
    }
}

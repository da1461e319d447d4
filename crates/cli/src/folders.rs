//! Commands that run a config into a folder: where that is, and how they end.
use crate::failure::{stopped, wrong_use};
use crate::signals::{Signals, this_command};
use anyhow::Error;
use hoppity_arena::{ConfigError, RunError};
use std::path::{Path, PathBuf};

/// The folder that was asked for, or results/NAME for a file NAME.toml.
pub(crate) fn run_folder(asked: Option<PathBuf>, file: &Path) -> anyhow::Result<PathBuf> {
    if let Some(folder) = asked {
        return Ok(folder);
    }
    let stem = file.file_stem();
    let stem =
        stem.ok_or_else(|| wrong_use("the file has no name to call the folder by: give one with --out"))?;
    Ok(Path::new("results").join(stem))
}

/// A file that cannot be read is bad luck, one that cannot be understood is wrong use.
pub(crate) fn refused(error: ConfigError) -> Error {
    if error.place.is_some() { wrong_use(error.to_string()) } else { Error::new(error) }
}

/// A folder that holds something else is wrong use; whatever else ends a run early is bad luck, or a signal.
pub(crate) fn ended(error: &RunError, signals: &Signals) -> Error {
    match error {
        RunError::ForeignFolder { .. } | RunError::OtherConfig { .. } | RunError::OtherVersion { .. } => {
            wrong_use(error.to_string())
        }
        RunError::Stopped { .. } if let Some((signal, status)) = signals.received() => {
            stopped(format!("{signal}: {error}:\n  {}", this_command()), status)
        }
        // Its message holds that of its source, which is not to be said twice.
        _ => Error::msg(error.to_string()),
    }
}

//! Commands that run a config into a folder: where that is, and how they end.
use crate::failure::{stopped, wrong_use};
use crate::signals::{Signals, this_command};
use anyhow::Error;
use clap::{Args, value_parser};
use hoppity_arena::{ConfigError, RunError};
use std::path::{Path, PathBuf};

/// What all of these commands take.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// The TOML file
    pub(crate) file: PathBuf,
    /// The folder for the results; by default results/NAME for a file NAME.toml
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games played at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Go on with a run that another version of this command began
    #[arg(long)]
    pub(crate) force: bool,
}

impl RunArgs {
    /// The folder that was asked for, or results/NAME for a file NAME.toml.
    pub(crate) fn folder(&self) -> anyhow::Result<PathBuf> {
        if let Some(folder) = &self.out {
            return Ok(folder.clone());
        }
        let stem = self.file.file_stem();
        let stem =
            stem.ok_or_else(|| wrong_use("the file has no name to call the folder by: give one with --out"))?;
        Ok(Path::new("results").join(stem))
    }

    /// Games played at once; 0: as many as there are cores.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
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

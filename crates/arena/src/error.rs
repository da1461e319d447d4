//! Why a tournament stopped, or did not begin.
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a tournament stopped, or did not begin. Whatever had been recorded by then stays recorded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The folder cannot be made, or is none.
    #[error("{} cannot be used as the folder of a run: {source}; no game was played", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The folder holds something else.
    #[error("{} is not empty and holds no config.toml of a run; name another folder", folder.display())]
    ForeignFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// Another process plays in this folder.
    #[error("{} is in use by another run", folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder belongs to a run with another config.
    #[error(
        "{} belongs to a run with another config (- there, + here):\n{difference}\nname another folder, or go back to that config",
        folder.display()
    )]
    OtherConfig {
        /// The folder.
        folder: PathBuf,
        /// The lines that differ: `-` before those in the folder, `+` before those of the config at hand.
        difference: String,
    },
    /// The folder's games were played by another version.
    #[error("the games in {} were played by version {there}, this is {here}; to go on all the same, use --force", folder.display())]
    OtherVersion {
        /// The folder.
        folder: PathBuf,
        /// The version that began the run.
        there: String,
        /// This version.
        here: String,
    },
    /// A line of the journal cannot be what this tournament wrote.
    #[error(
        "{}:{line}: {what}; nothing was changed. Without that line the same command plays its game again; to give up all games, remove the folder",
        path.display()
    )]
    Journal {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{} cannot be written: {source}; {saved}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
        /// What of the run is safe.
        saved: String,
    },
    /// The run was told to stop.
    #[error("stopped after {done} of {total} games; {} has all that is needed to go on", folder.display())]
    Stopped {
        /// The folder, which holds the journal and the files derived from it.
        folder: PathBuf,
        /// How many games are recorded.
        done: u64,
        /// How many games the tournament has.
        total: u64,
    },
    /// The system gives no threads.
    #[error("no thread can be started: {0}")]
    Threads(io::Error),
    /// The ratings cannot be computed.
    #[error("the games cannot be rated: {0}")]
    Rating(#[from] hoppity_stats::RatingError),
}

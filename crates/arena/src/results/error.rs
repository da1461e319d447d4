//! What is wrong with a file of results, and where.
use crate::ConfigError;
use crate::config::Place;
use std::fmt;
use thiserror::Error;

/// Results that cannot be read. Prints as `FILE:LINE:COLUMN: what`, then the line with a caret below the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// The file cannot be read at all.
    #[error("{file}: {what}")]
    Unreadable {
        /// The file as it was named.
        file: String,
        /// Why not.
        what: String,
    },
    /// The file does not say what it should.
    #[error("{}", Pointed(file, place, what))]
    Wrong {
        /// The file as it was named.
        file: String,
        /// Where in the file.
        place: Place,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// The config of the run cannot be read.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl ResultsError {
    /// Whether the content is at fault, rather than the reading of it.
    pub fn is_wrong_content(&self) -> bool {
        match self {
            ResultsError::Unreadable { .. } => false,
            ResultsError::Wrong { .. } => true,
            ResultsError::Config(error) => error.place.is_some(),
        }
    }
}

struct Pointed<'a>(&'a str, &'a Place, &'a str);

impl fmt::Display for Pointed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pointed(file, place, what) = self;
        place.point(f, file, what)
    }
}

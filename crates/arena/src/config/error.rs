//! What is wrong with a config file, and where.
use std::fmt;
use std::path::Path;
use thiserror::Error;

/// A config that cannot be run. Prints as `FILE:LINE:COLUMN: what`, then the line with a caret below the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ConfigError {
    /// The file as it was named.
    pub file: String,
    /// Where in the file; `None` where the file itself could not be read.
    pub place: Option<Place>,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// A place in a text file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The whole line.
    pub text: String,
}

impl ConfigError {
    /// The file cannot be read at all.
    pub fn unreadable(file: &Path, what: impl fmt::Display) -> ConfigError {
        ConfigError { file: file.display().to_string(), place: None, what: format!("cannot be read: {what}") }
    }

    /// An error at a byte offset of the file's text.
    pub fn at(file: &str, text: &str, offset: usize, what: impl Into<String>) -> ConfigError {
        ConfigError { file: file.to_owned(), place: Some(Place::of(text, offset)), what: what.into() }
    }
}

impl Place {
    /// The place of a byte offset.
    pub(crate) fn of(text: &str, offset: usize) -> Place {
        let offset = (0..=offset.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        Place {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            text: line.to_owned(),
        }
    }

    /// Writes `FILE:LINE:COLUMN: what`, then the line with a caret below the place; of a long line the part around it.
    pub(crate) fn point(&self, f: &mut fmt::Formatter<'_>, file: &str, what: &str) -> fmt::Result {
        const BEFORE: usize = 60;
        const SHOWN: usize = 100;
        let Place { line, column, text } = self;
        let skipped = if text.chars().count() > SHOWN { column.saturating_sub(1 + BEFORE) } else { 0 };
        let shown: String = text.chars().skip(skipped).take(SHOWN).collect();
        // Tabs stay tabs above the caret, so that it stands right however wide they are shown.
        let indent: String =
            shown.chars().take(column - 1 - skipped).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        write!(f, "{file}:{line}:{column}: {what}\n    {shown}\n    {indent}^")
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => place.point(f, &self.file, &self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

//! What is wrong with a spec, a position or a move, where, and what would be right.
use std::fmt;
use thiserror::Error;

/// A spec string, or an option in one, that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SpecError {
    /// Offset in bytes of what is wrong, from the start of the spec (or of the file it was read from).
    pub at: Option<usize>,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl SpecError {
    /// An error at a byte offset.
    pub fn at(at: usize, what: impl Into<String>) -> SpecError {
        SpecError { at: Some(at), what: what.into() }
    }

    /// An error of the spec as a whole.
    pub fn whole(what: impl Into<String>) -> SpecError {
        SpecError { at: None, what: what.into() }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "{} (at character {})", self.what, at + 1),
            None => write!(f, "{}", self.what),
        }
    }
}

/// A position that is not one of the game's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (at character {})", at + 1)]
pub struct PositionError {
    /// Offset in bytes of what is wrong.
    pub at: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl PositionError {
    /// An error at a byte offset.
    pub fn new(at: usize, what: impl Into<String>) -> PositionError {
        PositionError { at, what: what.into() }
    }
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` cannot be played: {why}")]
pub struct MoveError {
    /// The move as given.
    pub text: String,
    /// Why not, and where known what would be right.
    pub why: String,
}

impl MoveError {
    /// An error about this move text.
    pub fn new(text: impl Into<String>, why: impl Into<String>) -> MoveError {
        MoveError { text: text.into(), why: why.into() }
    }
}

/// The candidate nearest to a mistyped `word`, if any is near enough to be what was meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    // Scaled to integers: the order of candidates must not hang on how a float is rounded.
    let near = |candidate: &str| (strsim::jaro_winkler(&word, &candidate.to_lowercase()) * 1000.0) as u32;
    let best =
        candidates.into_iter().map(|c| (near(c), c)).reduce(|best, c| if c.0 > best.0 { c } else { best });
    best.filter(|&(score, _)| score >= 700).map(|(_, candidate)| candidate)
}

/// `; did you mean …?` for a mistyped word, else `; expected one of …`.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(right) = nearest(word, candidates.clone()) {
        return format!("; did you mean `{right}`?");
    }
    let all: Vec<&str> = candidates.into_iter().collect();
    if all.is_empty() {
        "; there are none".to_owned()
    } else {
        format!("; expected one of: {}", all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_suggested_and_far_ones_listed() {
        assert_eq!(suggestion("bord", ["board", "camp"]), "; did you mean `board`?");
        assert_eq!(suggestion("zzz", ["board", "camp"]), "; expected one of: board, camp");
    }
}

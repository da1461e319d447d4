//! Counts in words.

/// A count of things: `1 game`, `2 games`. The thing must take an s.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

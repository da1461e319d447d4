//! A line of GTP taken apart.

/// A command with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request<'a> {
    /// The number before the command, as it was written.
    pub(super) id: Option<&'a str>,
    pub(super) command: String,
    pub(super) arguments: Vec<&'a str>,
}

impl<'a> Request<'a> {
    /// `None` where nothing is asked: an empty line, or a comment. Control characters other than the tab, which is a
    /// blank, mean nothing in GTP; here they end words, as blanks do.
    pub(super) fn parse(line: &'a str) -> Option<Request<'a>> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words =
            line.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
        let first = words.next()?;
        let (id, command) = if first.bytes().all(|b| b.is_ascii_digit()) {
            (Some(first), words.next().unwrap_or_default())
        } else {
            (None, first)
        };
        Some(Request { id, command: command.to_ascii_lowercase(), arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_comments_are_told_from_commands() {
        let parsed = |line| Request::parse(line).map(|r| (r.id, r.command, r.arguments.join(" ")));
        let request =
            |id, command: &str, arguments: &str| Some((id, command.to_owned(), arguments.to_owned()));
        assert_eq!(parsed("12 play\tw  f7 # centre\r\n"), request(Some("12"), "play", "w f7"));
        assert_eq!(parsed("Name\n"), request(None, "name", ""));
        assert_eq!(parsed("7\n"), request(Some("7"), "", ""));
        assert_eq!(parsed("-3 name"), request(None, "-3", "name"));
        for nothing in ["", "  \t\r\n", "# only a comment", "\0\u{7}"] {
            assert_eq!(parsed(nothing), None);
        }
    }
}

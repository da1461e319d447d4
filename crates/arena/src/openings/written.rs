//! A file of openings: one a line, `#` begins a comment, blank lines mean nothing.

/// A line with something in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Without comment and without the blanks around it.
    pub(crate) text: String,
    /// Where it begins in the file.
    pub(crate) at: usize,
}

/// The lines of a file that are openings.
pub(crate) fn lines(file: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in file.split_inclusive('\n') {
        let said = line.split('#').next().unwrap_or_default();
        let text = said.trim();
        if !text.is_empty() {
            let indent = said.len() - said.trim_start().len();
            lines.push(Line { text: text.to_owned(), at: start + indent });
        }
        start += line.len();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blanks_are_left_out_and_places_kept() {
        let file = "# openings\n\n a1 b2 # diagonal\r\n\tc3\n#end";
        let found = lines(file);
        let texts: Vec<(&str, &str)> = found
            .iter()
            .map(|line| (line.text.as_str(), &file[line.at..line.at + line.text.len()]))
            .collect();
        assert_eq!(texts, [("a1 b2", "a1 b2"), ("c3", "c3")]);
        assert!(lines("").is_empty() && lines("# nothing").is_empty());
    }
}

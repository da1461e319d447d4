//! Text files from outside: UTF-8, with the byte order mark that some editors and spreadsheets put before it or without.

const MARK: &str = "\u{feff}";

/// What is wrong with a file that is no text: everything before the fault, and what to say of it.
pub(crate) struct NoText {
    pub(crate) before: String,
    pub(crate) what: &'static str,
}

/// The text of a file, without the mark.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<String, NoText> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = without_mark(&String::from_utf8_lossy(valid)).to_owned();
        NoText { before, what: "the file is not UTF-8 from here on" }
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
    Ok(text)
}

/// A text without the mark that may stand before it.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_no_part_of_the_text_and_faults_stand_behind_what_is_right() {
        let decoded = |bytes: &[u8]| decode(bytes.to_vec()).map_err(|error| error.before);
        assert_eq!(decoded("\u{feff}a\u{feff}".as_bytes()), Ok("a\u{feff}".to_owned()));
        assert_eq!(decoded(b"a"), Ok("a".to_owned()));
        assert_eq!(decoded(b"\xef\xbb\xbfab\xffc"), Err("ab".to_owned()));
        assert_eq!(decoded(b"\xef\xbb"), Err(String::new()));
    }
}

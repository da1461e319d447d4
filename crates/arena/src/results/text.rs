//! CSV text (RFC 4180) as fields that know where they stand. Nothing is forgiven: a stray quote is an error, not a guess.
use std::borrow::Cow;

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field<'a> {
    /// Its content, without the quotes around it.
    pub(super) value: Cow<'a, str>,
    /// The byte at which it begins.
    pub(super) at: usize,
}

/// A fault: the byte at which it stands, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) what: String,
}

impl Fault {
    pub(super) fn new(at: usize, what: impl Into<String>) -> Fault {
        Fault { at, what: what.into() }
    }
}

/// The records of a text; empty lines are none.
pub(super) struct Records<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Records<'a> {
    pub(super) fn new(text: &'a str) -> Records<'a> {
        Records { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes a field; behind it is a comma, the end of the line or of the text.
    fn field(&mut self) -> Result<Field<'a>, Fault> {
        let at = self.at;
        if !self.rest().starts_with('"') {
            let end = self.rest().find([',', '\n', '"']).unwrap_or(self.rest().len());
            let value = &self.rest()[..end];
            self.at += end;
            if self.rest().starts_with('"') {
                let what =
                    "a quote inside a field: put the whole field in quotes, and write \"\" for one quote";
                return Err(Fault::new(self.at, what));
            }
            let line_ends = !self.rest().starts_with(',');
            let value = if line_ends { value.strip_suffix('\r').unwrap_or(value) } else { value };
            return Ok(Field { value: Cow::Borrowed(value), at });
        }
        self.at += 1;
        let mut value = String::new();
        loop {
            let Some(end) = self.rest().find('"') else {
                return Err(Fault::new(at, "this quote is never closed"));
            };
            value.push_str(&self.rest()[..end]);
            self.at += end + 1;
            if !self.rest().starts_with('"') {
                break;
            }
            value.push('"');
            self.at += 1;
        }
        let rest = self.rest();
        if !(rest.is_empty() || [",", "\n", "\r\n"].iter().any(|end| rest.starts_with(end))) {
            return Err(Fault::new(self.at, "expected a comma or the end of the line behind the quote"));
        }
        if rest.starts_with('\r') {
            self.at += 1;
        }
        Ok(Field { value: Cow::Owned(value), at })
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<Vec<Field<'a>>, Fault>;

    /// The next record. Behind an error there is nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(empty) = ["\n", "\r\n"].iter().find(|end| self.rest().starts_with(**end)) {
            self.at += empty.len();
        }
        if self.rest().is_empty() {
            return None;
        }
        let mut fields = Vec::new();
        loop {
            match self.field() {
                Ok(field) => fields.push(field),
                Err(fault) => {
                    self.at = self.text.len();
                    return Some(Err(fault));
                }
            }
            let more = self.rest().starts_with(',');
            self.at += usize::from(!self.rest().is_empty());
            if !more {
                return Some(Ok(fields));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Result<Vec<Vec<(String, usize)>>, Fault> {
        let plain =
            |record: Vec<Field<'_>>| record.into_iter().map(|f| (f.value.into_owned(), f.at)).collect();
        Records::new(text).map(|record| record.map(plain)).collect()
    }

    fn values(text: &str) -> Vec<Vec<String>> {
        let records = records(text).unwrap();
        records.into_iter().map(|record| record.into_iter().map(|(value, _)| value).collect()).collect()
    }

    #[test]
    fn fields_and_where_they_stand() {
        let read = records("a,bc,\r\n\n\"d\"\"e,\nf\",g").unwrap();
        assert_eq!(read[0], [("a".into(), 0), ("bc".into(), 2), (String::new(), 5)]);
        assert_eq!(read[1], [("d\"e,\nf".into(), 8), ("g".into(), 18)]);
    }

    #[test]
    fn line_ends_and_empty_lines() {
        for text in
            ["a,b\nc,d", "a,b\nc,d\n", "a,b\r\nc,d\r\n\r\n", "\n\r\na,b\n\n\nc,d\n", "\"a\",b\r\nc,\"d\"\r\n"]
        {
            assert_eq!(values(text), [["a", "b"], ["c", "d"]], "{text:?}");
        }
        assert_eq!(values(""), Vec::<Vec<String>>::new());
        assert_eq!(values(","), [["", ""]]);
        assert_eq!(values("\"\""), [[""]]);
    }

    #[test]
    fn stray_quotes() {
        for (text, at, what) in [
            ("a,b\"c", 3, "inside a field"),
            ("a,\"b", 2, "never closed"),
            ("a,\"b\"c,d", 5, "expected a comma"),
            ("a\n\"b\"\"", 2, "never closed"),
        ] {
            let fault = records(text).unwrap_err();
            assert!(fault.at == at && fault.what.contains(what), "{text:?}: {fault:?}");
        }
    }
}

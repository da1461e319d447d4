//! Specs in TOML files: a spec string, or the same as a table `{ name = "halma", board = 8 }`.
//!
//! Whatever is wrong is placed in the file, so that a config can show the very character.
use hoppity_rules::spec::SpecOption;
use hoppity_rules::{Spec, SpecError, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Lists in lists go no deeper than in spec strings.
const MAX_NESTING: usize = 8;

/// A spec read from a file. The offsets of its options are offsets in the file.
#[derive(Clone, Debug)]
pub struct TomlSpec {
    /// The spec.
    pub spec: Spec,
    /// Where its name stands in the file.
    pub at: usize,
}

impl TomlSpec {
    /// Reads a string or a table. `file` is the whole text that the value was read from; the errors' offsets are in it.
    pub fn read(value: &Spanned<DeValue<'_>>, file: &str) -> Result<TomlSpec, SpecError> {
        let at = value.span().start;
        match value.get_ref() {
            DeValue::String(text) => from_text(text, value, file),
            DeValue::Table(table) => from_table(table, at, file),
            other => {
                let what = format!(
                    "expected a spec string such as \"name(key=value)\" or a table, found {}",
                    kind(other)
                );
                Err(SpecError::at(at, what))
            }
        }
    }

    /// Where in the file an error about this spec belongs: its option if it is about one, else the name.
    pub fn place(&self, error: &SpecError) -> usize {
        // Options carry their place in the file; what is said of the spec as a whole is at 0 or nowhere.
        error.at.filter(|&at| at > 0).unwrap_or(self.at)
    }
}

/// The entries of a table as the options of a spec of this name, but for the entries called one of `without`.
pub fn options_from_toml(name: &str, table: &DeTable<'_>, without: &[&str]) -> Result<Spec, SpecError> {
    let mut options = Vec::new();
    for (key, value) in table.iter().filter(|(key, _)| !without.contains(&key.get_ref().as_ref())) {
        let read = from_value(value, 0)?;
        options.push(SpecOption { key: key.get_ref().to_string(), value: read, at: key.span().start });
    }
    // In the order of the file, so that the first mistake is the one reported.
    options.sort_by_key(|option| option.at);
    Ok(Spec { name: name.to_owned(), options })
}

fn from_text(text: &str, value: &Spanned<DeValue<'_>>, file: &str) -> Result<TomlSpec, SpecError> {
    let inside = text_offset(text, value, file);
    let at = inside.unwrap_or(value.span().start);
    // With escapes in the string its characters no longer stand where they do in the file: then point at its start.
    let shift = |offset: usize| inside.map_or(at, |inside| inside + offset);
    let mut spec =
        Spec::parse(text).map_err(|error| SpecError::at(shift(error.at.unwrap_or(0)), error.what))?;
    for option in &mut spec.options {
        option.at = shift(option.at);
    }
    Ok(TomlSpec { spec, at })
}

/// Where the text inside the quotes begins in the file, if it stands there as it is, without escapes.
pub fn text_offset(text: &str, value: &Spanned<DeValue<'_>>, file: &str) -> Option<usize> {
    let span = value.span();
    let raw = file.get(span.clone())?;
    let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
    let inner = raw.get(quotes..raw.len().checked_sub(quotes)?)?;
    (inner == text).then_some(span.start + quotes)
}

fn from_table(table: &DeTable<'_>, at: usize, file: &str) -> Result<TomlSpec, SpecError> {
    let Some(name) = table.get("name") else {
        return Err(SpecError::at(at, "a spec table needs a `name`, as in { name = \"mnk\", m = 3 }"));
    };
    let DeValue::String(text) = name.get_ref() else {
        return Err(SpecError::at(
            name.span().start,
            format!("`name`: expected a string, found {}", kind(name.get_ref())),
        ));
    };
    let spec = options_from_toml(text, table, &["name"])?;
    Ok(TomlSpec { spec, at: text_offset(text, name, file).unwrap_or(name.span().start) })
}

fn from_value(value: &Spanned<DeValue<'_>>, depth: usize) -> Result<Value, SpecError> {
    let refuse = |what: String| Err(SpecError::at(value.span().start, what));
    match value.get_ref() {
        DeValue::Boolean(flag) => Ok(Value::Bool(*flag)),
        DeValue::String(text) => Ok(Value::from(text.as_ref())),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Ok(Value::Int(number)),
            Err(_) => refuse(format!("{number} is too large")),
        },
        DeValue::Float(number) => match number.as_str().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Float(number)),
            _ => refuse(format!("expected a finite number, found {number}")),
        },
        DeValue::Array(_) if depth >= MAX_NESTING => refuse("lists nest too deep".to_owned()),
        DeValue::Array(items) => items
            .iter()
            .map(|item| from_value(item, depth + 1))
            .collect::<Result<Vec<_>, _>>()
            .map(Value::List),
        other => refuse(format!("expected a boolean, a number, a string or a list, found {}", kind(other))),
    }
}

/// What kind of TOML value this is, in words.
pub fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<TomlSpec, SpecError> {
        let table = DeTable::parse(file).unwrap();
        TomlSpec::read(table.get_ref().get("game").unwrap(), file)
    }

    #[test]
    fn strings_and_tables_say_the_same() {
        let text = read(r#"game = "halma(board=8,camp=[3,2,1],rules=usc561)""#).unwrap();
        let table = read("game = { name = 'halma', rules = 'usc561', camp = [3, 2, 1], board = 8 }").unwrap();
        assert_eq!(text.spec.to_string(), table.spec.to_string());
    }

    #[test]
    fn options_know_their_place_in_the_file() {
        for file in [
            "# é\ngame = \"mnk(m=3, n=3)\"",
            "# é\ngame = '''mnk(m=3, n=3)'''",
            "# é\n[game]\nname = \"mnk\"\nm = 3\nn = 3",
        ] {
            let read = read(file).unwrap();
            assert!(file[read.at..].starts_with("mnk"), "{file}");
            let n = read.spec.options.iter().find(|option| option.key == "n").unwrap();
            let rest: String = file[n.at..].chars().filter(|c| !c.is_whitespace()).collect();
            assert!(rest.starts_with("n=3"), "{file}");
        }
    }

    #[test]
    fn escapes_fall_back_to_the_start_of_the_string() {
        let file = "game = \"m\\u006ek(m=3,,n=3)\"";
        assert_eq!(read(file).unwrap_err().at, Some(7));
        assert_eq!(read("game = \"mnk(m=3,,n=3)\"").unwrap_err().at, Some(8 + 8));
    }

    #[test]
    fn what_is_no_spec_is_refused_in_its_place() {
        let refused = |file: &str| {
            let error = read(file).unwrap_err();
            (error.at.unwrap(), error.what)
        };
        assert!(refused("game = 3").1.ends_with("found a whole number"));
        assert!(refused("game = { board = 8 }").1.contains("needs a `name`"));
        assert_eq!(refused("game = { name = 8 }").0, 16);
        assert_eq!(refused("game = { name = 'mnk', m = 1979-05-27 }").0, 27);
        assert_eq!(refused("game = { name = 'mnk', m = 99999999999999999999 }").0, 27);
        assert_eq!(refused("game = { name = 'mnk', m = [1, nan] }").0, 31);
    }
}

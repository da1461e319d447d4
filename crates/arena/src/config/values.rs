//! Values in the tables of a TOML file, each refused with its place in bytes and with what would be right.
use hoppity_registry::from_toml::kind;
use hoppity_rules::SpecError;
use hoppity_rules::error::suggestion;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its place in the file.
pub type Value<'a> = Spanned<DeValue<'a>>;

/// Refuses the first entry, in the order of the file, that has no known key.
pub fn known(table: &DeTable<'_>, keys: &[&str], what: &str) -> Result<(), SpecError> {
    let unknown = table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
    match unknown.min_by_key(|key| key.span().start) {
        None => Ok(()),
        Some(key) => {
            let hint = suggestion(key.get_ref(), keys.iter().copied());
            Err(SpecError::at(key.span().start, format!("{what} has no key `{}`{hint}", key.get_ref())))
        }
    }
}

/// The entry that must be there; `at` is where its table stands, and `what` what it is.
pub fn required<'a, 'i>(
    table: &'a DeTable<'i>,
    at: usize,
    key: &str,
    what: &str,
) -> Result<&'a Value<'i>, SpecError> {
    table.get(key).ok_or_else(|| SpecError::at(at, format!("`{key}` is missing: expected {what}")))
}

/// A whole number, if the table has it.
pub fn integer(table: &DeTable<'_>, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, SpecError> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let right = match *range.end() {
        i64::MAX => format!("a whole number from {} to {}", range.start(), i64::MAX),
        most => format!("a whole number from {} to {most}", range.start()),
    };
    let DeValue::Integer(number) = value.get_ref() else { return Err(wrong(key, &right, value)) };
    match i64::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => Err(SpecError::at(value.span().start, format!("`{key}` = {number}: expected {right}"))),
    }
}

/// A number, if the table has it; never not-a-number.
pub fn number(table: &DeTable<'_>, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, SpecError> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let right = format!("a number from {} to {}", range.start(), range.end());
    let (text, number) = match value.get_ref() {
        DeValue::Integer(number) => (
            number.to_string(),
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64),
        ),
        DeValue::Float(number) => (number.to_string(), number.as_str().parse::<f64>().ok()),
        _ => return Err(wrong(key, &right, value)),
    };
    let number = number.filter(|number| range.contains(number));
    number
        .map(Some)
        .ok_or_else(|| SpecError::at(value.span().start, format!("`{key}` = {text}: expected {right}")))
}

/// `true` or `false`, if the table has it.
pub fn flag(table: &DeTable<'_>, key: &str) -> Result<Option<bool>, SpecError> {
    let Some(value) = table.get(key) else { return Ok(None) };
    match value.get_ref() {
        DeValue::Boolean(flag) => Ok(Some(*flag)),
        _ => Err(wrong(key, "true or false", value)),
    }
}

/// The string that an entry must be.
pub fn string(key: &str, value: &Value<'_>) -> Result<String, SpecError> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        _ => Err(wrong(key, "a string", value)),
    }
}

/// The error of an entry that is not what it must be.
pub fn wrong(key: &str, right: &str, value: &Value<'_>) -> SpecError {
    SpecError::at(value.span().start, format!("`{key}`: expected {right}, found {}", kind(value.get_ref())))
}

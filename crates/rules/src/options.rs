//! How games and agents describe their options and read them from a spec.
use crate::error::suggestion;
use crate::{Spec, SpecError, Value};
use std::ops::RangeInclusive;

/// One option, for people and for the check of names.
#[derive(Clone, Copy, Debug)]
pub struct OptionDoc {
    /// The key in spec strings.
    pub name: &'static str,
    /// The values it takes, in words.
    pub values: &'static str,
    /// The default as it would be written, or words in parentheses where it depends on other options.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// A named set of options.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The options it sets, as they would be written.
    pub options: &'static str,
    /// Where these rules come from.
    pub source: &'static str,
}

/// What people are told of a game or an agent.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name in spec strings.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionDoc],
    /// Its presets.
    pub presets: &'static [Preset],
    /// The rule book, paper or page it follows.
    pub source: &'static str,
}

/// The options of a spec whose keys have been checked against the known ones. Each reader returns `None` for an option
/// that is not given, and an error with its place for a value of the wrong kind or range.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    spec: &'a Spec,
    about: &'a About,
}

impl<'a> Options<'a> {
    /// Checks that every key of the spec is one of the documented options.
    pub fn new(spec: &'a Spec, about: &'a About) -> Result<Options<'a>, SpecError> {
        for option in &spec.options {
            if !about.options.iter().any(|doc| doc.name == option.key) {
                let names = about.options.iter().map(|doc| doc.name);
                let hint = if about.options.is_empty() {
                    "; it has none".to_owned()
                } else {
                    suggestion(&option.key, names)
                };
                let what = format!("`{}` has no option `{}`{hint}", about.name, option.key);
                return Err(SpecError::at(option.at, what));
            }
        }
        Ok(Options { spec, about })
    }

    /// The options as given, sorted, without those that are written as their documented default.
    pub fn canonical(&self) -> Spec {
        let default = |key: &str| {
            let doc = self.about.options.iter().find(|doc| doc.name == key)?;
            Value::parse(doc.default).ok()
        };
        let mut spec = Spec::new(self.about.name);
        for option in &self.spec.options {
            if default(&option.key).as_ref() != Some(&option.value) {
                spec = spec.with(&option.key, option.value.clone());
            }
        }
        spec
    }

    /// A whole number.
    pub fn int(&self, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, SpecError> {
        let right = || format!("a whole number from {} to {}", range.start(), range.end());
        self.read(key, right, |value| match value {
            Value::Int(i) if range.contains(i) => Some(*i),
            _ => None,
        })
    }

    /// A number.
    pub fn float(&self, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, SpecError> {
        let right = || format!("a number from {} to {}", range.start(), range.end());
        self.read(key, right, |value| {
            match value {
                Value::Int(i) => Some(*i as f64),
                Value::Float(x) => Some(*x),
                _ => None,
            }
            .filter(|x| range.contains(x))
        })
    }

    /// `true` or `false`.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, SpecError> {
        self.read(
            key,
            || "true or false".to_owned(),
            |value| match value {
                Value::Bool(b) => Some(*b),
                _ => None,
            },
        )
    }

    /// One of these words.
    pub fn word(&self, key: &str, words: &[&'static str]) -> Result<Option<&'static str>, SpecError> {
        let given = self.value(key).map(ToString::to_string).unwrap_or_default();
        let right = || match crate::error::nearest(&given, words.iter().copied()) {
            Some(near) => format!("one of: {} (did you mean `{near}`?)", words.join(", ")),
            None => format!("one of: {}", words.join(", ")),
        };
        self.read(key, right, |value| match value {
            Value::Word(given) | Value::Text(given) => words.iter().copied().find(|word| word == given),
            _ => None,
        })
    }

    /// A quoted text or a word.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, SpecError> {
        self.read(
            key,
            || "a quoted text".to_owned(),
            |value| match value {
                Value::Word(text) | Value::Text(text) => Some(text.as_str()),
                _ => None,
            },
        )
    }

    /// A list of whole numbers.
    pub fn ints(&self, key: &str, range: RangeInclusive<i64>) -> Result<Option<Vec<i64>>, SpecError> {
        let right = || format!("a list of whole numbers from {} to {}", range.start(), range.end());
        self.read(key, right, |value| match value {
            Value::List(items) => items
                .iter()
                .map(|item| match item {
                    Value::Int(i) if range.contains(i) => Some(*i),
                    _ => None,
                })
                .collect(),
            _ => None,
        })
    }

    /// A list, each of whose items is one of these words.
    pub fn words(&self, key: &str, words: &[&'static str]) -> Result<Option<Vec<&'static str>>, SpecError> {
        self.read(
            key,
            || format!("a list of: {}", words.join(", ")),
            |value| match value {
                Value::List(items) => items
                    .iter()
                    .map(|item| match item {
                        Value::Word(given) | Value::Text(given) => {
                            words.iter().copied().find(|word| word == given)
                        }
                        _ => None,
                    })
                    .collect(),
                _ => None,
            },
        )
    }

    /// Whether the option is a documented one.
    pub fn knows(&self, key: &str) -> bool {
        self.about.options.iter().any(|doc| doc.name == key)
    }

    /// The value as given.
    pub fn value(&self, key: &str) -> Option<&'a Value> {
        debug_assert!(self.knows(key), "undocumented option {key}");
        self.spec.get(key)
    }

    /// An error placed at an option: it is of the right kind but cannot be, for this reason.
    pub fn refuse(&self, key: &str, why: impl Into<String>) -> SpecError {
        match self.spec.options.iter().find(|option| option.key == key) {
            Some(option) => SpecError::at(option.at, why),
            None => SpecError::whole(why),
        }
    }

    fn read<T>(
        &self,
        key: &str,
        right: impl Fn() -> String,
        convert: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let wrong = || self.refuse(key, format!("`{key}={value}`: expected {}", right()));
        convert(value).map(Some).ok_or_else(wrong)
    }
}

//! Spec strings: how games and agents are named on command lines and in files.
//!
//! `name` or `name(key=value,…)`. Values are `true` and `false`, numbers, words (which may hold `:`, `.`, `+`, `-`, `_`),
//! quoted strings with `\"` and `\\`, and lists such as `[4,4,3,2]`. Spaces between the parts do not matter.
use crate::SpecError;
use std::fmt;

/// A name with options.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The name of the game or agent.
    pub name: String,
    /// Its options as written.
    pub options: Vec<SpecOption>,
}

/// One `key=value`.
#[derive(Clone, Debug)]
pub struct SpecOption {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Value,
    /// Byte offset of the key in the text it was read from.
    pub at: usize,
}

impl PartialEq for SpecOption {
    fn eq(&self, other: &SpecOption) -> bool {
        self.key == other.key && self.value == other.value
    }
}

/// The value of an option.
#[derive(Clone, Debug)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number; never infinite or NaN.
    Float(f64),
    /// A bare word.
    Word(String),
    /// A quoted string.
    Text(String),
    /// `[…]`
    List(Vec<Value>),
}

impl PartialEq for Value {
    /// Equal in meaning: `2` is `2.0`, and a word is the same quoted.
    fn eq(&self, other: &Value) -> bool {
        use Value::{Bool, Float, Int, List, Text, Word};
        match (self, other) {
            (Bool(a), Bool(b)) => a == b,
            (Int(a), Int(b)) => a == b,
            (Float(a), Float(b)) => a == b,
            (Int(a), Float(b)) | (Float(b), Int(a)) => whole(*b) == Some(*a),
            (Word(a) | Text(a), Word(b) | Text(b)) => a == b,
            (List(a), List(b)) => a == b,
            _ => false,
        }
    }
}

impl Spec {
    /// A name without options.
    pub fn new(name: impl Into<String>) -> Spec {
        Spec { name: name.into(), options: Vec::new() }
    }

    /// The spec with one more option, kept sorted by key.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Spec {
        self.options.push(SpecOption { key: key.to_owned(), value: value.into(), at: 0 });
        self.options.sort_by(|a, b| a.key.cmp(&b.key));
        self
    }

    /// The value of an option.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.options.iter().find(|option| option.key == key).map(|option| &option.value)
    }

    /// Reads a spec string.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let mut reader = Reader { text, at: 0 };
        let spec = reader.spec()?;
        reader.end("the spec")?;
        Ok(spec)
    }
}

impl std::str::FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text)
    }
}

impl Value {
    /// Reads one value.
    pub fn parse(text: &str) -> Result<Value, SpecError> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value()?;
        reader.end("the value")?;
        Ok(value)
    }
}

/// The whole number that a float is, if it is one and small enough to be exact.
fn whole(float: f64) -> Option<i64> {
    (float.fract() == 0.0 && float.abs() < (1_i64 << f64::MANTISSA_DIGITS) as f64).then_some(float as i64)
}

/// Whether a text needs no quotes.
fn is_bare(text: &str) -> bool {
    matches!(Value::parse(text), Ok(Value::Word(word)) if word == text)
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}

impl From<&str> for Value {
    /// A word where it can stand bare, else a quoted text.
    fn from(value: &str) -> Value {
        if is_bare(value) { Value::Word(value.to_owned()) } else { Value::Text(value.to_owned()) }
    }
}

impl From<Vec<Value>> for Value {
    fn from(value: Vec<Value>) -> Value {
        Value::List(value)
    }
}

impl fmt::Display for Spec {
    /// The options sorted by key, so that equal specs print alike.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if self.options.is_empty() {
            return Ok(());
        }
        let mut options: Vec<&SpecOption> = self.options.iter().collect();
        options.sort_by(|a, b| a.key.cmp(&b.key));
        for (i, option) in options.into_iter().enumerate() {
            write!(f, "{}{}={}", if i == 0 { '(' } else { ',' }, option.key, option.value)?;
        }
        write!(f, ")")
    }
}

impl fmt::Display for Value {
    /// Equal values print alike: no quotes where none are needed, no fraction where there is none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => match whole(*value) {
                Some(whole) => write!(f, "{whole}"),
                None => write!(f, "{value:?}"),
            },
            Value::Word(value) | Value::Text(value) if is_bare(value) => write!(f, "{value}"),
            Value::Word(value) | Value::Text(value) => {
                write!(f, "\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
            }
            Value::List(items) => {
                write!(f, "[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
                }
                write!(f, "]")
            }
        }
    }
}

/// How deep lists may nest: more than anybody means, little enough that no input exhausts the stack.
const MAX_NESTING: usize = 8;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn spec(&mut self) -> Result<Spec, SpecError> {
        let name = self.word("a name")?.1.to_owned();
        let mut spec = Spec::new(name);
        if !self.eat('(') {
            return Ok(spec);
        }
        if self.eat(')') {
            return Ok(spec);
        }
        loop {
            let (at, key) = self.word("an option's name")?;
            if spec.get(key).is_some() {
                return Err(SpecError::at(at, format!("`{key}` is given twice")));
            }
            if !self.eat('=') {
                return Err(self.expected(&format!("`=` after `{key}`")));
            }
            let value = self.value()?;
            spec.options.push(SpecOption { key: key.to_owned(), value, at });
            if self.eat(')') {
                return Ok(spec);
            }
            if !self.eat(',') {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn value(&mut self) -> Result<Value, SpecError> {
        self.nested_value(0)
    }

    fn nested_value(&mut self, depth: usize) -> Result<Value, SpecError> {
        self.space();
        if depth > MAX_NESTING {
            return Err(SpecError::at(self.at, "lists nest too deep"));
        }
        match self.peek() {
            Some('[') => self.list(depth),
            Some('"') => self.quoted(),
            _ => {
                let (at, word) = self.word("a value")?;
                bare(at, word)
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, SpecError> {
        self.eat('[');
        let mut items = Vec::new();
        if self.eat(']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.nested_value(depth + 1)?);
            if self.eat(']') {
                return Ok(Value::List(items));
            }
            if !self.eat(',') {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn quoted(&mut self) -> Result<Value, SpecError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        let mut chars = self.text[self.at..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += i + 1;
                    return Ok(Value::Text(text));
                }
                '\\' => match chars.next() {
                    Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
                    _ => return Err(SpecError::at(self.at + i, "`\\` may stand only before `\"` and `\\`")),
                },
                _ => text.push(c),
            }
        }
        Err(SpecError::at(start, "the quoted text has no end"))
    }

    /// A run of the characters that names, keys, words and numbers are made of, with its offset.
    fn word(&mut self, what: &str) -> Result<(usize, &'a str), SpecError> {
        self.space();
        let rest = &self.text[self.at..];
        let of_word = |c: char| c.is_ascii_alphanumeric() || "_-+.:/".contains(c);
        let len = rest.find(|c| !of_word(c)).unwrap_or(rest.len());
        if len == 0 {
            return Err(self.expected(what));
        }
        let at = self.at;
        self.at += len;
        Ok((at, &rest[..len]))
    }

    fn eat(&mut self, c: char) -> bool {
        self.space();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn end(&mut self, what: &str) -> Result<(), SpecError> {
        self.space();
        match self.peek() {
            None => Ok(()),
            Some(c) => Err(SpecError::at(self.at, format!("`{c}` after the end of {what}"))),
        }
    }

    fn expected(&mut self, what: &str) -> SpecError {
        self.space();
        let found = self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"));
        SpecError::at(self.at, format!("expected {what}, found {found}"))
    }
}

fn bare(at: usize, word: &str) -> Result<Value, SpecError> {
    match word {
        "true" => return Ok(Value::Bool(true)),
        "false" => return Ok(Value::Bool(false)),
        _ => {}
    }
    if let Ok(int) = word.parse::<i64>() {
        return Ok(Value::Int(int));
    }
    // `inf` and `nan` are words; only what starts like a number is read as one.
    let digits = word.trim_start_matches(['-', '+']);
    if digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        match word.parse::<f64>() {
            Ok(float) if float.is_finite() => return Ok(Value::Float(float)),
            Ok(_) => return Err(SpecError::at(at, format!("`{word}` is too large"))),
            Err(_) => {}
        }
    }
    Ok(Value::Word(word.to_owned()))
}

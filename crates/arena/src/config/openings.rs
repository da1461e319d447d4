//! The openings of a config: in the file itself or in one beside it.
use super::draft::{Beginnings, MAX_OPENING_PLIES};
use super::values::{Value, integer, known, string, wrong};
use super::{ConfigError, read::utf8};
use crate::openings::{Line, lines};
use hoppity_registry::from_toml::text_offset;
use hoppity_rules::SpecError;
use std::path::Path;
use toml::de::{DeTable, DeValue};

const KEYS: [&str; 3] = ["random_plies", "file", "list"];
const RIGHT: &str =
    "\"none\" or a table such as { random_plies = 4 }, { file = \"openings.txt\" } or { list = [\"a1 b2\"] }";

/// Where openings are written down.
#[derive(Default)]
pub(super) struct Written {
    /// Where the config speaks of them.
    pub(super) at: usize,
    places: Places,
}

/// Where the openings that are given stand.
#[derive(Default)]
enum Places {
    #[default]
    Nowhere,
    /// In the config: where each begins, and whether it stands there letter by letter.
    Here(Vec<(usize, bool)>),
    /// In a file of their own.
    File { name: String, text: String, starts: Vec<usize> },
}

impl Written {
    /// What a config says of openings, and where. `text` is the whole config, `file` where it is.
    pub(super) fn read(
        root: &DeTable<'_>,
        text: &str,
        file: &str,
    ) -> Result<(Option<Beginnings>, Written), ConfigError> {
        let here = |error: SpecError| ConfigError::at(file, text, error.at.unwrap_or(0), error.what);
        let Some(value) = root.get("openings") else { return Ok((None, Written::default())) };
        let at = value.span().start;
        let random = |plies| (Some(Beginnings::Random(plies)), Written { at, places: Places::Nowhere });
        let given = |(texts, places)| (Some(Beginnings::Given(texts)), Written { at, places });
        let table = match value.get_ref() {
            DeValue::String(text) if text == "none" => return Ok(random(0)),
            DeValue::String(text) => {
                return Err(here(SpecError::at(at, format!("`openings` = \"{text}\": expected {RIGHT}"))));
            }
            DeValue::Table(table) => table,
            _ => return Err(here(wrong("openings", RIGHT, value))),
        };
        known(table, &KEYS, "`openings`").map_err(here)?;
        let mut keys = KEYS.iter().filter_map(|&key| Some((key, table.get(key)?)));
        match (keys.next(), keys.next()) {
            (Some(("file", name)), None) => from_file(name, file, here).map(given),
            (Some(("list", list)), None) => from_list(list, text).map(given).map_err(here),
            (Some((key, _)), None) => {
                let plies = integer(table, key, 0..=i64::from(MAX_OPENING_PLIES)).map_err(here)?;
                Ok(random(plies.unwrap_or(0) as u32))
            }
            (None, _) => Err(here(SpecError::at(at, format!("`openings` is empty: expected {RIGHT}")))),
            (Some((one, _)), Some((other, second))) => {
                let what = format!("`{one}` and `{other}` say different things: expected one of them");
                Err(here(SpecError::at(second.span().start, what)))
            }
        }
    }

    /// The error about the opening with this index, in the file that it stands in; `here` is for the config itself.
    pub(super) fn error(
        &self,
        i: usize,
        error: SpecError,
        here: impl Fn(SpecError) -> ConfigError,
    ) -> ConfigError {
        let within = error.at.unwrap_or(0);
        match &self.places {
            Places::Nowhere => here(SpecError::at(self.at, error.what)),
            Places::Here(starts) => {
                let (start, exact) = starts[i];
                here(SpecError::at(if exact { start + within } else { start }, error.what))
            }
            Places::File { name, text, starts } => {
                ConfigError::at(name, text, starts[i] + within, error.what)
            }
        }
    }
}

fn from_file(
    value: &Value<'_>,
    config: &str,
    here: impl Fn(SpecError) -> ConfigError,
) -> Result<(Vec<String>, Places), ConfigError> {
    let name = string("file", value).map_err(&here)?;
    // An absolute path stays what it is.
    let path = Path::new(config).parent().unwrap_or(Path::new("")).join(&name);
    let bytes = std::fs::read(&path).map_err(|error| {
        let what = format!("the openings in {} cannot be read: {error}", path.display());
        here(SpecError::at(value.span().start, what))
    })?;
    let name = path.display().to_string();
    let text = utf8(bytes, &name)?;
    let lines = lines(&text);
    if lines.is_empty() {
        return Err(ConfigError::at(&name, &text, 0, "there is no opening in the file: expected one a line"));
    }
    let starts = lines.iter().map(|line| line.at).collect();
    let texts = lines.into_iter().map(|Line { text, .. }| text).collect();
    Ok((texts, Places::File { name, text, starts }))
}

fn from_list(value: &Value<'_>, text: &str) -> Result<(Vec<String>, Places), SpecError> {
    let DeValue::Array(items) = value.get_ref() else {
        return Err(wrong("list", "a list of openings, such as [\"a1 b2\"]", value));
    };
    let mut texts = Vec::with_capacity(items.len());
    let mut starts = Vec::with_capacity(items.len());
    for item in items {
        let opening = string("list", item)?;
        if opening.trim().is_empty() {
            return Err(SpecError::at(
                item.span().start,
                "an opening without a move: expected moves or a position",
            ));
        }
        let exact = text_offset(&opening, item, text);
        starts.push((exact.unwrap_or(item.span().start), exact.is_some()));
        texts.push(opening);
    }
    Ok((texts, Places::Here(starts)))
}

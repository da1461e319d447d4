//! A config file, walked entry by entry so that every error knows its place.
use super::{Config, ConfigError, Draft, Format, MAX_OPENING_PLIES, Openings, Part, Refusal};
use hoppity_registry::from_toml::{TomlSpec, kind, options_from_toml};
use hoppity_rules::error::suggestion;
use hoppity_rules::{About, OptionDoc, Options, Spec, SpecError};
use hoppity_search::Limits;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The keys of the file; `run` is what a run notes about itself, and means nothing to another.
const KEYS: [&str; 9] =
    ["game", "seed", "format", "games", "max_plies", "openings", "limits", "agents", "run"];
const AGENT_KEYS: [&str; 2] = ["name", "agent"];

const LIMITS: About = About {
    name: "limits",
    summary: "",
    options: &[Limits::DEPTH, Limits::NODES, Limits::SIMS, Limits::TIME],
    presets: &[],
    source: "",
};

const OPENINGS: About = About {
    name: "openings",
    summary: "",
    options: &[OptionDoc {
        name: "random_plies",
        values: "0..1000",
        default: "(two for each seat)",
        about: "random plies",
    }],
    presets: &[],
    source: "",
};

/// Reads and checks.
pub(super) fn read(text: &str, file: &str) -> Result<Config, ConfigError> {
    let reader = Reader { text };
    reader.config().map_err(|error| ConfigError::at(file, text, error.at.unwrap_or(0), error.what))
}

/// All errors are [`SpecError`]s with an offset in the file.
struct Reader<'a> {
    text: &'a str,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn config(&self) -> Result<Config, SpecError> {
        let document = DeTable::parse(self.text)
            .map_err(|error| SpecError::at(error.span().map_or(0, |span| span.start), error.message()))?;
        let root = document.get_ref();
        known(root, &KEYS, "a config")?;
        let game_value = required(root, 0, "game", "a game, such as game = \"mnk(m=3,n=3,k=3)\"")?;
        let game = TomlSpec::read(game_value, self.text)?;
        let seed = integer(root, "seed", 0..=i64::MAX)?.unwrap_or(1);
        format(root)?;
        let games_value =
            required(root, 0, "games", "the number of games for each pairing, such as games = 20")?;
        let games = integer(root, "games", 1..=i64::MAX)?.unwrap_or(0);
        let max_plies = integer(root, "max_plies", 1..=i64::from(u32::MAX))?.map(|plies| plies as u32);
        let openings = openings(root)?;
        let limits = match root.get("limits") {
            None => Limits::default(),
            Some(value) => Limits::read(&Options::new(&options(value, "limits")?, &LIMITS)?)?,
        };
        let agents_value = required(root, 0, "agents", "the agents, each in a table [[agents]]")?;
        let agents = self.agents(agents_value)?;

        let draft = Draft {
            game: game.spec.clone(),
            seed: seed as u64,
            games: games as u64,
            max_plies,
            openings,
            limits,
            agents: agents.iter().map(|agent| (agent.name.clone(), agent.spec.spec.clone())).collect(),
            number_names: false,
        };
        let start = |key: &str| root.get(key).map_or(0, |value| value.span().start);
        draft.build().map_err(|Refusal { part, error }| {
            let at = match part {
                Part::Game => game.place(&error),
                Part::Games => games_value.span().start,
                Part::MaxPlies => start("max_plies"),
                Part::Openings => start("openings"),
                Part::Agents => agents_value.span().start,
                Part::Agent(i) => agents[i].spec.place(&error),
                Part::Name(i) => agents[i].name_at,
            };
            SpecError::at(at, error.what)
        })
    }

    fn agents(&self, value: &Value<'_>) -> Result<Vec<Agent>, SpecError> {
        let DeValue::Array(items) = value.get_ref() else {
            return Err(wrong("agents", "tables [[agents]]", value));
        };
        items.iter().map(|item| self.agent(item)).collect()
    }

    fn agent(&self, value: &Value<'_>) -> Result<Agent, SpecError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(wrong("agents", "tables [[agents]]", value));
        };
        known(table, &AGENT_KEYS, "an agent")?;
        let at = value.span().start;
        let spec =
            TomlSpec::read(required(table, at, "agent", "a spec, such as agent = \"random\"")?, self.text)?;
        let (name, name_at) = match table.get("name") {
            None => (None, at),
            Some(name) => (Some(string("name", name)?), name.span().start),
        };
        if name.as_ref().is_some_and(|name| name.trim().is_empty()) {
            return Err(SpecError::at(name_at, "`name`: expected at least one letter"));
        }
        Ok(Agent { name, name_at, spec })
    }
}

struct Agent {
    name: Option<String>,
    name_at: usize,
    spec: TomlSpec,
}

fn format(root: &DeTable<'_>) -> Result<(), SpecError> {
    let Some(value) = root.get("format") else { return Ok(()) };
    let given = string("format", value)?;
    let names = Format::ALL.map(|format| format.to_string());
    if names.contains(&given) {
        return Ok(());
    }
    let what = format!("`format` = \"{given}\": expected one of: {}", names.join(", "));
    Err(SpecError::at(value.span().start, what))
}

fn openings(root: &DeTable<'_>) -> Result<Option<Openings>, SpecError> {
    let Some(value) = root.get("openings") else { return Ok(None) };
    let right = "\"none\" or a table such as { random_plies = 4 }";
    match value.get_ref() {
        DeValue::String(text) if text == "none" => Ok(Some(Openings::None)),
        DeValue::String(text) => {
            Err(SpecError::at(value.span().start, format!("`openings` = \"{text}\": expected {right}")))
        }
        DeValue::Table(_) => {
            let spec = options(value, "openings")?;
            let plies =
                Options::new(&spec, &OPENINGS)?.int("random_plies", 0..=i64::from(MAX_OPENING_PLIES))?;
            Ok(plies.map(|plies| Openings::random(plies as u32)))
        }
        _ => Err(wrong("openings", right, value)),
    }
}

fn options(value: &Value<'_>, name: &str) -> Result<Spec, SpecError> {
    match value.get_ref() {
        DeValue::Table(table) => options_from_toml(name, table, &[]),
        _ => Err(wrong(name, "a table", value)),
    }
}

/// Refuses the first entry, in the order of the file, that has no known key.
fn known(table: &DeTable<'_>, keys: &[&str], what: &str) -> Result<(), SpecError> {
    let unknown = table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
    match unknown.min_by_key(|key| key.span().start) {
        None => Ok(()),
        Some(key) => {
            let hint = suggestion(key.get_ref(), keys.iter().copied());
            Err(SpecError::at(key.span().start, format!("{what} has no key `{}`{hint}", key.get_ref())))
        }
    }
}

fn required<'a, 'i>(
    table: &'a DeTable<'i>,
    at: usize,
    key: &str,
    what: &str,
) -> Result<&'a Value<'i>, SpecError> {
    table.get(key).ok_or_else(|| SpecError::at(at, format!("`{key}` is missing: expected {what}")))
}

fn integer(table: &DeTable<'_>, key: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, SpecError> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let right = match *range.end() {
        i64::MAX => format!("a whole number of at least {}", range.start()),
        most => format!("a whole number from {} to {most}", range.start()),
    };
    let DeValue::Integer(number) = value.get_ref() else { return Err(wrong(key, &right, value)) };
    match i64::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => Err(SpecError::at(value.span().start, format!("`{key}` = {number}: expected {right}"))),
    }
}

fn string(key: &str, value: &Value<'_>) -> Result<String, SpecError> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        _ => Err(wrong(key, "a string", value)),
    }
}

fn wrong(key: &str, right: &str, value: &Value<'_>) -> SpecError {
    SpecError::at(value.span().start, format!("`{key}`: expected {right}, found {}", kind(value.get_ref())))
}

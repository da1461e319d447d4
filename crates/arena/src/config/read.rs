//! A config file, walked entry by entry so that every error knows its place.
use super::draft::{Draft, Part, Refusal, SettingDraft};
use super::openings::Written;
use super::values::{Value, flag, integer, known, number, required, string, wrong};
use super::{Adjudication, Config, ConfigError, Format, TimeControl};
use hoppity_registry::from_toml::{TomlSpec, options_from_toml};
use hoppity_rules::{About, Options, SpecError};
use hoppity_search::Limits;
use std::path::Path;
use std::time::Duration;
use toml::de::{DeTable, DeValue};

/// The keys of the file; `run` is what a run notes about itself, and means nothing to another.
const KEYS: [&str; 11] = [
    "game",
    "seed",
    "format",
    "games",
    "max_plies",
    "openings",
    "adjudicate",
    "limits",
    "clock",
    "agents",
    "run",
];
/// Those that say how games are played.
pub(super) const SETTING_KEYS: [&str; 6] = ["game", "max_plies", "openings", "adjudicate", "limits", "clock"];
const AGENT_KEYS: [&str; 2] = ["name", "agent"];

const LIMITS: About = About {
    name: "limits",
    summary: "",
    options: &[Limits::DEPTH, Limits::NODES, Limits::SIMS, Limits::TIME],
    presets: &[],
    source: "",
};

/// Reads and checks.
pub(super) fn read(text: &str, file: &str) -> Result<Config, ConfigError> {
    let Read { draft, places } = Reader { text, file }.config()?;
    draft.build().map_err(|Refusal { part, error }| places.refuse(part, error, text, file))
}

/// What the file of some other kind of config says of how games are played.
pub(super) fn setting(
    root: &DeTable<'_>,
    text: &str,
    file: &str,
) -> Result<(SettingDraft, SettingPlaces), ConfigError> {
    Reader { text, file }.setting(root)
}

/// The text of a file, which must be UTF-8.
pub(super) fn utf8(bytes: Vec<u8>, file: &str) -> Result<String, ConfigError> {
    crate::utf8::decode(bytes)
        .map_err(|fault| ConfigError::at(file, &fault.before, fault.before.len(), fault.what))
}

/// What a file says, and where.
struct Read {
    draft: Draft,
    places: Places,
}

/// Where the parts of a config stand in its file.
struct Places {
    setting: SettingPlaces,
    games: usize,
    agents: usize,
    each: Vec<NamedAgent>,
}

/// Where the parts of a setting stand.
pub(super) struct SettingPlaces {
    game: TomlSpec,
    max_plies: usize,
    adjudication: usize,
    openings: Written,
}

impl Places {
    /// The error about a part, with its place.
    fn refuse(&self, part: Part, error: SpecError, text: &str, file: &str) -> ConfigError {
        let at = match part {
            Part::Games => self.games,
            Part::Agents => self.agents,
            Part::Agent(i) => self.each[i].spec.place(&error),
            Part::Name(i) => self.each[i].name_at,
            _ => return self.setting.refuse(part, error, text, file),
        };
        ConfigError::at(file, text, at, error.what)
    }
}

impl SettingPlaces {
    /// The error about a part, with its place.
    pub(super) fn refuse(&self, part: Part, error: SpecError, text: &str, file: &str) -> ConfigError {
        let at = match part {
            Part::Opening(i) => {
                let here = |error: SpecError| ConfigError::at(file, text, error.at.unwrap_or(0), error.what);
                return self.openings.error(i, error, here);
            }
            Part::MaxPlies => self.max_plies,
            Part::Adjudication => self.adjudication,
            Part::Openings => self.openings.at,
            _ => self.game.place(&error),
        };
        ConfigError::at(file, text, at, error.what)
    }
}

struct Reader<'a> {
    text: &'a str,
    file: &'a str,
}

impl Reader<'_> {
    fn here(&self, error: SpecError) -> ConfigError {
        ConfigError::at(self.file, self.text, error.at.unwrap_or(0), error.what)
    }

    fn config(&self) -> Result<Read, ConfigError> {
        let here = |error: SpecError| self.here(error);
        let document = DeTable::parse(self.text).map_err(|error| {
            here(SpecError::at(error.span().map_or(0, |span| span.start), error.message()))
        })?;
        let root = document.get_ref();
        known(root, &KEYS, "a config").map_err(here)?;
        run_facts(root).map_err(here)?;
        let (setting, places) = self.setting(root)?;
        self.rest(root, setting, places).map_err(here)
    }

    fn setting(&self, root: &DeTable<'_>) -> Result<(SettingDraft, SettingPlaces), ConfigError> {
        let (openings, written) = Written::read(root, self.text, self.file)?;
        let read = || -> Result<(SettingDraft, SettingPlaces), SpecError> {
            let game_value = required(root, 0, "game", "a game, such as game = \"mnk(m=3,n=3,k=3)\"")?;
            let game = TomlSpec::read(game_value, self.text)?;
            let max_plies = integer(root, "max_plies", 1..=i64::from(u32::MAX))?.map(|plies| plies as u32);
            let limits = match root.get("limits") {
                None => Limits::NONE,
                Some(value) => limits(value)?,
            };
            let draft = SettingDraft {
                game: game.spec.clone(),
                max_plies,
                openings,
                adjudication: adjudication(root)?,
                limits,
                time_control: time_control(root)?,
                folder: Path::new(self.file).parent().unwrap_or(Path::new("")).to_owned(),
            };
            let start = |key: &str| root.get(key).map_or(0, |value| value.span().start);
            let (max_plies, adjudication) = (start("max_plies"), start("adjudicate"));
            Ok((draft, SettingPlaces { game, max_plies, adjudication, openings: written }))
        };
        read().map_err(|error| self.here(error))
    }

    /// Who plays, and how often.
    fn rest(
        &self,
        root: &DeTable<'_>,
        setting: SettingDraft,
        places: SettingPlaces,
    ) -> Result<Read, SpecError> {
        let seed = integer(root, "seed", 0..=i64::MAX)?.unwrap_or(1);
        format(root)?;
        let games_value =
            required(root, 0, "games", "the number of games for each pairing, such as games = 20")?;
        let games = integer(root, "games", 1..=i64::MAX)?.unwrap_or(0);
        let agents_value = required(root, 0, "agents", "the agents, each in a table [[agents]]")?;
        let agents = named_agents(agents_value, self.text)?;
        let draft = Draft {
            setting,
            seed: seed as u64,
            games: games as u64,
            agents: agents.iter().map(|agent| (agent.name.clone(), agent.spec.spec.clone())).collect(),
            number_names: false,
        };
        let places = Places {
            setting: places,
            games: games_value.span().start,
            agents: agents_value.span().start,
            each: agents,
        };
        Ok(Read { draft, places })
    }
}

/// The agents of a list, each with a name or without.
pub(crate) fn named_agents(value: &Value<'_>, text: &str) -> Result<Vec<NamedAgent>, SpecError> {
    let DeValue::Array(items) = value.get_ref() else {
        return Err(wrong("agents", "tables [[agents]]", value));
    };
    items.iter().map(|item| named_agent(item, text)).collect()
}

fn named_agent(value: &Value<'_>, text: &str) -> Result<NamedAgent, SpecError> {
    let DeValue::Table(table) = value.get_ref() else {
        return Err(wrong("agents", "tables [[agents]]", value));
    };
    known(table, &AGENT_KEYS, "an agent")?;
    let at = value.span().start;
    let spec = TomlSpec::read(required(table, at, "agent", "a spec, such as agent = \"random\"")?, text)?;
    let (name, name_at) = match table.get("name") {
        None => (None, at),
        Some(name) => (Some(string("name", name)?), name.span().start),
    };
    if name.as_ref().is_some_and(|name| name.trim() != name || name.is_empty()) {
        return Err(SpecError::at(
            name_at,
            "`name`: expected at least one letter, and no blank at either end",
        ));
    }
    if name.as_ref().is_some_and(|name| name.contains(char::is_control)) {
        return Err(SpecError::at(name_at, "`name`: expected no control characters"));
    }
    Ok(NamedAgent { name, name_at, spec })
}

/// An agent of a list, and where it stands.
pub(crate) struct NamedAgent {
    pub(crate) name: Option<String>,
    pub(crate) name_at: usize,
    pub(crate) spec: TomlSpec,
}

/// What a run's own `config.toml` says of the run: nothing to obey, but nothing else may stand there either.
fn run_facts(root: &DeTable<'_>) -> Result<(), SpecError> {
    match root.get("run").map(|value| (value, value.get_ref())) {
        None => Ok(()),
        Some((_, DeValue::Table(facts))) => known(facts, &["version", "earlier_versions", "cpu"], "`run`"),
        Some((value, _)) => Err(wrong("run", "a table", value)),
    }
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

fn adjudication(root: &DeTable<'_>) -> Result<Adjudication, SpecError> {
    /// So that it can be one team's only.
    const MORE_THAN_HALF: f64 = 0.51;
    let Some(value) = root.get("adjudicate") else { return Ok(Adjudication::default()) };
    let right = "a table such as { score = 0.98, plies = 8 } or { proved = true }";
    let DeValue::Table(table) = value.get_ref() else { return Err(wrong("adjudicate", right, value)) };
    known(table, &["score", "plies", "proved"], "`adjudicate`")?;
    let score = number(table, "score", MORE_THAN_HALF..=1.0)?;
    let plies = integer(table, "plies", 1..=10_000)?;
    let agreed = match (score, plies) {
        (Some(score), Some(plies)) => Some((score, plies as u32)),
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => {
            let missing = if score.is_none() { "score" } else { "plies" };
            let what =
                format!("`{missing}` is missing: a result is agreed by a `score` held for some `plies`");
            return Err(SpecError::at(value.span().start, what));
        }
    };
    Ok(Adjudication { agreed, proved: flag(table, "proved")?.unwrap_or(false) })
}

fn time_control(root: &DeTable<'_>) -> Result<Option<TimeControl>, SpecError> {
    const MOST: f64 = 1e6;
    let Some(value) = root.get("clock") else { return Ok(None) };
    let right = "a table such as { seconds = 60, increment = 0.5 }";
    let DeValue::Table(table) = value.get_ref() else { return Err(wrong("clock", right, value)) };
    known(table, &["seconds", "increment", "margin_ms"], "`clock`")?;
    let start = value.span().start;
    let seconds_value = required(table, start, "seconds", "the seconds that each seat has for a game")?;
    let millis = |seconds: f64| Duration::from_millis((seconds * 1e3).round() as u64);
    let time = millis(number(table, "seconds", 0.001..=MOST)?.unwrap_or(0.0));
    let increment = millis(number(table, "increment", 0.0..=MOST)?.unwrap_or(0.0));
    let margin = integer(table, "margin_ms", 0..=60_000)?;
    let margin = margin.map_or(TimeControl::MARGIN, |ms| Duration::from_millis(ms as u64));
    if margin >= time {
        let (ms, at) = (margin.as_millis(), table.get("margin_ms").unwrap_or(seconds_value).span().start);
        let what = format!(
            "no time would be left without the margin of {ms} ms: expected a smaller `margin_ms` or more `seconds`"
        );
        return Err(SpecError::at(at, what));
    }
    Ok(Some(TimeControl { time, increment, margin }))
}

/// A table of limits.
pub(crate) fn limits(value: &Value<'_>) -> Result<Limits, SpecError> {
    let DeValue::Table(table) = value.get_ref() else { return Err(wrong("limits", "a table", value)) };
    Limits::read(&Options::new(&options_from_toml("limits", table, &[])?, &LIMITS)?)
}

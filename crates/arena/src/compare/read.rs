//! The file of a comparison, walked entry by entry so that every error knows its place.
use super::{Cell, Comparison, cell};
use crate::config::values::{Value, integer, known, required, wrong};
use crate::config::{NamedAgent, limits_table, named_agents};
use crate::{ConfigError, Setting, counted};
use hoppity_rules::{Spec, SpecError};
use hoppity_search::Limits;
use toml::de::{DeTable, DeValue};

const KEYS: [&str; 6] = ["seed", "games", "settings", "limits", "agents", "run"];
/// What a setting has of its own; limits are the comparison's.
const SETTING_KEYS: [&str; 4] = ["game", "max_plies", "openings", "adjudicate"];

pub(super) fn read(text: &str, file: &str) -> Result<Comparison, ConfigError> {
    let here = |error: SpecError| ConfigError::at(file, text, error.at.unwrap_or(0), error.what);
    let document = DeTable::parse(text)
        .map_err(|error| here(SpecError::at(error.span().map_or(0, |span| span.start), error.message())))?;
    let root = document.get_ref();
    known(root, &KEYS, "a comparison").map_err(here)?;
    let seed = integer(root, "seed", 0..=i64::MAX).map_err(here)?.unwrap_or(1) as u64;
    let settings = settings(root, text, file, seed)?;
    rest(root, text, &settings, seed).map_err(here)
}

/// The settings, each with where it stands.
fn settings(
    root: &DeTable<'_>,
    text: &str,
    file: &str,
    seed: u64,
) -> Result<Vec<(Setting, usize)>, ConfigError> {
    let here = |error: SpecError| ConfigError::at(file, text, error.at.unwrap_or(0), error.what);
    let read = |value: &Value<'_>| {
        let table = table("settings", value).map_err(here)?;
        known(table, &SETTING_KEYS, "a setting").map_err(here)?;
        Ok((Setting::read(table, text, file, seed)?, value.span().start))
    };
    list(root, "settings", "the games, each in a table [[settings]]")
        .map_err(here)?
        .iter()
        .map(read)
        .collect()
}

fn rest(
    root: &DeTable<'_>,
    text: &str,
    settings: &[(Setting, usize)],
    seed: u64,
) -> Result<Comparison, SpecError> {
    let games_value = required(root, 0, "games", "the number of games for each pairing, such as games = 20")?;
    let games = integer(root, "games", 1..=i64::MAX)?.unwrap_or(0) as u64;
    let limits: Vec<Limits> = list(root, "limits", "the limits, each in a table [[limits]]")?
        .iter()
        .map(limits_table)
        .collect::<Result<_, _>>()?;
    let agents_value = required(root, 0, "agents", "the agents, each in a table [[agents]]")?;
    let agents = named_agents(agents_value, text)?;
    for (i, agent) in agents.iter().enumerate() {
        let name = agent.name.clone().unwrap_or_else(|| agent.spec.spec.to_string());
        let other = |other: &NamedAgent| other.name.clone().unwrap_or_else(|| other.spec.spec.to_string());
        if agents[..i].iter().any(|earlier| other(earlier) == name) {
            let what = format!("two agents are called `{name}`: give one of them a `name`");
            return Err(SpecError::at(agent.name_at, what));
        }
    }
    let mut notes = Vec::new();
    let mut tables: Vec<Vec<(Option<String>, Spec)>> = vec![Vec::new(); settings.len()];
    for agent in &agents {
        let (mut plays, mut refusal) = (false, None);
        for ((setting, _), table) in settings.iter().zip(&mut tables) {
            match setting.agent(&agent.spec.spec) {
                Ok(_) => {
                    plays = true;
                    table.push((agent.name.clone(), agent.spec.spec.clone()));
                }
                Err(error) => {
                    let game = setting.game().spec();
                    notes.push(format!("`{}` does not play {game}: {}", agent.spec.spec, error.what));
                    refusal = Some(error);
                }
            }
        }
        // Who plays nowhere was meant otherwise.
        if let (false, Some(error)) = (plays, refusal) {
            return Err(SpecError::at(agent.spec.place(&error), error.what));
        }
    }
    let mut cells: Vec<Cell> = Vec::new();
    for ((setting, at), entered) in settings.iter().zip(&tables) {
        let game = setting.game();
        if entered.len() < game.seats().max(2) {
            let needed = counted(game.seats().max(2) as u64, "agent");
            let what =
                format!("{} of the agents play {}: expected at least {needed}", entered.len(), game.spec());
            return Err(SpecError::at(*at, what));
        }
        for &limits in &limits {
            let cell = cell(cells.len(), setting, limits, entered, (games, seed))
                .map_err(|error| SpecError::at(games_value.span().start, error.what))?;
            cells.push(cell);
        }
    }
    Ok(Comparison::new(cells, notes))
}

fn list<'a, 'i>(root: &'a DeTable<'i>, key: &str, right: &str) -> Result<&'a [Value<'i>], SpecError> {
    let value = required(root, 0, key, right)?;
    match value.get_ref() {
        DeValue::Array(items) if !items.is_empty() => Ok(items),
        DeValue::Array(_) => {
            Err(SpecError::at(value.span().start, format!("`{key}` is empty: expected {right}")))
        }
        _ => Err(wrong(key, right, value)),
    }
}

fn table<'a, 'i>(key: &str, value: &'a Value<'i>) -> Result<&'a DeTable<'i>, SpecError> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => Err(wrong(key, "tables", value)),
    }
}

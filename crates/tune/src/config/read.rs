//! A config file, walked entry by entry so that every error knows its place.
use super::parameters::{Draft, parameters};
use super::{Config, Method, Test, Texel};
use crate::bandit::Halving;
use crate::candidate::Candidates;
use crate::{Domain, Space};
use hoppity_arena::values::{integer, known, number, required, string, wrong};
use hoppity_arena::{ConfigError, Openings, Setting, counted};
use hoppity_registry::from_toml::TomlSpec;
use hoppity_rules::SpecError;
use hoppity_rules::error::suggestion;
use hoppity_stats::{Model, Sprt};
use std::path::Path;
use toml::de::{DeTable, DeValue};

const KEYS: [&str; 6] = ["seed", "agent", "method", "test", "parameters", "run"];
const METHODS: [&str; 4] = ["spsa", "cma-es", "bandit", "texel"];
/// The most games of a search or test.
const MOST_GAMES: i64 = 10_000_000;
/// The most configurations that a bandit chooses from.
const MOST_ARMS: u64 = 1000;
/// The most parameters of CMA-ES: its matrices are taken apart in every generation.
const MOST_DIMENSIONS: usize = 64;

pub(super) fn read(text: &str, file: &str) -> Result<Config, ConfigError> {
    let here = |error: SpecError| ConfigError::at(file, text, error.at.unwrap_or(0), error.what);
    let document = DeTable::parse(text)
        .map_err(|error| here(SpecError::at(error.span().map_or(0, |span| span.start), error.message())))?;
    let root = document.get_ref();
    let keys: Vec<&str> = KEYS.into_iter().chain(Setting::KEYS).collect();
    known(root, &keys, "a tuning config").map_err(here)?;
    let seed = integer(root, "seed", 0..=i64::MAX).map_err(here)?.unwrap_or(1) as u64;
    let setting = Setting::read(root, text, file, seed)?;
    rest(root, text, setting, seed).map_err(here)
}

fn rest(root: &DeTable<'_>, text: &str, setting: Setting, seed: u64) -> Result<Config, SpecError> {
    let start = |key: &str| root.get(key).map_or(0, |value| value.span().start);
    check_game(&setting, start("game"), start("openings"))?;
    let agent = TomlSpec::read(required(root, 0, "agent", "the agent that is tuned")?, text)?;
    let drafts =
        parameters(required(root, 0, "parameters", "what is tuned, each in a table [[parameters]]")?)?;
    let candidates = candidates(&setting, &agent, &drafts)?;
    let method = method(root, &setting, &candidates, &drafts)?;
    Ok(Config { seed, candidates, method, test: test(root)?, setting })
}

fn check_game(setting: &Setting, game_at: usize, openings_at: usize) -> Result<(), SpecError> {
    let game = setting.game();
    let (seats, teams) = (game.seats(), game.teams());
    if seats < 2 || teams < seats {
        let what = format!(
            "`{}` has {} in {}: expected a game of two or more without partners",
            game.spec(),
            counted(seats as u64, "seat"),
            counted(teams as u64, "team")
        );
        return Err(SpecError::at(game_at, what));
    }
    if *setting.openings() == Openings::None {
        let what = "without openings the same two agents play the same game again and again: expected { random_plies = 4 } or the like";
        return Err(SpecError::at(openings_at, what));
    }
    Ok(())
}

/// The agents that are to be compared, each parameter looked at on its own, so that what is wrong has its place.
fn candidates(setting: &Setting, agent: &TomlSpec, drafts: &[Draft]) -> Result<Candidates, SpecError> {
    let at_agent = |error: SpecError| SpecError::at(agent.place(&error), error.what);
    let mut candidates = Candidates::new(setting, &agent.spec).map_err(at_agent)?;
    for draft in drafts {
        let parameter = draft.resolve(&candidates)?;
        candidates.add(parameter);
    }
    let start = candidates.space().start();
    candidates.spec(&start).map_err(at_agent)?;
    for (i, draft) in drafts.iter().enumerate() {
        let (low, high) = candidates.space().parameters[i].bounds();
        let near = start[i].saturating_add(1).clamp(low, high);
        let all = match candidates.space().parameters[i].domain {
            Domain::Choice { .. } => (low..=high).collect(),
            Domain::Number { .. } => vec![low, near, high],
        };
        for at in all {
            let mut point = start.clone();
            point[i] = at;
            candidates.spec(&point).map_err(|error| {
                let value = candidates.space().parameters[i].value(at);
                SpecError::at(draft.at, format!("`{}` = {value} cannot be: {}", draft.name, error.what))
            })?;
        }
    }
    Ok(candidates)
}

fn method(
    root: &DeTable<'_>,
    setting: &Setting,
    candidates: &Candidates,
    drafts: &[Draft],
) -> Result<Method, SpecError> {
    let value =
        required(root, 0, "method", "how to tune, such as method = { name = \"spsa\", games = 4000 }")?;
    let DeValue::Table(table) = value.get_ref() else { return Err(wrong("method", "a table", value)) };
    let at = value.span().start;
    let name_value = required(table, at, "name", "one of spsa, cma-es, bandit, texel")?;
    let name = string("name", name_value)?;
    let space = candidates.space();
    let games = |least: u64| -> Result<u64, SpecError> {
        let value = required(table, at, "games", "how many games to play, such as games = 4000")?;
        let games = integer(table, "games", 2..=MOST_GAMES)?.unwrap_or(0) as u64;
        if games < least {
            let what = format!("`games` = {games}: expected at least {least} for these parameters");
            return Err(SpecError::at(value.span().start, what));
        }
        Ok(games)
    };
    match name.as_str() {
        "spsa" => {
            known(table, &["name", "games", "pairs", "r_end"], "`spsa`")?;
            numbers_only(&name, space, drafts)?;
            let pairs = integer(table, "pairs", 1..=10_000)?.unwrap_or(4) as u64;
            let pairs = whole_tables(setting, pairs);
            let r_end = number(table, "r_end", 1e-6..=10.0)?.unwrap_or(0.005);
            let c_end = drafts.iter().zip(&space.parameters).map(|(draft, parameter)| draft.c_end(parameter));
            Ok(Method::Spsa {
                games: games(2 * pairs)?,
                pairs,
                r_end,
                c_end: c_end.collect::<Result<_, _>>()?,
            })
        }
        "cma-es" => {
            known(table, &["name", "games", "pairs", "most_pairs", "candidates", "sigma"], "`cma-es`")?;
            numbers_only(&name, space, drafts)?;
            if space.parameters.len() > MOST_DIMENSIONS {
                let what = format!("more than {MOST_DIMENSIONS} parameters: expected `spsa` for so many");
                return Err(SpecError::at(name_value.span().start, what));
            }
            let pairs = integer(table, "pairs", 1..=100_000)?.unwrap_or(8);
            let most = integer(table, "most_pairs", pairs..=100_000)?.unwrap_or((16 * pairs).min(100_000));
            let pairs = (whole_tables(setting, pairs as u64), whole_tables(setting, most as u64));
            let number_of = integer(table, "candidates", 4..=1000)?.map(|candidates| candidates as usize);
            let sigma = number(table, "sigma", 1e-4..=1.0)?.unwrap_or(0.2);
            let one_generation = 4 * pairs.0 * number_of.unwrap_or(4) as u64;
            Ok(Method::CmaEs { games: games(one_generation)?, pairs, candidates: number_of, sigma })
        }
        "bandit" => {
            known(table, &["name", "games"], "`bandit`")?;
            let points = space.all(MOST_ARMS).ok_or_else(|| {
                let what =
                    format!("these parameters have more than {MOST_ARMS} combinations: expected fewer");
                SpecError::at(name_value.span().start, what)
            })?;
            let least = whole_tables(setting, 1) * Halving::least_pairs(points.len());
            Ok(Method::Bandit { games: games(2 * least)? })
        }
        "texel" => {
            known(table, &["name", "results", "positions", "l2", "held_out"], "`texel`")?;
            numbers_only(&name, space, drafts)?;
            for draft in drafts {
                if candidates.feature_of(&draft.name).is_none() {
                    let what = format!("`{}` is no weight: `texel` fits only `weights.NAME`", draft.name);
                    return Err(SpecError::at(draft.name_at, what));
                }
            }
            texel(table, at, setting.folder()).map(Method::Texel)
        }
        other => {
            let what = format!("there is no method `{other}`{}", suggestion(other, METHODS));
            Err(SpecError::at(name_value.span().start, what))
        }
    }
}

/// At tables of more than two every opening is played from every seat.
fn whole_tables(setting: &Setting, pairs: u64) -> u64 {
    let seats = setting.game().seats() as u64;
    if seats == 2 { pairs } else { pairs.next_multiple_of(seats) }
}

fn numbers_only(method: &str, space: &Space, drafts: &[Draft]) -> Result<(), SpecError> {
    for (parameter, draft) in space.parameters.iter().zip(drafts) {
        if let Domain::Choice { .. } = parameter.domain {
            let what = format!("`{}` is a choice: `{method}` tunes numbers, `bandit` chooses", draft.name);
            return Err(SpecError::at(draft.at, what));
        }
    }
    Ok(())
}

fn texel(table: &DeTable<'_>, at: usize, folder: &Path) -> Result<Texel, SpecError> {
    let right = "the folder of a tournament, or a list of them";
    let value = required(table, at, "results", right)?;
    let results = match value.get_ref() {
        DeValue::Array(items) => {
            items.iter().map(|item| string("results", item)).collect::<Result<_, _>>()?
        }
        DeValue::String(path) => vec![path.to_string()],
        _ => return Err(wrong("results", right, value)),
    };
    if results.is_empty() {
        return Err(SpecError::at(value.span().start, format!("`results` is empty: expected {right}")));
    }
    Ok(Texel {
        results: results.into_iter().map(|path| folder.join(path)).collect(),
        positions: integer(table, "positions", 1..=10_000)?.unwrap_or(8) as usize,
        l2: number(table, "l2", 0.0..=1e6)?.unwrap_or(0.001),
        held_out: number(table, "held_out", 0.0..=0.9)?.unwrap_or(0.2),
    })
}

fn test(root: &DeTable<'_>) -> Result<Test, SpecError> {
    let empty = DeTable::new();
    let (table, at) = match root.get("test").map(|value| (value, value.get_ref())) {
        None => (&empty, 0),
        Some((value, DeValue::Table(table))) => (table, value.span().start),
        Some((value, _)) => return Err(wrong("test", "a table such as { elo = [0, 30] }", value)),
    };
    known(table, &["elo", "model", "alpha", "beta", "games"], "`test`")?;
    let elo = match table.get("elo") {
        None => (0.0, 30.0),
        Some(value) => {
            let right = "two numbers, such as elo = [0, 30]";
            let DeValue::Array(items) = value.get_ref() else { return Err(wrong("elo", right, value)) };
            let read = |value: &DeValue<'_>| match value {
                DeValue::Integer(number) => number.as_str().parse::<f64>().ok(),
                DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
                _ => None,
            };
            let numbers: Option<Vec<f64>> = items.iter().map(|item| read(item.get_ref())).collect();
            match numbers.as_deref() {
                Some(&[low, high]) if low.is_finite() && high.is_finite() => (low, high),
                _ => return Err(SpecError::at(value.span().start, format!("`elo`: expected {right}"))),
            }
        }
    };
    let model = match table.get("model").map(|value| Ok((string("model", value)?, value))) {
        None => Model::Normalized,
        Some(Err(error)) => return Err(error),
        Some(Ok((name, value))) => match name.as_str() {
            "normalized" => Model::Normalized,
            "logistic" => Model::Logistic,
            other => {
                let what = format!("`model` = \"{other}\": expected \"normalized\" or \"logistic\"");
                return Err(SpecError::at(value.span().start, what));
            }
        },
    };
    let alpha = number(table, "alpha", 1e-6..=0.5)?.unwrap_or(0.05);
    let beta = number(table, "beta", 1e-6..=0.5)?.unwrap_or(0.05);
    let games = integer(table, "games", 2..=MOST_GAMES)?.unwrap_or(20_000) as u64;
    let sprt = Sprt::new(elo.0, elo.1, alpha, beta, model).map_err(|refusal| {
        SpecError::at(table.get("elo").map_or(at, |value| value.span().start), refusal.to_string())
    })?;
    Ok(Test { elo, model, errors: (alpha, beta), games, sprt })
}

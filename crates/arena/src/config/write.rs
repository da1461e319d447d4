//! The resolved config as TOML.
use super::{Adjudication, Config, Openings, Setting, TimeControl};
use crate::Opening;
use std::fmt::Write;

/// Every default filled in, in a fixed order: equal configs give equal text.
pub(super) fn write(config: &Config) -> String {
    let mut text = String::new();
    push(&mut text, "game", &quoted(&config.game().spec().to_string()));
    push(&mut text, "seed", &config.seed.to_string());
    push(&mut text, "format", &quoted(&config.format.to_string()));
    push(&mut text, "games", &config.games.to_string());
    text += &keys(&config.setting);
    text += &tables(&config.setting);
    for entrant in &config.entrants {
        text.push_str("\n[[agents]]\n");
        push(&mut text, "name", &quoted(&entrant.name));
        push(&mut text, "agent", &quoted(&entrant.spec.to_string()));
    }
    text
}

/// What of a setting is no table, but for the game.
pub(super) fn keys(setting: &Setting) -> String {
    let mut text = String::new();
    push(&mut text, "max_plies", &setting.max_plies.to_string());
    let openings = match &setting.openings {
        Openings::None => quoted("none"),
        Openings::Random { plies } => format!("{{ random_plies = {plies} }}"),
        // One a line, so that a difference between two runs shows which.
        Openings::List(list) => {
            let line = |opening: &Opening| format!("    {},\n", quoted(&opening.text(&*setting.game)));
            format!("{{ list = [\n{}] }}", list.iter().map(line).collect::<Vec<_>>().concat())
        }
    };
    push(&mut text, "openings", &openings);
    adjudication(&mut text, setting.adjudication);
    text
}

/// What of a setting is a table.
pub(super) fn tables(setting: &Setting) -> String {
    let mut text = String::new();
    let limits = setting.limits;
    let given: Vec<(&str, u64)> = [
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes),
        ("sims", limits.sims),
        ("time_ms", limits.time.map(|time| time.as_millis() as u64)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((key, value?)))
    .collect();
    if !given.is_empty() {
        text.push_str("\n[limits]\n");
    }
    for (key, value) in given {
        push(&mut text, key, &value.to_string());
    }
    if let Some(TimeControl { time, increment, margin }) = setting.time_control {
        text.push_str("\n[clock]\n");
        push(&mut text, "seconds", &format!("{:?}", time.as_secs_f64()));
        push(&mut text, "increment", &format!("{:?}", increment.as_secs_f64()));
        push(&mut text, "margin_ms", &margin.as_millis().to_string());
    }
    text
}

fn adjudication(text: &mut String, Adjudication { agreed, proved }: Adjudication) {
    let mut rules = Vec::new();
    if let Some((score, plies)) = agreed {
        rules.push(format!("score = {score:?}, plies = {plies}"));
    }
    if proved {
        rules.push("proved = true".to_owned());
    }
    if !rules.is_empty() {
        push(text, "adjudicate", &format!("{{ {} }}", rules.join(", ")));
    }
}

fn push(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect("writing to a string cannot fail");
}

/// A TOML string.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

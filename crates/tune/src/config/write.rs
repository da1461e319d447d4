//! The resolved config as TOML.
use super::{Config, Method};
use crate::Domain;
use hoppity_rules::Value;
use hoppity_stats::Model;
use std::fmt::Write;

/// Every default filled in, in a fixed order: equal configs give equal text.
pub(super) fn write(config: &Config) -> String {
    let mut text = String::new();
    let agent = config.candidates.base().to_string();
    push(&mut text, "agent", &quoted(&agent));
    push(&mut text, "seed", &config.seed.to_string());
    text += &config.setting.to_toml();
    text += "\n[method]\n";
    push(&mut text, "name", &quoted(config.method.name()));
    method(&mut text, &config.method);
    let test = &config.test;
    text += "\n[test]\n";
    push(&mut text, "elo", &format!("[{:?}, {:?}]", test.elo.0, test.elo.1));
    let model = match test.model {
        Model::Normalized => "normalized",
        Model::Logistic => "logistic",
    };
    push(&mut text, "model", &quoted(model));
    push(&mut text, "alpha", &format!("{:?}", test.errors.0));
    push(&mut text, "beta", &format!("{:?}", test.errors.1));
    push(&mut text, "games", &test.games.to_string());
    for (i, parameter) in config.candidates.space().parameters.iter().enumerate() {
        text += "\n[[parameters]]\n";
        push(&mut text, "name", &quoted(&parameter.name));
        match &parameter.domain {
            Domain::Number { start, min, max, step } => {
                for (key, value) in [("start", start), ("min", min), ("max", max), ("step", step)] {
                    push(&mut text, key, &format!("{value:?}"));
                }
            }
            Domain::Choice { start, values } => {
                push(&mut text, "start", &entry(&values[*start]));
                let values: Vec<String> = values.iter().map(entry).collect();
                push(&mut text, "values", &format!("[{}]", values.join(", ")));
            }
        }
        if let Method::Spsa { c_end, .. } = &config.method {
            push(&mut text, "c_end", &format!("{:?}", c_end[i]));
        }
    }
    text
}

fn method(text: &mut String, method: &Method) {
    if method.games() > 0 {
        push(text, "games", &method.games().to_string());
    }
    match method {
        Method::Spsa { pairs, r_end, .. } => {
            push(text, "pairs", &pairs.to_string());
            push(text, "r_end", &format!("{r_end:?}"));
        }
        Method::CmaEs { pairs, candidates, sigma, .. } => {
            push(text, "pairs", &pairs.0.to_string());
            push(text, "most_pairs", &pairs.1.to_string());
            if let Some(candidates) = candidates {
                push(text, "candidates", &candidates.to_string());
            }
            push(text, "sigma", &format!("{sigma:?}"));
        }
        Method::Bandit { .. } => {}
        Method::Texel(texel) => {
            let results: Vec<String> =
                texel.results.iter().map(|path| quoted(&path.display().to_string())).collect();
            push(text, "results", &format!("[{}]", results.join(", ")));
            push(text, "positions", &texel.positions.to_string());
            push(text, "l2", &format!("{:?}", texel.l2));
            push(text, "held_out", &format!("{:?}", texel.held_out));
        }
    }
}

fn push(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect("writing to a string cannot fail");
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// The value of an option as TOML.
fn entry(value: &Value) -> String {
    match value {
        Value::Word(text) | Value::Text(text) => quoted(text),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(entry).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

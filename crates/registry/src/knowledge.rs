//! The options by which agents are given what they know of a game: an evaluation by name, and weights over it.
use hoppity_eval::{FeatureSet, Knowledge, Weights};
use hoppity_rules::{OptionDoc, Options, Spec, SpecError, Value};
use hoppity_search::finisher;
use std::path::Path;

/// What every agent that evaluates positions takes besides its own options.
pub(crate) const OPTIONS: [OptionDoc; 3] = [
    OptionDoc {
        name: "eval",
        values: "an evaluation of the game",
        default: "(the game's first)",
        about: "what positions are worth; `hoppity games NAME` lists a game's evaluations and their features",
    },
    OptionDoc {
        name: "weights",
        values: "a TOML file, or a list such as [distance:1,jump:0.5]",
        default: "(those of eval)",
        about: "weights of features, over those of eval",
    },
    finisher::ENDINGS,
];

/// The weights that the options of an agent ask for, and the spec with every weight in it: what stands in a file is copied
/// into the spec, so that a spec says all by itself. Files are looked for from `folder`.
pub(crate) fn read<G: Knowledge>(
    options: &Options<'_>,
    folder: &Path,
    spec: Spec,
) -> Result<(Weights, Spec), SpecError> {
    let set = G::FEATURES;
    let names: Vec<&'static str> = set.evaluations.iter().map(|evaluation| evaluation.name).collect();
    let name = options.word("eval", &names)?.unwrap_or(names[0]);
    let base = set.evaluation(name).expect("one of the names");
    let mut weights = base.clone();
    match options.value("weights") {
        None => {}
        Some(Value::List(items)) => {
            let refuse = |what: String| options.refuse("weights", format!("`weights`: {what}"));
            let mut given = Vec::new();
            for item in items {
                let name = put(&mut weights, item).map_err(refuse)?;
                if given.contains(&name) {
                    return Err(refuse(format!("`{name}` is given twice")));
                }
                given.push(name);
            }
        }
        Some(value) => {
            let file = options.text("weights").map_err(|_| {
                let right = "a list such as [distance:1], or the name of a TOML file in quotes";
                options.refuse("weights", format!("`weights={value}`: expected {right}"))
            })?;
            let file = file.unwrap_or_default();
            let path = folder.join(file);
            let refuse =
                |what: String| options.refuse("weights", format!("`weights`: {}{what}", path.display()));
            let text = std::fs::read_to_string(&path)
                .map_err(|error| refuse(format!(" cannot be read: {error}")))?;
            weights.read(&text).map_err(|error| {
                let before = &text[..error.at.min(text.len())];
                let line = before.matches('\n').count() + 1;
                let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
                refuse(format!(":{line}:{column}: {}", error.what))
            })?;
        }
    }
    Ok((weights.clone(), canonical(spec, set, name, &base, &weights)))
}

/// Sets the weight that an item of a list says, `name:number`, and tells its name.
fn put<'a>(weights: &mut Weights, item: &'a Value) -> Result<&'a str, String> {
    let (Value::Word(text) | Value::Text(text)) = item else {
        return Err(format!("{item}: expected a feature and its weight, such as distance:1"));
    };
    let parts = text.split_once(':').and_then(|(name, number)| Some((name, number.parse::<f64>().ok()?)));
    let (name, number) =
        parts.ok_or_else(|| format!("`{text}`: expected a feature and its weight, such as distance:1"))?;
    weights.put(name, number)?;
    Ok(name)
}

fn canonical(spec: Spec, set: &'static FeatureSet, name: &str, base: &Weights, weights: &Weights) -> Spec {
    let mut spec = spec;
    let is_default = set.evaluations[0].name == name;
    spec.options.retain(|option| option.key != "weights" && !(option.key == "eval" && is_default));
    let changed: Vec<Value> = base
        .iter()
        .zip(weights.iter())
        .filter(|((_, before), (_, now))| before != now)
        .map(|(_, (name, weight))| Value::from(format!("{name}:{weight}").as_str()))
        .collect();
    if changed.is_empty() { spec } else { spec.with("weights", Value::List(changed)) }
}

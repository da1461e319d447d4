//! How `games` and `agents` tell what there is: a list, or one entry in full.
use crate::failure::wrong_use;
use crate::out::Out;
use crate::table;
use hoppity_registry::{Evaluation, Feature, FeatureSet};
use hoppity_rules::error::suggestion;
use hoppity_rules::{About, Spec, Value};
use serde::Serialize;
use std::collections::BTreeMap;

/// Shows the catalogue, or the entry with this name. `works` tells whether a spec can stand as an example.
pub(crate) fn tell(
    out: &mut Out,
    what: &str,
    entries: impl Iterator<Item = &'static About> + Clone,
    name: Option<&str>,
    json: bool,
    works: impl Fn(&Spec) -> bool,
) -> anyhow::Result<()> {
    let Some(name) = name else {
        return list(out, what, entries, json);
    };
    let Some(about) = entries.clone().find(|about| about.name == name) else {
        let hint = suggestion(name, entries.map(|about| about.name));
        return Err(wrong_use(format!("there is no {what} `{name}`{hint}")));
    };
    if json {
        return out.json(&Document::new(about));
    }
    in_full(out, about, &works)?;
    hoppity_registry::features(name).map_or(Ok(()), |set| evaluations(out, set))
}

fn list(
    out: &mut Out,
    what: &str,
    entries: impl Iterator<Item = &'static About>,
    json: bool,
) -> anyhow::Result<()> {
    if json {
        return out.json(&entries.map(Document::new).collect::<Vec<_>>());
    }
    let mut table = table::table(&[what, "summary"]);
    table::wrap(&mut table);
    for about in entries {
        table.add_row([about.name, about.summary]);
    }
    out.line(table::text(table))?;
    out.line(format_args!("\n`hoppity {what}s NAME` tells more."))
}

fn in_full(out: &mut Out, about: &About, works: &impl Fn(&Spec) -> bool) -> anyhow::Result<()> {
    out.line(format_args!("{}: {}", about.name, about.summary))?;
    if !about.source.is_empty() {
        out.line(format_args!("source: {}", about.source))?;
    }
    out.line(format_args!("example: {}", example(about, works)))?;
    if !about.options.is_empty() {
        let mut options = table::table(&["option", "values", "default", "about"]);
        table::wrap(&mut options);
        for option in about.options {
            options.add_row([option.name, option.values, option.default, option.about]);
        }
        out.line(format_args!("\n{}", table::text(options)))?;
    }
    if !about.presets.is_empty() {
        out.line("\npresets")?;
        let width = about.presets.iter().map(|preset| preset.name.len()).max().unwrap_or(0);
        for preset in about.presets {
            out.line(format_args!("  {:width$}  {}", preset.name, preset.options))?;
            out.line(format_args!("  {:width$}  source: {}", "", preset.source))?;
        }
    }
    Ok(())
}

/// The evaluations of a game and what they are made of; nothing where there is nothing to choose.
fn evaluations(out: &mut Out, set: &'static FeatureSet) -> anyhow::Result<()> {
    if set.features.is_empty() {
        return Ok(());
    }
    out.line("\nevaluations (option `eval` of agents)")?;
    let width = set.evaluations.iter().map(|evaluation| evaluation.name.len()).max().unwrap_or(0);
    for evaluation in set.evaluations {
        out.line(format_args!("  {:width$}  {}", evaluation.name, evaluation.about))?;
    }
    let mut features = table::table(&["feature", "weight", "counts"]);
    table::wrap(&mut features);
    for (feature, (_, weight)) in set.features.iter().zip(set.default_weights().iter()) {
        features.add_row([feature.name.to_owned(), weight.to_string(), feature.about.to_owned()]);
    }
    out.line(format_args!("\n{}", table::text(features)))
}

/// A spec with the first options at their defaults, to show how one is written.
fn example(about: &About, works: &impl Fn(&Spec) -> bool) -> Spec {
    const SHOWN: usize = 3;
    let mut spec = Spec::new(about.name);
    for option in about.options {
        let Ok(value) = Value::parse(option.default) else {
            // An option without a default that must be there shows its value among those it takes.
            if let Some(quoted) = option.values.find('"').filter(|_| spec.options.is_empty() && !works(&spec))
                && let Ok(value) = Value::parse(&option.values[quoted..])
            {
                spec = spec.with(option.name, value);
            }
            continue;
        };
        let longer = spec.clone().with(option.name, value);
        if longer.options.len() <= SHOWN && works(&longer) {
            spec = longer;
        }
    }
    spec
}

#[derive(Serialize)]
struct Document {
    name: &'static str,
    summary: &'static str,
    options: Vec<OptionDocument>,
    presets: Vec<PresetDocument>,
    source: &'static str,
    /// Of games: what evaluations are made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<Vec<FeatureDocument>>,
    /// Of games: the weights of each evaluation, the default first.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluations: Option<Vec<EvaluationDocument>>,
}

#[derive(Serialize)]
struct FeatureDocument {
    name: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct EvaluationDocument {
    name: &'static str,
    about: &'static str,
    weights: BTreeMap<&'static str, f64>,
}

#[derive(Serialize)]
struct OptionDocument {
    name: &'static str,
    values: &'static str,
    default: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct PresetDocument {
    name: &'static str,
    options: &'static str,
    source: &'static str,
}

impl Document {
    fn new(about: &'static About) -> Document {
        let option = |o: &hoppity_rules::OptionDoc| OptionDocument {
            name: o.name,
            values: o.values,
            default: o.default,
            about: o.about,
        };
        let preset =
            |p: &hoppity_rules::Preset| PresetDocument { name: p.name, options: p.options, source: p.source };
        let set = hoppity_registry::features(about.name);
        let weights = |name| set.and_then(|set| set.evaluation(name)).into_iter();
        let evaluation = |e: &Evaluation| EvaluationDocument {
            name: e.name,
            about: e.about,
            weights: weights(e.name).flat_map(|weights| weights.iter().collect::<Vec<_>>()).collect(),
        };
        let feature = |f: &Feature| FeatureDocument { name: f.name, about: f.about };
        Document {
            features: set.map(|set| set.features.iter().map(feature).collect()),
            evaluations: set.map(|set| set.evaluations.iter().map(evaluation).collect()),
            name: about.name,
            summary: about.summary,
            options: about.options.iter().map(option).collect(),
            presets: about.presets.iter().map(preset).collect(),
            source: about.source,
        }
    }
}

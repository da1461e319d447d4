//! Points as agents: the base agent with the parameters' values among its options and weights.
use crate::{Parameter, Space};
use hoppity_arena::Setting;
use hoppity_registry::Evaluator;
use hoppity_rules::error::suggestion;
use hoppity_rules::spec::SpecOption;
use hoppity_rules::{About, OptionDoc, Spec, SpecError, Value};
use std::fmt;

/// What the names of weights begin with.
const WEIGHTS: &str = "weights";

/// The agents that a run chooses from.
pub struct Candidates {
    setting: Setting,
    base: Spec,
    options: &'static [OptionDoc],
    evaluator: Option<Box<dyn Evaluator>>,
    space: Space,
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidates")
            .field("base", &self.base)
            .field("space", &self.space)
            .finish_non_exhaustive()
    }
}

impl Candidates {
    /// Agents like this one, with nothing tuned yet.
    pub(crate) fn new(setting: &Setting, agent: &Spec) -> Result<Candidates, SpecError> {
        let base = setting.agent(agent)?;
        let about: Option<&'static About> = hoppity_registry::agents().find(|about| about.name == base.name);
        let Some(about) = about else {
            return Err(SpecError::at(
                0,
                format!("`{}` is another program: expected an agent of ours", base.name),
            ));
        };
        let evaluator = setting.game().evaluator(&base, setting.folder())?;
        let space = Space { parameters: Vec::new() };
        Ok(Candidates { setting: setting.clone(), base, options: about.options, evaluator, space })
    }

    /// Tunes one more parameter.
    pub(crate) fn add(&mut self, parameter: Parameter) {
        self.space.parameters.push(parameter);
    }

    /// The canonical spec of the agent that is tuned, as it was given.
    pub fn base(&self) -> &Spec {
        &self.base
    }

    /// What is tuned.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// What the agent's evaluation counts; `None` if it has none.
    pub fn evaluator(&self) -> Option<&dyn Evaluator> {
        self.evaluator.as_deref()
    }

    /// The index of the feature that a parameter of this name weighs.
    pub(crate) fn feature_of(&self, name: &str) -> Option<usize> {
        let feature = name.strip_prefix(WEIGHTS)?.strip_prefix('.')?;
        self.evaluator()?.features().iter().position(|other| other.name == feature)
    }

    /// What the base agent has for a parameter of this name; `None` where its default is no value but words. The error
    /// says what names there are.
    pub(crate) fn current(&self, name: &str) -> Result<Option<Value>, String> {
        if let Some(evaluator) = self.evaluator() {
            if let Some(feature) = self.feature_of(name) {
                return Ok(Some(Value::Float(evaluator.weights()[feature])));
            }
            if let Some(feature) = name.strip_prefix("weights.") {
                let names = evaluator.features().iter().map(|feature| feature.name);
                return Err(format!("there is no feature `{feature}`{}", suggestion(feature, names)));
            }
        }
        let taken = |doc: &&OptionDoc| doc.name == name && name != WEIGHTS;
        let Some(doc) = self.options.iter().find(taken) else {
            let features = self.evaluator().map_or(&[][..], Evaluator::features);
            let weights: Vec<String> =
                features.iter().map(|feature| format!("{WEIGHTS}.{}", feature.name)).collect();
            let options = self.options.iter().map(|doc| doc.name).filter(|name| *name != WEIGHTS);
            let names: Vec<&str> = options.chain(weights.iter().map(String::as_str)).collect();
            let hint = suggestion(name, names.iter().copied());
            return Err(format!("`{}` has nothing called `{name}`{hint}", self.base.name));
        };
        let value = self.base.get(name).cloned().or_else(|| Value::parse(doc.default).ok());
        // Words are values only of options that are given as such; `(no limit)` is none.
        Ok(value)
    }

    /// The canonical spec of the agent at a point.
    pub fn spec(&self, point: &[i64]) -> Result<Spec, SpecError> {
        let mut spec = self.base.clone();
        let mut weights = match spec.get(WEIGHTS) {
            Some(Value::List(items)) => items.clone(),
            _ => Vec::new(),
        };
        for (parameter, &at) in self.space.parameters.iter().zip(point) {
            let value = parameter.value(at);
            if let Some(feature) = self.feature_of(&parameter.name) {
                let name = self.evaluator().map_or("", |evaluator| evaluator.features()[feature].name);
                let prefix = format!("{name}:");
                weights.retain(|item| !matches!(item, Value::Word(text) | Value::Text(text) if text.starts_with(&prefix)));
                weights.push(Value::from(format!("{name}:{value}").as_str()));
            } else {
                spec.options.retain(|option| option.key != parameter.name);
                spec.options.push(SpecOption { key: parameter.name.clone(), value, at: 0 });
            }
        }
        if !weights.is_empty() {
            spec.options.retain(|option| option.key != WEIGHTS);
            spec = spec.with(WEIGHTS, Value::List(weights));
        }
        self.setting.agent(&spec)
    }

    /// All weights of the agent at a point, as the text of a file that `weights=` reads; `None` if no weight is tuned.
    pub fn weights(&self, point: &[i64]) -> Option<String> {
        let evaluator = self.evaluator()?;
        let mut weights = evaluator.weights().to_vec();
        let mut tuned = false;
        for (parameter, &at) in self.space.parameters.iter().zip(point) {
            if let Some(feature) = self.feature_of(&parameter.name) {
                weights[feature] = match parameter.value(at) {
                    Value::Int(whole) => whole as f64,
                    Value::Float(number) => number,
                    _ => weights[feature],
                };
                tuned = true;
            }
        }
        let line = |(feature, weight): (&hoppity_registry::Feature, &f64)| {
            format!("{:<18} # {}\n", format!("{} = {weight:?}", feature.name), feature.about)
        };
        tuned.then(|| evaluator.features().iter().zip(&weights).map(line).collect())
    }
}

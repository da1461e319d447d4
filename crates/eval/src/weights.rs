//! Evaluations as sums of named features: the names, the weights, and how weights are read from text.
use hoppity_rules::error::suggestion;
use thiserror::Error;
use toml::de::{DeTable, DeValue};

/// Something that an evaluation counts.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// What it counts and in which unit, in a few words.
    pub about: &'static str,
}

impl Feature {
    /// Whether more of it is better. The words of [`Feature::about`] say so, to people and here: `(a gain)`; all else is a
    /// cost.
    pub fn is_gain(&self) -> bool {
        self.about.contains("(a gain)")
    }
}

/// A choice of weights with a name.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    /// Its name.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// The weights, as TOML; what is not named weighs nothing.
    pub weights: &'static str,
}

impl Evaluation {
    /// The evaluation that tells nothing apart.
    pub const FLAT: Evaluation = Evaluation { name: "flat", about: "all positions are alike", weights: "" };
}

/// What the evaluations of a game are made of.
#[derive(Debug)]
pub struct FeatureSet {
    /// All features.
    pub features: &'static [Feature],
    /// The evaluations that have names, the default first.
    pub evaluations: &'static [Evaluation],
}

/// A weight for every feature of a set.
#[derive(Clone, Debug)]
pub struct Weights {
    set: &'static FeatureSet,
    values: Vec<f64>,
}

/// What is wrong with a weight, or with a text of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct WeightsError {
    /// Offset in bytes in the text.
    pub at: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// No weight is further from 0: sums over the board stay far within what values may be.
pub const MOST: f64 = 100.0;

impl FeatureSet {
    /// The weights of the evaluation with this name.
    pub fn evaluation(&'static self, name: &str) -> Option<Weights> {
        let found = self.evaluations.iter().find(|evaluation| evaluation.name == name)?;
        let mut weights = Weights { set: self, values: vec![0.0; self.features.len()] };
        weights.read(found.weights).expect("the weights that come with a game are right");
        Some(weights)
    }

    /// The weights of the first evaluation.
    pub fn default_weights(&'static self) -> Weights {
        self.evaluation(self.evaluations[0].name).expect("it is in the list")
    }
}

impl Weights {
    /// The features that they are for.
    pub fn set(&self) -> &'static FeatureSet {
        self.set
    }

    /// Each feature's name and weight, in the order of the set.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.set.features.iter().map(|feature| feature.name).zip(self.values.iter().copied())
    }

    /// The weight of a feature.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.iter().find(|&(other, _)| other == name).map(|(_, weight)| weight)
    }

    /// The weights in the order of the set.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Sets one weight; the error says what would be right.
    pub fn put(&mut self, name: &str, weight: f64) -> Result<(), String> {
        let names = self.set.features.iter().map(|feature| feature.name);
        let Some(place) = names.clone().position(|other| other == name) else {
            return Err(format!("there is no feature `{name}`{}", suggestion(name, names)));
        };
        if !(-MOST..=MOST).contains(&weight) {
            return Err(format!("`{name}` = {weight}: expected a number from -{MOST} to {MOST}"));
        }
        self.values[place] = weight;
        Ok(())
    }

    /// Sets the weights that a text in TOML names, a line for each: `distance = 1.0`.
    pub fn read(&mut self, toml: &str) -> Result<(), WeightsError> {
        let document = DeTable::parse(toml).map_err(|error| WeightsError {
            at: error.span().map_or(0, |span| span.start),
            what: error.message().to_owned(),
        })?;
        let mut entries: Vec<_> = document.get_ref().iter().collect();
        // In the order of the text, so that the first mistake is the one reported.
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let refuse = |at: usize, what: String| WeightsError { at, what };
            let name = key.get_ref();
            let weight = match value.get_ref() {
                DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
                DeValue::Integer(number) => {
                    i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64)
                }
                DeValue::Table(_) => {
                    let example = self.set.features.first().map_or("", |feature| feature.name);
                    let what =
                        format!("`{name}` is a table: weights stand outside of tables, as `{example} = 1.0`");
                    return Err(refuse(key.span().start, what));
                }
                _ => None,
            };
            let Some(weight) = weight else {
                let what = format!("`{name}`: expected a number from -{MOST} to {MOST}");
                return Err(refuse(value.span().start, what));
            };
            let at = if self.get(name).is_none() { key.span().start } else { value.span().start };
            self.put(name, weight).map_err(|what| refuse(at, what))?;
        }
        Ok(())
    }

    /// The weights as a text that [`Weights::read`] reads, with what each feature counts.
    pub fn to_toml(&self) -> String {
        let line = |(feature, weight): (&Feature, &f64)| {
            let number = format!("{weight:?}");
            format!("{:<18} # {}\n", format!("{} = {number}", feature.name), feature.about)
        };
        self.set.features.iter().zip(&self.values).map(line).collect()
    }
}

//! The parameters of a config: ranges and lists of values, checked against the agent that has them.
use crate::candidate::Candidates;
use crate::{Domain, Parameter};
use hoppity_arena::values::{Value as Entry, known, number, required, string, wrong};
use hoppity_registry::from_toml::options_from_toml;
use hoppity_rules::{SpecError, Value};
use toml::de::{DeTable, DeValue};

const KEYS: [&str; 7] = ["name", "start", "min", "max", "step", "c_end", "values"];
/// No number is further from 0.
const MOST: f64 = 1e12;
/// The most steps in a range.
const MOST_STEPS: f64 = 1e9;
/// The perturbation of SPSA where none is given, as a part of the range.
const USUAL_C_END: f64 = 0.1;

/// A parameter as it was written down.
pub(super) struct Draft {
    pub(super) name: String,
    /// Where the parameter stands, and its name.
    pub(super) at: usize,
    pub(super) name_at: usize,
    start: Option<(Value, usize)>,
    kind: Kind,
    c_end: Option<(f64, usize)>,
}

enum Kind {
    Range { min: f64, max: f64, step: f64, max_at: usize, step_at: usize },
    Values(Vec<Value>),
}

/// Reads all of them; there is at least one, and no two have the same name.
pub(super) fn parameters(value: &Entry<'_>) -> Result<Vec<Draft>, SpecError> {
    let right = "tables [[parameters]]";
    let DeValue::Array(items) = value.get_ref() else { return Err(wrong("parameters", right, value)) };
    let mut drafts: Vec<Draft> = Vec::new();
    for item in items {
        let DeValue::Table(table) = item.get_ref() else { return Err(wrong("parameters", right, item)) };
        let draft = draft(table, item.span().start)?;
        if drafts.iter().any(|earlier| earlier.name == draft.name) {
            return Err(SpecError::at(draft.name_at, format!("`{}` is tuned twice", draft.name)));
        }
        drafts.push(draft);
    }
    if drafts.is_empty() {
        return Err(SpecError::at(value.span().start, format!("nothing to tune: expected {right}")));
    }
    Ok(drafts)
}

fn draft(table: &DeTable<'_>, at: usize) -> Result<Draft, SpecError> {
    known(table, &KEYS, "a parameter")?;
    let name_value = required(table, at, "name", "what is tuned, such as \"weights.jump\" or \"c\"")?;
    let name = string("name", name_value)?;
    let place = |key: &str| table.get(key).map_or(at, |value| value.span().start);
    let options = options_from_toml("parameter", table, &["name", "min", "max", "step", "c_end"])?;
    let start = options.get("start").map(|value| (value.clone(), place("start")));
    let kind = match options.get("values") {
        Some(Value::List(values)) => {
            if let Some(key) = ["min", "max", "step", "c_end"].iter().find(|key| table.contains_key(**key)) {
                let what = format!("`{key}` beside `values`: expected a range or a list of values");
                return Err(SpecError::at(place(key), what));
            }
            let twice = |i: &usize| values[..*i].contains(&values[*i]);
            if values.len() < 2 {
                let what = "`values`: expected at least two to choose from";
                return Err(SpecError::at(place("values"), what));
            }
            if let Some(i) = (0..values.len()).find(twice) {
                return Err(SpecError::at(
                    place("values"),
                    format!("`values`: {} is there twice", values[i]),
                ));
            }
            Kind::Values(values.clone())
        }
        Some(_) => {
            return Err(SpecError::at(place("values"), "`values`: expected a list, such as [true, false]"));
        }
        None => {
            let (min_at, max_at, step_at) = (place("min"), place("max"), place("step"));
            required(table, at, "min", "the least it may be")?;
            required(table, at, "max", "the most it may be")?;
            required(table, at, "step", "how far its values are apart")?;
            let read = |key: &str| number(table, key, -MOST..=MOST).map(|found| found.unwrap_or(0.0));
            let (min, max, step) = (read("min")?, read("max")?, read("step")?);
            if min >= max {
                let what = format!("the range from {min} to {max} is empty: expected `max` above `min`");
                return Err(SpecError::at(max_at.max(min_at), what));
            }
            if step <= 0.0 || step > max - min {
                let what = format!("`step` = {step}: expected more than 0 and no more than {}", max - min);
                return Err(SpecError::at(step_at, what));
            }
            if (max - min) / step > MOST_STEPS {
                return Err(SpecError::at(step_at, format!("`step` = {step}: expected fewer values")));
            }
            Kind::Range { min, max, step, max_at, step_at }
        }
    };
    let c_end = number(table, "c_end", 0.0..=MOST)?.map(|c_end| (c_end, place("c_end")));
    Ok(Draft { name, at, name_at: name_value.span().start, start, kind, c_end })
}

impl Draft {
    /// The parameter of the agent, which must have one of this name, and where it starts.
    pub(super) fn resolve(&self, candidates: &Candidates) -> Result<Parameter, SpecError> {
        let known = candidates.current(&self.name).map_err(|what| SpecError::at(self.name_at, what))?;
        let (start, start_at) = match (&self.start, known) {
            (Some((start, at)), _) => (start.clone(), *at),
            (None, Some(known)) => (known, self.at),
            (None, None) => {
                let what = format!("`start` is missing, and the agent has no `{}` to begin with", self.name);
                return Err(SpecError::at(self.at, what));
            }
        };
        let domain = match &self.kind {
            Kind::Values(values) => {
                let found = values.iter().position(|value| *value == start);
                let start = found.ok_or_else(|| {
                    SpecError::at(start_at, format!("the start, {start}, is not among the values"))
                })?;
                Domain::Choice { start, values: values.clone() }
            }
            &Kind::Range { min, max, step, max_at, step_at } => {
                let number = match start {
                    Value::Int(whole) => whole as f64,
                    Value::Float(number) => number,
                    other => {
                        let what =
                            format!("the start, {other}, is no number: expected `values` to choose from");
                        return Err(SpecError::at(start_at, what));
                    }
                };
                if !(min..=max).contains(&number) {
                    let at = if self.start.is_some() { start_at } else { max_at };
                    let what = format!("the start, {number}, is not in the range from {min} to {max}");
                    return Err(SpecError::at(at, what));
                }
                let domain = Domain::Number { start: number, min, max, step };
                let parameter = Parameter { name: self.name.clone(), domain };
                if parameter.size() < 2 {
                    let what = format!("`step` = {step}: from {number} no step stays within {min} to {max}");
                    return Err(SpecError::at(step_at, what));
                }
                return Ok(parameter);
            }
        };
        Ok(Parameter { name: self.name.clone(), domain })
    }

    /// By how much SPSA moves it in its last iteration.
    pub(super) fn c_end(&self, parameter: &Parameter) -> Result<f64, SpecError> {
        let Domain::Number { min, max, step, .. } = parameter.domain else { return Ok(1.0) };
        let Some((c_end, at)) = self.c_end else { return Ok((USUAL_C_END * (max - min)).max(step / 2.0)) };
        if c_end <= 0.0 || c_end > max - min {
            let what = format!("`c_end` = {c_end}: expected more than 0 and no more than {}", max - min);
            return Err(SpecError::at(at, what));
        }
        Ok(c_end)
    }
}

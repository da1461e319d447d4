//! The files about a run, each replaced as a whole: `path.csv`, `path.svg`, `result.json` and `weights.toml`.
use crate::result::Tuning;
use crate::{Domain, Parameter, Space, plot};
use hoppity_arena::{Folder, RunError};
use std::io::Write;

/// What an error says of the rest.
const SAVED: &str = "the journal is safe, and the same command writes this again";

/// The way that the parameters went.
#[derive(Clone, Debug)]
pub(crate) struct Path<'a> {
    pub(crate) space: &'a Space,
    pub(crate) rows: Vec<Row>,
}

/// Where a search was.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) step: u64,
    /// By name; the same in every row.
    pub(crate) figures: Vec<(&'static str, f64)>,
    pub(crate) numbers: Vec<f64>,
}

impl<'a> Path<'a> {
    pub(crate) fn new(space: &'a Space) -> Path<'a> {
        Path { space, rows: Vec::new() }
    }

    /// The last row, for people.
    pub(crate) fn in_words(&self) -> String {
        let Some(row) = self.rows.last() else { return String::new() };
        let part = |(parameter, number): (&Parameter, &f64)| format!("{} {number:.4}", parameter.name);
        self.space.parameters.iter().zip(&row.numbers).map(part).collect::<Vec<_>>().join("  ")
    }
}

/// Writes the path as a table and as a picture.
pub(crate) fn path(folder: &Folder, path: &Path<'_>) -> Result<(), RunError> {
    folder.replace("path.csv", SAVED, |file| {
        let mut writer = csv::Writer::from_writer(file);
        let figures = path.rows.first().map_or(&[][..], |row| &row.figures);
        let names = figures.iter().map(|&(name, _)| name);
        let parameters = path.space.parameters.iter().map(|parameter| parameter.name.as_str());
        writer.write_record(["round"].into_iter().chain(names).chain(parameters))?;
        for row in &path.rows {
            let figures = row.figures.iter().map(|(_, figure)| round(*figure).to_string());
            let numbers = path.space.parameters.iter().zip(&row.numbers).map(written);
            let step = row.step.to_string();
            writer.write_record([step].into_iter().chain(figures).chain(numbers))?;
        }
        writer.flush()
    })?;
    let picture = plot::path(path);
    folder.replace("path.svg", SAVED, |file| file.write_all(picture.as_bytes()))?;
    Ok(())
}

/// Writes what came of the run; the weights say whether they have passed.
pub(crate) fn result(folder: &Folder, tuning: &Tuning) -> Result<(), RunError> {
    if let Some(weights) = &tuning.weights {
        folder.replace("weights.toml", SAVED, |file| {
            write!(file, "# {}, {}: {}.\n{weights}", tuning.game, tuning.method, tuning.verdict)
        })?;
    }
    folder.replace("result.json", SAVED, |file| {
        serde_json::to_writer_pretty(&mut *file, tuning)?;
        writeln!(file)
    })?;
    Ok(())
}

/// A number of the path, or the value that a choice has come to.
fn written((parameter, number): (&Parameter, &f64)) -> String {
    match parameter.domain {
        Domain::Number { .. } => round(*number).to_string(),
        Domain::Choice { .. } => parameter.value(*number as i64).to_string(),
    }
}

/// To six decimals.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

//! What came of a run.
use crate::Point;
use crate::config::{Config, Test};
use crate::data::Data;
use crate::run::TuneError;
use crate::texel::Fit;
use hoppity_arena::counted;
use hoppity_rules::Value;
use hoppity_stats::{Model, Pentanomial, SprtState, Verdict, elo};
use serde::Serialize;

/// What came of a run; `result.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuning {
    /// The game's canonical spec.
    pub game: String,
    /// How values were sought.
    pub method: &'static str,
    /// Whether the tuned agent is better: it is said to be only if it has passed the test.
    pub better: bool,
    /// The same in words.
    pub verdict: String,
    /// The agent at the start.
    pub start: String,
    /// The agent at what was found.
    pub tuned: String,
    /// What was tuned.
    pub parameters: Vec<Tuned>,
    /// The figures of the fit, where it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<FitFigures>,
    /// The test; none where what was found is the start.
    pub test: Option<TestResult>,
    /// All weights of the tuned agent as TOML, where any was tuned.
    #[serde(skip)]
    pub weights: Option<String>,
}

/// A parameter before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// Its value at the start.
    #[serde(serialize_with = "as_json")]
    pub start: Value,
    /// The value that was found.
    #[serde(serialize_with = "as_json")]
    pub tuned: Value,
}

/// The figures of a fit. Losses are cross entropies by position, in nats.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitFigures {
    /// The scale from evaluation to chances.
    pub k: f64,
    /// Games read.
    pub games: u64,
    /// Positions fitted to.
    pub positions: usize,
    /// Positions held out.
    pub held_out_positions: usize,
    /// The loss over the positions fitted to, at the start.
    pub loss_at_start: f64,
    /// And for the weights that were found.
    pub loss: f64,
    /// The loss over the positions held out, at the start; 0 where there are none.
    pub held_out_loss_at_start: f64,
    /// And for the weights that were found.
    pub held_out_loss: f64,
}

/// What the test of the tuned agent against the one at the start came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestResult {
    /// Games played.
    pub games: u64,
    /// Pairs of games by the tuned agent's points: 0, 1/2, 1, 3/2, 2.
    pub penta: [u64; 5],
    /// Points per game.
    pub score: f64,
    /// The Elo difference.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
    /// The hypotheses.
    pub elo0: f64,
    /// The hypotheses.
    pub elo1: f64,
    /// What Elo of theirs means.
    pub model: &'static str,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// `H0`, `H1` or `continue`.
    pub verdict: &'static str,
}

impl Tuning {
    pub(crate) fn new(
        config: &Config,
        found: &Point,
        fit: Option<FitFigures>,
        test: Option<TestResult>,
    ) -> Result<Tuning, TuneError> {
        let candidates = &config.candidates;
        let start = candidates.space().start();
        let parameter = |((parameter, &before), &after): ((&crate::Parameter, &i64), &i64)| Tuned {
            name: parameter.name.clone(),
            start: parameter.value(before),
            tuned: parameter.value(after),
        };
        Ok(Tuning {
            game: config.setting.game().spec().to_string(),
            method: config.method.name(),
            better: test.as_ref().is_some_and(|test| test.verdict == Verdict::H1.as_str()),
            verdict: verdict(test.as_ref()),
            start: candidates.spec(&start)?.to_string(),
            tuned: candidates.spec(found)?.to_string(),
            parameters: candidates.space().parameters.iter().zip(&start).zip(found).map(parameter).collect(),
            fit,
            test,
            weights: candidates.weights(found),
        })
    }
}

fn verdict(test: Option<&TestResult>) -> String {
    let Some(test) = test else {
        return "not better: what was found is the start".to_owned();
    };
    let unit = if test.model == "logistic" { "Elo" } else { "normalised Elo" };
    let (elo0, elo1, games) = (test.elo0, test.elo1, counted(test.games, "game"));
    if test.verdict == Verdict::H1.as_str() {
        format!("better: H1 is accepted after {games}, {elo1:+} rather than {elo0:+} {unit}")
    } else if test.verdict == Verdict::H0.as_str() {
        format!("not better: H0 is accepted after {games}, {elo0:+} rather than {elo1:+} {unit}")
    } else {
        format!("not shown to be better: {games} do not tell {elo1:+} from {elo0:+} {unit}")
    }
}

impl FitFigures {
    pub(crate) fn new(fit: &Fit, data: &Data) -> FitFigures {
        let (first, last) = (&fit.steps[0], &fit.steps[fit.steps.len() - 1]);
        FitFigures {
            k: fit.k,
            games: data.games,
            positions: data.seen.len(),
            held_out_positions: data.held_out.len(),
            loss_at_start: round(first.loss),
            loss: round(last.loss),
            held_out_loss_at_start: round(first.held_out),
            held_out_loss: round(last.held_out),
        }
    }
}

impl TestResult {
    pub(crate) fn new(test: &Test, pairs: Pentanomial, state: SprtState) -> TestResult {
        let estimate = elo::from_pentanomial(pairs);
        TestResult {
            games: 2 * pairs.pairs(),
            penta: [pairs.ll, pairs.ld, pairs.even, pairs.wd, pairs.ww],
            score: round(pairs.score().unwrap_or(0.5)),
            elo: round(estimate.elo),
            elo_low: round(estimate.elo_low),
            elo_high: round(estimate.elo_high),
            elo0: test.elo.0,
            elo1: test.elo.1,
            model: match test.model {
                Model::Normalized => "normalized",
                Model::Logistic => "logistic",
            },
            llr: round(state.llr),
            lower: round(state.lower),
            upper: round(state.upper),
            verdict: state.verdict.as_str(),
        }
    }
}

/// To six decimals; zero has no sign.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

fn as_json<S: serde::Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Value::Bool(flag) => serializer.serialize_bool(*flag),
        Value::Int(whole) => serializer.serialize_i64(*whole),
        Value::Float(number) => serializer.serialize_f64(*number),
        other => serializer.collect_str(other),
    }
}

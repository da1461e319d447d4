//! The flags of a sequential test, and its verdict in words.
use crate::failure::wrong_use;
use crate::table::signed;
use clap::{Args, ValueEnum};
use hoppity_stats::{Model, Sprt, SprtState, Verdict};
use serde::{Serialize, Serializer};

/// A sequential test of two hypotheses about the Elo difference.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SprtArgs {
    /// Test the hypothesis H0 that the difference is elo0 against H1 that it is elo1, such as 0,5
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// What the Elo of the hypotheses means: normalised by the deviation of a game, or logistic
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    model: ModelName,
    /// How often H1 may be accepted where H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", allow_hyphen_values = true)]
    alpha: f64,
    /// How often H0 may be accepted where H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", allow_hyphen_values = true)]
    beta: f64,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ModelName {
    #[default]
    Normalized,
    Logistic,
}

/// A test that can be run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    pub(crate) sprt: Sprt,
    elo0: f64,
    elo1: f64,
    model: ModelName,
}

impl SprtArgs {
    /// The test that the flags ask for, if any.
    pub(crate) fn test(self) -> anyhow::Result<Option<Test>> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let model = match self.model {
            ModelName::Normalized => Model::Normalized,
            ModelName::Logistic => Model::Logistic,
        };
        let sprt = Sprt::new(elo0, elo1, self.alpha, self.beta, model).map_err(|refusal| {
            wrong_use(format!("{refusal}; a usual test is --sprt 0,5 --alpha 0.05 --beta 0.05"))
        })?;
        Ok(Some(Test { sprt, elo0, elo1, model: self.model }))
    }
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|elo| elo.is_finite());
    let pair = text.split_once(',').and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)));
    pair.ok_or_else(|| "expected two numbers with a comma between them, such as 0,5 or -3,1".to_owned())
}

/// A test and where it stands, for JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SprtDocument {
    elo0: f64,
    elo1: f64,
    #[serde(serialize_with = "as_word")]
    model: ModelName,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn as_word<S: Serializer>(model: &ModelName, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(model.word())
}

impl ModelName {
    fn word(self) -> &'static str {
        match self {
            ModelName::Normalized => "normalized",
            ModelName::Logistic => "logistic",
        }
    }
}

impl Test {
    pub(crate) fn document(&self, state: SprtState) -> SprtDocument {
        let SprtState { llr, lower, upper, verdict } = state;
        SprtDocument {
            elo0: self.elo0,
            elo1: self.elo1,
            model: self.model,
            llr,
            lower,
            upper,
            verdict: verdict.as_str(),
        }
    }

    /// Where the test stands, and what that means: two lines.
    pub(crate) fn in_words(&self, state: SprtState) -> String {
        let [llr, lower, upper] = [state.llr, state.lower, state.upper]
            .map(|figure| format!("{:+.2}", (figure * 100.0).round() / 100.0 + 0.0));
        let meaning = self.meaning(state.verdict);
        format!("SPRT      LLR {llr} between {lower} and {upper}\nverdict   {meaning}")
    }

    fn meaning(&self, verdict: Verdict) -> String {
        let unit = match self.model {
            ModelName::Normalized => "normalised Elo",
            ModelName::Logistic => "Elo",
        };
        let (elo0, elo1) = (signed(self.elo0), signed(self.elo1));
        match verdict {
            Verdict::H0 => format!("H0 is accepted: {elo0} rather than {elo1} {unit}"),
            Verdict::H1 => format!("H1 is accepted: {elo1} rather than {elo0} {unit}"),
            Verdict::Continue => format!("undecided between {elo0} and {elo1} {unit}: more games are needed"),
        }
    }
}

//! `process`: a program that reads a JSON document a line and answers with one; see `docs/protocols.md`.
use crate::agents::Surroundings;
use crate::agents::host::{self, Host};
use crate::process::Ended;
use hoppity_registry::Playable;
use hoppity_rules::{About, AnyGame, AnyLine, Options, Random, Seat, SpecError};
use hoppity_search::{Action, AgentError, AnyAgent, Control, Decision, EngineFault, Limits};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) const ABOUT: About = About {
    name: "process",
    summary: "another program that answers JSON lines, in any language, run anew for each game",
    options: &[
        host::COMMAND,
        Limits::DEPTH,
        Limits::NODES,
        Limits::SIMS,
        Limits::TIME,
        host::WALL,
        host::CPU,
        host::MEMORY,
    ],
    presets: &[],
    source: "docs/protocols.md",
};

/// An agent that is such a program.
pub(super) struct Json {
    host: Host,
    own: Limits,
    /// Where the game began, unless in the game's initial position.
    start: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Request<'a> {
    Start {
        game: &'a str,
        seat: String,
        seats: usize,
        seed: u64,
    },
    Move {
        seat: String,
        start: Option<&'a str>,
        moves: Vec<String>,
        position: String,
        legal: Vec<String>,
        limits: Told,
    },
}

/// What the move is limited by; what is missing is not limited.
#[derive(Serialize)]
struct Told {
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sims: Option<u64>,
    /// Milliseconds for this move, as we would share out the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<f64>,
    /// Milliseconds left on the clock of the game, and added to it after each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    increment_ms: Option<f64>,
    /// Milliseconds after which the program is ended.
    wall_ms: f64,
}

/// What may stand in an answer; other keys are overlooked.
#[derive(Debug, Deserialize)]
struct Answer {
    r#move: Option<String>,
    #[serde(default)]
    resign: bool,
    #[serde(default)]
    values: Vec<f64>,
    #[serde(default)]
    nodes: u64,
    #[serde(default)]
    sims: u64,
    #[serde(default)]
    depth: u32,
}

impl Json {
    pub(super) fn read(
        options: &Options<'_>,
        game: &Arc<dyn Playable>,
        around: &Surroundings,
    ) -> Result<Json, SpecError> {
        Ok(Json { host: Host::read(options, game, around)?, own: Limits::read(options)?, start: None })
    }

    fn begin(&mut self, line: &dyn AnyLine) -> Result<(), Ended> {
        let words = self.host.words();
        self.host.start(&words, None)?;
        let mut start = line.boxed_clone();
        while start.pop() {}
        let game: &dyn AnyGame = &*self.host.game;
        let position = start.position();
        self.start = (position != game.line().position()).then_some(position);
        let (name, seats) = (game.spec().to_string(), game.seats());
        let request =
            Request::Start { game: &name, seat: self.host.seat.to_string(), seats, seed: self.host.seed() };
        let (answer, said): (serde_json::Value, String) = self.ask(&request, &Limits::NONE)?;
        if answer.is_object() { Ok(()) } else { Err(bad_format("expected an object", &said)) }
    }

    /// The answer, also as it stands.
    fn ask<T: serde::de::DeserializeOwned>(
        &mut self,
        request: &Request<'_>,
        limits: &Limits,
    ) -> Result<(T, String), Ended> {
        let text = serde_json::to_string(request)
            .map_err(|error| Ended { fault: None, message: error.to_string() })?;
        let patience = self.host.patience(limits);
        let end = |output: &[u8]| output.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
        let line = self.host.ask(&(text + "\n"), &patience, end)?;
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        match serde_json::from_str(&line) {
            Ok(answer) => Ok((answer, line)),
            Err(error) => Err(bad_format(&error.to_string(), &line)),
        }
    }

    /// The bot's decision, its move still as text; `None` where it resigns.
    fn think(&mut self, line: &dyn AnyLine, limits: &Limits) -> Result<Option<(String, Answer)>, Ended> {
        let start = self.start.clone();
        let patience = self.host.patience(limits);
        let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
        let request = Request::Move {
            seat: line.to_move().to_string(),
            start: start.as_deref(),
            moves: line.history(),
            position: line.position(),
            legal: line.legal_texts(),
            limits: Told {
                depth: limits.depth,
                nodes: limits.nodes,
                sims: limits.sims,
                time_ms: limits.time.map(ms),
                remaining_ms: limits.clock.map(|clock| ms(clock.remaining)),
                increment_ms: limits.clock.map(|clock| ms(clock.increment)),
                wall_ms: ms(patience.limit),
            },
        };
        let (mut answer, said): (Answer, String) = self.ask(&request, limits)?;
        if answer.resign {
            return Ok(None);
        }
        let Some(text) = answer.r#move.take() else {
            return Err(bad_format("expected a `move`", &said));
        };
        let (seats, values) = (self.host.game.seats(), &answer.values);
        if !values.is_empty() && (values.len() != seats || !values.iter().all(|v| (0.0..=1.0).contains(v))) {
            let what = format!("`values`: expected {seats} numbers from 0 to 1, one for each seat");
            return Err(bad_format(&what, &said));
        }
        Ok(Some((text, answer)))
    }
}

fn bad_format(what: &str, line: &str) -> Ended {
    let shown: String = line.chars().filter(|c| !c.is_control()).take(100).collect();
    Ended::by(EngineFault::BadFormat, format!("{what}: `{shown}`"))
}

impl AnyAgent for Json {
    fn start(&mut self, line: &dyn AnyLine, seat: Seat, _: Random) -> Result<(), AgentError> {
        self.host.seat = seat;
        self.begin(line).map_err(|ended| self.host.lost(ended))
    }

    fn choose(
        &mut self,
        line: &dyn AnyLine,
        limits: &Limits,
        control: &mut Control<'_, usize>,
    ) -> Result<Decision<usize>, AgentError> {
        let limits = self.own.or(*limits);
        let decision = match self.think(line, &limits).map_err(|ended| self.host.lost(ended))? {
            None => Decision { action: Action::Resign, pv: Vec::new(), ..Decision::play(0) },
            Some((text, Answer { values, nodes, sims, depth, .. })) => {
                let index = line.parse(&text).map_err(|error| self.host.illegal(error))?;
                Decision { values, nodes, sims, depth, ..Decision::play(index) }
            }
        };
        Ok(Decision { time: control.elapsed(), ..decision })
    }
}

impl Drop for Json {
    fn drop(&mut self) {
        self.host.quit("");
    }
}

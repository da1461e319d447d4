//! A checked tournament: nothing in it can be refused later.
mod draft;
mod error;
mod openings;
mod read;
mod rules;
mod setting;
pub mod values;
mod write;

pub use error::{ConfigError, Place};
pub(crate) use read::{NamedAgent, limits as limits_table, named_agents};
pub use rules::{Adjudication, Format, Openings, TimeControl};
pub use setting::Setting;
pub(crate) use write::quoted;

use crate::schedule::Schedule;
use draft::{Beginnings, Draft, Part, Refusal, SettingDraft};
use hoppity_protocol::agents::{self, Surroundings};
use hoppity_registry::{Playable, Player};
use hoppity_rules::{Seat, Spec, SpecError};
use hoppity_search::{LimitKind, Limits};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a game is stopped and called a draw unless the config says otherwise: beyond the length of any real game, but
/// agents that never finish must not run for ever.
pub const DEFAULT_MAX_PLIES: u32 = 2000;

/// A tournament that can be run.
///
/// In a file it looks like this, where all but `game`, `games` and `agents` may be left out:
///
/// ```toml
/// game = "halma(board=8)"         # a spec string, or a table { name = "halma", board = 8 }
/// seed = 1                        # every random draw comes from it
/// format = "round-robin"          # every set of as many agents as the game has seats
/// games = 20                      # for each pairing; a multiple of the number of seats
/// max_plies = 400                 # then a game is called a draw; by default after 2000
/// openings = { random_plies = 4 } # by default two random plies for each seat; see below for others
/// adjudicate = { proved = true }  # by default only the rules end a game, see [`Adjudication`]
/// [limits]                        # for agents without limits of their own: depth, nodes, sims, time_ms
/// nodes = 2000
/// [clock]                         # for the whole game; by default none, see [`TimeControl`]
/// seconds = 60
/// [[agents]]
/// name = "deep"                   # by default the spec as it is printed
/// agent = "alphabeta(depth=3)"    # a spec string or a table
/// [[agents]]
/// agent = "greedy"
/// ```
///
/// `openings` may also be `"none"`, `{ file = "openings.txt" }` or `{ list = ["a1 b2", …] }`: an [`Opening`](crate::Opening)
/// a line or item, as moves from the initial position or as a position. A file is sought beside the config; `#` begins a
/// comment in it. The resolved config holds the openings themselves, so that it stays what was played when the file
/// changes.
#[derive(Clone, Debug)]
pub struct Config {
    setting: Setting,
    seed: u64,
    format: Format,
    games: u64,
    entrants: Vec<Entrant>,
    total: u64,
}

/// An agent of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// What it is called; no two are called the same.
    pub name: String,
    /// Its canonical spec.
    pub spec: Spec,
    /// The limits of its own, if any.
    pub limits: Limits,
}

/// A match as given on a command line, to be checked by [`Config::for_match`].
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub game: Spec,
    /// As many agents as the game has seats, or more.
    pub agents: Vec<Spec>,
    /// Games for each pairing; a multiple of the number of seats.
    pub games: u64,
    /// Random plies in the opening; `None`: two for each seat.
    pub opening_plies: Option<u32>,
    /// Where games are called a draw; `None`: [`DEFAULT_MAX_PLIES`].
    pub max_plies: Option<u32>,
    /// For agents without limits of their own.
    pub limits: Limits,
    /// The seed.
    pub seed: u64,
}

impl Config {
    /// Reads and checks a config file.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let bytes = std::fs::read(path).map_err(|error| ConfigError::unreadable(path, error))?;
        let file = path.display().to_string();
        Config::parse(&read::utf8(bytes, &file)?, &file)
    }

    /// Checks the text of a config file; `file_name` is what errors call it, and where relative paths in it start from.
    pub fn parse(text: &str, file_name: &str) -> Result<Config, ConfigError> {
        read::read(text, file_name)
    }

    /// Checks a match. Agents that are the same get a number to their name.
    pub fn for_match(setup: Match) -> Result<Config, SpecError> {
        let given = setup.clone();
        let setting = SettingDraft {
            game: setup.game,
            max_plies: setup.max_plies,
            openings: setup.opening_plies.map(Beginnings::Random),
            adjudication: Adjudication::default(),
            limits: setup.limits,
            time_control: None,
            folder: PathBuf::new(),
        };
        let draft = Draft {
            setting,
            seed: setup.seed,
            games: setup.games,
            agents: setup.agents.into_iter().map(|spec| (None, spec)).collect(),
            number_names: true,
        };
        draft.build().map_err(|Refusal { part, error }| match part {
            Part::Game => SpecError::whole(format!("`{}`: {}", given.game, error.what)),
            Part::Agent(i) => SpecError::whole(format!("`{}`: {}", given.agents[i], error.what)),
            _ => SpecError::whole(error.what),
        })
    }

    /// How its games are played.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Playable> {
        &self.setting.game
    }

    /// The seed that every random draw of the tournament comes from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Who meets whom.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many games each pairing plays.
    pub fn games_per_pairing(&self) -> u64 {
        self.games
    }

    /// After how many plies, the opening's included, a game is called a draw.
    pub fn max_plies(&self) -> u32 {
        self.setting.max_plies
    }

    /// How games begin.
    pub fn openings(&self) -> &Openings {
        &self.setting.openings
    }

    /// When games end before the rules end them.
    pub fn adjudication(&self) -> Adjudication {
        self.setting.adjudication
    }

    /// The limits for agents that have none of their own.
    pub fn limits(&self) -> Limits {
        self.setting.limits
    }

    /// The clock that every seat has for the game.
    pub fn time_control(&self) -> Option<TimeControl> {
        self.setting.time_control
    }

    /// The agents, in the order in which they were listed.
    pub fn agents(&self) -> &[Entrant] {
        &self.entrants
    }

    /// How many games the tournament has.
    pub fn total_games(&self) -> u64 {
        self.total
    }

    /// How many agents sit at a table.
    pub fn seats(&self) -> usize {
        self.setting.game.seats()
    }

    /// The team of every seat.
    pub fn teams(&self) -> Vec<usize> {
        Seat::all(self.seats()).map(|seat| self.setting.game.team(seat).index()).collect()
    }

    /// All games in order.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self)
    }

    /// Whether the results can be reproduced: not if any agent is limited by time.
    pub fn limit_kind(&self) -> LimitKind {
        let timed = |agent: usize| {
            self.limits_of(agent).kind() == LimitKind::Time || agents::is_timed(&self.entrants[agent].spec)
        };
        if self.setting.time_control.is_some() || (0..self.entrants.len()).any(timed) {
            LimitKind::Time
        } else {
            LimitKind::Reproducible
        }
    }

    /// What an agent's moves are limited by, but for the clock of the game: its own limits, or those of the tournament.
    pub(crate) fn limits_of(&self, agent: usize) -> Limits {
        self.entrants[agent].limits.or(self.setting.limits)
    }

    /// The config with every default filled in, as TOML.
    pub fn to_toml(&self) -> String {
        write::write(self)
    }

    /// The names of the agents that are other programs.
    pub fn external_agents(&self) -> impl Iterator<Item = &str> {
        let external = self.entrants.iter().filter(|entrant| agents::is_external(&entrant.spec));
        external.map(|entrant| entrant.name.as_str())
    }

    /// A new player for one game.
    pub(crate) fn player(&self, agent: usize, around: &Surroundings) -> Result<Player, SpecError> {
        agents::player(&self.setting.game, &self.entrants[agent].spec, around)
    }
}

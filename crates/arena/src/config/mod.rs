//! A checked tournament: nothing in it can be refused later.
mod error;
mod read;
mod write;

pub use error::{ConfigError, Place};
pub(crate) use write::quoted;

use crate::openings::Openers;
use crate::schedule::{MAX_GAMES, Schedule, combinations};
use hoppity_registry::{Playable, Player};
use hoppity_rules::{Seat, Spec, SpecError};
use hoppity_search::{LimitKind, Limits};
use hoppity_stats::ratings::MAX_PLAYERS;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Where a game is stopped and called a draw unless the config says otherwise: beyond the length of any real game, but
/// agents that never finish must not run for ever.
pub const DEFAULT_MAX_PLIES: u32 = 2000;

/// The most random plies an opening may have.
const MAX_OPENING_PLIES: u32 = 1000;

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
/// openings = { random_plies = 4 } # or "none"; by default two random plies for each seat
/// [limits]                        # for agents without limits of their own: depth, nodes, sims, time_ms
/// nodes = 2000
/// [[agents]]
/// name = "deep"                   # by default the spec as it is printed
/// agent = "alphabeta(depth=3)"    # a spec string or a table
/// [[agents]]
/// agent = "greedy"
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    game: Arc<dyn Playable>,
    seed: u64,
    format: Format,
    games: u64,
    max_plies: u32,
    openings: Openings,
    limits: Limits,
    entrants: Vec<Entrant>,
    total: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every set of as many agents as the game has seats.
    RoundRobin,
}

/// How games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openings {
    /// In the game's initial position.
    None,
    /// After random plies from there.
    Random {
        /// How many.
        plies: u32,
    },
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
        match std::str::from_utf8(&bytes) {
            Ok(text) => Config::parse(text, &file),
            Err(error) => {
                let valid = error.valid_up_to();
                let text = String::from_utf8_lossy(&bytes[..valid]);
                Err(ConfigError::at(&file, &text, valid, "the file is not UTF-8 from here on"))
            }
        }
    }

    /// Checks the text of a config file; `file_name` is what errors call it.
    pub fn parse(text: &str, file_name: &str) -> Result<Config, ConfigError> {
        read::read(text, file_name)
    }

    /// Checks a match. Agents that are the same get a number to their name.
    pub fn for_match(setup: Match) -> Result<Config, SpecError> {
        let given = setup.clone();
        let draft = Draft {
            game: setup.game,
            seed: setup.seed,
            games: setup.games,
            max_plies: setup.max_plies,
            openings: setup.opening_plies.map(Openings::random),
            limits: setup.limits,
            agents: setup.agents.into_iter().map(|spec| (None, spec)).collect(),
            number_names: true,
        };
        draft.build().map_err(|Refusal { part, error }| match part {
            Part::Game => SpecError::whole(format!("`{}`: {}", given.game, error.what)),
            Part::Agent(i) => SpecError::whole(format!("`{}`: {}", given.agents[i], error.what)),
            _ => SpecError::whole(error.what),
        })
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Playable> {
        &self.game
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
        self.max_plies
    }

    /// How games begin.
    pub fn openings(&self) -> Openings {
        self.openings
    }

    /// The limits for agents that have none of their own.
    pub fn limits(&self) -> Limits {
        self.limits
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
        self.game.seats()
    }

    /// The team of every seat.
    pub fn teams(&self) -> Vec<usize> {
        Seat::all(self.seats()).map(|seat| self.game.team(seat).index()).collect()
    }

    /// All games in order.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self)
    }

    /// Whether the results can be reproduced: not if any agent is limited by time.
    pub fn limit_kind(&self) -> LimitKind {
        let timed =
            self.entrants.iter().any(|entrant| entrant.limits.or(self.limits).kind() == LimitKind::Time);
        if timed { LimitKind::Time } else { LimitKind::Reproducible }
    }

    /// The config with every default filled in, as TOML.
    pub fn to_toml(&self) -> String {
        write::write(self)
    }

    /// A new player for one game.
    pub(crate) fn player(&self, agent: usize) -> Result<Player, SpecError> {
        self.game.agent(&self.entrants[agent].spec)
    }
}

impl Format {
    const ALL: [Format; 1] = [Format::RoundRobin];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::RoundRobin => "round-robin",
        })
    }
}

impl Openings {
    fn random(plies: u32) -> Openings {
        if plies == 0 { Openings::None } else { Openings::Random { plies } }
    }

    /// How many plies the opening has.
    pub fn plies(self) -> u32 {
        match self {
            Openings::None => 0,
            Openings::Random { plies } => plies,
        }
    }
}

/// A tournament as it was written down, each value of the right kind but not yet checked together.
struct Draft {
    game: Spec,
    seed: u64,
    games: u64,
    max_plies: Option<u32>,
    openings: Option<Openings>,
    limits: Limits,
    agents: Vec<(Option<String>, Spec)>,
    /// Whether agents without a name that are the same get numbers, or are refused.
    number_names: bool,
}

/// The part of a draft that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Game,
    Games,
    MaxPlies,
    Openings,
    Agents,
    Agent(usize),
    Name(usize),
}

struct Refusal {
    part: Part,
    error: SpecError,
}

impl Draft {
    fn build(self) -> Result<Config, Refusal> {
        let at = |part: Part| move |error: SpecError| Refusal { part, error };
        let refuse = |part: Part, what: String| Err(Refusal { part, error: SpecError::whole(what) });

        let game = hoppity_registry::game(&self.game).map_err(at(Part::Game))?;
        let seats = game.seats();
        let mut entrants: Vec<Entrant> = Vec::new();
        for (i, (name, spec)) in self.agents.iter().enumerate() {
            let player = game.agent(spec).map_err(at(Part::Agent(i)))?;
            let plain = name.clone().unwrap_or_else(|| player.spec.to_string());
            let name = match entrants.iter().any(|entrant| entrant.name == plain) {
                true if self.number_names => numbered(&plain, &entrants),
                true if name.is_none() => {
                    return refuse(
                        Part::Agent(i),
                        format!("there is another `{plain}`: give one of them a `name`"),
                    );
                }
                true => return refuse(Part::Name(i), format!("two agents are called `{plain}`")),
                false => plain,
            };
            entrants.push(Entrant { name, spec: player.spec, limits: player.limits });
        }
        if entrants.len() > MAX_PLAYERS {
            return refuse(Part::Agents, format!("at most {MAX_PLAYERS} agents can be rated together"));
        }
        if entrants.len() < seats {
            let given = entrants.len();
            return refuse(
                Part::Agents,
                format!(
                    "`{}` has {seats} seats: expected at least {seats} agents, found {given}",
                    game.spec()
                ),
            );
        }
        if self.games == 0 || !self.games.is_multiple_of(seats as u64) {
            let what = format!(
                "`games` = {}: expected a multiple of {seats}, the number of seats, since each opening is played in every rotation of the seats",
                self.games
            );
            return refuse(Part::Games, what);
        }
        let pairings = combinations(entrants.len(), seats);
        let total = pairings
            .and_then(|pairings| pairings.checked_mul(self.games))
            .filter(|&total| total <= MAX_GAMES);
        let Some(total) = total else {
            return refuse(Part::Games, format!("these are more than {MAX_GAMES} games in all"));
        };
        let openings = self.openings.unwrap_or(Openings::random(2 * seats as u32));
        let plies = openings.plies();
        if plies > MAX_OPENING_PLIES {
            return refuse(
                Part::Openings,
                format!("an opening has at most {MAX_OPENING_PLIES} random plies"),
            );
        }
        if Openers::new(&*game, self.seed, plies).next().is_none() {
            return refuse(
                Part::Openings,
                format!("no opening of {plies} random plies was found that leaves a game to play"),
            );
        }
        let max_plies = self.max_plies.unwrap_or(DEFAULT_MAX_PLIES);
        if max_plies <= plies {
            return refuse(
                Part::MaxPlies,
                format!("`max_plies` = {max_plies}: expected more than the {plies} plies of the opening"),
            );
        }
        Ok(Config {
            game,
            seed: self.seed,
            format: Format::RoundRobin,
            games: self.games,
            max_plies,
            openings,
            limits: self.limits,
            entrants,
            total,
        })
    }
}

/// `name #2`, or the next number that is free.
fn numbered(name: &str, taken: &[Entrant]) -> String {
    let mut number = 2;
    loop {
        let numbered = format!("{name} #{number}");
        if taken.iter().all(|entrant| entrant.name != numbered) {
            return numbered;
        }
        number += 1;
    }
}

//! A tournament as it was written down, and the check that it can be run.
use super::{Adjudication, Config, DEFAULT_MAX_PLIES, Entrant, Format, Openings, Setting, TimeControl};
use crate::openings::Openers;
use crate::schedule::{MAX_GAMES, combinations};
use crate::{Opening, counted};
use hoppity_protocol::agents::{self, Surroundings};
use hoppity_rules::{AnyGame, Spec, SpecError};
use hoppity_search::Limits;
use hoppity_stats::ratings::MAX_PLAYERS;
use std::path::PathBuf;

/// The most plies an opening may have.
pub(super) const MAX_OPENING_PLIES: u32 = 1000;

/// A tournament as it was written down, each value of the right kind but not yet checked together.
pub(super) struct Draft {
    pub(super) setting: SettingDraft,
    pub(super) seed: u64,
    pub(super) games: u64,
    pub(super) agents: Vec<(Option<String>, Spec)>,
    /// Whether agents without a name that are the same get numbers, or are refused.
    pub(super) number_names: bool,
}

/// How games are played, as it was written down.
pub(super) struct SettingDraft {
    pub(super) game: Spec,
    pub(super) max_plies: Option<u32>,
    pub(super) openings: Option<Beginnings>,
    pub(super) adjudication: Adjudication,
    pub(super) limits: Limits,
    pub(super) time_control: Option<TimeControl>,
    /// Where files that agents name are looked for.
    pub(super) folder: PathBuf,
}

/// Openings as they were written down.
pub(super) enum Beginnings {
    /// So many random plies.
    Random(u32),
    /// These, not yet read.
    Given(Vec<String>),
}

/// The part of a draft that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Game,
    Games,
    MaxPlies,
    Adjudication,
    Openings,
    /// One of those that were given.
    Opening(usize),
    Agents,
    Agent(usize),
    Name(usize),
}

pub(super) struct Refusal {
    pub(super) part: Part,
    /// Offsets are within the part.
    pub(super) error: SpecError,
}

impl Draft {
    /// The config, or the first thing that is wrong.
    pub(super) fn build(self) -> Result<Config, Refusal> {
        let setting = self.setting.build(self.seed)?;
        setting.enter(&self.agents, self.games, self.seed, self.number_names)
    }
}

impl SettingDraft {
    /// The setting, or the first thing that is wrong. The seed draws random openings, to see that there are some.
    pub(super) fn build(self, seed: u64) -> Result<Setting, Refusal> {
        let game = hoppity_registry::game(&self.game).map_err(at(Part::Game))?;
        let seats = game.seats();
        let default = Beginnings::Random(2 * seats as u32);
        let openings = openings(&*game, seed, self.openings.unwrap_or(default))?;
        let plies = openings.plies();
        let max_plies = self.max_plies.unwrap_or(DEFAULT_MAX_PLIES);
        if max_plies <= plies {
            return refuse(
                Part::MaxPlies,
                format!("`max_plies` = {max_plies}: expected more than the {plies} plies of the opening"),
            );
        }
        if let Some((_, plies)) = self.adjudication.agreed
            && (plies as usize) < seats
        {
            let what = format!(
                "`plies` = {plies}: expected at least {seats}, so that every seat has a say in what is agreed"
            );
            return refuse(Part::Adjudication, what);
        }
        Ok(Setting {
            game,
            max_plies,
            openings,
            adjudication: self.adjudication,
            limits: self.limits,
            time_control: self.time_control,
            folder: self.folder,
        })
    }
}

impl Setting {
    /// The config of these agents and so many games a pairing, or the first thing that is wrong.
    pub(super) fn enter(
        &self,
        agents: &[(Option<String>, Spec)],
        games: u64,
        seed: u64,
        number_names: bool,
    ) -> Result<Config, Refusal> {
        let seats = self.game.seats();
        let around = Surroundings { folder: self.folder.clone(), ..Surroundings::default() };
        let mut entrants: Vec<Entrant> = Vec::new();
        for (i, (name, spec)) in agents.iter().enumerate() {
            let player = agents::player(&self.game, spec, &around).map_err(at(Part::Agent(i)))?;
            let plain = name.clone().unwrap_or_else(|| player.spec.to_string());
            let name = match entrants.iter().any(|entrant| entrant.name == plain) {
                true if number_names => numbered(&plain, &entrants),
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
                    "`{}` has {}: expected at least {}, found {given}",
                    self.game.spec(),
                    counted(seats as u64, "seat"),
                    counted(seats as u64, "agent")
                ),
            );
        }
        if games == 0 || !games.is_multiple_of(seats as u64) {
            let what = format!(
                "`games` = {games}: expected a multiple of {seats}, the number of seats, since each opening is played in every rotation of the seats"
            );
            return refuse(Part::Games, what);
        }
        let pairings = combinations(entrants.len(), seats);
        let total = pairings.and_then(|pairings| pairings.checked_mul(games));
        let Some(total) = total.filter(|&total| total <= MAX_GAMES) else {
            return refuse(Part::Games, format!("these are more than {MAX_GAMES} games in all"));
        };
        Ok(Config { setting: self.clone(), seed, format: Format::RoundRobin, games, entrants, total })
    }
}

fn at(part: Part) -> impl Fn(SpecError) -> Refusal {
    move |error| Refusal { part, error }
}

fn refuse<T>(part: Part, what: String) -> Result<T, Refusal> {
    Err(Refusal { part, error: SpecError::whole(what) })
}

fn openings(game: &dyn AnyGame, seed: u64, given: Beginnings) -> Result<Openings, Refusal> {
    let refuse = |what: String| refuse(Part::Openings, what);
    let plies = match given {
        Beginnings::Random(0) => return Ok(Openings::None),
        Beginnings::Random(plies) => plies,
        Beginnings::Given(texts) if texts.is_empty() => {
            return refuse("there is no opening in it: expected at least one".to_owned());
        }
        Beginnings::Given(texts) => {
            let read = |(i, text): (usize, &String)| {
                let opening = Opening::parse(game, text).and_then(|opening| match opening.plies() {
                    plies if plies <= MAX_OPENING_PLIES => Ok(opening),
                    plies => {
                        Err(SpecError::at(0, format!("{plies} plies: expected at most {MAX_OPENING_PLIES}")))
                    }
                });
                opening.map_err(|error| Refusal { part: Part::Opening(i), error })
            };
            return texts.iter().enumerate().map(read).collect::<Result<_, _>>().map(Openings::List);
        }
    };
    if plies > MAX_OPENING_PLIES {
        return refuse(format!("an opening has at most {MAX_OPENING_PLIES} random plies"));
    }
    if Openers::new(game, seed, plies).next().is_none() {
        return refuse(format!("no opening of {plies} random plies was found that leaves a game to play"));
    }
    Ok(Openings::Random { plies })
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

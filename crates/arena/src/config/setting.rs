//! How games are played, whoever plays them: what several tournaments can share.
use super::draft::{Refusal, SettingDraft};
use super::read::{self, SETTING_KEYS};
use super::{Adjudication, Config, ConfigError, Openings, TimeControl, write};
use hoppity_protocol::agents::{self, Surroundings};
use hoppity_registry::Playable;
use hoppity_rules::{Spec, SpecError};
use hoppity_search::Limits;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::de::DeTable;

/// How games are played: the game, how they begin and end, and what agents may spend.
#[derive(Clone, Debug)]
pub struct Setting {
    pub(super) game: Arc<dyn Playable>,
    pub(super) max_plies: u32,
    pub(super) openings: Openings,
    pub(super) adjudication: Adjudication,
    pub(super) limits: Limits,
    pub(super) time_control: Option<TimeControl>,
    /// Where files that agents name are looked for.
    pub(super) folder: PathBuf,
}

impl Setting {
    /// The keys of a file that [`Setting::read`] reads.
    pub const KEYS: [&str; 6] = SETTING_KEYS;

    /// Reads the keys of a config that say how games are played, from the root of its file. `text` is the whole file,
    /// `file` its name, from which files that it names are looked for; the seed draws random openings, to see that there
    /// are some.
    pub fn read(root: &DeTable<'_>, text: &str, file: &str, seed: u64) -> Result<Setting, ConfigError> {
        let (draft, places) = read::setting(root, text, file)?;
        let build = |draft: SettingDraft| draft.build(seed);
        build(draft).map_err(|Refusal { part, error }| places.refuse(part, error, text, file))
    }

    /// The config of a tournament between these agents, each with a name or called by its spec; those that are the same
    /// get numbers. Errors are the agents' own, with the index of the agent, or of the games.
    pub fn config(
        &self,
        agents: &[(Option<String>, Spec)],
        games: u64,
        seed: u64,
    ) -> Result<Config, SpecError> {
        self.enter(agents, games, seed, true).map_err(|Refusal { error, .. }| error)
    }

    /// The same with other openings.
    #[must_use]
    pub fn with_openings(&self, openings: Openings) -> Setting {
        Setting { openings, ..self.clone() }
    }

    /// The same with other limits for agents that have none of their own.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Setting {
        Setting { limits, ..self.clone() }
    }

    /// The canonical spec of an agent for this game, or why there is none.
    pub fn agent(&self, spec: &Spec) -> Result<Spec, SpecError> {
        let around = Surroundings { folder: self.folder.clone(), ..Surroundings::default() };
        Ok(agents::player(&self.game, spec, &around)?.spec)
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Playable> {
        &self.game
    }

    /// How games begin.
    pub fn openings(&self) -> &Openings {
        &self.openings
    }

    /// The limits for agents that have none of their own.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Where files that agents name are looked for.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The setting with every default filled in, as TOML: tables last, so that keys may only stand before it.
    pub fn to_toml(&self) -> String {
        let game = write::quoted(&self.game.spec().to_string());
        format!("game = {game}\n{}{}", write::keys(self), write::tables(self))
    }
}

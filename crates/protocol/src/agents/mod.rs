//! Other people's programs as agents.
//!
//! They are named by specs like all others, and [`player`] makes either kind. Each game has a process of its own. Answers
//! must be moves as [`hoppity_rules::Game::parse_move`] reads them; nothing is repaired. What a program does wrong is an
//! [`AgentError::Engine`](hoppity_search::AgentError) and loses that game.
#[cfg(unix)]
mod csci561;
#[cfg(unix)]
mod gtp;
#[cfg(unix)]
mod host;
#[cfg(unix)]
mod json;
#[cfg(unix)]
mod letters;

use hoppity_registry::{Playable, Player};
use hoppity_rules::error::suggestion;
use hoppity_rules::{About, Options, Spec, SpecError};
use hoppity_search::{AnyAgent, Limits};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What an agent of a game finds around it.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Where files are looked for that agents of ours name; commands are run where the process runs.
    pub folder: PathBuf,
    /// The seed of the game: the `{seed}` of commands.
    pub seed: u64,
    /// What the game is called in logs.
    pub title: String,
    /// Where what a program writes to standard error is appended to.
    pub log: Option<PathBuf>,
    /// Ends all waiting for programs when set; the game is then given up.
    pub stop: Arc<AtomicBool>,
}

type Build = fn(&Options<'_>, &Arc<dyn Playable>, &Surroundings) -> Result<Box<dyn AnyAgent>, SpecError>;

#[cfg(unix)]
const EXTERNAL: &[(&About, Build)] = &[
    (&gtp::ABOUT, |options, game, around| Ok(Box::new(gtp::Gtp::read(options, game, around)?))),
    (&csci561::ABOUT, |options, game, around| Ok(Box::new(csci561::Csci561::read(options, game, around)?))),
    (&json::ABOUT, |options, game, around| Ok(Box::new(json::Json::read(options, game, around)?))),
];

/// Process groups, pipes that can be waited for: what a referee needs is only there on Unix-like systems.
#[cfg(not(unix))]
const EXTERNAL: &[(&About, Build)] = &[];

/// What there is to know of every agent, ours and external.
pub fn agents() -> impl Iterator<Item = &'static About> + Clone {
    hoppity_registry::agents().chain(EXTERNAL.iter().map(|&(about, _)| about))
}

/// Whether a spec names an external agent: another program, which may not give the same result twice.
pub fn is_external(spec: &Spec) -> bool {
    EXTERNAL.iter().any(|(about, _)| about.name == spec.name)
}

/// Whether an agent is told a time that is left, whatever limits others have, so that what it does depends on the machine.
pub fn is_timed(spec: &Spec) -> bool {
    is_external(spec) && spec.name == "csci561"
}

/// The agent of this spec for a game. A program is started when the game starts, but refused now if there is none.
pub fn player(game: &Arc<dyn Playable>, spec: &Spec, around: &Surroundings) -> Result<Player, SpecError> {
    let Some((about, build)) = EXTERNAL.iter().find(|(about, _)| about.name == spec.name) else {
        if agents().all(|about| about.name != spec.name) {
            let hint = suggestion(&spec.name, agents().map(|about| about.name));
            return Err(SpecError::at(0, format!("there is no agent `{}`{hint}", spec.name)));
        }
        return game.agent_from(spec, &around.folder);
    };
    let options = Options::new(spec, about)?;
    Ok(Player {
        spec: options.canonical(),
        limits: Limits::read(&options)?,
        agent: build(&options, game, around)?,
    })
}

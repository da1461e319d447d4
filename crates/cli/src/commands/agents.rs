//! `hoppity agents`
use super::about;
use crate::out::Out;
use clap::Args;
use hoppity_protocol::agents::{self, Surroundings};
use hoppity_rules::Spec;

/// List the agents, or tell the options of one
#[derive(Args, Debug)]
pub(crate) struct AgentsArgs {
    /// The agent to tell more about
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl AgentsArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        // Agents are the same for every game, but not every game is for every agent: one that takes it will do.
        let games: Vec<_> = hoppity_registry::games()
            .filter_map(|about| hoppity_registry::game(&Spec::new(about.name)).ok())
            .collect();
        let works =
            |spec: &_| games.iter().any(|game| agents::player(game, spec, &Surroundings::default()).is_ok());
        about::tell(out, "agent", agents::agents(), self.name.as_deref(), self.json, works)
    }
}

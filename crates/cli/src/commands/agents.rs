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
        // Agents are the same for every game: any will do to try an example on.
        let game =
            hoppity_registry::games().find_map(|about| hoppity_registry::game(&Spec::new(about.name)).ok());
        let works = |spec: &_| {
            game.as_ref().is_some_and(|game| agents::player(game, spec, &Surroundings::default()).is_ok())
        };
        about::tell(out, "agent", agents::agents(), self.name.as_deref(), self.json, works)
    }
}

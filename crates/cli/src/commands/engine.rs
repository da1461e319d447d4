//! `hoppity engine`
use crate::input::{parse_agent, parse_game};
use crate::out::Out;
use anyhow::Context;
use clap::Args;
use hoppity_protocol::gtp::{self, Colour, Setup};
use std::io;

/// Answer GTP on standard input and output, so that front ends and other programs can play an agent
///
/// The Go Text Protocol, version 2, with the Havannah names of HTP, for every game; `list_commands` tells all commands.
/// Of two seats the first is white unless --first says otherwise; where there are more, their letters stand for colours.
/// `hoppity-analyze` gives the agent's view of the position as JSON.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// The game, such as `havannah(size=8)`; `boardsize` may change its size
    game: String,
    /// The agent, such as `mcts(sims=1000)`
    agent: String,
    /// The colour that moves first
    #[arg(long, value_name = "COLOUR", value_parser = Colour::NAMES, default_value = Colour::NAMES[0])]
    first: String,
    /// Decides what the agent draws at random: the same as in a game with this seed in games.csv
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl EngineArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let game = parse_game(&self.game)?;
        let agent = parse_agent(&game, &self.agent, self.seed)?.spec;
        let first = Colour::from_name(&self.first).unwrap_or_default();
        let setup = Setup { game, agent, seed: self.seed, first };
        gtp::serve(setup, io::stdin().lock(), out.writer()).context("the connection is lost")
    }
}

//! The commands, one module each: the flags, what they mean, and how the result is shown.
mod about;
mod agents;
mod completions;
mod csci561;
mod engine;
mod games;
mod matches;
mod perft;
mod playouts;
mod rate;
mod search;
mod show;
mod stats;
mod tournament;

pub(crate) use agents::AgentsArgs;
pub(crate) use completions::CompletionsArgs;
pub(crate) use csci561::Csci561Args;
pub(crate) use engine::EngineArgs;
pub(crate) use games::GamesArgs;
pub(crate) use matches::MatchArgs;
pub(crate) use perft::PerftArgs;
pub(crate) use playouts::PlayoutsArgs;
pub(crate) use rate::RateArgs;
pub(crate) use search::SearchArgs;
pub(crate) use show::ShowArgs;
pub(crate) use stats::StatsArgs;
pub(crate) use tournament::TournamentArgs;

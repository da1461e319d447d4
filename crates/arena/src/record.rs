//! What is kept of a game.
use serde::{Deserialize, Serialize};

/// A finished game: a line of the journal. Lists that go by seat have seat A first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its index in the schedule.
    pub game: u64,
    /// Which set of agents met.
    pub pairing: u64,
    /// Which opening was played.
    pub opening: u64,
    /// The agents by seat, as indices into the config's list.
    pub seats: Vec<usize>,
    /// What the random streams of the game came from.
    pub seed: u64,
    /// The places by seat, 0 the best; equal where shared, and always within a team.
    pub ranks: Vec<u8>,
    /// Why the game ended: the rules' reasons joined by `+`, or `ply limit`, `resignation`, `illegal move`, `failed`,
    /// `crash`.
    pub reason: String,
    /// How many moves were played, the opening's included.
    pub plies: u32,
    /// The moves as text with a space between them, the opening's included.
    pub moves: String,
    /// How many moves each agent was asked for.
    pub turns: Vec<u32>,
    /// Nodes searched by each agent.
    pub nodes: Vec<u64>,
    /// Simulations run by each agent.
    pub sims: Vec<u64>,
    /// Seconds each agent thought, to the microsecond.
    pub seconds: Vec<f64>,
    /// What went wrong, where an agent lost by a fault of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// An agent's failure, which cost it the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The seat, 0 for A.
    pub seat: usize,
    /// What is known about it.
    pub message: String,
}

impl GameRecord {
    /// The seat an agent held, `None` if it was not in the game.
    pub fn seat_of(&self, agent: usize) -> Option<usize> {
        self.seats.iter().position(|&seated| seated == agent)
    }
}

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
    /// Why the game ended: the rules' reasons joined by `+`, or `ply limit`, `adjudicated`, `proved`, `resignation`,
    /// `illegal move`, `failed`, `crash`, `time`, `time-out`, `bad format`, `flood`.
    pub reason: String,
    /// How many moves were played, the opening's included.
    pub plies: u32,
    /// The moves as text with a space between them, the opening's included; from the position of the opening, where that
    /// is one.
    pub moves: String,
    /// How many moves each agent was asked for.
    pub turns: Vec<u32>,
    /// Nodes searched by each agent.
    pub nodes: Vec<u64>,
    /// Simulations run by each agent.
    pub sims: Vec<u64>,
    /// Seconds each agent thought, to the microsecond.
    pub seconds: Vec<f64>,
    /// Seconds of processor time that the game's thread spent for each agent; 0 where the system does not tell. Threads
    /// of an agent's own are not in it.
    pub cpu_seconds: Vec<f64>,
    /// Seconds that each agent's longest move took.
    pub longest: Vec<f64>,
    /// How many moves of each agent took more than its time for a move and 10 ms.
    pub overruns: Vec<u32>,
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

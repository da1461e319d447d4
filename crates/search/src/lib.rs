//! Search agents, generic over the game.
//!
//! An [`Agent`] is asked for a [`Decision`] on a [`hoppity_rules::Line`], within [`Limits`], under a [`Control`]. What it
//! knows of the game comes in two parts: a [`Heuristic`] says what positions are worth, a [`Policy`] what moves are.
//! Nothing here names a game, prints, or reads a clock but through [`Control`].
//!
//! A new agent is one module here and one line in the registry.
#![deny(missing_docs)]

mod agent;
pub mod alphabeta;
pub mod any;
pub mod beam;
pub mod bestfirst;
mod control;
mod decision;
pub mod finisher;
pub mod greedy;
mod heuristic;
mod limits;
pub mod mcts;
pub mod multi;
pub mod paranoid;
mod path;
mod policy;
pub mod random;
mod sides;
mod table;
mod threads;

pub use agent::{Agent, AgentError, EngineFault};
pub use any::AnyAgent;
pub use control::{Clock, Control, Sink, WallClock};
pub use decision::{Action, Decision, Proof, RootMove};
pub use heuristic::{Flat, Heuristic, Values, margin};
pub use limits::{Budget, GameClock, LimitKind, Limits};
pub use policy::{Policy, Prospect, Tactic, Uniform};

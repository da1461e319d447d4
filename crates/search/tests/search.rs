//! The searches against plain ones that cannot be wrong for being clever.
mod alphabeta;
mod beam;
mod bestfirst;
mod contract;
mod mcts;
mod minimax;
mod multi;
#[cfg(feature = "threads")]
mod parallel;
mod solver;

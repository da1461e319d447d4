//! Paranoid search (Sturtevant and Korf 2000): alpha-beta for any number of seats, in the fear that all others play as one
//! coalition against the root's team. With two teams it is `alphabeta`.
use crate::alphabeta::AlphaBeta;
use hoppity_rules::About;

/// For people. The agent is [`AlphaBeta`], and its options are read by [`crate::alphabeta::Config::read`].
pub const ABOUT: About = About {
    name: "paranoid",
    summary: "alpha-beta against the coalition of all others, any number of seats",
    source: "Sturtevant and Korf, On Pruning Techniques for Multi-Player Games, 2000",
    ..AlphaBeta::ABOUT
};

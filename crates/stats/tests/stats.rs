//! Integration tests: published figures, properties, and a simulation.

#[path = "stats/blocks.rs"]
mod blocks;
#[path = "stats/degenerate.rs"]
mod degenerate;
#[path = "stats/properties.rs"]
mod properties;
#[path = "stats/published.rs"]
mod published;
#[path = "stats/simulation.rs"]
mod simulation;
#[path = "stats/tables.rs"]
mod tables;

//! Searches for any number of seats, with iterative deepening: what each does with the opponents tells them apart.
//!
//! - [`maxn`]: everybody plays for himself;
//! - [`offensive`]: the one who searches plays against one of the others, everybody else for himself;
//! - [`mpmix`]: max^n, paranoid or offensive, by who leads and how far;
//! - [`reply`]: the opponents together have one good move in each round.
//!
//! They share how positions are valued (`worth`), how moves are ordered (`order`), what is remembered (`memory`) and
//! how a search deepens (`deepen`).
mod deepen;
pub mod maxn;
mod memory;
pub mod mpmix;
pub mod offensive;
mod order;
pub mod reply;
mod worth;

pub use deepen::Common;

//! Statistics of game results: Elo, intervals, SPRT, Bradley-Terry and Plackett-Luce, as pure functions.
//!
//! Three promises hold for every function here:
//! - **Finite and honest.** No input makes a figure infinite or not-a-number, and no figure claims more certainty
//!   than the results give: ten wins out of ten get a wide interval, not an infinite rating.
//! - **Priors only where they must be.** Ratings are plain maximum likelihood. A weak prior enters only where no
//!   finite estimate exists, and what rests on one is marked ([`Prior`], [`Estimate::held`], [`EloEstimate::held`]).
//! - **The same figures everywhere.** Transcendental functions come from `libm`, sums are folded in index order, and
//!   nothing depends on a hash map.
//!
//! | module | question |
//! |---|---|
//! | [`elo`] | how much stronger is A than B, from wins, draws and losses or from game pairs? |
//! | [`sprt`] | may the test stop, and who won it? |
//! | [`wilson`] | how sure is a score? |
//! | [`bradley_terry`] | who is how strong in a pool of two-seat games? |
//! | [`bootstrap`] | what would the ratings be if the same games were drawn again? |
//! | [`plackett_luce`] | who is how strong in a pool of tables with three or more seats? |
//! | [`normal`] | the distribution behind all intervals |

pub mod bootstrap;
pub mod bradley_terry;
pub mod counts;
pub mod elo;
pub mod normal;
pub mod plackett_luce;
pub mod ratings;
pub mod sprt;
pub mod wilson;

mod blocks;
mod graph;
mod logit;
mod matrix;
mod multinomial;
mod prior;

pub use counts::{Pentanomial, Score, Wdl};
pub use elo::EloEstimate;
pub use ratings::{Estimate, PlayerRating, Prior, RatingError, Ratings};
pub use sprt::{Model, Sprt, SprtError, SprtState, Verdict};
pub use wilson::Interval;

//! The rules of the games, and nothing else: no I/O, no clock, no threads.
//!
//! [`Game`] is the contract a game fulfils, [`Line`] a game in progress. Searches are generic over the two; everything
//! from tournaments up sees only the object-safe layer of [`any`], which never names a game. [`testkit`] checks that a
//! game keeps the contract, and [`dummy`] is a game whose tree is written out by hand, to test searches on.
//!
//! A new game is one module under [`games`]: implement [`Game`] and [`Catalogued`], and call the conformance kit.
#![deny(missing_docs)]

pub mod any;
pub mod dummy;
pub mod error;
mod game;
pub mod games;
mod layout;
mod line;
pub mod options;
pub mod outcome;
pub mod perft;
pub mod playouts;
pub mod random;
mod seat;
pub mod spec;
pub mod testkit;
pub mod text;
pub mod zobrist;

pub use any::{AnyGame, AnyLine};
pub use error::{MoveError, PositionError, SpecError};
pub use game::{Catalogued, Game};
pub use layout::{Cell, CellShape, Layout};
pub use line::Line;
pub use options::{About, OptionDoc, Options, Preset};
pub use outcome::{Outcome, Reasons};
pub use random::Random;
pub use seat::{MAX_SEATS, Seat, Team};
pub use spec::{Spec, Value};

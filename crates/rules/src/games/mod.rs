//! The games, one module each.
pub mod halma;
pub mod mnk;

//! The games, one module each.
pub mod chinese_checkers;
pub mod classes;
pub mod halma;
pub mod halma_solitaire;
pub mod havannah;
pub mod hex;
pub mod hexagonal;
pub mod mnk;

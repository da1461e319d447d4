//! Integration tests of the rules: one binary, a module for each game or part.
mod any;
mod chinese_checkers;
mod dummy;
mod halma;
mod halma_solitaire;
mod havannah;
mod hex;
mod hexagonal;
mod mnk;
mod options;
mod repetition;
mod spec;
mod testkit;
mod text;

/// Whether much time may be spent: with `HOPPITY_HEAVY=1` in the environment, in a release build.
fn heavy() -> bool {
    std::env::var("HOPPITY_HEAVY").is_ok_and(|value| value == "1")
}

//! What the crate promises, tested from outside.
mod adjudication;
mod config;
mod folder;
mod games;
mod journal;
mod openings;
#[cfg(unix)]
mod referee;
mod results;
mod schedule;
mod stopping;
mod support;

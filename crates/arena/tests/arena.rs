//! What the crate promises, tested from outside.
mod config;
mod folder;
mod games;
mod journal;
mod schedule;
mod support;

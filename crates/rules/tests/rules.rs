//! Integration tests of the rules: one binary, a module for each game or part.
mod any;
mod dummy;
mod halma;
mod mnk;
mod options;
mod spec;
mod testkit;
mod text;

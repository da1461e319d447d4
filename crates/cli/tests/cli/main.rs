//! The `hoppity` command, tried as it is run: arguments in, text and exit status out.
mod catalogue;
mod completions;
mod engines;
mod errors;
mod interruptions;
mod matches;
mod place;
mod positions;
mod rates;
mod readme;
mod searching;
mod stats;
mod streams;
mod support;
mod tournaments;
mod trouble;
mod watching;

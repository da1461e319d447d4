//! Halma: counts, a plain twin of the rules, hand-made positions, text, the conformance kit.
use hoppity_rules::games::halma::Halma;
use hoppity_rules::{Catalogued, Spec};

mod mailbox;
mod options;
mod perft;
mod positions;
mod twin;
mod words;

/// The game of a spec string.
fn halma(spec: &str) -> Halma {
    let built = Spec::parse(spec).and_then(|spec| Halma::from_spec(&spec));
    built.unwrap_or_else(|e| panic!("`{spec}`: {e}"))
}

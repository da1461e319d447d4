//! Halma solitaire: nothing is known yet but the rules; figures are found by search alone.
use crate::Knowledge;
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_search::{Flat, Uniform};

impl Knowledge for HalmaSolitaire {
    type Heuristic = Flat;
    type Policy = Uniform;

    fn heuristic(&self) -> Flat {
        Flat
    }

    fn policy(&self) -> Uniform {
        Uniform
    }
}

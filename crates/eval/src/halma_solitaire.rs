//! Halma solitaire: nothing is known yet but the rules; figures are found by search alone.
use crate::{FeatureSet, Knowledge, NOTHING, Weights};
use hoppity_rules::Game;
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_search::{Flat, Uniform};

impl Knowledge for HalmaSolitaire {
    type Heuristic = Flat;
    type Policy = Uniform;

    const FEATURES: &'static FeatureSet = &NOTHING;

    fn weighted(&self, _: &Weights) -> Flat {
        Flat
    }

    fn policy(&self) -> Uniform {
        Uniform
    }

    fn features(&self, _: &Flat, _: &Self::State) -> Vec<Vec<f64>> {
        vec![Vec::new(); self.seats()]
    }
}

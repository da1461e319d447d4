//! Havannah and Hex: random games to the end say enough to begin with.
use crate::{FeatureSet, Knowledge, NOTHING, Weights};
use hoppity_rules::Game;
use hoppity_rules::games::hexagonal::{Connection, Kind};
use hoppity_search::{Flat, Uniform};

impl<K: Kind, const CELLS: usize> Knowledge for Connection<K, CELLS> {
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

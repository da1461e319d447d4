//! Havannah and Hex: random games to the end say enough to begin with.
use crate::Knowledge;
use hoppity_rules::games::hexagonal::{Connection, Kind};
use hoppity_search::{Flat, Uniform};

impl<K: Kind, const CELLS: usize> Knowledge for Connection<K, CELLS> {
    type Heuristic = Flat;
    type Policy = Uniform;

    fn heuristic(&self) -> Flat {
        Flat
    }

    fn policy(&self) -> Uniform {
        Uniform
    }
}

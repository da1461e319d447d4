//! Havannah and Hex: how many stones each side lacks to connect the parts of the border that win, with bridges taken for
//! safe, and what else there is to gain. Random games to the end say enough where games are played out.
pub(crate) mod distances;

use crate::links::Links;
use crate::{Evaluation, Feature, FeatureSet, Knowledge, Weights};
use distances::{Nets, Side};
use hoppity_rules::games::hexagonal::{Connection, Kind};
use hoppity_rules::{Game, MAX_SEATS, Seat};
use hoppity_search::{Heuristic, Values};
use std::sync::Arc;

/// Where each feature stands in [`FEATURES`].
mod id {
    pub(super) const CONNECT: usize = 0;
    pub(super) const BRIDGE: usize = 1;
    pub(super) const FORK: usize = 2;
    pub(super) const WAYS: usize = 3;
    pub(super) const RING: usize = 4;
    pub(super) const REACH: usize = 5;
    pub(super) const CENTRE: usize = 6;
    pub(super) const TEMPO: usize = 7;
    pub(super) const COUNT: usize = 8;
}

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

/// What evaluations of connection games count, by seat. All but the marked ones are costs: the less the better.
const FEATURES: [Feature; id::COUNT] = [
    feature("connect", "stones that the nearest winning connection lacks, where bridges are safe"),
    feature("bridge", "the same of connections of two parts of the border"),
    feature("fork", "the same of connections of three parts of the border; 0 where there are none"),
    feature(
        "ways",
        "how often the number of cells doubles that a nearest connection may run through (a gain)",
    ),
    feature(
        "ring",
        "own stones beyond three around a cell where the other side has none, over all cells (a gain)",
    ),
    feature(
        "reach",
        "parts of the border that an own stone is connected with, or with one stone more (a gain)",
    ),
    feature("centre", "stones' distances from the centre, as parts of the furthest"),
    feature("tempo", "being to move (a gain)"),
];

/// Of a weight of 1 for one stone.
const UNIT: f64 = 64.0;

/// Values never tell the seats further apart than this.
const MOST: i32 = 1 << 20;

/// A lead of so many stones is worth an expected score of 73 %.
const CLEAR_LEAD: f64 = 3.0;

impl<K: Kind, const CELLS: usize> Knowledge for Connection<K, CELLS> {
    type Heuristic = ConnectionEval;
    type Policy = Links;

    const FEATURES: &'static FeatureSet = &FeatureSet {
        features: &FEATURES,
        evaluations: &[
            Evaluation {
                name: "features",
                about: "how far both sides are from connecting, and what else they have",
                weights: include_str!("../../weights/connection.toml"),
            },
            Evaluation::FLAT,
        ],
    };

    fn weighted(&self, weights: &Weights) -> ConnectionEval {
        ConnectionEval::new(self, weights)
    }

    fn policy(&self) -> Links {
        Links::default()
    }

    fn features(&self, heuristic: &ConnectionEval, s: &Self::State) -> Vec<Vec<f64>> {
        let found = heuristic.count(self, s);
        found.iter().map(|features| features.to_vec()).collect()
    }
}

/// Values a side by how much less it lacks than the other, as a weighted sum of features, each of which is computed anew
/// in every position that is valued. The values of both seats sum to a constant.
///
/// Expected scores are the logistic function of the lead, in units of three stones.
#[derive(Clone, Debug)]
pub struct ConnectionEval {
    nets: Arc<Nets>,
    weights: [f64; id::COUNT],
}

impl ConnectionEval {
    fn new<K: Kind, const CELLS: usize>(game: &Connection<K, CELLS>, weights: &Weights) -> ConnectionEval {
        let mut own = [0.0; id::COUNT];
        own.copy_from_slice(weights.values());
        ConnectionEval { nets: Arc::new(Nets::new(game)), weights: own }
    }

    fn count<K: Kind, const CELLS: usize>(
        &self,
        game: &Connection<K, CELLS>,
        s: &<Connection<K, CELLS> as Game>::State,
    ) -> [[f64; id::COUNT]; 2] {
        let nets = &*self.nets;
        let holders: Vec<Option<Seat>> = (0..game.cells()).map(|cell| game.at(s, cell)).collect();
        [0, 1].map(|seat| {
            let seat = Seat::new(seat);
            let Side { two, three, through, reach } = nets.side(&holders, seat);
            let nearest = if nets.has_forks() { two.min(three) } else { two };
            let mut features = [0.0; id::COUNT];
            features[id::CONNECT] = f64::from(nearest);
            features[id::BRIDGE] = f64::from(two);
            features[id::FORK] = if nets.has_forks() { f64::from(three) } else { 0.0 };
            features[id::WAYS] = libm::log2(1.0 + f64::from(through));
            features[id::RING] = if K::RINGS { f64::from(nets.rings(&holders, seat)) } else { 0.0 };
            features[id::REACH] = f64::from(reach);
            features[id::CENTRE] = nets.off_centre(&holders, seat);
            features[id::TEMPO] = f64::from(u8::from(game.to_move(s) == seat));
            features
        })
    }

    fn sign(feature: usize) -> f64 {
        let is_gain = [id::WAYS, id::RING, id::REACH, id::TEMPO].contains(&feature);
        if is_gain { 1.0 } else { -1.0 }
    }
}

impl<K: Kind, const CELLS: usize> Heuristic<Connection<K, CELLS>> for ConnectionEval {
    type Acc = ();

    fn sum(&self, _: &Connection<K, CELLS>) -> i32 {
        2 * MOST
    }

    fn start(&self, _: &Connection<K, CELLS>, _: &<Connection<K, CELLS> as Game>::State) {}

    fn apply(
        &self,
        _: &Connection<K, CELLS>,
        (): &mut (),
        _: &<Connection<K, CELLS> as Game>::State,
        _: <Connection<K, CELLS> as Game>::Move,
    ) {
    }

    fn undo(
        &self,
        _: &Connection<K, CELLS>,
        (): &mut (),
        _: &<Connection<K, CELLS> as Game>::State,
        _: <Connection<K, CELLS> as Game>::Move,
    ) {
    }

    fn values(
        &self,
        game: &Connection<K, CELLS>,
        s: &<Connection<K, CELLS> as Game>::State,
        (): &(),
    ) -> Values {
        let mut values = [0; MAX_SEATS];
        values[..2].fill(MOST);
        if self.weights.iter().all(|&weight| weight == 0.0) {
            return values;
        }
        let [a, b] = self.count(game, s);
        let mut lead = 0.0;
        for feature in 0..id::COUNT {
            lead += ConnectionEval::sign(feature) * self.weights[feature] * (a[feature] - b[feature]);
        }
        let half = ((lead * UNIT / 2.0).round() as i32).clamp(-MOST, MOST);
        values[0] += half;
        values[1] -= half;
        values
    }

    fn expected(&self, game: &Connection<K, CELLS>, values: &Values) -> [f64; MAX_SEATS] {
        crate::softmax(values, game.seats(), CLEAR_LEAD * UNIT)
    }
}

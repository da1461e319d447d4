//! Halma solitaire: how near the men are to a symmetric figure.
//!
//! In as many moves as there are men nearly every man must leave the yard in one move, straight to a square of the
//! figure. So a man outside whose mirror image is missing *wants* the square of that image, a man still in the yard has
//! to get there or to another pair, and hops there must lead over men: those that stand, and those that the other wanted
//! squares will hold.
use crate::{Evaluation, Feature, FeatureSet, Knowledge, Weights};
use hoppity_rules::games::halma::{Square, SquareSet};
use hoppity_rules::games::halma_solitaire::{HalmaSolitaire, State};
use hoppity_rules::{Game, MAX_SEATS};
use hoppity_search::{Heuristic, Uniform, Values};
use std::sync::Arc;

impl Knowledge for HalmaSolitaire {
    type Heuristic = Figures;
    type Policy = Uniform;

    const FEATURES: &'static FeatureSet = &FeatureSet {
        features: &FEATURES,
        evaluations: &[
            Evaluation {
                name: "features",
                about: "how near the men are to a figure",
                weights: include_str!("../weights/halma-solitaire.toml"),
            },
            Evaluation::FLAT,
        ],
    };

    fn weighted(&self, weights: &Weights) -> Figures {
        Figures::new(self, weights)
    }

    fn policy(&self) -> Uniform {
        Uniform
    }

    fn features(&self, heuristic: &Figures, s: &State) -> Vec<Vec<f64>> {
        vec![heuristic.count(self, s).terms().map(f64::from).to_vec()]
    }
}

const FEATURES: [Feature; TERMS] = [
    Feature {
        name: "reach",
        about: "how far towards the other side men of the yard can hop, by parity class (a gain)",
    },
    Feature { name: "ready", about: "wanted squares to which a man of the yard can hop now (a gain)" },
    Feature {
        name: "gaps",
        about: "hops that are missing to wanted squares, if all that can be reached were filled (a loss)",
    },
    Feature { name: "wanted", about: "men outside the yard whose mirror image is missing (a loss)" },
    Feature { name: "yard", about: "men in the yard whose mirror image is missing (a loss)" },
    Feature { name: "blocked", about: "of these, men that cannot hop (a loss)" },
    Feature {
        name: "stranded",
        about: "of these, men that no hops lead to a wanted square, or across, even then (a loss)",
    },
    Feature {
        name: "classes",
        about: "men that two mirrored parity classes differ by, counting wanted squares (a loss)",
    },
    Feature { name: "missing", about: "wanted squares beyond the men of their parity class (a loss)" },
    Feature {
        name: "balance",
        about: "steps by which all men together are nearer to the side of the yard, or to the other (a loss)",
    },
];
const TERMS: usize = 10;

/// Value of a feature of 1 with weight 1.
const UNIT: f64 = 100.0;
/// The value of a position where all is 0.
const MIDDLE: i32 = 1 << 20;
/// So many more men than moves are left may stand in the yard: a man whose image comes to stand needs no move.
const STAYING: u32 = 5;

/// Weighs what [`Counts`] counts. A position has no value if the moves that are left cannot suffice, by a count of men;
/// this is a guess where men stay in the yard.
///
/// There is one team, and so its expected score is always 1.
#[derive(Clone, Debug)]
pub struct Figures(Arc<Tables>);

#[derive(Debug)]
struct Tables {
    weights: [f64; TERMS],
    /// The squares by how far they are from the corner of the yard towards the opposite one, in pairs of steps; the last
    /// first.
    across: Vec<SquareSet>,
    /// The half of the board on the other side of the diagonal, and next to it.
    beyond: SquareSet,
}

/// What is counted in a position.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    reach: i32,
    ready: u32,
    gaps: u32,
    wanted: u32,
    yard: u32,
    blocked: u32,
    stranded: u32,
    classes: u32,
    missing: u32,
    balance: u32,
}

impl Counts {
    /// In the order of [`FEATURES`], gains above 0 and losses below.
    fn terms(&self) -> [i32; TERMS] {
        let loss = |count: u32| -(count as i32);
        [
            self.reach,
            self.ready as i32,
            loss(self.gaps),
            loss(self.wanted),
            loss(self.yard),
            loss(self.blocked),
            loss(self.stranded),
            loss(self.classes),
            loss(self.missing),
            loss(self.balance),
        ]
    }
}

impl Figures {
    fn new(game: &HalmaSolitaire, weights: &Weights) -> Figures {
        let halma = game.halma();
        let n = halma.board();
        let ranks = (0..n).rev();
        let across = ranks.map(|rank| {
            halma.squares().iter().filter(|square| (square.column() + n - square.row()) / 2 == rank).collect()
        });
        let beyond = halma.squares().iter().filter(|square| square.row() <= square.column() + 1).collect();
        let mut of_feature = [0.0; TERMS];
        of_feature.copy_from_slice(weights.values());
        Figures(Arc::new(Tables { weights: of_feature, across: across.collect(), beyond }))
    }

    fn count(&self, game: &HalmaSolitaire, s: &State) -> Counts {
        let halma = game.halma();
        let (men, yard) = (s.men(), game.yard());
        let alone = men & !game.mirrored(men);
        let (inside, outside) = (alone & yard, alone & !yard);
        let wanted = game.mirrored(outside);
        let empty = halma.squares() & !men;
        let landing = empty | inside;
        let mut counts = Counts { wanted: outside.len(), yard: inside.len(), ..Counts::default() };

        // Where men of the yard get, first as the men stand, then over the wanted squares that can be filled as well.
        let mut over = men;
        let mut reached = halma.chains(over, inside, landing) & !inside;
        counts.ready = (wanted & reached).len();
        while !over.covers(wanted & reached) {
            over = over | wanted & reached;
            reached = halma.chains(over, inside, landing) & !inside;
        }
        counts.gaps = gaps(reached | inside, wanted & !reached);

        for class in 0..4 {
            let of_class = |set: SquareSet| {
                let mut words = [0; 4];
                words[class] = set.words()[class];
                SquareSet::from_words(words)
            };
            let (own, want) = (of_class(inside), of_class(wanted));
            counts.missing += want.len().saturating_sub(own.len());
            if own.is_empty() {
                continue;
            }
            let target = if want.is_empty() { of_class(self.0.beyond & empty & reached) } else { want };
            let leads = halma.chains(over, target, landing);
            counts.stranded += (own & !leads).len();
            let rank = self.0.across.iter().position(|&rank| !(of_class(reached) & rank).is_empty());
            counts.reach += rank.map_or(0, |rank| (self.0.across.len() - 1 - rank) as i32);
        }
        // A man that no hop leads away from would not be reached by one either.
        counts.blocked = (inside & !halma.hop(men, empty)).len();
        let balance = |class: usize| {
            inside.words()[class].count_ones() as i32 - wanted.words()[class].count_ones() as i32
        };
        // Classes 1 and 2 are odd columns and odd rows: each the image of the other.
        counts.classes = (balance(1) - balance(2)).unsigned_abs();
        let ahead = |square: Square| square.row() as i32 - square.column() as i32;
        counts.balance = men.iter().map(ahead).sum::<i32>().unsigned_abs();
        counts
    }
}

/// By how many hops each of some squares is away from where hops lead, over men that would have to stand: at most 8 each.
fn gaps(mut reached: SquareSet, mut apart: SquareSet) -> u32 {
    const MOST: u32 = 8;
    let mut hops = 0;
    for _ in 0..MOST {
        if apart.is_empty() {
            break;
        }
        hops += apart.len();
        reached = SquareSet::from_words(reached.words().map(widened));
        apart = apart & !reached;
    }
    hops
}

/// The squares of a word of 8x8, and all next to them.
fn widened(word: u64) -> u64 {
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    let row = word | (word & NOT_LAST) << 1 | (word & NOT_FIRST) >> 1;
    row | row << 8 | row >> 8
}

impl Heuristic<HalmaSolitaire> for Figures {
    type Acc = ();

    fn sum(&self, _: &HalmaSolitaire) -> i32 {
        2 * MIDDLE
    }
    fn start(&self, _: &HalmaSolitaire, _: &State) {}
    fn apply(&self, _: &HalmaSolitaire, (): &mut (), _: &State, _: <HalmaSolitaire as Game>::Move) {}
    fn undo(&self, _: &HalmaSolitaire, (): &mut (), _: &State, _: <HalmaSolitaire as Game>::Move) {}

    fn values(&self, game: &HalmaSolitaire, s: &State, (): &()) -> Values {
        let mut values = [0; MAX_SEATS];
        let left = (game.limit() + 1).saturating_sub(game.ply(s));
        let alone = s.men() & !game.mirrored(s.men());
        let inside = (alone & game.yard()).len();
        let outside = alone.len() - inside;
        let hopeless = outside > left || inside > left + STAYING || alone.len() > 2 * left;
        if !hopeless {
            let terms = self.count(game, s).terms().into_iter().zip(self.0.weights);
            let sum: f64 = terms.map(|(count, weight)| f64::from(count) * weight * UNIT).sum();
            values[0] = (MIDDLE + sum as i32).clamp(1, 2 * MIDDLE);
        }
        values
    }

    fn expected(&self, _: &HalmaSolitaire, _: &Values) -> [f64; MAX_SEATS] {
        let mut scores = [0.0; MAX_SEATS];
        scores[0] = 1.0;
        scores
    }
}

//! Chinese Checkers: a race to the opposite point.
use crate::race::{Cells, FEATURES, Forward, Race, RaceEval};
use crate::{Evaluation, FeatureSet, Knowledge, Weights};
use hoppity_rules::Seat;
use hoppity_rules::games::chinese_checkers::{ChineseCheckers, Hole, HoleSet, Move, State};

impl Knowledge for ChineseCheckers {
    type Heuristic = RaceEval;
    type Policy = Forward;

    const FEATURES: &'static FeatureSet = &FeatureSet {
        features: &FEATURES,
        evaluations: &[
            crate::race::PROGRESS,
            Evaluation {
                name: "features",
                about: "all that is known of the race",
                weights: include_str!("../weights/chinese-checkers.toml"),
            },
            crate::race::FLAT,
        ],
    };

    fn weighted(&self, weights: &Weights) -> RaceEval {
        RaceEval::new(self, weights)
    }

    fn policy(&self) -> Forward {
        Forward::new(self)
    }

    fn features(&self, heuristic: &RaceEval, s: &State) -> Vec<Vec<f64>> {
        heuristic.features(self, s).into_iter().map(Vec::from).collect()
    }
}

impl Race for ChineseCheckers {
    fn men(&self, s: &State, seat: Seat) -> Cells {
        s.men(seat).words()
    }

    fn travel(&self, m: Move) -> Option<(usize, usize)> {
        (!m.is_pass()).then(|| (m.from().index(), m.to().index()))
    }

    fn board(&self) -> Cells {
        self.holes().words()
    }

    fn home(&self, seat: Seat) -> Cells {
        ChineseCheckers::home(self, seat).words()
    }

    fn goal(&self, seat: Seat) -> Cells {
        ChineseCheckers::goal(self, seat).words()
    }

    fn neighbours(&self, cell: usize) -> Cells {
        ChineseCheckers::neighbours(self, hole(cell)).words()
    }

    /// Steps to the tip of the goal.
    fn distance(&self, seat: Seat, cell: usize) -> i32 {
        ChineseCheckers::distance(self, hole(cell), self.goal_tip(seat)) as i32
    }

    fn aside(&self, seat: Seat, cell: usize) -> f64 {
        // In the plane: a row lies √3/2 below the one above, and half a hole further right.
        let point = |cell: Hole| {
            let (row, column) = self.place(cell);
            (column as f64 + row as f64 / 2.0, row as f64 * 3f64.sqrt() / 2.0)
        };
        let furthest = |hole: &Hole| ChineseCheckers::distance(self, *hole, self.goal_tip(seat));
        let home_tip = ChineseCheckers::home(self, seat).iter().max_by_key(furthest);
        let (from, to) = (point(home_tip.unwrap_or(self.goal_tip(seat))), point(self.goal_tip(seat)));
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let (own_x, own_y) = {
            let at = point(hole(cell));
            (at.0 - from.0, at.1 - from.1)
        };
        (x * own_y - y * own_x).abs() / (x * x + y * y).sqrt().max(1.0)
    }

    fn anyone_fills(&self) -> bool {
        self.filled_by_anyone()
    }

    #[inline]
    fn visit_hops(&self, s: &State, f: impl FnMut(usize, u64, u64)) {
        ChineseCheckers::visit_hops(self, s, f);
    }

    /// A step for each man.
    fn clear_lead(&self) -> f64 {
        f64::from(ChineseCheckers::home(self, Seat::A).len())
    }
}

/// The hole with this number.
fn hole(cell: usize) -> Hole {
    let mut words = [0; 4];
    words[cell >> 6 & 3] = 1 << (cell & 63);
    HoleSet::from_words(words).iter().next().expect("a set of one")
}

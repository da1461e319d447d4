//! Chinese Checkers: a race to the opposite point.
use crate::race::{Cells, FEATURES, Forward, Race, RaceEval};
use crate::{Evaluation, FeatureSet, Knowledge, Weights};
use hoppity_rules::Seat;
use hoppity_rules::games::chinese_checkers::{ChineseCheckers, Hole, Move, State};

impl Knowledge for ChineseCheckers {
    type Heuristic = RaceEval;
    type Policy = Forward;

    const FEATURES: &'static FeatureSet = &FeatureSet {
        features: &FEATURES,
        evaluations: &[
            Evaluation {
                name: "features",
                about: "all that is known of the race",
                weights: include_str!("../weights/chinese-checkers.toml"),
            },
            crate::race::PROGRESS,
            Evaluation::FLAT,
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

    fn turn(&self, (from, to): (usize, usize)) -> Move {
        Move::new(hole(from), hole(to))
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

    fn place(&self, cell: usize) -> (i32, i32) {
        let (row, column) = ChineseCheckers::place(self, hole(cell));
        (row as i32, column as i32)
    }

    /// Of rows, columns and their sums, those that differ most between the two tips.
    fn along(&self, seat: Seat, cell: usize) -> i32 {
        let ways = |cell: Hole| {
            let (row, column) = ChineseCheckers::place(self, cell);
            let (row, column) = (row as i32, column as i32);
            [row, column, row + column]
        };
        let (home, goal, here) = (ways(self.home_tip(seat)), ways(self.goal_tip(seat)), ways(hole(cell)));
        let longest = (0..3).max_by_key(|&way| (goal[way] - home[way]).abs()).unwrap_or(0);
        (here[longest] - home[longest]) * (goal[longest] - home[longest]).signum()
    }

    fn ends(&self, seat: Seat, cell: usize) -> Cells {
        self.may_end(seat, hole(cell)).words()
    }

    fn zone(&self, _: Seat, _: usize) -> u8 {
        0
    }

    fn must_evacuate(&self) -> bool {
        false
    }

    fn aside(&self, seat: Seat, cell: usize) -> f64 {
        // In the plane: a row lies √3/2 below the one above, and half a hole further right.
        let point = |cell: Hole| {
            let (row, column) = ChineseCheckers::place(self, cell);
            (column as f64 + row as f64 / 2.0, row as f64 * 3f64.sqrt() / 2.0)
        };
        let (from, to) = (point(self.home_tip(seat)), point(self.goal_tip(seat)));
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

fn hole(cell: usize) -> Hole {
    Hole::from_index(cell as u8)
}

//! Halma: a race to the opposite corner.
use crate::race::{Cells, FEATURES, Forward, Race, RaceEval};
use crate::{Evaluation, FeatureSet, Knowledge, Weights};
use hoppity_rules::Seat;
use hoppity_rules::games::halma::{Halma, Move, Square, State};

impl Knowledge for Halma {
    type Heuristic = RaceEval;
    type Policy = Forward;

    const FEATURES: &'static FeatureSet = &FeatureSet {
        features: &FEATURES,
        evaluations: &[
            Evaluation {
                name: "features",
                about: "all that is known of the race",
                weights: include_str!("../weights/halma.toml"),
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

impl Race for Halma {
    fn men(&self, s: &State, seat: Seat) -> Cells {
        s.men(seat).words()
    }

    fn travel(&self, m: Move) -> Option<(usize, usize)> {
        (!m.is_pass()).then(|| (m.from().index(), m.to().index()))
    }

    fn turn(&self, (from, to): (usize, usize)) -> Move {
        Move::new(Square::from_index(from as u8), Square::from_index(to as u8))
    }

    fn board(&self) -> Cells {
        self.squares().words()
    }

    fn home(&self, seat: Seat) -> Cells {
        Halma::home(self, seat).words()
    }

    fn goal(&self, seat: Seat) -> Cells {
        Halma::goal(self, seat).words()
    }

    fn neighbours(&self, cell: usize) -> Cells {
        Halma::neighbours(self, Square::from_index(cell as u8)).words()
    }

    /// Rows plus columns to the corner of the goal camp.
    fn distance(&self, seat: Seat, cell: usize) -> i32 {
        let (rows, columns) = to_corner(self, seat, cell);
        rows + columns
    }

    fn place(&self, cell: usize) -> (i32, i32) {
        let square = Square::from_index(cell as u8);
        (square.row() as i32, square.column() as i32)
    }

    /// Rows plus columns towards the corner of the goal camp.
    fn along(&self, seat: Seat, cell: usize) -> i32 {
        2 * (Halma::board(self) as i32 - 1) - Race::distance(self, seat, cell)
    }

    fn ends(&self, seat: Seat, cell: usize) -> Cells {
        self.may_end(seat, Square::from_index(cell as u8)).words()
    }

    fn zone(&self, seat: Seat, cell: usize) -> u8 {
        self.zone_of(seat, Square::from_index(cell as u8)) as u8
    }

    fn must_evacuate(&self) -> bool {
        self.asks_to_evacuate()
    }

    fn aside(&self, seat: Seat, cell: usize) -> f64 {
        let (rows, columns) = to_corner(self, seat, cell);
        f64::from((rows - columns).abs()) / 2.0
    }

    fn anyone_fills(&self) -> bool {
        self.filled_by_anyone()
    }

    #[inline]
    fn visit_hops(&self, s: &State, f: impl FnMut(usize, u64, u64)) {
        Halma::visit_hops(self, s, f);
    }

    fn clear_lead(&self) -> f64 {
        Halma::board(self) as f64
    }
}

/// Rows and columns to the corner of the goal camp.
fn to_corner(game: &Halma, seat: Seat, cell: usize) -> (i32, i32) {
    let (corner, square) = (game.goal_corner(seat), Square::from_index(cell as u8));
    (square.row().abs_diff(corner.row()) as i32, square.column().abs_diff(corner.column()) as i32)
}

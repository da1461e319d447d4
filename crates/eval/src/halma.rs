//! Halma: a race to the opposite corner.
use crate::Knowledge;
use crate::race::{Forward, Progress, Race};
use hoppity_rules::Seat;
use hoppity_rules::games::halma::{Halma, Move, Square, State};

impl Knowledge for Halma {
    type Heuristic = Progress;
    type Policy = Forward;

    fn heuristic(&self) -> Progress {
        Progress::new(self)
    }

    fn policy(&self) -> Forward {
        Forward::new(self)
    }
}

impl Race for Halma {
    fn men(&self, s: &State, seat: Seat) -> impl Iterator<Item = usize> {
        s.men(seat).iter().map(Square::index)
    }

    fn travel(&self, m: Move) -> Option<(usize, usize)> {
        (!m.is_pass()).then(|| (m.from().index(), m.to().index()))
    }

    /// Rows plus columns to the corner of the goal camp, and one more outside the camp, so that the last step into it
    /// counts.
    fn distances(&self, seat: Seat) -> Vec<i32> {
        let (corner, goal) = (self.goal_corner(seat), self.goal(seat));
        let mut distances = vec![0; 256];
        for square in self.squares().iter() {
            let rows = square.row().abs_diff(corner.row());
            let columns = square.column().abs_diff(corner.column());
            distances[square.index()] = (rows + columns) as i32 + i32::from(!goal.contains(square));
        }
        distances
    }

    fn clear_lead(&self) -> f64 {
        self.board() as f64
    }
}

//! Chinese Checkers: a race to the opposite point.
use crate::Knowledge;
use crate::race::{Forward, Progress, Race};
use hoppity_rules::Seat;
use hoppity_rules::games::chinese_checkers::{ChineseCheckers, Hole, Move, State};

impl Knowledge for ChineseCheckers {
    type Heuristic = Progress;
    type Policy = Forward;

    fn heuristic(&self) -> Progress {
        Progress::new(self)
    }

    fn policy(&self) -> Forward {
        Forward::new(self)
    }
}

impl Race for ChineseCheckers {
    fn men(&self, s: &State, seat: Seat) -> impl Iterator<Item = usize> {
        s.men(seat).iter().map(Hole::index)
    }

    fn travel(&self, m: Move) -> Option<(usize, usize)> {
        (!m.is_pass()).then(|| (m.from().index(), m.to().index()))
    }

    /// Steps to the tip of the goal, and one more outside the goal, so that the last step into it counts.
    fn distances(&self, seat: Seat) -> Vec<i32> {
        let (tip, goal) = (self.goal_tip(seat), self.goal(seat));
        let mut distances = vec![0; 256];
        for hole in self.holes().iter() {
            distances[hole.index()] = self.distance(hole, tip) as i32 + i32::from(!goal.contains(hole));
        }
        distances
    }

    /// A step for each man.
    fn clear_lead(&self) -> f64 {
        f64::from(self.home(Seat::A).len())
    }
}

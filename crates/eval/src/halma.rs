//! Halma: how far each side still has to go.
use crate::Knowledge;
use hoppity_rules::games::halma::{Halma, Square};
use hoppity_rules::{Game, MAX_SEATS, Seat};
use hoppity_search::{Heuristic, Policy, Values};
use std::sync::Arc;

impl Knowledge for Halma {
    type Heuristic = Progress;
    type Policy = Forward;

    fn heuristic(&self) -> Progress {
        Progress(Distances::new(self))
    }

    fn policy(&self) -> Forward {
        Forward(Distances::new(self))
    }
}

/// For every seat and square how far a man there has to go: rows plus columns to the corner of the goal camp, and one
/// more outside the camp, so that the last step into it counts.
#[derive(Clone, Debug)]
struct Distances(Arc<[[i32; 256]]>);

impl Distances {
    fn new(game: &Halma) -> Distances {
        let table = |seat: Seat| {
            let (corner, goal) = (game.goal_corner(seat), game.goal(seat));
            let mut table = [0; 256];
            for square in game.squares().iter() {
                let rows = square.row().abs_diff(corner.row());
                let columns = square.column().abs_diff(corner.column());
                table[square.index()] = (rows + columns) as i32 + i32::from(!goal.contains(square));
            }
            table
        };
        Distances(Seat::all(game.seats()).map(table).collect())
    }

    fn of(&self, seat: Seat, square: Square) -> i32 {
        self.0[seat.index()][square.index()]
    }

    /// How far a seat's men would have to go at the worst.
    fn most(&self, game: &Halma) -> i32 {
        let furthest = self.0.iter().flatten().copied().max().unwrap_or(0);
        furthest * game.initial().men(Seat::A).len() as i32
    }
}

/// Values a team by how much less it has to go than the others, all its men together. The values of all seats sum to a
/// constant.
///
/// Expected scores are the softmax over teams of the distance that is left, in units of the board's side: with two
/// players, a lead of that much is worth 73 %.
#[derive(Clone, Debug)]
pub struct Progress(Distances);

/// The distance left by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left([i32; MAX_SEATS]);

impl Progress {
    fn walk(&self, left: &mut Left, seat: Seat, from: Square, to: Square) {
        left.0[seat.index()] += self.0.of(seat, to) - self.0.of(seat, from);
    }
}

impl Heuristic<Halma> for Progress {
    type Acc = Left;

    fn sum(&self, game: &Halma) -> i32 {
        let (seats, teams) = (game.seats() as i32, game.teams() as i32);
        teams * seats * self.0.most(game)
    }

    fn start(&self, game: &Halma, s: &<Halma as Game>::State) -> Left {
        let mut left = Left([0; MAX_SEATS]);
        for seat in Seat::all(game.seats()) {
            left.0[seat.index()] = s.men(seat).iter().map(|square| self.0.of(seat, square)).sum();
        }
        left
    }

    fn apply(&self, game: &Halma, acc: &mut Left, before: &<Halma as Game>::State, m: <Halma as Game>::Move) {
        if !m.is_pass() {
            self.walk(acc, game.to_move(before), m.from, m.to);
        }
    }

    fn undo(&self, game: &Halma, acc: &mut Left, before: &<Halma as Game>::State, m: <Halma as Game>::Move) {
        if !m.is_pass() {
            self.walk(acc, game.to_move(before), m.to, m.from);
        }
    }

    fn values(&self, game: &Halma, _: &<Halma as Game>::State, acc: &Left) -> Values {
        let (seats, teams) = (game.seats(), game.teams() as i32);
        let all: i32 = acc.0[..seats].iter().sum();
        // What all have to go, less what the team would if every team had as much as it: sums to nothing over teams.
        let ahead = |own: i32| all - teams * own;
        let level = self.sum(game) / seats as i32;
        let mut values = [0; MAX_SEATS];
        for seat in Seat::all(seats) {
            let team = game.team(seat);
            let partners = Seat::all(seats).filter(|&other| game.team(other) == team);
            let own: i32 = partners.clone().map(|partner| acc.0[partner.index()]).sum();
            values[seat.index()] = level + ahead(own) / partners.count() as i32;
        }
        values
    }

    fn expected(&self, game: &Halma, values: &Values) -> [f64; MAX_SEATS] {
        let (seats, teams) = (game.seats(), game.teams());
        let unit = f64::from(game.board() as u32 * teams as u32) * teams as f64 / seats as f64;
        let mut scores = crate::softmax(values, seats, unit);
        // Partners were counted one by one, and share their score.
        scores[..seats].iter_mut().for_each(|score| *score *= (seats / teams) as f64);
        scores
    }
}

/// Moves that go far come first, and of those that go as far the ones of the men who are furthest behind. Playouts are
/// not played but scored at once: random games of Halma do not end.
#[derive(Clone, Debug)]
pub struct Forward(Distances);

/// More than any distance.
const GAIN: i32 = 64;

impl Policy<Halma> for Forward {
    fn prior(&self, game: &Halma, s: &<Halma as Game>::State, m: <Halma as Game>::Move) -> i32 {
        if m.is_pass() {
            return 0;
        }
        let seat = game.to_move(s);
        let behind = self.0.of(seat, m.from);
        (behind - self.0.of(seat, m.to)) * GAIN + behind
    }

    fn cutoff(&self, _: &Halma) -> Option<u32> {
        Some(0)
    }
}

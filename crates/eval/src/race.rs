//! Race games, in which men travel to a goal: how far each side still has to go, and how far a move goes.
use hoppity_rules::{Game, MAX_SEATS, Seat};
use hoppity_search::{Heuristic, Policy, Values};
use std::sync::Arc;

/// What these evaluations need to know of a race game. Cells are counted from 0 in whatever way suits the game.
pub trait Race: Game {
    /// Where a seat's men stand.
    fn men(&self, s: &Self::State, seat: Seat) -> impl Iterator<Item = usize>;
    /// From where to where a man travels; `None` for a pass.
    fn travel(&self, m: Self::Move) -> Option<(usize, usize)>;
    /// By cell, how far a seat's man there has to go.
    fn distances(&self, seat: Seat) -> Vec<i32>;
    /// The lead in distance that is worth an expected score of 73 % between two sides.
    fn clear_lead(&self) -> f64;
}

/// Distances by seat and cell.
#[derive(Clone, Debug)]
struct Distances(Arc<[Vec<i32>]>);

impl Distances {
    fn new<G: Race>(game: &G) -> Distances {
        Distances(Seat::all(game.seats()).map(|seat| game.distances(seat)).collect())
    }

    fn of(&self, seat: Seat, cell: usize) -> i32 {
        self.0[seat.index()][cell]
    }
}

/// Values a team by how much less it has to go than the others, all its men together. The values of all seats sum to a
/// constant.
///
/// Expected scores are the softmax over teams of the distance that is left, in units of [`Race::clear_lead`].
#[derive(Clone, Debug)]
pub struct Progress {
    distances: Distances,
    /// How far the men of one seat would have to go at the worst.
    most: i32,
}

/// The distance left by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left([i32; MAX_SEATS]);

impl Progress {
    /// The evaluation of one game.
    pub fn new<G: Race>(game: &G) -> Progress {
        let distances = Distances::new(game);
        let furthest = distances.0.iter().flatten().copied().max().unwrap_or(0);
        let men = game.men(&game.initial(), Seat::A).count() as i32;
        Progress { distances, most: furthest * men }
    }

    fn walk(&self, left: &mut Left, seat: Seat, from: usize, to: usize) {
        left.0[seat.index()] += self.distances.of(seat, to) - self.distances.of(seat, from);
    }
}

impl<G: Race> Heuristic<G> for Progress {
    type Acc = Left;

    fn sum(&self, game: &G) -> i32 {
        (game.teams() * game.seats()) as i32 * self.most
    }

    fn start(&self, game: &G, s: &G::State) -> Left {
        let mut left = Left([0; MAX_SEATS]);
        for seat in Seat::all(game.seats()) {
            left.0[seat.index()] = game.men(s, seat).map(|cell| self.distances.of(seat, cell)).sum();
        }
        left
    }

    fn apply(&self, game: &G, acc: &mut Left, before: &G::State, m: G::Move) {
        if let Some((from, to)) = game.travel(m) {
            self.walk(acc, game.to_move(before), from, to);
        }
    }

    fn undo(&self, game: &G, acc: &mut Left, before: &G::State, m: G::Move) {
        if let Some((from, to)) = game.travel(m) {
            self.walk(acc, game.to_move(before), to, from);
        }
    }

    fn values(&self, game: &G, _: &G::State, acc: &Left) -> Values {
        let (seats, teams) = (game.seats(), game.teams() as i32);
        let all: i32 = acc.0[..seats].iter().sum();
        let mut by_team = [0; MAX_SEATS];
        for seat in Seat::all(seats) {
            by_team[game.team(seat).index()] += acc.0[seat.index()];
        }
        let partners = (seats as i32 / teams).max(1);
        let level = teams * self.most;
        let mut values = [0; MAX_SEATS];
        for seat in Seat::all(seats) {
            // What all have to go, less what that would be if every team had as far to go as this one: over the teams
            // these sum to nothing.
            let ahead = all - teams * by_team[game.team(seat).index()];
            values[seat.index()] = level + ahead / partners;
        }
        values
    }

    fn expected(&self, game: &G, values: &Values) -> [f64; MAX_SEATS] {
        let (seats, teams) = (game.seats(), game.teams());
        let partners = (seats / teams) as f64;
        let mut scores = crate::softmax(values, seats, game.clear_lead() * teams as f64 / partners);
        // Partners were counted one by one, and share their score.
        scores[..seats].iter_mut().for_each(|score| *score *= partners);
        scores
    }
}

/// Moves that go far come first, and of those that go as far the ones of the men who are furthest behind. Leaves are
/// scored at once, not played out: random races do not end.
#[derive(Clone, Debug)]
pub struct Forward(Distances);

impl Forward {
    /// The policy of one game.
    pub fn new<G: Race>(game: &G) -> Forward {
        Forward(Distances::new(game))
    }
}

/// More than any distance.
const GAIN: i32 = 1 << 10;

impl<G: Race> Policy<G> for Forward {
    fn prior(&self, game: &G, s: &G::State, m: G::Move) -> i32 {
        let Some((from, to)) = game.travel(m) else { return 0 };
        let seat = game.to_move(s);
        let behind = self.0.of(seat, from);
        (behind - self.0.of(seat, to)) * GAIN + behind
    }

    fn cutoff(&self, _: &G) -> Option<u32> {
        Some(0)
    }
}

//! Which moves look good in a race.
use super::finish::finish;
use super::transfer::Turn;
use super::{Race, cells};
use hoppity_rules::Seat;
use hoppity_search::{Policy, Prospect, mcts};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Moves that go far come first, and of those that go as far the ones of the men who are furthest behind. Leaves are
/// scored at once, not played out: random races do not end.
#[derive(Clone, Debug)]
pub struct Forward {
    /// By seat, see [`distances`].
    distances: Arc<[[i32; 256]]>,
    /// The largest distance.
    furthest: f32,
    /// What a move is worth that goes all the way, in units of expected score.
    weight: f32,
}

impl Forward {
    /// The policy of one game.
    pub fn new<G: Race>(game: &G) -> Forward {
        let distances: Arc<[[i32; 256]]> =
            Seat::all(game.seats()).map(|seat| distances(game, seat)).collect();
        let furthest = distances.as_flattened().iter().copied().max().unwrap_or(0).max(1) as f32;
        Forward { distances, furthest, weight: 0.0 }
    }
}

/// By cell, how far a seat's man there has to go: the distance to the tip, and one more outside the goal, so that the last
/// step into it counts.
pub(super) fn distances<G: Race>(game: &G, seat: Seat) -> [i32; 256] {
    let mut distances = [0; 256];
    let goal = game.goal(seat);
    for cell in cells(game.board()) {
        distances[cell] = game.distance(seat, cell) + i32::from(!super::has(goal, cell));
    }
    distances
}

/// More than any distance.
const GAIN: i32 = 1 << 10;

/// The name of the only hint.
const FORWARD: &str = "forward";

impl<G: Race> Policy<G> for Forward {
    fn prior(&self, game: &G, s: &G::State, m: G::Move) -> i32 {
        let Some((from, to)) = game.travel(m) else { return 0 };
        let distances = &self.distances[game.to_move(s).index()];
        let behind = distances[from];
        (behind - distances[to]) * GAIN + behind
    }

    fn survey(&self, game: &G, s: &G::State, _: Option<G::Move>, mut f: impl FnMut(Prospect<G::Move>)) {
        let _ = game.visit_moves(s, |m| {
            let prior = self.prior(game, s, m);
            let bonus = self.weight * prior.div_euclid(GAIN) as f32 / self.furthest;
            f(Prospect { prior, bonus, ..Prospect::quiet(m) });
            ControlFlow::<()>::Continue(())
        });
    }

    fn hints(&self) -> Vec<(&'static str, f32)> {
        vec![(FORWARD, self.weight)]
    }

    fn weigh(&mut self, _: &G, name: &str, weight: f32) {
        if name == FORWARD {
            self.weight = weight;
        }
    }

    fn cutoff(&self, _: &G) -> Option<u32> {
        Some(0)
    }

    fn finish(&self, game: &G, s: &G::State, known: &[G::Move], effort: u64) -> Option<Vec<G::Move>> {
        let known: Vec<Turn> = known.iter().filter_map(|&m| game.travel(m)).collect();
        let turns = finish(game, s, &known, effort)?;
        // The rules have the last word: some look at more than camps and men in the way.
        let moves: Vec<G::Move> = turns.into_iter().map(|turn| game.turn(turn)).collect();
        moves.first().is_some_and(|&m| game.is_legal(s, m)).then_some(moves)
    }

    fn mcts(&self, _: &G) -> mcts::Config {
        mcts::Config { exploration: 0.05, bias: 1.0, minimax: 0.5, expand: 0, ..mcts::Config::default() }
    }
}

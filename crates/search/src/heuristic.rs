//! The contract of an evaluation.
use hoppity_rules::{Game, MAX_SEATS, Seat};
use std::fmt::Debug;

/// What a position is worth to each seat, in the heuristic's own unit; entries beyond the game's seats are 0.
pub type Values = [i32; MAX_SEATS];

/// What positions are worth.
///
/// Every value is at least 0, the values of all seats sum to at most [`Heuristic::sum`] (what pruning in max^n rests on),
/// and partners have equal values. Sums over the board live in an accumulator that follows the moves, so that a leaf
/// costs O(1).
pub trait Heuristic<G: Game>: Clone + Send + Sync + 'static {
    /// What is kept along a line of play.
    type Acc: Clone + Debug + Send;

    /// The bound S on the sum of all seats' values; at most 2^24.
    fn sum(&self, game: &G) -> i32;
    /// The accumulator of a position, from scratch.
    fn start(&self, game: &G, s: &G::State) -> Self::Acc;
    /// Follows a move; `before` is the position in which it is about to be played.
    fn apply(&self, game: &G, acc: &mut Self::Acc, before: &G::State, m: G::Move);
    /// Takes a move back; `before` is again the position in which it had been played.
    fn undo(&self, game: &G, acc: &mut Self::Acc, before: &G::State, m: G::Move);
    /// The values of an unfinished position.
    fn values(&self, game: &G, s: &G::State, acc: &Self::Acc) -> Values;
    /// The map from values to expected scores 0..1 of the seats, as in [`hoppity_rules::Outcome::payoff`]: the scores of
    /// all teams sum to 1. Implementations document theirs.
    fn expected(&self, game: &G, values: &Values) -> [f64; MAX_SEATS];
}

/// How far a seat is ahead: its value less the mean of its opponents', times their number — with two seats, the
/// difference. Sums over seats instead of dividing, so that it stays whole.
pub fn margin<G: Game>(game: &G, values: &Values, seat: Seat) -> i32 {
    let team = game.team(seat);
    let opponents = Seat::all(game.seats()).filter(|&other| game.team(other) != team);
    opponents.map(|other| values[seat.index()] - values[other.index()]).sum()
}

/// Knows nothing: every unfinished position is worth the same to all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flat;

impl<G: Game> Heuristic<G> for Flat {
    type Acc = ();

    fn sum(&self, _: &G) -> i32 {
        0
    }
    fn start(&self, _: &G, _: &G::State) {}
    fn apply(&self, _: &G, (): &mut (), _: &G::State, _: G::Move) {}
    fn undo(&self, _: &G, (): &mut (), _: &G::State, _: G::Move) {}
    fn values(&self, _: &G, _: &G::State, (): &()) -> Values {
        [0; MAX_SEATS]
    }
    fn expected(&self, game: &G, _: &Values) -> [f64; MAX_SEATS] {
        let mut scores = [0.0; MAX_SEATS];
        scores[..game.seats()].fill(1.0 / game.teams() as f64);
        scores
    }
}

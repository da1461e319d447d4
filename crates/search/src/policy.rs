//! The contract of move knowledge.
use hoppity_rules::{Game, Outcome, Random};

/// What moves are worth before any search, and how games are played out.
pub trait Policy<G: Game>: Clone + Send + Sync + 'static {
    /// How good the move looks, in the policy's own unit; larger is better. Searches try moves in this order, and equal
    /// ones in the game's order.
    fn prior(&self, game: &G, s: &G::State, m: G::Move) -> i32 {
        let _ = (game, s, m);
        0
    }
    /// The next move of a playout; `None` for a uniformly random one.
    fn playout_move(&self, game: &G, s: &G::State, rng: &mut Random) -> Option<G::Move> {
        let _ = (game, s, rng);
        None
    }
    /// After how many plies a playout is cut off and scored by the heuristic; `None` to play to the end. Games whose
    /// random play does not end must say a number.
    fn cutoff(&self, game: &G) -> Option<u32> {
        let _ = game;
        None
    }
    /// Whether the position can be judged as it stands; if not, searches with quiescence first play its noisy moves.
    fn quiet(&self, game: &G, s: &G::State) -> bool {
        let _ = (game, s);
        true
    }
    /// Whether the move is looked at even beyond the last ply, where the position is not quiet.
    fn noisy(&self, game: &G, s: &G::State, m: G::Move) -> bool {
        let _ = (game, s, m);
        false
    }
    /// The exact result of a position that is not over yet but settled, where the game knows one.
    fn ending(&self, game: &G, s: &G::State) -> Option<Outcome> {
        let _ = (game, s);
        None
    }
    /// The moves of the seat to move from here to its end, whatever the others do, where the game knows how to get there:
    /// best moves, or good ones where the best take more work to find than looking at `effort` moves. `known` are those
    /// that it was told before and has not played yet; they are returned where they still hold.
    fn finish(&self, game: &G, s: &G::State, known: &[G::Move], effort: u64) -> Option<Vec<G::Move>> {
        let _ = (game, s, known, effort);
        None
    }
}

/// No preference among moves, uniformly random playouts to the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {}

//! The contract of move knowledge.
use crate::mcts;
use hoppity_rules::{Game, Outcome, Random, Seat};
use std::ops::ControlFlow;

/// What moves are worth before any search, and how games are played out.
pub trait Policy<G: Game>: Clone + Send + Sync + 'static {
    /// How good the move looks, in the policy's own unit; larger is better. Searches try moves in this order, and equal
    /// ones in the game's order.
    fn prior(&self, game: &G, s: &G::State, m: G::Move) -> i32 {
        let _ = (game, s, m);
        0
    }
    /// Looks at every legal move of a position that is not over, in the game's order. `last` is the move that led here,
    /// where it is known.
    fn survey(&self, game: &G, s: &G::State, last: Option<G::Move>, mut f: impl FnMut(Prospect<G::Move>)) {
        let _ = last;
        let _ = game.visit_moves(s, |m| {
            f(Prospect { prior: self.prior(game, s, m), ..Prospect::quiet(m) });
            ControlFlow::<()>::Continue(())
        });
    }
    /// What the bonuses of a survey are made of: names, and what each weighs in units of expected score.
    fn hints(&self) -> Vec<(&'static str, f32)> {
        Vec::new()
    }
    /// Lets one of the [hints](Policy::hints) weigh something else.
    fn weigh(&mut self, game: &G, name: &str, weight: f32) {
        let _ = (game, name, weight);
    }
    /// The next move of a playout; `None` for a uniformly random one.
    fn playout_move(&self, game: &G, s: &G::State, rng: &mut Random) -> Option<G::Move> {
        let _ = (game, s, rng);
        None
    }
    /// The next move of a playout after this one; as [`Policy::playout_move`] unless the answer depends on it.
    fn reply(&self, game: &G, s: &G::State, last: G::Move, rng: &mut Random) -> Option<G::Move> {
        let _ = last;
        self.playout_move(game, s, rng)
    }
    /// Plays on from `s` as [`Game::playout`] does, by whatever rules playouts have.
    fn playout(
        &self,
        game: &G,
        s: &mut G::State,
        rng: &mut Random,
        max_plies: u32,
        choose: impl FnMut(&G, &G::State, &mut Random) -> Option<G::Move>,
        sink: impl FnMut(Seat, G::Move),
    ) -> Option<Outcome> {
        game.playout(s, rng, max_plies, choose, sink)
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

    /// How Monte-Carlo tree search is best set for this game: what its options are by default.
    fn mcts(&self, game: &G) -> mcts::Config {
        let _ = game;
        mcts::Config::default()
    }
}

/// A legal move as it looks before any search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect<M> {
    /// The move.
    pub mv: M,
    /// See [`Policy::prior`].
    pub prior: i32,
    /// How much better than an unknown move it seems, in units of expected score: what Monte-Carlo tree search adds to its
    /// value as long as there is little else to go by.
    pub bonus: f32,
    /// What it does at once.
    pub tactic: Tactic,
}

impl<M> Prospect<M> {
    /// A move that nothing is known of.
    pub const fn quiet(mv: M) -> Prospect<M> {
        Prospect { mv, prior: 0, bonus: 0.0, tactic: Tactic::Quiet }
    }
}

/// What a move does at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tactic {
    /// Neither of these, as far as the policy knows.
    Quiet,
    /// The seat to move wins.
    Wins,
    /// It takes from this seat, which is next and an opponent, a move that would win. After any other move, the seat that
    /// wins by it can still play it, and no other move takes it away, unless it wins.
    Blocks(Seat),
}

/// No preference among moves, uniformly random playouts to the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {}

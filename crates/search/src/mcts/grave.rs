//! AMAF values from further up, where there are more (generalised RAVE, Cazenave 2015).
//!
//! A node that was visited seldom has seen few moves. It takes the values of the nearest node above it that was visited
//! often enough, among those where the same seat was to move: their moves are the same, as far as both have them.
use super::tree::View;
use hoppity_rules::Game;

/// The AMAF values of the moves of one node, taken from another.
#[derive(Debug, Default)]
pub(super) struct Borrowed {
    /// By [`Game::move_index`]: one more than the place of the move in the other node; 0 where it has none.
    places: Vec<u32>,
    visits: Vec<f32>,
    totals: Vec<f32>,
}

impl Borrowed {
    /// The view of a node with the AMAF values of `from` for the moves that both have.
    pub(super) fn view<'v, G: Game>(
        &'v mut self,
        game: &G,
        own: View<'v, G::Move>,
        from: &View<'v, G::Move>,
    ) -> View<'v, G::Move> {
        self.places.resize(game.move_space(), 0);
        for (place, &m) in (1..).zip(from.moves) {
            self.places[game.move_index(m)] = place;
        }
        self.visits.clear();
        self.totals.clear();
        for (at, &m) in own.moves.iter().enumerate() {
            let place = self.places[game.move_index(m)] as usize;
            let there = place.checked_sub(1).map(|place| (from.amaf_visits[place], from.amaf_total[place]));
            let (visits, total) = there.unwrap_or((own.amaf_visits[at], own.amaf_total[at]));
            self.visits.push(visits);
            self.totals.push(total);
        }
        for &m in from.moves {
            self.places[game.move_index(m)] = 0;
        }
        View { amaf_visits: &self.visits, amaf_total: &self.totals, ..own }
    }
}

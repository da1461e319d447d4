//! Two sides of any number of teams: the root's team, and all others as one coalition against it (Sturtevant and Korf
//! 2000). With two teams that is the game itself.
//!
//! Values are leads of the root's team, or in how many plies it has won or lost; they change sign where the side changes,
//! never by parity: swaps, passes and partners need no special case.
use crate::sides::{WIN, is_decisive};
use crate::{Heuristic, Values};
use hoppity_rules::random::mix;
use hoppity_rules::{Game, MAX_SEATS, Outcome, Seat};

/// Which seats are with the root's team.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    root: Seat,
    with_root: [bool; MAX_SEATS],
    /// By seat: how often its value counts in the lead of the root, see [`crate::margin`].
    weights: [i32; MAX_SEATS],
    /// Values hold for one root team alone, and so do the keys they are stored under.
    key: u64,
}

impl Sides {
    pub(super) fn new<G: Game>(game: &G, root: Seat) -> Sides {
        let team = game.team(root);
        let (mut with_root, mut weights) = ([false; MAX_SEATS], [0; MAX_SEATS]);
        for seat in Seat::all(game.seats()) {
            let same = game.team(seat) == team;
            with_root[seat.index()] = same;
            weights[seat.index()] -= i32::from(!same);
            weights[root.index()] += i32::from(!same);
        }
        Sides { root, with_root, weights, key: mix(team.index() as u64) }
    }

    /// How many seats are against the root's team.
    pub(super) fn opponents(&self) -> i32 {
        self.weights[self.root.index()]
    }

    pub(super) fn root(&self) -> Seat {
        self.root
    }

    #[inline]
    pub(super) fn is_with_root(&self, seat: Seat) -> bool {
        self.with_root[seat.index()]
    }

    #[inline]
    pub(super) fn key(&self, key: u64) -> u64 {
        key ^ self.key
    }

    /// How far the side is ahead by the heuristic.
    #[inline]
    pub(super) fn lead(&self, values: &Values, with_root: bool) -> i32 {
        let lead: i32 = values.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum();
        if with_root { lead } else { -lead }
    }

    /// The value of a finished game for the side: sooner wins and later losses are better, and a first place that the root
    /// shares is worth as much as being even.
    pub(super) fn terminal<G: Game>(&self, game: &G, outcome: &Outcome, ply: usize, with_root: bool) -> i32 {
        let team = game.team(self.root);
        let value = match outcome.winner() {
            Some(winner) if winner == team => WIN - ply as i32,
            _ if outcome.rank(team) != 0 => ply as i32 - WIN,
            _ => 0,
        };
        if with_root { value } else { -value }
    }

    /// The smallest lead that lifts the root's expected score from that of an even position by `more`; `None` where no lead
    /// does, as with a heuristic that knows nothing.
    pub(super) fn lead_worth<G: Game, H: Heuristic<G>>(
        &self,
        game: &G,
        heuristic: &H,
        more: f64,
    ) -> Option<i32> {
        let even = heuristic.sum(game) / game.seats() as i32;
        let score = |lead: i32| {
            let values = self.shifted(game, &even_values(game, even), lead);
            let scores = heuristic.expected(game, &values);
            Seat::all(game.seats()).filter(|&s| self.is_with_root(s)).map(|s| scores[s.index()]).sum::<f64>()
        };
        let wanted = score(0) + more;
        let (mut low, mut high) = (0, heuristic.sum(game));
        if score(high) < wanted {
            return None;
        }
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if score(middle) < wanted { low = middle } else { high = middle }
        }
        Some(high.max(1))
    }

    /// These values, the sides moved against each other so that the root leads by `lead`.
    pub(super) fn shifted<G: Game>(&self, game: &G, values: &Values, lead: i32) -> Values {
        let opponents = self.opponents().max(1);
        let by = (lead - self.lead(values, true)) / opponents;
        let mut shifted = *values;
        for seat in Seat::all(game.seats()) {
            shifted[seat.index()] += if self.is_with_root(seat) { by / 2 } else { by / 2 - by };
        }
        shifted
    }
}

/// Every seat with the same value.
pub(super) fn even_values<G: Game>(game: &G, value: i32) -> Values {
    let mut values = [0; MAX_SEATS];
    values[..game.seats()].fill(value);
    values
}

/// In the table wins are counted from the position, in the search from the root.
pub(super) fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if !is_decisive(value) => value,
        1.. => value + ply as i32,
        _ => value - ply as i32,
    }
}

pub(super) fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if !is_decisive(value) => value,
        1.. => value - ply as i32,
        _ => value + ply as i32,
    }
}

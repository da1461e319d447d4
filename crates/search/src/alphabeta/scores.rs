//! From the one value of a search to what is told of it: expected scores of all seats, and proofs.
use crate::alphabeta::coalition::even_values;
use crate::alphabeta::node::Search;
use crate::alphabeta::search::Found;
use crate::sides::is_decisive;
use crate::{Heuristic, Policy, Proof, RootMove, Values};
use hoppity_rules::{Game, Outcome, Seat};

/// What the end of a principal variation tells of the seats other than the root's.
pub(super) enum Scores {
    /// The values there, which the value of the search moves up or down.
    Values(Values),
    /// The game is over there.
    Over(Outcome),
}

impl Scores {
    pub(super) fn new<G: Game, H: Heuristic<G>, P: Policy<G>>(
        search: &Search<'_, G, H, P>,
        pv: &[G::Move],
    ) -> Scores {
        let game = search.line.game();
        if game.teams() <= 2 {
            // One lead says all.
            return Scores::Values(even_values(game, search.heuristic.sum(game) / game.seats() as i32));
        }
        let mut end = search.line.clone();
        for &m in pv {
            end.push(m);
        }
        if let Some(outcome) = end.outcome().or_else(|| search.policy.ending(game, end.state())) {
            return Scores::Over(outcome);
        }
        let acc = search.heuristic.start(game, end.state());
        Scores::Values(search.heuristic.values(game, end.state(), &acc))
    }

    /// The expected scores of all seats that belong to a value of the search.
    pub(super) fn of_seats<G: Game, H: Heuristic<G>, P: Policy<G>>(
        &self,
        search: &Search<'_, G, H, P>,
        value: i32,
    ) -> Vec<f64> {
        let (game, sides) = (search.line.game(), &search.sides);
        let seats = Seat::all(game.seats());
        match self {
            Scores::Over(outcome) => seats.map(|seat| outcome.payoff(game.team(seat))).collect(),
            _ if is_decisive(value) => {
                let others = (game.teams() - 1).max(1) as f64;
                let score = |seat| match (sides.is_with_root(seat), value > 0) {
                    (with_root, won) if with_root == won && (with_root || others == 1.0) => 1.0,
                    (false, false) => 1.0 / others,
                    _ => 0.0,
                };
                seats.map(score).collect()
            }
            Scores::Values(values) => {
                let values = sides.shifted(game, values, value);
                search.heuristic.expected(game, &values)[..game.seats()].to_vec()
            }
        }
    }

    /// The root moves in the game's order, with what is known of them.
    pub(super) fn of_moves<G: Game, H: Heuristic<G>, P: Policy<G>>(
        &self,
        search: &Search<'_, G, H, P>,
        moves: &[G::Move],
        scores: &[(G::Move, i32)],
    ) -> Vec<RootMove<G::Move>> {
        let root = search.sides.root().index();
        let last = scores.last().map(|&(m, _)| m);
        let value = |m: &G::Move| {
            let &(_, value) = scores.iter().find(|(other, _)| other == m)?;
            // What the variation ends in holds for its own first move.
            let level = Scores::Values(even_values(search.line.game(), 0));
            let scores = if last == Some(*m) { self } else { &level };
            Some(scores.of_seats(search, value)[root])
        };
        moves.iter().map(|m| RootMove { value: value(m), ..RootMove::new(*m) }).collect()
    }
}

/// What is proved by a value. Against a coalition only a win is: the others need not conspire.
pub(super) fn proof<G: Game, H: Heuristic<G>, P: Policy<G>>(
    search: &Search<'_, G, H, P>,
    found: &Found<G::Move>,
) -> Option<Proof> {
    let (game, sides) = (search.line.game(), &search.sides);
    let wins = |with_root: bool| {
        let winner = Seat::all(game.seats()).find(|&seat| sides.is_with_root(seat) == with_root);
        winner.map(|seat| Proof::Win(game.team(seat)))
    };
    match game.teams() {
        _ if is_decisive(found.value) && found.value > 0 => wins(true),
        // A loss and a draw rest on all moves.
        2 if is_decisive(found.value) && found.complete => wins(false),
        2 if !found.guessed && found.complete => Some(Proof::Draw),
        _ => None,
    }
}

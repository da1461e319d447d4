//! The obvious twins: minimax without pruning, table or order, and knowledge that is noise.
use hoppity_rules::random::mix;
use hoppity_rules::{Game, Line, MAX_SEATS, Outcome, Seat};
use hoppity_search::{Heuristic, Policy, Values, margin};

/// A value that looks random and depends on the position alone: no pruning mistake survives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise;

const SUM: i32 = 1000;

impl<G: Game> Heuristic<G> for Noise {
    type Acc = ();

    fn sum(&self, _: &G) -> i32 {
        SUM
    }
    fn start(&self, _: &G, _: &G::State) {}
    fn apply(&self, _: &G, (): &mut (), _: &G::State, _: G::Move) {}
    fn undo(&self, _: &G, (): &mut (), _: &G::State, _: G::Move) {}
    fn values(&self, game: &G, s: &G::State, (): &()) -> Values {
        let mut values = [0; MAX_SEATS];
        // Partners have equal values: one draw a team, scaled so that all seats together stay within the sum.
        for seat in Seat::all(game.seats()) {
            let noise = mix(game.key(s) ^ game.team(seat).index() as u64);
            values[seat.index()] = (noise % (SUM as u64 / game.seats() as u64)) as i32;
        }
        values
    }
    /// A lead of the whole sum is worth all.
    fn expected(&self, game: &G, values: &Values) -> [f64; MAX_SEATS] {
        let seats = game.seats() as f64;
        let lead = |seat| f64::from(margin(game, values, seat)) / (f64::from(SUM) * seats);
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            scores[seat.index()] = (1.0 + lead(seat)) / seats;
        }
        scores
    }
}

/// Priors that look random; every third is the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoisyOrder;

impl<G: Game> Policy<G> for NoisyOrder {
    fn prior(&self, game: &G, s: &G::State, m: G::Move) -> i32 {
        let noise = mix(game.key(s) ^ game.move_index(m) as u64);
        if noise.is_multiple_of(3) { 0 } else { noise as i32 }
    }
}

const WIN: i32 = 1 << 29;

/// The value of the line for the team of its seat to move, all others against it, `depth` plies deep, and the moves that
/// attain it.
pub(crate) fn minimax<G: Game>(line: &mut Line<G>, depth: u32) -> (i32, Vec<G::Move>) {
    let root = line.to_move();
    let mut best = (-i32::MAX, Vec::new());
    for m in line.legal_moves() {
        line.push(m);
        let value = value_for(line, root, depth - 1, 1);
        line.pop();
        if value > best.0 {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(m);
        }
    }
    best
}

fn value_for<G: Game>(line: &mut Line<G>, root: Seat, depth: u32, ply: i32) -> i32 {
    if let Some(outcome) = line.outcome() {
        return terminal(line.game(), &outcome, root, ply);
    }
    if depth == 0 {
        let values = Noise.values(line.game(), line.state(), &());
        return margin(line.game(), &values, root);
    }
    let with_root = line.game().team(line.to_move()) == line.game().team(root);
    let children = line.legal_moves().into_iter().map(|m| {
        line.push(m);
        let value = value_for(line, root, depth - 1, ply + 1);
        line.pop();
        value
    });
    let best = if with_root { children.max() } else { children.min() };
    best.expect("an unfinished position has moves")
}

pub(crate) fn terminal<G: Game>(game: &G, outcome: &Outcome, root: Seat, ply: i32) -> i32 {
    let payoff = outcome.payoff(game.team(root));
    if payoff == 1.0 {
        WIN - ply
    } else if payoff == 0.0 {
        ply - WIN
    } else {
        0
    }
}

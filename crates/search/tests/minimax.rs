//! The obvious twins: minimax without pruning, table or order, and a heuristic that is noise.
use hoppity_rules::random::mix;
use hoppity_rules::{Game, Line, MAX_SEATS, Outcome, Seat};
use hoppity_search::{Heuristic, Values, margin};

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
    fn expected(&self, game: &G, _: &Values) -> [f64; MAX_SEATS] {
        [1.0 / game.seats() as f64; MAX_SEATS]
    }
}

const WIN: i32 = 1 << 29;

/// The minimax value of the line for its seat to move, `depth` plies deep, and the moves that attain it.
pub(crate) fn minimax<G: Game>(line: &mut Line<G>, depth: u32) -> (i32, Vec<G::Move>) {
    let seat = line.to_move();
    let mut best = (-i32::MAX, Vec::new());
    for m in line.legal_moves() {
        line.push(m);
        let value = value_for(line, seat, depth - 1, 1);
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

fn value_for<G: Game>(line: &mut Line<G>, seat: Seat, depth: u32, ply: i32) -> i32 {
    if let Some(outcome) = line.outcome() {
        return terminal(line.game(), &outcome, seat, ply);
    }
    if depth == 0 {
        let values = Noise.values(line.game(), line.state(), &());
        return margin(line.game(), &values, seat);
    }
    let mover = line.to_move();
    let children = line.legal_moves().into_iter().map(|m| {
        line.push(m);
        let value = value_for(line, mover, depth - 1, ply + 1);
        line.pop();
        value
    });
    let best = children.max().expect("an unfinished position has moves");
    if line.game().team(mover) == line.game().team(seat) { best } else { -best }
}

fn terminal<G: Game>(game: &G, outcome: &Outcome, seat: Seat, ply: i32) -> i32 {
    match outcome.winner() {
        None => 0,
        Some(team) if team == game.team(seat) => WIN - ply,
        Some(_) => ply - WIN,
    }
}

//! Values of games of two sides: how far a seat's side leads, or in how many plies it has won or lost.
//!
//! Leads are [`crate::margin`]s, at most 5·2^24; a win in n plies is worth [`WIN`] - n, so that sooner wins and later
//! losses are better.
use crate::{Heuristic, Proof, Values};
use hoppity_rules::{Game, Line, MAX_SEATS, Outcome, Seat, Team};

/// The value of a win on the spot. Beyond any lead a heuristic can give.
pub(crate) const WIN: i32 = 1 << 29;

/// Values beyond this, either way, are wins and losses counted in plies and no leads.
const DECISIVE: i32 = 1 << 28;

/// Whether the value is a win or a loss and not a lead.
pub(crate) fn is_decisive(value: i32) -> bool {
    value.abs() > DECISIVE
}

/// The value of a finished game for `seat`, `ply` plies from the root.
pub(crate) fn terminal<G: Game>(game: &G, outcome: &Outcome, seat: Seat, ply: u32) -> i32 {
    match outcome.winner() {
        None => 0,
        Some(team) if team == game.team(seat) => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
    }
}

/// Whether the value is a loss.
pub(crate) fn is_loss(value: i32) -> bool {
    value < -DECISIVE
}

/// What a decisive value for the seat to move proves.
pub(crate) fn proof<G: Game>(line: &Line<G>, value: i32) -> Option<Proof> {
    let winner = if value > 0 { line.to_move() } else { other_side(line) };
    is_decisive(value).then(|| Proof::Win(line.game().team(winner)))
}

/// A seat of the side that is not to move.
fn other_side<G: Game>(line: &Line<G>) -> Seat {
    let game = line.game();
    let mine = game.team(line.to_move());
    Seat::all(game.seats()).find(|&seat| game.team(seat) != mine).expect("a game of two sides")
}

/// The expected scores of all seats that belong to a value for the seat to move.
pub(crate) fn expected<G: Game, H: Heuristic<G>>(line: &Line<G>, heuristic: &H, value: i32) -> Vec<f64> {
    let game = line.game();
    let mine = game.team(line.to_move());
    let seats = Seat::all(game.seats());
    if is_decisive(value) {
        let side = |team: Team| f64::from(u8::from((team == mine) == (value > 0)));
        return seats.map(|seat| side(game.team(seat))).collect();
    }
    let opponents = seats.clone().filter(|&seat| game.team(seat) != mine).count() as i32;
    let (sum, lead) = (heuristic.sum(game) / game.seats() as i32, value / opponents);
    let mut values: Values = [0; MAX_SEATS];
    for seat in seats {
        values[seat.index()] = if game.team(seat) == mine { sum + lead / 2 } else { sum + lead / 2 - lead };
    }
    heuristic.expected(game, &values)[..game.seats()].to_vec()
}

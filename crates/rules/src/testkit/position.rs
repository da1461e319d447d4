//! What holds in every position: keys, counters, outcomes, texts.
use super::case::Case;
use crate::{Game, Outcome, Team};
use std::ops::ControlFlow;

/// The position in which play begins.
pub(super) fn initial<G: Game>(case: &Case<'_, G>) {
    let s = case.game.initial();
    case.stand(&s);
    case.check(s == case.game.initial(), || "two initial positions differ".to_owned());
    case.equal(case.game.ply(&s), 1, "the ply at the start");
    case.check(case.game.outcome(&s).is_none(), || "the game is over at the start".to_owned());
    sound(case, &s);
    goes_round(case, &s);
}

/// What is true of any position, whether it came from play or from text.
pub(super) fn sound<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    case.equal(game.key(s), game.key_from_scratch(s), "the key kept against the key from scratch");
    case.check(game.ply(s) >= 1, || "a ply number below 1".to_owned());
    if let Some(outcome) = game.outcome(s) {
        return valid(case, outcome);
    }
    let seat = game.to_move(s);
    case.check(seat.index() < game.seats(), || format!("{seat} to move, no seat of the game"));
    case.check(game.visit_moves(s, ControlFlow::Break).is_break(), || {
        "the game is not over and there is no move".to_owned()
    });
    case.check(game.horizon(s) != Some(0), || "horizon 0, but the game is not over".to_owned());
}

/// Every cell of the picture is held by a seat of the game or by nobody.
pub(super) fn held<G: Game>(case: &Case<'_, G>, s: &G::State) {
    for (number, cell) in case.game.layout().cells.iter().enumerate() {
        let right = case.game.at(s, number).is_none_or(|seat| seat.index() < case.game.seats());
        case.check(right, || format!("cell {} is held by no seat of the game", cell.label));
    }
}

/// Places are shared as in a race: the number of teams before one's own. A lone team that has lost has rank 1, behind
/// nobody.
fn valid<G: Game>(case: &Case<'_, G>, outcome: Outcome) {
    let ranks = outcome.ranks();
    case.equal(ranks.len(), case.game.teams(), "places for as many teams");
    for &rank in ranks.iter().filter(|_| ranks != [1]) {
        let before = ranks.iter().filter(|&&other| other < rank).count();
        case.equal(
            rank as usize,
            before,
            &format!("a place in {ranks:?}, which is the number of teams before it"),
        );
    }
    let firsts: Vec<Team> = (0..ranks.len()).filter(|&t| ranks[t] == 0).map(Team::new).collect();
    let sole = if let [team] = firsts[..] { Some(team) } else { None };
    case.equal(outcome.winner(), sole, "the winner, who is first alone");
    case.check(!outcome.reasons().is_empty(), || "an outcome without a reason".to_owned());
    let names = outcome.reasons().names(case.game.reason_names());
    case.check(!names.contains('?'), || format!("reasons `{names}`: one has no name"));
}

/// Text there and back gives the same position, the same text and the same moves in the same order.
pub(super) fn goes_round<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    let text = game.format_position(s);
    let read =
        game.parse_position(&text).unwrap_or_else(|e| case.fail(&format!("its own text is refused: {e}")));
    case.check(!text.contains(['\n', '\r']), || "its text has more than one line".to_owned());
    case.check(read == *s, || format!("read back as another position\n  {read:?}\n  {s:?}"));
    case.equal(game.format_position(&read), text, "the text of the position read back");
    case.equal(game.key(&read), game.key(s), "the key of the position read back");
    case.equal(game.outcome(&read), game.outcome(s), "the outcome of the position read back");
    if game.outcome(s).is_none() {
        case.equal(moves(game, &read), moves(game, s), "the moves of the position read back");
    }
}

/// The legal moves as [`Game::visit_moves`] gives them, the one source that the others are measured by.
pub(super) fn moves<G: Game>(game: &G, s: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = game.visit_moves(s, |m| {
        moves.push(m);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// Plays a move and checks what changes with any move. Returns what takes it back.
pub(super) fn apply<G: Game>(case: &Case<'_, G>, s: &mut G::State, m: G::Move) -> G::Undo {
    let game = case.game;
    let (ply, horizon) = (game.ply(s), game.horizon(s));
    let undo = game.apply(s, m);
    case.equal(game.ply(s), ply + 1, "the ply after the move");
    case.equal(
        game.key(s),
        game.key_from_scratch(s),
        "the key kept against the key from scratch, after the move",
    );
    let by_counter = game.outcome(s).filter(Outcome::is_on_path);
    match (horizon, game.horizon(s)) {
        (None, _) if by_counter.is_some() => {
            case.fail("no horizon was told, and a counter decides after the move")
        }
        (None, Some(_)) if game.outcome(s).is_none() => {
            case.fail("no horizon was told, and after the move there is one")
        }
        (Some(told), _) if by_counter.is_some() && told > 1 => {
            case.fail(&format!("horizon {told}, and a counter decides after the move"))
        }
        (Some(told), Some(now)) if game.outcome(s).is_none() && now + 1 < told => {
            case.fail(&format!("horizon {told}, and {now} after the move"))
        }
        _ => {}
    }
    undo
}

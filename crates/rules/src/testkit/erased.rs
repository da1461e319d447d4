//! The object-safe layer plays the same game, and repetition is counted as by hand.
use super::case::Case;
use super::position::moves;
use crate::any::{AnyGame, Erased};
use crate::random::{IndexedRandom, Random, RngExt};
use crate::{AnyLine, Game, Line};

/// One random game on [`AnyLine`] beside the same on [`Line`], to the end and back.
pub(super) fn plays_the_same<G: Game>(case: &Case<'_, G>, rng: &mut Random) {
    let erased: Box<dyn AnyGame> = Box::new(Erased(case.game.clone()));
    let mut line = erased.line();
    let mut twin = Line::new(case.game.clone());
    let mut keys = Vec::new();
    let mut history = Vec::new();
    loop {
        case.stand(twin.state());
        keys.push(case.game.key(twin.state()));
        repetition(case, &twin, &keys);
        same_position(case, &*line, &twin);
        case.equal(line.history(), history.clone(), "the history");
        if twin.outcome().is_some() || history.len() >= case.plan.max_plies as usize {
            break;
        }
        let m = same_moves(case, &mut *line, &twin, rng);
        let text = case.game.format_move(m);
        if rng.random_bool(0.5) {
            case.check(line.push(case.game.move_index(m)), || "a legal index is refused".to_owned());
        } else {
            case.equal(line.push_text(&text), Ok(()), "a legal text pushed");
        }
        twin.push(m);
        history.push(text);
    }
    over(case, &mut *line);
    back(case, &mut *line, &mut twin);
    from_text(case, &*erased, &*line, rng);
}

fn same_position<G: Game>(case: &Case<'_, G>, line: &dyn AnyLine, twin: &Line<G>) {
    let (game, s) = (case.game, twin.state());
    case.equal(line.outcome(), twin.outcome(), "the outcome of the line");
    case.equal(line.len(), twin.len(), "the length of the line");
    case.equal(line.position(), game.format_position(s), "the position of the line");
    case.equal((line.key(), line.ply()), (game.key(s), game.ply(s)), "key and ply of the line");
    if twin.outcome().is_none() {
        case.equal(line.to_move(), game.to_move(s), "the seat to move of the line");
    }
}

/// Legal moves by index and by text; one of them, to be played.
fn same_moves<G: Game>(
    case: &Case<'_, G>,
    line: &mut dyn AnyLine,
    twin: &Line<G>,
    rng: &mut Random,
) -> G::Move {
    let game = case.game;
    let all = moves(game, twin.state());
    let legal = line.legal();
    case.equal(legal.clone(), all.iter().map(|&m| game.move_index(m)).collect(), "the legal indices");
    case.equal(line.legal_texts(), all.iter().map(|&m| game.format_move(m)).collect(), "the legal texts");
    let some: Vec<usize> = (0..8).map(|_| rng.random_range(0..game.move_space())).collect();
    for index in
        some.into_iter().chain([game.move_space(), usize::MAX]).filter(|index| !legal.contains(index))
    {
        case.check(line.format(index).is_none(), || format!("the illegal index {index} has a text"));
        case.check(!line.push(index), || format!("the illegal index {index} is played"));
        case.equal(line.len(), twin.len(), "the length after an illegal move");
    }
    case.check(line.push_text("no such move").is_err(), || "`no such move` is played".to_owned());
    let &m = all.choose(rng).unwrap_or_else(|| case.fail("the game is not over and there is no move"));
    case.consider(m);
    let (index, text) = (game.move_index(m), game.format_move(m));
    case.equal(line.format(index), Some(text.clone()), "the text of the index");
    case.equal(line.parse(&text), Ok(index), "the index of the text");
    case.equal(line.path(index), Some(game.move_path(twin.state(), m)), "the path of the index");
    m
}

/// [`Line::stood`] against a count of all keys.
fn repetition<G: Game>(case: &Case<'_, G>, twin: &Line<G>, keys: &[u64]) {
    let Some(times) = case.game.repetition() else {
        return case.equal(twin.stood(), 1, "how often the position has stood, without a rule of repetition");
    };
    let stood = keys.iter().filter(|&key| Some(key) == keys.last()).count() as u32;
    case.equal(twin.stood(), stood, "how often the position has stood");
    let drawn = stood >= u32::from(times) && case.game.outcome(twin.state()).is_none();
    let by_repetition = twin.outcome().is_some() && case.game.outcome(twin.state()).is_none();
    case.equal(by_repetition, drawn, "whether the line is drawn by repetition");
}

/// Nothing can be played when the game is over.
fn over<G: Game>(case: &Case<'_, G>, line: &mut dyn AnyLine) {
    if line.outcome().is_none() {
        return;
    }
    let mut rng = crate::random::stream(case.plan.seed, &[]);
    case.equal(line.legal(), vec![], "the legal moves when the game is over");
    case.check(!line.push_random(&mut rng), || "a random move when the game is over".to_owned());
    case.check(!line.push(0), || "index 0 is played when the game is over".to_owned());
    if let Some(text) = line.history().pop() {
        case.check(line.parse(&text).is_err(), || format!("`{text}` is read when the game is over"));
        case.check(line.push_text(&text).is_err(), || format!("`{text}` is played when the game is over"));
    }
}

/// All moves taken back, on a copy, so that the line itself stays.
fn back<G: Game>(case: &Case<'_, G>, line: &mut dyn AnyLine, twin: &mut Line<G>) {
    let mut copy = line.boxed_clone();
    while twin.pop().is_some() {
        case.check(copy.pop(), || "a move is not taken back".to_owned());
        case.stand(twin.state());
        same_position(case, &*copy, twin);
    }
    case.check(!copy.pop(), || "more is taken back than was played".to_owned());
    case.check(*twin.state() == case.game.initial(), || "all taken back, and not at the start".to_owned());
}

/// A line that starts from text, and perft from there against a plain count.
fn from_text<G: Game>(case: &Case<'_, G>, erased: &dyn AnyGame, line: &dyn AnyLine, rng: &mut Random) {
    let mut twin = Line::new(case.game.clone());
    let plies = rng.random_range(0..=line.len());
    for text in line.history().iter().take(plies) {
        twin.push_text(text).unwrap_or_else(|e| case.fail(&format!("its own history is refused: {e}")));
    }
    let s = twin.state();
    case.stand(s);
    let position = case.game.format_position(s);
    let started = match erased.line_from(&position) {
        Ok(started) => started,
        Err(error) => case.fail(&format!("its own text is refused: {error}")),
    };
    case.equal(started.position(), position, "the position of a line that starts there");
    case.equal(started.perft(0), 1, "perft of depth 0");
    let all = if case.game.outcome(s).is_some() { Vec::new() } else { moves(case.game, s) };
    case.equal(started.perft(1), all.len() as u64, "perft of depth 1");
    let two_plies = |&m: &G::Move| {
        let mut after = s.clone();
        case.game.play(&mut after, m);
        let on = case.game.outcome(&after).is_none();
        (case.game.format_move(m), if on { moves(case.game, &after).len() as u64 } else { 0 })
    };
    let divided: Vec<(String, u64)> = all.iter().map(two_plies).collect();
    case.equal(started.perft(2), divided.iter().map(|(_, count)| count).sum(), "perft of depth 2");
    case.equal(started.divide(2), divided, "perft of depth 2 by move");
}

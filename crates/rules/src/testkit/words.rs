//! Texts: moves go round, and what is spoilt is refused or read as what it says, never guessed at and never a panic.
use super::case::Case;
use super::close::elsewhere;
use super::position::{apply, goes_round, moves, sound};
use crate::random::{IndexedRandom, Random, RngExt};
use crate::{Game, MoveError};
use std::collections::BTreeSet;

/// Every legal move has a text of its own, which is read as that move.
pub(super) fn moves_go_round<G: Game>(case: &Case<'_, G>, s: &G::State) {
    let game = case.game;
    let all = moves(game, s);
    let texts: BTreeSet<String> = all.iter().map(|&m| game.format_move(m)).collect();
    case.equal(texts.len(), all.len(), "different texts of the moves");
    for m in all {
        case.consider(m);
        let text = game.format_move(m);
        case.check(!text.is_empty() && !text.contains(char::is_whitespace), || {
            format!("the text `{text}` has gaps")
        });
        case.equal(game.parse_move(s, &text), Ok(m), "its text read back");
    }
    case.stand(s);
}

/// What is read as a move is the text of a legal move; everything else is refused.
pub(super) fn junk_is_no_move<G: Game>(case: &Case<'_, G>, s: &G::State, rng: &mut Random) {
    let game = case.game;
    let known: Vec<String> = moves(game, s).into_iter().map(|m| game.format_move(m)).collect();
    let mut junk: Vec<String> =
        ["", " ", "-", "\0", "é", "0", "a0", "a99999999999999999999"].map(String::from).into();
    for _ in 0..case.plan.mutations {
        junk.extend(known.choose(rng).map(|text| spoil(text, rng)));
    }
    junk.extend(known[..known.len().min(3)].iter().flat_map(|text| [format!(" {text}"), format!("{text} ")]));
    for text in junk {
        let read = game.parse_move(s, &text);
        case.equal(read.is_ok(), known.contains(&text), &format!("whether `{text}` is read as a move"));
        match read {
            Ok(m) => case.equal(game.format_move(m), text, "the text of the move read from junk"),
            Err(error) => refusal(case, &text, &error),
        }
    }
}

/// No text is a move where the game is over.
pub(super) fn no_move_when_over<G: Game>(case: &Case<'_, G>, s: &G::State, trail: &[G::State]) {
    // The moves of the ply before are the likeliest to slip through.
    let Some(before) = trail.iter().rev().find(|&s| case.game.outcome(s).is_none()) else { return };
    for m in moves(case.game, before) {
        let text = case.game.format_move(m);
        match case.game.parse_move(s, &text) {
            Ok(_) => case.fail(&format!("the game is over, and `{text}` is read as a move")),
            Err(error) => refusal(case, &text, &error),
        }
    }
}

fn refusal<G: Game>(case: &Case<'_, G>, text: &str, error: &MoveError) {
    case.equal(error.text.as_str(), text, "the text that the refusal quotes");
    case.check(!error.why.is_empty(), || format!("`{text}` is refused without saying why"));
}

/// Spoilt position texts are refused at a place in the text, or give a sound position that can be played.
pub(super) fn position_survives_spoiling<G: Game>(
    case: &Case<'_, G>,
    s: &G::State,
    trail: &[G::State],
    rng: &mut Random,
) {
    let game = case.game;
    let text = game.format_position(s);
    for _ in 0..case.plan.mutations {
        let other = trail.choose(rng).map(|s| game.format_position(s)).unwrap_or_default();
        let spoilt = if rng.random_bool(0.2) { cross(&text, &other, rng) } else { spoil(&text, rng) };
        match game.parse_position(&spoilt) {
            Ok(read) => {
                case.stand(&read);
                sound(case, &read);
                goes_round(case, &read);
                play_on(case, read, rng);
            }
            Err(error) => {
                case.check(spoilt.is_char_boundary(error.at), || {
                    format!("`{spoilt}` is refused at byte {}, which is no place in it", error.at)
                });
                case.check(!error.what.is_empty(), || format!("`{spoilt}` is refused without saying why"));
            }
        }
        case.stand(s);
    }
    for m in elsewhere(case, trail, rng).into_iter().take(3) {
        let text = game.format_move(m);
        case.check(game.parse_position(&text).is_err(), || {
            format!("the move `{text}` is read as a position")
        });
    }
}

/// A few random plies, each there and back.
fn play_on<G: Game>(case: &Case<'_, G>, mut s: G::State, rng: &mut Random) {
    for _ in 0..6 {
        case.stand(&s);
        if case.game.outcome(&s).is_some() {
            return;
        }
        let all = moves(case.game, &s);
        let &m = all.choose(rng).unwrap_or_else(|| case.fail("the game is not over and there is no move"));
        case.consider(m);
        let before = s.clone();
        let undo = apply(case, &mut s, m);
        sound(case, &s);
        let after = s.clone();
        case.game.undo(&mut s, m, undo);
        case.check(s == before, || format!("taken back as another position\n  {s:?}\n  {before:?}"));
        s = after;
    }
}

/// The text after one to three small accidents.
fn spoil(text: &str, rng: &mut Random) -> String {
    const STRANGE: [&str; 12] =
        ["", " ", "0", "1", "-", "+", "A", "z", "é", "\u{2003}", "4294967296", "18446744073709551616"];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..=3) {
        let at = rng.random_range(0..=chars.len());
        let end = (at + rng.random_range(0..=2)).min(chars.len());
        match rng.random_range(0..6) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..end, STRANGE.choose(rng).unwrap_or(&"").chars())),
            2 => chars.extend_from_within(at..),
            3 => chars.truncate(at),
            4 => {
                let own = chars.choose(rng).copied();
                chars.splice(at..end, own);
            }
            _ if end > at => {
                let other = rng.random_range(0..chars.len());
                chars.swap(at, other);
            }
            _ => {}
        }
    }
    chars.into_iter().collect()
}

/// The head of one text and the tail of another, split between words or anywhere.
fn cross(head: &str, tail: &str, rng: &mut Random) -> String {
    let cut = |text: &str, rng: &mut Random| -> usize {
        let all: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
        let gaps: Vec<usize> = text.match_indices([' ', '/']).map(|(i, _)| i).collect();
        let from = if gaps.is_empty() || rng.random_bool(0.5) { all } else { gaps };
        from.choose(rng).copied().unwrap_or(0)
    };
    let (a, b) = (cut(head, rng), cut(tail, rng));
    format!("{}{}", &head[..a], &tail[b..])
}

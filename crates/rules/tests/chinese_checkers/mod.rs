//! Chinese Checkers: counts, a plain twin of the rules, published totals, text, the conformance kit.
use hoppity_rules::games::chinese_checkers::{ChineseCheckers, Hole, Move, State};
use hoppity_rules::{Catalogued, Game, Spec};

mod board;
mod contract;
mod mailbox;
mod options;
mod perft;
mod positions;
mod solved;
mod twin;

/// The game of a spec string.
fn game(spec: &str) -> ChineseCheckers {
    let built = Spec::parse(spec).and_then(|spec| ChineseCheckers::from_spec(&spec));
    built.unwrap_or_else(|e| panic!("`{spec}`: {e}"))
}

/// The hole of this name.
fn hole(game: &ChineseCheckers, name: &str) -> Hole {
    game.holes().iter().find(|&hole| game.label(hole) == name).unwrap_or_else(|| panic!("no hole {name}"))
}

fn moves(game: &ChineseCheckers, s: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    moves
}

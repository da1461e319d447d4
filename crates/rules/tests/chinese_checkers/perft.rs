//! Counts of move sequences: known ones from the start, and those of the plain twin.
use super::game;
use super::mailbox::{Mailbox, Rules};
use hoppity_rules::Game;
use hoppity_rules::perft::perft;

/// A debug run leaves out the counts above this.
const LIMIT: u64 = if cfg!(debug_assertions) { 400_000 } else { u64::MAX };

#[test]
fn the_table_is_met() {
    let rows =
        include_str!("../data/chinese-checkers-perft.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut compared = 0;
    for row in rows {
        let (spec, counts) = row.split_once('\t').unwrap();
        let game = game(spec);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count <= LIMIT {
                assert_eq!(perft(&game, &mut game.initial(), depth), count, "{spec}, depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared > 30, "{compared} counts compared");
}

#[test]
fn counts_are_those_of_the_plain_twin() {
    for spec in [
        "chinese-checkers(rhombus=4,rules=sturtevant)",
        "chinese-checkers(rhombus=5,men=3)",
        "chinese-checkers(rhombus=3,men=3,win=filled)",
    ] {
        let game = game(spec);
        for depth in 1..=4 {
            let twin = plain_perft(&Mailbox::new(Rules::parse(spec)), depth);
            assert_eq!(perft(&game, &mut game.initial(), depth), twin, "{spec}, depth {depth}");
        }
    }
}

fn plain_perft(twin: &Mailbox, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if twin.end.is_some() {
        return 0;
    }
    let turns = twin.turns();
    let after = |turn| {
        let mut after = twin.clone();
        after.play(turn);
        plain_perft(&after, depth - 1)
    };
    if turns.is_empty() { after(None) } else { turns.into_iter().map(|turn| after(Some(turn))).sum() }
}

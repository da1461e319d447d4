//! Counts of move sequences against a table on which three independent programs agree.
use super::halma;
use super::mailbox::{self, Mailbox, Rules};
use hoppity_rules::Game;
use hoppity_rules::perft::perft;

/// A debug run leaves out the counts above this; the whole table takes a release build a few seconds.
const LIMIT: u64 = if cfg!(debug_assertions) { 250_000 } else { 100_000_000 };

#[test]
fn the_table_is_met() {
    let rows = include_str!("../data/halma-perft.tsv").lines().filter(|line| !line.starts_with('#'));
    let (mut compared, mut by_twin) = (0, 0);
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, spec, position, counts] = columns[..] else { panic!("row `{row}`") };
        let game = halma(spec);
        let mut s = match position {
            "-" => game.initial(),
            text => game.parse_position(text).unwrap_or_else(|e| panic!("{name}: {e}")),
        };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count <= LIMIT {
                assert_eq!(perft(&game, &mut s, depth), count, "{name}, {spec}, depth {depth}");
                compared += 1;
            }
            if count <= LIMIT / 10 {
                let mut twin = Mailbox::new(Rules::parse(spec));
                twin.set_state(&game, &s);
                let found = mailbox::perft(&mut twin, &mut vec![Vec::new(); depth as usize]);
                assert_eq!(found, count, "the twin, {name}, {spec}, depth {depth}");
                by_twin += 1;
            }
        }
    }
    assert!(compared > 250 && by_twin > 200, "{compared} counts compared, {by_twin} of the twin");
}

//! Threads in one search: other node counts every time, but the same values and proofs, and no limit overstepped.
use super::{EXACT, decide, depth, exact, game, mnk};
use crate::minimax::{Noise, NoisyOrder, minimax};
use hoppity_rules::games::hex::Hex;
use hoppity_rules::{Game, Line};
use hoppity_search::alphabeta::{Config, Switches};
use hoppity_search::{Action, Flat, Limits, Uniform};
use std::time::Duration;

#[test]
fn values_are_those_of_minimax() {
    let line = Line::new(mnk(4, 4, 3));
    let (value, best) = minimax(&mut line.clone(), 5);
    for threads in [2, 3, 8] {
        for table_mib in [0, 1] {
            let config = Config { threads, table_mib, switches: EXACT, ..exact(depth(5)) };
            let decision = decide(Noise, NoisyOrder, &line, config);
            assert_eq!(decision.score, Some(f64::from(value)), "{threads} threads");
            assert!(matches!(decision.action, Action::Play(m) if best.contains(&m)));
        }
    }
}

#[test]
fn proofs_are_the_same() {
    let hex: Hex = game("hex(size=3)");
    for opening in Line::new(hex.clone()).legal_moves() {
        let mut line = Line::new(hex.clone());
        line.push(opening);
        let config = Config { switches: Switches::DEFAULT, ..exact(depth(30)) };
        let alone = decide(Flat, Uniform, &line, config).proved;
        assert!(alone.is_some());
        let together = decide(Flat, Uniform, &line, Config { threads: 4, ..config }).proved;
        assert_eq!(alone, together, "{}", hex.format_move(opening));
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    let line = Line::new(mnk(6, 6, 5));
    let limits = Limits { nodes: Some(10_000), ..Limits::NONE };
    let config = Config { threads: 4, switches: Switches::DEFAULT, ..exact(limits) };
    let decision = decide(Noise, NoisyOrder, &line, config);
    assert!((2500..=10_000).contains(&decision.nodes), "{}", decision.nodes);
    let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::NONE };
    let decision = decide(Noise, NoisyOrder, &line, Config { limits, ..config });
    assert!(decision.time >= Duration::from_millis(30));
}

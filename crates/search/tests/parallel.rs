//! Tree search with several threads: the same proofs, every simulation counted, no limit overstepped.
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, random};
use hoppity_search::mcts::{Backup, Config, Mcts, Parallel, Playout};
use hoppity_search::{Agent, Control, Decision, Flat, Limits, Uniform, WallClock};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const BOTH: [Parallel; 2] = [Parallel::Tree, Parallel::Root];

fn decide<G: Game>(line: &Line<G>, config: Config) -> Decision<G::Move> {
    let mut agent = Mcts::new(Flat, Uniform, config);
    agent.start(line.game(), line.to_move(), random::stream(1, &[]));
    let found = agent.choose(line, &Limits::NONE, &mut Control::new(&WallClock::new())).expect("a decision");
    assert!(agent.tree_bytes() <= config.tree_mib << 20);
    found
}

fn sims(sims: u64) -> Config {
    Config { limits: Limits { sims: Some(sims), ..Limits::NONE }, tree_mib: 8, ..Config::default() }
}

fn board(spec: &str) -> Line<Mnk> {
    Line::new(Mnk::from_spec(&spec.parse().expect("a spec")).expect("a game"))
}

#[test]
fn proofs_are_those_of_one_thread() {
    for seats in 1..=4 {
        for seed in 0..20 {
            let mut rng = random::stream(seed, &[seats as u64]);
            let shape = Shape { payoffs: 0..=2, ..Shape::plain(seats, 5) };
            let line = Line::new(DummyGame::random(&shape, &mut rng));
            let alone = decide(&line, sims(4000)).proved;
            for (threads, parallel) in [2, 5].into_iter().flat_map(|n| BOTH.map(|parallel| (n, parallel))) {
                // Each thread may spend as much as the one.
                let config = Config { threads, parallel, ..sims(4000 * threads as u64) };
                assert_eq!(decide(&line, config).proved, alone, "{seats} seats, seed {seed}, {config:?}");
            }
        }
    }
}

#[test]
fn every_simulation_is_begun_once_and_counted_once() {
    let line = board("mnk(m=7,n=7,k=5)");
    let all = Config { rave: 100.0, grave: 20, last_good_reply: true, playout: Playout::Nst, ..sims(3001) };
    let configs = [
        sims(3001),
        all,
        // With so little memory nodes go while others are on their way through them.
        Config { tree_mib: 1, ..sims(30_001) },
        Config { transpositions: true, tree_mib: 1, ..sims(30_001) },
        Config { minimax: 0.3, playouts: 2, backup: Backup::Paranoid, ..sims(3001) },
    ];
    for (config, parallel) in configs.into_iter().flat_map(|config| BOTH.map(|parallel| (config, parallel))) {
        let config = Config { threads: 4, parallel, ..config };
        let Decision { sims, root, .. } = decide(&line, config);
        assert_eq!(Some(sims), config.limits.sims, "{config:?}");
        let visits: u64 = root.iter().map(|r| r.visits).sum();
        assert_eq!(visits, sims, "no visit is left over or lost: {config:?}");
    }
}

#[test]
fn trees_of_their_own_come_to_the_same_every_time() {
    let line = board("mnk(m=6,n=6,k=4)");
    let config = Config { threads: 3, parallel: Parallel::Root, ..sims(2000) };
    let still = |decision: Decision<_>| Decision { time: Duration::ZERO, ..decision };
    let first = still(decide(&line, config));
    for _ in 0..5 {
        assert_eq!(still(decide(&line, config)), first);
    }
}

#[test]
fn a_win_is_found() {
    let mut line = board("mnk(m=5,n=5,k=4)");
    for text in ["b3", "a1", "c3", "a5", "d3", "a3"] {
        line.push_text(text).expect("a legal move");
    }
    for parallel in BOTH {
        let found = decide(&line, Config { threads: 3, parallel, ..sims(3000) });
        assert_eq!(line.game().format_move(found.pv[0]), "e3");
    }
}

#[test]
fn time_and_the_stop_flag_end_all_threads() {
    let line = board("mnk(m=9,n=9,k=5)");
    for parallel in BOTH {
        let config = Config { threads: 3, parallel, limits: Limits::NONE, ..sims(1) };
        let mut agent = Mcts::new(Flat, Uniform, config);
        agent.start(line.game(), line.to_move(), random::stream(1, &[]));
        let (clock, stop) = (WallClock::new(), AtomicBool::new(true));
        let endless = Limits { sims: Some(u64::MAX), ..Limits::NONE };
        let found = agent.choose(&line, &endless, &mut Control::new(&clock).with_stop(&stop));
        assert!(found.expect("a decision").sims < 1000);
        let short = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
        let found = agent.choose(&line, &short, &mut Control::new(&clock)).expect("a decision");
        assert!(found.time >= Duration::from_millis(20) && found.sims > 0);
        let mut told = 0;
        let mut hear = |snapshot: &Decision<_>| {
            told += 1;
            assert_eq!(snapshot.root.len(), 81);
        };
        let some = Limits { sims: Some(5000), ..Limits::NONE };
        agent.choose(&line, &some, &mut Control::new(&clock).with_sink(&mut hear)).expect("a decision");
        assert!(told > 0);
    }
}

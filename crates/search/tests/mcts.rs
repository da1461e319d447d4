//! Tree search backs values up for the seat that moves.
use hoppity_rules::dummy::DummyGame;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, Seat, random};
use hoppity_search::mcts::{Backup, Config, Mcts, Playout, Rule};
use hoppity_search::{Action, Agent, Control, Decision, Flat, Limits, Policy, Uniform, WallClock};

fn decide(game: &DummyGame, config: Config) -> Decision<<DummyGame as Game>::Move> {
    let mut agent = Mcts::new(Flat, Uniform, config);
    agent.start(game, Seat::A, random::stream(1, &[]));
    let line = Line::new(game.clone());
    agent.choose(&line, &Limits::default(), &mut Control::new(&WallClock::new())).expect("a decision")
}

fn sims(sims: u64) -> Config {
    Config { limits: Limits { sims: Some(sims), ..Limits::default() }, ..Config::default() }
}

/// The number of the first move chosen, as trees count them.
fn choice(tree: &str, teams: &[usize]) -> String {
    let game = DummyGame::parse(tree).and_then(|game| game.with_teams(teams)).expect("a tree");
    match decide(&game, sims(3000)).action {
        Action::Play(m) => game.format_move(m),
        Action::Resign => panic!("resigned"),
    }
}

#[test]
fn each_seat_maximises_its_own_score() {
    // B takes its win in the first; in the second B has nothing to gain, and A wins half the time.
    assert_eq!(choice("(A (B (1,0,0) (0,1,0)) (B (0,0,1) (1,0,0)))", &[0, 1, 2]), "2");
    // C decides, and never for A in the first.
    assert_eq!(choice("(A (C (1,0,0) (0,0,1)) (C (0,1,0) (1,0,0)))", &[0, 1, 2]), "2");
}

#[test]
fn a_seat_that_moves_twice_is_no_opponent_of_itself() {
    assert_eq!(choice("(A (B (1,0) (0,1)) (A (0,1) (1,0)))", &[0, 1]), "2");
}

#[test]
fn partners_want_the_same() {
    let tree = "(A (B (1,0,1,0) (0,1,0,1)) (C (1,0,1,0) (0,1,0,1)))";
    assert_eq!(choice(tree, &[0, 1, 0, 1]), "2");
}

/// A line of `plies` where the one who is to move may end the game or go on.
fn ladder(plies: usize) -> DummyGame {
    let fork = |tree: String, i: usize| format!("({} {tree} (0,1) (1,0))", ["A", "B"][i % 2]);
    DummyGame::parse(&(0..plies).fold("(1,1)".to_owned(), fork)).expect("a tree")
}

#[test]
fn a_tree_without_room_does_not_grow_and_the_search_goes_on() {
    let config = Config { tree_mib: 0, solver: Rule::Off, ..sims(500) };
    let decision = decide(&ladder(20), config);
    assert_eq!(decision.sims, 500);
    assert!(decision.depth <= 1, "only the root's children are in the tree");
}

#[test]
fn a_full_tree_makes_room_and_the_search_goes_on() {
    let game: Mnk = Mnk::from_spec(&"mnk(m=19,n=19,k=5)".parse().expect("a spec")).expect("a game");
    let mut agent = Mcts::new(Flat, Uniform, Config { tree_mib: 1, ..sims(4000) });
    agent.start(&game, Seat::A, random::stream(1, &[]));
    let line = Line::new(game);
    let decision =
        agent.choose(&line, &Limits::default(), &mut Control::new(&WallClock::new())).expect("a decision");
    // Each simulation grows a node of some 360 moves: there is room for less than a hundred of them.
    assert_eq!(decision.sims, 4000);
    assert_eq!(decision.root.iter().map(|r| r.visits).sum::<u64>(), 4000, "the root's visits are kept");
    assert!(agent.tree_bytes() <= 1 << 20);
}

#[test]
fn a_tree_is_kept_from_move_to_move() {
    let game: Mnk = Mnk::from_spec(&"mnk(m=5,n=5,k=4)".parse().expect("a spec")).expect("a game");
    let play = |reuse: bool| {
        let mut agent = Mcts::new(Flat, Uniform, Config { reuse, ..sims(500) });
        agent.start(&game, Seat::A, random::stream(1, &[]));
        let mut line = Line::new(game.clone());
        let mut decide = |line: &Line<Mnk>| {
            let clock = WallClock::new();
            let control = &mut Control::new(&clock);
            let decision = agent.choose(line, &Limits::default(), control).expect("a decision");
            (decision.pv[0], decision.sims, decision.root.iter().map(|r| r.visits).sum::<u64>())
        };
        let (first, sims, visits) = decide(&line);
        assert_eq!((sims, visits), (500, 500));
        line.push(first);
        let reply = line.legal_moves()[0];
        line.push(reply);
        let (_, sims, visits) = decide(&line);
        assert_eq!(sims, 500, "simulations are those of this move");
        // Another game, or the same line from the beginning, has nothing to take up.
        assert_eq!(decide(&Line::new(game.clone())).2, 500);
        visits
    };
    assert!(play(true) > 500);
    assert_eq!(play(false), 500);
}

#[test]
fn a_choice_that_is_settled_ends_the_search() {
    let game: Mnk = Mnk::from_spec(&"mnk(m=6,n=6,k=4)".parse().expect("a spec")).expect("a game");
    let decide = |early: bool, c: f32| {
        let config = Config { early, exploration: c, solver: Rule::Off, ..sims(3000) };
        let mut agent = Mcts::new(Flat, Uniform, config);
        agent.start(&game, Seat::A, random::stream(1, &[]));
        let clock = WallClock::new();
        let control = &mut Control::new(&clock);
        agent.choose(&Line::new(game.clone()), &Limits::default(), control).expect("a decision")
    };
    for c in [0.05, 0.4] {
        let (whole, early) = (decide(false, c), decide(true, c));
        assert_eq!(early.action, whole.action);
        assert!(early.sims <= whole.sims);
    }
    assert!(decide(true, 0.05).sims < 3000);
}

/// Every technique, alone and together: the search runs, is the same again, and finds the move that wins.
#[test]
fn every_technique_finds_a_win() {
    let all = Config {
        rave: 50.0,
        tuned: true,
        fpu: Some(0.6),
        virtual_visits: 2.0,
        bias: 0.5,
        expand: 2,
        playouts: 3,
        last_good_reply: true,
        early: true,
        grave: 20,
        history: 0.3,
        minimax: 0.2,
        widening: 1.1,
        decisive: 2,
        playout: Playout::Nst,
        transpositions: true,
        ..sims(3000)
    };
    let plain = sims(3000);
    let configs = [
        all,
        Config { rave: 50.0, ..plain },
        Config { rave: 50.0, exploration: 0.0, ..plain },
        Config { tuned: true, ..plain },
        Config { fpu: Some(0.6), ..plain },
        Config { virtual_visits: 2.0, ..plain },
        Config { expand: 5, ..plain },
        Config { playouts: 4, ..plain },
        Config { last_good_reply: true, ..plain },
        Config { rave: 50.0, grave: 20, ..plain },
        Config { history: 0.5, ..plain },
        Config { minimax: 0.4, ..plain },
        Config { minimax: 0.4, expand: 0, rave: 50.0, ..plain },
        Config { widening: 1.3, ..plain },
        Config { decisive: 3, ..plain },
        Config { playout: Playout::Mast, ..plain },
        Config { playout: Playout::Nst, epsilon: 0.3, ..plain },
        Config { transpositions: true, ..plain },
        Config { transpositions: true, tree_mib: 1, ..plain },
        Config { backup: Backup::Paranoid, ..plain },
        Config { backup: Backup::BestReply, ..plain },
    ];
    let game: Mnk = Mnk::from_spec(&"mnk(m=5,n=5,k=4)".parse().expect("a spec")).expect("a game");
    let mut line = Line::new(game);
    // A has three in a row that are open on both sides; whatever B does, A completes it.
    for text in ["b3", "a1", "c3", "a5", "d3"] {
        line.push_text(text).expect("a legal move");
    }
    line.push_text("a3").expect("a legal move");
    for config in configs {
        let decide = |solver: Rule| {
            let mut agent = Mcts::new(Flat, Uniform, Config { solver, ..config });
            agent.start(line.game(), Seat::A, random::stream(1, &[]));
            let clock = WallClock::new();
            let control = &mut Control::new(&clock);
            let decision = agent.choose(&line, &Limits::default(), control).expect("a decision");
            Decision { time: std::time::Duration::ZERO, ..decision }
        };
        for rule in [Rule::Off, Rule::Standard] {
            let decision = decide(rule);
            assert_eq!(line.game().format_move(decision.pv[0]), "e3", "{config:?}");
            assert_eq!(decide(rule), decision, "{config:?}");
        }
    }
}

/// What the others are thought to want decides: whether C gives the game to A, to B, or takes the draw.
#[test]
fn backups_differ_in_what_others_want() {
    // After 1, B chooses between its own win and that of C. After 2, B can only choose who of A and C shares with it.
    let tree = "(A (B (0,1,0) (1,0,1)) (B (1,1,0) (0,1,1)))";
    let game = DummyGame::parse(tree).expect("a tree");
    let values = |backup: Backup| {
        let config = Config { backup, solver: Rule::Off, ..sims(4000) };
        decide(&game, config).root.iter().map(|r| r.value.expect("a value")).collect::<Vec<_>>()
    };
    let near = |found: &[f64], right: [f64; 2]| found.iter().zip(right).all(|(a, b)| (a - b).abs() < 0.05);
    let maxn = values(Backup::MaxN);
    assert!(near(&maxn[..1], [0.0, 0.0]) && maxn[1] > 0.1, "{maxn:?}: B wins, or does not care");
    let paranoid = values(Backup::Paranoid);
    assert!(near(&paranoid, [0.0, 0.0]), "{paranoid:?}: B takes from A what it can");
}

#[test]
fn one_of_the_others_answers_at_a_time() {
    // B and C together can take the win from A, each alone cannot. What they do of themselves comes first in the tree.
    let tree = "(A (B (C (1,0,0) (1,0,0)) (C (1,0,0) (0,1,1))) (B (C (1,1,1)) (C (1,1,1))))";
    let game = DummyGame::parse(tree).expect("a tree");
    let config = |backup| Config { backup, solver: Rule::Off, ..sims(4000) };
    let value = |backup: Backup| {
        let mut agent = Mcts::new(Flat, FirstIsBest, config(backup));
        agent.start(&game, Seat::A, random::stream(1, &[]));
        let clock = WallClock::new();
        let line = Line::new(game.clone());
        let decision = agent.choose(&line, &Limits::default(), &mut Control::new(&clock));
        decision.expect("a decision").root[0].value.expect("a value")
    };
    assert!(value(Backup::Paranoid) < 0.2);
    assert!(value(Backup::BestReply) > 0.99);
}

/// Prefers moves in the game's order.
#[derive(Clone, Copy, Debug)]
struct FirstIsBest;

impl Policy<DummyGame> for FirstIsBest {
    fn prior(&self, game: &DummyGame, _: &<DummyGame as Game>::State, m: <DummyGame as Game>::Move) -> i32 {
        -(game.move_index(m) as i32)
    }
}

//! Techniques that change what is looked at, each against a plain twin of what it says.
use super::{EXACT, decide, depth, exact, game, mnk};
use crate::minimax::{Noise, NoisyOrder, minimax, terminal};
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::random::{mix, stream};
use hoppity_rules::{Game, Line, Seat, Team};
use hoppity_search::alphabeta::{Config, Switches, TableUse};
use hoppity_search::{Action, Flat, Heuristic, Policy, Proof, Uniform, margin};

/// In Hex a pass never helps, so every bound it gives is true: with null moves the positions of solved boards have the
/// values they have without.
#[test]
fn null_moves_are_sound_where_a_pass_never_helps() {
    let hex: Hex = game("hex(size=3)");
    let null = Switches { null_move: true, ..EXACT };
    let mut used = false;
    for seed in 0..20 {
        let mut line = Line::new(hex.clone());
        let mut rng = stream(seed, &[3]);
        while line.outcome().is_none() {
            let plain = decide(Flat, Uniform, &line, exact(depth(12)));
            let passing = decide(Flat, Uniform, &line, Config { switches: null, ..exact(depth(12)) });
            assert_eq!(plain.proved, passing.proved, "{}", hex.format_position(line.state()));
            used |= plain.nodes != passing.nodes;
            let m = hex.sample(line.state(), &mut rng);
            line.push(m);
        }
    }
    assert!(used, "null moves were never made");
}

/// No race permits a pass: with the switch on nothing changes.
#[test]
fn null_moves_are_not_made_in_races() {
    let race: hoppity_rules::games::halma::Halma = game("halma(board=5,camp=[2,1])");
    let line = Line::new(race.clone());
    assert!(race.passed(line.state()).is_none());
    let null = Switches { null_move: true, ..EXACT };
    let plain = decide(Noise, NoisyOrder, &line, exact(depth(4)));
    let passing = decide(Noise, NoisyOrder, &line, Config { switches: null, ..exact(depth(4)) });
    assert_eq!((plain.nodes, plain.score), (passing.nodes, passing.score));
}

/// The twin of `width`: only the best moves by prior, of equal ones those that come first in the game's order.
fn narrow_minimax<G: Game>(line: &mut Line<G>, root: Seat, d: u32, ply: i32, width: usize) -> i32 {
    let game = line.game().clone();
    if let Some(outcome) = line.outcome() {
        return terminal(&game, &outcome, root, ply);
    }
    if d == 0 {
        return margin(&game, &Noise.values(&game, line.state(), &()), root);
    }
    let mut moves = line.legal_moves();
    moves.sort_by_key(|&m| std::cmp::Reverse(NoisyOrder.prior(&game, line.state(), m)));
    moves.truncate(width);
    let maximises = game.team(line.to_move()) == game.team(root);
    let values = moves.into_iter().map(|m| {
        line.push(m);
        let value = narrow_minimax(line, root, d - 1, ply + 1, width);
        line.pop();
        value
    });
    let best = if maximises { values.max() } else { values.min() };
    best.expect("an unfinished position has moves")
}

#[test]
fn a_width_keeps_the_best_moves_by_prior() {
    for width in [1, 2, 3, 50] {
        for switches in [EXACT, Switches { prior: false, mtdf: true, ..EXACT }] {
            let config = Config { switches: Switches { width, ..switches }, ..exact(depth(4)) };
            let mut rng = stream(width as u64, &[]);
            let mut line = Line::new(game::<Mnk>("mnk(m=4,n=4,k=3,players=3)"));
            while line.outcome().is_none() {
                let decision = decide(Noise, NoisyOrder, &line, config);
                let root = line.to_move();
                let value = narrow_minimax(&mut line.clone(), root, 4, 0, width);
                assert_eq!(decision.score, Some(f64::from(value)), "width {width}");
                let m = line.game().sample(line.state(), &mut rng);
                line.push(m);
            }
        }
    }
}

/// Noise says which positions are not quiet and which moves are noisy.
#[derive(Clone, Copy, Debug)]
struct Restless;

impl<G: Game> Policy<G> for Restless {
    fn quiet(&self, game: &G, s: &G::State) -> bool {
        mix(game.key(s) ^ 1).is_multiple_of(3)
    }
    fn noisy(&self, game: &G, s: &G::State, m: G::Move) -> bool {
        mix(game.key(s) ^ game.move_index(m) as u64 ^ 2).is_multiple_of(2)
    }
}

/// The twin of quiescence: at the leaves the side to move stands pat or plays a noisy move.
fn quiescent<G: Game>(line: &mut Line<G>, root: Seat, d: u32, plies: u32, ply: i32) -> i32 {
    let game = line.game().clone();
    if let Some(outcome) = line.outcome() {
        return terminal(&game, &outcome, root, ply);
    }
    let stands = margin(&game, &Noise.values(&game, line.state(), &()), root);
    let restless = plies > 0 && !Restless.quiet(&game, line.state());
    if d == 0 && !restless {
        return stands;
    }
    let mut moves = line.legal_moves();
    if d == 0 {
        moves.retain(|&m| Restless.noisy(&game, line.state(), m));
    }
    let maximises = game.team(line.to_move()) == game.team(root);
    let values = moves.into_iter().map(|m| {
        line.push(m);
        let left = if d == 0 { plies - 1 } else { plies };
        let value = quiescent(line, root, d.saturating_sub(1), left, ply + 1);
        line.pop();
        value
    });
    let values = values.chain((d == 0).then_some(stands));
    let best = if maximises { values.max() } else { values.min() };
    best.expect("stands or moves")
}

#[test]
fn quiescence_stands_pat_or_plays_noisy_moves() {
    let mut differs = false;
    for quiescence in [0, 1, 3] {
        for seats in [2, 3] {
            for seed in 0..40 {
                let shape = Shape { branching: 2..=3, shared: 0.2, ..Shape::plain(seats, 7) };
                let tree = DummyGame::random(&shape, &mut stream(seed, &[12]));
                let mut line = Line::new(tree);
                let root = line.to_move();
                let config = Config { switches: Switches { quiescence, ..EXACT }, ..exact(depth(3)) };
                let decision = decide(Noise, Restless, &line, config);
                let value = quiescent(&mut line, root, 3, quiescence, 0);
                assert_eq!(decision.score, Some(f64::from(value)), "{quiescence} plies, {}", line.game());
                differs |= value != minimax(&mut line, 3).0;
            }
        }
    }
    assert!(differs, "quiescence never changed a value");
}

/// A single reply costs no ply.
#[test]
fn one_reply_extends() {
    // A's choice: the first child looks good three plies on, and is lost at the fourth, after a forced move.
    let tree = "(A[5,5] (B[5,5] (A[9,0] (B[9,0] (0,1) (0,1)))) (B[5,5] (A[5,5] (B[4,5] (A[4,5]) (A[4,5])))))";
    let line = Line::new(DummyGame::parse(tree).expect("a tree"));
    let decide = |extensions| {
        let switches = Switches { extensions, table: TableUse::Off, ..EXACT };
        decide(Written, Uniform, &line, Config { switches, ..exact(depth(2)) })
    };
    let text = |action| match action {
        Action::Play(m) => line.game().format_move(m),
        Action::Resign => panic!("resigned"),
    };
    assert_eq!(text(decide(false).action), "1");
    assert_eq!(text(decide(true).action), "2");
}

/// The values written in the tree.
#[derive(Clone, Copy, Debug)]
struct Written;

impl Heuristic<DummyGame> for Written {
    type Acc = ();

    fn sum(&self, _: &DummyGame) -> i32 {
        100
    }
    fn start(&self, _: &DummyGame, _: &<DummyGame as Game>::State) {}
    fn apply(
        &self,
        _: &DummyGame,
        (): &mut (),
        _: &<DummyGame as Game>::State,
        _: <DummyGame as Game>::Move,
    ) {
    }
    fn undo(&self, _: &DummyGame, (): &mut (), _: &<DummyGame as Game>::State, _: <DummyGame as Game>::Move) {
    }
    fn values(&self, game: &DummyGame, s: &<DummyGame as Game>::State, (): &()) -> hoppity_search::Values {
        let mut values = [0; 6];
        if let Some(written) = game.values(s) {
            values[..written.len()].copy_from_slice(written);
        }
        values
    }
    fn expected(&self, game: &DummyGame, _: &hoppity_search::Values) -> [f64; 6] {
        let mut scores = [0.0; 6];
        scores[..game.seats()].fill(1.0 / game.seats() as f64);
        scores
    }
}

/// Late moves are left out only where priors tell moves apart: without, a win by the last move is found at once.
#[test]
fn equal_priors_prune_nothing() {
    let losses = " (0,1)".repeat(40);
    let tree = format!("(A (B (A{losses} (1,0))))");
    let line = Line::new(DummyGame::parse(&tree).expect("a tree"));
    let config = Config { switches: Switches::DEFAULT, ..exact(depth(3)) };
    assert_eq!(decide(Flat, Uniform, &line, config).proved, Some(Proof::Win(Team::new(0))));
}

/// What each of the lossy switches leaves out is worth less nodes.
#[test]
fn pruning_saves_nodes() {
    let line = Line::new(mnk(6, 6, 5));
    let nodes = |switches| decide(Noise, NoisyOrder, &line, Config { switches, ..exact(depth(5)) }).nodes;
    let all = nodes(EXACT);
    for (name, switches) in [
        ("lmr", Switches { lmr: true, ..EXACT }),
        ("lmp", Switches { lmp: true, ..EXACT }),
        ("futility", Switches { futility: 0.01, ..EXACT }),
        ("width", Switches { width: 10, ..EXACT }),
    ] {
        assert!(nodes(switches) < all / 2, "{name}: {} of {all}", nodes(switches));
    }
}

//! With every switch on: what is proved is true, and small boards are proved.
use super::{decide, depth, game, mnk};
use crate::minimax::{Noise, NoisyOrder};
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::havannah::Havannah8;
use hoppity_rules::games::hex::Hex;
use hoppity_rules::random::stream;
use hoppity_rules::{Game, Line, Seat};
use hoppity_search::alphabeta::{Config, Switches};
use hoppity_search::{Decision, Flat, Heuristic, Limits, Policy, Proof, Uniform};
use std::collections::HashMap;

/// Every switch on.
const ALL: Switches = Switches { aspiration: 0.02, futility: 0.05, ..Switches::DEFAULT };

fn all_on(limits: Limits) -> Config {
    Config { limits, table_mib: 4, switches: ALL, threads: 1 }
}

/// What the seat to move gets, 1 for a win, 0 for a draw, by looking at everything, each position once.
fn solve<G: Game>(game: &G, s: &mut G::State, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(&known) = known.get(&game.key(s)) {
        return known;
    }
    let team = game.team(game.to_move(s));
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let mut best = -1;
    for m in moves {
        let undo = game.apply(s, m);
        let value = match game.outcome(s) {
            Some(outcome) => outcome.winner().map_or(0, |winner| if winner == team { 1 } else { -1 }),
            None if game.team(game.to_move(s)) == team => solve(game, s, known),
            None => -solve(game, s, known),
        };
        game.undo(s, m, undo);
        best = best.max(value);
        if best == 1 {
            break;
        }
    }
    known.insert(game.key(s), best);
    best
}

fn winner<G: Game>(decision: &Decision<G::Move>) -> Option<Seat> {
    match decision.proved? {
        Proof::Win(team) => Some(Seat::new(team.index())),
        Proof::Draw => None,
    }
}

/// The openings of Hex that win are counted by brute force, too.
#[test]
fn hex_to_four_by_four_is_solved_from_every_opening() {
    for (size, winning) in [(1, 1), (2, 2), (3, 5), (4, 4)] {
        let game: Hex = game(&format!("hex(size={size})"));
        let mut known = HashMap::new();
        let mut won = 0;
        for opening in Line::new(game.clone()).legal_moves() {
            let mut line = Line::new(game.clone());
            line.push(opening);
            if line.outcome().is_some() {
                won += 1;
                continue;
            }
            let b_wins = solve(&game, &mut line.state().clone(), &mut known) == 1;
            won += u32::from(!b_wins);
            let truth = if b_wins { Seat::B } else { Seat::A };
            let decision = decide(Flat, Uniform, &line, all_on(depth(60)));
            assert_eq!(winner::<Hex>(&decision), Some(truth), "{size}, {}", game.format_move(opening));
        }
        assert_eq!(won, winning, "openings that win on {size}x{size}");
    }
}

/// Game-theoretic values of the small bases by the first stone.
#[test]
fn havannah_of_bases_two_and_three_is_solved_from_every_opening() {
    let mut openings = 0;
    for row in include_str!("../data/havannah-solved.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [size, opening, truth] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let mut line = Line::new(game::<Havannah8>(&format!("havannah(size={size})")));
        line.push_text(opening).expect("an opening");
        let decision = decide(Flat, Uniform, &line, all_on(depth(60)));
        let found = winner::<Havannah8>(&decision).map(|seat| seat.to_string());
        assert_eq!(found.as_deref(), Some(truth), "{row}");
        openings += 1;
    }
    assert_eq!(openings, 7 + 19, "every opening of both bases");
}

/// A proof is never wrong, whatever is pruned: every position of random games, searched as deep as it goes.
fn never_proves_wrong<G: Game>(
    game: &G,
    heuristic: impl Heuristic<G> + Copy,
    policy: impl Policy<G> + Copy,
    seed: u64,
) -> u32 {
    let (mut proofs, mut known) = (0, HashMap::new());
    let mut rng = stream(seed, &[5]);
    let mut line = Line::new(game.clone());
    while line.outcome().is_none() {
        for limits in [depth(3), depth(6), depth(30), Limits { nodes: Some(40), ..Limits::NONE }] {
            let decision = decide(heuristic, policy, &line, all_on(limits));
            let Some(proof) = decision.proved else { continue };
            let (seat, mut s) = (line.to_move(), line.state().clone());
            let claim = match proof {
                Proof::Win(team) if team == game.team(seat) => 1,
                Proof::Win(_) => -1,
                Proof::Draw => 0,
            };
            assert_eq!(claim, solve(game, &mut s, &mut known), "{} {s:?}", game.spec());
            proofs += 1;
        }
        let m = game.sample(line.state(), &mut rng);
        line.push(m);
    }
    proofs
}

#[test]
fn nothing_false_is_proved() {
    let mut proofs = 0;
    for seed in 0..4 {
        proofs += never_proves_wrong(&mnk(3, 3, 3), Noise, NoisyOrder, seed);
        proofs += never_proves_wrong(&game::<Hex>("hex(size=3)"), Noise, NoisyOrder, seed);
        proofs += never_proves_wrong(&game::<Havannah8>("havannah(size=2)"), Flat, NoisyOrder, seed);
    }
    for seed in 0..150 {
        let shape = Shape { shared: 0.2, out_of_turn: 0.2, branching: 1..=6, ..Shape::plain(2, 7) };
        let tree = DummyGame::random(&shape, &mut stream(seed, &[6]));
        proofs += never_proves_wrong(&tree, Noise, NoisyOrder, seed);
    }
    assert!(proofs > 300, "{proofs} proofs are too few to tell");
}

#[test]
fn tic_tac_toe_is_proved_a_draw() {
    let line = Line::new(mnk(3, 3, 3));
    let decision = decide(Flat, Uniform, &line, all_on(depth(60)));
    assert_eq!(decision.proved, Some(Proof::Draw));
}

#[test]
fn a_win_is_proved_and_taken_the_short_way() {
    let game = mnk(4, 4, 3);
    let line = Line::new(game.clone());
    let decision = decide(Noise, NoisyOrder, &line, super::exact(depth(9)));
    assert_eq!(decision.proved, Some(Proof::Win(game.team(Seat::A))), "4,4,3 is a first-player win");
    assert_eq!(decision.pv.len() % 2, 1, "the winner has the last word");
    let shorter = decide(Noise, NoisyOrder, &line, super::exact(depth(decision.depth - 1)));
    assert_eq!(shorter.proved, None, "the win is found at the depth it needs and not before");
}

/// Against a coalition a loss is no proof, and a win is.
#[test]
fn coalitions_prove_only_wins() {
    let proved = |tree: &str| {
        let game = DummyGame::parse(tree).expect("a tree");
        decide(Flat, Uniform, &Line::new(game), all_on(depth(9))).proved
    };
    let a_wins = Some(Proof::Win(hoppity_rules::Team::new(0)));
    assert_eq!(proved("(A (B (1,0,0) (C (1,0,0) (1,0,0))))"), a_wins);
    assert_eq!(proved("(A (B (1,0,0) (C (0,1,0) (1,0,0))))"), None, "B and C need not help each other");
    assert_eq!(proved("(A (1,1,0))"), None);
}

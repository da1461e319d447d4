//! What a line knows of repetition, against a list of all keys.
use hoppity_rules::games::chinese_checkers::{self, ChineseCheckers};
use hoppity_rules::games::halma::{self, Halma};
use hoppity_rules::random::{IndexedRandom, RngExt, stream};
use hoppity_rules::{Catalogued, Game, Line, Spec};

/// A random game in which half of the turns take back the seat's last one where they can, so that much comes again.
fn shuffle<G: Game>(game: &G, back: impl Fn(G::Move) -> G::Move, seed: u64) -> (u32, u32) {
    let mut rng = stream(seed, &[]);
    let mut line = Line::new(game.clone());
    let mut keys = vec![game.key(line.state())];
    let mut played = Vec::new();
    let (mut repeats, mut others) = (0, 0);
    for _ in 0..60 {
        let moves = line.legal_moves();
        let Some(&any) = moves.choose(&mut rng) else { break };
        let stood = moves.iter().any(|&m| {
            let mut s = line.state().clone();
            game.apply(&mut s, m);
            keys.contains(&game.key(&s))
        });
        assert_eq!(line.can_repeat(), stood, "{}", game.format_position(line.state()));
        *(if stood { &mut repeats } else { &mut others }) += 1;
        let last = played.len().checked_sub(game.seats()).map(|i| back(played[i]));
        let m = last.filter(|m| rng.random() && moves.contains(m)).unwrap_or(any);
        line.push(m);
        played.push(m);
        keys.push(game.key(line.state()));
        assert_eq!(line.stood() as usize, keys.iter().filter(|key| Some(*key) == keys.last()).count());
    }
    while line.pop().is_some() {
        keys.pop();
        assert_eq!(line.stood() as usize, keys.iter().filter(|key| Some(*key) == keys.last()).count());
    }
    (repeats, others)
}

fn shuffles<G: Catalogued>(spec: &str, back: impl Fn(G::Move) -> G::Move) {
    let game = Spec::parse(spec).and_then(|spec| G::from_spec(&spec)).expect("a game");
    let counts: Vec<(u32, u32)> = (0..40).map(|seed| shuffle(&game, &back, seed)).collect();
    let sum = |of: fn(&(u32, u32)) -> u32| counts.iter().map(of).sum::<u32>();
    assert!(sum(|c| c.0) > 100 && sum(|c| c.1) > 100, "{spec}: {counts:?}");
}

#[test]
fn what_may_come_again_is_seen_before_it_does() {
    for spec in ["halma(board=8,rules=web)", "halma(board=8,players=4,repetition=draw:5)"] {
        shuffles::<Halma>(spec, |m| halma::Move::new(m.to(), m.from()));
    }
    shuffles::<ChineseCheckers>("chinese-checkers(players=3,repetition=draw:5)", |m| {
        chinese_checkers::Move::new(m.to(), m.from())
    });
}

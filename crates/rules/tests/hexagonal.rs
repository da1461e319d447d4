//! Connection games: moves played and taken back in any order leave the same position as those that remain, played alone.
use hoppity_rules::games::havannah::Havannah8;
use hoppity_rules::games::hex::Hex;
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec};
use proptest::prelude::*;

/// Plays the move of that rank among the legal ones, or takes one back.
#[derive(Clone, Copy, Debug)]
enum Step {
    Play(u16),
    TakeBack,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![3 => any::<u16>().prop_map(Step::Play), 2 => Just(Step::TakeBack)];
    prop::collection::vec(step, 0..250)
}

/// What can be asked of a position beyond what is compared with it.
fn insight<G: Game>(
    game: &G,
    s: &G::State,
    completes: &impl Fn(&G, &G::State, Seat, usize) -> String,
) -> Vec<String> {
    let empty = (0..game.layout().cells.len()).filter(|&cell| game.at(s, cell).is_none());
    empty.flat_map(|cell| [Seat::A, Seat::B].map(|seat| completes(game, s, seat, cell))).collect()
}

fn follow<G: Game>(
    game: &G,
    steps: &[Step],
    completes: impl Fn(&G, &G::State, Seat, usize) -> String,
) -> Result<(), TestCaseError> {
    let mut line = Line::new(game.clone());
    for &step in steps {
        match step {
            Step::TakeBack => drop(line.pop()),
            Step::Play(_) if line.outcome().is_some() => {}
            Step::Play(rank) => {
                let moves = line.legal_moves();
                line.push(moves[usize::from(rank) % moves.len()]);
            }
        }
    }
    let mut alone = game.initial();
    for m in line.moves() {
        game.play(&mut alone, m);
    }
    prop_assert_eq!(line.state(), &alone);
    prop_assert_eq!(game.key(&alone), game.key_from_scratch(&alone));
    let read = game.parse_position(&game.format_position(&alone));
    prop_assert_eq!(read.as_ref(), Ok(&alone));
    let seen = insight(game, line.state(), &completes);
    prop_assert_eq!(&seen, &insight(game, &alone, &completes));
    if game.outcome(&alone).is_none() {
        prop_assert_eq!(&seen, &insight(game, &read.expect("just read"), &completes));
    }
    Ok(())
}

proptest! {
    #[test]
    fn havannah_takes_back_exactly(size in 2_i64..6, swap: bool, steps in steps()) {
        let spec = Spec::new("havannah").with("size", size).with("swap", swap);
        let game = Havannah8::from_spec(&spec).expect("a game");
        follow(&game, &steps, |game, s, seat, cell| format!("{:?}", game.completes(s, seat, cell)))?;
    }

    #[test]
    fn hex_takes_back_exactly(size in 1_i64..7, swap: bool, steps in steps()) {
        let spec = Spec::new("hex").with("size", size).with("swap", swap);
        let game = Hex::from_spec(&spec).expect("a game");
        follow(&game, &steps, |game, s, seat, cell| format!("{:?}", game.completes(s, seat, cell)))?;
    }
}

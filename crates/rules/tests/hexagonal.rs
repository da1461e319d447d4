//! Connection games: moves played and taken back in any order leave the same position as those that remain, played alone.
use hoppity_rules::games::havannah::Havannah8;
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::hexagonal::{Connection, Kind};
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, random};
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

/// What is told of single cells is what is told of them otherwise.
fn neighbourhoods<K: Kind, const CELLS: usize>(game: &Connection<K, CELLS>, seed: u64) {
    let mut rng = random::stream(seed, &[]);
    let mut s = game.initial();
    while game.outcome(&s).is_none() {
        for cell in 0..game.cells() {
            let m = game.move_to(cell);
            let around = game.around(&s, m);
            let mut beside = Vec::new();
            for direction in (0..6).filter(|direction| around.off_board >> direction & 1 == 0) {
                let next = game.cell_of(game.beside(m, direction)).expect("a cell");
                beside.push(next as u16);
                for seat in [Seat::A, Seat::B] {
                    let there = around.stones[seat.index()] >> direction & 1 == 1;
                    assert_eq!(there, game.at(&s, next) == Some(seat));
                }
            }
            assert_eq!(beside, game.neighbours(cell));
            for seat in [Seat::A, Seat::B].into_iter().filter(|_| game.at(&s, cell).is_none()) {
                let joining = game.joining(&s, seat, m);
                assert_eq!(joining.wins, !game.completes(&s, seat, cell).is_empty());
                let own = |&&next: &&u16| game.at(&s, next.into()) == Some(seat);
                let strings = game.neighbours(cell).iter().filter(own);
                let border =
                    strings.fold(game.border(cell), |all, &next| all | game.touches(&s, next.into()));
                assert_eq!(joining.border, border);
            }
        }
        let m = game.sample(&s, &mut rng);
        game.play(&mut s, m);
    }
}

#[test]
fn cells_know_what_is_around_them() {
    for seed in 0..10 {
        for size in [2, 3, 5, 8] {
            let spec = Spec::new("havannah").with("size", size);
            neighbourhoods(&Havannah8::from_spec(&spec).expect("a game"), seed);
        }
        for size in [1, 2, 5] {
            neighbourhoods(&Hex::from_spec(&Spec::new("hex").with("size", size)).expect("a game"), seed);
        }
    }
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

//! The conformance kit: what [`Game`] promises, checked on random games.
//!
//! Every game's tests call [`conformance`], and [`catalogued`] for a game that is built from spec strings. Both panic with
//! the game, the seed, the position and the move where the contract is broken; the same plan finds the same fault again.
use crate::random::{Random, stream};
use crate::{Catalogued, Game, MAX_SEATS, Options, Seat, Spec};
use std::collections::BTreeSet;

mod case;
mod close;
mod erased;
mod fair;
mod mirror;
mod position;
mod walk;
mod words;

use case::Case;

/// How much is played and looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Random games.
    pub games: u64,
    /// The most plies of each.
    pub max_plies: u32,
    /// Positions of each game that are looked at closely: every move played and taken back, seen through every symmetry,
    /// written and read, its text spoilt. The last position of a game comes on top.
    pub probes: usize,
    /// Spoilt texts tried at each of these positions.
    pub mutations: usize,
    /// Where the random games come from.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { games: 8, max_plies: 300, probes: 4, mutations: 40, seed: 1 }
    }
}

/// Plays random games and panics where the game breaks the contract of [`Game`].
///
/// ```
/// # use hoppity_rules::{dummy::DummyGame, testkit::{conformance, Plan}};
/// let game = DummyGame::parse("(A (1,0) (B (0,1) (1,0)))").unwrap();
/// conformance(&game, &Plan::default());
/// ```
pub fn conformance<G: Game>(game: &G, plan: &Plan) {
    let mut case = Case::new(game, *plan);
    case.run(|case| {
        table(case);
        board(case);
        position::initial(case);
    });
    let mut met = walk::Met::default();
    for number in 0..plan.games {
        case.game_number = number;
        case.run(|case| {
            let mut rng = stream(plan.seed, &[number]);
            let trail = walk::walk(case, &mut met, &mut rng);
            for s in walk::some_of(&trail, plan.probes, &mut rng) {
                look_closely(case, s, &trail, &mut rng);
            }
            erased::plays_the_same(case, &mut rng);
        });
    }
}

/// [`conformance`] of the games that these specs describe, and that specs, options and presets fit together: the canonical
/// spec of every game describes the same game.
pub fn catalogued<G: Catalogued>(specs: &[&str], plan: &Plan) {
    let about = &G::ABOUT;
    let names: BTreeSet<&str> = about.options.iter().map(|option| option.name).collect();
    assert_eq!(names.len(), about.options.len(), "`{}` documents an option twice", about.name);
    for preset in about.presets {
        let text = format!("{}({})", about.name, preset.options);
        let spec = Spec::parse(&text).unwrap_or_else(|e| panic!("preset `{}`: `{text}`: {e}", preset.name));
        Options::new(&spec, about).unwrap_or_else(|e| panic!("preset `{}`: {e}", preset.name));
    }
    for text in specs {
        let build = |text: &str| {
            let game = Spec::parse(text).and_then(|spec| G::from_spec(&spec));
            game.unwrap_or_else(|e| panic!("`{text}` is refused: {e}"))
        };
        let game = build(text);
        let canonical = game.spec().to_string();
        assert_eq!(game.spec().name, about.name, "the spec of `{text}` has another name");
        assert_eq!(build(&canonical).spec().to_string(), canonical, "`{canonical}` is not canonical");
        conformance(&game, plan);
    }
}

/// Seats, teams and the spec.
fn table<G: Game>(case: &Case<'_, G>) {
    let game = case.game;
    let seats = game.seats();
    case.check((1..=MAX_SEATS).contains(&seats), || format!("{seats} seats"));
    let teams: BTreeSet<usize> = Seat::all(seats).map(|seat| game.team(seat).index()).collect();
    case.equal(teams.into_iter().collect::<Vec<_>>(), (0..game.teams()).collect(), "teams without gaps");
    case.check(game.repetition().is_none_or(|times| times >= 2), || "repetition below 2".to_owned());
    let spec = game.spec();
    let text = spec.to_string();
    let read = Spec::parse(&text);
    case.equal(read.as_ref(), Ok(&spec), "the spec read back");
    case.equal(read.map(|spec| spec.to_string()).ok(), Some(text), "the spec printed again");
}

/// The picture. A game without a board has no cells.
fn board<G: Game>(case: &Case<'_, G>) {
    let layout = case.game.layout();
    let cells = &layout.cells;
    let labels: BTreeSet<&str> = cells.iter().map(|cell| cell.label.as_str()).collect();
    case.check(!labels.contains(""), || "a cell has no label".to_owned());
    case.equal(labels.len(), cells.len(), "different labels");
    let places: BTreeSet<(i32, i32)> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
    case.equal(places.len(), cells.len(), "different places of cells");
    let camps_right = cells.iter().filter_map(|cell| cell.camp).all(|seat| seat.index() < case.game.seats());
    case.check(camps_right, || "a camp belongs to no seat".to_owned());
}

/// Everything that is too slow to be looked at in every position.
fn look_closely<G: Game>(case: &Case<'_, G>, s: &G::State, trail: &[G::State], rng: &mut Random) {
    case.stand(s);
    position::held(case, s);
    if case.game.outcome(s).is_none() {
        close::moves(case, s);
        close::turns(case, s);
        close::by_index(case, s, rng);
        close::pass(case, s);
        close::every_move_there_and_back(case, s);
        close::other_moves_are_illegal(case, s, trail, rng);
        words::moves_go_round(case, s);
        words::junk_is_no_move(case, s, rng);
        fair::sample(case, s, rng);
        fair::playout(case, s, rng);
    } else {
        words::no_move_when_over(case, s, trail);
        fair::playout_of_the_finished(case, s, rng);
    }
    mirror::symmetries(case, s);
    words::position_survives_spoiling(case, s, trail, rng);
}

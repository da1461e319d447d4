//! A game of one's own, played by the agents: Nim. Who takes the last object wins.
//!
//! `cargo run --example new_game`
use hoppity_rules::{AnyLine, Cell, CellShape, Game, Layout, Line, MoveError, Outcome, PositionError};
use hoppity_rules::{Reasons, Seat, Spec, Team, random, testkit, text, zobrist};
use hoppity_search::alphabeta::{AlphaBeta, Config as AlphaBetaConfig};
use hoppity_search::mcts::{Config as MctsConfig, Mcts};
use hoppity_search::{Action, Agent, Control, Flat, Limits, Uniform, WallClock};
use std::ops::ControlFlow;

const HEAPS: usize = 3;
const MOST: u8 = 7;

/// The rules. Here without options; tables and sizes would live in it.
#[derive(Clone)]
struct Nim;

#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    heaps: [u8; HEAPS],
    to_move: Seat,
    ply: u32,
}

/// How many objects to take from which heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Take {
    heap: u8,
    count: u8,
}

impl Game for Nim {
    type State = State;
    type Move = Take;
    type Undo = (); // the move says all that is needed to take it back

    fn spec(&self) -> Spec {
        Spec::new("nim")
    }
    fn seats(&self) -> usize {
        2
    }
    fn reason_names(&self) -> &'static [&'static str] {
        &["last object"]
    }
    fn initial(&self) -> State {
        State { heaps: [3, 5, 7], to_move: Seat::A, ply: 1 }
    }
    fn to_move(&self, s: &State) -> Seat {
        s.to_move
    }
    fn ply(&self, s: &State) -> u32 {
        s.ply
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        let taker = Team::new(s.to_move.next(2).index());
        (s.heaps == [0; HEAPS]).then(|| Outcome::win(taker, 2, Reasons::own(0)))
    }
    fn visit_moves<B>(&self, s: &State, mut f: impl FnMut(Take) -> ControlFlow<B>) -> ControlFlow<B> {
        for heap in 0..HEAPS as u8 {
            for count in 1..=s.heaps[heap as usize] {
                f(Take { heap, count })?;
            }
        }
        ControlFlow::Continue(())
    }
    fn is_legal(&self, s: &State, m: Take) -> bool {
        m.count >= 1 && s.heaps.get(m.heap as usize).is_some_and(|&heap| m.count <= heap)
    }
    fn apply(&self, s: &mut State, m: Take) {
        s.heaps[m.heap as usize] -= m.count;
        (s.to_move, s.ply) = (s.to_move.next(2), s.ply + 1);
    }
    fn undo(&self, s: &mut State, m: Take, (): ()) {
        s.heaps[m.heap as usize] += m.count;
        (s.to_move, s.ply) = (s.to_move.next(2), s.ply - 1);
    }
    fn key(&self, s: &State) -> u64 {
        let objects = s.heaps.iter().zip(0..).fold(0, |key, (&heap, i)| key | u64::from(heap) << (8 * i));
        zobrist::number(s.to_move.index() as u64, objects)
    }
    fn key_from_scratch(&self, s: &State) -> u64 {
        self.key(s)
    }
    fn move_index(&self, m: Take) -> usize {
        m.heap as usize * MOST as usize + m.count as usize - 1
    }
    fn move_space(&self) -> usize {
        HEAPS * MOST as usize
    }
    fn format_move(&self, m: Take) -> String {
        format!("{}{}", text::column_letter(m.heap as usize), m.count)
    }
    fn parse_move(&self, s: &State, text: &str) -> Result<Take, MoveError> {
        let (heap, count) = text::parse_letter_number(text)
            .ok_or_else(|| MoveError::new(text, "expected a heap and a number, such as a2"))?;
        let m = Take { heap: heap as u8, count: count.try_into().unwrap_or(u8::MAX) };
        if self.is_legal(s, m) {
            Ok(m)
        } else {
            Err(MoveError::new(text, "there are not so many in that heap"))
        }
    }
    fn format_position(&self, s: &State) -> String {
        format!("{}/{}/{} {} {}", s.heaps[0], s.heaps[1], s.heaps[2], s.to_move, s.ply)
    }
    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let error = || PositionError::new(0, "expected heaps, seat and ply, such as `3/5/7 A 1`");
        let fields: Vec<&str> = text.split(' ').collect();
        let &[heaps, seat, ply] = fields.as_slice() else { return Err(error()) };
        let heaps: Result<Vec<u8>, _> = heaps.split('/').map(str::parse).collect();
        let heaps: [u8; HEAPS] = heaps.map_err(|_| error())?.try_into().map_err(|_| error())?;
        let to_move = [Seat::A, Seat::B].into_iter().find(|s| s.to_string() == seat).ok_or_else(error)?;
        let ply = ply.parse().ok().filter(|ply| (1..=text::MAX_PLY).contains(ply)).ok_or_else(error)?;
        let state = State { heaps, to_move, ply };
        if heaps.iter().any(|&heap| heap > MOST) { Err(error()) } else { Ok(state) }
    }
    fn layout(&self) -> Layout {
        Layout { shape: CellShape::Square, cells: Vec::<Cell>::new() } // heaps have no cells to draw
    }
    fn at(&self, _: &State, _: usize) -> Option<Seat> {
        None
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    testkit::conformance(&Nim, &testkit::Plan::default());
    let mut players: [Box<dyn Agent<Nim>>; 2] = [
        Box::new(AlphaBeta::new(Flat, Uniform, AlphaBetaConfig::default())),
        Box::new(Mcts::new(Flat, Uniform, MctsConfig::default())),
    ];
    for (player, seat) in players.iter_mut().zip(Seat::all(2)) {
        player.start(&Nim, seat, random::stream(1, &[seat.index() as u64]));
    }
    let clock = WallClock::new();
    let mut line = Line::new(Nim);
    while line.outcome().is_none() {
        let seat = line.to_move();
        let decision = players[seat.index()].choose(&line, &Limits::default(), &mut Control::new(&clock))?;
        let Action::Play(m) = decision.action else { break };
        line.push(m);
        println!("{seat} takes {}: {} left", Nim.format_move(m), line.position());
    }
    let winner = line.outcome().and_then(|outcome| outcome.winner());
    println!("winner: {}", winner.map_or("nobody".to_owned(), |team| Seat::new(team.index()).to_string()));
    Ok(())
}

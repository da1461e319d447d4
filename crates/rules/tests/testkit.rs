//! The conformance kit finds what is wrong: a game with one fault at a time.
use hoppity_rules::games::mnk::{self, Mnk, Place};
use hoppity_rules::random::Random;
use hoppity_rules::testkit::{Plan, conformance};
use hoppity_rules::{Catalogued, Game, Layout, MoveError, Outcome, PositionError, Reasons, Seat, Spec, Team};
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    UndoForgets,
    UndoPanics,
    KeyDrifts,
    KeyIsBlind,
    MoveTwice,
    OrderWanders,
    NoMoves,
    AllLegal,
    FirstDenied,
    CountIsOff,
    BufferCleared,
    SampleIsBiased,
    SampleIsIllegal,
    PlayoutIgnoresChoice,
    PlayoutTellsWrongSeat,
    PlayDiffers,
    IndexTwice,
    IndexTooLarge,
    TurnNotGiven,
    IndexFindsAny,
    IndexFindsNone,
    PassKeepsSeat,
    PassKeepsKey,
    PlyStands,
    TextForgetsPly,
    SameMoveText,
    MoveTrimmed,
    MoveAfterTheEnd,
    PositionPanics,
    PositionMisplaced,
    RanksTooMany,
    RankSkipped,
    NoReason,
    NoHorizon,
    FalseHorizon,
    MirrorMovesDiffer,
    MirrorStatesDiffer,
    LabelTwice,
    HolderUnknown,
    PathLeavesBoard,
    SpecUnreadable,
    TeamsWithGap,
    RepetitionOnce,
}

/// Tic-tac-toe with a fault.
#[derive(Clone, Debug)]
struct Faulty {
    game: Mnk,
    fault: Fault,
    calls: Arc<AtomicU32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    inner: mnk::State,
    applied: u32,
}

impl Faulty {
    fn new(fault: Fault) -> Faulty {
        let game = Mnk::from_spec(&Spec::new("mnk")).unwrap();
        Faulty { game, fault, calls: Arc::default() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl Game for Faulty {
    type State = State;
    type Move = Place;
    type Undo = mnk::Undo;

    fn spec(&self) -> Spec {
        if self.has(Fault::SpecUnreadable) { Spec::new("tic tac toe") } else { self.game.spec() }
    }
    fn seats(&self) -> usize {
        2
    }
    fn team(&self, seat: Seat) -> Team {
        Team::new(if self.has(Fault::TeamsWithGap) { 2 * seat.index() } else { seat.index() })
    }
    fn repetition(&self) -> Option<u8> {
        self.has(Fault::RepetitionOnce).then_some(1)
    }
    fn reason_names(&self) -> &'static [&'static str] {
        self.game.reason_names()
    }
    fn initial(&self) -> State {
        State { inner: self.game.initial(), applied: 0 }
    }
    fn to_move(&self, s: &State) -> Seat {
        self.game.to_move(&s.inner)
    }
    fn ply(&self, s: &State) -> u32 {
        if self.has(Fault::PlyStands) { 1 } else { self.game.ply(&s.inner) }
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        let outcome = self.game.outcome(&s.inner)?;
        match self.fault {
            Fault::RanksTooMany => Some(Outcome::draw(3, outcome.reasons())),
            Fault::RankSkipped => Some(Outcome::from_ranks(&[0, 2], outcome.reasons())),
            Fault::NoReason => Some(Outcome::from_ranks(outcome.ranks(), Reasons::default())),
            Fault::NoHorizon | Fault::FalseHorizon => Some(outcome.on_path()),
            _ => Some(outcome),
        }
    }
    fn horizon(&self, _: &State) -> Option<u32> {
        self.has(Fault::FalseHorizon).then_some(5)
    }
    fn visit_moves<B>(&self, s: &State, mut f: impl FnMut(Place) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut moves = Vec::new();
        self.game.moves(&s.inner, &mut moves);
        if self.has(Fault::NoMoves) && self.game.ply(&s.inner) == 4 {
            moves.clear();
        }
        if self.has(Fault::MoveTwice) {
            moves.extend(moves.first().copied());
        }
        if self.has(Fault::OrderWanders) && self.calls.fetch_add(1, Relaxed) % 3 == 2 {
            moves.reverse();
        }
        moves.into_iter().try_for_each(&mut f)
    }
    fn is_legal(&self, s: &State, m: Place) -> bool {
        match self.fault {
            Fault::AllLegal => true,
            Fault::FirstDenied => self.game.move_index(m) > 0 && self.game.is_legal(&s.inner, m),
            _ => self.game.is_legal(&s.inner, m),
        }
    }
    fn apply(&self, s: &mut State, m: Place) -> mnk::Undo {
        s.applied += u32::from(self.has(Fault::UndoForgets));
        self.game.apply(&mut s.inner, m)
    }
    fn undo(&self, s: &mut State, m: Place, undo: mnk::Undo) {
        assert!(!self.has(Fault::UndoPanics), "no way back");
        self.game.undo(&mut s.inner, m, undo);
    }
    fn play(&self, s: &mut State, m: Place) {
        self.apply(s, m);
        s.applied += u32::from(self.has(Fault::PlayDiffers));
    }
    fn key(&self, s: &State) -> u64 {
        match self.fault {
            Fault::KeyIsBlind => 0,
            Fault::KeyDrifts => self.game.key(&s.inner) ^ u64::from(self.game.ply(&s.inner) / 4),
            _ => self.game.key(&s.inner),
        }
    }
    fn key_from_scratch(&self, s: &State) -> u64 {
        if s.applied == 7 && self.has(Fault::PassKeepsKey) {
            return 1;
        }
        if self.has(Fault::KeyIsBlind) { 0 } else { self.game.key_from_scratch(&s.inner) }
    }
    fn move_index(&self, m: Place) -> usize {
        match self.fault {
            Fault::IndexTwice => self.game.move_index(m) / 2,
            Fault::IndexTooLarge => self.game.move_index(m) + 1,
            _ => self.game.move_index(m),
        }
    }
    fn move_space(&self) -> usize {
        self.game.move_space()
    }
    fn with_turn(&self, s: &State, seat: Seat) -> Option<State> {
        let given = self.has(Fault::TurnNotGiven) || seat == self.to_move(s);
        given.then(|| s.clone())
    }
    fn legal_by_index(&self, s: &State, index: usize) -> Option<Place> {
        match self.fault {
            Fault::IndexFindsAny => self.game.legal_by_index(&self.game.initial().clone(), index),
            Fault::IndexFindsNone => self.game.legal_by_index(&s.inner, index).filter(|_| index != 4),
            _ => {
                let mut all = Vec::new();
                self.game.moves(&s.inner, &mut all);
                all.into_iter().find(|&m| self.move_index(m) == index)
            }
        }
    }
    fn passed(&self, s: &State) -> Option<State> {
        match self.fault {
            Fault::PassKeepsSeat => Some(s.clone()),
            Fault::PassKeepsKey => {
                let text = self.game.format_position(&s.inner);
                let mut words: Vec<&str> = text.split(' ').collect();
                words[1] = if words[1] == "A" { "B" } else { "A" };
                let inner = self.game.parse_position(&words.join(" ")).ok()?;
                Some(State { inner, applied: 7 })
            }
            _ => None,
        }
    }
    fn format_move(&self, m: Place) -> String {
        if self.has(Fault::SameMoveText) { "x".to_owned() } else { self.game.format_move(m) }
    }
    fn parse_move(&self, s: &State, text: &str) -> Result<Place, MoveError> {
        match self.fault {
            Fault::MoveTrimmed => {
                self.game.parse_move(&s.inner, text.trim()).map_err(|error| MoveError::new(text, error.why))
            }
            Fault::MoveAfterTheEnd => {
                let mut all = Vec::new();
                self.game.moves(&s.inner, &mut all);
                let named = all.into_iter().find(|&m| self.game.format_move(m) == text);
                named.ok_or_else(|| MoveError::new(text, "no such move"))
            }
            _ => self.game.parse_move(&s.inner, text),
        }
    }
    fn format_position(&self, s: &State) -> String {
        let text = self.game.format_position(&s.inner);
        match text.rsplit_once(' ') {
            Some((rest, _)) if self.has(Fault::TextForgetsPly) => format!("{rest} 1"),
            _ => text,
        }
    }
    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        if self.has(Fault::PositionPanics) {
            assert_ne!(text.split(' ').nth(1).map(str::len), Some(0), "no seat");
        }
        let read = self.game.parse_position(text).map(|inner| State { inner, applied: 0 });
        if self.has(Fault::PositionMisplaced) {
            read.map_err(|e| PositionError::new(99, e.what))
        } else {
            read
        }
    }
    fn move_path(&self, s: &State, m: Place) -> Vec<usize> {
        if self.has(Fault::PathLeavesBoard) { vec![9] } else { self.game.move_path(&s.inner, m) }
    }
    fn layout(&self) -> Layout {
        let mut layout = self.game.layout();
        if self.has(Fault::LabelTwice) {
            let first = layout.cells[0].label.clone();
            layout.cells[1].label = first;
        }
        layout
    }
    fn at(&self, s: &State, cell: usize) -> Option<Seat> {
        let holder = self.game.at(&s.inner, cell);
        if self.has(Fault::HolderUnknown) { holder.map(|seat| Seat::new(seat.index() + 1)) } else { holder }
    }
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }
    fn map_state(&self, symmetry: usize, s: &State) -> State {
        let applied =
            u32::from(self.has(Fault::MirrorStatesDiffer) && symmetry > 0 && self.game.ply(&s.inner) > 3);
        State { inner: self.game.map_state(symmetry, &s.inner), applied }
    }
    fn map_move(&self, symmetry: usize, m: Place) -> Place {
        self.game.map_move(if self.has(Fault::MirrorMovesDiffer) { 0 } else { symmetry }, m)
    }
    fn moves(&self, s: &State, out: &mut Vec<Place>) {
        if self.has(Fault::BufferCleared) {
            out.clear();
        }
        let _ = self.visit_moves(s, |m| {
            out.push(m);
            ControlFlow::<()>::Continue(())
        });
    }
    fn count_moves(&self, s: &State) -> u64 {
        self.game.count_moves(&s.inner) + u64::from(self.has(Fault::CountIsOff))
    }
    fn sample(&self, s: &State, rng: &mut Random) -> Place {
        let m = self.game.sample(&s.inner, rng);
        match self.fault {
            Fault::SampleIsBiased => m.min(self.game.sample(&s.inner, rng)),
            Fault::SampleIsIllegal => self.game.sample(&self.game.initial(), rng),
            _ => m,
        }
    }
    fn playout(
        &self,
        s: &mut State,
        rng: &mut Random,
        max_plies: u32,
        mut choose: impl FnMut(&Self, &State, &mut Random) -> Option<Place>,
        mut sink: impl FnMut(Seat, Place),
    ) -> Option<Outcome> {
        for _ in 0..max_plies {
            if self.outcome(s).is_some() {
                break;
            }
            let chosen = choose(self, s, rng).filter(|_| !self.has(Fault::PlayoutIgnoresChoice));
            let m = chosen.unwrap_or_else(|| self.sample(s, rng));
            let seat = if self.has(Fault::PlayoutTellsWrongSeat) { Seat::A } else { self.to_move(s) };
            sink(seat, m);
            self.play(s, m);
        }
        self.outcome(s)
    }
}

/// What the kit says of a game.
fn verdict(fault: Fault) -> String {
    let game = Faulty::new(fault);
    let panic = catch_unwind(|| conformance(&game, &Plan::default()));
    panic.err().map(|panic| *panic.downcast::<String>().unwrap()).unwrap_or_default()
}

#[test]
fn every_fault_is_found_and_named() {
    let mut missed = Vec::new();
    for (fault, words) in [
        (Fault::UndoForgets, "as another position"),
        (Fault::UndoPanics, "the game panicked: no way back"),
        (Fault::KeyDrifts, "the key kept against the key from scratch"),
        (Fault::KeyIsBlind, "another position with this key allows other play"),
        (Fault::MoveTwice, "different moves"),
        (Fault::OrderWanders, "the moves"),
        (Fault::NoMoves, "the game is not over and there is no move"),
        (Fault::AllLegal, "is_legal allows it"),
        (Fault::FirstDenied, "is_legal denies it"),
        (Fault::CountIsOff, "count_moves"),
        (Fault::BufferCleared, "a buffer that held the first move"),
        (Fault::SampleIsBiased, "sample is not uniform: chi-squared"),
        (Fault::SampleIsIllegal, "sample is no legal move"),
        (Fault::PlayoutIgnoresChoice, "of a playout is not the chosen move"),
        (Fault::PlayoutTellsWrongSeat, "the seat that a playout tells"),
        (Fault::PlayDiffers, "`play` and `apply` differ"),
        (Fault::IndexTwice, "different indices of the moves"),
        (Fault::IndexTooLarge, "is not below move_space"),
        (Fault::TurnNotGiven, "who is to move after being given the turn"),
        (Fault::IndexFindsAny, "no legal move has index"),
        (Fault::IndexFindsNone, "the legal move with its index"),
        (Fault::PassKeepsSeat, "after a pass the same team is to move"),
        (Fault::PassKeepsKey, "the key after a pass"),
        (Fault::PlyStands, "the ply after the move"),
        (Fault::TextForgetsPly, "read back as another position"),
        (Fault::SameMoveText, "different texts of the moves"),
        (Fault::MoveTrimmed, "whether ` "),
        (Fault::MoveAfterTheEnd, "the game is over, and"),
        (Fault::PositionPanics, "the game panicked: assertion `left != right` failed: no seat"),
        (Fault::PositionMisplaced, "is refused at byte 99, which is no place in it"),
        (Fault::RanksTooMany, "places for as many teams"),
        (Fault::RankSkipped, "which is the number of teams before it"),
        (Fault::NoReason, "an outcome without a reason"),
        (Fault::NoHorizon, "no horizon was told"),
        (Fault::FalseHorizon, "horizon 5, and a counter decides after the move"),
        (Fault::MirrorMovesDiffer, "the mapped moves against the moves under symmetry"),
        (Fault::MirrorStatesDiffer, "symmetry"),
        (Fault::LabelTwice, "different labels"),
        (Fault::HolderUnknown, "is held by no seat of the game"),
        (Fault::PathLeavesBoard, "the path [9] leaves the board"),
        (Fault::SpecUnreadable, "the spec read back"),
        (Fault::TeamsWithGap, "teams without gaps"),
        (Fault::RepetitionOnce, "repetition below 2"),
    ] {
        let said = verdict(fault);
        let placed = said.contains("seed 1, game ");
        if !placed || !said.contains(words) {
            missed.push(format!("{fault:?}: expected `{words}`, said `{said}`"));
        }
    }
    assert_eq!(missed, [""; 0]);
    assert_eq!(verdict(Fault::None), "");
}

#[test]
fn a_failure_tells_position_and_move() {
    let said = verdict(Fault::UndoPanics);
    assert!(
        said.contains("\n  game: mnk, seed 1, game 0\n  position: ") && said.contains("\n  move: "),
        "{said}"
    );
}

//! Halma as a [`Game`].
use super::board::{SquareSet, squares};
use super::finish::REASONS;
use super::options::Evacuation;
use super::options::{Bound, Finish, Teams};
use super::tables::SEATS;
use super::{Halma, Move, Square, State, Undo, presets};
use crate::random::{Random, RngExt};
use crate::{
    About, Catalogued, Cell, CellShape, Game, Layout, MoveError, Options, Outcome, PositionError, Reasons,
    Seat, Spec, SpecError, Team,
};
use std::ops::ControlFlow;

impl Catalogued for Halma {
    const ABOUT: About = presets::ABOUT;

    fn from_options(options: &Options<'_>) -> Result<Halma, SpecError> {
        Halma::new(options)
    }
}

impl Game for Halma {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn spec(&self) -> Spec {
        self.settings().spec()
    }
    fn seats(&self) -> usize {
        self.settings().players
    }
    fn team(&self, seat: Seat) -> Team {
        Team::new(self.team_of(seat.index()))
    }
    fn teams(&self) -> usize {
        self.team_count()
    }
    fn repetition(&self) -> Option<u8> {
        self.settings().repetition
    }
    fn reason_names(&self) -> &'static [&'static str] {
        REASONS
    }

    fn initial(&self) -> State {
        self.start()
    }
    fn to_move(&self, s: &State) -> Seat {
        Seat::new(usize::from(s.status.to_move))
    }
    fn ply(&self, s: &State) -> u32 {
        s.status.ply
    }
    #[inline]
    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.status.outcome
    }
    fn broken_off(&self, s: &State, reasons: Reasons) -> Outcome {
        self.undecided(s, reasons)
    }
    fn horizon(&self, s: &State) -> Option<u32> {
        let cap = self.settings().cap.map(|cap| (cap + 1).saturating_sub(s.status.ply));
        let deadline = match self.settings().evacuate {
            Evacuation::By(deadline) => self.deadline_in(s, deadline),
            _ => None,
        };
        cap.into_iter().chain(deadline).min()
    }

    #[inline]
    fn visit_moves<B>(&self, s: &State, f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit(s, f)
    }
    fn is_legal(&self, s: &State, m: Move) -> bool {
        s.status.outcome.is_none() && self.allows(s, m)
    }
    #[inline]
    fn apply(&self, s: &mut State, m: Move) -> Undo {
        self.make(s, m)
    }
    #[inline]
    fn undo(&self, s: &mut State, m: Move, u: Undo) {
        Halma::unmake(s, m, u);
    }
    #[inline]
    fn key(&self, s: &State) -> u64 {
        s.status.key
    }
    fn key_from_scratch(&self, s: &State) -> u64 {
        self.full_key(s)
    }
    #[inline]
    fn key_of_rest(&self, s: &State, seat: Seat) -> u64 {
        let others = (0..self.seats()).filter(|&other| other != seat.index());
        SquareSet::number_of(others.map(|other| s.men[other]))
    }
    /// Start and end as digits to the base of the number of cells. No man goes from `a1` to `a1`: that is the pass.
    #[inline]
    fn move_index(&self, m: Move) -> usize {
        let cells = self.board() * self.board();
        self.cell(m.from()) * cells + self.cell(m.to())
    }
    fn move_space(&self) -> usize {
        self.board().pow(4)
    }
    /// Not for players who are out, and not for those who would lose at once for having no turn.
    fn with_turn(&self, s: &State, seat: Seat) -> Option<State> {
        self.turn_given(s, seat)
    }
    fn legal_by_index(&self, s: &State, index: usize) -> Option<Move> {
        if index >= self.move_space() {
            return None;
        }
        let cells = self.board() * self.board();
        let m = Move::new(self.square(index / cells), self.square(index % cells));
        self.is_legal(s, m).then_some(m)
    }
    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        self.list(s, out);
    }
    fn count_moves(&self, s: &State) -> u64 {
        self.count(s)
    }

    fn sample(&self, s: &State, rng: &mut Random) -> Move {
        self.nth(s, rng.random_range(0..self.count(s)))
    }

    fn format_move(&self, m: Move) -> String {
        format!("{m:?}")
    }
    fn parse_move(&self, s: &State, text: &str) -> Result<Move, MoveError> {
        self.read_move(s, text)
    }
    fn format_position(&self, s: &State) -> String {
        self.write_position(s)
    }
    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        self.read_position(text)
    }
    fn move_path(&self, s: &State, m: Move) -> Vec<usize> {
        self.path(s, m).into_iter().map(|square| self.cell(square)).collect()
    }

    fn layout(&self) -> Layout {
        let n = self.board();
        let cell = |square: Square| Cell {
            x: 2 * square.column() as i32,
            y: (n - 1 - square.row()) as i32,
            label: square.to_string(),
            camp: Seat::all(self.seats()).find(|&seat| self.home(seat).contains(square)),
        };
        Layout { shape: CellShape::Square, cells: squares(n).map(cell).collect() }
    }
    fn at(&self, s: &State, cell: usize) -> Option<Seat> {
        self.holder(s, self.square(cell))
    }
    fn symmetries(&self) -> usize {
        self.tables().symmetries.len()
    }
    fn map_state(&self, symmetry: usize, s: &State) -> State {
        self.map(symmetry, s)
    }
    fn map_move(&self, symmetry: usize, m: Move) -> Move {
        let map = |square: Square| Square::from_index(self.tables().symmetries[symmetry][square.index()]);
        if m.is_pass() { m } else { Move::new(map(m.from()), map(m.to())) }
    }
}

impl Halma {
    /// In how many plies the deadline may strike at the earliest: at the first turn past it of a player who has a man at
    /// home or may bring one back.
    fn deadline_in(&self, s: &State, deadline: u32) -> Option<u32> {
        let seats = self.players();
        let returns = self.settings().enter_home == Bound::Free;
        let fewer_may_play = self.settings().finish == Finish::All && self.settings().teams == Teams::None;
        let now = s.status.ply + s.status.skipped;
        let first_turn = deadline * seats as u32 + 1;
        let plies = |seat: usize| {
            let ahead = (seat + seats - usize::from(s.status.to_move)) as u32 % seats as u32;
            let rounds = first_turn.saturating_sub(now + ahead).div_ceil(seats as u32);
            // Who is out is passed over: then a round may be as short as one ply.
            if fewer_may_play { rounds + 1 } else { rounds * seats as u32 + ahead + 1 }
        };
        let concerned = |&seat: &usize| {
            s.status.places[seat] == 0 && (returns || !(s.men[seat] & self.tables().home[seat]).is_empty())
        };
        (0..seats.min(SEATS)).filter(concerned).map(plies).min()
    }
}

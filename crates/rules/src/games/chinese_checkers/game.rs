//! Chinese Checkers as a [`Game`].
use super::finish::REASONS;
use super::holes::{Hole, HoleSet};
use super::{ChineseCheckers, Move, State, Undo, presets};
use crate::{
    About, Catalogued, Cell, CellShape, Game, Layout, MoveError, Options, Outcome, PositionError, Random,
    Seat, Spec, SpecError,
};
use std::ops::ControlFlow;

impl Catalogued for ChineseCheckers {
    const ABOUT: About = presets::ABOUT;

    fn from_options(options: &Options<'_>) -> Result<ChineseCheckers, SpecError> {
        ChineseCheckers::new(options)
    }
}

impl Game for ChineseCheckers {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn spec(&self) -> Spec {
        self.settings().spec()
    }
    fn seats(&self) -> usize {
        self.players()
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
    fn horizon(&self, s: &State) -> Option<u32> {
        self.settings().cap.map(|cap| (cap + 1).saturating_sub(s.status.ply))
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
        ChineseCheckers::unmake(s, m, u);
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
        HoleSet::number_of(others.map(|other| s.men[other]))
    }
    /// Start and end as digits to the base of the number of cells. No man goes from cell 0 to cell 0: that is the pass.
    #[inline]
    fn move_index(&self, m: Move) -> usize {
        if m.is_pass() { 0 } else { self.cell(m.from()) * self.tables().cells.len() + self.cell(m.to()) }
    }
    fn move_space(&self) -> usize {
        self.tables().cells.len().pow(2)
    }
    /// Not for those who would lose at once for having no turn.
    fn with_turn(&self, s: &State, seat: Seat) -> Option<State> {
        self.turn_given(s, seat)
    }
    fn legal_by_index(&self, s: &State, index: usize) -> Option<Move> {
        if index >= self.move_space() {
            return None;
        }
        let cells = self.tables().cells.len();
        let (from, to) = (index / cells, index % cells);
        let m = if index == 0 { Move::PASS } else { Move::new(self.hole(from), self.hole(to)) };
        self.is_legal(s, m).then_some(m)
    }
    fn count_moves(&self, s: &State) -> u64 {
        self.count(s)
    }
    fn sample(&self, s: &State, rng: &mut Random) -> Move {
        self.draw(s, rng)
    }

    fn format_move(&self, m: Move) -> String {
        self.write_move(m)
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
        self.path(s, m).into_iter().map(|hole| self.cell(hole)).collect()
    }

    fn layout(&self) -> Layout {
        let tables = self.tables();
        let x = |&(row, column): &(usize, usize)| (2 * column + row) as i32;
        let left = tables.places.iter().map(x).min().unwrap_or(0);
        let top = tables.places.first().map_or(0, |&(row, _)| row);
        let cell = |(cell, place): (usize, &(usize, usize))| Cell {
            x: x(place) - left,
            y: (place.0 - top) as i32,
            label: tables.labels[cell].clone(),
            camp: Seat::all(self.players()).find(|&seat| self.home(seat).contains(tables.cells[cell])),
        };
        Layout { shape: CellShape::Hexagon, cells: tables.places.iter().enumerate().map(cell).collect() }
    }
    fn at(&self, s: &State, cell: usize) -> Option<Seat> {
        self.holder(s, self.hole(cell))
    }
    fn symmetries(&self) -> usize {
        self.tables().symmetries.len()
    }
    fn map_state(&self, symmetry: usize, s: &State) -> State {
        self.map(symmetry, s)
    }
    fn map_move(&self, symmetry: usize, m: Move) -> Move {
        let map = |hole: Hole| Hole::from_index(self.tables().symmetries[symmetry][hole.index()]);
        if m.is_pass() { m } else { Move::new(map(m.from()), map(m.to())) }
    }
}

//! Connection games as a [`Game`].
use super::board::cells_of;
use super::tables::NONE;
use super::text::write_move;
use super::{Connection, Kind, Move, State, Undo};
use crate::{Game, Layout, MoveError, Outcome, PositionError, Random, Seat, Spec};
use std::ops::ControlFlow;

impl<K: Kind, const CELLS: usize> Game for Connection<K, CELLS> {
    type State = State<K, CELLS>;
    type Move = Move;
    type Undo = Undo;

    fn spec(&self) -> Spec {
        self.0.settings.spec.clone()
    }
    fn seats(&self) -> usize {
        2
    }
    fn teams(&self) -> usize {
        2
    }
    fn reason_names(&self) -> &'static [&'static str] {
        K::REASONS
    }

    fn initial(&self) -> Self::State {
        self.0.start
    }
    #[inline]
    fn to_move(&self, s: &Self::State) -> Seat {
        s.to_move
    }
    #[inline]
    fn ply(&self, s: &Self::State) -> u32 {
        s.ply
    }
    #[inline]
    fn outcome(&self, s: &Self::State) -> Option<Outcome> {
        s.outcome
    }

    fn visit_moves<B>(&self, s: &Self::State, mut f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for place in cells_of(&self.empty_places(s)) {
            f(Move::to(place))?;
        }
        if self.swap_is_open(s) { f(Move::SWAP) } else { ControlFlow::Continue(()) }
    }
    fn is_legal(&self, s: &Self::State, m: Move) -> bool {
        s.outcome.is_none() && if m.is_swap() { self.swap_is_open(s) } else { self.is_free(s, m.place()) }
    }
    #[inline]
    fn apply(&self, s: &mut Self::State, m: Move) -> Undo {
        self.make(s, m)
    }
    #[inline]
    fn undo(&self, s: &mut Self::State, m: Move, u: Undo) {
        self.unmake(s, m, u);
    }
    #[inline]
    fn key(&self, s: &Self::State) -> u64 {
        s.key
    }
    fn key_from_scratch(&self, s: &Self::State) -> u64 {
        self.full_key(s)
    }
    #[inline]
    fn move_index(&self, m: Move) -> usize {
        self.cell_of(m).unwrap_or(self.cells())
    }
    fn move_space(&self) -> usize {
        self.cells() + usize::from(self.0.settings.swap)
    }
    fn legal_by_index(&self, s: &Self::State, index: usize) -> Option<Move> {
        let m = match self.0.places.get(index) {
            Some(&place) => Move::to(place.into()),
            None if index < self.move_space() => Move::SWAP,
            None => return None,
        };
        self.is_legal(s, m).then_some(m)
    }
    /// A stone more never hurts in these games. In the opening, where a turn may be worth a swap, there is no pass.
    fn passed(&self, s: &Self::State) -> Option<Self::State> {
        self.pass(s)
    }

    fn format_move(&self, m: Move) -> String {
        write_move::<K, CELLS>(m)
    }
    fn parse_move(&self, s: &Self::State, text: &str) -> Result<Move, MoveError> {
        self.read_move(s, text)
    }
    fn format_position(&self, s: &Self::State) -> String {
        self.write_position(s)
    }
    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError> {
        self.read_position(text)
    }
    fn move_path(&self, s: &Self::State, m: Move) -> Vec<usize> {
        self.path(s, m)
    }

    fn layout(&self) -> Layout {
        self.picture()
    }
    fn at(&self, s: &Self::State, cell: usize) -> Option<Seat> {
        s.holder(self.0.places[cell].into())
    }
    fn symmetries(&self) -> usize {
        K::SYMMETRIES
    }
    fn map_state(&self, symmetry: usize, s: &Self::State) -> Self::State {
        self.seen_through(symmetry, s)
    }
    fn map_move(&self, symmetry: usize, m: Move) -> Move {
        self.move_seen_through(symmetry, m)
    }

    #[inline]
    fn play(&self, s: &mut Self::State, m: Move) {
        self.make(s, m);
    }
    fn count_moves(&self, s: &Self::State) -> u64 {
        self.count(s)
    }
    fn sample(&self, s: &Self::State, rng: &mut Random) -> Move {
        self.draw(s, rng)
    }
    #[inline]
    fn playout(
        &self,
        s: &mut Self::State,
        rng: &mut Random,
        max_plies: u32,
        choose: impl FnMut(&Self, &Self::State, &mut Random) -> Option<Move>,
        sink: impl FnMut(Seat, Move),
    ) -> Option<Outcome> {
        self.play_out(s, rng, max_plies, choose, sink)
    }
}

impl<K: Kind, const CELLS: usize> Connection<K, CELLS> {
    fn is_free(&self, s: &State<K, CELLS>, place: usize) -> bool {
        self.0.numbers.get(place).is_some_and(|&number| number != NONE) && s.board.is_empty(place)
    }

    pub(super) fn count(&self, s: &State<K, CELLS>) -> u64 {
        u64::from(s.empty) + u64::from(self.swap_is_open(s))
    }
}

//! The puzzle as a [`Game`].
use super::{HalmaSolitaire, REASONS, State, Undo, options};
use crate::games::halma::{Move, Square, SquareSet};
use crate::{
    About, Catalogued, Cell, Game, Layout, MoveError, Options, Outcome, PositionError, Random, Seat, Spec,
    SpecError, text,
};
use std::ops::ControlFlow;

impl Catalogued for HalmaSolitaire {
    const ABOUT: About = options::ABOUT;

    fn from_options(options: &Options<'_>) -> Result<HalmaSolitaire, SpecError> {
        HalmaSolitaire::new(options)
    }
}

impl Game for HalmaSolitaire {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn spec(&self) -> Spec {
        self.0.settings.spec()
    }
    fn seats(&self) -> usize {
        1
    }
    fn reason_names(&self) -> &'static [&'static str] {
        REASONS
    }

    fn initial(&self) -> State {
        self.position(self.yard(), 1)
    }
    fn to_move(&self, _: &State) -> Seat {
        Seat::A
    }
    fn ply(&self, s: &State) -> u32 {
        s.ply
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.outcome
    }
    fn horizon(&self, s: &State) -> Option<u32> {
        Some((self.limit() + 1).saturating_sub(s.ply))
    }

    fn visit_moves<B>(&self, s: &State, f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.halma().visit_moves(&self.lone(s), f)
    }
    fn is_legal(&self, s: &State, m: Move) -> bool {
        s.outcome.is_none() && self.halma().is_legal(&self.lone(s), m)
    }
    fn apply(&self, s: &mut State, m: Move) -> Undo {
        self.shift(s, m);
        s.ply += 1;
        self.settle(s);
        Undo
    }
    fn undo(&self, s: &mut State, m: Move, Undo: Undo) {
        self.shift(s, m);
        s.ply -= 1;
        s.outcome = None;
    }
    fn key(&self, s: &State) -> u64 {
        s.key
    }
    fn key_from_scratch(&self, s: &State) -> u64 {
        self.full_key(s)
    }
    fn move_index(&self, m: Move) -> usize {
        self.halma().move_index(m)
    }
    fn move_space(&self) -> usize {
        self.halma().move_space()
    }
    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        self.halma().moves(&self.lone(s), out);
    }
    fn count_moves(&self, s: &State) -> u64 {
        self.halma().count_moves(&self.lone(s))
    }
    fn sample(&self, s: &State, rng: &mut Random) -> Move {
        self.halma().sample(&self.lone(s), rng)
    }

    fn format_move(&self, m: Move) -> String {
        self.halma().format_move(m)
    }
    fn parse_move(&self, s: &State, text: &str) -> Result<Move, MoveError> {
        if s.outcome.is_some() {
            return Err(MoveError::new(text, "the game is over"));
        }
        self.halma().parse_move(&self.lone(s), text)
    }
    fn format_position(&self, s: &State) -> String {
        let cells = self.rows().map(|square| holder(s, square));
        format!("{} A {}", text::format_rows(&self.widths(), cells), s.ply)
    }
    /// Any men anywhere may stand, if there are as many as in the yard.
    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let position = text::parse(text, &self.widths(), self.seats())?;
        if let Some(&(at, field)) = position.fields.first() {
            return Err(PositionError::new(at, format!("`{field}` has no meaning here")));
        }
        let held = self.rows().zip(&position.cells).filter(|(_, cell)| cell.is_some());
        let men: SquareSet = held.map(|(square, _)| square).collect();
        let (found, right) = (men.len(), self.yard().len());
        if found != right {
            return Err(PositionError::new(0, format!("there are {found} of {right} men")));
        }
        Ok(self.position(men, position.ply))
    }
    fn move_path(&self, s: &State, m: Move) -> Vec<usize> {
        self.halma().move_path(&self.lone(s), m)
    }

    fn layout(&self) -> Layout {
        let Layout { shape, cells } = self.halma().layout();
        let own = |cell: Cell| Cell { camp: cell.camp.filter(|&seat| seat == Seat::A), ..cell };
        Layout { shape, cells: cells.into_iter().map(own).collect() }
    }
    fn at(&self, s: &State, cell: usize) -> Option<Seat> {
        holder(s, self.halma().square(cell))
    }
    fn symmetries(&self) -> usize {
        self.halma().symmetries()
    }
    fn map_state(&self, symmetry: usize, s: &State) -> State {
        let image = self.halma().map_state(symmetry, &self.lone(s));
        self.position(image.men(Seat::A), s.ply)
    }
    fn map_move(&self, symmetry: usize, m: Move) -> Move {
        self.halma().map_move(symmetry, m)
    }
}

impl HalmaSolitaire {
    /// Takes the man of a move there, or back again.
    fn shift(&self, s: &mut State, m: Move) {
        for square in [m.from(), m.to()] {
            s.men.flip(square);
            s.key ^= self.0.keys[square.index()];
        }
    }

    fn widths(&self) -> Vec<usize> {
        vec![self.halma().board(); self.halma().board()]
    }

    /// The squares in the order of the text of positions.
    fn rows(&self) -> impl Iterator<Item = Square> + use<> {
        let n = self.halma().board();
        (0..n * n).map(move |i| Square::new(n - 1 - i / n, i % n))
    }
}

fn holder(s: &State, square: Square) -> Option<Seat> {
    s.men.contains(square).then_some(Seat::A)
}

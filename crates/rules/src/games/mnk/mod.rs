//! m,n,k games: the first to have k stones in a row, on a board of m columns and n rows.
//!
//! Tic-tac-toe is m,n,k = 3,3,3, free-style gomoku 15,15,5. Longer rows count as well. With three players the turns go
//! round A, B, C, and the other two share the second place.
use crate::random::{Random, RngExt};
use crate::text::{self, column_letter, format_rows, parse_letter_number};
use crate::zobrist;
use crate::{
    About, Catalogued, Cell, CellShape, Game, Layout, MoveError, OptionDoc, Options, Outcome, PositionError,
    Reasons, Seat, Spec, SpecError, Team,
};
use std::ops::ControlFlow;
use std::sync::Arc;

mod squares;

use squares::{Squares, symmetries};

const MAX_SIDE: usize = 19;
const MAX_PLAYERS: usize = 3;
const ROW: Reasons = Reasons::own(0);

/// The rules for one board.
#[derive(Clone, Debug)]
pub struct Mnk(Arc<Rules>);

#[derive(Debug)]
struct Rules {
    spec: Spec,
    columns: usize,
    rows: usize,
    in_a_row: usize,
    players: usize,
    /// By seat and cell.
    stone_keys: Box<[u64]>,
    /// By seat to move.
    turn_keys: Box<[u64]>,
    /// Where each symmetry takes each cell.
    symmetries: Box<[Box<[u16]>]>,
}

impl Mnk {
    /// m.
    pub fn columns(&self) -> usize {
        self.0.columns
    }

    /// n.
    pub fn rows(&self) -> usize {
        self.0.rows
    }

    /// k.
    pub fn in_a_row(&self) -> usize {
        self.0.in_a_row
    }
}

/// A square, counted from the top left, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place(u16);

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    stones: [Squares; MAX_PLAYERS],
    empty: u16,
    to_move: Seat,
    ply: u32,
    key: u64,
    outcome: Option<Outcome>,
}

/// Nothing: the move says all that is needed to take it back.
#[derive(Clone, Copy, Debug)]
pub struct Undo;

impl Catalogued for Mnk {
    const ABOUT: About = About {
        name: "mnk",
        summary: "m,n,k: k stones in a row win on a board of m columns and n rows (tic-tac-toe is 3,3,3)",
        options: &[
            OptionDoc { name: "m", values: "1..19", default: "3", about: "columns" },
            OptionDoc { name: "n", values: "1..19", default: "3", about: "rows" },
            OptionDoc {
                name: "k",
                values: "1..19",
                default: "3",
                about: "stones in a row that win, or more",
            },
            OptionDoc { name: "players", values: "2, 3", default: "2", about: "who move in turn" },
        ],
        presets: &[],
        source: "van den Herik, Uiterwijk and van Rijswijck 2002, Games solved: now and in the future, \
                 Artificial Intelligence 134",
    };

    fn from_options(options: &Options<'_>) -> Result<Mnk, SpecError> {
        let side = |key| Ok(options.int(key, 1..=MAX_SIDE as i64)?.unwrap_or(3) as usize);
        let (columns, rows, in_a_row) = (side("m")?, side("n")?, side("k")?);
        let players = options.int("players", 2..=MAX_PLAYERS as i64)?.unwrap_or(2) as usize;
        if in_a_row > columns.max(rows) {
            let why = format!(
                "no row of {in_a_row} fits on {columns}x{rows}; k can be at most {}",
                columns.max(rows)
            );
            return Err(options.refuse("k", why));
        }
        let cells = columns * rows;
        Ok(Mnk(Arc::new(Rules {
            spec: options.canonical(),
            columns,
            rows,
            in_a_row,
            players,
            stone_keys: zobrist::table(u64::from_le_bytes(*b"mnkstone"), players * cells),
            turn_keys: zobrist::table(u64::from_le_bytes(*b"mnk turn"), players),
            symmetries: symmetries(columns, rows),
        })))
    }
}

impl Game for Mnk {
    type State = State;
    type Move = Place;
    type Undo = Undo;

    fn spec(&self) -> Spec {
        self.0.spec.clone()
    }
    fn seats(&self) -> usize {
        self.0.players
    }
    fn teams(&self) -> usize {
        self.0.players
    }
    fn reason_names(&self) -> &'static [&'static str] {
        &["k in a row"]
    }

    fn initial(&self) -> State {
        let stones = [Squares::NONE; MAX_PLAYERS];
        let (empty, key) = (self.cells() as u16, self.0.turn_keys[0]);
        State { stones, empty, to_move: Seat::A, ply: 1, key, outcome: None }
    }
    fn to_move(&self, s: &State) -> Seat {
        s.to_move
    }
    fn ply(&self, s: &State) -> u32 {
        s.ply
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        s.outcome
    }

    /// The empty squares from the top left, row by row.
    fn visit_moves<B>(&self, s: &State, mut f: impl FnMut(Place) -> ControlFlow<B>) -> ControlFlow<B> {
        let taken = s.taken();
        for word in 0..self.cells().div_ceil(64) {
            let mut empty = !taken.0[word] & self.word_mask(word);
            while empty != 0 {
                f(Place((word * 64) as u16 + empty.trailing_zeros() as u16))?;
                empty &= empty - 1;
            }
        }
        ControlFlow::Continue(())
    }
    fn is_legal(&self, s: &State, m: Place) -> bool {
        (m.0 as usize) < self.cells() && !s.taken().has(m.0 as usize)
    }
    fn apply(&self, s: &mut State, Place(cell): Place) -> Undo {
        let seat = s.to_move;
        s.stones[seat.index()].flip(cell as usize);
        s.empty -= 1;
        let next = seat.next(self.0.players);
        s.key ^= self.change(seat, cell as usize, next);
        s.to_move = next;
        s.ply += 1;
        if self.completes_row(&s.stones[seat.index()], cell as usize) {
            s.outcome = Some(self.won_by(seat));
        } else if s.empty == 0 {
            s.outcome = Some(self.drawn());
        }
        Undo
    }
    fn undo(&self, s: &mut State, Place(cell): Place, Undo: Undo) {
        let next = s.to_move;
        let seat = Seat::new((next.index() + self.0.players - 1) % self.0.players);
        s.stones[seat.index()].flip(cell as usize);
        s.empty += 1;
        s.key ^= self.change(seat, cell as usize, next);
        s.to_move = seat;
        s.ply -= 1;
        s.outcome = None;
    }

    fn key(&self, s: &State) -> u64 {
        s.key
    }
    fn key_from_scratch(&self, s: &State) -> u64 {
        let held = (0..self.cells()).filter_map(|cell| Some((s.holder(cell)?, cell)));
        let stones = held.fold(0, |key, (seat, cell)| key ^ self.stone_key(seat, cell));
        stones ^ self.0.turn_keys[s.to_move.index()]
    }
    fn move_index(&self, m: Place) -> usize {
        m.0 as usize
    }
    fn move_space(&self) -> usize {
        self.cells()
    }
    fn legal_by_index(&self, s: &State, index: usize) -> Option<Place> {
        let m = Place(index.try_into().ok()?);
        (s.outcome.is_none() && self.is_legal(s, m)).then_some(m)
    }

    fn with_turn(&self, s: &State, seat: Seat) -> Option<State> {
        let keys = &self.0.turn_keys;
        let key = s.key ^ keys[s.to_move.index()] ^ keys[seat.index()];
        s.outcome.is_none().then(|| State { to_move: seat, key, ..s.clone() })
    }

    fn format_move(&self, Place(cell): Place) -> String {
        self.label(cell as usize)
    }
    fn parse_move(&self, s: &State, text: &str) -> Result<Place, MoveError> {
        let (columns, rows) = (self.0.columns, self.0.rows);
        let square =
            parse_letter_number(text).filter(|&(column, row)| column < columns && (1..=rows).contains(&row));
        let (column, row) = square.ok_or_else(|| {
            let last = self.label(columns - 1);
            MoveError::new(text, format!("expected a square from a1 to {last}"))
        })?;
        let cell = (rows - row) * columns + column;
        match s.holder(cell) {
            _ if s.outcome.is_some() => Err(MoveError::new(text, "the game is over")),
            Some(seat) => Err(MoveError::new(text, format!("{seat} has a stone there"))),
            None => Ok(Place(cell as u16)),
        }
    }
    fn format_position(&self, s: &State) -> String {
        let rows = format_rows(&self.widths(), (0..self.cells()).map(|cell| s.holder(cell)));
        format!("{rows} {} {}", s.to_move, s.ply)
    }
    /// Any stones may stand, whoever moves next, as long as not two players have won.
    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let position = text::parse(text, &self.widths(), self.0.players)?;
        if let Some(&(at, field)) = position.fields.first() {
            return Err(PositionError::new(at, format!("`{field}` after the end of the position")));
        }
        let mut s = State { to_move: position.to_move, ply: position.ply, ..self.initial() };
        for (cell, seat) in position.cells.iter().enumerate() {
            if let Some(seat) = seat {
                s.stones[seat.index()].flip(cell);
                s.empty -= 1;
            }
        }
        s.key = self.key_from_scratch(&s);
        for (cell, seat) in position.cells.iter().enumerate() {
            let winner = seat.filter(|seat| self.completes_row(&s.stones[seat.index()], cell));
            let outcome = winner.map(|seat| self.won_by(seat));
            if outcome.is_some() && s.outcome.is_some() && outcome != s.outcome {
                let what = format!("two players have {} in a row", self.0.in_a_row);
                return Err(PositionError::new(position.offsets[cell], what));
            }
            s.outcome = s.outcome.or(outcome);
        }
        s.outcome = s.outcome.or_else(|| (s.empty == 0).then(|| self.drawn()));
        Ok(s)
    }
    fn move_path(&self, _: &State, Place(cell): Place) -> Vec<usize> {
        vec![cell as usize]
    }

    fn layout(&self) -> Layout {
        let columns = self.0.columns;
        let cell = |cell| Cell {
            x: 2 * (cell % columns) as i32,
            y: (cell / columns) as i32,
            label: self.label(cell),
            camp: None,
        };
        Layout { shape: CellShape::Square, cells: (0..self.cells()).map(cell).collect() }
    }
    fn at(&self, s: &State, cell: usize) -> Option<Seat> {
        s.holder(cell)
    }
    fn symmetries(&self) -> usize {
        self.0.symmetries.len()
    }
    fn map_state(&self, symmetry: usize, s: &State) -> State {
        let map = &self.0.symmetries[symmetry];
        let mut image = State { stones: [Squares::NONE; MAX_PLAYERS], ..s.clone() };
        for cell in 0..self.cells() {
            if let Some(seat) = s.holder(cell) {
                image.stones[seat.index()].flip(map[cell] as usize);
            }
        }
        image.key = self.key_from_scratch(&image);
        image
    }
    fn map_move(&self, symmetry: usize, Place(cell): Place) -> Place {
        Place(self.0.symmetries[symmetry][cell as usize])
    }

    fn count_moves(&self, s: &State) -> u64 {
        u64::from(s.empty)
    }
    fn sample(&self, s: &State, rng: &mut Random) -> Place {
        let taken = s.taken();
        let mut skip = rng.random_range(0..u32::from(s.empty));
        for word in 0..self.cells().div_ceil(64) {
            let mut empty = !taken.0[word] & self.word_mask(word);
            if skip >= empty.count_ones() {
                skip -= empty.count_ones();
                continue;
            }
            for _ in 0..skip {
                empty &= empty - 1;
            }
            return Place((word * 64) as u16 + empty.trailing_zeros() as u16);
        }
        unreachable!("as many squares are empty as are counted")
    }
}

impl Mnk {
    fn cells(&self) -> usize {
        self.0.columns * self.0.rows
    }

    fn widths(&self) -> Vec<usize> {
        vec![self.0.columns; self.0.rows]
    }

    /// The squares of the board among the 64 of a word.
    fn word_mask(&self, word: usize) -> u64 {
        match self.cells() - word * 64 {
            64.. => u64::MAX,
            left => (1 << left) - 1,
        }
    }

    fn label(&self, cell: usize) -> String {
        let (columns, rows) = (self.0.columns, self.0.rows);
        format!("{}{}", column_letter(cell % columns), rows - cell / columns)
    }

    fn stone_key(&self, seat: Seat, cell: usize) -> u64 {
        self.0.stone_keys[seat.index() * self.cells() + cell]
    }

    /// What a stone of `seat` changes in the key when `next` moves after it.
    fn change(&self, seat: Seat, cell: usize, next: Seat) -> u64 {
        self.stone_key(seat, cell) ^ self.0.turn_keys[seat.index()] ^ self.0.turn_keys[next.index()]
    }

    fn won_by(&self, seat: Seat) -> Outcome {
        Outcome::win(Team::new(seat.index()), self.0.players, ROW)
    }

    fn drawn(&self) -> Outcome {
        Outcome::draw(self.0.players, Reasons::FULL_BOARD)
    }

    /// Whether the stone on `cell` is part of a row that is long enough.
    fn completes_row(&self, stones: &Squares, cell: usize) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let length = 1 + self.run(stones, cell, dx, dy) + self.run(stones, cell, -dx, -dy);
            length >= self.0.in_a_row
        })
    }

    /// How many stones follow `cell` without a gap in one direction; no more are counted than could matter.
    fn run(&self, stones: &Squares, cell: usize, dx: isize, dy: isize) -> usize {
        let (mut column, mut row) = (cell % self.0.columns, cell / self.0.columns);
        for length in 0..self.0.in_a_row - 1 {
            column = column.wrapping_add_signed(dx);
            row = row.wrapping_add_signed(dy);
            let on_board = column < self.0.columns && row < self.0.rows;
            if !on_board || !stones.has(row * self.0.columns + column) {
                return length;
            }
        }
        self.0.in_a_row - 1
    }
}

impl State {
    fn taken(&self) -> Squares {
        let [a, b, c] = &self.stones;
        Squares(std::array::from_fn(|word| a.0[word] | b.0[word] | c.0[word]))
    }

    fn holder(&self, cell: usize) -> Option<Seat> {
        self.stones.iter().position(|stones| stones.has(cell)).map(Seat::new)
    }
}

//! Moves and positions as text, and the picture of the board.
use super::board::{Board, cells_of};
use super::symmetry::swapped;
use super::{Connection, Kind, Move, State};
use crate::{Cell, CellShape, Layout, MoveError, Outcome, PositionError, Reasons, Seat, Team, text};

/// The name of a place.
fn label<K: Kind, const CELLS: usize>(place: usize) -> String {
    let (row, column) = Board::<K, CELLS>::row_and_column(place);
    K::label(row, column)
}

/// The text of a move.
pub(super) fn write_move<K: Kind, const CELLS: usize>(m: Move) -> String {
    if m.is_swap() { "swap".to_owned() } else { label::<K, CELLS>(m.place()) }
}

impl<K: Kind, const CELLS: usize> Connection<K, CELLS> {
    pub(super) fn read_move(&self, s: &State<K, CELLS>, text: &str) -> Result<Move, MoveError> {
        let refuse = |why: &str| Err(MoveError::new(text, why));
        if s.outcome.is_some() {
            return refuse("the game is over");
        }
        if text == "swap" {
            return match (self.swap_is_open(s), self.0.settings.swap) {
                (true, _) => Ok(Move::SWAP),
                (false, true) => refuse("only the second player may swap, as the first move"),
                (false, false) => refuse("this game is played without swap"),
            };
        }
        let place = K::named(text).and_then(|(row, column)| self.0.place(row, column));
        let Some(place) = place else {
            let (first, last) = (self.0.places[0], self.0.places[self.cells() - 1]);
            let swap = if self.swap_is_open(s) { ", or swap" } else { "" };
            let why = format!(
                "expected a cell of the board, from {} to {}{swap}",
                label::<K, CELLS>(first.into()),
                label::<K, CELLS>(last.into())
            );
            return Err(MoveError::new(text, why));
        };
        match s.holder(place) {
            Some(seat) => Err(MoveError::new(text, format!("{seat} has a stone there"))),
            None => Ok(Move::to(place)),
        }
    }

    /// The lengths of the rows.
    fn widths(&self) -> Vec<usize> {
        (0..K::rows(self.size())).map(|row| K::columns(self.size(), row).len()).collect()
    }

    pub(super) fn write_position(&self, s: &State<K, CELLS>) -> String {
        let holders = self.0.places.iter().map(|&place| s.holder(place.into()));
        let rows = text::format_rows(&self.widths(), holders);
        format!("{rows} {} {}", s.to_move, s.ply)
    }

    pub(super) fn read_position(&self, line: &str) -> Result<State<K, CELLS>, PositionError> {
        let position = text::parse(line, &self.widths(), 2)?;
        if let Some(&(at, field)) = position.fields.first() {
            return Err(PositionError::new(at, format!("`{field}` after the end of the position")));
        }
        let handicap = self.0.settings.handicap;
        if position.ply <= handicap && position.to_move != Seat::A {
            let at = line.trim_end().len();
            return Err(PositionError::new(at, format!("A moves in each of the first {handicap} plies")));
        }
        let mut s = State { to_move: position.to_move, ply: position.ply, ..self.0.start };
        let mut completed = [Reasons::default(); 2];
        for ((&place, &seat), &at) in self.0.places.iter().zip(&position.cells).zip(&position.offsets) {
            let Some(seat) = seat else { continue };
            let (junction, _) = s.board.put(seat.index(), place.into());
            s.empty -= 1;
            let own = &mut completed[seat.index()];
            *own = own.and(K::completed(seat, junction.border(), junction.ring));
            if completed.iter().all(|reasons| !reasons.is_empty()) {
                return Err(PositionError::new(at, "both seats have won: each has a winning structure"));
            }
        }
        let winner = completed.iter().position(|reasons| !reasons.is_empty());
        s.outcome = match winner {
            Some(seat) => Some(Outcome::win(Team::new(seat), 2, completed[seat])),
            None => (s.empty == 0).then(|| Outcome::draw(2, Reasons::FULL_BOARD)),
        };
        s.key = self.full_key(&s);
        Ok(s)
    }

    /// The cells that a move touches: its own; of a swap, the stone's old and new one if they differ.
    pub(super) fn path(&self, s: &State<K, CELLS>, m: Move) -> Vec<usize> {
        if let Some(cell) = self.cell_of(m) {
            return vec![cell];
        }
        let stone = cells_of(s.board.stones(0)).next();
        let image = stone.map(swapped::<K, CELLS>);
        let number = |place: usize| self.0.numbers[place].into();
        let mut cells: Vec<usize> = stone.into_iter().chain(image).map(number).collect();
        cells.dedup();
        cells
    }

    pub(super) fn picture(&self) -> Layout {
        let cell = |&place: &u16| {
            let (row, column) = Board::<K, CELLS>::row_and_column(place.into());
            Cell {
                x: K::half_cells(self.size(), row, column),
                y: row as i32,
                label: K::label(row, column),
                camp: None,
            }
        };
        Layout { shape: CellShape::Hexagon, cells: self.0.places.iter().map(cell).collect() }
    }
}

//! Halma as a homework of USC's CSCI 561 has it: a program reads `input.txt`, writes its move to `output.txt`, and ends.
//!
//! `input.txt` has `SINGLE` or `GAME`; `BLACK` or `WHITE`; the seconds of processor time that are left; and 16 lines of
//! 16 characters `B`, `W` or `.`. `output.txt` has `E x,y x,y` for a step, or a line `J x,y x,y` for each hop, where 0,0 is
//! the top left and x the column. Black begins at the top left, white at the bottom right. In a game `playdata.txt` is
//! kept from move to move. The rules are those of `halma(rules=usc561)`.
mod answer;
mod notes;
mod task;

pub use notes::Notes;
pub use task::{Colour, Kind, Task};

pub(crate) use answer::Answer;

use hoppity_rules::{AnyGame, AnyLine, CellShape, Seat};

/// Squares on a side.
const SIDE: usize = 16;

/// A square as `x,y`.
type Square = (usize, usize);

/// How the squares of this format stand for the cells of a game.
#[derive(Clone, Debug)]
pub struct Squares {
    /// Cells by row from the top, then from the left.
    cells: Vec<usize>,
    /// Names of cells.
    labels: Vec<String>,
    /// The seat that begins at the top left.
    black: Seat,
}

impl Squares {
    /// Refused if the game is not one of two players on 16x16 squares who begin in opposite corners.
    pub fn of(game: &dyn AnyGame) -> Result<Squares, String> {
        let layout = game.layout();
        let wrong =
            || format!("`{}` is not Halma for two on 16x16 squares, as in halma(rules=usc561)", game.spec());
        if layout.shape != CellShape::Square || layout.cells.len() != SIDE * SIDE || game.seats() != 2 {
            return Err(wrong());
        }
        let mut cells: Vec<usize> = (0..SIDE * SIDE).collect();
        cells.sort_by_key(|&cell| (layout.cells[cell].y, layout.cells[cell].x));
        let camp = |index: usize| layout.cells[cells[index]].camp;
        match (camp(0), camp(SIDE * SIDE - 1)) {
            (Some(black), Some(white)) if black != white => {
                let labels = layout.cells.into_iter().map(|cell| cell.label).collect();
                Ok(Squares { cells, labels, black })
            }
            _ => Err(wrong()),
        }
    }

    /// The seat of a colour.
    pub fn seat(&self, colour: Colour) -> Seat {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.black.next(2),
        }
    }

    fn colour(&self, seat: Seat) -> Colour {
        if seat == self.black { Colour::Black } else { Colour::White }
    }

    fn cell(&self, (x, y): Square) -> usize {
        self.cells[y * SIDE + x]
    }

    fn label(&self, square: Square) -> &str {
        &self.labels[self.cell(square)]
    }

    fn square(&self, cell: usize) -> Square {
        let index = self.cells.iter().position(|&other| other == cell).unwrap_or(0);
        (index % SIDE, index / SIDE)
    }

    /// What stands on the board of a line.
    pub fn board(&self, line: &dyn AnyLine) -> Vec<Option<Colour>> {
        self.cells.iter().map(|&cell| line.at(cell).map(|seat| self.colour(seat))).collect()
    }

    /// The position of a task as text, at the ply of this number.
    pub fn position(&self, task: &Task, ply: u32) -> String {
        let men = task.board().iter().map(|man| man.map(|colour| self.seat(colour)));
        let rows = hoppity_rules::text::format_rows(&[SIDE; SIDE], men);
        format!("{rows} {} {ply}", self.seat(task.colour()))
    }

    /// What to write into `output.txt` for a legal move of a line; `None` for a move that has no form there, as a pass.
    pub fn output(&self, line: &dyn AnyLine, index: usize) -> Option<String> {
        let path: Vec<Square> = line.path(index)?.into_iter().map(|cell| self.square(cell)).collect();
        Answer::of(&path).map(|answer| answer.to_string())
    }
}

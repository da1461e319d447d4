//! Chinese Checkers (Stern-Halma, 1892) on the star of 121 holes for two, three, four and six players, and for two on a
//! rhombus, where small boards have been solved.
//!
//! A turn moves one man: a step to an empty neighbour hole, or a chain of hops, each over one man of any colour to the
//! empty hole behind it, in any of the six directions. What counts is where the man starts and ends: a chain may cross the
//! hole it left, but one that ends there is no turn. The goal of a player is the opposite camp.
//!
//! Holes of the star are named by the letter of the row from the top and the number within the row, `a1` to `q1`; A sits
//! at the top and the others clockwise. A rhombus has A's camp at the top left and B's at the bottom right, its acute
//! corners; each row stands half a hole further right than the one above. Its holes are named like squares, `a1` at the
//! bottom left. Men that leave a row of the camp unfilled stand in its first holes from the top (B's: half a turn of A's).
//!
//! Where the rule books are silent:
//! - After a turn the rules look, in this order, at who is home, at whether the next player is blocked, and at the cap;
//!   the first that ends the game decides.
//! - By the rules `filled` and `mover` a player is home whose goal is full, whoever fills it, if one of its own men is in
//!   it. By `filled` it may be another's move that brings a player home.
//! - By the rule `mover` no move leads to a position in which a player is home who has not just moved, and none such can
//!   be set up; by `blockade=illegal` no move seals off a goal. A player whose moves are all of this kind is blocked.
//!
//! Moves come in ascending order of ([`Move::from`], [`Move::to`]), in the order of [`Hole`]. Cells of the layout count row
//! by row from the top, each from the left.
mod board;
mod finish;
mod game;
mod holes;
mod hops;
mod moves;
mod options;
mod presets;
mod state;
mod tables;
mod text;

pub use holes::{Hole, HoleSet};
pub use state::{Move, State, Undo};

use crate::games::halma::options::{Blocked, Bound, Win};
use crate::{Seat, SpecError};
use options::Settings;
use std::fmt;
use std::sync::Arc;
use tables::Tables;

/// The game of Chinese Checkers with its options.
#[derive(Clone)]
pub struct ChineseCheckers(Arc<Rules>);

struct Rules {
    settings: Settings,
    tables: Tables,
    /// Whether a rule forbids men to end where they can come.
    has_limits: bool,
    /// Whether there is more to look at after a turn than filled goals.
    has_more_ends: bool,
}

impl ChineseCheckers {
    fn new(options: &crate::Options<'_>) -> Result<ChineseCheckers, SpecError> {
        let settings = Settings::read(options)?;
        let tables = Tables::new(&settings);
        let has_seals = tables.seal.iter().any(|seal| !seal.is_empty());
        let has_limits = has_seals || settings.win == Win::Mover || settings.leave_goal == Bound::End;
        let has_more_ends = settings.cap.is_some() || settings.blocked == Blocked::Lose;
        Ok(ChineseCheckers(Arc::new(Rules { settings, tables, has_limits, has_more_ends })))
    }

    fn settings(&self) -> &Settings {
        &self.0.settings
    }

    fn tables(&self) -> &Tables {
        &self.0.tables
    }

    fn players(&self) -> usize {
        self.settings().players
    }

    /// The men of each player.
    pub fn men(&self) -> usize {
        self.settings().men
    }

    /// All holes of the board.
    pub fn holes(&self) -> HoleSet {
        self.tables().board
    }

    /// The camp where a seat starts.
    pub fn home(&self, seat: Seat) -> HoleSet {
        self.tables().home[seat.index()]
    }

    /// The camp that a seat has to reach.
    pub fn goal(&self, seat: Seat) -> HoleSet {
        self.tables().goal[seat.index()]
    }

    /// The outermost hole of the camp that a seat has to reach.
    pub fn goal_tip(&self, seat: Seat) -> Hole {
        self.tables().tip[seat.index()]
    }

    /// The outermost hole of the camp where a seat starts.
    pub fn home_tip(&self, seat: Seat) -> Hole {
        let furthest = |hole: &Hole| self.distance(*hole, self.goal_tip(seat));
        self.home(seat).iter().max_by_key(furthest).expect("a camp has holes")
    }

    /// Where a seat's man in this hole may end its turn as far as the rules about its camps decide: all of its goal if it
    /// may not leave it, else all of the board.
    pub fn may_end(&self, seat: Seat, from: Hole) -> HoleSet {
        let goal = self.goal(seat);
        let stays = self.settings().leave_goal == Bound::End && goal.contains(from);
        if stays { goal } else { self.holes() }
    }

    /// Whether a goal hole that another's man stands in counts as filled.
    pub fn filled_by_anyone(&self) -> bool {
        self.settings().win != Win::All
    }

    /// The holes next to one.
    pub fn neighbours(&self, hole: Hole) -> HoleSet {
        self.tables().steps[hole.index()]
    }

    /// The hole of a cell of the layout.
    pub fn hole(&self, cell: usize) -> Hole {
        self.tables().cells[cell]
    }

    /// The cell of the layout that is this hole.
    pub fn cell(&self, hole: Hole) -> usize {
        usize::from(self.tables().cell_of[hole.index()])
    }

    /// The name of a hole.
    pub fn label(&self, hole: Hole) -> &str {
        &self.tables().labels[self.cell(hole)]
    }

    /// Row (from the top) and column of a hole on a lattice with neighbours at (0, ±1), (±1, 0), (−1, 1) and (1, −1).
    pub fn place(&self, hole: Hole) -> (usize, usize) {
        self.tables().places[self.cell(hole)]
    }

    /// How many steps a man needs between two holes if nobody else is on the board.
    pub fn distance(&self, a: Hole, b: Hole) -> u32 {
        let ((row_a, column_a), (row_b, column_b)) = (self.place(a), self.place(b));
        let (rows, columns) = (row_b as i32 - row_a as i32, column_b as i32 - column_a as i32);
        rows.abs().max(columns.abs()).max((rows + columns).abs()) as u32
    }
}

impl fmt::Debug for ChineseCheckers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.settings().spec())
    }
}

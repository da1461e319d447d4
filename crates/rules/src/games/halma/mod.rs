//! Halma (George Howard Monks, 1883-84), for two, three and four players, with the variants in real use.
//!
//! A turn moves one man: a step to an empty neighbour square, or a chain of hops, each over one man of any colour to the
//! empty square behind it, in any of the eight directions. What counts is where the man starts and ends; a chain that
//! ends where it began is no turn. The goal of a player is the camp in the opposite corner.
//!
//! Where the rule books are silent:
//! - After a turn the rules look, in this order, at who is home, at the deadline of the player who has moved, at whether
//!   the next player is blocked, and at the cap; the first that ends the game decides.
//! - Own turns are counted by the ply number: the turn at ply p is the ⌈p / players⌉th of its player. Turns of players who
//!   are out count as if they had been made (`skipped=` in the position).
//! - Who loses by a deadline or blocked, among three or more players, is last, and the others share the first place;
//!   with `finish=all` it takes the last place that is left, its men stay where they are, and the others play on.
//! - With teams, `finish=all` is `finish=first`: when one team is done, the other's place is known. A partner who is home
//!   and cannot move passes, even where who is blocked loses.
//!
//! Moves come by the parity class of their start, in the order of [`Square`]; in a class first steps, then hops. Where the
//! rules tell men apart by where they start, those outside the camps come before those in the own camp, and these before
//! those in the goal camp. Steps come by start, then by direction: up, down, right, left, right up, left down, left up,
//! right down. Hops come by connected parts of the empty squares, the part first that has the lowest square next to a man;
//! in a part by start, then by end. Where the rules restrict the landings of a chain, hops come by start, then by end.
//! Where men may only go further from the corner (`evacuate=usc`), moves come man by man. The pass comes alone.
//!
//! Cells of the layout count row by row from `a1`.
mod board;
mod count;
mod finish;
mod game;
mod hops;
mod list;
mod moves;
pub(in crate::games) mod options;
mod pick;
mod plan;
mod presets;
mod state;
mod tables;
mod text;
mod turns;

pub use board::{Square, SquareSet};
pub use state::{Move, State, Undo};

use crate::{Seat, SpecError};
use options::Settings;
use std::fmt;
use std::sync::Arc;
use tables::Tables;

/// The game of Halma with its options.
#[derive(Clone)]
pub struct Halma(Arc<Rules>);

struct Rules {
    settings: Settings,
    tables: Tables,
}

impl Halma {
    fn new(options: &crate::Options<'_>) -> Result<Halma, SpecError> {
        let settings = Settings::read(options)?;
        let tables = Tables::new(&settings).map_err(|misfit| {
            let blamed = misfit.0.iter().find(|key| options.value(key).is_some());
            options.refuse(blamed.unwrap_or(&misfit.0[0]), misfit.1)
        })?;
        Ok(Halma(Arc::new(Rules { settings, tables })))
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

    /// Squares on a side.
    pub fn board(&self) -> usize {
        self.settings().board
    }

    /// All squares of the board.
    pub fn squares(&self) -> SquareSet {
        self.tables().board
    }

    /// The camp where a seat starts.
    pub fn home(&self, seat: Seat) -> SquareSet {
        self.tables().home[seat.index()]
    }

    /// The camp that a seat has to reach.
    pub fn goal(&self, seat: Seat) -> SquareSet {
        self.tables().goal[seat.index()]
    }

    /// The corner square of the camp that a seat has to reach.
    pub fn goal_corner(&self, seat: Seat) -> Square {
        let corner = self.settings().order[seat.index()].opposite();
        let in_corner = |square: &Square| corner.distances(*square, self.board()) == (0, 0);
        self.squares().iter().find(in_corner).expect("a board has corners")
    }

    /// The squares next to one.
    pub fn neighbours(&self, square: Square) -> SquareSet {
        self.tables().steps[square.index()]
    }

    /// Where a seat's man on this square may end its turn as far as the rules about its camps decide, on an empty board.
    pub fn may_end(&self, seat: Seat, from: Square) -> SquareSet {
        let (home, goal, all) = (self.home(seat), self.goal(seat), self.squares());
        let elsewhere = if self.settings().enter_home == options::Bound::Free { all } else { all & !home };
        if home.contains(from) {
            all
        } else if goal.contains(from) && self.settings().leave_goal != options::Bound::Free {
            elsewhere & goal
        } else {
            elsewhere
        }
    }

    /// The number of the zone that a square lies in for a seat: no chain of hops leads back to an earlier one.
    pub fn zone_of(&self, seat: Seat, square: Square) -> usize {
        let zones = &self.tables().zones[seat.index()][..self.tables().zone_count];
        zones.iter().position(|zone| zone.contains(square)).unwrap_or(0)
    }

    /// Whether the rules ask of men in the own camp that they leave it.
    pub fn asks_to_evacuate(&self) -> bool {
        self.settings().evacuate != options::Evacuation::None
    }

    /// Whether a goal square that another's man stands on counts as filled.
    pub fn filled_by_anyone(&self) -> bool {
        self.settings().win != options::Win::All
    }

    /// Where hops over `men` lead from the squares of `from`, one after the other, landing on squares of `within` only; the
    /// squares of `from` are among them. What rules say about camps is left out.
    #[inline]
    pub fn chains(&self, men: SquareSet, from: SquareSet, within: SquareSet) -> SquareSet {
        let (starts, within) = (from.words(), within.words());
        let reached = |class: usize| match starts[class] {
            0 => 0,
            start => hops::Hops::new(class, &men.words()).flood(start, within[class]).0,
        };
        SquareSet::from_words(std::array::from_fn(reached))
    }

    /// Where one hop over `men` leads from the squares of `from`, whatever stands there.
    #[inline]
    pub fn hop(&self, men: SquareSet, from: SquareSet) -> SquareSet {
        let hop = |class: usize| hops::Hops::new(class, &men.words()).step(from.words()[class]);
        SquareSet::from_words(std::array::from_fn(hop))
    }

    fn team_of(&self, seat: usize) -> usize {
        usize::from(self.tables().team[seat])
    }

    fn team_count(&self) -> usize {
        if self.settings().teams == options::Teams::None { self.players() } else { 2 }
    }

    /// The men of a seat and of its partners.
    fn of_team(&self, s: &State, seat: usize) -> SquareSet {
        let team = self.team_of(seat);
        let partners = (0..tables::SEATS).filter(|&other| self.team_of(other) == team);
        partners.fold(SquareSet::EMPTY, |men, other| men | s.men[other])
    }
}

impl fmt::Debug for Halma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.settings().spec())
    }
}

//! Moves and positions as text.
use super::ChineseCheckers;
use super::holes::{Hole, HoleSet};
use super::state::{Move, State};
use super::tables::SEATS;
use crate::games::halma::options::Bound;
use crate::{MoveError, PositionError, Seat, text};

impl ChineseCheckers {
    pub(super) fn write_move(&self, m: Move) -> String {
        if m.is_pass() {
            "pass".to_owned()
        } else {
            format!("{}-{}", self.label(m.from()), self.label(m.to()))
        }
    }

    pub(super) fn read_move(&self, s: &State, text: &str) -> Result<Move, MoveError> {
        let refuse = |why: String| Err(MoveError::new(text, why));
        if s.status.outcome.is_some() {
            return refuse("the game is over".to_owned());
        }
        if text == "pass" {
            let why = "a player who has a move may not pass";
            return if self.is_blocked(s) { Ok(Move::PASS) } else { refuse(why.to_owned()) };
        }
        let Some((from, to)) = text.split_once('-') else {
            return refuse(
                "expected the holes where it starts and ends, such as `a1-b2`, or `pass`".to_owned(),
            );
        };
        let hole = |name: &str| {
            let cell = self.tables().labels.iter().position(|label| label == name);
            cell.map(|cell| self.tables().cells[cell])
                .ok_or_else(|| MoveError::new(text, format!("`{name}` is no hole of this board")))
        };
        let (from, to) = (hole(from)?, hole(to)?);
        let m = Move::new(from, to);
        if from != to && self.allows(s, m) {
            return Ok(m);
        }
        refuse(self.why_not(s, from, to))
    }

    /// Why a move that is not legal is not.
    fn why_not(&self, s: &State, from: Hole, to: Hole) -> String {
        let seat = Seat::new(usize::from(s.status.to_move));
        let m = Move::new(from, to);
        let (start, end) = (self.label(from), self.label(to));
        if !s.men(seat).contains(from) {
            return format!("{seat} is to move and has no man on {start}");
        }
        if from == to {
            return "a turn ends in another hole than it starts".to_owned();
        }
        if s.occupied().contains(to) {
            return format!("{end} is occupied");
        }
        if !self.connects(s, m) {
            return format!("neither a step nor a chain of hops leads from {start} to {end}");
        }
        if self.settings().leave_goal == Bound::End && !self.is_banned(s, m) {
            return "a man in its goal camp may not leave it".to_owned();
        }
        format!("the position after it is illegal: a man on {end} would fill or seal another's goal")
    }

    pub(super) fn write_position(&self, s: &State) -> String {
        let cells = self.tables().cells.iter().map(|&hole| self.holder(s, hole));
        let rows = text::format_rows(&self.tables().widths, cells);
        format!("{rows} {} {}", Seat::new(usize::from(s.status.to_move)), s.status.ply)
    }

    pub(super) fn holder(&self, s: &State, hole: Hole) -> Option<Seat> {
        Seat::all(self.players()).find(|&seat| s.men(seat).contains(hole))
    }

    pub(super) fn read_position(&self, line: &str) -> Result<State, PositionError> {
        let seats = self.players();
        let position = text::parse(line, &self.tables().widths, seats)?;
        if let Some(&(at, field)) = position.fields.first() {
            return Err(PositionError::new(at, format!("`{field}` has no meaning here")));
        }
        let mut men = [HoleSet::EMPTY; SEATS];
        for ((seat, &at), &hole) in position.cells.iter().zip(&position.offsets).zip(&self.tables().cells) {
            let Some(seat) = seat else { continue };
            let (set, right) = (&mut men[seat.index()], self.home(*seat).len());
            set.flip(hole);
            if set.len() > right {
                return Err(PositionError::new(at, format!("{seat} has more than its {right} men")));
            }
        }
        self.set_up(&men[..seats], position.to_move, position.ply)
    }
}

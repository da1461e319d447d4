//! Moves and positions as text.
//!
//! A position ends, where places have been taken, in `places=-1--`: one character for each seat, its place or `-`; and,
//! where turns of players who are out have been passed over and a deadline counts turns, in `skipped=4`, their number.
use super::Halma;
use super::board::{Square, SquareSet};
use super::finish;
use super::options::{Bound, Evacuation, Finish, Teams};
use super::state::{Move, State, Status};
use super::tables::SEATS;
use crate::{MoveError, PositionError, Seat, text};

impl Halma {
    /// The square of a cell of the layout, which counts row by row from `a1`.
    pub fn square(&self, cell: usize) -> Square {
        Square::new(cell / self.board(), cell % self.board())
    }

    /// The cell of the layout that is this square.
    pub fn cell(&self, square: Square) -> usize {
        square.row() * self.board() + square.column()
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
                "expected the squares where it starts and ends, such as `a1-b2`, or `pass`".to_owned(),
            );
        };
        let square = |name: &str| {
            let on_board = self.square_named(name);
            on_board.ok_or_else(|| {
                let n = self.board();
                let last = Square::new(n - 1, n - 1);
                MoveError::new(text, format!("`{name}` is no square of this board; expected a1 to {last}"))
            })
        };
        let m = Move::new(square(from)?, square(to)?);
        if m.from() != m.to() && self.allows(s, m) {
            return Ok(m);
        }
        refuse(self.why_not(s, m))
    }

    fn square_named(&self, name: &str) -> Option<Square> {
        let (column, number) = text::parse_letter_number(name)?;
        let on_board = column < self.board() && number <= self.board();
        on_board.then(|| Square::new(number - 1, column))
    }

    /// Why a move that is not legal is not.
    fn why_not(&self, s: &State, m: Move) -> String {
        let seat = Seat::new(usize::from(s.status.to_move));
        let (from, to) = (m.from(), m.to());
        if !s.men(seat).contains(from) {
            return format!("{seat} is to move and has no man on {from}");
        }
        if from == to {
            return "a turn ends on another square than it starts".to_owned();
        }
        if s.occupied().contains(to) {
            return format!("{to} is occupied");
        }
        if !self.connects(s, m) {
            return format!("neither a step nor a chain of hops leads from {from} to {to}");
        }
        let (home, goal) = (self.home(seat), self.goal(seat));
        let settings = self.settings();
        if settings.leave_goal != Bound::Free && goal.contains(from) && !goal.contains(to) {
            return "a man in its goal camp may not leave it".to_owned();
        }
        if settings.enter_home != Bound::Free && !home.contains(from) && home.contains(to) {
            return "a man may not enter its own camp from outside".to_owned();
        }
        if settings.evacuate == Evacuation::Usc && !(s.men(seat) & home).is_empty() {
            return "men in the own camp must leave it first, or go further from the corner".to_owned();
        }
        "the rules about camps forbid it".to_owned()
    }

    pub(super) fn write_position(&self, s: &State) -> String {
        let n = self.board();
        let from_top = (0..n * n).map(|i| self.holder(s, Square::new(n - 1 - i / n, i % n)));
        let rows = text::format_rows(&vec![n; n], from_top);
        let mut line = format!("{rows} {} {}", Seat::new(usize::from(s.status.to_move)), s.status.ply);
        if s.status.places != [0; SEATS] {
            let place = |&place: &u8| if place == 0 { '-' } else { char::from(b'0' + place) };
            line.push_str(" places=");
            line.extend(s.status.places[..self.players()].iter().map(place));
        }
        if s.status.skipped > 0 {
            line.push_str(" skipped=");
            line.push_str(&s.status.skipped.to_string());
        }
        line
    }

    pub(super) fn holder(&self, s: &State, square: Square) -> Option<Seat> {
        Seat::all(self.players()).find(|&seat| s.men(seat).contains(square))
    }

    pub(super) fn read_position(&self, line: &str) -> Result<State, PositionError> {
        let n = self.board();
        let position = text::parse(line, &vec![n; n], self.players())?;
        let men = self.read_men(&position)?;
        let status = Status {
            key: 0,
            ply: position.ply,
            skipped: 0,
            to_move: position.to_move.index() as u8,
            places: [0; SEATS],
            outcome: None,
        };
        let mut state = State { men, status };
        for &(at, field) in &position.fields {
            self.read_field(&mut state, field).map_err(|what| PositionError::new(at, what))?;
        }
        let fields_at = position.fields.first().map_or(0, |&(at, _)| at);
        if state.status.skipped > 0 && state.status.places == [0; SEATS] {
            return Err(PositionError::new(fields_at, "turns are skipped only when a place has been taken"));
        }
        state.status.key = self.full_key(&state);
        let seat = usize::from(state.status.to_move);
        let had_place = state.status.places[seat] != 0;
        self.settle_text(&mut state).map_err(|what| PositionError::new(0, what))?;
        if had_place && state.status.outcome.is_none() {
            let what = format!("{} has taken a place and moves no more", position.to_move);
            return Err(PositionError::new(fields_at, what));
        }
        Ok(state)
    }

    /// The men of a position: every player has as many as its camp has squares, for men never leave the board.
    fn read_men(&self, position: &text::Position<'_>) -> Result<[SquareSet; SEATS], PositionError> {
        let n = self.board();
        let mut men = [SquareSet::EMPTY; SEATS];
        for (i, cell) in position.cells.iter().enumerate() {
            let Some(seat) = cell else { continue };
            let set = &mut men[seat.index()];
            set.flip(Square::new(n - 1 - i / n, i % n));
            let right = self.home(*seat).len();
            if set.len() > right {
                let what = format!("{seat} has more than its {right} men");
                return Err(PositionError::new(position.offsets[i], what));
            }
        }
        for seat in Seat::all(self.players()) {
            let (found, right) = (men[seat.index()].len(), self.home(seat).len());
            if found < right {
                let what = format!("{seat} has {found} of its {right} men; none ever leaves the board");
                return Err(PositionError::new(0, what));
            }
        }
        Ok(men)
    }

    fn read_field(&self, s: &mut State, field: &str) -> Result<(), String> {
        let settings = self.settings();
        let counts_places = settings.finish == Finish::All && settings.teams == Teams::None;
        match field.split_once('=') {
            Some(("places", value)) if counts_places && s.status.places == [0; SEATS] => {
                s.status.places = self.read_places(value)?;
            }
            Some(("skipped", value))
                if counts_places
                    && matches!(settings.evacuate, Evacuation::By(_))
                    && s.status.skipped == 0 =>
            {
                let plain = !value.starts_with(['0', '+']);
                let number = value.parse().ok().filter(|&n: &u32| plain && n <= text::MAX_PLY);
                let wrong = || format!("`{value}` is no number of turns; expected 1 to {}", text::MAX_PLY);
                s.status.skipped = number.ok_or_else(wrong)?;
            }
            _ => return Err(format!("`{field}` has no meaning here")),
        }
        Ok(())
    }

    fn read_places(&self, value: &str) -> Result<[u8; SEATS], String> {
        let seats = self.players();
        let mut places = [0; SEATS];
        let wrong = || {
            format!(
                "`{value}`: expected for each of the {seats} seats its place, or `-` where it still plays"
            )
        };
        if value.len() != seats {
            return Err(wrong());
        }
        for (seat, letter) in value.bytes().enumerate() {
            places[seat] = match letter {
                b'-' => 0,
                b'1'..=b'4' if usize::from(letter - b'0') <= seats => letter - b'0',
                _ => return Err(wrong()),
            };
        }
        let mut taken: Vec<u8> = places.into_iter().filter(|&place| place != 0).collect();
        taken.sort_unstable();
        let from_start = (1..).zip(&taken).take_while(|&(place, &taken)| place == taken).count();
        let from_end = (1..=seats as u8).rev().zip(taken.iter().rev()).take_while(|&(p, &t)| p == t).count();
        if taken.is_empty() || from_start + from_end < taken.len() || taken.windows(2).any(|w| w[0] == w[1]) {
            return Err(format!(
                "`{value}`: places are taken each once, from the first on or from the last on"
            ));
        }
        if from_start < taken.len() && !finish::can_be_last(self.settings()) {
            return Err(format!("`{value}`: nobody can be put last by these rules"));
        }
        if taken.len() + 2 > seats {
            return Err(format!(
                "`{value}`: with one player left the game is over; leave the last place taken open"
            ));
        }
        Ok(places)
    }
}

//! Who has won, lost, taken a place. Kept up to date turn by turn.
//!
//! After a turn the rules look at these in order: who is home; whether the player who has moved should have left its
//! camp; whether the next player is blocked; the cap. What happens in the turn that ends the game is in the outcome alone,
//! not among the places of the position, so that a position read from text comes to the same outcome by the same look.
use super::Halma;
use super::options::{Blocked, Evacuation, Finish, Settings, Teams, Win};
use super::state::{Move, State, Status};
use super::tables::{NOBODY, SEATS};
use crate::{Outcome, Reasons, Seat, Team};

/// The names of the game's own reasons.
pub(super) const REASONS: &[&str] = &["camp filled", "evacuation"];
const CAMP_FILLED: Reasons = Reasons::own(0);
const EVACUATION: Reasons = Reasons::own(1);

impl Halma {
    /// Draws the consequences of a turn that `last` has just made.
    #[inline]
    pub(super) fn settle(&self, s: &mut State, last: usize, m: Move) {
        // A camp is filled only by the man that enters its last square. A pass changes nothing, whatever is there.
        let entered = self.tables().goal_of[m.to().index()];
        if s.status.ply <= self.tables().quiet_until {
            if entered != NOBODY {
                self.settle_home(s, usize::from(entered));
            }
            return;
        }
        // By the rule `mover` the camp may have been filled before its owner's turn.
        let candidate = if self.settings().win == Win::Mover { last as u8 } else { entered };
        self.settle_all(s, candidate);
    }

    fn settle_home(&self, s: &mut State, seat: usize) {
        if self.team_is_home(s, seat) {
            self.take_first(s, seat);
        }
    }

    fn settle_all(&self, s: &mut State, candidate: u8) {
        let before = s.status;
        if candidate != NOBODY {
            self.settle_home(s, usize::from(candidate));
        }
        self.settle_others(s, before, 1);
    }

    /// Draws the consequences of a position that was not reached by a move. Refused with the reason where more has
    /// happened than can have.
    pub(super) fn settle_text(&self, s: &mut State) -> Result<(), String> {
        let seats = self.players();
        let last = (usize::from(s.status.to_move) + seats - 1) % seats;
        let mut home: Vec<usize> = (0..seats).filter(|&seat| self.team_is_home(s, seat)).collect();
        home.dedup_by_key(|seat| self.team_of(*seat));
        if self.settings().win == Win::Mover {
            home.retain(|&seat| self.team_of(seat) == self.team_of(last));
        }
        let before = s.status;
        match home[..] {
            [] => {}
            [seat] => self.take_first(s, seat),
            _ if self.settings().finish == Finish::All => {
                let letters: String = home.iter().map(|&seat| Seat::new(seat).letter()).collect();
                return Err(format!("{letters} are home: say by places=… who came first"));
            }
            _ => return Err("two are home: the game ended with the first".to_owned()),
        }
        self.settle_others(s, before, seats);
        Ok(())
    }

    /// Looks at all that can end the game, or a player's part in it, but camps that are filled: the deadlines of those
    /// who have made the last `turns` turns, blocked players, the cap.
    pub(super) fn settle_others(&self, s: &mut State, before: Status, turns: usize) {
        let mut struck = false;
        for back in (1..=turns).rev() {
            struck |= self.settle_deadline(s, back);
        }
        self.settle_blocked_and_cap(s);
        if let Some(outcome) = s.status.outcome {
            let outcome = if struck { outcome.on_path() } else { outcome };
            s.status = Status { outcome: Some(outcome), ..before };
        }
    }

    /// Puts the player last whose turn was so many turns ago if it had to be out of its camp then and is not.
    fn settle_deadline(&self, s: &mut State, back: usize) -> bool {
        let Evacuation::By(deadline) = self.settings().evacuate else { return false };
        let seats = self.players();
        let seat = (usize::from(s.status.to_move) + seats - back) % seats;
        // The own turn in turn t, counted over all players, is number ⌈t / players⌉: past the deadline if t is greater
        // than as many rounds.
        let late = s.status.ply + s.status.skipped > deadline * seats as u32 + back as u32;
        let playing = s.status.outcome.is_none() && s.status.places[seat] == 0;
        let strikes = playing && late && !(s.men[seat] & self.tables().home[seat]).is_empty();
        if strikes {
            self.take_last(s, seat, EVACUATION);
        }
        strikes
    }

    /// Gives the turn to a player who still plays and, where the rules ask, can move; then looks at the cap.
    fn settle_blocked_and_cap(&self, s: &mut State) {
        let settings = self.settings();
        while s.status.outcome.is_none() {
            let seat = usize::from(s.status.to_move);
            if s.status.places[seat] != 0 {
                self.give_turn(s, self.after(seat));
                s.status.skipped += u32::from(matches!(settings.evacuate, Evacuation::By(_)));
            } else if settings.blocked == Blocked::Lose && self.loses_blocked(s, seat) {
                self.take_last(s, seat, Reasons::NO_MOVE);
            } else {
                break;
            }
        }
        if s.status.outcome.is_none() && settings.cap.is_some_and(|cap| s.status.ply > cap) {
            s.status.outcome = Some(self.undecided(s, Reasons::CAP));
        }
    }

    /// The position with this player on move, who must still play and be able to.
    pub(super) fn turn_given(&self, s: &State, seat: Seat) -> Option<State> {
        let seat = seat.index();
        if s.status.outcome.is_some() || s.status.places[seat] != 0 {
            return None;
        }
        let mut s = *s;
        self.give_turn(&mut s, seat);
        let loses = self.settings().blocked == Blocked::Lose && self.loses_blocked(&s, seat);
        (!loses).then_some(s)
    }

    /// A player who is home and waits for its partner may pass.
    fn loses_blocked(&self, s: &State, seat: usize) -> bool {
        let waits = self.settings().teams != Teams::None && self.is_home(s, seat);
        !waits && self.is_blocked(s)
    }

    /// Whether the player is home.
    pub(super) fn is_home(&self, s: &State, seat: usize) -> bool {
        let goal = self.tables().goal[seat];
        let own = s.men[seat];
        if self.settings().win == Win::All {
            return own == goal;
        }
        let partners = self.of_team(s, seat) & !own;
        s.occupied().covers(goal) && !(own & goal).is_empty() && (partners & goal).is_empty()
    }

    /// Whether the player and its partners are home, and were not before.
    #[inline]
    fn team_is_home(&self, s: &State, seat: usize) -> bool {
        s.status.places[seat] == 0
            && self.is_home(s, seat)
            && (self.settings().teams == Teams::None
                || (0..SEATS)
                    .all(|other| self.team_of(other) != self.team_of(seat) || self.is_home(s, other)))
    }

    fn take_first(&self, s: &mut State, seat: usize) {
        let team = Team::new(self.team_of(seat));
        if self.settings().finish == Finish::First || self.settings().teams != Teams::None {
            s.status.outcome = Some(Outcome::win(team, self.team_count(), CAMP_FILLED));
        } else {
            self.take_place(s, seat, true, CAMP_FILLED);
        }
    }

    fn take_last(&self, s: &mut State, seat: usize, reasons: Reasons) {
        if self.settings().finish == Finish::First || self.settings().teams != Teams::None {
            s.status.outcome = Some(Outcome::loss(Team::new(self.team_of(seat)), self.team_count(), reasons));
        } else {
            self.take_place(s, seat, false, reasons);
        }
    }

    /// Takes the best or the worst place that is left; that ends the game if one player remains.
    fn take_place(&self, s: &mut State, seat: usize, best: bool, reasons: Reasons) {
        let free = self.free_places(s);
        let (first, last) = (free[0], free[free.len() - 1]);
        let place = if best { first } else { last };
        if free.len() > 2 {
            s.status.places[seat] = place;
            s.status.key ^= self.tables().keys.places[seat][usize::from(place)];
            return;
        }
        let other = if best { last } else { first };
        let mut ranks = Self::ranks(s, other);
        ranks[seat] = place - 1;
        let outcome = Outcome::from_ranks(&ranks[..self.players()], reasons);
        s.status.outcome = Some(outcome);
    }

    pub(super) fn undecided(&self, s: &State, reasons: Reasons) -> Outcome {
        if self.settings().teams != Teams::None {
            return Outcome::draw(self.team_count(), reasons).on_path();
        }
        let ranks = Self::ranks(s, self.free_places(s)[0]);
        Outcome::from_ranks(&ranks[..self.players()], reasons).on_path()
    }

    /// Ranks by seat: the places taken, and this place for those who still play.
    fn ranks(s: &State, place: u8) -> [u8; SEATS] {
        s.status.places.map(|taken| if taken == 0 { place - 1 } else { taken - 1 })
    }

    /// The places that nobody has taken, the best first.
    fn free_places(&self, s: &State) -> Vec<u8> {
        (1..=self.players() as u8).filter(|place| !s.status.places.contains(place)).collect()
    }
}

/// Up to which ply there is nothing to look at, before it is played, but the goal camp that the last man has entered.
pub(super) fn quiet_until(settings: &Settings) -> u32 {
    let (win, finish, blocked) = (settings.win, settings.finish, settings.blocked);
    if win == Win::Mover || finish == Finish::All || blocked == Blocked::Lose {
        return 0;
    }
    let deadline = match settings.evacuate {
        Evacuation::By(turns) => turns * settings.players as u32 + 1,
        _ => u32::MAX,
    };
    deadline.min(settings.cap.unwrap_or(u32::MAX))
}

/// Whether a player can be put last while others play on.
pub(super) fn can_be_last(settings: &Settings) -> bool {
    settings.blocked == Blocked::Lose || matches!(settings.evacuate, Evacuation::By(_))
}

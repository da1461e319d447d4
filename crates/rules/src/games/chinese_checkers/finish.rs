//! Who has won or lost. Kept up to date turn by turn.
//!
//! After a turn the rules look at these in order: who is home; whether the next player is blocked; the cap.
use super::ChineseCheckers;
use super::state::{Move, State};
use super::tables::NOBODY;
use crate::games::halma::options::{Blocked, Win};
use crate::{Outcome, Reasons, Seat, Team};

/// The names of the game's own reasons.
pub(super) const REASONS: &[&str] = &["camp filled"];
const CAMP_FILLED: Reasons = Reasons::own(0);

impl ChineseCheckers {
    /// Draws the consequences of a turn.
    #[inline]
    pub(super) fn settle(&self, s: &mut State, m: Move) {
        // A goal is filled only by the man that enters its last hole; by the rule `mover` nobody fills another's.
        let candidate = if m.is_pass() { NOBODY } else { self.tables().goal_of[m.to().index()] };
        if candidate != NOBODY && self.is_home(s, usize::from(candidate)) {
            s.status.outcome = Some(self.won_by(usize::from(candidate)));
            return;
        }
        if self.0.has_more_ends {
            self.settle_others(s);
        }
    }

    /// Draws the consequences of a position that was not reached by a move. Refused with the reason where it cannot be.
    pub(super) fn settle_anew(&self, s: &mut State) -> Result<(), String> {
        let seats = self.players();
        let last = (usize::from(s.status.to_move) + seats - 1) % seats;
        let home: Vec<usize> = (0..seats).filter(|&seat| self.is_home(s, seat)).collect();
        if self.settings().win == Win::Mover
            && let Some(&seat) = home.iter().find(|&&seat| seat != last)
        {
            let seat = Seat::new(seat);
            return Err(format!("illegal: {seat} is home and has not just moved"));
        }
        if let Some(seat) = (0..seats).find(|&seat| self.is_sealed(s, seat)) {
            let seat = Seat::new(seat);
            return Err(format!(
                "illegal: the tip of {seat}'s goal is empty behind four men of its opponent"
            ));
        }
        match home[..] {
            [] => self.settle_others(s),
            [seat] => s.status.outcome = Some(self.won_by(seat)),
            _ => return Err("two are home: the game ended with the first".to_owned()),
        }
        Ok(())
    }

    /// Looks at all that can end the game but goals that are filled.
    fn settle_others(&self, s: &mut State) {
        let settings = self.settings();
        if settings.blocked == Blocked::Lose && self.is_blocked(s) {
            let team = Team::new(usize::from(s.status.to_move));
            s.status.outcome = Some(Outcome::loss(team, self.players(), Reasons::NO_MOVE));
        } else if settings.cap.is_some_and(|cap| s.status.ply > cap) {
            s.status.outcome = Some(Outcome::draw(self.players(), Reasons::CAP).on_path());
        }
    }

    /// The position with this player on move, who must be able to.
    pub(super) fn turn_given(&self, s: &State, seat: Seat) -> Option<State> {
        let mut given = *s;
        let keys = &self.tables().keys;
        given.status.key ^= keys.to_move[usize::from(s.status.to_move)] ^ keys.to_move[seat.index()];
        given.status.to_move = seat.index() as u8;
        let loses = self.settings().blocked == Blocked::Lose && self.is_blocked(&given);
        (s.status.outcome.is_none() && !loses).then_some(given)
    }

    /// Whether a player's goal is filled as the rules ask.
    #[inline]
    fn is_home(&self, s: &State, seat: usize) -> bool {
        let (own, goal) = (s.men[seat], self.tables().goal[seat]);
        match self.settings().win {
            Win::All => own == goal,
            Win::Filled | Win::Mover => !(own & goal).is_empty() && s.occupied().covers(goal),
        }
    }

    /// Whether the tip of a player's goal is empty behind four men of its opponent, where the rules forbid it.
    fn is_sealed(&self, s: &State, seat: usize) -> bool {
        let seal = self.tables().seal[seat];
        !seal.is_empty() && s.men[1 - seat].covers(seal) && !s.occupied().contains(self.tables().tip[seat])
    }

    fn won_by(&self, seat: usize) -> Outcome {
        Outcome::win(Team::new(seat), self.players(), CAMP_FILLED)
    }
}

//! The clocks of GTP: `time_settings` and `time_left`.
use hoppity_rules::Seat;
use hoppity_search::{GameClock, Limits};
use std::time::Duration;

/// The longest time that is understood, in seconds.
const MOST: f64 = 1e9;

/// What the seats may spend.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    setting: Setting,
    /// By seat what is left, where the game has a time of its own.
    left: Vec<Duration>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Setting {
    #[default]
    None,
    /// So much for each move.
    Move(Duration),
    /// So much for the game, and so much more after each move.
    Game(Duration, Duration),
}

impl Clocks {
    /// Time that no move uses up: it covers what passes around a search.
    const MARGIN: Duration = Duration::from_millis(50);

    /// `time_settings main_time byo_yomi_time byo_yomi_stones`, in seconds. Byo-yomi is understood as an increment: its
    /// time divided by its stones after each move.
    pub(super) fn set(&mut self, arguments: &[&str], seats: usize) -> Result<(), String> {
        let [main, extra, stones] = arguments else {
            return Err("expected time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES".to_owned());
        };
        let (main, extra) = (seconds(main)?, seconds(extra)?);
        let stones = count(stones)?;
        self.setting = match (main.is_zero(), stones) {
            // In GTP this says that there is no limit.
            (_, 0) if !extra.is_zero() => Setting::None,
            (true, 0) => return Err("no time at all".to_owned()),
            (true, stones) => Setting::Move(extra / stones),
            (false, 0) => Setting::Game(main, Duration::ZERO),
            (false, stones) => Setting::Game(main, extra / stones),
        };
        self.left = vec![main; seats];
        Ok(())
    }

    /// `time_left colour time stones`: what a seat has left, for so many moves if `stones` is not 0.
    pub(super) fn tell(&mut self, seat: Seat, time: &str, stones: &str) -> Result<(), String> {
        let (time, stones) = (seconds(time)?, count(stones)?);
        match (&mut self.setting, stones) {
            (Setting::Game(..), 0) => self.left[seat.index()] = time,
            (setting, 0) => {
                *setting = Setting::Game(time, Duration::ZERO);
                self.left = vec![time; self.left.len().max(seat.index() + 1)];
            }
            (setting, stones) => *setting = Setting::Move(time / stones),
        }
        Ok(())
    }

    /// The clocks as they stand before the first move.
    pub(super) fn reset(&mut self) {
        if let Setting::Game(main, _) = self.setting {
            self.left.fill(main);
        }
    }

    /// The limits of a seat's next move.
    pub(super) fn limits(&self, seat: Seat) -> Limits {
        match self.setting {
            Setting::None => Limits::NONE,
            Setting::Move(time) => Limits { time: Some(time), ..Limits::NONE },
            Setting::Game(main, increment) => {
                let remaining = self.left.get(seat.index()).copied().unwrap_or(main);
                let clock = GameClock { remaining, increment, margin: Clocks::MARGIN };
                Limits { clock: Some(clock), ..Limits::NONE }
            }
        }
    }

    /// A seat has spent so much on a move.
    pub(super) fn spend(&mut self, seat: Seat, time: Duration) {
        if let Setting::Game(_, increment) = self.setting
            && let Some(left) = self.left.get_mut(seat.index())
        {
            *left = left.saturating_sub(time) + increment;
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("`{text}` is not a number of seconds"))
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number of moves"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn clocks(settings: &str) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(&settings.split(' ').collect::<Vec<_>>(), 2).unwrap();
        clocks
    }

    #[test]
    fn settings_become_limits() {
        let limits = |settings: &str| clocks(settings).limits(Seat::A);
        assert_eq!(limits("0 1 0"), Limits::NONE);
        assert_eq!(limits("0 10 4").time, Some(S * 5 / 2));
        let clock = limits("60 0 0").clock.unwrap();
        assert_eq!((clock.remaining, clock.increment), (S * 60, Duration::ZERO));
        assert_eq!(limits("60 30 10").clock.unwrap().increment, S * 3);
    }

    #[test]
    fn clocks_run_and_are_put_right_and_back() {
        let mut clocks = clocks("60 2 1");
        let left = |clocks: &Clocks, seat| clocks.limits(seat).clock.unwrap().remaining;
        clocks.spend(Seat::A, S * 10);
        assert_eq!((left(&clocks, Seat::A), left(&clocks, Seat::B)), (S * 52, S * 60));
        clocks.tell(Seat::B, "7.5", "0").unwrap();
        assert_eq!(left(&clocks, Seat::B), S * 15 / 2);
        clocks.spend(Seat::B, S * 100);
        assert_eq!(left(&clocks, Seat::B), S * 2);
        clocks.reset();
        assert_eq!(left(&clocks, Seat::B), S * 60);
        clocks.tell(Seat::A, "30", "5").unwrap();
        assert_eq!(clocks.limits(Seat::A).time, Some(S * 6));
    }

    #[test]
    fn what_is_no_time_is_refused_and_changes_nothing() {
        let mut clocks = clocks("60 0 0");
        for wrong in ["0 0 0", "-1 0 0", "60 0", "60 x 0", "60 0 -1", "NaN 0 0", "inf 0 0", "1e10 0 0"] {
            assert!(clocks.set(&wrong.split(' ').collect::<Vec<_>>(), 2).is_err(), "{wrong}");
        }
        assert!(clocks.tell(Seat::A, "soon", "0").is_err());
        assert_eq!(clocks.limits(Seat::A).clock.unwrap().remaining, S * 60);
    }
}

//! What a position is worth to every team, on one scale for ends of games and for guesses of a heuristic.
//!
//! A guess is the lead over the other teams, T·v(i) - Σv(j), moved up so that it is never negative: with two teams max^n on
//! leads is minimax, as it should be, and the leads of all teams have a constant sum. A lone team, which leads nobody, has
//! its value. Sooner wins and later losses are worth more.
use crate::{Heuristic, Proof, Values};
use hoppity_rules::{Game, MAX_SEATS, Outcome, Seat, Team};

/// The worth of a position to each team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Worth {
    /// By team, at least 0; [`Scale::most`] bounds the sum.
    pub(super) by_team: [i64; MAX_SEATS],
    /// Whether it is the end of a game and not a guess.
    pub(super) is_end: bool,
}

/// The scale of one game and heuristic.
///
/// A loss in `n` plies is worth n, anything undecided or shared [`OPEN`] and more, in steps of [`STEP`], a win in n plies
/// [`STEP`] times the largest lead and [`WIN`] - n more. So what ends add to the sum is less than a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    teams: usize,
    /// A seat of each team.
    seat_of: [usize; MAX_SEATS],
    /// The bound on the sum of all teams' values by the heuristic.
    sum: i64,
}

/// One step of a lead.
const STEP: i64 = 4096;
/// More than any number of plies.
const OPEN: i64 = 256;
const WIN: i64 = 4 * OPEN;
/// More than what ends and [`OPEN`] add to the sum of leads, less than a step.
const SLACK: i64 = 2048;

impl Scale {
    pub(super) fn new<G: Game, H: Heuristic<G>>(game: &G, heuristic: &H) -> Scale {
        let (mut seat_of, mut members) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        for seat in Seat::all(game.seats()) {
            seat_of[game.team(seat).index()] = seat.index();
            members[game.team(seat).index()] += 1;
        }
        let teams = game.teams();
        let smallest = members[..teams].iter().min().copied().unwrap_or(1).max(1);
        Scale { teams, seat_of, sum: i64::from(heuristic.sum(game)) / smallest }
    }

    /// No sum of a position's worth to all teams is greater.
    pub(super) fn most(&self) -> i64 {
        self.top() * STEP + SLACK
    }

    /// A win in so many plies.
    pub(super) fn win(&self, plies: usize) -> i64 {
        self.top() * STEP + WIN - plies as i64
    }

    /// A value such that nothing lies between it and this one.
    pub(super) fn next(&self, value: i64) -> i64 {
        let is_lead = (OPEN..self.top() * STEP + OPEN).contains(&value);
        if is_lead { value + STEP } else { value + 1 }
    }

    /// The largest lead, counted from the largest arrears.
    fn top(&self) -> i64 {
        self.sum * self.teams as i64
    }

    /// The worth of a position that the heuristic values so.
    pub(super) fn of_values(&self, values: &Values) -> Worth {
        let mut worth = Worth::default();
        let seats = &self.seat_of[..self.teams];
        let all: i64 = seats.iter().map(|&seat| i64::from(values[seat])).sum();
        for (worth, &seat) in worth.by_team.iter_mut().zip(seats) {
            let own = i64::from(values[seat]);
            let lead = if self.teams == 1 { own } else { self.sum + self.teams as i64 * own - all };
            *worth = lead * STEP + OPEN;
        }
        worth
    }

    /// The worth of a game that has ended so, so many plies from the root.
    pub(super) fn of_outcome(&self, outcome: &Outcome, plies: usize) -> Worth {
        let mut worth = Worth { is_end: true, ..Worth::default() };
        let first: i64 = outcome.ranks().iter().map(|&rank| i64::from(rank == 0)).sum();
        for (worth, &rank) in worth.by_team.iter_mut().zip(outcome.ranks()) {
            *worth = match (rank, first) {
                (0, 1) => self.win(plies),
                (0, _) => self.top() / first * STEP + OPEN,
                _ => plies as i64,
            };
        }
        worth
    }

    /// The same end seen from a root that is so many plies further on (or back, where negative).
    pub(super) fn moved(&self, mut worth: Worth, plies: i64) -> Worth {
        if worth.is_end {
            let wins = self.win(OPEN as usize);
            for value in &mut worth.by_team[..self.teams] {
                match *value {
                    v if v < OPEN => *value -= plies,
                    v if v > wins => *value += plies,
                    _ => {}
                }
            }
        }
        worth
    }

    /// The expected scores of the seats.
    pub(super) fn expected<G: Game, H: Heuristic<G>>(
        &self,
        game: &G,
        heuristic: &H,
        worth: &Worth,
    ) -> Vec<f64> {
        let seats = Seat::all(game.seats());
        let of = |seat: Seat| worth.by_team[game.team(seat).index()];
        if worth.is_end {
            let first = worth.by_team[..self.teams].iter().filter(|&&value| value >= OPEN).count();
            return seats.map(|seat| if of(seat) < OPEN { 0.0 } else { 1.0 / first as f64 }).collect();
        }
        let mut values: Values = [0; MAX_SEATS];
        for seat in seats {
            // As if the values of all had their greatest sum: only their differences are known.
            values[seat.index()] = ((of(seat) - OPEN) / STEP / self.teams as i64) as i32;
        }
        heuristic.expected(game, &values)[..game.seats()].to_vec()
    }

    /// What is proved where `root` gets this. `all`: the search was of the game itself, with all moves of two sides.
    pub(super) fn proof(&self, worth: &Worth, root: usize, all: bool, guessed: bool) -> Option<Proof> {
        let value = worth.by_team[root];
        if !worth.is_end || !(all || value == self.win(1)) {
            return None;
        }
        let won = |team: &usize| worth.by_team[*team] > self.win(OPEN as usize);
        match (0..self.teams).find(won) {
            Some(team) => Some(Proof::Win(Team::new(team))),
            None => (!guessed).then_some(Proof::Draw),
        }
    }

    /// A team's lead in the heuristic's unit.
    pub(super) fn lead(&self, worth: &Worth, team: usize) -> f64 {
        let level = if self.teams == 1 { 0 } else { self.sum };
        (worth.by_team[team] - OPEN) as f64 / STEP as f64 - level as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Flat;
    use hoppity_rules::Reasons;
    use hoppity_rules::dummy::DummyGame;

    fn scale(sum: i64) -> Scale {
        let game = DummyGame::parse("(A (1,0,0))").expect("a tree");
        Scale { sum, ..Scale::new(&game, &Flat) }
    }

    #[test]
    fn sooner_wins_are_worth_more_than_any_lead_and_losses_less() {
        for sum in [0, 7, 1 << 24] {
            let scale = scale(sum);
            let lead = |values| scale.of_values(&values).by_team;
            let most = lead([sum as i32, 0, 0, 0, 0, 0]);
            let win =
                |plies| scale.of_outcome(&Outcome::win(Team::new(0), 3, Reasons::default()), plies).by_team;
            let draw = scale.of_outcome(&Outcome::draw(3, Reasons::default()), 9).by_team;
            assert!(win(200)[0] > most[0] && win(1)[0] > win(2)[0]);
            for value in [win(3)[1], most[1], lead([0, 5.min(sum as i32), 0, 0, 0, 0])[0], most[0]] {
                let greater = [win(4)[1], most[1], draw[0], most[0], win(200)[0]];
                assert!(greater.iter().all(|&other| other <= value || other >= scale.next(value)));
            }
            assert!(win(200)[1] < most[1] && win(1)[1] < win(2)[1]);
            assert!(draw[0] > win(200)[1] && (draw[0] < win(200)[0]));
            for worth in [most, win(1), win(200), draw, lead([0; 6])] {
                assert!(
                    worth.iter().sum::<i64>() <= scale.most() && scale.most() < scale.top() * STEP + STEP
                );
                assert!(worth.iter().all(|&value| value >= 0));
            }
        }
    }

    #[test]
    fn an_end_is_as_far_from_the_position_wherever_the_root_is() {
        let scale = scale(100);
        for outcome in
            [Outcome::win(Team::new(1), 3, Reasons::default()), Outcome::draw(3, Reasons::default())]
        {
            let far = scale.of_outcome(&outcome, 9);
            assert_eq!(scale.moved(far, 5), scale.of_outcome(&outcome, 4));
            assert_eq!(scale.moved(scale.moved(far, 5), -5), far);
        }
    }
}

//! Whether a record is that of a game which can have been played: its moves are made again, and whatever follows from them
//! must be what the record says. What the agents thought is not repeated.
use crate::adjudicate::{AGREED, PROVED};
use crate::play::{CRASH, FORFEITS, PLY_LIMIT, RESIGNATION};
use crate::{Config, GameRecord, Opening};
use hoppity_rules::{AnyGame, AnyLine, Outcome, Reasons, Seat, Team};

/// Seconds are rounded to microseconds, and sums of them differ by the rounding of floats.
const SLACK: f64 = 1e-5;

/// What of a record cannot be; `None` if all fits together. The lists of the record have an entry for each seat.
pub(crate) fn contradiction(record: &GameRecord, config: &Config, opening: &Opening) -> Option<String> {
    let contradiction = Replay::of(record, config, opening).and_then(|replay| {
        replay.check_ending()?;
        replay.check_turns()?;
        check_times(record)
    });
    contradiction.err().map(|what| format!("game {}: {what}", record.game))
}

/// The end of a game that has been made again.
struct Replay<'a> {
    record: &'a GameRecord,
    config: &'a Config,
    opening: &'a Opening,
    line: Box<dyn AnyLine>,
    /// How many moves of each seat came from its agent.
    turns: Vec<u32>,
    /// Who made the last move.
    last: Option<Seat>,
}

impl<'a> Replay<'a> {
    fn of(record: &'a GameRecord, config: &'a Config, opening: &'a Opening) -> Result<Replay<'a>, String> {
        let game: &dyn AnyGame = &**config.game();
        let mut line = opening.start(game);
        let (mut turns, mut last) = (vec![0; record.seats.len()], None);
        for (ply, text) in record.moves.split_ascii_whitespace().enumerate() {
            let number = ply + 1;
            let index = line.parse(text).map_err(|error| format!("move {number}: {error}"))?;
            match opening.moves().get(ply) {
                Some(&given) if given != index => {
                    return Err(format!("move {number}: `{text}` is not that of the opening"));
                }
                Some(_) => {}
                None => turns[line.to_move().index()] += 1,
            }
            last = Some(line.to_move());
            line.push(index);
        }
        Ok(Replay { record, config, opening, line, turns, last })
    }

    fn game(&self) -> &dyn AnyGame {
        &**self.config.game()
    }

    /// The reason and the places must be what the rules say where they have ended the game, and else fit each other.
    fn check_ending(&self) -> Result<(), String> {
        let GameRecord { reason, plies, fault, .. } = self.record;
        let forfeit = FORFEITS.contains(&reason.as_str());
        let opened = *plies >= self.opening.plies();
        if fault.is_some() != forfeit {
            return Err(format!("reason `{reason}` with{} a fault", if forfeit { "out" } else { "" }));
        }
        if let Some(outcome) = self.line.outcome() {
            let right = self.game().reasons(&outcome);
            if *reason != right {
                return Err(format!("reason `{reason}` where the rules ended it by `{right}`"));
            }
            return self.expect_ranks(&[outcome]);
        }
        let at_start = forfeit && *plies == 0;
        if !opened && !at_start {
            return Err(format!("{plies} plies, fewer than the opening has"));
        }
        let adjudication = self.config.adjudication();
        match reason.as_str() {
            PLY_LIMIT if *plies == self.config.max_plies() => self.expect_ranks(&[self.line.broken_off()]),
            PLY_LIMIT => Err(format!("`{PLY_LIMIT}` after {plies} plies")),
            AGREED if adjudication.agreed.is_some() => self.expect_ranks(&self.wins()),
            PROVED if adjudication.proved && self.game().teams() == 2 => {
                self.expect_ranks(&[self.wins(), vec![Outcome::draw(2, Reasons::default())]].concat())
            }
            PROVED if adjudication.proved => self.expect_ranks(&self.wins()),
            AGREED | PROVED => Err(format!("reason `{reason}`, which this tournament does not know")),
            RESIGNATION => self.expect_ranks(&[self.lost_by(self.line.to_move())]),
            _ if forfeit => self.check_fault(opened),
            _ => Err(format!("reason `{reason}` where the rules have not ended the game")),
        }
    }

    fn check_fault(&self, opened: bool) -> Result<(), String> {
        let reason = self.record.reason.as_str();
        let Some(fault) = &self.record.fault else { return Ok(()) };
        if fault.seat >= self.record.seats.len() {
            return Err(format!("a fault of seat {}, which is none", fault.seat));
        }
        // Agents may fail before the opening is played, whoever is to move; and a panic may come right after a move.
        let starting = self.record.plies == 0;
        let seat = Seat::new(fault.seat);
        let due = seat == self.line.to_move() || reason == CRASH && self.last == Some(seat);
        if !starting && (!opened || !due) {
            return Err(format!("a fault of {seat}, whose turn it is not"));
        }
        self.expect_ranks(&[self.lost_by(seat)])
    }

    /// Each agent must have been asked for the moves it made, and for one more where it gave none.
    fn check_turns(&self) -> Result<(), String> {
        let turns = &self.record.turns;
        let asked = |seat: Option<usize>| -> Vec<u32> {
            self.turns.iter().enumerate().map(|(s, &made)| made + u32::from(Some(s) == seat)).collect()
        };
        let made = asked(None);
        let reason = self.record.reason.as_str();
        let fits = match &self.record.fault {
            Some(fault) if *turns == asked(Some(fault.seat)) => true,
            // At the start nobody has been asked yet; a panic may come right after a move.
            Some(_) => *turns == made && (reason == CRASH || self.record.plies == 0),
            None if reason == RESIGNATION => *turns == asked(Some(self.line.to_move().index())),
            None => *turns == made,
        };
        if fits { Ok(()) } else { Err(format!("turns {turns:?}, but {made:?} moves of the agents")) }
    }

    fn expect_ranks(&self, outcomes: &[Outcome]) -> Result<(), String> {
        let possible: Vec<Vec<u8>> = outcomes.iter().map(|outcome| self.game().seat_ranks(outcome)).collect();
        let GameRecord { ranks, reason, .. } = self.record;
        if possible.contains(ranks) {
            return Ok(());
        }
        match &possible[..] {
            [right] => Err(format!("ranks {ranks:?} where `{reason}` gives {right:?}")),
            _ => Err(format!("ranks {ranks:?}, which `{reason}` does not give")),
        }
    }

    fn lost_by(&self, seat: Seat) -> Outcome {
        Outcome::loss(self.game().team(seat), self.game().teams(), Reasons::default())
    }

    fn wins(&self) -> Vec<Outcome> {
        let teams = self.game().teams();
        (0..teams).map(|team| Outcome::win(Team::new(team), teams, Reasons::default())).collect()
    }
}

/// Nothing takes less than no time, and no move longer than all of them.
fn check_times(record: &GameRecord) -> Result<(), String> {
    for (what, list) in
        [("seconds", &record.seconds), ("cpu_seconds", &record.cpu_seconds), ("longest", &record.longest)]
    {
        if let Some(bad) = list.iter().find(|&&seconds| !(seconds.is_finite() && seconds >= 0.0)) {
            return Err(format!("{bad} in `{what}`"));
        }
    }
    for seat in 0..record.seats.len() {
        if record.longest[seat] > record.seconds[seat] + SLACK {
            return Err(format!("a move of {} s in {} s", record.longest[seat], record.seconds[seat]));
        }
        if record.overruns[seat] > record.turns[seat] {
            return Err(format!("{} overruns in {} turns", record.overruns[seat], record.turns[seat]));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Silent, play_all};

    /// The games of a tournament between a greedy, a random and a searching agent, as many as have seats.
    fn games(game: &str, rest: &str) -> (Config, Vec<GameRecord>) {
        let agents = ["greedy", "alphabeta(depth=2)", "random", "mcts(sims=20)"];
        let seats: usize =
            if game.contains("players=4") { 4 } else { 2 + usize::from(game.contains("players=3")) };
        let agents =
            agents.iter().filter(|agent| seats == 2 || !agent.starts_with("alpha")).chain(&["random"]);
        let agents = agents.take(seats.max(2)).enumerate();
        let agents: Vec<String> =
            agents.map(|(i, agent)| format!("[[agents]]\nname = \"{i}\"\nagent = \"{agent}\"\n")).collect();
        let agents = agents.concat();
        let text = format!("game = \"{game}\"\ngames = {}\n{rest}\n{agents}", 2 * seats);
        let config = Config::parse(&text, "test.toml").unwrap();
        let games = play_all(&config, 2, &Silent).unwrap();
        (config, games)
    }

    fn wrong(config: &Config, record: &GameRecord) -> Option<String> {
        contradiction(record, config, config.schedule().opening(record.opening))
    }

    #[test]
    fn whatever_was_played_fits_together() {
        let mut reasons = std::collections::BTreeSet::new();
        for (game, rest) in [
            ("halma(board=8)", "max_plies = 60"),
            ("halma(board=8,rules=usc561)", ""),
            ("halma(board=8,camp=[3,2],players=3,finish=all)", "max_plies = 90"),
            ("halma(board=8,camp=[3,2],players=4,teams=diagonal)", "max_plies = 200"),
            ("chinese-checkers(players=3)", "max_plies = 40"),
            ("havannah(size=4,swap=true)", "openings = \"none\""),
            ("hex(size=4,swap=true)", ""),
            ("mnk(m=4,n=4,k=3,players=3)", ""),
            ("mnk(m=5,n=5,k=4)", "adjudicate = { score = 0.8, plies = 2, proved = true }"),
            ("mnk", "openings = { list = [\"3/1A1/3 B 2\", \"a1 b2\"] }"),
        ] {
            let (config, games) = games(game, rest);
            for record in &games {
                assert_eq!(wrong(&config, record), None, "{game}: {record:?}");
                reasons.insert(record.reason.clone());
            }
        }
        for reason in ["camp filled", "full board", PLY_LIMIT, AGREED] {
            assert!(reasons.iter().any(|there| there.contains(reason)), "no {reason} among {reasons:?}");
        }
    }

    #[test]
    fn what_does_not_fit_together_is_said() {
        for (game, rest) in [("mnk(m=4,n=4,k=4)", ""), ("halma(board=8)", "max_plies = 30")] {
            let (config, games) = games(game, rest);
            for record in &games {
                type Edit = fn(&mut GameRecord);
                let edits: &[(Edit, &str)] = &[
                    (|r| r.ranks = if r.ranks == [0, 0] { vec![0, 1] } else { vec![0, 0] }, "ranks"),
                    (|r| r.reason = "cap".to_owned(), "reason `cap` where the rules"),
                    (|r| r.reason = AGREED.to_owned(), "reason `adjudicated`"),
                    (|r| r.reason = RESIGNATION.to_owned(), ""),
                    (|r| r.reason = "failed".to_owned(), "without a fault"),
                    (|r| r.fault = Some(crate::Fault { seat: 0, message: String::new() }), "with a fault"),
                    (|r| r.moves.push_str("really"), "move "),
                    (|r| r.moves.insert_str(0, "e9 "), "move 1: "),
                    (
                        |r| {
                            r.moves.truncate(r.moves.rfind(' ').unwrap());
                            r.plies -= 1;
                        },
                        "",
                    ),
                    (
                        |r| {
                            let mut moves: Vec<&str> = r.moves.split(' ').collect();
                            moves.swap(0, 2);
                            r.moves = moves.join(" ");
                        },
                        "move ",
                    ),
                    (|r| r.turns[1] += 1, "turns"),
                    (|r| r.turns.swap(0, 1), "turns"),
                    (|r| r.seconds[0] = -1.0, "-1 in `seconds`"),
                    (|r| r.cpu_seconds[1] = f64::NAN, "NaN in `cpu_seconds`"),
                    (|r| r.longest[0] += 1e9, "a move of"),
                    (|r| r.overruns[0] = r.turns[0] + 1, "overruns"),
                ];
                for (i, (edit, what)) in edits.iter().enumerate() {
                    let mut edited = record.clone();
                    edit(&mut edited);
                    if edited == *record || edited.turns == record.turns && *what == "turns" {
                        continue;
                    }
                    let said = wrong(&config, &edited);
                    assert!(
                        said.as_ref().is_some_and(|said| said.contains(what)),
                        "{i}: {said:?} {edited:?}"
                    );
                }
            }
        }
    }
}

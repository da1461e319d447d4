//! One game, from the opening to its record. Whatever an agent does, a record comes out.
use crate::adjudicate::{Judge, Verdict, teams};
use crate::clocks::{Clocks, Spent};
use crate::cpu::thread_time;
use crate::schedule::Slot;
use crate::{Adjudication, Fault, GameRecord, Opening, TimeControl};
use hoppity_protocol::agents::Surroundings;
use hoppity_rules::random::stream;
use hoppity_rules::{AnyGame, AnyLine, Outcome, Reasons, Seat};
use hoppity_search::{Action, AgentError, AnyAgent, Clock, Control, EngineFault, Limits};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The reason of a game that was stopped by the config's limit on plies and called a draw.
pub(crate) const PLY_LIMIT: &str = "ply limit";
/// The reason of a game that an agent gave up.
pub(crate) const RESIGNATION: &str = "resignation";
/// The reasons of games that were lost by a fault: a move that is none, an agent that could not go on, a panic or a
/// program that ended, a clock that ran out, a program without an answer, with one that cannot be read, or without end.
pub(crate) const FORFEITS: [&str; 7] = [ILLEGAL, FAILED, CRASH, TIME, TIME_OUT, FORMAT, FLOOD];
const ILLEGAL: &str = "illegal move";
const FAILED: &str = "failed";
pub(crate) const CRASH: &str = "crash";
const TIME: &str = "time";
const TIME_OUT: &str = "time-out";
const FORMAT: &str = "bad format";
const FLOOD: &str = "flood";

/// Where the players come from.
pub(crate) trait Cast: Sync {
    /// A new player of this agent, or why there is none.
    fn player(&self, agent: usize, around: &Surroundings) -> Result<Box<dyn AnyAgent>, String>;
}

impl Cast for crate::Config {
    fn player(&self, agent: usize, around: &Surroundings) -> Result<Box<dyn AnyAgent>, String> {
        crate::Config::player(self, agent, around)
            .map(|player| player.agent)
            .map_err(|error| error.to_string())
    }
}

/// What all games of a tournament have in common.
pub(crate) struct Rules<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) max_plies: u32,
    pub(crate) adjudication: Adjudication,
    /// For agents without limits of their own.
    pub(crate) limits: Limits,
    pub(crate) time_control: Option<TimeControl>,
    /// The time for a move of each agent, where that is limited.
    pub(crate) allowed: &'a [Option<Duration>],
    pub(crate) clock: &'a dyn Clock,
    /// Ends the game when set; its record is then worth nothing.
    pub(crate) stop: &'a Arc<AtomicBool>,
    /// Where what programs write to standard error goes, by agent; nowhere if there is no folder.
    pub(crate) logs: &'a [PathBuf],
}

/// Plays a game. An agent that makes an illegal move, fails, panics or oversteps its clock loses it for its team, and the
/// others share the first place; so it is with one that resigns.
pub(crate) fn play(rules: &Rules<'_>, slot: Slot, opening: &Opening, cast: &dyn Cast) -> GameRecord {
    let seats = slot.seats.len();
    let mut progress = Progress::new(rules, seats);
    // A panic leaves the progress as it was after the last move that was made in full, which is all that is read of it.
    let run = AssertUnwindSafe(|| progress.run(rules, &slot, opening, cast));
    let end =
        catch_unwind(run).unwrap_or_else(|panic| End::lost(progress.seat, CRASH, panic_message(&*panic)));

    let teams = rules.game.teams();
    let (outcome, reason, fault) = match end {
        End::Outcome(outcome) => (outcome, rules.game.reasons(&outcome), None),
        End::Decided((outcome, reason)) => (outcome, reason.to_owned(), None),
        End::PlyLimit(outcome) => (outcome, PLY_LIMIT.to_owned(), None),
        End::Lost { seat, reason, fault } => {
            let outcome = Outcome::loss(rules.game.team(Seat::new(seat)), teams, Reasons::default());
            (outcome, reason.to_owned(), fault.map(|message| Fault { seat, message }))
        }
    };
    GameRecord {
        game: slot.game,
        pairing: slot.pairing,
        opening: slot.opening,
        seats: slot.seats,
        seed: slot.seed,
        ranks: rules.game.seat_ranks(&outcome),
        reason,
        plies: progress.moves.len() as u32,
        moves: progress.moves.join(" "),
        turns: progress.spent.iter().map(|spent| spent.turns).collect(),
        nodes: progress.spent.iter().map(|spent| spent.nodes).collect(),
        sims: progress.spent.iter().map(|spent| spent.sims).collect(),
        seconds: progress.spent.iter().map(|spent| seconds(spent.time)).collect(),
        cpu_seconds: progress.spent.iter().map(|spent| seconds(spent.cpu)).collect(),
        longest: progress.spent.iter().map(|spent| seconds(spent.longest)).collect(),
        overruns: progress.spent.iter().map(|spent| spent.overruns).collect(),
        fault,
    }
}

/// To the microsecond.
fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

enum End {
    Outcome(Outcome),
    Decided(Verdict),
    PlyLimit(Outcome),
    Lost { seat: usize, reason: &'static str, fault: Option<String> },
}

impl End {
    fn lost(seat: usize, reason: &'static str, message: impl Into<String>) -> End {
        End::Lost { seat, reason, fault: Some(message.into()) }
    }

    fn failed(seat: usize, error: &AgentError) -> End {
        let reason = match error {
            AgentError::Engine { fault, .. } => match fault {
                EngineFault::Crash => CRASH,
                EngineFault::TimeOut => TIME_OUT,
                EngineFault::IllegalMove => ILLEGAL,
                EngineFault::BadFormat => FORMAT,
                EngineFault::Flood => FLOOD,
            },
            _ => FAILED,
        };
        End::lost(seat, reason, error.to_string())
    }
}

/// What is known of a game while it is played.
struct Progress {
    /// Whose doing it would be if something went wrong now.
    seat: usize,
    moves: Vec<String>,
    spent: Vec<Spent>,
    clocks: Clocks,
    judge: Judge,
}

impl Progress {
    fn new(rules: &Rules<'_>, seats: usize) -> Progress {
        Progress {
            seat: 0,
            moves: Vec::new(),
            spent: vec![Spent::default(); seats],
            clocks: Clocks::new(rules.time_control, seats),
            judge: Judge::new(rules.adjudication, teams(rules.game)),
        }
    }

    fn run(&mut self, rules: &Rules<'_>, slot: &Slot, opening: &Opening, cast: &dyn Cast) -> End {
        let mut line = opening.start(rules.game);
        let mut players = Vec::with_capacity(slot.seats.len());
        for (seat, &agent) in slot.seats.iter().enumerate() {
            self.seat = seat;
            let around = Surroundings {
                seed: slot.seed,
                title: format!("game {}", slot.game),
                log: rules.logs.get(agent).cloned(),
                stop: rules.stop.clone(),
                ..Surroundings::default()
            };
            let mut player = match cast.player(agent, &around) {
                Ok(player) => player,
                Err(why) => return End::lost(seat, FAILED, why),
            };
            let rng = stream(slot.seed, &[seat as u64]);
            if let Err(error) = player.start(&*line, Seat::new(seat), rng) {
                return End::failed(seat, &error);
            }
            players.push(player);
        }
        for &index in opening.moves() {
            self.make(&mut *line, index);
        }
        let mut verdict = None;
        loop {
            if let Some(outcome) = line.outcome() {
                return End::Outcome(outcome);
            }
            if let Some(verdict) = verdict {
                return End::Decided(verdict);
            }
            if self.moves.len() >= rules.max_plies as usize || rules.stop.load(Ordering::Relaxed) {
                return End::PlyLimit(line.broken_off());
            }
            self.seat = line.to_move().index();
            let allowed = rules.allowed[slot.seats[self.seat]];
            match self.turn(rules, &mut *line, &mut *players[self.seat], allowed) {
                Ok(heard) => verdict = heard,
                Err(end) => return end,
            }
        }
    }

    /// Asks the player whose turn it is and makes its move.
    fn turn(
        &mut self,
        rules: &Rules<'_>,
        line: &mut dyn AnyLine,
        player: &mut dyn AnyAgent,
        allowed: Option<Duration>,
    ) -> Result<Option<Verdict>, End> {
        let seat = self.seat;
        self.spent[seat].turns += 1;
        let limits = Limits { clock: self.clocks.reading(seat), ..rules.limits };
        let mut control = Control::new(rules.clock).with_stop(rules.stop);
        let worked = thread_time();
        let answer = player.choose(line, &limits, &mut control);
        let used = control.elapsed();
        let spent = &mut self.spent[seat];
        spent.add(used, thread_time().saturating_sub(worked), allowed);
        if let Ok(decision) = &answer {
            spent.nodes += decision.nodes;
            spent.sims += decision.sims;
        }
        // A program is ended when its clock has run out: then that is the reason.
        let waited = AgentError::is_time_out;
        if answer.as_ref().err().is_none_or(waited) {
            self.clocks.stop(seat, used).map_err(|left| {
                let (used, left) = (used.as_secs_f64(), left.as_secs_f64());
                End::lost(seat, TIME, format!("its move took {used:.3} s with {left:.3} s left"))
            })?;
        }
        let decision = answer.map_err(|error| End::failed(seat, &error))?;
        match decision.action {
            Action::Resign => Err(End::Lost { seat, reason: RESIGNATION, fault: None }),
            Action::Play(index) if self.make(line, index) => Ok(self.judge.hear(seat, &decision)),
            Action::Play(index) => Err(End::lost(
                seat,
                ILLEGAL,
                format!("move number {index} is not legal in {}", line.position()),
            )),
        }
    }

    /// `false`, and nothing made, if the move is not legal.
    fn make(&mut self, line: &mut dyn AnyLine, index: usize) -> bool {
        let Some(text) = line.format(index) else { return false };
        line.push(index);
        self.moves.push(text);
        true
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panicked without a message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use hoppity_rules::Random;
    use hoppity_search::{Decision, GameClock};
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    const MS: Duration = Duration::from_millis(1);

    /// A clock that goes on only when a player says so, and what the players have read on theirs.
    #[derive(Default)]
    struct Hall {
        ms: AtomicU64,
        read: Mutex<Vec<Option<GameClock>>>,
    }

    impl Clock for Hall {
        fn now(&self) -> Duration {
            MS * self.ms.load(Ordering::Relaxed) as u32
        }
    }

    /// Plays the first legal move after so many milliseconds, turn by turn.
    struct Thinker {
        hall: Arc<Hall>,
        times: std::slice::Iter<'static, u64>,
    }

    impl AnyAgent for Thinker {
        fn start(&mut self, _: &dyn AnyLine, _: Seat, _: Random) -> Result<(), AgentError> {
            Ok(())
        }

        fn choose(
            &mut self,
            line: &dyn AnyLine,
            limits: &Limits,
            _: &mut Control<'_, usize>,
        ) -> Result<Decision<usize>, AgentError> {
            self.hall.read.lock().unwrap().push(limits.clock);
            self.hall.ms.fetch_add(*self.times.next().unwrap_or(&0), Ordering::Relaxed);
            Ok(Decision::play(line.legal()[0]))
        }
    }

    struct Thinkers(Arc<Hall>, [&'static [u64]; 2]);

    impl Cast for Thinkers {
        fn player(&self, agent: usize, _: &Surroundings) -> Result<Box<dyn AnyAgent>, String> {
            Ok(Box::new(Thinker { hall: self.0.clone(), times: self.1[agent].iter() }))
        }
    }

    /// Plays one game between players that take these times for their moves, and what they read on their clocks.
    fn timed(
        control: Option<TimeControl>,
        allowed: Option<Duration>,
        times: [&'static [u64]; 2],
    ) -> (GameRecord, Vec<Option<GameClock>>) {
        let text = "game = \"mnk(m=4,n=1,k=4)\"\ngames = 2\nopenings = \"none\"\n[[agents]]\nagent = \"random\"\n[[agents]]\nagent = \"greedy\"\n";
        let config = Config::parse(text, "test.toml").unwrap();
        let hall = Arc::new(Hall::default());
        let rules = Rules {
            game: &**config.game(),
            max_plies: 100,
            adjudication: Adjudication::default(),
            limits: Limits::NONE,
            time_control: control,
            allowed: &[allowed; 2],
            clock: &*hall,
            stop: &Arc::default(),
            logs: &[],
        };
        let slot = config.schedule().slot(0).unwrap();
        let record = play(&rules, slot, &Opening::default(), &Thinkers(hall.clone(), times));
        let read = hall.read.lock().unwrap().clone();
        (record, read)
    }

    const CONTROL: TimeControl = TimeControl { time: Duration::from_millis(100), increment: MS, margin: MS };

    #[test]
    fn who_oversteps_the_clock_loses_even_with_the_last_move() {
        let (record, read) = timed(Some(CONTROL), None, [&[60, 41], &[0, 0]]);
        assert_eq!((record.reason.as_str(), record.plies), ("full board", 4));
        let left: Vec<Duration> = read.iter().map(|clock| clock.unwrap().remaining).collect();
        assert_eq!(left, [MS * 100, MS * 100, MS * 41, MS * 101]);
        let (record, _) = timed(Some(CONTROL), None, [&[60, 42], &[0, 0]]);
        assert_eq!((record.reason.as_str(), record.plies, &record.ranks[..]), ("time", 2, &[1, 0][..]));
        let fault = record.fault.unwrap();
        assert_eq!((fault.seat, fault.message.as_str()), (0, "its move took 0.042 s with 0.041 s left"));
        let (record, _) = timed(Some(CONTROL), None, [&[0, 0], &[0, 1000]]);
        assert_eq!((record.reason.as_str(), record.plies, &record.ranks[..]), ("time", 3, &[0, 1][..]));
    }

    #[test]
    fn without_a_clock_nobody_reads_one_and_slow_moves_are_only_counted() {
        let (record, read) = timed(None, Some(MS * 20), [&[30, 31], &[1000, 5]]);
        assert_eq!(record.reason, "full board");
        assert!(read.iter().all(Option::is_none));
        assert_eq!(record.overruns, [1, 1]);
        assert_eq!((&record.longest[..], &record.seconds[..]), (&[0.031, 1.0][..], &[0.061, 1.005][..]));
    }
}

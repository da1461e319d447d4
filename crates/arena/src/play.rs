//! One game, from the opening to its record. Whatever an agent does, a record comes out.
use crate::schedule::Slot;
use crate::{Fault, GameRecord};
use hoppity_rules::random::stream;
use hoppity_rules::{AnyGame, AnyLine, Outcome, Reasons, Seat};
use hoppity_search::{Action, AnyAgent, Clock, Control, Limits};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The reason of a game that was stopped by the config's limit on plies and called a draw.
pub(crate) const PLY_LIMIT: &str = "ply limit";
/// The reason of a game that an agent gave up.
pub(crate) const RESIGNATION: &str = "resignation";
/// The reasons of games that were lost by a fault: a move that is none, an agent that could not go on, a panic.
pub(crate) const FORFEITS: [&str; 3] = [ILLEGAL, FAILED, CRASH];
const ILLEGAL: &str = "illegal move";
const FAILED: &str = "failed";
const CRASH: &str = "crash";

/// Where the players come from.
pub(crate) trait Cast: Sync {
    /// A new player of this agent, or why there is none.
    fn player(&self, agent: usize) -> Result<Box<dyn AnyAgent>, String>;
}

impl Cast for crate::Config {
    fn player(&self, agent: usize) -> Result<Box<dyn AnyAgent>, String> {
        crate::Config::player(self, agent).map(|player| player.agent).map_err(|error| error.to_string())
    }
}

/// What all games of a tournament have in common.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) max_plies: u32,
    /// For agents without limits of their own.
    pub(crate) limits: Limits,
    pub(crate) clock: &'a dyn Clock,
    /// Ends the game when set; its record is then worth nothing.
    pub(crate) stop: &'a AtomicBool,
}

/// Plays a game. An agent that makes an illegal move, fails or panics loses it for its team, and the others share the
/// first place; so it is with one that resigns.
pub(crate) fn play(rules: Rules<'_>, slot: Slot, opening: &[usize], cast: &dyn Cast) -> GameRecord {
    let seats = slot.seats.len();
    let mut progress = Progress::new(seats);
    // A panic leaves the progress as it was after the last move that was made in full, which is all that is read of it.
    let run = AssertUnwindSafe(|| progress.run(rules, &slot, opening, cast));
    let end =
        catch_unwind(run).unwrap_or_else(|panic| End::lost(progress.seat, CRASH, panic_message(&*panic)));

    let teams = rules.game.teams();
    let (outcome, reason, fault) = match end {
        End::Outcome(outcome) => (outcome, rules.game.reasons(&outcome), None),
        End::PlyLimit => (Outcome::draw(teams, Reasons::default()), PLY_LIMIT.to_owned(), None),
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
        seconds: progress.spent.iter().map(|spent| spent.time.as_micros() as f64 / 1e6).collect(),
        fault,
    }
}

enum End {
    Outcome(Outcome),
    PlyLimit,
    Lost { seat: usize, reason: &'static str, fault: Option<String> },
}

impl End {
    fn lost(seat: usize, reason: &'static str, message: impl Into<String>) -> End {
        End::Lost { seat, reason, fault: Some(message.into()) }
    }
}

/// What is known of a game while it is played.
struct Progress {
    /// Whose doing it would be if something went wrong now.
    seat: usize,
    moves: Vec<String>,
    spent: Vec<Spent>,
}

#[derive(Clone, Default)]
struct Spent {
    turns: u32,
    nodes: u64,
    sims: u64,
    time: Duration,
}

impl Progress {
    fn new(seats: usize) -> Progress {
        Progress { seat: 0, moves: Vec::new(), spent: vec![Spent::default(); seats] }
    }

    fn run(&mut self, rules: Rules<'_>, slot: &Slot, opening: &[usize], cast: &dyn Cast) -> End {
        let mut line = rules.game.line();
        let mut players = Vec::with_capacity(slot.seats.len());
        for (seat, &agent) in slot.seats.iter().enumerate() {
            self.seat = seat;
            let started = cast.player(agent).and_then(|mut player| {
                let rng = stream(slot.seed, &[seat as u64]);
                player.start(&*line, Seat::new(seat), rng).map_err(|error| error.to_string())?;
                Ok(player)
            });
            match started {
                Ok(player) => players.push(player),
                Err(why) => return End::lost(seat, FAILED, why),
            }
        }
        for &index in opening {
            self.make(&mut *line, index);
        }
        loop {
            if let Some(outcome) = line.outcome() {
                return End::Outcome(outcome);
            }
            if self.moves.len() >= rules.max_plies as usize || rules.stop.load(Ordering::Relaxed) {
                return End::PlyLimit;
            }
            self.seat = line.to_move().index();
            if let Err(end) = self.turn(rules, &mut *line, &mut *players[self.seat]) {
                return end;
            }
        }
    }

    fn turn(
        &mut self,
        rules: Rules<'_>,
        line: &mut dyn AnyLine,
        player: &mut dyn AnyAgent,
    ) -> Result<(), End> {
        let seat = self.seat;
        self.spent[seat].turns += 1;
        let mut control = Control::new(rules.clock).with_stop(rules.stop);
        let answer = player.choose(line, &rules.limits, &mut control);
        let spent = &mut self.spent[seat];
        spent.time += control.elapsed();
        let decision = answer.map_err(|error| End::lost(seat, FAILED, error.to_string()))?;
        spent.nodes += decision.nodes;
        spent.sims += decision.sims;
        match decision.action {
            Action::Resign => Err(End::Lost { seat, reason: RESIGNATION, fault: None }),
            Action::Play(index) if self.make(line, index) => Ok(()),
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

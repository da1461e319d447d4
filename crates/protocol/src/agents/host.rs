//! What all external agents share: their program, its limits, and what becomes of its faults.
use crate::agents::Surroundings;
use crate::process::{Child, CommandLine, Ended, Fill, Limits, Patience};
use hoppity_registry::Playable;
use hoppity_rules::{OptionDoc, Options, Seat, SpecError};
use hoppity_search::{AgentError, EngineFault, Limits as MoveLimits, WallClock};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub(crate) const COMMAND: OptionDoc = OptionDoc {
    name: "cmd",
    values: "a command, such as \"./bot --seed {seed}\"",
    default: "(must be given)",
    about: "the program with its arguments, split as a shell would; {seed}, {game} and {seat} are filled in, and {hoppity} by this program's path",
};
pub(crate) const WALL: OptionDoc = OptionDoc {
    name: "wall_ms",
    values: "1..",
    default: "60000",
    about: "milliseconds that any answer may take, whatever else limits a move; then the program is ended and the game lost",
};
pub(crate) const CPU: OptionDoc = OptionDoc {
    name: "cpu_s",
    values: "1..",
    default: "(no limit)",
    about: "seconds of processor time for each run of the program, held by the system",
};
pub(crate) const MEMORY: OptionDoc = OptionDoc {
    name: "memory_mib",
    values: "1..",
    default: "(no limit)",
    about: "MiB of address space, held by the system; virtual machines reserve far more than they use",
};

/// A program that plays a seat.
#[derive(Debug)]
pub(crate) struct Host {
    command: CommandLine,
    limits: Limits,
    wall: Duration,
    pub(crate) game: Arc<dyn Playable>,
    around: Surroundings,
    pub(crate) seat: Seat,
    child: Option<Child>,
}

impl Host {
    /// Reads the options that are documented above.
    pub(crate) fn read(
        options: &Options<'_>,
        game: &Arc<dyn Playable>,
        around: &Surroundings,
    ) -> Result<Host, SpecError> {
        let text = options.text(COMMAND.name)?;
        let text =
            text.ok_or_else(|| SpecError::whole("`cmd` is missing: expected the command of the program"))?;
        let command = CommandLine::parse(text).map_err(|why| options.refuse(COMMAND.name, why))?;
        let number = |doc: OptionDoc| Ok(options.int(doc.name, 1..=i64::from(u32::MAX))?.map(|n| n as u64));
        let wall = number(WALL)?.unwrap_or(60_000);
        Ok(Host {
            command,
            limits: Limits { cpu_seconds: number(CPU)?, memory_mib: number(MEMORY)? },
            wall: Duration::from_millis(wall),
            game: game.clone(),
            around: around.clone(),
            seat: Seat::A,
            child: None,
        })
    }

    /// A text with `{seed}` and the others filled in.
    pub(crate) fn fill(&self, text: &str) -> String {
        self.filling(&self.game.spec().to_string()).text(text)
    }

    fn filling<'a>(&self, game: &'a str) -> Fill<'a> {
        Fill { seed: self.around.seed, game, seat: self.seat.to_string() }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.around.seed
    }

    /// The words of the command.
    pub(crate) fn words(&self) -> Vec<String> {
        self.command.words(&self.filling(&self.game.spec().to_string()))
    }

    /// Starts the program for a seat; one that is still running from an earlier game ends.
    pub(crate) fn start(&mut self, words: &[String], folder: Option<&Path>) -> Result<(), Ended> {
        self.close();
        self.child = Some(Child::start(words, self.limits, folder)?);
        Ok(())
    }

    /// How long to wait from now on: the wall limit, or what is left on the clock, which is over with it.
    pub(crate) fn patience(&self, limits: &MoveLimits) -> Patience {
        let left = limits.clock.map_or(self.wall, |clock| clock.remaining.min(self.wall));
        Patience { clock: WallClock::new(), limit: left, stop: self.around.stop.clone() }
    }

    pub(crate) fn ask(
        &mut self,
        text: &str,
        patience: &Patience,
        end: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, Ended> {
        self.child()?.ask(text, patience, end)
    }

    pub(crate) fn child(&mut self) -> Result<&mut Child, Ended> {
        self.child
            .as_mut()
            .ok_or_else(|| Ended { fault: None, message: "the program is not running".to_owned() })
    }

    /// The program's last fault: it is ended at once.
    pub(crate) fn lost(&mut self, ended: Ended) -> AgentError {
        self.close();
        match ended.fault {
            Some(fault) => AgentError::Engine { fault, message: ended.message },
            None => AgentError::Failed(ended.message),
        }
    }

    /// An answer that was understood but is no move.
    pub(crate) fn illegal(&mut self, what: impl std::fmt::Display) -> AgentError {
        self.lost(Ended::by(EngineFault::IllegalMove, what.to_string()))
    }

    /// Lets the program end by itself after a last text, if it does so soon.
    pub(crate) fn quit(&mut self, text: &str) {
        if let Some(child) = &mut self.child
            && !self.around.stop.load(std::sync::atomic::Ordering::Relaxed)
        {
            child.quit(text);
        }
        self.close();
    }

    /// Ends the program, and keeps what it said on standard error.
    pub(crate) fn close(&mut self) {
        if let Some(child) = self.child.take()
            && let Some(file) = &self.around.log
        {
            // A log that cannot be written costs nobody the game.
            let _ = child.log().append_to(file, &format!("{}, seat {}", self.around.title, self.seat));
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.close();
    }
}

//! `csci561`: a program that reads `input.txt` and writes `output.txt`, run anew for each move.
use crate::agents::Surroundings;
use crate::agents::host::{self, Host};
use crate::csci561::{Answer, Colour, Kind, Squares, Task};
use crate::process::Ended;
use hoppity_registry::Playable;
use hoppity_rules::{About, AnyLine, OptionDoc, Options, Random, Seat, SpecError};
use hoppity_search::{AgentError, AnyAgent, Control, Decision, EngineFault, Limits};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

pub(super) const ABOUT: About = About {
    name: "csci561",
    summary: "another program that reads input.txt and writes output.txt, as in USC's CSCI 561; 16x16 Halma",
    options: &[
        host::COMMAND,
        OptionDoc {
            name: "seconds",
            values: "1..1000000",
            default: "300",
            about: "processor time for a game, told on line 3 of input.txt; where a game has a clock, what is left on it is told",
        },
        host::WALL,
        host::CPU,
        host::MEMORY,
    ],
    presets: &[],
    source: "CSCI 561, Fall 2019, Homework 2 (University of Southern California)",
};

/// The most that an answer can be: far more hops than there are squares.
const LONGEST: u64 = 1 << 16;

/// An agent that is such a program.
pub(super) struct Csci561 {
    host: Host,
    squares: Squares,
    seconds: Duration,
    left: Duration,
    /// The folder of a game, which the program finds again at each move.
    folder: Option<TempDir>,
}

impl Csci561 {
    pub(super) fn read(
        options: &Options<'_>,
        game: &Arc<dyn Playable>,
        around: &Surroundings,
    ) -> Result<Csci561, SpecError> {
        let squares = Squares::of(&**game).map_err(SpecError::whole)?;
        let seconds = Duration::from_secs(options.int("seconds", 1..=1_000_000)?.unwrap_or(300) as u64);
        Ok(Csci561 {
            host: Host::read(options, game, around)?,
            squares,
            seconds,
            left: seconds,
            folder: None,
        })
    }

    fn think(&mut self, line: &dyn AnyLine, limits: &Limits) -> Result<usize, Ended> {
        let folder = self.folder.as_ref().ok_or_else(|| unusable("there is no folder for the game"))?.path();
        let left = limits.clock.map_or(self.left, |clock| clock.remaining);
        let colour =
            if line.to_move() == self.squares.seat(Colour::Black) { Colour::Black } else { Colour::White };
        let task = Task::new(Kind::Game, colour, left.as_secs_f64(), self.squares.board(line));
        let (input, output) = (folder.join("input.txt"), folder.join("output.txt"));
        fs::write(input, task.to_string()).and_then(|()| remove(&output)).map_err(unusable)?;

        let patience = self.host.patience(limits);
        let words = whole_paths(self.host.words());
        self.host.start(&words, Some(folder))?;
        let (status, worked) = self.host.child()?.wait_for_end(&patience)?;
        let spent = worked.unwrap_or_else(|| patience.elapsed());
        let said = self.host.child()?.log().last_words();
        let text = match read(&output) {
            Err(_) if !status.success() => {
                let message = format!("it ended with {status} and wrote no output.txt{said}");
                return Err(Ended::by(EngineFault::Crash, message));
            }
            Err(error) => {
                let message = format!("output.txt cannot be read: {error}{said}");
                return Err(Ended::by(EngineFault::BadFormat, message));
            }
            Ok(text) if text.len() as u64 > LONGEST => {
                return Err(Ended::by(EngineFault::Flood, format!("output.txt has over {LONGEST} bytes")));
            }
            Ok(text) => text,
        };
        if limits.clock.is_none() {
            let whole = self.seconds.as_secs_f64();
            self.left = self.left.checked_sub(spent).ok_or_else(|| {
                Ended::by(EngineFault::TimeOut, format!("it has used up its {whole} s of processor time"))
            })?;
        }
        self.host.close();
        let answer = Answer::parse(&text)
            .map_err(|why| Ended::by(EngineFault::BadFormat, format!("output.txt: {why}")))?;
        let illegal = |why: String| Ended::by(EngineFault::IllegalMove, why);
        let text = answer.move_text(&self.squares, line).map_err(illegal)?;
        line.parse(&text).map_err(|error| illegal(error.to_string()))
    }
}

impl AnyAgent for Csci561 {
    fn start(&mut self, _: &dyn AnyLine, seat: Seat, _: Random) -> Result<(), AgentError> {
        self.host.seat = seat;
        self.left = self.seconds;
        let folder = TempDir::with_prefix("hoppity-").map_err(|error| self.host.lost(unusable(error)))?;
        self.folder = Some(folder);
        Ok(())
    }

    fn choose(
        &mut self,
        line: &dyn AnyLine,
        limits: &Limits,
        control: &mut Control<'_, usize>,
    ) -> Result<Decision<usize>, AgentError> {
        // There is no way to say that one cannot move, and nothing to ask.
        let index = match line.parse("pass") {
            Ok(pass) => pass,
            Err(_) => self.think(line, limits).map_err(|ended| self.host.lost(ended))?,
        };
        Ok(Decision { time: control.elapsed(), ..Decision::play(index) })
    }
}

fn unusable(error: impl std::fmt::Display) -> Ended {
    Ended { fault: None, message: format!("the folder of the game cannot be used: {error}") }
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The text of a file, up to a little more than the most it may have.
fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The words with whole paths for those that name files: the program runs in another folder than we do.
fn whole_paths(words: Vec<String>) -> Vec<String> {
    let whole = |word: String| match std::path::absolute(&word) {
        Ok(path) if path.is_file() => path.to_string_lossy().into_owned(),
        _ => word,
    };
    words.into_iter().map(whole).collect()
}

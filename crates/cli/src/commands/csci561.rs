//! `hoppity csci561`
use crate::failure::{note, wrong_use};
use crate::files;
use crate::input::{parse_agent, parse_game};
use crate::out::Out;
use anyhow::{Context, anyhow};
use clap::Args;
use hoppity_protocol::csci561::{Kind, Notes, Squares, Task};
use hoppity_registry::Playable;
use hoppity_rules::random;
use hoppity_search::{Action, Control, GameClock, Limits, WallClock};
use std::fs;
use std::path::Path;
use std::time::Duration;

const GAME: &str = "halma(rules=usc561)";
const INPUT: &str = "input.txt";
const OUTPUT: &str = "output.txt";
const NOTES: &str = "playdata.txt";

/// Answer input.txt with output.txt in this folder, as a program for USC's CSCI 561 does
///
/// The homework of Fall 2019: Halma on 16x16 squares. The time on line 3 bounds the move as a clock for the game would, or
/// in a SINGLE task most of it may be used. In a GAME playdata.txt is kept from move to move.
#[derive(Args, Debug)]
pub(crate) struct Csci561Args {
    /// The agent, such as `alphabeta`
    agent: String,
    /// Decides what the agent draws at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Csci561Args {
    pub(crate) fn run(self, _: &mut Out) -> anyhow::Result<()> {
        let game = parse_game(GAME)?;
        let mut player = parse_agent(&game, &self.agent, self.seed)?;
        let squares = Squares::of(&*game).map_err(wrong_use)?;
        let text = fs::read_to_string(INPUT).with_context(|| format!("{INPUT} cannot be read"))?;
        let task = Task::parse(&text).map_err(|why| wrong_use(format!("{INPUT}: {why}")))?;
        let seat = squares.seat(task.colour());
        let ply = noted_ply(&*game, &squares, &task).unwrap_or(1 + seat.index() as u32);
        let line = game.line_from(&squares.position(&task, ply));
        let mut line = line.map_err(|error| wrong_use(format!("{INPUT}: the board cannot be: {error}")))?;
        if line.outcome().is_some() {
            return Err(wrong_use(format!("{INPUT}: the game is over: there is no move")));
        }

        // Each move is a process of its own, and should draw other numbers.
        let rng = random::stream(self.seed, &[seat.index() as u64, u64::from(ply)]);
        player.agent.start(&*line, seat, rng)?;
        let clock = WallClock::new();
        let decision = player.agent.choose(&*line, &limits(&task), &mut Control::new(&clock))?;
        let Action::Play(index) = decision.action else { return Err(anyhow!("the agent resigns")) };
        let output = squares.output(&*line, index).ok_or_else(|| anyhow!("there is no move but to pass"))?;
        files::replace(Path::new(OUTPUT), output.as_bytes())?;
        if task.kind() == Kind::Game {
            line.push(index);
            files::replace(Path::new(NOTES), Notes::after(&*line).to_text().as_bytes())?;
        }
        Ok(())
    }
}

/// The number of the ply by what was noted in an earlier move of the game, if there was one.
fn noted_ply(game: &dyn Playable, squares: &Squares, task: &Task) -> Option<u32> {
    if task.kind() == Kind::Single {
        return None;
    }
    let text = fs::read_to_string(NOTES).ok()?;
    let ply =
        Notes::parse(&text).and_then(|notes| notes.ply(game, |line| squares.board(line) == task.board()));
    if ply.is_none() {
        note(format_args!("note: {NOTES} is of another game and is overwritten"));
    }
    ply
}

/// The time as a clock. For a single move it is as if all of it were given back after the move, so that most is used.
fn limits(task: &Task) -> Limits {
    let remaining = Duration::from_secs_f64(task.seconds());
    let increment = match task.kind() {
        Kind::Single => remaining,
        Kind::Game => Duration::ZERO,
    };
    let margin = Duration::from_millis(50).min(remaining / 10);
    Limits { clock: Some(GameClock { remaining, increment, margin }), ..Limits::NONE }
}

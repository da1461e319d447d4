//! `gtp`: an engine that answers the Go Text Protocol.
use crate::agents::Surroundings;
use crate::agents::host::{self, Host};
use crate::agents::letters::{Lettering, Letters};
use crate::gtp::Colour;
use crate::process::{Ended, Patience};
use hoppity_registry::Playable;
use hoppity_rules::{About, AnyGame, AnyLine, OptionDoc, Options, Random, Seat, SpecError, Value};
use hoppity_search::{Action, AgentError, AnyAgent, Control, Decision, EngineFault, Limits};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub(super) const ABOUT: About = About {
    name: "gtp",
    summary: "another program that answers GTP (Go Text Protocol, HTP), run anew for each game",
    options: &[
        host::COMMAND,
        OptionDoc {
            name: "startup",
            values: "a list of commands, such as [\"boardsize 8\"]",
            default: "[]",
            about: "sent before a game: the engine's own commands for size, time and simulations; filled in as `cmd` is",
        },
        OptionDoc {
            name: "first",
            values: "white, black",
            default: "white",
            about: "the colour that moves first: white in HTP, black in Go and Hex",
        },
        OptionDoc {
            name: "letters",
            values: "hgui, grid, transposed",
            default: "hgui",
            about: "how it names cells: as we do (HTP), with numbers from 1 in every row (Little Golem), or with letters and numbers exchanged",
        },
        OptionDoc {
            name: "swap",
            values: "engine, ours",
            default: "engine",
            about: "who knows the move `swap`: with `ours` the engine never hears of it; we swap for it if the stone is nearer to the middle of the board than to its rim",
        },
        Limits::TIME,
        host::WALL,
        host::CPU,
        host::MEMORY,
    ],
    presets: &[],
    source: "GTP version 2 draft 2 (Gunnar Farnebäck, 2002)",
};

/// An agent that is a GTP engine.
pub(super) struct Gtp {
    host: Host,
    startup: Vec<String>,
    first: Colour,
    letters: Letters,
    /// Whether `swap` is kept from the engine.
    hides_swap: bool,
    own: Limits,
    /// The commands that the engine says it has; empty if it does not say.
    known: Vec<String>,
    /// The number of the last command.
    id: u32,
    /// Where the game began, and where the engine is.
    start: Option<Box<dyn AnyLine>>,
    told: Option<Box<dyn AnyLine>>,
    /// Once a swap was kept from the engine, each seat plays the other's colour, and cells are named for it by these: where
    /// each would go with the swap.
    exchanged: Option<BTreeMap<String, String>>,
    /// The limits that it was told.
    told_limits: Option<(Option<Duration>, Option<Duration>)>,
}

impl Gtp {
    pub(super) fn read(
        options: &Options<'_>,
        game: &Arc<dyn Playable>,
        around: &Surroundings,
    ) -> Result<Gtp, SpecError> {
        let lettering =
            options.word("letters", &Lettering::NAMES)?.map_or(Lettering::Hgui, Lettering::from_name);
        Ok(Gtp {
            host: Host::read(options, game, around)?,
            startup: startup(options)?,
            first: options.word("first", &Colour::NAMES)?.and_then(Colour::from_name).unwrap_or_default(),
            letters: Letters::new(lettering, &game.layout()),
            hides_swap: options.word("swap", &["engine", "ours"])? == Some("ours"),
            own: Limits::read(options)?,
            known: Vec::new(),
            id: 0,
            start: None,
            told: None,
            exchanged: None,
            told_limits: None,
        })
    }

    /// Starts the engine and brings it to the beginning of the game.
    fn begin(&mut self, line: &dyn AnyLine) -> Result<(), Ended> {
        let words = self.host.words();
        self.host.start(&words, None)?;
        let patience = self.host.patience(&Limits::NONE);
        (self.id, self.told_limits) = (0, None);
        let listed = self.ask("list_commands", &patience)?;
        self.known = listed.map_or(Vec::new(), |text| text.split_whitespace().map(str::to_owned).collect());
        for command in self.startup.clone() {
            let command = self.host.fill(&command);
            self.order(&command, &patience)?;
        }
        let mut start = line.boxed_clone();
        while start.pop() {}
        self.start = Some(start);
        self.set_back(&patience)
    }

    /// Brings the engine to the beginning of the game again.
    fn set_back(&mut self, patience: &Patience) -> Result<(), Ended> {
        let Some(start) = self.start.clone() else { return Err(failed("no game has begun")) };
        self.order("clear_board", patience)?;
        let game: &dyn AnyGame = &*self.host.game;
        let position = start.position();
        if position != game.line().position() {
            if !self.knows("hoppity-setup") {
                return Err(failed("it cannot be told to begin from a position, only from moves"));
            }
            self.order(&format!("hoppity-setup {position}"), patience)?;
        }
        (self.told, self.exchanged) = (Some(start), None);
        Ok(())
    }

    fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// Tells the engine the moves that it has not heard of.
    fn catch_up(&mut self, line: &dyn AnyLine, patience: &Patience) -> Result<(), Ended> {
        let moves = line.history();
        let heard = self.told.as_ref().map_or(Vec::new(), |told| told.history());
        if !moves.starts_with(&heard) {
            self.set_back(patience)?;
        }
        let from = self.told.as_ref().map_or(0, |told| told.len());
        for text in &moves[from..] {
            self.tell(text, patience)?;
        }
        Ok(())
    }

    /// Tells the engine one move, unless it is a swap that is kept from it.
    fn tell(&mut self, text: &str, patience: &Patience) -> Result<(), Ended> {
        let mover = self.told.as_ref().map_or(self.host.seat, |told| told.to_move());
        let colour = self.colour_of(mover);
        let Some(told) = &mut self.told else { return Err(failed("no game has begun")) };
        told.push_text(text).map_err(|error| failed(&error.to_string()))?;
        if self.hides_swap && text == SWAP {
            self.exchanged = Some(swapped_cells(&*self.host.game));
            return Ok(());
        }
        let theirs = self.letters.to_theirs(&self.exchange(text));
        self.order(&format!("play {colour} {theirs}"), patience)
    }

    /// What a move is called in the game that the engine plays, from what it is called in ours, and the other way round.
    fn exchange(&self, text: &str) -> String {
        let images = self.exchanged.as_ref();
        images.and_then(|images| images.get(text)).map_or(text, String::as_str).to_owned()
    }

    fn colour_of(&self, seat: Seat) -> String {
        let seats = self.host.game.seats();
        let seat = if self.exchanged.is_some() { seat.next(seats) } else { seat };
        self.first.name_of(seat, seats)
    }

    fn tell_time(&mut self, limits: &Limits, patience: &Patience) -> Result<(), Ended> {
        let setting = match limits.clock {
            Some(clock) => (Some(clock.increment), None),
            None => (None, limits.time),
        };
        let colour = self.colour_of(self.host.seat);
        if self.told_limits != Some(setting) && self.knows("time_settings") {
            let seconds = |time: Duration| time.as_secs_f64();
            match (limits.clock, limits.time) {
                (Some(clock), _) => {
                    let (main, increment) = (seconds(clock.remaining), seconds(clock.increment));
                    let stones = u8::from(increment > 0.0);
                    self.order(&format!("time_settings {main} {increment} {stones}"), patience)?;
                }
                (None, Some(time)) => {
                    self.order(&format!("time_settings 0 {} 1", seconds(time)), patience)?;
                }
                (None, None) => {}
            }
        }
        self.told_limits = Some(setting);
        if let Some(clock) = limits.clock.filter(|_| self.knows("time_left")) {
            self.order(&format!("time_left {colour} {} 0", clock.remaining.as_secs_f64()), patience)?;
        }
        Ok(())
    }

    fn think(&mut self, line: &dyn AnyLine, limits: &Limits) -> Result<Option<usize>, AgentError> {
        let patience = self.host.patience(limits);
        let answer = match self.answer(line, limits, &patience) {
            Ok(answer) => answer,
            Err(ended) => return Err(self.host.lost(ended)),
        };
        if answer == "resign" {
            return Ok(None);
        }
        let ours = self.exchange(&self.letters.to_ours(&answer));
        let index = line.parse(&ours).map_err(|error| self.host.illegal(error))?;
        // The engine has made its move by itself; if the game goes on otherwise, it is told from the start.
        if let Some(told) = self.told.as_mut().filter(|told| told.len() == line.len()) {
            told.push(index);
        }
        Ok(Some(index))
    }

    fn answer(&mut self, line: &dyn AnyLine, limits: &Limits, patience: &Patience) -> Result<String, Ended> {
        self.catch_up(line, patience)?;
        if self.hides_swap && worth_swapping(&*self.host.game, line) {
            return self.tell(SWAP, patience).map(|()| SWAP.to_owned());
        }
        self.tell_time(limits, patience)?;
        let command = format!("genmove {}", self.colour_of(self.host.seat));
        let text = self.ask(&command, patience)?.map_err(|why| refused(&command, &why))?;
        // Vertices come in any case.
        let text = text.to_lowercase();
        if text.split_whitespace().count() != 1 {
            let shown: String = text.chars().take(60).collect();
            return Err(Ended::by(EngineFault::BadFormat, format!("`{shown}` is not one move")));
        }
        Ok(text)
    }

    /// A command that must be done.
    fn order(&mut self, command: &str, patience: &Patience) -> Result<(), Ended> {
        self.ask(command, patience)?.map(|_| ()).map_err(|why| refused(command, &why))
    }

    /// The answer to a command, or the engine's words for why there is none.
    fn ask(&mut self, command: &str, patience: &Patience) -> Result<Result<String, String>, Ended> {
        self.id += 1;
        let bytes = self.host.ask(&format!("{} {command}\n", self.id), patience, end_of_answer)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = text.trim();
        let wrong = |what: &str| {
            let shown: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
            Err(Ended::by(EngineFault::BadFormat, format!("{what}: `{shown}`")))
        };
        let Some(rest) = text.strip_prefix(['=', '?']) else { return wrong("not an answer in GTP") };
        let Some(rest) = rest.strip_prefix(&self.id.to_string()) else {
            return wrong(&format!("not an answer to command {}", self.id));
        };
        if rest.starts_with(|c: char| !c.is_whitespace()) {
            return wrong(&format!("not an answer to command {}", self.id));
        }
        let rest = rest.trim().to_owned();
        Ok(if text.starts_with('=') { Ok(rest) } else { Err(rest) })
    }
}

impl AnyAgent for Gtp {
    fn start(&mut self, line: &dyn AnyLine, seat: Seat, _: Random) -> Result<(), AgentError> {
        self.host.seat = seat;
        self.begin(line).map_err(|ended| self.host.lost(ended))
    }

    fn choose(
        &mut self,
        line: &dyn AnyLine,
        limits: &Limits,
        control: &mut Control<'_, usize>,
    ) -> Result<Decision<usize>, AgentError> {
        let chosen = self.think(line, &self.own.or(*limits))?;
        let decision = match chosen {
            Some(index) => Decision::play(index),
            None => Decision { action: Action::Resign, pv: Vec::new(), ..Decision::play(0) },
        };
        Ok(Decision { time: control.elapsed(), ..decision })
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        self.host.quit("quit\n");
    }
}

const SWAP: &str = "swap";

fn failed(message: &str) -> Ended {
    Ended { fault: None, message: message.to_owned() }
}

fn refused(command: &str, why: &str) -> Ended {
    let why: String = why.chars().filter(|c| !c.is_control()).take(200).collect();
    failed(&format!("it refuses `{command}`: {why}"))
}

/// After how many bytes an answer ends: at an empty line, or, if it is none, at the end of its first line.
fn end_of_answer(output: &[u8]) -> Option<usize> {
    let begin = output.iter().position(|byte| !byte.is_ascii_whitespace())?;
    if !matches!(output[begin], b'=' | b'?') {
        return output[begin..].iter().position(|&byte| byte == b'\n').map(|end| begin + end + 1);
    }
    let mut line = begin;
    loop {
        let end = line + output[line..].iter().position(|&byte| byte == b'\n')?;
        if output[line..end].iter().all(u8::is_ascii_whitespace) {
            return Some(end + 1);
        }
        line = end + 1;
    }
}

/// By the name of a cell, the name of the one where its stone stands after a swap: in Havannah the same, in Hex the one across
/// the diagonal. So for who has not heard of the swap the players change colours, and everything lies as in this mirror.
fn swapped_cells(game: &dyn AnyGame) -> BTreeMap<String, String> {
    let cells = game.layout().cells;
    let mut line = game.line();
    let stone = |line: &dyn AnyLine| (0..cells.len()).find(|&cell| line.at(cell).is_some());
    let mut images = BTreeMap::new();
    for first in line.legal() {
        line.push(first);
        let was = stone(&*line);
        if line.push_text(SWAP).is_ok()
            && let (Some(was), Some(is)) = (was, stone(&*line))
        {
            images.insert(cells[was].label.clone(), cells[is].label.clone());
        }
        while line.pop() {}
    }
    images
}

/// Whether the one stone on the board may be swapped and is nearer to the middle than to the rim.
fn worth_swapping(game: &dyn AnyGame, line: &dyn AnyLine) -> bool {
    if line.parse(SWAP).is_err() {
        return false;
    }
    let cells = game.layout().cells;
    let count = cells.len() as f64;
    let middle = |of: fn(&hoppity_rules::Cell) -> i32| {
        cells.iter().map(|cell| f64::from(of(cell))).sum::<f64>() / count
    };
    let (x, y) = (middle(|cell| cell.x), middle(|cell| cell.y));
    // Half cells across, and rows of √3/2 cells down.
    let away = |cell: &hoppity_rules::Cell| {
        let (dx, dy) = ((f64::from(cell.x) - x) / 2.0, (f64::from(cell.y) - y) * 0.866);
        dx * dx + dy * dy
    };
    let rim = cells.iter().map(away).fold(0.0, f64::max);
    let stone = (0..cells.len()).find(|&cell| line.at(cell).is_some());
    stone.is_some_and(|cell| away(&cells[cell]) < rim / 4.0)
}

fn startup(options: &Options<'_>) -> Result<Vec<String>, SpecError> {
    let wrong = || {
        options.refuse("startup", "`startup`: expected a list of commands, each a quoted text on one line")
    };
    let items = match options.value("startup") {
        None => return Ok(Vec::new()),
        Some(Value::List(items)) => items,
        Some(_) => return Err(wrong()),
    };
    let command = |item: &Value| match item {
        Value::Word(text) | Value::Text(text)
            if !text.trim().is_empty() && !text.contains(char::is_control) =>
        {
            Ok(text.clone())
        }
        _ => Err(wrong()),
    };
    items.iter().map(command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_at_an_empty_line_and_garbage_at_the_end_of_its_line() {
        for (output, end) in [
            ("=1 a\n\n", Some(6)),
            ("=1 a\n", None),
            ("\n\n=1\nb\nc\r\n\r\nrest", Some(12)),
            ("?1 no\n \n", Some(8)),
            ("hello\n", Some(6)),
            (" \nhello", None),
            ("", None),
        ] {
            assert_eq!(end_of_answer(output.as_bytes()), end, "{output:?}");
        }
    }

    #[test]
    fn a_swap_leaves_stones_in_havannah_and_mirrors_them_in_hex() {
        let images = |spec: &str| swapped_cells(&*hoppity_registry::game(&spec.parse().unwrap()).unwrap());
        let (havannah, hex) = (images("havannah(size=4,swap=true)"), images("hex(size=5,swap=true)"));
        assert!(havannah.len() == 37 && havannah.iter().all(|(was, is)| was == is));
        assert!(hex.len() == 25 && hex.iter().all(|(was, is)| hex[is] == *was));
        assert_eq!((&hex["b5"][..], &hex["c3"][..]), ("e2", "c3"));
    }

    #[test]
    fn a_stone_is_swapped_if_it_is_near_the_middle() {
        let game = hoppity_registry::game(&"havannah(size=4,swap=true)".parse().unwrap()).unwrap();
        let worth = |moves: &str| {
            let mut line = game.line();
            moves.split_whitespace().for_each(|text| line.push_text(text).unwrap());
            worth_swapping(&*game, &*line)
        };
        assert!(worth("d4") && worth("c4") && !worth("a1") && !worth("d7") && !worth("b2"));
        assert!(!worth("") && !worth("d4 d5") && !worth("d4 swap"));
    }
}

//! The commands, each a method, and what they are about: a game in progress and the agents that play it.
use crate::agents::{self, Surroundings};
use crate::analysis::Analyst;
use crate::board::Board;
use crate::gtp::Colour;
use crate::gtp::request::Request;
use crate::gtp::time::Clocks;
use hoppity_registry::{Playable, Player};
use hoppity_rules::random::{derive, stream};
use hoppity_rules::{AnyLine, Outcome, Seat, Spec, SpecError, Value};
use hoppity_search::{Action, Control, Decision, Limits, WallClock};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What is served.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game, until `boardsize` asks for another size of it.
    pub game: Arc<dyn Playable>,
    /// The agent that answers for every seat; one player each.
    pub agent: Spec,
    /// The player of seat `s` draws from `stream(seed, [s])`, as in a game of a tournament with this seed; in the games
    /// after the first, number 1, 2, …, `derive(seed, [number])` stands for the seed.
    pub seed: u64,
    /// The colour that moves first.
    pub first: Colour,
}

pub(super) enum Answer {
    Done(String),
    Quit(String),
    Refused(String),
}

type Result<T = String> = std::result::Result<T, String>;

type Handler = fn(&mut Server, &[&str]) -> Result;

/// All commands but `quit`, in the order in which they are listed.
const COMMANDS: [(&str, Handler); 22] = [
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Hoppity".to_owned())),
    ("version", |server, _| Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), server.setup.agent))),
    ("list_commands", |_, _| Ok(names().collect::<Vec<_>>().join("\n"))),
    ("known_command", |_, arguments| {
        Ok(arguments.first().is_some_and(|name| names().any(|n| n == *name)).to_string())
    }),
    ("boardsize", Server::boardsize),
    ("clear_board", |server, _| server.restart(None)),
    ("play", Server::play),
    ("genmove", Server::genmove),
    ("reg_genmove", |server, arguments| Ok(server.think_aside(arguments)?.r#move)),
    ("undo", Server::undo),
    ("showboard", |server, _| Ok(server.board())),
    ("time_settings", Server::time_settings),
    ("time_left", Server::time_left),
    ("final_score", Server::final_score),
    ("havannah_winner", |server, _| Ok(server.winner())),
    ("all_legal", |server, _| Ok(server.line.legal_texts().join(" "))),
    ("hoppity-analyze", Server::analyze),
    ("hoppity-game", |server, _| Ok(server.game.spec().to_string())),
    ("hoppity-moves", |server, _| Ok(server.line.history().join(" "))),
    ("hoppity-position", |server, _| Ok(server.line.position())),
    ("hoppity-setup", Server::set_up),
];
const QUIT: &str = "quit";

fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|&(name, _)| name).chain([QUIT])
}

/// A game in progress.
pub(super) struct Server {
    setup: Setup,
    game: Arc<dyn Playable>,
    line: Box<dyn AnyLine>,
    /// By seat; made when they are first asked.
    players: Vec<Option<Player>>,
    clocks: Clocks,
    clock: WallClock,
    /// Which game of this session it is; it counts once a player has been asked.
    number: u64,
}

impl Server {
    pub(super) fn new(setup: Setup) -> Server {
        let game = setup.game.clone();
        let line = game.line();
        let clocks = Clocks::default();
        let mut server =
            Server { setup, game, line, players: Vec::new(), clocks, clock: WallClock::new(), number: 0 };
        server.drop_players();
        server
    }

    pub(super) fn answer(&mut self, request: &Request<'_>) -> Answer {
        if request.command == QUIT {
            return Answer::Quit(String::new());
        }
        let Some(&(_, handler)) = COMMANDS.iter().find(|(name, _)| *name == request.command) else {
            return Answer::Refused("unknown command".to_owned());
        };
        // An agent that panics leaves the line as it was, and is not asked again.
        let done =
            catch_unwind(AssertUnwindSafe(|| handler(self, &request.arguments))).unwrap_or_else(|_| {
                self.drop_players();
                Err("the agent crashed".to_owned())
            });
        match done {
            Ok(text) => Answer::Done(text),
            Err(why) => Answer::Refused(why.replace(['\n', '\r'], " ")),
        }
    }

    fn drop_players(&mut self) {
        self.players.clear();
        self.players.resize_with(self.game.seats(), || None);
    }

    /// A new game, from a position if one is given.
    fn restart(&mut self, position: Option<&str>) -> Result {
        self.line = match position {
            None => self.game.line(),
            Some(text) => self.game.line_from(text).map_err(|error| error.to_string())?,
        };
        if self.players.iter().any(Option::is_some) {
            self.number += 1;
        }
        self.drop_players();
        self.clocks.reset();
        Ok(String::new())
    }

    fn boardsize(&mut self, arguments: &[&str]) -> Result {
        let size = arguments.first().and_then(|text| text.parse::<i64>().ok());
        let size = size.ok_or("expected boardsize N")?;
        let spec = resized(&self.game.spec(), size).ok_or("the game has no size to set")?;
        if spec != self.game.spec() {
            let unacceptable = |error: SpecError| format!("unacceptable size: {}", error.what);
            let game = hoppity_registry::game(&spec).map_err(unacceptable)?;
            agents::player(&game, &self.setup.agent, &Surroundings::default()).map_err(unacceptable)?;
            self.game = game;
        }
        self.restart(None)
    }

    fn set_up(&mut self, arguments: &[&str]) -> Result {
        self.restart(Some(&arguments.join(" ")))
    }

    fn play(&mut self, arguments: &[&str]) -> Result {
        let [colour, text] = arguments else { return Err("expected play COLOUR MOVE".to_owned()) };
        self.to_move(colour)?;
        let index = match self.line.parse(text) {
            Ok(index) => index,
            // Vertices may come in any case.
            Err(error) => {
                self.line.parse(&text.to_lowercase()).map_err(|_| format!("illegal move: {error}"))?
            }
        };
        self.line.push(index);
        Ok(String::new())
    }

    fn genmove(&mut self, arguments: &[&str]) -> Result {
        let seat = self.to_move_or(arguments)?;
        let mut player = match self.players[seat.index()].take() {
            Some(player) => player,
            None => self.player(self.seed(), seat)?,
        };
        let decision = self.think(&mut player, seat);
        self.players[seat.index()] = Some(player);
        let decision = decision?;
        self.clocks.spend(seat, decision.time);
        match decision.action {
            Action::Resign => Ok("resign".to_owned()),
            Action::Play(index) => {
                let text = self.line.format(index).ok_or("the agent chose an illegal move")?;
                self.line.push(index);
                Ok(text)
            }
        }
    }

    /// What the agent thinks of the position, without consequences: a new player is asked, which draws from a stream of
    /// its own.
    fn think_aside(&mut self, arguments: &[&str]) -> Result<crate::Analysis> {
        let seat = self.to_move_or(arguments)?;
        let seed = derive(self.seed(), &[u64::from(self.line.ply())]);
        let mut player = self.player(seed, seat)?;
        let decision = self.think(&mut player, seat)?;
        let analyst = Analyst {
            game: &*self.game,
            agent: &player.spec.to_string(),
            seed,
            limit: player.limits.or(self.clocks.limits(seat)).kind(),
        };
        Ok(analyst.analysis(&*self.line, &decision, true))
    }

    fn analyze(&mut self, arguments: &[&str]) -> Result {
        let analysis = self.think_aside(arguments)?;
        serde_json::to_string(&analysis).map_err(|error| error.to_string())
    }

    fn undo(&mut self, _: &[&str]) -> Result {
        if self.line.pop() { Ok(String::new()) } else { Err("cannot undo: there is no move".to_owned()) }
    }

    fn board(&self) -> String {
        let board = Board::new(&*self.game, &*self.line, Vec::new()).text(false);
        format!("\n{}\n{}", board.join("\n"), self.line.position())
    }

    fn time_settings(&mut self, arguments: &[&str]) -> Result {
        self.clocks.set(arguments, self.game.seats())?;
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &[&str]) -> Result {
        let [colour, time, stones] = arguments else {
            return Err("expected time_left COLOUR TIME STONES".to_owned());
        };
        let seat = self.seat(colour)?;
        self.clocks.tell(seat, time, stones)?;
        Ok(String::new())
    }

    fn final_score(&mut self, _: &[&str]) -> Result {
        let outcome = self.line.outcome().ok_or("the game is not over")?;
        Ok(self.winner_of(outcome).map_or("0".to_owned(), |winner| {
            let letter = if self.game.seats() == 2 { winner[..1].to_uppercase() } else { winner };
            format!("{letter}+1")
        }))
    }

    fn winner(&self) -> String {
        match self.line.outcome() {
            None => "none".to_owned(),
            Some(outcome) => self.winner_of(outcome).unwrap_or_else(|| "draw".to_owned()),
        }
    }

    /// The colour, or the letters, of the winner.
    fn winner_of(&self, outcome: Outcome) -> Option<String> {
        let team = outcome.winner()?;
        let seats = self.game.seats();
        let winners = Seat::all(seats).filter(|&seat| self.game.team(seat) == team);
        Some(winners.map(|seat| self.setup.first.name_of(seat, seats)).collect::<Vec<_>>().join("+"))
    }

    /// The seat that a colour names, which must be the one to move, in a game that is not over.
    fn to_move(&self, colour: &str) -> Result<Seat> {
        let seat = self.seat(colour)?;
        if self.line.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let to_move = self.line.to_move();
        if seat == to_move {
            return Ok(seat);
        }
        let name = self.setup.first.name_of(to_move, self.game.seats());
        Err(format!("it is not the turn of {colour} but of {name}"))
    }

    /// As [`Server::to_move`]; nobody named is whoever is to move.
    fn to_move_or(&self, arguments: &[&str]) -> Result<Seat> {
        let to_move = || self.setup.first.name_of(self.line.to_move(), self.game.seats());
        match arguments {
            [] => self.to_move(&to_move()),
            [colour] => self.to_move(colour),
            _ => Err("expected one colour".to_owned()),
        }
    }

    fn seat(&self, colour: &str) -> Result<Seat> {
        let seats = self.game.seats();
        self.setup.first.seat_of(colour, seats).ok_or_else(|| {
            let names: Vec<String> =
                Seat::all(seats).map(|seat| self.setup.first.name_of(seat, seats)).collect();
            format!("`{colour}` is no colour here: expected one of: {}", names.join(", "))
        })
    }

    /// What the players of this game draw from.
    fn seed(&self) -> u64 {
        if self.number == 0 { self.setup.seed } else { derive(self.setup.seed, &[self.number]) }
    }

    fn player(&self, seed: u64, seat: Seat) -> Result<Player> {
        let around = Surroundings { seed, ..Surroundings::default() };
        let player = agents::player(&self.game, &self.setup.agent, &around);
        let mut player = player.map_err(|error| error.to_string())?;
        let rng = stream(seed, &[seat.index() as u64]);
        player.agent.start(&*self.line, seat, rng).map_err(|error| error.to_string())?;
        Ok(player)
    }

    fn think(&self, player: &mut Player, seat: Seat) -> Result<Decision<usize>> {
        let limits: Limits = self.clocks.limits(seat);
        let mut control = Control::new(&self.clock);
        let mut decision =
            player.agent.choose(&*self.line, &limits, &mut control).map_err(|error| error.to_string())?;
        decision.time = control.elapsed();
        Ok(decision)
    }
}

/// The game with another size, by whichever of the common names its option for the size has.
fn resized(spec: &Spec, size: i64) -> Option<Spec> {
    let about = hoppity_registry::games().find(|about| about.name == spec.name)?;
    let names = ["size", "board", "rhombus"];
    let key = names.into_iter().find(|name| about.options.iter().any(|option| option.name == *name))?;
    let mut resized = spec.clone();
    resized.options.retain(|option| option.key != key);
    let resized = resized.with(key, Value::from(size));
    // In the words that the game itself would use, so that the same size is seen to be the same.
    Some(hoppity_registry::game(&resized).map_or(resized, |game| game.spec()))
}

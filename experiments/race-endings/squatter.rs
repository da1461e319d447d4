//! Games against a side that keeps one man in its corner for ever.
use crate::opening;
use hoppity_eval::Knowledge;
use hoppity_experiments::Run;
use hoppity_registry::Playable;
use hoppity_rules::games::halma::{Halma, Move, Square};
use hoppity_rules::random::RngExt;
use hoppity_rules::{AnyLine, Catalogued, Game, Line, Random, Seat, Spec, random};
use hoppity_search::any::erase;
use hoppity_search::{Action, Agent, AgentError, Control, Decision, Limits, Policy, WallClock};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The agent that has to win.
const AGENT: &str = "alphabeta(nodes=20000)";
/// Random plies at the beginning.
const OPENING: usize = 6;
/// Games that are still going then are not won.
const MOST_PLIES: usize = 2000;
/// Of a game that was not won, so many plies are shown.
const LAST: usize = 200;
/// More openings than have to be dealt for one that is not won at once.
const MOST_DEALS: u64 = 1000;
const SEED: u64 = 561;

/// What came out; a row of a CSV file.
#[derive(Serialize)]
pub(crate) struct Row {
    game: String,
    agent: &'static str,
    games: u64,
    /// How many of them differ.
    distinct: usize,
    won: u64,
    drawn: u64,
    lost: u64,
    unfinished: u64,
    mean_plies: f64,
    most_plies: usize,
}

pub(crate) fn play(run: &Run, board: usize, games: u64) -> anyhow::Result<Row> {
    let spec: Spec = format!("halma(board={board},rules=usc561,evacuate=none)").parse()?;
    let (typed, erased) = (Halma::from_spec(&spec)?, hoppity_registry::game(&spec)?);
    let records = run.each(games as usize, |i| one(&typed, &erased, i as u64))?;
    for (i, record) in records.iter().enumerate().filter(|(_, record)| record.score != Some(1.0)) {
        let plies = record.moves.len();
        let first = &record.moves[..plies.min(LAST)];
        eprintln!("game {i} was not won, {plies} plies: {} …", first.join(" "));
    }
    let count = |what: Option<f64>| records.iter().filter(|record| record.score == what).count() as u64;
    let plies = records.iter().map(|record| record.moves.len());
    let row = Row {
        game: erased.spec().to_string(),
        agent: AGENT,
        games,
        distinct: records.iter().map(|record| &record.moves).collect::<BTreeSet<_>>().len(),
        won: count(Some(1.0)),
        drawn: count(Some(0.5)),
        lost: count(Some(0.0)),
        unfinished: count(None),
        mean_plies: plies.clone().sum::<usize>() as f64 / games as f64,
        most_plies: plies.max().unwrap_or(0),
    };
    eprintln!("{}: {} of {} won", row.game, row.won, row.games);
    Ok(row)
}

struct Record {
    /// Of the agent; `None` for a game that did not end.
    score: Option<f64>,
    moves: Vec<String>,
}

/// Each game has its own opening; the agent has the first seat in every second one.
fn one(typed: &Halma, erased: &Arc<dyn Playable>, i: u64) -> anyhow::Result<Record> {
    let mut line: Box<dyn AnyLine> = Box::new(open_game(typed, i));
    let seat = Seat::new((i % 2) as usize);
    let mut agent = erased.agent(&AGENT.parse()?)?.agent;
    let mut squatter = erase(typed.clone(), Squatter::new(typed));
    agent.start(&*line, seat, random::stream(SEED, &[i, 0]))?;
    squatter.start(&*line, Seat::new(1 - seat.index()), random::stream(SEED, &[i, 1]))?;
    let clock = WallClock::new();
    while line.outcome().is_none() && line.len() < MOST_PLIES {
        let mover = if line.to_move() == seat { &mut agent } else { &mut squatter };
        let decision = mover.choose(&*line, &Limits::NONE, &mut Control::new(&clock))?;
        let Action::Play(m) = decision.action else { anyhow::bail!("nobody resigns here") };
        line.push(m);
    }
    let score = line.outcome().map(|outcome| outcome.payoff(typed.team(seat)));
    Ok(Record { score, moves: line.history() })
}

/// An opening that the side to move does not win at once: a man that a random move lets into the goal wins there, since
/// men of others fill it as well.
fn open_game(game: &Halma, number: u64) -> Line<Halma> {
    (0..MOST_DEALS)
        .map(|again| opening(game, OPENING, random::stream(SEED, &[number, again])))
        .find(|line| !is_won_at_once(line))
        .expect("hardly an opening is won at once")
}

fn is_won_at_once(line: &Line<Halma>) -> bool {
    let game = line.game();
    line.legal_moves().into_iter().any(|m| {
        let mut state = *line.state();
        game.play(&mut state, m);
        game.outcome(&state).is_some()
    })
}

/// Plays the moves that go furthest, but never with the man that is furthest back in its corner unless nothing else is left.
struct Squatter {
    policy: <Halma as Knowledge>::Policy,
    rng: Random,
}

impl Squatter {
    fn new(game: &Halma) -> Squatter {
        Squatter { policy: game.policy(), rng: random::stream(0, &[]) }
    }
}

impl Agent<Halma> for Squatter {
    fn start(&mut self, _: &Halma, _: Seat, rng: Random) {
        self.rng = rng;
    }

    fn choose(
        &mut self,
        line: &Line<Halma>,
        _: &Limits,
        _: &mut Control<'_, Move>,
    ) -> Result<Decision<Move>, AgentError> {
        let (game, state, seat) = (line.game(), line.state(), line.to_move());
        let corner = game.goal_corner(seat);
        let far =
            |square: &Square| square.row().abs_diff(corner.row()) + square.column().abs_diff(corner.column());
        let stays = state.men(seat).iter().max_by_key(far);
        let mut moves = line.legal_moves();
        let others: Vec<Move> = moves.iter().copied().filter(|m| Some(m.from()) != stays).collect();
        if !others.is_empty() {
            moves = others;
        }
        let best =
            moves.iter().map(|&m| self.policy.prior(game, state, m)).max().ok_or(AgentError::GameOver)?;
        moves.retain(|&m| self.policy.prior(game, state, m) == best);
        Ok(Decision::play(moves[self.rng.random_range(0..moves.len())]))
    }
}

//! Self-play from the moment when the armies have passed each other: how many turns each side takes to its goal, and how
//! many it would need.
use crate::opening;
use hoppity_eval::race::{Race, alone, plan};
use hoppity_experiments::Run;
use hoppity_rules::games::halma::{Halma, State};
use hoppity_rules::{Catalogued, Game, Seat, Spec, random};
use hoppity_search::{Action, Control, Limits, WallClock, finisher};
use serde::Serialize;

const AGENT: &str = "alphabeta(nodes=2000)";
const OPENING: usize = 4;
const SEED: u64 = 1884;
/// Turns that the reference looks at for each side: five times what an agent does.
const EFFORT: u64 = 5 * finisher::EFFORT;

/// What came out; a row of a CSV file.
#[derive(Serialize)]
pub(crate) struct Row {
    game: String,
    agent: &'static str,
    games: u64,
    /// Games in which the armies passed each other before the end.
    passed: usize,
    /// Sides that then had a way to go.
    sides: usize,
    /// Turns that they took, on average.
    turns: f64,
    /// Turns of the shortest way that was found, on average.
    shortest: f64,
    /// Of how many sides the shortest way is proved to be one.
    proved: usize,
    /// Sides that took no turn more than that way.
    as_short: usize,
    /// Sides that took at most a tenth more.
    within_tenth: usize,
    /// The most turns more than that way.
    most_more: usize,
    /// Games in which a man turned back after that, to stand in the way of others.
    turned_back: usize,
    /// Sides, not among the others, that were not home when the game ended and had no way of their own: a man stood in it.
    never_home: usize,
    /// Of the sides that took more than a tenth more, those of games in which no man turned back.
    over_tenth_unturned: usize,
    /// Sides in games with a man who turned back, counted anew from when the armies have passed each other for good.
    sides_again: usize,
    /// Of these, sides that took at most a tenth more.
    within_tenth_again: usize,
}

/// A game in which the armies have passed each other.
struct Passed {
    /// From then on.
    sides: Vec<Side>,
    /// If a man turned back after that: from when they have passed each other for the last time, if they have.
    again: Option<Vec<Side>>,
}

/// One side after the armies have passed each other.
struct Side {
    turns: usize,
    shortest: usize,
    proved: bool,
}

impl Side {
    fn is_within_tenth(&self) -> bool {
        10 * self.turns <= 11 * self.shortest
    }
}

pub(crate) fn play(run: &Run, board: usize, games: u64) -> anyhow::Result<Row> {
    let spec: Spec = format!("halma(board={board},rules=web)").parse()?;
    let found = run.each(games as usize, |i| one(&spec, i as u64))?;
    let passed: Vec<&Passed> = found.iter().flatten().collect();
    let sides: Vec<&Side> = passed.iter().flat_map(|game| &game.sides).collect();
    let unturned = passed.iter().filter(|game| game.again.is_none()).flat_map(|game| &game.sides);
    let again: Vec<&Side> = passed.iter().flat_map(|game| &game.again).flatten().collect();
    let count = |is: fn(&Side) -> bool| sides.iter().filter(|side| is(side)).count();
    let mean = |of: fn(&Side) -> usize| {
        sides.iter().map(|side| of(side)).sum::<usize>() as f64 / sides.len().max(1) as f64
    };
    let row = Row {
        game: spec.to_string(),
        agent: AGENT,
        games,
        passed: passed.len(),
        sides: sides.len(),
        turns: mean(|side| side.turns),
        shortest: mean(|side| side.shortest),
        proved: count(|side| side.proved),
        as_short: count(|side| side.turns <= side.shortest),
        within_tenth: count(Side::is_within_tenth),
        most_more: sides.iter().map(|side| side.turns.saturating_sub(side.shortest)).max().unwrap_or(0),
        turned_back: passed.iter().filter(|game| game.again.is_some()).count(),
        never_home: passed.iter().map(|game| 2 - game.sides.len()).sum(),
        over_tenth_unturned: unturned.filter(|side| !side.is_within_tenth()).count(),
        sides_again: again.len(),
        within_tenth_again: again.iter().filter(|side| side.is_within_tenth()).count(),
    };
    eprintln!("{}: {} of {} sides within a tenth of the shortest way", row.game, row.within_tenth, row.sides);
    Ok(row)
}

/// A game, if the armies passed each other in it.
fn one(spec: &Spec, i: u64) -> anyhow::Result<Option<Passed>> {
    let (game, erased) = (Halma::from_spec(spec)?, hoppity_registry::game(spec)?);
    let mut line = opening(&game, OPENING, random::stream(SEED, &[i]));
    let mut agents = Vec::new();
    for seat in Seat::all(2) {
        let mut agent = erased.agent(&AGENT.parse()?)?.agent;
        agent.start(&line, seat, random::stream(SEED, &[i, seat.index() as u64]))?;
        agents.push(agent);
    }
    let clock = WallClock::new();
    // Every time that the armies have passed each other, and whether they have now.
    let (mut passed, mut apart): (Vec<(State, usize)>, bool) = (Vec::new(), false);
    while line.outcome().is_none() {
        let state = *line.state();
        let now_apart = Seat::all(2).all(|seat| alone(&game, &state, seat).is_some());
        if now_apart && !apart {
            passed.push((state, line.len()));
        }
        apart = now_apart;
        let agent = &mut agents[line.to_move().index()];
        let decision = agent.choose(&line, &Limits::NONE, &mut Control::new(&clock))?;
        let Action::Play(index) = decision.action else { anyhow::bail!("nobody resigns here") };
        let mut legal = line.legal_moves().into_iter();
        line.push(legal.find(|&m| game.move_index(m) == index).expect("a legal move"));
    }
    let side = |&(state, at): &(State, usize), seat: Seat| {
        let solo = alone(&game, &state, seat)?;
        let men = game.men(&state, seat);
        let reference = plan(&solo, men, EFFORT)?;
        // Two seats that move in turn.
        let first = usize::from(game.to_move(&state) != seat);
        let made = (at + first..line.len()).step_by(2).count();
        let turns = made + left(&game, line.state(), seat)?;
        Some(Side { turns, shortest: reference.turns.len(), proved: reference.is_shortest() })
    };
    let sides = |from: &(State, usize)| Seat::all(2).filter_map(|seat| side(from, seat)).collect();
    let Some(first) = passed.first() else { return Ok(None) };
    let last = passed.last().filter(|_| apart);
    let again = (passed.len() > 1 || !apart).then(|| last.map(sides).unwrap_or_default());
    Ok(Some(Passed { sides: sides(first), again }))
}

/// How many turns the side would still take after the game has ended, planned as an agent plans.
fn left(game: &Halma, s: &State, seat: Seat) -> Option<usize> {
    let (solo, men) = (alone(game, s, seat)?, game.men(s, seat));
    if solo.is_home(men) { Some(0) } else { plan(&solo, men, finisher::EFFORT).map(|plan| plan.turns.len()) }
}

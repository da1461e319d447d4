//! What positions are worth, plainly: ends of games above and below all leads.
use hoppity_rules::dummy::DummyGame;
use hoppity_rules::random::mix;
use hoppity_rules::{Game, Line, MAX_SEATS, Outcome, Seat};
use hoppity_search::{Heuristic, Values};

/// Worth to one team, in the order of what is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Worth {
    /// In so many plies.
    Lost(i64),
    /// The lead over the others, counted from the largest arrears.
    Open(i64),
    /// In so many plies, counted backwards.
    Won(std::cmp::Reverse<i64>),
}

/// Worth by team.
pub(crate) type Vector = Vec<Worth>;

/// The heuristic of these tests: few different values, so that ties abound; partners alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coarse {
    /// How many different values there are.
    pub(crate) values: u64,
}

impl<G: Game> Heuristic<G> for Coarse {
    type Acc = ();

    fn sum(&self, game: &G) -> i32 {
        game.seats() as i32 * (self.values as i32 - 1)
    }
    fn start(&self, _: &G, _: &G::State) {}
    fn apply(&self, _: &G, (): &mut (), _: &G::State, _: G::Move) {}
    fn undo(&self, _: &G, (): &mut (), _: &G::State, _: G::Move) {}
    fn values(&self, game: &G, s: &G::State, (): &()) -> Values {
        let mut values = [0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            values[seat.index()] = (mix(game.key(s) ^ game.team(seat).index() as u64) % self.values) as i32;
        }
        values
    }
    fn expected(&self, game: &G, values: &Values) -> [f64; MAX_SEATS] {
        let all: i32 = values.iter().sum();
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            scores[seat.index()] = f64::from(values[seat.index()]) / f64::from(all.max(1));
        }
        scores
    }
}

/// A constant sum, as races have it: what one gains the others lose. Made of the values that a tree is written with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared;

impl Heuristic<DummyGame> for Shared {
    type Acc = ();

    fn sum(&self, game: &DummyGame) -> i32 {
        12 * game.seats() as i32
    }
    fn start(&self, _: &DummyGame, _: &<DummyGame as Game>::State) {}
    fn apply(
        &self,
        _: &DummyGame,
        (): &mut (),
        _: &<DummyGame as Game>::State,
        _: <DummyGame as Game>::Move,
    ) {
    }
    fn undo(&self, _: &DummyGame, (): &mut (), _: &<DummyGame as Game>::State, _: <DummyGame as Game>::Move) {
    }
    /// Twelve for each seat is shared out by the written values, as whole numbers for teams of equal size.
    fn values(&self, game: &DummyGame, s: &<DummyGame as Game>::State, (): &()) -> Values {
        let mut values = [0; MAX_SEATS];
        let written = game.values(s).expect("a tree with values");
        let teams = game.teams();
        let mut by_team = vec![0; teams];
        for seat in Seat::all(game.seats()) {
            by_team[game.team(seat).index()] = written[seat.index()];
        }
        let all: i32 = by_team.iter().sum::<i32>().max(1);
        let mut shares: Vec<i32> = by_team.iter().map(|own| own * 12 * teams as i32 / all).collect();
        shares[0] += 12 * teams as i32 - shares.iter().sum::<i32>();
        for seat in Seat::all(game.seats()) {
            values[seat.index()] = shares[game.team(seat).index()];
        }
        values
    }
    fn expected(&self, game: &DummyGame, _: &Values) -> [f64; MAX_SEATS] {
        [1.0 / game.teams() as f64; MAX_SEATS]
    }
}

/// The bound on the sum of all teams' values.
pub(crate) fn sum<G: Game>(game: &G, heuristic: &impl Heuristic<G>) -> i64 {
    let members = |team: usize| Seat::all(game.seats()).filter(|&s| game.team(s).index() == team).count();
    let smallest = (0..game.teams()).map(members).min().expect("a team");
    i64::from(heuristic.sum(game)) / smallest as i64
}

pub(crate) fn leaf<G: Game>(game: &G, s: &G::State, heuristic: &impl Heuristic<G>) -> Vector {
    let acc = heuristic.start(game, s);
    let values = heuristic.values(game, s, &acc);
    let of = |team: usize| {
        let seat = Seat::all(game.seats()).find(|&seat| game.team(seat).index() == team);
        i64::from(values[seat.expect("a seat").index()])
    };
    let (teams, sum) = (game.teams(), sum(game, heuristic));
    let lead = |team: usize| sum + (0..teams).map(|other| of(team) - of(other)).sum::<i64>();
    (0..teams).map(|team| Worth::Open(lead(team))).collect()
}

pub(crate) fn end<G: Game>(game: &G, outcome: &Outcome, plies: i64, sum: i64) -> Vector {
    let first: i64 = outcome.ranks().iter().map(|&rank| i64::from(rank == 0)).sum();
    let worth = |&rank: &u8| match rank {
        0 if first == 1 => Worth::Won(std::cmp::Reverse(plies)),
        0 => Worth::Open(sum * game.teams() as i64 / first),
        _ => Worth::Lost(plies),
    };
    outcome.ranks().iter().map(worth).collect()
}

/// The same worth as the searches report it.
pub(crate) fn score(worth: Worth, teams: i64, sum: i64) -> f64 {
    match worth {
        Worth::Lost(plies) => (plies - 256) as f64 / 4096.0 - sum as f64,
        Worth::Open(lead) => (lead - sum) as f64,
        Worth::Won(plies) => (768 - plies.0) as f64 / 4096.0 + (teams * sum - sum) as f64,
    }
}

/// Calls `f` at every position of a few random games.
pub(crate) fn visit<G: Game>(game: &G, games: u64, mut f: impl FnMut(&Line<G>)) {
    for g in 0..games {
        let mut rng = hoppity_rules::random::stream(g, &[]);
        let mut line = Line::new(game.clone());
        while line.outcome().is_none() {
            f(&line);
            let m = game.sample(line.state(), &mut rng);
            line.push(m);
        }
    }
}

//! Best-reply search is what its papers say.
use crate::multi::twin::{Coarse, Worth, end, leaf, score, sum, visit};
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, random};
use hoppity_search::alphabeta::AlphaBeta;
use hoppity_search::multi::Common;
use hoppity_search::multi::maxn::{self, MaxN};
use hoppity_search::multi::mpmix::{self, MpMix};
use hoppity_search::multi::offensive::Offensive;
use hoppity_search::multi::reply::{BestReply, Others};
use hoppity_search::{Action, Agent, Control, Heuristic, Limits, Proof, Uniform, WallClock};

const HEURISTIC: Coarse = Coarse { values: 5 };

/// The searches by their definitions: positions and whose turn it is, no bounds, no table.
struct Plain {
    others: Others,
    width: usize,
    root: usize,
}

/// What has just happened.
#[derive(Clone, Copy)]
enum Done {
    /// This own seat has moved.
    Own(Seat),
    /// An opponent has replied to this own seat, and nobody else is to.
    Reply(Seat),
    /// An opponent has moved in its turn; `free`: as it was bound to.
    Turn { free: bool },
}

impl Plain {
    /// What the own team gets.
    fn value<G: Game>(&self, game: &G, s: &G::State, done: Done, depth: u32, plies: i64) -> Worth {
        if let Some(outcome) = game.outcome(s) {
            return end(game, &outcome, plies, sum(game, &HEURISTIC))[self.root];
        }
        if depth == 0 {
            return leaf(game, s, &HEURISTIC)[self.root];
        }
        let is_own = |seat: Seat| game.team(seat).index() == self.root;
        let given = |own: bool, after: Seat| -> Vec<G::State> {
            let round = (1..=game.seats()).map(|step| Seat::new((after.index() + step) % game.seats()));
            round.filter(|&seat| is_own(seat) == own).filter_map(|seat| game.with_turn(s, seat)).collect()
        };
        let next_is_own = is_own(game.to_move(s));
        match (self.others, done) {
            (Others::Skip, Done::Own(own)) if !given(false, own).is_empty() => {
                self.worst(game, &given(false, own), own, depth, plies)
            }
            (Others::Skip, Done::Reply(own)) => match given(true, own).first() {
                Some(s) => self.best(game, s, depth, plies),
                None => self.worst(game, &given(false, own), own, depth, plies),
            },
            (Others::Skip, _) => self.best(game, s, depth, plies),
            (Others::KeepOrder, _) if next_is_own => self.best(game, s, depth, plies),
            (Others::KeepOrder, Done::Turn { free: false }) => {
                self.after(game, s, 1, Done::Turn { free: false }, depth, plies)[0]
            }
            (Others::KeepOrder, _) => {
                let bound = self.after(game, s, 1, Done::Turn { free: true }, depth, plies);
                let free = self.after(game, s, self.width, Done::Turn { free: false }, depth, plies);
                bound.into_iter().chain(free.into_iter().skip(1)).min().expect("a move")
            }
        }
    }

    fn best<G: Game>(&self, game: &G, s: &G::State, depth: u32, plies: i64) -> Worth {
        let done = Done::Own(game.to_move(s));
        self.after(game, s, self.width, done, depth, plies).into_iter().max().expect("a move")
    }

    /// The worst of all moves of all opponents together; with equal priors those of the next one come first.
    fn worst<G: Game>(&self, game: &G, given: &[G::State], own: Seat, depth: u32, plies: i64) -> Worth {
        let all = given.iter().flat_map(|s| self.after(game, s, usize::MAX, Done::Reply(own), depth, plies));
        all.take(self.width).min().expect("a move")
    }

    /// The values after the first moves.
    fn after<G: Game>(
        &self,
        game: &G,
        s: &G::State,
        width: usize,
        done: Done,
        depth: u32,
        plies: i64,
    ) -> Vec<Worth> {
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        let value = |m| {
            let mut after = s.clone();
            game.play(&mut after, m);
            self.value(game, &after, done, depth - 1, plies + 1)
        };
        moves.into_iter().take(width).map(value).collect()
    }
}

fn equals<G: Game>(line: &Line<G>, others: Others, depth: u32, width: Option<usize>, table_mib: usize) {
    let game = line.game();
    let root = game.team(line.to_move()).index();
    let plain = Plain { others, width: width.unwrap_or(usize::MAX), root };
    let values = plain.after(game, line.state(), plain.width, Done::Own(line.to_move()), depth, 0);
    let best = *values.iter().max().expect("a move");
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let mut agent = BestReply::new(HEURISTIC, Uniform, others, Common { limits, width, table_mib });
    agent.start(game, line.to_move(), random::stream(3, &[]));
    let decision =
        agent.choose(line, &Limits::NONE, &mut Control::new(&WallClock::new())).expect("a decision");
    let place = format!(
        "{} at {}: {others:?}, depth {depth}, width {width:?}, table {table_mib}",
        game.spec(),
        game.format_position(line.state())
    );
    let right = score(best, game.teams() as i64, sum(game, &HEURISTIC));
    assert_eq!(decision.score, Some(right), "{place}");
    let Action::Play(m) = decision.action else { panic!("resigned: {place}") };
    let number = line.legal_moves().iter().position(|&other| other == m).expect("a legal move");
    assert_eq!(values[number], best, "{}: {place}", game.format_move(m));
    assert_eq!(decision.pv.first(), Some(&m), "{place}");
}

fn from_spec<G: Catalogued>(text: &str) -> G {
    G::from_spec(&text.parse::<Spec>().expect("a spec")).expect("a game")
}

fn equals_in_games<G: Game>(game: &G, games: u64, every: usize, depth: u32) {
    visit(game, games, |line| {
        if line.len() % every == 0 && line.len() < 12 * every {
            for (i, others) in [Others::Skip, Others::KeepOrder].into_iter().enumerate() {
                for depth in 1..=depth {
                    equals(line, others, depth, None, i);
                    equals(line, others, depth, None, 1 - i);
                    equals(line, others, depth + 1, Some(3), 1);
                }
            }
        }
    });
}

/// Turns that are really skipped: three stones, races of three, four and six, partners.
#[test]
fn boards_have_the_value_of_best_reply_search() {
    equals_in_games(&from_spec::<Mnk>("mnk(m=4,n=3,k=3,players=3)"), 2, 1, 3);
    let short = |spec: &str| from_spec::<Halma>(&format!("halma(board=4,camp=[1],cap=24,{spec})"));
    equals_in_games(&short("players=3"), 1, 2, 4);
    equals_in_games(&short("players=4"), 1, 2, 4);
    equals_in_games(&short("players=4,finish=all,blocked=lose"), 2, 2, 3);
    equals_in_games(&short("players=4,teams=diagonal"), 1, 2, 4);
    equals_in_games(&short("players=4,teams=adjacent"), 1, 2, 4);
    let mut line = Line::new(from_spec::<ChineseCheckers>("chinese-checkers(players=6)"));
    for _ in 0..6 {
        for others in [Others::Skip, Others::KeepOrder] {
            equals(&line, others, 5, Some(4), 1);
        }
        let m = line.game().sample(line.state(), &mut random::stream(line.len() as u64, &[]));
        line.push(m);
    }
}

/// In trees turns cannot be given: then all opponents reply, one after the other.
#[test]
fn trees_have_the_value_of_best_reply_search() {
    let tables = [
        (2, vec![]),
        (3, vec![]),
        (4, vec![]),
        (6, vec![]),
        (4, vec![0, 1, 0, 1]),
        (6, vec![0, 1, 2, 0, 1, 2]),
    ];
    for (seats, teams) in tables {
        let shape = Shape { teams, payoffs: 0..=3, ..Shape::wild(seats, 6) };
        for seed in 0..25 {
            let game = DummyGame::random(&shape, &mut random::stream(seed, &[seats as u64]));
            equals_in_games(&game, 1, 1, 7);
            let cyclic = Shape { back: 0.15, ..shape.clone() };
            let game = DummyGame::random(&cyclic, &mut random::stream(seed, &[8])).with_cap(6);
            equals_in_games(&game, 1, 1, 7);
        }
    }
}

fn decide<G: Game>(mut agent: impl Agent<G>, line: &Line<G>) -> Option<(Action<G::Move>, Option<f64>)> {
    agent.start(line.game(), line.to_move(), random::stream(3, &[]));
    let decision = agent.choose(line, &Limits::NONE, &mut Control::new(&WallClock::new())).ok()?;
    Some((decision.action, decision.score))
}

/// The one of its three searches that the standings ask for, move and value.
#[test]
fn mpmix_is_the_search_that_suits_the_standings() {
    let mut chosen = [0; 3];
    let limits = Limits { depth: Some(3), ..Limits::NONE };
    let common = Common { limits, width: None, table_mib: 0 };
    let maxn = maxn::Config { common, ..maxn::Config::default() };
    let config = mpmix::Config { maxn, defend: 0.1, attack: 0.2 };
    for (seats, teams) in [(3, vec![]), (4, vec![]), (4, vec![0, 1, 0, 1]), (6, vec![0, 1, 2, 0, 1, 2])] {
        let shape = Shape { teams, ..Shape::wild(seats, 6) };
        for seed in 0..30 {
            let game = DummyGame::random(&shape, &mut random::stream(seed, &[seats as u64, 3]));
            visit(&game, 1, |line| {
                let values = HEURISTIC.values(&game, line.state(), &());
                let scores = HEURISTIC.expected(&game, &values);
                let mut teams: Vec<(usize, f64)> = Vec::new();
                for seat in Seat::all(seats) {
                    if game.team(seat).index() == teams.len() {
                        teams.push((teams.len(), scores[seat.index()]));
                    }
                }
                teams.sort_by(|a, b| b.1.total_cmp(&a.1));
                let mine = game.team(line.to_move()).index();
                let (leads, edge) = (teams[0].0 == mine, teams[0].1 - teams[1].1);
                let which = if leads && edge >= 0.1 { 1 } else { 2 * usize::from(!leads && edge >= 0.2) };
                chosen[which] += 1;
                let right = match which {
                    1 => decide(AlphaBeta::new(HEURISTIC, Uniform, config.paranoid()), line),
                    // The strongest of the others is the leader.
                    2 => decide(Offensive::new(HEURISTIC, Uniform, maxn), line),
                    _ => decide(MaxN::new(HEURISTIC, Uniform, maxn), line),
                };
                assert_eq!(decide(MpMix::new(HEURISTIC, Uniform, config), line), right);
            });
        }
    }
    assert!(chosen.iter().all(|&times| times > 20), "{chosen:?}");
}

/// With two seats it is alpha-beta, proofs and all; repetition is a draw.
#[test]
fn two_seats_are_solved() {
    let decide = |game: DummyGame, others| {
        let limits = Limits { depth: Some(12), ..Limits::NONE };
        let mut agent = BestReply::new(HEURISTIC, Uniform, others, Common { limits, ..Common::default() });
        let line = Line::new(game);
        agent.choose(&line, &Limits::NONE, &mut Control::new(&WallClock::new())).expect("a decision").proved
    };
    for others in [Others::Skip, Others::KeepOrder] {
        let game = DummyGame::parse("(A (B (1,0) (0,1)) (B (1,0) (A (1,0) (0,1))))").expect("a tree");
        assert_eq!(decide(game.clone(), others), Some(Proof::Win(game.team(Seat::A))));
        let tree = "@0=(A[9,0] @1=(B[9,0] @2=(A[9,0] @3=(B[9,0] @0 @1))))";
        let game = DummyGame::parse(tree).expect("a tree").with_repetition(2);
        assert_eq!(decide(game, others), Some(Proof::Draw), "every line repeats");
    }
}

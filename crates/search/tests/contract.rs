//! What every agent promises: legal moves, no dependence on what was played before, snapshots, limits, an end.
use crate::minimax::Noise;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{AnyLine, Catalogued, Game, Line, Seat, Spec, random};
use hoppity_search::alphabeta::{self, AlphaBeta};
use hoppity_search::bestfirst::{self, BestFirst};
use hoppity_search::greedy::Greedy;
use hoppity_search::mcts::{self, Mcts};
use hoppity_search::multi::Common;
use hoppity_search::multi::maxn::{self, MaxN};
use hoppity_search::multi::mpmix::{self, MpMix};
use hoppity_search::multi::offensive::Offensive;
use hoppity_search::multi::reply::{BestReply, Others};
use hoppity_search::random::RandomAgent;
use hoppity_search::{
    Action, Agent, AgentError, AnyAgent, Clock, Control, Decision, Flat, GameClock, Limits,
};
use hoppity_search::{Heuristic, Policy, Uniform, Values, any::erase};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock that goes on by a millisecond whenever it is looked at.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn game() -> Mnk {
    Mnk::from_spec(&Spec::new("mnk").with("m", 4i64).with("n", 4i64)).expect("a game")
}

fn agents(limits: Limits) -> Vec<(&'static str, Box<dyn Agent<Mnk>>)> {
    let ab = alphabeta::Config { limits, table_mib: 1, ..alphabeta::Config::default() };
    let bf = bestfirst::Config { limits, ..bestfirst::Config::default() };
    let common = Common { limits, table_mib: 1, ..Common::default() };
    let mx = maxn::Config { common, ..maxn::Config::default() };
    let mc = mcts::Config { limits, ..mcts::Config::default() };
    vec![
        ("random", Box::new(RandomAgent::new())),
        ("greedy", Box::new(Greedy::new(Noise, Uniform))),
        ("alphabeta", Box::new(AlphaBeta::new(Noise, Uniform, ab))),
        ("ubfm", Box::new(BestFirst::new(Noise, Uniform, bf))),
        ("maxn", Box::new(MaxN::new(Noise, Uniform, mx))),
        ("offensive", Box::new(Offensive::new(Noise, Uniform, mx))),
        (
            "mpmix",
            Box::new(MpMix::new(Noise, Uniform, mpmix::Config { maxn: mx, ..mpmix::Config::default() })),
        ),
        ("brs", Box::new(BestReply::new(Noise, Uniform, Others::Skip, common))),
        ("brs+", Box::new(BestReply::new(Noise, Uniform, Others::KeepOrder, common))),
        ("mcts", Box::new(Mcts::new(Flat, Uniform, mc))),
    ]
}

const SMALL: Limits = Limits { nodes: Some(300), sims: Some(100), ..Limits::NONE };

fn self_play(agent: &mut dyn Agent<Mnk>, seed: u64) -> String {
    let mut line = Line::new(game());
    agent.start(line.game(), Seat::A, random::stream(seed, &[]));
    let clock = Ticking::default();
    while line.outcome().is_none() {
        let decision =
            agent.choose(&line, &Limits::default(), &mut Control::new(&clock)).expect("a decision");
        let Action::Play(m) = decision.action else { panic!("resigned") };
        assert!(line.game().is_legal(line.state(), m));
        line.push(m);
    }
    AnyLine::history(&line).join(" ")
}

#[test]
fn a_seed_gives_one_game_whatever_was_played_before() {
    for (name, mut agent) in agents(SMALL) {
        let fresh = self_play(&mut *agent, 1);
        let _ = self_play(&mut *agent, 2);
        assert_eq!(self_play(&mut *agent, 1), fresh, "{name}");
    }
}

#[test]
fn a_finished_game_has_no_move_to_choose() {
    let mut line = Line::new(game());
    for text in ["a1", "b4", "a2", "c4", "a3"] {
        line.push_text(text).expect("a legal move");
    }
    assert!(line.outcome().is_some());
    for (name, mut agent) in agents(SMALL) {
        let answer = agent.choose(&line, &SMALL, &mut Control::new(&Ticking::default()));
        assert_eq!(answer, Err(AgentError::GameOver), "{name}");
    }
}

#[test]
fn an_immediate_win_is_taken_by_all_who_look() {
    let mut line = Line::new(game());
    for text in ["a1", "d4", "a2", "d1"] {
        line.push_text(text).expect("a legal move");
    }
    for (name, mut agent) in agents(Limits { sims: Some(2000), ..SMALL }).into_iter().skip(1) {
        let clock = Ticking::default();
        let decision = agent.choose(&line, &SMALL, &mut Control::new(&clock)).expect("a decision");
        let Action::Play(m) = decision.action else { panic!("resigned") };
        assert_eq!(line.game().format_move(m), "a3", "{name}");
    }
}

#[test]
fn time_and_the_stop_flag_end_a_search_and_still_give_a_move() {
    let line = Line::new(game());
    let late = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
    let stop = AtomicBool::new(true);
    for (name, mut agent) in agents(Limits::default()) {
        let clock = Ticking::default();
        let decision = agent.choose(&line, &late, &mut Control::new(&clock)).expect("a decision");
        assert!(
            matches!(decision.action, Action::Play(m) if line.game().is_legal(line.state(), m)),
            "{name}"
        );
        let forever = Limits { nodes: Some(u64::MAX), sims: Some(u64::MAX), ..Limits::default() };
        let mut control = Control::new(&clock).with_stop(&stop);
        let decision = agent.choose(&line, &forever, &mut control).expect("a decision");
        assert!(matches!(decision.action, Action::Play(_)), "{name}");
    }
}

#[test]
fn a_clock_for_the_game_ends_a_search_that_nothing_else_limits() {
    let line = Line::new(game());
    let left = |ms| GameClock {
        remaining: Duration::from_millis(ms),
        increment: Duration::from_millis(20),
        margin: Duration::from_millis(5),
    };
    for ms in [5, 300] {
        let limits = Limits { clock: Some(left(ms)), ..Limits::NONE };
        for (name, mut agent) in agents(Limits::NONE) {
            let clock = Ticking::default();
            let mut control = Control::new(&clock);
            let decision = agent.choose(&line, &limits, &mut control).expect("a decision");
            assert!(
                matches!(decision.action, Action::Play(m) if line.game().is_legal(line.state(), m)),
                "{name}"
            );
            // The clock goes on only when it is looked at: a few looks more than its share allows.
            assert!(control.elapsed() <= left(ms).share() + Duration::from_millis(10), "{name}");
        }
    }
    // Without a clock these have limits by default, with one they go on: the clock is the limit.
    let limits = Limits { clock: Some(left(60_000)), ..Limits::NONE };
    let mut agent = Mcts::new(Flat, Uniform, mcts::Config::default());
    let clock = Ticking::default();
    let decision = agent.choose(&line, &limits, &mut Control::new(&clock)).expect("a decision");
    assert!(decision.sims > 1000, "{}", decision.sims);
}

#[test]
fn snapshots_come_through_the_erased_layer() {
    let mut agent: Box<dyn AnyAgent> = erase(
        game(),
        AlphaBeta::new(
            Noise,
            Uniform,
            alphabeta::Config {
                limits: Limits { depth: Some(3), ..Limits::default() },
                table_mib: 1,
                ..alphabeta::Config::default()
            },
        ),
    );
    let line = Line::new(game());
    agent.start(&line, Seat::A, random::stream(1, &[])).expect("its own game");
    let mut depths = Vec::new();
    let mut sink = |snapshot: &Decision<usize>| depths.push(snapshot.depth);
    let clock = Ticking::default();
    let decision = agent.choose(&line, &Limits::default(), &mut Control::new(&clock).with_sink(&mut sink));
    assert_eq!(decision.expect("a decision").depth, 3);
    assert_eq!(depths, [1, 2, 3]);
}

/// Counts how many playouts and leaf evaluations a search asks for.
#[derive(Clone, Copy, Debug)]
struct CutOff(u32);

impl Policy<Mnk> for CutOff {
    fn cutoff(&self, _: &Mnk) -> Option<u32> {
        Some(self.0)
    }
}

#[test]
fn simulations_are_counted_exactly_and_values_sum_to_one() {
    for cutoff in [0, 2, 100] {
        for sims in [1u64, 2, 10, 500] {
            let config = mcts::Config {
                limits: Limits { sims: Some(sims), ..Limits::default() },
                // A proof would end the search.
                solver: mcts::Rule::Off,
                ..mcts::Config::default()
            };
            let mut agent = Mcts::new(Flat, CutOff(cutoff), config);
            let line = Line::new(game());
            let decision = agent
                .choose(&line, &Limits::default(), &mut Control::new(&Ticking::default()))
                .expect("a move");
            assert_eq!(decision.sims, sims);
            assert_eq!(decision.root.iter().map(|r| r.visits).sum::<u64>(), sims);
            assert!((decision.values.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}

/// Asserts that every accumulator it is given belongs to the position it is given.
#[derive(Clone, Copy, Debug)]
struct Follows;

impl Heuristic<Mnk> for Follows {
    type Acc = u64;

    fn sum(&self, _: &Mnk) -> i32 {
        2
    }
    fn start(&self, game: &Mnk, s: &<Mnk as Game>::State) -> u64 {
        game.key(s)
    }
    fn apply(&self, game: &Mnk, acc: &mut u64, before: &<Mnk as Game>::State, m: <Mnk as Game>::Move) {
        assert_eq!(*acc, game.key(before));
        let mut after = before.clone();
        game.play(&mut after, m);
        *acc = game.key(&after);
    }
    fn undo(&self, game: &Mnk, acc: &mut u64, before: &<Mnk as Game>::State, _: <Mnk as Game>::Move) {
        *acc = game.key(before);
    }
    fn values(&self, game: &Mnk, s: &<Mnk as Game>::State, acc: &u64) -> Values {
        assert_eq!(*acc, game.key(s));
        [1, 1, 0, 0, 0, 0]
    }
    fn expected(&self, _: &Mnk, _: &Values) -> [f64; 6] {
        [0.5, 0.5, 0.0, 0.0, 0.0, 0.0]
    }
}

#[test]
fn the_accumulator_follows_every_move() {
    let clock = Ticking::default();
    let calls = Cell::new(0);
    let play = |agent: &mut dyn Agent<Mnk>| {
        let decision = agent.choose(&Line::new(game()), &SMALL, &mut Control::new(&clock));
        assert!(decision.is_ok());
        calls.set(calls.get() + 1);
    };
    play(&mut AlphaBeta::new(Follows, Uniform, alphabeta::Config::default()));
    play(&mut BestFirst::new(Follows, Uniform, bestfirst::Config::default()));
    play(&mut MaxN::new(Follows, Uniform, maxn::Config::default()));
    play(&mut BestReply::new(Follows, Uniform, Others::Skip, Common::default()));
    play(&mut Greedy::new(Follows, Uniform));
    play(&mut Mcts::new(Follows, CutOff(0), mcts::Config::default()));
    play(&mut Mcts::new(Follows, CutOff(3), mcts::Config::default()));
    assert_eq!(calls.get(), 7);
}

//! Max^n, whatever it leaves out and remembers, is max^n.
use crate::multi::twin::{Coarse, Shared, Vector, Worth, end, leaf, score, sum, visit};
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, Spec, random};
use hoppity_search::multi::Common;
use hoppity_search::multi::maxn::{Config, MaxN, Pruning, Ties};
use hoppity_search::multi::offensive::Offensive;
use hoppity_search::{Action, Agent, Control, Decision, Heuristic, Limits, Uniform, WallClock};
use std::cmp::Reverse;

/// Max^n by its definition.
struct Plain<'a, H> {
    heuristic: &'a H,
    ties: Ties,
    width: usize,
    root: usize,
    /// The team that the root plays against, if it does not play for itself.
    target: Option<usize>,
}

/// What a target has, what the team itself has, and what decides between equals.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank(Reverse<Option<Worth>>, Worth, Reverse<Option<Worth>>, Option<Worth>);

impl<H> Plain<'_, H> {
    /// What `team` is after, first things first.
    fn rank(&self, team: usize, vector: &Vector) -> Rank {
        let target = self.target.filter(|_| team == self.root).map(|target| vector[target]);
        let root = vector[self.root];
        let (pessimistic, optimistic) = match self.ties {
            Ties::First => (None, None),
            Ties::Pessimistic => (Some(root), None),
            Ties::Optimistic => (None, Some(root)),
        };
        Rank(Reverse(target), vector[team], Reverse(pessimistic), optimistic)
    }

    fn children<G: Game>(&self, line: &mut Line<G>, depth: u32, plies: i64) -> Vec<(G::Move, Vector)>
    where
        H: Heuristic<G>,
    {
        let moves = line.legal_moves().into_iter().take(self.width);
        let value = |m| {
            line.push(m);
            let vector = self.vector(line, depth - 1, plies + 1);
            line.pop();
            (m, vector)
        };
        moves.map(value).collect()
    }

    fn vector<G: Game>(&self, line: &mut Line<G>, depth: u32, plies: i64) -> Vector
    where
        H: Heuristic<G>,
    {
        let sum = sum(line.game(), self.heuristic);
        if let Some(outcome) = line.outcome() {
            return end(line.game(), &outcome, plies, sum);
        }
        if depth == 0 {
            return leaf(line.game(), line.state(), self.heuristic);
        }
        let team = line.game().team(line.to_move()).index();
        let vectors = self.children(line, depth, plies).into_iter().map(|(_, vector)| vector);
        vectors
            .reduce(|best, v| if self.rank(team, &v) > self.rank(team, &best) { v } else { best })
            .expect("a move")
    }
}

fn decide<G: Game>(mut agent: impl Agent<G>, line: &Line<G>) -> Decision<G::Move> {
    agent.start(line.game(), line.to_move(), random::stream(5, &[]));
    agent.choose(line, &Limits::NONE, &mut Control::new(&WallClock::new())).expect("a decision")
}

fn config(depth: u32, width: Option<usize>, table_mib: usize, ties: Ties, pruning: Pruning) -> Config {
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    Config { common: Common { limits, width, table_mib }, ties, pruning }
}

const TIES: [Ties; 3] = [Ties::First, Ties::Pessimistic, Ties::Optimistic];

/// All combinations.
fn prunings() -> impl Iterator<Item = Pruning> {
    (0..16).map(|bits: u8| Pruning {
        immediate: bits & 1 > 0,
        shallow: bits & 2 > 0,
        last_branch: bits & 4 > 0,
        speculative: bits & 8 > 0,
    })
}

/// The decision has the value of max^n, and a move of those that are equally best under the rule for ties.
fn equals<G: Game, H: Heuristic<G>>(line: &Line<G>, heuristic: &H, config: Config, target: Option<usize>) {
    let game = line.game();
    let root = game.team(line.to_move()).index();
    let width = config.common.width.unwrap_or(usize::MAX);
    let plain = Plain { heuristic, ties: config.ties, width, root, target };
    let depth = config.common.limits.depth.expect("a depth");
    let children = plain.children(&mut line.clone(), depth, 0);
    let (_, best) = children.iter().max_by_key(|(_, vector)| plain.rank(root, vector)).expect("a move");
    let decision = match target {
        None => decide(MaxN::new(heuristic.clone(), Uniform, config), line),
        Some(_) => decide(Offensive::new(heuristic.clone(), Uniform, config), line),
    };
    let place = format!("{} at {}: {config:?}", game.spec(), game.format_position(line.state()));
    let Action::Play(m) = decision.action else { panic!("resigned: {place}") };
    let (_, vector) = children.iter().find(|(other, _)| *other == m).expect("one of the moves looked at");
    assert_eq!(
        plain.rank(root, vector),
        plain.rank(root, best),
        "{} is not best: {place}",
        game.format_move(m)
    );
    let right = score(vector[root], game.teams() as i64, sum(game, heuristic));
    assert_eq!(decision.score, Some(right), "{place}");
    assert_eq!(decision.values.len(), game.seats());
    assert_eq!(decision.pv.first(), Some(&m));
}

fn tables() -> Vec<(usize, Vec<usize>)> {
    vec![
        (3, vec![]),
        (4, vec![]),
        (6, vec![]),
        (4, vec![0, 1, 0, 1]),
        (6, vec![0, 1, 2, 0, 1, 2]),
        (3, vec![0, 1, 0]),
        (2, vec![]),
    ]
}

/// Wherever ends rest on counters and nodes are reached by several ways, at every depth.
#[test]
fn pruning_tables_and_order_change_no_value() {
    for (seats, teams) in tables() {
        let shape = Shape { teams, payoffs: 0..=3, branching: 1..=3, ..Shape::wild(seats, 6) };
        for seed in 0..12 {
            let game = DummyGame::random(&shape, &mut random::stream(seed, &[seats as u64]));
            visit(&game, 1, |line| {
                for (i, pruning) in prunings().enumerate() {
                    let (ties, table_mib) = (TIES[i % 3], i % 2);
                    let width = [None, Some(2)][i / 2 % 2];
                    for depth in [2, 4, 7] {
                        let config = config(depth, width, table_mib, ties, pruning);
                        equals(line, &Coarse { values: 4 }, config, None);
                        equals(line, &Shared, config, None);
                    }
                }
            });
        }
    }
}

/// Bushy trees of constant sums, in which there is much to leave out and to search after all.
#[test]
fn speculation_that_fails_is_made_good() {
    for (seats, teams) in tables() {
        for seed in 0..40 {
            let shape = Shape {
                teams: teams.clone(),
                branching: 2..=4,
                early: 0.02,
                payoffs: 0..=9,
                out_of_turn: if seed % 4 == 0 { 0.2 } else { 0.0 },
                ..Shape::plain(seats, 6)
            };
            let game = DummyGame::random(&shape, &mut random::stream(seed, &[1, seats as u64]));
            let line = Line::new(game);
            for (ties, table_mib) in TIES.into_iter().zip([0, 1, 0]) {
                equals(&line, &Shared, config(5, None, table_mib, ties, Pruning::ALL), None);
                let alone = Pruning { speculative: true, ..Pruning::NONE };
                equals(&line, &Shared, config(5, None, table_mib, ties, alone), None);
            }
        }
    }
}

/// The same on a cyclic graph under a cap and under repetition: nothing that rests on the path is taken for more.
#[test]
fn counters_and_repetition_are_respected() {
    for seed in 0..60 {
        let shape = Shape { back: 0.15, payoffs: 0..=3, ..Shape::wild(3, 5) };
        let game = DummyGame::random(&shape, &mut random::stream(seed, &[2])).with_cap(6);
        for pruning in [Pruning::NONE, Pruning::ALL] {
            equals(&Line::new(game.clone()), &Shared, config(7, None, 1, Ties::First, pruning), None);
        }
        let repeating = game.with_repetition(2);
        equals(&Line::new(repeating), &Shared, config(7, None, 0, Ties::First, Pruning::ALL), None);
    }
}

fn from_spec<G: Catalogued>(text: &str) -> G {
    G::from_spec(&text.parse::<Spec>().expect("a spec")).expect("a game")
}

#[test]
fn boards_of_three_and_six_have_the_value_of_maxn() {
    let ends = from_spec::<Mnk>("mnk(m=4,n=4,k=3,players=3)");
    visit(&ends, 1, |line| {
        for pruning in [Pruning::NONE, Pruning::ALL] {
            equals(line, &Coarse { values: 3 }, config(3, None, 1, Ties::First, pruning), None);
            equals(line, &Coarse { values: 9 }, config(4, Some(5), 1, Ties::Pessimistic, pruning), None);
        }
    });
    let mut line = Line::new(from_spec::<ChineseCheckers>("chinese-checkers(players=6)"));
    for _ in 0..12 {
        equals(&line, &Coarse { values: 5 }, config(6, Some(3), 1, Ties::Optimistic, Pruning::ALL), None);
        let m = line.game().sample(line.state(), &mut random::stream(line.len() as u64, &[]));
        line.push(m);
    }
}

/// Offensive search by its definition: the root's team minimises the strongest other's lead, all others play max^n.
#[test]
fn offensive_search_holds_the_strongest_down() {
    for (seats, teams) in tables() {
        let shape = Shape { teams, payoffs: 0..=3, ..Shape::wild(seats, 6) };
        for seed in 0..12 {
            let game = DummyGame::random(&shape, &mut random::stream(seed, &[seats as u64, 7]));
            visit(&game, 1, |line| {
                let game = line.game();
                let mine = game.team(line.to_move());
                let standing = leaf(game, line.state(), &Coarse { values: 4 });
                let others = (0..game.teams()).filter(|&team| team != mine.index());
                let target = others.min_by_key(|&team| Reverse(standing[team])).expect("another team");
                for (i, pruning) in prunings().enumerate() {
                    let config = config(1 + i as u32 % 6, None, i % 2, TIES[i % 3], pruning);
                    equals(line, &Coarse { values: 4 }, config, Some(target));
                }
            });
        }
    }
}

//! Best-first minimax solves what brute force solves, and searches as its plain twin does.
use crate::minimax::Noise;
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::halma::Halma;
use hoppity_rules::games::havannah::{self, ForCapacity, Havannah};
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::random::SliceRandom;
use hoppity_rules::{Catalogued, Game, Line, Random, Seat, Spec, Team, random};
use hoppity_search::bestfirst::{BestFirst, Choice, Config};
use hoppity_search::{
    Action, Agent, Control, Decision, Flat, Heuristic, Limits, Proof, Uniform, WallClock, margin,
};

fn from_spec<G: Catalogued>(text: &str) -> G {
    G::from_spec(&text.parse::<Spec>().expect("a spec")).expect("a game")
}

fn nodes(nodes: u64) -> Config {
    Config { limits: Limits { nodes: Some(nodes), ..Limits::NONE }, tree_mib: 16, ..Config::default() }
}

fn decide<G: Game>(
    heuristic: impl Heuristic<G>,
    line: &Line<G>,
    config: Config,
    seed: u64,
) -> Decision<G::Move> {
    let mut agent = BestFirst::new(heuristic, Uniform, config);
    agent.start(line.game(), line.to_move(), random::stream(seed, &[]));
    agent.choose(line, &Limits::NONE, &mut Control::new(&WallClock::new())).expect("a decision")
}

/// The result of perfect play, by brute force: who wins, if anybody.
fn solve<G: Game>(line: &mut Line<G>) -> Option<Team> {
    if let Some(outcome) = line.outcome() {
        return outcome.winner();
    }
    let results = line.legal_moves().into_iter().map(|m| {
        line.push(m);
        let result = solve(line);
        line.pop();
        result
    });
    let results: Vec<Option<Team>> = results.collect();
    let mine = line.game().team(line.to_move());
    let rank = |result: &Option<Team>| match *result {
        Some(team) if team == mine => 2,
        None => 1,
        Some(_) => 0,
    };
    results.into_iter().max_by_key(rank).expect("an unfinished position has moves")
}

fn proof(result: Option<Team>) -> Proof {
    result.map_or(Proof::Draw, Proof::Win)
}

/// The line is solved, rightly, and the move keeps the result.
fn solves<G: Game>(line: &mut Line<G>, heuristic: impl Heuristic<G>, config: Config) {
    let place = format!("{} at {}", line.game().spec(), line.game().format_position(line.state()));
    let right = solve(line);
    let decision = decide(heuristic, line, config, 1);
    assert_eq!(decision.proved, Some(proof(right)), "{place}");
    let Action::Play(m) = decision.action else { panic!("resigned: {place}") };
    assert_eq!(decision.pv[0], m, "{place}");
    line.push(m);
    assert_eq!(solve(line), right, "{place}");
    line.pop();
}

fn solves_games<G: Game>(game: &G, games: u64, skip: usize) {
    for g in 0..games {
        let mut rng = random::stream(g, &[]);
        let mut line = Line::new(game.clone());
        while line.outcome().is_none() {
            if line.len() >= skip {
                solves(&mut line, Noise, nodes(u64::MAX));
                solves(&mut line, Flat, Config { choice: Choice::Value, ..nodes(u64::MAX) });
            }
            let m = game.sample(line.state(), &mut rng);
            line.push(m);
        }
    }
}

/// Partners, seats out of turn, ends by counters, and cycles that a cap or repetition breaks.
#[test]
fn trees_of_two_sides_are_solved() {
    for (seats, teams) in [(2, vec![]), (3, vec![0, 1, 0]), (4, vec![0, 1, 1, 0])] {
        let shape = Shape { teams, out_of_turn: 0.4, by_counter: 0.2, ..Shape::plain(seats, 6) };
        let cyclic = Shape { back: 0.15, ..shape.clone() };
        for seed in 0..40 {
            let grow = |shape| DummyGame::random(shape, &mut random::stream(seed, &[seats as u64]));
            solves_games(&grow(&shape), 1, 0);
            solves_games(&grow(&cyclic).with_cap(7), 1, 0);
            solves_games(&grow(&cyclic).with_cap(9).with_repetition(2), 1, 0);
        }
    }
}

#[test]
fn small_boards_are_solved() {
    solves_games(&from_spec::<Mnk>("mnk(m=3,n=3,k=3)"), 3, 1);
    solves_games(&from_spec::<Mnk>("mnk(m=4,n=3,k=3)"), 1, 3);
    solves_games(&from_spec::<Hex>("hex(size=3)"), 3, 1);
    solves_games(&from_spec::<Hex>("hex(size=3,swap=true)"), 2, 2);
}

struct Solves;

impl ForCapacity for Solves {
    type Output = ();

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) {
        solves_games(&game, 3, 0);
    }
}

#[test]
fn havannah_of_base_two_is_solved() {
    havannah::from_spec(&Spec::new("havannah").with("size", 2i64), Solves).expect("a game");
}

/// Races go round in circles: here ends rest on a cap and on repetition, and so on the path.
#[test]
fn small_halma_is_solved_under_a_cap_and_repetition() {
    solves_games(&from_spec::<Halma>("halma(board=3,camp=[2,1],cap=5)"), 2, 0);
    solves_games(&from_spec::<Halma>("halma(board=3,camp=[1],cap=7,repetition=draw:3)"), 3, 0);
}

/// The algorithm as it is written in the papers: from the root down and back up at every step, nothing kept between.
struct Twin<M> {
    mv: Option<M>,
    /// For the seat that made the move.
    value: i32,
    solved: bool,
    visits: u64,
    children: Vec<Twin<M>>,
}

struct Plain<'a, G: Game> {
    line: Line<G>,
    rng: &'a mut Random,
    spent: u64,
    before: Vec<G::Move>,
    tempo: i32,
}

fn lead<G: Game>(line: &Line<G>, seat: Seat) -> i32 {
    margin(line.game(), &Noise.values(line.game(), line.state(), &()), seat)
}

/// Half of what the best move that ends nothing gains.
fn tempo<G: Game>(line: &Line<G>) -> i32 {
    let seat = line.to_move();
    let after = line.legal_moves().into_iter().filter_map(|m| {
        let mut after = line.clone();
        after.push(m);
        after.outcome().is_none().then(|| lead(&after, seat))
    });
    after.max().map_or(0, |best| (best - lead(line, seat)).max(0) / 2)
}

const WIN: i32 = 1 << 29;

impl<G: Game> Plain<'_, G> {
    /// The line to expand; moves that the one before did not share cost a node each.
    fn line_to_expand(&mut self, root: &Twin<G::Move>) {
        let mut path = Vec::new();
        let mut at = root;
        while !at.children.is_empty() {
            let open = at.children.iter().filter(|child| !child.solved);
            let best = open.min_by_key(|child| (-child.value, child.visits));
            at = best.expect("not solved");
            path.extend(at.mv);
        }
        let shared = path.iter().zip(&self.before).take_while(|(a, b)| a == b).count();
        self.spent += (path.len() - shared) as u64;
        self.before = path;
    }

    /// Expands the end of the path below `node` and values all on the way; returns the value for the seat to move.
    fn expand(&mut self, node: &mut Twin<G::Move>, path: &[G::Move]) -> i32 {
        node.visits += 1;
        let team = self.line.game().team(self.line.to_move());
        if let Some((&m, rest)) = path.split_first() {
            let child = node.children.iter_mut().find(|child| child.mv == Some(m)).expect("a child");
            self.line.push(m);
            let value = self.expand(child, rest);
            child.value = if self.line.game().team(self.line.to_move()) == team { value } else { -value };
            self.line.pop();
        } else {
            node.children = self.leaves(self.line.to_move());
        }
        let best = node.children.iter().map(|child| child.value).max().expect("a child");
        node.solved = best > WIN / 2 || node.children.iter().all(|child| child.solved);
        best
    }

    fn leaves(&mut self, seat: Seat) -> Vec<Twin<G::Move>> {
        let mut moves = self.line.legal_moves();
        moves.shuffle(self.rng);
        let mut leaves = Vec::new();
        for m in moves {
            self.spent += 1;
            self.line.push(m);
            let game = self.line.game();
            let outcome = self.line.outcome();
            let plies = 1 + self.before.len() as i32;
            let tempo =
                if game.team(self.line.to_move()) == game.team(seat) { self.tempo } else { -self.tempo };
            let value = match outcome.map(|outcome| outcome.winner()) {
                None => lead(&self.line, seat) + tempo,
                Some(None) => 0,
                Some(Some(team)) if team == game.team(seat) => WIN - plies,
                Some(Some(_)) => plies - WIN,
            };
            self.line.pop();
            leaves.push(Twin {
                mv: Some(m),
                value,
                solved: outcome.is_some(),
                visits: 0,
                children: Vec::new(),
            });
            if value > WIN / 2 {
                break;
            }
        }
        leaves
    }
}

/// The plain search for so many nodes: what it would play, what that is worth, and the visits of the root's children.
fn plain<G: Game>(line: &Line<G>, most: u64, config: Config, seed: u64) -> (G::Move, i32, Vec<u64>) {
    let mut rng = random::stream(seed, &[]);
    let mut plain = Plain { line: line.clone(), rng: &mut rng, spent: 0, before: Vec::new(), tempo: 0 };
    plain.tempo = if config.tempo { tempo(line) } else { 0 };
    let mut root = Twin { mv: None, value: 0, solved: false, visits: 0, children: Vec::new() };
    plain.expand(&mut root, &[]);
    assert!(plain.spent <= most, "nodes for the root at least");
    loop {
        let kept: Vec<(G::Move, i32, u64, bool)> =
            root.children.iter().map(|c| (c.mv.expect("a move"), c.value, c.visits, c.solved)).collect();
        let solved = root.solved;
        if !solved {
            plain.line_to_expand(&root);
            let path = plain.before.clone();
            plain.expand(&mut root, &path);
        }
        if solved || plain.spent > most {
            let by_value = solved || config.choice == Choice::Value;
            let sign = |value: i32| if value.abs() > WIN / 2 { value.signum() } else { 0 };
            let rank = |&&(_, value, visits, _): &&(G::Move, i32, u64, bool)| {
                let (value, visits) = (i64::from(value), visits as i64);
                let by = if by_value { (value, visits) } else { (visits, value) };
                std::cmp::Reverse((sign(value as i32), by))
            };
            let &(m, value, _, _) = kept.iter().min_by_key(rank).expect("a child");
            let visits =
                line.legal_moves().into_iter().map(|m| kept.iter().find(|k| k.0 == m).map_or(0, |k| k.2));
            return (m, value, visits.collect());
        }
    }
}

#[test]
fn the_search_is_the_one_of_the_papers() {
    fn compare<G: Game>(game: &G, seed: u64, limits: &[u64]) {
        let mut rng = random::stream(seed, &[1]);
        let mut line = Line::new(game.clone());
        while line.outcome().is_none() {
            for &most in limits {
                for (choice, tempo) in
                    [(Choice::Safest, true), (Choice::Value, true), (Choice::Safest, false)]
                {
                    let config = Config { choice, tempo, ..nodes(most) };
                    let decision = decide(Noise, &line, config, seed);
                    let (m, value, visits) = plain(&line, most, config, seed);
                    let place = game.format_position(line.state());
                    assert_eq!(decision.action, Action::Play(m), "{place}, {most} nodes");
                    assert_eq!(decision.score, Some(f64::from(value)), "{place}, {most} nodes");
                    let counted: Vec<u64> = decision.root.iter().map(|root| root.visits).collect();
                    assert_eq!(counted, visits, "{place}, {most} nodes");
                }
            }
            let m = game.sample(line.state(), &mut rng);
            line.push(m);
        }
    }
    let limits = [30, 100, 1000];
    compare(&from_spec::<Mnk>("mnk(m=5,n=4,k=4)"), 1, &limits);
    compare(&from_spec::<Halma>("halma(board=4,camp=[2,1],cap=30)"), 2, &limits);
    for seed in 0..40 {
        let shape = Shape { teams: vec![0, 1, 0], back: 0.1, ..Shape::wild(3, 8) };
        let game = DummyGame::random(&shape, &mut random::stream(seed, &[2])).with_cap(12);
        compare(&game, seed, &[5, 20, 300]);
    }
}

#[test]
fn node_limits_are_exact_and_a_full_tree_goes_on() {
    let line = Line::new(from_spec::<Mnk>("mnk(m=9,n=9,k=5)"));
    for (limit, tree_mib) in [(1, 1), (2, 1), (81, 1), (82, 1), (400, 0), (5000, 0), (150_000, 1)] {
        let config = Config { tree_mib, ..nodes(limit) };
        let decision = decide(Noise, &line, config, 3);
        assert_eq!(decision.nodes, limit);
        assert!(matches!(decision.action, Action::Play(m) if line.game().is_legal(line.state(), m)));
        assert_eq!(decision.root.iter().filter(|root| root.value.is_some()).count() as u64, limit.min(81));
        let again = decide(Noise, &line, config, 3);
        assert_eq!(Decision { time: again.time, ..decision }, again);
    }
}

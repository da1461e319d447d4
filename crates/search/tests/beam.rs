//! Beam search, on the solitaire of Halma.
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_rules::{Catalogued, Game, Line, Seat, Spec, Team, random};
use hoppity_search::beam::{Beam, Config, Found};
use hoppity_search::{Action, Agent, AgentError, Control, Flat, Heuristic, Limits, Proof, Values, WallClock};
use std::collections::BTreeSet;

type Puzzle = Line<HalmaSolitaire>;

/// Solutions, each with its last two moves to be found.
const BEFORE: [(&str, &str); 3] = [
    ("halma-solitaire(board=8)", "a7-c5 c5-d5 a8-e4 e4-f4 a5-g3 a6-g2 c8-e4"),
    ("halma-solitaire(board=8,moves=9)", "a7-c5 c5-d5 a8-e4 e4-f4 a5-g3 a6-g2 c8-e4"),
    (
        "halma-solitaire(board=10)",
        "c8-d7 a10-e6 e6-f5 c10-g4 g4-h3 a6-i2 e10-g4 a8-e6 a7-i1 d10-j2 b8-h4 d9-d8",
    ),
];

fn line(spec: &str, moves: &str) -> Puzzle {
    let spec: Spec = spec.parse().expect("a spec");
    let mut line = Line::new(HalmaSolitaire::from_spec(&spec).expect("a game"));
    for text in moves.split_whitespace() {
        line.push_text(text).expect("a legal move");
    }
    line
}

fn config(width: usize, limits: Limits) -> Config {
    Config { width, limits, ..Config::default() }
}

type Move = <HalmaSolitaire as Game>::Move;

fn beam<H>(heuristic: H, config: Config, seed: u64) -> Beam<H, Move>
where
    H: Heuristic<HalmaSolitaire>,
{
    let mut beam = Beam::new(heuristic, config);
    beam.start(line("halma-solitaire", "").game(), Seat::A, random::stream(seed, &[]));
    beam
}

fn solve<H: Heuristic<HalmaSolitaire>>(beam: &Beam<H, Move>, line: &Puzzle) -> Found<Move> {
    let clock = WallClock::new();
    beam.solve(line, &Limits::NONE, &Control::new(&clock))
}

/// The last positions of solutions by their moves, which the rules must agree with.
fn figures(line: &Puzzle, solutions: &[Vec<Move>]) -> BTreeSet<String> {
    let figure = |moves: &Vec<Move>| {
        let mut ahead = line.clone();
        for &m in moves {
            assert_eq!(ahead.outcome(), None);
            assert!(ahead.game().is_legal(ahead.state(), m));
            ahead.push(m);
        }
        assert_eq!(ahead.outcome().and_then(|outcome| outcome.winner()), Some(Team::new(0)));
        ahead.game().format_position(ahead.state())
    };
    solutions.iter().map(figure).collect()
}

/// All shortest solutions of at most two moves.
fn exhaustive(line: &Puzzle) -> Vec<Vec<Move>> {
    let won = |line: &Puzzle| line.outcome().is_some_and(|outcome| outcome.winner().is_some());
    let mut ahead = line.clone();
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for m in line.legal_moves() {
        ahead.push(m);
        if won(&ahead) {
            one.push(vec![m]);
        } else if ahead.outcome().is_none() {
            for n in ahead.legal_moves() {
                ahead.push(n);
                if won(&ahead) {
                    two.push(vec![m, n]);
                }
                ahead.pop();
            }
        }
        ahead.pop();
    }
    if one.is_empty() { two } else { one }
}

#[test]
fn a_beam_that_keeps_everything_finds_every_shortest_solution() {
    for (spec, moves) in BEFORE {
        let line = line(spec, moves);
        let all = figures(&line, &exhaustive(&line));
        assert!(!all.is_empty(), "{spec}");
        for seed in 0..3 {
            let found = solve(&beam(Flat, config(100_000, Limits::NONE), seed), &line);
            assert_eq!(figures(&line, &found.solutions), all, "{spec}");
            assert_eq!(found.solutions.len(), all.len(), "each figure once");
        }
    }
}

/// Counts the men whose mirror image is a man.
#[derive(Clone, Debug)]
struct Paired;

impl Heuristic<HalmaSolitaire> for Paired {
    type Acc = ();

    fn sum(&self, _: &HalmaSolitaire) -> i32 {
        19
    }
    fn start(&self, _: &HalmaSolitaire, _: &<HalmaSolitaire as Game>::State) {}
    fn apply(&self, _: &HalmaSolitaire, (): &mut (), _: &<HalmaSolitaire as Game>::State, _: Move) {}
    fn undo(&self, _: &HalmaSolitaire, (): &mut (), _: &<HalmaSolitaire as Game>::State, _: Move) {}
    fn values(&self, game: &HalmaSolitaire, s: &<HalmaSolitaire as Game>::State, (): &()) -> Values {
        let mut values = Values::default();
        values[0] = (s.men() & game.mirrored(s.men())).len() as i32;
        values
    }
    fn expected(&self, game: &HalmaSolitaire, values: &Values) -> [f64; hoppity_rules::MAX_SEATS] {
        Flat.expected(game, values)
    }
}

#[test]
fn a_narrow_beam_is_led_by_the_heuristic() {
    let line = line(BEFORE[0].0, BEFORE[0].1);
    let solved = |search: &dyn Fn(u64) -> Found<Move>| {
        (0..20).filter(|&seed| !search(seed).solutions.is_empty()).count()
    };
    let led = solved(&|seed| solve(&beam(Paired, config(20, Limits::NONE), seed), &line));
    let blind = solved(&|seed| solve(&beam(Flat, config(20, Limits::NONE), seed), &line));
    assert!(led > blind, "{led} of 20 against {blind}");
}

#[test]
fn a_seed_gives_one_result() {
    let line = line("halma-solitaire(board=8)", "");
    let noisy = Config { noise: 3, ..config(30, Limits::NONE) };
    let once = solve(&beam(Paired, noisy, 7), &line);
    assert_eq!(solve(&beam(Paired, noisy, 7), &line), once);
    assert!((0..10).any(|seed| solve(&beam(Paired, noisy, seed), &line).best != once.best));
}

#[test]
fn a_solution_is_played_to_its_end_without_searching_again() {
    let (spec, moves) = BEFORE[0];
    let mut line = line(spec, moves);
    let mut beam = beam(Flat, config(100_000, Limits::NONE), 1);
    let clock = WallClock::new();
    let mut nodes = Vec::new();
    while line.outcome().is_none() {
        let decision = beam.choose(&line, &Limits::NONE, &mut Control::new(&clock)).expect("a decision");
        let Action::Play(m) = decision.action else { panic!("resigned") };
        assert_eq!((decision.proved, decision.pv[0]), (Some(Proof::Win(Team::new(0))), m));
        nodes.push(decision.nodes);
        line.push(m);
    }
    assert!(line.outcome().is_some_and(|outcome| outcome.winner().is_some()));
    assert!(nodes[0] > 0 && nodes[1..].iter().all(|&n| n == 0), "{nodes:?}");
    let over = beam.choose(&line, &Limits::NONE, &mut Control::new(&clock));
    assert_eq!(over, Err(AgentError::GameOver));
}

#[test]
fn without_a_solution_it_plays_towards_the_best_it_has_seen() {
    // Nothing is solved in three moves from the start.
    let line = line("halma-solitaire(board=8,moves=3)", "");
    let limits = [
        Limits::NONE,
        Limits { depth: Some(1), ..Limits::NONE },
        Limits { nodes: Some(1), ..Limits::NONE },
        Limits { nodes: Some(100), ..Limits::NONE },
    ];
    for limits in limits {
        let mut beam = beam(Paired, config(10, limits), 1);
        let clock = WallClock::new();
        let decision = beam.choose(&line, &Limits::NONE, &mut Control::new(&clock)).expect("a decision");
        let Action::Play(m) = decision.action else { panic!("resigned") };
        assert!(line.game().is_legal(line.state(), m));
        assert_eq!((decision.proved, decision.pv.first()), (None, Some(&m)));
        assert!(limits.nodes.is_none_or(|most| decision.nodes <= most));
        assert!(limits.depth.is_none_or(|most| decision.depth <= most));
    }
}

//! What tree search proves, against brute force that backs up the same results by the same rule.
use hoppity_rules::dummy::{DummyGame, Shape};
use hoppity_rules::games::halma::Halma;
use hoppity_rules::games::havannah::Havannah8;
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Catalogued, Game, Line, MAX_SEATS, Seat, random};
use hoppity_search::mcts::{Config, Mcts, Rule};
use hoppity_search::{Agent, Control, Decision, Flat, Limits, Policy, Proof, Uniform, WallClock};
use std::collections::HashMap;

/// Who shares the first place, by team; `None` where the rule leaves it open.
type Result = Option<Vec<bool>>;

/// The result by a rule, from all there is below the line. Positions are known again where that is asked for.
fn brute<G: Game>(
    line: &mut Line<G>,
    rule: Rule,
    searcher: Seat,
    known: &mut Option<HashMap<u64, Result>>,
) -> Result {
    let (game, key) = (line.game().clone(), line.game().key(line.state()));
    if let Some(outcome) = line.outcome() {
        return Some(outcome.ranks().iter().map(|&rank| rank == 0).collect());
    }
    if let Some(result) = known.as_ref().and_then(|known| known.get(&key)) {
        return result.clone();
    }
    let mover = line.to_move();
    let moves = line.legal_moves();
    let results: Vec<Result> = moves
        .into_iter()
        .map(|m| {
            line.push(m);
            let result = brute(line, rule, searcher, known);
            line.pop();
            result
        })
        .collect();
    let result = chosen(&game, rule, mover, searcher, &results);
    if let Some(known) = known {
        known.insert(key, result.clone());
    }
    result
}

fn payoff<G: Game>(game: &G, result: &[bool], seat: Seat) -> f64 {
    let first = result.iter().filter(|&&first| first).count();
    if result[game.team(seat).index()] { 1.0 / first as f64 } else { 0.0 }
}

fn chosen<G: Game>(game: &G, rule: Rule, mover: Seat, searcher: Seat, results: &[Result]) -> Result {
    let known: Vec<&Vec<bool>> = results.iter().flatten().collect();
    let most = known.iter().map(|result| payoff(game, result, mover)).fold(0.0, f64::max);
    let best: Vec<&Vec<bool>> =
        known.iter().copied().filter(|result| payoff(game, result, mover) == most).collect();
    if most < 1.0 && known.len() < results.len() {
        return None;
    }
    let lower_teams =
        |result: &[bool]| result.iter().rev().fold(0, |bits, &first| 2 * bits + u32::from(first));
    let wait = |result: &[bool]| {
        let after = |by: usize| Seat::new((mover.index() + by) % game.seats());
        (1..=game.seats()).find(|&by| payoff(game, result, after(by)) > 0.0)
    };
    let pick = match rule {
        Rule::Off => return None,
        Rule::Standard => best.iter().all(|result| *result == best[0]).then_some(best[0]),
        Rule::Paranoid => best.into_iter().min_by_key(|result| {
            // Payoffs are shares of one: their multiples of 60 are whole.
            ((60.0 * payoff(game, result, searcher)) as u32, lower_teams(result))
        }),
        Rule::First => best.into_iter().min_by_key(|result| (wait(result), lower_teams(result))),
    };
    pick.cloned()
}

fn search<G: Game>(line: &Line<G>, policy: impl Policy<G>, config: Config) -> Decision<G::Move> {
    let mut agent = Mcts::new(Flat, policy, config);
    agent.start(line.game(), line.to_move(), random::stream(1, &[]));
    agent.choose(line, &Limits::NONE, &mut Control::new(&WallClock::new())).expect("a decision")
}

fn config(rule: Rule, sims: u64) -> Config {
    Config {
        limits: Limits { sims: Some(sims), ..Limits::NONE },
        solver: rule,
        tree_mib: 16,
        ..Config::default()
    }
}

/// Tree search proves what brute force does, no more and no less, and plays a move that keeps it.
fn agrees<G: Game>(line: &Line<G>, policy: impl Policy<G>, rule: Rule, sims: u64) {
    let by_counters = line.game().spec().to_string().contains('!');
    let game = line.game();
    let place = || format!("{} at {}, {rule:?}", game.spec(), game.format_position(line.state()));
    let searcher = line.to_move();
    let mut results = Some(HashMap::new());
    let truth = brute(&mut line.clone(), rule, searcher, &mut results);
    // One node for each position must come to the same, and so must a heuristic that says nothing.
    let config = config(rule, sims);
    let known = [Config { transpositions: true, ..config }, Config { minimax: 0.5, ..config }];
    for other in known {
        // What rests on the path proves nothing of positions.
        let decision = search(line, policy.clone(), other);
        let weaker = other.transpositions && by_counters;
        if !(weaker && decision.proved.is_none()) {
            assert_eq!(decision.proved, search(line, policy.clone(), config).proved, "{}", place());
        }
    }
    let decision = search(line, policy, config);
    let proof = truth.as_ref().map(|first| match first.iter().filter(|&&first| first).count() {
        1 => Proof::Win(
            game.team(Seat::all(game.seats()).find(|&s| payoff(game, first, s) > 0.0).expect("one")),
        ),
        _ => Proof::Draw,
    });
    assert_eq!(decision.proved, proof, "{}", place());
    let Some(truth) = truth else { return };
    let payoffs: Vec<f64> = Seat::all(game.seats()).map(|seat| payoff(game, &truth, seat)).collect();
    assert_eq!(decision.values, payoffs, "{}", place());
    let mut after = line.clone();
    after.push(decision.pv[0]);
    let kept = brute(&mut after, rule, searcher, &mut results).expect("what proves its node is proved");
    assert_eq!(payoff(game, &kept, searcher), payoffs[searcher.index()], "{}", place());
}

const RULES: [Rule; 3] = [Rule::Standard, Rule::Paranoid, Rule::First];

#[test]
fn random_trees_of_every_number_of_seats() {
    for seats in 1..=MAX_SEATS {
        for seed in 0..60 {
            let mut rng = random::stream(seed, &[seats as u64]);
            let shape = if seed % 2 == 0 { Shape::plain(seats, 5) } else { Shape::wild(seats, 5) };
            let game = DummyGame::random(&Shape { payoffs: 0..=2, ..shape }, &mut rng);
            let line = Line::new(game);
            for rule in RULES {
                agrees(&line, Uniform, rule, 4000);
            }
        }
    }
}

#[test]
fn random_trees_with_teams() {
    for (seats, teams) in [(4, vec![0, 1, 0, 1]), (4, vec![0, 0, 1, 1]), (6, vec![0, 1, 2, 0, 1, 2])] {
        for seed in 0..40 {
            let mut rng = random::stream(seed, &[9, seats as u64]);
            let shape = Shape { payoffs: 0..=2, teams: teams.clone(), ..Shape::wild(seats, 5) };
            let line = Line::new(DummyGame::random(&shape, &mut rng));
            for rule in RULES {
                agrees(&line, Uniform, rule, 4000);
            }
        }
    }
}

fn game<G: Catalogued>(spec: &str) -> G {
    G::from_spec(&spec.parse().expect("a spec")).expect("a game")
}

#[test]
fn small_games() {
    agrees(&Line::new(game::<Mnk>("mnk")), Uniform, Rule::Standard, 200_000);
    agrees(&Line::new(game::<Mnk>("mnk(m=3,n=4,k=3)")), Uniform, Rule::Standard, 200_000);
    for rule in RULES {
        agrees(&Line::new(game::<Mnk>("mnk(m=3,n=2,k=2,players=3)")), Uniform, rule, 20_000);
        agrees(&Line::new(game::<Mnk>("mnk(m=4,n=2,k=3,players=3)")), Uniform, rule, 200_000);
    }
    agrees(&Line::new(game::<Hex>("hex(size=3)")), Uniform, Rule::Standard, 20_000);
    agrees(&Line::new(game::<Hex>("hex(size=3,swap=true)")), Uniform, Rule::Standard, 20_000);
    agrees(&Line::new(game::<Havannah8>("havannah(size=2)")), Uniform, Rule::Standard, 20_000);
}

/// Leaves are worth the same to all: what is found is found by proof alone.
#[derive(Clone, Copy, Debug)]
struct AtOnce;

impl<G: Game> Policy<G> for AtOnce {
    fn cutoff(&self, _: &G) -> Option<u32> {
        Some(0)
    }
}

/// In races that a cap ends, where brute force must not know positions again.
#[test]
fn results_by_counters_are_proved_for_their_path() {
    by_path(&Line::new(game::<Halma>("halma(board=3,camp=[1],cap=8,rules=classic)")), 200_000);
    by_path(&Line::new(game::<Halma>("halma(board=3,camp=[1],cap=9,players=3,rules=classic)")), 400_000);
    by_path(&Line::new(game::<Halma>("halma(board=3,camp=[1],cap=8,players=4,rules=classic)")), 400_000);
    let teams = "halma(board=3,camp=[1],cap=8,players=4,teams=diagonal,rules=classic)";
    by_path(&Line::new(game::<Halma>(teams)), 400_000);
}

fn by_path<G: Game>(line: &Line<G>, sims: u64) {
    for rule in RULES {
        let searcher = line.to_move();
        let truth = brute(&mut line.clone(), rule, searcher, &mut None);
        let decision = search(line, AtOnce, config(rule, sims));
        assert_eq!(decision.proved.is_some(), truth.is_some(), "{}, {rule:?}", line.game().spec());
        let Some(truth) = truth else { continue };
        let game = line.game();
        let payoffs: Vec<f64> = Seat::all(game.seats()).map(|seat| payoff(game, &truth, seat)).collect();
        assert_eq!(decision.values, payoffs, "{}, {rule:?}", game.spec());
    }
}

#[test]
fn nothing_is_proved_when_it_is_off() {
    let line = Line::new(game::<Mnk>("mnk"));
    let decision = search(&line, Uniform, config(Rule::Off, 3000));
    assert_eq!((decision.proved, decision.sims), (None, 3000));
    assert!(decision.root.iter().all(|r| r.proved.is_none()));
}

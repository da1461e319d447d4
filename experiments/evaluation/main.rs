//! Is the evaluation by features stronger than plain progress, or than none, at equal nodes?
use hoppity_arena::{Config, Counter, GameRecord, HeadToHead, Match, RunOptions, Silent, play_until};
use hoppity_experiments::Run;
use hoppity_rules::Spec;
use hoppity_search::Limits;
use hoppity_stats::{Model, Sprt, Verdict, elo};
use serde::Serialize;

/// The game, the nodes a move, and the evaluation to beat.
const MATCHES: [(&str, u32, &str); 4] = [
    ("halma(board=8)", 1000, "progress"),
    ("halma", 1000, "progress"),
    ("chinese-checkers", 1000, "progress"),
    ("havannah(size=5)", 1000, "flat"),
];
/// The hypotheses, in normalised Elo, and how often the test may err either way.
const ELO: (f64, f64) = (0.0, 30.0);
const ERROR: f64 = 0.05;
const MOST_GAMES: u64 = 20_000;
const SEED: u64 = 1;

/// A row of the file of results.
#[derive(Serialize)]
struct Row {
    game: String,
    first: String,
    second: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    llr: f64,
    /// `H1`: the first is stronger; `H0`: it is not; `-`: the games did not do to tell.
    verdict: &'static str,
}

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    // The full size searches as deep as agents do by default.
    let nodes = |nodes: u32| run.size(nodes, 20 * nodes);
    let rows: Vec<Row> = MATCHES
        .iter()
        .map(|&(game, few, other)| test(game, nodes(few), other, run.threads))
        .collect::<anyhow::Result<_>>()?;
    run.write("evaluation", "results", &rows)
}

fn test(game: &str, nodes: u32, other: &str, threads: usize) -> anyhow::Result<Row> {
    let agents = [format!("alphabeta(nodes={nodes})"), format!("alphabeta(nodes={nodes},eval={other})")];
    let config = Config::for_match(Match {
        game: game.parse()?,
        agents: agents.iter().map(|agent| agent.parse::<Spec>()).collect::<Result<_, _>>()?,
        games: MOST_GAMES,
        opening_plies: Some(4),
        max_plies: Some(1000),
        limits: Limits::NONE,
        seed: SEED,
    })?;
    let sprt = Sprt::new(ELO.0, ELO.1, ERROR, ERROR, Model::Normalized)?;
    let mut counter = Counter::new(&config, 0);
    let decided = |record: &GameRecord| {
        counter.add(record);
        sprt.pentanomial(counter.so_far().pairs).is_ok_and(|state| state.verdict != Verdict::Continue)
    };
    play_until(&config, RunOptions { threads, ..RunOptions::default() }, &Silent, decided)?;
    let HeadToHead { games, pairs } = counter.so_far();
    let (state, estimate) = (sprt.pentanomial(pairs)?, elo::from_pentanomial(pairs));
    let round = |figure: f64| (figure * 100.0).round() / 100.0;
    let row = Row {
        game: config.game().spec().to_string(),
        first: config.agents()[0].name.clone(),
        second: config.agents()[1].name.clone(),
        games: games.games(),
        wins: games.wins,
        draws: games.draws,
        losses: games.losses,
        elo: round(estimate.elo),
        elo_low: round(estimate.elo_low),
        elo_high: round(estimate.elo_high),
        llr: round(state.llr),
        verdict: match state.verdict {
            Verdict::H1 => "H1",
            Verdict::H0 => "H0",
            Verdict::Continue => "-",
        },
    };
    eprintln!("{}: {} after {} games, {:+.0} Elo", row.game, row.verdict, row.games, row.elo);
    Ok(row)
}

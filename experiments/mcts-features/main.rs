//! What each technique of Monte-Carlo tree search is worth in Havannah: the default with it against the default without.
use hoppity_experiments::{Contest, Run, Score};
use serde::Serialize;

/// A technique: what an agent has that the other lacks.
struct Switch {
    name: &'static str,
    with: &'static str,
    without: &'static str,
    /// What others found for having it, where it can be compared.
    published: &'static str,
}

const fn switch(
    name: &'static str,
    with: &'static str,
    without: &'static str,
    published: &'static str,
) -> Switch {
    Switch { name, with, without, published }
}

/// An empty text stands for the default.
const SWITCHES: [Switch; 23] = [
    switch("solver with two-ply look-ahead", "", "solver=off", "75 to 90 % (Ewalds 2012, 4.6)"),
    switch("two-ply look-ahead", "", "lookahead=false", "(with the solver: 75 to 90 %)"),
    switch("RAVE", "", "rave=0,c=0.4", "95.3 % at 1000 simulations (Teytaud 2009); over 80 % (Ewalds 2012)"),
    switch("rings of old stones", "", "rules=game", "57 to 64 % (+50 to 100 Elo, Ewalds 2012, 4.9.4)"),
    switch("priors", "", "bias=0", "58.7 to 73.4 % by kind (Stankiewicz 2011)"),
    switch(
        "priors of neighbours",
        "priors=[neighbour:0.1]",
        "",
        "with joint moves 69.2 % (Stankiewicz 2011)",
    ),
    switch("priors of joint moves", "priors=[joint:0.1]", "", "with neighbours 69.2 % (Stankiewicz 2011)"),
    switch("priors of distance to a win", "priors=[distance:0.5]", "", ""),
    switch("replies to broken bridges", "", "replies=false", ""),
    switch("tree reuse", "", "reuse=false", "53 % (Ewalds 2012, 4.5)"),
    switch("last good reply", "lgr=true", "lgr=false", "61.9 % (Stankiewicz 2011); by size (Ewalds 2012)"),
    switch("four playouts a leaf", "playouts=4", "", "55 to 63 % (Ewalds 2012, 4.7)"),
    switch("decisive moves", "decisive=5", "", "59 % (Lorentz 2010, equal time)"),
    switch("move averages in playouts", "playout=mast", "", ""),
    switch("N-grams in playouts", "playout=nst", "", "60 to 61 % (Stankiewicz 2011)"),
    switch("GRAVE", "grave=50", "", ""),
    switch("progressive history", "history=0.1", "", ""),
    switch("priors as virtual visits", "virtual_visits=5", "", "69 to 73 % (Stankiewicz 2011)"),
    switch("dynamic widening", "widening=1.1", "", "nothing (Teytaud 2009)"),
    switch("transpositions", "transpositions=true", "reuse=false", ""),
    switch("evaluation at the leaf", "cutoff=0", "", ""),
    switch("early stop", "early=true", "", "(less time, the same moves but for what a kept tree gains)"),
    switch("UCB1-tuned", "rave=0,c=0.4,tuned=true", "rave=0,c=0.4", "up to 65 % (Teytaud 2009)"),
];

/// What needs an evaluation is measured where there is a quick one, on 8x8 Halma.
const IN_HALMA: [Switch; 2] = [
    switch("implicit minimax", "", "minimax=0", "wins in Kalah, Breakthrough and LOA (Lanctot 2014)"),
    switch("leaves grown at once", "", "expand=1", ""),
];

#[derive(Serialize)]
struct Row {
    switch: &'static str,
    /// Score of the agent that has it.
    score: f64,
    low: f64,
    high: f64,
    published: &'static str,
    game: String,
    with: String,
    without: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

fn agent(limit: &str, options: &str) -> String {
    if options.is_empty() { format!("mcts({limit})") } else { format!("mcts({limit},{options})") }
}

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let sizes = run.size(&[5][..], &[4, 5, 6, 8, 10]);
    let limits = run.size(&["sims=1000"][..], &["sims=1000", "sims=10000", "time_ms=300"]);
    let boards = sizes.iter().map(|size| (format!("havannah(size={size})"), &SWITCHES[..]));
    let halma = ("halma(board=8,rules=usc561)".to_owned(), &IN_HALMA[..]);
    let boards: Vec<_> = boards.chain(run.size(None, Some(halma))).collect();
    let mut rows = Vec::new();
    for ((game, switches), limit) in boards.iter().flat_map(|board| limits.iter().map(move |l| (board, l))) {
        for (seed, switch) in (1..).zip(*switches) {
            let contest = Contest {
                game: game.clone(),
                agents: vec![agent(limit, switch.with), agent(limit, switch.without)],
                games: run.size(100, 400),
                opening_plies: 2,
                max_plies: 400,
                seed,
            };
            let Score {
                game, first, second, games, wins, draws, losses, score, score_low, score_high, ..
            } = contest.duel(run.threads)?;
            rows.push(Row {
                switch: switch.name,
                score,
                low: score_low,
                high: score_high,
                published: switch.published,
                game,
                with: first,
                without: second,
                games,
                wins,
                draws,
                losses,
            });
        }
    }
    run.write("mcts-features", "results", &rows)
}

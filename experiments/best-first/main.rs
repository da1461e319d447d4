//! Unbounded best-first minimax against alpha-beta, with equal nodes and with equal time.
use hoppity_experiments::{Contest, Run};

const GAMES: [(&str, u32); 4] = [
    ("halma(board=8,rules=usc561)", 6),
    ("mnk(m=7,n=7,k=4)", 2),
    ("hex(size=7)", 2),
    ("havannah(size=5)", 2),
];

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let limits: &[&str] = run.size(
        &["nodes=1000", "nodes=10000", "time_ms=10"],
        &["nodes=1000", "nodes=10000", "nodes=100000", "time_ms=10", "time_ms=100"],
    );
    let mut rows = Vec::new();
    for (game, opening_plies) in GAMES {
        for limit in limits {
            for options in ["", ",tempo=false", ",choice=value"] {
                let contest = Contest {
                    game: game.to_owned(),
                    agents: vec![format!("ubfm({limit}{options})"), format!("alphabeta({limit})")],
                    games: run.size(40, 400),
                    opening_plies,
                    max_plies: 300,
                    seed: 1,
                };
                rows.push(contest.duel(run.threads)?);
            }
        }
    }
    run.write("best-first", "results", &rows)
}

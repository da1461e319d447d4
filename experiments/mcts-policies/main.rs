//! What Monte-Carlo tree search should take the others to want, in Chinese Checkers for three, four and six.
use hoppity_experiments::{Contest, Run};

/// Players, and games a table for each of the two sizes.
const TABLES: [(usize, u64, u64); 3] = [(3, 60, 300), (4, 64, 320), (6, 48, 240)];
/// What the others are taken to want, by those who meet.
const PAIRS: [[&str; 2]; 3] = [["maxn", "paranoid"], ["maxn", "best-reply"], ["paranoid", "best-reply"]];

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let limits: &[&str] = run.size(&["sims=200"], &["sims=200", "sims=2000"]);
    let mut rows = Vec::new();
    for (players, small, full) in TABLES {
        for limit in limits {
            for pair in PAIRS {
                let kinds = pair.map(|kind| format!("mcts({limit},eval=progress,backup={kind})"));
                let game = format!("chinese-checkers(players={players})");
                let contest = Contest::of_two_kinds(game, players, &kinds, run.size(small, full));
                rows.extend(contest.field(run.threads)?);
            }
        }
    }
    run.write("mcts-policies", "results", &rows)
}

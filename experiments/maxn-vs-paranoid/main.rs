//! Max^n against paranoid search in Chinese Checkers for three, four and six.
use hoppity_experiments::{Contest, Run};

/// Players, and games a table for each of the two sizes.
const TABLES: [(usize, u64, u64); 3] = [(3, 60, 300), (4, 64, 320), (6, 48, 240)];
fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let limits: &[&str] = run.size(&["nodes=250", "nodes=2500"], &["nodes=250", "nodes=2500", "nodes=25000"]);
    let mut rows = Vec::new();
    for (players, small, full) in TABLES {
        for limit in limits {
            let kinds = ["maxn", "paranoid"].map(|kind| format!("{kind}({limit},eval=progress)"));
            let game = format!("chinese-checkers(players={players})");
            let contest = Contest::of_two_kinds(game, players, &kinds, run.size(small, full));
            rows.extend(contest.field(run.threads)?);
        }
    }
    run.write("maxn-vs-paranoid", "results", &rows)
}

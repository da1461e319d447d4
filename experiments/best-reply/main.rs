//! Best-reply search against max^n and paranoid search in Chinese Checkers for three, four and six.
use hoppity_experiments::{Contest, Run};

/// Players, and games a table for each of the two sizes.
const TABLES: [(u64, u64, u64); 3] = [(3, 30, 300), (4, 16, 160), (6, 6, 60)];

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let limits: &[&str] = run.size(&["nodes=2500"], &["nodes=2500", "nodes=25000"]);
    let mut rows = Vec::new();
    for (players, small, full) in TABLES {
        for limit in limits {
            for (reply, other) in [
                ("brs", "maxn"),
                ("brs", "paranoid"),
                ("brs+", "maxn"),
                ("brs+", "paranoid"),
                ("brs", "brs+"),
            ] {
                let each = players.div_ceil(2) as usize;
                let kinds = [reply, other].map(|kind| format!("{kind}({limit},eval=progress)"));
                let contest = Contest {
                    game: format!("chinese-checkers(players={players})"),
                    agents: kinds.iter().flat_map(|kind| vec![kind.clone(); each]).collect(),
                    games: run.size(small, full),
                    opening_plies: 2 * players as u32,
                    max_plies: 150 * players as u32,
                    seed: 1,
                };
                rows.extend(contest.field(run.threads)?);
            }
        }
    }
    run.write("best-reply", "results", &rows)
}

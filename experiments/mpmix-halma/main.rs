//! MP-Mix against the searches it is mixed of, in Halma for three and four.
use hoppity_experiments::{Contest, Run};

/// Games a table on 8x8 and on 16x16, for each of the two sizes.
const TABLES: [(&str, u64, u64); 4] = [
    ("board=8,players=3", 30, 600),
    ("board=8,players=4", 16, 320),
    ("board=16,players=3", 6, 120),
    ("board=16,players=4", 4, 80),
];

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let nodes = run.size(1000, 10_000);
    let mut rows = Vec::new();
    for (game, small, full) in TABLES {
        let seats = if game.ends_with('3') { 3 } else { 4 };
        for (defend, attack) in [(0.1, 0.1), (0.3, 0.3), (0.1, 2.0), (2.0, 0.1)] {
            for other in ["maxn", "paranoid", "offensive"] {
                let mixed = format!("mpmix(nodes={nodes},eval=progress,defend={defend},attack={attack})");
                let kinds = [mixed, format!("{other}(nodes={nodes},eval=progress)")];
                let contest =
                    Contest::of_two_kinds(format!("halma({game})"), seats, &kinds, run.size(small, full));
                rows.extend(contest.field(run.threads)?);
            }
        }
    }
    run.write("mpmix-halma", "results", &rows)
}

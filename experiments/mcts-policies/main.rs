//! What Monte-Carlo tree search should take the others to want, in Chinese Checkers for three, four and six.
use hoppity_experiments::{Contest, Run};

/// What the others are taken to want, by those who meet.
const PAIRS: [[&str; 2]; 3] = [["maxn", "paranoid"], ["maxn", "best-reply"], ["paranoid", "best-reply"]];

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let limits: &[&str] = run.size(&["sims=200"], &["sims=200", "sims=2000"]);
    let kinds =
        |limit: &str| PAIRS.map(|pair| pair.map(|kind| format!("mcts({limit},eval=progress,backup={kind})")));
    let pairs: Vec<_> = limits.iter().flat_map(|limit| kinds(limit)).collect();
    run.write("mcts-policies", "results", &Contest::on_the_star(&run, &pairs)?)
}

//! Best-reply search against max^n and paranoid search in Chinese Checkers for three, four and six.
use hoppity_experiments::{Contest, Run};

/// Who meets.
const PAIRS: [[&str; 2]; 5] =
    [["brs", "maxn"], ["brs", "paranoid"], ["brs+", "maxn"], ["brs+", "paranoid"], ["brs", "brs+"]];

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let limits: &[&str] = run.size(&["nodes=2500"], &["nodes=2500", "nodes=25000"]);
    let kinds = |limit: &str| PAIRS.map(|pair| pair.map(|kind| format!("{kind}({limit},eval=progress)")));
    let pairs: Vec<_> = limits.iter().flat_map(|limit| kinds(limit)).collect();
    run.write("best-reply", "results", &Contest::on_the_star(&run, &pairs)?)
}

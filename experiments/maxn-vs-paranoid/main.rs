//! Max^n against paranoid search in Chinese Checkers for three, four and six.
use hoppity_experiments::{Contest, Run};

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let limits: &[&str] = run.size(&["nodes=250", "nodes=2500"], &["nodes=250", "nodes=2500", "nodes=25000"]);
    let pairs: Vec<_> = limits
        .iter()
        .map(|limit| ["maxn", "paranoid"].map(|kind| format!("{kind}({limit},eval=progress)")))
        .collect();
    run.write("maxn-vs-paranoid", "results", &Contest::on_the_star(&run, &pairs)?)
}

//! What twice the simulations are worth to plain UCT in Havannah.
use hoppity_experiments::{Contest, Run};

/// Nothing but UCT, explored as much as scores of 0 and 1 differ: no knowledge, no proofs, nothing kept.
const PLAIN: &str =
    "rave=0,c=1,bias=0,solver=off,lookahead=false,replies=false,rules=game,reuse=false,lgr=false";

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let steps = [500, 1000, 2000, 4000];
    let scores = steps.into_iter().zip(1..).map(|(sims, seed)| {
        let agent = |sims: u32| format!("mcts(sims={sims},{PLAIN})");
        let contest = Contest {
            game: "havannah(size=5)".to_owned(),
            agents: vec![agent(2 * sims), agent(sims)],
            games: run.size(400, 2000),
            opening_plies: 2,
            max_plies: 400,
            seed,
        };
        contest.duel(run.threads)
    });
    run.write("doubling", "results", &scores.collect::<anyhow::Result<Vec<_>>>()?)
}

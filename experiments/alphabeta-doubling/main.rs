//! How much stronger alpha-beta gets with twice the nodes, and how it fares against the greedy agent.
use hoppity_experiments::{Contest, Run};

const NAME: &str = "alphabeta-doubling";
const BOARDS: [&str; 2] = ["halma(board=8,rules=usc561)", "halma(rules=web)"];

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let duel = |game: &str, first: String, second: String, games: u64| {
        let (agents, game) = (vec![first, second], game.to_owned());
        Contest { game, agents, games, opening_plies: 6, max_plies: 1000, seed: 1 }.duel(run.threads)
    };
    let mut greedy = Vec::new();
    for game in BOARDS {
        let nodes = run.size(4000, 20_000);
        greedy.push(duel(
            game,
            format!("alphabeta(nodes={nodes})"),
            "greedy".to_owned(),
            run.size(100, 200),
        )?);
    }
    run.write(NAME, "greedy", &greedy)?;
    let mut doubled = Vec::new();
    // Games on the large board take six times as long, and tell more.
    for (game, games) in BOARDS.into_iter().zip([200, 100]) {
        for nodes in run.size(&[1000, 2000, 4000][..], &[2000, 4000, 8000, 16_000][..]) {
            let agent = |nodes: u64| format!("alphabeta(nodes={nodes})");
            doubled.push(duel(game, agent(2 * nodes), agent(*nodes), games)?);
        }
    }
    run.write(NAME, "doubling", &doubled)
}

//! How much stronger alpha-beta gets with twice the nodes, and how it fares against the greedy agent.
use hoppity_experiments::{Contest, Run};

const NAME: &str = "alphabeta-doubling";
const BOARDS: [&str; 2] = ["halma(board=8,rules=usc561)", "halma(rules=web)"];
/// By board, from how many nodes to twice as many, and in how many games: on the large board fewer where they take longest.
const FULL: [[(u64, u64); 4]; 2] = [
    [(2000, 200), (4000, 200), (8000, 200), (16_000, 200)],
    [(2000, 400), (4000, 400), (8000, 200), (16_000, 200)],
];

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
    for (game, full) in BOARDS.into_iter().zip(FULL) {
        for &(nodes, games) in run.size(&[(1000, 200), (2000, 200), (4000, 200)][..], &full[..]) {
            let agent = |nodes: u64| format!("alphabeta(nodes={nodes})");
            doubled.push(duel(game, agent(2 * nodes), agent(nodes), games)?);
        }
    }
    run.write(NAME, "doubling", &doubled)
}

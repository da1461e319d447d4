//! Do races finish? Against a man that never leaves its camp, and once the armies have passed each other.
mod passed;
mod squatter;

use hoppity_experiments::Run;

/// Games for each row.
const GAMES: u64 = 200;

fn main() -> anyhow::Result<()> {
    let run = Run::from_args();
    let games = run.size(GAMES / 10, GAMES);
    let boards = [8, 16];
    let against: Vec<_> = boards
        .iter()
        .map(|&board| squatter::play(board, games, run.threads))
        .collect::<anyhow::Result<_>>()?;
    run.write("race-endings", "squatter", &against)?;
    let after: Vec<_> =
        boards.iter().map(|&board| passed::play(board, games, run.threads)).collect::<anyhow::Result<_>>()?;
    run.write("race-endings", "passed", &after)
}

/// Runs a job for each game, on so many threads, and returns what came of them in the order of the games.
fn each<T: Send>(
    games: u64,
    threads: usize,
    job: impl Fn(u64) -> anyhow::Result<T> + Sync,
) -> anyhow::Result<Vec<T>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores } else { threads } as u64;
    let job = &job;
    let mut done: Vec<(u64, anyhow::Result<T>)> = std::thread::scope(|scope| {
        let start = |thread| {
            scope.spawn(move || {
                (thread..games).step_by(threads as usize).map(|i| (i, job(i))).collect::<Vec<_>>()
            })
        };
        let workers: Vec<_> = (0..threads).map(start).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no job panics")).collect()
    });
    done.sort_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

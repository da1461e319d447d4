//! `hoppity perft`
use crate::input::PositionArgs;
use crate::out::Out;
use clap::Args;
use clap::value_parser;
use hoppity_rules::AnyLine;
use hoppity_search::{Clock, WallClock};
use serde::Serialize;

/// Count the move sequences of each length, the standard check of a move generator
///
/// A finished position has no continuation; repetition is not counted.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The game, such as `halma(board=8)`
    game: String,
    /// Count depths 1 to this one
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=20))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Count the deepest level by first move, too
    #[arg(long)]
    divide: bool,
    /// Print JSON: game, position, counts (depth 1 first), seconds, and divide with --divide
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: String,
    position: String,
    counts: Vec<u64>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<FirstMove>>,
}

/// One first move and the sequences that begin with it.
#[derive(Serialize)]
struct FirstMove {
    r#move: String,
    count: u64,
}

impl PerftArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let setup = self.position.setup(&self.game)?;
        let clock = WallClock::new();
        let mut counts = Vec::new();
        let mut divided = None;
        if !self.json {
            out.line(format_args!("{:>5} {:>20} {:>12} {:>14}", "depth", "count", "seconds", "per second"))?;
        }
        for depth in 1..=self.depth {
            let begun = clock.now();
            let count = if self.divide && depth == self.depth {
                let moves = divide(&*setup.line, depth);
                let sum = moves.iter().map(|first| first.count).sum();
                divided = Some(moves);
                sum
            } else {
                setup.line.perft(depth)
            };
            counts.push(count);
            if !self.json {
                let seconds = clock.now().saturating_sub(begun).as_secs_f64();
                out.line(format_args!(
                    "{depth:>5} {count:>20} {seconds:>12.3} {:>14}",
                    rate(count, seconds)
                ))?;
                out.flush()?;
            }
        }
        if self.json {
            let (game, position) = (setup.game.spec().to_string(), setup.line.position());
            let seconds = clock.now().as_secs_f64();
            return out.json(&Document { game, position, counts, seconds, divide: divided });
        }
        for FirstMove { r#move, count } in divided.iter().flatten() {
            out.line(format_args!("{move:>12} {count:>13}"))?;
        }
        Ok(())
    }
}

fn divide(line: &dyn AnyLine, depth: u32) -> Vec<FirstMove> {
    line.divide(depth).into_iter().map(|(r#move, count)| FirstMove { r#move, count }).collect()
}

fn rate(count: u64, seconds: f64) -> String {
    // Below the clock's grain a rate means nothing.
    if seconds < 1e-6 { "-".to_owned() } else { format!("{:.0}", count as f64 / seconds) }
}

//! Do the intervals and tests of this crate err as often as they say? Pools and matches are drawn from known strengths.
//!
//! ```sh
//! cargo run --release -p hoppity-stats --example coverage -- experiments/coverage
//! ```
//!
//! writes `results.csv` (a row a claim) and `pool.csv` (one of the drawn pools, game by game) into that folder, and fails
//! where a claim does not hold. Everything follows from the seed. `experiments/coverage/README.md` says what is drawn.

mod matches;
mod pools;
mod world;

use hoppity_stats::{Wdl, wilson};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

/// How many pools or matches are drawn for each row.
const TRIALS: u64 = 2000;
const SEED: u64 = 1;

/// Something that is said to happen with a certain frequency.
struct Row {
    /// What was drawn.
    world: String,
    /// What was counted.
    what: String,
    /// How often it happened.
    happened: u64,
    /// Of how many.
    of: u64,
    /// The share that is right; `None` where the figure only shows what would happen otherwise.
    right: Option<RangeInclusive<f64>>,
    /// Games (or pairs of games) on average.
    length: f64,
}

impl Row {
    fn share(&self) -> f64 {
        self.happened as f64 / self.of as f64
    }

    fn holds(&self) -> bool {
        self.right.as_ref().is_none_or(|right| right.contains(&self.share()))
    }

    fn line(&self) -> String {
        let Row { world, what, happened, of, length, .. } = self;
        // Ratings of one pool are not independent: the interval is that of as many trials.
        let counts = Wdl::new((self.share() * TRIALS as f64).round() as u64, 0, 0);
        let counts = Wdl { losses: TRIALS - counts.wins, ..counts };
        let interval = wilson::interval(counts);
        let right = self.right.as_ref().map_or_else(String::new, |r| format!("{}-{}", r.start(), r.end()));
        format!(
            "{world},{what},{of},{happened},{:.4},{:.4},{:.4},{right},{length:.1}\n",
            self.share(),
            interval.low,
            interval.high
        )
    }
}

fn main() -> ExitCode {
    let Some(folder) = env::args().nth(1) else {
        eprintln!("usage: coverage FOLDER");
        return ExitCode::from(2);
    };
    let mut rows = pools::rows();
    rows.extend(matches::intervals());
    rows.extend(matches::tests());
    let mut results = "world,what,of,happened,share,low,high,right,length\n".to_owned();
    results.extend(rows.iter().map(Row::line));
    print!("{results}");
    for (name, text) in [("results.csv", results), ("pool.csv", pools::example())] {
        if let Err(error) = fs::write(Path::new(&folder).join(name), text) {
            eprintln!("{folder}/{name} cannot be written: {error}");
            return ExitCode::FAILURE;
        }
    }
    let wrong = rows.iter().filter(|row| !row.holds()).count();
    eprintln!("{} claims, {wrong} of them wrong", rows.iter().filter(|row| row.right.is_some()).count());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! Matches of two: intervals of Elo, and how often a sequential test is wrong.

use crate::world::{World, pick_class, random};
use crate::{Row, TRIALS};
use hoppity_stats::elo::{NELO_SCALE, elo_to_score, from_pentanomial, from_wdl, score_to_elo};
use hoppity_stats::{Model, Pentanomial, Sprt, Verdict, Wdl};

const PLAIN: World = World { name: "independent games", nu: 1.0, advantage: 20.0, bias: 0.0, echo: 0.0 };
const BIASED: World = World { name: "openings that favour a seat by 200 Elo", bias: 200.0, ..PLAIN };
const SPLIT: World = World { name: "openings that favour a seat by 800 Elo", bias: 800.0, ..PLAIN };
const DECISIVE: World = World { name: "no draws", nu: 1e-9, ..PLAIN };

/// Pairs of games in a match.
const PAIRS: u64 = 100;

/// How often the interval of a match holds the Elo of a match without end.
pub(crate) fn intervals() -> Vec<Row> {
    let mut rows = Vec::new();
    for (i, world) in [PLAIN, BIASED, DECISIVE].into_iter().enumerate() {
        for (j, gap) in [0.0, 40.0, 200.0].into_iter().enumerate() {
            let mut random = random(200 + 10 * i as u64 + j as u64);
            let truth = score_to_elo(mean(world.classes(gap)));
            let mut inside = [0; 2];
            for _ in 0..TRIALS {
                let (mut pairs, mut games) = (Pentanomial::default(), Wdl::default());
                for _ in 0..PAIRS {
                    let scores = world.pair(&mut random, gap);
                    pairs.add(scores[0], scores[1]);
                    for score in scores {
                        games.add(score);
                    }
                }
                for (count, estimate) in inside.iter_mut().zip([from_pentanomial(pairs), from_wdl(games)]) {
                    *count += u64::from(estimate.elo_low <= truth && truth <= estimate.elo_high);
                }
            }
            // Single games are wrong, on the safe side, where openings favour a seat.
            let exact = Some(0.93..=0.97);
            let single = if world.bias == 0.0 { exact.clone() } else { None };
            for (what, happened, right) in [("pairs", inside[0], exact), ("games", inside[1], single)] {
                rows.push(Row {
                    world: world.name.to_owned(),
                    what: format!("{truth:+.0} Elo inside by {what}"),
                    happened,
                    of: TRIALS,
                    right,
                    length: 2.0 * PAIRS as f64,
                });
            }
        }
    }
    rows
}

/// How often a sequential test accepts the wrong hypothesis, at alpha = beta = 0.05.
pub(crate) fn tests() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut stream = 300;
    for world in [PLAIN, BIASED, SPLIT, DECISIVE] {
        for (model, unit) in [(Model::Normalized, "nElo"), (Model::Logistic, "Elo")] {
            for (elo0, elo1) in [(0.0, 20.0), (-10.0, 10.0), (0.0, 50.0), (0.0, 100.0)] {
                for (truth, right, name) in [(elo0, Verdict::H0, "H0"), (elo1, Verdict::H1, "H1")] {
                    stream += 1;
                    let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test");
                    let classes = world.classes(gap(world, model, truth));
                    let (wrong, pairs) = run(&test, classes, right, stream);
                    rows.push(Row {
                        world: world.name.to_owned(),
                        what: format!("{elo0} against {elo1} {unit} with {name} true: wrong"),
                        happened: wrong,
                        of: TRIALS,
                        right: Some(0.0..=0.065),
                        length: pairs,
                    });
                }
            }
        }
    }
    rows
}

/// How often the test was wrong, and after how many pairs it was decided on average.
fn run(test: &Sprt, classes: [f64; 5], right: Verdict, stream: u64) -> (u64, f64) {
    let mut random = random(stream);
    let (mut wrong, mut pairs) = (0, 0);
    for _ in 0..TRIALS {
        let mut counts = Pentanomial::default();
        let verdict = loop {
            pick_class(&mut random, classes, &mut counts);
            match test.pentanomial(counts).expect("a ratio").verdict {
                Verdict::Continue => {}
                verdict => break verdict,
            }
        };
        wrong += u64::from(verdict != right);
        pairs += counts.pairs();
    }
    (wrong, pairs as f64 / TRIALS as f64)
}

/// The gap in strength at which a match without end has this Elo.
fn gap(world: World, model: Model, elo: f64) -> f64 {
    let reached = |gap: f64| {
        let classes = world.classes(gap);
        let mean = mean(classes);
        match model {
            Model::Logistic => mean >= elo_to_score(elo),
            Model::Normalized => {
                let variance = classes.iter().enumerate().fold(0.0, |sum, (i, p)| {
                    let deviation = 0.25 * i as f64 - mean;
                    sum + p * deviation * deviation
                });
                (mean - 0.5) / (2.0 * variance).sqrt() * NELO_SCALE >= elo
            }
        }
    };
    let (mut low, mut high) = (-1000.0, 1000.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if reached(middle) { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}

fn mean(classes: [f64; 5]) -> f64 {
    classes.iter().enumerate().fold(0.0, |sum, (i, p)| sum + 0.25 * i as f64 * p)
}

//! Tuning on simulated games: how much of a bowl that is worth 100 Elo each search recovers in 20,000 games, on average over
//! twenty seeds, and the least of them; how long its own work takes; and the same for the fit of planted weights.
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hoppity_tune::Optimiser;
use hoppity_tune::simulated::{Bowl, samples};
use hoppity_tune::texel::{Free, fit};

const GAMES: u64 = 20_000;
const SEEDS: u64 = 20;
const WORTH: f64 = 100.0;

type Search = fn(&Bowl, u64) -> Box<dyn Optimiser>;

const SEARCHES: [(&str, Search); 2] = [
    ("spsa", |bowl, seed| Box::new(bowl.spsa(GAMES, seed))),
    ("cma-es", |bowl, seed| Box::new(bowl.cmaes(GAMES, seed))),
];

fn recovered(_: &mut Criterion) {
    println!("search  parameters  mean Elo  least  games");
    for (name, search) in SEARCHES {
        for parameters in [4, 12] {
            let found = (0..SEEDS).map(|seed| {
                let bowl = Bowl::new(parameters, WORTH, seed);
                bowl.search(&mut *search(&bowl, seed), seed)
            });
            let found: Vec<_> = found.collect();
            let mean = found.iter().map(|found| found.elo).sum::<f64>() / SEEDS as f64;
            let least = found.iter().map(|found| found.elo).fold(f64::INFINITY, f64::min);
            let games = found.iter().map(|found| found.games).max().unwrap_or(0);
            println!("{name:<6}  {parameters:10}  {mean:8.1}  {least:5.1}  {games:5}");
        }
    }
}

/// 24,000 positions with twelve features, as after some thousand games.
fn planted(c: &mut Criterion) {
    let weights: Vec<f64> = (0..12).map(|i| f64::from(i) / 6.0 - 0.5).collect();
    let all = samples(&weights, 1.0, 2, 30_000, 1);
    let (held_out, seen) = all.split_at(6000);
    let mut start = vec![1.0; 12];
    start[0] = weights[0];
    let free: Vec<Free> = (1..12).map(|feature| Free { feature, min: -10.0, max: 10.0 }).collect();
    let run = || fit(seen, held_out, &start, &free, 1e-6).expect("a fit");
    let found = run();
    let off = found.weights.iter().zip(&weights).map(|(x, planted)| (x - planted).abs()).fold(0.0, f64::max);
    let last = found.steps.last().expect("a step");
    println!("texel: furthest weight off by {off:.3}, held-out loss {:.4}", last.held_out);
    let mut group = c.benchmark_group("tuning");
    group.sample_size(10);
    group.bench_function("texel, 24000 positions of 12 features", |b| b.iter(run));
    for (name, search) in SEARCHES {
        for parameters in [4, 12] {
            let bowl = Bowl::new(parameters, WORTH, 1);
            group.bench_function(BenchmarkId::new(name, parameters), |b| {
                b.iter(|| bowl.search(&mut *search(&bowl, 1), 1));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, recovered, planted);
criterion_main!(benches);

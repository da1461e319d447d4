//! Fits to simulated results.
use hoppity_tune::simulated::samples;
use hoppity_tune::texel::{FitError, Free, Sample, fit, loss};

const PLANTED: [f64; 6] = [1.0, 0.4, -0.7, 0.0, 2.0, 0.1];

fn free(features: impl IntoIterator<Item = usize>) -> Vec<Free> {
    features.into_iter().map(|feature| Free { feature, min: -10.0, max: 10.0 }).collect()
}

#[test]
fn planted_weights_are_recovered() {
    for teams in [2, 3, 4] {
        let games = samples(&PLANTED, 1.5, teams, 30_000, teams as u64);
        let (held_out, seen) = games.split_at(6000);
        // The first weight stays and so holds the scale.
        let start = [1.0; 6];
        let found = fit(seen, held_out, &start, &free(1..6), 0.0).unwrap();
        let last = found.steps.last().unwrap();
        assert!(last.held_out < found.steps[0].held_out && last.loss < found.steps[0].loss);
        for (weight, planted) in found.weights.iter().zip(PLANTED).skip(1) {
            let off = (weight - planted).abs();
            assert!(off < 0.08, "{teams} teams: {:?} with K {}", found.weights, found.k);
        }
        let best = loss(held_out, 1.5, &PLANTED);
        assert!(last.held_out < best + 0.001, "{} {best}", last.held_out);
    }
}

/// K alone, against the value that made the results.
#[test]
fn the_scale_comes_first() {
    let games = samples(&PLANTED, 0.8, 2, 30_000, 7);
    let found = fit(&games, &[], &PLANTED, &[], 0.0).unwrap();
    assert!((found.k - 0.8).abs() < 0.03, "{}", found.k);
    assert_eq!((found.weights.as_slice(), found.steps.len()), (&PLANTED[..], 1));
}

#[test]
fn the_penalty_holds_weights_near_their_start_and_bounds_hold_them_for_good() {
    let games = samples(&PLANTED, 1.5, 2, 3000, 2);
    let start = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    let off = |l2: f64| -> f64 {
        let found = fit(&games, &[], &start, &free(1..6), l2).unwrap();
        found.weights.iter().map(|weight| (weight - 1.0).abs()).sum()
    };
    let offs = [0.0, 0.1, 10.0].map(off);
    assert!(offs[0] > offs[1] && offs[1] > offs[2] && offs[2] < 0.5, "{offs:?}");
    let bounded = [Free { feature: 2, min: 0.2, max: 5.0 }, Free { feature: 4, min: 0.0, max: 1.1 }];
    let found = fit(&games, &[], &start, &bounded, 0.0).unwrap();
    assert_eq!((found.weights[2], found.weights[4]), (0.2, 1.1));
    assert_eq!(found.weights[1], 1.0);
}

/// What all teams have alike says nothing, however much it is.
#[test]
fn what_is_the_same_for_all_does_not_matter() {
    let games = samples(&PLANTED, 1.5, 2, 3000, 6);
    let mut shifted = games.clone();
    for sample in &mut shifted {
        sample.features.iter_mut().for_each(|of_team| of_team[0] += 5000.0);
    }
    let start = [1.0; 6];
    let [plain, far] =
        [games, shifted].map(|games| fit(&games, &[], &start, &free(1..6), 0.001).unwrap().weights);
    for (one, other) in plain.iter().zip(far) {
        assert!((one - other).abs() < 1e-4, "{one} {other}");
    }
}

#[test]
fn features_that_never_differ_or_say_the_same_do_no_harm() {
    let mut games = samples(&PLANTED, 1.5, 2, 3000, 4);
    for sample in &mut games {
        for of_team in &mut sample.features {
            of_team[3] = 5.0;
            of_team[5] = of_team[1];
        }
    }
    let found = fit(&games, &[], &[1.0; 6], &free(0..6), 1e-6).unwrap();
    assert_eq!(found.weights[3], 1.0);
    assert!(
        found.weights.iter().all(|weight| weight.is_finite() && weight.abs() < 10.0),
        "{:?}",
        found.weights
    );
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    assert_eq!(fit(&[], &[], &[1.0], &[], 0.0), Err(FitError::Nothing));
    let sample =
        |x: f64, won: f64| Sample { features: vec![vec![x], vec![0.0]], payoff: vec![won, 1.0 - won] };
    let broken = [sample(1.0, 1.0), sample(f64::NAN, 1.0)];
    assert_eq!(fit(&broken, &[], &[1.0], &[], 0.0), Err(FitError::NotANumber { sample: 1 }));
    let wrong = [sample(1.0, 0.0), sample(-1.0, 1.0)];
    assert_eq!(fit(&wrong, &[], &[1.0], &[], 0.0), Err(FitError::Uninformative));
    let sure = [sample(1.0, 1.0), sample(-1.0, 0.0)];
    assert_eq!(fit(&sure, &[], &[1.0], &[], 0.0), Err(FitError::Certain));
}

//! Results that leave something undecided: every figure stays finite, wide enough, and marked.

use hoppity_stats::bradley_terry::{self, DrawModel, Options, TwoSeatGame, TwoSeatRatings};
use hoppity_stats::{Model, Pentanomial, RatingError, Score, Sprt, SprtError, Verdict, Wdl, elo};

const MODELS: [Options; 4] = [
    Options { draws: DrawModel::Davidson, advantage: true },
    Options { draws: DrawModel::Davidson, advantage: false },
    Options { draws: DrawModel::HalfWin, advantage: true },
    Options { draws: DrawModel::HalfWin, advantage: false },
];

fn games(results: &[(usize, usize, Score, usize)]) -> Vec<TwoSeatGame> {
    results
        .iter()
        .flat_map(|&(first, second, score, times)| {
            std::iter::repeat_n(TwoSeatGame { first, second, score }, times)
        })
        .collect()
}

fn rate(players: usize, results: &[(usize, usize, Score, usize)], options: Options) -> TwoSeatRatings {
    let ratings = bradley_terry::fit(players, &games(results), options).expect("ratings");
    assert_sane(&ratings);
    ratings
}

/// Everything finite, every interval open, the mean zero, nothing certain.
pub(crate) fn assert_sane(ratings: &TwoSeatRatings) {
    let pool = &ratings.pool;
    let count = pool.players.len();
    let mean = pool.players.iter().map(|player| player.elo).sum::<f64>() / count.max(1) as f64;
    assert!(mean.abs() < 1e-6, "mean {mean}");
    assert!(pool.log_likelihood.is_finite() && pool.log_likelihood <= 0.0);
    let estimates =
        ratings.advantage.into_iter().chain(ratings.draws.into_iter().flat_map(|d| [d.nu, d.rate]));
    for estimate in estimates {
        assert!(estimate.low.is_finite() && estimate.high.is_finite(), "{estimate:?}");
        assert!(estimate.low <= estimate.value && estimate.value <= estimate.high, "{estimate:?}");
    }
    for (a, player) in pool.players.iter().enumerate() {
        assert!(player.low.is_finite() && player.high.is_finite(), "{player:?}");
        assert!(count == 1 || player.low < player.elo && player.elo < player.high, "{player:?}");
        for b in 0..count {
            let above = pool.likelihood_above(a, b).expect("players of the pool");
            assert!(above > 0.0 && above < 1.0 && (a != b || above == 0.5), "{above}");
        }
    }
}

#[test]
fn one_sided_matches_get_finite_and_wide_intervals() {
    let ten = elo::from_wdl(Wdl::new(10, 0, 0));
    assert!(ten.elo > 1000.0 && ten.elo_high >= ten.elo);
    // The Wilson limit of 10 out of 10 is a score of 0.722.
    assert!((ten.elo_low - elo::score_to_elo(0.722_467_2)).abs() < 1e-2, "{ten:?}");
    assert!(ten.los > 0.99 && ten.los < 0.9999, "{ten:?}");
    assert!(ten.nelo.is_finite() && ten.nelo - ten.nelo_error < 200.0, "{ten:?}");
    let one = elo::from_wdl(Wdl::new(1, 0, 0));
    assert!(one.elo_low < 0.0 && one.los < 0.95, "{one:?}");
}

#[test]
fn figures_that_rest_on_stand_ins_are_named() {
    let wdl = |w, d, l| elo::from_wdl(Wdl::new(w, d, l)).held;
    let penta = |classes| elo::from_pentanomial(Pentanomial::new(classes)).held;
    let won = ["elo", "elo_high", "elo_error", "nelo", "nelo_error", "los"];
    let lost = ["elo", "elo_low", "elo_error", "nelo", "nelo_error", "los"];
    assert_eq!(wdl(10, 0, 0), won);
    assert_eq!(penta([0, 0, 0, 0, 1]), won);
    assert_eq!(wdl(0, 0, 3), lost);
    assert_eq!(penta([7, 0, 0, 0, 0]), lost);
    assert_eq!(wdl(0, 9, 0), ["elo_error"]);
    assert_eq!(penta([0, 0, 9, 0, 0]), ["elo_error"]);
    assert_eq!(penta([0, 0, 0, 9, 0]), ["elo_error", "nelo", "nelo_error", "los"]);
    let all = ["elo", "elo_low", "elo_high", "elo_error", "nelo", "nelo_error", "los"];
    assert_eq!(wdl(0, 0, 0), all);
    assert_eq!(penta([0; 5]), all);
    for mixed in [wdl(1, 0, 1), wdl(100_000, 0, 1), wdl(0, 1, 1), penta([0, 0, 0, 1, 9])] {
        assert_eq!(mixed, [""; 0]);
    }
}

#[test]
fn a_finite_elo_is_not_cut_off() {
    let elo = |w, l| elo::from_wdl(Wdl::new(w, 0, l));
    for (wins, losses) in [(100_000, 1), (1_000_000, 7), (999_999_999_999_999, 1)] {
        let (up, down) = (elo(wins, losses), elo(losses, wins));
        let odds = 400.0 * libm::log10(wins as f64 / losses as f64);
        // The empty class of draws counts 0.001.
        assert!((up.elo - odds).abs() < 0.2, "{up:?}");
        assert!(up.elo_low < up.elo - 50.0 && up.elo_low > up.elo - 600.0, "{up:?}");
        assert!(up.elo_high > up.elo + 50.0 && up.elo_high < up.elo + 600.0, "{up:?}");
        assert!((up.elo + down.elo).abs() < 1e-9, "{up:?} {down:?}");
        assert!((up.elo_high + down.elo_low).abs() < 1e-9 && (up.elo_low + down.elo_high).abs() < 1e-9);
        assert!(up.elo_error > 0.0 && up.los > 0.999 && up.los < 1.0, "{up:?}");
    }
}

#[test]
fn level_matches_get_wide_intervals() {
    for (level, width) in [
        (elo::from_wdl(Wdl::new(0, 10, 0)), 90.0),
        (elo::from_pentanomial(Pentanomial::new([0, 0, 10, 0, 0])), 90.0),
        (elo::from_pentanomial(Pentanomial::new([0, 0, 1, 0, 0])), 300.0),
    ] {
        assert!(level.elo.abs() < 1e-9 && level.nelo == 0.0 && (level.los - 0.5).abs() < 1e-9, "{level:?}");
        assert!(level.elo_low < -width && level.elo_high > width && level.nelo_error > 100.0, "{level:?}");
    }
    let none = elo::from_wdl(Wdl::default());
    assert!(none.elo_low < -1199.0 && none.elo_high > 1199.0 && none.nelo_error.is_finite());
    assert!((none.los - 0.5).abs() < 1e-9);
}

#[test]
fn tests_that_cannot_be_set_up_say_why() {
    let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Logistic);
    assert_eq!(new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Order { elo0: 5.0, elo1: 5.0 }));
    assert!(matches!(new(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Order { .. })));
    assert_eq!(new(0.0, f64::INFINITY, 0.05, 0.05), Err(SprtError::Elo(f64::INFINITY)));
    for (alpha, beta) in [(0.0, 0.05), (0.05, 0.0), (0.5, 0.5), (f64::NAN, 0.05), (0.05, 1.0), (-0.1, 0.5)] {
        assert!(matches!(new(0.0, 5.0, alpha, beta), Err(SprtError::Rates { .. })), "{alpha} {beta}");
    }
}

#[test]
fn tests_of_one_sided_matches_are_finite_and_decide() {
    for model in [Model::Logistic, Model::Normalized] {
        let test = Sprt::new(0.0, 50.0, 0.05, 0.05, model).expect("a test");
        let state = |wins, losses| test.wdl(Wdl::new(wins, 0, losses)).expect("a ratio");
        assert_eq!(state(0, 0).verdict, Verdict::Continue);
        assert_eq!(state(1000, 0).verdict, Verdict::H1);
        assert_eq!(state(0, 1000).verdict, Verdict::H0);
        assert!(state(u64::MAX, u64::MAX).llr.is_finite());
    }
}

#[test]
fn empty_and_single_player_pools() {
    for options in MODELS {
        assert!(rate(0, &[], options).pool.players.is_empty());
        let alone = rate(1, &[], options);
        assert_eq!(alone.pool.players[0].elo, 0.0);
        assert!(!alone.pool.prior.ratings);
        // Against itself a player tells of the first move and of draws.
        let mirror =
            rate(1, &[(0, 0, Score::Win, 6), (0, 0, Score::Draw, 2), (0, 0, Score::Loss, 2)], options);
        assert!(!mirror.pool.prior.any(), "{options:?}");
        assert!(mirror.advantage.is_none_or(|advantage| advantage.value > 50.0));
        let strangers = rate(3, &[], options);
        assert!(strangers.pool.prior.ratings);
        assert!(strangers.pool.players.iter().all(|player| player.elo.abs() < 1e-9 && player.error > 400.0));
    }
}

#[test]
fn a_player_who_lost_everything_is_far_below_but_finite() {
    let results = [
        (0, 1, Score::Win, 3),
        (1, 0, Score::Win, 2),
        (1, 0, Score::Draw, 2),
        (0, 2, Score::Win, 5),
        (2, 0, Score::Loss, 5),
        (1, 2, Score::Win, 5),
        (2, 1, Score::Loss, 5),
    ];
    for options in MODELS {
        let ratings = rate(3, &results, options);
        assert!(ratings.pool.prior.ratings, "{options:?}");
        let gap = ratings.pool.difference(1, 2).expect("players");
        assert!(gap.value > 300.0 && gap.value < 1500.0 && gap.low > 0.0 && gap.error > 250.0, "{gap:?}");
    }
}

#[test]
fn ten_nil_between_two_agents() {
    for options in MODELS {
        let results = [(0, 1, Score::Win, 5), (1, 0, Score::Loss, 5)];
        let gap = rate(2, &results, options).pool.difference(0, 1).expect("players");
        assert!(gap.low > 0.0 && gap.low < 200.0 && gap.high > 700.0, "{gap:?}");
    }
    // One virtual game in all (half a game for each of the two groups): 10.5 of 11 points, odds of 21.
    let half = rate(2, &[(0, 1, Score::Win, 5), (1, 0, Score::Loss, 5)], MODELS[3]);
    let gap = half.pool.difference(0, 1).expect("players").value;
    assert!((gap - 400.0 * libm::log10(21.0)).abs() < 1e-6, "{gap}");
}

#[test]
fn all_drawn_all_rests_on_the_prior() {
    let drawn = rate(2, &[(0, 1, Score::Draw, 10), (1, 0, Score::Draw, 10)], MODELS[0]);
    assert!(drawn.pool.prior.draws && !drawn.pool.prior.ratings);
    assert!(drawn.pool.players[0].elo.abs() < 1e-9 && drawn.pool.players[0].error > 50.0);
    assert!(drawn.pool.difference(0, 1).is_some_and(|gap| gap.held));
    assert!(drawn.draws.is_some_and(|draws| draws.nu.held && draws.rate.held));
    assert!(drawn.advantage.is_some_and(|advantage| advantage.held));
    // The blocks show no variance of their own, either.
    let blocks = vec![games(&[(0, 1, Score::Draw, 1), (1, 0, Score::Draw, 1)]); 10];
    let by_blocks = bradley_terry::fit_blocks(2, &blocks, MODELS[0]).expect("ratings");
    assert!((by_blocks.pool.players[0].error - drawn.pool.players[0].error).abs() < 1e-6, "{by_blocks:?}");
    // As half wins, draws are results like any others.
    assert!(!rate(2, &[(0, 1, Score::Draw, 10), (1, 0, Score::Draw, 10)], MODELS[2]).pool.prior.any());
}

#[test]
fn never_drawn_only_the_draw_parameter_rests_on_the_prior() {
    let few = [(0, 1, Score::Win, 2), (1, 0, Score::Win, 1), (0, 1, Score::Loss, 1), (1, 0, Score::Loss, 2)];
    let three = [
        (0, 1, Score::Win, 3),
        (0, 1, Score::Loss, 1),
        (1, 2, Score::Win, 3),
        (2, 0, Score::Win, 1),
        (1, 0, Score::Loss, 2),
    ];
    for (players, results) in [(2, &few[..]), (3, &three[..])] {
        for (davidson, half) in [(MODELS[0], MODELS[2]), (MODELS[1], MODELS[3])] {
            let (davidson, half) = (rate(players, results, davidson), rate(players, results, half));
            // The likelihood grows as nu falls to 0, and its limit is the model without draws.
            assert_eq!(davidson.pool, half.pool);
            assert_eq!(davidson.advantage, half.advantage);
            assert!(!davidson.pool.prior.any() && davidson.advantage.is_none_or(|advantage| !advantage.held));
            let draws = davidson.draws.expect("a draw parameter");
            assert!(draws.nu.held && draws.rate.held && draws.rate.value < 0.06, "{draws:?}");
            assert!(draws.rate.high > 0.2, "{draws:?}");
        }
    }
    // Between equals the prior alone decides: n games and half a virtual one, a sixth of a draw in all.
    let equals = rate(2, &[(0, 1, Score::Win, 4), (0, 1, Score::Loss, 4)], MODELS[1]);
    let rate_of_draws = equals.draws.expect("a draw parameter").rate.value;
    assert!((rate_of_draws - (1.0 / 6.0) / 8.5).abs() < 1e-12, "{rate_of_draws}");
    // More games without a draw say more.
    let many = rate(2, &[(0, 1, Score::Win, 400), (0, 1, Score::Loss, 400)], MODELS[1]);
    assert!(many.draws.is_some_and(|draws| draws.rate.value < 0.001 && draws.rate.high < 0.03), "{many:?}");
    // One draw, and nothing is held.
    let one = rate(2, &[(0, 1, Score::Win, 4), (0, 1, Score::Draw, 1), (0, 1, Score::Loss, 4)], MODELS[1]);
    assert!(one.draws.is_some_and(|draws| !draws.nu.held) && !one.pool.prior.any());
}

#[test]
fn an_advantage_that_cannot_be_told_is_held_near_zero() {
    // Always the same first player; and a first player who always wins.
    let same = [(0, 1, Score::Win, 7), (0, 1, Score::Draw, 2), (0, 1, Score::Loss, 3)];
    let always = [(0, 1, Score::Win, 7), (1, 0, Score::Win, 7)];
    for options in [MODELS[0], MODELS[2]] {
        let ratings = rate(2, &same, options);
        assert!(ratings.pool.prior.seats && !ratings.pool.prior.ratings);
        let advantage = ratings.advantage.expect("an advantage");
        assert!(advantage.value.abs() < 1.0 && advantage.error > 900.0, "{advantage:?}");
        // So the ratings are as unsure as the advantage is.
        assert!(ratings.pool.difference(0, 1).expect("players").error > 900.0);
        let ratings = rate(2, &always, options);
        assert!(ratings.pool.prior.seats && !ratings.pool.prior.ratings);
        let advantage = ratings.advantage.expect("an advantage");
        assert!(
            advantage.value > 300.0 && advantage.value < 1500.0 && advantage.low < 100.0,
            "{advantage:?}"
        );
    }
    assert!(!rate(2, &same, MODELS[1]).pool.prior.any());
}

#[test]
fn separable_results_that_no_group_of_players_explains() {
    // The win graph is strongly connected by draws, yet a wide gap from 0 to 1 with 2 half way and ever more draws
    // makes these results ever more likely in Davidson's model.
    let results = [(0, 1, Score::Win, 4), (1, 2, Score::Draw, 4), (0, 2, Score::Draw, 4)];
    let ratings = rate(3, &results, MODELS[1]);
    assert!(ratings.pool.prior.ratings && ratings.pool.prior.draws);
    let rated = &ratings.pool.players;
    assert!(
        rated[0].elo > rated[2].elo && rated[2].elo > rated[1].elo && rated[0].elo < 1500.0,
        "{ratings:?}"
    );
}

#[test]
fn strangers_and_separate_pools() {
    let results = [
        (0, 1, Score::Win, 4),
        (1, 0, Score::Win, 3),
        (0, 1, Score::Draw, 3),
        (1, 0, Score::Loss, 2),
        (2, 3, Score::Win, 4),
        (3, 2, Score::Win, 3),
        (2, 3, Score::Draw, 3),
        (2, 3, Score::Loss, 2),
    ];
    for options in MODELS {
        let pool = rate(5, &results, options).pool;
        assert!(pool.prior.ratings);
        let (near, far) = (pool.difference(0, 1).expect("players"), pool.difference(0, 2).expect("players"));
        assert!(far.error > 2.0 * near.error, "{near:?} {far:?}");
        assert_eq!(pool.players[4].games, 0);
        assert!(pool.players[4].error > 400.0);
    }
}

#[test]
fn unknown_players_are_refused() {
    let game = TwoSeatGame { first: 0, second: 2, score: Score::Draw };
    let refused = bradley_terry::fit(2, &[game], Options::default());
    assert_eq!(refused, Err(RatingError::NoSuchPlayer { game: 0, player: 2, players: 2 }));
    let too_many = bradley_terry::fit(1_000_000, &[], Options::default());
    assert_eq!(too_many, Err(RatingError::TooManyPlayers(1_000_000)));
    let ratings = bradley_terry::fit(2, &[], Options::default()).expect("ratings");
    assert!(ratings.pool.likelihood_above(0, 2).is_none() && ratings.pool.difference(2, 0).is_none());
}

#[test]
fn pairs_and_games_are_counted() {
    let mut pairs = Pentanomial::default();
    for (one, other) in [
        (Score::Win, Score::Loss),
        (Score::Draw, Score::Draw),
        (Score::Draw, Score::Win),
        (Score::Loss, Score::Draw),
        (Score::Loss, Score::Loss),
        (Score::Win, Score::Win),
    ] {
        pairs.add(one, other);
    }
    assert_eq!(pairs, Pentanomial::new([1, 1, 2, 1, 1]));
    assert_eq!((pairs.pairs(), pairs.score()), (6, Some(0.5)));
    let mut games = Wdl::default();
    for score in [Score::Win, Score::Win, Score::Draw, Score::Loss.reversed()] {
        games.add(score);
    }
    assert_eq!((games, games.points()), (Wdl::new(3, 1, 0), 3.5));
    assert_eq!((Wdl::default().score(), Pentanomial::default().score()), (None, None));
}

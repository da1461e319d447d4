//! What holds for all counts: finite, symmetric, monotone, independent of order.

use hoppity_stats::bradley_terry::{self, DrawModel, Options, TwoSeatGame};
use hoppity_stats::{EloEstimate, Model, Pentanomial, Score, Sprt, Wdl, elo, normal, wilson};
use proptest::prelude::*;

use crate::degenerate::assert_sane;

/// Counts that are often 0, often small and sometimes huge.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..10u64, 0..1000u64, 0..1_000_000_000u64]
}

fn wdl() -> impl Strategy<Value = Wdl> {
    [count(), count(), count()].prop_map(|[wins, draws, losses]| Wdl::new(wins, draws, losses))
}

fn pentanomial() -> impl Strategy<Value = Pentanomial> {
    [count(), count(), count(), count(), count()].prop_map(Pentanomial::new)
}

fn game(players: usize) -> impl Strategy<Value = TwoSeatGame> {
    (0..players, 0..players, 0..3usize).prop_map(|(first, second, score)| TwoSeatGame {
        first,
        second,
        score: [Score::Loss, Score::Draw, Score::Win][score],
    })
}

fn options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>()).prop_map(|(davidson, advantage)| Options {
        draws: if davidson { DrawModel::Davidson } else { DrawModel::HalfWin },
        advantage,
    })
}

fn model() -> impl Strategy<Value = Model> {
    prop_oneof![Just(Model::Logistic), Just(Model::Normalized)]
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0)
}

fn assert_estimate(e: &EloEstimate) {
    for figure in [e.score, e.elo, e.elo_low, e.elo_high, e.elo_error, e.nelo, e.nelo_error, e.los] {
        assert!(figure.is_finite(), "{e:?}");
    }
    assert!(e.elo_low <= e.elo && e.elo <= e.elo_high && e.elo_low < e.elo_high, "{e:?}");
    assert!(e.los > 0.0 && e.los < 1.0 && e.nelo_error > 0.0, "{e:?}");
}

fn assert_mirrored(one: &EloEstimate, other: &EloEstimate) {
    assert_estimate(one);
    for (a, b) in [
        (one.elo, other.elo),
        (one.elo_low, other.elo_high),
        (one.elo_high, other.elo_low),
        (one.nelo, other.nelo),
    ] {
        assert!(near(a, -b), "{one:?} {other:?}");
    }
    assert!(near(one.elo_error, other.elo_error) && near(one.nelo_error, other.nelo_error));
    assert!(near(one.los, 1.0 - other.los), "{one:?} {other:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn quantile_inverts_cdf(p in 1e-9..0.5f64) {
        let x = normal::quantile(p).expect("inside");
        prop_assert!((normal::cdf(x) - p).abs() < 1e-12 * p);
        prop_assert!((normal::quantile(1.0 - p).expect("inside") + x).abs() < 1e-6);
    }

    #[test]
    fn elo_of_games_is_finite_and_mirrors(counts in wdl()) {
        assert_mirrored(&elo::from_wdl(counts), &elo::from_wdl(counts.swapped()));
    }

    #[test]
    fn elo_of_pairs_is_finite_and_mirrors(counts in pentanomial()) {
        assert_mirrored(&elo::from_pentanomial(counts), &elo::from_pentanomial(counts.swapped()));
    }

    #[test]
    fn extreme_counts_stay_finite(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
        assert_estimate(&elo::from_wdl(Wdl::new(a, b, c)));
        assert_estimate(&elo::from_pentanomial(Pentanomial::new([a, 0, b, c, u64::MAX])));
    }

    #[test]
    fn a_better_result_never_lowers_elo(counts in wdl()) {
        let before = elo::from_wdl(counts).elo;
        let more = Wdl { wins: counts.wins + 1, ..counts };
        prop_assert!(elo::from_wdl(more).elo >= before - 1e-9);
        if counts.losses > 0 {
            let drawn = Wdl { draws: counts.draws + 1, losses: counts.losses - 1, ..counts };
            prop_assert!(elo::from_wdl(drawn).elo >= before - 1e-9);
        }
        if counts.draws > 0 {
            let won = Wdl { draws: counts.draws - 1, wins: counts.wins + 1, ..counts };
            prop_assert!(elo::from_wdl(won).elo >= before - 1e-9);
        }
    }

    #[test]
    fn elo_and_score_are_inverse(elo in -1190.0..1190.0f64) {
        prop_assert!((elo::score_to_elo(elo::elo_to_score(elo)) - elo).abs() < 1e-9);
    }

    #[test]
    fn wilson_holds_the_score_and_narrows(counts in wdl()) {
        let interval = wilson::interval(counts);
        let score = counts.score().unwrap_or(0.5);
        prop_assert!(0.0 <= interval.low && interval.low <= score && score <= interval.high && interval.high <= 1.0);
        prop_assert!(interval.low < interval.high);
        let mirrored = wilson::interval(counts.swapped());
        prop_assert!(near(interval.low, 1.0 - mirrored.high) && near(interval.high, 1.0 - mirrored.low));
        let doubled = Wdl::new(2 * counts.wins, 2 * counts.draws, 2 * counts.losses);
        let doubled = wilson::interval(doubled);
        prop_assert!(doubled.high - doubled.low <= interval.high - interval.low);
    }

    #[test]
    fn sprt_is_finite_and_mirrors(counts in wdl(), pairs in pentanomial(), model in model(),
                                  elo0 in -300.0..300.0f64, width in 0.1..100.0f64) {
        let test = Sprt::new(elo0, elo0 + width, 0.05, 0.1, model).expect("a test");
        let mirror = Sprt::new(-elo0 - width, -elo0, 0.1, 0.05, model).expect("a test");
        for (one, other) in [
            (test.wdl(counts), mirror.wdl(counts.swapped())),
            (test.pentanomial(pairs), mirror.pentanomial(pairs.swapped())),
        ] {
            let (one, other) = (one.expect("a ratio"), other.expect("a ratio"));
            prop_assert!(one.llr.is_finite());
            prop_assert!((one.llr + other.llr).abs() <= 1e-4 * one.llr.abs().max(1.0), "{one:?} {other:?}");
            prop_assert!(near(one.lower, -other.upper) && near(one.upper, -other.lower));
        }
    }

    #[test]
    fn more_wins_raise_the_ratio(wins in 1..500u64, draws in 1..500u64, losses in 1..500u64, model in model()) {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, model).expect("a test");
        let llr = |counts: Wdl| test.wdl(counts).expect("a ratio").llr;
        prop_assert!(llr(Wdl::new(wins + 1, draws, losses)) > llr(Wdl::new(wins, draws, losses + 1)));
    }

    #[test]
    fn pools_are_sane_whatever_happened(players in 1..6usize, seed in any::<u64>(), options in options(),
                                        games in prop::collection::vec(game(5), 0..30)) {
        let games: Vec<TwoSeatGame> =
            games.into_iter().filter(|game| game.first < players && game.second < players).collect();
        let ratings = bradley_terry::fit(players, &games, options).expect("ratings");
        assert_sane(&ratings);

        // The order of the games means nothing.
        let mut shuffled = games.clone();
        let middle = seed as usize % shuffled.len().max(1);
        shuffled.rotate_left(middle);
        prop_assert_eq!(&bradley_terry::fit(players, &shuffled, options).expect("ratings"), &ratings);

        // Turning every result over turns the ratings over.
        let turned: Vec<TwoSeatGame> =
            games.iter().map(|game| TwoSeatGame { score: game.score.reversed(), ..*game }).collect();
        let turned = bradley_terry::fit(players, &turned, options).expect("ratings");
        prop_assert_eq!(turned.pool.prior, ratings.pool.prior);
        for (one, other) in ratings.pool.players.iter().zip(&turned.pool.players) {
            prop_assert!(near(one.elo, -other.elo) && near(one.error, other.error), "{one:?} {other:?}");
        }

        // So does renaming the players with them.
        let renamed: Vec<TwoSeatGame> = games
            .iter()
            .map(|game| TwoSeatGame { first: players - 1 - game.first, second: players - 1 - game.second, ..*game })
            .collect();
        let renamed = bradley_terry::fit(players, &renamed, options).expect("ratings");
        prop_assert_eq!(renamed.pool.prior, ratings.pool.prior);
        for (one, other) in ratings.pool.players.iter().zip(renamed.pool.players.iter().rev()) {
            prop_assert!(near(one.elo, other.elo) && near(one.error, other.error), "{one:?} {other:?}");
        }
    }

    #[test]
    fn huge_pools_of_counts_stay_finite(counts in [wdl(), wdl(), wdl()], options in options()) {
        let pairs = [(0, 1), (1, 2), (2, 0)].into_iter().zip(counts);
        let pairs: Vec<_> = pairs
            .map(|((first, second), counts)| bradley_terry::PairCounts { first, second, counts })
            .collect();
        assert_sane(&bradley_terry::fit_counts(3, &pairs, options).expect("ratings"));
    }

    #[test]
    fn no_prior_where_every_result_occurred(counts in prop::array::uniform9(0..10_000u64), options in options()) {
        let pairs = [(0, 1), (1, 2), (2, 0)].into_iter().zip(counts.chunks(3));
        let pairs: Vec<_> = pairs
            .map(|((first, second), counts)| bradley_terry::PairCounts {
                first,
                second,
                counts: Wdl::new(counts[0] + 1, counts[1] + 1, counts[2] + 1),
            })
            .collect();
        let ratings = bradley_terry::fit_counts(3, &pairs, options).expect("ratings");
        prop_assert!(!ratings.pool.prior.any(), "{ratings:?}");
    }

    #[test]
    fn a_prior_exactly_where_a_group_lost_nothing_to_the_rest(games in prop::collection::vec(game(4), 0..20)) {
        let options = Options { draws: DrawModel::HalfWin, advantage: false };
        let ratings = bradley_terry::fit(4, &games, options).expect("ratings");
        let dominant = |group: usize| {
            let inside = |player: usize| group >> player & 1 == 1;
            games.iter().all(|game| match (inside(game.first), inside(game.second)) {
                (true, false) => game.score == Score::Win,
                (false, true) => game.score == Score::Loss,
                _ => true,
            })
        };
        prop_assert_eq!(ratings.pool.prior.ratings, (1..15).any(dominant));
    }
}

//! Figures of published programs on the results below `tests/data`.

use hoppity_stats::bradley_terry::{self, DrawModel, Options, PairCounts, TwoSeatRatings};
use hoppity_stats::plackett_luce::{self, TableGame};
use hoppity_stats::{EloEstimate, Model, Pentanomial, Sprt, SprtState, Wdl, elo, normal, wilson};

/// The rows of a data file, split at tabs.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

fn numbers<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> Vec<T> {
    text.split(' ').map(|part| part.parse().expect("a number")).collect()
}

#[track_caller]
fn close(what: &str, got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{what}: got {got}, want {want}");
}

const ELO: &str = include_str!("../data/elo.tsv");

enum Counts {
    Games(Wdl),
    Pairs(Pentanomial),
}

impl Counts {
    fn parse(text: &str) -> Self {
        match numbers(text)[..] {
            [wins, draws, losses] => Self::Games(Wdl::new(wins, draws, losses)),
            [ll, ld, even, wd, ww] => Self::Pairs(Pentanomial::new([ll, ld, even, wd, ww])),
            _ => panic!("three or five counts"),
        }
    }

    fn elo(&self) -> EloEstimate {
        match self {
            Self::Games(counts) => elo::from_wdl(*counts),
            Self::Pairs(counts) => elo::from_pentanomial(*counts),
        }
    }

    fn sprt(&self, test: &Sprt) -> SprtState {
        match self {
            Self::Games(counts) => test.wdl(*counts),
            Self::Pairs(counts) => test.pentanomial(*counts),
        }
        .expect("a ratio")
    }
}

#[test]
fn elo_of_fishtest_and_normalised_elo_of_fastchess() {
    let mut count = 0;
    for row in rows(ELO) {
        let [kind, id, counts, want_elo, error, los, nelo, nelo_error] = row[..] else { panic!("{row:?}") };
        let name = format!("{kind} {id}");
        let got = Counts::parse(counts).elo();
        close(&name, got.elo, number(want_elo), 1e-3);
        close(&name, got.elo_error, number(error), 1e-3);
        close(&name, got.los, number(los), 1e-3);
        if nelo != "-" {
            close(&name, got.nelo, number(nelo), 1e-3);
            close(&name, got.nelo_error, number(nelo_error), 1e-3);
        }
        count += 1;
    }
    assert_eq!(count, 17);
}

#[test]
fn log_likelihood_ratios_of_fishtest_and_fastchess() {
    let counts: Vec<(String, Counts)> =
        rows(ELO).map(|row| (format!("{} {}", row[0], row[1]), Counts::parse(row[2]))).collect();
    let mut count = 0;
    for row in rows(include_str!("../data/sprt.tsv")) {
        let [kind, id, model, elo0, elo1, alpha, beta, fishtest, fastchess, verdict] = row[..] else {
            panic!("{row:?}")
        };
        let name = format!("{kind} {id}");
        let (_, results) = counts.iter().find(|results| results.0 == name).expect("results of the row");
        let model = if model == "normalized" { Model::Normalized } else { Model::Logistic };
        let test = Sprt::new(number(elo0), number(elo1), number(alpha), number(beta), model).expect("a test");
        let got = results.sprt(&test);
        for want in [number(fishtest), number(fastchess)] {
            close(&format!("{row:?}"), got.llr, want, 0.005 * want.abs().max(1.0));
        }
        assert_eq!(got.verdict.as_str(), verdict, "{row:?}");
        count += 1;
    }
    assert_eq!(count, 272);
}

fn pool(draws: DrawModel) -> TwoSeatRatings {
    let pairs: Vec<PairCounts> = rows(include_str!("../data/pool_games.tsv"))
        .map(|row| PairCounts {
            first: row[0].parse().expect("a player"),
            second: row[1].parse().expect("a player"),
            counts: Wdl::new(
                row[2].parse().expect("wins"),
                row[3].parse().expect("draws"),
                row[4].parse().expect("losses"),
            ),
        })
        .collect();
    let ratings = bradley_terry::fit_counts(6, &pairs, Options { draws, advantage: true }).expect("ratings");
    assert!(!ratings.pool.prior.any());
    ratings
}

#[test]
fn bradley_terry_with_draws_as_half_wins() {
    let ratings = pool(DrawModel::HalfWin);
    for (row, player) in rows(include_str!("../data/pool_ratings.tsv")).zip(&ratings.pool.players) {
        close("elo", player.elo, number(row[1]), 1e-3);
        close("error", player.error, number(row[2]), 1e-3);
        assert_eq!(player.games, 70);
    }
    let advantage = ratings.advantage.expect("an advantage");
    close("advantage", advantage.value, 4.646_629_963_772_15, 1e-3);
    close("advantage error", advantage.error, 55.690_558_854_255_54, 1e-3);
    assert_eq!(ratings.pool.players[0].points, 51.0);
    assert!(ratings.draws.is_none());
}

#[test]
fn bradley_terry_with_davidson_draws() {
    let ratings = pool(DrawModel::Davidson);
    // The published point stops short of the maximum: its log-likelihood is 4.6e-9 lower, and it is up to 0.0042 Elo away
    // (several optimisers of scipy stop 0.002 to 0.004 Elo away, too). An independent Newton iteration, whose figures
    // stand below, agrees with ours to 1e-13. Hence 5e-3 here, where the other ratings are compared to 1e-3.
    for (row, player) in rows(include_str!("../data/pool_ratings.tsv")).zip(&ratings.pool.players) {
        close("elo", player.elo, number(row[3]), 5e-3);
        close("error", player.error, number(row[4]), 2e-3);
    }
    close("advantage", ratings.advantage.expect("an advantage").value, 5.627_946_245_947_957, 1e-3);
    // Newton's method on the written-out gradient, elsewhere: the gradient there is 1e-15.
    close("elo", ratings.pool.players[0].elo, 199.259_950_133_5, 1e-9);
    close("elo", ratings.pool.players[5].elo, -299.485_582_251_783, 1e-9);
    let draws = ratings.draws.expect("a draw parameter");
    close("nu", draws.nu.value, 0.364_866_681_699_376_2, 1e-5);
    close("draw rate", draws.rate.value, 0.364_866_681_7 / 2.364_866_681_7, 1e-5);
    close("log-likelihood", ratings.pool.log_likelihood, -167.163_302_346_286_97, 1e-7);
    assert!(ratings.pool.log_likelihood > -167.163_302_346_286_97);
    // Ordo's simulated likelihoods of superiority for neighbours in the list: 61.4, 86.4, 97.9, 97.9 and 96.9 %.
    for (better, want) in [0.614, 0.864, 0.979, 0.979, 0.969].into_iter().enumerate() {
        let got = ratings.pool.likelihood_above(better, better + 1).expect("players of the pool");
        close("likelihood of superiority", got, want, 0.03);
    }
}

#[test]
fn plackett_luce_of_tables_of_four() {
    let games: Vec<TableGame> = rows(include_str!("../data/tables.tsv"))
        .map(|row| {
            let (seats, order) = (numbers::<usize>(row[0]), numbers::<usize>(row[1]));
            let rank = |player| order.iter().position(|&other| other == player).expect("a rank") as u32;
            let seats: Vec<(usize, u32)> = seats.iter().map(|&player| (player, rank(player))).collect();
            TableGame::singles(&seats)
        })
        .collect();
    assert_eq!(games.len(), 60);
    let ratings = plackett_luce::fit(6, &games, plackett_luce::Options::default()).expect("ratings").pool;
    for (row, player) in rows(include_str!("../data/table_ratings.tsv")).zip(&ratings.players) {
        close("elo", player.elo, number(row[1]), 1e-3);
        close("error", player.error, number(row[2]), 1e-3);
        assert_eq!(player.games, 40);
    }
    close("log-likelihood", ratings.log_likelihood, -170.296_702_556_143_4, 1e-6);
    assert!(!ratings.prior.any());
}

#[test]
fn normal_distribution() {
    // Quantiles from the tables of Abramowitz and Stegun (26.5) and of R's qnorm.
    for (p, x) in [
        (0.975, normal::Z95),
        (0.95, 1.644_853_626_951_472_2),
        (0.5, 0.0),
        (0.3, -0.524_400_512_708_040_9),
        (1e-3, -3.090_232_306_167_813_5),
        (1e-10, -6.361_340_902_404_056),
    ] {
        close("quantile", normal::quantile(p).expect("inside"), x, 1e-12);
        close("cdf", normal::cdf(x), p, 1e-15);
    }
    for outside in [0.0, 1.0, -0.1, f64::NAN, f64::INFINITY] {
        assert_eq!(normal::quantile(outside), None);
    }
    assert!(normal::quantile(f64::from_bits(1)).expect("inside").is_finite());
}

#[test]
fn wilson_intervals() {
    // Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    for (r, n, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let interval = wilson::interval(Wdl::new(r, 0, n - r));
        close("low", interval.low, low, 5e-5);
        close("high", interval.high, high, 5e-5);
    }
    let (narrow, wide) = (wilson::interval(Wdl::new(3, 4, 3)), wilson::interval_at(Wdl::new(3, 4, 3), 0.99));
    assert!(wide.is_some_and(|wide| wide.low < narrow.low && wide.high > narrow.high));
    for level in [0.0, 1.0, -0.5, f64::NAN] {
        assert_eq!(wilson::interval_at(Wdl::new(3, 4, 3), level), None);
    }
}

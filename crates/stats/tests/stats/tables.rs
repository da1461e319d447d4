//! Plackett-Luce beyond strict orders: ties, seats, teams, and results that leave something undecided.

use hoppity_stats::bradley_terry::{self, DrawModel, TwoSeatGame};
use hoppity_stats::plackett_luce::{self, Entrant, Member, Options, TableGame, TableRatings};
use hoppity_stats::{RatingError, Score};
use proptest::prelude::*;

fn rate(players: usize, games: &[TableGame], seats: bool) -> TableRatings {
    let ratings = plackett_luce::fit(players, games, Options { seats }).expect("ratings");
    assert_sane(&ratings);
    ratings
}

fn assert_sane(ratings: &TableRatings) {
    let pool = &ratings.pool;
    let count = pool.players.len();
    let mean = pool.players.iter().map(|player| player.elo).sum::<f64>() / count.max(1) as f64;
    assert!(mean.abs() < 1e-6 && pool.log_likelihood.is_finite() && pool.log_likelihood <= 0.0);
    for (a, player) in pool.players.iter().enumerate() {
        assert!(player.low.is_finite() && player.high.is_finite(), "{player:?}");
        assert!(count == 1 || player.low < player.elo && player.elo < player.high, "{player:?}");
        for b in 0..count {
            let above = pool.likelihood_above(a, b).expect("players of the pool");
            assert!(above > 0.0 && above < 1.0, "{above}");
        }
    }
    let seats = ratings.seats.iter().flatten();
    assert!(seats.clone().all(|seat| seat.low.is_finite() && seat.high.is_finite()));
    assert!(seats.map(|seat| seat.value).sum::<f64>().abs() < 1e-6);
}

/// A team game: the members of each team, best team first; seats in the order of mention.
fn teams(order: &[&[usize]]) -> TableGame {
    let mut seat = 0;
    let mut member = |&player: &usize| {
        seat += 1;
        Member { player, seat: seat - 1 }
    };
    let entrants = order
        .iter()
        .zip(0..)
        .map(|(team, rank)| Entrant { members: team.iter().map(&mut member).collect(), rank })
        .collect();
    TableGame { entrants }
}

#[test]
fn tables_of_two_are_bradley_terry_with_half_wins() {
    let results = [
        (0, 1, Score::Win),
        (1, 0, Score::Win),
        (1, 2, Score::Draw),
        (2, 0, Score::Loss),
        (2, 1, Score::Win),
        (0, 2, Score::Draw),
        (0, 1, Score::Loss),
    ];
    let games: Vec<_> =
        results.iter().map(|&(first, second, score)| TwoSeatGame { first, second, score }).collect();
    let tables: Vec<_> = results
        .iter()
        .map(|&(first, second, score)| {
            let ranks = match score {
                Score::Win => (0, 1),
                Score::Draw => (0, 0),
                Score::Loss => (1, 0),
            };
            TableGame::singles(&[(first, ranks.0), (second, ranks.1)])
        })
        .collect();
    for advantage in [false, true] {
        let options = bradley_terry::Options { draws: DrawModel::HalfWin, advantage };
        let want = bradley_terry::fit(3, &games, options).expect("ratings");
        let got = rate(3, &tables, advantage);
        for (got, want) in got.pool.players.iter().zip(&want.pool.players) {
            assert!((got.elo - want.elo).abs() < 1e-9 && (got.error - want.error).abs() < 1e-9);
            assert_eq!((got.games, got.points), (want.games, want.points));
        }
        assert!((got.pool.log_likelihood - want.pool.log_likelihood).abs() < 1e-9);
        if let (Some(seats), Some(advantage)) = (got.seats, want.advantage) {
            assert!((seats[0].value - seats[1].value - advantage.value).abs() < 1e-9);
            assert!((2.0 * seats[0].error - advantage.error).abs() < 1e-9);
        }
    }
}

#[test]
fn a_tie_is_every_order_equally_often() {
    // Six orders of three, or one tie of three six times, are the same results.
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let upset = TableGame::singles(&[(0, 0), (1, 1), (2, 2), (3, 3)]);
    let turned = TableGame::singles(&[(3, 0), (2, 2), (0, 1), (1, 3)]);
    let fixed = [upset, turned];
    let with =
        |extra: Vec<TableGame>| rate(4, &fixed.iter().cloned().chain(extra).collect::<Vec<_>>(), false);
    let ordered = orders.map(|[a, b, c]| TableGame::singles(&[(0, a), (1, b), (2, c), (3, 3)]));
    let tied = vec![TableGame::singles(&[(0, 1), (1, 1), (2, 1), (3, 7)]); 6];
    let (one, other) = (with(ordered.to_vec()).pool, with(tied).pool);
    for (one, other) in one.players.iter().zip(&other.players) {
        assert!((one.elo - other.elo).abs() < 1e-6 && (one.error - other.error).abs() < 1e-6);
        assert!((one.points - other.points).abs() < 1e-9);
    }
    // All tied: all equal, and the points are shared.
    let level = rate(3, &[TableGame::singles(&[(0, 0), (1, 0), (2, 0)])], true);
    assert!(!level.pool.prior.ratings);
    assert!(level.pool.players.iter().all(|player| player.elo.abs() < 1e-9 && player.points == 0.5));
}

#[test]
fn one_who_always_comes_last_is_finite_and_marked() {
    let games: Vec<_> = (0..12)
        .map(|i| TableGame::singles(&[(i % 3, 0), ((i + 1) % 3, 1), ((i + 2) % 3, 2), (3, 3)]))
        .collect();
    let ratings = rate(4, &games, false).pool;
    assert!(ratings.prior.ratings);
    let gap = ratings.difference(0, 3).expect("players");
    assert!(gap.value > 300.0 && gap.value < 1500.0 && gap.error > 300.0, "{gap:?}");
    assert_eq!(ratings.players[3].points, 0.0);
}

#[test]
fn strangers_solo_tables_and_empty_pools() {
    assert!(rate(0, &[], true).pool.players.is_empty());
    assert_eq!(rate(1, &[TableGame::singles(&[(0, 0)])], true).pool.players[0].points, 0.5);
    let ratings = rate(4, &[TableGame::singles(&[(0, 0), (1, 1), (2, 2)])], true);
    assert!(ratings.pool.prior.ratings && ratings.pool.prior.seats);
    assert!(ratings.pool.players[3].error > 300.0);
}

#[test]
fn seat_effects_are_told_from_strength() {
    // Equal players; the first seat wins twice as often as either of the others.
    let mut games = Vec::new();
    for shift in 0..3 {
        for winner in [0, 0, 1, 2] {
            let seats: Vec<(usize, u32)> =
                (0..3).map(|seat| ((seat + shift) % 3, u32::from(seat != winner))).collect();
            games.push(TableGame::singles(&seats));
        }
    }
    let ratings = rate(3, &games, true);
    assert!(!ratings.pool.prior.any());
    assert!(ratings.pool.players.iter().all(|player| player.elo.abs() < 1e-6));
    let seats = ratings.seats.expect("seat effects");
    assert!(seats[0].value > 50.0 && (seats[1].value - seats[2].value).abs() < 1e-6);
}

#[test]
fn teams_are_as_strong_as_their_members_on_average() {
    let mixed = [
        teams(&[&[0, 1], &[2, 3]]),
        teams(&[&[0, 2], &[1, 3]]),
        teams(&[&[0, 3], &[1, 2]]),
        teams(&[&[1, 2], &[0, 3]]),
        teams(&[&[2, 3], &[0, 1]]),
        teams(&[&[1, 3], &[0, 2]]),
        teams(&[&[0, 1], &[2, 3]]),
    ];
    let ratings = rate(4, &mixed, false).pool;
    assert!(!ratings.prior.any());
    assert!(ratings.players[0].elo > ratings.players[3].elo + 50.0);
    // A team of two copies plays at the strength of one.
    let copies: Vec<_> = [[0, 1], [0, 1], [1, 0]].map(|[a, b]| teams(&[&[a, a], &[b, b]])).to_vec();
    let alone: Vec<_> = [[0, 1], [0, 1], [1, 0]].map(|[a, b]| teams(&[&[a], &[b]])).to_vec();
    let (one, other) = (rate(2, &copies, false).pool, rate(2, &alone, false).pool);
    assert!((one.players[0].elo - other.players[0].elo).abs() < 1e-9);
    // Partners who never part cannot be told from each other.
    let partners = [teams(&[&[0, 1], &[2, 3]]), teams(&[&[2, 3], &[0, 1]])];
    let ratings = rate(4, &partners, false).pool;
    assert!(ratings.prior.ratings && ratings.difference(0, 1).is_some_and(|gap| gap.error > 300.0));
}

#[test]
fn impossible_tables_are_refused() {
    let refused = |game: TableGame| plackett_luce::fit(3, &[game], Options::default()).unwrap_err();
    let unknown = refused(TableGame::singles(&[(0, 0), (3, 1)]));
    assert_eq!(unknown, RatingError::NoSuchPlayer { game: 0, player: 3, players: 3 });
    let crowd = refused(TableGame::singles(&[(0, 0); 13]));
    assert_eq!(crowd, RatingError::TooManyEntrants { game: 0, entrants: 13, most: 12 });
    let nobody = refused(TableGame { entrants: vec![Entrant { members: vec![], rank: 0 }] });
    assert_eq!(nobody, RatingError::EmptyTeam { game: 0, entrant: 0 });
    let members = vec![Member { player: 0, seat: 64 }];
    let far = refused(TableGame { entrants: vec![Entrant { members, rank: 0 }] });
    assert_eq!(far, RatingError::NoSuchSeat { game: 0, seat: 64, most: 64 });
    let rating = plackett_luce::fit(2000, &[], Options::default());
    assert_eq!(rating, Err(RatingError::TooManyPlayers(2000)));
}

fn table() -> impl Strategy<Value = TableGame> {
    let entrant = (prop::collection::vec((0..5usize, 0..4usize), 1..3), 0..4u32);
    prop::collection::vec(entrant, 0..5).prop_map(|entrants| TableGame {
        entrants: entrants
            .into_iter()
            .map(|(members, rank)| Entrant {
                members: members.into_iter().map(|(player, seat)| Member { player, seat }).collect(),
                rank,
            })
            .collect(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pools_are_sane_whatever_happened(games in prop::collection::vec(table(), 0..20), seats in any::<bool>()) {
        rate(5, &games, seats);
    }

    #[test]
    fn single_tables_are_sane_whatever_happened(seats in any::<bool>(),
            games in prop::collection::vec(prop::collection::vec((0..5usize, 0..4u32), 0..5), 0..20)) {
        let games: Vec<TableGame> = games.iter().map(|game| TableGame::singles(game)).collect();
        let ratings = rate(5, &games, seats);
        // Renaming the players renames the ratings.
        let rename = |game: &TableGame| {
            let mut game = game.clone();
            for member in game.entrants.iter_mut().flat_map(|entrant| &mut entrant.members) {
                member.player = 4 - member.player;
            }
            game
        };
        let renamed = rate(5, &games.iter().map(rename).collect::<Vec<_>>(), seats);
        prop_assert_eq!(renamed.pool.prior, ratings.pool.prior);
        for (one, other) in ratings.pool.players.iter().zip(renamed.pool.players.iter().rev()) {
            let scale = one.elo.abs().max(one.error).max(1.0);
            prop_assert!((one.elo - other.elo).abs() < 1e-6 * scale, "{one:?} {other:?}");
            prop_assert!((one.error - other.error).abs() < 1e-6 * scale, "{one:?} {other:?}");
        }
    }
}

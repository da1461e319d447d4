//! Uniformly random games: how they are won and how long they last, against published figures.
use super::with_size;
use crate::heavy;
use hoppity_rules::games::havannah::{BRIDGE, FORK, ForCapacity, Havannah, RING};
use hoppity_rules::random::stream;
use hoppity_rules::{Game, Seat};

/// A figure with half a unit of its last digit.
type Figure = (f64, f64);

struct Published {
    size: usize,
    /// Shares of all games, of which those won by several structures count for the first of these.
    fork: Figure,
    bridge: Figure,
    ring: Figure,
    length: Figure,
    first_player: Figure,
}

const fn published(size: usize, [fork, bridge, ring, length, first_player]: [Figure; 5]) -> Published {
    Published { size, fork, bridge, ring, length, first_player }
}

const PUBLISHED: [Published; 5] = [
    published(4, [(0.4405, 5e-5), (0.500, 5e-4), (0.059, 5e-4), (27.95, 5e-3), (0.553, 5e-4)]),
    published(5, [(0.512, 5e-4), (0.294, 5e-4), (0.193, 5e-4), (46.54, 5e-3), (0.537, 5e-4)]),
    published(6, [(0.456, 5e-4), (0.168, 5e-4), (0.376, 5e-4), (68.65, 5e-3), (0.526, 5e-4)]),
    published(8, [(0.2305, 5e-5), (0.0486, 5e-5), (0.721, 5e-4), (120.5, 5e-2), (0.515, 5e-4)]),
    published(10, [(0.0784, 5e-5), (0.0118, 5e-5), (0.910, 5e-4), (179.8, 5e-2), (0.509, 5e-4)]),
];

#[test]
fn random_games_are_as_published() {
    for published in &PUBLISHED {
        let games = if heavy() { 1_000_000 } else { 200_000 / published.size as u64 };
        let found = with_size(published.size, Play(games));
        let size = published.size;
        let compare = |what: &str, samples: Samples, (right, rounding): Figure| {
            let (mean, error) = samples.mean_and_error();
            assert!(
                (mean - right).abs() <= 4.0 * error + rounding,
                "size {size}, {what}: {mean} ± {error}, published {right}"
            );
        };
        let share = |count: u64| Samples { count: games, sum: count as f64, squares: count as f64 };
        compare("fork", share(found.fork), published.fork);
        compare("bridge", share(found.bridge), published.bridge);
        compare("ring", share(found.ring), published.ring);
        compare("first player", share(found.first_player), published.first_player);
        compare("length", found.length, published.length);
    }
}

#[derive(Clone, Copy, Default)]
struct Samples {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Samples {
    fn mean_and_error(&self) -> (f64, f64) {
        let n = self.count as f64;
        let mean = self.sum / n;
        (mean, ((self.squares / n - mean * mean) / n).sqrt())
    }
}

#[derive(Default)]
struct Found {
    fork: u64,
    bridge: u64,
    ring: u64,
    first_player: u64,
    length: Samples,
}

struct Play(u64);

impl ForCapacity for Play {
    type Output = Found;

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> Found {
        let mut rng = stream(13, &[game.size() as u64]);
        let mut found = Found::default();
        for _ in 0..self.0 {
            let mut plies = 0.0;
            let count = |_: Seat, _| plies += 1.0;
            let end = game.playout(&mut game.initial(), &mut rng, u32::MAX, |_, _, _| None, count);
            let outcome = end.expect("every game ends");
            let has = |structure| outcome.reasons().contains(structure);
            match () {
                () if has(FORK) => found.fork += 1,
                () if has(BRIDGE) => found.bridge += 1,
                () if has(RING) => found.ring += 1,
                () => {}
            }
            found.first_player += u64::from(outcome.winner().is_some_and(|team| team.index() == 0));
            let length = &mut found.length;
            *length = Samples {
                count: length.count + 1,
                sum: length.sum + plies,
                squares: length.squares + plies * plies,
            };
        }
        found
    }
}

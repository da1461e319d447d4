//! Which games a tournament has, and in which order.
//!
//! Games go round by round: for each opening, for each pairing, for each rotation of the seats. So every pairing is met
//! early, an interrupted tournament is still balanced, and the games of one opening stand together.
use crate::openings::Openers;
use crate::{Config, Opening, Openings};
use hoppity_rules::random::derive;

/// The most games a tournament may have.
pub(crate) const MAX_GAMES: u64 = 10_000_000;

/// All games of a tournament; a function of its config.
#[derive(Clone, Debug)]
pub struct Schedule {
    seed: u64,
    seats: usize,
    pairings: Vec<Vec<usize>>,
    /// The cyclic orders in which agents may sit around the table.
    orders: Vec<Vec<usize>>,
    rounds: u64,
    openings: Vec<Opening>,
}

/// A game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its index.
    pub game: u64,
    /// Which set of agents meets.
    pub pairing: u64,
    /// Which opening is played.
    pub opening: u64,
    /// The agents by seat.
    pub seats: Vec<usize>,
    /// What the random streams of the game come from: `derive(seed, [pairing, number of the game within its pairing])`.
    pub seed: u64,
}

impl Schedule {
    pub(crate) fn new(config: &Config) -> Schedule {
        let seats = config.seats();
        let rounds = config.games_per_pairing() / seats as u64;
        let openings = match config.openings() {
            Openings::None => vec![Opening::default()],
            Openings::Random { plies } => {
                Openers::new(&**config.game(), config.seed(), *plies).take(rounds as usize).collect()
            }
            Openings::List(list) => list.iter().take(rounds as usize).cloned().collect(),
        };
        Schedule {
            seed: config.seed(),
            seats,
            pairings: subsets(config.agents().len(), seats),
            orders: cyclic_orders(seats),
            rounds,
            openings,
        }
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.rounds * self.pairings.len() as u64 * self.seats as u64
    }

    /// Never: a config with no game is refused.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The agents of each pairing.
    pub fn pairings(&self) -> &[Vec<usize>] {
        &self.pairings
    }

    /// How many openings are played by each pairing.
    pub fn openings(&self) -> u64 {
        self.rounds
    }

    /// How many openings there are to play: those that could be found, or were given. Beyond, they are repeated in order.
    pub fn distinct_openings(&self) -> u64 {
        self.openings.len() as u64
    }

    /// The game with this index, `None` beyond the last.
    ///
    /// An opening is played in every rotation of the agents around the table, so that each agent meets each seat equally
    /// often. With more than two seats successive openings go through the cyclic orders, each followed by its reverse:
    /// after two openings everyone has sat before and behind everyone else equally often, and after (n-1)! openings every
    /// permutation has occurred.
    pub fn slot(&self, game: u64) -> Option<Slot> {
        if game >= self.len() {
            return None;
        }
        let seats = self.seats as u64;
        let rotation = (game % seats) as usize;
        let pairing = game / seats % self.pairings.len() as u64;
        let opening = game / seats / self.pairings.len() as u64;
        let order = &self.orders[(opening % self.orders.len() as u64) as usize];
        let agents = &self.pairings[pairing as usize];
        let at = |seat: usize| agents[order[(seat + self.seats - rotation) % self.seats]];
        Some(Slot {
            game,
            pairing,
            opening,
            seats: (0..self.seats).map(at).collect(),
            seed: derive(self.seed, &[pairing, opening * seats + rotation as u64]),
        })
    }

    /// The opening with this number.
    pub fn opening(&self, opening: u64) -> &Opening {
        &self.openings[(opening % self.openings.len() as u64) as usize]
    }
}

/// How many sets of `size` there are among `of`; `None` where that is beyond counting.
pub(crate) fn combinations(of: usize, size: usize) -> Option<u64> {
    let step = |count: u64, i: usize| Some(count.checked_mul((of - i) as u64)? / (i as u64 + 1));
    (0..size).try_fold(1, step)
}

/// All sets of `size` of the numbers below `of`, in order.
fn subsets(of: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut set: Vec<usize> = (0..size).collect();
    loop {
        all.push(set.clone());
        // The last member that can still go up does so, and those after it follow as closely as they can.
        let Some(i) = (0..size).rev().find(|&i| set[i] + size < of + i) else { return all };
        set[i] += 1;
        for j in i + 1..size {
            set[j] = set[j - 1] + 1;
        }
    }
}

/// The (n-1)! orders around a table, each (but for n = 2, where it is the same) followed by its reverse.
fn cyclic_orders(seats: usize) -> Vec<Vec<usize>> {
    let mut rest: Vec<usize> = (1..seats).collect();
    let mut orders = Vec::new();
    loop {
        // Of an order and its reverse the one that comes first brings the other.
        if rest.first() <= rest.last() {
            let around = |rest: &[usize]| std::iter::once(0).chain(rest.iter().copied()).collect::<Vec<_>>();
            orders.push(around(&rest));
            if seats > 2 {
                rest.reverse();
                orders.push(around(&rest));
                rest.reverse();
            }
        }
        if !next_permutation(&mut rest) {
            return orders;
        }
    }
}

/// The next permutation in lexicographic order; `false` after the last.
fn next_permutation(items: &mut [usize]) -> bool {
    let Some(i) = (1..items.len()).rev().find(|&i| items[i - 1] < items[i]) else { return false };
    let j = (i..items.len()).rev().find(|&j| items[j] > items[i - 1]).unwrap_or(i);
    items.swap(i - 1, j);
    items[i..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_order_and_are_counted() {
        assert_eq!(subsets(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        for (of, size) in [(2, 2), (5, 3), (6, 4), (7, 1)] {
            assert_eq!(combinations(of, size), Some(subsets(of, size).len() as u64));
        }
        assert_eq!(combinations(100_000_000, 6), None);
    }

    #[test]
    fn cyclic_orders_are_all_there_and_paired_with_their_reverse() {
        assert_eq!(cyclic_orders(2), [[0, 1]]);
        assert_eq!(cyclic_orders(3), [[0, 1, 2], [0, 2, 1]]);
        for (seats, count) in [(4, 6), (5, 24), (6, 120)] {
            let orders = cyclic_orders(seats);
            let mut distinct = orders.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!((orders.len(), distinct.len()), (count, count));
            for pair in orders.chunks(2) {
                let mut reverse = pair[1].clone();
                reverse[1..].reverse();
                assert_eq!(pair[0], reverse);
            }
        }
    }
}

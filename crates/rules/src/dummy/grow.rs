//! Random trees.
use super::read::MAX_NESTING;
use super::tree::{Kind, Tree};
use crate::Seat;
use crate::random::{IndexedRandom, Random, RngExt};
use std::ops::RangeInclusive;

/// What random trees look like. Chances are from 0 to 1.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Seats, 1 to 6.
    pub seats: usize,
    /// The team of each seat; empty where each is its own.
    pub teams: Vec<usize>,
    /// The most plies from the root to a leaf, cycles apart; at least 1.
    pub depth: usize,
    /// Children of a node; at least 1.
    pub branching: RangeInclusive<usize>,
    /// What leaves pay each team and nodes look worth to it.
    pub payoffs: RangeInclusive<i32>,
    /// The chance that a node below the root is a leaf before the depth is used up.
    pub early: f64,
    /// The chance that a seat drawn at random moves, not the next in the round.
    pub out_of_turn: f64,
    /// The chance that a child is a node that is there already, further from the root: a transposition, often by a path
    /// of another length.
    pub shared: f64,
    /// The chance that a child is a node on the way from the root: a cycle.
    pub back: f64,
    /// The chance that a leaf rests on a counter.
    pub by_counter: f64,
}

impl Shape {
    /// A plain tree: seats in turn, up to three children, no surprises.
    pub fn plain(seats: usize, depth: usize) -> Shape {
        Shape {
            seats,
            teams: Vec::new(),
            depth,
            branching: 1..=3,
            payoffs: 0..=9,
            early: 0.1,
            out_of_turn: 0.0,
            shared: 0.0,
            back: 0.0,
            by_counter: 0.0,
        }
    }

    /// Transpositions, seats out of turn and leaves that rest on counters, but no cycles.
    pub fn wild(seats: usize, depth: usize) -> Shape {
        Shape { out_of_turn: 0.3, shared: 0.2, by_counter: 0.1, ..Shape::plain(seats, depth) }
    }

    /// The team of each seat.
    pub(super) fn team_of_seat(&self) -> Vec<usize> {
        if self.teams.is_empty() { (0..self.seats).collect() } else { self.teams.clone() }
    }
}

pub(super) fn tree(shape: &Shape, rng: &mut Random) -> Tree {
    assert!((1..=MAX_NESTING).contains(&shape.depth), "depth 1 to {MAX_NESTING}");
    assert!(*shape.branching.start() >= 1, "every node needs a child");
    let mut grower = Grower {
        shape,
        teams: shape.team_of_seat(),
        rng,
        kinds: Vec::new(),
        levels: Vec::new(),
        path: Vec::new(),
    };
    grower.node(Seat::A);
    Tree::new(shape.seats, grower.kinds)
}

struct Grower<'a> {
    shape: &'a Shape,
    teams: Vec<usize>,
    rng: &'a mut Random,
    kinds: Vec<Kind>,
    /// The distance from the root at which each node was made.
    levels: Vec<usize>,
    /// The nodes from the root to the one being made.
    path: Vec<usize>,
}

impl Grower<'_> {
    /// Makes a node below those of the path, and all below it.
    fn node(&mut self, turn: Seat) -> usize {
        let (number, level) = (self.kinds.len(), self.path.len());
        self.levels.push(level);
        let leaf = level == self.shape.depth || level > 0 && self.rng.random_bool(self.shape.early);
        let values = self.values();
        if leaf {
            let by_counter = self.rng.random_bool(self.shape.by_counter);
            self.kinds.push(Kind::Leaf { payoffs: values, by_counter });
            return number;
        }
        let out_of_turn = self.rng.random_bool(self.shape.out_of_turn);
        let seat = if out_of_turn { Seat::new(self.rng.random_range(0..self.shape.seats)) } else { turn };
        self.kinds.push(Kind::Inner { seat, values: Some(values), children: Vec::new() });
        self.path.push(number);
        let count = self.rng.random_range(self.shape.branching.clone());
        let grown: Vec<usize> = (0..count).map(|_| self.child(level, seat.next(self.shape.seats))).collect();
        self.path.pop();
        if let Kind::Inner { children, .. } = &mut self.kinds[number] {
            *children = grown;
        }
        number
    }

    fn child(&mut self, level: usize, turn: Seat) -> usize {
        if self.rng.random_bool(self.shape.back) {
            return self.path.choose(self.rng).copied().unwrap_or(0);
        }
        if self.rng.random_bool(self.shape.shared) {
            // Only ever further from the root, so that sharing makes no cycle.
            let deeper: Vec<usize> =
                (0..self.kinds.len()).filter(|&node| self.levels[node] > level).collect();
            if let Some(&node) = deeper.choose(self.rng) {
                return node;
            }
        }
        self.node(turn)
    }

    fn values(&mut self) -> Box<[i32]> {
        let count = 1 + self.teams.iter().max().copied().unwrap_or(0);
        let by_team: Vec<i32> =
            (0..count).map(|_| self.rng.random_range(self.shape.payoffs.clone())).collect();
        self.teams.iter().map(|&team| by_team[team]).collect()
    }
}

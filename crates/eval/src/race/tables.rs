//! What race evaluations look up: the weights of all features that only ask where single men stand, added up by cell, and
//! the geometry that the others need.
use super::features::{FEATURES, id};
use super::forward::distances;
use super::lattice::Lattice;
use super::{Cells, Race, bits, cells, count, has, set};
use hoppity_rules::Seat;

/// Of a distance of 1 at a weight of 1. A power of two, so that whole weights lose nothing.
const UNIT: i32 = 16;

/// What a heuristic's values may sum to.
const MOST_SUM: f64 = (1 << 24) as f64;

/// The furthest that [`steps`] and distances count.
const FAR: u8 = u8::MAX;

#[derive(Debug)]
pub(super) struct Tables {
    /// What a weight of 1 is in values.
    pub unit: i32,
    pub seats: Vec<SeatTables>,
    pub lattice: Lattice,
    pub anyone_fills: bool,
    /// In values: parity, cohesion, jump, threat, blocked, squat, shut, locked, detour, tempo.
    pub scaled: [i32; FEATURES.len()],
    /// Whether hops have to be looked at.
    pub looks_at_hops: bool,
    /// Added to what a seat has to go, so that it is never negative, and half of what that is at most.
    pub middle: i32,
}

#[derive(Debug)]
pub(super) struct SeatTables {
    /// By cell, the weighted sum of the features of a man there, in values.
    pub placed: Box<[i32; 256]>,
    /// By cell, how far it is to the tip of the goal, and one more outside the goal.
    pub distance: Box<[u8; 256]>,
    pub goal: Cells,
    /// How many cells of the goal lie in each parity class.
    pub goal_classes: [i8; 4],
    /// For each goal cell, how many steps it is away by cell.
    pub steps_to: Vec<(usize, Box<[u8; 256]>)>,
    /// By cell, how many steps it is to the nearest goal cell.
    pub steps: Box<[u8; 256]>,
    /// By cell, the features of a man there.
    pub features: Box<[[f64; id::OF_A_MAN]; 256]>,
}

impl Tables {
    pub(super) fn new<G: Race>(game: &G, weights: &[f64]) -> Tables {
        let lattice = Lattice::new(game, game.board());
        let mut seats: Vec<SeatTables> =
            Seat::all(game.seats()).map(|seat| SeatTables::new(game, seat, &lattice.steps)).collect();
        let men = f64::from(count(game.home(Seat::A)));
        let sum_of = |features: &[f64; id::OF_A_MAN]| -> f64 {
            features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
        };
        let furthest =
            seats.iter().flat_map(|seat| seat.features.iter()).map(|f| sum_of(f).abs()).fold(0.0, f64::max);
        let rest: f64 =
            FEATURES.iter().zip(weights).skip(id::OF_A_MAN).map(|(f, w)| w.abs() * most(f.name, men)).sum();
        let middle = furthest * men + rest + 1.0;
        let shares = (game.teams() * game.seats()) as f64;
        let mut unit = UNIT;
        while unit > 1 && 2.0 * middle * f64::from(unit) * shares > MOST_SUM {
            unit /= 2;
        }
        let scale = |x: f64| (x * f64::from(unit)).round() as i32;
        for seat in &mut seats {
            for cell in 0..256 {
                seat.placed[cell] = scale(sum_of(&seat.features[cell]));
            }
        }
        let mut scaled = [0; FEATURES.len()];
        scaled
            .iter_mut()
            .zip(weights)
            .skip(id::OF_A_MAN)
            .for_each(|(scaled, &weight)| *scaled = scale(weight));
        let looks_at_hops = [id::JUMP, id::THREAT, id::BLOCKED, id::SHUT].iter().any(|&id| scaled[id] != 0);
        let anyone_fills = game.anyone_fills();
        Tables { unit, seats, lattice, anyone_fills, scaled, looks_at_hops, middle: scale(middle) }
    }
}

/// What a feature that is no sum over single men comes to at most, for this many men.
fn most(feature: &str, men: f64) -> f64 {
    match feature {
        "jump" | "threat" => 40.0,
        "tempo" => 1.0,
        "cohesion" | "locked" => 4.0 * men,
        "detour" => 60.0,
        _ => men,
    }
}

impl SeatTables {
    fn new<G: Race>(game: &G, seat: Seat, neighbours: &[Cells; 256]) -> SeatTables {
        let (home, goal) = (game.home(seat), game.goal(seat));
        let whole = distances(game, seat);
        let distance = Box::new(whole.map(|distance| distance as u8));
        let steps_to: Vec<(usize, Box<[u8; 256]>)> =
            cells(goal).map(|cell| (cell, steps(game.board(), set([cell]), neighbours))).collect();
        let steps = steps(game.board(), goal, neighbours);
        let furthest = f64::from(whole.iter().copied().max().unwrap_or(1).max(1));
        let mouth = cells(goal).map(|cell| game.distance(seat, cell)).max().unwrap_or(0) + 1;
        let mut features = Box::new([[0.0; id::OF_A_MAN]; 256]);
        for cell in cells(game.board()) {
            let distance = f64::from(whole[cell]);
            let flag = |is: bool| f64::from(u8::from(is));
            let depth = if has(goal, cell) { game.distance(seat, cell) } else { mouth };
            let of_man = &mut features[cell];
            of_man[id::DISTANCE] = distance;
            of_man[id::STEPS] = f64::from(steps[cell]);
            of_man[id::STRAGGLERS] = distance * distance / furthest;
            of_man[id::HOME] = flag(has(home, cell));
            of_man[id::ASIDE] = game.aside(seat, cell);
            of_man[id::FILL] = f64::from(depth);
        }
        SeatTables {
            placed: Box::new([0; 256]),
            distance,
            goal,
            goal_classes: goal.map(|word| word.count_ones() as i8),
            steps_to,
            steps,
            features,
        }
    }
}

/// By cell, how many steps it is to the nearest of these, on an empty board.
fn steps(board: Cells, to: Cells, neighbours: &[Cells; 256]) -> Box<[u8; 256]> {
    let mut steps = Box::new([FAR; 256]);
    let mut reached = to;
    let mut rim = to;
    let mut count = 0;
    while rim != [0; 4] {
        cells(rim).for_each(|cell| steps[cell] = count);
        let mut next = [0; 4];
        for class in 0..4 {
            for bit in bits(rim[class]) {
                next = super::either(next, neighbours[class << 6 | bit]);
            }
        }
        rim = super::without(super::both(next, board), reached);
        reached = super::either(reached, rim);
        count += 1;
    }
    steps
}

//! Beam search for a short way home: after each turn only the positions that seem nearest to the end are kept.
use super::solo::{Solo, moved};
use super::transfer::Turn;
use super::{Cells, cells, count, set};
use hoppity_rules::random::{RngExt, stream};
use hoppity_rules::zobrist::KeySet;

// What seems to be left to do, of a few mixtures that were tried the one that made the shortest plans on 16x16.
/// Of a man's distance, besides its square.
const DISTANCE: i32 = 4;
/// Of the distance of the man that is furthest behind.
const LAST: i32 = 30;
/// Of a turn that is needed anyway.
const TURN: i32 = 16;

/// What a position is taken to cost before there has been any.
const WORK_OF_A_POSITION: u64 = 150;

/// So many positions are kept whatever work is left.
const NARROWEST: usize = 4;

/// What a beam search came to.
pub(super) struct Beam {
    /// The shortest way found, if any.
    pub way: Option<Vec<Turn>>,
    /// Whether it looked everywhere: then there is no shorter one, nor any if none was found.
    pub complete: bool,
}

/// Turns that may still be looked at; to look for the turns of a man counts as one.
pub(super) struct Effort {
    pub left: u64,
}

impl Effort {
    pub(super) fn spend(&mut self, turns: u64) -> bool {
        self.left = self.left.saturating_sub(turns);
        self.left > 0
    }
}

/// A position on the way, and how it came about.
#[derive(Clone, Copy)]
struct Step {
    men: Cells,
    key: u64,
    /// What the men have to go, without the turns that are needed anyway.
    far: i32,
    parent: u32,
    turn: (u8, u8),
}

/// A turn out of a position of the last layer. The order is that of their worth, and then by key, so that it does not
/// matter in which order they come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    score: i32,
    key: u64,
    far: i32,
    parent: u32,
    turn: (u8, u8),
}

/// Keeps the best `width` positions after each turn and looks for a way of fewer turns than `most`; `None` when the work ran
/// out before an end. When little is left, fewer positions are kept. Unless men may go `back`, no turn ends further from the
/// tip of the goal.
pub(super) fn beam(
    solo: &Solo,
    men: Cells,
    back: bool,
    width: usize,
    most: usize,
    effort: &mut Effort,
) -> Option<Beam> {
    let mut complete = true;
    if solo.is_home(men) {
        return Some(Beam { way: Some(Vec::new()), complete });
    }
    let far: [i32; 256] =
        std::array::from_fn(|cell| solo.distance_of(cell) * (DISTANCE + solo.distance_of(cell)));
    let keys = keys();
    let most_distant = (0..256).map(|cell| solo.distance_of(cell)).max().unwrap_or(0);
    let within = |far| set((0..256).filter(|&cell| solo.distance_of(cell) <= far));
    // By distance, the cells that are as near.
    let within: Vec<Cells> = (0..=most_distant).map(within).collect();
    let start = Step {
        men,
        key: cells(men).fold(0, |key, cell| key ^ keys[cell]),
        far: cells(men).map(|cell| far[cell]).sum(),
        parent: 0,
        turn: (0, 0),
    };
    let mut layers = vec![vec![start]];
    let mut found = KeySet::default();
    let mut candidates: Vec<Candidate> = Vec::new();
    // Positions of the last layer, and the work that they took.
    let (mut positions, mut work) = (1, WORK_OF_A_POSITION);
    for turns in 1..most {
        // The layer takes at most half of what the last one will leave.
        let known = layers[turns - 1].len() as u64;
        let room = (effort.left * positions / work).saturating_sub(known) / 2;
        let width = width.min(room as usize).max(NARROWEST);
        (positions, work) = (0, 0);
        candidates.clear();
        found.clear();
        let (mut home, complete_so_far) = (None, complete);
        // Candidates from this score on are worse than `width` others.
        let mut cut = i32::MAX;
        for (parent, step) in layers[turns - 1].iter().enumerate() {
            let mut looked = count(step.men) as u64;
            let bound = solo.bound(step.men);
            let furthest = Furthest::of(solo, step.men);
            let wanted = |from: usize| {
                let distance = solo.distance_of(from);
                let mut most_far = if back { most_distant } else { distance };
                if cut < i32::MAX {
                    // A turn that ends further away scores worse than the cut.
                    let others = step.far - far[from] + LAST * furthest.besides(distance);
                    most_far = most_far.min(affordable(cut - others - TURN * (bound.open - 1))?);
                }
                Some(within[most_far as usize])
            };
            solo.visit_men(step.men, wanted, |from, reach| {
                let (distance, key) = (solo.distance_of(from), step.key ^ keys[from]);
                let (rest, besides) = (step.far - far[from], furthest.besides(distance));
                let lifted = solo.lift(&bound, from);
                reach.cells().for_each(|to| {
                    looked += 1;
                    let at_least = solo.at_least_with(&lifted, to) as usize;
                    if at_least == 0 && home.is_none() && solo.is_home(moved(step.men, from, to)) {
                        home = Some((from, to));
                    }
                    if turns + at_least >= most {
                        return;
                    }
                    let far = rest + far[to];
                    let score = far + TURN * at_least as i32 + LAST * besides.max(solo.distance_of(to));
                    let (key, turn) = (key ^ keys[to], (from as u8, to as u8));
                    if score > cut {
                        complete = false;
                    } else if found.insert(key) {
                        candidates.push(Candidate { score, key, far, parent: parent as u32, turn });
                    }
                });
            });
            if let Some((from, to)) = home {
                // All other ways that end with this layer have as many turns.
                let mut way = way_to(&layers, parent);
                way.push((from, to));
                return Some(Beam { way: Some(way), complete: complete_so_far });
            }
            if candidates.len() >= 4 * width.max(16) {
                cut = keep(&mut candidates, width);
                complete = false;
            }
            positions += 1;
            work += looked;
            if !effort.spend(looked) {
                return None;
            }
        }
        if candidates.len() > width {
            keep(&mut candidates, width);
            complete = false;
        }
        if candidates.is_empty() {
            break;
        }
        candidates.sort_unstable();
        let last = &layers[turns - 1];
        let step = |&Candidate { key, far, parent, turn, .. }: &Candidate| {
            let men = moved(last[parent as usize].men, usize::from(turn.0), usize::from(turn.1));
            Step { men, key, far, parent, turn }
        };
        let next = candidates.iter().map(step).collect();
        layers.push(next);
    }
    Some(Beam { way: None, complete })
}

/// How far the last man has to go, and the last but one.
struct Furthest(i32, i32);

impl Furthest {
    fn of(solo: &Solo, men: Cells) -> Furthest {
        cells(men).map(|cell| solo.distance_of(cell)).fold(Furthest(0, 0), |Furthest(last, next), far| {
            Furthest(last.max(far), next.max(far.min(last)))
        })
    }

    /// How far the last man but one has to go, who has this far to go himself.
    #[inline]
    fn besides(&self, from: i32) -> i32 {
        if from == self.0 { self.1 } else { self.0 }
    }
}

/// The last distance that costs no more than this.
#[inline]
fn affordable(cost: i32) -> Option<i32> {
    const HALF: i32 = DISTANCE / 2;
    // The largest with `d * (DISTANCE + d) <= cost`, or `(d + HALF)² <= cost + HALF²`.
    (cost >= 0).then(|| (cost + HALF * HALF).isqrt() - HALF)
}

/// Keeps the best `width`, in any order, and tells the score of the worst of them.
fn keep(candidates: &mut Vec<Candidate>, width: usize) -> i32 {
    let (_, worst, _) = candidates.select_nth_unstable(width - 1);
    let score = worst.score;
    candidates.truncate(width);
    score
}

fn way_to(layers: &[Vec<Step>], parent: usize) -> Vec<Turn> {
    let mut way = Vec::new();
    let mut at = parent;
    for layer in layers[1..].iter().rev() {
        let step = layer[at];
        way.push((usize::from(step.turn.0), usize::from(step.turn.1)));
        at = step.parent as usize;
    }
    way.reverse();
    way
}

/// By cell, what it adds to a position's key.
fn keys() -> [u64; 256] {
    let mut rng = stream(0, &[]);
    std::array::from_fn(|_| rng.random())
}

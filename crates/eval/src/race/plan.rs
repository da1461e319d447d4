//! The way home of one side that nobody disturbs any more: as short as it can be found within a bound on work, and proved
//! shortest where that is within the bound too.
//!
//! Beam searches find ways that are short: a narrow one first, then wide ones whose turns do not go back, as hardly any turn
//! of a shortest way does (of 880 turns in 80 ways on 16x16 seven went one square back, and none two). A* (Hart, Nilsson and
//! Raphael 1968) with the bound of [`Solo::at_least`] then looks for shorter ones. Where a beam of all turns or A* could look
//! everywhere, the way is proved to be a shortest one.
use super::Cells;
use super::beam::{Beam, Effort, beam};
use super::solo::{Solo, moved};
use super::transfer::Turn;
use std::collections::HashMap;

/// A way home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Turn by turn.
    pub turns: Vec<Turn>,
    /// Fewer turns do not do.
    pub at_least: usize,
}

impl Plan {
    /// Whether it is a shortest one.
    pub fn is_shortest(&self) -> bool {
        self.turns.len() == self.at_least
    }
}

/// Looks at about `effort` turns; a million take some seventieth of a second. `None` where no way was found.
pub fn plan(solo: &Solo, men: Cells, effort: u64) -> Option<Plan> {
    let at_least = solo.at_least(men) as usize;
    let mut best: Option<Vec<Turn>> = None;
    let for_proof = (effort / 4).min(MOST_FOR_PROOF);
    let mut work = Effort { left: effort - for_proof };
    let mut width = FIRST_WIDTH;
    let mut back = true;
    for round in 0..=SHARES.len() {
        if best.as_ref().is_some_and(|way| way.len() <= at_least) {
            break;
        }
        let most = best.as_ref().map_or(MOST_TURNS, Vec::len);
        let before = work.left;
        let found = beam(solo, men, back, width, most, &mut work);
        let Some(Beam { way, complete }) = found else { break };
        best = way.or(best);
        if complete && back {
            return best.map(|turns| Plan { at_least: turns.len(), turns });
        }
        let Some(share) = SHARES.get(round) else { break };
        let of_next = (work.left as f64 * share) as u64;
        width = (width as u64 * of_next / (before - work.left).max(1)) as usize;
        back = best.is_none() || complete || round + 1 == SHARES.len();
    }
    work.left = for_proof;
    let most = best.as_ref().map_or(MOST_TURNS, Vec::len);
    match a_star(solo, men, most, &mut work) {
        Proof::Shorter(way) => Some(Plan { at_least: way.len(), turns: way }),
        Proof::None => best.map(|turns| Plan { at_least: turns.len(), turns }),
        Proof::Open(bound) => best.map(|turns| Plan { at_least: bound.max(at_least), turns }),
    }
}

/// How wide the first beam is.
const FIRST_WIDTH: usize = 32;

/// For each beam after the first, its part of the work that is left: a first way is soon found, and how long it is decides
/// how wide the next beam can be. A beam that runs short of work grows narrow, so some is spared.
const SHARES: [f64; 3] = [0.1, 0.9, 0.9];

/// A* keeps all positions that it has seen.
const MOST_FOR_PROOF: u64 = 100_000;

/// Longer than any way home.
const MOST_TURNS: usize = 400;

/// What A* came to.
enum Proof {
    /// A shortest way.
    Shorter(Vec<Turn>),
    /// There is no way of fewer turns than were allowed.
    None,
    /// It gave up when it knew only that fewer turns than this do not do.
    Open(usize),
}

/// Looks for a way of fewer turns than `most`.
fn a_star(solo: &Solo, men: Cells, most: usize, effort: &mut Effort) -> Proof {
    // By position, after how many turns it was reached and by which turn. Only asked by position, never walked through.
    let mut reached: HashMap<Cells, (u16, (u8, u8))> = HashMap::from([(men, (0, (0, 0)))]);
    // By bound on the whole way, positions to go on from; the one that was put there last first.
    let mut open: Vec<Vec<(Cells, u16)>> = vec![Vec::new(); most.max(1)];
    let start = solo.at_least(men) as usize;
    if start >= most {
        return Proof::None;
    }
    open[start].push((men, 0));
    for bound in start..most {
        while let Some((men, turns)) = open[bound].pop() {
            if reached[&men].0 < turns {
                continue;
            }
            if solo.is_home(men) {
                return Proof::Shorter(walked(&reached, men));
            }
            let mut made = 0;
            let after = turns + 1;
            let bound_here = solo.bound(men);
            solo.visit(men, |from, to| {
                made += 1;
                let next = moved(men, from, to);
                let left = solo.at_least_with(&solo.lift(&bound_here, from), to);
                // The bound may fall by more than a turn: then the one before holds as well.
                let whole = bound.max(usize::from(after) + left as usize);
                if whole < most && reached.get(&next).is_none_or(|&(known, _)| after < known) {
                    reached.insert(next, (after, (from as u8, to as u8)));
                    open[whole].push((next, after));
                }
            });
            if !effort.spend(made + 1) {
                return Proof::Open(bound);
            }
        }
    }
    Proof::None
}

fn walked(reached: &HashMap<Cells, (u16, (u8, u8))>, end: Cells) -> Vec<Turn> {
    let mut way = Vec::new();
    let mut at = end;
    while let (1.., (from, to)) = reached[&at] {
        let (from, to) = (usize::from(from), usize::from(to));
        way.push((from, to));
        at = moved(at, from, to);
    }
    way.reverse();
    way
}

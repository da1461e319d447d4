//! The shortest transfer of some men from one place to another with nobody in the way, by search from both ends.
//!
//! Turns can be taken back, so the positions at each distance from the start form layers of which only the last two can
//! hold a neighbour of the next; so do those from the goal. The smaller side grows until the two meet.
use super::solo::{Solo, moved};
use super::{Cells, Race};

/// A turn: from which cell to which.
pub type Turn = (usize, usize);

/// A shortest way to bring men from the cells of `from` to those of `to` anywhere on the board of a game, whatever its
/// rules say of camps: turn by turn. `None` where it would take more than `most` positions to find, or where there is no
/// way.
///
/// Sixteen bytes a cell set would do for small boards; with the 32 that it takes here, a million positions are 32 MB.
pub fn shortest_transfer<G: Race>(game: &G, from: Cells, to: Cells, most: usize) -> Option<Vec<Turn>> {
    let solo = Solo::free(game, game.board(), to);
    let mut sides = [Side::new(from), Side::new(to)];
    loop {
        if let Some(meeting) = meeting(sides[0].last(), sides[1].last()) {
            let there = sides[0].way_back(&solo, meeting);
            let on = sides[1].way_back(&solo, meeting);
            // The one was walked from the meeting to the start, the other from the meeting to the goal.
            let first = there.into_iter().rev().map(|(from, to)| (to, from));
            return Some(first.chain(on).collect());
        }
        if sides[0].seen + sides[1].seen > most {
            return None;
        }
        let smaller = usize::from(sides[1].last().len() < sides[0].last().len());
        if !sides[smaller].grow(&solo, most) {
            return None;
        }
    }
}

/// The positions around one end by distance, each layer sorted.
struct Side {
    layers: Vec<Vec<Cells>>,
    seen: usize,
}

/// As many positions are made before they are sorted and those that are double dropped.
const CHUNK: usize = 1 << 20;

impl Side {
    fn new(end: Cells) -> Side {
        Side { layers: vec![vec![end]], seen: 1 }
    }

    fn last(&self) -> &[Cells] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    /// Adds the next layer; `false` where there is none, or too much of it.
    fn grow(&mut self, solo: &Solo, most: usize) -> bool {
        let known = &self.layers[self.layers.len().saturating_sub(2)..];
        let mut next: Vec<Cells> = Vec::new();
        let mut fresh: Vec<Cells> = Vec::new();
        for &men in self.last() {
            solo.visit(men, |from, to| fresh.push(moved(men, from, to)));
            if fresh.len() >= CHUNK {
                take(&mut next, &mut fresh, known);
                if self.seen + next.len() > most {
                    return false;
                }
            }
        }
        take(&mut next, &mut fresh, known);
        self.seen += next.len();
        self.layers.push(next);
        !self.last().is_empty()
    }

    /// The turns from a position of the last layer to the end, one layer after the other.
    fn way_back(&self, solo: &Solo, meeting: Cells) -> Vec<Turn> {
        let mut at = meeting;
        let mut way = Vec::new();
        for layer in self.layers.iter().rev().skip(1) {
            let mut back = None;
            solo.visit(at, |from, to| {
                if back.is_none() && layer.binary_search(&moved(at, from, to)).is_ok() {
                    back = Some((from, to));
                }
            });
            let (from, to) = back.expect("a position has a neighbour in the layer before");
            at = moved(at, from, to);
            way.push((from, to));
        }
        way
    }
}

/// Moves what is new into `next`, which stays sorted and without doubles.
fn take(next: &mut Vec<Cells>, fresh: &mut Vec<Cells>, known: &[Vec<Cells>]) {
    fresh.sort_unstable();
    fresh.dedup();
    fresh.retain(|men| known.iter().all(|layer| layer.binary_search(men).is_err()));
    if next.is_empty() {
        next.append(fresh);
        return;
    }
    next.append(fresh);
    next.sort_unstable();
    next.dedup();
}

/// The first position that is in both.
fn meeting(a: &[Cells], b: &[Cells]) -> Option<Cells> {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    few.iter().find(|men| many.binary_search(men).is_ok()).copied()
}

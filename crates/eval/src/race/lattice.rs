//! The cells of a board, or of a part of it, and what lies next to them.
use super::{Cells, Race, both, cells, has, set, without};
use std::collections::BTreeMap;

/// Where steps and hops lead from each cell.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// By cell, the cells a step away.
    pub steps: Box<[Cells; 256]>,
    /// By cell, over which cell a hop leads to which.
    pub hops: Vec<Vec<(u8, u8)>>,
}

impl Lattice {
    pub(super) fn new<G: Race>(game: &G, region: Cells) -> Lattice {
        let mut steps = Box::new([[0; 4]; 256]);
        let mut hops = vec![Vec::new(); 256];
        let by_place: BTreeMap<(i32, i32), usize> =
            cells(region).map(|cell| (game.place(cell), cell)).collect();
        for cell in cells(region) {
            steps[cell] = both(game.neighbours(cell), region);
            let (row, column) = game.place(cell);
            for over in cells(steps[cell]) {
                let (over_row, over_column) = game.place(over);
                if let Some(&land) = by_place.get(&(2 * over_row - row, 2 * over_column - column)) {
                    hops[cell].push((over as u8, land as u8));
                }
            }
        }
        Lattice { steps, hops }
    }

    /// Whether a man cannot get from `start` out of `area` while those of `walls` stand still, however all others make way.
    pub(super) fn is_locked(&self, start: usize, area: Cells, walls: Cells) -> bool {
        let mut known = set([start]);
        let mut next = vec![start];
        while let Some(here) = next.pop() {
            let steps = cells(without(self.steps[here], walls));
            // Over a man that makes way it goes by steps as well.
            let hops = self.hops[here].iter().filter(|&&(over, _)| has(walls, usize::from(over)));
            let lands = hops.map(|&(_, land)| usize::from(land)).filter(|&land| !has(walls, land));
            for to in steps.chain(lands) {
                if !has(area, to) {
                    return false;
                }
                if !has(known, to) {
                    known[to >> 6 & 3] |= 1 << (to & 63);
                    next.push(to);
                }
            }
        }
        true
    }
}

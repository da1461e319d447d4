//! One side of a race alone on the board: where its men can go, and how many turns it needs at least.
use super::{Cells, Race, bits, cells, count, has, without};
use hoppity_rules::Seat;

/// The men of one seat with nobody else about: its part of the board, its goal, and the rules that bind it.
#[derive(Clone, Debug)]
pub struct Solo {
    /// By cell, the cells a step away.
    steps: Box<[Cells; 256]>,
    /// By cell, over which cell a hop leads to which.
    hops: Vec<Vec<(u8, u8)>>,
    /// By cell, where a man that starts its turn there may end it.
    ends: Box<[Cells; 256]>,
    /// By cell, its zone: no chain hops to an earlier one.
    zones: Box<[u8; 256]>,
    /// Men of others, who stand still.
    fixed: Cells,
    /// The cells that men have to fill: all of the goal that no other's man fills.
    goal: Cells,
    /// Cells that are part of the goal or next to it.
    rim: Cells,
    /// By cell, how far it is to the tip of the goal, and one more outside the goal.
    distances: Box<[i32; 256]>,
}

impl Solo {
    /// The side of a seat, whose men stay within `region`, where others' men stand still on the cells of `fixed`: hops go
    /// over them, and their part of the goal counts as filled.
    pub fn new<G: Race>(game: &G, seat: Seat, region: Cells, fixed: Cells) -> Solo {
        let mut solo = Solo::free(game, region, game.goal(seat));
        solo.fixed = super::both(fixed, region);
        solo.goal = without(solo.goal, fixed);
        for cell in cells(region) {
            solo.ends[cell] = super::both(game.ends(seat, cell), region);
            solo.zones[cell] = game.zone(seat, cell);
        }
        solo.distances = Box::new(super::forward::distances(game, seat));
        solo
    }

    /// A side that may go anywhere within `region`, whatever the rules of the game say of camps.
    pub fn free<G: Race>(game: &G, region: Cells, goal: Cells) -> Solo {
        let mut steps = Box::new([[0; 4]; 256]);
        let mut hops = vec![Vec::new(); 256];
        let mut by_place = std::collections::BTreeMap::new();
        for cell in cells(region) {
            by_place.insert(game.place(cell), cell);
        }
        let mut rim = goal;
        for cell in cells(region) {
            steps[cell] = super::both(game.neighbours(cell), region);
            let (row, column) = game.place(cell);
            for over in cells(steps[cell]) {
                let (over_row, over_column) = game.place(over);
                if let Some(&land) = by_place.get(&(2 * over_row - row, 2 * over_column - column)) {
                    hops[cell].push((over as u8, land as u8));
                }
            }
            if has(goal, cell) {
                rim = super::either(rim, steps[cell]);
            }
        }
        Solo {
            steps,
            hops,
            ends: Box::new([region; 256]),
            zones: Box::new([0; 256]),
            fixed: [0; 4],
            goal,
            rim,
            distances: Box::new([0; 256]),
        }
    }

    /// The cells that men have to fill.
    pub fn goal(&self) -> Cells {
        self.goal
    }

    /// Whether they are filled.
    pub fn is_home(&self, men: Cells) -> bool {
        super::is_empty(without(self.goal, men))
    }

    /// How far a man on a cell has to go.
    pub(super) fn distance_of(&self, cell: usize) -> i32 {
        self.distances[cell]
    }

    /// Calls `f` with every turn: from where to where.
    #[inline]
    pub fn visit(&self, men: Cells, mut f: impl FnMut(usize, usize)) {
        for class in 0..4 {
            for bit in bits(men[class]) {
                let from = class << 6 | bit;
                cells(self.reach(men, from)).for_each(|to| f(from, to));
            }
        }
    }

    /// Whether this is a turn.
    pub fn allows(&self, men: Cells, from: usize, to: usize) -> bool {
        has(men, from) && has(self.reach(men, from), to)
    }

    /// Where a man can go in one turn.
    #[inline]
    fn reach(&self, men: Cells, from: usize) -> Cells {
        let others = super::either(without(men, single(from)), self.fixed);
        let mut hopped = single(from);
        let mut stack = [0u8; 256];
        stack[0] = from as u8;
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let here = usize::from(stack[height]);
            for &(over, land) in &self.hops[here] {
                let (over, land) = (usize::from(over), usize::from(land));
                let free = has(others, over) && !has(others, land) && !has(hopped, land);
                if free && self.zones[land] >= self.zones[here] {
                    put(&mut hopped, land);
                    stack[height] = land as u8;
                    height += 1;
                }
            }
        }
        let reached = super::either(hopped, self.steps[from]);
        without(super::both(reached, self.ends[from]), super::either(men, self.fixed))
    }

    /// A number of turns that are needed at least to fill the goal.
    ///
    /// Every open cell of the goal needs a man from outside, and so a turn. Hops keep a man in its parity class: so many
    /// men as a class of the goal lacks must come into it by a step, and each of these steps is a turn that has not been
    /// counted, unless it is the only turn of a man that steps right into the goal.
    pub fn at_least(&self, men: Cells) -> u32 {
        let open = count(without(self.goal, men)) as u32;
        let lacking = |class: usize| self.goal[class].count_ones().saturating_sub(men[class].count_ones());
        let step_in = count(super::both(without(men, self.goal), self.rim)) as u32;
        open + (0..4).map(lacking).sum::<u32>().saturating_sub(step_in)
    }
}

#[inline]
pub(super) fn single(cell: usize) -> Cells {
    let mut set = [0; 4];
    put(&mut set, cell);
    set
}

#[inline]
fn put(set: &mut Cells, cell: usize) {
    set[cell >> 6 & 3] |= 1 << (cell & 63);
}

/// The men after a turn.
#[inline]
pub(super) fn moved(men: Cells, from: usize, to: usize) -> Cells {
    let mut after = men;
    after[from >> 6 & 3] ^= 1 << (from & 63);
    after[to >> 6 & 3] ^= 1 << (to & 63);
    after
}

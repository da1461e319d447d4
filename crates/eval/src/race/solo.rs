//! One side of a race alone on the board: where its men can go, and how many turns it needs at least.
use super::lattice::Lattice;
use super::{Cells, Race, bits, cells, count, has, without};
use hoppity_rules::Seat;

/// The men of one seat with nobody else about: its part of the board, its goal, and the rules that bind it.
#[derive(Clone, Debug)]
pub struct Solo {
    lattice: Lattice,
    /// By cell, where a man that starts its turn there may end it.
    ends: Box<[Cells; 256]>,
    /// By cell, its zone: no chain hops to an earlier one.
    zones: Box<[u8; 256]>,
    has_zones: bool,
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
        solo.has_zones = solo.zones.iter().any(|&zone| zone > 0);
        solo.distances = Box::new(super::forward::distances(game, seat));
        solo
    }

    /// A side that may go anywhere within `region`, whatever the rules of the game say of camps.
    pub fn free<G: Race>(game: &G, region: Cells, goal: Cells) -> Solo {
        let lattice = Lattice::new(game, region);
        let rim =
            cells(super::both(goal, region)).fold(goal, |rim, cell| super::either(rim, lattice.steps[cell]));
        Solo {
            lattice,
            ends: Box::new([region; 256]),
            zones: Box::new([0; 256]),
            has_zones: false,
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
    pub fn visit(&self, men: Cells, f: impl FnMut(usize, usize)) {
        self.visit_some(men, |_| [!0; 4], f);
    }

    /// Calls `f` with every turn that ends on a cell of those that `wanted` tells for its start.
    #[inline]
    pub(super) fn visit_some(
        &self,
        men: Cells,
        wanted: impl Fn(usize) -> Cells,
        mut f: impl FnMut(usize, usize),
    ) {
        let mut parts = Parts::new(super::either(men, self.fixed));
        for (class, &word) in men.iter().enumerate() {
            parts.clear();
            for bit in bits(word) {
                let from = class << 6 | bit;
                let wanted = wanted(from);
                if !super::is_empty(wanted) {
                    let reached = super::both(self.reach(&mut parts, from), wanted);
                    cells(reached).for_each(|to| f(from, to));
                }
            }
        }
    }

    /// Whether this is a turn.
    pub fn allows(&self, men: Cells, from: usize, to: usize) -> bool {
        let mut parts = Parts::new(super::either(men, self.fixed));
        has(men, from) && has(self.reach(&mut parts, from), to)
    }

    /// Where a man can go in one turn.
    #[inline]
    fn reach(&self, parts: &mut Parts, from: usize) -> Cells {
        let mut reached = self.lattice.steps[from];
        reached[from >> 6] |= if self.has_zones {
            self.flood(parts.taken, from, |here, land| self.zones[land] >= self.zones[here])
        } else {
            parts.hopped(self, from)
        };
        without(super::both(reached, self.ends[from]), parts.taken)
    }

    /// A cell and those of its class where hops lead from there, one after the other, as far as they are allowed.
    #[inline]
    fn flood(&self, taken: Cells, start: usize, allowed: impl Fn(usize, usize) -> bool) -> u64 {
        let mut reached = 1 << (start & 63);
        // Each cell of the class is put there once at most.
        let mut next = [0u8; 64];
        next[0] = start as u8;
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let here = usize::from(next[height]);
            for land in self.landings(taken, here) {
                if reached >> (land & 63) & 1 == 0 && allowed(here, land) {
                    reached |= 1 << (land & 63);
                    next[height] = land as u8;
                    height += 1;
                }
            }
        }
        reached
    }

    /// The empty cells to which a hop leads.
    #[inline]
    fn landings(&self, taken: Cells, here: usize) -> impl Iterator<Item = usize> {
        let hops = self.lattice.hops[here].iter().map(|&(over, land)| (usize::from(over), usize::from(land)));
        hops.filter(move |&(over, land)| has(taken, over) && !has(taken, land)).map(|(_, land)| land)
    }

    /// A number of turns that are needed at least to fill the goal.
    ///
    /// Every open cell of the goal needs a man from outside, and so a turn. Hops keep a man in its parity class: so many
    /// men as a class of the goal lacks must come into it by a step, and each of these steps is a turn that has not been
    /// counted, unless it is the only turn of a man that steps right into the goal.
    pub fn at_least(&self, men: Cells) -> u32 {
        let Bound { open, near, lacking, .. } = self.bound(men);
        turns(open, near, lacking)
    }

    /// What the bound of some men is made of.
    pub(super) fn bound(&self, men: Cells) -> Bound {
        let near = super::both(without(men, self.goal), self.rim);
        let size = |set: &[u64; 4], class: usize| set[class].count_ones() as i32;
        let lacks = std::array::from_fn(|class| size(&self.goal, class) - size(&men, class));
        Bound {
            open: count(without(self.goal, men)),
            near: count(near),
            lacks,
            lacking: lacks.iter().map(|&men| men.max(0)).sum(),
        }
    }

    /// [`Solo::at_least`] after a turn of men with this bound.
    #[inline]
    pub(super) fn at_least_after(&self, bound: &Bound, from: usize, to: usize) -> u32 {
        let in_goal = |cell: usize| i32::from(has(self.goal, cell));
        let is_near = |cell: usize| i32::from(has(self.rim, cell)) - in_goal(cell);
        let mut lacking = bound.lacking;
        if from >> 6 != to >> 6 {
            let (left, entered) = (bound.lacks[from >> 6], bound.lacks[to >> 6]);
            lacking += i32::from(left >= 0) - i32::from(entered > 0);
        }
        let open = bound.open + in_goal(from) - in_goal(to);
        turns(open, bound.near - is_near(from) + is_near(to), lacking)
    }
}

/// What [`Solo::at_least`] counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// Cells of the goal without a man.
    pub open: i32,
    /// Men next to the goal.
    near: i32,
    /// By class, how many more cells the goal has than there are men.
    lacks: [i32; 4],
    /// The sum of those above 0.
    lacking: i32,
}

/// [`Solo::at_least`] of what it counts.
#[inline]
fn turns(open: i32, near: i32, lacking: i32) -> u32 {
    (open + (lacking - near).max(0)) as u32
}

/// The empty cells of a parity class by which of them hops lead to from one another.
///
/// No man of a class is hopped over in a chain of the same class, so the man that moves need not be lifted first: it gets
/// to all the parts next to it.
struct Parts {
    /// Where men stand, of whichever seat.
    taken: Cells,
    known: [u64; 64],
    count: usize,
}

impl Parts {
    fn new(taken: Cells) -> Parts {
        Parts { taken, known: [0; 64], count: 0 }
    }

    /// Before the next class.
    fn clear(&mut self) {
        self.count = 0;
    }

    /// Where hops lead from a cell.
    #[inline]
    fn hopped(&mut self, solo: &Solo, from: usize) -> u64 {
        let mut hopped = 0;
        for land in solo.landings(self.taken, from) {
            let bit = 1 << (land & 63);
            if hopped & bit == 0 {
                let known = self.known[..self.count].iter().find(|&part| part & bit != 0).copied();
                hopped |= known.unwrap_or_else(|| self.part(solo, land));
            }
        }
        hopped
    }

    /// The part in which a cell lies.
    fn part(&mut self, solo: &Solo, cell: usize) -> u64 {
        let part = solo.flood(self.taken, cell, |_, _| true);
        self.known[self.count] = part;
        self.count += 1;
        part
    }
}

/// The men after a turn.
#[inline]
pub(super) fn moved(men: Cells, from: usize, to: usize) -> Cells {
    let mut after = men;
    after[from >> 6 & 3] ^= 1 << (from & 63);
    after[to >> 6 & 3] ^= 1 << (to & 63);
    after
}

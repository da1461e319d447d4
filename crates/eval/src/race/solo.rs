//! One side of a race alone on the board: where its men can go, and how many turns it needs at least.
use super::chains::{Chains, Hops};
use super::lattice::Lattice;
use super::{Cells, Race, bits, cells, count, has, set, without};
use hoppity_rules::Seat;

/// The men of one seat with nobody else about: its part of the board, its goal, and the rules that bind it.
#[derive(Clone, Debug)]
pub struct Solo {
    /// By cell, the cells a step away.
    steps: Box<[Cells; 256]>,
    chains: Chains,
    /// By cell, where a man that starts its turn there may end it.
    ends: Box<[Cells; 256]>,
    /// By cell, its zone: no chain hops to an earlier one.
    zone_of: Box<[u8; 256]>,
    /// The cells of each zone.
    zones: Vec<Cells>,
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
            solo.steps[cell] = super::both(solo.steps[cell], solo.ends[cell]);
            solo.zone_of[cell] = game.zone(seat, cell);
        }
        let zone_of = &solo.zone_of;
        let last = zone_of.iter().copied().max().unwrap_or(0);
        let zone = |zone: u8| cells(region).filter(move |&cell| zone_of[cell] == zone);
        solo.zones = (0..=last).map(|number| set(zone(number))).collect();
        solo.distances = Box::new(super::forward::distances(game, seat));
        solo
    }

    /// A side that may go anywhere within `region`, whatever the rules of the game say of camps.
    pub fn free<G: Race>(game: &G, region: Cells, goal: Cells) -> Solo {
        let lattice = Lattice::new(game, region);
        let rim =
            cells(super::both(goal, region)).fold(goal, |rim, cell| super::either(rim, lattice.steps[cell]));
        Solo {
            steps: lattice.steps,
            chains: Chains::new(&lattice.hops),
            ends: Box::new([region; 256]),
            zone_of: Box::new([0; 256]),
            zones: vec![region],
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
        self.visit_men(men, |_| Some([!0; 4]), |from, reach| reach.cells().for_each(|to| f(from, to)));
    }

    /// Calls `f` with every man for whom some cells are `wanted`, and where of these it can go in one turn.
    #[inline]
    pub(super) fn visit_men(
        &self,
        men: Cells,
        wanted: impl Fn(usize) -> Option<Cells>,
        mut f: impl FnMut(usize, Reach),
    ) {
        let taken = super::either(men, self.fixed);
        for (class, &word) in men.iter().enumerate() {
            let hops = self.chains.hops(class, &taken);
            for bit in bits(word) {
                let from = class << 6 | bit;
                if let Some(wanted) = wanted(from) {
                    f(from, self.reach(hops, taken, from, without(wanted, taken)));
                }
            }
        }
    }

    /// Whether this is a turn.
    pub fn allows(&self, men: Cells, from: usize, to: usize) -> bool {
        let taken = super::either(men, self.fixed);
        let reach = || self.reach(self.chains.hops(from >> 6, &taken), taken, from, without([!0; 4], taken));
        has(men, from) && reach().has(to)
    }

    /// Where a man can go in one turn, with the hops of its class, and end on an empty cell of `wanted`.
    #[inline]
    fn reach(&self, hops: Hops, taken: Cells, from: usize, wanted: Cells) -> Reach {
        let class = from >> 6 & 3;
        // What has been reached in a zone leads on to later ones.
        let later = &self.zones[usize::from(self.zone_of[from])..];
        let start = 1 << (from & 63);
        let hops = later.iter().fold(start, |reached, zone| hops.flood(reached, zone[class] & !taken[class]));
        Reach {
            steps: super::both(self.steps[from], wanted),
            class,
            hops: hops & self.ends[from][class] & wanted[class],
        }
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

    /// What is counted without one of the men.
    #[inline]
    pub(super) fn lift<'a>(&self, bound: &'a Bound, from: usize) -> Lifted<'a> {
        let (in_goal, near) = self.places(from);
        let class = from >> 6 & 3;
        let left = i32::from(bound.lacks[class] >= 0);
        Lifted {
            lacks: &bound.lacks,
            class,
            open: bound.open + in_goal,
            near: bound.near - near,
            lacking: bound.lacking + left,
        }
    }

    /// [`Solo::at_least`] when the man that was lifted is put down.
    #[inline]
    pub(super) fn at_least_with(&self, lifted: &Lifted<'_>, to: usize) -> u32 {
        let (in_goal, near) = self.places(to);
        let class = to >> 6 & 3;
        let came = i32::from(lifted.lacks[class] + i32::from(class == lifted.class) > 0);
        turns(lifted.open - in_goal, lifted.near + near, lifted.lacking - came)
    }

    /// Whether a cell is one of the goal, and whether it is one next to it, as numbers.
    #[inline]
    fn places(&self, cell: usize) -> (i32, i32) {
        let in_goal = i32::from(has(self.goal, cell));
        (in_goal, i32::from(has(self.rim, cell)) - in_goal)
    }
}

/// Where a man can go in one turn.
pub(super) struct Reach {
    /// By steps; never to its own class.
    steps: Cells,
    /// Its class, and where hops lead to there.
    class: usize,
    hops: u64,
}

impl Reach {
    /// The cells, ascending.
    #[inline]
    pub(super) fn cells(self) -> impl Iterator<Item = usize> {
        // Written into the set of steps, the word of hops would be waited for when the set is read as a whole.
        let word = move |class| self.steps[class] | if class == self.class { self.hops } else { 0 };
        (0..4).flat_map(move |class| bits(word(class)).map(move |bit| class << 6 | bit))
    }

    fn has(&self, cell: usize) -> bool {
        has(self.steps, cell) || cell >> 6 == self.class && self.hops >> (cell & 63) & 1 == 1
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

/// What [`Solo::at_least`] counts when a man is lifted.
pub(super) struct Lifted<'a> {
    /// With the man.
    lacks: &'a [i32; 4],
    /// His class.
    class: usize,
    open: i32,
    near: i32,
    lacking: i32,
}

/// [`Solo::at_least`] of what it counts.
#[inline]
fn turns(open: i32, near: i32, lacking: i32) -> u32 {
    (open + (lacking - near).max(0)) as u32
}

/// The men after a turn.
#[inline]
pub(super) fn moved(men: Cells, from: usize, to: usize) -> Cells {
    let mut after = men;
    after[from >> 6 & 3] ^= 1 << (from & 63);
    after[to >> 6 & 3] ^= 1 << (to & 63);
    after
}

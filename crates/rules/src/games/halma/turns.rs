//! Finding the turns of a position, many at a time.
//!
//! A [`Sink`] is told of steps by direction and of hops by connected part: the empty squares of a class fall into parts
//! that are connected by hops, and a man that stands next to a part reaches all of it. So each part is found once, for all
//! men, and who only wants to know how many turns there are never looks at a single man.
use super::Halma;
use super::board::bits;
use super::hops::{Hops, around};
use super::plan::{Board, Group, Plan};
use super::state::State;
use std::ops::ControlFlow;

/// Takes the turns of a position.
pub(super) trait Sink {
    /// Whether it is so quick that the work on each class should be compiled for that class.
    const QUICK: bool = false;
    /// What it breaks off with.
    type Break;
    /// For each direction the men of the class that can step there.
    fn steps(&mut self, class: usize, men: [u64; 8]) -> ControlFlow<Self::Break>;
    /// Men of the class (some) that can hop to every one of these squares (some), besides others told of apart.
    fn hops(&mut self, class: usize, men: u64, ends: u64) -> ControlFlow<Self::Break>;
}

impl Halma {
    /// Tells the sink of every turn of the plan, once.
    #[inline]
    pub(super) fn find_turns<S: Sink>(
        &self,
        board: &Board<'_>,
        plan: &Plan,
        sink: &mut S,
    ) -> ControlFlow<S::Break> {
        match plan {
            Plan::One(groups) => self.find_in_classes(board, groups, sink),
            Plan::ByCamp(groups) => self.find_in_classes(board, groups, sink),
            Plan::Further(men) => {
                for man in men.iter() {
                    let group = Group { men: [man].into_iter().collect(), ends: self.further(board, man) };
                    self.find_in_class(board, man.class(), &[group], sink)?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    #[inline]
    fn find_in_classes<const N: usize, S: Sink>(
        &self,
        board: &Board<'_>,
        groups: &[Group; N],
        sink: &mut S,
    ) -> ControlFlow<S::Break> {
        if S::QUICK {
            // Each call is inlined with its constant: a tenth less time than with shifts by the parities of a variable.
            self.find_in_class(board, 0, groups, sink)?;
            self.find_in_class(board, 1, groups, sink)?;
            self.find_in_class(board, 2, groups, sink)?;
            self.find_in_class(board, 3, groups, sink)
        } else {
            (0..4).try_for_each(|class| self.find_in_class(board, class, groups, sink))
        }
    }

    #[inline(always)]
    fn find_in_class<const N: usize, S: Sink>(
        &self,
        board: &Board<'_>,
        class: usize,
        groups: &[Group; N],
        sink: &mut S,
    ) -> ControlFlow<S::Break> {
        for group in groups {
            let men = group.men.0[class];
            if men != 0 {
                sink.steps(class, around(class, &group.ends.0).map(|squares| squares & men))?;
            }
        }
        let movers = groups.iter().fold(0, |all, group| all | group.men.0[class]);
        let (hops, empty) = (Hops::new(class, &board.men.0), board.empty.0[class]);
        if self.tables().zone_count == 1 {
            return for_each_part(&hops, movers, empty, |part, rim| {
                for group in groups {
                    let (men, ends) = (rim & group.men.0[class], part & group.ends.0[class]);
                    if men != 0 && ends != 0 {
                        sink.hops(class, men, ends)?;
                    }
                }
                ControlFlow::Continue(())
            });
        }
        let reach = self.reach_by_zones(board, class, movers, &hops);
        for group in groups {
            for bit in bits(group.men.0[class]) {
                let ends = reach[bit as usize & 63] & group.ends.0[class];
                if ends != 0 {
                    sink.hops(class, 1 << bit, ends)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `f` with every connected part of the empty squares that some man can hop to: the parity class it lies in, all
    /// men (of whichever seat, as bits of the class's word) that reach every square of it, and its squares. What rules
    /// about camps forbid is not taken away: this is what evaluations ask of a position.
    #[inline]
    pub fn visit_hops(&self, s: &State, mut f: impl FnMut(usize, u64, u64)) {
        let men = s.occupied();
        let empty = self.tables().board & !men;
        for class in 0..4 {
            let hops = Hops::new(class, &men.0);
            let _ = for_each_part(&hops, men.0[class], empty.0[class], |part, rim| {
                f(class, rim & men.0[class], part);
                ControlFlow::<()>::Continue(())
            });
        }
    }

    /// Where each man of a class, by its number, can hop to if no chain goes back to an earlier zone. A man reaches the
    /// parts next to it in its own zone and in later ones, and from each of them all that chains lead on to.
    fn reach_by_zones(&self, board: &Board<'_>, class: usize, movers: u64, hops: &Hops) -> [u64; 64] {
        let empty = board.empty.0[class];
        let zones = &self.tables().zones[board.seat][..self.tables().zone_count];
        let mut reach = [0; 64];
        let mut upstream = 0;
        for (z, zone) in zones.iter().enumerate() {
            upstream |= zone.0[class];
            let _ = for_each_part(hops, movers & upstream, empty & zone.0[class], |part, rim| {
                let on = |reached, later: &super::SquareSet| hops.flood(reached, empty & later.0[class]).0;
                let reached = zones[z + 1..].iter().fold(part, on);
                for bit in bits(rim & movers & upstream) {
                    reach[bit as usize & 63] |= reached;
                }
                ControlFlow::<()>::Continue(())
            });
        }
        reach
    }
}

/// Calls `f` with every connected part of the squares of `within` that a hop leads to from any of the men, and where one
/// hop leads from it. Hops lead both ways: the men on those squares are the ones that reach the part, all of it.
#[inline(always)]
fn for_each_part<B>(
    hops: &Hops,
    men: u64,
    within: u64,
    mut f: impl FnMut(u64, u64) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut seeds = hops.step(men) & within;
    while seeds != 0 {
        let (part, rim) = hops.flood(seeds & seeds.wrapping_neg(), within);
        seeds &= !part;
        f(part, rim)?;
    }
    ControlFlow::Continue(())
}

//! The turns of a position: which men may move, and where each of them can end.
use super::Halma;
use super::board::{Square, SquareSet, bits};
use super::count::{self, Group};
use super::hops::Hops;
use super::options::{Bound, Evacuation, Win};
use super::state::{Move, State};
use super::tables::SEATS;
use std::ops::ControlFlow;

/// Which men may move this turn, and where they may end.
pub(super) struct Phase {
    pub movers: SquareSet,
    pub ends: Ends,
}

/// On which squares a turn may end.
pub(super) enum Ends {
    /// Wherever it leads.
    Free,
    /// By where the man starts.
    ByStart { from_home: SquareSet, from_goal: SquareSet, from_elsewhere: SquareSet },
    /// On squares that are further from the home corner.
    Further,
}

/// The men and the empty squares, as the generator wants them.
struct Board<'a> {
    state: &'a State,
    seat: usize,
    own: SquareSet,
    men: SquareSet,
    empty: SquareSet,
}

const NO_GROUP: Group = Group { men: SquareSet::EMPTY, ends: SquareSet::EMPTY };

impl Halma {
    pub(super) fn visit<B>(&self, s: &State, mut f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let board = self.board_of(s);
        let phase = self.phase(&board);
        let mut blocked = true;
        self.visit_men(&board, &phase, |from, ends| {
            blocked &= ends.is_empty();
            for class in 0..4 {
                for bit in bits(ends.0[class]) {
                    f(Move { from, to: Square::of_class(class, bit) })?;
                }
            }
            ControlFlow::Continue(())
        })?;
        if blocked { f(Move::PASS) } else { ControlFlow::Continue(()) }
    }

    pub(super) fn count(&self, s: &State) -> u64 {
        let board = self.board_of(s);
        let phase = self.phase(&board);
        let (home, goal) = (self.tables().home[board.seat], self.tables().goal[board.seat]);
        let groups = match phase.ends {
            _ if self.tables().zone_count > 1 => None,
            Ends::Free => Some([Group { men: phase.movers, ends: board.empty }, NO_GROUP, NO_GROUP]),
            Ends::Further => None,
            Ends::ByStart { from_home, from_goal, from_elsewhere } => Some([
                Group { men: phase.movers & !(home | goal), ends: from_elsewhere },
                Group { men: phase.movers & home, ends: from_home },
                Group { men: phase.movers & goal, ends: from_goal },
            ]),
        };
        let count = match groups {
            Some(groups) => self.count_groups(&board, &groups),
            None => {
                let mut count = 0;
                let _ = self.visit_men(&board, &phase, |_, ends| {
                    count += u64::from(ends.len());
                    ControlFlow::<()>::Continue(())
                });
                count
            }
        };
        count.max(1)
    }

    fn count_groups(&self, board: &Board<'_>, groups: &[Group; 3]) -> u64 {
        let used = groups.iter().rposition(|group| !group.men.is_empty()).map_or(0, |last| last + 1);
        let groups = &groups[..used];
        let mut count = groups.iter().map(count::steps).sum();
        for class in 0..4 {
            let hops = Hops::new(class, &board.men.0);
            count += count::hops(&hops, class, board.empty.0[class], groups);
        }
        count
    }

    /// Whether the seat to move has no move but the pass.
    pub(super) fn is_blocked(&self, s: &State) -> bool {
        let board = self.board_of(s);
        !self.any(&board, &self.phase(&board))
    }

    pub(super) fn allows(&self, s: &State, m: Move) -> bool {
        if m.is_pass() {
            return self.is_blocked(s);
        }
        let board = self.board_of(s);
        if !board.own.contains(m.from) || !board.empty.contains(m.to) {
            return false;
        }
        let phase = self.phase(&board);
        phase.movers.contains(m.from)
            && self.may_end(&board, &phase.ends, m.from).contains(m.to)
            && self.reach(&board, m.from).contains(m.to)
    }

    /// Whether the man could go there if only the squares between mattered: by a step or by hops, camps disregarded.
    pub(super) fn connects(&self, s: &State, m: Move) -> bool {
        let board = self.board_of(s);
        let class = m.from.class();
        let hops = Hops::new(class, &board.men.0);
        let (reached, _) = hops.flood(m.from.bit(), board.empty.0[class]);
        self.tables().steps[m.from.index()].contains(m.to) || m.to.class() == class && reached & m.to.bit() != 0
    }

    /// The landings of a shortest chain (or the step), both ends included; among equals the one whose squares come first
    /// in the order of squares, looked at from the start.
    pub(super) fn path(&self, s: &State, m: Move) -> Vec<Square> {
        if m.is_pass() || self.tables().steps[m.from.index()].contains(m.to) {
            return if m.is_pass() { Vec::new() } else { vec![m.from, m.to] };
        }
        let board = self.board_of(s);
        let class = m.from.class();
        let hops = Hops::new(class, &board.men.0);
        let mut came_from = [None; 64];
        let (mut queue, mut seen) = (vec![m.from], m.from.bit());
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            next += 1;
            let fresh = hops.step(square.bit()) & self.landings(&board, square).0[class] & !seen;
            seen |= fresh;
            for bit in bits(fresh) {
                came_from[bit as usize] = Some(square);
                queue.push(Square::of_class(class, bit));
            }
        }
        let before = |square: &Square| came_from[square.index() & 63];
        let mut path: Vec<Square> = std::iter::successors(Some(m.to), before).collect();
        path.reverse();
        path
    }

    fn board_of<'a>(&self, s: &'a State) -> Board<'a> {
        let seat = usize::from(s.status.to_move) % SEATS;
        let men = s.occupied();
        Board { state: s, seat, own: s.men[seat], men, empty: self.tables().board & !men }
    }

    /// What the rules about camps leave of this turn.
    fn phase(&self, board: &Board<'_>) -> Phase {
        let home = self.tables().home[board.seat];
        if self.settings().evacuate != Evacuation::Usc || (board.own & home).is_empty() {
            return Phase { movers: board.own, ends: self.usual_ends(board) };
        }
        let out = board.empty & !home;
        let leave = Ends::ByStart { from_home: out, from_goal: out, from_elsewhere: out };
        let leave = Phase { movers: board.own & home, ends: leave };
        if self.any(board, &leave) {
            return leave;
        }
        let further = Phase { movers: board.own & home, ends: Ends::Further };
        if self.any(board, &further) {
            return further;
        }
        Phase { movers: board.own & !home, ends: self.usual_ends(board) }
    }

    fn usual_ends(&self, board: &Board<'_>) -> Ends {
        let (settings, tables) = (self.settings(), self.tables());
        let (home, goal) = (tables.home[board.seat], tables.goal[board.seat]);
        let mut from_elsewhere = board.empty;
        if settings.enter_home != Bound::Free {
            from_elsewhere = from_elsewhere & !home;
        }
        if settings.win == Win::Mover {
            from_elsewhere = from_elsewhere & !self.last_vacancy(board);
        }
        let keeps_goal = settings.leave_goal != Bound::Free;
        let in_goal = !(board.own & goal).is_empty();
        if from_elsewhere == board.empty && !(keeps_goal && in_goal) {
            return Ends::Free;
        }
        let from_goal = if keeps_goal { from_elsewhere & goal } else { from_elsewhere };
        Ends::ByStart { from_home: board.empty, from_goal, from_elsewhere }
    }

    /// The last empty square of the own camp, if an enemy stands in the camp: no man may fill it from outside.
    fn last_vacancy(&self, board: &Board<'_>) -> SquareSet {
        let home = self.tables().home[board.seat];
        let vacant = home & board.empty;
        if vacant.len() == 1 && !(home & board.men & !self.of_team(board.state, board.seat)).is_empty() {
            vacant
        } else {
            SquareSet::EMPTY
        }
    }

    fn may_end(&self, board: &Board<'_>, ends: &Ends, from: Square) -> SquareSet {
        let tables = self.tables();
        match *ends {
            Ends::Free => board.empty,
            Ends::Further => tables.further[board.seat][from.index()],
            Ends::ByStart { from_home, from_goal, from_elsewhere } => {
                if tables.home[board.seat].contains(from) {
                    from_home
                } else if tables.goal[board.seat].contains(from) {
                    from_goal
                } else {
                    from_elsewhere
                }
            }
        }
    }

    /// Where a chain may land that stands here.
    fn landings(&self, board: &Board<'_>, square: Square) -> SquareSet {
        let zones = &self.tables().zones[board.seat][..self.tables().zone_count];
        let here = zones.iter().position(|zone| zone.contains(square)).unwrap_or(0);
        zones[here..].iter().fold(SquareSet::EMPTY, |all, &zone| all | zone) & board.empty
    }

    fn any(&self, board: &Board<'_>, phase: &Phase) -> bool {
        let first = |_, ends: SquareSet| {
            if ends.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.visit_men(board, phase, first).is_break()
    }

    /// Where one man can go, by steps and hops.
    fn reach(&self, board: &Board<'_>, from: Square) -> SquareSet {
        let tables = self.tables();
        let class = from.class();
        let hops = Hops::new(class, &board.men.0);
        let mut reached = from.bit();
        let zones = &tables.zones[board.seat][..tables.zone_count];
        let here = zones.iter().position(|zone| zone.contains(from)).unwrap_or(0);
        for zone in &zones[here..] {
            (reached, _) = hops.flood(reached, board.empty.0[class] & zone.0[class]);
        }
        let mut all = tables.steps[from.index()] & board.empty;
        all.0[class] = reached & board.empty.0[class];
        all
    }

    /// Calls `f` with every man that may move and where it may end (perhaps nowhere), in the order of squares.
    #[inline]
    fn visit_men<B>(
        &self,
        board: &Board<'_>,
        phase: &Phase,
        mut f: impl FnMut(Square, SquareSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut reach = [0; 64];
        for class in 0..4 {
            let movers = phase.movers.0[class];
            if movers == 0 {
                continue;
            }
            self.reach_of_class(board, class, movers, &mut reach);
            for bit in bits(movers) {
                let from = Square::of_class(class, bit);
                let mut ends = self.tables().steps[from.index()] & board.empty;
                ends.0[class] = std::mem::take(&mut reach[bit as usize & 63]);
                f(from, ends & self.may_end(board, &phase.ends, from))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds to `reach` where the men of a class can hop to. The empty squares fall into connected parts, and what a man
    /// reaches is the parts next to it: each part is found once, for all men.
    #[inline]
    fn reach_of_class(&self, board: &Board<'_>, class: usize, movers: u64, reach: &mut [u64; 64]) {
        let tables = self.tables();
        let hops = Hops::new(class, &board.men.0);
        let empty = board.empty.0[class];
        if tables.zone_count == 1 {
            let mut seeds = hops.step(movers) & empty;
            while seeds != 0 {
                let (part, rim) = hops.flood(seeds & seeds.wrapping_neg(), empty);
                seeds &= !part;
                for bit in bits(rim & movers) {
                    reach[bit as usize & 63] |= part;
                }
            }
            return;
        }
        let zones = tables.zones[board.seat].map(|zone| zone.0[class]);
        let mut upstream = 0;
        for z in 0..tables.zone_count {
            upstream |= movers & zones[z];
            let mut seeds = hops.step(upstream) & empty & zones[z];
            while seeds != 0 {
                let (part, rim) = hops.flood(seeds & seeds.wrapping_neg(), empty & zones[z]);
                seeds &= !part;
                let mut all = part;
                for zone in &zones[z + 1..tables.zone_count] {
                    (all, _) = hops.flood(all, empty & zone);
                }
                for bit in bits(rim & upstream) {
                    reach[bit as usize & 63] |= all;
                }
            }
        }
    }
}

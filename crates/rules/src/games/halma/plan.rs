//! What the rules about camps leave of a turn: which men may move, and where each of them may end.
use super::Halma;
use super::board::{Square, SquareSet};
use super::options::{Bound, Evacuation, Win};
use super::state::State;
use super::tables::SEATS;

/// The position as generators want it.
pub(super) struct Board<'a> {
    pub state: &'a State,
    pub seat: usize,
    pub own: SquareSet,
    pub men: SquareSet,
    pub empty: SquareSet,
}

/// Men that may end on the same squares.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub men: SquareSet,
    pub ends: SquareSet,
}

/// The men that may move this turn: no man is in two groups, and none moves that is in no group.
pub(super) enum Plan {
    One([Group; 1]),
    /// Men outside the camps, in the own camp, in the goal camp.
    ByCamp([Group; 3]),
    /// Each of these men only to squares of its camp that are further from the corner.
    Further(SquareSet),
}

impl Halma {
    pub(super) fn board_of<'a>(&self, s: &'a State) -> Board<'a> {
        let seat = usize::from(s.status.to_move) % SEATS;
        let men = s.occupied();
        Board { state: s, seat, own: s.men[seat], men, empty: self.tables().board & !men }
    }

    #[inline]
    pub(super) fn plan(&self, board: &Board<'_>) -> Plan {
        if self.settings().evacuate == Evacuation::Usc {
            self.evacuate(board)
        } else {
            self.usual(board, board.own)
        }
    }

    /// Where a man may end by the plan, reachable or not.
    pub(super) fn ends(&self, board: &Board<'_>, plan: &Plan, from: Square) -> SquareSet {
        let groups = match plan {
            Plan::One(group) => &group[..],
            Plan::ByCamp(groups) => &groups[..],
            Plan::Further(men) if men.contains(from) => return self.further(board, from),
            Plan::Further(_) => return SquareSet::EMPTY,
        };
        let group = groups.iter().find(|group| group.men.contains(from));
        group.map_or(SquareSet::EMPTY, |group| group.ends)
    }

    pub(super) fn further(&self, board: &Board<'_>, from: Square) -> SquareSet {
        self.tables().further[board.seat][from.index()] & board.empty
    }

    fn evacuate(&self, board: &Board<'_>) -> Plan {
        let home = self.tables().home[board.seat];
        let inside = board.own & home;
        if inside.is_empty() {
            return self.usual(board, board.own);
        }
        let leave = Plan::One([Group { men: inside, ends: board.empty & !home }]);
        if self.has_turn(board, &leave) {
            return leave;
        }
        let further = Plan::Further(inside);
        if self.has_turn(board, &further) {
            return further;
        }
        self.usual(board, board.own & !home)
    }

    #[inline]
    fn usual(&self, board: &Board<'_>, men: SquareSet) -> Plan {
        let (settings, tables) = (self.settings(), self.tables());
        let (home, goal) = (tables.home[board.seat], tables.goal[board.seat]);
        let mut elsewhere = board.empty;
        if settings.enter_home != Bound::Free {
            elsewhere = elsewhere & !home;
        }
        if settings.win == Win::Mover {
            elsewhere = elsewhere & !self.last_vacancy(board);
        }
        let stays = settings.leave_goal != Bound::Free;
        if elsewhere == board.empty && (!stays || (men & goal).is_empty()) {
            return Plan::One([Group { men, ends: board.empty }]);
        }
        Plan::ByCamp([
            Group { men: men & !(home | goal), ends: elsewhere },
            Group { men: men & home, ends: board.empty },
            Group { men: men & goal, ends: if stays { elsewhere & goal } else { elsewhere } },
        ])
    }

    /// The last empty square of the own camp, if an enemy stands in the camp: no man may fill it from outside.
    fn last_vacancy(&self, board: &Board<'_>) -> SquareSet {
        let home = self.tables().home[board.seat];
        let vacant = home & board.empty;
        let enemies = board.men & !self.of_team(board.state, board.seat);
        if vacant.len() == 1 && !(home & enemies).is_empty() { vacant } else { SquareSet::EMPTY }
    }
}

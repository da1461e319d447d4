//! What the bounds along a line of max^n allow to leave out.
//!
//! Write b(i) for the least that the team at the i-th node of the line must be offered to give up what it has there, and
//! suppose the node at the end, k, has a value v. Its team takes no less than it has. If every team from node j on took v,
//! each would get at least its b — and where these sum to more than there is to share, they cannot: some team between j and
//! k-1 keeps what it has. v is then *blocked* from j on, whatever it is exactly, and stays so, since nobody ever settles for
//! less.
//!
//! With j = k-1 the team before k keeps what it has, and nothing more need be known (shallow pruning). With j further up
//! the teams between may still be misled by not knowing v: when a team at node i in between has something that is not
//! blocked from j on, it must know whether it prefers v to that. So the rest of k is left out only as long as all that
//! these teams have is blocked from j on as well; and when one of them later gets something that is not, what it has left
//! out is searched after all.
//!
//! A team gives up what it has for more. It does for the same where the rule for ties may say so: then b is what it has. By
//! the rule that the first move wins, a later move must offer more, and b is the next greater value; equal values, of which
//! there are many in races, then cut as well.
use crate::multi::maxn::{Aim, Pruning};
use crate::multi::worth::{Scale, Worth};
use hoppity_rules::MAX_SEATS;

/// A node of the present line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) team: usize,
    /// The best that was found there for its team.
    pub(super) best: Option<Worth>,
    /// Whether its last move is being searched.
    pub(super) at_last: bool,
    /// Whether the move that is being searched must offer more than the best, not as much.
    pub(super) must_beat: bool,
}

/// Who wants what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wishes {
    pub(super) scale: Scale,
    pub(super) root: usize,
    pub(super) aim: Aim,
}

impl Wishes {
    /// What a position is worth to a team by what it is after.
    pub(super) fn of(&self, team: usize, worth: &Worth) -> i64 {
        match self.aim {
            Aim::Against(target) if team == self.root => self.scale.most() - worth.by_team[target.index()],
            _ => worth.by_team[team],
        }
    }

    /// The least for which the team of a node gives up what it has there, if it has anything.
    fn price(&self, frame: &Frame) -> Option<i64> {
        let has = self.of(frame.team, &frame.best?);
        Some(if frame.must_beat { self.scale.next(has) } else { has })
    }

    /// Whether no position gives every team what it has for sure.
    fn are_too_many(&self, bounds: &[i64; MAX_SEATS]) -> bool {
        let (all, most) = (bounds.iter().sum::<i64>(), self.scale.most());
        match self.aim {
            Aim::Own => all > most,
            // What the target gains the searcher loses; the others share what there is with the target.
            Aim::Against(target) => {
                let own = bounds[self.root];
                own + bounds[target.index()] > most || all - own > most
            }
        }
    }
}

/// From which node on the value of the last one is blocked, if it may be left out for that.
///
/// Only nodes of as many different teams are looked at. Bounds of a team's node further up hold as well, but a node that is
/// blocked from far above leaves the teams between without a bound of their own, which costs more than it saves.
pub(super) fn cut(line: &[Frame], wishes: &Wishes, pruning: Pruning) -> Option<usize> {
    let (last, above) = line.split_last()?;
    let mut bounds = [0; MAX_SEATS];
    bounds[last.team] = wishes.of(last.team, &last.best?);
    let mut seen = [false; MAX_SEATS];
    seen[last.team] = true;
    for (j, frame) in above.iter().enumerate().rev() {
        if std::mem::replace(&mut seen[frame.team], true) {
            break;
        }
        bounds[frame.team] = wishes.price(frame).unwrap_or(0);
        let between = &above[j + 1..];
        let allowed = if between.is_empty() {
            pruning.shallow
        } else {
            let at_last = || pruning.last_branch && between.iter().all(|frame| frame.at_last);
            (pruning.speculative || at_last())
                && (j + 1..above.len())
                    .all(|i| above[i].best.is_none_or(|best| blocked(above, j, i, &best, wishes)))
        };
        if allowed && wishes.are_too_many(&bounds) {
            return Some(j);
        }
    }
    None
}

/// Whether some team at a node from `j` to `i` - 1 keeps what it has rather than take this.
pub(super) fn blocked(line: &[Frame], j: usize, i: usize, worth: &Worth, wishes: &Wishes) -> bool {
    line[j..i]
        .iter()
        .any(|frame| wishes.price(frame).is_some_and(|price| wishes.of(frame.team, worth) < price))
}

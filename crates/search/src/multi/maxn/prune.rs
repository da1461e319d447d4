//! What the bounds along a line of max^n allow to leave out.
//!
//! Write b(i) for what the team that moves at the i-th node of the line has for sure there, and suppose the node at the end,
//! k, has a value v. Its team takes no less than b(k). If every team from node j on took v, or something equal to it in its
//! eyes, each would have at least its b — and where the b of all these teams sum to more than there is to share, they
//! cannot: some team between j and k-1 strictly prefers what it has. v is then *blocked* from j on, whatever it is exactly,
//! and stays so, since bounds only grow.
//!
//! With j = k-1 the team before k prefers what it has, and nothing more need be known (shallow pruning). With j further up
//! the teams between may still be misled by not knowing v: when a team at node i in between has something that is not
//! blocked from j on, it must know whether it prefers v to that. So the rest of k is left out only as long as all that
//! these teams have is blocked from j on as well; and when one of them later gets something that is not, what it has left
//! out is searched after all. Equal values never cut: the result is the same under any rule for ties.
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
pub(super) fn cut(line: &[Frame], wishes: &Wishes, pruning: Pruning) -> Option<usize> {
    let (last, above) = line.split_last()?;
    let mut bounds = [0; MAX_SEATS];
    bounds[last.team] = wishes.of(last.team, &last.best?);
    for (j, frame) in above.iter().enumerate().rev() {
        if let Some(best) = &frame.best {
            let bound = &mut bounds[frame.team];
            *bound = (*bound).max(wishes.of(frame.team, best));
        }
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

/// Whether some team at a node from `j` to `i` - 1 strictly prefers what it has to this.
pub(super) fn blocked(line: &[Frame], j: usize, i: usize, worth: &Worth, wishes: &Wishes) -> bool {
    line[j..i].iter().any(|frame| {
        frame.best.is_some_and(|best| wishes.of(frame.team, worth) < wishes.of(frame.team, &best))
    })
}

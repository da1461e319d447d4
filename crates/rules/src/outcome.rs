//! How a game ended: places by team, and why.
use crate::{MAX_SEATS, Team};

/// Why a game ended, as a set of bits. Bits 0 to [`Reasons::OWN`]` - 1` belong to the game, which names them in
/// [`crate::Game::reason_names`]; the ones above mean the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reasons(u16);

impl Reasons {
    /// How many bits are a game's own.
    pub const OWN: usize = 11;
    /// No cell is empty and nobody has won.
    pub const FULL_BOARD: Reasons = Reasons(1 << 11);
    /// The player to move has no move.
    pub const NO_MOVE: Reasons = Reasons(1 << 12);
    /// The position stood as often as the rules allow.
    pub const REPETITION: Reasons = Reasons(1 << 13);
    /// The rules' limit on plies is reached.
    pub const CAP: Reasons = Reasons(1 << 14);

    /// The game's own reason number `bit`, in the order of [`crate::Game::reason_names`].
    pub const fn own(bit: usize) -> Reasons {
        assert!(bit < Reasons::OWN);
        Reasons(1 << bit)
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Reasons) -> Reasons {
        Reasons(self.0 | other.0)
    }

    /// Whether every reason of `other` is in this set.
    pub const fn contains(self, other: Reasons) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names joined by `+`, for a game whose own reasons are called `own`.
    pub fn names(self, own: &[&str]) -> String {
        let common = ["full board", "no move", "repetition", "cap"];
        let name = |bit: usize| match bit.checked_sub(Reasons::OWN) {
            None => own.get(bit).copied().unwrap_or("?"),
            Some(common_bit) => common[common_bit],
        };
        (0..15).filter(|bit| self.0 >> bit & 1 == 1).map(name).collect::<Vec<_>>().join("+")
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    ranks: [u8; MAX_SEATS],
    teams: u8,
    reasons: Reasons,
    on_path: bool,
}

impl Outcome {
    /// Places by team, 0 the best; teams with equal ranks share a place (and the ranks after it are skipped, as in
    /// 0, 0, 2). Panics without a team or with more than [`MAX_SEATS`].
    pub fn from_ranks(ranks: &[u8], reasons: Reasons) -> Outcome {
        assert!(!ranks.is_empty() && ranks.len() <= MAX_SEATS);
        let mut all = [0; MAX_SEATS];
        all[..ranks.len()].copy_from_slice(ranks);
        Outcome { ranks: all, teams: ranks.len() as u8, reasons, on_path: false }
    }

    /// `team` is first alone; the others share the place after it.
    pub fn win(team: Team, teams: usize, reasons: Reasons) -> Outcome {
        let mut ranks = [1; MAX_SEATS];
        ranks[team.index()] = 0;
        Outcome::from_ranks(&ranks[..teams], reasons)
    }

    /// `team` is last alone; the others share the first place. With two teams: the other wins. A lone team, which has
    /// nobody to be behind, still has rank 1: it has not won.
    pub fn loss(team: Team, teams: usize, reasons: Reasons) -> Outcome {
        let mut ranks = [0; MAX_SEATS];
        ranks[team.index()] = (teams as u8 - 1).max(1);
        Outcome::from_ranks(&ranks[..teams], reasons)
    }

    /// All share the first place.
    pub fn draw(teams: usize, reasons: Reasons) -> Outcome {
        Outcome::from_ranks(&[0; MAX_SEATS][..teams], reasons)
    }

    /// The same result, marked as resting on counters or on the line's history (a cap, a deadline, a repetition), not on
    /// the position alone: a value derived from it holds for its path only.
    #[must_use]
    pub const fn on_path(mut self) -> Outcome {
        self.on_path = true;
        self
    }

    /// Whether the result rests on the path, see [`Outcome::on_path`].
    pub const fn is_on_path(&self) -> bool {
        self.on_path
    }

    /// Places by team.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.teams as usize]
    }

    /// The place of one team, 0 the best.
    pub fn rank(&self, team: Team) -> u8 {
        self.ranks()[team.index()]
    }

    /// Why the game ended.
    pub const fn reasons(&self) -> Reasons {
        self.reasons
    }

    /// The team that is first alone.
    pub fn winner(&self) -> Option<Team> {
        let mut first = (0..self.teams as usize).filter(|&t| self.ranks[t] == 0);
        match (first.next(), first.next()) {
            (Some(team), None) => Some(Team::new(team)),
            _ => None,
        }
    }

    /// What the result is worth to a team: 1 for the first place, shared equally among those who hold it, else 0.
    /// The payoffs of all teams sum to 1. With two teams: 1, ½, 0.
    pub fn payoff(&self, team: Team) -> f64 {
        if self.rank(team) != 0 {
            return 0.0;
        }
        let first: u32 = self.ranks().iter().map(|&rank| u32::from(rank == 0)).sum();
        1.0 / f64::from(first)
    }
}

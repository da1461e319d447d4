//! Proved results in the tree (MCTS-Solver: Winands, Björnsson and Saito 2008; for more seats Nijssen and Winands 2011).
//!
//! What a result is worth depends on who holds the first place, so a proof is the set of those teams. A node is proved when
//! one of its moves is proved to give the first place to the seat to move alone, or when all moves are proved: then the seat
//! takes the one of highest payoff. Of several with the same payoff but other winners, the [`Rule`] decides.
use hoppity_rules::{Game, MAX_SEATS, Outcome, Seat, Team};

/// The teams that are proved to share the first place; none while nothing is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proven(u8);

impl Proven {
    /// Nothing is proved.
    pub(super) const NOT: Proven = Proven(0);

    /// This team alone is first.
    pub(super) fn win(team: Team) -> Proven {
        Proven(1 << team.index())
    }

    pub(super) fn is_some(self) -> bool {
        self.0 != 0
    }

    /// What the result is worth to a team, as [`Outcome::payoff`].
    pub(super) fn payoff(self, team: Team) -> f64 {
        if self.0 >> team.index() & 1 == 0 { 0.0 } else { 1.0 / f64::from(self.0.count_ones()) }
    }

    /// Whether this team alone is first.
    pub(super) fn wins(self, team: Team) -> bool {
        self == Proven::win(team)
    }

    /// What it is worth to each team.
    pub(super) fn by_team(self, teams: usize) -> [f32; MAX_SEATS] {
        let mut scores = [0.0; MAX_SEATS];
        for (team, score) in scores.iter_mut().enumerate().take(teams) {
            *score = self.payoff(Team::new(team)) as f32;
        }
        scores
    }

    /// What it is worth to each seat.
    pub(super) fn payoffs<G: Game>(self, game: &G) -> [f64; MAX_SEATS] {
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            scores[seat.index()] = self.payoff(game.team(seat));
        }
        scores
    }
}

impl From<&Outcome> for Proven {
    fn from(outcome: &Outcome) -> Proven {
        let first = outcome.ranks().iter().enumerate().filter(|&(_, &rank)| rank == 0);
        Proven(first.fold(0, |teams, (team, _)| teams | 1 << team))
    }
}

impl From<Proven> for crate::Proof {
    fn from(proven: Proven) -> crate::Proof {
        if proven.0.is_power_of_two() {
            crate::Proof::Win(Team::new(proven.0.trailing_zeros() as usize))
        } else {
            crate::Proof::Draw
        }
    }
}

/// How results are backed up when every move of a node is proved, and several are worth the same to the seat to move but
/// not to the others. With two teams that never happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Nothing is proved, then or ever.
    Off,
    /// The node is not proved.
    #[default]
    Standard,
    /// The seat takes the one that is worst for the seat that searches; of equal ones, that of the lower teams.
    Paranoid,
    /// The seat takes the one whose first winner comes soonest after it in turn; of equal ones, that of the lower teams.
    First,
}

/// What is proved of a node where `mover` is to move, given what is proved of each of its moves.
pub(super) fn of_node<G: Game>(
    game: &G,
    rule: Rule,
    mover: Seat,
    searcher: Seat,
    moves: &[Proven],
) -> Proven {
    let team = game.team(mover);
    if rule == Rule::Off || moves.is_empty() {
        return Proven::NOT;
    }
    if moves.iter().any(|proven| proven.wins(team)) {
        return Proven::win(team);
    }
    if moves.iter().any(|proven| !proven.is_some()) {
        return Proven::NOT;
    }
    let most = moves.iter().map(|proven| proven.payoff(team)).fold(0.0, f64::max);
    let mut best = moves.iter().copied().filter(|proven| proven.payoff(team) == most);
    let (seats, worth) = (game.seats(), |proven: Proven| proven.payoff(game.team(searcher)));
    // Seats after the mover in turn, until one that is first in the result.
    let wait = |proven: Proven| {
        let seat = |after: usize| Seat::new((mover.index() + after) % seats);
        (1..=seats).find(|&after| proven.payoff(game.team(seat(after))) > 0.0)
    };
    match rule {
        Rule::Off => Proven::NOT,
        Rule::Standard => {
            let first = best.next().unwrap_or(Proven::NOT);
            if best.all(|other| other == first) { first } else { Proven::NOT }
        }
        Rule::Paranoid => {
            let order = |a: &Proven, b: &Proven| worth(*a).total_cmp(&worth(*b)).then(a.0.cmp(&b.0));
            best.min_by(order).unwrap_or(Proven::NOT)
        }
        Rule::First => best.min_by_key(|&proven| (wait(proven), proven.0)).unwrap_or(Proven::NOT),
    }
}

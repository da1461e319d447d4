//! Games that end before the rules end them, because the agents agree about the result or one of them has proved it.
use crate::Adjudication;
use hoppity_rules::{Outcome, Reasons, Seat, Team};
use hoppity_search::{Decision, Proof};

/// The reason of a game whose result all agents agreed on.
pub(crate) const AGREED: &str = "adjudicated";
/// The reason of a game whose result an agent proved and none disputed.
pub(crate) const PROVED: &str = "proved";

/// Listens to the decisions of one game.
#[derive(Debug)]
pub(crate) struct Judge {
    rule: Adjudication,
    /// The team of every seat.
    teams: Vec<Team>,
    agreed: Agreed,
    claimed: Option<Claim>,
}

/// For whom all decisions of late have seen the game won.
#[derive(Debug, Default)]
struct Agreed {
    winner: Option<Team>,
    plies: u32,
    heard: Heard,
}

/// A result that was said to be proved.
#[derive(Debug)]
struct Claim {
    proof: Proof,
    /// Who has answered since and not objected, the one who claims it included.
    heard: Heard,
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default)]
struct Heard(u64);

impl Heard {
    fn add(&mut self, seat: usize) {
        self.0 |= 1 << seat;
    }

    fn all(self, seats: usize) -> bool {
        self.0.count_ones() as usize == seats
    }
}

/// The result of a game that is decided, and why.
pub(crate) type Verdict = (Outcome, &'static str);

impl Judge {
    /// `teams` by seat.
    pub(crate) fn new(rule: Adjudication, teams: Vec<Team>) -> Judge {
        Judge { rule, teams, agreed: Agreed::default(), claimed: None }
    }

    /// Hears the decision of a seat; the verdict, if the game is now decided.
    pub(crate) fn hear<M>(&mut self, seat: usize, decision: &Decision<M>) -> Option<Verdict> {
        let proved = if self.rule.proved { self.hear_proof(seat, decision) } else { None };
        proved.or_else(|| self.hear_score(seat, decision))
    }

    /// Agreed: for so many consecutive plies every decision has given the same team at least that score, and every seat
    /// has been heard among them. A decision without values agrees to nothing.
    fn hear_score<M>(&mut self, seat: usize, decision: &Decision<M>) -> Option<Verdict> {
        let (score, plies) = self.rule.agreed?;
        let sure = |&(_, &value): &(&Team, &f64)| value >= score;
        let winner = self.teams.iter().zip(&decision.values).find(sure).map(|(&team, _)| team);
        if winner.is_none() || winner != self.agreed.winner {
            self.agreed = Agreed { winner, ..Agreed::default() };
        }
        let winner = winner?;
        self.agreed.plies += 1;
        self.agreed.heard.add(seat);
        let decided = self.agreed.plies >= plies && self.agreed.heard.all(self.teams.len());
        decided.then(|| (Outcome::win(winner, self.count(), Reasons::default()), AGREED))
    }

    /// Proved: one decision has proved it, and until every seat has been heard again none has proved anything else or
    /// expected a score more than half a point away from it.
    fn hear_proof<M>(&mut self, seat: usize, decision: &Decision<M>) -> Option<Verdict> {
        match decision.proved {
            // Who shares the first place is not said, so that it decides only between two.
            Some(Proof::Draw) if self.count() > 2 => {}
            Some(proof) if self.claimed.as_ref().is_none_or(|claim| claim.proof != proof) => {
                self.claimed = Some(Claim { proof, heard: Heard::default() });
            }
            Some(_) => {}
            None => {
                let due = self.claimed.as_ref().map(|claim| self.due(claim.proof, seat));
                let expected = decision.values.get(seat);
                if due.zip(expected).is_some_and(|(due, expected)| (due - expected).abs() > 0.5) {
                    self.claimed = None;
                }
            }
        }
        let (seats, teams) = (self.teams.len(), self.count());
        let claim = self.claimed.as_mut()?;
        claim.heard.add(seat);
        claim.heard.all(seats).then(|| match claim.proof {
            Proof::Win(team) => (Outcome::win(team, teams, Reasons::default()), PROVED),
            Proof::Draw => (Outcome::draw(teams, Reasons::default()), PROVED),
        })
    }

    /// What a proved result is worth to a seat.
    fn due(&self, proof: Proof, seat: usize) -> f64 {
        match proof {
            Proof::Win(team) => f64::from(u8::from(team == self.teams[seat])),
            Proof::Draw => 0.5,
        }
    }

    /// How many teams there are.
    fn count(&self) -> usize {
        self.teams.iter().map(|team| team.index() + 1).max().unwrap_or(0)
    }
}

/// The team of every seat of a game.
pub(crate) fn teams(game: &dyn hoppity_rules::AnyGame) -> Vec<Team> {
    Seat::all(game.seats()).map(|seat| game.team(seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(rule: Adjudication, teams: &[usize]) -> Judge {
        Judge::new(rule, teams.iter().map(|&team| Team::new(team)).collect())
    }

    fn says(values: &[f64], proved: Option<Proof>) -> Decision<usize> {
        Decision { values: values.to_vec(), proved, ..Decision::play(0) }
    }

    /// After which of these decisions, by seats in turn, the game is decided, and with which places.
    fn decided(judge: &mut Judge, decisions: &[Decision<usize>]) -> Option<(usize, Vec<u8>, &'static str)> {
        let seats = judge.teams.len();
        (1..).zip(decisions).find_map(|(number, decision)| {
            let (outcome, reason) = judge.hear((number - 1) % seats, decision)?;
            Some((number, outcome.ranks().to_vec(), reason))
        })
    }

    const AT_90: Adjudication = Adjudication { agreed: Some((0.9, 4)), proved: false };
    const PROOFS: Adjudication = Adjudication { agreed: None, proved: true };
    const A_WINS: Option<Proof> = Some(Proof::Win(Team::new(0)));
    const B_WINS: Option<Proof> = Some(Proof::Win(Team::new(1)));

    #[test]
    fn all_must_be_sure_of_the_same_winner_without_a_break() {
        let (a, b, even, dumb) =
            (says(&[0.9, 0.1], None), says(&[0.05, 0.95], None), says(&[0.5, 0.5], None), says(&[], None));
        let sure = |decisions: &[&Decision<usize>]| {
            let decisions: Vec<Decision<usize>> =
                decisions.iter().map(|&decision| decision.clone()).collect();
            decided(&mut judge(AT_90, &[0, 1]), &decisions)
        };
        assert_eq!(sure(&[&even, &a, &a, &a, &a, &a]), Some((5, vec![0, 1], AGREED)));
        assert_eq!(sure(&[&b, &b, &b, &b]), Some((4, vec![1, 0], AGREED)));
        assert_eq!(sure(&[&a, &a, &a, &even, &a, &a, &a]), None);
        assert_eq!(sure(&[&a, &a, &b, &b, &b, &a]), None);
        assert_eq!(sure(&[&a, &dumb, &a, &dumb, &a, &dumb, &a, &dumb]), None, "silence is no consent");
        let odd = says(&[f64::NAN, 1.0], None);
        assert_eq!(sure(&[&odd, &odd, &odd, &odd]), Some((4, vec![1, 0], AGREED)));
    }

    #[test]
    fn a_seat_that_is_not_asked_has_not_agreed() {
        let mut judge = judge(AT_90, &[0, 1]);
        let a = says(&[1.0, 0.0], None);
        assert!((0..9).all(|_| judge.hear(0, &a).is_none()));
        assert!(judge.hear(1, &a).is_some());
    }

    #[test]
    fn teams_win_together() {
        let all = vec![says(&[0.95, 0.05, 0.95, 0.05], None); 4];
        let verdict = decided(&mut judge(AT_90, &[0, 1, 0, 1]), &all);
        assert_eq!(verdict, Some((4, vec![0, 1], AGREED)));
    }

    #[test]
    fn a_proof_stands_when_all_have_had_their_say() {
        let (proof, hopeful, meek) =
            (says(&[1.0, 0.0], A_WINS), says(&[0.3, 0.7], None), says(&[0.6, 0.4], None));
        let run = |decisions: &[&Decision<usize>]| {
            let decisions: Vec<Decision<usize>> =
                decisions.iter().map(|&decision| decision.clone()).collect();
            decided(&mut judge(PROOFS, &[0, 1]), &decisions)
        };
        assert_eq!(run(&[&proof, &meek]), Some((2, vec![0, 1], PROVED)));
        assert_eq!(
            run(&[&proof, &says(&[], None)]),
            Some((2, vec![0, 1], PROVED)),
            "it has no other opinion"
        );
        assert_eq!(run(&[&proof, &hopeful, &proof, &hopeful]), None);
        assert_eq!(run(&[&proof, &hopeful, &proof, &meek]), Some((4, vec![0, 1], PROVED)));
        // Two proofs of different results: one agent is wrong, and the game has to show which.
        let other = says(&[0.0, 1.0], B_WINS);
        assert_eq!(run(&[&proof, &other, &proof, &other, &proof, &other]), None);
        // A loss that is proved by who loses.
        assert_eq!(run(&[&meek, &proof, &meek]), Some((3, vec![0, 1], PROVED)));
        let draw = says(&[0.5, 0.5], Some(Proof::Draw));
        assert_eq!(run(&[&draw, &hopeful]), Some((2, vec![0, 0], PROVED)));
    }

    #[test]
    fn off_it_hears_nothing_and_at_a_table_a_draw_decides_nothing() {
        let proof = says(&[1.0, 0.0], A_WINS);
        assert_eq!(decided(&mut judge(Adjudication::default(), &[0, 1]), &vec![proof; 20]), None);
        let draw = says(&[0.3; 3], Some(Proof::Draw));
        assert_eq!(decided(&mut judge(PROOFS, &[0, 1, 2]), &vec![draw; 20]), None);
        let win = says(&[0.0, 1.0, 0.0], B_WINS);
        assert_eq!(decided(&mut judge(PROOFS, &[0, 1, 2]), &vec![win; 20]), Some((3, vec![1, 0, 1], PROVED)));
    }
}

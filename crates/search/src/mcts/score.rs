//! What positions are worth: those that are settled, and leaves, which are played out or looked at.
use super::Backup;
use super::proof::{Proven, Rule};
use super::select::Side;
use super::walk::Walk;
use crate::{Heuristic, Policy};
use hoppity_rules::{Game, MAX_SEATS, Outcome, Seat};

/// Longer than any real game: a playout that is still going then is scored by the heuristic.
const MAX_PLAYOUT: u32 = 100_000;

/// What a simulation came to.
pub(super) struct Result {
    /// By seat.
    pub(super) scores: [f64; MAX_SEATS],
    pub(super) proven: Proven,
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Walk<'_, G, H, P> {
    pub(super) fn settled(&self) -> Option<Outcome> {
        self.line.outcome().or_else(|| self.policy.ending(&self.game, self.line.state()))
    }

    pub(super) fn proved(&self, proven: Proven) -> Result {
        Result { scores: proven.payoffs(&self.game), proven }
    }

    /// What an outcome is worth, and proves. One that rests on the path proves nothing of a position that other paths lead
    /// to as well.
    pub(super) fn ended(&self, outcome: &Outcome) -> Result {
        let proves = self.config.solver != Rule::Off && !(self.config.transpositions && outcome.is_on_path());
        let proven = if proves { Proven::from(outcome) } else { Proven::NOT };
        Result { scores: payoffs(&self.game, outcome), proven }
    }

    /// What the heuristic expects of the position on the line, which is not settled.
    pub(super) fn look(&self) -> [f64; MAX_SEATS] {
        let acc = self.acc.as_ref().expect("kept where the heuristic is asked");
        self.heuristic.expected(&self.game, &self.heuristic.values(&self.game, self.line.state(), acc))
    }

    /// The expected scores of the position on the line, which is not settled.
    pub(super) fn score_leaf(&mut self) -> Result {
        let cutoff = self.config.cutoff(self.policy, &self.game);
        let mut scores = [0.0; MAX_SEATS];
        if cutoff == Some(0) {
            return Result { scores: self.look(), proven: Proven::NOT };
        }
        for _ in 0..self.config.playouts {
            for (sum, score) in scores.iter_mut().zip(self.play_out(cutoff)) {
                *sum += score;
            }
        }
        let scores = scores.map(|sum| sum / f64::from(self.config.playouts));
        Result { scores, proven: Proven::NOT }
    }

    /// One playout, from which the statistics of moves and replies learn.
    fn play_out(&mut self, cutoff: Option<u32>) -> [f64; MAX_SEATS] {
        let game = &self.game;
        let mut state = self.line.state().clone();
        let last = self.line.moves().next_back();
        let plies = cutoff.unwrap_or(MAX_PLAYOUT);
        let outcome = self.playouts.run(game, self.policy, &mut state, last, plies, self.rng);
        let scores = if let Some(outcome) = outcome {
            payoffs(game, &outcome)
        } else {
            let acc = self.heuristic.start(game, &state);
            self.heuristic.expected(game, &self.heuristic.values(game, &state, &acc))
        };
        if self.amaf.is_used() {
            for &(seat, m) in &self.playouts.played {
                self.amaf.add(seat, game.move_index(m), 1.0, self.worth(&scores, seat));
            }
        }
        if self.playouts.learn_something() {
            let before = self.root_len.checked_sub(1).and_then(|last| self.line.moves().nth(last));
            let to_leaf = self.seats.iter().copied().zip(self.line.moves().skip(self.root_len));
            self.playouts.learn(&self.game, before, to_leaf, &scores);
        }
        scores
    }

    /// Whose score a seat plays for, or against.
    pub(super) fn side(&self, seat: Seat) -> Side {
        let (team, searcher) = (self.game.team(seat), self.game.team(self.searcher));
        if team == searcher || self.config.backup == Backup::MaxN {
            Side { team, against: false }
        } else {
            Side { team: searcher, against: true }
        }
    }

    /// What scores are worth to a seat.
    pub(super) fn worth(&self, scores: &[f64; MAX_SEATS], seat: Seat) -> f32 {
        if self.side(seat).against {
            1.0 - scores[self.searcher.index()] as f32
        } else {
            scores[seat.index()] as f32
        }
    }
}

fn payoffs<G: Game>(game: &G, outcome: &Outcome) -> [f64; MAX_SEATS] {
    let mut scores = [0.0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        scores[seat.index()] = outcome.payoff(game.team(seat));
    }
    scores
}

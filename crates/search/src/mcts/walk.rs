//! One search: the walks down the tree and back.
use super::amaf::Amaf;
use super::grave::Borrowed;
use super::grow::Growth;
use super::playout::Playouts;
use super::proof::{self, Proven, Rule};
use super::select::{Selector, Side};
use super::tree::{BranchId, Fresh, NodeId, Tree};
use super::{Backup, Config};
use crate::{Heuristic, Policy, Prospect};
use hoppity_rules::{Game, Line, MAX_SEATS, Outcome, Random, Seat};
use std::cmp::Reverse;

/// Longer than any real game: a playout that is still going then is scored by the heuristic.
const MAX_PLAYOUT: u32 = 100_000;

pub(super) struct Walk<'s, G: Game, H: Heuristic<G>, P> {
    pub(super) line: Line<G>,
    pub(super) game: G,
    /// Where the heuristic scores leaves: what it keeps along the line.
    acc: Option<H::Acc>,
    pub(super) tree: &'s mut Tree<G::Move>,
    pub(super) config: &'s Config,
    pub(super) heuristic: &'s H,
    pub(super) policy: &'s P,
    pub(super) rng: &'s mut Random,
    pub(super) searcher: Seat,
    /// What is proved of moves that the root lacks: it was a node of one forced move before it became the root.
    pub(super) threat: Proven,
    /// The move that led to the root.
    pub(super) before: Option<G::Move>,
    selector: Selector,
    borrowed: Borrowed,
    amaf: Amaf,
    playouts: Playouts<G>,
    /// The branches of the present simulation, with the nodes that they leave and who is to move there.
    pub(super) path: Vec<Step>,
    /// The moves of those, for playouts to learn from.
    to_leaf: Vec<(Seat, G::Move)>,
    pub(super) prospects: Vec<Prospect<G::Move>>,
    /// Those of the root.
    pub(super) root_prospects: Vec<Prospect<G::Move>>,
    pub(super) fresh: Vec<Fresh<G::Move>>,
    /// The scores of all simulations by seat.
    pub(super) totals: [f64; MAX_SEATS],
    pub(super) sims: u64,
    pub(super) depth: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: NodeId,
    pub(super) branch: BranchId,
    pub(super) seat: Seat,
}

/// What a simulation came to.
pub(super) struct Result {
    pub(super) scores: [f64; MAX_SEATS],
    pub(super) proven: Proven,
}

impl<'s, G: Game, H: Heuristic<G>, P: Policy<G>> Walk<'s, G, H, P> {
    pub(super) fn new(
        line: &Line<G>,
        config: &'s Config,
        heuristic: &'s H,
        policy: &'s P,
        tree: &'s mut Tree<G::Move>,
        rng: &'s mut Random,
    ) -> Self {
        let game = line.game().clone();
        Walk {
            line: line.clone(),
            acc: (config.minimax > 0.0 || policy.cutoff(&game) == Some(0))
                .then(|| heuristic.start(&game, line.state())),
            tree,
            config,
            heuristic,
            policy,
            rng,
            searcher: line.to_move(),
            threat: Proven::NOT,
            before: line.moves().last(),
            selector: Selector::default(),
            borrowed: Borrowed::default(),
            amaf: Amaf::new(&game, config.rave > 0.0),
            playouts: Playouts::new(&game, config),
            path: Vec::new(),
            to_leaf: Vec::new(),
            prospects: Vec::new(),
            root_prospects: Vec::new(),
            fresh: Vec::new(),
            totals: [0.0; MAX_SEATS],
            sims: 0,
            depth: 0,
            game,
        }
    }

    /// Whether more simulations (so many are left, if any number is set) would change nothing.
    pub(super) fn is_settled(&self, left: Option<u64>) -> bool {
        const ROOT: NodeId = NodeId::ROOT;
        const LOOK_EVERY: u64 = 32;
        if self.tree.proven(ROOT).is_some() {
            return true;
        }
        if !self.config.early || !self.sims.is_multiple_of(LOOK_EVERY) {
            return false;
        }
        let visits = self.tree.view(ROOT).visits;
        let most = visits.iter().copied().max().unwrap_or(0);
        let second = visits.iter().copied().filter(|&v| v < most).max().unwrap_or(0);
        let alone = visits.iter().filter(|&&v| v == most).count() == 1;
        visits.len() == 1 || alone && left.is_some_and(|left| u64::from(most - second) > left)
    }

    pub(super) fn simulate(&mut self) {
        self.path.clear();
        let Result { scores, proven } = self.descend();
        self.depth = self.depth.max(self.path.len() as u32);
        for (total, score) in self.totals.iter_mut().zip(scores) {
            *total += score;
        }
        self.sims += 1;
        self.back_up(&scores, proven);
    }

    /// Walks down to a leaf or an end and scores it.
    fn descend(&mut self) -> Result {
        let mut at = NodeId::ROOT;
        // By seat, the last node that has AMAF values to lend.
        let mut lenders = [None; MAX_SEATS];
        // Whether one of the others has chosen a move since the searcher did.
        let mut answered = false;
        loop {
            let seat = self.line.to_move();
            if self.config.grave > 0 && self.tree.visits(at) >= self.config.grave {
                lenders[seat.index()] = Some(at);
            }
            let index = self.choose(at, seat, lenders[seat.index()]);
            answered = self.game.team(seat) != self.game.team(self.searcher) && (answered || index > 0);
            let branch = self.tree.branch(at, index);
            self.path.push(Step { node: at, branch, seat });
            let m = self.tree.mv(branch);
            self.push(m);
            let known = self.tree.branch_proven(branch);
            if known.is_some() {
                return self.proved(known);
            }
            if let Some(below) = self.tree.below(branch) {
                // Another way there may have proved it.
                let known = self.tree.proven(below);
                if known.is_some() {
                    return self.proved(known);
                }
                at = below;
                continue;
            }
            if let Some(outcome) = self.settled() {
                return self.ended(&outcome);
            }
            // A leaf is scored when it is first reached and grows children when it is reached again.
            if self.tree.branch_visits(branch) < self.config.expand {
                return self.score_leaf();
            }
            match self.grow(branch, m, answered) {
                Growth::Grown(node) => at = node,
                Growth::Scored(result) => return result,
                Growth::Full => return self.score_leaf(),
            }
        }
    }

    /// Plays a move on the line.
    pub(super) fn push(&mut self, m: G::Move) {
        if let Some(acc) = &mut self.acc {
            self.heuristic.apply(&self.game, acc, self.line.state(), m);
        }
        self.line.push(m);
    }

    /// Takes the last move back.
    pub(super) fn pop(&mut self) -> G::Move {
        let m = self.line.pop().expect("a move that was pushed");
        if let Some(acc) = &mut self.acc {
            self.heuristic.undo(&self.game, acc, self.line.state(), m);
        }
        m
    }

    /// What the heuristic expects of the position on the line, which is not settled.
    pub(super) fn look(&self) -> [f64; MAX_SEATS] {
        let acc = self.acc.as_ref().expect("kept where the heuristic is asked");
        self.heuristic.expected(&self.game, &self.heuristic.values(&self.game, self.line.state(), acc))
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

    fn choose(&mut self, at: NodeId, seat: Seat, lender: Option<NodeId>) -> usize {
        let (side, game) = (self.side(seat), &self.game);
        let tree: &Tree<G::Move> = self.tree;
        let mut view = tree.view(at);
        if let Some(lender) = lender.filter(|&lender| lender != at) {
            view = self.borrowed.view(game, view, &tree.view(lender));
        }
        let (weight, averages) = (self.config.history, &self.playouts.averages);
        let history = |bounds: &mut [f32]| {
            if weight == 0.0 {
                return;
            }
            let own = view.moves.iter().zip(view.visits).zip(view.mean);
            for (bound, ((&m, &visits), mean)) in bounds.iter_mut().zip(own) {
                let everywhere = averages.of(seat, game.move_index(m));
                *bound += weight * everywhere / ((1.0 - mean) * visits as f32 + 1.0);
            }
        };
        let outlook = (self.config.minimax > 0.0).then_some(side);
        let chosen = self.selector.select(self.config, &view, outlook, tree.visits(at), history);
        chosen.unwrap_or_else(|| {
            // All are proved, and the rule leaves the node open.
            let team = game.team(seat);
            let worth = |i: &usize| (view.proven[*i].payoff(team), Reverse(view.visits[*i]));
            let order = |a: &usize, b: &usize| worth(a).partial_cmp(&worth(b)).expect("numbers");
            (0..view.moves.len()).max_by(order).expect("a move")
        })
    }

    pub(super) fn settled(&self) -> Option<Outcome> {
        self.line.outcome().or_else(|| self.policy.ending(&self.game, self.line.state()))
    }

    /// The expected scores of the position on the line, which is not settled.
    pub(super) fn score_leaf(&mut self) -> Result {
        let cutoff = self.policy.cutoff(&self.game);
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
        let last = self.path.last().map(|step| self.tree.mv(step.branch));
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
            self.to_leaf.clear();
            self.to_leaf.extend(self.path.iter().map(|step| (step.seat, self.tree.mv(step.branch))));
            self.playouts.learn(&self.game, self.before, &self.to_leaf, &scores);
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
    fn worth(&self, scores: &[f64; MAX_SEATS], seat: Seat) -> f32 {
        if self.side(seat).against {
            1.0 - scores[self.searcher.index()] as f32
        } else {
            scores[seat.index()] as f32
        }
    }

    /// Counts the result on the way back up, and takes the moves back.
    fn back_up(&mut self, scores: &[f64; MAX_SEATS], mut proven: Proven) {
        let playouts = self.config.playouts as f32;
        for at in (0..self.path.len()).rev() {
            let Step { node, branch, seat } = self.path[at];
            let m = self.pop();
            let score = self.worth(scores, seat);
            self.tree.count(branch, score);
            if self.amaf.is_used() {
                self.amaf.add(seat, self.game.move_index(m), playouts, playouts * score);
                let (game, of) = (&self.game, self.amaf.of(seat));
                self.tree.count_amaf(node, |m| of[game.move_index(m)]);
            }
            if proven.is_some() {
                proven = self.prove(node, branch, seat, proven);
            }
            if self.config.minimax > 0.0 && at > 0 {
                self.pass_outlook_on(node, self.path[at - 1].branch, seat);
            }
        }
        self.tree.count_root();
        self.amaf.clear();
        if proven.is_some() {
            self.tree.prove_root(proven);
        }
    }

    /// Notes what is proved of a branch, and returns what that proves of its node.
    fn prove(&mut self, node: NodeId, branch: BranchId, seat: Seat, proven: Proven) -> Proven {
        self.tree.prove_branch(branch, proven, proven.wins(self.game.team(seat)));
        if self.config.minimax > 0.0 {
            let by_team = proven.by_team(self.game.teams());
            self.tree.set_outlook(branch, &by_team);
        }
        proof::of_node(&self.game, self.config.solver, seat, self.searcher, self.tree.view(node).proven)
    }
}

pub(super) fn payoffs<G: Game>(game: &G, outcome: &Outcome) -> [f64; MAX_SEATS] {
    let mut scores = [0.0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        scores[seat.index()] = outcome.payoff(game.team(seat));
    }
    scores
}

//! One search: the walks down the tree and back.
use super::Config;
use super::amaf::Amaf;
use super::grave::Borrowed;
use super::grow::Growth;
use super::playout::Playouts;
use super::proof::{self, Proven};
use super::score::Result;
use super::select::Selector;
use super::tree::{BranchId, Fresh, NodeId, Tree};
use crate::{Heuristic, Policy, Prospect};
use hoppity_rules::{Game, Line, MAX_SEATS, Random, Seat};
use std::cmp::Reverse;

pub(super) struct Walk<'s, G: Game, H: Heuristic<G>, P> {
    pub(super) line: Line<G>,
    pub(super) game: G,
    /// Where the heuristic scores leaves: what it keeps along the line.
    pub(super) acc: Option<H::Acc>,
    pub(super) tree: &'s mut Tree<G::Move>,
    pub(super) config: &'s Config,
    pub(super) heuristic: &'s H,
    pub(super) policy: &'s P,
    pub(super) rng: &'s mut Random,
    pub(super) searcher: Seat,
    /// How many moves of the line led to the root.
    pub(super) root_len: usize,
    /// What is proved of moves that the root lacks: it was a node of one forced move before it became the root.
    pub(super) threat: Proven,
    selector: Selector,
    borrowed: Borrowed,
    pub(super) amaf: Amaf,
    pub(super) playouts: Playouts<G>,
    /// The branches of the present simulation, with the nodes that they leave; the moves are on the line.
    pub(super) path: Vec<Step>,
    /// Who made those moves.
    pub(super) seats: Vec<Seat>,
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
}

/// Where a walk down the tree has ended, with the line at its end.
pub(super) enum End {
    /// At a position that is worth this.
    Known(Result),
    /// At a leaf that is to be scored.
    Leaf,
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
            acc: (config.minimax > 0.0 || config.cutoff(policy, &game) == Some(0))
                .then(|| heuristic.start(&game, line.state())),
            tree,
            config,
            heuristic,
            policy,
            rng,
            searcher: line.to_move(),
            root_len: line.len(),
            threat: Proven::NOT,
            selector: Selector::default(),
            borrowed: Borrowed::default(),
            amaf: Amaf::new(&game, config.rave > 0.0),
            playouts: Playouts::new(&game, config),
            path: Vec::new(),
            seats: Vec::new(),
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
        let result = match self.descend() {
            End::Known(result) => result,
            End::Leaf => self.score_leaf(),
        };
        self.back_up(result);
    }

    /// Walks down to a leaf or an end.
    pub(super) fn descend(&mut self) -> End {
        self.path.clear();
        self.seats.clear();
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
            self.path.push(Step { node: at, branch });
            self.seats.push(seat);
            self.push(self.tree.mv(branch));
            let known = self.tree.branch_proven(branch);
            if known.is_some() {
                return End::Known(self.proved(known));
            }
            if let Some(below) = self.tree.below(branch) {
                // Another way there may have proved it.
                let known = self.tree.proven(below);
                if known.is_some() {
                    return End::Known(self.proved(known));
                }
                at = below;
                continue;
            }
            if let Some(outcome) = self.settled() {
                return End::Known(self.ended(&outcome));
            }
            // A leaf is scored when it is first reached and grows children when it is reached again.
            if self.tree.branch_visits(branch) < self.config.expand {
                return End::Leaf;
            }
            match self.grow(answered) {
                Growth::Grown(node) => at = node,
                Growth::Scored(result) => return End::Known(result),
                Growth::Full => return End::Leaf,
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

    /// Counts the result on the way back up, and takes the moves back.
    pub(super) fn back_up(&mut self, Result { scores, mut proven }: Result) {
        let playouts = self.config.playouts as f32;
        for at in (0..self.seats.len()).rev() {
            let (m, seat) = (self.pop(), self.seats[at]);
            let score = self.worth(&scores, seat);
            if self.amaf.is_used() {
                self.amaf.add(seat, self.game.move_index(m), playouts, playouts * score);
            }
            // The end of the way may have been cut off to make room.
            let Some(&Step { node, branch }) = self.path.get(at) else {
                proven = Proven::NOT;
                continue;
            };
            self.tree.count(branch, score);
            if self.amaf.is_used() {
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
        for (total, score) in self.totals.iter_mut().zip(scores) {
            *total += score;
        }
        self.sims += 1;
        self.depth = self.depth.max(self.seats.len() as u32);
    }

    /// Takes over what another walk from the same root has done.
    #[cfg(feature = "threads")]
    pub(super) fn add_account_of(&mut self, other: &Walk<'_, G, H, P>) {
        for (total, more) in self.totals.iter_mut().zip(other.totals) {
            *total += more;
        }
        self.sims += other.sims;
        self.depth = self.depth.max(other.depth);
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

//! How nodes come about: the moves of a position, what is known of them before any search, and what is proved at a glance.
use super::Backup;
use super::proof::{self, Proven, Rule};
use super::score::Result;
use super::tree::{BranchId, Fresh, NodeId, Tree};
use super::walk::{Step, Walk};
use crate::{Heuristic, Policy, Tactic};
use hoppity_rules::random::RngExt;
use hoppity_rules::{Game, MAX_SEATS, Seat, random};

/// With RAVE, moves that are worth the same in all else differ by up to so much, at random.
const NOISE: f32 = 1e-3;

/// Virtual AMAF visits that every move begins with, so that it has a value.
const LEAST_AMAF: f32 = 0.01;

/// What has become of a leaf.
pub(super) enum Growth {
    /// It has children now.
    Grown(NodeId),
    /// What was seen on the way scores it.
    Scored(Result),
    /// There is no room for children.
    Full,
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Walk<'_, G, H, P> {
    /// Sees to it that the root has its moves: all of them, or at least the forced one.
    pub(super) fn plant(&mut self) {
        const ROOT: NodeId = NodeId::ROOT;
        self.look_ahead();
        self.root_prospects.clone_from(&self.prospects);
        if self.tree.view(ROOT).moves.is_empty() {
            self.arrange(false);
            self.tree.grow_root(&self.fresh);
            self.look_out(ROOT);
        }
        if self.config.lookahead && self.config.solver != Rule::Off {
            self.prove_at_a_glance();
        }
        let proven = self.tree.view(ROOT).proven;
        let proven = proof::of_node(&self.game, self.config.solver, self.searcher, self.searcher, proven);
        self.tree.prove_root(proven);
    }

    /// Gives the leaf at the end of the path its children; the best one alone if the choice is `answered` already.
    pub(super) fn grow(&mut self, answered: bool) -> Growth {
        let steps = self.path.len();
        let key = random::mix(self.game.key(self.line.state()) ^ u64::from(self.game.ply(self.line.state())));
        if let Some(node) = self.tree.known(key) {
            self.tree.link(self.path[steps - 1].branch, node);
            let known = self.tree.proven(node);
            return if known.is_some() { Growth::Scored(self.proved(known)) } else { Growth::Grown(node) };
        }
        let proven = self.look_ahead();
        if proven.is_some() {
            return Growth::Scored(self.proved(proven));
        }
        if !self.tree.has_room(self.prospects.len()) {
            self.tree.prune();
            self.retrace();
            if self.path.len() < steps || !self.tree.has_room(self.prospects.len()) {
                return Growth::Full;
            }
        }
        self.arrange(answered && self.config.backup == Backup::BestReply);
        let branch = self.path[steps - 1].branch;
        let node = self.tree.grow(branch, &self.fresh);
        self.tree.remember(key);
        if self.config.minimax == 0.0 {
            return Growth::Grown(node);
        }
        let proven = self.look_out(node);
        if proven.is_some() {
            return Growth::Scored(self.proved(proven));
        }
        if self.config.cutoff(self.policy, &self.game) != Some(0) {
            return Growth::Grown(node);
        }
        // All children have been looked at: the best of them says what the leaf is worth.
        let seat = self.line.to_move();
        let by_team = self.best_outlook(node, seat);
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(self.game.seats()) {
            scores[seat.index()] = f64::from(by_team[self.game.team(seat).index()]);
        }
        self.tree.set_outlook(branch, &by_team);
        Growth::Scored(Result { scores, proven })
    }

    /// Lists the moves of the position on the line, only the forced one where there is one, and says what they prove.
    fn look_ahead(&mut self) -> Proven {
        let last = self.line.moves().next_back();
        let prospects = &mut self.prospects;
        prospects.clear();
        let (mut wins, mut blocks) = (false, 0);
        self.policy.survey(&self.game, self.line.state(), last, |prospect| {
            wins |= prospect.tactic == Tactic::Wins;
            blocks += u32::from(matches!(prospect.tactic, Tactic::Blocks(_)));
            prospects.push(prospect);
        });
        if !self.config.lookahead || self.config.solver == Rule::Off {
            return Proven::NOT;
        }
        if wins {
            return Proven::win(self.game.team(self.line.to_move()));
        }
        let forced = prospects.iter().copied().find_map(|prospect| match prospect.tactic {
            Tactic::Blocks(seat) => Some((prospect, seat)),
            _ => None,
        });
        match forced {
            Some((_, seat)) if blocks > 1 => Proven::win(self.game.team(seat)),
            Some((prospect, _)) if !self.path.is_empty() => {
                prospects.clear();
                prospects.push(prospect);
                Proven::NOT
            }
            _ => Proven::NOT,
        }
    }

    /// Makes branches of the moves that were listed, or of the first `alone`. Where their order counts, the best come first
    /// and equal ones in random order; else they stand in the game's order and are told apart by a little noise.
    fn arrange(&mut self, alone: bool) {
        let config = self.config;
        let rave = config.rave > 0.0;
        let ordered = !rave || config.widening > 0.0 || config.backup == Backup::BestReply;
        if ordered {
            random::SliceRandom::shuffle(&mut self.prospects[..], self.rng);
            self.prospects.sort_by(|a, b| b.prior.cmp(&a.prior).then(b.bonus.total_cmp(&a.bonus)));
        }
        if alone {
            self.prospects.truncate(1);
        }
        let weight = if rave { config.virtual_visits.max(LEAST_AMAF) } else { config.virtual_visits };
        let unknown = config.fpu.unwrap_or(if rave { 1.0 } else { 0.5 });
        self.fresh.clear();
        for prospect in &self.prospects {
            let noise = if rave { NOISE * self.rng.random::<f32>() } else { 0.0 };
            let value = if config.virtual_visits > 0.0 { unknown + prospect.bonus } else { unknown };
            self.fresh.push(Fresh {
                mv: prospect.mv,
                bonus: config.bias * prospect.bonus + noise,
                amaf_visits: weight,
                amaf_total: weight * value,
            });
        }
    }

    /// Lets the heuristic look at what each branch of a new node, whose position is on the line, leads to, and returns what
    /// the ends among them prove of the node.
    fn look_out(&mut self, node: NodeId) -> Proven {
        if self.config.minimax == 0.0 {
            return Proven::NOT;
        }
        let mover = self.line.to_move();
        let mut ends = false;
        for index in 0..self.fresh.len() {
            let (m, branch) = (self.fresh[index].mv, self.tree.branch(node, index));
            self.push(m);
            let (scores, proven) = if let Some(outcome) = self.settled() {
                let Result { scores, proven } = self.ended(&outcome);
                (scores, proven)
            } else {
                (self.look(), Proven::NOT)
            };
            self.pop();
            let mut by_team = [0.0; MAX_SEATS];
            for seat in Seat::all(self.game.seats()) {
                by_team[self.game.team(seat).index()] = scores[seat.index()] as f32;
            }
            self.tree.set_outlook(branch, &by_team);
            if proven.is_some() {
                ends = true;
                self.tree.prove_branch(branch, proven, proven.wins(self.game.team(mover)));
            }
        }
        if !ends {
            return Proven::NOT;
        }
        proof::of_node(&self.game, self.config.solver, mover, self.searcher, self.tree.view(node).proven)
    }

    /// What the heuristic sees at the end of the best play from a node, by team, where `mover` is to move.
    fn best_outlook(&self, node: NodeId, mover: Seat) -> [f32; MAX_SEATS] {
        let outlook = self.tree.view(node).outlook;
        let side = self.side(mover);
        let worth = |score: f32| if side.against { -score } else { score };
        outlook.all(first_of_the_largest(outlook.of(side.team).map(worth)))
    }

    /// Lets a branch know what the heuristic sees from the node that it leads to.
    pub(super) fn pass_outlook_on(&mut self, node: NodeId, to: BranchId, mover: Seat) {
        let by_team = self.best_outlook(node, mover);
        self.tree.set_outlook(to, &by_team);
    }

    /// Finds the path of the present simulation again after nodes have moved and gone; what is gone is cut off.
    pub(super) fn retrace(&mut self) {
        let mut at = Some(Tree::<G::Move>::ROOT);
        let mut kept = 0;
        for (step, m) in self.path.iter_mut().zip(self.line.moves().skip(self.root_len)) {
            let Some(node) = at else { break };
            let index = self.tree.view(node).moves.iter().position(|&other| other == m);
            let branch = self.tree.branch(node, index.expect("its moves stay"));
            *step = Step { node, branch };
            at = self.tree.below(branch);
            kept += 1;
        }
        self.path.truncate(kept);
    }

    /// Notes what the root's moves do at once.
    fn prove_at_a_glance(&mut self) {
        const ROOT: NodeId = NodeId::ROOT;
        let own = Proven::win(self.game.team(self.searcher));
        let blocks = |tactic| match tactic {
            Tactic::Blocks(seat) => Some(Proven::win(self.game.team(seat))),
            _ => None,
        };
        let threats: Vec<Proven> = self.root_prospects.iter().filter_map(|p| blocks(p.tactic)).collect();
        self.threat = threats.first().copied().unwrap_or(Proven::NOT);
        for prospect in &self.root_prospects {
            let moves = self.tree.view(ROOT).moves;
            let Some(index) = moves.iter().position(|&m| m == prospect.mv) else { continue };
            let branch = self.tree.branch(ROOT, index);
            match (prospect.tactic, &threats[..]) {
                (Tactic::Wins, _) => self.tree.prove_branch(branch, own, true),
                (Tactic::Quiet, &[threat, ..]) | (Tactic::Blocks(_), &[threat, _, ..]) => {
                    self.tree.prove_branch(branch, threat, false);
                }
                _ => {}
            }
        }
    }
}

fn first_of_the_largest(scores: impl Iterator<Item = f32>) -> usize {
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, score) in scores.enumerate() {
        if score > best.0 {
            best = (score, index);
        }
    }
    best.1
}

//! The walk: down the most promising way, the leaf there expanded, its worth backed up.
use crate::bestfirst::Choice;
use crate::bestfirst::tree::{Leaf, NodeId, Tree};
use crate::sides::{expected, proof, terminal};
use crate::{Budget, Control, Decision, Heuristic, Policy, Proof, RootMove, margin};
use hoppity_rules::random::SliceRandom;
use hoppity_rules::{Game, Line, Random, Seat};
use std::cmp::Reverse;
use std::ops::ControlFlow;

pub(super) struct Search<'s, G: Game, H: Heuristic<G>, P> {
    pub(super) heuristic: &'s H,
    pub(super) policy: &'s P,
    pub(super) choice: Choice,
    pub(super) rng: &'s mut Random,
    pub(super) budget: Budget,
    pub(super) tree: Tree<G::Move>,
    /// The game, and on it the moves of the path.
    pub(super) line: Line<G>,
    pub(super) acc: H::Acc,
    /// The nodes from below the root to the one whose position is on the line.
    pub(super) path: Vec<NodeId>,
    /// Added to the lead of the side on move, so that leaves with one side and with the other on move compare.
    pub(super) tempo: i32,
    /// The longest line in the tree so far.
    pub(super) depth: u32,
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Search<'_, G, H, P> {
    const ROOT: NodeId = Tree::<G::Move>::ROOT;

    /// Expands the root. Where the budget ends before all its moves were looked at, the tree has those that were.
    pub(super) fn open(&mut self, corrects: bool, control: &Control<'_, G::Move>) {
        let mut leaves = self.look_ahead(control);
        if corrects {
            self.find_tempo(&mut leaves);
        }
        self.tree.grow(Self::ROOT, &leaves);
        self.depth = u32::from(!leaves.is_empty());
        if !self.budget.over() {
            self.tree.settle(Self::ROOT, &leaves);
        }
    }

    /// Expands one more leaf; `false` when the budget is spent or the root is solved.
    pub(super) fn step(&mut self, control: &Control<'_, G::Move>) -> bool {
        if self.budget.over() || self.tree.leaf(Self::ROOT).solved || !self.walk_down(control) {
            return false;
        }
        let leaves = self.look_ahead(control);
        if self.budget.over() {
            return false;
        }
        let &at = self.path.last().expect("an open root has children");
        let fits = self.tree.grow(at, &leaves);
        self.tree.settle(at, &leaves);
        self.tree.count_visit(at);
        let above = self.path.iter().rev().skip(1).copied().chain([Self::ROOT]);
        for node in above {
            self.tree.settle_again(node);
            self.tree.count_visit(node);
        }
        if fits {
            self.depth = self.depth.max(self.path.len() as u32 + 1);
        } else {
            self.go_up(0);
            self.tree.trim();
        }
        true
    }

    /// Goes to the leaf at the end of the most promising line. Only where that line leaves the present path are moves
    /// made. `false` when the budget is spent.
    fn walk_down(&mut self, control: &Control<'_, G::Move>) -> bool {
        let mut at = Self::ROOT;
        let mut ply = 0;
        while let Some(next) = self.tree.most_promising(at) {
            if self.path.get(ply).is_none_or(|&node| node != next) {
                self.go_up(ply);
                if !self.budget.spend(control) {
                    return false;
                }
                self.go_down(next);
            }
            (at, ply) = (next, ply + 1);
        }
        true
    }

    fn go_down(&mut self, to: NodeId) {
        self.path.push(to);
        self.play(self.tree.leaf(to).mv);
    }

    fn go_up(&mut self, ply: usize) {
        while self.path.len() > ply {
            self.path.pop();
            self.take_back();
        }
    }

    fn play(&mut self, m: G::Move) {
        self.heuristic.apply(self.line.game(), &mut self.acc, self.line.state(), m);
        self.line.push(m);
    }

    fn take_back(&mut self) {
        let m = self.line.pop().expect("a move of the path");
        self.heuristic.undo(self.line.game(), &mut self.acc, self.line.state(), m);
    }

    /// The successors of the position on the line: best priors first, equal ones in random order. A win makes the rest
    /// needless, the end of the budget leaves the rest out.
    fn look_ahead(&mut self, control: &Control<'_, G::Move>) -> Vec<Leaf<G::Move>> {
        let seat = self.line.to_move();
        let moves = self.ordered_moves();
        let mut leaves = Vec::with_capacity(moves.len());
        for (_, mv) in moves {
            if !self.budget.spend(control) {
                break;
            }
            self.play(mv);
            let leaf = self.judge(mv, seat);
            self.take_back();
            leaves.push(leaf);
            if leaf.solved && leaf.value > 0 {
                break;
            }
        }
        leaves
    }

    fn ordered_moves(&mut self) -> Vec<(i32, G::Move)> {
        let (game, state) = (self.line.game(), self.line.state());
        let mut moves = Vec::new();
        let _ = game.visit_moves(state, |m| {
            moves.push((self.policy.prior(game, state, m), m));
            ControlFlow::<()>::Continue(())
        });
        moves.shuffle(self.rng);
        moves.sort_by_key(|&(prior, _)| Reverse(prior));
        moves
    }

    /// The position on the line, to which `seat` has moved. A node belongs to one path, so ends by counters and
    /// repetitions count as any other.
    fn judge(&self, mv: G::Move, seat: Seat) -> Leaf<G::Move> {
        let game = self.line.game();
        let flips = game.team(self.line.to_move()) != game.team(seat);
        let settled = self.line.outcome().or_else(|| self.policy.ending(game, self.line.state()));
        if let Some(outcome) = settled {
            let value = terminal(game, &outcome, seat, self.path.len() as u32 + 1);
            return Leaf { mv, value, solved: true, flips };
        }
        let value = self.lead(seat) + if flips { -self.tempo } else { self.tempo };
        Leaf { mv, value, solved: false, flips }
    }

    /// How far the seat leads on the line by the heuristic.
    fn lead(&self, seat: Seat) -> i32 {
        let game = self.line.game();
        margin(game, &self.heuristic.values(game, self.line.state(), &self.acc), seat)
    }

    /// Estimates what it is worth to be on move, half of what the best move at the root gains, and corrects the root's
    /// successors by it.
    fn find_tempo(&mut self, leaves: &mut [Leaf<G::Move>]) {
        let open = || leaves.iter().filter(|leaf| !leaf.solved);
        let Some(best) = open().map(|leaf| leaf.value).max() else { return };
        self.tempo = (best - self.lead(self.line.to_move())).max(0) / 2;
        for leaf in leaves.iter_mut().filter(|leaf| !leaf.solved) {
            leaf.value += if leaf.flips { -self.tempo } else { self.tempo };
        }
    }

    /// What would be decided now on `line`, the game without the path; `None` before any move was looked at.
    pub(super) fn decision(&self, line: &Line<G>) -> Option<Decision<G::Move>> {
        let tree = &self.tree;
        let chosen = tree.leaf(tree.choose(Self::ROOT, self.choice)?);
        let seat = line.to_move().index();
        let child = |m: G::Move| tree.children(Self::ROOT).find(|&child| tree.leaf(child).mv == m);
        let root = line.legal_moves().into_iter().map(|mv| {
            let visits = child(mv).map_or(0, |child| tree.visits(child).into());
            let value = child(mv).map(|child| expected(line, self.heuristic, tree.leaf(child).value)[seat]);
            RootMove { visits, value, ..RootMove::new(mv) }
        });
        let solved = tree.leaf(Self::ROOT).solved;
        Some(Decision {
            values: expected(line, self.heuristic, chosen.value),
            score: Some(f64::from(chosen.value)),
            pv: self.principal_variation(),
            root: root.collect(),
            nodes: self.budget.spent(),
            depth: self.depth,
            proved: solved.then(|| proof(line, chosen.value).unwrap_or(Proof::Draw)),
            ..Decision::play(chosen.mv)
        })
    }

    /// The moves chosen by the same rule at every node.
    fn principal_variation(&self) -> Vec<G::Move> {
        let mut at = Self::ROOT;
        let mut pv = Vec::new();
        while let Some(next) = self.tree.choose(at, self.choice) {
            pv.push(self.tree.leaf(next).mv);
            at = next;
        }
        pv
    }
}

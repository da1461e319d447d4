//! The tree: statistics of moves in arrays side by side, the moves of a node next to each other, so that looking at all of
//! them is a walk through memory.
//!
//! A **branch** is a move with its statistics; most lead nowhere yet. A **node** is a position whose moves are in the tree.
//! When there is no more room, the nodes that were visited least go, with all below them; what their branches have learnt
//! stays.
use super::proof::Proven;
use hoppity_rules::zobrist::KeyMap;
use hoppity_rules::{MAX_SEATS, Team};

/// A node's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// A branch's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BranchId(u32);

impl NodeId {
    pub(super) const ROOT: NodeId = NodeId(0);
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its first branch; the others follow.
    first: u32,
    branches: u32,
    visits: u32,
    proven: Proven,
    /// How many threads are on their way through it, and will come back.
    walkers: u16,
    /// The scores of all visits, for the seat that moved here. Exact for longer than means in single precision would be.
    total: f64,
}

/// By branch.
#[derive(Debug)]
struct Branches<M> {
    moves: Vec<M>,
    visits: Vec<u32>,
    /// The mean score for the seat that moves; 0 before the first visit.
    mean: Vec<f32>,
    /// What is added to the value while visits are few; minus infinity once it is proved that it does not win.
    bonus: Vec<f32>,
    /// How often the move was made anywhere in a simulation below the node, virtual visits included (RAVE).
    amaf_visits: Vec<f32>,
    /// The scores of those.
    amaf_total: Vec<f32>,
    /// The node that the branch leads to; [`NONE`] while there is none.
    node: Vec<u32>,
    proven: Vec<Proven>,
    /// How the heuristic sees the position at the end of the best play below: a score for each team, or for the first of two
    /// alone. Empty where that is not kept.
    outlook: Vec<f32>,
    /// Entries of `outlook` for each branch.
    stride: usize,
}

const NONE: u32 = u32::MAX;

/// Statistics of the branches of one node, side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'t, M> {
    pub(super) moves: &'t [M],
    pub(super) visits: &'t [u32],
    pub(super) mean: &'t [f32],
    pub(super) bonus: &'t [f32],
    pub(super) amaf_visits: &'t [f32],
    pub(super) amaf_total: &'t [f32],
    pub(super) proven: &'t [Proven],
    pub(super) outlook: Outlook<'t>,
}

/// What the heuristic makes of each of the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook<'t> {
    scores: &'t [f32],
    stride: usize,
}

impl Outlook<'_> {
    /// The scores of a team, by move.
    pub(super) fn of(&self, team: Team) -> impl Iterator<Item = f32> {
        let alone = self.stride == 1;
        let entry = if alone { 0 } else { team.index() };
        let turned = alone && team.index() == 1;
        let scores = self.scores.iter().skip(entry).step_by(self.stride.max(1));
        scores.map(move |&score| if turned { 1.0 - score } else { score })
    }

    /// The scores of all teams for one move.
    pub(super) fn all(&self, index: usize) -> [f32; MAX_SEATS] {
        let mut scores = [0.0; MAX_SEATS];
        let own = &self.scores[index * self.stride..][..self.stride];
        scores[..own.len()].copy_from_slice(own);
        if own.len() == 1 {
            scores[1] = 1.0 - own[0];
        }
        scores
    }
}

/// What a tree keeps beside the statistics of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keeps {
    /// How many teams to keep the heuristic's outlook for; 0: it is not kept.
    pub(super) teams: usize,
    /// Whether positions are known again (transpositions).
    pub(super) keys: bool,
}

/// A move to put into the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh<M> {
    pub(super) mv: M,
    pub(super) bonus: f32,
    pub(super) amaf_visits: f32,
    pub(super) amaf_total: f32,
}

#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    branches: Branches<M>,
    /// By node: the key of its position. Empty where positions are not known again.
    keys: Vec<u64>,
    by_key: KeyMap<u32>,
    keeps: Keeps,
    most_bytes: usize,
    /// How many visits a node must have to survive when room is made.
    threshold: u32,
    /// How often nodes and branches have moved.
    compactions: u64,
}

impl<M: Copy + Ord> Tree<M> {
    pub(super) const ROOT: NodeId = NodeId::ROOT;

    /// A tree of nothing but a root without moves, that grows to at most so many MiB.
    pub(super) fn new(mib: usize) -> Tree<M> {
        let branches = Branches {
            moves: Vec::new(),
            visits: Vec::new(),
            mean: Vec::new(),
            bonus: Vec::new(),
            amaf_visits: Vec::new(),
            amaf_total: Vec::new(),
            node: Vec::new(),
            proven: Vec::new(),
            outlook: Vec::new(),
            stride: 0,
        };
        let mut tree = Tree {
            nodes: Vec::new(),
            branches,
            keys: Vec::new(),
            by_key: KeyMap::default(),
            keeps: Keeps::default(),
            most_bytes: mib << 20,
            threshold: 1,
            compactions: 0,
        };
        tree.clear(Keeps::default());
        tree
    }

    /// Forgets everything but keeps the memory.
    pub(super) fn clear(&mut self, keeps: Keeps) {
        self.keeps = keeps;
        // Of two teams one score tells both.
        self.branches.stride = if keeps.teams == 2 { 1 } else { keeps.teams };
        self.nodes.clear();
        self.nodes.push(Node::new());
        self.keys.clear();
        self.by_key.clear();
        if self.keeps.keys {
            // The root is not led to by any branch.
            self.keys.push(0);
        }
        self.branches.truncate(0);
        self.threshold = 1;
    }

    /// Bytes that a branch takes.
    const BRANCH_BYTES: usize = size_of::<M>() + 6 * 4 + size_of::<Proven>();

    /// Bytes that so many branches of one node take, and the node.
    fn bytes_of(&self, branches: usize) -> usize {
        // A key stands in a list and, with the node, in a map that may be half empty.
        let key = if self.keeps.keys { 8 + 2 * 16 } else { 0 };
        size_of::<Node>() + key + branches * (Self::BRANCH_BYTES + 4 * self.branches.stride)
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * self.bytes_of(0)
            + self.branches.moves.len() * (self.bytes_of(1) - self.bytes_of(0))
    }

    /// Whether a node with so many moves still fits.
    pub(super) fn has_room(&self, moves: usize) -> bool {
        let ids = self.branches.moves.len() + moves < NONE as usize;
        ids && self.bytes() + self.bytes_of(moves) <= self.most_bytes
    }

    pub(super) fn view(&self, id: NodeId) -> View<'_, M> {
        let node = self.node(id);
        let range = node.range();
        let b = &self.branches;
        View {
            moves: &b.moves[range.clone()],
            visits: &b.visits[range.clone()],
            mean: &b.mean[range.clone()],
            bonus: &b.bonus[range.clone()],
            amaf_visits: &b.amaf_visits[range.clone()],
            amaf_total: &b.amaf_total[range.clone()],
            outlook: Outlook {
                scores: &b.outlook[range.start * b.stride..range.end * b.stride],
                stride: b.stride,
            },
            proven: &b.proven[range],
        }
    }

    /// The branch of a node by its index in [`Tree::view`].
    pub(super) fn branch(&self, id: NodeId, index: usize) -> BranchId {
        BranchId(self.node(id).first + index as u32)
    }

    pub(super) fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    pub(super) fn proven(&self, id: NodeId) -> Proven {
        self.node(id).proven
    }

    pub(super) fn prove_root(&mut self, proven: Proven) {
        self.nodes[0].proven = proven;
    }

    pub(super) fn mv(&self, branch: BranchId) -> M {
        self.branches.moves[branch.0 as usize]
    }

    pub(super) fn branch_visits(&self, branch: BranchId) -> u32 {
        self.branches.visits[branch.0 as usize]
    }

    pub(super) fn branch_proven(&self, branch: BranchId) -> Proven {
        self.branches.proven[branch.0 as usize]
    }

    /// Notes what a branch is proved to be worth; one that does not `win` for who makes the move is not looked at again.
    pub(super) fn prove_branch(&mut self, branch: BranchId, proven: Proven, wins: bool) {
        let at = branch.0 as usize;
        self.branches.proven[at] = proven;
        if let Some(node) = self.nodes.get_mut(self.branches.node[at] as usize) {
            node.proven = proven;
        }
        if !wins {
            self.branches.bonus[at] = f32::NEG_INFINITY;
        }
    }

    /// The node that a branch leads to.
    pub(super) fn below(&self, branch: BranchId) -> Option<NodeId> {
        let node = self.branches.node[branch.0 as usize];
        (node != NONE).then_some(NodeId(node))
    }

    /// The node at the end of this line from the root.
    pub(super) fn find(&self, moves: &[M]) -> Option<NodeId> {
        moves.iter().try_fold(NodeId::ROOT, |at, &m| {
            let index = self.view(at).moves.iter().position(|&other| other == m)?;
            self.below(self.branch(at, index))
        })
    }

    /// Gives the root its moves.
    pub(super) fn grow_root(&mut self, moves: &[Fresh<M>]) {
        let first = self.branches.push_all(moves);
        let root = &mut self.nodes[0];
        (root.first, root.branches) = (first, moves.len() as u32);
    }

    /// Grows a node with these moves at a branch that has none. There must be room.
    pub(super) fn grow(&mut self, at: BranchId, moves: &[Fresh<M>]) -> NodeId {
        let first = self.branches.push_all(moves);
        let visits = self.branch_visits(at);
        let total = f64::from(self.branches.mean[at.0 as usize]) * f64::from(visits);
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { first, branches: moves.len() as u32, visits, total, ..Node::new() });
        self.branches.node[at.0 as usize] = id;
        NodeId(id)
    }

    /// The node of the position with this key, if there is one and positions are known again.
    pub(super) fn known(&self, key: u64) -> Option<NodeId> {
        self.by_key.get(&key).map(|&node| NodeId(node))
    }

    /// Remembers by its key the node that was grown last.
    pub(super) fn remember(&mut self, key: u64) {
        if self.keeps.keys {
            self.keys.push(key);
            self.by_key.insert(key, self.nodes.len() as u32 - 1);
        }
    }

    /// Lets a branch lead to a node that is there already.
    pub(super) fn link(&mut self, at: BranchId, to: NodeId) {
        self.branches.node[at.0 as usize] = to.0;
    }

    /// Notes what the heuristic sees beyond a branch, by team.
    pub(super) fn set_outlook(&mut self, branch: BranchId, scores: &[f32; MAX_SEATS]) {
        let stride = self.branches.stride;
        let at = branch.0 as usize * stride;
        self.branches.outlook[at..at + stride].copy_from_slice(&scores[..stride]);
    }

    /// Counts a visit of the root.
    pub(super) fn count_root(&mut self) {
        self.nodes[0].visits += 1;
    }

    /// Counts a visit through a branch that scored this for the seat that made the move.
    pub(super) fn count(&mut self, branch: BranchId, score: f32) {
        let at = branch.0 as usize;
        let visits = self.branches.visits[at] + 1;
        self.branches.visits[at] = visits;
        let mean = &mut self.branches.mean[at];
        match self.nodes.get_mut(self.branches.node[at] as usize) {
            Some(node) => {
                node.visits += 1;
                node.total += f64::from(score);
                *mean = (node.total / f64::from(node.visits)) as f32;
            }
            None => *mean += (score - *mean) / visits as f32,
        }
    }

    /// Counts a visit as lost until the thread that is on its way through this branch of a node comes back (virtual loss).
    #[cfg(feature = "threads")]
    pub(super) fn set_out(&mut self, node: NodeId, branch: BranchId) {
        self.nodes[node.0 as usize].walkers += 1;
        self.count(branch, 0.0);
    }

    /// Takes back what [`Tree::set_out`] has done.
    #[cfg(feature = "threads")]
    pub(super) fn come_back(&mut self, node: NodeId, branch: BranchId) {
        self.nodes[node.0 as usize].walkers -= 1;
        let at = branch.0 as usize;
        let visits = self.branches.visits[at] - 1;
        let mean = &mut self.branches.mean[at];
        let total = *mean * (visits + 1) as f32;
        self.branches.visits[at] = visits;
        match self.nodes.get_mut(self.branches.node[at] as usize) {
            Some(node) => {
                // One that was linked to only since has not counted it.
                node.visits = node.visits.saturating_sub(1);
                *mean = if node.visits > 0 { (node.total / f64::from(node.visits)) as f32 } else { 0.0 };
            }
            None => *mean = if visits > 0 { total / visits as f32 } else { 0.0 },
        }
    }

    /// How often nodes and branches have moved to other places.
    #[cfg(feature = "threads")]
    pub(super) fn compactions(&self) -> u64 {
        self.compactions
    }

    /// Adds what another tree, which has the same moves at its root, knows of them.
    #[cfg(feature = "threads")]
    pub(super) fn join(&mut self, other: &Tree<M>) {
        let theirs = other.view(NodeId::ROOT);
        for (from, &m) in theirs.moves.iter().enumerate() {
            let own = self.view(NodeId::ROOT).moves.iter().position(|&own| own == m);
            let Some(index) = own else { continue };
            let to = self.branch(NodeId::ROOT, index).0 as usize;
            let b = &mut self.branches;
            let (before, more) = (b.visits[to] as f32, theirs.visits[from] as f32);
            if more > 0.0 {
                b.mean[to] = (b.mean[to] * before + theirs.mean[from] * more) / (before + more);
                b.visits[to] += theirs.visits[from];
            }
            b.amaf_visits[to] += theirs.amaf_visits[from];
            b.amaf_total[to] += theirs.amaf_total[from];
            if theirs.proven[from].is_some() && !b.proven[to].is_some() {
                b.proven[to] = theirs.proven[from];
            }
        }
        let (root, other) = (&mut self.nodes[0], &other.nodes[0]);
        root.visits += other.visits;
        if !root.proven.is_some() {
            root.proven = other.proven;
        }
    }

    /// Adds to the AMAF statistics of all branches of a node what `of` has for their moves: visits and total score.
    pub(super) fn count_amaf(&mut self, id: NodeId, of: impl Fn(M) -> [f32; 2]) {
        let range = self.node(id).range();
        let b = &mut self.branches;
        let moves = &b.moves[range.clone()];
        let visits = &mut b.amaf_visits[range.clone()];
        let totals = &mut b.amaf_total[range];
        for ((&m, visits), total) in moves.iter().zip(visits).zip(totals) {
            let [more, score] = of(m);
            *visits += more;
            *total += score;
        }
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Makes room: nodes go that are proved, or were visited less often than a threshold, which rises until at most half of
    /// the memory is in use. Nodes that threads are on their way through stay.
    pub(super) fn prune(&mut self) {
        let most_visits = self.nodes.iter().map(|node| node.visits).max().unwrap_or(0);
        while self.bytes() > self.most_bytes / 2 && self.threshold <= most_visits {
            self.threshold += self.threshold.div_ceil(4);
            let threshold = self.threshold;
            let stays = |node: &Node| node.visits >= threshold && !node.proven.is_some();
            self.compact(Tree::<M>::ROOT, |node| node.walkers > 0 || stays(node));
        }
        self.threshold = (self.threshold / 2).max(1);
    }

    /// Makes a node the root and forgets all that is not below it. The visits of the new root are its own.
    pub(super) fn reroot(&mut self, id: NodeId) {
        self.compact(id, |_| true);
        self.threshold = 1;
    }

    /// Keeps the nodes that are reached from `root` through nodes to keep, and moves them together, in the order in which
    /// they are.
    fn compact(&mut self, root: NodeId, keep: impl Fn(&Node) -> bool) {
        const UNREACHED: u32 = u32::MAX;
        const REACHED: u32 = 0;
        self.compactions += 1;
        let mut place = vec![UNREACHED; self.nodes.len()];
        place[root.0 as usize] = REACHED;
        let mut open = vec![root.0];
        while let Some(id) = open.pop() {
            for below in &mut self.branches.node[self.nodes[id as usize].range()] {
                match self.nodes.get(*below as usize) {
                    Some(node) if keep(node) => {
                        if std::mem::replace(&mut place[*below as usize], REACHED) == UNREACHED {
                            open.push(*below);
                        }
                    }
                    _ => *below = NONE,
                }
            }
        }
        // The root was there before all below it: trees that know positions again only ever keep the first root.
        let mut next = 0;
        for place in place.iter_mut().filter(|place| **place == REACHED) {
            *place = next;
            next += 1;
        }
        let mut end = 0;
        for id in (0..self.nodes.len()).filter(|&id| place[id] != UNREACHED) {
            let mut node = self.nodes[id];
            let range = node.range();
            for below in &mut self.branches.node[range.clone()] {
                *below = place.get(*below as usize).copied().unwrap_or(NONE);
            }
            let len = range.len();
            self.branches.move_down(range, end);
            node.first = end as u32;
            end += len;
            self.nodes[place[id] as usize] = node;
            if let Some(&key) = self.keys.get(id) {
                self.keys[place[id] as usize] = key;
            }
        }
        self.nodes.truncate(next as usize);
        self.branches.truncate(end);
        self.keys.truncate(next as usize);
        self.by_key.clear();
        let below_root = self.keys.iter().copied().zip(0..).skip(1);
        self.by_key.extend(below_root);
    }
}

impl Node {
    fn new() -> Node {
        Node { first: 0, branches: 0, visits: 0, proven: Proven::NOT, walkers: 0, total: 0.0 }
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.branches) as usize
    }
}

impl<M: Copy> Branches<M> {
    fn push_all(&mut self, moves: &[Fresh<M>]) -> u32 {
        let first = self.moves.len() as u32;
        let len = self.moves.len() + moves.len();
        self.moves.extend(moves.iter().map(|m| m.mv));
        self.visits.resize(len, 0);
        self.mean.resize(len, 0.0);
        self.bonus.extend(moves.iter().map(|m| m.bonus));
        self.amaf_visits.extend(moves.iter().map(|m| m.amaf_visits));
        self.amaf_total.extend(moves.iter().map(|m| m.amaf_total));
        self.node.resize(len, NONE);
        self.proven.resize(len, Proven::NOT);
        self.outlook.resize(len * self.stride, 0.0);
        first
    }

    fn move_down(&mut self, from: std::ops::Range<usize>, to: usize) {
        self.moves.copy_within(from.clone(), to);
        self.visits.copy_within(from.clone(), to);
        self.mean.copy_within(from.clone(), to);
        self.bonus.copy_within(from.clone(), to);
        self.amaf_visits.copy_within(from.clone(), to);
        self.amaf_total.copy_within(from.clone(), to);
        self.node.copy_within(from.clone(), to);
        self.proven.copy_within(from.clone(), to);
        self.outlook.copy_within(from.start * self.stride..from.end * self.stride, to * self.stride);
    }

    fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.visits.truncate(len);
        self.mean.truncate(len);
        self.bonus.truncate(len);
        self.amaf_visits.truncate(len);
        self.amaf_total.truncate(len);
        self.node.truncate(len);
        self.proven.truncate(len);
        self.outlook.truncate(len * self.stride);
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;

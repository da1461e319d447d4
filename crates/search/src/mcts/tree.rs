//! The tree in one array, the children of a node beside each other.

/// A node's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    /// The move that leads here.
    mv: M,
    /// Where the children begin; 0 while there are none.
    first: u32,
    children: u32,
    visits: u32,
    /// Scores of all visits, for the seat that moved here.
    total: f64,
}

#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: Copy + Ord> Tree<M> {
    pub(super) const ROOT: NodeId = NodeId(0);

    /// A tree of a root alone (`any` stands where its move would) that grows to at most so many MiB.
    pub(super) fn new(any: M, mib: usize) -> Tree<M> {
        let most = ((mib << 20) / size_of::<Node<M>>()).min(u32::MAX as usize);
        Tree { nodes: vec![Node::new(any)], most }
    }

    pub(super) fn mv(&self, id: NodeId) -> M {
        self.node(id).mv
    }

    pub(super) fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    /// The mean score for the seat that moved here; `None` before the first visit.
    pub(super) fn mean(&self, id: NodeId) -> Option<f64> {
        let node = self.node(id);
        (node.visits > 0).then(|| node.total / f64::from(node.visits))
    }

    pub(super) fn is_expanded(&self, id: NodeId) -> bool {
        self.node(id).first != 0
    }

    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<M> {
        let node = self.node(id);
        (node.first..node.first + node.children).map(NodeId)
    }

    /// Gives a node its children; `false`, and nothing changed, when they do not fit. The root's always do.
    pub(super) fn expand(&mut self, id: NodeId, moves: impl ExactSizeIterator<Item = M>) -> bool {
        let (first, children) = (self.nodes.len(), moves.len());
        if first + children > self.most && id != Tree::<M>::ROOT {
            return false;
        }
        self.nodes.extend(moves.map(Node::new));
        let node = &mut self.nodes[id.0 as usize];
        (node.first, node.children) = (first as u32, children as u32);
        true
    }

    /// The child that UCT looks at next: the first unvisited one, else the one of highest upper bound.
    pub(super) fn select(&self, id: NodeId, exploration: f64) -> NodeId {
        let node = self.node(id);
        let children = &self.nodes[node.first as usize..(node.first + node.children) as usize];
        let log = libm::log(f64::from(node.visits.max(1)));
        let mut best = (f64::NEG_INFINITY, 0);
        for (i, child) in children.iter().enumerate() {
            if child.visits == 0 {
                return NodeId(node.first + i as u32);
            }
            let visits = f64::from(child.visits);
            let bound = child.total / visits + exploration * (log / visits).sqrt();
            if bound > best.0 {
                best = (bound, i);
            }
        }
        NodeId(node.first + best.1 as u32)
    }

    /// Counts a visit that scored this for the seat that moved here.
    pub(super) fn count(&mut self, id: NodeId, score: f64) {
        let node = &mut self.nodes[id.0 as usize];
        node.visits += 1;
        node.total += score;
    }

    /// The child visited most; of several the one of highest mean, then the first by move.
    pub(super) fn most_visited(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).reduce(|best, child| {
            let (a, b) = (self.node(best), self.node(child));
            let order = b.visits.cmp(&a.visits).then(b.total.total_cmp(&a.total)).then(a.mv.cmp(&b.mv));
            if order.is_gt() { child } else { best }
        })
    }

    fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id.0 as usize]
    }
}

impl<M> Node<M> {
    fn new(mv: M) -> Node<M> {
        Node { mv, first: 0, children: 0, visits: 0, total: 0.0 }
    }
}

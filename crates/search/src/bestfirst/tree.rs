//! The tree in one array, the children of a node beside each other; each node holds the value for the seat that moved
//! there.
use crate::bestfirst::Choice;
use crate::sides::is_decisive;
use std::cmp::Reverse;

/// A node's place in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// A position as it was first looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<M> {
    /// The move that leads there.
    pub(super) mv: M,
    /// For the seat that makes the move.
    pub(super) value: i32,
    /// Whether the value is that of perfect play.
    pub(super) solved: bool,
    /// Whether it is then the turn of the other side.
    pub(super) flips: bool,
}

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    leaf: Leaf<M>,
    /// Where the children begin; 0 while there are none.
    first: u32,
    children: u32,
    /// How often the search has expanded this node or one below it.
    visits: u32,
}

#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: Copy> Tree<M> {
    pub(super) const ROOT: NodeId = NodeId(0);

    /// A tree of a root alone (`any` stands where its move would; its value is for the seat to move) that holds at most so many MiB.
    pub(super) fn new(any: M, mib: usize) -> Tree<M> {
        let most = ((mib << 20) / size_of::<Node<M>>()).min(u32::MAX as usize);
        let root = Leaf { mv: any, value: 0, solved: false, flips: false };
        Tree { nodes: vec![Node::new(root)], most }
    }

    pub(super) fn leaf(&self, id: NodeId) -> Leaf<M> {
        self.node(id).leaf
    }

    pub(super) fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<M> {
        let node = self.node(id);
        (node.first..node.first + node.children).map(NodeId)
    }

    pub(super) fn count_visit(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.0 as usize];
        node.visits = node.visits.saturating_add(1);
    }

    /// The child to go on with: of those that are not solved the one of highest value, then of fewest visits, then the
    /// first.
    pub(super) fn most_promising(&self, id: NodeId) -> Option<NodeId> {
        let open = self.children(id).filter(|&child| !self.leaf(child).solved);
        // `min_by_key` takes the first of equal ones.
        open.min_by_key(|&child| (Reverse(self.leaf(child).value), self.visits(child)))
    }

    /// The child to play.
    ///
    /// Where all is solved, or by [`Choice::Value`], the one of highest value, then of most visits. By [`Choice::Safest`]
    /// a win if there is one and a loss if there is nothing else, and between them the one of most visits, then of
    /// highest value.
    pub(super) fn choose(&self, id: NodeId, choice: Choice) -> Option<NodeId> {
        let by_value = choice == Choice::Value || self.leaf(id).solved;
        self.children(id).min_by_key(|&child| {
            let (value, visits) = (self.leaf(child).value, self.visits(child));
            let sign = if is_decisive(value) { value.signum() } else { 0 };
            let (second, third) =
                if by_value { (i64::from(value), visits.into()) } else { (visits.into(), i64::from(value)) };
            Reverse((sign, second, third))
        })
    }

    /// Gives a node its children if they fit; the root's always do.
    pub(super) fn grow(&mut self, id: NodeId, leaves: &[Leaf<M>]) -> bool {
        let first = self.nodes.len();
        if first + leaves.len() > self.most && id != Tree::<M>::ROOT {
            return false;
        }
        self.nodes.extend(leaves.iter().map(|&leaf| Node::new(leaf)));
        let node = &mut self.nodes[id.0 as usize];
        (node.first, node.children) = (first as u32, leaves.len() as u32);
        true
    }

    /// Values a node by all its successors, which need not be in the tree.
    pub(super) fn settle(&mut self, id: NodeId, successors: &[Leaf<M>]) {
        self.nodes[id.0 as usize].leaf.settle(successors.iter());
    }

    /// Values a node again by its children.
    pub(super) fn settle_again(&mut self, id: NodeId) {
        let Node { mut leaf, first, children, .. } = *self.node(id);
        leaf.settle(self.nodes[first as usize..(first + children) as usize].iter().map(|node| &node.leaf));
        self.nodes[id.0 as usize].leaf = leaf;
    }

    /// Cuts the subtrees that the search went into least, until at most half of the room is taken. What is cut off
    /// becomes a leaf again, with the value it has. All places change.
    pub(super) fn trim(&mut self) {
        let least = self.least_visits_to_keep();
        let old = std::mem::take(&mut self.nodes);
        self.nodes.push(old[0]);
        let mut at = 0;
        while at < self.nodes.len() {
            let Node { first, children, visits, .. } = self.nodes[at];
            if first != 0 {
                let kept = at == 0 || visits >= least;
                let now_at = if kept { self.nodes.len() as u32 } else { 0 };
                (self.nodes[at].first, self.nodes[at].children) = (now_at, if kept { children } else { 0 });
                if kept {
                    self.nodes.extend_from_slice(&old[first as usize..(first + children) as usize]);
                }
            }
            at += 1;
        }
    }

    /// The least power of two such that the children of all nodes with so many visits fill at most half of the room.
    fn least_visits_to_keep(&self) -> u32 {
        let mut children_by_bits = [0; u32::BITS as usize + 1];
        for node in &self.nodes {
            children_by_bits[(u32::BITS - node.visits.leading_zeros()) as usize] += node.children as usize;
        }
        let mut kept = 0;
        for (bits, &children) in children_by_bits.iter().enumerate().rev() {
            kept += children;
            if kept > self.most / 2 {
                return 1u32.checked_shl(bits as u32).unwrap_or(u32::MAX);
            }
        }
        0
    }

    fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id.0 as usize]
    }
}

impl<M> Node<M> {
    fn new(leaf: Leaf<M>) -> Node<M> {
        Node { leaf, first: 0, children: 0, visits: 0 }
    }
}

impl<M> Leaf<M> {
    /// Takes the value of the best successor. One win solves it; anything else has to be known of all.
    fn settle<'a>(&mut self, successors: impl Iterator<Item = &'a Leaf<M>>)
    where
        M: 'a,
    {
        let (mut best, mut all_solved) = (-i32::MAX, true);
        for successor in successors {
            best = best.max(successor.value);
            all_solved &= successor.solved;
        }
        self.value = if self.flips { -best } else { best };
        self.solved = all_solved || best > 0 && is_decisive(best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(mv: u32) -> Leaf<u32> {
        Leaf { mv, value: mv as i32, solved: false, flips: false }
    }

    /// A line of forks: of every two leaves the second is expanded, each node visited once less than the one above.
    fn chain(forks: u32, most: usize) -> Tree<u32> {
        let mut tree = Tree::new(0, 0);
        tree.most = most;
        let mut at = Tree::<u32>::ROOT;
        for fork in 0..forks {
            (0..forks - fork).for_each(|_| tree.count_visit(at));
            assert!(tree.grow(at, &[leaf(2 * fork + 1), leaf(2 * fork + 2)]));
            at = tree.children(at).last().expect("two children");
        }
        tree
    }

    #[test]
    fn a_full_tree_refuses_and_trimming_keeps_the_most_visited_half() {
        let mut tree = chain(100, 201);
        assert!(!tree.grow(NodeId(1), &[leaf(0)]));
        tree.trim();
        // 36 forks have 64 visits or more, and one more power of two would keep too many.
        assert_eq!(tree.nodes.len(), 1 + 2 * 37);
        let mut at = Tree::<u32>::ROOT;
        for fork in 0..37 {
            let children: Vec<u32> = tree.children(at).map(|child| tree.leaf(child).mv).collect();
            assert_eq!(children, [2 * fork + 1, 2 * fork + 2]);
            at = tree.children(at).last().expect("two children");
        }
        assert_eq!((tree.children(at).count(), tree.leaf(at).value), (0, 74), "a leaf with the value it had");
        assert!(tree.grow(at, &[leaf(0)]));
    }

    #[test]
    fn the_root_is_kept_however_small_the_room() {
        let mut tree = chain(3, 7);
        tree.most = 2;
        tree.trim();
        assert_eq!(tree.nodes.len(), 3);
    }
}

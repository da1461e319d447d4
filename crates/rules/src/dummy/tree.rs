//! The graph behind a dummy game.
use crate::{Seat, zobrist};
use std::collections::VecDeque;
use std::fmt;

#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) seats: usize,
    /// In the order in which they are written; the root first.
    pub(super) nodes: Vec<Node>,
    /// The most children of any node.
    pub(super) widest: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) key: u64,
    /// In how many plies at the earliest a leaf may be met at which a counter decides.
    pub(super) to_counter: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Inner { seat: Seat, values: Option<Box<[i32]>>, children: Vec<usize> },
    Leaf { payoffs: Box<[i32]>, by_counter: bool },
}

/// The key of a node depends on its number alone.
pub(super) fn key(node: usize) -> u64 {
    zobrist::number(u64::from_le_bytes(*b"dummynod"), node as u64)
}

impl Tree {
    /// Every inner node has a child, and nodes stand in the order in which a walk from the root first meets them.
    pub(super) fn new(seats: usize, kinds: Vec<Kind>) -> Tree {
        let mut nodes: Vec<Node> = Vec::new();
        for (number, kind) in kinds.into_iter().enumerate() {
            nodes.push(Node { kind, key: key(number), to_counter: None });
        }
        let widest = nodes.iter().map(|node| node.children().len()).max().unwrap_or(0);
        let mut tree = Tree { seats, nodes, widest };
        tree.measure();
        tree
    }

    /// Fills in how far the leaves are at which a counter decides, walking up from them.
    fn measure(&mut self) {
        let mut parents = vec![Vec::new(); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            node.children().iter().for_each(|&child| parents[child].push(number));
        }
        let by_counter = |node: &Node| matches!(node.kind, Kind::Leaf { by_counter: true, .. });
        let leaves = (0..self.nodes.len()).filter(|&number| by_counter(&self.nodes[number]));
        let mut queue: VecDeque<(usize, u32)> = leaves.map(|number| (number, 0)).collect();
        while let Some((number, distance)) = queue.pop_front() {
            if self.nodes[number].to_counter.is_none() {
                self.nodes[number].to_counter = Some(distance);
                queue.extend(parents[number].iter().map(|&parent| (parent, distance + 1)));
            }
        }
    }

    /// Where to draw each node: from the left, in half cells, and its distance from the root.
    pub(super) fn places(&self) -> Vec<(i32, i32)> {
        let mut places = vec![None; self.nodes.len()];
        let mut in_row = Vec::new();
        let mut queue = VecDeque::from([(0, 0)]);
        while let Some((number, row)) = queue.pop_front() {
            if places[number].is_none() {
                in_row.resize(in_row.len().max(row + 1), 0);
                places[number] = Some((in_row[row], row as i32));
                in_row[row] += 2;
                queue.extend(self.nodes[number].children().iter().map(|&child| (child, row + 1)));
            }
        }
        places.into_iter().map(|place| place.expect("every node is met from the root")).collect()
    }
}

impl Node {
    fn children(&self) -> &[usize] {
        match &self.kind {
            Kind::Inner { children, .. } => children,
            Kind::Leaf { .. } => &[],
        }
    }
}

impl fmt::Display for Tree {
    /// In the form that is read; only nodes that are met more than once get a name, their number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut met = vec![0; self.nodes.len()];
        met[0] = 1;
        self.nodes.iter().flat_map(Node::children).for_each(|&child| met[child] += 1);
        Printer { tree: self, met, next: 0 }.node(0, f)
    }
}

struct Printer<'a> {
    tree: &'a Tree,
    /// How often each node is written.
    met: Vec<usize>,
    /// The number of the first node not yet written out.
    next: usize,
}

impl Printer<'_> {
    fn node(&mut self, number: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if number < self.next {
            return write!(f, "@{number}");
        }
        self.next = number + 1;
        if self.met[number] > 1 {
            write!(f, "@{number}=")?;
        }
        match &self.tree.nodes[number].kind {
            Kind::Leaf { payoffs, by_counter } => {
                write!(f, "{}{}", row('(', payoffs, ')'), if *by_counter { "!" } else { "" })
            }
            Kind::Inner { seat, values, children } => {
                let values = values.as_ref().map(|values| row('[', values, ']'));
                write!(f, "({seat}{}", values.unwrap_or_default())?;
                for &child in children {
                    write!(f, " ")?;
                    self.node(child, f)?;
                }
                write!(f, ")")
            }
        }
    }
}

/// Numbers between brackets.
pub(super) fn row(open: char, numbers: &[i32], close: char) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{open}{}{close}", numbers.join(","))
}

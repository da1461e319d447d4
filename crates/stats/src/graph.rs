//! Strongly connected components of "finished above".
//!
//! A rating pool has a finite maximum-likelihood estimate only if no group of players won every game against the rest,
//! which is to say that the graph with an edge from each winner to each loser is strongly connected (Zermelo 1929,
//! Ford 1957).

/// A directed graph on `0..nodes`.
#[derive(Debug)]
pub(crate) struct Graph {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
}

impl Graph {
    pub(crate) fn new(nodes: usize) -> Self {
        Self { successors: vec![Vec::new(); nodes], predecessors: vec![Vec::new(); nodes] }
    }

    /// Both ends must be nodes.
    pub(crate) fn add(&mut self, from: usize, to: usize) {
        self.successors[from].push(to);
        self.predecessors[to].push(from);
    }

    /// The number of strongly connected components and the component of each node, numbered by their first node.
    pub(crate) fn components(&self) -> (usize, Vec<usize>) {
        const NONE: usize = usize::MAX;
        let mut component = vec![NONE; self.successors.len()];
        let mut count = 0;
        // Kosaraju: walk the reversed graph in the reverse order of completion.
        for &root in self.completion_order().iter().rev() {
            if component[root] != NONE {
                continue;
            }
            let mut open = vec![root];
            component[root] = count;
            while let Some(node) = open.pop() {
                for &next in &self.predecessors[node] {
                    if component[next] == NONE {
                        component[next] = count;
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        let mut names = vec![NONE; count];
        let mut named = 0;
        for c in &mut component {
            if names[*c] == NONE {
                names[*c] = named;
                named += 1;
            }
            *c = names[*c];
        }
        (count, component)
    }

    fn completion_order(&self) -> Vec<usize> {
        let nodes = self.successors.len();
        let mut seen = vec![false; nodes];
        let mut order = Vec::with_capacity(nodes);
        let mut open: Vec<(usize, usize)> = Vec::new();
        for root in 0..nodes {
            if seen[root] {
                continue;
            }
            seen[root] = true;
            open.push((root, 0));
            while let Some((node, edge)) = open.last_mut() {
                if let Some(&next) = self.successors[*node].get(*edge) {
                    *edge += 1;
                    if !seen[next] {
                        seen[next] = true;
                        open.push((next, 0));
                    }
                } else {
                    order.push(*node);
                    open.pop();
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_components_and_one_way_edges_split() {
        let mut graph = Graph::new(6);
        for (from, to) in [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3)] {
            graph.add(from, to);
        }
        assert_eq!(graph.components(), (3, vec![0, 0, 0, 1, 1, 2]));
        assert_eq!(Graph::new(0).components(), (0, vec![]));
    }
}

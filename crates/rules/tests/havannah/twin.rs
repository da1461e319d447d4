//! Havannah by its definitions, as plainly as can be: no state is kept but who holds which cell.
use hoppity_rules::Seat;
use std::collections::{HashMap, VecDeque};

/// A board that knows nothing but its stones.
#[derive(Clone)]
pub(super) struct Twin {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// By cell.
    neighbours: Vec<Vec<usize>>,
    /// By cell: the number of its corner, if it is one.
    corners: Vec<Option<usize>>,
    /// By cell: the number of its edge, if it lies on one.
    edges: Vec<Option<usize>>,
    pub(super) stones: Vec<Option<Seat>>,
}

impl Twin {
    pub(super) fn new(size: usize) -> Twin {
        let last = 2 * size - 1;
        let on_board = |&(row, number): &(usize, usize)| row.abs_diff(number) < size;
        let all: Vec<(usize, usize)> =
            (1..=last).flat_map(|row| (1..=last).map(move |n| (row, n))).filter(on_board).collect();
        let letters = "a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae";
        let letters: Vec<&str> = letters.split(' ').collect();
        let names: Vec<String> = all.iter().map(|&(row, n)| format!("{}{n}", letters[row - 1])).collect();
        let beside = |&(row, n): &(usize, usize)| {
            let near =
                [(row - 1, n - 1), (row - 1, n), (row, n - 1), (row, n + 1), (row + 1, n), (row + 1, n + 1)];
            near.iter().filter_map(|cell| all.iter().position(|other| other == cell)).collect()
        };
        let neighbours: Vec<Vec<usize>> = all.iter().map(beside).collect();
        let corners: Vec<usize> = (0..all.len()).filter(|&cell| neighbours[cell].len() == 3).collect();
        let corner = |cell: usize| corners.iter().position(|&corner| corner == cell);
        let mut twin = Twin {
            numbers: names.iter().cloned().zip(0..).collect(),
            corners: (0..all.len()).map(corner).collect(),
            edges: vec![None; all.len()],
            stones: vec![None; all.len()],
            names,
            neighbours,
        };
        twin.number_edges();
        twin
    }

    /// A cell with four neighbours lies on an edge, and those of one edge hang together.
    fn number_edges(&mut self) {
        let mut count = 0;
        let on_edge = |twin: &Twin, cell: usize| twin.neighbours[cell].len() == 4;
        for start in 0..self.names.len() {
            if on_edge(self, start) && self.edges[start].is_none() {
                for cell in self.reach(&[start], |cell| on_edge(self, cell)) {
                    self.edges[cell] = Some(count);
                }
                count += 1;
            }
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, cell: usize) -> &str {
        &self.names[cell]
    }

    pub(super) fn cell(&self, name: &str) -> usize {
        self.numbers[name]
    }

    pub(super) fn neighbours(&self, cell: usize) -> &[usize] {
        &self.neighbours[cell]
    }

    /// All cells that can be reached from these over cells that will do, the first ones included.
    fn reach(&self, from: &[usize], will_do: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.cells()];
        let mut queue: VecDeque<usize> = from.iter().copied().filter(|&cell| will_do(cell)).collect();
        let mut reached = Vec::new();
        while let Some(cell) = queue.pop_front() {
            if !std::mem::replace(&mut seen[cell], true) {
                reached.push(cell);
                queue.extend(self.neighbours[cell].iter().filter(|&&next| will_do(next)));
            }
        }
        reached
    }

    /// The structures that a seat has, in the order in which outcomes name them.
    pub(super) fn structures(&self, seat: Seat) -> Vec<&'static str> {
        let mut found = Vec::new();
        let strings = self.strings(seat);
        let touches = |string: &[usize], parts: &[Option<usize>]| {
            let mut touched: Vec<usize> = string.iter().filter_map(|&cell| parts[cell]).collect();
            touched.sort_unstable();
            touched.dedup();
            touched.len()
        };
        if strings.iter().any(|string| touches(string, &self.edges) >= 3) {
            found.push("fork");
        }
        if strings.iter().any(|string| touches(string, &self.corners) >= 2) {
            found.push("bridge");
        }
        if self.has_ring(seat) {
            found.push("ring");
        }
        found
    }

    fn strings(&self, seat: Seat) -> Vec<Vec<usize>> {
        let own = |cell: usize| self.stones[cell] == Some(seat);
        let mut strings: Vec<Vec<usize>> = Vec::new();
        let mut known = vec![false; self.cells()];
        for cell in (0..self.cells()).filter(|&cell| own(cell)) {
            if !known[cell] {
                let string = self.reach(&[cell], own);
                for &cell in &string {
                    known[cell] = true;
                }
                strings.push(string);
            }
        }
        strings
    }

    /// A ring is around a cell if the stones of the seat, without one on that cell itself, cut it off from the outside.
    fn has_ring(&self, seat: Seat) -> bool {
        let own = |cell: usize| self.stones[cell] == Some(seat);
        let on_rim = |cell: usize| self.neighbours[cell].len() < 6;
        let rim: Vec<usize> = (0..self.cells()).filter(|&cell| on_rim(cell)).collect();
        let mut outside = vec![false; self.cells()];
        for cell in self.reach(&rim, |cell| !own(cell)) {
            outside[cell] = true;
        }
        // A way out from a cell starts on it, whoever holds it, and goes on over cells without own stones.
        let way_out = |cell: usize| on_rim(cell) || self.neighbours[cell].iter().any(|&next| outside[next]);
        (0..self.cells()).any(|cell| !way_out(cell))
    }
}

#[test]
fn the_twin_knows_the_board() {
    let twin = Twin::new(4);
    let named = |parts: &[Option<usize>]| -> Vec<&str> {
        (0..twin.cells()).filter(|&cell| parts[cell].is_some()).map(|cell| twin.name(cell)).collect()
    };
    assert_eq!(named(&twin.corners), ["a1", "a4", "d1", "d7", "g4", "g7"]);
    assert_eq!(named(&twin.edges), ["a2", "a3", "b1", "b5", "c1", "c6", "e2", "e7", "f3", "f7", "g5", "g6"]);
    assert_eq!(twin.edges[twin.cell("a2")], twin.edges[twin.cell("a3")]);
    assert_ne!(twin.edges[twin.cell("a2")], twin.edges[twin.cell("b1")]);
    assert_eq!(twin.edges.iter().flatten().max(), Some(&5));
    assert_eq!([Twin::new(2).cells(), Twin::new(10).cells(), Twin::new(16).cells()], [7, 271, 721]);
}

#[test]
fn the_twin_knows_a_ring() {
    let rings = |stones: &str| {
        let mut twin = Twin::new(4);
        stones.split(' ').for_each(|name| {
            let cell = twin.cell(name);
            twin.stones[cell] = Some(Seat::A);
        });
        twin.has_ring(Seat::A)
    };
    assert!(rings("c3 c4 d5 e5 e4 d3"));
    assert!(rings("c3 c4 d5 e5 e4 d3 d4"));
    assert!(!rings("c3 c4 d5 e5 e4 d4"));
    assert!(rings("a1 a2 b1 b3 c2 c3"));
    assert!(!rings("a2 b1 b3 c2 c3"), "the corner is open");
}

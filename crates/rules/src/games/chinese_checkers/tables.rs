//! What the rules look up: holes, camps, neighbours, keys, symmetries. Computed once for a game.
use super::board::{Board, SYMMETRIES};
use super::holes::{Hole, HoleSet};
use super::hops::around;
use super::options::{BLOCKADE_MEN, Blockade, Settings};
use crate::zobrist;

/// The most seats at a board.
pub(super) const SEATS: usize = 6;

/// The most men of a player.
pub(super) const MEN: usize = 10;

/// Stands for no seat in [`Tables::goal_of`].
pub(super) const NOBODY: u8 = u8::MAX;

pub(super) struct Tables {
    /// All holes of the board.
    pub board: HoleSet,
    /// The holes in the order of the layout: rows from the top, each from the left.
    pub cells: Vec<Hole>,
    /// For each hole its number in `cells`.
    pub cell_of: Box<[u8; 256]>,
    /// For each cell its row and column on the lattice.
    pub places: Vec<(usize, usize)>,
    pub labels: Vec<String>,
    pub widths: Vec<usize>,
    /// The neighbours of each hole.
    pub steps: Box<[HoleSet; 256]>,
    pub home: [HoleSet; SEATS],
    pub goal: [HoleSet; SEATS],
    /// The tip of each seat's goal.
    pub tip: [Hole; SEATS],
    /// For each seat the four holes from which opponents seal its goal; none where the rules know no blockade.
    pub seal: [HoleSet; SEATS],
    /// For each hole the seat whose goal it is part of.
    pub goal_of: Box<[u8; 256]>,
    /// Permutations of the holes that keep every camp and goal; the identity first.
    pub symmetries: Vec<[u8; 256]>,
    pub keys: Keys,
}

/// The Zobrist numbers.
pub(super) struct Keys {
    pub men: Box<[[u64; 256]; SEATS]>,
    pub to_move: [u64; SEATS],
}

impl Tables {
    pub(super) fn new(settings: &Settings) -> Tables {
        let board = settings.board;
        let places = board.places();
        let cells: Vec<Hole> = places.iter().map(|&(row, column)| Hole::new(row, column)).collect();
        let mut cell_of = Box::new([0; 256]);
        for (cell, hole) in cells.iter().enumerate() {
            cell_of[hole.index()] = cell as u8;
        }
        let mut tables = Tables {
            board: cells.iter().copied().collect(),
            steps: steps(&cells),
            cells,
            cell_of,
            places,
            labels: board.labels(),
            widths: board.widths(),
            home: [HoleSet::EMPTY; SEATS],
            goal: [HoleSet::EMPTY; SEATS],
            tip: [Hole::from_index(0); SEATS],
            seal: [HoleSet::EMPTY; SEATS],
            goal_of: Box::new([NOBODY; 256]),
            symmetries: Vec::new(),
            keys: Keys::new(),
        };
        for (seat, &corner) in corners(settings).iter().enumerate() {
            tables.seat(settings, seat, corner);
        }
        tables.symmetries = (0..SYMMETRIES).filter_map(|symmetry| tables.symmetry(board, symmetry)).collect();
        tables
    }

    fn seat(&mut self, settings: &Settings, seat: usize, corner: usize) {
        let (board, men) = (settings.board, settings.men);
        let opposite = (corner + board.corners() / 2) % board.corners();
        let goal = board.camp(opposite, men);
        self.home[seat] = board.camp(corner, men).into_iter().collect();
        self.goal[seat] = goal.iter().copied().collect();
        self.tip[seat] = goal[0];
        if settings.blockade == Blockade::Illegal && board != Board::Star && men == BLOCKADE_MEN {
            self.seal[seat] = [goal[1], goal[2], goal[3], goal[5]].into_iter().collect();
        }
        for hole in goal {
            self.goal_of[hole.index()] = seat as u8;
        }
    }

    /// The permutation of the holes that a symmetry of the lattice is, if it keeps the board, every camp and every goal.
    fn symmetry(&self, board: Board, symmetry: usize) -> Option<[u8; 256]> {
        let mut map = std::array::from_fn(|index| index as u8);
        for (&hole, &place) in self.cells.iter().zip(&self.places) {
            let (row, column) = board.image(symmetry, place)?;
            map[hole.index()] = Hole::new(row, column).index() as u8;
        }
        let keeps = |set: &HoleSet| map_set(&map, *set) == *set;
        (self.home.iter().all(keeps) && self.goal.iter().all(keeps)).then_some(map)
    }
}

impl Keys {
    fn new() -> Keys {
        let of_seat = |seat: usize| {
            let domain = u64::from_le_bytes(*b"chch men") ^ (seat as u64) << 56;
            std::array::from_fn(|hole| zobrist::number(domain, hole as u64))
        };
        let turn = |seat: usize| zobrist::number(u64::from_le_bytes(*b"chchturn"), seat as u64);
        Keys { men: Box::new(std::array::from_fn(of_seat)), to_move: std::array::from_fn(turn) }
    }
}

/// The corners of A, B, …, clockwise.
fn corners(settings: &Settings) -> &'static [usize] {
    match (settings.board, settings.players) {
        (Board::Rhombus(_), _) => &[0, 1],
        (Board::Star, 2) => &[0, 3],
        (Board::Star, 3) => &[0, 2, 4],
        (Board::Star, 4) => &[0, 1, 3, 4],
        (Board::Star, _) => &[0, 1, 2, 3, 4, 5],
    }
}

fn steps(cells: &[Hole]) -> Box<[HoleSet; 256]> {
    let mut steps = Box::new([HoleSet::EMPTY; 256]);
    for &from in cells {
        let near = |to: &Hole| {
            let set: HoleSet = [*to].into_iter().collect();
            around(from.class(), &set.0).iter().any(|word| word & from.bit() != 0)
        };
        steps[from.index()] = cells.iter().copied().filter(near).collect();
    }
    steps
}

/// The image of a set under a permutation of the holes.
pub(super) fn map_set(map: &[u8; 256], set: HoleSet) -> HoleSet {
    set.iter().map(|hole| Hole::from_index(map[hole.index()])).collect()
}

const _: () = assert!(crate::MAX_SEATS >= SEATS);

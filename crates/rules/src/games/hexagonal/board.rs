//! Stones, the strings they form, and what a new stone joins: in a constant number of steps but for the walk to the root
//! of a string, and back again as fast.
//!
//! Strings are trees (union by size, Galler and Fischer 1964) without path compression, so that a stone leaves with the
//! few words it changed put back.
use super::Kind;
use super::arcs::{self, Arcs, PATTERNS};
use std::fmt;
use std::marker::PhantomData;

/// A board in at most `CELLS` cells, a power of two. A cell has the number row × stride + column.
#[derive(Clone, Copy)]
pub(super) struct Board<K, const CELLS: usize> {
    /// The stones of each seat, a bit for each cell.
    stones: [CellSet; 2],
    /// By seat and cell, the pattern of the seat's stones around it. The two seats share one run of bytes, each with a
    /// margin, so that cells have their six neighbours in it even where those are off the board.
    around: [[u8; CELLS]; 2],
    /// The cell above each in the tree of its string. Roots stand above themselves, and so do empty cells.
    ///
    /// Apart from `strings`, so that the walk to a root need not wait until it is known which root the last stone changed.
    above: [u16; CELLS],
    /// At roots: what the string touches, and above [`STONE`] how many stones it has. For an empty cell: what it touches.
    strings: [u32; CELLS],
    kind: PhantomData<K>,
}

/// A set of cells, a bit for each.
pub(super) type CellSet = [u64; 16];

/// One stone more in an entry of `strings`.
const STONE: u32 = 1 << super::BORDER_BITS;
const BORDER: u32 = STONE - 1;

/// What a stone of one seat on an empty cell joins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Junction {
    /// The root of the largest string next to the cell; the cell itself without any.
    root: u16,
    /// The roots of other strings next to the cell; the cell itself in place of missing ones.
    others: [u16; 2],
    /// Whether there may be any.
    several: bool,
    /// The entry of the string as it becomes.
    string: u32,
    /// Whether the stone closes a ring around at least one cell. Always `false` in games without rings.
    pub(super) ring: bool,
}

impl Junction {
    /// What the string touches.
    #[inline]
    pub(super) fn border(&self) -> u32 {
        self.string & BORDER
    }
}

/// What a stone has changed in the strings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linked {
    root: u16,
    others: [u16; 2],
    string: u32,
}

impl<K: Kind, const CELLS: usize> Board<K, CELLS> {
    /// How many cells lie between one and the one below it: as many as there may be rows.
    pub(super) const STRIDE: usize = {
        assert!(CELLS.is_power_of_two() && CELLS <= 1 << 10);
        (CELLS - 1).isqrt()
    };

    pub(super) const ARCS: &'static [Arcs; PATTERNS] = &arcs::table(Self::STRIDE, K::LEAN, K::RINGS);
    pub(super) const OFFSETS: [u16; 6] = arcs::offsets(Self::STRIDE, K::LEAN);

    /// How far apart the neighbours of a cell may be from it.
    const MARGIN: usize = Self::STRIDE + 1;
    /// How far apart the two seats are in `around`. Their margins overlap; nobody looks there.
    const APART: usize = CELLS - 1;

    /// An empty board where `border` tells what each cell touches.
    pub(super) fn new(border: impl Fn(usize) -> u32) -> Board<K, CELLS> {
        Board {
            stones: [[0; _]; 2],
            around: [[0; CELLS]; 2],
            above: std::array::from_fn(|cell| cell as u16),
            strings: std::array::from_fn(border),
            kind: PhantomData,
        }
    }

    #[inline]
    pub(super) const fn cell(row: usize, column: usize) -> usize {
        row * Self::STRIDE + column
    }

    #[inline]
    pub(super) const fn row_and_column(cell: usize) -> (usize, usize) {
        (cell / Self::STRIDE, cell % Self::STRIDE)
    }

    #[inline]
    pub(super) fn stones(&self, seat: usize) -> &CellSet {
        &self.stones[seat]
    }

    #[inline]
    pub(super) fn has(&self, seat: usize, cell: usize) -> bool {
        self.stones[seat][cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self, cell: usize) -> bool {
        !self.has(0, cell) && !self.has(1, cell)
    }

    /// What the string of the stone on this cell touches; for an empty cell, what the cell touches.
    pub(super) fn border(&self, cell: usize) -> u32 {
        self.strings[self.root(cell)] & BORDER
    }

    /// What an empty cell touches by itself.
    #[inline]
    pub(super) fn border_alone(&self, cell: usize) -> u32 {
        self.strings[cell % CELLS] & BORDER
    }

    /// How many stones the string of the stone on this cell has; 0 for an empty cell.
    pub(super) fn string_len(&self, cell: usize) -> usize {
        (self.strings[self.root(cell)] / STONE) as usize
    }

    /// A cell of the string that this stone belongs to, the same for all its stones.
    #[inline]
    pub(super) fn root(&self, cell: usize) -> usize {
        let above = |cell: usize| usize::from(self.above[cell]) % CELLS;
        // Few trees are deeper than one: with the first step taken unasked the branch predictor is seldom surprised.
        let mut at = above(cell % CELLS);
        loop {
            let next = above(at);
            if next == at {
                return at;
            }
            at = next;
        }
    }

    /// The pattern of the stones of `seat` around a cell.
    #[inline]
    pub(super) fn pattern(&self, seat: usize, cell: usize) -> usize {
        usize::from(self.around.as_flattened()[seat * Self::APART + cell + Self::MARGIN])
    }

    /// Tells the neighbours of a cell that there is a stone now, or no longer.
    #[inline]
    fn flip(&mut self, seat: usize, cell: usize) {
        self.stones[seat][cell / 64 % 16] ^= 1 << (cell % 64);
        let from = seat * Self::APART + cell;
        let near = &mut self.around.as_flattened_mut()[from..=from + 2 * Self::MARGIN];
        for direction in 0..6 {
            // Seen from the neighbour the stone lies the other way.
            let beside = (Self::MARGIN as u16).wrapping_add(Self::OFFSETS[direction]);
            near[usize::from(beside)] ^= 1 << ((direction + 3) % 6);
        }
    }

    /// What a stone of `seat` on this empty cell would join.
    ///
    /// A stone closes a ring in two ways only. Two of its neighbours that do not lie side by side belong to one string:
    /// then that string and the stone surround what lies between them on the inner side. Or the ring around some cells was
    /// open at this cell alone, and all of those cells hold own stones that lie between its two ends around the cell: then
    /// one of them has stones on all sides. (In any other case the stones around the cell, in place of the new one, close
    /// the ring as well: it was there before.)
    #[inline]
    pub(super) fn junction(&self, seat: usize, cell: usize) -> Junction {
        let arcs = Self::ARCS[self.pattern(seat, cell) % PATTERNS];
        let root = self.root(cell.wrapping_add(usize::from(arcs.stones[0])));
        let mut junction = if arcs.is_plain() {
            Junction {
                root: root as u16,
                others: [cell as u16; 2],
                several: false,
                string: self.strings[root],
                ring: false,
            }
        } else {
            self.meet_several(seat, cell, arcs, root)
        };
        junction.string = (junction.string + STONE) | self.strings[cell % CELLS] & BORDER;
        junction
    }

    #[inline]
    fn meet_several(&self, seat: usize, cell: usize, arcs: Arcs, first: usize) -> Junction {
        let root = |arc: usize| self.root(cell.wrapping_add(usize::from(arcs.stones[arc])));
        let roots = [first, root(1), root(2)];
        let mut ring = false;
        if K::RINGS {
            let [a, b, c] = roots;
            let count = arcs.count();
            ring = count > 1 && a == b || count > 2 && (a == c || b == c);
            ring |= self.surrounds(seat, cell, arcs.middles());
        }
        let strings = roots.map(|root| self.strings[root]);
        // The number of stones decides: it is the highest part.
        let mut largest = usize::from(strings[1] > strings[0]);
        largest = if strings[2] > strings[largest] { 2 } else { largest };
        let mut junction = Junction {
            root: roots[largest] as u16,
            others: [cell as u16; 2],
            several: true,
            string: strings[largest],
            ring,
        };
        let mut found = 0;
        for (root, string) in roots.into_iter().zip(strings) {
            let root = root as u16;
            if root != junction.root && root != junction.others[0] {
                junction.others[found] = root;
                found += 1;
                junction.string = (junction.string + (string & !BORDER)) | string & BORDER;
            }
        }
        junction
    }

    /// Whether one of the neighbours in these directions has stones on all sides once the cell has one.
    #[inline]
    fn surrounds(&self, seat: usize, cell: usize, directions: u8) -> bool {
        let mut left = directions;
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            let middle = cell.wrapping_add(usize::from(Self::OFFSETS[direction])) % CELLS;
            if self.pattern(seat, middle) | 1 << ((direction + 3) % 6) == PATTERNS - 1 {
                return true;
            }
            left &= left - 1;
        }
        false
    }

    /// Puts a stone of `seat` on an empty cell.
    #[inline]
    pub(super) fn put(&mut self, seat: usize, cell: usize) -> (Junction, Linked) {
        let junction = self.junction(seat, cell);
        let Junction { root, others, string, .. } = junction;
        let at = usize::from(root) % CELLS;
        let linked = Linked { root, others, string: self.strings[at] };
        if junction.several {
            self.above[usize::from(others[0]) % CELLS] = root;
            self.above[usize::from(others[1]) % CELLS] = root;
        }
        self.above[cell % CELLS] = root;
        self.strings[at] = string;
        self.flip(seat, cell);
        (junction, linked)
    }

    /// Takes away the stone that `put` has just put.
    #[inline]
    pub(super) fn take(&mut self, seat: usize, cell: usize, linked: Linked) {
        self.flip(seat, cell);
        for root in [cell as u16, linked.others[0], linked.others[1]] {
            self.above[usize::from(root) % CELLS] = root;
        }
        self.strings[usize::from(linked.root) % CELLS] = linked.string;
    }
}

/// The cells of a set in order.
#[inline]
pub(super) fn cells_of(set: &CellSet) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let after = |&bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
        let bits = std::iter::successors(Some(bits).filter(|&bits| bits != 0), after);
        bits.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
    })
}

impl<K: Kind, const CELLS: usize> fmt::Debug for Board<K, CELLS> {
    /// The stones alone: the trees of strings depend on the order in which they came.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = |seat: usize| cells_of(&self.stones[seat]).collect::<Vec<usize>>();
        write!(f, "{:?} {:?}", stones(0), stones(1))
    }
}

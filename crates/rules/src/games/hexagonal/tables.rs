//! What is computed once for a game: cells, neighbours, keys, symmetries.
use super::board::{Board, CellSet};
use super::{Kind, Settings, State};
use crate::zobrist;

/// The number of no cell.
pub(super) const NONE: u16 = u16::MAX;

/// Tables by place have an entry for every cell of [`Board`], on the board or not; numbers count those on the board.
pub(super) struct Tables<K, const CELLS: usize> {
    pub(super) settings: Settings,
    /// How many plies at the start have rules of their own: turns of a handicap, the chance to swap.
    pub(super) opening_plies: u32,
    /// By number: the place.
    pub(super) places: Box<[u16]>,
    /// By place: the number.
    pub(super) numbers: [u16; CELLS],
    /// The places on the board.
    pub(super) on_board: CellSet,
    /// By place: the directions that lead off the board, a bit for each.
    pub(super) off_board: [u8; CELLS],
    /// By number: the numbers of the cells next to it.
    pub(super) neighbours: Box<[Box<[u16]>]>,
    /// By seat and place.
    pub(super) stone_keys: [[u64; CELLS]; 2],
    /// For the turn of the seat whose turn it would not be if the seats had moved one by one.
    pub(super) turn_key: u64,
    /// For the chance to swap.
    pub(super) swap_key: u64,
    /// By how many plies of a handicap are left after the next.
    pub(super) handicap_keys: Box<[u64]>,
    /// By symmetry and place: the place it is taken to.
    pub(super) symmetries: Box<[[u16; CELLS]]>,
    pub(super) start: State<K, CELLS>,
}

impl<K: Kind, const CELLS: usize> Tables<K, CELLS> {
    pub(super) fn new(settings: Settings) -> Tables<K, CELLS> {
        let size = settings.size;
        assert!(K::rows(size) <= Board::<K, CELLS>::STRIDE, "the board does not fit {CELLS} cells");
        let by_row = |row| K::columns(size, row).map(move |column| (row, column));
        let all: Vec<(usize, usize)> = (0..K::rows(size)).flat_map(by_row).collect();
        let place = |(row, column)| Board::<K, CELLS>::cell(row, column);

        let (mut numbers, mut border, mut stone_keys) = ([NONE; CELLS], [0; CELLS], [[0; CELLS]; 2]);
        let mut on_board = [0; _];
        for (number, &at) in (0..).zip(&all) {
            numbers[place(at)] = number as u16;
            border[place(at)] = K::border(size, at.0, at.1);
            for (seat, keys) in (0..).zip(&mut stone_keys) {
                keys[place(at)] = zobrist::number(K::KEYS, 2 * number + seat);
            }
            let words: &mut CellSet = &mut on_board;
            words[place(at) / 64] |= 1 << (place(at) % 64);
        }
        let around: Vec<[Option<(usize, usize)>; 6]> = all.iter().map(|&at| around::<K>(size, at)).collect();
        let mut off_board = [0; CELLS];
        for (&at, around) in all.iter().zip(&around) {
            let missing = (0..6).filter(|&direction| around[direction].is_none());
            off_board[place(at)] = missing.fold(0, |bits, direction| bits | 1 << direction);
        }
        let numbered = |around: &[Option<(usize, usize)>; 6]| {
            around.iter().flatten().map(|&at| numbers[place(at)]).collect()
        };
        let image = |symmetry: usize| {
            let mut map = [NONE; CELLS];
            for &at in &all {
                map[place(at)] = place(K::image(size, symmetry, at.0, at.1)) as u16;
            }
            map
        };
        let handicap = settings.handicap;
        let status_key = |index| zobrist::number(!K::KEYS, index);
        let handicap_key = |left: u32| if left == 0 { 0 } else { status_key(1 + u64::from(left)) };
        let mut tables = Tables {
            opening_plies: if settings.swap { 2 } else { handicap },
            places: all.iter().map(|&at| place(at) as u16).collect(),
            off_board,
            neighbours: around.iter().map(numbered).collect(),
            turn_key: status_key(0),
            swap_key: status_key(1),
            handicap_keys: (0..=handicap).map(handicap_key).collect(),
            symmetries: (0..K::SYMMETRIES).map(image).collect(),
            start: State::start(Board::new(|place| border[place]), all.len() as u16),
            numbers,
            on_board,
            stone_keys,
            settings,
        };
        tables.start.key = tables.status_key(&tables.start);
        tables
    }

    /// The place at a row and column, if they are on the board.
    pub(super) fn place(&self, row: usize, column: usize) -> Option<usize> {
        let on_board =
            row < K::rows(self.settings.size) && K::columns(self.settings.size, row).contains(&column);
        on_board.then(|| Board::<K, CELLS>::cell(row, column))
    }
}

/// The rows and columns of the cells next to one, by direction: clockwise from the upper left.
fn around<K: Kind>(size: usize, (row, column): (usize, usize)) -> [Option<(usize, usize)>; 6] {
    let lean = K::LEAN as isize;
    let ways = [(-1, lean - 1), (-1, lean), (0, 1), (1, 1 - lean), (1, -lean), (0, -1)];
    ways.map(|(down, right)| {
        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (row < K::rows(size) && K::columns(size, row).contains(&column)).then_some((row, column))
    })
}

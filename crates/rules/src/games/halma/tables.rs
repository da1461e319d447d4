//! What the rules look up: camps, neighbours, keys, symmetries. Computed once for a game.
use super::board::{Corner, MAX_BOARD, Square, SquareSet, squares};
use super::finish::quiet_until;
use super::options::{Bound, Evacuation, Settings, Teams};
use crate::zobrist;

/// The most seats at a board.
pub(super) const SEATS: usize = 4;

/// Stands for no seat in [`Tables::goal_of`].
pub(super) const NOBODY: u8 = u8::MAX;

pub(super) struct Tables {
    /// All squares of the board.
    pub board: SquareSet,
    /// The neighbours of each square.
    pub steps: Box<[SquareSet; 256]>,
    pub home: [SquareSet; SEATS],
    pub goal: [SquareSet; SEATS],
    /// For each square the seat whose goal it is part of.
    pub goal_of: Box<[u8; 256]>,
    /// See [`quiet_until`].
    pub quiet_until: u32,
    /// The team of each seat.
    pub team: [u8; SEATS],
    /// The board by seat, cut where a chain may cross in one direction only: a hop may stay in its zone or go to a later
    /// one. One zone where no rule restricts the landings of a chain.
    pub zones: [[SquareSet; 3]; SEATS],
    pub zone_count: usize,
    /// For each seat and square of its home the home squares that are further from the corner: none where no rule asks.
    pub further: Box<[[SquareSet; 256]]>,
    /// Permutations of the squares that keep every camp and goal; the identity first.
    pub symmetries: Vec<[u8; 256]>,
    pub keys: Keys,
}

/// The Zobrist numbers.
pub(super) struct Keys {
    pub men: Box<[[u64; 256]; SEATS]>,
    pub to_move: [u64; SEATS],
    /// By seat and place taken.
    pub places: [[u64; SEATS + 1]; SEATS],
}

/// What is wrong with the geometry: the options to blame, the first one given first to be named, and why.
pub(super) struct Misfit(pub &'static [&'static str], pub String);

impl Tables {
    pub(super) fn new(settings: &Settings) -> Result<Tables, Misfit> {
        let n = settings.board;
        check_camps(settings)?;
        let (mut home, mut goal) = ([SquareSet::EMPTY; SEATS], [SquareSet::EMPTY; SEATS]);
        let mut goal_of = Box::new([NOBODY; 256]);
        for (seat, corner) in settings.order.iter().enumerate() {
            home[seat] = corner.camp(&settings.camp, n);
            goal[seat] = corner.opposite().camp(&settings.camp, n);
            goal[seat].iter().for_each(|square| goal_of[square.index()] = seat as u8);
        }
        let board: SquareSet = squares(n).collect();
        let mut steps = Box::new([SquareSet::EMPTY; 256]);
        for square in squares(n) {
            steps[square.index()] = squares(n).filter(|&other| adjacent(square, other)).collect();
        }
        let (zones, zone_count) = zones(settings, board, &home, &goal);
        let mut tables = Tables {
            board,
            steps,
            home,
            goal,
            goal_of,
            quiet_until: quiet_until(settings),
            team: teams(settings),
            zones,
            zone_count,
            further: further(settings, &home),
            symmetries: Vec::new(),
            keys: Keys::new(),
        };
        tables.symmetries = symmetries(n).filter(|map| tables.is_symmetry(map)).collect();
        Ok(tables)
    }

    fn is_symmetry(&self, map: &[u8; 256]) -> bool {
        let keeps = |set: &SquareSet| map_set(map, *set) == *set;
        self.home.iter().chain(&self.goal).all(keeps)
    }
}

impl Keys {
    fn new() -> Keys {
        let domain = |name: &[u8; 8]| u64::from_be_bytes(*name);
        let men =
            |seat: usize, square: usize| zobrist::number(domain(b"halma-me"), (seat << 8 | square) as u64);
        let places = |seat: usize, place: usize| match place {
            0 => 0,
            _ => zobrist::number(domain(b"halma-pl"), (seat << 8 | place) as u64),
        };
        let to_move = |seat: usize| zobrist::number(domain(b"halma-tm"), seat as u64);
        Keys {
            men: Box::new(std::array::from_fn(|seat| std::array::from_fn(|square| men(seat, square)))),
            to_move: std::array::from_fn(to_move),
            places: std::array::from_fn(|seat| std::array::from_fn(|place| places(seat, place))),
        }
    }
}

/// The image of a set under a permutation of the squares.
pub(super) fn map_set(map: &[u8; 256], set: SquareSet) -> SquareSet {
    set.iter().map(|square| Square::from_index(map[square.index()])).collect()
}

fn check_camps(settings: &Settings) -> Result<(), Misfit> {
    let (n, camp) = (settings.board, &settings.camp);
    if camp.len() > n || camp.iter().any(|&width| width > n) {
        let why = format!(
            "a camp of {} rows, up to {} wide, does not fit on {n}x{n}",
            camp.len(),
            camp.iter().max().unwrap_or(&0)
        );
        return Err(Misfit(&["camp", "board"], why));
    }
    // Homes and goals; goals are other players' homes or empty corners.
    let used =
        |corner: &Corner| settings.order.contains(corner) || settings.order.contains(&corner.opposite());
    let corners: Vec<Corner> = Corner::ALL.into_iter().filter(used).collect();
    for (i, a) in corners.iter().enumerate() {
        for b in &corners[i + 1..] {
            if !(a.camp(camp, n) & b.camp(camp, n)).is_empty() {
                let why = format!("the camps in {} and {} overlap on {n}x{n}", a.name(), b.name());
                return Err(Misfit(&["camp", "order", "players", "board"], why));
            }
        }
    }
    if camp.iter().sum::<usize>() * settings.players >= n * n {
        return Err(Misfit(&["camp", "board"], format!("the camps leave no empty square on {n}x{n}")));
    }
    Ok(())
}

fn adjacent(a: Square, b: Square) -> bool {
    a != b && a.row().abs_diff(b.row()) <= 1 && a.column().abs_diff(b.column()) <= 1
}

fn teams(settings: &Settings) -> [u8; SEATS] {
    let mut team = [0, 1, 2, 3];
    let side = |corner: Corner| match settings.teams {
        Teams::None => unreachable!("each seat is a team"),
        Teams::Diagonal => matches!(corner, Corner::TopLeft | Corner::BottomRight),
        Teams::Adjacent => corner.is_upper(),
    };
    if settings.teams != Teams::None {
        for (seat, &corner) in settings.order.iter().enumerate() {
            team[seat] = u8::from(side(corner) != side(settings.order[0]));
        }
    }
    team
}

type Zones = [[SquareSet; 3]; SEATS];

fn zones(settings: &Settings, board: SquareSet, home: &[SquareSet], goal: &[SquareSet]) -> (Zones, usize) {
    let mut zones = [[SquareSet::EMPTY; 3]; SEATS];
    let (leave, enter) = (settings.leave_goal == Bound::Hop, settings.enter_home == Bound::Hop);
    for seat in 0..settings.players {
        let (home, goal) = (home[seat], goal[seat]);
        let none = SquareSet::EMPTY;
        zones[seat] = match (enter, leave) {
            (false, false) => [board, none, none],
            (false, true) => [board & !goal, goal, none],
            (true, false) => [home, board & !home, none],
            (true, true) => [home, board & !(home | goal), goal],
        };
    }
    (zones, 1 + usize::from(leave) + usize::from(enter))
}

fn further(settings: &Settings, home: &[SquareSet]) -> Box<[[SquareSet; 256]]> {
    if settings.evacuate != Evacuation::Usc {
        return Box::default();
    }
    let of_seat = |(seat, corner): (usize, &Corner)| {
        let mut table = [SquareSet::EMPTY; 256];
        for from in home[seat].iter() {
            let here = corner.distances(from, settings.board);
            let is_further = |to: &Square| {
                let there = corner.distances(*to, settings.board);
                there != here && there.0 >= here.0 && there.1 >= here.1
            };
            table[from.index()] = home[seat].iter().filter(is_further).collect();
        }
        table
    };
    settings.order.iter().enumerate().map(of_seat).collect()
}

/// The eight symmetries of a square board, the identity first; squares off the board stay where they are.
fn symmetries(board: usize) -> impl Iterator<Item = [u8; 256]> {
    (0..8).map(move |symmetry: usize| {
        let mut map: [u8; 256] = std::array::from_fn(|index| index as u8);
        for square in squares(board) {
            let (mut row, mut column) = (square.row(), square.column());
            if symmetry & 1 != 0 {
                (row, column) = (column, row);
            }
            if symmetry & 2 != 0 {
                row = board - 1 - row;
            }
            if symmetry & 4 != 0 {
                column = board - 1 - column;
            }
            map[square.index()] = Square::new(row, column).index() as u8;
        }
        map
    })
}

const _: () = assert!(MAX_BOARD * MAX_BOARD == 256 && crate::MAX_SEATS >= SEATS);

//! Chinese Checkers once more, plainly: a picture of the board, one man after the other, one hop after the other, and
//! forbidden moves found by making them.
//!
//! It shares nothing with the library but the reader of spec strings.
use hoppity_rules::Spec;

const NO_HOLE: u8 = u8::MAX;
const EMPTY: u8 = 254;

/// The star. Digits are the corners clockwise from the top.
const STAR: [&str; 17] = [
    "            0",
    "           0 0",
    "          0 0 0",
    "         0 0 0 0",
    "5 5 5 5 . . . . . 1 1 1 1",
    " 5 5 5 . . . . . . 1 1 1",
    "  5 5 . . . . . . . 1 1",
    "   5 . . . . . . . . 1",
    "    . . . . . . . . .",
    "   4 . . . . . . . . 2",
    "  4 4 . . . . . . . 2 2",
    " 4 4 4 . . . . . . 2 2 2",
    "4 4 4 4 . . . . . 2 2 2 2",
    "         3 3 3 3",
    "          3 3 3",
    "           3 3",
    "            3",
];

/// In the picture a hole's neighbours are two characters to the side or one line and one character away.
const DIRECTIONS: [(isize, isize); 6] = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Line and character of a hole.
pub(super) type Spot = (isize, isize);

/// The options of a game and the camps of its seats.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub seats: usize,
    /// Rows from the top, each from the left.
    pub spots: Vec<Spot>,
    pub widths: Vec<usize>,
    /// From the tip inwards.
    pub home: Vec<Vec<Spot>>,
    pub goal: Vec<Vec<Spot>>,
    keeps_goal: bool,
    win: String,
    has_blockades: bool,
    loses_blocked: bool,
    cap: usize,
}

impl Rules {
    pub(super) fn parse(spec: &str) -> Rules {
        let spec = Spec::parse(spec).unwrap();
        let given = |key: &str, usual: &str| {
            spec.get(key).map_or(usual.to_owned(), |value| value.to_string().replace('"', ""))
        };
        let number = |key: &str| given(key, "none").parse().ok();
        let sturtevant = given("rules", "classic") == "sturtevant";
        let preset = |usual, here| if sturtevant { here } else { usual };
        let side: Option<usize> = number("rhombus");
        let men = number("men").unwrap_or(6);
        let seats = number("players").unwrap_or(2);
        let (spots, widths, camps) = match side {
            Some(side) => (rhombus_spots(side as isize), vec![side; side], rhombus_camps(side as isize, men)),
            None => (
                star_spots(|c| c != ' '),
                STAR.map(|line| line.split_whitespace().count()).into(),
                star_camps(),
            ),
        };
        let order: &[usize] = match (side, seats) {
            (Some(_), _) => &[0, 1],
            (None, 2) => &[0, 3],
            (None, 3) => &[0, 2, 4],
            (None, 4) => &[0, 1, 3, 4],
            _ => &[0, 1, 2, 3, 4, 5],
        };
        Rules {
            seats,
            spots,
            widths,
            home: order.iter().map(|&corner| camps[corner].clone()).collect(),
            goal: order
                .iter()
                .map(|&corner| camps[(corner + camps.len() / 2) % camps.len()].clone())
                .collect(),
            keeps_goal: given("leave_goal", "free") == "end",
            win: given("win", preset("all", "mover")),
            has_blockades: given("blockade", preset("free", "illegal")) == "illegal"
                && side.is_some()
                && men == 6,
            loses_blocked: given("blocked", preset("pass", "lose")) == "lose",
            cap: number("cap").unwrap_or(usize::MAX),
        }
    }
}

fn star_spots(of: impl Fn(char) -> bool) -> Vec<Spot> {
    let lines = STAR.iter().enumerate();
    let spots =
        lines.flat_map(|(y, line)| line.char_indices().map(move |(x, c)| (c, (y as isize, x as isize))));
    spots.filter(|&(c, _)| of(c)).map(|(_, spot)| spot).collect()
}

/// Without an order: nothing on the star asks which hole is the tip.
fn star_camps() -> Vec<Vec<Spot>> {
    ('0'..='5').map(|corner| star_spots(|c| c == corner)).collect()
}

fn rhombus_spots(side: isize) -> Vec<Spot> {
    (0..side).flat_map(|row| (0..side).map(move |column| (row, row + 2 * column))).collect()
}

fn rhombus_camps(side: isize, men: usize) -> Vec<Vec<Spot>> {
    let rows: &[(isize, isize)] = match men {
        4 => &[(0, 0), (0, 1), (1, 0), (1, 1)],
        _ => &[(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (3, 0)],
    };
    let spot = |(row, column): (isize, isize)| (row, row + 2 * column);
    let near = rows[..men].iter().map(|&place| spot(place));
    let far = rows[..men].iter().map(|&(row, column)| spot((side - 1 - row, side - 1 - column)));
    vec![near.collect(), far.collect()]
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    pub ranks: Vec<u8>,
    pub reason: &'static str,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Mailbox {
    pub rules: Rules,
    board: Vec<u8>,
    pub to_move: usize,
    pub ply: u32,
    pub end: Option<End>,
}

const WIDTH: isize = 48;

fn index((y, x): Spot) -> usize {
    ((y + 2) * WIDTH + x + 4) as usize
}

impl Mailbox {
    pub(super) fn new(rules: Rules) -> Mailbox {
        let men = rules.home.clone();
        let mut mailbox = Mailbox { rules, board: Vec::new(), to_move: 0, ply: 1, end: None };
        mailbox.set(&men, 0, 1);
        mailbox
    }

    /// Any men anywhere.
    pub(super) fn set(&mut self, men: &[Vec<Spot>], to_move: usize, ply: u32) {
        self.board = vec![NO_HOLE; (WIDTH * 24) as usize];
        for &spot in &self.rules.spots {
            self.board[index(spot)] = EMPTY;
        }
        for (seat, men) in men.iter().enumerate() {
            for &spot in men {
                self.board[index(spot)] = seat as u8;
            }
        }
        (self.to_move, self.ply, self.end) = (to_move, ply, None);
    }

    pub(super) fn at(&self, spot: Spot) -> Option<usize> {
        Some(usize::from(self.board[index(spot)])).filter(|&seat| seat < self.rules.seats)
    }

    /// All turns as start and end; none where the player must pass.
    pub(super) fn turns(&self) -> Vec<(Spot, Spot)> {
        let mut turns = Vec::new();
        for &from in &self.rules.spots {
            if self.at(from) != Some(self.to_move) {
                continue;
            }
            let mut lifted = self.clone();
            lifted.board[index(from)] = EMPTY;
            let mut ends = Vec::new();
            for (dy, dx) in DIRECTIONS {
                let next = (from.0 + dy, from.1 + dx);
                if lifted.board[index(next)] == EMPTY {
                    ends.push(next);
                }
            }
            let mut chain = vec![from];
            while let Some(spot) = chain.pop() {
                for (dy, dx) in DIRECTIONS {
                    let (over, landing) = ((spot.0 + dy, spot.1 + dx), (spot.0 + 2 * dy, spot.1 + 2 * dx));
                    let hops = lifted.at(over).is_some() && lifted.board[index(landing)] == EMPTY;
                    if hops && landing != from && !ends.contains(&landing) {
                        ends.push(landing);
                        chain.push(landing);
                    }
                }
            }
            turns.extend(ends.into_iter().map(|to| (from, to)).filter(|&turn| self.is_allowed(turn)));
        }
        turns
    }

    fn is_allowed(&self, (from, to): (Spot, Spot)) -> bool {
        let goal = &self.rules.goal[self.to_move];
        if self.rules.keeps_goal && goal.contains(&from) && !goal.contains(&to) {
            return false;
        }
        let mut after = self.clone();
        after.move_man(from, to);
        !after.is_illegal(self.to_move)
    }

    /// Whether the position after a turn of `last` is one that does not exist.
    pub(super) fn is_illegal(&self, last: usize) -> bool {
        let others_home = (0..self.rules.seats).any(|seat| seat != last && self.is_home(seat));
        let sealed = |seat: usize| {
            let goal = &self.rules.goal[seat];
            let opponent = Some(1 - seat);
            self.at(goal[0]).is_none() && [1, 2, 3, 5].into_iter().all(|i| self.at(goal[i]) == opponent)
        };
        self.rules.win == "mover" && others_home || self.rules.has_blockades && (sealed(0) || sealed(1))
    }

    pub(super) fn is_home(&self, seat: usize) -> bool {
        let mut in_goal = self.rules.goal[seat].iter().map(|&spot| self.at(spot));
        if self.rules.win == "all" {
            return in_goal.all(|holder| holder == Some(seat));
        }
        let holders: Vec<Option<usize>> = in_goal.collect();
        holders.iter().all(Option::is_some) && holders.contains(&Some(seat))
    }

    fn move_man(&mut self, from: Spot, to: Spot) {
        self.board[index(to)] = self.board[index(from)];
        self.board[index(from)] = EMPTY;
    }

    /// Makes a turn, or passes.
    pub(super) fn play(&mut self, turn: Option<(Spot, Spot)>) {
        if let Some((from, to)) = turn {
            self.move_man(from, to);
        }
        self.to_move = (self.to_move + 1) % self.rules.seats;
        self.ply += 1;
        self.end = self.look();
    }

    /// How the game stands.
    fn look(&self) -> Option<End> {
        let seats = self.rules.seats;
        if let Some(winner) = (0..seats).find(|&seat| self.is_home(seat)) {
            let ranks = (0..seats).map(|seat| u8::from(seat != winner)).collect();
            return Some(End { ranks, reason: "camp filled" });
        }
        if self.rules.loses_blocked && self.turns().is_empty() {
            let last = seats as u8 - 1;
            let ranks = (0..seats).map(|seat| if seat == self.to_move { last } else { 0 }).collect();
            return Some(End { ranks, reason: "no move" });
        }
        (self.ply as usize > self.rules.cap).then(|| End { ranks: vec![0; seats], reason: "cap" })
    }
}

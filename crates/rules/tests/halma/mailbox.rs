//! Halma once more, plainly: a board of bytes with a border, one man after the other, one hop after the other.
//!
//! It shares nothing with the library but the reader of spec strings and the form of positions. Tests hold the library to it, benches measure what
//! the library gains over it.
use hoppity_rules::games::halma::{Halma, State};
use hoppity_rules::{Game, Seat, Spec, Value};

const EMPTY: u8 = 0;
const BORDER: u8 = u8::MAX;

/// The options of a game.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) board: usize,
    pub(crate) players: usize,
    /// For each pair of seats whether they play together, each with itself.
    pub(crate) partners: [[bool; 4]; 4],
    pub(crate) has_teams: bool,
    pub(crate) camp: Vec<usize>,
    pub(crate) leave_goal: Bound,
    pub(crate) enter_home: Bound,
    pub(crate) usc: bool,
    pub(crate) deadline: Option<u32>,
    pub(crate) win: Win,
    pub(crate) cap: u32,
    pub(crate) loses_blocked: bool,
    pub(crate) plays_on: bool,
    pub(crate) order: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Free,
    End,
    Hop,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Win {
    All,
    Filled,
    Mover,
}

impl Rules {
    pub(crate) fn parse(spec: &str) -> Rules {
        let spec = Spec::parse(spec).unwrap();
        let word = |key: &str| spec.get(key).map(|value| value.to_string().replace('"', ""));
        let number = |key: &str, usual: usize| word(key).map_or(usual, |text| text.parse().unwrap());
        let preset = word("rules").unwrap_or("classic".to_owned());
        let board = number("board", 16);
        let players = number("players", if preset == "comp424" { 4 } else { 2 });
        let camp: &[usize] = match (board, players) {
            (16, 2) => &[5, 5, 4, 3, 2],
            (16, _) => &[4, 4, 3, 2],
            (10, _) => &[5, 4, 3, 2, 1],
            _ => &[4, 3, 2, 1],
        };
        let (mut leave_goal, mut enter_home, mut evacuate, mut win) = ("end", "free", "none", "all");
        let (mut teams, mut cap) = ("none", u32::MAX);
        let mut order = if players == 2 { "tl br" } else { "tl tr br bl" };
        match preset.as_str() {
            "web" => cap = 400,
            "brainking" => {
                (leave_goal, evacuate) = ("free", if board == 8 { "by:30" } else { "by:50" });
            }
            "usc561" => (enter_home, evacuate, win) = ("end", "usc", "filled"),
            "ludii" => leave_goal = "hop",
            "comp424" => {
                (teams, leave_goal, evacuate, cap) = ("diagonal", "hop", "by:100", 20_000);
                order = "tl tr bl br";
            }
            _ => {}
        }
        let list = |key: &str| match spec.get(key) {
            Some(Value::List(items)) => Some(items.iter().map(Value::to_string).collect::<Vec<_>>()),
            _ => None,
        };
        let given = |key: &str, usual: &str| word(key).unwrap_or(usual.to_owned());
        let bound = |text: String| match text.as_str() {
            "free" => Bound::Free,
            "end" => Bound::End,
            _ => Bound::Hop,
        };
        let evacuate = given("evacuate", evacuate);
        let usual_order = || order.split(' ').take(players).map(str::to_owned).collect();
        let order: Vec<String> = list("order").unwrap_or_else(usual_order);
        let teams = given("teams", teams);
        let together = |a: usize, b: usize| {
            let upper = |seat: usize| order.get(seat).map(|corner| corner.starts_with('t'));
            let left = |seat: usize| order.get(seat).map(|corner| corner.ends_with('l'));
            match teams.as_str() {
                "diagonal" => (upper(a) == upper(b)) == (left(a) == left(b)),
                "adjacent" => upper(a) == upper(b),
                _ => a == b,
            }
        };
        Rules {
            board,
            players,
            partners: [0, 1, 2, 3].map(|a| [0, 1, 2, 3].map(|b| together(a, b))),
            has_teams: teams != "none",
            camp: list("camp")
                .map_or(camp.to_vec(), |rows| rows.iter().map(|n| n.parse().unwrap()).collect()),
            leave_goal: bound(given("leave_goal", leave_goal)),
            enter_home: bound(given("enter_home", enter_home)),
            usc: evacuate == "usc",
            deadline: evacuate.strip_prefix("by:").map(|turns| turns.parse().unwrap()),
            win: match given("win", win).as_str() {
                "all" => Win::All,
                "filled" => Win::Filled,
                _ => Win::Mover,
            },
            cap: if given("cap", "").as_str() == "none" {
                u32::MAX
            } else {
                number("cap", cap as usize) as u32
            },
            loses_blocked: given("blocked", "pass") == "lose",
            plays_on: given("finish", "first") == "all",
            order,
        }
    }

    fn inside(&self, corner: &str, row: usize, column: usize) -> bool {
        let last = self.board - 1;
        let from_edge = if corner.starts_with('t') { last - row } else { row };
        let from_side = if corner.ends_with('l') { column } else { last - column };
        from_edge < self.camp.len() && from_side < self.camp[from_edge]
    }
}

/// How a game has ended: places by seat (partners share theirs), why, and whether a counter decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) ranks: Vec<u8>,
    pub(crate) reason: &'static str,
    pub(crate) by_counter: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Mailbox {
    pub(crate) rules: Rules,
    width: usize,
    cells: Vec<u8>,
    men: Vec<Vec<usize>>,
    home: Vec<Vec<bool>>,
    goal: Vec<Vec<bool>>,
    pub(crate) to_move: usize,
    pub(crate) ply: u32,
    /// Own turns made, by seat.
    turns: [u32; 4],
    /// Places taken, 1 the best; 0 for those who play.
    places: [u8; 4],
    pub(crate) end: Option<End>,
    directions: [isize; 8],
    seen: Vec<u32>,
    found: Vec<u32>,
    mark: u32,
    stack: Vec<(usize, usize)>,
}

/// What has to be remembered to take a turn back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    to_move: usize,
    turns: [u32; 4],
    places: [u8; 4],
}

/// A turn by squares of the bordered board; equal ones are the pass.
pub(crate) type Turn = (usize, usize);

impl Mailbox {
    pub(crate) fn new(rules: Rules) -> Mailbox {
        let (n, players) = (rules.board, rules.players);
        let width = n + 4;
        let mut cells = vec![BORDER; width * width];
        let mut camps = vec![vec![vec![false; width * width]; players]; 2];
        let mut men = vec![Vec::new(); players];
        for row in 0..n {
            for column in 0..n {
                let square = (row + 2) * width + column + 2;
                cells[square] = EMPTY;
                for seat in 0..players {
                    let corner = rules.order[seat].as_str();
                    let opposite = match corner {
                        "tl" => "br",
                        "tr" => "bl",
                        "br" => "tl",
                        _ => "tr",
                    };
                    camps[0][seat][square] = rules.inside(corner, row, column);
                    camps[1][seat][square] = rules.inside(opposite, row, column);
                    if camps[0][seat][square] {
                        cells[square] = seat as u8 + 1;
                        men[seat].push(square);
                    }
                }
            }
        }
        let w = width as isize;
        Mailbox {
            rules,
            width,
            men,
            goal: camps.pop().unwrap(),
            home: camps.pop().unwrap(),
            to_move: 0,
            ply: 1,
            turns: [0; 4],
            places: [0; 4],
            end: None,
            directions: [w - 1, w, w + 1, -1, 1, -w - 1, -w, -w + 1],
            seen: vec![0; cells.len() * 4],
            found: vec![0; cells.len()],
            mark: 0,
            stack: Vec::new(),
            cells,
        }
    }

    /// Sets up a position of the library.
    pub(crate) fn set_state(&mut self, game: &Halma, s: &State) {
        let squares = |seat| s.men(seat).iter().map(|square| (square.row(), square.column())).collect();
        let men: Vec<Vec<(usize, usize)>> = Seat::all(game.seats()).map(squares).collect();
        self.set(&men, game.to_move(s).index(), game.ply(s));
    }

    /// Puts the men of each seat on these squares, each a row and a column from the bottom left.
    pub(crate) fn set(&mut self, men: &[Vec<(usize, usize)>], to_move: usize, ply: u32) {
        let square = |&(row, column): &(usize, usize)| (row + 2) * self.width + column + 2;
        self.men = men.iter().map(|squares| squares.iter().map(square).collect()).collect();
        self.cells.iter_mut().filter(|cell| **cell != BORDER).for_each(|cell| *cell = EMPTY);
        for (seat, squares) in self.men.iter().enumerate() {
            for &square in squares {
                self.cells[square] = seat as u8 + 1;
            }
        }
        (self.to_move, self.ply, self.end) = (to_move, ply, None);
        // The turn at ply p is its player's ⌈p / players⌉th.
        let players = self.rules.players as u32;
        for back in 1..=players {
            let seat = (to_move + (players - back) as usize) % players as usize;
            self.turns[seat] = ply.saturating_sub(back).div_ceil(players);
        }
        self.places = [0; 4];
    }

    /// Row and column of a square, from the bottom left.
    pub(crate) fn place(&self, square: usize) -> (usize, usize) {
        (square / self.width - 2, square % self.width - 2)
    }

    /// Who stands in this row and column.
    pub(crate) fn at(&self, row: usize, column: usize) -> Option<usize> {
        let cell = self.cells[(row + 2) * self.width + column + 2];
        (cell != EMPTY).then(|| usize::from(cell) - 1)
    }

    /// All turns of the seat to move, in no particular order.
    pub(crate) fn turns(&mut self, turns: &mut Vec<Turn>) {
        turns.clear();
        for man in 0..self.men[self.to_move].len() {
            self.turns_of(self.men[self.to_move][man], turns);
        }
        if self.rules.usc {
            self.keep_evacuating(turns);
        }
        if turns.is_empty() {
            turns.push((0, 0));
        }
    }

    fn turns_of(&mut self, from: usize, turns: &mut Vec<Turn>) {
        for direction in self.directions {
            let to = from.wrapping_add_signed(direction);
            if self.cells[to] == EMPTY && self.may_end(from, to) {
                turns.push((from, to));
            }
        }
        self.mark += 1;
        let flags = self.flags(0, from);
        self.seen[from * 4 + flags] = self.mark;
        self.found[from] = self.mark;
        self.stack.push((from, flags));
        while let Some((at, flags)) = self.stack.pop() {
            for direction in self.directions {
                let over = at.wrapping_add_signed(direction);
                if self.cells[over] == EMPTY || self.cells[over] == BORDER || over == from {
                    continue;
                }
                let to = over.wrapping_add_signed(direction);
                if self.cells[to] != EMPTY && to != from || !self.may_land(flags, to) {
                    continue;
                }
                let flags = self.flags(flags, to);
                if self.seen[to * 4 + flags] == self.mark {
                    continue;
                }
                self.seen[to * 4 + flags] = self.mark;
                self.stack.push((to, flags));
                if self.found[to] != self.mark {
                    self.found[to] = self.mark;
                    if self.may_end(from, to) {
                        turns.push((from, to));
                    }
                }
            }
        }
    }

    /// What a chain has done: 1, touched its goal; 2, been outside its home. Only where it matters.
    fn flags(&self, flags: usize, square: usize) -> usize {
        let touched = self.rules.leave_goal == Bound::Hop && self.goal[self.to_move][square];
        let left = self.rules.enter_home == Bound::Hop && !self.home[self.to_move][square];
        flags | usize::from(touched) | usize::from(left) << 1
    }

    fn may_land(&self, flags: usize, to: usize) -> bool {
        !(flags & 1 != 0 && !self.goal[self.to_move][to] || flags & 2 != 0 && self.home[self.to_move][to])
    }

    fn may_end(&self, from: usize, to: usize) -> bool {
        let (home, goal) = (&self.home[self.to_move], &self.goal[self.to_move]);
        if self.rules.leave_goal != Bound::Free && goal[from] && !goal[to] {
            return false;
        }
        if self.rules.enter_home != Bound::Free && !home[from] && home[to] {
            return false;
        }
        !(self.rules.win == Win::Mover && home[to] && !home[from] && self.would_fill(to))
    }

    /// Whether a man on this square would fill the own camp, with an enemy in it.
    fn would_fill(&self, to: usize) -> bool {
        let camp =
            || self.home[self.to_move].iter().zip(&self.cells).enumerate().filter(|(_, (home, _))| **home);
        let full = camp().all(|(square, (_, cell))| square == to || *cell != EMPTY);
        let enemy = |cell: u8| cell != EMPTY && !self.rules.partners[usize::from(cell) - 1][self.to_move];
        full && camp().any(|(_, (_, cell))| enemy(*cell))
    }

    fn keep_evacuating(&self, turns: &mut Vec<Turn>) {
        let home = &self.home[self.to_move];
        if !self.men[self.to_move].iter().any(|&man| home[man]) {
            return;
        }
        let leaves = |&(from, to): &Turn| home[from] && !home[to];
        let goes_further = |&(from, to): &Turn| {
            let (a, b) = (self.distances(from), self.distances(to));
            home[from] && home[to] && a != b && b.0 >= a.0 && b.1 >= a.1
        };
        if turns.iter().any(leaves) {
            turns.retain(leaves);
        } else if turns.iter().any(goes_further) {
            turns.retain(goes_further);
        } else {
            turns.retain(|&(from, _)| !home[from]);
        }
    }

    fn distances(&self, square: usize) -> (usize, usize) {
        let (row, column) = self.place(square);
        let last = self.rules.board - 1;
        let corner = &self.rules.order[self.to_move];
        (
            if corner.starts_with('t') { last - row } else { row },
            if corner.ends_with('l') { column } else { last - column },
        )
    }

    pub(crate) fn play(&mut self, (from, to): Turn) -> Before {
        let before = Before { to_move: self.to_move, turns: self.turns, places: self.places };
        let seat = self.to_move;
        if from != to {
            self.shift(seat, from, to);
        }
        self.turns[seat] += 1;
        self.ply += 1;
        self.to_move = (seat + 1) % self.rules.players;
        self.look(seat);
        before
    }

    pub(crate) fn take_back(&mut self, (from, to): Turn, before: Before) {
        if from != to {
            self.shift(before.to_move, to, from);
        }
        self.ply -= 1;
        (self.to_move, self.turns, self.places) = (before.to_move, before.turns, before.places);
        self.end = None;
    }

    fn shift(&mut self, seat: usize, from: usize, to: usize) {
        self.cells.swap(from, to);
        let man = self.men[seat].iter().position(|&man| man == from).unwrap();
        self.men[seat][man] = to;
    }

    /// Looks for what follows from the turn that `last` has made.
    fn look(&mut self, last: usize) {
        let winner = if self.rules.win == Win::Filled {
            (0..self.rules.players).find(|&seat| self.team_is_home(seat))
        } else {
            Some(last).filter(|&seat| self.team_is_home(seat))
        };
        let mut by_counter = false;
        if let Some(seat) = winner {
            self.place_team(seat, true, "camp filled");
        }
        let late = self.rules.deadline.is_some_and(|turns| self.turns[last] > turns);
        if self.end.is_none()
            && late
            && self.places[last] == 0
            && self.men[last].iter().any(|&man| self.home[last][man])
        {
            self.place_team(last, false, "evacuation");
            by_counter = true;
        }
        while self.end.is_none() {
            let seat = self.to_move;
            let waits = self.rules.has_teams && self.is_home(seat);
            if self.places[seat] != 0 {
                self.to_move = (seat + 1) % self.rules.players;
            } else if self.rules.loses_blocked && !waits && self.is_blocked() {
                self.place_team(seat, false, "no move");
            } else {
                break;
            }
        }
        if self.end.is_none() && self.ply > self.rules.cap {
            let next = (1..=4).find(|place| !self.places.contains(place)).unwrap();
            let rank = |seat: usize| if self.places[seat] == 0 { next - 1 } else { self.places[seat] - 1 };
            let ranks = (0..self.rules.players).map(rank).collect();
            self.end = Some(End { ranks, reason: "cap", by_counter: true });
        }
        if let Some(end) = &mut self.end {
            end.by_counter |= by_counter;
        }
    }

    fn is_blocked(&mut self) -> bool {
        let mut turns = Vec::new();
        self.turns(&mut turns);
        turns == [(0, 0)]
    }

    fn is_home(&self, seat: usize) -> bool {
        if self.rules.win == Win::All {
            return self.men[seat].iter().all(|&man| self.goal[seat][man]);
        }
        let cells =
            || self.goal[seat].iter().zip(&self.cells).filter(|(goal, _)| **goal).map(|(_, cell)| *cell);
        let fills = |cell: u8| {
            let holder = usize::from(cell).wrapping_sub(1);
            cell != EMPTY && (holder == seat || !self.rules.partners[holder][seat])
        };
        cells().all(fills) && cells().any(|cell| usize::from(cell) == seat + 1)
    }

    fn team_is_home(&self, seat: usize) -> bool {
        let partners = |other: &usize| self.rules.partners[seat][*other];
        self.places[seat] == 0 && (0..self.rules.players).filter(partners).all(|other| self.is_home(other))
    }

    /// Puts a team first or last among those who play, and ends the game if that decides it.
    fn place_team(&mut self, seat: usize, first: bool, reason: &'static str) {
        let players = self.rules.players;
        if !self.rules.plays_on || self.rules.has_teams {
            let others = (0..players).filter(|&other| !self.rules.partners[seat][other]).count() as u8;
            let teams = if self.rules.has_teams { 2 } else { others + 1 };
            let (mine, theirs) = if first { (0, 1) } else { (teams - 1, 0) };
            let rank = |other: usize| if self.rules.partners[seat][other] { mine } else { theirs };
            self.end = Some(End { ranks: (0..players).map(rank).collect(), reason, by_counter: false });
            return;
        }
        let free: Vec<u8> = (1..=players as u8).filter(|place| !self.places.contains(place)).collect();
        self.places[seat] = if first { free[0] } else { free[free.len() - 1] };
        if let [other] = free.iter().filter(|&&place| place != self.places[seat]).collect::<Vec<_>>()[..] {
            let rank = |seat: usize| if self.places[seat] == 0 { other - 1 } else { self.places[seat] - 1 };
            self.end = Some(End { ranks: (0..players).map(rank).collect(), reason, by_counter: false });
        }
    }
}

/// Move sequences as long as there are buffers, the last ply counted without being played.
pub(crate) fn perft(board: &mut Mailbox, buffers: &mut [Vec<Turn>]) -> u64 {
    if board.end.is_some() {
        return 0;
    }
    let Some((turns, deeper)) = buffers.split_first_mut() else { return 1 };
    board.turns(turns);
    if deeper.is_empty() {
        return turns.len() as u64;
    }
    let mut count = 0;
    for &turn in turns.iter() {
        let before = board.play(turn);
        count += perft(board, deeper);
        board.take_back(turn, before);
    }
    count
}

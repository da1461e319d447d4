//! Small rhombuses by Sturtevant's rules, solved by looking at every position, against published totals (Sturtevant 2019,
//! On Strongly Solving Chinese Checkers).
use super::game;
use hoppity_rules::games::chinese_checkers::{ChineseCheckers, HoleSet, State};
use hoppity_rules::{Game, Seat};
use std::ops::ControlFlow;

/// All sets of so many of `count` cells, a bit each, numbered.
struct Subsets {
    count: usize,
    size: usize,
    choose: Vec<Vec<usize>>,
}

impl Subsets {
    fn new(count: usize, size: usize) -> Subsets {
        let mut choose = vec![vec![0; size + 1]; count + 1];
        for n in 0..=count {
            choose[n][0] = 1;
            for k in 1..=size.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        Subsets { count, size, choose }
    }

    fn len(&self) -> usize {
        self.choose[self.count][self.size]
    }

    /// The set with this rank. The set of c1 < c2 < … has the rank C(c1, 1) + C(c2, 2) + …
    fn set(&self, mut rank: usize) -> u64 {
        let mut set = 0;
        let mut n = self.count;
        for k in (1..=self.size).rev() {
            n -= 1;
            while self.choose[n][k] > rank {
                n -= 1;
            }
            rank -= self.choose[n][k];
            set |= 1 << n;
        }
        set
    }

    fn rank(&self, set: u64) -> usize {
        bits(set).zip(1..).map(|(c, k)| self.choose[c][k]).sum()
    }
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    let next = |set: &u64| Some(set & set.wrapping_sub(1)).filter(|&rest| rest != 0);
    let rests = std::iter::successors(Some(set).filter(|&set| set != 0), next);
    rests.map(|rest| rest.trailing_zeros() as usize)
}

/// The placements of both sides on a board, numbered.
struct Space<'a> {
    game: &'a ChineseCheckers,
    cells: u32,
    first: Subsets,
    /// On the cells that the first side leaves.
    second: Subsets,
}

impl Space<'_> {
    fn new(game: &ChineseCheckers) -> Space<'_> {
        let (cells, men) = (game.holes().len(), game.men());
        let first = Subsets::new(cells as usize, men);
        Space { game, cells, first, second: Subsets::new(cells as usize - men, men) }
    }

    fn len(&self) -> usize {
        self.first.len() * self.second.len()
    }

    /// The position of this number, with A to move, if it is legal.
    fn position(&self, number: usize) -> Option<State> {
        let first = self.first.set(number / self.second.len());
        let mut second = self.second.set(number % self.second.len());
        // Open a gap for each of the first side's cells.
        for cell in bits(first) {
            let below = (1 << cell) - 1;
            second = (second & !below) << 1 | second & below;
        }
        let holes = |cells: u64| -> HoleSet { bits(cells).map(|cell| self.game.hole(cell)).collect() };
        self.game.set_up(&[holes(first), holes(second)], Seat::A, 1).ok()
    }

    fn number(&self, own: u64, mut other: u64) -> usize {
        for (closed, cell) in bits(own).enumerate() {
            let below = (1 << (cell - closed)) - 1;
            other = (other >> 1) & !below | other & below;
        }
        self.first.rank(own) * self.second.len() + self.second.rank(other)
    }

    /// The number of the placement in which B's men are A's, all turned by half a turn. Half a turn takes a cell to the
    /// one that is as far from the end of the order.
    fn turned(&self, s: &State) -> usize {
        let [a, b] = [Seat::A, Seat::B].map(|seat| {
            let cells = s.men(seat).iter().fold(0_u64, |cells, hole| cells | 1 << self.game.cell(hole));
            cells.reverse_bits() >> (64 - self.cells)
        });
        self.number(b, a)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Illegal,
    Unknown,
    /// For A, who is to move.
    Win,
    Loss,
}

/// Positions with A to move: illegal, won and lost ones, and those that are neither. With B to move there are as many of
/// each, half a turn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Totals {
    illegal: usize,
    wins: usize,
    losses: usize,
    draws: usize,
}

/// Values from the end of the game backwards, sweep by sweep until nothing changes, and the value of the start.
fn solve(game: &ChineseCheckers) -> (Totals, Value) {
    let space = Space::new(game);
    let value = |number| match space.position(number).map(|s| game.outcome(&s)) {
        None => Value::Illegal,
        Some(None) => Value::Unknown,
        Some(Some(outcome)) if outcome.ranks()[0] == 0 => Value::Win,
        Some(Some(_)) => Value::Loss,
    };
    let mut values: Vec<Value> = (0..space.len()).map(value).collect();
    let mut unknown: Vec<usize> =
        (0..space.len()).filter(|&number| values[number] == Value::Unknown).collect();
    let mut before = 0;
    while before != unknown.len() {
        before = unknown.len();
        unknown.retain(|&number| {
            let s = space.position(number).expect("it was legal before");
            values[number] = by_moves(&space, &values, s);
            values[number] == Value::Unknown
        });
    }
    let count = |value| values.iter().filter(|&&v| v == value).count();
    let totals = Totals {
        illegal: count(Value::Illegal),
        wins: count(Value::Win),
        losses: count(Value::Loss),
        draws: count(Value::Unknown),
    };
    let start = space.turned(&game.set_up(&[game.home(Seat::A), game.home(Seat::B)], Seat::A, 1).unwrap());
    (totals, values[start])
}

fn by_moves(space: &Space<'_>, values: &[Value], s: State) -> Value {
    let mut value = Value::Loss;
    let _ = space.game.visit_moves(&s, |m| {
        let mut after = s;
        space.game.play(&mut after, m);
        match values[space.turned(&after)] {
            Value::Illegal => panic!("{} leads to an illegal position", space.game.format_move(m)),
            Value::Loss => {
                value = Value::Win;
                return ControlFlow::Break(());
            }
            Value::Unknown => value = Value::Unknown,
            Value::Win => {}
        }
        ControlFlow::Continue(())
    });
    value
}

fn sturtevant(side: usize, men: usize) -> ChineseCheckers {
    game(&format!("chinese-checkers(rhombus={side},men={men},rules=sturtevant)"))
}

/// Published for both sides to move: 4704 positions, 96 illegal, 2304 won by each side.
#[test]
fn seven_by_seven_with_one_man_is_solved() {
    let (totals, start) = solve(&sturtevant(7, 1));
    assert_eq!(totals.illegal * 2, 96);
    assert_eq!((totals.wins + totals.losses, totals.draws), (2304, 0));
    assert_eq!(start, Value::Win);
}

/// The totals of the next two tests that no search is needed for.
#[test]
fn as_many_positions_are_illegal_as_published() {
    for (side, men, positions, illegal) in [(7, 2, 2_542_512, 10_810), (4, 6, 3_363_360, 405_420)] {
        let game = sturtevant(side, men);
        let space = Space::new(&game);
        assert_eq!(space.len() * 2, positions);
        let found = (0..space.len()).filter(|&number| space.position(number).is_none()).count();
        assert_eq!(found * 2, illegal);
    }
}

/// Published for both sides to move: 2 542 512 positions, 10 810 illegal, 1 265 851 won by each side.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow in a debug build")]
fn seven_by_seven_with_two_men_is_solved() {
    let (totals, start) = solve(&sturtevant(7, 2));
    assert_eq!(totals.illegal * 2, 10_810);
    assert_eq!((totals.wins + totals.losses, totals.draws), (1_265_851, 0));
    assert_eq!(start, Value::Win);
}

/// Two independent programs, by the published rules: 3 363 360 positions with both sides to move, 405 420 illegal,
/// 1 436 159 won by each side, 85 622 drawn. (The published wins and draws differ.)
#[test]
#[cfg_attr(debug_assertions, ignore = "slow in a debug build")]
fn four_by_four_with_six_men_is_solved() {
    let (totals, start) = solve(&sturtevant(4, 6));
    assert_eq!(totals.illegal * 2, 405_420);
    assert_eq!((totals.wins + totals.losses, totals.draws * 2), (1_436_159, 85_622));
    assert_eq!(start, Value::Win);
}

//! Havannah: stones a second in uniformly random games, against a plain program.
//!
//! Every game begins on the empty board, and after every stone it is known whether it has won. Beside Criterion's figures
//! a table is printed with stones a second and the ratio to the plain program; both play the same way, one core each.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hoppity_rules::games::havannah::{self, ForCapacity, Havannah};
use hoppity_rules::random::{Random, RngExt, SliceRandom, stream};
use hoppity_rules::{Game, Seat, Spec};
use std::time::{Duration, Instant};

const SIZES: [usize; 3] = [4, 8, 10];

fn with_size<T: ForCapacity>(size: usize, then: T) -> T::Output {
    let spec = Spec::new("havannah").with("size", size as i64);
    havannah::from_spec(&spec, then).expect("a size of Havannah")
}

/// One random game; returns how many stones it took.
fn library_game<const CELLS: usize>(game: &Havannah<CELLS>, rng: &mut Random) -> u64 {
    let mut stones = 0;
    let count = |_: Seat, _| stones += 1;
    game.playout(&mut game.initial(), rng, u32::MAX, |_, _, _| None, count);
    stones
}

/// The yardstick: what one would write first. Strings by union-find with path halving, rings by a depth-first search for
/// a way back to the new stone without sharp turns.
struct Plain {
    width: usize,
    /// The cells of the board, and for every cell of the square around it the six neighbours, clockwise.
    cells: Vec<usize>,
    neighbours: Vec<[Option<usize>; 6]>,
    /// Corners in the lower six bits, edges in the upper six.
    border: Vec<u32>,
    stones: Vec<Option<Seat>>,
    parent: Vec<usize>,
    size: Vec<usize>,
    touches: Vec<u32>,
    /// By cell and direction: the number of the search that was there last.
    seen: Vec<[u32; 6]>,
    searches: u32,
}

impl Plain {
    fn new(size: usize) -> Plain {
        let width = 2 * size - 1;
        let on_board =
            |row: usize, column: usize| row < width && column < width && row.abs_diff(column) < size;
        let square = || (0..width).flat_map(|row| (0..width).map(move |column| (row, column)));
        let ways = [(-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1)];
        let near = |(row, column): (usize, usize)| {
            ways.map(|(down, right)| {
                let (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
                on_board(row, column).then(|| row * width + column)
            })
        };
        let last = width - 1;
        let border = |(row, column): (usize, usize)| -> u32 {
            let sides = [
                row == 0,
                column == row + size - 1,
                column == last,
                row == last,
                row == column + size - 1,
                column == 0,
            ];
            let on = |side: usize| sides[side % 6];
            (0..6)
                .map(|side| match (on(side), on(side + 1), on(side + 5)) {
                    (true, true, _) => 1 << side,
                    (true, false, false) => 1 << (6 + side),
                    _ => 0,
                })
                .sum()
        };
        Plain {
            width,
            cells: square().filter(|&(r, c)| on_board(r, c)).map(|(r, c)| r * width + c).collect(),
            neighbours: square().map(near).collect(),
            border: square().map(border).collect(),
            stones: Vec::new(),
            parent: Vec::new(),
            size: Vec::new(),
            touches: Vec::new(),
            seen: vec![[0; 6]; width * width],
            searches: 0,
        }
    }

    fn game(&mut self, rng: &mut Random) -> u64 {
        let all = self.width * self.width;
        self.stones.clear();
        self.stones.resize(all, None);
        self.parent.clear();
        self.parent.extend(0..all);
        self.size.clear();
        self.size.resize(all, 1);
        self.touches.clone_from(&self.border);
        let mut order = self.cells.clone();
        order.shuffle(rng);
        let mut seat = Seat::A;
        for (before, &cell) in (0..).zip(&order) {
            if self.wins(seat, cell) {
                return before + 1;
            }
            seat = seat.next(2);
        }
        order.len() as u64
    }

    /// Puts a stone and says whether it wins.
    fn wins(&mut self, seat: Seat, cell: usize) -> bool {
        self.stones[cell] = Some(seat);
        for direction in 0..6 {
            if let Some(next) = self.neighbours[cell][direction]
                && self.stones[next] == Some(seat)
            {
                self.join(cell, next);
            }
        }
        let root = self.find(cell);
        let touches = self.touches[root];
        (touches & 0x3f).count_ones() >= 2 || (touches >> 6).count_ones() >= 3 || self.closes_ring(seat, cell)
    }

    fn find(&mut self, mut cell: usize) -> usize {
        while self.parent[cell] != cell {
            self.parent[cell] = self.parent[self.parent[cell]];
            cell = self.parent[cell];
        }
        cell
    }

    fn join(&mut self, a: usize, b: usize) {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        if self.size[a] < self.size[b] {
            (a, b) = (b, a);
        }
        self.parent[b] = a;
        self.size[a] += self.size[b];
        self.touches[a] |= self.touches[b];
    }

    fn closes_ring(&mut self, seat: Seat, start: usize) -> bool {
        let own = |cell: Option<usize>| cell.is_some_and(|cell| self.stones[cell] == Some(seat));
        if self.neighbours[start].iter().filter(|&&next| own(next)).count() < 2 {
            return false;
        }
        self.searches = self.searches.wrapping_add(1);
        (0..6).any(|direction| self.leads_back(seat, start, start, direction))
    }

    /// Whether the string leads from `cell` in this direction back to `start`, turning by no more than 60 degrees.
    fn leads_back(&mut self, seat: Seat, start: usize, cell: usize, direction: usize) -> bool {
        let Some(next) = self.neighbours[cell][direction].filter(|&next| self.stones[next] == Some(seat))
        else {
            return false;
        };
        if next == start {
            return true;
        }
        let search = self.searches;
        if std::mem::replace(&mut self.seen[next][direction], search) == search {
            return false;
        }
        [0, 1, 5].iter().any(|turn| self.leads_back(seat, start, next, (direction + turn) % 6))
    }
}

/// Time and stones of as many games as fit the time.
#[expect(clippy::disallowed_methods, reason = "measuring time is what a bench is for")]
fn measure(time: Duration, mut game: impl FnMut(&mut Random) -> u64) -> f64 {
    let mut rng = stream(1, &[]);
    let (start, mut stones) = (Instant::now(), 0);
    while start.elapsed() < time {
        stones += (0..20).map(|_| game(&mut rng)).sum::<u64>();
    }
    stones as f64 / start.elapsed().as_secs_f64()
}

/// Stones a second of random games: the best of many short turns, in alternation with the plain program, so that other work
/// on the machine disturbs neither.
struct Rates(usize);

impl ForCapacity for Rates {
    type Output = (f64, f64);

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> (f64, f64) {
        let mut plain = Plain::new(self.0);
        let turn = Duration::from_millis(1);
        let turns = (0..500)
            .map(|_| (measure(turn, |rng| library_game(&game, rng)), measure(turn, |rng| plain.game(rng))));
        turns.fold((0.0, 0.0), |best: (f64, f64), now| (best.0.max(now.0), best.1.max(now.1)))
    }
}

fn table(_: &mut Criterion) {
    println!("size  stones/s (millions)  plain  ratio");
    for size in SIZES {
        let (library, plain) = with_size(size, Rates(size));
        println!("{size:4}  {:19.1}  {:5.1}  {:5.1}", library / 1e6, plain / 1e6, library / plain);
    }
}

struct Bench<'a>(&'a mut Criterion);

impl ForCapacity for Bench<'_> {
    type Output = ();

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) {
        let size = game.size();
        let mut group = self.0.benchmark_group("havannah");
        let games = |rng: &mut Random| (0..100).map(|_| library_game(&game, rng)).sum::<u64>();
        group.throughput(Throughput::Elements(games(&mut stream(2, &[]))));
        group.bench_with_input(BenchmarkId::new("100 random games", size), &(), |bench, ()| {
            bench.iter(|| games(&mut stream(2, &[])));
        });
        let mut rng = stream(3, &[]);
        let half: Vec<_> = {
            let mut order: Vec<usize> = (0..game.cells()).collect();
            order.shuffle(&mut rng);
            order.truncate(game.cells() / 4);
            order.into_iter().map(|cell| game.move_to(cell)).collect()
        };
        group.throughput(Throughput::Elements(half.len() as u64));
        group.bench_with_input(BenchmarkId::new("stones put and taken back", size), &half, |bench, half| {
            let mut s = game.initial();
            let mut undos = Vec::with_capacity(half.len());
            bench.iter(|| {
                undos.extend(half.iter().map(|&m| game.apply(&mut s, m)));
                for &m in half.iter().rev() {
                    let undo = undos.pop().expect("one for each move");
                    game.undo(&mut s, m, undo);
                }
            });
        });
        group.finish();
    }
}

fn rates(criterion: &mut Criterion) {
    for size in SIZES {
        with_size(size, Bench(criterion));
    }
}

/// The two programs play by the same rules: games of the same moves end with the same stone.
fn same_rules(_: &mut Criterion) {
    struct Same;
    impl ForCapacity for Same {
        type Output = ();
        fn with<const CELLS: usize>(self, game: Havannah<CELLS>) {
            let mut plain = Plain::new(game.size());
            let mut rng = stream(4, &[]);
            for _ in 0..500 {
                let seed: u64 = rng.random();
                let stones = plain.game(&mut stream(seed, &[]));
                let mut order: Vec<usize> = (0..game.cells()).collect();
                order.shuffle(&mut stream(seed, &[]));
                let mut s = game.initial();
                let mut played = 0;
                while game.outcome(&s).is_none() {
                    game.play(&mut s, game.move_to(order[played]));
                    played += 1;
                }
                assert_eq!(played as u64, stones, "size {}", game.size());
            }
        }
    }
    for size in SIZES {
        with_size(size, Same);
    }
}

criterion_group!(benches, same_rules, table, rates);
criterion_main!(benches);

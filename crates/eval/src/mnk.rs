//! m,n,k: a row that only one player has stones in is worth more the fuller it is.
use crate::{Evaluation, Feature, FeatureSet, Knowledge, Weights};
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{Game, MAX_SEATS, Seat};
use hoppity_search::{Heuristic, Uniform, Values};
use std::sync::Arc;

impl Knowledge for Mnk {
    type Heuristic = OpenRows;
    type Policy = Uniform;

    const FEATURES: &'static FeatureSet = &FeatureSet {
        features: &[Feature {
            name: "rows",
            about: "rows open to one player alone, 4^(stones - 1) each (a gain); any weight above 0 counts them",
        }],
        evaluations: &[
            Evaluation { name: "features", about: "open rows, the fuller the better", weights: "rows = 1" },
            Evaluation::FLAT,
        ],
    };

    fn weighted(&self, weights: &Weights) -> OpenRows {
        OpenRows::new(self, weights.values()[0] > 0.0)
    }

    fn policy(&self) -> Uniform {
        Uniform
    }

    fn features(&self, _: &OpenRows, s: &Self::State) -> Vec<Vec<f64>> {
        let rows = OpenRows::new(self, true);
        let values = rows.values(self, s, &rows.start(self, s));
        values[..self.seats()].iter().map(|&value| vec![f64::from(value)]).collect()
    }
}

/// Counts the rows of k cells that are still open to one player alone, each weighted 4^(stones in it - 1).
///
/// Expected scores are the softmax of the values over the weight of a row that lacks one stone: with two players, a lead
/// of one such row is worth 73 %.
#[derive(Clone, Debug)]
pub struct OpenRows {
    tables: Arc<Tables>,
}

#[derive(Debug)]
struct Tables {
    /// By cell: the rows through it.
    rows_through: Vec<Vec<u32>>,
    rows: usize,
    /// By number of stones.
    weights: Vec<i32>,
}

/// The stones of each player in each row, and what they are worth.
#[derive(Clone, Debug)]
pub struct Rows {
    stones: Vec<[u8; 3]>,
    values: [i32; 3],
}

impl OpenRows {
    /// Whose rows all weigh nothing unless they are counted.
    fn new(game: &Mnk, counted: bool) -> OpenRows {
        let (columns, rows, k) = (game.columns() as i32, game.rows() as i32, game.in_a_row() as i32);
        let mut rows_through = vec![Vec::new(); (columns * rows) as usize];
        let mut count = 0;
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
                let (end_x, end_y) = (x + dx * (k - 1), y + dy * (k - 1));
                if end_x >= columns || !(0..rows).contains(&end_y) {
                    continue;
                }
                for i in 0..k {
                    rows_through[((y + i * dy) * columns + x + i * dx) as usize].push(count);
                }
                count += 1;
            }
        }
        // 4^5 is as much as fits the bound on sums for the largest boards; fuller rows weigh the same.
        let weight = |stones: u32| if stones == 0 || !counted { 0 } else { 4i32.pow((stones - 1).min(5)) };
        let weights = (0..=k as u32).map(weight).collect();
        OpenRows { tables: Arc::new(Tables { rows_through, rows: count as usize, weights }) }
    }

    /// Adds (`by` = 1) or takes (`by` = -1) a stone.
    fn change(&self, acc: &mut Rows, seat: Seat, cell: usize, by: i8) {
        for &row in &self.tables.rows_through[cell] {
            let stones = &mut acc.stones[row as usize];
            self.count_row(&mut acc.values, *stones, -1);
            stones[seat.index()] = stones[seat.index()].wrapping_add_signed(by);
            self.count_row(&mut acc.values, *stones, 1);
        }
    }

    fn count_row(&self, values: &mut [i32; 3], stones: [u8; 3], sign: i32) {
        let total: u8 = stones.iter().sum();
        for (value, own) in values.iter_mut().zip(stones) {
            if own == total {
                *value += sign * self.tables.weights[own as usize];
            }
        }
    }
}

impl Heuristic<Mnk> for OpenRows {
    type Acc = Rows;

    fn sum(&self, _: &Mnk) -> i32 {
        self.tables.rows as i32 * self.tables.weights.last().copied().unwrap_or(0)
    }

    fn start(&self, game: &Mnk, s: &<Mnk as Game>::State) -> Rows {
        let mut acc = Rows { stones: vec![[0; 3]; self.tables.rows], values: [0; 3] };
        for cell in 0..self.tables.rows_through.len() {
            if let Some(seat) = game.at(s, cell) {
                self.change(&mut acc, seat, cell, 1);
            }
        }
        acc
    }

    fn apply(&self, game: &Mnk, acc: &mut Rows, before: &<Mnk as Game>::State, m: <Mnk as Game>::Move) {
        self.change(acc, game.to_move(before), game.move_index(m), 1);
    }

    fn undo(&self, game: &Mnk, acc: &mut Rows, before: &<Mnk as Game>::State, m: <Mnk as Game>::Move) {
        self.change(acc, game.to_move(before), game.move_index(m), -1);
    }

    fn values(&self, _: &Mnk, _: &<Mnk as Game>::State, acc: &Rows) -> Values {
        let mut values = [0; MAX_SEATS];
        values[..3].copy_from_slice(&acc.values);
        values
    }

    fn expected(&self, game: &Mnk, values: &Values) -> [f64; MAX_SEATS] {
        let weights = &self.tables.weights;
        crate::softmax(values, game.seats(), f64::from(weights[weights.len().saturating_sub(2)].max(1)))
    }
}

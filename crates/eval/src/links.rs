//! Havannah and Hex: moves that link stones to each other and to the border, and playouts that keep links.
//!
//! After Ewalds (Playing and Solving Havannah, 2012, chapter 4), Stankiewicz (Knowledge-Based Monte-Carlo Tree Search in
//! Havannah, 2011) and Lorentz (Improving Monte-Carlo Tree Search in Havannah, 2010).
use crate::connection::distances::Nets;
use hoppity_rules::games::hexagonal::{Connection, Kind, Move, State};
use hoppity_rules::random::RngExt;
use hoppity_rules::{Game, Outcome, Random, Seat};
use hoppity_search::{Policy, Prospect, Tactic, mcts};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What links are worth, in units of expected score. Playouts save broken bridges.
#[derive(Clone, Debug)]
pub struct Links {
    hints: [f32; HINTS.len()],
    /// What `joint` and `distance` need to know of the board, once they weigh anything.
    nets: Option<Arc<Nets>>,
}

/// The hints, and what they weigh by default.
const HINTS: [(&str, f32); 5] =
    [("border", 0.1), ("bridge", 0.25), ("neighbour", 0.0), ("joint", 0.0), ("distance", 0.0)];

/// Where each stands in [`HINTS`].
mod id {
    /// For each part of the border (edges, corners, own sides) that the stone's string would touch.
    pub(super) const BORDER: usize = 0;
    /// For saving a bridge: two own stones, or one and the border, that the last stone has come between.
    pub(super) const BRIDGE: usize = 1;
    /// For being next to an own stone.
    pub(super) const NEIGHBOUR: usize = 2;
    /// For being a bridge away from an own stone.
    pub(super) const JOINT: usize = 3;
    /// Divided by how many stones the nearest connection through the cell lacks that would win.
    pub(super) const DISTANCE: usize = 4;
}

impl Default for Links {
    fn default() -> Links {
        Links { hints: HINTS.map(|(_, weight)| weight), nets: None }
    }
}

const DIRECTIONS: usize = 6;

/// How many stones of a ring must be on the board before a playout for the ring to count in it.
const OLD_STONES: u32 = 3;

impl Links {
    /// By cell, what `joint` and `distance` make of it; nothing where neither weighs anything.
    fn seen_from_afar<K: Kind, const CELLS: usize>(
        &self,
        game: &Connection<K, CELLS>,
        s: &State<K, CELLS>,
        own: Seat,
    ) -> Vec<f32> {
        let Some(nets) = &self.nets else { return Vec::new() };
        let holders: Vec<Option<Seat>> = (0..game.cells()).map(|cell| game.at(s, cell)).collect();
        let mut bonus = vec![0.0; holders.len()];
        if self.hints[id::JOINT] != 0.0 {
            for cell in (0..holders.len()).filter(|&cell| holders[cell].is_none()) {
                let joint = nets.open_bridges(&holders, cell).any(|far| holders[far] == Some(own));
                bonus[cell] += if joint { self.hints[id::JOINT] } else { 0.0 };
            }
        }
        if self.hints[id::DISTANCE] != 0.0 {
            for (bonus, lacks) in bonus.iter_mut().zip(nets.through(&holders, own)) {
                *bonus += self.hints[id::DISTANCE] / f32::from(lacks.max(1));
            }
        }
        bonus
    }
}

impl<K: Kind, const CELLS: usize> Policy<Connection<K, CELLS>> for Links {
    fn survey(
        &self,
        game: &Connection<K, CELLS>,
        s: &State<K, CELLS>,
        last: Option<Move>,
        mut f: impl FnMut(Prospect<Move>),
    ) {
        let (own, other) = (game.to_move(s), game.to_move(s).next(2));
        let last = last.filter(|last| !last.is_swap());
        let saving = last.map_or(0, |last| broken_bridges(game, s, last, own));
        let mut saves = [None; DIRECTIONS];
        for direction in (0..DIRECTIONS).filter(|&direction| saving >> direction & 1 == 1) {
            saves[direction] = last.map(|last| game.beside(last, direction));
        }
        let afar = self.seen_from_afar(game, s, own);
        let in_turn = !game.is_opening(s);
        let _ = game.visit_moves(s, |m| {
            if m.is_swap() {
                f(Prospect::quiet(m));
                return ControlFlow::<()>::Continue(());
            }
            let joining = game.joining(s, own, m);
            let tactic = if joining.wins {
                Tactic::Wins
            } else if in_turn && game.joining(s, other, m).wins {
                Tactic::Blocks(other)
            } else {
                Tactic::Quiet
            };
            let touched = (joining.border & K::own_border(own)).count_ones();
            let mut bonus = self.hints[id::BORDER] * touched as f32;
            if saving != 0 && saves.contains(&Some(m)) {
                bonus += self.hints[id::BRIDGE];
            }
            if self.hints[id::NEIGHBOUR] != 0.0 && game.around(s, m).stones[own.index()] != 0 {
                bonus += self.hints[id::NEIGHBOUR];
            }
            bonus += game.cell_of(m).and_then(|cell| afar.get(cell)).copied().unwrap_or(0.0);
            f(Prospect { bonus, tactic, ..Prospect::quiet(m) });
            ControlFlow::Continue(())
        });
    }

    fn reply(
        &self,
        game: &Connection<K, CELLS>,
        s: &State<K, CELLS>,
        last: Move,
        rng: &mut Random,
    ) -> Option<Move> {
        if last.is_swap() {
            return None;
        }
        let broken = broken_bridges(game, s, last, game.to_move(s));
        if broken == 0 {
            return None;
        }
        let skip = rng.random_range(0..broken.count_ones());
        let rest = (0..skip).fold(broken, |bits, _| bits & (bits - 1));
        Some(game.beside(last, rest.trailing_zeros() as usize))
    }

    fn playout(
        &self,
        game: &Connection<K, CELLS>,
        s: &mut State<K, CELLS>,
        rng: &mut Random,
        max_plies: u32,
        choose: impl FnMut(&Connection<K, CELLS>, &State<K, CELLS>, &mut Random) -> Option<Move>,
        sink: impl FnMut(Seat, Move),
    ) -> Option<Outcome> {
        if K::RINGS {
            game.playout_with_old_rings(s, rng, max_plies, OLD_STONES, choose, sink)
        } else {
            game.playout(s, rng, max_plies, choose, sink)
        }
    }

    fn hints(&self) -> Vec<(&'static str, f32)> {
        HINTS.iter().map(|&(name, _)| name).zip(self.hints).collect()
    }

    fn weigh(&mut self, game: &Connection<K, CELLS>, name: &str, weight: f32) {
        if let Some(hint) = HINTS.iter().position(|&(other, _)| other == name) {
            self.hints[hint] = weight;
        }
        let needed = self.hints[id::JOINT] != 0.0 || self.hints[id::DISTANCE] != 0.0;
        self.nets = needed.then(|| Arc::new(Nets::new(game)));
    }

    fn mcts(&self, _: &Connection<K, CELLS>) -> mcts::Config {
        mcts::Config {
            exploration: 0.0,
            rave: 2000.0,
            bias: 1.0,
            last_good_reply: true,
            ..mcts::Config::default()
        }
    }
}

/// The directions from the last stone to empty cells with which `own` repairs what that stone has come between: own stones
/// or the border on both sides of the cell, around the last stone.
fn broken_bridges<K: Kind, const CELLS: usize>(
    game: &Connection<K, CELLS>,
    s: &State<K, CELLS>,
    last: Move,
    own: Seat,
) -> u8 {
    let around = game.around(s, last);
    let held = around.stones[own.index()] | around.off_board;
    let empty = !(around.stones[0] | around.stones[1] | around.off_board) & 0b11_1111;
    let turned = |by: usize| (held << by | held >> (DIRECTIONS - by)) & 0b11_1111;
    empty & turned(1) & turned(DIRECTIONS - 1)
}

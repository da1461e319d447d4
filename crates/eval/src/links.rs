//! Havannah and Hex: moves that link stones to each other and to the border, and playouts that keep links.
//!
//! After Ewalds (Playing and Solving Havannah, 2012, chapter 4), Stankiewicz (Knowledge-Based Monte-Carlo Tree Search in
//! Havannah, 2011) and Lorentz (Improving Monte-Carlo Tree Search in Havannah, 2010).
use hoppity_rules::games::hexagonal::{Connection, Kind, Move, State};
use hoppity_rules::random::RngExt;
use hoppity_rules::{Game, Outcome, Random, Seat};
use hoppity_search::{Policy, Prospect, Tactic, mcts};
use std::ops::ControlFlow;

/// What links are worth, in units of expected score, and how playouts go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Links {
    /// For each part of the border (edges, corners, own sides) that the stone's string would touch.
    pub border: f32,
    /// For saving a bridge: two own stones, or one and the border, that the last stone has come between.
    pub bridge: f32,
    /// How many stones of a ring must be on the board before a playout for the ring to count in it; 0: any ring counts.
    pub old_ring: u32,
    /// How many in 256 broken bridges are saved in playouts.
    pub saves: u32,
}

impl Default for Links {
    fn default() -> Links {
        Links { border: 0.1, bridge: 0.25, old_ring: 3, saves: 256 }
    }
}

const DIRECTIONS: usize = 6;

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
            let mut bonus = self.border * (joining.border & K::own_border(own)).count_ones() as f32;
            if saving != 0 && saves.contains(&Some(m)) {
                bonus += self.bridge;
            }
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
        if self.saves == 0 || last.is_swap() {
            return None;
        }
        let broken = broken_bridges(game, s, last, game.to_move(s));
        if broken == 0 || rng.random::<u32>() % 256 >= self.saves {
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
        if K::RINGS && self.old_ring > 0 {
            game.playout_with_old_rings(s, rng, max_plies, self.old_ring, choose, sink)
        } else {
            game.playout(s, rng, max_plies, choose, sink)
        }
    }

    fn mcts(&self, game: &Connection<K, CELLS>) -> mcts::Config {
        mcts::Config {
            exploration: 0.0,
            rave: 200.0 * game.cells() as f32,
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

//! Games played out from a leaf, and what they learn from each other.
use super::averages::Averages;
use super::{Config, Playout};
use crate::{Policy, Tactic};
use hoppity_rules::random::RngExt;
use hoppity_rules::{Game, Outcome, Random, Seat};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Plays games out.
#[derive(Debug)]
pub(super) struct Playouts<G: Game> {
    /// The moves of the last playout, with who made them.
    pub(super) played: Vec<(Seat, G::Move)>,
    pub(super) averages: Averages,
    config: Config,
    /// By seat and [`Game::move_index`] of the move before: the reply that won when it was last played. Empty where good
    /// replies are not kept.
    good_replies: Vec<Option<G::Move>>,
    space: usize,
}

impl<G: Game> Playouts<G> {
    pub(super) fn new(game: &G, config: &Config) -> Playouts<G> {
        let space = game.move_space();
        let entries = if config.last_good_reply { game.seats() * space } else { 0 };
        Playouts {
            played: Vec::new(),
            averages: Averages::new(game, config.playout, config.history > 0.0),
            config: *config,
            good_replies: vec![None; entries],
            space,
        }
    }

    /// Plays on from `s`, reached by the move `last`, for at most so many plies.
    pub(super) fn run<P: Policy<G>>(
        &mut self,
        game: &G,
        policy: &P,
        s: &mut G::State,
        last: Option<G::Move>,
        plies: u32,
        rng: &mut Random,
    ) -> Option<Outcome> {
        self.played.clear();
        let Playouts { played, averages, config, good_replies, space } = self;
        let last = Cell::new(last);
        let decisive_plies = Cell::new(config.decisive);
        let good_reply = |s: &G::State, last: G::Move| {
            let replies = good_replies.get(game.to_move(s).index() * *space..)?;
            replies.get(game.move_index(last)).copied().flatten().filter(|&reply| game.is_legal(s, reply))
        };
        let choose = |game: &G, s: &G::State, rng: &mut Random| {
            let last = last.get()?;
            if decisive_plies.get() > 0 {
                decisive_plies.set(decisive_plies.get() - 1);
                if let Some(m) = decisive(game, policy, s, last) {
                    return Some(m);
                }
            }
            let reply = if config.replies { policy.reply(game, s, last, rng) } else { None };
            let reply = reply.or_else(|| good_reply(s, last));
            if reply.is_some() || config.playout == Playout::Random || rng.random::<f32>() < config.epsilon {
                return reply;
            }
            Some(best_on_average(game, averages, s, last, rng))
        };
        let sink = |seat, m| {
            played.push((seat, m));
            last.set(Some(m));
        };
        if config.policy_rules {
            policy.playout(game, s, rng, plies, choose, sink)
        } else {
            game.playout(s, rng, plies, choose, sink)
        }
    }

    /// Whether [`Playouts::learn`] has anything to learn.
    pub(super) fn learn_something(&self) -> bool {
        !self.good_replies.is_empty() || self.averages.are_kept()
    }

    /// Learns from a simulation, given by the moves from the root to the leaf, and the last playout: moves from their
    /// scores, and winners keep their replies, others forget theirs (Baier and Drake 2010).
    pub(super) fn learn(
        &mut self,
        game: &G,
        mut before: Option<G::Move>,
        to_leaf: impl Iterator<Item = (Seat, G::Move)>,
        scores: &[f64],
    ) {
        for (seat, m) in to_leaf.chain(self.played.iter().copied()) {
            let score = scores[seat.index()];
            if self.averages.are_kept() {
                let before = before.map(|before| game.move_index(before));
                self.averages.count(seat, before, game.move_index(m), score as f32);
            }
            if let (Some(before), false) = (before, self.good_replies.is_empty()) {
                let known = &mut self.good_replies[seat.index() * self.space + game.move_index(before)];
                if score > 0.5 {
                    *known = Some(m);
                } else if *known == Some(m) {
                    *known = None;
                }
            }
            before = Some(m);
        }
    }
}

/// A move that wins; without any, one that blocks a win.
fn decisive<G: Game, P: Policy<G>>(game: &G, policy: &P, s: &G::State, last: G::Move) -> Option<G::Move> {
    let (mut wins, mut blocks) = (None, None);
    policy.survey(game, s, Some(last), |prospect| match prospect.tactic {
        Tactic::Wins => wins = wins.or(Some(prospect.mv)),
        Tactic::Blocks(_) => blocks = blocks.or(Some(prospect.mv)),
        Tactic::Quiet => {}
    });
    wins.or(blocks)
}

/// The move of the best mean, one of those at random where there are several.
fn best_on_average<G: Game>(
    game: &G,
    averages: &Averages,
    s: &G::State,
    last: G::Move,
    rng: &mut Random,
) -> G::Move {
    let (seat, before) = (game.to_move(s), game.move_index(last));
    let mut best: Option<(f32, G::Move)> = None;
    let mut equal = 0;
    let _ = game.visit_moves(s, |m| {
        let mean = averages.after(seat, before, game.move_index(m));
        let order = best.map_or(std::cmp::Ordering::Greater, |(most, _)| mean.total_cmp(&most));
        equal = if order.is_gt() { 1 } else { equal + u32::from(order.is_eq()) };
        if order.is_gt() || order.is_eq() && rng.random_range(0..equal) == 0 {
            best = Some((mean, m));
        }
        ControlFlow::<()>::Continue(())
    });
    best.expect("an unfinished position has moves").1
}

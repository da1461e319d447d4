//! Best-reply search (Schadd and Winands 2011) and the same with the order of turns kept (Esser and others 2013): the
//! opponents together are one side against the team that searches, but between two of its moves only one of them plays
//! what it likes.
//!
//! - In `brs` the others do not move at all, so that the searcher looks further ahead, in positions that cannot come about.
//!   Own partners take turns. Turns are given by [`hoppity_rules::Game::with_turn`]; in a game where that cannot be, all
//!   opponents reply.
//! - In `brs+` the others play the first move by the policy's order, and all positions are real.
//!
//! With two seats both are alpha-beta. Repetitions on the line are draws; where the rules know them, the table orders moves
//! and nothing more.
mod search;

use crate::multi::deepen::{Common, deepen};
use crate::multi::memory::Memory;
use crate::multi::reply::search::Search;
use crate::{Agent, AgentError, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::{About, Game, Line, OptionDoc, Random, Seat, random};

/// Who moves between two moves of the team that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// One opponent.
    Skip,
    /// All, but only one of them freely.
    KeepOrder,
}

/// Best-reply search for a number of plies, nodes or milliseconds.
#[derive(Debug)]
pub struct BestReply<H, P> {
    heuristic: H,
    policy: P,
    others: Others,
    common: Common,
    rng: Random,
    table: Option<Memory>,
}

const OPTIONS: &[OptionDoc] = &[Limits::DEPTH, Common::NODES, Limits::TIME, Common::WIDTH, Common::TABLE];

impl BestReply<(), ()> {
    /// `brs`, for people.
    pub const ABOUT: About = About {
        name: "brs",
        summary: "best-reply search: one opponent moves between two moves of one's own; any number of seats",
        options: OPTIONS,
        presets: &[],
        source: "Schadd and Winands, Best Reply Search for Multiplayer Games, 2011",
    };
    /// `brs+`, for people.
    pub const ABOUT_PLUS: About = About {
        name: "brs+",
        summary: "best-reply search with all turns kept: one opponent moves freely, the others as they are ordered",
        options: OPTIONS,
        presets: &[],
        source: "Esser, Gras, Winands, Schadd and Lanctot, Improving Best-Reply Search, 2013",
    };
}

impl<H, P> BestReply<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, others: Others, common: Common) -> BestReply<H, P> {
        BestReply { heuristic, policy, others, common, rng: random::stream(0, &[]), table: None }
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for BestReply<H, P> {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.rng = rng;
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let moves = line.legal_moves();
        if moves.is_empty() {
            return Err(AgentError::GameOver);
        }
        let limits = self.common.limits(limits);
        let table = self.common.table(&mut self.table)?;
        table.age();
        let width = self.common.width.unwrap_or(usize::MAX);
        let knowledge = (&self.heuristic, &self.policy);
        let mut search = Search::new(line, knowledge, self.others, width, table, &limits, &mut self.rng);
        Ok(deepen(&mut search, &moves, &limits, control))
    }
}

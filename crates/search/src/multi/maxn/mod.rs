//! Max^n (Luckhardt and Irani 1986): every team plays for the greatest lead of its own.
//!
//! Of moves that lead to the same for the team that moves, [`Ties`] says which one it is taken to play; the values of all
//! others depend on it (Sturtevant 2003). Zero windows do not exist here, and the table holds exact values only.
//! [`Pruning`] leaves all values as they are.
mod prune;
mod search;

use crate::multi::deepen::{Common, deepen};
use crate::multi::maxn::search::Search;
use crate::multi::memory::Memory;
use crate::{Agent, AgentError, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::{About, Game, Line, OptionDoc, Options, Random, Seat, SpecError, Team, random};

/// What a team plays where several moves are best for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first by the policy's order.
    First,
    /// What is worst for the team that searches.
    Pessimistic,
    /// What is best for the team that searches.
    Optimistic,
}

/// Which moves need not be searched. None of it changes a value: a move is left out only where some team has what it prefers
/// to all that could come of it, under the rule for ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Pruning {
    /// What comes after a move that wins at once.
    pub immediate: bool,
    /// What is so good for the team that moves that the team before it will not let it happen (Korf 1991).
    pub shallow: bool,
    /// The same over more plies, where the teams between are at their last moves (Sturtevant 2003).
    pub last_branch: bool,
    /// The same where they are not; what was left out is searched after all if it turns out to matter (Sturtevant 2003).
    pub speculative: bool,
}

impl Pruning {
    /// All of it.
    pub const ALL: Pruning = Pruning { immediate: true, shallow: true, last_branch: true, speculative: true };
    /// None of it.
    pub const NONE: Pruning =
        Pruning { immediate: false, shallow: false, last_branch: false, speculative: false };
}

/// The options of [`MaxN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Limits, width and table.
    pub common: Common,
    /// Which of equal moves are expected.
    pub ties: Ties,
    /// What is left out.
    pub pruning: Pruning,
}

impl Default for Config {
    fn default() -> Config {
        Config { common: Common::default(), ties: Ties::First, pruning: Pruning::ALL }
    }
}

const fn switch(name: &'static str, about: &'static str) -> OptionDoc {
    OptionDoc { name, values: "true, false", default: "true", about }
}

impl Config {
    pub(super) const TIES: OptionDoc = OptionDoc {
        name: "ties",
        values: "first, pessimistic, optimistic",
        default: "first",
        about: "which of moves that are equal for a team it plays: the first, the worst or the best for the searcher",
    };
    pub(super) const IMMEDIATE: OptionDoc = switch("immediate", "nothing is searched beside a win at once");
    pub(super) const SHALLOW: OptionDoc =
        switch("shallow", "shallow pruning: a team does not allow what is too good for the next");
    pub(super) const LAST_BRANCH: OptionDoc =
        switch("last_branch", "last-branch pruning: the same over more plies, at the last moves between");
    pub(super) const SPECULATIVE: OptionDoc = switch(
        "speculative",
        "speculative pruning: the same at all moves, searched after all where it matters",
    );

    /// The options of a spec.
    pub fn read(options: &Options<'_>) -> Result<Config, SpecError> {
        let flag = |key| Ok(options.flag(key)?.unwrap_or(true));
        let ties = match options.word("ties", &["first", "pessimistic", "optimistic"])? {
            Some("pessimistic") => Ties::Pessimistic,
            Some("optimistic") => Ties::Optimistic,
            _ => Ties::First,
        };
        let pruning = Pruning {
            immediate: flag("immediate")?,
            shallow: flag("shallow")?,
            last_branch: flag("last_branch")?,
            speculative: flag("speculative")?,
        };
        Ok(Config { common: Common::read(options)?, ties, pruning })
    }
}

/// What the team that searches is after; all others are after their own lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Its own lead.
    Own,
    /// That this other team has the least lead.
    Against(Team),
}

/// Max^n search for a number of plies, nodes or milliseconds.
#[derive(Debug)]
pub struct MaxN<H, P> {
    heuristic: H,
    policy: P,
    config: Config,
    rng: Random,
    table: Option<Memory>,
}

impl MaxN<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "maxn",
        summary: "max^n: every team plays for itself; any number of seats",
        options: &[
            Limits::DEPTH,
            Common::NODES,
            Limits::TIME,
            Common::WIDTH,
            Config::TIES,
            Config::IMMEDIATE,
            Config::SHALLOW,
            Config::LAST_BRANCH,
            Config::SPECULATIVE,
            Common::TABLE,
        ],
        presets: &[],
        source: "Luckhardt and Irani, An Algorithmic Solution of N-Person Games, 1986; Sturtevant, Last-Branch and \
                 Speculative Pruning Algorithms for Max^n, 2003",
    };
}

impl<H, P> MaxN<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, config: Config) -> MaxN<H, P> {
        MaxN { heuristic, policy, config, rng: random::stream(0, &[]), table: None }
    }

    pub(super) fn knowledge(&self) -> &H {
        &self.heuristic
    }

    pub(super) fn reset(&mut self, rng: Random) {
        self.rng = rng;
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// The decision of a team with this aim.
    pub(super) fn decide<G: Game>(
        &mut self,
        aim: Aim,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError>
    where
        H: Heuristic<G>,
        P: Policy<G>,
    {
        let moves = line.legal_moves();
        if moves.is_empty() {
            return Err(AgentError::GameOver);
        }
        let limits = self.config.common.limits(limits);
        let table = self.config.common.table(&mut self.table)?;
        table.age();
        let (heuristic, policy) = (&self.heuristic, &self.policy);
        let mut search =
            Search::new(line, heuristic, policy, self.config, aim, table, &limits, &mut self.rng);
        Ok(deepen(&mut search, &moves, &limits, control))
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for MaxN<H, P> {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.reset(rng);
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        self.decide(Aim::Own, line, limits, control)
    }
}

//! MP-Mix (Zuckerman, Felner and Kraus 2009): each time it is asked, the search that suits the standings.
use crate::alphabeta::{self, AlphaBeta};
use crate::multi::deepen::Common;
use crate::multi::maxn::{self, Aim, MaxN};
use crate::multi::offensive::{standings, strongest};
use crate::{Agent, AgentError, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::{About, Game, Line, OptionDoc, Options, Random, Seat, SpecError};

/// Paranoid when its own team leads clearly, offensive against the leader when another team does, else max^n. How far a team
/// leads is the difference between the best and the second expected score by the heuristic, before any search.
#[derive(Debug)]
pub struct MpMix<H, P> {
    maxn: MaxN<H, P>,
    paranoid: AlphaBeta<H, P>,
    config: Config,
}

/// The options of [`MpMix`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Those of the searches.
    pub maxn: maxn::Config,
    /// The own lead, in expected score, from which on it defends.
    pub defend: f64,
    /// Another's lead from which on it attacks.
    pub attack: f64,
}

impl Default for Config {
    fn default() -> Config {
        Config { maxn: maxn::Config::default(), defend: 0.1, attack: 0.1 }
    }
}

impl Config {
    /// The options of a spec.
    pub fn read(options: &Options<'_>) -> Result<Config, SpecError> {
        let default = Config::default();
        Ok(Config {
            maxn: maxn::Config::read(options)?,
            defend: options.float("defend", 0.0..=2.0)?.unwrap_or(default.defend),
            attack: options.float("attack", 0.0..=2.0)?.unwrap_or(default.attack),
        })
    }

    /// The options of the paranoid search, see [`crate::paranoid`].
    pub fn paranoid(&self) -> alphabeta::Config {
        let Common { limits, width, table_mib } = self.maxn.common;
        let default = alphabeta::Config::default();
        let switches = alphabeta::Switches { width: width.unwrap_or(0), ..default.switches };
        alphabeta::Config { limits, table_mib, switches, ..default }
    }
}

impl MpMix<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "mpmix",
        summary: "MP-Mix: max^n, paranoid or offensive search by who leads and how far; any number of seats",
        options: &[
            Limits::DEPTH,
            Common::NODES,
            Limits::TIME,
            OptionDoc {
                name: "defend",
                values: "0.0..2.0",
                default: "0.1",
                about: "paranoid when its own expected score leads by so much; above 1: never",
            },
            OptionDoc {
                name: "attack",
                values: "0.0..2.0",
                default: "0.1",
                about: "offensive against another who leads by so much; above 1: never",
            },
            Common::WIDTH,
            maxn::Config::TIES,
            maxn::Config::IMMEDIATE,
            maxn::Config::SHALLOW,
            maxn::Config::LAST_BRANCH,
            maxn::Config::SPECULATIVE,
            Common::TABLE,
        ],
        presets: &[],
        source: "Zuckerman, Felner and Kraus, Mixing Search Strategies for Multi-Player Games, 2009",
    };
}

impl<H: Clone, P: Clone> MpMix<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, config: Config) -> MpMix<H, P> {
        let paranoid = AlphaBeta::new(heuristic.clone(), policy.clone(), config.paranoid());
        MpMix { maxn: MaxN::new(heuristic, policy, config.maxn), paranoid, config }
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for MpMix<H, P> {
    fn start(&mut self, game: &G, seat: Seat, rng: Random) {
        self.maxn.reset(rng.clone());
        self.paranoid.start(game, seat, rng);
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let mine = line.game().team(line.to_move());
        let teams = standings(line, self.maxn.knowledge());
        let leader = strongest(teams.iter().copied());
        let second = strongest(teams.iter().copied().filter(|&(team, _)| Some(team) != leader.map(|l| l.0)));
        let (Some((leader, best)), Some((_, next))) = (leader, second) else {
            return self.maxn.decide(Aim::Own, line, limits, control);
        };
        match best - next {
            edge if leader == mine && edge >= self.config.defend => {
                self.paranoid.choose(line, limits, control)
            }
            edge if leader != mine && edge >= self.config.attack => {
                self.maxn.decide(Aim::Against(leader), line, limits, control)
            }
            _ => self.maxn.decide(Aim::Own, line, limits, control),
        }
    }
}

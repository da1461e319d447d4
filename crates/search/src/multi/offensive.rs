//! Directed offensive search (Zuckerman and Felner 2011): the team that searches plays to hold one other team down, all
//! others are taken to play for themselves.
use crate::multi::maxn::{Aim, Config, MaxN};
use crate::{Agent, AgentError, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::{About, Game, Line, Random, Seat, Team};

/// Plays against whichever other team leads by the heuristic when it is asked; of what is as bad for that team it takes
/// what is best for its own.
#[derive(Debug)]
pub struct Offensive<H, P>(MaxN<H, P>);

impl Offensive<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "offensive",
        summary: "directed offensive search: against the strongest opponent; any number of seats",
        options: MaxN::ABOUT.options,
        presets: &[],
        source: "Zuckerman and Felner, The MP-MIX Algorithm, 2011",
    };
}

impl<H, P> Offensive<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P, config: Config) -> Offensive<H, P> {
        Offensive(MaxN::new(heuristic, policy, config))
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for Offensive<H, P> {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.0.reset(rng);
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let mine = line.game().team(line.to_move());
        let others = standings(line, self.0.knowledge()).into_iter().filter(|&(team, _)| team != mine);
        // A lone team has nobody to play against.
        let aim = strongest(others).map_or(Aim::Own, |(team, _)| Aim::Against(team));
        self.0.decide(aim, line, limits, control)
    }
}

/// The expected score of every team by the heuristic, without any search.
pub(super) fn standings<G: Game, H: Heuristic<G>>(line: &Line<G>, heuristic: &H) -> Vec<(Team, f64)> {
    let game = line.game();
    let acc = heuristic.start(game, line.state());
    let scores = heuristic.expected(game, &heuristic.values(game, line.state(), &acc));
    let mut teams: Vec<(Team, f64)> = (0..game.teams()).map(|team| (Team::new(team), 0.0)).collect();
    for seat in Seat::all(game.seats()) {
        // Partners have the same score.
        teams[game.team(seat).index()].1 = scores[seat.index()];
    }
    teams
}

/// The team of the highest score; of equal ones the first.
pub(super) fn strongest(teams: impl Iterator<Item = (Team, f64)>) -> Option<(Team, f64)> {
    teams.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

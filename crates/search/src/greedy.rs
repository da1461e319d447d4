//! The agent that looks one ply ahead.
use crate::{Agent, AgentError, Control, Decision, Heuristic, Limits, Policy, Proof, RootMove, margin};
use hoppity_rules::random::RngExt;
use hoppity_rules::{About, Game, Line, Random, Seat, random};

/// Plays the move after which its seat is furthest ahead by the heuristic; a win at once before all, a loss at once last.
/// Ties go to the move that the policy prefers, then to the seed. In Halma: the turn that gains most distance to the goal
/// camp, stragglers first.
#[derive(Clone, Debug)]
pub struct Greedy<H, P> {
    heuristic: H,
    policy: P,
    rng: Random,
}

impl Greedy<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "greedy",
        summary: "the move that is best one ply ahead by the evaluation; ties by the policy, then by the seed",
        options: &[],
        presets: &[],
        source: "",
    };
}

impl<H, P> Greedy<H, P> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, policy: P) -> Greedy<H, P> {
        Greedy { heuristic, policy, rng: random::stream(0, &[]) }
    }
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Agent<G> for Greedy<H, P> {
    fn start(&mut self, _: &G, _: Seat, rng: Random) {
        self.rng = rng;
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        _: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let moves = line.legal_moves();
        let game = line.game();
        let seat = line.to_move();
        let (heuristic, policy) = (&self.heuristic, &self.policy);
        let mut acc = heuristic.start(game, line.state());
        let mut ahead = line.clone();
        let mut best: Option<((i64, i32), Judged<G>)> = None;
        let mut ties = 0;
        let mut root = Vec::with_capacity(moves.len());
        for &m in &moves {
            let prior = policy.prior(game, line.state(), m);
            heuristic.apply(game, &mut acc, line.state(), m);
            ahead.push(m);
            let judged = judge(heuristic, &ahead, &acc, seat, m);
            ahead.pop();
            heuristic.undo(game, &mut acc, line.state(), m);
            root.push(RootMove { visits: 1, value: Some(judged.values[seat.index()]), ..RootMove::new(m) });
            let rank = (judged.score, prior);
            match &best {
                Some((other, _)) if *other > rank => {}
                Some((other, _)) if *other == rank => {
                    // Reservoir sampling: each of the equal best with the same chance.
                    ties += 1;
                    if self.rng.random_range(0..=ties) == 0 {
                        best = Some((rank, judged));
                    }
                }
                _ => {
                    ties = 0;
                    best = Some((rank, judged));
                }
            }
        }
        let (_, best) = best.ok_or(AgentError::GameOver)?;
        Ok(Decision {
            values: best.values,
            score: Some(best.score as f64),
            root,
            nodes: moves.len() as u64,
            depth: 1,
            time: control.elapsed(),
            proved: best.proved,
            ..Decision::play(best.m)
        })
    }
}

struct Judged<G: Game> {
    m: G::Move,
    score: i64,
    values: Vec<f64>,
    proved: Option<Proof>,
}

/// Beyond any heuristic's margin.
const WIN: i64 = 1 << 40;

fn judge<G: Game, H: Heuristic<G>>(
    heuristic: &H,
    after: &Line<G>,
    acc: &H::Acc,
    seat: Seat,
    m: G::Move,
) -> Judged<G> {
    let game = after.game();
    let seats = game.seats();
    let Some(outcome) = after.outcome() else {
        let values = heuristic.values(game, after.state(), acc);
        let score = i64::from(margin(game, &values, seat));
        return Judged {
            m,
            score,
            values: heuristic.expected(game, &values)[..seats].to_vec(),
            proved: None,
        };
    };
    let values = Seat::all(seats).map(|s| outcome.payoff(game.team(s))).collect();
    let (score, proved) = match outcome.winner() {
        Some(team) if team == game.team(seat) => (WIN, Some(outcome.into())),
        Some(_) => (-WIN, None),
        None => (0, None),
    };
    Judged { m, score, values, proved }
}

//! Beam search (Lowerre 1976) for games of one seat: ply by ply, only the best positions are followed further.
//!
//! All positions that the kept ones lead to are ranked by the heuristic; a position that is reached in several ways
//! counts once, and one that was kept at an earlier ply is not kept again. The search ends at the first ply in which
//! the task is solved, so that what it finds is the shortest that this beam can see.
use crate::{Agent, AgentError, Budget, Control, Decision, Heuristic, Limits, Proof};
use hoppity_rules::zobrist::KeySet;
use hoppity_rules::{About, Game, Line, OptionDoc, Options, Random, Seat, SpecError, random, random::RngExt};
use std::ops::ControlFlow;

/// Beam search for a number of plies, nodes or milliseconds.
#[derive(Clone, Debug)]
pub struct Beam<H, M> {
    heuristic: H,
    config: Config,
    /// What tells equal positions apart, and the noise; drawn once for a game.
    salt: u64,
    /// The rest of a solution, last move first: it is played to its end without searching again.
    plan: Vec<(u64, M)>,
}

/// The options of [`Beam`].
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Limits of its own.
    pub limits: Limits,
    /// How many positions are kept at each ply.
    pub width: usize,
    /// How much is added to a position's value at the most, by chance.
    pub noise: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config { limits: Limits::default(), width: 1000, noise: 0 }
    }
}

impl Config {
    /// What limits a search that was given no limit at all.
    pub const DEFAULT_LIMITS: Limits = Limits { depth: Some(200), ..Limits::NONE };

    /// The options of a spec, for a game of so many seats.
    pub fn read(options: &Options<'_>, seats: usize) -> Result<Config, SpecError> {
        if seats != 1 {
            let why = format!("`beam` solves games of one seat; this one has {seats}");
            return Err(SpecError::at(0, why));
        }
        let default = Config::default();
        Ok(Config {
            limits: Limits::read(options)?,
            width: options.int("width", 1..=1 << 24)?.map_or(default.width, |n| n as usize),
            noise: options.int("noise", 0..=1 << 20)?.map_or(default.noise, |n| n as u32),
        })
    }
}

impl Beam<(), ()> {
    /// For people.
    pub const ABOUT: About = About {
        name: "beam",
        summary: "beam search to the first solution, one seat",
        options: &[
            OptionDoc {
                name: "width",
                values: "1..16777216",
                default: "1000",
                about: "positions kept at each ply; time and memory grow with it",
            },
            OptionDoc {
                name: "noise",
                values: "0..1048576",
                default: "0",
                about: "the most that chance adds to a position's value, in the unit of the evaluation: seeds then see other positions",
            },
            OptionDoc { default: "(200 where nothing is limited)", ..Limits::DEPTH },
            Limits::NODES,
            Limits::TIME,
        ],
        presets: &[],
        source: "Lowerre, The HARPY Speech Recognition System, 1976",
    };
}

impl<H, M> Beam<H, M> {
    /// An agent with this knowledge.
    pub fn new(heuristic: H, config: Config) -> Beam<H, M> {
        Beam { heuristic, config, salt: 0, plan: Vec::new() }
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// A solution for every final position that was reached, all equally long; none if the task was not solved.
    pub solutions: Vec<Vec<M>>,
    /// The way to the best position of the last ply that was searched in full.
    pub best: Vec<M>,
    /// What that position is worth, by the heuristic.
    pub value: i32,
    /// Moves made.
    pub nodes: u64,
}

impl<H, M: Copy> Beam<H, M> {
    /// Searches on from a line, and tells every solution of the ply in which it ends.
    pub fn solve<G: Game<Move = M>>(
        &self,
        line: &Line<G>,
        limits: &Limits,
        control: &Control<'_, M>,
    ) -> Found<M>
    where
        H: Heuristic<G>,
    {
        let given = self.config.limits.or(*limits);
        let limits = Limits { sims: None, ..given }.or_default(Config::DEFAULT_LIMITS);
        let mut search = Search {
            game: line.game(),
            heuristic: &self.heuristic,
            config: &self.config,
            salt: self.salt,
            seat: line.to_move(),
            steps: Vec::new(),
            met: Met::new(self.config.width),
            kept: [line.game().key(line.state())].into_iter().collect(),
            budget: Budget::new(limits.nodes, limits.time),
        };
        search.run(line.state(), limits.depth.unwrap_or(u32::MAX), control)
    }
}

impl<G: Game, H: Heuristic<G>> Agent<G> for Beam<H, G::Move> {
    fn start(&mut self, _: &G, _: Seat, mut rng: Random) {
        self.salt = rng.random();
        self.plan.clear();
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let &first = line.legal_moves().first().ok_or(AgentError::GameOver)?;
        let here = line.game().key(line.state());
        let mut nodes = 0;
        if self.plan.last().is_none_or(|&(key, _)| key != here) {
            let found = self.solve(line, limits, control);
            nodes = found.nodes;
            let Some(solution) = found.solutions.into_iter().next() else {
                self.plan.clear();
                return Ok(Decision {
                    score: (!found.best.is_empty()).then(|| f64::from(found.value)),
                    depth: found.best.len() as u32,
                    pv: if found.best.is_empty() { vec![first] } else { found.best.clone() },
                    nodes,
                    time: control.elapsed(),
                    ..Decision::play(found.best.first().copied().unwrap_or(first))
                });
            };
            self.plan = plan(line, &solution);
        }
        let pv: Vec<G::Move> = self.plan.iter().rev().map(|&(_, m)| m).collect();
        self.plan.pop();
        Ok(Decision {
            values: vec![1.0],
            depth: pv.len() as u32,
            nodes,
            time: control.elapsed(),
            proved: Some(Proof::Win(line.game().team(line.to_move()))),
            ..Decision { pv: pv.clone(), ..Decision::play(pv[0]) }
        })
    }
}

/// The moves, last first, each with the key of the position in which it is played.
fn plan<G: Game>(line: &Line<G>, moves: &[G::Move]) -> Vec<(u64, G::Move)> {
    let mut ahead = line.clone();
    let mut plan: Vec<(u64, G::Move)> = Vec::with_capacity(moves.len());
    for &m in moves {
        plan.push((ahead.game().key(ahead.state()), m));
        ahead.push(m);
    }
    plan.reverse();
    plan
}

struct Search<'s, G: Game, H> {
    game: &'s G,
    heuristic: &'s H,
    config: &'s Config,
    salt: u64,
    seat: Seat,
    /// How every kept position was reached.
    steps: Vec<Step<G::Move>>,
    met: Met,
    /// The keys of all kept positions.
    kept: KeySet,
    budget: Budget,
}

struct Step<M> {
    m: M,
    /// The step before, or [`START`].
    before: u32,
}

const START: u32 = u32::MAX;

/// A position of the beam.
struct Kept<S> {
    state: S,
    step: u32,
    value: i32,
}

/// A position that a kept one leads to. Ordered by value with noise, then by a number that depends on seed and position,
/// so that equals come in no order that the game has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate<M> {
    rank: i64,
    tie: u64,
    key: u64,
    parent: u32,
    m: M,
    value: i32,
}

impl<G: Game, H: Heuristic<G>> Search<'_, G, H> {
    fn run(&mut self, start: &G::State, plies: u32, control: &Control<'_, G::Move>) -> Found<G::Move> {
        let mut found = Found { solutions: Vec::new(), best: Vec::new(), value: 0, nodes: 0 };
        let mut beam = vec![Kept { state: start.clone(), step: START, value: 0 }];
        for _ in 0..plies {
            let mut solved = Vec::new();
            let Some(next) = self.next(&beam, &mut solved, control) else { break };
            if !solved.is_empty() {
                solved.sort_unstable_by_key(|&(tie, _, _)| tie);
                let way = |&(_, step, m): &(u64, u32, G::Move)| self.way(step).chain([m]).collect();
                found.solutions = solved.iter().map(way).collect();
                break;
            }
            let Some(best) = next.first() else { break };
            found.best = self.way(best.step).collect();
            found.value = best.value;
            beam = next;
        }
        found.nodes = self.budget.spent();
        found
    }

    /// The positions to keep of the next ply, best first; `None` when there is no more time. A position that solves the
    /// task goes to `solved` instead: a number to order by, the step before, the move.
    fn next(
        &mut self,
        beam: &[Kept<G::State>],
        solved: &mut Vec<(u64, u32, G::Move)>,
        control: &Control<'_, G::Move>,
    ) -> Option<Vec<Kept<G::State>>> {
        let (game, width) = (self.game, self.config.width);
        let mut candidates: Vec<Candidate<G::Move>> = Vec::new();
        let mut solutions = KeySet::default();
        self.met.forget();
        for (parent, kept) in (0u32..).zip(beam) {
            let mut state = kept.state.clone();
            let acc = self.heuristic.start(game, &state);
            let visited = game.visit_moves(&kept.state, |m| {
                if !self.budget.spend(control) {
                    return ControlFlow::Break(());
                }
                let undo = game.apply(&mut state, m);
                let key = game.key(&state);
                if self.met.is_new(key) {
                    let tie = random::mix(self.salt ^ key);
                    match game.outcome(&state) {
                        None if self.kept.contains(&key) => {}
                        None => {
                            let mut ahead = acc.clone();
                            self.heuristic.apply(game, &mut ahead, &kept.state, m);
                            let value = self.heuristic.values(game, &state, &ahead)[self.seat.index()];
                            let rank = i64::from(value) + self.noise(tie);
                            candidates.push(Candidate { rank, tie, key, parent, m, value });
                        }
                        Some(outcome) if outcome.winner().is_some() && solutions.insert(key) => {
                            solved.push((tie, kept.step, m));
                        }
                        Some(_) => {}
                    }
                }
                game.undo(&mut state, m, undo);
                ControlFlow::Continue(())
            });
            if visited.is_break() {
                return None;
            }
            if candidates.len() >= 8 * width {
                cull(&mut candidates, width);
            }
        }
        cull(&mut candidates, width);
        Some(candidates.into_iter().map(|candidate| self.keep(beam, candidate)).collect())
    }

    fn keep(&mut self, beam: &[Kept<G::State>], candidate: Candidate<G::Move>) -> Kept<G::State> {
        let before = &beam[candidate.parent as usize];
        let mut state = before.state.clone();
        self.game.apply(&mut state, candidate.m);
        self.kept.insert(candidate.key);
        self.steps.push(Step { m: candidate.m, before: before.step });
        Kept { state, step: (self.steps.len() - 1) as u32, value: candidate.value }
    }

    fn noise(&self, tie: u64) -> i64 {
        // Other bits than those that decide between equals.
        (i64::from((tie >> 32) as u32) * (i64::from(self.config.noise) + 1)) >> 32
    }

    /// The moves up to a step.
    fn way(&self, step: u32) -> impl Iterator<Item = G::Move> + use<'_, G, H> {
        let mut moves = Vec::new();
        let mut at = step;
        while let Some(step) = self.steps.get(at as usize) {
            moves.push(step.m);
            at = step.before;
        }
        moves.into_iter().rev()
    }
}

/// Leaves the best candidates, each position once, best first.
fn cull<M: Copy + Ord>(candidates: &mut Vec<Candidate<M>>, width: usize) {
    let order = |c: &Candidate<M>| (std::cmp::Reverse(c.rank), c.tie, c.key, c.parent, c.m);
    candidates.sort_unstable_by_key(order);
    candidates.dedup_by_key(|c| c.key);
    candidates.truncate(width);
}

/// Recognises most of the positions that have been met at this ply, in memory that does not grow.
struct Met(Vec<u64>);

impl Met {
    fn new(width: usize) -> Met {
        Met(vec![0; (64 * width).next_power_of_two().clamp(1 << 10, 1 << 22)])
    }

    fn forget(&mut self) {
        self.0.fill(0);
    }

    fn is_new(&mut self, key: u64) -> bool {
        let place = key as usize & (self.0.len() - 1);
        std::mem::replace(&mut self.0[place], key) != key
    }
}

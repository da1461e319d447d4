//! The order of moves: what cut elsewhere first, then by prior and history.
//!
//! Moves known from elsewhere (the table's, killers, a countermove) are handed out before any are generated, checked for
//! legality: most nodes that cut never generate moves at all. The others are sorted only as far as they are asked for.
use crate::Policy;
use crate::alphabeta::config::Switches;
use hoppity_rules::Game;
use hoppity_rules::random::mix;

/// A move and what may be done to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked<M> {
    pub(super) m: M,
    /// Whether its prior is below that of the best move, and no other reason speaks for it.
    pub(super) late: bool,
}

/// Moves that may be tried before any are generated: the table's, two killers, a countermove.
const EARLY: usize = 4;

/// How many moves are picked one by one before the rest is sorted: a cut rarely comes later.
const PICKED: usize = 5;

/// What is known of moves from one search, and the moves of the nodes on the way from its root.
#[derive(Debug)]
pub(super) struct Order<M> {
    switches: Switches,
    /// What a shuffled order is drawn from.
    seed: u64,
    /// By ply: the last two moves that cut there.
    killers: Vec<[Option<M>; 2]>,
    /// By move index: how much the move has cut, weighted by depth.
    history: Vec<u32>,
    /// By the index of the move before: the move that last cut after it.
    counters: Vec<Option<M>>,
    frames: Vec<Frame<M>>,
}

/// The moves of one node.
#[derive(Debug)]
struct Frame<M> {
    early: [Option<M>; EARLY],
    next_early: usize,
    /// The index of the move that led here, none at the root and after a null move.
    before: Option<usize>,
    generated: bool,
    moves: Vec<Ordered<M>>,
    next: usize,
    best_prior: u32,
}

#[derive(Clone, Copy, Debug)]
struct Ordered<M> {
    /// The prior in the upper half, history in the lower.
    score: u64,
    /// The place in the game's order breaks ties.
    place: u32,
    m: M,
}

impl<M> Ordered<M> {
    fn key(&self) -> (u64, std::cmp::Reverse<u32>) {
        (self.score, std::cmp::Reverse(self.place))
    }

    fn prior(&self) -> u32 {
        (self.score >> 32) as u32
    }
}

impl<M: Copy + Eq> Order<M> {
    pub(super) fn new<G: Game<Move = M>>(game: &G, switches: Switches, seed: u64) -> Order<M> {
        let space = |wanted: bool| if wanted { game.move_space() } else { 0 };
        Order {
            switches,
            seed,
            killers: Vec::new(),
            history: vec![0; space(switches.history)],
            counters: vec![None; space(switches.countermoves)],
            frames: Vec::new(),
        }
    }

    pub(super) fn make_room(&mut self, plies: usize) {
        self.killers.resize(plies, [None; 2]);
        self.frames.resize_with(plies, Frame::default);
    }

    /// Begins a node at `ply`; `before` is the index of the move that led to it.
    pub(super) fn enter(&mut self, ply: usize, table_move: Option<M>, before: Option<usize>) {
        let killers = if self.switches.killers { self.killers[ply] } else { [None; 2] };
        let counter = before.and_then(|before| self.counters.get(before).copied()).flatten();
        let frame = &mut self.frames[ply];
        frame.early = [table_move, killers[0], killers[1], counter];
        (frame.next_early, frame.next) = (0, 0);
        (frame.generated, frame.before) = (false, before);
    }

    /// The next move of the node at `ply`; `None` when all have been handed out.
    pub(super) fn next<G, P>(&mut self, ply: usize, game: &G, s: &G::State, policy: &P) -> Option<Picked<M>>
    where
        G: Game<Move = M>,
        P: Policy<G>,
    {
        if self.switches.width > 0 && !self.frames[ply].generated {
            self.generate(ply, game, s, policy);
        }
        let frame = &mut self.frames[ply];
        while frame.next_early < EARLY {
            let (tried, rest) = frame.early.split_at_mut(frame.next_early);
            frame.next_early += 1;
            let Some(m) = rest[0] else { continue };
            let narrow = self.switches.width > 0;
            let playable = !tried.contains(&Some(m))
                && if narrow { frame.moves.iter().any(|o| o.m == m) } else { game.is_legal(s, m) };
            if playable {
                return Some(Picked { m, late: false });
            }
            rest[0] = None;
        }
        if !frame.generated {
            self.generate(ply, game, s, policy);
        }
        self.frames[ply].pick()
    }

    /// Lists the moves of the node with their scores; with a width only the best by prior.
    fn generate<G, P>(&mut self, ply: usize, game: &G, s: &G::State, policy: &P)
    where
        G: Game<Move = M>,
        P: Policy<G>,
    {
        let Switches { prior: by_prior, history: by_history, shuffle, width, .. } = self.switches;
        let (history, seed) = (&self.history, self.seed);
        let frame = &mut self.frames[ply];
        frame.generated = true;
        frame.moves.clear();
        frame.best_prior = 0;
        let key = if shuffle { mix(seed ^ game.key(s)) } else { 0 };
        let _ = game.visit_moves(s, |m| {
            let place = frame.moves.len() as u32;
            let score = if shuffle {
                mix(key ^ game.move_index(m) as u64)
            } else {
                let prior = if by_prior { rank(policy.prior(game, s, m)) } else { 0 };
                frame.best_prior = frame.best_prior.max(prior);
                let cuts = if by_history { history[game.move_index(m)] } else { 0 };
                u64::from(prior) << 32 | u64::from(cuts)
            };
            frame.moves.push(Ordered { score, place, m });
            std::ops::ControlFlow::<()>::Continue(())
        });
        if width > 0 && frame.moves.len() > width {
            let prior = |o: &Ordered<M>| rank(policy.prior(game, s, o.m));
            frame.moves.sort_by_key(|o| std::cmp::Reverse(prior(o)));
            frame.moves.truncate(width);
        }
    }

    /// Notes that a move cut at `ply`, `depth` plies before the leaves.
    pub(super) fn note_cut(&mut self, ply: usize, depth: u32, m: M, index: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if let Some(cuts) = self.history.get_mut(index) {
            *cuts = cuts.saturating_add(depth * depth);
        }
        if let Some(counter) = self.frames[ply].before.and_then(|before| self.counters.get_mut(before)) {
            *counter = Some(m);
        }
    }
}

/// Priors as numbers without sign, in the same order.
pub(super) fn rank(prior: i32) -> u32 {
    prior.cast_unsigned() ^ 1 << 31
}

impl<M> Default for Frame<M> {
    fn default() -> Frame<M> {
        Frame {
            early: [const { None }; EARLY],
            next_early: 0,
            before: None,
            generated: false,
            moves: Vec::new(),
            next: 0,
            best_prior: 0,
        }
    }
}

impl<M: Copy + Eq> Frame<M> {
    /// The best of the moves that are left and were not handed out early.
    fn pick(&mut self) -> Option<Picked<M>> {
        loop {
            let at = self.next;
            if at >= self.moves.len() {
                return None;
            }
            if at < PICKED {
                let best = (at..self.moves.len()).max_by_key(|&i| self.moves[i].key())?;
                self.moves.swap(at, best);
            } else if at == PICKED {
                self.moves[at..].sort_unstable_by_key(|o| std::cmp::Reverse(o.key()));
            }
            self.next += 1;
            let ordered = &self.moves[at];
            if !self.early.contains(&Some(ordered.m)) {
                return Some(Picked { m: ordered.m, late: ordered.prior() < self.best_prior });
            }
        }
    }
}

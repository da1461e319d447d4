//! The tree walk: one fixed-depth alpha-beta search after the other on a line that is pushed and popped.
use crate::sides::{is_decisive, terminal};
use crate::table::{Bound, Entry, Table};
use crate::{Budget, Control, Heuristic, Limits, Policy, margin};
use hoppity_rules::random::SliceRandom;
use hoppity_rules::{Game, Line, Random, Seat};

/// A value and what it rests on.
#[derive(Clone, Copy)]
struct Scored {
    value: i32,
    /// A counter or a repetition had a say: it holds for this path only.
    on_path: bool,
    /// A heuristic had a say: it is not proved.
    guessed: bool,
}

impl Scored {
    fn negated(self) -> Scored {
        Scored { value: -self.value, ..self }
    }
}

/// What one iteration found.
pub(super) struct Found<M> {
    pub(super) best: M,
    pub(super) value: i32,
    pub(super) guessed: bool,
    /// Whether every root move was searched; else the best of those that were.
    pub(super) complete: bool,
    pub(super) pv: Vec<M>,
    /// The root moves whose value is exact.
    pub(super) scores: Vec<(M, i32)>,
}

pub(super) struct Search<'s, G: Game, H: Heuristic<G>, P> {
    line: Line<G>,
    acc: H::Acc,
    heuristic: &'s H,
    policy: &'s P,
    table: &'s mut Table,
    budget: Budget,
    /// The root moves, best of the last iteration first.
    root: Vec<G::Move>,
    /// By ply: the moves of the node there, to be sorted.
    moves: Vec<Vec<Ordered<G::Move>>>,
    /// By ply: the best line found from there on.
    pv: Vec<Vec<G::Move>>,
    /// By ply: the last two moves that cut a sibling.
    killers: Vec<[Option<G::Move>; 2]>,
    /// By move index: how much the move has cut, weighted by depth (Schaeffer 1989).
    history: Vec<u32>,
}

/// A move with its sort key; the game's order breaks ties.
#[derive(Clone, Copy)]
struct Ordered<M> {
    rank: u8,
    prior: i32,
    history: u32,
    place: u32,
    m: M,
}

impl<'s, G: Game, H: Heuristic<G>, P: Policy<G>> Search<'s, G, H, P> {
    pub(super) fn new(
        line: &Line<G>,
        heuristic: &'s H,
        policy: &'s P,
        table: &'s mut Table,
        limits: &Limits,
        rng: &mut Random,
    ) -> Self {
        let mut search = Search {
            line: line.clone(),
            acc: heuristic.start(line.game(), line.state()),
            heuristic,
            policy,
            table,
            budget: Budget::new(limits.nodes, limits.time),
            root: Vec::new(),
            moves: Vec::new(),
            pv: vec![Vec::new()],
            killers: Vec::new(),
            history: vec![0; line.game().move_space()],
        };
        search.make_room(0);
        search.order_moves(0, None);
        // The first of equal moves is taken, so their order is left to chance.
        search.moves[0].shuffle(rng);
        search.moves[0].sort_by_key(|ordered| std::cmp::Reverse(ordered.prior));
        search.root = search.moves[0].iter().map(|ordered| ordered.m).collect();
        search
    }

    pub(super) fn nodes(&self) -> u64 {
        self.budget.spent()
    }

    /// Searches every root move `depth` plies deep. `None` when the budget ran out before the first was done.
    pub(super) fn iterate(&mut self, depth: u32, control: &Control<'_, G::Move>) -> Option<Found<G::Move>> {
        self.make_room(depth as usize);
        let seat = self.line.to_move();
        let mut alpha = -i32::MAX;
        let mut found: Option<Found<G::Move>> = None;
        let mut guessed = false;
        for i in 0..self.root.len() {
            let m = self.root[i];
            let Some(scored) = self.after(m, seat, depth - 1, 0, alpha, i32::MAX, control) else {
                return found.map(|found| Found { complete: false, guessed: true, ..found });
            };
            guessed |= scored.guessed;
            if scored.value > alpha {
                alpha = scored.value;
                self.extend_pv(0, m);
                let mut scores = found.map_or(Vec::new(), |found| found.scores);
                scores.push((m, scored.value));
                let pv = self.pv[0].clone();
                found = Some(Found { best: m, value: alpha, guessed, complete: true, pv, scores });
                // The best move first, the others as they were: the next iteration starts from the best bound.
                self.root[..=i].rotate_right(1);
            }
        }
        found.map(|found| Found { guessed, ..found })
    }

    fn make_room(&mut self, depth: usize) {
        self.moves.resize_with(depth + 1, Vec::new);
        self.pv.resize_with(depth + 1, Vec::new);
        self.killers.resize(depth + 1, [None; 2]);
    }

    /// The value of playing `m` at `ply` and searching `depth` plies on, for `seat`, who plays it.
    #[allow(
        clippy::too_many_arguments,
        reason = "the window, the place and the control are all there is to a node"
    )]
    fn after(
        &mut self,
        m: G::Move,
        seat: Seat,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        if !self.budget.spend(control) {
            return None;
        }
        self.heuristic.apply(self.line.game(), &mut self.acc, self.line.state(), m);
        self.line.push(m);
        let scored = self.child(seat, depth, ply + 1, alpha, beta, control);
        self.line.pop();
        self.heuristic.undo(self.line.game(), &mut self.acc, self.line.state(), m);
        scored
    }

    /// The value of the position now on the line, for `seat`, who has just moved.
    fn child(
        &mut self,
        seat: Seat,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        let game = self.line.game();
        self.pv[ply as usize].clear();
        let settled = self.line.outcome().or_else(|| self.policy.ending(game, self.line.state()));
        if let Some(outcome) = settled {
            let value = terminal(game, &outcome, seat, ply);
            return Some(Scored { value, on_path: outcome.is_on_path(), guessed: false });
        }
        if depth == 0 {
            let values = self.heuristic.values(game, self.line.state(), &self.acc);
            return Some(Scored { value: margin(game, &values, seat), on_path: false, guessed: true });
        }
        if game.team(self.line.to_move()) == game.team(seat) {
            self.node(depth, ply, alpha, beta, control)
        } else {
            self.node(depth, ply, -beta, -alpha, control).map(Scored::negated)
        }
    }

    /// The value of an unfinished position for the seat to move, `depth` ≥ 1 plies deep.
    fn node(
        &mut self,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        let key = self.line.game().key(self.line.state());
        let stored = self.table.get(key);
        if let Some(entry) = stored.filter(|entry| entry.depth >= depth) {
            let value = from_table(entry.value, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if cuts && !self.path_may_matter(depth) {
                return Some(Scored { value, on_path: false, guessed: entry.guessed });
            }
        }
        self.order_moves(ply as usize, stored.map(|entry| entry.mv as usize));
        let seat = self.line.to_move();
        let mut best = Scored { value: -i32::MAX, on_path: false, guessed: false };
        let (mut on_path, mut guessed) = (false, false);
        let mut best_move = None;
        let mut bound = Bound::Upper;
        for i in 0..self.moves[ply as usize].len() {
            let m = self.moves[ply as usize][i].m;
            let scored = self.after(m, seat, depth - 1, ply, alpha, beta, control)?;
            on_path |= scored.on_path;
            guessed |= scored.guessed;
            if scored.value > best.value {
                best = scored;
                best_move = Some(m);
            }
            if scored.value > alpha {
                alpha = scored.value;
                bound = Bound::Exact;
                self.extend_pv(ply as usize, m);
            }
            if alpha >= beta {
                self.note_cut(ply as usize, depth, m);
                bound = Bound::Lower;
                break;
            }
        }
        // A cut rests on the move that cut alone; any other value on all moves.
        if bound != Bound::Lower {
            best = Scored { value: best.value, on_path, guessed };
        }
        if !best.on_path {
            let mv = best_move.map_or(u32::MAX, |m| self.line.game().move_index(m) as u32);
            let value = to_table(best.value, ply);
            self.table.put(key, Entry { value, mv, depth, bound, guessed: best.guessed });
        }
        Some(best)
    }

    /// Whether a value that was found elsewhere may be wrong on this path: because a counter can strike within `depth`
    /// plies, or because a successor stands on the path already.
    fn path_may_matter(&mut self, depth: u32) -> bool {
        let game = self.line.game();
        if game.horizon(self.line.state()).is_some_and(|plies| plies <= depth) {
            return true;
        }
        if game.repetition().is_none() {
            return false;
        }
        let moves = self.line.legal_moves();
        moves.into_iter().any(|m| {
            self.line.push(m);
            let repeats = self.line.stood() > 1;
            self.line.pop();
            repeats
        })
    }

    /// Fills the ply's buffer with all moves: the table's move, killers, then by prior and history.
    fn order_moves(&mut self, ply: usize, table_move: Option<usize>) {
        let (game, state) = (self.line.game(), self.line.state());
        let (killers, history, policy) = (self.killers[ply], &self.history, self.policy);
        let buffer = &mut self.moves[ply];
        buffer.clear();
        let _ = game.visit_moves(state, |m| {
            let index = game.move_index(m);
            let rank = if table_move == Some(index) {
                0
            } else if killers.contains(&Some(m)) {
                1
            } else {
                2
            };
            let place = buffer.len() as u32;
            let prior = policy.prior(game, state, m);
            buffer.push(Ordered { rank, prior, history: history[index], place, m });
            std::ops::ControlFlow::<()>::Continue(())
        });
        buffer.sort_unstable_by(|a, b| {
            let by_rank = a.rank.cmp(&b.rank);
            by_rank.then(b.prior.cmp(&a.prior)).then(b.history.cmp(&a.history)).then(a.place.cmp(&b.place))
        });
    }

    fn note_cut(&mut self, ply: usize, depth: u32, m: G::Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let index = self.line.game().move_index(m);
        self.history[index] = self.history[index].saturating_add(depth * depth);
    }

    fn extend_pv(&mut self, ply: usize, m: G::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
    }
}

/// In the table wins are counted from the position, in the search from the root.
fn to_table(value: i32, ply: u32) -> i32 {
    if is_decisive(value) { value + value.signum() * ply as i32 } else { value }
}

fn from_table(value: i32, ply: u32) -> i32 {
    if is_decisive(value) { value - value.signum() * ply as i32 } else { value }
}

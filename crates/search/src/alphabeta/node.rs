//! The tree walk: fail-soft alpha-beta on a line that is pushed and popped.
use crate::alphabeta::coalition::{Sides, from_table, to_table};
use crate::alphabeta::config::{Switches, TableUse};
use crate::alphabeta::order::Order;
use crate::path;
use crate::sides::{WIN, is_decisive, is_loss};
use crate::table::{Bound, Entry, Table};
use crate::{Budget, Control, Heuristic, Policy};
use hoppity_rules::{Game, Line, Outcome};
use std::ops::ControlFlow;

/// Beyond every value.
pub(super) const INFINITE: i32 = i32::MAX;

/// What is asked of a search: the exact value where it lies between, else on which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// Is the value at least `beta`?
    pub(super) fn zero(beta: i32) -> Window {
        Window { alpha: beta - 1, beta }
    }

    fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A value and what it rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) value: i32,
    /// A counter or a repetition had a say: it holds for this path only.
    pub(super) on_path: bool,
    /// A heuristic or a move left out had a say: it is not proved.
    pub(super) guessed: bool,
}

impl Scored {
    pub(super) const NONE: Scored = Scored { value: -INFINITE, on_path: false, guessed: false };

    fn negated(self) -> Scored {
        Scored { value: -self.value, ..self }
    }
}

/// One thread's search: a line, what it knows of moves, and a table that others may share.
pub(super) struct Search<'s, G: Game, H: Heuristic<G>, P> {
    pub(super) line: Line<G>,
    acc: H::Acc,
    pub(super) heuristic: &'s H,
    pub(super) policy: &'s P,
    table: &'s Table,
    pub(super) switches: Switches,
    pub(super) sides: Sides,
    pub(super) budget: Budget,
    pub(super) order: Order<G::Move>,
    /// By ply: the best line found from there on.
    pub(super) pv: Vec<Vec<G::Move>>,
    /// The root moves, best of the last iteration first.
    pub(super) root: Vec<G::Move>,
    /// What a ply may be expected to gain at most, for futility pruning.
    futility: Option<i32>,
    /// Extensions stop here.
    furthest: usize,
}

impl<'s, G: Game, H: Heuristic<G>, P: Policy<G>> Search<'s, G, H, P> {
    pub(super) fn new(
        line: &Line<G>,
        (heuristic, policy): (&'s H, &'s P),
        table: &'s Table,
        switches: Switches,
        budget: Budget,
        seed: u64,
    ) -> Self {
        let game = line.game();
        let sides = Sides::new(game, line.to_move());
        let futile = switches.futility > 0.0;
        Search {
            line: line.clone(),
            acc: heuristic.start(game, line.state()),
            heuristic,
            policy,
            table,
            switches,
            sides,
            budget,
            order: Order::new(game, switches, seed),
            pv: Vec::new(),
            root: Vec::new(),
            futility: if futile { sides.lead_worth(game, heuristic, switches.futility) } else { None },
            furthest: 0,
        }
    }

    /// Makes room for a search of `depth` plies.
    pub(super) fn make_room(&mut self, depth: u32) {
        self.furthest = 2 * depth as usize;
        let plies = self.furthest + self.switches.quiescence as usize + 2;
        self.pv.resize_with(plies, Vec::new);
        self.order.make_room(plies);
    }

    /// The value of playing `m` at `ply` and searching `depth` plies on, for the side that plays it.
    pub(super) fn after(
        &mut self,
        m: G::Move,
        depth: u32,
        ply: usize,
        window: Window,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        if !self.budget.spend(control) {
            return None;
        }
        let mover = self.sides.is_with_root(self.line.to_move());
        self.push(m);
        let scored = self.child(mover, depth, ply + 1, window, Some(m), control);
        self.pop(m);
        scored
    }

    fn push(&mut self, m: G::Move) {
        self.heuristic.apply(self.line.game(), &mut self.acc, self.line.state(), m);
        self.line.push(m);
    }

    fn pop(&mut self, m: G::Move) {
        self.line.pop();
        self.heuristic.undo(self.line.game(), &mut self.acc, self.line.state(), m);
    }

    /// The value of the position now on the line for one side. `before` is the move that led to it, `None` for a pass.
    fn child(
        &mut self,
        with_root: bool,
        depth: u32,
        ply: usize,
        window: Window,
        before: Option<G::Move>,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        self.pv[ply].clear();
        if let Some(outcome) = self.settled() {
            let value = self.sides.terminal(self.line.game(), &outcome, ply, with_root);
            return Some(Scored { value, on_path: outcome.is_on_path(), guessed: false });
        }
        let quiet = |s: &Self| s.switches.quiescence == 0 || s.policy.quiet(s.line.game(), s.line.state());
        if depth == 0 && quiet(self) {
            return Some(Scored { value: self.lead(with_root), on_path: false, guessed: true });
        }
        let same = self.sides.is_with_root(self.line.to_move()) == with_root;
        let window = if same { window } else { window.negated() };
        let scored = if depth == 0 {
            self.quiesce(self.switches.quiescence, ply, window, control)?
        } else {
            self.node(depth, ply, window, before, control)?
        };
        Some(if same { scored } else { scored.negated() })
    }

    fn settled(&self) -> Option<Outcome> {
        self.line.outcome().or_else(|| self.policy.ending(self.line.game(), self.line.state()))
    }

    /// How far a side is ahead by the heuristic in the position on the line.
    fn lead(&self, with_root: bool) -> i32 {
        let values = self.heuristic.values(self.line.game(), self.line.state(), &self.acc);
        self.sides.lead(&values, with_root)
    }

    /// The value of an unfinished position for the side to move, `depth` ≥ 1 plies deep.
    fn node(
        &mut self,
        depth: u32,
        ply: usize,
        window: Window,
        before: Option<G::Move>,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        let key = self.sides.key(self.line.game().key(self.line.state()));
        let stored = if self.switches.table == TableUse::Off { None } else { self.table.get(key) };
        if let Some(scored) = stored.and_then(|entry| self.stored_value(entry, depth, ply, window)) {
            return Some(scored);
        }
        if self.switches.null_move
            && before.is_some()
            && let ControlFlow::Break(scored) = self.try_pass(depth, ply, window, control)
        {
            return scored;
        }
        let game = self.line.game();
        let only = self.switches.extensions
            && ply + depth as usize <= self.furthest
            && game.count_moves(self.line.state()) == 1;
        let searched = depth + u32::from(only);
        let table_move = stored.and_then(|entry| game.legal_by_index(self.line.state(), entry.mv as usize));
        self.order.enter(ply, table_move, before.map(|m| game.move_index(m)));

        let with_root = self.sides.is_with_root(self.line.to_move());
        let mut best = Scored::NONE;
        let mut best_move = None;
        let (mut on_path, mut guessed) = (false, false);
        let mut alpha = window.alpha;
        let mut tried = 0;
        while let Some(picked) = self.order.next(ply, self.line.game(), self.line.state(), self.policy) {
            // A loss is believed only when all moves have been looked at.
            if tried > 0
                && !is_loss(best.value)
                && self.is_hopeless(depth, tried, picked.late, alpha, with_root)
            {
                guessed = true;
                break;
            }
            let now = Window { alpha, beta: window.beta };
            let reduced = if picked.late { self.reduction(searched, tried) } else { 0 };
            let scored = self.try_move(picked.m, searched - 1, reduced, ply, now, tried > 0, control)?;
            tried += 1;
            on_path |= scored.on_path;
            guessed |= scored.guessed;
            if scored.value > best.value {
                best = scored;
                best_move = Some(picked.m);
            }
            if scored.value > alpha {
                alpha = scored.value;
                self.extend_pv(ply, picked.m);
            }
            if alpha >= window.beta {
                let index = self.line.game().move_index(picked.m);
                self.order.note_cut(ply, depth, picked.m, index);
                break;
            }
        }
        let bound = match best.value {
            value if value >= window.beta => Bound::Lower,
            value if value > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // A cut rests on the move that cut alone; any other value on all moves.
        if bound != Bound::Lower {
            best = Scored { value: best.value, on_path, guessed };
        }
        if !best.on_path && self.switches.table != TableUse::Off {
            let mv = best_move.map_or(u32::MAX, |m| self.line.game().move_index(m) as u32);
            let value = to_table(best.value, ply);
            self.table.put(key, Entry { value, mv, depth, bound, guessed: best.guessed });
        }
        Some(best)
    }

    /// The value of one move: the first by the whole window, the others, with principal variation search, only by whether
    /// they are better, late ones first less deep.
    #[allow(clippy::too_many_arguments, reason = "the move, its place and the window are all there is to it")]
    pub(super) fn try_move(
        &mut self,
        m: G::Move,
        depth: u32,
        reduced: u32,
        ply: usize,
        window: Window,
        later: bool,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        let narrow = if self.switches.pvs && later { Window::zero(window.alpha + 1) } else { window };
        let mut scored = self.after(m, depth - reduced, ply, narrow, control)?;
        if reduced > 0 && scored.value > window.alpha {
            scored = self.after(m, depth, ply, narrow, control)?;
        }
        if narrow != window && scored.value > window.alpha && scored.value < window.beta {
            scored = self.after(m, depth, ply, window, control)?;
        }
        Some(scored)
    }

    /// By how many plies the search of a move is cut short at first, given how many were tried before it.
    fn reduction(&self, depth: u32, tried: u32) -> u32 {
        if !self.switches.lmr || depth < 3 || tried < 3 {
            return 0;
        }
        (depth.ilog2() * (tried + 1).ilog2() / 2).min(depth - 2)
    }

    /// Whether this move and all after it are left out.
    fn is_hopeless(&self, depth: u32, tried: u32, late: bool, alpha: i32, with_root: bool) -> bool {
        const LATE: [u32; 4] = [0, 6, 12, 24];
        if self.switches.lmp && late && LATE.get(depth as usize).is_some_and(|&most| tried >= most) {
            return true;
        }
        let futile = |margin: i32| {
            let reach = margin.saturating_mul(depth as i32).saturating_add(self.lead(with_root));
            depth <= 2 && reach <= alpha && !is_decisive(alpha)
        };
        self.futility.is_some_and(futile)
    }

    /// A stored value that answers for this window, if the path cannot make it wrong.
    fn stored_value(&mut self, entry: Entry, depth: u32, ply: usize, window: Window) -> Option<Scored> {
        // What is proved with fewer plies stays so with more.
        let proved = !entry.guessed && entry.depth <= depth;
        let deep_enough = match self.switches.table {
            TableUse::On => entry.depth >= depth,
            _ => entry.depth == depth,
        };
        let value = from_table(entry.value, ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        if !(answers && (proved || deep_enough)) {
            return None;
        }
        // How far the stored search may have looked.
        let decided = if is_decisive(value) { (WIN - entry.value.abs()) as u32 } else { 0 };
        let matters = path::may_matter(&mut self.line, depth.max(entry.depth).max(decided));
        (!matters).then_some(Scored { value, on_path: false, guessed: entry.guessed })
    }

    /// Null move: in games where a pass never helps, a position that is good enough after a pass is good enough. Breaks
    /// with the value that cuts, or with nothing when the budget is used up.
    fn try_pass(
        &mut self,
        depth: u32,
        ply: usize,
        window: Window,
        control: &Control<'_, G::Move>,
    ) -> ControlFlow<Option<Scored>> {
        const REDUCTION: u32 = 2;
        let with_root = self.sides.is_with_root(self.line.to_move());
        if depth < 2 || is_loss(window.beta) || self.lead(with_root) < window.beta {
            return ControlFlow::Continue(());
        }
        let game = self.line.game();
        let Some(passed) = game.passed(self.line.state()).filter(|_| game.repetition().is_none()) else {
            return ControlFlow::Continue(());
        };
        let acc = self.heuristic.start(game, &passed);
        let acc = std::mem::replace(&mut self.acc, acc);
        let here = self.line.stand_on(passed);
        let depth = depth.saturating_sub(1 + REDUCTION);
        let scored = self.child(with_root, depth, ply + 1, Window::zero(window.beta), None, control);
        self.line.stand_on(here);
        self.acc = acc;
        match scored {
            Some(scored) if scored.value < window.beta => ControlFlow::Continue(()),
            cut => ControlFlow::Break(cut),
        }
    }

    /// Quiescence: the position as it stands or after noisy moves, up to `plies` of them.
    fn quiesce(
        &mut self,
        plies: u32,
        ply: usize,
        window: Window,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        let with_root = self.sides.is_with_root(self.line.to_move());
        let mut best = Scored { value: self.lead(with_root), on_path: false, guessed: true };
        let (game, policy) = (self.line.game(), self.policy);
        if plies == 0 || best.value >= window.beta || policy.quiet(game, self.line.state()) {
            return Some(best);
        }
        let mut moves = Vec::new();
        game.moves(self.line.state(), &mut moves);
        moves.retain(|&m| policy.noisy(game, self.line.state(), m));
        moves.sort_by_key(|&m| std::cmp::Reverse(policy.prior(game, self.line.state(), m)));
        for m in moves {
            let now = Window { alpha: window.alpha.max(best.value), beta: window.beta };
            if !self.budget.spend(control) {
                return None;
            }
            self.push(m);
            let scored = self.after_noisy(with_root, plies - 1, ply + 1, now, control);
            self.pop(m);
            let scored = scored?;
            if scored.value > best.value {
                best = scored;
            }
            if best.value >= window.beta {
                return Some(best);
            }
        }
        Some(Scored { guessed: true, ..best })
    }

    fn after_noisy(
        &mut self,
        with_root: bool,
        plies: u32,
        ply: usize,
        window: Window,
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        if let Some(outcome) = self.settled() {
            let value = self.sides.terminal(self.line.game(), &outcome, ply, with_root);
            return Some(Scored { value, on_path: outcome.is_on_path(), guessed: false });
        }
        let same = self.sides.is_with_root(self.line.to_move()) == with_root;
        let window = if same { window } else { window.negated() };
        let scored = self.quiesce(plies, ply, window, control)?;
        Some(if same { scored } else { scored.negated() })
    }

    pub(super) fn extend_pv(&mut self, ply: usize, m: G::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
    }
}

//! The tree walk: one fixed-depth max^n search after the other on a line that is pushed and popped.
use crate::multi::deepen::{Deepens, Found};
use crate::multi::maxn::prune::{Frame, Wishes, blocked, cut};
use crate::multi::maxn::{Aim, Config, Ties};
use crate::multi::memory::{Bound, Entry, Memory};
use crate::multi::order::{Order, Ordered, at_root, by_prior};
use crate::multi::worth::{Scale, Worth};
use crate::path;
use crate::{Budget, Control, Heuristic, Limits, Policy};
use hoppity_rules::random::mix;
use hoppity_rules::{Game, Line, Random};

pub(super) struct Search<'s, G: Game, H: Heuristic<G>, P> {
    line: Line<G>,
    acc: H::Acc,
    heuristic: &'s H,
    policy: &'s P,
    config: Config,
    wishes: Wishes,
    table: &'s mut Memory,
    /// Values depend on who searches and what for; so do the keys they are stored under.
    salt: u64,
    budget: Budget,
    order: Order<G::Move>,
    /// The root moves, best of the last iteration first.
    root: Vec<Ordered<G::Move>>,
    /// The nodes of the present line from the root on.
    frames: Vec<Frame>,
    /// By ply: the best line found from there on.
    pv: Vec<Vec<G::Move>>,
    /// Whether a heuristic had a say in this iteration.
    guessed: bool,
}

/// What is known of a node after its search.
#[derive(Clone, Copy)]
struct Reply {
    what: Known,
    /// A counter or a repetition had a say: it holds for this line only.
    on_path: bool,
}

#[derive(Clone, Copy)]
enum Known {
    Exact(Worth),
    /// Its value is blocked from the node at this ply on.
    Blocked(usize),
}

impl<'s, G: Game, H: Heuristic<G>, P: Policy<G>> Search<'s, G, H, P> {
    #[allow(clippy::too_many_arguments, reason = "what a search is made of, named by its one caller")]
    pub(super) fn new(
        line: &Line<G>,
        heuristic: &'s H,
        policy: &'s P,
        config: Config,
        aim: Aim,
        table: &'s mut Memory,
        limits: &Limits,
        rng: &mut Random,
    ) -> Self {
        let game = line.game();
        let root_team = game.team(line.to_move()).index();
        let target = match aim {
            Aim::Own => 0,
            Aim::Against(team) => 1 + team.index() as u64,
        };
        Search {
            acc: heuristic.start(game, line.state()),
            heuristic,
            policy,
            config,
            wishes: Wishes { scale: Scale::new(game, heuristic), root: root_team, aim },
            table,
            salt: mix(root_team as u64) ^ mix(target << 8),
            budget: Budget::new(limits.nodes, limits.time),
            order: Order::new(game),
            root: at_root(game, policy, line.state(), width(&config), rng),
            frames: Vec::new(),
            pv: Vec::new(),
            guessed: false,
            line: line.clone(),
        }
    }

    /// Plays `m` at `ply` and looks `depth` plies on.
    fn after(&mut self, m: G::Move, depth: u32, ply: usize, control: &Control<'_, G::Move>) -> Option<Reply> {
        if !self.budget.spend(control) {
            return None;
        }
        self.heuristic.apply(self.line.game(), &mut self.acc, self.line.state(), m);
        self.line.push(m);
        let reply = self.child(depth, ply + 1, control);
        self.frames.truncate(ply + 1);
        self.line.pop();
        self.heuristic.undo(self.line.game(), &mut self.acc, self.line.state(), m);
        reply
    }

    /// What is known of the position now on the line.
    fn child(&mut self, depth: u32, ply: usize, control: &Control<'_, G::Move>) -> Option<Reply> {
        self.pv[ply].clear();
        let (game, state) = (self.line.game(), self.line.state());
        let scale = &self.wishes.scale;
        if let Some(outcome) = self.line.outcome().or_else(|| self.policy.ending(game, state)) {
            let what = Known::Exact(scale.of_outcome(&outcome, ply));
            return Some(Reply { what, on_path: outcome.is_on_path() });
        }
        if depth == 0 {
            self.guessed = true;
            let what = Known::Exact(scale.of_values(&self.heuristic.values(game, state, &self.acc)));
            return Some(Reply { what, on_path: false });
        }
        let key = game.key(state) ^ self.salt;
        let stored = self.table.get(key);
        if let Some(entry) = stored
            && entry.bound == Bound::Exact
            && entry.depth == depth
            && !path::may_matter(&mut self.line, depth)
        {
            self.guessed |= entry.guessed;
            let what = Known::Exact(scale.moved(entry.worth, -(ply as i64)));
            return Some(Reply { what, on_path: false });
        }
        let mut moves = by_prior(self.line.game(), self.policy, self.line.state(), width(&self.config));
        let game = self.line.game();
        self.order.sort(ply, stored.and_then(|entry| entry.mv), &mut moves, |&m| (m, game.move_index(m)));
        // What this node rests on, apart from what was looked at before it.
        let guessed_before = std::mem::take(&mut self.guessed);
        let reply = self.node(moves, depth, ply, control)?;
        let guessed = self.guessed;
        self.guessed |= guessed_before;
        let mv = self.pv[ply].first().map(|&m| self.line.game().move_index(m) as u32);
        let (worth, bound) = match reply.what {
            Known::Exact(worth) if !reply.on_path => {
                (self.wishes.scale.moved(worth, ply as i64), Bound::Exact)
            }
            _ => (Worth::default(), Bound::None),
        };
        self.table.put(key, Entry { worth, bound, depth, mv, guessed });
        Some(reply)
    }

    /// Searches the moves of the position on the line, `depth` ≥ 1 plies deep.
    fn node(
        &mut self,
        mut moves: Vec<Ordered<G::Move>>,
        depth: u32,
        ply: usize,
        control: &Control<'_, G::Move>,
    ) -> Option<Reply> {
        let team = self.line.game().team(self.line.to_move()).index();
        self.frames.truncate(ply);
        self.frames.push(Frame { team, best: None, at_last: false, must_beat: false });
        // The moves that were left out, each with the node from which on it is blocked.
        let mut left_out: Vec<(Ordered<G::Move>, usize)> = Vec::new();
        let mut on_path = false;
        let mut best_place = 0;
        let mut next = 0;
        while let Some(&ordered) = moves.get(next) {
            next += 1;
            self.frames[ply].at_last = next == moves.len();
            self.frames[ply].must_beat = self.must_beat(team, ordered.place, best_place);
            let reply = self.after(ordered.m, depth - 1, ply, control)?;
            on_path |= reply.on_path;
            let worth = match reply.what {
                // This very team has something better.
                Known::Blocked(by) if by == ply => continue,
                Known::Blocked(by) => {
                    left_out.push((ordered, by));
                    continue;
                }
                Known::Exact(worth) => worth,
            };
            let best = self.frames[ply].best.map(|best| (best, best_place));
            if !self.prefers(team, (worth, ordered.place), best) {
                continue;
            }
            self.frames[ply].best = Some(worth);
            best_place = ordered.place;
            self.extend_pv(ply, ordered.m);
            if self.is_won_at_once(team, &worth, ply) {
                self.note_cut(ply, depth, ordered.m);
                return Some(Reply { what: Known::Exact(worth), on_path });
            }
            if let Some(by) = cut(&self.frames, &self.wishes, self.config.pruning) {
                self.note_cut(ply, depth, ordered.m);
                return Some(Reply { what: Known::Blocked(by), on_path });
            }
            let (frames, wishes) = (&self.frames, &self.wishes);
            let matters = |&mut (_, by): &mut (_, usize)| !blocked(frames, by, ply, &worth, wishes);
            moves.extend(left_out.extract_if(.., matters).map(|(ordered, _)| ordered));
        }
        let what = match left_out.iter().map(|&(_, by)| by).min() {
            // What is known here is blocked from there on as well, or nothing is known.
            Some(by) => Known::Blocked(by),
            None => Known::Exact(self.frames[ply].best.expect("what blocks everything is something")),
        };
        Some(Reply { what, on_path })
    }

    /// Whether a team takes the first, with its move's place, rather than the second.
    fn prefers(&self, team: usize, new: (Worth, u32), old: Option<(Worth, u32)>) -> bool {
        let Some(old) = old else { return true };
        let rank = |(worth, place): (Worth, u32)| {
            let root = worth.by_team[self.wishes.root];
            let second = match self.config.ties {
                Ties::First => 0,
                Ties::Pessimistic => -root,
                Ties::Optimistic => root,
            };
            // Of what is as bad for the target the searcher takes what is best for itself.
            let own = if team == self.wishes.root { root } else { 0 };
            (self.wishes.of(team, &worth), own, second, std::cmp::Reverse(place))
        };
        rank(new) > rank(old)
    }

    /// Whether a move that is as good for the team as its best one, at these places, is not preferred to it.
    fn must_beat(&self, team: usize, place: u32, best_place: u32) -> bool {
        let place_decides = self.wishes.aim == Aim::Own || team != self.wishes.root;
        place_decides && self.config.ties == Ties::First && place > best_place
    }

    /// Whether nothing can be better for the team, and all that is as good is the same.
    fn is_won_at_once(&self, team: usize, worth: &Worth, ply: usize) -> bool {
        let wants_own = self.wishes.aim == Aim::Own || team != self.wishes.root;
        self.config.pruning.immediate && wants_own && worth.by_team[team] == self.wishes.scale.win(ply + 1)
    }

    fn note_cut(&mut self, ply: usize, depth: u32, m: G::Move) {
        self.order.note_cut(ply, depth, m, self.line.game().move_index(m));
    }

    fn extend_pv(&mut self, ply: usize, m: G::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
    }

    fn found(&self, best: Worth, root: Vec<(G::Move, f64)>, complete: bool) -> Found<G::Move> {
        // With more than two teams the others need not play as is expected here: only a win at once is certain.
        let all = self.line.game().teams() == 2 && self.config.common.width.is_none() && complete;
        Found {
            best: self.pv[0][0],
            score: self.wishes.scale.lead(&best, self.wishes.root),
            values: self.expected(&best),
            pv: self.pv[0].clone(),
            root,
            complete,
            guessed: self.guessed,
            proved: self.wishes.scale.proof(&best, self.wishes.root, all, self.guessed),
        }
    }

    fn expected(&self, worth: &Worth) -> Vec<f64> {
        self.wishes.scale.expected(self.line.game(), self.heuristic, worth)
    }
}

fn width(config: &Config) -> usize {
    config.common.width.unwrap_or(usize::MAX)
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Deepens<G::Move> for Search<'_, G, H, P> {
    fn iterate(&mut self, depth: u32, control: &Control<'_, G::Move>) -> Option<Found<G::Move>> {
        self.pv.resize_with(depth as usize + 1, Vec::new);
        self.guessed = false;
        let team = self.wishes.root;
        self.frames.clear();
        self.frames.push(Frame { team, best: None, at_last: false, must_beat: false });
        let mut best: Option<(Worth, u32)> = None;
        let mut root = Vec::new();
        for i in 0..self.root.len() {
            let ordered = self.root[i];
            self.frames[0].at_last = i + 1 == self.root.len();
            self.frames[0].must_beat =
                best.is_some_and(|(_, place)| self.must_beat(team, ordered.place, place));
            let Some(reply) = self.after(ordered.m, depth - 1, 0, control) else {
                return best.map(|(best, _)| self.found(best, root, false));
            };
            // What is blocked here is worse than what is known.
            let Known::Exact(worth) = reply.what else { continue };
            root.push((ordered.m, self.expected(&worth)[self.line.to_move().index()]));
            if self.prefers(team, (worth, ordered.place), best) {
                best = Some((worth, ordered.place));
                self.frames[0].best = Some(worth);
                self.extend_pv(0, ordered.m);
                // The best move first, the others as they were: the next iteration starts from the best bound.
                self.root[..=i].rotate_right(1);
            }
        }
        best.map(|(best, _)| self.found(best, root, true))
    }

    fn nodes(&self) -> u64 {
        self.budget.spent()
    }
}

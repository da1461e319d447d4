//! The tree walk: alpha-beta on positions that are copied, since turns are skipped in some.
use crate::multi::deepen::{Deepens, Found};
use crate::multi::memory::{Bound, Entry, Memory};
use crate::multi::order::{Order, Ordered, at_root, by_prior, keep_best};
use crate::multi::reply::Others;
use crate::multi::worth::{Scale, Worth};
use crate::{Budget, Control, Heuristic, Limits, Policy};
use hoppity_rules::random::mix;
use hoppity_rules::{Game, Line, Outcome, Random, Reasons, Seat};

pub(super) struct Search<'s, G: Game, H: Heuristic<G>, P> {
    game: G,
    start: Stand<G, H>,
    heuristic: &'s H,
    policy: &'s P,
    others: Others,
    width: usize,
    scale: Scale,
    /// The team that searches.
    team: usize,
    table: &'s mut Memory,
    budget: Budget,
    order: Order<G::Move>,
    /// The root moves, best of the last iteration first.
    root: Vec<Ordered<G::Move>>,
    /// The keys of all positions of the game and of the present line; empty where repetition means nothing.
    keys: Vec<u64>,
    /// By ply: the best line found from there on.
    pv: Vec<Vec<G::Move>>,
    /// Whether a heuristic had a say in this iteration.
    guessed: bool,
}

/// A position with what is kept along the way to it.
struct Stand<G: Game, H: Heuristic<G>> {
    state: G::State,
    acc: H::Acc,
}

impl<G: Game, H: Heuristic<G>> Clone for Stand<G, H> {
    fn clone(&self) -> Self {
        Stand { state: self.state.clone(), acc: self.acc.clone() }
    }
}

/// Whose move it is, and how free.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The searcher's team, which takes what is best for it.
    Own,
    /// Any one opponent's, after this own seat has moved.
    Any(Seat),
    /// An opponent's; nobody else has moved freely yet.
    Free,
    /// An opponent's, who plays the first move by order.
    Forced,
}

/// What is known of a node.
#[derive(Clone, Copy)]
struct Scored {
    worth: Worth,
    /// A counter or a repetition had a say.
    on_path: bool,
}

/// The moves of a node, each with the number of the position that it is played in: whose turn it is differs.
type Choices<G, H> = (Vec<Stand<G, H>>, Vec<Ordered<(usize, <G as Game>::Move)>>);

impl<'s, G: Game, H: Heuristic<G>, P: Policy<G>> Search<'s, G, H, P> {
    pub(super) fn new(
        line: &Line<G>,
        (heuristic, policy): (&'s H, &'s P),
        others: Others,
        width: usize,
        table: &'s mut Memory,
        limits: &Limits,
        rng: &mut Random,
    ) -> Self {
        let game = line.game().clone();
        let state = line.state().clone();
        Search {
            root: at_root(&game, policy, &state, width, rng),
            start: Stand { acc: heuristic.start(&game, &state), state },
            heuristic,
            policy,
            others,
            width,
            scale: Scale::new(&game, heuristic),
            team: game.team(line.to_move()).index(),
            table,
            budget: Budget::new(limits.nodes, limits.time),
            order: Order::new(&game),
            keys: keys(line),
            pv: Vec::new(),
            guessed: false,
            game,
        }
    }

    /// Plays `m` in `before` at `ply` and looks `depth` plies on, for values between `alpha` and `beta`, which are what the
    /// searcher's team gets.
    #[allow(
        clippy::too_many_arguments,
        reason = "the window, the place and the control are all there is to a node"
    )]
    fn after(
        &mut self,
        before: &Stand<G, H>,
        turn: Turn,
        m: G::Move,
        depth: u32,
        ply: usize,
        (alpha, beta): (i64, i64),
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        if !self.budget.spend(control) {
            return None;
        }
        let mover = self.game.to_move(&before.state);
        let mut stand = before.clone();
        self.heuristic.apply(&self.game, &mut stand.acc, &before.state, m);
        self.game.play(&mut stand.state, m);
        if !self.keys.is_empty() {
            self.keys.push(self.game.key(&stand.state));
        }
        let scored = self.child(stand, turn, mover, depth, ply + 1, (alpha, beta), control);
        self.keys.pop();
        scored
    }

    /// What a position is worth that `mover` has come to; `turn`: what the next one may do.
    #[allow(
        clippy::too_many_arguments,
        reason = "the window, the place and the control are all there is to a node"
    )]
    fn child(
        &mut self,
        stand: Stand<G, H>,
        turn: Turn,
        mover: Seat,
        depth: u32,
        ply: usize,
        window: (i64, i64),
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        self.pv[ply].clear();
        let game = &self.game;
        let ended = game.outcome(&stand.state).or_else(|| self.repeated(&stand.state));
        if let Some(outcome) = ended.or_else(|| self.policy.ending(game, &stand.state)) {
            let worth = self.scale.of_outcome(&outcome, ply);
            return Some(Scored { worth, on_path: outcome.is_on_path() });
        }
        if depth == 0 {
            self.guessed = true;
            let values = self.heuristic.values(game, &stand.state, &stand.acc);
            return Some(Scored { worth: self.scale.of_values(&values), on_path: false });
        }
        let (stand, turn) = self.hand_on(stand, turn, mover);
        self.node(&stand, turn, depth, ply, window, control)
    }

    /// Who is to move next, and in which position.
    fn hand_on(&self, stand: Stand<G, H>, turn: Turn, mover: Seat) -> (Stand<G, H>, Turn) {
        let next_is_own = self.is_own(self.game.to_move(&stand.state));
        let given = |own: bool, after: Seat| {
            let mut seats = self.seats_after(after).filter(|&seat| self.is_own(seat) == own);
            seats.find_map(|seat| self.with_turn(&stand, seat))
        };
        match turn {
            Turn::Own if self.others == Others::Skip => match given(false, mover) {
                Some(_) => (stand, Turn::Any(mover)),
                None => (stand, Turn::Own),
            },
            // Where turns cannot be given, the other opponents have theirs first.
            Turn::Any(own) => match given(true, own) {
                Some(stand) => (stand, Turn::Own),
                None => (stand, turn),
            },
            _ if next_is_own => (stand, Turn::Own),
            Turn::Own => (stand, Turn::Free),
            _ => (stand, turn),
        }
    }

    fn is_own(&self, seat: Seat) -> bool {
        self.game.team(seat).index() == self.team
    }

    /// All seats in the order of turns, this one last.
    fn seats_after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<G, H, P> {
        let seats = self.game.seats();
        (1..=seats).map(move |step| Seat::new((seat.index() + step) % seats))
    }

    /// The position with this seat on move, where that can be.
    fn with_turn(&self, stand: &Stand<G, H>, seat: Seat) -> Option<Stand<G, H>> {
        if self.game.to_move(&stand.state) == seat {
            return Some(stand.clone());
        }
        let state = self.game.with_turn(&stand.state, seat)?;
        Some(Stand { acc: self.heuristic.start(&self.game, &state), state })
    }

    /// The moves that `turn` allows, best priors first.
    fn choices(&self, stand: &Stand<G, H>, turn: Turn) -> Choices<G, H> {
        let stands: Vec<Stand<G, H>> = match turn {
            Turn::Any(own) => {
                let opponents = self.seats_after(own).filter(|&seat| !self.is_own(seat));
                opponents.filter_map(|seat| self.with_turn(stand, seat)).collect()
            }
            _ => vec![stand.clone()],
        };
        let width = if turn == Turn::Forced { 1 } else { self.width };
        let mut all = Vec::new();
        for (number, stand) in stands.iter().enumerate() {
            let moves = by_prior(&self.game, self.policy, &stand.state, width);
            all.extend(moves.into_iter().map(|o| Ordered { m: (number, o.m), prior: o.prior, place: 0 }));
        }
        (stands, keep_best(all, width))
    }

    /// The worth of an unfinished position, `depth` ≥ 1 plies deep.
    fn node(
        &mut self,
        stand: &Stand<G, H>,
        turn: Turn,
        depth: u32,
        ply: usize,
        (mut alpha, mut beta): (i64, i64),
        control: &Control<'_, G::Move>,
    ) -> Option<Scored> {
        let key = self.game.key(&stand.state) ^ self.salt(turn);
        let stored = self.table.get(key);
        if let Some(entry) = stored
            && entry.depth == depth
            && self.keys.is_empty()
            && self.game.horizon(&stand.state).is_none_or(|plies| plies > depth)
        {
            let worth = self.scale.moved(entry.worth, -(ply as i64));
            let value = worth.by_team[self.team];
            let holds = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::None => false,
            };
            if holds {
                self.guessed |= entry.guessed;
                return Some(Scored { worth, on_path: false });
            }
        }
        let (stands, mut choices) = self.choices(stand, turn);
        self.order.sort(ply, stored.and_then(|entry| entry.mv), &mut choices, |&(_, m)| {
            (m, self.game.move_index(m))
        });
        let sign = if turn == Turn::Own { 1 } else { -1 };
        let (alpha_before, beta_before) = (alpha, beta);
        let guessed_before = std::mem::take(&mut self.guessed);
        let mut best: Option<(Worth, G::Move)> = None;
        let mut on_path = false;
        for ordered in choices {
            let (number, m) = ordered.m;
            let next = if turn == Turn::Free && ordered.place > 0 { Turn::Forced } else { turn };
            let scored = self.after(&stands[number], next, m, depth - 1, ply, (alpha, beta), control)?;
            on_path |= scored.on_path;
            let value = scored.worth.by_team[self.team];
            if best.is_none_or(|(best, _)| sign * value > sign * best.by_team[self.team]) {
                best = Some((scored.worth, m));
                if alpha < value && value < beta {
                    self.extend_pv(ply, m);
                }
            }
            if turn == Turn::Own {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                self.order.note_cut(ply, depth, m, self.game.move_index(m));
                break;
            }
        }
        let guessed = self.guessed;
        self.guessed |= guessed_before;
        let (worth, m) = best.expect("an unfinished position has moves");
        let value = worth.by_team[self.team];
        let bound = match value {
            _ if on_path => Bound::None,
            v if v >= beta_before => Bound::Lower,
            v if v <= alpha_before => Bound::Upper,
            _ => Bound::Exact,
        };
        let mv = Some(self.game.move_index(m) as u32);
        self.table.put(key, Entry { worth: self.scale.moved(worth, ply as i64), bound, depth, mv, guessed });
        Some(Scored { worth, on_path })
    }

    /// Told apart in the table: who searches, and what the side on move may do.
    fn salt(&self, turn: Turn) -> u64 {
        let turn = match turn {
            Turn::Own => 0,
            Turn::Free => 1,
            Turn::Forced => 2,
            Turn::Any(own) => 3 + own.index() as u64,
        };
        mix(self.team as u64 | turn << 8)
    }

    /// The draw by repetition, if the last position of the line has stood so often.
    fn repeated(&self, s: &G::State) -> Option<Outcome> {
        let limit = self.game.repetition()?;
        let (last, before) = self.keys.split_last()?;
        let stood = 1 + before.iter().filter(|&key| key == last).count();
        (stood >= usize::from(limit)).then(|| self.game.broken_off(s, Reasons::REPETITION))
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
        // With more than two seats the search is not the game: only a win at once is certain.
        let all = self.game.seats() == 2 && self.width == usize::MAX && complete;
        Found {
            best: self.pv[0][0],
            score: self.scale.lead(&best, self.team),
            values: self.scale.expected(&self.game, self.heuristic, &best),
            pv: self.pv[0].clone(),
            root,
            complete,
            guessed: self.guessed,
            proved: self.scale.proof(&best, self.team, all, self.guessed),
        }
    }
}

/// The keys of all positions of a game so far; none where repetition means nothing.
fn keys<G: Game>(line: &Line<G>) -> Vec<u64> {
    let game = line.game();
    if game.repetition().is_none() {
        return Vec::new();
    }
    let mut again = Line::from_state(game.clone(), line.start().clone());
    let mut keys = vec![game.key(again.state())];
    for m in line.moves() {
        again.push(m);
        keys.push(game.key(again.state()));
    }
    keys
}

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Deepens<G::Move> for Search<'_, G, H, P> {
    fn iterate(&mut self, depth: u32, control: &Control<'_, G::Move>) -> Option<Found<G::Move>> {
        self.pv.resize_with(depth as usize + 1, Vec::new);
        self.guessed = false;
        let start = self.start.clone();
        let seat = self.game.to_move(&start.state).index();
        let (mut best, mut alpha): (Option<Worth>, i64) = (None, -1);
        let mut root = Vec::new();
        for i in 0..self.root.len() {
            let ordered = self.root[i];
            let window = (alpha, i64::MAX);
            let Some(scored) = self.after(&start, Turn::Own, ordered.m, depth - 1, 0, window, control) else {
                return best.map(|best| self.found(best, root, false));
            };
            let value = scored.worth.by_team[self.team];
            if value > alpha {
                alpha = value;
                best = Some(scored.worth);
                self.extend_pv(0, ordered.m);
                root.push((ordered.m, self.scale.expected(&self.game, self.heuristic, &scored.worth)[seat]));
                // The best move first, the others as they were: the next iteration starts from the best bound.
                self.root[..=i].rotate_right(1);
            }
        }
        best.map(|best| self.found(best, root, true))
    }

    fn nodes(&self) -> u64 {
        self.budget.spent()
    }
}

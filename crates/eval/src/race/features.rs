//! The evaluation of race games: what each side still has to go, as a weighted sum of features.
use super::tables::Tables;
use super::{Cells, Race, bits, both, cells, count, either, has, is_empty, set, without};
use crate::weights::{Feature, Weights};
use hoppity_rules::{MAX_SEATS, Seat};
use hoppity_search::{Heuristic, Values};
use std::sync::Arc;

/// Where each feature stands in [`FEATURES`].
pub(super) mod id {
    pub(in crate::race) const DISTANCE: usize = 0;
    pub(in crate::race) const STEPS: usize = 1;
    pub(in crate::race) const STRAGGLERS: usize = 2;
    pub(in crate::race) const HOME: usize = 3;
    pub(in crate::race) const ASIDE: usize = 4;
    pub(in crate::race) const FILL: usize = 5;
    /// Those before this one are sums over single men.
    pub(in crate::race) const OF_A_MAN: usize = 6;
    pub(in crate::race) const PARITY: usize = 6;
    pub(in crate::race) const COHESION: usize = 7;
    pub(in crate::race) const JUMP: usize = 8;
    pub(in crate::race) const THREAT: usize = 9;
    pub(in crate::race) const BLOCKED: usize = 10;
    pub(in crate::race) const SQUAT: usize = 11;
    pub(in crate::race) const SHUT: usize = 12;
    pub(in crate::race) const LOCKED: usize = 13;
    pub(in crate::race) const DETOUR: usize = 14;
    pub(in crate::race) const TEMPO: usize = 15;
}

const fn feature(name: &'static str, about: &'static str) -> Feature {
    Feature { name, about }
}

/// What race evaluations count, by seat. All but the marked ones are costs: the less the better.
pub const FEATURES: [Feature; 16] = [
    feature("distance", "to the tip of the goal, and one more outside it, over all men"),
    feature("steps", "steps to the nearest goal cell, over all men"),
    feature("stragglers", "squares of the distances, over all men, as parts of the furthest distance"),
    feature("home", "men in the own camp"),
    feature("aside", "steps off the line between the two camps, over all men"),
    feature("fill", "of men in the goal the distance to its tip, of others one more than the furthest there"),
    feature(
        "parity",
        "men that have to change their parity class, which hops never do: as many steps are needed",
    ),
    feature("cohesion", "pairs of men side by side (a gain)"),
    feature("jump", "the distance that the longest chain of hops gains, for the seat to move (a gain)"),
    feature("threat", "the distance that the longest chain of hops gains, for the others (a gain)"),
    feature("blocked", "men outside the goal that can neither step nor hop"),
    feature("squat", "goal cells held by others, where only own men fill the goal"),
    feature(
        "shut",
        "men of others in the goal beside own ones that can neither step nor hop, where only own men fill it",
    ),
    feature(
        "locked",
        "the distances of men of others that cannot leave the goal before own men make way, where only own men fill it",
    ),
    feature(
        "detour",
        "of the last three open goal cells, how much further they are than the goal's nearest cell",
    ),
    feature("tempo", "being to move (a gain)"),
];

/// How many goal cells that lack an own man are looked at one by one.
const LAST_OPEN: i32 = 3;

/// The features that look at who is in whose way.
const TROUBLE: [usize; 5] = [id::BLOCKED, id::SQUAT, id::SHUT, id::LOCKED, id::DETOUR];

/// Values a team by how much less it has to go than the others: the weighted sum of [`FEATURES`], all its men together.
/// The values of all seats sum to a constant.
///
/// Expected scores are the softmax over teams of what is left to go, in units of [`Race::clear_lead`].
#[derive(Clone, Debug)]
pub struct RaceEval {
    tables: Arc<Tables>,
}

/// What is kept along a line of play, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceAcc {
    /// The weighted features of single men.
    placed: [i32; MAX_SEATS],
    /// Men by parity class.
    classes: [[i8; 4]; MAX_SEATS],
    /// Pairs of men side by side.
    pairs: [i32; MAX_SEATS],
}

impl RaceEval {
    /// The evaluation of a game with these weights, which are of [`FEATURES`].
    pub fn new<G: Race>(game: &G, weights: &Weights) -> RaceEval {
        RaceEval { tables: Arc::new(Tables::new(game, weights.values())) }
    }

    /// Every feature of a position by seat, unweighted, from scratch.
    pub fn features<G: Race>(&self, game: &G, s: &G::State) -> Vec<[f64; FEATURES.len()]> {
        let acc = self.start(game, s);
        let mut hops = Hops::default();
        self.look_at_hops(game, s, &mut hops);
        let to_move = game.to_move(s);
        let of_seat = |seat: Seat| {
            let tables = &self.tables.seats[seat.index()];
            let men = game.men(s, seat);
            let mut features = [0.0; FEATURES.len()];
            for cell in cells(men) {
                features.iter_mut().zip(&tables.features[cell]).for_each(|(sum, feature)| *sum += feature);
            }
            let moves = seat == to_move;
            let gain = f64::from(hops.gain[seat.index()]);
            features[id::PARITY] = f64::from(self.parity(&acc, seat.index()));
            features[id::COHESION] = f64::from(self.pairs(men));
            features[id::JUMP] = if moves { gain } else { 0.0 };
            features[id::THREAT] = if moves { 0.0 } else { gain };
            self.trouble(game, s, seat, &hops, |_| true, |id, found| features[id] = f64::from(found));
            features[id::TEMPO] = f64::from(u8::from(moves));
            features
        };
        Seat::all(game.seats()).map(of_seat).collect()
    }

    #[inline]
    fn walk<G: Race>(
        &self,
        game: &G,
        acc: &mut RaceAcc,
        before: &G::State,
        (from, to): (usize, usize),
        back: bool,
    ) {
        let seat = game.to_move(before).index();
        let placed = &self.tables.seats[seat].placed;
        let gain = placed[to] - placed[from];
        acc.placed[seat] += if back { -gain } else { gain };
        let step = if back { -1 } else { 1 };
        acc.classes[seat][from >> 6 & 3] -= step;
        acc.classes[seat][to >> 6 & 3] += step;
        if self.tables.scaled[id::COHESION] != 0 {
            let others = without(game.men(before, Seat::new(seat)), set([from]));
            let beside = |cell: usize| count(both(self.tables.lattice.steps[cell], others));
            acc.pairs[seat] += i32::from(step) * (beside(to) - beside(from));
        }
    }

    fn pairs(&self, men: Cells) -> i32 {
        cells(men).map(|cell| count(both(self.tables.lattice.steps[cell], men))).sum::<i32>() / 2
    }

    #[inline]
    fn parity(&self, acc: &RaceAcc, seat: usize) -> i32 {
        let wanted = &self.tables.seats[seat].goal_classes;
        acc.classes[seat].iter().zip(wanted).map(|(&has, &wants)| i32::from((has - wants).max(0))).sum()
    }

    #[inline]
    fn look_at_hops<G: Race>(&self, game: &G, s: &G::State, hops: &mut Hops) {
        let seats = game.seats();
        let mut men = [[0; 4]; MAX_SEATS];
        Seat::all(seats).for_each(|seat| men[seat.index()] = game.men(s, seat));
        game.visit_hops(s, |class, hoppers, part| {
            hops.can[class & 3] |= hoppers;
            for (seat, tables) in self.tables.seats.iter().enumerate() {
                let own = hoppers & men[seat][class & 3];
                if own == 0 {
                    continue;
                }
                let distances = &tables.distance[class << 6 & 0xc0..][..64];
                let mut furthest = 0;
                bits(own).for_each(|bit| furthest = furthest.max(distances[bit]));
                // Most parts are small, and most men next to one are not far behind it.
                let mut nearest = furthest;
                bits(part).for_each(|bit| nearest = nearest.min(distances[bit]));
                let gain = i32::from(furthest - nearest);
                hops.gain[seat] = hops.gain[seat].max(gain);
            }
        });
    }

    /// Tells of those features of [`TROUBLE`] that are wanted what they are, unless they are 0.
    #[inline]
    fn trouble<G: Race>(
        &self,
        game: &G,
        s: &G::State,
        seat: Seat,
        hops: &Hops,
        wants: impl Fn(usize) -> bool,
        mut tell: impl FnMut(usize, i32),
    ) {
        let tables = &self.tables.seats[seat.index()];
        let own = game.men(s, seat);
        let missing = without(tables.goal, own);
        let (late, own_only) = (count(missing) <= LAST_OPEN, !self.tables.anyone_fills);
        let may_block = wants(id::BLOCKED);
        let may_shut = wants(id::SHUT) && own_only && missing != tables.goal;
        let may_lock = wants(id::LOCKED) && own_only && 2 * count(missing) <= count(tables.goal);
        let may_squat = wants(id::SQUAT) && own_only && late;
        let may_detour = wants(id::DETOUR) && late;
        if !(may_block || may_shut || may_lock || may_squat || may_detour) {
            return;
        }
        let all = Seat::all(game.seats()).fold([0; 4], |all, seat| either(all, game.men(s, seat)));
        let empty = without(game.board(), all);
        let beside = |cell: usize, set: Cells| !is_empty(both(self.tables.lattice.steps[cell], set));
        let stuck = |cell: &usize| !has(hops.can, *cell) && !beside(*cell, empty);
        let held = both(missing, all);
        if may_block {
            tell(id::BLOCKED, cells(without(own, tables.goal)).filter(stuck).count() as i32);
        }
        if may_shut {
            let shut = cells(held).filter(stuck).filter(|&cell| beside(cell, own));
            tell(id::SHUT, shut.count() as i32);
        }
        if may_lock && !is_empty(held) {
            tell(id::LOCKED, self.locked(game, s, seat));
        }
        if may_squat {
            tell(id::SQUAT, count(held));
        }
        if may_detour {
            let open = if own_only { missing } else { without(missing, all) };
            tell(id::DETOUR, self.detour(seat.index(), without(own, tables.goal), open));
        }
    }

    /// How far men of others have to go that are locked in the goal.
    fn locked<G: Race>(&self, game: &G, s: &G::State, seat: Seat) -> i32 {
        let tables = &*self.tables;
        let (own, goal) = (game.men(s, seat), tables.seats[seat.index()].goal);
        let others = Seat::all(game.seats()).filter(|&other| other != seat);
        let far = |other: Seat| -> i32 {
            let held = cells(both(goal, game.men(s, other)));
            let locked = held.filter(|&man| tables.lattice.is_locked(man, goal, own));
            locked.map(|man| i32::from(tables.seats[other.index()].distance[man])).sum()
        };
        others.map(far).sum()
    }

    fn detour(&self, seat: usize, outside: Cells, open: Cells) -> i32 {
        let tables = &self.tables.seats[seat];
        let ways = tables.steps_to.iter().filter(|(cell, _)| has(open, *cell));
        let detour = |(_, steps): &(usize, Box<[u8; 256]>)| {
            cells(outside).map(|man| i32::from(steps[man]) - i32::from(tables.steps[man])).min().unwrap_or(0)
        };
        ways.map(detour).sum()
    }

    /// What each seat has to go.
    #[inline]
    fn costs<G: Race>(&self, game: &G, s: &G::State, acc: &RaceAcc) -> [i32; MAX_SEATS] {
        let tables = &*self.tables;
        let weights = &tables.scaled;
        let mut costs = acc.placed;
        let seats = game.seats();
        if weights[id::PARITY] != 0 {
            for (seat, cost) in costs[..seats].iter_mut().enumerate() {
                *cost += weights[id::PARITY] * self.parity(acc, seat);
            }
        }
        if weights[id::COHESION] != 0 {
            costs.iter_mut().zip(acc.pairs).for_each(|(cost, pairs)| *cost -= weights[id::COHESION] * pairs);
        }
        let to_move = game.to_move(s).index();
        costs[to_move] -= weights[id::TEMPO];
        let mut hops = Hops::default();
        if tables.looks_at_hops {
            self.look_at_hops(game, s, &mut hops);
            for (seat, cost) in costs[..seats].iter_mut().enumerate() {
                let weight = if seat == to_move { weights[id::JUMP] } else { weights[id::THREAT] };
                *cost -= weight * hops.gain[seat];
            }
        }
        if TROUBLE.iter().any(|&id| weights[id] != 0) {
            for (seat, cost) in Seat::all(seats).zip(&mut costs) {
                let wants = |id: usize| weights[id] != 0;
                self.trouble(game, s, seat, &hops, wants, |id, found| *cost += weights[id] * found);
            }
        }
        costs.map(|cost| (cost + tables.middle).clamp(0, 2 * tables.middle))
    }
}

/// What hops there are.
#[derive(Default)]
struct Hops {
    /// By seat, what the longest chain gains.
    gain: [i32; MAX_SEATS],
    /// Men that can hop.
    can: Cells,
}

impl<G: Race> Heuristic<G> for RaceEval {
    type Acc = RaceAcc;

    fn sum(&self, game: &G) -> i32 {
        (game.teams() * game.seats()) as i32 * 2 * self.tables.middle
    }

    fn start(&self, game: &G, s: &G::State) -> RaceAcc {
        let mut acc = RaceAcc { placed: [0; MAX_SEATS], classes: [[0; 4]; MAX_SEATS], pairs: [0; MAX_SEATS] };
        for (seat, tables) in self.tables.seats.iter().enumerate() {
            let men = game.men(s, Seat::new(seat));
            acc.placed[seat] = cells(men).map(|cell| tables.placed[cell]).sum();
            acc.classes[seat] = men.map(|word| word.count_ones() as i8);
            if self.tables.scaled[id::COHESION] != 0 {
                acc.pairs[seat] = self.pairs(men);
            }
        }
        acc
    }

    #[inline]
    fn apply(&self, game: &G, acc: &mut RaceAcc, before: &G::State, m: G::Move) {
        if let Some(way) = game.travel(m) {
            self.walk(game, acc, before, way, false);
        }
    }

    #[inline]
    fn undo(&self, game: &G, acc: &mut RaceAcc, before: &G::State, m: G::Move) {
        if let Some(way) = game.travel(m) {
            self.walk(game, acc, before, way, true);
        }
    }

    fn values(&self, game: &G, s: &G::State, acc: &RaceAcc) -> Values {
        let costs = self.costs(game, s, acc);
        let (seats, teams) = (game.seats(), game.teams() as i32);
        let all: i32 = costs[..seats].iter().sum();
        let mut by_team = [0; MAX_SEATS];
        for seat in Seat::all(seats) {
            by_team[game.team(seat).index()] += costs[seat.index()];
        }
        let partners = (seats as i32 / teams).max(1);
        let level = teams * 2 * self.tables.middle;
        let mut values = [0; MAX_SEATS];
        for seat in Seat::all(seats) {
            // What all have to go, less what that would be if every team had as far to go as this one: over the teams
            // these sum to nothing.
            let ahead = all - teams * by_team[game.team(seat).index()];
            values[seat.index()] = level + ahead / partners;
        }
        values
    }

    fn expected(&self, game: &G, values: &Values) -> [f64; MAX_SEATS] {
        let (seats, teams) = (game.seats(), game.teams());
        let partners = (seats / teams) as f64;
        let unit = f64::from(self.tables.unit) * game.clear_lead();
        let mut scores = crate::softmax(values, seats, unit * teams as f64 / partners);
        // Partners were counted one by one, and share their score.
        scores[..seats].iter_mut().for_each(|score| *score *= partners);
        scores
    }
}

//! What a search has found.
use super::proof::Proven;
use super::tree::{NodeId, Tree, View};
use super::walk::Walk;
use crate::{Action, Decision, Heuristic, Policy, RootMove};
use hoppity_rules::{Game, Team};
use std::cmp::Ordering;

impl<G: Game, H: Heuristic<G>, P: Policy<G>> Walk<'_, G, H, P> {
    /// The decision as things stand.
    pub(super) fn decision(&self) -> Decision<G::Move> {
        const ROOT: NodeId = NodeId::ROOT;
        let (game, view) = (self.line.game(), self.tree.view(ROOT));
        let team = game.team(self.line.to_move());
        let root: Vec<RootMove<G::Move>> =
            self.line.legal_moves().iter().map(|&m| self.root_move(&view, team, m)).collect();
        let best = view.moves[best(&view, team)];
        let score = root.iter().find(|r| r.mv == best).and_then(|r| r.value);
        let proven = self.tree.proven(ROOT);
        let values = if proven.is_some() {
            proven.payoffs(game)[..game.seats()].to_vec()
        } else if self.sims > 0 {
            self.totals[..game.seats()].iter().map(|total| total / self.sims as f64).collect()
        } else {
            Vec::new()
        };
        Decision {
            action: Action::Play(best),
            values,
            score,
            pv: self.principal_variation(),
            root,
            sims: self.sims,
            depth: self.depth,
            proved: proven.is_some().then(|| proven.into()),
            ..Decision::play(best)
        }
    }

    fn root_move(&self, view: &View<'_, G::Move>, team: Team, m: G::Move) -> RootMove<G::Move> {
        let prospect = self.root_prospects.iter().find(|prospect| prospect.mv == m);
        let bonus = self.config.bias > 0.0 || self.config.virtual_visits > 0.0;
        let prior = prospect.map(|p| if bonus { p.bonus.into() } else { p.prior.into() });
        let Some(at) = view.moves.iter().position(|&other| other == m) else {
            let proved = self.threat.is_some().then(|| self.threat.into());
            return RootMove { prior, proved, ..RootMove::new(m) };
        };
        let proven = view.proven[at];
        let visits = view.visits[at];
        let value = if proven.is_some() {
            Some(proven.payoff(team))
        } else {
            (visits > 0).then(|| view.mean[at].into())
        };
        let rave = self.config.rave > 0.0;
        RootMove {
            visits: visits.into(),
            value,
            rave: rave.then(|| f64::from(view.amaf_total[at] / view.amaf_visits[at])),
            prior,
            proved: proven.is_some().then(|| proven.into()),
            mv: m,
        }
    }

    /// The best line, at least one move long.
    fn principal_variation(&self) -> Vec<G::Move> {
        let game = self.line.game();
        let mut line = self.line.clone();
        let mut at = Some(Tree::<G::Move>::ROOT);
        let mut pv = Vec::new();
        while let Some(node) = at {
            let view = self.tree.view(node);
            let index = best(&view, game.team(line.to_move()));
            if !pv.is_empty() && view.visits[index] == 0 {
                break;
            }
            let m = view.moves[index];
            pv.push(m);
            line.push(m);
            at = self.tree.below(self.tree.branch(node, index));
        }
        pv
    }
}

/// The index of the move to play: one that is proved to win; else the one visited most that is not proved to lose, unless a
/// proved result is worth more; of equal ones the one of the highest mean, then the first by order of moves.
fn best<M: Ord>(view: &View<'_, M>, team: Team) -> usize {
    let value = |i: usize| match view.proven[i] {
        Proven::NOT => f64::from(view.mean[i]),
        proven => proven.payoff(team),
    };
    let open = |i: usize| !view.proven[i].is_some();
    let by_visits = |a: &usize, b: &usize| {
        let (a, b) = (*a, *b);
        let visits = view.visits[a].cmp(&view.visits[b]);
        visits.then(value(a).total_cmp(&value(b))).then(view.moves[b].cmp(&view.moves[a]))
    };
    let by_value = |a: &usize, b: &usize| match value(*a).total_cmp(&value(*b)) {
        Ordering::Equal => by_visits(a, b),
        order => order,
    };
    let all = 0..view.moves.len();
    let proved = all.clone().filter(|&i| !open(i)).max_by(by_value);
    let untold = all.filter(|&i| open(i)).max_by(by_visits);
    match (proved, untold) {
        (Some(proved), Some(untold)) if value(proved) > value(untold) && view.visits[untold] > 0 => proved,
        (Some(proved), Some(_)) if value(proved) == 1.0 => proved,
        (_, Some(untold)) => untold,
        (proved, None) => proved.expect("a move"),
    }
}

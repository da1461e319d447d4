//! Which move a simulation follows: an upper bound on the value of each, in a few passes over the statistics that lie side
//! by side.
use super::Config;
use super::tree::View;
use hoppity_rules::Team;

/// The value of a move that has to be tried before any other is tried again.
const FIRST: f32 = 1e6;

/// The moves' upper bounds, and the best of them.
#[derive(Debug, Default)]
pub(super) struct Selector {
    bounds: Vec<f32>,
}

/// Whose score a choice is for, or against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) team: Team,
    pub(super) against: bool,
}

impl Selector {
    /// The index of the move of highest bound, of equal ones the first; `None` where all are proved. `outlook` says whose
    /// outlook counts, where any does; `more` is told the bounds before they are compared.
    pub(super) fn select<M>(
        &mut self,
        config: &Config,
        view: &View<'_, M>,
        outlook: Option<Side>,
        node_visits: u32,
        more: impl FnOnce(&mut [f32]),
    ) -> Option<usize> {
        self.bounds.clear();
        self.means(config, view);
        if let Some(side) = outlook {
            let moves = self.bounds.iter_mut().zip(view.visits).zip(view.outlook.of(side.team));
            for ((bound, &visits), score) in moves {
                let outlook = if side.against { 1.0 - score } else { score };
                let weight = if visits == 0 { 1.0 } else { config.minimax };
                *bound += weight * (outlook - *bound);
            }
        }
        if config.exploration > 0.0 {
            self.explore(config, view, node_visits);
        }
        let bonus = self.bounds.iter_mut().zip(view.bonus).zip(view.visits);
        for ((bound, bonus), &visits) in bonus {
            *bound += bonus / (count(visits) + 1.0).sqrt();
        }
        more(&mut self.bounds);
        if config.widening > 1.0 {
            self.bounds.truncate(width(config.widening, view, node_visits));
        }
        best(&self.bounds)
    }

    /// Estimates of the moves' values.
    fn means<M>(&mut self, config: &Config, view: &View<'_, M>) {
        let own = view.visits.iter().zip(view.mean);
        let amaf = view.amaf_visits.iter().zip(view.amaf_total);
        let both = own.zip(amaf);
        if config.rave > 0.0 {
            let k = config.rave;
            self.bounds.extend(both.map(|((&visits, mean), (amaf_visits, amaf_total))| {
                let weight = k / (k + count(visits));
                let amaf = amaf_total / amaf_visits;
                mean + weight * (amaf - mean)
            }));
        } else {
            let fpu = config.fpu.unwrap_or(FIRST);
            self.bounds.extend(both.map(|((&visits, mean), (virtual_visits, virtual_total))| {
                let visits = count(visits);
                let all = visits + virtual_visits;
                let value = (mean * visits + virtual_total) / all.max(f32::MIN_POSITIVE);
                if all > 0.0 { value } else { fpu }
            }));
        }
    }

    fn explore<M>(&mut self, config: &Config, view: &View<'_, M>, node_visits: u32) {
        let c = config.exploration;
        let log = libm::log(f64::from(node_visits.max(1))) as f32;
        let moves = self.bounds.iter_mut().zip(view.visits).zip(view.mean);
        // With RAVE or an urgency of their own moves may be looked at that have never been tried.
        if config.tuned {
            for ((bound, &visits), mean) in moves {
                let share = log / count(visits).max(1.0);
                // Of all scores in 0..1 with this mean, wins and losses alone have the largest variance.
                let variance = mean - mean * mean + (2.0 * share).sqrt();
                *bound += c * (share * variance.min(0.25)).sqrt();
            }
        } else {
            for ((bound, &visits), _) in moves {
                *bound += c * (log / count(visits).max(1.0)).sqrt();
            }
        }
    }
}

/// How many moves are looked at: two, one more for each growth of visits by the factor, and those that are proved.
fn width<M>(factor: f32, view: &View<'_, M>, node_visits: u32) -> usize {
    let growths = libm::log(f64::from(node_visits.max(1))) / libm::log(f64::from(factor));
    let mut open = 2 + growths as usize;
    let last = view.proven.iter().position(|proven| {
        open -= usize::from(!proven.is_some());
        open == 0
    });
    last.map_or(view.proven.len(), |last| last + 1)
}

/// Visits as a number to calculate with; conversions from signed integers are what vector units have.
fn count(visits: u32) -> f32 {
    visits as i32 as f32
}

/// The index of the first of the largest bounds; `None` if all are minus infinity.
fn best(bounds: &[f32]) -> Option<usize> {
    const LANES: usize = 8;
    let mut most = [f32::NEG_INFINITY; LANES];
    let chunks = bounds.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (most, &bound) in most.iter_mut().zip(chunk) {
            *most = if bound > *most { bound } else { *most };
        }
    }
    let most = most.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max);
    if most == f32::NEG_INFINITY {
        return None;
    }
    bounds.iter().position(|&bound| bound == most)
}

#[cfg(test)]
mod tests {
    use super::best;

    #[test]
    fn the_first_of_the_largest_is_found_wherever_it_is() {
        for len in 1..40 {
            for at in 0..len {
                let mut bounds = vec![0.5; len];
                bounds[at..].fill(2.0);
                assert_eq!(best(&bounds), Some(at));
                bounds[at + 1..].fill(1.0);
                assert_eq!(best(&bounds), Some(at));
            }
            assert_eq!(best(&vec![f32::NEG_INFINITY; len]), None);
        }
        assert_eq!(best(&[]), None);
    }
}

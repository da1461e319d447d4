//! The virtual games that stand in where results alone give no finite estimate; [`crate::Prior`] states the policy.

use crate::logit::{Choice, Row};
use crate::ratings::{Columns, Estimate};

/// What every prior is worth, in games.
const GAMES: f64 = 0.5;

/// Half a game for each component, half won and half lost, spread over the pairs of a member and an outsider.
/// `components` numbers the component of each member from 0.
pub(crate) fn between_components(columns: Columns, components: &[usize]) -> Vec<Choice> {
    let members = components.len();
    let mut sizes = vec![0usize; members];
    for &component in components {
        sizes[component] += 1;
    }
    let share = |member: usize| {
        let size = sizes[components[member]];
        GAMES / (size * (members - size)) as f64
    };
    let mut choices = Vec::new();
    for a in 0..members {
        for b in a + 1..members {
            if components[a] != components[b] {
                let half = 0.5 * (share(a) + share(b));
                choices.push(Choice::new(&[(columns.row(a, 1.0), half), (columns.row(b, 1.0), half)]));
            }
        }
    }
    choices
}

/// Half a game for each member of a group, spread over all others.
pub(crate) fn between_all(columns: Columns, members: usize) -> Vec<Choice> {
    between_components(columns, &(0..members).collect::<Vec<_>>())
}

/// Half a game between equals, half won by the first player and half by the second.
pub(crate) fn on_advantage(column: usize) -> Choice {
    Choice::new(&[(vec![(column, 1.0)], 0.5 * GAMES), (Row::new(), 0.5 * GAMES)])
}

/// Half a game between equals, a third each won, drawn and lost.
pub(crate) fn on_draws(column: usize) -> Choice {
    let third = GAMES / 3.0;
    Choice::new(&[(Row::new(), third), (vec![(column, 1.0)], third), (Row::new(), third)])
}

/// `ln nu` where no game was drawn, by the prior of [`on_draws`] alone. Each entry has a number of games, and the sum of
/// the odds of a win and of a loss against `nu` in them.
pub(crate) fn draws_of_none(games: &[(f64, f64)]) -> Estimate {
    let with_prior = || games.iter().copied().chain([(GAMES, 2.0)]);
    let drawn = |log_nu: f64, odds: f64| 1.0 / (1.0 + odds * libm::exp(-log_nu));
    // How many draws are expected grows with nu, and is to be what the prior has: halving finds where to the last digit.
    let (mut low, mut high) = (-100.0, 100.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        let expected = with_prior().fold(0.0, |sum, (count, odds)| sum + count * drawn(middle, odds));
        if expected < GAMES / 3.0 { low = middle } else { high = middle }
    }
    let log_nu = 0.5 * (low + high);
    let information = with_prior().fold(0.0, |sum, (count, odds)| {
        let p = drawn(log_nu, odds);
        sum + count * p * (1.0 - p)
    });
    Estimate::normal(log_nu, 1.0 / libm::sqrt(information)).marked(true)
}

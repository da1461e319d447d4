//! The star behind figures that the results alone do not give, and what stands below about it.
use crate::table::{likely, signed};
use hoppity_stats::{EloEstimate, Prior};

/// The star, where a figure is held.
pub(crate) fn star(held: bool) -> &'static str {
    if held { "*" } else { "" }
}

/// The parts of a fit that a prior holds.
pub(crate) fn parts(prior: Prior) -> Vec<&'static str> {
    let parts = [(prior.ratings, "ratings"), (prior.seats, "seats"), (prior.draws, "draws")];
    parts.into_iter().filter(|&(used, _)| used).map(|(_, part)| part).collect()
}

/// The line below ratings, where a prior holds something.
pub(crate) fn below_ratings(prior: Prior) -> Option<String> {
    let parts = parts(prior).join(", ");
    prior.any().then(|| format!("* held by a prior ({parts}): the results alone give no finite estimate"))
}

/// Elo of counts in a line: with its interval, and with its error where the interval is not far from `± error`.
pub(crate) fn elo_line(e: &EloEstimate) -> String {
    let mark = |figure: &str| star(e.held.contains(&figure));
    let (elo, low, high) = (signed(e.elo), signed(e.elo_low), signed(e.elo_high));
    let differs = |end: f64| ((end - e.elo).abs() - e.elo_error).abs() > 0.1 * e.elo_error;
    let error = if differs(e.elo_low) || differs(e.elo_high) {
        String::new()
    } else {
        format!(" ± {:.1}{}", e.elo_error, mark("elo_error"))
    };
    let (here, below, above) = (mark("elo"), mark("elo_low"), mark("elo_high"));
    format!("Elo       {elo}{here}{error} (95 % interval {low}{below} to {high}{above})")
}

/// The likelihood of being the stronger in a line.
pub(crate) fn los_line(e: &EloEstimate) -> String {
    format!("stronger  with a likelihood of {}{}", likely(e.los), star(e.held.contains(&"los")))
}

/// The line below figures of counts, where one of them is held.
pub(crate) fn below_counts(e: &EloEstimate) -> Option<&'static str> {
    let shown = e.held.iter().any(|&figure| figure != "elo_error");
    shown.then_some(
        "* held: no result differs from the others, or there is none; an empty class counts 0.001, and an end without a limit is ±2400 or more",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoppity_stats::{Wdl, elo};

    #[test]
    fn errors_stand_where_the_interval_is_even() {
        let line = |w, d, l| elo_line(&elo::from_wdl(Wdl::new(w, d, l)));
        assert_eq!(line(300, 100, 200), "Elo       +58.5 ± 25.7 (95 % interval +33.1 to +84.5)");
        assert_eq!(line(10, 0, 0), "Elo       +1199.8* (95 % interval +166.2 to +2400.0*)");
        assert!(!line(0, 10, 0).contains('±'), "{}", line(0, 10, 0));
        assert_eq!(below_counts(&elo::from_wdl(Wdl::new(0, 10, 0))), None);
    }
}

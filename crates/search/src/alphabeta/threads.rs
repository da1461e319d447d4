//! Lazy SMP: several threads search the same position with a common table, each with an order of moves of its own. What one
//! has found out helps the others; the first one decides.
use crate::alphabeta::node::Search;
use crate::alphabeta::{MAX_DEPTH, decide};
use crate::sides::is_decisive;
use crate::{Budget, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::Game;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the helpers beside the search that decides, until that one is done.
///
/// A limit in nodes holds for all together: each has its share of it.
pub(super) fn decide_with_helpers<G: Game, H: Heuristic<G>, P: Policy<G>>(
    main: &mut Search<'_, G, H, P>,
    helpers: Vec<Search<'_, G, H, P>>,
    limits: &Limits,
    control: &mut Control<'_, G::Move>,
) -> Decision<G::Move> {
    let (clock, done) = (control.clock(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let mut helping = Vec::new();
        for (number, mut helper) in helpers.into_iter().enumerate() {
            // Every other one is a ply ahead, so that not all do the same.
            let first = 1 + number as u32 % 2;
            let done = &done;
            helping.push(
                scope.spawn(move || help(&mut helper, first, limits, &Control::new(clock).with_stop(done))),
            );
        }
        let decision = decide(main, limits, control);
        done.store(true, Ordering::Relaxed);
        let helped =
            helping.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let nodes = decision.nodes + helped.sum::<u64>();
        Decision { nodes, time: control.elapsed(), ..decision }
    })
}

/// Fills the table until it is told to stop; returns the nodes it took.
fn help<G: Game, H: Heuristic<G>, P: Policy<G>>(
    search: &mut Search<'_, G, H, P>,
    first: u32,
    limits: &Limits,
    control: &Control<'_, G::Move>,
) -> u64 {
    let mut last = None;
    for depth in first..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        match search.iterate(depth, last, control) {
            Some(found) if found.complete && found.guessed && !is_decisive(found.value) => {
                last = Some(found.value);
            }
            _ => break,
        }
    }
    search.budget.spent()
}

/// What each of so many threads may spend.
pub(super) fn share(limits: &Limits, threads: usize) -> Budget {
    Budget::new(limits.nodes.map(|nodes| nodes.div_ceil(threads as u64)), limits.time)
}

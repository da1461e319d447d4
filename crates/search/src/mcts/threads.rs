//! Several threads in one search, see [`Parallel`](super::Parallel).
use super::tree::Tree;
use super::walk::{End, Walk};
use super::{Config, FIRST_SNAPSHOT, Parallel};
use crate::{Budget, Control, Decision, Heuristic, Limits, Policy};
use hoppity_rules::random::RngExt;
use hoppity_rules::{Game, Random, random};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the walk, whose root is planted, and helpers decide together.
pub(super) fn decide<G: Game, H: Heuristic<G>, P: Policy<G>>(
    mut main: Walk<'_, G, H, P>,
    limits: &Limits,
    control: &mut Control<'_, G::Move>,
) -> Decision<G::Move> {
    let helpers = main.config.threads - 1;
    let mut streams: Vec<Random> = (0..helpers).map(|_| random::stream(main.rng.random(), &[])).collect();
    let mib = if main.config.parallel == Parallel::Root { main.config.tree_mib } else { 0 };
    let mut trees: Vec<Tree<G::Move>> = (0..helpers).map(|_| Tree::new(mib)).collect();
    let Walk { line, config, heuristic, policy, .. } = &main;
    let (line, config, heuristic, policy): (_, &Config, &H, &P) = (line.clone(), config, heuristic, policy);
    let helping: Vec<Walk<'_, G, H, P>> = trees
        .iter_mut()
        .zip(&mut streams)
        .map(|(tree, rng)| Walk::new(&line, config, heuristic, policy, tree, rng))
        .collect();
    match config.parallel {
        Parallel::Tree => in_one_tree(&mut main, helping, limits, control),
        Parallel::Root => in_trees_of_their_own(&mut main, helping, limits, control),
    }
    Decision { time: control.elapsed(), ..main.decision() }
}

fn in_trees_of_their_own<G: Game, H: Heuristic<G>, P: Policy<G>>(
    main: &mut Walk<'_, G, H, P>,
    helping: Vec<Walk<'_, G, H, P>>,
    limits: &Limits,
    control: &mut Control<'_, G::Move>,
) {
    let (clock, stop) = (control.clock(), AtomicBool::new(false));
    let threads = main.config.threads as u64;
    let share = |number: u64| {
        let sims = limits.sims.map(|sims| sims / threads + u64::from(number < sims % threads));
        Limits { sims, ..*limits }
    };
    std::thread::scope(|scope| {
        let helping: Vec<_> = helping
            .into_iter()
            .zip(1..)
            .map(|(mut helper, number)| {
                let (stop, share) = (&stop, share(number));
                scope.spawn(move || {
                    helper.tree.clear(helper.config.keeps(&helper.game));
                    helper.plant();
                    helper.run(&share, &mut Control::new(clock).with_stop(stop));
                    helper
                })
            })
            .collect();
        main.run(&share(0), control);
        // In time that is limited anyway nobody need go on when all is said.
        let over = limits.time.is_some() && main.is_settled(None);
        stop.store(over || control.stopped(), Ordering::Relaxed);
        for helper in helping {
            let helper = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            main.tree.join(helper.tree);
            main.add_account_of(&helper);
        }
    });
}

/// What the threads that walk one tree share.
struct Common<M> {
    tree: Mutex<Tree<M>>,
    /// Simulations that have been begun.
    begun: AtomicU64,
    most: u64,
    done: AtomicBool,
}

fn in_one_tree<G: Game, H: Heuristic<G>, P: Policy<G>>(
    main: &mut Walk<'_, G, H, P>,
    helping: Vec<Walk<'_, G, H, P>>,
    limits: &Limits,
    control: &mut Control<'_, G::Move>,
) {
    let clock = control.clock();
    let done = AtomicBool::new(main.is_settled(limits.sims));
    let tree = Mutex::new(std::mem::replace(main.tree, Tree::new(0)));
    let common = Common { tree, begun: AtomicU64::new(0), most: limits.sims.unwrap_or(u64::MAX), done };
    std::thread::scope(|scope| {
        let helping: Vec<_> = helping
            .into_iter()
            .map(|mut helper| {
                let common = &common;
                scope.spawn(move || {
                    run(&mut helper, common, limits, &mut Control::new(clock).with_stop(&common.done));
                    helper
                })
            })
            .collect();
        run(main, &common, limits, control);
        if control.stopped() {
            common.done.store(true, Ordering::Relaxed);
        }
        for helper in helping {
            let helper = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            main.add_account_of(&helper);
        }
    });
    *main.tree = common.tree.into_inner().unwrap_or_else(PoisonError::into_inner);
}

fn run<G: Game, H: Heuristic<G>, P: Policy<G>>(
    walk: &mut Walk<'_, G, H, P>,
    common: &Common<G::Move>,
    limits: &Limits,
    control: &mut Control<'_, G::Move>,
) {
    let mut budget = Budget::new(None, limits.time);
    let mut next_snapshot = FIRST_SNAPSHOT;
    while !common.done.load(Ordering::Relaxed)
        && budget.spend(control)
        && common.begun.fetch_add(1, Ordering::Relaxed) < common.most
    {
        simulate(walk, common);
        if control.wants_snapshots() && walk.sims == next_snapshot {
            next_snapshot *= 2;
            let so_far = with_tree(walk, common, |walk| walk.decision());
            control.snapshot(&Decision { time: control.elapsed(), ..so_far });
        }
    }
}

/// One simulation. While its leaf is played out others walk the tree, and see the moves of its way lost (virtual loss).
fn simulate<G: Game, H: Heuristic<G>, P: Policy<G>>(walk: &mut Walk<'_, G, H, P>, common: &Common<G::Move>) {
    let back_up = |walk: &mut Walk<'_, G, H, P>, result| {
        walk.back_up(result);
        let left = common.most.saturating_sub(common.begun.load(Ordering::Relaxed));
        if walk.is_settled((common.most < u64::MAX).then_some(left)) {
            common.done.store(true, Ordering::Relaxed);
        }
    };
    let compactions = with_tree(walk, common, |walk| match walk.descend() {
        End::Known(result) => {
            back_up(walk, result);
            None
        }
        End::Leaf => {
            for step in &walk.path {
                walk.tree.set_out(step.node, step.branch);
            }
            Some(walk.tree.compactions())
        }
    });
    let Some(compactions) = compactions else { return };
    let result = walk.score_leaf();
    with_tree(walk, common, |walk| {
        if walk.tree.compactions() != compactions {
            walk.retrace();
        }
        for step in &walk.path {
            walk.tree.come_back(step.node, step.branch);
        }
        back_up(walk, result);
    });
}

/// Gives the tree to the walk for a while.
fn with_tree<G: Game, H, P, R>(
    walk: &mut Walk<'_, G, H, P>,
    common: &Common<G::Move>,
    work: impl FnOnce(&mut Walk<'_, G, H, P>) -> R,
) -> R
where
    H: Heuristic<G>,
    P: Policy<G>,
{
    // Whoever panics with it ends the search: nobody will ask it again.
    let mut tree = common.tree.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::swap(walk.tree, &mut tree);
    let found = work(walk);
    std::mem::swap(walk.tree, &mut tree);
    found
}

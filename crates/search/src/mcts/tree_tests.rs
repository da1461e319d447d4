//! The tree against one that is a map from lines of moves to what is known of them.
use super::*;
use hoppity_rules::Team;
use hoppity_rules::random::{Random, RngExt, stream};
use std::collections::BTreeMap;

type Path = Vec<u16>;

/// What is known of a branch: visits, total score, AMAF visits and total, proof, and whether it has a node.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    visits: u32,
    total: f64,
    amaf: [f32; 2],
    proven: u8,
    grown: bool,
}

#[derive(Default)]
struct Twin(BTreeMap<Path, Known>);

fn fresh(moves: u16) -> Vec<Fresh<u16>> {
    let fresh = |mv| Fresh { mv, bonus: f32::from(mv), amaf_visits: 0.5, amaf_total: 0.25 };
    (0..moves).map(fresh).collect()
}

impl Twin {
    fn grow(&mut self, at: &Path, moves: u16) {
        for mv in 0..moves {
            let child = at.iter().copied().chain([mv]).collect();
            self.0.insert(child, Known { amaf: [0.5, 0.25], ..Known::default() });
        }
    }

    /// Forgets what lies below a branch.
    fn cut(&mut self, at: &Path) {
        self.0.retain(|path, _| !(path.len() > at.len() && path.starts_with(at)));
        self.0.get_mut(at).expect("a branch").grown = false;
    }
}

/// All branches below a node.
fn listed(tree: &Tree<u16>, node: NodeId, path: &mut Path, all: &mut BTreeMap<Path, Known>) {
    let view = tree.view(node);
    for index in 0..view.moves.len() {
        path.push(view.moves[index]);
        let branch = tree.branch(node, index);
        let below = tree.below(branch);
        let known = Known {
            visits: view.visits[index],
            total: f64::from(view.mean[index]) * f64::from(view.visits[index]),
            amaf: [view.amaf_visits[index], view.amaf_total[index]],
            proven: u8::from(view.proven[index].is_some()),
            grown: below.is_some(),
        };
        all.insert(path.clone(), known);
        if let Some(below) = below {
            assert_eq!(tree.visits(below), view.visits[index]);
            listed(tree, below, path, all);
        }
        path.pop();
    }
}

fn compare(tree: &Tree<u16>, twin: &Twin) {
    let mut all = BTreeMap::new();
    listed(tree, NodeId::ROOT, &mut Path::new(), &mut all);
    assert!(all.keys().eq(twin.0.keys()));
    for (path, known) in &all {
        let right = &twin.0[path];
        assert!((known.total - right.total).abs() < 1e-3, "{path:?}: {known:?} for {right:?}");
        assert_eq!(Known { total: right.total, ..known.clone() }, *right, "{path:?}");
    }
}

/// A walk of random moves down to a branch without a node.
fn walk(tree: &Tree<u16>, rng: &mut Random) -> (Path, Vec<(NodeId, BranchId)>) {
    let (mut at, mut path, mut steps) = (Some(NodeId::ROOT), Path::new(), Vec::new());
    while let Some(node) = at {
        let moves = tree.view(node).moves;
        // The first moves more often, so that the tree is deep there.
        let index = rng.random_range(0..moves.len()).min(rng.random_range(0..moves.len()));
        path.push(moves[index]);
        let branch = tree.branch(node, index);
        steps.push((node, branch));
        at = tree.below(branch);
    }
    (path, steps)
}

#[test]
fn a_tree_knows_what_a_map_does() {
    for seed in 0..20 {
        let mut rng = stream(seed, &[]);
        let mut tree: Tree<u16> = Tree::new(1);
        tree.most_bytes = 20_000;
        let mut twin = Twin::default();
        tree.grow_root(&fresh(7));
        twin.grow(&Path::new(), 7);
        for _ in 0..1500 {
            let (path, steps) = walk(&tree, &mut rng);
            let (score, moves) = (rng.random::<f32>(), rng.random_range(1..9));
            for (len, &(node, branch)) in (1..).zip(&steps) {
                tree.count(branch, score);
                tree.count_amaf(node, |m| if m % 2 == 0 { [1.0, score] } else { [0.0; 2] });
                let known = twin.0.get_mut(&path[..len]).expect("a branch");
                known.visits += 1;
                known.total += f64::from(score);
                for mv in (0..tree.view(node).moves.len() as u16).step_by(2) {
                    let sibling: Path = path[..len - 1].iter().copied().chain([mv]).collect();
                    let known = twin.0.get_mut(&sibling).expect("a branch");
                    known.amaf = [known.amaf[0] + 1.0, known.amaf[1] + score];
                }
            }
            tree.count_root();
            let &(_, leaf) = steps.last().expect("a step");
            let known = twin.0.get_mut(&path).expect("a branch");
            match rng.random_range(0..20) {
                0 => {
                    tree.prove_branch(leaf, Proven::win(Team::new(0)), rng.random());
                    known.proven = 1;
                }
                1 if steps.len() > 1 => {
                    let (new_root, _) = steps[1];
                    let gone = path[0];
                    tree.reroot(new_root);
                    let below = |(path, known): (&Path, &Known)| {
                        (path[0] == gone && path.len() > 1).then(|| (path[1..].to_vec(), known.clone()))
                    };
                    twin.0 = twin.0.iter().filter_map(below).collect();
                }
                _ if tree.has_room(moves.into()) => {
                    tree.grow(leaf, &fresh(moves));
                    known.grown = true;
                    twin.grow(&path, moves);
                }
                _ => {
                    tree.prune();
                    assert!(tree.bytes() <= tree.most_bytes / 2 || tree.nodes.len() == 1);
                    // What went is what was visited least.
                    let mut left = BTreeMap::new();
                    listed(&tree, NodeId::ROOT, &mut Path::new(), &mut left);
                    let cut: Vec<Path> = twin
                        .0
                        .iter()
                        .filter(|(path, known)| known.grown && left.get(*path).is_some_and(|l| !l.grown))
                        .map(|(path, _)| path.clone())
                        .collect();
                    let kept = left.values().filter(|known| known.grown).map(|known| known.visits).min();
                    for path in cut {
                        let known = &twin.0[&path];
                        assert!(
                            known.proven == 1 || kept.is_none_or(|kept| known.visits <= kept),
                            "{path:?}"
                        );
                        twin.cut(&path);
                    }
                }
            }
            assert!(tree.bytes() <= tree.most_bytes);
        }
        compare(&tree, &twin);
    }
}

//! The smallest tree that proves a minimax value (Knuth and Moore 1975), with the branching there really is.
//!
//! The root and the first child of a node of type 1 are of type 1, its other children of type 2; one child of a node of
//! type 2 counts, of type 3; all children of a node of type 3 count, of type 2. Which child comes first is the choice of
//! `greedy`: only the numbers of moves below it matter here, and those hardly differ.
use anyhow::bail;
use hoppity_registry::game;
use hoppity_rules::AnyLine;
use hoppity_rules::random::stream;
use hoppity_search::{Action, AnyAgent, Control, Limits, WallClock};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Principal,
    Cut,
    All,
}

/// How many moves are made in the minimal tree of this depth.
pub(crate) fn nodes(spec: &str, position: &str, depth: u32) -> anyhow::Result<u64> {
    let game = game(&spec.parse()?)?;
    let mut line = game.line_from(position)?;
    let mut first = game.agent(&"greedy".parse()?)?.agent;
    first.start(&*line, line.to_move(), stream(1, &[]))?;
    count(&mut *line, &mut *first, depth, Kind::Principal)
}

fn count(line: &mut dyn AnyLine, first: &mut dyn AnyAgent, depth: u32, kind: Kind) -> anyhow::Result<u64> {
    if depth == 0 || line.outcome().is_some() {
        return Ok(0);
    }
    let moves = line.legal();
    if depth == 1 {
        return Ok(if kind == Kind::Cut { 1 } else { moves.len() as u64 });
    }
    let clock = WallClock::new();
    let best = match kind {
        Kind::All => None,
        _ => match first.choose(line, &Limits::NONE, &mut Control::new(&clock))?.action {
            Action::Play(index) => Some(index),
            Action::Resign => bail!("greedy does not resign"),
        },
    };
    let mut nodes = 0;
    for index in moves {
        let child = match kind {
            Kind::Principal if best == Some(index) => Kind::Principal,
            Kind::Principal | Kind::All => Kind::Cut,
            Kind::Cut if best == Some(index) => Kind::All,
            Kind::Cut => continue,
        };
        line.push(index);
        nodes += 1 + count(line, first, depth - 1, child)?;
        line.pop();
    }
    Ok(nodes)
}

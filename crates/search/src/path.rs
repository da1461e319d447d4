//! Whether what is known of a position holds on the line that led there.
use hoppity_rules::{Game, Line};

/// Whether a value that was found elsewhere may be wrong on this line: because a counter can strike within `depth` plies,
/// or because a successor stands on the line already.
pub(crate) fn may_matter<G: Game>(line: &mut Line<G>, depth: u32) -> bool {
    let horizon = line.game().horizon(line.state());
    horizon.is_some_and(|plies| plies <= depth) || line.can_repeat()
}

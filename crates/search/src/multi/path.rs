//! Whether what is known of a position holds on the line that led there.
use hoppity_rules::{Game, Line};

/// Whether a value that was found elsewhere may be wrong on this line: because a counter can strike within `depth` plies,
/// or because a successor stands on the line already.
pub(super) fn may_matter<G: Game>(line: &mut Line<G>, depth: u32) -> bool {
    if line.game().horizon(line.state()).is_some_and(|plies| plies <= depth) {
        return true;
    }
    if line.game().repetition().is_none() {
        return false;
    }
    line.legal_moves().into_iter().any(|m| {
        line.push(m);
        let repeats = line.stood() > 1;
        line.pop();
        repeats
    })
}

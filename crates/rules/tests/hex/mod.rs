//! Hex: full boards, a plain twin, swap, text, the conformance kit.
use hoppity_rules::games::hex::Hex;
use hoppity_rules::{Catalogued, Spec};

mod boards;
mod perft;
mod rules;

/// The game of a spec string.
fn hex(spec: &str) -> Hex {
    let built = Spec::parse(spec).and_then(|spec| Hex::from_spec(&spec));
    built.unwrap_or_else(|e| panic!("`{spec}`: {e}"))
}

/// Who connects, by a walk over the stones of each seat from its first side. Cells count row by row from the top.
fn connects(size: usize, own: impl Fn(usize, usize) -> bool, first_to_last_row: bool) -> bool {
    let at = |along: usize, across: usize| if first_to_last_row { (along, across) } else { (across, along) };
    let mut todo: Vec<(usize, usize)> = (0..size).map(|across| at(0, across)).collect();
    let mut seen = vec![false; size * size];
    while let Some((row, column)) = todo.pop() {
        if !own(row, column) || std::mem::replace(&mut seen[row * size + column], true) {
            continue;
        }
        if (if first_to_last_row { row } else { column }) == size - 1 {
            return true;
        }
        let near = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
        let inside = |&(row, column): &(usize, usize)| row < size && column < size;
        let step = |&(down, right): &(isize, isize)| {
            (row.wrapping_add_signed(down), column.wrapping_add_signed(right))
        };
        todo.extend(near.iter().map(step).filter(inside));
    }
    false
}

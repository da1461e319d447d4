//! `output.txt`.
use super::{SIDE, Square, Squares};
use hoppity_rules::AnyLine;
use std::fmt;

/// A move as it is written there: a step to a neighbour, or hops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Step(Square, Square),
    /// The squares of a chain, at least two.
    Hops(Vec<Square>),
}

impl Answer {
    /// The answer that goes along these squares.
    pub(super) fn of(path: &[Square]) -> Option<Answer> {
        match path {
            [] | [_] => None,
            &[from, to] if distance(from, to) == 1 => Some(Answer::Step(from, to)),
            path => Some(Answer::Hops(path.to_vec())),
        }
    }

    /// Reads `output.txt`; empty lines at the end are overlooked.
    pub(crate) fn parse(text: &str) -> Result<Answer, String> {
        let mut answer: Option<Answer> = None;
        for (i, line) in text.trim_end().lines().enumerate() {
            let shown: String = line.chars().filter(|c| !c.is_control()).take(40).collect();
            let wrong = |what: &str| Err(format!("line {}: {what}: `{shown}`", i + 1));
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[kind @ ("E" | "J"), from, to] = words.as_slice() else {
                return wrong("expected `E x,y x,y` or `J x,y x,y`");
            };
            let (Some(from), Some(to)) = (square(from), square(to)) else {
                return wrong("expected squares as x,y, each from 0 to 15");
            };
            match (&mut answer, kind) {
                (None, "E") => answer = Some(Answer::Step(from, to)),
                (None, _) => answer = Some(Answer::Hops(vec![from, to])),
                (Some(Answer::Hops(path)), "J") if path.last() == Some(&from) => path.push(to),
                (Some(Answer::Hops(_)), "J") => {
                    return wrong("a hop that does not begin where the last one ended");
                }
                (Some(_), _) => return wrong("more than one step, or steps and hops"),
            }
        }
        answer.ok_or_else(|| "it is empty".to_owned())
    }

    /// The text of the move in our notation, if each step or hop is possible; that it may be played is not yet said.
    pub(crate) fn move_text(&self, squares: &Squares, line: &dyn AnyLine) -> Result<String, String> {
        let free = |square: Square| line.at(squares.cell(square)).is_none();
        let (from, to) = match self {
            &Answer::Step(from, to) if distance(from, to) == 1 => (from, to),
            &Answer::Step((x, y), (to_x, to_y)) => {
                return Err(format!("E {x},{y} {to_x},{to_y} is no step to a neighbour"));
            }
            Answer::Hops(path) => {
                let start = path[0];
                for hop in path.windows(2) {
                    let ((x, y), (to_x, to_y)) = (hop[0], hop[1]);
                    let straight = x.abs_diff(to_x) % 2 == 0 && y.abs_diff(to_y) % 2 == 0;
                    let middle = (usize::midpoint(x, to_x), usize::midpoint(y, to_y));
                    // The man is lifted: its own square is empty while it hops.
                    let over = !free(middle) && middle != start;
                    let landing = free(hop[1]) || hop[1] == start;
                    if distance(hop[0], hop[1]) != 2 || !straight || !over || !landing {
                        return Err(format!("J {x},{y} {to_x},{to_y} is no hop over a man to a free square"));
                    }
                }
                (start, path[path.len() - 1])
            }
        };
        Ok(format!("{}-{}", squares.label(from), squares.label(to)))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write =
            |kind: char, (x, y): Square, (to_x, to_y): Square| writeln!(f, "{kind} {x},{y} {to_x},{to_y}");
        match self {
            Answer::Step(from, to) => write('E', *from, *to),
            Answer::Hops(path) => path.windows(2).try_for_each(|hop| write('J', hop[0], hop[1])),
        }
    }
}

fn distance((x, y): Square, (to_x, to_y): Square) -> usize {
    x.abs_diff(to_x).max(y.abs_diff(to_y))
}

fn square(text: &str) -> Option<Square> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|&n| n < SIDE && !text.starts_with('+'));
    Some((number(x)?, number(y)?))
}

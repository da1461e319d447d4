//! The common text form of positions: rows from the top with `/` between them, a letter for a man, a number for a run of
//! empty cells; then the seat to move; then the number of the ply about to be played; then fields of the game's own.
use crate::{PositionError, Seat};
use std::fmt::Write;

/// A position taken apart, not yet checked by its game.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    /// The cells, row by row from the top.
    pub cells: Vec<Option<Seat>>,
    /// Byte offset in the text of each cell.
    pub offsets: Vec<usize>,
    /// Whose turn it is.
    pub to_move: Seat,
    /// The number of the ply about to be played, at least 1.
    pub ply: u32,
    /// What follows: byte offset and text of each field.
    pub fields: Vec<(usize, &'a str)>,
}

/// Rows of cells as text; `widths` are the lengths of the rows from the top.
pub fn format_rows(widths: &[usize], cells: impl IntoIterator<Item = Option<Seat>>) -> String {
    let mut text = String::new();
    let mut cells = cells.into_iter();
    for (row, &width) in widths.iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        let mut run = 0;
        for cell in cells.by_ref().take(width) {
            match cell {
                None => run += 1,
                Some(seat) => {
                    flush(&mut text, &mut run);
                    text.push(seat.letter());
                }
            }
        }
        flush(&mut text, &mut run);
    }
    text
}

fn flush(text: &mut String, run: &mut u32) {
    if *run > 0 {
        write!(text, "{run}").expect("a String takes all");
        *run = 0;
    }
}

/// Takes a position apart for a board with these row lengths and a game with this many seats.
pub fn parse<'a>(text: &'a str, widths: &[usize], seats: usize) -> Result<Position<'a>, PositionError> {
    let mut fields = split(text).into_iter();
    let (at, rows) = fields.next().ok_or_else(|| PositionError::new(0, "the position is empty"))?;
    let (cells, offsets) = parse_rows(at, rows, widths, seats)?;
    let end = || text.trim_end().len();
    let last = Seat::new(seats - 1);
    let (at, seat) = fields.next().ok_or_else(|| {
        PositionError::new(end(), format!("the seat to move is missing: a letter A to {last}"))
    })?;
    let mut letters = seat.chars();
    let to_move = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() => Seat::from_letter(letter),
        _ => None,
    };
    let to_move = to_move.filter(|s| s.index() < seats).ok_or_else(|| {
        PositionError::new(at, format!("`{seat}` is no seat of this game; expected a letter A to {last}"))
    })?;
    let (at, ply) = fields
        .next()
        .ok_or_else(|| PositionError::new(end(), "the ply number is missing: 1 at the start of a game"))?;
    let ply = parse_ply(ply).ok_or_else(|| {
        PositionError::new(
            at,
            format!("`{ply}` is no ply number; expected a whole number from 1 to {MAX_PLY}"),
        )
    })?;
    Ok(Position { cells, offsets, to_move, ply, fields: fields.collect() })
}

/// The largest ply number that a position may carry: leaves room for any game to be played on from it.
pub const MAX_PLY: u32 = 1_000_000_000;

fn parse_ply(text: &str) -> Option<u32> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|ply| (1..=MAX_PLY).contains(ply))
}

/// The words of a text, each with its byte offset.
pub fn split(text: &str) -> Vec<(usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect()
}

type Cells = (Vec<Option<Seat>>, Vec<usize>);

fn parse_rows(start: usize, text: &str, widths: &[usize], seats: usize) -> Result<Cells, PositionError> {
    let (mut cells, mut offsets) = (Vec::new(), Vec::new());
    let mut at = start;
    let mut rows = 0;
    for row in text.split('/') {
        let Some(&width) = widths.get(rows) else {
            let more = format!("more than {} rows: this board has {0}", widths.len());
            return Err(PositionError::new(at, more));
        };
        let first = cells.len();
        parse_row(at, row, seats, width, &mut cells, &mut offsets)?;
        let found = cells.len() - first;
        if found != width {
            let what = format!("row {} has {found} cells; this board has {width} there", rows + 1);
            return Err(PositionError::new(at, what));
        }
        at += row.len() + 1;
        rows += 1;
    }
    if rows < widths.len() {
        let what = format!("{rows} rows; this board has {}", widths.len());
        return Err(PositionError::new(start + text.len(), what));
    }
    Ok((cells, offsets))
}

fn parse_row(
    start: usize,
    row: &str,
    seats: usize,
    width: usize,
    cells: &mut Vec<Option<Seat>>,
    offsets: &mut Vec<usize>,
) -> Result<(), PositionError> {
    let mut chars = row.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let at = start + i;
        if c.is_ascii_digit() {
            let mut end = i + 1;
            while chars.next_if(|&(_, c)| c.is_ascii_digit()).is_some() {
                end += 1;
            }
            let digits = &row[i..end];
            let run =
                digits.parse::<usize>().ok().filter(|&run| c != '0' && run <= width).ok_or_else(|| {
                    PositionError::new(at, format!("`{digits}` is no run of empty cells on a row of {width}"))
                })?;
            cells.extend(std::iter::repeat_n(None, run));
            offsets.extend(std::iter::repeat_n(at, run));
        } else {
            let seat = Seat::from_letter(c).filter(|s| c.is_ascii_uppercase() && s.index() < seats);
            let last = Seat::new(seats - 1);
            let seat = seat.ok_or_else(|| {
                PositionError::new(
                    at,
                    format!("`{c}` is neither a seat (A to {last}) nor a run of empty cells"),
                )
            })?;
            cells.push(Some(seat));
            offsets.push(at);
        }
    }
    Ok(())
}

/// A column as its letter: 0 is `a`.
pub fn column_letter(column: usize) -> char {
    assert!(column < 26);
    (b'a' + column as u8) as char
}

/// The cell named by a letter and a number, such as `c14`: (2, 14). No sign, no leading zero, nothing after it.
pub fn parse_letter_number(text: &str) -> Option<(usize, usize)> {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = &text[1..];
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(((letter - b'a') as usize, digits.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_round() {
        let text = "AA1/3/1BA B 7 x yy";
        let position = parse(text, &[3, 3, 3], 2).unwrap();
        assert_eq!(position.to_move, Seat::B);
        assert_eq!(position.ply, 7);
        assert_eq!(position.fields, [(14, "x"), (16, "yy")]);
        assert_eq!(format_rows(&[3, 3, 3], position.cells), "AA1/3/1BA");
    }

    #[test]
    fn what_is_wrong_is_placed() {
        let at = |text| parse(text, &[3, 3], 2).unwrap_err().at;
        assert_eq!(at(""), 0);
        assert_eq!(at("3/2"), 2);
        assert_eq!(at("3/3/3 A 1"), 4);
        assert_eq!(at("3 A 1"), 1);
        assert_eq!(at("3/AC1 A 1"), 3);
        assert_eq!(at("3/4 A 1"), 2);
        assert_eq!(at("3/99999999999999999999 A 1"), 2);
        assert_eq!(at("3/03 A 1"), 2);
        assert_eq!(at("3/3"), 3);
        assert_eq!(at("3/3 C 1"), 4);
        assert_eq!(at("3/3 a 1"), 4);
        assert_eq!(at("3/3 A"), 5);
        assert_eq!(at("3/3 A 0"), 6);
        assert_eq!(at("3/3 A +1"), 6);
    }
}

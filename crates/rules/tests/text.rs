//! The common text form of positions.
use hoppity_rules::Seat;
use hoppity_rules::text::{column_letter, format_rows, parse, parse_letter_number};
use proptest::prelude::*;

/// Row lengths, cells, seats, seat to move and ply.
fn position() -> impl Strategy<Value = (Vec<usize>, Vec<Option<Seat>>, usize, Seat, u32)> {
    (prop::collection::vec(1..14usize, 1..9), 1..=6usize).prop_flat_map(|(widths, seats)| {
        let cell = prop::option::of((0..seats).prop_map(Seat::new));
        let cells = prop::collection::vec(cell, widths.iter().sum::<usize>());
        (Just(widths), cells, Just(seats), (0..seats).prop_map(Seat::new), 1..=1_000_000_000u32)
    })
}

proptest! {
    #[test]
    fn positions_go_round((widths, cells, seats, to_move, ply) in position(), field in "[a-z]{0,5}") {
        let rows = format_rows(&widths, cells.iter().copied());
        let text = format!("{rows} {to_move} {ply} {field}");
        let read = parse(&text, &widths, seats).unwrap();
        prop_assert_eq!((read.to_move, read.ply), (to_move, ply));
        let fields: Vec<&str> = read.fields.iter().map(|&(_, field)| field).collect();
        prop_assert_eq!(fields.join(" "), field);
        for (i, cell) in cells.iter().enumerate() {
            let there = text[read.offsets[i]..].chars().next().unwrap();
            prop_assert_eq!(cell.map(Seat::letter), there.is_ascii_uppercase().then_some(there));
        }
        prop_assert_eq!(format_rows(&widths, read.cells), rows);
    }

    #[test]
    fn any_text_is_read_or_refused_in_place(
        text in "[A-D0-9/ ]{0,20}|\\PC{0,20}|[AB1-3]{3}/[AB1-3]{3} [AB] [0-9]{1,12}",
        widths in prop::collection::vec(1..5usize, 1..4),
        seats in 1..=6usize,
    ) {
        match parse(&text, &widths, seats) {
            Ok(read) => {
                prop_assert_eq!(read.cells.len(), widths.iter().sum::<usize>());
                prop_assert_eq!(read.offsets.len(), read.cells.len());
                let rows = format_rows(&widths, read.cells);
                prop_assert_eq!(text.split_whitespace().next(), Some(rows.as_str()));
            }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.at));
                prop_assert!(!error.what.is_empty());
            }
        }
    }

    #[test]
    fn a_spoilt_position_is_read_or_refused_in_place(
        (widths, cells, seats, to_move, ply) in position(),
        cut in any::<prop::sample::Index>(),
        put in "[A-F0-9/ ]?|\\PC?",
    ) {
        let rows = format_rows(&widths, cells);
        let mut chars: Vec<char> = format!("{rows} {to_move} {ply}").chars().collect();
        let at = cut.index(chars.len());
        chars.splice(at..=at, put.chars());
        let text: String = chars.into_iter().collect();
        if let Err(error) = parse(&text, &widths, seats) {
            prop_assert!(text.is_char_boundary(error.at));
        }
    }

    #[test]
    fn squares_go_round(column in 0..26usize, number in 1..1000usize) {
        let text = format!("{}{number}", column_letter(column));
        prop_assert_eq!(parse_letter_number(&text), Some((column, number)));
    }

    #[test]
    fn only_what_is_printed_is_a_square(text in "[a-c]?[0-9+ -]{0,4}|\\PC{0,4}") {
        if let Some((column, number)) = parse_letter_number(&text) {
            prop_assert_eq!(format!("{}{number}", column_letter(column)), text);
        }
    }
}

#[test]
fn what_is_no_square_is_none() {
    for text in
        ["", "a", "1", "a0", "a01", "A1", "a+1", "a1 ", " a1", "aa1", "é1", "a1é", "a99999999999999999999"]
    {
        assert_eq!(parse_letter_number(text), None, "{text:?}");
    }
}

#[test]
fn messages_say_what_would_be_right() {
    let error = |text: &str| parse(text, &[3, 3], 2).unwrap_err().to_string();
    assert_eq!(error(""), "the position is empty (at character 1)");
    assert_eq!(error("3/2 A 1"), "row 2 has 2 cells; this board has 3 there (at character 3)");
    assert_eq!(error("3/3/3 A 1"), "more than 2 rows: this board has 2 (at character 5)");
    assert_eq!(error("3 A 1"), "1 rows; this board has 2 (at character 2)");
    assert_eq!(error("3/C2 A 1"), "`C` is neither a seat (A to B) nor a run of empty cells (at character 3)");
    assert_eq!(error("3/4 A 1"), "`4` is no run of empty cells on a row of 3 (at character 3)");
    assert_eq!(error("3/3"), "the seat to move is missing: a letter A to B (at character 4)");
    assert_eq!(error("3/3 AB 1"), "`AB` is no seat of this game; expected a letter A to B (at character 5)");
    assert_eq!(error("3/3 A"), "the ply number is missing: 1 at the start of a game (at character 6)");
    assert_eq!(
        error("3/3 A 0"),
        "`0` is no ply number; expected a whole number from 1 to 1000000000 (at character 7)"
    );
}

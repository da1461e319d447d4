//! Names of cells, positions, the picture.
use super::{game, sized};
use hoppity_rules::{CellShape, Team};

fn labels(size: usize) -> Vec<String> {
    sized(size).layout().cells.into_iter().map(|cell| cell.label).collect()
}

#[test]
fn cells_are_named_by_row_and_column() {
    assert_eq!(
        labels(3).join(" "),
        "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5",
        "columns do not restart in the lower rows"
    );
    for corner in ["a1", "a4", "d7", "g7", "g4", "d1"] {
        assert!(labels(4).contains(&corner.to_owned()), "{corner}");
    }
    assert_eq!(labels(10).len(), 271);
    assert_eq!(labels(10).last().map(String::as_str), Some("s19"));
}

#[test]
fn rows_after_the_twenty_sixth_have_two_letters() {
    let labels = labels(16);
    assert_eq!(labels.len(), 721);
    assert_eq!((labels[0].as_str(), labels[720].as_str()), ("a1", "ae31"));
    assert_eq!(labels.iter().filter(|label| label.starts_with("aa")).count(), 20);
    let mut line = game("havannah(size=16)").line();
    for m in ["z11", "aa12", "ae31", "ae16"] {
        line.push_text(m).unwrap_or_else(|e| panic!("{e}"));
    }
    assert_eq!(line.history(), ["z11", "aa12", "ae31", "ae16"]);
    for text in ["AA12", "aa11", "aa32", "af31", "aa012", "aaa1", "{12"] {
        assert!(line.push_text(text).is_err(), "{text}");
    }
}

#[test]
fn moves_that_cannot_be_are_refused_with_the_reason() {
    let mut line = game("havannah(size=2)").line();
    let why = |line: &dyn hoppity_rules::AnyLine, text: &str| line.parse(text).unwrap_err().why;
    line.push_text("a1").unwrap();
    assert_eq!(why(&*line, "a1"), "A has a stone there");
    assert!(why(&*line, "a3").starts_with("expected a cell of the board, from a1 to c3"));
    line.push_text("c2").unwrap();
    line.push_text("a2").unwrap();
    assert_eq!(why(&*line, "b1"), "the game is over");
}

#[test]
fn positions_are_written_row_by_row() {
    let mut line = game("havannah(size=3)").line();
    assert_eq!(line.position(), "3/4/5/4/3 A 1");
    for m in ["a3", "e3", "c2"] {
        line.push_text(m).unwrap();
    }
    assert_eq!(line.position(), "2A/4/1A3/4/B2 B 4");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let error = |text: &str| match game("havannah(size=2)").line_from(text) {
        Ok(_) => panic!("`{text}` is read"),
        Err(e) => e.to_string(),
    };
    assert_eq!(error("AA/3/BB A 5"), "both seats have won: each has a winning structure (at character 7)");
    assert_eq!(error("2/3/2 A 1 swap"), "`swap` after the end of the position (at character 11)");
    assert_eq!(error("2/2/2 A 1"), "row 2 has 2 cells; this board has 3 there (at character 3)");
    let won = game("havannah(size=2)").line_from("AA/3/B1 A 4").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(won.outcome().and_then(|outcome| outcome.winner()).map(Team::index), Some(0));
}

#[test]
fn the_picture_is_a_hexagon() {
    let layout = sized(3).layout();
    assert_eq!(layout.shape, CellShape::Hexagon);
    let mut rows = vec![String::new(); 5];
    for cell in &layout.cells {
        let row = &mut rows[cell.y as usize];
        while row.len() < cell.x as usize {
            row.push(' ');
        }
        row.push('o');
    }
    assert_eq!(rows, ["  o o o", " o o o o", "o o o o o", " o o o o", "  o o o"]);
}

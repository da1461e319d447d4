//! The committed solutions of Halma solitaire, played by the rules.
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_rules::{Catalogued, Game, Line, Spec};
use std::collections::{BTreeMap, HashSet};

#[test]
fn every_solution_forms_a_figure_of_its_own() {
    let mut reader = csv::Reader::from_reader(&include_bytes!("../solitaire/solutions.csv")[..]);
    let mut figures: BTreeMap<String, HashSet<String>> = BTreeMap::new();
    for row in reader.records() {
        let row = row.expect("a row");
        let game = HalmaSolitaire::from_spec(&row[0].parse::<Spec>().expect("a spec")).expect("a puzzle");
        let mut line = Line::new(game);
        for text in row[2].split(' ') {
            line.push_text(text).expect("a legal move");
        }
        assert_eq!(line.len().to_string(), row[1], "{row:?}");
        assert!(line.outcome().is_some_and(|outcome| outcome.winner().is_some()), "no figure: {row:?}");
        let position = line.game().format_position(line.state());
        let figure = position.split(' ').next().expect("rows").to_owned();
        assert!(figures.entry(row[0].to_owned()).or_default().insert(figure), "twice: {row:?}");
    }
    for puzzle in ["halma-solitaire(board=8)", "halma-solitaire(board=10)", "halma-solitaire(moves=24)"] {
        assert!(figures[puzzle].len() >= 50, "{puzzle}: {}", figures[puzzle].len());
    }
    assert_eq!(figures.values().map(HashSet::len).sum::<usize>(), 239);
}

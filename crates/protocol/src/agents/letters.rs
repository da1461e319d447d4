//! How other programs name the cells of a board.
use hoppity_rules::text::column_letter;
use hoppity_rules::{Cell, CellShape, Layout};
use std::collections::BTreeMap;

/// A way to name cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lettering {
    /// As we do: on hexagons that of `HavannahGui` and HTP, where numbers do not begin anew in the lower rows.
    Hgui,
    /// As Little Golem does on hexagons: the cells of every row are numbered from 1.
    Grid,
    /// Our letters as numbers and our numbers as letters.
    Transposed,
}

impl Lettering {
    pub(crate) const NAMES: [&str; 3] = ["hgui", "grid", "transposed"];

    pub(crate) fn from_name(name: &str) -> Lettering {
        match name {
            "grid" => Lettering::Grid,
            "transposed" => Lettering::Transposed,
            _ => Lettering::Hgui,
        }
    }
}

/// The names of a board's cells both ways.
#[derive(Clone, Debug, Default)]
pub(crate) struct Letters {
    /// Their name by ours; empty where they are the same.
    theirs: BTreeMap<String, String>,
    ours: BTreeMap<String, String>,
}

impl Letters {
    pub(crate) fn new(lettering: Lettering, layout: &Layout) -> Letters {
        let pairs: Vec<(String, String)> = match lettering {
            Lettering::Hgui => Vec::new(),
            Lettering::Grid => restarted(layout),
            Lettering::Transposed => transposed(layout),
        };
        let ours = pairs.iter().map(|(ours, theirs)| (theirs.clone(), ours.clone())).collect();
        Letters { theirs: pairs.into_iter().collect(), ours }
    }

    /// A move in their names.
    pub(crate) fn to_theirs(&self, text: &str) -> String {
        translated(text, &self.theirs)
    }

    /// A move in our names. What is no name of a cell stays as it is.
    pub(crate) fn to_ours(&self, text: &str) -> String {
        translated(text, &self.ours)
    }
}

fn translated(text: &str, names: &BTreeMap<String, String>) -> String {
    let name = |part: &str| names.get(part).cloned().unwrap_or_else(|| part.to_owned());
    text.split('-').map(name).collect::<Vec<_>>().join("-")
}

/// A label such as `c14` taken apart.
fn parts(label: &str) -> (&str, usize) {
    let (letters, number) = crate::board::split(label);
    (letters, number.parse().unwrap_or(0))
}

fn restarted(layout: &Layout) -> Vec<(String, String)> {
    let mut cells: Vec<&Cell> = layout.cells.iter().collect();
    cells.sort_by_key(|cell| (cell.y, cell.x));
    let rows = cells.chunk_by(|a, b| a.y == b.y);
    // Where letters name columns there is no number along a row that could begin anew.
    let by_row = |row: &[&Cell]| row.iter().all(|cell| parts(&cell.label).0 == parts(&row[0].label).0);
    if layout.shape == CellShape::Square || !rows.clone().all(by_row) {
        return Vec::new();
    }
    let name =
        |(i, cell): (usize, &&Cell)| (cell.label.clone(), format!("{}{}", parts(&cell.label).0, i + 1));
    rows.flat_map(|row| row.iter().enumerate().map(name)).collect()
}

fn transposed(layout: &Layout) -> Vec<(String, String)> {
    let mut letters: Vec<&str> = layout.cells.iter().map(|cell| parts(&cell.label).0).collect();
    letters.sort_by_key(|letters| (letters.len(), *letters));
    letters.dedup();
    let name = |cell: &Cell| {
        let (own, number) = parts(&cell.label);
        let index = letters.iter().position(|letters| *letters == own).unwrap_or(0);
        let letter = letters.get(number.wrapping_sub(1)).map(|&letters| letters.to_owned());
        let letter = letter.unwrap_or_else(|| column_letter(number.wrapping_sub(1) % 26).to_string());
        (cell.label.clone(), format!("{letter}{}", index + 1))
    };
    layout.cells.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoppity_registry::game;

    fn letters(spec: &str, lettering: Lettering) -> Letters {
        let game = game(&spec.parse().unwrap()).unwrap();
        let letters = Letters::new(lettering, &game.layout());
        for cell in game.layout().cells {
            assert_eq!(letters.to_ours(&letters.to_theirs(&cell.label)), cell.label);
        }
        letters
    }

    #[test]
    fn every_lettering_goes_round_and_names_the_right_cells() {
        // Base 4: the rows e, f, g begin at 2, 3, 4.
        let grid = letters("havannah(size=4)", Lettering::Grid);
        assert_eq!(
            ["a1", "d7", "e2", "g4", "g7", "swap"].map(|m| grid.to_theirs(m)),
            ["a1", "d7", "e1", "g1", "g4", "swap"]
        );
        let transposed = letters("havannah(size=4)", Lettering::Transposed);
        assert_eq!(["a1", "d7", "g4"].map(|m| transposed.to_theirs(m)), ["a1", "g4", "d7"]);
        let halma = letters("halma(board=8)", Lettering::Transposed);
        assert_eq!((halma.to_theirs("b8-d6").as_str(), halma.to_ours("h2-f4").as_str()), ("h2-f4", "b8-d6"));
        for spec in ["halma", "mnk(m=3,n=9)", "hex", "chinese-checkers", "havannah(size=13)"] {
            for lettering in [Lettering::Hgui, Lettering::Grid, Lettering::Transposed] {
                letters(spec, lettering);
            }
        }
        assert!(letters("halma", Lettering::Grid).theirs.is_empty());
        assert!(letters("hex", Lettering::Grid).theirs.is_empty());
        assert_eq!(
            Lettering::NAMES.map(Lettering::from_name),
            [Lettering::Hgui, Lettering::Grid, Lettering::Transposed]
        );
    }
}

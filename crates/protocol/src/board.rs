//! Boards as text, drawn from their layout.
use hoppity_rules::{AnyGame, AnyLine, CellShape, Layout, Seat};

/// A board with what stands on it.
#[derive(Debug)]
pub struct Board {
    /// Where the cells lie.
    pub layout: Layout,
    /// Who holds each cell.
    pub men: Vec<Option<Seat>>,
    /// The cells of the last move.
    pub path: Vec<usize>,
}

impl Board {
    /// The board as it stands in a line, with the cells of the last move marked.
    pub fn new(game: &dyn AnyGame, line: &dyn AnyLine, path: Vec<usize>) -> Board {
        let layout = game.layout();
        let men = (0..layout.cells.len()).map(|cell| line.at(cell)).collect();
        Board { layout, men, path }
    }

    /// The board as lines of text: a letter for a man, a small letter for an empty cell of that seat's camp, a dot for
    /// any other. Squares have their letters and numbers at the edge; rows of hexagons name their first and last cell.
    pub fn text(&self, colour: bool) -> Vec<String> {
        let rows = self.rows();
        let labels: Vec<(String, String)> = rows.iter().map(|row| self.row_labels(row)).collect();
        let margin = labels.iter().map(|(left, _)| left.len()).max().unwrap_or(0);
        let mut lines: Vec<String> = rows
            .iter()
            .zip(&labels)
            .map(|(row, (left, right))| {
                let line = format!("{left:>margin$}  {}  {right}", self.row_text(row, colour));
                line.trim_end().to_owned()
            })
            .collect();
        if let Some(columns) = self.column_letters() {
            lines.push(format!("{}{}", " ".repeat(margin + 2), columns));
        }
        lines
    }

    /// The cells of each row, from the left.
    fn rows(&self) -> Vec<Vec<usize>> {
        let mut cells: Vec<usize> = (0..self.layout.cells.len()).collect();
        cells.sort_by_key(|&cell| (self.layout.cells[cell].y, self.layout.cells[cell].x));
        cells
            .chunk_by(|&a, &b| self.layout.cells[a].y == self.layout.cells[b].y)
            .map(<[usize]>::to_vec)
            .collect()
    }

    fn row_labels(&self, row: &[usize]) -> (String, String) {
        let label =
            |cell: Option<&usize>| cell.map_or(String::new(), |&cell| self.layout.cells[cell].label.clone());
        match self.layout.shape {
            CellShape::Square => (split(&label(row.first())).1.to_owned(), String::new()),
            CellShape::Hexagon => (label(row.first()), label(row.last())),
        }
    }

    fn row_text(&self, row: &[usize], colour: bool) -> String {
        let mut text = String::new();
        let mut next = self.left();
        for &cell in row {
            let x = self.layout.cells[cell].x;
            text.extend(std::iter::repeat_n(' ', (x - next).max(0) as usize));
            text.push_str(&self.cell_text(cell, colour));
            next = x + 1;
        }
        text
    }

    fn cell_text(&self, cell: usize, colour: bool) -> String {
        let camp = self.layout.cells[cell].camp;
        let (symbol, seat, weight) = match (self.men[cell], camp) {
            (Some(seat), _) => (seat.letter(), Some(seat), "1"),
            (None, Some(seat)) => (seat.letter().to_ascii_lowercase(), Some(seat), "2"),
            (None, None) => ('.', None, "2"),
        };
        if !colour {
            return symbol.to_string();
        }
        let marked = if self.path.contains(&cell) { ";4" } else { "" };
        let hue = seat.map_or(String::new(), |seat| format!(";{}", ANSI[seat.index()]));
        format!("\x1b[{weight}{marked}{hue}m{symbol}\x1b[0m")
    }

    fn left(&self) -> i32 {
        self.layout.cells.iter().map(|cell| cell.x).min().unwrap_or(0)
    }

    /// The letters below the columns of a board of squares.
    fn column_letters(&self) -> Option<String> {
        if self.layout.shape != CellShape::Square {
            return None;
        }
        let rows = self.rows();
        let last = rows.iter().max_by_key(|row| row.len())?;
        let mut text = String::new();
        for &cell in last {
            let cell = &self.layout.cells[cell];
            let column = (cell.x - self.left()) as usize;
            text.extend(std::iter::repeat_n(' ', column.saturating_sub(text.len())));
            text.push_str(split(&cell.label).0);
        }
        Some(text)
    }
}

/// A label such as `c14` taken apart into `c` and `14`.
pub fn split(label: &str) -> (&str, &str) {
    label.split_at(label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len()))
}

/// Foreground colours by seat: blue, red, green, yellow, magenta, cyan.
const ANSI: [u8; hoppity_rules::MAX_SEATS] = [34, 31, 32, 33, 35, 36];

#[cfg(test)]
mod tests {
    use super::*;
    use hoppity_rules::Cell;

    #[test]
    fn rows_of_hexagons_are_shifted_and_name_their_ends() {
        // Three rows of a small hexagon-shaped board.
        let rows = [(1, "a1 a2"), (0, "b1 b2 b3"), (1, "c2 c3")];
        let mut cells = Vec::new();
        for (y, (left, labels)) in rows.into_iter().enumerate() {
            for (i, label) in labels.split(' ').enumerate() {
                cells.push(Cell { x: left + 2 * i as i32, y: y as i32, label: label.to_owned(), camp: None });
            }
        }
        let mut men = vec![None; cells.len()];
        men[3] = Some(Seat::B);
        let board = Board { layout: Layout { shape: CellShape::Hexagon, cells }, men, path: Vec::new() };
        assert_eq!(board.text(false), ["a1   . .  a2", "b1  . B .  b3", "c2   . .  c3"]);
    }
}

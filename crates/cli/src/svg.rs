//! Boards as pictures: a small writer of SVG.
use hoppity_protocol::board::{Board, split};
use hoppity_rules::{Cell, CellShape, MAX_SEATS, Seat};
use std::fmt::Write;

/// The width of a cell in the picture's unit.
const CELL: f64 = 40.0;
/// Room around the board, for the names of columns and rows.
const MARGIN: f64 = 34.0;
/// Colours by seat, for men; camps take them faintly.
const COLOURS: [&str; MAX_SEATS] = ["#2b6cb0", "#c53030", "#2f855a", "#b7791f", "#6b46c1", "#0f8a96"];

/// The board as an SVG document with `title`.
pub(crate) fn picture(board: &Board, title: &str) -> String {
    let canvas = Canvas::new(board);
    let mut svg = String::new();
    canvas.write(&mut svg, title).expect("a String takes all");
    svg
}

struct Canvas<'a> {
    board: &'a Board,
    left: i32,
    top: i32,
    width: f64,
    height: f64,
    /// From one row's middle to the next one's.
    row: f64,
}

impl<'a> Canvas<'a> {
    fn new(board: &'a Board) -> Canvas<'a> {
        let cells = &board.layout.cells;
        let range = |of: fn(&Cell) -> i32| {
            (cells.iter().map(of).min().unwrap_or(0), cells.iter().map(of).max().unwrap_or(0))
        };
        let (left, right) = range(|cell| cell.x);
        let (top, bottom) = range(|cell| cell.y);
        let row = match board.layout.shape {
            CellShape::Square => CELL,
            // Hexagons of width 1 with a point up lie √3/2 apart.
            CellShape::Hexagon => CELL * 0.866_025,
        };
        let width = f64::from(right - left) / 2.0 * CELL + CELL + 2.0 * MARGIN;
        let height = f64::from(bottom - top) * row + CELL + 2.0 * MARGIN;
        Canvas { board, left, top, width, height, row }
    }

    fn middle(&self, cell: &Cell) -> (f64, f64) {
        let x = f64::from(cell.x - self.left) / 2.0 * CELL + MARGIN + CELL / 2.0;
        let y = f64::from(cell.y - self.top) * self.row + MARGIN + CELL / 2.0;
        (x, y)
    }

    fn write(&self, svg: &mut String, title: &str) -> std::fmt::Result {
        let (width, height) = (self.width, self.height);
        writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1} {height:.1}" width="{width:.0}" height="{height:.0}" font-family="sans-serif" text-anchor="middle">"#
        )?;
        writeln!(svg, "<title>{}</title>", escaped(title))?;
        writeln!(svg, r##"<rect width="100%" height="100%" fill="#ffffff"/>"##)?;
        for cell in &self.board.layout.cells {
            self.ground(svg, cell)?;
        }
        self.labels(svg)?;
        self.last_move(svg)?;
        for (cell, man) in self.board.layout.cells.iter().zip(&self.board.men) {
            if let Some(seat) = man {
                self.man(svg, cell, *seat)?;
            }
        }
        writeln!(svg, "</svg>")
    }

    fn ground(&self, svg: &mut String, cell: &Cell) -> std::fmt::Result {
        let (x, y) = self.middle(cell);
        let (colour, strength) = match cell.camp {
            Some(seat) => (COLOURS[seat.index()], 0.18),
            None => ("#e8dcc4", 0.55),
        };
        let paint =
            format!(r##"fill="{colour}" fill-opacity="{strength}" stroke="#8a7f6a" stroke-width="1""##);
        match self.board.layout.shape {
            CellShape::Square => {
                let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
                writeln!(svg, r#"<rect x="{x:.1}" y="{y:.1}" width="{CELL}" height="{CELL}" {paint}/>"#)
            }
            CellShape::Hexagon => {
                let (half, point, edge) = (CELL / 2.0, CELL * 0.577_35, CELL * 0.288_675);
                let corners =
                    [(0.0, -point), (half, -edge), (half, edge), (0.0, point), (-half, edge), (-half, -edge)];
                let points = corners.map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).join(" ");
                writeln!(svg, r#"<polygon points="{points}" {paint}/>"#)
            }
        }
    }

    fn labels(&self, svg: &mut String) -> std::fmt::Result {
        let squares = self.board.layout.shape == CellShape::Square;
        for cell in &self.board.layout.cells {
            let (x, y) = self.middle(cell);
            if !squares {
                let y = y + CELL * 0.42;
                writeln!(
                    svg,
                    r##"<text x="{x:.1}" y="{y:.1}" font-size="8" fill="#6b6250">{}</text>"##,
                    escaped(&cell.label)
                )?;
                continue;
            }
            let (column, row) = split(&cell.label);
            let mut edge = |x: f64, y: f64, text: &str| {
                writeln!(
                    svg,
                    r##"<text x="{x:.1}" y="{y:.1}" font-size="14" fill="#4a4436">{}</text>"##,
                    escaped(text)
                )
            };
            if cell.x == self.left {
                edge(x - CELL / 2.0 - 15.0, y + 5.0, row)?;
            }
            if y + CELL / 2.0 + MARGIN >= self.height - 0.5 {
                edge(x, y + CELL / 2.0 + 20.0, column)?;
            }
        }
        Ok(())
    }

    fn last_move(&self, svg: &mut String) -> std::fmt::Result {
        let middle = |&cell: &usize| self.board.layout.cells.get(cell).map(|cell| self.middle(cell));
        let stops: Vec<(f64, f64)> = self.board.path.iter().filter_map(middle).collect();
        let paint = r##"fill="none" stroke="#111111" stroke-opacity="0.55" stroke-width="3""##;
        match stops[..] {
            [] => Ok(()),
            [(x, y)] => writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{}" {paint}/>"#, CELL * 0.44),
            _ => {
                let points: Vec<String> = stops.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                writeln!(svg, r#"<polyline points="{}" {paint}/>"#, points.join(" "))
            }
        }
    }

    fn man(&self, svg: &mut String, cell: &Cell, seat: Seat) -> std::fmt::Result {
        let (x, y) = self.middle(cell);
        let colour = COLOURS[seat.index()];
        writeln!(
            svg,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{}" fill="{colour}" stroke="#222222"/>"##,
            CELL * 0.36
        )?;
        writeln!(svg, r##"<text x="{x:.1}" y="{:.1}" font-size="16" fill="#ffffff">{seat}</text>"##, y + 5.5)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoppity_rules::{Layout, Spec};

    #[test]
    fn every_hexagon_is_drawn() {
        let spec = Spec::parse("havannah(size=2)").expect("a spec");
        let game = hoppity_registry::game(&spec).expect("a game");
        let layout: Layout = game.layout();
        let board = Board { men: vec![None; layout.cells.len()], layout, path: Vec::new() };
        assert_eq!(picture(&board, "<").matches("<polygon").count(), 7);
    }
}

//! `input.txt`.
use super::SIDE;
use std::fmt;

/// Whether one move is asked for, or a game is played move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One move, which may use all the time.
    Single,
    /// A move of a game, for the rest of which the time must last.
    Game,
}

/// Who has a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// From the top left.
    Black,
    /// From the bottom right.
    White,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    kind: Kind,
    colour: Colour,
    seconds: f64,
    board: Vec<Option<Colour>>,
}

impl Task {
    /// A task; `board` has 16 rows of 16 squares from the top.
    pub(crate) fn new(kind: Kind, colour: Colour, seconds: f64, board: Vec<Option<Colour>>) -> Task {
        Task { kind, colour, seconds, board }
    }

    /// Reads `input.txt`. What is wrong is told with its line.
    pub fn parse(text: &str) -> Result<Task, String> {
        let mut lines = text.lines().map(str::trim_end).enumerate();
        let mut next =
            |what: &str| lines.next().ok_or_else(|| format!("the text ends where {what} should be"));
        let wrong = |(i, line): (usize, &str), what: &str| {
            let shown: String = line.chars().filter(|c| !c.is_control()).take(40).collect();
            format!("line {}: expected {what}, found `{shown}`", i + 1)
        };
        let kind = match next("SINGLE or GAME")? {
            (_, "SINGLE") => Kind::Single,
            (_, "GAME") => Kind::Game,
            line => return Err(wrong(line, "SINGLE or GAME")),
        };
        let colour = match next("BLACK or WHITE")? {
            (_, "BLACK") => Colour::Black,
            (_, "WHITE") => Colour::White,
            line => return Err(wrong(line, "BLACK or WHITE")),
        };
        let line = next("a number of seconds")?;
        let seconds = line.1.trim().parse::<f64>().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 1e9);
        let seconds = seconds.ok_or_else(|| wrong(line, "a number of seconds above 0"))?;
        let mut board = Vec::with_capacity(SIDE * SIDE);
        for _ in 0..SIDE {
            let line = next("a row of the board")?;
            let right = "16 characters B, W or .";
            if line.1.chars().count() != SIDE {
                return Err(wrong(line, right));
            }
            for man in line.1.chars() {
                board.push(match man {
                    'B' => Some(Colour::Black),
                    'W' => Some(Colour::White),
                    '.' => None,
                    _ => return Err(wrong(line, right)),
                });
            }
        }
        match lines.find(|(_, line)| !line.trim().is_empty()) {
            None => Ok(Task { kind, colour, seconds, board }),
            Some(line) => Err(wrong(line, "nothing after the board")),
        }
    }

    /// Whether one move is asked for or a game is played.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Who is to move.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// Seconds of processor time that are left, above 0.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Rows of squares from the top.
    pub fn board(&self) -> &[Option<Colour>] {
        &self.board
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Single => "SINGLE",
            Kind::Game => "GAME",
        };
        let colour = match self.colour {
            Colour::Black => "BLACK",
            Colour::White => "WHITE",
        };
        // As a decimal number with a point, which programs in any language read.
        writeln!(f, "{kind}\n{colour}\n{:.3}", self.seconds.max(0.001))?;
        for row in self.board.chunks(SIDE) {
            let row: String = row
                .iter()
                .map(|man| match man {
                    Some(Colour::Black) => 'B',
                    Some(Colour::White) => 'W',
                    None => '.',
                })
                .collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

//! The options of the puzzle, and what is told of it.
use super::figure::{self, FIGURES, Figure};
use crate::games::halma::options::{MAX_COUNTER, choose, word};
use crate::{About, OptionDoc, Options, Spec, SpecError, Value};

/// All options, resolved.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Settings {
    /// Squares on a side.
    pub board: usize,
    /// The most moves.
    pub moves: u32,
    pub figure: Figure,
}

/// The boards, each with the men that its yard holds in Halma for two.
const BOARDS: [(usize, u32); 3] = [(8, 10), (10, 15), (16, 19)];

const USUAL_BOARD: usize = 16;

pub(super) const ABOUT: About = About {
    name: "halma-solitaire",
    summary: "puzzle for one on the Halma board: form a symmetric figure of all men in as many moves as there are men",
    options: &[
        OptionDoc {
            name: "board",
            values: "8, 10, 16",
            default: "16",
            about: "squares on a side; the yard holds 10, 15 or 19 men",
        },
        OptionDoc {
            name: "moves",
            values: "a number of moves",
            default: "(as many as there are men)",
            about: "the most moves in which the figure may be formed; fewer are as good",
        },
        figure::DOC,
    ],
    presets: &[],
    source: "the solitaire of the rule sheets that came with old Halma boards: nineteen men in a yard of 16x16, nineteen moves, a figure symmetric about the diagonal that does not run through the yard; what makes a figure is left open there, and an option here",
};

impl Settings {
    pub(super) fn read(options: &Options<'_>) -> Result<Settings, SpecError> {
        let board = options.int("board", 8..=16)?.map_or(USUAL_BOARD, |n| n as usize);
        let Some(men) = men(board) else {
            let why = format!("there is no standard yard on {board}x{board}; the board can be 8, 10 or 16");
            return Err(options.refuse("board", why));
        };
        let moves = options.int("moves", 1..=i64::from(MAX_COUNTER))?.map_or(men, |n| n as u32);
        let mut settings = Settings { board, moves, figure: Figure::Mirror };
        choose(options, "figure", &FIGURES, &mut settings.figure)?;
        Ok(settings)
    }

    /// The canonical spec: the options that are not at their defaults.
    pub(super) fn spec(&self) -> Spec {
        let mut spec = Spec::new(ABOUT.name);
        if self.board != USUAL_BOARD {
            spec = spec.with("board", self.board as i64);
        }
        if men(self.board) != Some(self.moves) {
            spec = spec.with("moves", i64::from(self.moves));
        }
        if self.figure != Figure::Mirror {
            spec = spec.with("figure", word(&FIGURES, self.figure));
        }
        spec
    }

    /// The spec of the game of Halma whose board and moves these are.
    pub(super) fn halma(&self) -> Spec {
        let free = Spec::new("halma").with("leave_goal", Value::from("free"));
        free.with("board", self.board as i64)
    }
}

/// The men in the yard of a board.
fn men(board: usize) -> Option<u32> {
    BOARDS.iter().find(|&&(side, _)| side == board).map(|&(_, men)| men)
}

//! `hoppity show`
use crate::documents::{OutcomeDocument, outcome_words};
use crate::input::{PositionArgs, Setup};
use crate::out::Out;
use crate::{files, svg};
use clap::Args;
use hoppity_protocol::board::Board;
use hoppity_rules::Seat;
use serde::Serialize;
use std::path::PathBuf;

/// Show a position: the board, the side to move, the outcome
///
/// On the board a letter is a man, a small letter an empty cell of that seat's camp, a dot any other empty cell.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The game, such as `halma(board=8)`
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// List the legal moves
    #[arg(long)]
    legal: bool,
    /// Draw the board into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON: game, position, `to_move`, ply, outcome, and legal with --legal
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    game: String,
    position: String,
    /// The letter of the seat whose turn it is, or would be if the game were not over.
    to_move: String,
    ply: u32,
    outcome: Option<OutcomeDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
}

impl ShowArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let setup = self.position.setup(&self.game)?;
        let path = setup.last.as_ref().map_or(Vec::new(), |last| last.path.clone());
        let board = Board::new(&*setup.game, &*setup.line, path);
        if let Some(file) = &self.svg {
            let title = format!("{} {}", setup.game.spec(), setup.line.position());
            files::replace(file, svg::picture(&board, &title).as_bytes())?;
        }
        if self.json { self.document(&setup, out) } else { self.in_words(&setup, &board, out) }
    }

    fn document(&self, setup: &Setup, out: &mut Out) -> anyhow::Result<()> {
        let (game, line) = (&setup.game, &setup.line);
        out.json(&Document {
            game: game.spec().to_string(),
            position: line.position(),
            to_move: line.to_move().to_string(),
            ply: line.ply(),
            outcome: line.outcome().map(|outcome| OutcomeDocument::new(&**game, &outcome)),
            legal: self.legal.then(|| line.legal_texts()),
        })
    }

    fn in_words(&self, setup: &Setup, board: &Board, out: &mut Out) -> anyhow::Result<()> {
        let (game, line) = (&setup.game, &setup.line);
        for row in board.text(out.colour()) {
            out.line(row)?;
        }
        out.line(format_args!("\ngame:     {}", game.spec()))?;
        out.line(format_args!("position: {}", line.position()))?;
        if let Some(last) = &setup.last {
            out.line(format_args!("played:   {}", last.text))?;
        }
        match line.outcome() {
            None => out.line(format_args!("to move:  {} (ply {})", line.to_move(), line.ply()))?,
            Some(outcome) => {
                out.line(format_args!("outcome:  {}", outcome_words(&**game, &outcome)))?;
                if game.teams() > 2 {
                    let ranks = game.seat_ranks(&outcome);
                    let place = |(seat, rank): (Seat, &u8)| format!("{seat} {}", rank + 1);
                    let places: Vec<String> = Seat::all(game.seats()).zip(&ranks).map(place).collect();
                    out.line(format_args!("places:   {}", places.join(", ")))?;
                }
            }
        }
        if self.legal {
            let moves = line.legal_texts();
            let plural = if moves.len() == 1 { "" } else { "s" };
            out.line(format_args!("\n{} legal move{plural}", moves.len()))?;
            for some in moves.chunks(10) {
                out.line(some.join(" "))?;
            }
        }
        Ok(())
    }
}

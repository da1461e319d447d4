//! `playdata.txt`: what we keep from one move of a game to the next.
use hoppity_rules::AnyGame;
use hoppity_rules::AnyLine;

/// The position that a move of ours has led to, from which the next task must follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes(String);

const TITLE: &str = "hoppity: the position after our last move";

impl Notes {
    /// What to keep, after a move has been made on the line.
    pub fn after(line: &dyn AnyLine) -> Notes {
        Notes(line.position())
    }

    /// Reads the file; `None` if it is not one of ours.
    pub fn parse(text: &str) -> Option<Notes> {
        let (title, position) = text.split_once('\n')?;
        (title == TITLE).then(|| Notes(position.trim_end().to_owned()))
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        format!("{TITLE}\n{}\n", self.0)
    }

    /// The number of the ply to be played now, if one move leads from the noted position to a board that fits. `fits` is
    /// asked about the line after each such move.
    pub fn ply(&self, game: &dyn AnyGame, fits: impl Fn(&dyn AnyLine) -> bool) -> Option<u32> {
        let mut line = game.line_from(&self.0).ok()?;
        line.legal().into_iter().find_map(|index| {
            line.push(index);
            let ply = fits(&*line).then(|| line.ply());
            line.pop();
            ply
        })
    }
}

//! How games begin; the same for all pairings.
mod random;
mod written;

pub(crate) use random::Openers;
pub(crate) use written::{Line, lines};

use hoppity_rules::{AnyGame, AnyLine, SpecError};

/// How a game begins: with moves from the game's initial position, or in a position of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Where the game starts instead of in its initial position.
    position: Option<String>,
    /// What is played first, as indices.
    moves: Box<[usize]>,
}

impl Opening {
    /// These moves from the initial position.
    fn of_moves(moves: Vec<usize>) -> Opening {
        Opening { position: None, moves: moves.into() }
    }

    /// Reads moves that are separated by spaces, or a position: a text with a `/` in its first word, or a seat as its
    /// second. Errors are placed in the text.
    pub(crate) fn parse(game: &dyn AnyGame, text: &str) -> Result<Opening, SpecError> {
        let (opening, line) =
            if is_position(text) { read_position(game, text)? } else { read_moves(game, text)? };
        if line.outcome().is_some() {
            return Err(SpecError::at(
                0,
                "the game is over in this opening: expected one that leaves a game to play",
            ));
        }
        Ok(opening)
    }

    /// The position that the game starts in, where that is not the game's own.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// The moves that are played before the agents are asked, as indices.
    pub fn moves(&self) -> &[usize] {
        &self.moves
    }

    /// How many plies are played before the agents are asked.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// A line at the start of the game, before the moves.
    pub(crate) fn start(&self, game: &dyn AnyGame) -> Box<dyn AnyLine> {
        let Some(position) = &self.position else { return game.line() };
        game.line_from(position).expect("a position that has been read before")
    }

    /// A line at the end of the opening.
    pub(crate) fn line(&self, game: &dyn AnyGame) -> Box<dyn AnyLine> {
        let mut line = self.start(game);
        for &index in &self.moves {
            line.push(index);
        }
        line
    }

    /// The opening as [`Opening::parse`] reads it; equal ones give equal text.
    pub(crate) fn text(&self, game: &dyn AnyGame) -> String {
        match &self.position {
            Some(position) => position.clone(),
            None => self.line(game).history().join(" "),
        }
    }
}

fn is_position(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let is_seat = |word: &str| word.len() == 1 && word.bytes().all(|b| b.is_ascii_uppercase());
    rows.contains('/') || words.next().is_some_and(is_seat)
}

fn read_position(game: &dyn AnyGame, text: &str) -> Result<(Opening, Box<dyn AnyLine>), SpecError> {
    let line = game.line_from(text).map_err(|error| {
        SpecError::at(error.at, format!("not a position of {}: {}", game.spec(), error.what))
    })?;
    Ok((Opening { position: Some(line.position()), moves: Box::default() }, line))
}

fn read_moves(game: &dyn AnyGame, text: &str) -> Result<(Opening, Box<dyn AnyLine>), SpecError> {
    let mut line = game.line();
    let mut moves = Vec::new();
    for (number, word) in (1..).zip(text.split_whitespace()) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let index = line.parse(word).map_err(|error| SpecError::at(at, format!("move {number}: {error}")))?;
        line.push(index);
        moves.push(index);
    }
    Ok((Opening::of_moves(moves), line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoppity_registry::{Playable, game};
    use hoppity_rules::Spec;
    use std::sync::Arc;

    fn mnk(spec: &str) -> Arc<dyn Playable> {
        game(&Spec::parse(spec).unwrap()).unwrap()
    }

    #[test]
    fn moves_and_positions_are_told_apart_and_go_round() {
        let game = mnk("mnk");
        for (text, plies) in [("b2", 1), ("b2 a1 c3", 3), ("3/1A1/3 B 2", 0), ("AB1/3/3 A 3", 0)] {
            let opening = Opening::parse(&*game, text).unwrap();
            assert_eq!((opening.text(&*game).as_str(), opening.plies()), (text, plies));
            assert_eq!(Opening::parse(&*game, &opening.text(&*game)).unwrap(), opening);
            assert_eq!(opening.line(&*game).position(), {
                let mut line = opening.start(&*game);
                opening.moves().iter().for_each(|&index| assert!(line.push(index)));
                line.position()
            });
        }
        // A board of one row has no `/`.
        let row = mnk("mnk(m=5,n=1,k=3)");
        assert_eq!(Opening::parse(&*row, "A4 B 2").unwrap().position(), Some("A4 B 2"));
        assert_eq!(Opening::parse(&*row, "a1  e1").unwrap().text(&*row), "a1 e1");
    }

    #[test]
    fn what_cannot_be_played_is_placed_in_the_text() {
        let game = mnk("mnk");
        let refused = |text: &str| {
            let error = Opening::parse(&*game, text).unwrap_err();
            (error.at.unwrap(), error.what)
        };
        let (at, what) = refused("b2  z9 a1");
        assert!(at == 4 && what.starts_with("move 2: `z9` cannot be played"), "{at} {what}");
        assert!(refused("b2 b2").1.starts_with("move 2: "));
        let (at, what) = refused("3/1X1/3 A 1");
        assert!(at == 3 && what.starts_with("not a position of mnk: `X`"), "{at} {what}");
        assert!(refused("3/3/3").1.contains("seat to move"));
        assert!(refused("a1 b1 a2 b2 a3").1.contains("the game is over in this opening"));
        assert!(refused("a1 b1 a2 b2 a3 c3").1.contains("move 6: "));
        assert!(refused("AAA/BB1/3 B 6").1.contains("over"));
    }
}

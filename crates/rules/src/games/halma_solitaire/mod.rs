//! The solitaire of the old Halma rule sheets: nineteen men stand in a yard, and in at most nineteen moves they must form a
//! figure that is symmetric about the diagonal of the board that does not run through the yard.
//!
//! The yard is at the top left, the diagonal runs from `a1` at the bottom left to the top right. Moves are those of Halma:
//! a step or a chain of hops over the player's own men, there being no others. The game is won in the move that forms the
//! figure, even before the last one, and lost after the last move otherwise.
//!
//! There is one seat and one team. Who wins is first; who loses has rank 1, behind nobody but the task. A loss is a matter
//! of the count of moves, so it rests on the path; a win does not.
//!
//! Moves come in Halma's order, and cells of the layout count as Halma's.
mod figure;
mod game;
mod options;

use crate::games::halma::{self, Halma, SquareSet};
use crate::{Catalogued, Outcome, Reasons, Seat, SpecError, Team, zobrist};
use options::Settings;
use std::fmt;
use std::sync::Arc;

/// The puzzle with its options.
#[derive(Clone)]
pub struct HalmaSolitaire(Arc<Rules>);

struct Rules {
    settings: Settings,
    /// The board, the yard (A's home) and the moves.
    halma: Halma,
    /// A Halma position without men, A to move.
    bare: halma::State,
    /// By [`halma::Square::index`].
    keys: Box<[u64]>,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    men: SquareSet,
    key: u64,
    /// The ply about to be played.
    ply: u32,
    outcome: Option<Outcome>,
}

/// Nothing: the move says all that is needed to take it back.
#[derive(Clone, Copy, Debug)]
pub struct Undo;

/// The names of the game's own reasons.
const REASONS: &[&str] = &["symmetric figure"];
const FIGURE: Reasons = Reasons::own(0);

impl State {
    /// The men.
    #[inline]
    pub fn men(&self) -> SquareSet {
        self.men
    }
}

impl HalmaSolitaire {
    fn new(options: &crate::Options<'_>) -> Result<HalmaSolitaire, SpecError> {
        let settings = Settings::read(options)?;
        let halma = Halma::from_spec(&settings.halma())?;
        let mut bare = crate::Game::initial(&halma);
        bare.men.fill(SquareSet::EMPTY);
        let keys = zobrist::table(u64::from_be_bytes(*b"halmasol"), 256);
        Ok(HalmaSolitaire(Arc::new(Rules { settings, halma, bare, keys })))
    }

    /// The game of Halma on whose board the puzzle is played; the yard is A's home.
    pub fn halma(&self) -> &Halma {
        &self.0.halma
    }

    /// The corner of the board where the men start.
    pub fn yard(&self) -> SquareSet {
        self.halma().home(Seat::A)
    }

    /// The images of men across the diagonal of the figure.
    #[inline]
    pub fn mirrored(&self, men: SquareSet) -> SquareSet {
        figure::mirrored(men)
    }

    /// The most moves.
    pub fn limit(&self) -> u32 {
        self.0.settings.moves
    }

    /// The men as a Halma position of one player, to which Halma's moves are left.
    fn lone(&self, s: &State) -> halma::State {
        let mut lone = self.0.bare;
        lone.men[0] = s.men;
        lone
    }

    fn position(&self, men: SquareSet, ply: u32) -> State {
        let mut s = State { men, key: 0, ply, outcome: None };
        s.key = self.full_key(&s);
        self.settle(&mut s);
        s
    }

    fn full_key(&self, s: &State) -> u64 {
        s.men.iter().fold(0, |key, square| key ^ self.0.keys[square.index()])
    }

    fn settle(&self, s: &mut State) {
        let settings = &self.0.settings;
        if settings.figure.is_formed(self.halma(), s.men) {
            s.outcome = Some(Outcome::win(Team::new(0), 1, FIGURE));
        } else if s.ply > settings.moves {
            s.outcome = Some(Outcome::from_ranks(&[1], Reasons::CAP).on_path());
        }
    }
}

impl fmt::Debug for HalmaSolitaire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.settings.spec())
    }
}

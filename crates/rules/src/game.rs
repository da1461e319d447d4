//! The contract of a game.
use crate::random::RngExt;
use crate::{
    About, Layout, MoveError, Options, Outcome, PositionError, Random, Reasons, Seat, Spec, SpecError, Team,
};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The rules of one game with its options. Sizes, variants and every table live here (cloning bumps an `Arc`), so that a
/// [`Game::State`] stays plain data.
///
/// What every implementation promises, and [`crate::testkit::conformance`] checks:
/// - moves come in a fixed order that depends on the position alone, each once, and there is at least one while
///   [`Game::outcome`] is `None` (a forced pass is a move);
/// - [`Game::undo`] restores the state and the key exactly;
/// - the key covers all that decides moves and wins but counters (caps, deadlines, repetition);
/// - text goes round: what is formatted parses to the same.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position. Cheap to clone: no heap where the game allows it.
    type State: Clone + Eq + Debug + Send + Sync;
    /// A turn of one seat.
    type Move: Copy + Eq + Hash + Ord + Debug + Send + Sync;
    /// What [`Game::undo`] needs to take one move back exactly; the old state itself for a game that copies.
    type Undo: Clone + Debug + Send + Sync;

    /// The canonical spec: the game's name and the options that are not at their defaults, sorted.
    fn spec(&self) -> Spec;
    /// How many seats there are, at most [`crate::MAX_SEATS`].
    fn seats(&self) -> usize;
    /// The team of a seat. By default each seat is a team of its own. Teams are numbered from 0 without gaps.
    fn team(&self, seat: Seat) -> Team {
        Team::new(seat.index())
    }
    /// How many teams there are.
    fn teams(&self) -> usize {
        1 + Seat::all(self.seats()).map(|seat| self.team(seat).index()).max().unwrap_or(0)
    }
    /// How many times a position may stand until the game is a draw; `None` where repetition means nothing.
    /// [`crate::Line`] counts.
    fn repetition(&self) -> Option<u8> {
        None
    }
    /// Names of the game's own [`crate::Reasons`], in the order of their bits.
    fn reason_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The position in which play begins.
    fn initial(&self) -> Self::State;
    /// Whose turn it is. Meaningless once the game is over.
    fn to_move(&self, s: &Self::State) -> Seat;
    /// The number of the ply about to be played: 1 at the start.
    fn ply(&self, s: &Self::State) -> u32;
    /// The result by the position and its counters, `None` while play goes on. O(1): kept up to date by [`Game::apply`].
    /// Repetition is not seen here but by [`crate::Line::outcome`].
    fn outcome(&self, s: &Self::State) -> Option<Outcome>;
    /// The result of play that is broken off here, by repetition, by a limit or because a seat has nothing to play with
    /// any more: nobody has won, but places already taken stay taken. By default a draw of all teams.
    fn broken_off(&self, s: &Self::State, reasons: Reasons) -> Outcome {
        let _ = s;
        Outcome::draw(self.teams(), reasons).on_path()
    }
    /// In how many plies from here, at the earliest, a counter of the rules (a cap, a deadline) may decide the game;
    /// `None` where no counter can. A value searched no deeper than this does not rest on counters.
    fn horizon(&self, s: &Self::State) -> Option<u32> {
        let _ = s;
        None
    }

    /// Calls `f` with every legal move in the game's order until it breaks. Not to be asked of a finished position.
    fn visit_moves<B>(&self, s: &Self::State, f: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;
    /// Whether the move is among [`Game::visit_moves`].
    fn is_legal(&self, s: &Self::State, m: Self::Move) -> bool;
    /// Plays a legal move. An illegal one may panic, but is never undefined behaviour; text from outside comes in by
    /// [`Game::parse_move`].
    fn apply(&self, s: &mut Self::State, m: Self::Move) -> Self::Undo;
    /// Takes back the move that `apply` has just played, exactly.
    fn undo(&self, s: &mut Self::State, m: Self::Move, u: Self::Undo);
    /// The Zobrist key: equal for positions that allow the same play, whatever their counters.
    fn key(&self, s: &Self::State) -> u64;
    /// The key computed anew from the position: the obvious twin of the one that `apply` keeps.
    fn key_from_scratch(&self, s: &Self::State) -> u64;
    /// A number of all that turns of a seat leave as it is, such as the men of others: the same before and after any turn of
    /// that seat, and the same for positions of the same key. It shows at once that no turn leads back to an earlier
    /// position; by default it shows nothing.
    fn key_of_rest(&self, s: &Self::State, seat: Seat) -> u64 {
        let _ = (s, seat);
        0
    }
    /// A dense number of the move in `0..move_space()`, for history tables, policies and [`crate::AnyLine`].
    fn move_index(&self, m: Self::Move) -> usize;
    /// One more than the largest [`Game::move_index`].
    fn move_space(&self) -> usize;

    /// The same position with this seat on move, as if those before it had passed over their turns; `None` where the rules
    /// leave no room for the thought. For searches that skip turns: such positions need not come up in any game.
    fn with_turn(&self, s: &Self::State, seat: Seat) -> Option<Self::State> {
        (self.outcome(s).is_none() && self.to_move(s) == seat).then(|| s.clone())
    }
    /// The legal move with this [`Game::move_index`]; `None` where no legal move has it. Searches remember moves by number
    /// and ask here before they play one, so games override it where they can tell without looking at all moves.
    fn legal_by_index(&self, s: &Self::State, index: usize) -> Option<Self::Move> {
        let find =
            |m| if self.move_index(m) == index { ControlFlow::Break(m) } else { ControlFlow::Continue(()) };
        self.outcome(s).is_none().then(|| self.visit_moves(s, find).break_value()).flatten()
    }
    /// The position after the seat to move has passed, in games where a pass never helps who passes: every value of this
    /// position for that seat is a lower bound on the value of `s`. `None` where a pass might help, as in every race.
    fn passed(&self, s: &Self::State) -> Option<Self::State> {
        let _ = s;
        None
    }

    /// The move as text. Unambiguous among the legal moves of every position.
    fn format_move(&self, m: Self::Move) -> String;
    /// The legal move that this text names. The only door for moves from outside: nothing is guessed or repaired.
    fn parse_move(&self, s: &Self::State, text: &str) -> Result<Self::Move, MoveError>;
    /// The position as one line of text: rows, seat to move, ply, then what else the game needs.
    fn format_position(&self, s: &Self::State) -> String;
    /// The position that this text describes. Refuses what cannot stand on this board.
    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError>;
    /// The cells that a move touches, in order: from, every landing of a chain, to. Empty where there is no path to show.
    fn move_path(&self, s: &Self::State, m: Self::Move) -> Vec<usize> {
        let _ = (s, m);
        Vec::new()
    }

    /// The picture of the board.
    fn layout(&self) -> Layout;
    /// Who holds a cell, counted as in [`Game::layout`].
    fn at(&self, s: &Self::State, cell: usize) -> Option<Seat>;
    /// How many symmetries the game has that keep the seats, the identity (number 0) included.
    fn symmetries(&self) -> usize {
        1
    }
    /// The position seen through a symmetry.
    fn map_state(&self, symmetry: usize, s: &Self::State) -> Self::State {
        debug_assert_eq!(symmetry, 0);
        s.clone()
    }
    /// The move seen through a symmetry.
    fn map_move(&self, symmetry: usize, m: Self::Move) -> Self::Move {
        debug_assert_eq!(symmetry, 0);
        m
    }

    /// Plays a legal move that will not be taken back.
    fn play(&self, s: &mut Self::State, m: Self::Move) {
        self.apply(s, m);
    }
    /// Appends all legal moves to `out`, in order.
    fn moves(&self, s: &Self::State, out: &mut Vec<Self::Move>) {
        let _ = self.visit_moves(s, |m| {
            out.push(m);
            ControlFlow::<()>::Continue(())
        });
    }
    /// How many legal moves there are.
    fn count_moves(&self, s: &Self::State) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(s, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }
    /// One legal move, each with the same chance.
    fn sample(&self, s: &Self::State, rng: &mut Random) -> Self::Move {
        let mut skip = rng.random_range(0..self.count_moves(s));
        let found = self.visit_moves(s, |m| {
            if skip == 0 {
                return ControlFlow::Break(m);
            }
            skip -= 1;
            ControlFlow::Continue(())
        });
        found.break_value().expect("count_moves agrees with visit_moves")
    }
    /// Plays on from `s` until the game is over or `max_plies` have been played. Each ply is what `choose` returns, or,
    /// where it returns `None`, a uniformly random move; `sink` is told every move with the seat that made it.
    /// Repetition is not counted.
    fn playout(
        &self,
        s: &mut Self::State,
        rng: &mut Random,
        max_plies: u32,
        mut choose: impl FnMut(&Self, &Self::State, &mut Random) -> Option<Self::Move>,
        mut sink: impl FnMut(Seat, Self::Move),
    ) -> Option<Outcome> {
        for _ in 0..max_plies {
            if let Some(outcome) = self.outcome(s) {
                return Some(outcome);
            }
            let m = choose(self, s, rng).unwrap_or_else(|| self.sample(s, rng));
            sink(self.to_move(s), m);
            self.play(s, m);
        }
        self.outcome(s)
    }
}

/// A game that can be built from a spec string, with the words that describe it to people.
pub trait Catalogued: Game {
    /// Name, options and sources.
    const ABOUT: About;

    /// The game with these options. Combinations that cannot be are refused with the reason.
    fn from_options(options: &Options<'_>) -> Result<Self, SpecError>;

    /// The game that a spec such as `mnk(m=3,n=3,k=3)` describes; the name is not looked at.
    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Self::from_options(&Options::new(spec, &Self::ABOUT)?)
    }
}

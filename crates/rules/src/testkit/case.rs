//! Where a check stands, so that a failure can say it.
use super::Plan;
use crate::Game;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A game under test, with the position and the move being looked at.
pub(super) struct Case<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) plan: Plan,
    pub(super) game_number: u64,
    state: RefCell<Option<G::State>>,
    playing: Cell<Option<G::Move>>,
    told: Cell<bool>,
}

impl<'a, G: Game> Case<'a, G> {
    pub(super) fn new(game: &'a G, plan: Plan) -> Case<'a, G> {
        let (state, playing) = (RefCell::new(None), Cell::new(None));
        Case { game, plan, game_number: 0, state, playing, told: Cell::new(false) }
    }

    /// Runs checks. A panic of the game itself, which knows nothing of the test, is told with the place as well.
    pub(super) fn run(&self, checks: impl FnOnce(&Case<'a, G>)) {
        let Err(panic) = catch_unwind(AssertUnwindSafe(|| checks(self))) else { return };
        if self.told.get() {
            resume_unwind(panic);
        }
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        self.fail(&format!("the game panicked: {text}"));
    }

    /// From here on failures are about this position.
    pub(super) fn stand(&self, s: &G::State) {
        *self.state.borrow_mut() = Some(s.clone());
        self.playing.set(None);
    }

    /// From here on failures are about this move in the position stood on.
    pub(super) fn consider(&self, m: G::Move) {
        self.playing.set(Some(m));
    }

    pub(super) fn check(&self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.fail(&what());
        }
    }

    /// `found` must be `right`.
    #[expect(clippy::needless_pass_by_value, reason = "most calls compare what they have just made")]
    pub(super) fn equal<T: PartialEq + Debug>(&self, found: T, right: T, what: &str) {
        self.check(found == right, || format!("{what}: found {found:?}, expected {right:?}"));
    }

    pub(super) fn fail(&self, what: &str) -> ! {
        self.told.set(true);
        let at = match &*self.state.borrow() {
            Some(s) => format!("\n  position: {}", self.game.format_position(s)),
            None => String::new(),
        };
        let by = match self.playing.get() {
            Some(m) => format!("\n  move: {} ({m:?})", self.game.format_move(m)),
            None => String::new(),
        };
        let (game, seed, number) = (self.game.spec(), self.plan.seed, self.game_number);
        panic!("{what}\n  game: {game}, seed {seed}, game {number}{at}{by}");
    }
}

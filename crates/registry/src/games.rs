//! The games by name.
use crate::agents::{self, Player};
use hoppity_eval::Knowledge;
use hoppity_rules::any::{AnyGame, Erased};
use hoppity_rules::error::suggestion;
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_rules::games::havannah::{self, ForCapacity, Havannah};
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{About, Catalogued, Spec, SpecError};
use std::sync::Arc;

/// A game that agents can be had for.
pub trait Playable: AnyGame {
    /// An agent for this game, by its spec.
    fn agent(&self, spec: &Spec) -> Result<Player, SpecError>;
}

impl<G: Knowledge> Playable for Erased<G> {
    fn agent(&self, spec: &Spec) -> Result<Player, SpecError> {
        agents::build(&self.0, spec)
    }
}

struct GameKind {
    about: &'static About,
    build: fn(&Spec) -> Result<Arc<dyn Playable>, SpecError>,
}

const fn kind<G: Catalogued + Knowledge>() -> GameKind {
    GameKind { about: &G::ABOUT, build: |spec| Ok(Arc::new(Erased(G::from_spec(spec)?))) }
}

/// One name for a few types: a state has room for the size that is asked for, and little more.
const HAVANNAH: GameKind =
    GameKind { about: &havannah::ABOUT, build: |spec| havannah::from_spec(spec, Share) };

struct Share;

impl ForCapacity for Share {
    type Output = Arc<dyn Playable>;

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> Arc<dyn Playable> {
        Arc::new(Erased(game))
    }
}

const GAMES: &[GameKind] = &[
    kind::<Halma>(),
    kind::<ChineseCheckers>(),
    kind::<HalmaSolitaire>(),
    HAVANNAH,
    kind::<Hex>(),
    kind::<Mnk>(),
];

/// What there is to know of every game.
pub fn games() -> impl ExactSizeIterator<Item = &'static About> + Clone {
    GAMES.iter().map(|kind| kind.about)
}

/// The game that a spec describes. Unknown names and options are refused with the nearest right one.
pub fn game(spec: &Spec) -> Result<Arc<dyn Playable>, SpecError> {
    let kind = GAMES.iter().find(|kind| kind.about.name == spec.name).ok_or_else(|| {
        let hint = suggestion(&spec.name, games().map(|about| about.name));
        SpecError::at(0, format!("there is no game `{}`{hint}", spec.name))
    })?;
    (kind.build)(spec)
}

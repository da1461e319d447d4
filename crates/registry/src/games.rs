//! The games by name.
use crate::agents::{self, Player, Term};
use crate::evaluator::{self, Evaluator};
use hoppity_eval::{FeatureSet, Knowledge};
use hoppity_rules::any::{AnyGame, Erased};
use hoppity_rules::error::suggestion;
use hoppity_rules::games::chinese_checkers::ChineseCheckers;
use hoppity_rules::games::halma::Halma;
use hoppity_rules::games::halma_solitaire::HalmaSolitaire;
use hoppity_rules::games::havannah::{self, ForCapacity, Havannah, Havannah8};
use hoppity_rules::games::hex::Hex;
use hoppity_rules::games::mnk::Mnk;
use hoppity_rules::{About, AnyLine, Catalogued, Spec, SpecError};
use std::path::Path;
use std::sync::Arc;

/// A game that agents can be had for.
pub trait Playable: AnyGame {
    /// An agent for this game, by its spec. Files that it names are looked for from `folder`; the [`Player::spec`] has
    /// what they say, and names none.
    fn agent_from(&self, spec: &Spec, folder: &Path) -> Result<Player, SpecError>;
    /// The features of the position on a line of this game, as the agent of a [`Player::spec`] weighs them; none for an
    /// agent that does not evaluate.
    fn terms(&self, spec: &Spec, line: &dyn AnyLine) -> Result<Vec<Term>, SpecError>;

    /// What an agent's evaluation counts, to be asked of many positions; `None` if it does not evaluate. Files that the
    /// spec names are looked for from `folder`.
    fn evaluator(&self, spec: &Spec, folder: &Path) -> Result<Option<Box<dyn Evaluator>>, SpecError>;

    /// An agent for this game, by its spec; files are looked for from where the process runs.
    fn agent(&self, spec: &Spec) -> Result<Player, SpecError> {
        self.agent_from(spec, Path::new(""))
    }
}

impl<G: Knowledge> Playable for Erased<G> {
    fn agent_from(&self, spec: &Spec, folder: &Path) -> Result<Player, SpecError> {
        agents::build(&self.0, spec, folder)
    }

    fn terms(&self, spec: &Spec, line: &dyn AnyLine) -> Result<Vec<Term>, SpecError> {
        agents::terms(&self.0, spec, line)
    }

    fn evaluator(&self, spec: &Spec, folder: &Path) -> Result<Option<Box<dyn Evaluator>>, SpecError> {
        evaluator::evaluator(&self.0, spec, folder)
    }
}

struct GameKind {
    about: &'static About,
    features: &'static FeatureSet,
    build: fn(&Spec) -> Result<Arc<dyn Playable>, SpecError>,
}

const fn kind<G: Catalogued + Knowledge>() -> GameKind {
    GameKind {
        about: &G::ABOUT,
        features: G::FEATURES,
        build: |spec| Ok(Arc::new(Erased(G::from_spec(spec)?))),
    }
}

/// One name for a few types: a state has room for the size that is asked for, and little more.
const HAVANNAH: GameKind = GameKind {
    about: &havannah::ABOUT,
    features: Havannah8::FEATURES,
    build: |spec| havannah::from_spec(spec, Share),
};

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

/// The features of the game with this name, and its evaluations.
pub fn features(name: &str) -> Option<&'static FeatureSet> {
    GAMES.iter().find(|kind| kind.about.name == name).map(|kind| kind.features)
}

/// The game that a spec describes. Unknown names and options are refused with the nearest right one.
pub fn game(spec: &Spec) -> Result<Arc<dyn Playable>, SpecError> {
    let kind = GAMES.iter().find(|kind| kind.about.name == spec.name).ok_or_else(|| {
        let hint = suggestion(&spec.name, games().map(|about| about.name));
        SpecError::at(0, format!("there is no game `{}`{hint}", spec.name))
    })?;
    (kind.build)(spec)
}

//! The features of many positions through the erased layer, for fits of their weights.
use crate::{agents, knowledge};
use hoppity_eval::{Feature, Knowledge, Weights};
use hoppity_rules::{AnyLine, Line, Options, Spec, SpecError};
use std::path::Path;

/// What an agent's evaluation counts, ready to be asked of many positions.
pub trait Evaluator: Send + Sync {
    /// What is counted.
    fn features(&self) -> &'static [Feature];
    /// What each weighs for the agent.
    fn weights(&self) -> &[f64];
    /// What each is in the position of a line of the evaluator's game, by seat and then in the order of the features,
    /// unweighted; nothing for a line of another game.
    fn count(&self, line: &dyn AnyLine) -> Vec<Vec<f64>>;
}

struct OfGame<G: Knowledge> {
    game: G,
    weights: Weights,
    heuristic: G::Heuristic,
}

impl<G: Knowledge> Evaluator for OfGame<G> {
    fn features(&self) -> &'static [Feature] {
        G::FEATURES.features
    }

    fn weights(&self) -> &[f64] {
        self.weights.values()
    }

    fn count(&self, line: &dyn AnyLine) -> Vec<Vec<f64>> {
        let line = line.as_any().downcast_ref::<Line<G>>();
        line.map_or(Vec::new(), |line| self.game.features(&self.heuristic, line.state()))
    }
}

/// The evaluator of an agent; `None` if it does not evaluate. Files that the spec names are looked for from `folder`.
pub(crate) fn evaluator<G: Knowledge>(
    game: &G,
    spec: &Spec,
    folder: &Path,
) -> Result<Option<Box<dyn Evaluator>>, SpecError> {
    let about = agents().find(|about| about.name == spec.name);
    let Some(about) = about.filter(|about| about.options.iter().any(|option| option.name == "eval")) else {
        return Ok(None);
    };
    let options = Options::new(spec, about)?;
    let (weights, _) = knowledge::read::<G>(&options, folder, options.canonical())?;
    let heuristic = game.weighted(&weights);
    Ok(Some(Box::new(OfGame { game: game.clone(), weights, heuristic })))
}

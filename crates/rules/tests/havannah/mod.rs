//! Havannah: games and counts that others have published, a slow twin of the rules, options, text, the conformance kit.
use hoppity_rules::any::{AnyGame, Erased};
use hoppity_rules::games::havannah::{self, ForCapacity, Havannah};
use hoppity_rules::{Spec, SpecError};

mod differential;
mod games;
mod old_rings;
mod options;
mod perft;
mod random;
mod solved;
mod swap;
mod symmetry;
mod text;
mod twin;

/// The game of a spec string, or why there is none.
fn built(spec: &str) -> Result<Box<dyn AnyGame>, SpecError> {
    struct Erase;
    impl ForCapacity for Erase {
        type Output = Box<dyn AnyGame>;
        fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> Box<dyn AnyGame> {
            Box::new(Erased(game))
        }
    }
    havannah::from_spec(&Spec::parse(spec)?, Erase)
}

fn game(spec: &str) -> Box<dyn AnyGame> {
    built(spec).unwrap_or_else(|e| panic!("`{spec}`: {e}"))
}

fn sized(size: usize) -> Box<dyn AnyGame> {
    game(&format!("havannah(size={size})"))
}

/// Hands the game of a size to something generic.
fn with_size<T: ForCapacity>(size: usize, then: T) -> T::Output {
    let spec = Spec::new("havannah").with("size", size as i64);
    havannah::from_spec(&spec, then).unwrap_or_else(|e| panic!("size {size}: {e}"))
}

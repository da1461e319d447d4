//! `hoppity games`
use super::about;
use crate::out::Out;
use clap::Args;

/// List the games, or tell the options, presets and sources of one
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// The game to tell more about
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl GamesArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        let works = |spec: &_| hoppity_registry::game(spec).is_ok();
        about::tell(out, "game", hoppity_registry::games(), self.name.as_deref(), self.json, works)
    }
}

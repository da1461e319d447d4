//! `hoppity completions`
use crate::cli::Cli;
use crate::out::Out;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a script that completes this command's words in a shell
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(self, out: &mut Out) -> anyhow::Result<()> {
        // By way of memory: the generator panics on a writer that fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "hoppity", &mut script);
        out.bytes(&script)
    }
}

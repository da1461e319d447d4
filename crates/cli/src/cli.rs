//! The commands and what they share.
use crate::commands::{
    AgentsArgs, BenchArgs, CompareArgs, CompletionsArgs, Csci561Args, EngineArgs, GamesArgs, MatchArgs,
    PerftArgs, PlayoutsArgs, RateArgs, SearchArgs, ShowArgs, StatsArgs, TournamentArgs, TuneArgs,
};
use crate::failure;
use crate::out::Out;
use clap::{Parser, Subcommand};

/// What the shell hands over.
#[derive(Debug, Parser)]
#[command(
    name = "hoppity",
    version,
    about = "A research toolkit for adversarial search: games, agents, searches and tournaments",
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 110,
    after_help = "Games and agents are named by spec strings: a name, then options in parentheses, as in\n\
                  `halma(board=8,rules=usc561)`. `hoppity games` and `hoppity agents` list them.\n\n\
                  Exit status: 0 done, 1 failed, 2 wrong use; what SIGINT, SIGTERM or SIGHUP stopped: 130, 143, 129."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(GamesArgs),
    Agents(AgentsArgs),
    Show(ShowArgs),
    Perft(PerftArgs),
    Playouts(PlayoutsArgs),
    Search(SearchArgs),
    Match(MatchArgs),
    Tournament(TournamentArgs),
    Compare(CompareArgs),
    Tune(TuneArgs),
    Rate(RateArgs),
    Stats(StatsArgs),
    Engine(EngineArgs),
    Csci561(Csci561Args),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
}

/// Reads the command line and does what it says.
pub(crate) fn run() -> anyhow::Result<()> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(refusal) => return failure::from_clap(&refusal),
    };
    let mut out = Out::stdout();
    let done = cli.command.run(&mut out);
    // What a failing command has already written is still shown; its own failure is the one to report.
    let flushed = out.finish();
    done.and(flushed)
}

impl Command {
    fn run(self, out: &mut Out) -> anyhow::Result<()> {
        match self {
            Command::Games(args) => args.run(out),
            Command::Agents(args) => args.run(out),
            Command::Show(args) => args.run(out),
            Command::Perft(args) => args.run(out),
            Command::Playouts(args) => args.run(out),
            Command::Search(args) => args.run(out),
            Command::Match(args) => args.run(out),
            Command::Tournament(args) => args.run(out),
            Command::Compare(args) => args.run(out),
            Command::Tune(args) => args.run(out),
            Command::Rate(args) => args.run(out),
            Command::Stats(args) => args.run(out),
            Command::Engine(args) => args.run(out),
            Command::Csci561(args) => args.run(out),
            Command::Bench(args) => args.run(out),
            Command::Completions(args) => args.run(out),
        }
    }
}

//! The results of a pool of agents as a file tells them, of a run or from elsewhere.
//!
//! | columns | a row is |
//! |---|---|
//! | `first,second,result` | a game of two; the result is `1-0`, `0-1` or `1/2-1/2`. Games with the same `pair`, if there is such a column, belong together |
//! | `seat0,seat1,…,rank1,rank2,…` | a table; the ranks name the agents from the first place to the last. Seats are taken for the order in which names were written down |
//! | `seat_a,…,rank_a,…` | a game of a run (its `games.csv`), or any table with ties: the ranks are the places of the seats, 0 the first, equal where shared. Games with the same `pairing` and `opening` belong together |
//!
//! Other columns mean nothing here, and the order of columns does not matter; but the columns of two shapes in one file are
//! refused. Either all games say what they belong to or, with empty cells, none.
mod error;
mod folder;
mod played;
mod rating;
mod read;
mod text;

pub use error::ResultsError;
pub use played::{PlayedGame, played_games};
pub(crate) use rating::table;
pub use rating::{Errors, Model, PoolRating, Rated, RatingOptions};

use crate::config::Place;
use crate::standings::score;
use crate::{Config, counted, utf8};
use hoppity_stats::Wdl;
use read::{Content, Game, Reader};
use std::path::Path;
use text::Fault;

/// The results of a pool: at least one game.
#[derive(Clone, Debug)]
pub struct Results {
    agents: Vec<String>,
    /// The team of each seat.
    teams: Vec<usize>,
    /// Games that belong together.
    blocks: Vec<Vec<Game>>,
    grouped: bool,
    seats_matter: bool,
    distinct: Option<u64>,
    /// What a person should know of the file.
    warnings: Vec<String>,
}

impl Results {
    /// Reads a file, or the `games.csv` in the folder of a run. Which seats are partners is what the `config.toml` beside a
    /// run's `games.csv` says; without one everybody plays alone.
    pub fn load(path: &Path) -> Result<Results, ResultsError> {
        let of_run = path.is_dir();
        let path = if of_run { path.join("games.csv") } else { path.to_owned() };
        let file = path.display().to_string();
        let unreadable = |what: String| ResultsError::Unreadable { file: file.clone(), what };
        if of_run && !path.exists() {
            let journal = path.with_file_name("journal.jsonl");
            let recorded = match folder::recorded(&journal) {
                0 => String::new(),
                games => format!(", which writes it from the {} in the journal", counted(games, "game")),
            };
            return Err(unreadable(format!(
                "is not there: expected the folder of a run that is finished; to finish one, run `hoppity tournament` again{recorded}"
            )));
        }
        let bytes = std::fs::read(&path).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
        let text = utf8::decode(bytes)
            .map_err(|fault| wrong(&file, &fault.before, Fault::new(fault.before.len(), fault.what)))?;
        let text = text.as_str();
        let reader = Reader::new(text).map_err(|fault| wrong(&file, text, fault))?;
        let config = path.with_file_name("config.toml");
        let teams = if reader.is_run() && reader.seats() > 2 && config.exists() {
            let teams = Config::load(&config)?.teams();
            if teams.len() != reader.seats() {
                let what =
                    format!("the game of {} has {}", config.display(), counted(teams.len() as u64, "seat"));
                return Err(wrong(&file, text, Fault::new(0, what)));
            }
            teams
        } else {
            alone(reader.seats())
        };
        let is_run = reader.is_run();
        let mut results = Results::new(reader, teams, text, &file)?;
        if is_run {
            results.warnings.extend(folder::unfinished(&path, results.games()));
        }
        Ok(results)
    }

    /// Reads the text of a file, whose seats all play alone; `file_name` is what errors call it.
    pub fn parse(text: &str, file_name: &str) -> Result<Results, ResultsError> {
        let text = utf8::without_mark(text);
        let reader = Reader::new(text).map_err(|fault| wrong(file_name, text, fault))?;
        let teams = alone(reader.seats());
        Results::new(reader, teams, text, file_name)
    }

    fn new(reader: Reader<'_>, teams: Vec<usize>, text: &str, file: &str) -> Result<Results, ResultsError> {
        let seats_matter = reader.seats_matter();
        let content = reader.read(&teams).map_err(|fault| wrong(file, text, fault))?;
        let Content { agents, blocks, grouped, distinct } = content;
        if blocks.is_empty() {
            return Err(wrong(file, text, Fault::new(text.len(), "expected a game below the header")));
        }
        Ok(Results { agents, teams, blocks, grouped, seats_matter, distinct, warnings: Vec::new() })
    }

    /// The agents in order of appearance.
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// How many seats a game has.
    pub fn seats(&self) -> usize {
        self.teams.len()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.blocks.iter().map(|block| block.len() as u64).sum()
    }

    /// How many of them have moves that no other one has; `None` where moves are not told.
    pub fn distinct(&self) -> Option<u64> {
        self.distinct
    }

    /// Whether it is told which games belong together, so that [`Errors::Pairs`] makes sense.
    pub fn are_grouped(&self) -> bool {
        self.grouped
    }

    /// Whether seats are places at a table, rather than the order in which names were written down: then their effect is
    /// fitted unless [`RatingOptions::advantage`] says otherwise.
    pub fn seats_matter(&self) -> bool {
        self.seats_matter
    }

    /// The games of each agent, won, drawn and lost.
    fn counts(&self) -> Vec<Wdl> {
        let mut counts = vec![Wdl::default(); self.agents.len()];
        for game in self.blocks.iter().flatten() {
            for (seat, &agent) in game.seats.iter().enumerate() {
                counts[agent].add(score(&self.teams, &game.ranks, seat));
            }
        }
        counts
    }
}

fn alone(seats: usize) -> Vec<usize> {
    (0..seats).collect()
}

fn wrong(file: &str, text: &str, Fault { at, what }: Fault) -> ResultsError {
    ResultsError::Wrong { file: file.to_owned(), place: Place::of(text, at), what }
}

//! Comparisons: the same agents at several games and several limits, in strength and in cost.
//!
//! A comparison is a set of tournaments, one for each game and limit, each in a folder of its own and run by [`crate::run`];
//! so all that is true of tournaments is true of it. `compare.csv` has a row for each agent of each of them: its Elo with
//! its interval, its score with the Wilson interval, and what it spent for a move.
mod cost;
mod read;

use crate::folder::Folder;
use crate::{Config, ConfigError, Observer, RunError, RunOptions, Setting, Standing, run};
use cost::Cost;
use hoppity_rules::{Spec, SpecError};
use hoppity_search::{LimitKind, Limits};
use hoppity_stats::{Wdl, wilson};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A comparison that can be run.
///
/// ```toml
/// seed = 1
/// games = 20                       # for each pairing, of every tournament
/// [[settings]]                     # each as in a tournament: game, max_plies, openings, adjudicate
/// game = "halma(board=8)"
/// [[limits]]                       # each as the limits of a tournament
/// nodes = 2000
/// sims = 200
/// [[limits]]
/// time_ms = 20
/// [[agents]]
/// agent = "alphabeta"
/// [[agents]]
/// agent = "mcts"
/// ```
///
/// An agent that does not play a game, as by its number of seats, is left out of it.
#[derive(Clone, Debug)]
pub struct Comparison {
    cells: Vec<Cell>,
    notes: Vec<String>,
    text: String,
}

/// A game at a limit: a tournament.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What its folder is called.
    pub name: String,
    /// The limits in words.
    pub limit: String,
    /// The tournament.
    pub config: Config,
}

/// What an agent came to in one game at one limit: a row of `compare.csv`. All but the last two follow from the config,
/// unless the limit is a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The game's canonical spec.
    pub game: String,
    /// The limits in words, such as `nodes=2000`.
    pub limit: String,
    /// `reproducible`, or `time`: then the row depends on the machine.
    pub kind: &'static str,
    /// The agent's name.
    pub agent: String,
    /// Its place.
    pub rank: usize,
    /// Elo above the mean of all agents there.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
    /// Whether a prior holds the ratings, because the results alone give no finite one.
    pub held: bool,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game.
    pub score: f64,
    /// The lower end of its 95 % interval (Wilson).
    pub score_low: f64,
    /// The upper end.
    pub score_high: f64,
    /// Moves made.
    pub moves: u64,
    /// Nodes a move.
    pub nodes: f64,
    /// Simulations a move.
    pub sims: f64,
    /// Seconds a move.
    pub seconds: f64,
    /// Seconds of processor time a move.
    pub cpu_seconds: f64,
}

impl Comparison {
    /// Reads and checks a file.
    pub fn load(path: &Path) -> Result<Comparison, ConfigError> {
        let bytes = std::fs::read(path).map_err(|error| ConfigError::unreadable(path, error))?;
        let file = path.display().to_string();
        let text = crate::utf8::decode(bytes)
            .map_err(|fault| ConfigError::at(&file, &fault.before, fault.before.len(), fault.what))?;
        Comparison::parse(&text, &file)
    }

    /// Checks the text of a file; `file` is what errors call it, and where relative paths in it start from.
    pub fn parse(text: &str, file: &str) -> Result<Comparison, ConfigError> {
        read::read(text, file)
    }

    fn new(cells: Vec<Cell>, notes: Vec<String>) -> Comparison {
        let mut text = String::new();
        for cell in &cells {
            // As comments, since only their sameness matters: each is in the folder of its tournament too.
            let _ = writeln!(text, "# {}", cell.name);
            for line in cell.config.to_toml().lines() {
                let _ = writeln!(text, "#     {line}");
            }
        }
        Comparison { cells, notes, text }
    }

    /// The tournaments, in the order of the games and then of the limits.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What a person should know: which agents are left out of which games.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Makes or takes over the folder of the comparison, which is locked as long as it is held.
    pub fn open(&self, out: &Path, force: bool) -> Result<(Folder, Vec<String>), RunError> {
        Folder::open(out, &self.text, force)
    }
}

impl Cell {
    /// Plays the tournament into its folder, or what is missing of it.
    pub fn run(
        &self,
        folder: &Folder,
        options: RunOptions<'_>,
        observer: &dyn Observer,
    ) -> Result<Vec<Compared>, RunError> {
        let out: PathBuf = folder.file(&self.name);
        let summary = run(&self.config, &out, options, observer)?;
        let costs = cost::read(&out.join("timing.csv"))?;
        let none = Cost::default();
        let compared = |standing: &Standing| {
            let cost = costs.get(&standing.agent).unwrap_or(&none);
            let each = |sum: f64| if cost.turns > 0 { sum / cost.turns as f64 } else { 0.0 };
            let counts = Wdl::new(standing.wins, standing.draws, standing.losses);
            let interval = wilson::interval(counts);
            Compared {
                game: summary.game.clone(),
                limit: self.limit.clone(),
                kind: summary.limits,
                agent: standing.agent.clone(),
                rank: standing.rank,
                elo: standing.elo,
                elo_low: standing.low,
                elo_high: standing.high,
                held: standing.prior.any(),
                games: standing.games,
                wins: standing.wins,
                draws: standing.draws,
                losses: standing.losses,
                score: standing.score,
                score_low: round(interval.low, 4),
                score_high: round(interval.high, 4),
                moves: cost.turns,
                nodes: round(each(cost.nodes as f64), 1),
                sims: round(each(cost.sims as f64), 1),
                seconds: round(each(cost.seconds), 6),
                cpu_seconds: round(each(cost.cpu_seconds), 6),
            }
        };
        Ok(summary.standings.iter().map(compared).collect())
    }

    /// Whether its results can be reproduced.
    pub fn kind(&self) -> LimitKind {
        self.config.limit_kind()
    }
}

/// Writes `compare.csv`.
pub fn write(folder: &Folder, rows: &[Compared]) -> Result<PathBuf, RunError> {
    let saved = "the games are safe, and the same command writes this again";
    folder.replace("compare.csv", saved, |file| {
        let mut writer = csv::Writer::from_writer(file);
        for row in rows {
            writer.serialize(row)?;
        }
        writer.flush()
    })
}

fn round(value: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (value * unit).round() / unit + 0.0
}

/// A cell of a setting and limits between the agents that play there.
fn cell(
    number: usize,
    setting: &Setting,
    limits: Limits,
    agents: &[(Option<String>, Spec)],
    (games, seed): (u64, u64),
) -> Result<Cell, SpecError> {
    let limit = in_words(limits);
    let game = setting.game().spec().to_string();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = format!("{game}-{limit}").chars().map(plain).collect();
    let name = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let config = setting.with_limits(limits).config(agents, games, seed)?;
    Ok(Cell { name: format!("{:02}-{}", number + 1, &name[..name.len().min(60)]), limit, config })
}

fn in_words(limits: Limits) -> String {
    let parts = [
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes),
        ("sims", limits.sims),
        ("time_ms", limits.time.map(|time| time.as_millis() as u64)),
    ];
    let given = parts.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value?)));
    let words = given.collect::<Vec<_>>().join(" ");
    if words.is_empty() { "own".to_owned() } else { words }
}

//! The files that are derived from the journal. Every figure has a fixed number of decimals.
use crate::folder::Folder;
use crate::journal::Journal;
use crate::standings::{Standing, prior_words, score};
use crate::summary::{Summary, Tally};
use crate::{Config, GameRecord, RunError};
use hoppity_rules::Seat;
use hoppity_stats::{Wdl, wilson};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// Writes them all and returns what the summary says.
pub(crate) fn write(
    folder: &Folder,
    journal: &Journal,
    config: &Config,
    notes: Vec<String>,
) -> Result<Summary, RunError> {
    journal.check_in_place()?;
    let out = Output { folder, journal, config, saved: journal.saved() };
    let mut tally = Tally::new(config);
    let mut winrates = Winrates::new(config);
    journal.for_each(|record| {
        tally.add(record);
        winrates.add(record);
        Ok(())
    })?;
    let mut files = vec![folder.file("config.toml"), folder.file("journal.jsonl")];
    files.push(out.games()?);
    files.push(out.timing()?);
    files.push(out.csv("winrates.csv", |csv| winrates.write(csv))?);
    let summary = tally.summary(notes)?;
    files.push(out.csv("elo.csv", |csv| elo(&summary.standings, csv))?);
    files.push(out.replace("summary.json", |file| {
        serde_json::to_writer_pretty(&mut *file, &summary)?;
        file.write_all(b"\n")
    })?);
    Ok(Summary { files, ..summary })
}

struct Output<'a> {
    folder: &'a Folder,
    journal: &'a Journal,
    config: &'a Config,
    /// What errors say of the rest.
    saved: String,
}

type Csv<'a> = csv::Writer<&'a mut dyn Write>;

impl Output<'_> {
    fn games(&self) -> Result<PathBuf, RunError> {
        let seats = || Seat::all(self.config.seats()).map(|seat| seat.letter().to_ascii_lowercase());
        let mut header: Vec<String> = ["game", "pairing", "opening", "seed"].map(str::to_owned).into();
        header.extend(seats().map(|seat| format!("seat_{seat}")));
        header.extend(seats().map(|seat| format!("rank_{seat}")));
        header.extend(["reason", "plies", "moves"].map(str::to_owned));
        self.rows("games.csv", &header, |record, csv| {
            let mut row: Vec<String> =
                [record.game, record.pairing, record.opening, record.seed].map(|n| n.to_string()).into();
            row.extend(record.seats.iter().map(|&agent| self.config.agents()[agent].name.clone()));
            row.extend(record.ranks.iter().map(ToString::to_string));
            row.extend([record.reason.clone(), record.plies.to_string(), record.moves.clone()]);
            csv.write_record(row)
        })
    }

    fn timing(&self) -> Result<PathBuf, RunError> {
        let header = [
            "game",
            "seat",
            "agent",
            "turns",
            "seconds",
            "cpu_seconds",
            "longest",
            "overruns",
            "nodes",
            "sims",
            "nodes_per_second",
            "sims_per_second",
        ];
        self.rows("timing.csv", &header.map(str::to_owned), |record, csv| {
            for (seat, &agent) in record.seats.iter().enumerate() {
                let (seconds, nodes, sims) = (record.seconds[seat], record.nodes[seat], record.sims[seat]);
                let rate = |count: u64| {
                    if seconds > 0.0 && count > 0 { fixed(count as f64 / seconds, 0) } else { String::new() }
                };
                csv.write_record([
                    record.game.to_string(),
                    Seat::new(seat).to_string(),
                    self.config.agents()[agent].name.clone(),
                    record.turns[seat].to_string(),
                    fixed(seconds, 6),
                    fixed(record.cpu_seconds[seat], 6),
                    fixed(record.longest[seat], 6),
                    record.overruns[seat].to_string(),
                    nodes.to_string(),
                    sims.to_string(),
                    rate(nodes),
                    rate(sims),
                ])?;
            }
            Ok(())
        })
    }

    /// A file with some rows for each game.
    fn rows(
        &self,
        name: &str,
        header: &[String],
        mut rows: impl FnMut(&GameRecord, &mut Csv<'_>) -> csv::Result<()>,
    ) -> Result<PathBuf, RunError> {
        // The journal's own errors are not those of the file that is written.
        let mut unread = None;
        let written = self.csv(name, |csv| {
            csv.write_record(header)?;
            let read = self
                .journal
                .for_each(|record| rows(record, csv).map_err(|error| self.write_error(name, error.into())));
            read.map_err(|error| {
                unread = Some(error);
                csv::Error::from(io::Error::other("the journal cannot be read"))
            })
        });
        unread.map_or(written, Err)
    }

    fn csv(
        &self,
        name: &str,
        fill: impl FnOnce(&mut Csv<'_>) -> csv::Result<()>,
    ) -> Result<PathBuf, RunError> {
        self.replace(name, |file| {
            let mut csv = csv::Writer::from_writer(file as &mut dyn Write);
            fill(&mut csv)?;
            csv.flush()
        })
    }

    fn replace(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<PathBuf, RunError> {
        self.folder.replace(name, &self.saved, |file| fill(file))
    }

    fn write_error(&self, name: &str, source: io::Error) -> RunError {
        RunError::Write { path: self.folder.file(name), source, saved: self.saved.clone() }
    }
}

fn elo(standings: &[Standing], csv: &mut Csv<'_>) -> csv::Result<()> {
    csv.write_record([
        "rank", "agent", "elo", "low", "high", "games", "wins", "draws", "losses", "score", "los_next",
        "prior",
    ])?;
    for standing in standings {
        csv.write_record([
            standing.rank.to_string(),
            standing.agent.clone(),
            fixed(standing.elo, 2),
            fixed(standing.low, 2),
            fixed(standing.high, 2),
            standing.games.to_string(),
            standing.wins.to_string(),
            standing.draws.to_string(),
            standing.losses.to_string(),
            fixed(standing.score, 4),
            standing.los_next.map_or_else(String::new, |los| fixed(los, 4)),
            prior_words(standing.prior),
        ])?;
    }
    Ok(())
}

/// Results by agent, pairing and seat.
struct Winrates<'a> {
    config: &'a Config,
    teams: Vec<usize>,
    /// By agent, then by whom it met (its opponents, in order), the results by seat.
    met: BTreeMap<(usize, Vec<usize>), Vec<Wdl>>,
}

impl<'a> Winrates<'a> {
    fn new(config: &'a Config) -> Winrates<'a> {
        Winrates { config, teams: config.teams(), met: BTreeMap::new() }
    }

    fn add(&mut self, record: &GameRecord) {
        for (seat, &agent) in record.seats.iter().enumerate() {
            let mut others: Vec<usize> =
                record.seats.iter().copied().filter(|&other| other != agent).collect();
            others.sort_unstable();
            let by_seat =
                self.met.entry((agent, others)).or_insert_with(|| vec![Wdl::default(); record.seats.len()]);
            by_seat[seat].add(score(&self.teams, &record.ranks, seat));
        }
    }

    fn write(&self, csv: &mut Csv<'_>) -> csv::Result<()> {
        let name = |agent: usize| self.config.agents()[agent].name.as_str();
        let opponents = if self.teams.len() == 2 { "opponent" } else { "table" };
        csv.write_record([
            "agent", opponents, "seat", "games", "wins", "draws", "losses", "score", "low", "high",
        ])?;
        for ((agent, others), by_seat) in &self.met {
            let others = others.iter().map(|&other| name(other)).collect::<Vec<_>>().join(" + ");
            let mut all = Wdl::default();
            for (seat, &counts) in by_seat.iter().enumerate() {
                all.wins += counts.wins;
                all.draws += counts.draws;
                all.losses += counts.losses;
                write_rate(csv, [name(*agent), &others, &Seat::new(seat).to_string()], counts)?;
            }
            write_rate(csv, [name(*agent), &others, "all"], all)?;
        }
        Ok(())
    }
}

fn write_rate(csv: &mut Csv<'_>, head: [&str; 3], counts: Wdl) -> csv::Result<()> {
    let interval = wilson::interval(counts);
    let mut row: Vec<String> = head.map(str::to_owned).into();
    row.extend([counts.games(), counts.wins, counts.draws, counts.losses].map(|n| n.to_string()));
    row.extend([counts.score().unwrap_or(0.5), interval.low, interval.high].map(|x| fixed(x, 4)));
    csv.write_record(row)
}

/// A figure with so many decimals; zero has no sign.
fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|b| b == b'0' || b == b'.') => size.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(-0.006, 2), "-0.01");
        assert_eq!(fixed(12.345, 1), "12.3");
    }
}

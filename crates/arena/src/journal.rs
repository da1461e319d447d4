//! The one record of a run: a line of JSON for each finished game, in the order in which they ended.
use crate::lines::{self, Lines};
use crate::schedule::{Schedule, Slot};
use crate::{Config, GameRecord, RunError, replay};
use std::ops::Range;
use std::path::PathBuf;

/// An open journal, all of whose lines have been checked against the schedule and the rules.
pub(crate) struct Journal {
    lines: Lines,
    games: Games,
}

/// Where the line of each game is. Moves are many, so they stay on the disk.
struct Games {
    places: Vec<Option<Range<u64>>>,
    done: u64,
}

impl Journal {
    /// Opens the journal, or begins one, and says what was odd about it. A last line that was torn by a crash is
    /// dropped; a game that is recorded twice counts once. Anything else that this tournament cannot have written is
    /// refused, and then the file is as it was.
    pub(crate) fn open(
        path: PathBuf,
        config: &Config,
        schedule: &Schedule,
    ) -> Result<(Journal, Vec<String>), RunError> {
        let mut games = Games { places: vec![None; schedule.len() as usize], done: 0 };
        let mut notes = Vec::new();
        let (lines, torn) = Lines::open(path, |number, line, place| {
            let game = check(line, config, schedule)?;
            if !games.note(game, place) {
                notes.push(format!(
                    "line {number} of the journal records game {game} again; the first record counts"
                ));
            }
            Ok(())
        })?;
        notes.extend(torn);
        Ok((Journal { lines, games }, notes))
    }

    /// How many games are recorded.
    pub(crate) fn done(&self) -> u64 {
        self.games.done
    }

    /// The games that are not recorded, in order.
    pub(crate) fn missing(&self) -> Vec<u64> {
        (0..).zip(&self.games.places).filter(|(_, place)| place.is_none()).map(|(game, _)| game).collect()
    }

    /// Adds games, as whole lines and down to the disk.
    pub(crate) fn append(&mut self, records: &[GameRecord]) -> Result<(), RunError> {
        let start = self.lines.size();
        let mut text = Vec::new();
        let mut places = Vec::with_capacity(records.len());
        for record in records {
            let from = start + text.len() as u64;
            serde_json::to_writer(&mut text, record).expect("a record has no map and goes into memory");
            text.push(b'\n');
            places.push((record.game, from..start + text.len() as u64));
        }
        self.lines.append(&text).map_err(|source| self.unwritable(source))?;
        for (game, place) in places {
            self.games.note(game, place);
        }
        Ok(())
    }

    /// What a person should know about the state of the run after an error.
    pub(crate) fn saved(&self) -> String {
        self.lines.saved(&format!("{} of {}", self.games.done, self.games.places.len()), "games")
    }

    /// An error if the journal is no longer where it was, or was changed.
    pub(crate) fn check_in_place(&self) -> Result<(), RunError> {
        self.lines.check().map_err(|source| self.unwritable(source))
    }

    /// Hands every recorded game to `see`, by index.
    pub(crate) fn for_each(
        &self,
        mut see: impl FnMut(&GameRecord) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        self.lines.reread(self.games.places.iter().flatten().cloned(), |line| {
            see(&serde_json::from_slice(line).map_err(|error| RunError::Read {
                path: self.lines.path().to_owned(),
                source: error.into(),
            })?)
        })
    }

    fn unwritable(&self, source: std::io::Error) -> RunError {
        RunError::Write { path: self.lines.path().to_owned(), source, saved: self.saved() }
    }
}

impl Games {
    /// Notes where a game is recorded; `false` if it was before.
    fn note(&mut self, game: u64, at: Range<u64>) -> bool {
        let place = &mut self.places[game as usize];
        if place.is_some() {
            return false;
        }
        *place = Some(at);
        self.done += 1;
        true
    }
}

/// The game of a line, or what is wrong with it.
fn check(line: &[u8], config: &Config, schedule: &Schedule) -> Result<u64, String> {
    let record: GameRecord = lines::record(line, "game")?;
    let slot = schedule.slot(record.game).ok_or_else(|| {
        format!("game {} of a tournament that has games 0 to {}", record.game, schedule.len() - 1)
    })?;
    let wrong = contradiction(&record, &slot)
        .or_else(|| replay::contradiction(&record, config, schedule.opening(record.opening)));
    wrong.map_or(Ok(record.game), Err)
}

/// What in a record is not as the schedule has it, or does not fit together.
fn contradiction(record: &GameRecord, slot: &Slot) -> Option<String> {
    let game = record.game;
    let differs = |what: &str, found: &dyn std::fmt::Debug, right: &dyn std::fmt::Debug| {
        Some(format!("game {game} has {what} {found:?} where this tournament has {right:?}"))
    };
    let seats = slot.seats.len();
    if record.pairing != slot.pairing {
        return differs("pairing", &record.pairing, &slot.pairing);
    }
    if record.opening != slot.opening {
        return differs("opening", &record.opening, &slot.opening);
    }
    if record.seats != slot.seats {
        return differs("seats", &record.seats, &slot.seats);
    }
    if record.seed != slot.seed {
        return differs("seed", &record.seed, &slot.seed);
    }
    let lengths = [
        record.ranks.len(),
        record.turns.len(),
        record.nodes.len(),
        record.sims.len(),
        record.seconds.len(),
        record.cpu_seconds.len(),
        record.longest.len(),
        record.overruns.len(),
    ];
    if lengths.iter().any(|&len| len != seats) {
        return Some(format!("game {game} has lists that are not one entry for each of the {seats} seats"));
    }
    if record.ranks.iter().all(|&rank| rank != 0)
        || record.ranks.iter().any(|&rank| usize::from(rank) >= seats)
    {
        return Some(format!("game {game} has ranks {:?}, which nobody can have", record.ranks));
    }
    let moves = record.moves.split_ascii_whitespace().count();
    if moves != record.plies as usize {
        return Some(format!("game {game} has {moves} moves but {} plies", record.plies));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Silent, play_all};
    use std::fs;

    #[test]
    fn whatever_is_left_of_the_last_lines_is_read_as_far_as_it_goes() {
        let text =
            "game = \"mnk\"\ngames = 4\n[[agents]]\nagent = \"random\"\n[[agents]]\nagent = \"greedy\"\n";
        let config = Config::parse(text, "test.toml").unwrap();
        let schedule = config.schedule();
        let records = play_all(&config, 1, &Silent).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let open = || Journal::open(path.clone(), &config, &schedule).unwrap();
        open().0.append(&records).unwrap();
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..whole.len()).filter(|&i| whole[i] == b'\n').collect();
        for cut in ends[1]..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, notes) = open();
            // A line that lacks nothing but its end is whole.
            let done = ends.iter().filter(|&&end| end <= cut).count();
            let torn = !ends.contains(&cut) && !ends.contains(&(cut - 1));
            assert_eq!((journal.done(), notes.len()), (done as u64, usize::from(torn)), "cut at {cut}");
            assert_eq!(journal.missing(), (done as u64..4).collect::<Vec<_>>());
            assert_eq!(fs::read(&path).unwrap(), whole[..=ends[done - 1]], "cut at {cut}");
            if cut % 50 == 0 {
                journal.append(&records[done..]).unwrap();
                assert_eq!(fs::read(&path).unwrap(), whole);
                let mut read = Vec::new();
                journal
                    .for_each(|record| {
                        read.push(record.clone());
                        Ok(())
                    })
                    .unwrap();
                assert_eq!(
                    read.iter().map(|record| &record.moves).collect::<Vec<_>>(),
                    records.iter().map(|record| &record.moves).collect::<Vec<_>>()
                );
            }
        }
    }
}

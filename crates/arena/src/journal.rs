//! The one record of a run: a line of JSON for each finished game, in the order in which they ended.
use crate::schedule::{Schedule, Slot};
use crate::{Config, GameRecord, RunError, replay};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An open journal, all of whose lines have been checked against the schedule and the rules.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the whole lines; what is behind is the rest of a write that failed.
    len: u64,
    /// Where the line of each game is. Moves are many, so they stay on the disk.
    lines: Vec<Option<Line>>,
    done: u64,
}

#[derive(Clone, Copy)]
struct Line {
    start: u64,
    len: usize,
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
        let unreadable = |source| RunError::Read { path: path.clone(), source };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|source| no_games_yet(&path, source))?;
        let lines = vec![None; schedule.len() as usize];
        let mut journal = Journal { path: path.clone(), file, len: 0, lines, done: 0 };
        let mut notes = Vec::new();
        let mut reader = BufReader::new(journal.file.try_clone().map_err(unreadable)?);
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            if reader.read_until(b'\n', &mut bytes).map_err(unreadable)? == 0 {
                break;
            }
            let whole = bytes.last() == Some(&b'\n');
            match journal.check(&bytes, config, schedule) {
                Ok(game) => journal.note_line(number, game, &bytes, whole, &mut notes)?,
                Err(_) if !whole => journal.drop_tail(number, bytes.len(), &mut notes)?,
                Err(what) => return Err(RunError::Journal { path, line: number, what }),
            }
            if !whole {
                break;
            }
        }
        Ok((journal, notes))
    }

    /// How many games are recorded.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// The games that are not recorded, in order.
    pub(crate) fn missing(&self) -> Vec<u64> {
        (0..).zip(&self.lines).filter(|(_, line)| line.is_none()).map(|(game, _)| game).collect()
    }

    /// Adds games, as whole lines and down to the disk.
    pub(crate) fn append(&mut self, records: &[GameRecord]) -> Result<(), RunError> {
        self.check_in_place()?;
        let mut text = Vec::new();
        let mut spans = Vec::with_capacity(records.len());
        for record in records {
            let start = text.len();
            serde_json::to_writer(&mut text, record).expect("a record has no map and goes into memory");
            text.push(b'\n');
            spans.push((record.game, Line { start: self.len + start as u64, len: text.len() - start }));
        }
        if let Err(source) = self.write(&text) {
            // Best effort: a torn line that stays is dropped by the next run.
            let _ = self.file.set_len(self.len);
            return Err(RunError::Write { path: self.path.clone(), source, saved: self.saved() });
        }
        self.len += text.len() as u64;
        for (game, line) in spans {
            self.lines[game as usize] = Some(line);
            self.done += 1;
        }
        Ok(())
    }

    /// What a person should know about the state of the run after an error.
    pub(crate) fn saved(&self) -> String {
        let (done, total) = (self.done, self.lines.len());
        if self.is_in_place() {
            format!("{done} of {total} games are in the journal, and the same command goes on from there")
        } else {
            format!(
                "the {done} of {total} games that were recorded in it are gone with it, and the same command begins anew"
            )
        }
    }

    /// An error if the journal is no longer where it was, or has another length: a folder that is deleted takes it with it,
    /// and what is then written to the open file is lost without a word; and what is written behind the end of a file that
    /// was cut off leaves a gap.
    pub(crate) fn check_in_place(&self) -> Result<(), RunError> {
        if !self.is_in_place() {
            let source =
                io::Error::new(io::ErrorKind::NotFound, "it was removed or replaced while games were played");
            return Err(RunError::Write { path: self.path.clone(), source, saved: self.saved() });
        }
        let unreadable = |source| RunError::Read { path: self.path.clone(), source };
        let len = self.file.metadata().map_err(unreadable)?.len();
        if len == self.len {
            return Ok(());
        }
        let what =
            format!("somebody else changed it while games were played, from {} bytes to {len}", self.len);
        let saved = "the same command goes on from the games that are in it now".to_owned();
        Err(RunError::Write { path: self.path.clone(), source: io::Error::other(what), saved })
    }

    #[cfg(unix)]
    fn is_in_place(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        let same = |ours: &Metadata, there: &Metadata| (ours.dev(), ours.ino()) == (there.dev(), there.ino());
        self.file.metadata().is_ok_and(|ours| fs::metadata(&self.path).is_ok_and(|there| same(&ours, &there)))
    }

    #[cfg(not(unix))]
    fn is_in_place(&self) -> bool {
        self.path.exists()
    }

    /// Hands every recorded game to `see`, by index.
    pub(crate) fn for_each(
        &self,
        mut see: impl FnMut(&GameRecord) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let unreadable = |source| RunError::Read { path: self.path.clone(), source };
        let mut reader = BufReader::with_capacity(1 << 16, File::open(&self.path).map_err(unreadable)?);
        let mut at = 0;
        let mut bytes = Vec::new();
        for line in self.lines.iter().flatten() {
            reader.seek_relative(line.start as i64 - at).map_err(unreadable)?;
            bytes.resize(line.len, 0);
            reader.read_exact(&mut bytes).map_err(unreadable)?;
            at = line.start as i64 + line.len as i64;
            let record = serde_json::from_slice(&bytes).map_err(|error| unreadable(error.into()))?;
            see(&record)?;
        }
        Ok(())
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.len))?;
        self.file.write_all(text)?;
        self.file.sync_data()
    }

    /// The game of a line, or what is wrong with it.
    fn check(&self, bytes: &[u8], config: &Config, schedule: &Schedule) -> Result<u64, String> {
        let record: GameRecord = serde_json::from_slice(bytes).map_err(|error| {
            // A line is a file of its own to the parser; only its column means something here.
            let column = error.column();
            let what = error.to_string();
            let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
            format!("not a record of a game ({what}, column {column})")
        })?;
        let total = self.lines.len();
        let slot = schedule.slot(record.game);
        let slot = slot.ok_or_else(|| {
            format!("game {} of a tournament that has games 0 to {}", record.game, total - 1)
        })?;
        let wrong = contradiction(&record, &slot)
            .or_else(|| replay::contradiction(&record, config, schedule.opening(record.opening)));
        wrong.map_or(Ok(record.game), Err)
    }

    fn note_line(
        &mut self,
        number: u64,
        game: u64,
        bytes: &[u8],
        whole: bool,
        notes: &mut Vec<String>,
    ) -> Result<(), RunError> {
        if !whole {
            // All of the line but its end was written: the game is not lost.
            self.file.seek(SeekFrom::End(0)).and_then(|_| self.file.write_all(b"\n")).map_err(|source| {
                RunError::Write {
                    path: self.path.clone(),
                    source,
                    saved: "the games recorded so far are safe".to_owned(),
                }
            })?;
        }
        let len = bytes.len() + usize::from(!whole);
        match &mut self.lines[game as usize] {
            Some(_) => notes.push(format!(
                "line {number} of the journal records game {game} again; the first record counts"
            )),
            line => {
                *line = Some(Line { start: self.len, len });
                self.done += 1;
            }
        }
        self.len += len as u64;
        Ok(())
    }

    fn drop_tail(&mut self, number: u64, bytes: usize, notes: &mut Vec<String>) -> Result<(), RunError> {
        self.file.set_len(self.len).map_err(|source| RunError::Write {
            path: self.path.clone(),
            source,
            saved: "the games recorded so far are safe".to_owned(),
        })?;
        notes.push(format!(
            "line {number} of the journal, its last, was torn ({bytes} bytes): dropped, its game is played again"
        ));
        Ok(())
    }
}

fn no_games_yet(path: &Path, source: io::Error) -> RunError {
    RunError::Write { path: path.to_owned(), source, saved: "no game was played".to_owned() }
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

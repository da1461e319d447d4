//! The one record of a run: a line of JSON for each duel, in the order in which they were asked for. What an optimiser does
//! follows from what it was told, so that reading the lines again leads to where the run was.
use crate::Duel;
use hoppity_arena::RunError;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// The parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    Search,
    Test,
}

/// A duel that has been played: a line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    part: Part,
    round: u64,
    duel: u64,
    first: Vec<i64>,
    second: Vec<i64>,
    /// How many pairs were asked for.
    asked: u64,
    /// The first one's half points by pair.
    result: Vec<u8>,
}

impl Played {
    pub(crate) fn new(part: Part, round: u64, duel: u64, asked: &Duel, result: Vec<u8>) -> Played {
        let Duel { first, second, pairs } = asked.clone();
        Played { part, round, duel, first, second, asked: pairs, result }
    }
}

/// An open journal.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the whole lines.
    len: u64,
    /// What an earlier run has recorded and was not asked for yet.
    recorded: std::vec::IntoIter<Played>,
    line: u64,
    lines: u64,
}

impl Journal {
    /// Opens the journal, or begins one; a last line that was torn by a crash is dropped and said.
    pub(crate) fn open(path: PathBuf) -> Result<(Journal, Option<String>), RunError> {
        let unreadable = |source| RunError::Read { path: path.clone(), source };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut recorded = Vec::new();
        for (line, text) in (1..).zip(bytes[..whole].split_inclusive(|&byte| byte == b'\n')) {
            let played = serde_json::from_slice(text).map_err(|error| {
                let what = error.to_string();
                let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
                let what = format!("not a record of a duel ({what}, column {})", error.column());
                RunError::Journal { path: path.clone(), line, what }
            })?;
            recorded.push(played);
        }
        let torn = bytes.len() - whole;
        let note = (torn > 0).then(|| {
            let line = recorded.len() + 1;
            format!("line {line} of the journal, its last, was torn ({torn} bytes): dropped, its games are played again")
        });
        let lines = recorded.len() as u64;
        let journal =
            Journal { path, file, len: whole as u64, recorded: recorded.into_iter(), line: 0, lines };
        if torn > 0 {
            journal.file.set_len(journal.len).map_err(|source| journal.unwritable(source))?;
        }
        Ok((journal, note))
    }

    /// The result of a duel, if it has been recorded; an error if something else stands in its place.
    pub(crate) fn next(
        &mut self,
        part: Part,
        round: u64,
        duel: u64,
        asked: &Duel,
    ) -> Result<Option<Vec<u8>>, RunError> {
        let Some(there) = self.recorded.next() else { return Ok(None) };
        self.line += 1;
        let here = Played::new(part, round, duel, asked, there.result.clone());
        let refuse = |what| Err(RunError::Journal { path: self.path.clone(), line: self.line, what });
        if there != here {
            return refuse("another duel than this run asks for here".to_owned());
        }
        let due = if asked.first == asked.second { 0 } else { asked.pairs };
        let length = there.result.len() as u64;
        // A test ends in the middle of a round.
        if there.result.iter().any(|&half_points| half_points > 4)
            || length > due
            || length < due && (part == Part::Search || length == 0)
        {
            return refuse(format!("results {:?} where {due} pairs of games were due", there.result));
        }
        Ok(Some(there.result))
    }

    /// Whether something is recorded that was not asked for: the run has ended before.
    pub(crate) fn check_end(&mut self) -> Result<(), RunError> {
        match self.recorded.next() {
            None => Ok(()),
            Some(_) => Err(RunError::Journal {
                path: self.path.clone(),
                line: self.line + 1,
                what: "a duel beyond the end of this run".to_owned(),
            }),
        }
    }

    /// Adds a duel, as a whole line and down to the disk.
    pub(crate) fn append(&mut self, played: &Played) -> Result<(), RunError> {
        let mut text = serde_json::to_vec(played).expect("a record has no map and goes into memory");
        text.push(b'\n');
        let written = self.check_in_place().and_then(|()| self.write(&text));
        if let Err(source) = written {
            // Best effort: a torn line that stays is dropped by the next run.
            let _ = self.file.set_len(self.len);
            return Err(self.unwritable(source));
        }
        self.len += text.len() as u64;
        self.line += 1;
        self.lines += 1;
        Ok(())
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.len))?;
        self.file.write_all(text)?;
        self.file.sync_data()
    }

    /// What is written to a file that was removed, or behind the end of one that was cut off, is lost.
    fn check_in_place(&self) -> io::Result<()> {
        let there = std::fs::metadata(&self.path)?;
        if there.len() == self.len && self.file.metadata()?.len() == self.len {
            return Ok(());
        }
        Err(io::Error::other("somebody else changed it while games were played"))
    }

    fn unwritable(&self, source: io::Error) -> RunError {
        let saved = format!("{} duels are in it, and the same command goes on from there", self.lines);
        RunError::Write { path: self.path.clone(), source, saved }
    }
}

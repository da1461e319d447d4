//! The one record of a run: a line of JSON for each duel, in the order in which they were asked for. What an optimiser does
//! follows from what it was told, so that reading the lines again leads to where the run was.
use crate::Duel;
use hoppity_arena::RunError;
use hoppity_arena::lines::{self, Lines};
use serde::{Deserialize, Serialize};
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
    lines: Lines,
    /// What an earlier run has recorded and was not asked for yet.
    recorded: std::vec::IntoIter<Played>,
    /// The line of the duel that was last asked for.
    line: u64,
    /// How many duels are recorded.
    duels: u64,
}

impl Journal {
    /// Opens the journal, or begins one; a last line that was torn by a crash is dropped and said.
    pub(crate) fn open(path: PathBuf) -> Result<(Journal, Option<String>), RunError> {
        let mut recorded = Vec::new();
        let (lines, torn) = Lines::open(path, |_, line, _| {
            recorded.push(lines::record(line, "duel")?);
            Ok(())
        })?;
        let duels = recorded.len() as u64;
        Ok((Journal { lines, recorded: recorded.into_iter(), line: 0, duels }, torn))
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
        let refuse =
            |what| Err(RunError::Journal { path: self.lines.path().to_owned(), line: self.line, what });
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
                path: self.lines.path().to_owned(),
                line: self.line + 1,
                what: "a duel beyond the end of this run".to_owned(),
            }),
        }
    }

    /// Adds a duel, as a whole line and down to the disk.
    pub(crate) fn append(&mut self, played: &Played) -> Result<(), RunError> {
        let mut text = serde_json::to_vec(played).expect("a record has no map and goes into memory");
        text.push(b'\n');
        self.lines.append(&text).map_err(|source| {
            let saved = self.lines.saved(&self.duels.to_string(), "duels");
            RunError::Write { path: self.lines.path().to_owned(), source, saved }
        })?;
        self.line += 1;
        self.duels += 1;
        Ok(())
    }
}

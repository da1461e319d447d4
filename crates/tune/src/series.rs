//! The duels of one part of a run, in the order in which they are asked for: from the journal as long as it has them, and
//! then played.
use crate::Duel;
use crate::candidate::Candidates;
use crate::config::Config;
use crate::journal::{Journal, Part, Played};
use crate::referee::{Play, PlayError, Referee};
use crate::run::{Options, TuneError};
use crate::watch::Watch;
use hoppity_arena::Setting;
use hoppity_rules::random::derive;

/// Duels of one part.
pub(crate) struct Series<'a> {
    part: Part,
    candidates: &'a Candidates,
    seed: u64,
    referee: Referee<'a>,
    watch: &'a dyn Watch,
    /// What the part is called, and how many games it has at most.
    name: &'a str,
    most: u64,
    begun: bool,
    games: u64,
}

impl Part {
    /// Keeps the seeds of one part's games apart from those of the other's.
    fn domain(self) -> u64 {
        match self {
            Part::Search => 0x7365_6172_6368,
            Part::Test => 0x7465_7374,
        }
    }
}

impl<'a> Series<'a> {
    pub(crate) fn new(
        part: Part,
        config: &'a Config,
        setting: &'a Setting,
        options: Options<'a>,
        watch: &'a dyn Watch,
    ) -> Series<'a> {
        let (name, most) = match part {
            Part::Search => (config.method.name(), config.method.games()),
            Part::Test => ("test", config.test.games),
        };
        let Options { threads, stop, .. } = options;
        let referee = Referee { setting, threads, stop, watch };
        let candidates = &config.candidates;
        Series { part, candidates, seed: config.seed, referee, watch, name, most, begun: false, games: 0 }
    }

    /// Games so far.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Whether anything had to be played.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    /// The result of a duel, which is in the journal then; `None` if the run is told to stop. It ends early where `enough`,
    /// told the pairs so far, says so. `skip` openings of a list are passed over.
    pub(crate) fn result(
        &mut self,
        journal: &mut Journal,
        (round, number): (u64, u64),
        duel: &Duel,
        skip: u64,
        enough: impl FnMut(&[u8]) -> bool,
    ) -> Result<Option<Vec<u8>>, TuneError> {
        let result = if let Some(result) = journal.next(self.part, round, number, duel)? {
            result
        } else {
            if !self.begun {
                self.watch.part(self.name, self.most, self.games);
                self.begun = true;
            }
            let seed = derive(self.seed, &[self.part.domain(), round, number]);
            let result = match self.play(duel, seed, skip, enough) {
                Ok(result) => result,
                Err(PlayError::Stopped) => return Ok(None),
                Err(PlayError::Run(error)) => return Err(error.into()),
                Err(PlayError::Agent(error)) => return Err(error.into()),
            };
            journal.append(&Played::new(self.part, round, number, duel, result.clone()))?;
            result
        };
        self.games += 2 * result.len() as u64;
        Ok(Some(result))
    }

    fn play(
        &self,
        duel: &Duel,
        seed: u64,
        skip: u64,
        enough: impl FnMut(&[u8]) -> bool,
    ) -> Result<Vec<u8>, PlayError> {
        if duel.first == duel.second {
            return Ok(Vec::new());
        }
        let (first, second) = (self.candidates.spec(&duel.first)?, self.candidates.spec(&duel.second)?);
        self.referee.play(&Play { first: &first, second: &second, pairs: duel.pairs, seed, skip }, enough)
    }
}

impl Drop for Series<'_> {
    fn drop(&mut self) {
        if self.begun {
            self.watch.part_done();
        }
    }
}

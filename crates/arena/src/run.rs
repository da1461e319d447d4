//! A tournament from beginning to end.
use crate::folder::Folder;
use crate::journal::Journal;
use crate::play::Cast;
use crate::standings::Results;
use crate::workers::{Outside, play_games, workers};
use crate::{Config, GameRecord, Observer, Openings, RunError, Schedule, Summary, counted, outputs};
use hoppity_search::LimitKind;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How to run a tournament; nothing here changes its results.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions<'a> {
    /// How many games are played at once; 0: as many as there are cores.
    pub threads: usize,
    /// Go on with a run that another version began.
    pub force: bool,
    /// Play more games at once than there are cores even where agents are limited by time.
    pub oversubscribe: bool,
    /// Stops the run when set: games that have ended by then are kept, those under way are given up.
    pub stop: Option<&'a AtomicBool>,
}

/// Plays a tournament into a folder, or what is missing of it, and writes the files that are derived from its journal.
///
/// The folder is made if it does not exist. Whatever stops the process, the same call goes on from the journal. A run
/// that is stopped by [`RunOptions::stop`] writes the derived files from the games so far, and ends with
/// [`RunError::Stopped`].
pub fn run(
    config: &Config,
    out: &Path,
    options: RunOptions<'_>,
    observer: &dyn Observer,
) -> Result<Summary, RunError> {
    run_cast(config, config, out, options, observer)
}

/// [`run`] with other players than the config's agents.
pub(crate) fn run_cast(
    config: &Config,
    cast: &dyn Cast,
    out: &Path,
    options: RunOptions<'_>,
    observer: &dyn Observer,
) -> Result<Summary, RunError> {
    let (folder, mut notes) = Folder::open(out, &config.to_toml(), options.force)?;
    let schedule = config.schedule();
    let (mut journal, found) = Journal::open(folder.file("journal.jsonl"), config, &schedule)?;
    notes.extend(found);
    let (threads, clamped) = workers(config, options.threads, options.oversubscribe);
    notes.extend(clamped);
    let mut lasting = lasting_notes(config, &schedule);
    notes.extend(lasting.iter().cloned());

    let todo = journal.missing();
    let mut so_far = Results::new(config);
    journal.for_each(|record| {
        so_far.add(record);
        Ok(())
    })?;
    observer.started(schedule.len(), journal.done(), &notes);
    let logs = folder.file("engines");
    let outside = Outside { interrupt: options.stop, logs: Some(&logs) };
    play_games(config, cast, &schedule, &todo, threads, outside, |records| {
        journal.append(&records)?;
        for record in &records {
            so_far.add(record);
            observer.game_done(record);
            note_fault(config, record, observer);
        }
        if observer.wants_standings()
            && let Ok(standings) = so_far.standings()
        {
            observer.standings(&standings);
        }
        Ok(ControlFlow::Continue(()))
    })?;

    let (done, total) = (journal.done(), schedule.len());
    if done == total {
        let summary = outputs::write(&folder, &journal, config, lasting)?;
        return Ok(Summary { played: todo.len() as u64, ..summary });
    }
    if done > 0 {
        lasting.push(format!("the tournament was stopped: these are {done} of its {total} games"));
        outputs::write(&folder, &journal, config, lasting)?;
    }
    Err(RunError::Stopped { folder: out.to_owned(), done, total })
}

/// Plays a tournament without a folder; the games by index.
pub fn play_all(
    config: &Config,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<GameRecord>, RunError> {
    play_until(config, RunOptions { threads, ..RunOptions::default() }, observer, |_| false)
}

/// Plays a tournament without a folder until it is decided: `decided` is told every game, by index, and says whether that
/// is enough. The games up to there; later ones that had been played by then are dropped, so that the result does not
/// depend on the number of threads. [`RunOptions::stop`] ends it early, with the games up to the first that is missing.
pub fn play_until(
    config: &Config,
    options: RunOptions<'_>,
    observer: &dyn Observer,
    decided: impl FnMut(&GameRecord) -> bool,
) -> Result<Vec<GameRecord>, RunError> {
    play_cast_until(config, config, options, observer, decided)
}

fn play_cast_until(
    config: &Config,
    cast: &dyn Cast,
    options: RunOptions<'_>,
    observer: &dyn Observer,
    mut decided: impl FnMut(&GameRecord) -> bool,
) -> Result<Vec<GameRecord>, RunError> {
    let schedule = config.schedule();
    let (threads, clamped) = workers(config, options.threads, options.oversubscribe);
    let notes: Vec<String> = clamped.into_iter().chain(lasting_notes(config, &schedule)).collect();
    observer.started(schedule.len(), 0, &notes);
    let todo: Vec<u64> = (0..schedule.len()).collect();
    let mut played = Vec::new();
    // Games that ended before an earlier one did.
    let mut waiting = BTreeMap::new();
    let outside = Outside { interrupt: options.stop, ..Outside::default() };
    play_games(config, cast, &schedule, &todo, threads, outside, |records| {
        for record in records {
            observer.game_done(&record);
            note_fault(config, &record, observer);
            waiting.insert(record.game, record);
            while let Some(record) = waiting.remove(&(played.len() as u64)) {
                let enough = decided(&record);
                played.push(record);
                if enough {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(played)
}

/// What holds for the results whenever they were played.
fn lasting_notes(config: &Config, schedule: &Schedule) -> Vec<String> {
    let mut notes = Vec::new();
    let (wanted, found) = (schedule.openings(), schedule.distinct_openings());
    match config.openings() {
        Openings::Random { plies } if found < wanted => notes.push(format!(
            "openings are repeated: only {} with random_plies = {plies} for {wanted}",
            counted(found, "different opening")
        )),
        Openings::List(list) => {
            if found < wanted {
                notes
                    .push(format!("openings are repeated: {} given for {wanted}", counted(found, "opening")));
            }
            if found < list.len() as u64 {
                notes.push(format!("there are games for the first {found} of {} openings only", list.len()));
            }
            let game = &**config.game();
            let ends: HashSet<u64> =
                (0..found).map(|opening| schedule.opening(opening).line(game).key()).collect();
            if ends.len() < found as usize {
                notes.push(format!(
                    "{found} openings lead to only {}",
                    counted(ends.len() as u64, "position")
                ));
            }
        }
        Openings::Random { .. } | Openings::None => {}
    }
    let external: Vec<&str> = config.external_agents().collect();
    if !external.is_empty() {
        notes.push(format!(
            "other programs play ({}): the results can be reproduced only if those programs do the same again",
            external.join(", ")
        ));
    }
    if config.limit_kind() == LimitKind::Time {
        notes.push(
            "agents are limited by time: the results depend on the machine and cannot be reproduced"
                .to_owned(),
        );
    }
    notes
}

fn note_fault(config: &Config, record: &GameRecord, observer: &dyn Observer) {
    if let Some(fault) = &record.fault {
        let agent = &config.agents()[record.seats[fault.seat]].name;
        observer.note(&format!("game {}: {agent} loses ({}): {}", record.game, record.reason, fault.message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use hoppity_protocol::agents::Surroundings;
    use hoppity_rules::{AnyLine, Random, Seat};
    use hoppity_search::{Action, AgentError, AnyAgent, Control, Decision, Limits};

    /// What the first agent does at its second move; the others play the first legal one.
    #[derive(Clone, Copy, Debug)]
    enum Trick {
        Panic,
        PanicAtStart,
        Fail,
        BeAbsent,
        Resign,
        PlayNoMove,
    }

    struct Trickster {
        trick: Option<Trick>,
        turns: u32,
    }

    impl AnyAgent for Trickster {
        fn start(&mut self, _: &dyn AnyLine, _: Seat, _: Random) -> Result<(), AgentError> {
            assert!(!matches!(self.trick, Some(Trick::PanicAtStart)), "at the start");
            Ok(())
        }

        fn choose(
            &mut self,
            line: &dyn AnyLine,
            _: &Limits,
            _: &mut Control<'_, usize>,
        ) -> Result<Decision<usize>, AgentError> {
            self.turns += 1;
            let first = Decision::play(line.legal()[0]);
            match self.trick.filter(|_| self.turns == 2) {
                Some(Trick::Panic) => panic!("out of {}", "luck"),
                Some(Trick::Fail) => Err(AgentError::Failed("the engine is gone".to_owned())),
                Some(Trick::Resign) => Ok(Decision { action: Action::Resign, ..first }),
                Some(Trick::PlayNoMove) => Ok(Decision::play(1 << 30)),
                _ => Ok(first),
            }
        }
    }

    impl Cast for Trick {
        fn player(&self, agent: usize, _: &Surroundings) -> Result<Box<dyn AnyAgent>, String> {
            match (agent, self) {
                (0, Trick::BeAbsent) => Err("no such engine".to_owned()),
                _ => Ok(Box::new(Trickster { trick: (agent == 0).then_some(*self), turns: 0 })),
            }
        }
    }

    fn config(players: usize) -> Config {
        let mut text = format!(
            "game = \"mnk(m=6,n=6,k=5,players={players})\"\ngames = {players}\nopenings = \"none\"\n"
        );
        text.extend((0..players).map(|i| format!("[[agents]]\nname = \"agent {i}\"\nagent = \"random\"\n")));
        Config::parse(&text, "test.toml").unwrap()
    }

    #[test]
    fn whatever_an_agent_does_it_loses_the_game_and_the_tournament_goes_on() {
        for (trick, reason, message, plies) in [
            (Trick::Panic, "crash", Some("out of luck"), 2),
            (Trick::PanicAtStart, "crash", Some("at the start"), 0),
            (Trick::Fail, "failed", Some("the engine is gone"), 2),
            (Trick::BeAbsent, "failed", Some("no such engine"), 0),
            (Trick::Resign, "resignation", None, 2),
            (Trick::PlayNoMove, "illegal move", Some("is not legal in"), 2),
        ] {
            let config = config(2);
            let games = play_cast_until(
                &config,
                &trick,
                RunOptions { threads: 2, ..RunOptions::default() },
                &Silent,
                |_| false,
            )
            .unwrap();
            assert_eq!(games.len(), 2);
            for game in &games {
                let opening = config.schedule();
                let opening = opening.opening(game.opening);
                assert_eq!(crate::replay::contradiction(game, &config, opening), None, "{game:?}");
                let seat = game.seat_of(0).unwrap();
                assert_eq!((game.ranks[seat], game.ranks[1 - seat]), (1, 0), "{trick:?}");
                assert_eq!(game.reason, reason);
                let fault = game.fault.as_ref();
                assert_eq!(fault.map(|fault| fault.seat), message.map(|_| seat));
                assert!(fault.is_none_or(|fault| fault.message.contains(message.unwrap())), "{fault:?}");
                assert_eq!(game.plies, if plies == 0 { 0 } else { 2 + seat as u32 });
                assert_eq!(game.moves.split_whitespace().count() as u32, game.plies);
            }
        }
    }

    #[test]
    fn at_a_table_the_others_share_the_first_place() {
        let games =
            play_cast_until(&config(3), &Trick::Panic, RunOptions::default(), &Silent, |_| false).unwrap();
        for game in games {
            let ranks: Vec<u8> = (0..3).map(|agent| game.ranks[game.seat_of(agent).unwrap()]).collect();
            assert_eq!(ranks, [2, 0, 0]);
        }
    }

    #[test]
    fn faults_are_recorded_counted_and_warned_of() {
        let folder = tempfile::tempdir().unwrap();
        let config = config(2);
        let play =
            || run_cast(&config, &Trick::PlayNoMove, folder.path(), RunOptions::default(), &Silent).unwrap();
        assert_eq!(play().played, 2);
        let summary = play();
        assert_eq!((summary.played, summary.forfeits["illegal move"], summary.forfeits["crash"]), (0, 2, 0));
        assert!(
            summary.warnings.iter().any(|warning| warning.contains("illegal move: 2")),
            "{:?}",
            summary.warnings
        );
    }
}

//! The results: the same whatever the threads, and counted as they should be.
use crate::support::{Listener, contents, parse, run_quietly, small};
use hoppity_arena::{GameRecord, RunOptions, Silent, head_to_head, play_all, play_until, run, standings};
use std::fs;

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folders: Vec<_> = [1, 2, 5]
        .into_iter()
        .map(|threads| {
            let folder = tempfile::tempdir().unwrap();
            run_quietly(&small(), folder.path(), threads).unwrap();
            folder
        })
        .collect();
    for other in &folders[1..] {
        assert_eq!(contents(folders[0].path()), contents(other.path()));
    }
}

#[test]
fn a_finished_run_is_not_played_again_but_its_files_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let config = small();
    let first = run_quietly(&config, folder.path(), 2).unwrap();
    assert_eq!((first.games, first.played), (12, 12));
    let before = contents(folder.path());
    for name in ["games.csv", "elo.csv", "timing.csv"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    let listener = Listener::default();
    let again = run(&config, folder.path(), RunOptions::default(), &listener).unwrap();
    assert_eq!(again.played, 0);
    assert_eq!(*listener.started.lock().unwrap(), Some((12, 12)));
    assert!(listener.games.lock().unwrap().is_empty());
    assert_eq!(contents(folder.path()), before);
    assert!(again.files.iter().all(|file| file.exists()));
}

#[test]
fn games_csv_has_a_row_a_game_in_order() {
    let folder = tempfile::tempdir().unwrap();
    run_quietly(&small(), folder.path(), 2).unwrap();
    let mut csv = csv::Reader::from_path(folder.path().join("games.csv")).unwrap();
    let header = "game,pairing,opening,seed,seat_a,seat_b,rank_a,rank_b,reason,plies,moves";
    assert_eq!(csv.headers().unwrap().iter().collect::<Vec<_>>().join(","), header);
    let rows: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 12);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row[0], index.to_string());
        assert_eq!(row[10].split(' ').count().to_string(), row[9]);
    }
    assert_eq!([&rows[2][4], &rows[2][5]], ["random", "deep, \"quoted\""]);
    // The games of one opening begin alike, whoever plays.
    let opening = |row: &csv::StringRecord| row[10].split(' ').take(2).collect::<Vec<_>>().join(" ");
    for pair in rows.windows(2).filter(|pair| pair[0][2] == pair[1][2]) {
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
}

#[test]
fn win_rates_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run_quietly(&small(), folder.path(), 1).unwrap();
    let mut csv = csv::Reader::from_path(folder.path().join("winrates.csv")).unwrap();
    let mut all = 0;
    for row in csv.records().map(Result::unwrap) {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        assert_eq!(number(3), number(4) + number(5) + number(6));
        assert!(number(8) <= number(7) && number(7) <= number(9) && number(9) <= 1.0);
        if &row[2] == "all" {
            all += row[3].parse::<u64>().unwrap();
        }
    }
    assert_eq!(all, 2 * summary.games);
}

#[test]
fn without_a_folder_the_games_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let config = small();
    let summary = run_quietly(&config, folder.path(), 2).unwrap();
    let records = play_all(&config, 3, &Silent).unwrap();
    let csv = fs::read_to_string(folder.path().join("games.csv")).unwrap();
    for (record, row) in records.iter().zip(csv.lines().skip(1)) {
        assert!(row.ends_with(&record.moves), "{row}");
    }
    assert_eq!(standings(&config, &records).unwrap(), summary.standings);
    let deep = head_to_head(&config, &records, 2);
    let standing =
        summary.standings.iter().find(|standing| standing.agent == config.agents()[2].name).unwrap();
    assert_eq!((deep.games.wins, deep.games.draws), (standing.wins, standing.draws));
    assert_eq!(deep.pairs.pairs() * 2, deep.games.games());
}

#[test]
fn a_decision_does_not_depend_on_the_threads() {
    let config = small();
    let strip = |records: Vec<GameRecord>| -> Vec<(u64, String)> {
        records.into_iter().map(|record| (record.game, record.moves)).collect()
    };
    let fifth = |threads| {
        let options = RunOptions { threads, ..RunOptions::default() };
        strip(play_until(&config, options, &Silent, |record| record.game == 4).unwrap())
    };
    assert_eq!(fifth(1).len(), 5);
    assert_eq!(fifth(1), fifth(4));
}

#[test]
fn tables_of_three_are_ranked_too() {
    let config = parse(
        "game = \"mnk(players=3,m=4,n=4,k=3)\"\ngames = 6\nopenings = \"none\"\n[[agents]]\nname = \"a\"\nagent = \"random\"\n[[agents]]\nname = \"b\"\nagent = \"random\"\n[[agents]]\nagent = \"greedy\"\n[[agents]]\nname = \"d\"\nagent = \"random\"\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let summary = run_quietly(&config, folder.path(), 2).unwrap();
    assert_eq!(summary.games, 24);
    assert_eq!(summary.standings[0].agent, "greedy");
    assert!(summary.standings.iter().all(|standing| standing.games == 18 && standing.low < standing.high));
    let csv = contents(folder.path());
    assert!(
        csv["games.csv"]
            .starts_with("game,pairing,opening,seed,seat_a,seat_b,seat_c,rank_a,rank_b,rank_c,reason")
    );
    assert!(csv["winrates.csv"].contains("\na,b + greedy,A,2,"));
}

#[test]
fn repeated_games_and_stopped_games_are_said() {
    let config = parse(
        "game = \"mnk\"\ngames = 6\nmax_plies = 3\nopenings = \"none\"\n[[agents]]\nagent = \"alphabeta(depth=1,table_mib=1)\"\n[[agents]]\nagent = \"alphabeta(depth=2,table_mib=1)\"\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let summary = run_quietly(&config, folder.path(), 2).unwrap();
    assert_eq!((summary.games, summary.ply_limit, summary.mean_plies), (6, 6, 3.0));
    assert!(summary.distinct < 6);
    assert!(
        summary.warnings.iter().any(|warning| warning.contains("are distinct")),
        "{:?}",
        summary.warnings
    );
    assert!(
        summary.warnings.iter().any(|warning| warning.contains("after 3 plies")),
        "{:?}",
        summary.warnings
    );
    assert!(summary.standings.iter().all(|standing| standing.draws == 6 && standing.rank == 1));
    assert!(contents(folder.path())["games.csv"].contains(",0,0,ply limit,3,"));
}

#[test]
fn nothing_is_certain_after_one_sided_results() {
    let config = parse(
        "game = \"mnk(m=5,n=5,k=3)\"\ngames = 4\n[[agents]]\nagent = \"random\"\n[[agents]]\nagent = \"alphabeta(depth=3,table_mib=1)\"\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let summary = run_quietly(&config, folder.path(), 1).unwrap();
    let elo = &contents(folder.path())["elo.csv"];
    assert!(!elo.contains("inf") && !elo.contains("NaN") && !elo.contains(",1.0000,ratings"), "{elo}");
    assert!(summary.standings[0].wins < 4 || summary.standings[0].prior.ratings);
}

/// The summary of a run with limits in time on so many threads, and the notes.
fn timed(limits: &str, options: RunOptions<'_>) -> (hoppity_arena::Summary, String, String) {
    let config = parse(&format!(
        "game = \"mnk(m=9,n=9,k=5)\"\ngames = 2\n{limits}\n[[agents]]\nagent = \"mcts\"\n[[agents]]\nagent = \"random\"\n"
    ));
    let folder = tempfile::tempdir().unwrap();
    let listener = Listener::default();
    let summary = run(&config, folder.path(), options, &listener).unwrap();
    let timing = fs::read_to_string(folder.path().join("timing.csv")).unwrap();
    let notes = listener.notes.lock().unwrap().join("\n");
    (summary, notes, timing)
}

#[test]
fn time_is_marked_and_gets_no_more_workers_than_cores() {
    let many = RunOptions { threads: 10_000, ..RunOptions::default() };
    for limits in ["[limits]\ntime_ms = 1", "[clock]\nseconds = 0.5\nincrement = 0.001"] {
        let (summary, notes, _) = timed(limits, many);
        assert_eq!(summary.limits, "time");
        assert!(notes.contains("instead of 10000") && notes.contains("cannot be reproduced"), "{notes}");
    }
    let (_, notes, _) = timed("[limits]\ntime_ms = 1", RunOptions { oversubscribe: true, ..many });
    assert!(notes.contains("10000 workers share") && !notes.contains("instead of"), "{notes}");
    let (_, notes, _) = timed("[limits]\nsims = 1", many);
    assert_eq!(notes, "", "games without limits in time may be played on any number of workers");
}

#[test]
fn timing_says_what_each_seat_has_spent() {
    let (_, _, timing) = timed("[limits]\ntime_ms = 3", RunOptions { threads: 1, ..RunOptions::default() });
    let mut csv = csv::Reader::from_reader(timing.as_bytes());
    let header = "game,seat,agent,turns,seconds,cpu_seconds,longest,overruns,nodes,sims,nodes_per_second,sims_per_second";
    assert_eq!(csv.headers().unwrap().iter().collect::<Vec<_>>().join(","), header);
    for row in csv.records().map(Result::unwrap) {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        let (turns, seconds, cpu, longest, overruns) =
            (number(3), number(4), number(5), number(6), number(7));
        assert!(longest <= seconds && seconds <= turns * longest + 1e-5, "{row:?}");
        assert!(overruns <= turns, "{row:?}");
        if &row[2] == "mcts" {
            assert!(longest >= 0.003 && (cpu > 0.0 || cfg!(not(unix))), "{row:?}");
        }
    }
}

#[test]
fn teams_are_ranked_and_any_number_of_threads_gives_the_same_bytes() {
    let mut text =
        String::from("game = \"halma(board=8,players=4,teams=diagonal)\"\ngames = 4\nmax_plies = 300\n");
    for (name, agent) in [("a", "random"), ("b", "greedy"), ("c", "random"), ("d", "greedy")] {
        text.extend(["[[agents]]\nname = \"", name, "\"\nagent = \"", agent, "\"\n"]);
    }
    let config = parse(&text);
    assert_eq!(config.teams(), [0, 1, 0, 1]);
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for (folder, threads) in folders.iter().zip([1, 3]) {
        let summary = run_quietly(&config, folder.path(), threads).unwrap();
        assert_eq!(summary.standings.len(), 4);
    }
    assert_eq!(contents(folders[0].path()), contents(folders[1].path()));
    for record in play_all(&config, 2, &Silent).unwrap() {
        assert_eq!((record.ranks[0], record.ranks[1]), (record.ranks[2], record.ranks[3]));
    }
}

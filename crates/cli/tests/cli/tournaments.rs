//! `tournament`: the same files whatever happens on the way.
use crate::place::{HALMA, MNK, Place, TABLES, read};
use crate::support::{binary, hoppity, keys};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};

#[test]
fn files_and_standings() {
    let place = Place::new(MNK);
    let ran = place.finish("run", &[]);
    let header = "rank   agent";
    assert!(
        ran.out.contains(header) && ran.out.contains("eager") && ran.out.contains("results in"),
        "{}",
        ran.out
    );
    assert_eq!(place.recorded("run"), 120);
    let [games, elo, winrates, summary] = place.results("run");
    let first = |text: &str| text.lines().next().map(str::to_owned);
    let right = "game,pairing,opening,seed,seat_a,seat_b,rank_a,rank_b,reason,plies,moves";
    assert_eq!((first(&games).as_deref(), games.lines().count()), (Some(right), 121));
    assert!(elo.starts_with("rank,agent,elo,") && winrates.starts_with("agent,opponent,seat,games,"));
    let summary: Value = serde_json::from_str(&summary).expect("JSON");
    let again = place.finish("run", &["--json"]);
    assert_eq!(serde_json::from_str::<Value>(&again.out).expect("one document"), summary);
    assert!(again.err.contains("120 of 120 games have been played"), "{}", again.err);
    for key in ["game", "games", "distinct", "standings", "warnings"] {
        assert!(keys(&summary).contains(&key), "{key}");
    }
}

#[test]
fn the_default_folder_has_the_name_of_the_file() {
    let place = Place::new(TABLES);
    let status = Command::new(binary())
        .args(["tournament", "cup.toml"])
        .current_dir(place.folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("runs");
    assert!(status.success());
    assert_eq!(place.recorded("results/cup"), 12);
}

#[test]
fn threads_do_not_matter() {
    for config in [MNK, HALMA, TABLES] {
        let place = Place::new(config);
        let results = ["1", "2", "5"].map(|threads| {
            place.finish(threads, &["--threads", threads]);
            place.results(threads)
        });
        assert_eq!(results[0], results[1]);
        assert_eq!(results[0], results[2]);
    }
}

/// The config that people copy for tables of four, on a small board and with little thought.
#[test]
fn six_searches_at_tables_of_four_are_reproducible() {
    let config = include_str!("../../../../configs/four-players.toml");
    let mut small = config.to_owned();
    for (large, little) in [
        ("halma(players=4)", "halma(board=8,players=4)"),
        ("max_plies = 500", "max_plies = 40"),
        ("nodes = 500", "nodes = 60"),
    ] {
        assert!(config.contains(large), "{large}");
        small = small.replace(large, little);
    }
    let place = Place::new(&small);
    let [one, two] = ["1", "2"].map(|threads| {
        place.finish(threads, &["--threads", threads]);
        place.results(threads)
    });
    assert_eq!(one, two);
    let [games, elo, winrates, _] = one;
    // Fifteen tables of four out of six.
    assert_eq!((games.lines().count(), elo.lines().count()), (61, 7));
    for agent in ["maxn", "mpmix", "offensive", "brs", "brs+", "paranoid"] {
        let seats = |seat: &str| {
            let row =
                |row: &&str| row.starts_with(&format!("{agent},")) && row.contains(&format!(",{seat},"));
            winrates.lines().filter(row).count()
        };
        assert!(["A", "B", "C", "D"].map(seats).iter().all(|&rows| rows > 0), "{agent}: {winrates}");
    }
}

#[test]
fn openings_come_from_a_file_beside_the_config() {
    let from_file = "games = 12\nopenings = { file = \"openings.txt\" }";
    let place = Place::new(&TABLES.replace("games = 12", from_file));
    place.run("run", &[]).refused(2, &["cup.toml:4:21: the openings in", "openings.txt cannot be read"]);
    let write = |text: &str| fs::write(place.path("openings.txt"), text).expect("can be written");
    write("a1 b2 # fine\na1 e1\n");
    let ran = place.run("run", &[]);
    ran.refused(2, &["openings.txt:2:4: move 2: `e1` cannot be played"]);
    assert_eq!(ran.pointed_at(), 'e');
    assert!(!place.path("run").exists(), "nothing is made for a config that is refused");
    write("a1 b2\nd4 c3 b3\n4/1A2/4/4 B 2\n4/2A1/4/4 B 2\n");
    place.finish("run", &[]);
    let [games, ..] = place.results("run");
    assert_eq!(games.lines().filter(|row| row.contains(",a1 b2 ")).count(), 3, "{games}");
    write("a1 b2\nd4 c3 b2\n4/1A2/4/4 B 2\n4/2A1/4/4 B 2\n");
    let difference = ["-     \"d4 c3 b3\",", "+     \"d4 c3 b2\","];
    place.run("run", &[]).refused(2, &[&["another config"], &difference[..]].concat());
}

#[test]
fn clocks_and_workers_beyond_the_cores() {
    let clock = "games = 12\nadjudicate = { score = 0.9, plies = 3, proved = true }\n\n[clock]\nseconds = 2\nincrement = 0.01";
    let place = Place::new(&TABLES.replace("games = 12", clock));
    let ran = place.finish("run", &["--threads", "999", "--json"]);
    assert!(ran.err.contains("limited by time") && ran.err.contains("instead of 999"), "{}", ran.err);
    let summary: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&summary["limits"], &summary["games"]), (&"time".into(), &12.into()));
    assert!(summary["forfeits"]["time"].is_u64(), "{summary}");
    let timing = read(&place.path("run/timing.csv"));
    assert!(timing.starts_with("game,seat,agent,turns,seconds,cpu_seconds,longest,overruns,"), "{timing}");
    let ran = place.finish("more", &["--threads", "999", "--oversubscribe"]);
    assert!(ran.err.contains("999 workers share"), "{}", ran.err);
    assert!(!ran.err.contains("instead of"), "{}", ran.err);
}

#[test]
fn a_torn_last_line_is_dropped_and_said() {
    let place = Place::new(TABLES);
    place.finish("run", &[]);
    let right = place.results("run");
    let journal = place.path("run").join("journal.jsonl");
    let text = read(&journal);
    fs::write(&journal, &text[..text.len() - 40]).expect("can be written");
    let ran = place.finish("run", &[]);
    assert!(ran.err.contains("journal") && ran.err.contains("line 12"), "{}", ran.err);
    assert!(ran.err.contains("11 of 12 games"), "{}", ran.err);
    assert_eq!(place.results("run"), right);
}

#[test]
fn a_journal_that_cannot_be_ours_is_left_alone() {
    let place = Place::new(TABLES);
    place.finish("run", &[]);
    let journal = place.path("run").join("journal.jsonl");
    let text = read(&journal).replacen("{\"game\"", "{\"gaem\"", 1);
    fs::write(&journal, &text).expect("can be written");
    place.run("run", &[]).refused(1, &["journal.jsonl:1", "gaem"]);
    assert_eq!(read(&journal), text);
}

#[test]
fn a_folder_of_another_tournament_is_refused() {
    let place = Place::new(TABLES);
    place.finish("run", &[]);
    let before = place.results("run");
    fs::write(place.path("cup.toml"), TABLES.replace("games = 12", "games = 6")).expect("can be written");
    place.run("run", &[]).refused(2, &["another config", "- games = 12", "+ games = 6"]);
    assert_eq!(place.results("run"), before);

    fs::create_dir(place.path("letters")).expect("a folder");
    fs::write(place.path("letters/mine.txt"), "dear diary").expect("can be written");
    place.run("letters", &[]).refused(2, &["letters is not empty"]);
}

#[test]
fn a_folder_that_cannot_be_made() {
    let place = Place::new(TABLES);
    place.run("cup.toml/below", &[]).refused(1, &["below", "cannot be used"]);
    place.run("cup.toml", &[]).refused(1, &["cup.toml"]);
}

#[test]
fn a_config_that_cannot_be_run() {
    let wrong = |from: &str, to: &str, words: &[&str]| {
        let place = Place::new(&TABLES.replacen(from, to, 1));
        let ran = place.run("run", &[]);
        ran.refused(2, words);
        assert!(!place.path("run").exists(), "nothing is made for a config that is refused");
        ran
    };
    let place = wrong("\"greedy\"", "\"gredy\"", &["cup.toml:9:10", "`gredy`", "did you mean `greedy`?"]);
    assert_eq!(place.pointed_at(), 'g');
    wrong("mnk(", "mnkk(", &["cup.toml:2:9", "did you mean `mnk`?"]);
    wrong("games = 12", "games = 13", &["cup.toml:3:9", "a multiple of 3"]);
    wrong("games = 12", "gmaes = 12", &["cup.toml:3:1", "did you mean `games`?"]);
    wrong("games = 12", "games = \"many\"", &["cup.toml:3:9", "a whole number"]);
    wrong("games = 12", "games = ", &["cup.toml:3:"]);
    wrong("[[agents]]\nagent = \"random\"\n", "", &["3 seats", "found 2"]);
}

#[test]
fn a_config_that_is_not_there() {
    hoppity(&["tournament", "/nowhere/cup.toml"]).refused(1, &["/nowhere/cup.toml", "cannot be read"]);
    let folder = tempfile::tempdir().expect("a folder");
    hoppity(&["tournament", folder.path().to_str().expect("UTF-8")]).refused(1, &["cannot be read"]);
}

#[test]
fn standings_that_cannot_be_delivered() {
    let place = Place::new(TABLES);
    let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let output = Command::new(binary())
        .arg("tournament")
        .arg(place.path("cup.toml"))
        .arg("--out")
        .arg(place.path("run"))
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("error: cannot write to standard output"), "{err}");
    assert_eq!(place.recorded("run"), 12, "the games are kept all the same");
}

//! `tournament`: the same files whatever happens on the way.
use crate::support::{Ran, binary, hoppity, keys};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const MNK: &str = r#"
game = "mnk(m=6,n=6,k=4)"
seed = 11
games = 40
openings = { random_plies = 2 }

[limits]
nodes = 2000
sims = 300

[[agents]]
agent = "mcts"

[[agents]]
agent = "alphabeta"

[[agents]]
name = "eager"
agent = "greedy"
"#;

const HALMA: &str = r#"
game = "halma(board=8,rules=usc561)"
seed = 5
games = 6
max_plies = 120

[[agents]]
agent = "alphabeta(nodes=300)"

[[agents]]
agent = "greedy"

[[agents]]
agent = "random"
"#;

const TABLES: &str = r#"
game = "mnk(m=4,n=4,k=3,players=3)"
games = 12

[[agents]]
agent = "mcts(sims=40)"

[[agents]]
agent = "greedy"

[[agents]]
agent = "random"
"#;

/// A folder with a config in it, to run tournaments in.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new(config: &str) -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("cup.toml"), config).expect("can be written");
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, out: &str, rest: &[&str]) -> Ran {
        let (config, out) = (self.path("cup.toml"), self.path(out));
        let args = ["tournament", config.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8")];
        hoppity(&[&args[..], rest].concat())
    }

    fn finish(&self, out: &str, rest: &[&str]) -> Ran {
        let ran = self.run(out, rest);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran
    }

    /// What must not depend on threads and interruptions.
    fn results(&self, out: &str) -> [String; 4] {
        ["games.csv", "elo.csv", "winrates.csv", "summary.json"].map(|name| read(&self.path(out).join(name)))
    }

    fn recorded(&self, out: &str) -> usize {
        let journal = fs::read(self.path(out).join("journal.jsonl")).unwrap_or_default();
        journal.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).count()
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

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

/// Starts the tournament, waits until so many games are recorded, and kills it without warning. Returns how many games
/// were recorded then.
fn killed_at(place: &Place, games: usize, threads: &str) -> usize {
    let mut child = Command::new(binary())
        .arg("tournament")
        .arg(place.path("cup.toml"))
        .arg("--out")
        .arg(place.path("killed"))
        .args(["--threads", threads])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("runs");
    while place.recorded("killed") < games {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before {games} games");
        std::thread::sleep(Duration::from_millis(1));
    }
    // SIGKILL: nothing in the process can tidy up.
    child.kill().expect("can be killed");
    let status = child.wait().expect("a child");
    assert!(!status.success(), "it had ended before it was killed");
    place.recorded("killed")
}

#[test]
fn kills_do_not_matter() {
    // Longer than the others, so that there is a middle to be killed in.
    for (config, total) in
        [(MNK.replace("sims = 300", "sims = 1500"), 120), (HALMA.replace("nodes=300", "nodes=6000"), 18)]
    {
        let place = Place::new(&config);
        place.finish("whole", &["--threads", "2"]);
        let mut before = 0;
        for (games, threads) in [(0, "2"), (1, "1"), (total / 4, "3"), (total / 2, "2"), (total * 3 / 4, "5")]
        {
            let recorded = killed_at(&place, games, threads);
            assert!(recorded >= before && recorded < total, "{before} then {recorded} of {total}");
            before = recorded;
        }
        let ran = place.finish("killed", &["--threads", "4"]);
        assert!(ran.err.contains(&format!("{before} of {total} games have been played")), "{}", ran.err);
        assert_eq!(place.recorded("killed"), total);
        assert_eq!(place.results("whole"), place.results("killed"));
    }
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

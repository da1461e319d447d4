//! `tune`: the same path whatever happens on the way, and nothing called better that has not passed its test.
use crate::place::{HALMA, Place, read};
use crate::support::{Ran, done};
use hoppity_rules::random::{Random, RngExt, stream};
use hoppity_search::{Clock, WallClock};
use serde_json::Value;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;

/// An agent that begins badly, so that there is something to find.
const SPSA: &str = r#"
game = "halma(board=8,camp=[3,2,1],rules=usc561)"
seed = 3
max_plies = 100
openings = { random_plies = 4 }
agent = "greedy(weights=[jump:0,distance:0.1])"

[method]
name = "spsa"
games = 240

[test]
elo = [0, 50]
games = 400

[[parameters]]
name = "weights.distance"
min = 0
max = 2
step = 0.05

[[parameters]]
name = "weights.jump"
min = 0
max = 2.0
step = 0.1
c_end = 0.3
"#;

const CMA_ES: &str = r#"
game = "mnk(m=5,n=5,k=4)"
openings = { list = ["c3", "b2 d4", "a1", "c3 b2", "d3 c4"] }
agent = "mcts(sims=20)"
method = { name = "cma-es", games = 400, pairs = 4 }
test = { elo = [0, 100], games = 100 }
parameters = [{ name = "c", start = 3, min = 0.1, max = 3, step = 0.1 }]
"#;

const BANDIT: &str = r#"
game = "mnk(m=4,n=4,k=3,players=3)"
openings = { random_plies = 3 }
agent = "mcts(sims=20)"
method = { name = "bandit", games = 120 }
test = { elo = [0, 100], games = 60 }
parameters = [{ name = "c", start = 0.01, values = [0.01, 0.5, 1.4, 3] }]
"#;

/// Beside a tournament in the folder `cup`.
const TEXEL: &str = r#"
game = "halma(board=8,rules=usc561)"
max_plies = 120
agent = "alphabeta(nodes=60,weights=[stragglers:0])"
method = { name = "texel", results = "cup" }
test = { elo = [0, 100], games = 40 }

[[parameters]]
name = "weights.stragglers"
min = -1
max = 3
step = 0.05

[[parameters]]
name = "weights.cohesion"
min = -2
max = 2
step = 0.05
"#;

fn tune(place: &Place, out: &str, rest: &[&str]) -> Ran {
    let ran = place.run_by("tune", out, rest);
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran
}

/// What must not depend on threads and interruptions.
fn results(place: &Place, out: &str) -> Vec<String> {
    ["path.csv", "path.svg", "result.json"].iter().map(|name| read(&place.path(out).join(name))).collect()
}

fn result(place: &Place, out: &str) -> Value {
    serde_json::from_str(&read(&place.path(out).join("result.json"))).expect("JSON")
}

#[test]
fn files_and_words_of_a_search() {
    let place = Place::new(SPSA);
    let ran = tune(&place, "run", &[]);
    for words in
        ["spsa", "weights.distance", "weights.jump", "SPRT      LLR", "verdict   better: H1", "results in"]
    {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let path = read(&place.path("run/path.csv"));
    assert!(
        path.starts_with("round,games,points,perturbation,weights.distance,weights.jump\n0,0,0.5,"),
        "{path}"
    );
    // Four pairs in each of thirty rounds, and where it began.
    assert_eq!(
        (path.lines().count(), path.lines().last().map(|row| row.starts_with("30,240,"))),
        (32, Some(true))
    );
    let picture = read(&place.path("run/path.svg"));
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() >= 2);
    let found = result(&place, "run");
    assert_eq!((&found["better"], &found["test"]["verdict"]), (&true.into(), &"H1".into()));
    assert!(found["tuned"].as_str().expect("a spec").starts_with("greedy(weights=["));
    // What was found can be had from the file, and says what it is.
    let weights = place.path("run/weights.toml");
    let text = read(&weights);
    assert!(text.starts_with("# halma(board=8,camp=[3,2,1],rules=usc561), spsa: better: H1"), "{text}");
    let agent = format!("greedy(weights=\"{}\")", weights.display());
    let shown: Value =
        serde_json::from_str(&done(&["search", "halma(board=8)", &agent, "--json"])).expect("JSON");
    assert_eq!(shown["weights"]["distance"], found["parameters"][0]["tuned"]);
    assert_eq!(shown["weights"]["jump"], found["parameters"][1]["tuned"]);
    let again = tune(&place, "run", &["--json"]);
    assert_eq!(serde_json::from_str::<Value>(&again.out).expect("one document"), found);
}

/// At tables of three: the stronger of two is found from either side, and scores over a half.
#[test]
fn what_is_stronger_at_a_table_is_found() {
    let thoughts = BANDIT.replace("sims=20", "sims=2").replace(
        "{ name = \"c\", start = 0.01, values = [0.01, 0.5, 1.4, 3] }",
        "{ name = \"sims\", start = 2, values = [2, 200] }",
    );
    let place = Place::new(&thoughts);
    tune(&place, "run", &[]);
    let found = result(&place, "run");
    assert_eq!(found["tuned"], "mcts(sims=200)");
    assert!(found["better"] == true && found["test"]["score"].as_f64() > Some(0.6), "{found}");
    let place = Place::new(&thoughts.replace("start = 2,", "start = 200,"));
    tune(&place, "run", &[]);
    let found = result(&place, "run");
    assert_eq!((&found["tuned"], &found["test"]), (&"mcts(sims=200)".into(), &Value::Null));
    assert_eq!(found["verdict"], "not better: what was found is the start");
}

#[test]
fn what_weakens_a_result_is_said() {
    let place = Place::new(CMA_ES);
    let ran = tune(&place, "run", &[]);
    assert!(ran.err.contains("the test has 2 openings for up to 50 pairs of games"), "{}", ran.err);
    let timed = CMA_ES.replace("mcts(sims=20)", "mcts(time_ms=1)").replace("games = 400", "games = 40");
    let place = Place::new(&timed.replace("pairs = 4", "pairs = 1").replace("games = 100", "games = 4"));
    let ran = tune(&place, "run", &[]);
    assert!(ran.err.contains("limited by time: the path depends on the machine"), "{}", ran.err);
}

#[test]
fn threads_do_not_matter_to_any_method() {
    for config in [SPSA, CMA_ES, BANDIT] {
        let place = Place::new(config);
        let runs = ["1", "2", "5"].map(|threads| {
            tune(&place, threads, &["--threads", threads]);
            results(&place, threads)
        });
        assert_eq!(runs[0], runs[1]);
        assert_eq!(runs[0], runs[2]);
    }
}

#[test]
fn kills_at_any_moment_do_not_matter() {
    for (config, seed) in [(SPSA, 1), (CMA_ES, 2)] {
        let place = Place::new(config);
        let clock = WallClock::new();
        tune(&place, "whole", &[]);
        let longest = (clock.now().as_micros() as u64 / 3).max(1000);
        let mut rng: Random = stream(seed, &[]);
        let (mut killed, mut before) = (0, 0);
        while killed < 8 {
            let threads = rng.random_range(1..5).to_string();
            let mut child = place.command_by("tune", "killed", &["--threads", &threads]);
            let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
            std::thread::sleep(Duration::from_micros(rng.random_range(0..longest)));
            child.kill().expect("can be killed");
            let status = child.wait().expect("a child");
            let recorded = place.recorded("killed");
            assert!(recorded >= before, "{before} duels, then {recorded}");
            before = recorded;
            if status.signal().is_some() {
                killed += 1;
            } else {
                assert!(status.success(), "{status}");
                assert_eq!(results(&place, "killed"), results(&place, "whole"), "after {killed} kills");
                fs::remove_dir_all(place.path("killed")).expect("can be removed");
                before = 0;
            }
        }
        tune(&place, "killed", &["--threads", "3"]);
        assert_eq!(results(&place, "killed"), results(&place, "whole"), "after {killed} kills");
        assert_eq!(place.recorded("killed"), place.recorded("whole"));
    }
}

#[test]
fn a_signal_stops_it_and_the_command_it_names_goes_on() {
    let place = Place::new(&SPSA.replace("greedy(", "alphabeta(nodes=300,"));
    let mut child = place.command_by("tune", "run", &[]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
    while place.recorded("run") < 3 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before three duels");
        std::thread::sleep(Duration::from_millis(1));
    }
    let status = Command::new("sh").arg("-c").arg(format!("kill -INT {}", child.id())).status();
    assert!(status.expect("a shell").success());
    let output = child.wait_with_output().expect("ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{err}");
    let (said, command) = err.trim_end().rsplit_once('\n').expect("a command in the last line");
    assert!(said.contains("SIGINT: stopped after ") && said.contains("all that is needed to go on"), "{err}");
    assert!(read(&place.path("run/path.csv")).lines().count() >= 4, "the path so far is there");
    assert!(!place.path("run/result.json").exists(), "a part is no result");
    let again = Command::new("sh").arg("-c").arg(command).output().expect("a shell");
    assert!(again.status.success(), "{command}: {}", String::from_utf8_lossy(&again.stderr));
    tune(&place, "whole", &[]);
    assert_eq!(results(&place, "run"), results(&place, "whole"));
}

#[test]
fn a_torn_line_is_played_again_and_a_wrong_one_refused() {
    let place = Place::new(SPSA);
    tune(&place, "run", &[]);
    let right = results(&place, "run");
    let journal = place.path("run/journal.jsonl");
    let text = read(&journal);
    fs::write(&journal, &text[..text.len() - 9]).expect("can be written");
    let ran = tune(&place, "run", &[]);
    assert!(ran.err.contains("its last, was torn"), "{}", ran.err);
    assert_eq!((results(&place, "run"), read(&journal)), (right, text.clone()));
    for (from, to, line, what) in [
        ("\"round\":4,", "\"round\":5,", 5, "another duel"),
        ("\"duel\":0", "\"duel\":zero", 1, "not a record of a duel"),
        ("\"result\":[", "\"result\":[7,", 1, "where 4 pairs of games were due"),
    ] {
        fs::write(&journal, text.replacen(from, to, 1)).expect("can be written");
        place.run_by("tune", "run", &[]).refused(1, &[&format!("journal.jsonl:{line}: "), what]);
    }
    fs::write(place.path("cup.toml"), SPSA.replace("step = 0.1", "step = 0.2")).expect("can be written");
    place.run_by("tune", "run", &[]).refused(2, &["another config", "- step = 0.1", "+ step = 0.2"]);
}

/// Equal agents: whatever is found is no better, and is not called so.
#[test]
fn what_has_not_passed_is_not_called_better() {
    let same = SPSA.replace("greedy(weights=[jump:0,distance:0.1])", "random").replace(
        "[[parameters]]\nname = \"weights.distance\"\nmin = 0\nmax = 2\nstep = 0.05\n\n[[parameters]]\nname = \"weights.jump\"\nmin = 0\nmax = 2.0\nstep = 0.1\nc_end = 0.3\n",
        "[[parameters]]\nname = \"jump\"\nmin = 0\nmax = 2\nstep = 1\nstart = 1\n",
    );
    let place = Place::new(&same);
    place.run_by("tune", "run", &[]).refused(2, &["cup.toml:17:8: `random` has nothing called `jump`"]);
    // The agent stops at its nodes whatever the table holds, which is never full.
    let config = SPSA
        .replace("greedy(weights=[jump:0,distance:0.1])", "alphabeta(nodes=40)")
        .replace("games = 400", "games = 20")
        .replace(
            "\"weights.distance\"\nmin = 0\nmax = 2\nstep = 0.05",
            "\"table_mib\"\nstart = 2\nmin = 1\nmax = 3\nstep = 1",
        );
    let config = config[..config.rfind("[[parameters]]").expect("two")].to_owned();
    let place = Place::new(&config);
    let ran = tune(&place, "run", &["--json"]);
    let found: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(found["better"], false);
    let verdict = found["verdict"].as_str().expect("words");
    assert!(verdict.starts_with("not "), "{verdict}");
    assert!(!place.path("run/weights.toml").exists(), "no weight was tuned");
}

/// A tournament to fit to.
fn with_tournament(config: &str) -> Place {
    let place = Place::new(&HALMA.replace("games = 6", "games = 20").replace("nodes=300", "nodes=60"));
    place.finish("cup", &[]);
    fs::write(place.path("cup.toml"), config).expect("can be written");
    place
}

#[test]
fn a_fit_reads_the_games_of_a_tournament() {
    let place = with_tournament(TEXEL);
    let ran = tune(&place, "run", &["--threads", "1"]);
    for words in ["fit       K 0.", "positions of 60 games", "held out  ", "verdict   "] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let path = read(&place.path("run/path.csv"));
    assert!(path.starts_with("round,loss,held_out,weights.stragglers,weights.cohesion\n0,"), "{path}");
    let fit = &result(&place, "run")["fit"];
    assert!(fit["loss"].as_f64() < fit["loss_at_start"].as_f64(), "{fit}");
    tune(&place, "again", &["--threads", "4"]);
    assert_eq!(results(&place, "run"), results(&place, "again"));
    assert!(read(&place.path("run/weights.toml")).starts_with("# halma(board=8,rules=usc561), texel: "));
    // Other results in the same place are another run.
    let games = place.path("cup/games.csv");
    let text = read(&games);
    let shorter: Vec<&str> = text.lines().take(50).collect();
    fs::write(&games, shorter.join("\n")).expect("can be written");
    place.run_by("tune", "run", &[]).refused(2, &["another config", "# the results are 49 games"]);
}

#[test]
fn results_that_cannot_be_played_again_are_refused_in_their_place() {
    let place = with_tournament(TEXEL);
    let games = place.path("cup/games.csv");
    let text = read(&games);
    let rows: Vec<&str> = text.lines().collect();
    let write = |rows: &[String]| fs::write(&games, rows.join("\n")).expect("can be written");
    let edited = |edit: &dyn Fn(usize, &str) -> String| -> Vec<String> {
        rows.iter().enumerate().map(|(i, row)| edit(i, row)).collect()
    };
    let refuse = |rows: Vec<String>, place_and_what: &[&str]| {
        write(&rows);
        let ran = place.run_by("tune", "run", &[]);
        ran.refused(2, place_and_what);
        assert!(!place.path("run").exists(), "nothing is made for results that are refused");
        ran
    };
    let without_last = |row: &str| row[..row.rfind(',').expect("commas")].to_owned();
    refuse(edited(&|_, row| without_last(row)), &["games.csv:1:1: there is no column `moves`"]);
    let third =
        |edit: &dyn Fn(&str) -> String| edited(&|i, row| if i == 2 { edit(row) } else { row.to_owned() });
    refuse(third(&|row| without_last(row) + ","), &["games.csv:3:", "a game without moves"]);
    let ran = refuse(third(&|row| row.to_owned() + " a1-h8"), &["games.csv:3:", "move ", "a1-h8"]);
    assert_eq!(ran.pointed_at(), 'a');
    let column = rows[0].split(',').position(|name| name == "rank_a").expect("a column");
    let nan = |row: &str| {
        let mut cells: Vec<&str> = row.split(',').collect();
        cells[column] = "NaN";
        cells.join(",")
    };
    refuse(third(&nan), &["games.csv:3:", "`NaN`: expected a place"]);
    let swapped = |row: &str| {
        let mut cells: Vec<&str> = row.split(',').collect();
        cells.swap(column, column + 1);
        cells.join(",")
    };
    let row = rows.iter().position(|row| row.contains("camp filled")).expect("a game that was won");
    let edited_row = edited(&|i, text| if i == row { swapped(text) } else { text.to_owned() });
    refuse(edited_row, &[&format!("games.csv:{}:", row + 1), "the rules give"]);
    fs::remove_file(&games).expect("can be removed");
    place.run_by("tune", "run", &[]).refused(1, &["games.csv: cannot be read"]);
    fs::write(&games, &text).expect("can be written");
    fs::write(place.path("cup.toml"), TEXEL.replace("rules=usc561", "rules=classic"))
        .expect("can be written");
    place
        .run_by("tune", "run", &[])
        .refused(2, &["games.csv:1:1: these are games of `halma(board=8,rules=usc561)`"]);
}

#[test]
fn mistakes_in_a_config_are_refused_in_their_place() {
    #[track_caller]
    fn at(config: &str, from: &str, to: &str, line_column: &str, what: &str) {
        assert!(config.contains(from), "{from}");
        let place = Place::new(&config.replacen(from, to, 1));
        let ran = place.run_by("tune", "run", &[]);
        ran.refused(2, &[&format!("cup.toml:{line_column}: "), what]);
        assert!(!place.path("run").exists());
    }
    at(SPSA, "weights.jump", "weights.jmup", "23:8", "there is no feature `jmup`; did you mean `jump`?");
    at(SPSA, "weights.jump", "wieghts.jump", "23:8", "did you mean `weights.jump`?");
    at(SPSA, "weights.jump", "weights.distance", "23:8", "`weights.distance` is tuned twice");
    at(SPSA, "max = 2\n", "max = 0\n", "19:7", "the range from 0 to 0 is empty");
    at(SPSA, "max = 2\n", "max = -1\n", "19:7", "the range from 0 to -1 is empty");
    at(SPSA, "max = 2\n", "max = nan\n", "19:7", "`max` = nan: expected a number from");
    at(SPSA, "min = 0\n", "min = -inf\n", "18:7", "`min` = -inf: expected a number from");
    at(SPSA, "min = 0\n", "min = 0.5\n", "19:7", "the start, 0.1, is not in the range from 0.5 to 2");
    at(SPSA, "min = 0\n", "min = 0\nstart = 5\n", "19:9", "the start, 5, is not in the range from 0 to 2");
    at(
        SPSA,
        "max = 2\n",
        "max = 200\n",
        "16:1",
        "`weights.distance` = 200 cannot be: `weights`: `distance` = 200",
    );
    at(SPSA, "step = 0.05", "step = 0", "20:8", "`step` = 0: expected more than 0");
    at(SPSA, "step = 0.05", "step = 3", "20:8", "`step` = 3: expected more than 0 and no more than 2");
    at(SPSA, "step = 0.05", "stpe = 0.05", "20:1", "a parameter has no key `stpe`; did you mean `step`?");
    at(SPSA, "c_end = 0.3", "c_end = 3", "27:9", "`c_end` = 3: expected more than 0 and no more than 2");
    at(SPSA, "\"spsa\"", "\"spas\"", "9:8", "there is no method `spas`; did you mean `spsa`?");
    at(SPSA, "games = 240", "games = 4", "10:9", "`games` = 4: expected at least 8");
    at(SPSA, "elo = [0, 50]", "elo = [50, 0]", "13:7", "must be below");
    at(SPSA, "elo = [0, 50]", "elo = [0, nan]", "13:7", "`elo`: expected two numbers");
    at(SPSA, "{ random_plies = 4 }", "\"none\"", "5:12", "the same game again and again");
    at(SPSA, "greedy(", "greddy(", "6:10", "did you mean `greedy`?");
    at(SPSA, "camp=[3,2,1],rules=usc561", "players=4,teams=diagonal", "2:8", "without partners");
    at(SPSA, "seed = 3", "sede = 3", "3:1", "a tuning config has no key `sede`; did you mean `seed`?");
    at(BANDIT, "[0.01, 0.5, 1.4, 3]", "[0.5, 1.4]", "7:37", "the start, 0.01, is not among the values");
    at(BANDIT, "games = 120", "games = 4", "5:37", "expected at least");
    at(BANDIT, "\"bandit\", games = 120", "\"spsa\", games = 400", "7:15", "`c` is a choice");
    at(BANDIT, "3] }", "3, true] }", "7:15", "`c` = true cannot be: `c=true`");
    at(CMA_ES, "step = 0.1", "step = 0.1, values = [1, 2]", "7:46", "`min` beside `values`");
    at(
        TEXEL,
        "\"weights.cohesion\"\nmin = -2\nmax = 2\nstep = 0.05",
        "\"nodes\"\nmin = 1\nmax = 99\nstep = 1",
        "15:8",
        "`nodes` is no weight",
    );
}

//! `compare`: agents by games and limits in one table, whatever happens on the way.
use crate::place::{Place, read};
use crate::support::{binary, repository};
use hoppity_arena::compare::Comparison;
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

const SMALL: &str = r#"seed = 4
games = 6

[[settings]]
game = "mnk(m=5,n=5,k=4)"
openings = { random_plies = 2 }

[[settings]]
game = "mnk(m=4,n=4,k=3,players=3)"

[[limits]]
nodes = 200
sims = 40

[[limits]]
nodes = 50
sims = 10

[[agents]]
agent = "maxn"

[[agents]]
agent = "mcts"

[[agents]]
name = "searcher"
agent = "alphabeta"

[[agents]]
agent = "greedy"
"#;

/// The columns that do not depend on the clock.
fn reproducible(csv: &str) -> Vec<String> {
    let row = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        cells[..cells.len() - 2].join(",")
    };
    csv.lines().map(row).collect()
}

#[test]
fn a_row_for_each_agent_of_each_game_and_limit() {
    let place = Place::new(SMALL);
    let ran = place.run_by("compare", "run", &["--threads", "2"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for words in ["mnk(k=4,m=5,n=5), nodes=200 sims=40", "searcher", "cpu ms", "compare.csv"] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    assert!(ran.err.contains("`alphabeta` does not play mnk(m=4,n=4,players=3)"), "{}", ran.err);
    let table = read(&place.path("run/compare.csv"));
    let header = "game,limit,kind,agent,rank,elo,elo_low,elo_high,held,games,wins,draws,losses,score,score_low,score_high,moves,nodes,sims,seconds,cpu_seconds";
    assert_eq!(table.lines().next(), Some(header));
    // Four agents for two, three of them at tables of three, at two limits each.
    assert_eq!(table.lines().count(), 1 + 2 * (4 + 3), "{table}");
    let again = place.run_by("compare", "run", &["--json"]);
    let rows: Value = serde_json::from_str(&again.out).expect("one document");
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.len(), 14);
    for row in rows {
        let of = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"));
        let most = if row["limit"] == "nodes=200 sims=40" { (200.0, 40.0) } else { (50.0, 10.0) };
        assert!(of("nodes") <= most.0 && of("sims") <= most.1, "{row}");
        assert!(of("elo_low") <= of("elo") && of("elo") <= of("elo_high"), "{row}");
        assert!(of("score_low") <= of("score") && of("score") <= of("score_high"), "{row}");
        assert!(of("moves") > 0.0 && of("seconds") > 0.0 && row["kind"] == "reproducible", "{row}");
        assert_eq!(of("games"), if row["agent"] == "searcher" || of("games") == 18.0 { 18.0 } else { 6.0 });
    }
    assert!(place.path("run").read_dir().expect("a folder").count() >= 6, "a folder for each tournament");
    // Two threads or one, in one go or not.
    let mut child = place.command_by("compare", "killed", &[]);
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
    std::thread::sleep(Duration::from_millis(40));
    child.kill().expect("can be killed");
    child.wait().expect("a child");
    let ran = place.run_by("compare", "killed", &["--threads", "1"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(reproducible(&read(&place.path("killed/compare.csv"))), reproducible(&table));
    fs::write(place.path("cup.toml"), SMALL.replace("sims = 10", "sims = 11")).expect("can be written");
    place.run_by("compare", "run", &[]).refused(2, &["another config", "sims = 11"]);
}

#[test]
fn mistakes_are_refused_in_their_place() {
    #[track_caller]
    fn at(from: &str, to: &str, line_column: &str, what: &str) {
        assert!(SMALL.contains(from), "{from}");
        let place = Place::new(&SMALL.replacen(from, to, 1));
        let ran = place.run_by("compare", "run", &[]);
        ran.refused(2, &[&format!("cup.toml:{line_column}: "), what]);
        assert!(!place.path("run").exists());
    }
    at("games = 6", "gmaes = 6", "2:1", "a comparison has no key `gmaes`; did you mean `games`?");
    at("games = 6", "games = 5", "2:9", "expected a multiple of 2");
    at("games = 6", "games = 4", "2:9", "expected a multiple of 3");
    at("mnk(m=5,n=5,k=4)", "mnk(m=5,n=5,q=4)", "5:21", "`mnk` has no option `q`");
    at("openings = { random_plies = 2 }", "openings = { random_piles = 2 }", "6:14", "random_plies");
    at("nodes = 200", "noeds = 200", "12:1", "did you mean `nodes`?");
    at("\"alphabeta\"", "\"alphabeta(dept=3)\"", "27:20", "did you mean `depth`?");
    at("name = \"searcher\"", "name = \"mcts\"", "26:8", "two agents are called `mcts`");
    at("mnk(m=4,n=4,k=3,players=3)", "halma(board=8,players=4)", "8:1", "3 of the agents play");
}

#[test]
fn the_script_sets_two_agents_side_by_side() {
    let script = repository().join("scripts/compare");
    let compare = |args: &[&str]| {
        let mut command = Command::new(&script);
        command.args(args).env("HOPPITY", binary()).env("RUNS", "3").output().expect("a shell")
    };
    let output = compare(&["agents", "mnk", "mcts(sims=50)", "mcts(sims=100)"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let row = |key: &str| -> Vec<String> {
        let row = text.lines().find(|row| row.starts_with(key)).unwrap_or_else(|| panic!("{key}: {text}"));
        row.split_whitespace().map(str::to_owned).collect()
    };
    // Simulations are the same in every run, so that their ratio has no spread.
    assert_eq!(row("sims ")[1..], ["50", "100", "2.000", "2.000", "to", "2.000"]);
    assert_eq!(row("seconds ").len(), 7);
    for wrong in [&["agents", "mnk", "mcts(smis=50)", "mcts"][..], &["agents", "mnk"], &[]] {
        assert_eq!(compare(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

/// The files that people copy.
#[test]
fn the_configs_of_the_repository_are_right() {
    let mut found = 0;
    for entry in fs::read_dir(repository().join("configs")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with("compare-") {
            let comparison = Comparison::load(&path).unwrap_or_else(|error| panic!("{error}"));
            assert!(!comparison.cells().is_empty());
            found += 1;
        } else if name.starts_with("tune-") && !name.ends_with("-games") {
            hoppity_tune::Config::load(&path).unwrap_or_else(|error| panic!("{error}"));
            found += 1;
        } else {
            hoppity_arena::Config::load(&path).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    assert!(found >= 8, "{found}");
}

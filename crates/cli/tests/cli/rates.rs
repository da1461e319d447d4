//! `rate`: the published ratings, runs, and files that cannot be rated.
use crate::place::Place;
use crate::support::{done, hoppity, json, keys, repository};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const KEYS: [&str; 17] = [
    "advantage",
    "advantage_high",
    "advantage_low",
    "agents",
    "distinct",
    "draw_rate",
    "draw_rate_high",
    "draw_rate_low",
    "errors",
    "games",
    "held",
    "log_likelihood",
    "model",
    "nu",
    "prior",
    "seats",
    "warnings",
];

const NAMES: [&str; 6] = ["alder", "birch", "cedar", "elm", "hazel", "oak"];

/// The rows of a data file of the statistics.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = repository().join("crates/stats/tests/data").join(name);
    let text = fs::read_to_string(path).expect("a data file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

fn name(player: &str) -> &'static str {
    NAMES[player.parse::<usize>().expect("a player")]
}

/// A file in a folder of its own.
struct Csv {
    _folder: TempDir,
    path: PathBuf,
}

impl Csv {
    fn new(text: &str) -> Csv {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("my.csv");
        fs::write(&path, text).expect("can be written");
        Csv { _folder: folder, path }
    }

    /// The published pool of six players.
    fn pool() -> Csv {
        let mut lines = vec!["game,pair,round,first,second,result".to_owned()];
        let mut game = 0;
        for row in rows("pool_pairs.tsv") {
            let (a, b) = (name(&row[0]), name(&row[1]));
            for (round, results) in row[2].split(' ').enumerate() {
                let result = |c: u8, [win, loss]: [&'static str; 2]| match c {
                    b'w' => win,
                    b'd' => "1/2-1/2",
                    _ => loss,
                };
                let (one, other) = (results.as_bytes()[0], results.as_bytes()[1]);
                for (first, second, result) in
                    [(a, b, result(one, ["1-0", "0-1"])), (b, a, result(other, ["0-1", "1-0"]))]
                {
                    lines.push(format!("{game},{},{round},{first},{second},{result}", game / 2));
                    game += 1;
                }
            }
        }
        Csv::new(&lines.join("\n"))
    }

    /// The published tables of four.
    fn tables() -> Csv {
        let mut lines = vec!["game,seat0,seat1,seat2,seat3,rank1,rank2,rank3,rank4".to_owned()];
        for (game, row) in rows("tables.tsv").iter().enumerate() {
            let names = |players: &str| players.split(' ').map(name).collect::<Vec<_>>().join(",");
            lines.push(format!("{game},{},{}", names(&row[0]), names(&row[1])));
        }
        Csv::new(&lines.join("\n"))
    }

    fn rate(&self, rest: &[&str]) -> Value {
        json(&[&["rate", self.path(), "--json"], rest].concat())
    }

    fn path(&self) -> &str {
        self.path.to_str().expect("UTF-8")
    }
}

/// Checks the ratings against a data file: Elo and errors in these columns, to these tolerances.
fn check(rating: &Value, file: &str, columns: [usize; 2], tolerances: [f64; 2]) {
    let agents = rating["agents"].as_array().expect("agents");
    assert_eq!(agents.len(), 6);
    for row in rows(file) {
        let agent = agents.iter().find(|agent| agent["name"] == name(&row[0])).expect("an agent");
        let figure = |key: &str| agent[key].as_f64().expect("a number");
        let elo = figure("elo") - number(&row[columns[0]]);
        let error = 0.5 * (figure("high") - figure("low")) - number(&row[columns[1]]);
        assert!(elo.abs() < tolerances[0] && error.abs() < tolerances[1], "{agent}: {elo} {error}");
    }
}

#[test]
fn published_ratings_of_two_seats() {
    let pool = Csv::pool();
    let half = pool.rate(&["--draws", "half", "--advantage", "on"]);
    assert_eq!(keys(&half), KEYS);
    check(&half, "pool_ratings.tsv", [1, 2], [1e-3, 1e-3]);
    assert!((half["advantage"].as_f64().expect("a number") - 4.646_629_963_772_15).abs() < 1e-3, "{half}");
    assert!(half["draw_rate"].is_null() && half["distinct"].is_null());
    let best = &half["agents"][0];
    assert_eq!((&best["name"], &best["games"], &best["rank"]), (&"alder".into(), &70.into(), &1.into()));
    assert!((best["score"].as_f64().expect("a number") - 51.0 / 70.0).abs() < 1e-12);

    // The published point stops up to 0.0042 Elo short of the maximum; the statistics' own tests say more.
    let davidson = pool.rate(&[]);
    check(&davidson, "pool_ratings.tsv", [3, 4], [5e-3, 2e-3]);
    assert!((davidson["nu"].as_f64().expect("a number") - 0.364_866_681_7).abs() < 1e-5, "{davidson}");
    assert!((davidson["draw_rate"].as_f64().expect("a number") - 0.154_287).abs() < 1e-5, "{davidson}");

    let off = pool.rate(&["--advantage", "off"]);
    assert!(off["advantage"].is_null() && off["agents"][0]["elo"] != davidson["agents"][0]["elo"]);
    let pairs = pool.rate(&["--errors", "pairs"]);
    assert_eq!(pairs["agents"][0]["elo"], davidson["agents"][0]["elo"]);
    assert_ne!(pairs["agents"][0]["low"], davidson["agents"][0]["low"]);
}

#[test]
fn published_ratings_of_tables() {
    let tables = Csv::tables();
    let rating = tables.rate(&[]);
    assert_eq!(keys(&rating), KEYS);
    check(&rating, "table_ratings.tsv", [1, 2], [1e-3, 1e-3]);
    assert!(rating["seats"].is_null() && rating["advantage"].is_null());
    let seats = tables.rate(&["--advantage", "on"]);
    assert_eq!(keys(&seats["seats"]), ["A", "B", "C", "D"]);
    let text = done(&["rate", tables.path(), "--advantage", "on"]);
    assert!(text.starts_with("60 games of 6 agents: Plackett-Luce") && text.contains("\nseat D: "), "{text}");
}

#[test]
fn in_words() {
    let pool = Csv::pool();
    let text = done(&["rate", pool.path(), "--draws", "half"]);
    for part in [
        "210 games of 6 agents",
        "half wins",
        "alder   +165.6   81.9      70   47    8   15   72.9 %   60.4 %",
        "first move: +4.6 ± 55.7 Elo",
    ] {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
    let text = done(&["rate", pool.path(), "--errors", "pairs"]);
    assert!(text.contains("each pair of games") && text.contains("draws between equals: 15.4 %"), "{text}");
    let one_sided = Csv::new("first,second,result\na,b,1-0\na,b,1-0\n");
    let text = done(&["rate", one_sided.path()]);
    assert!(
        text.contains("* held by a prior (ratings, seats, draws)") && text.contains("--advantage off"),
        "{text}"
    );
}

const CUP: &str = r#"
game = "mnk(m=4,n=3,k=3)"
games = 8
openings = { random_plies = 2 }

[[agents]]
agent = "random"

[[agents]]
agent = "greedy"

[[agents]]
agent = "alphabeta(depth=2)"
"#;

fn run(folder: &Path) -> String {
    let (config, out) = (folder.join("cup.toml"), folder.join("out"));
    fs::write(&config, CUP).expect("can be written");
    let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    done(&["tournament", &text(&config), "--out", &text(&out)]);
    text(&out)
}

#[test]
fn a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = run(folder.path());
    let by_folder = json(&["rate", &out, "--json"]);
    assert_eq!((&by_folder["games"], &by_folder["model"]), (&24.into(), &"bradley-terry-davidson".into()));
    assert_eq!(by_folder, json(&["rate", &format!("{out}/games.csv"), "--json"]));
    let standings = fs::read_to_string(format!("{out}/summary.json")).expect("a summary");
    let standings: Value = serde_json::from_str(&standings).expect("JSON");
    for (rated, standing) in by_folder["agents"]
        .as_array()
        .expect("agents")
        .iter()
        .zip(standings["standings"].as_array().expect("agents"))
    {
        assert_eq!(rated["name"], standing["agent"]);
        for key in ["elo", "low", "high", "score"] {
            let (one, other) =
                (rated[key].as_f64().expect("a number"), standing[key].as_f64().expect("a number"));
            assert!((one - other).abs() <= 1e-4, "{key}: {rated} {standing}");
        }
    }
}

#[test]
fn a_run_and_its_rating_mark_the_same() {
    // Games without draws, with nothing but draws, and won to nil.
    for (game, first, marked, held) in [
        ("hex(size=2)", "greedy", false, &["draw_rate", "nu"][..]),
        ("mnk(m=5,n=5,k=5)", "greedy", true, &["agents", "advantage", "draw_rate", "nu"]),
        ("mnk(m=5,n=5,k=3)", "alphabeta(depth=3)", true, &["agents", "advantage", "draw_rate", "nu"]),
    ] {
        let config = format!(
            "game = \"{game}\"\ngames = 8\nopenings = {{ random_plies = 2 }}\nmax_plies = 16\n[[agents]]\nagent = \"{first}\"\n[[agents]]\nagent = \"random\"\n"
        );
        let place = Place::new(&config);
        let told = place.finish("run", &[]).out;
        let [_, elo, ..] = place.results("run");
        let out = place.path("run");
        let out = out.to_str().expect("UTF-8");
        let (rated, rating) = (done(&["rate", out]), json(&["rate", out, "--json"]));
        let marks = |text: &str| -> Vec<String> {
            text.lines()
                .filter_map(|line| line.split_whitespace().find(|word| word.ends_with('*')))
                .map(str::to_owned)
                .collect()
        };
        let stars = marks(&told);
        assert_eq!(stars.len(), if marked { 3 } else { 0 }, "{told}");
        assert!(marks(&rated).starts_with(&stars[..stars.len().saturating_sub(1)]), "{told}{rated}");
        assert_eq!(rating["held"], serde_json::json!(held), "{rated}");
        assert!(elo.lines().skip(1).all(|row| row.ends_with(',') != marked), "{elo}");
    }
}

#[test]
fn a_run_that_goes_on_is_warned_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = run(folder.path());
    let games = format!("{out}/games.csv");
    let text = fs::read_to_string(&games).expect("games");
    fs::write(&games, text.split_inclusive('\n').take(7).collect::<String>()).expect("can be written");
    let ran = hoppity(&["rate", &out, "--json", "--errors", "pairs"]);
    let rating: Value = serde_json::from_str(&ran.out).expect("one document");
    let warnings = rating["warnings"].as_array().expect("a list");
    for (warning, words) in
        warnings.iter().zip(["24 games, of which these are 6", "pairs of games for 4 parameters"])
    {
        let warning = warning.as_str().expect("a text");
        assert!(warning.contains(words) && ran.err.contains(&format!("warning: {warning}")), "{warning}");
    }
    assert_eq!(warnings.len(), 2);
}

#[test]
fn names_do_nothing_to_a_terminal() {
    let csv = Csv::new("first,second,result\na,b,1-0\n\u{1b}[31mred,b,1-0\n");
    let ran = hoppity(&["rate", csv.path()]);
    ran.refused(2, &["my.csv:3:1: expected a name without control characters"]);
    assert!(!ran.err.contains('\u{1b}'), "{:?}", ran.err);
}

#[test]
fn games_that_are_the_same_are_warned_of() {
    let header = "pairing,opening,seat_a,seat_b,rank_a,rank_b,moves\n";
    let twice = Csv::new(&format!("{header}0,0,a,b,0,1,a1 b1\n0,0,b,a,1,0,a1 b1\n"));
    let ran = hoppity(&["rate", twice.path(), "--json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("only 1 of 2 games are distinct"), "{}", ran.err);
}

#[test]
fn files_that_cannot_be_rated() {
    for (text, words, under) in [
        ("first,second,result\na,b,1-0\nb,a,2-0\n", &["my.csv:3:5", "`2-0`", "1-0, 0-1 or 1/2-1/2"][..], '2'),
        ("first,second,result\na,b\n", &["my.csv:2:3", "expected 3 fields", "found 2"], 'b'),
        ("first,second,result\n", &["my.csv:2:1", "expected a game"], '\0'),
        ("", &["my.csv:1:1", "the file is empty"], '\0'),
        ("a,b\n1,2\n", &["my.csv:1:1", "first,second,result", "seat0,seat1", "games.csv"], 'a'),
        ("seat0,seat1,rank1,rank2\na,b,a,c\n", &["my.csv:2:7", "`c` has a rank but no seat"], 'c'),
    ] {
        let ran = hoppity(&["rate", Csv::new(text).path()]);
        ran.refused(2, words);
        assert_eq!(ran.pointed_at(), under, "{}", ran.err);
    }
    let plain = Csv::new("first,second,result\na,b,1-0\n");
    hoppity(&["rate", plain.path(), "--errors", "pairs"])
        .refused(2, &["a column `pair`", "games.csv of a run"]);
    hoppity(&["rate", plain.path(), "--draws", "none"]).refused(2, &["davidson", "half"]);
    hoppity(&["rate", plain.path(), "--advantage", "maybe"]).refused(2, &["on", "off"]);
    hoppity(&["rate", "/nowhere/my.csv"]).refused(1, &["/nowhere/my.csv", "cannot be read"]);
    let empty = tempfile::tempdir().expect("a folder");
    let ran = hoppity(&["rate", empty.path().to_str().expect("UTF-8")]);
    ran.refused(1, &["games.csv: is not there", "hoppity tournament"]);
}

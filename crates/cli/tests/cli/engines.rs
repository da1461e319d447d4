//! The binary as an engine of other programs, and other programs as agents of its tournaments.
use crate::place::{Place, read};
use crate::support::{binary, done, hoppity, repository};
use assert_cmd::Command;
use hoppity_search::{Clock, WallClock};
use std::fs;
use std::path::Path;
use std::process::{Child, Command as Plain, Stdio};
use std::time::Duration;

#[test]
fn it_answers_on_standard_output_until_it_is_told_to_quit() {
    let ran = Command::new(binary())
        .args(["engine", "havannah(size=4)", "greedy", "--seed", "3"])
        .write_stdin("1 name\nplay w e4\nfly\n2 genmove b\nquit\n3 name\n")
        .assert()
        .success();
    let out = String::from_utf8_lossy(&ran.get_output().stdout).into_owned();
    let answers: Vec<&str> = out.split_terminator("\n\n").collect();
    assert_eq!(answers[..3], ["=1 Hoppity", "=", "? unknown command"]);
    assert!(answers[3].starts_with("=2 ") && answers[4..] == ["="], "{out}");
}

#[test]
fn it_refuses_what_it_cannot_serve() {
    hoppity(&["engine", "havana", "random"]).refused(2, &["did you mean `havannah`?"]);
    hoppity(&["engine", "hex", "randon"]).refused(2, &["did you mean `random`?"]);
    let ran = hoppity(&["engine", "hex", "random", "--first", "red"]);
    assert!(ran.status == 2 && ran.err.contains("white, black"), "{}", ran.err);
}

/// Agents by name, for a tournament of `game`.
fn tournament(game: &str, more: &str, agents: &[(&str, String)]) -> Place {
    let mut text = format!("game = \"{game}\"\nseed = 9\ngames = 4\n{more}\n");
    text.extend(
        agents.iter().map(|(name, agent)| format!("[[agents]]\nname = \"{name}\"\nagent = '''{agent}'''\n")),
    );
    Place::new(&text)
}

/// An agent as a GTP engine of its own.
fn engine(agent: &str, options: &str) -> String {
    format!("gtp(cmd=\"{{hoppity}} engine '{{game}}' '{agent}' --seed {{seed}}\"{options})")
}

/// Two engines with the seeds of a game play the very moves that the agents play in the process itself, from openings of
/// any kind, and in games with swaps.
#[test]
fn engines_play_the_same_moves_as_agents_in_the_process() {
    for (game, more) in [
        ("havannah(size=4)", "openings = { random_plies = 3 }"),
        ("havannah(size=4,swap=true)", "openings = \"none\""),
        ("hex(size=5)", "openings = { list = [\"a1\", \"5/2A2/5/5/5 B 2\"] }"),
        ("halma(board=8)", "max_plies = 40"),
        ("mnk(m=4,n=4,k=3,players=3)", "games = 3"),
    ] {
        let more = if more.starts_with("games") { String::new() } else { more.to_owned() };
        let game_games = if game.contains("players=3") { 3 } else { 4 };
        let names = ["one", "two", "three"];
        let agents = ["mcts(sims=40)", "mcts(c=0.9,sims=60)", "random"];
        let inside: Vec<(&str, String)> = names.into_iter().zip(agents.map(str::to_owned)).collect();
        let outside: Vec<(&str, String)> =
            names.into_iter().zip(agents.map(|agent| engine(agent, ""))).collect();
        let results = [inside, outside].map(|agents| {
            let place = tournament(game, &more, &agents);
            let config = read(&place.path("cup.toml")).replace("games = 4", &format!("games = {game_games}"));
            fs::write(place.path("cup.toml"), config).expect("can be written");
            place.finish("run", &["--threads", "2"]);
            let [games, elo, winrates, summary] = place.results("run");
            assert!(!summary.contains("\"failed\": 1"), "{summary}");
            [games, elo, winrates]
        });
        assert_eq!(results[0], results[1], "{game}");
    }
}

#[test]
fn letterings_and_colours_only_change_what_is_said() {
    let play = |agents: [String; 2]| {
        let place = tournament(
            "havannah(size=4)",
            "openings = { random_plies = 2 }",
            &[("one", agents[0].clone()), ("two", agents[1].clone())],
        );
        place.finish("run", &[]);
        place.results("run")[0].clone()
    };
    let inside = play(["mcts(sims=30)".to_owned(), "random".to_owned()]);
    let black =
        "gtp(cmd=\"{hoppity} engine '{game}' 'mcts(sims=30)' --first black --seed {seed}\",first=black)";
    assert_eq!(play([black.to_owned(), engine("random", "")]), inside);
    // The engine's own names, read as if they were others, are other cells or none.
    let other = play([engine("mcts(sims=30)", ",letters=transposed"), "random".to_owned()]);
    assert_ne!(other, inside);
}

/// An engine is told the time, and ours keeps to it.
#[test]
fn engines_are_told_the_time() {
    let agents = [
        ("clocked", engine("mcts", "")),
        ("hasty", engine("mcts", ",time_ms=5")),
        ("bot", "process(cmd=\"sh bot.sh\",time_ms=5)".to_owned()),
    ];
    let place = tournament("mnk(m=4,n=4,k=4)", "max_plies = 10\n[clock]\nseconds = 3\n", &agents);
    let bot = "read -r start; echo {}; while read -r r; do case $r in *'\"remaining_ms\":'*) ;; *) exit 1 ;; esac\n\
               m=${r#*'\"legal\":[\"'}; echo \"{\\\"move\\\":\\\"${m%%'\"'*}\\\"}\"; done";
    fs::write(place.path("bot.sh"), bot).expect("can be written");
    let config =
        read(&place.path("cup.toml")).replace("bot.sh", place.path("bot.sh").to_str().expect("UTF-8"));
    fs::write(place.path("cup.toml"), config).expect("can be written");
    let ran = place.finish("run", &[]);
    let summary: serde_json::Value = serde_json::from_str(&place.results("run")[3]).expect("JSON");
    assert_eq!(forfeits(&summary), 0, "{}", ran.err);
    assert_eq!(summary["limits"], "time");
    let timing = read(&place.path("run").join("timing.csv"));
    let longest = |name: &str| {
        let rows = timing.lines().filter(|row| row.contains(name));
        rows.map(|row| row.split(',').nth(6).expect("longest").parse::<f64>().expect("seconds"))
            .fold(0.0, f64::max)
    };
    // A thirtieth of three seconds, and five milliseconds, where without the time it would be 1000 simulations.
    assert!(longest("clocked") > 0.05 && longest("clocked") < 1.0, "{timing}");
}

/// An engine that does not know the swap is told of a game without it, and plays legal moves all the same.
#[test]
fn swaps_can_be_kept_from_an_engine() {
    for (game, without) in
        [("havannah(size=4,swap=true)", "havannah(size=4)"), ("hex(size=5,swap=true)", "hex(size=5)")]
    {
        let blind =
            format!("gtp(cmd=\"{{hoppity}} engine {without} 'mcts(sims=30)' --seed {{seed}}\",swap=ours)");
        let place =
            tournament(game, "openings = \"none\"", &[("blind", blind), ("own", "mcts(sims=30)".to_owned())]);
        let openings =
            "openings = { list = [\"d4\", \"d4 swap\", \"c3\", \"c3 swap\", \"a1\", \"b4 swap\"] }";
        let config = read(&place.path("cup.toml"))
            .replace("games = 4", "games = 12")
            .replace("openings = \"none\"", openings);
        fs::write(place.path("cup.toml"), config).expect("can be written");
        let ran = place.finish("run", &[]);
        let [games, _, _, summary] = place.results("run");
        assert!(summary.contains("\"failed\": 0") && summary.contains("\"illegal move\": 0"), "{}", ran.err);
        // It has swapped, and has been swapped with, and not for a stone at the rim.
        assert!(
            games.lines().any(|game| game.contains("own,blind,") && game.contains(",d4 swap ")),
            "{games}"
        );
        assert!(
            games.lines().any(|game| game.contains("blind,own,") && game.contains(",d4 swap ")),
            "{games}"
        );
        assert!(
            !games.lines().any(|game| game.contains("own,blind,") && game.contains(",a1 swap ")),
            "{games}"
        );
    }
}

/// What an agent chooses can be said in the homework's format, and what is said can be played.
#[test]
fn homework_programs_play_whole_games() {
    let homework = |agent: &str| format!("csci561(cmd=\"{{hoppity}} csci561 '{agent}'\")");
    let agents = [
        ("searcher", homework("alphabeta(depth=1)")),
        ("eager", homework("greedy")),
        ("own", "greedy".to_owned()),
    ];
    let place = tournament("halma(rules=usc561)", "max_plies = 60", &agents);
    let ran = place.finish("run", &[]);
    let [games, _, _, summary] = place.results("run");
    assert!(games.lines().skip(1).all(|game| game.contains(",ply limit,60,")), "{games}");
    assert!(summary.contains("\"limits\": \"time\""), "{summary}");
    assert!(ran.err.contains("other programs play (searcher, eager)"), "{}", ran.err);
}

/// A shell script that answers tasks.
fn script(folder: &Path, body: &str) -> String {
    let file = folder.join("homework.sh");
    fs::write(&file, body).expect("can be written");
    format!("csci561(cmd=\"sh {}\",seconds=2)", file.display())
}

#[test]
fn what_a_homework_program_does_wrong_has_its_reason() {
    for (body, reason, says) in [
        ("echo E 4,1 5,2 > output.txt", "illegal move", ""),
        ("echo E 4,1 9,2 > output.txt", "illegal move", "E 4,1 9,2 is no step to a neighbour"),
        ("echo J 0,0 2,0 > output.txt", "illegal move", "is no hop over a man to a free square"),
        ("echo J 15,15 16,2 > output.txt", "bad format", "expected squares as x,y"),
        ("echo X 0,0 1,1 > output.txt", "bad format", "line 1: expected `E x,y x,y`"),
        ("printf 'J 0,3 2,3\\nJ 2,4 2,6\\n' > output.txt", "bad format", "line 2: a hop that does not begin"),
        (": > output.txt", "bad format", "it is empty"),
        ("exit 0", "bad format", "output.txt cannot be read"),
        ("echo oh >&2; exit 7", "crash", "exit status: 7 and wrote no output.txt; it said: oh"),
        ("yes > output.txt & sleep 0.1; kill $!", "flood", "output.txt has over"),
        ("yes", "flood", "it wrote over"),
        ("i=0; while [ $i -lt 30000000 ]; do i=$((i+1)); done", "time-out", ""),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let bad = script(folder.path(), body);
        let bad = if reason == "time-out" { bad.replace("seconds=2", "seconds=1,wall_ms=800") } else { bad };
        let place =
            tournament("halma(rules=usc561)", "max_plies = 8", &[("bad", bad), ("own", "greedy".to_owned())]);
        let config = read(&place.path("cup.toml")).replace("games = 4", "games = 2");
        fs::write(place.path("cup.toml"), config).expect("can be written");
        let ran = place.finish("run", &[]);
        let [games, _, _, summary] = place.results("run");
        assert!(summary.contains(&format!("\"{reason}\": 2")), "{body}: {summary}");
        assert!(games.lines().skip(1).all(|game| game.contains(reason)), "{body}: {games}");
        assert!(ran.err.contains(says), "{body}: {}", ran.err);
    }
}

#[test]
fn a_homework_is_answered_in_the_folder_it_stands_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let run = |args: &[&str]| {
        let output = Plain::new(binary()).args(args).current_dir(folder.path()).output().expect("runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, err) = run(&["csci561", "greedy"]);
    assert!(status == Some(1) && err.contains("input.txt cannot be read"), "{err}");
    let rows = "BBBBB...........\nBBBBB...........\nBBBB............\nBBB.............\nBB..............\n";
    let empty = "................\n".repeat(6);
    let white = "..............WW\n.............WWW\n............WWWW\n...........WWWWW\n...........WWWWW\n";
    let task = |kind: &str, seconds: &str| format!("{kind}\nWHITE\n{seconds}\n{rows}{empty}{white}");
    fs::write(path("input.txt"), task("SINGLE", "2.0")).expect("can be written");
    let clock = WallClock::new();
    assert_eq!(run(&["csci561", "mcts"]), (Some(0), String::new()));
    assert!(clock.now() < Duration::from_secs(2), "{:?}", clock.now());
    let answer = read(&path("output.txt"));
    assert!(answer.starts_with("E ") || answer.starts_with("J "), "{answer}");
    assert!(!path("playdata.txt").exists(), "a single move leaves nothing");
    fs::write(path("input.txt"), task("GAME", "10")).expect("can be written");
    fs::write(path("playdata.txt"), "somebody else's").expect("can be written");
    let (status, err) = run(&["csci561", "greedy"]);
    assert!(status == Some(0) && err.contains("playdata.txt is of another game"), "{err}");
    assert!(read(&path("playdata.txt")).starts_with("hoppity: "));
    fs::write(path("input.txt"), task("GAME", "10").replace("BBBBB", "BBBB.")).expect("can be written");
    let (status, err) = run(&["csci561", "greedy"]);
    assert!(status == Some(2) && err.contains("input.txt: the board cannot be"), "{err}");
}

/// A tournament whose engines hang at their second move, in `mode` of the arena's fake engine.
fn hanging(mode: &str) -> Place {
    let script = repository().join("crates/arena/tests/fake_engine.sh");
    let pids = tempfile::tempdir().expect("a folder").keep().join("pids");
    let agent = format!("gtp(cmd=\"sh {} {mode} {}\")", script.display(), pids.display());
    let place = tournament(
        "mnk(m=7,n=1,k=7)",
        "openings = \"none\"",
        &[("bad", agent), ("own", "random".to_owned())],
    );
    fs::write(place.path("pids"), pids.to_str().expect("UTF-8")).expect("can be written");
    place
}

fn processes(place: &Place) -> Vec<String> {
    let pids = fs::read_to_string(read(&place.path("pids"))).unwrap_or_default();
    pids.lines().map(str::to_owned).collect()
}

/// Starts it, and waits until two engines hang, each with a child.
fn started(place: &Place) -> Child {
    let mut command = place.command("run", &["--threads", "2"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("runs");
    while processes(place).len() < 4 {
        assert!(child.try_wait().expect("a child").is_none(), "it has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

fn nothing_is_left(place: &Place) {
    let runs = |pid: &String| {
        let kill = Plain::new("kill").args(["-0", pid]).stderr(Stdio::null()).status();
        kill.expect("kill").success()
    };
    let clock = WallClock::new();
    while processes(place).iter().any(runs) {
        assert!(clock.now() < Duration::from_secs(5), "{:?} run on", processes(place));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn nothing_is_left_running_however_a_tournament_ends() {
    for (mode, signal, status) in [
        ("hang", "INT", Some(130)),
        ("hang", "TERM", Some(143)),
        ("hang", "KILL", None),
        ("escapes", "KILL", None),
    ] {
        let place = hanging(mode);
        let mut child = started(&place);
        let kill = Plain::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.expect("kill").success());
        assert_eq!(child.wait().expect("a child").code(), status, "{mode} {signal}");
        nothing_is_left(&place);
    }
}

#[test]
fn engines_answer_single_questions_too() {
    let said = done(&["search", "mnk", &engine("alphabeta(depth=9)", "")]);
    assert!(said.starts_with("move      "), "{said}");
    let said = done(&["match", "mnk", &engine("greedy", ""), "random", "--games", "4"]);
    assert!(said.contains("games     4"), "{said}");
}

/// Runs one of the repository's tournaments from its root, as the README does.
fn of_the_readme(name: &str) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("run");
    let config = format!("configs/{name}.toml");
    let mut command = Plain::new(binary());
    command.args(["tournament", &config, "--json", "--out"]).arg(out).current_dir(repository());
    let output = command.output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn forfeits(summary: &serde_json::Value) -> u64 {
    summary["forfeits"].as_object().expect("an object").values().filter_map(serde_json::Value::as_u64).sum()
}

#[test]
fn the_tournament_with_an_engine_works() {
    let summary = of_the_readme("engines");
    assert_eq!((forfeits(&summary), &summary["games"]), (0, &30.into()));
}

/// With less time and fewer games than they say.
#[test]
fn tournaments_against_a_havannah_program_work() {
    for (config, time, games) in [
        (include_str!("../../../../configs/havannah-engine.toml"), "time_ms=300", "games = 40"),
        (include_str!("../../../../configs/havannah-engine-long.toml"), "time_ms=1000", "games = 100"),
    ] {
        assert_eq!((config.matches(time).count(), config.matches(games).count()), (2, 1));
        let place = Place::new(&config.replace(time, "time_ms=10").replace(games, "games = 2"));
        place.finish("run", &["--threads", "1"]);
        let summary: serde_json::Value = serde_json::from_str(&place.results("run")[3]).expect("JSON");
        assert_eq!((forfeits(&summary), &summary["games"]), (0, &2.into()));
    }
}

#[test]
fn the_bot_in_python_plays_and_beats_chance() {
    let python = Plain::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        println!("skipped: configs/bots/forward.py needs python3, which is not here");
        return;
    }
    let summary = of_the_readme("students");
    assert_eq!((forfeits(&summary), &summary["games"]), (0, &60.into()));
    let standings = summary["standings"].as_array().expect("an array");
    let place = |name: &str| standings.iter().position(|entry| entry["agent"] == name).expect(name);
    assert!(place("forward.py") < place("random"), "{standings:?}");
}

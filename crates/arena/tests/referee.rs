//! Whatever another program does costs it the game and nobody else anything, and nothing of it is left.
use hoppity_arena::{Config, GameRecord, Observer, RunOptions, Silent, Summary, play_all, run};
use hoppity_search::{Clock, WallClock};
use rayon::prelude::*;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// The answer that takes longest here, but for those that never come.
const WALL_MS: u64 = 1500;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A tournament of the fake engine, in the mode `mode`, against a random player: two games, each with the engine in
/// another seat. `options` are more options of the engine.
fn config(folder: &Path, mode: &str, options: &str) -> Config {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_engine.sh");
    let pids = folder.join(format!("{mode}.pids"));
    let text = format!(
        "game = \"mnk(m=7,n=1,k=7)\"\ngames = 2\nopenings = \"none\"\n[limits]\nnodes = 10\n\
         [[agents]]\nname = \"engine\"\nagent = {{ name = \"gtp\", cmd = 'sh \"{}\" {mode} \"{}\"', {options} }}\n\
         [[agents]]\nagent = \"random\"\n",
        script.display(),
        pids.display()
    );
    Config::parse(&text, "referee.toml").unwrap()
}

/// The processes that the engine has noted.
fn processes(folder: &Path, mode: &str) -> Vec<String> {
    let pids = fs::read_to_string(folder.join(format!("{mode}.pids"))).unwrap_or_default();
    pids.lines().map(str::to_owned).collect()
}

fn runs(pid: &str) -> bool {
    let kill = Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status();
    kill.unwrap().success()
}

/// Asserts that nothing of the engine runs any more, soon: what has been killed may need a moment to be gone.
fn nothing_is_left(folder: &Path, mode: &str, at_least: usize) {
    let processes = processes(folder, mode);
    assert!(processes.len() >= at_least, "{mode}: {processes:?}");
    let clock = WallClock::new();
    while processes.iter().any(|pid| runs(pid)) {
        assert!(clock.now() < Duration::from_secs(5), "{mode}: {processes:?} run on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How many bytes of memory this process has needed at most; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse::<u64>().ok());
    kib.unwrap_or(0) << 10
}

/// The mode; the reason, or none where the engine does nothing wrong; what the fault says; processes for each game.
type Case = (&'static str, Option<&'static str>, &'static str, usize);

const CASES: [Case; 25] = [
    ("ok", None, "", 1),
    ("slow", None, "", 1),
    ("upper", None, "", 1),
    ("talks", None, "", 1),
    ("error", Some("failed"), "it refuses `genmove", 1),
    ("illegal", Some("illegal move"), "cannot be played", 1),
    ("nowhere", Some("illegal move"), "`z26` cannot be played", 1),
    ("two-words", Some("bad format"), "`a1 b1` is not one move", 1),
    ("nothing", Some("bad format"), "`` is not one move", 1),
    ("garbage", Some("bad format"), "not an answer in GTP: `hello there`", 1),
    ("binary", Some("bad format"), "not an answer in GTP", 1),
    ("wrong-id", Some("bad format"), "not an answer to command", 1),
    ("crash", Some("crash"), "it ended with exit status: 3; it said: out of luck", 1),
    ("signal", Some("crash"), "signal: 11", 1),
    ("partial-crash", Some("crash"), "in the middle of an answer", 1),
    ("leaves-child", Some("crash"), "it ended with exit status: 0", 2),
    ("closes-input", Some("crash"), "it closed its input", 2),
    ("closes-output", Some("crash"), "it closed its output", 2),
    ("flood", Some("flood"), "over 1048576 bytes", 1),
    ("flood-one-line", Some("flood"), "a line of over 65536 bytes", 1),
    ("flood-zeros", Some("flood"), "a line of over 65536 bytes", 1),
    ("hang", Some("time-out"), "no answer within 1.500 s", 2),
    ("deaf", Some("time-out"), "no answer within 1.500 s", 1),
    ("partial", Some("time-out"), "no whole answer within 1.500 s", 2),
    ("burns", Some("time-out"), "no answer within 1.500 s", 1),
];

#[test]
fn every_fault_has_its_reason_and_costs_one_game() {
    // Most of the time is waited, not worked.
    CASES.par_chunks(7).for_each(|cases| cases.iter().for_each(check));
}

fn check(&(mode, reason, says, processes): &Case) {
    let folder = folder();
    let config = config(folder.path(), mode, &format!("wall_ms = {WALL_MS}"));
    let games = play_all(&config, 2, &Silent).unwrap();
    for game in &games {
        let seat = game.seat_of(0).unwrap();
        // Within a second of the limit the engine has been ended.
        assert!(game.longest[seat] < (WALL_MS + 1000) as f64 / 1e3, "{mode}: {:?}", game.longest);
        let Some(reason) = reason else {
            assert_eq!((game.reason.as_str(), game.fault.as_ref()), ("full board", None), "{mode}");
            assert_eq!(game.plies, 7);
            continue;
        };
        let fault = game.fault.as_ref().unwrap_or_else(|| panic!("{mode}: {game:?}"));
        assert_eq!((game.reason.as_str(), fault.seat), (reason, seat), "{mode}: {}", fault.message);
        assert!(fault.message.contains(says), "{mode}: {}", fault.message);
        assert_eq!((game.ranks[seat], game.ranks[1 - seat]), (1, 0), "{mode}");
        let at = if mode == "closes-input" { 4 } else { 2 };
        assert_eq!(game.plies, at + seat as u32, "{mode}");
    }
    nothing_is_left(folder.path(), mode, 2 * processes);
}

#[test]
fn answers_in_json_are_read_strictly() {
    for (mode, reason, says) in [
        ("ok", "full board", ""),
        ("more", "full board", ""),
        ("resigns", "resignation", ""),
        ("no-start", "bad format", "expected an object: `[1]`"),
        ("illegal", "illegal move", "`z26` cannot be played"),
        ("not-json", "bad format", "expected"),
        ("no-move", "bad format", "expected a `move`: `{\"mov\":\"a1\"}`"),
        ("resigns-not", "bad format", "expected a `move`"),
        ("values", "bad format", "expected 2 numbers from 0 to 1"),
        ("large-values", "bad format", "expected 2 numbers from 0 to 1"),
        ("echo", "bad format", "expected a `move`"),
    ] {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_bot.sh");
        let text = format!(
            "game = \"mnk(m=7,n=1,k=7)\"\ngames = 2\nopenings = \"none\"\n[[agents]]\nagent = \"random\"\n\
             [[agents]]\nagent = {{ name = \"process\", cmd = 'sh \"{}\" {mode}', nodes = 5 }}\n",
            script.display()
        );
        let config = Config::parse(&text, "referee.toml").unwrap();
        for game in play_all(&config, 2, &Silent).unwrap() {
            let said = game.fault.as_ref().map_or("", |fault| fault.message.as_str());
            assert_eq!(game.reason, reason, "{mode}: {said}");
            assert!(said.contains(says), "{mode}: {said}");
            let seat = game.seat_of(1).unwrap();
            let counts = if mode == "more" { (11, 7) } else { (0, 0) };
            assert_eq!((game.nodes[seat], game.sims[seat]), counts, "{mode}");
        }
    }
}

#[test]
fn memory_is_flat_whatever_an_engine_writes() {
    // In a process of its own, in which no other test needs memory.
    let mut alone = Command::new(std::env::current_exe().unwrap());
    let ran = alone.args(["--ignored", "--exact", "referee::memory_alone"]).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
#[ignore = "run by the test above"]
fn memory_alone() {
    let play = |mode: &str| {
        let folder = folder();
        play_all(&config(folder.path(), mode, ""), 2, &Silent).unwrap()
    };
    play("ok");
    let before = peak_memory();
    for mode in
        ["flood", "flood-one-line", "flood-zeros", "talks", "flood", "flood-zeros", "flood", "flood-zeros"]
    {
        play(mode);
    }
    let grown = peak_memory().saturating_sub(before);
    assert!(grown < 16 << 20, "{grown} bytes more");
}

#[test]
fn resignation_is_no_fault() {
    let folder = folder();
    let games = play_all(&config(folder.path(), "resign", ""), 1, &Silent).unwrap();
    assert!(games.iter().all(|game| game.reason == "resignation" && game.fault.is_none()));
}

#[test]
fn the_system_holds_a_program_to_its_limits() {
    let folder = folder();
    let games = play_all(&config(folder.path(), "burns", "cpu_s = 1"), 2, &Silent).unwrap();
    assert!(games.iter().all(|game| game.reason == "crash"), "{games:?}");
    let games = play_all(&config(folder.path(), "hoards", "memory_mib = 100"), 2, &Silent).unwrap();
    let ended = |game: &GameRecord| game.fault.as_ref().unwrap().message.contains("exit status: 4");
    assert!(games.iter().all(|game| game.reason == "crash" && ended(game)), "{games:?}");
}

#[test]
fn a_clock_that_runs_out_is_told_from_an_engine_that_hangs() {
    let folder = folder();
    let text = config(folder.path(), "hang", "").to_toml() + "\n[clock]\nseconds = 1.0\n";
    let config = Config::parse(&text, "referee.toml").unwrap();
    let clock = WallClock::new();
    let games = play_all(&config, 2, &Silent).unwrap();
    assert!(clock.now() < Duration::from_secs(20));
    assert!(games.iter().all(|game| game.reason == "time"), "{games:?}");
    nothing_is_left(folder.path(), "hang", 4);
}

#[test]
fn what_an_engine_says_is_kept_in_the_folder_of_the_run_and_faults_are_counted() {
    let folder = folder();
    let play = |mode: &str| -> Summary {
        let config = config(folder.path(), mode, "wall_ms = 1000");
        run(&config, &folder.path().join(mode), RunOptions::default(), &Silent).unwrap()
    };
    let log = |mode: &str| fs::read_to_string(folder.path().join(mode).join("engines/1-engine.log"));
    let summary = play("crash");
    assert_eq!(summary.forfeits["crash"], 2);
    let kinds = ["bad format", "crash", "failed", "flood", "illegal move", "time", "time-out"];
    assert!(summary.forfeits.keys().copied().eq(kinds), "{:?}", summary.forfeits);
    assert!(summary.warnings.iter().any(|warning| warning.contains("other programs play (engine)")));
    let said = log("crash").unwrap();
    assert!(
        said.contains("== game 0, seat A\nout of luck\n") && said.contains("== game 1, seat B\n"),
        "{said}"
    );
    play("talks");
    let said = log("talks").unwrap();
    assert!(said.len() < 100_000 && said.contains("I think") && said.contains("last word"), "{}", said.len());
    play("ok");
    assert!(log("ok").is_err(), "who says nothing leaves nothing");
}

/// Remembers how games end.
#[derive(Default)]
struct Listener(Mutex<Vec<String>>);

impl Observer for Listener {
    fn game_done(&self, game: &GameRecord) {
        self.0.lock().unwrap().push(game.reason.clone());
    }
}

#[test]
fn a_run_that_is_stopped_ends_its_engines() {
    let folder = folder();
    let config = config(folder.path(), "hang", "");
    let stop = AtomicBool::new(false);
    let clock = WallClock::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while processes(folder.path(), "hang").len() < 4 && clock.now() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(5));
            }
            stop.store(true, Ordering::Relaxed);
        });
        let options = RunOptions { threads: 2, stop: Some(&stop), ..RunOptions::default() };
        let watcher = Listener::default();
        let ended = run(&config, &folder.path().join("run"), options, &watcher);
        assert!(ended.is_err() && watcher.0.lock().unwrap().is_empty());
    });
    assert!(clock.now() < Duration::from_secs(10));
    nothing_is_left(folder.path(), "hang", 4);
}

#[test]
fn programs_that_are_not_there_are_refused_before_any_game() {
    let refused = |agent: &str| {
        let text = format!(
            "game = \"mnk\"\ngames = 2\n[[agents]]\nagent = \"random\"\n[[agents]]\nagent = {agent}\n"
        );
        Config::parse(&text, "referee.toml").unwrap_err().to_string()
    };
    assert!(
        refused("{ name = \"gtp\", cmd = \"./no-such-engine\" }")
            .contains("there is no program `./no-such-engine`")
    );
    assert!(refused("\"gtp\"").contains("`cmd` is missing"));
    assert!(refused("{ name = \"gtp\", cmd = \"sh 'x\" }").contains("quote"));
    assert!(
        refused("{ name = \"gtp\", cmd = \"sh\", startup = \"x\" }").contains("expected a list of commands")
    );
    assert!(refused("{ name = \"gtp\", cmd = \"sh\", startup = [\"a\\nb\"] }").contains("on one line"));
    assert!(refused("{ name = \"process\", cmd = \"sh\", wall = 3 }").contains("did you mean `wall_ms`?"));
    assert!(refused("\"prozess\"").contains("did you mean `process`?"));
}

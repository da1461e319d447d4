//! Whatever stops a tournament, and however often, the same command goes on to the same files.
use crate::place::{HALMA, MNK, Place, TABLES, read};
use crate::support::binary;
use hoppity_rules::random::{Random, RngExt, stream};
use hoppity_search::{Clock, WallClock};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const SIGKILL: i32 = 9;

/// Starts the tournament of a place with its output kept.
fn start(place: &Place, out: &str, threads: &str) -> Child {
    let mut command = place.command(out, &["--threads", threads]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs")
}

/// Waits until so many games are recorded; the tournament must not have ended by then.
fn wait_for(place: &Place, out: &str, child: &mut Child, games: usize) {
    while place.recorded(out) < games {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before {games} games");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn send(child: &Child, signal: &str) {
    let status = Command::new("sh").arg("-c").arg(format!("kill -{signal} {}", child.id())).status();
    assert!(status.expect("a shell").success());
}

/// How the child ends, which must be soon.
fn ends(mut child: Child) -> Output {
    let clock = WallClock::new();
    while child.try_wait().expect("a child").is_none() {
        if clock.now() > Duration::from_secs(20) {
            child.kill().expect("can be killed");
            panic!("it does not stop");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.wait_with_output().expect("a child")
}

/// Kills the tournament of `config` without warning at so many moments, drawn from `seed`, each time going on with
/// another number of threads, and compares what comes of it with runs that nothing disturbed.
fn kills_do_not_matter(config: &str, kills: u32, seed: u64) {
    let place = Place::new(config);
    let clock = WallClock::new();
    let whole = ["1", "2", "5"].map(|threads| {
        place.finish(threads, &["--threads", threads]);
        place.results(threads)
    });
    assert!(whole[0] == whole[1] && whole[0] == whole[2], "threads matter");
    // A run is killed about six times before it ends, at any moment from its very start on.
    let longest = clock.now().as_micros() as u64 / 3 / 3;
    let mut rng: Random = stream(seed, &[]);
    let (mut killed, mut finished) = (0, 0);
    let mut before = 0;
    let mut threads = 0;
    while killed < kills {
        // Each of 1 to 5 but the one before.
        threads = (threads + rng.random_range(0..4)) % 5 + 1;
        let mut child = place.command("killed", &["--threads", &threads.to_string()]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
        std::thread::sleep(Duration::from_micros(rng.random_range(0..longest)));
        // SIGKILL: nothing in the process can tidy up.
        child.kill().expect("can be killed");
        let status = child.wait().expect("a child");
        let recorded = place.recorded("killed");
        assert!(recorded >= before, "{before} games, then {recorded}");
        before = recorded;
        if status.signal() == Some(SIGKILL) {
            killed += 1;
        } else {
            assert!(status.success(), "{status}");
            assert_eq!(place.results("killed"), whole[0], "after {killed} kills");
            fs::remove_dir_all(place.path("killed")).expect("can be removed");
            (before, finished) = (0, finished + 1);
        }
    }
    let ran = place.finish("killed", &["--threads", "4"]);
    assert!(before == 0 || ran.err.contains(&format!("going on: {before} of")), "{}", ran.err);
    assert_eq!(place.results("killed"), whole[0], "after {killed} kills and {finished} ends");
}

#[test]
fn kills_at_any_moment_do_not_matter_with_two_seats() {
    kills_do_not_matter(&MNK.replace("sims = 300", "sims = 1000"), 20, 1);
}

#[test]
fn kills_at_any_moment_do_not_matter_in_halma() {
    kills_do_not_matter(&HALMA.replace("nodes=300", "nodes=1500"), 20, 2);
}

#[test]
fn kills_at_any_moment_do_not_matter_at_tables() {
    kills_do_not_matter(&TABLES.replace("sims=40", "sims=600"), 20, 3);
}

/// Signals that stop a run, with the status that it ends with. Under `nohup` a hangup is ignored by all that is started, and
/// is left out.
fn signals() -> Vec<(&'static str, &'static str, i32)> {
    let mut signals = vec![("INT", "SIGINT", 130), ("TERM", "SIGTERM", 143)];
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    if ignored & 1 == 0 {
        signals.push(("HUP", "SIGHUP", 129));
    } else {
        eprintln!("skipped: SIGHUP, since it is ignored here, as under nohup");
    }
    signals
}

/// Long enough that there is a middle to be stopped in.
fn long() -> Place {
    Place::new(&MNK.replace("sims = 300", "sims = 5000"))
}

#[test]
fn a_signal_stops_it_as_it_should_stop_and_the_command_it_names_goes_on() {
    let place = long();
    place.finish("whole", &["--threads", "2"]);
    for (signal, name, status) in signals() {
        let mut child = start(&place, signal, "2");
        wait_for(&place, signal, &mut child, 5);
        send(&child, signal);
        let output = ends(child);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{err}");
        assert!(output.stdout.is_empty(), "standings of a part are no result");

        let recorded = place.recorded(signal);
        assert!((5..120).contains(&recorded), "{recorded}");
        let journal = read(&place.path(signal).join("journal.jsonl"));
        assert!(journal.ends_with("}\n") && journal.lines().count() == recorded, "the journal is whole");
        let [games, _, _, summary] = place.results(signal);
        assert_eq!(games.lines().count(), recorded + 1, "the files are of what there is");
        assert!(summary.contains(&format!("these are {recorded} of its 120 games")), "{summary}");

        let (said, command) = err.trim_end().rsplit_once('\n').expect("a command in the last line");
        assert!(said.ends_with(&format!(
            "error: {name}: stopped after {recorded} of 120 games; {} has all that is needed to go on:",
            place.path(signal).display()
        )));
        let again = Command::new("sh").arg("-c").arg(command).output().expect("a shell");
        assert!(again.status.success(), "{command}: {}", String::from_utf8_lossy(&again.stderr));
        assert_eq!(place.results(signal), place.results("whole"));
    }
}

#[test]
fn a_hangup_is_ignored_where_nohup_says_so() {
    let place = Place::new(MNK);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP && exec \"$@\"", "sh"]).arg(binary()).arg("tournament");
    command.arg(place.path("cup.toml")).arg("--out").arg(place.path("run")).args(["--threads", "1"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("runs");
    wait_for(&place, "run", &mut child, 3);
    send(&child, "HUP");
    let output = child.wait_with_output().expect("a child");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(place.recorded("run"), 120);
}

#[test]
fn a_signal_stops_a_match_which_says_how_it_stood() {
    let args = [
        "match",
        "mnk(m=6,n=6,k=4)",
        "mcts(sims=3000)",
        "mcts(sims=2000)",
        "--games",
        "2000",
        "--json",
        "--watch",
    ];
    for (signal, name, status) in signals() {
        let mut child = Command::new(binary())
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        while !lines.next().expect("a line").expect("UTF-8").contains("\"done\":4,") {}
        send(&child, signal);
        let rest: Vec<String> = lines.map(|line| line.expect("UTF-8")).collect();
        let output = ends(child);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{err}");
        assert!(
            err.contains(&format!("error: {name}: stopped after ")) && err.contains(" of 2000 games ("),
            "{err}"
        );
        assert!(err.contains("\nElo       "), "{err}");
        let last = rest.last().expect("a last line");
        assert!(last.starts_with("{\"event\":\"stopped\",\"scheduled\":2000,"), "{last}");
    }
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let place = long();
    let mut child = start(&place, "run", "1");
    wait_for(&place, "run", &mut child, 1);
    // A pipe without a reader in the place of a file that is to be written holds up the end.
    let pipe = place.path("run").join(".games.csv.tmp");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    send(&child, "INT");
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a child").is_none(), "the first signal lets it end by itself");
    send(&child, "TERM");
    let output = ends(child);
    assert_eq!(output.status.code(), Some(143));
    fs::remove_file(pipe).expect("can be removed");
    place.finish("run", &[]);
}

#[test]
fn a_signal_before_the_first_game_leaves_nothing_half_done() {
    let place = Place::new(&MNK.replace("sims = 300", "sims = 2000000000"));
    let mut child = start(&place, "run", "1");
    while !place.path("run").join("journal.jsonl").exists() {
        assert!(child.try_wait().expect("a child").is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    send(&child, "INT");
    let output = ends(child);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("stopped after 0 of 120 games"), "{err}");
    assert!(!place.path("run").join("games.csv").exists());
    let again = Command::new(binary()).args(["tournament", "--help"]).output().expect("runs");
    assert!(String::from_utf8_lossy(&again.stdout).contains("SIGTERM"));
}

//! What a tournament shows while it runs.
use crate::place::Place;
use crate::support::binary;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

/// Lasts about so many seconds with one worker, whatever the machine.
fn lasting(seconds: u32) -> Place {
    // At least five moves a game of 40 ms each, two games a pair: no less than 400 ms. (With proofs, most take no time.)
    Place::new(&format!(
        "game = \"mnk\"\nseed = 4\ngames = {}\nopenings = \"none\"\n[[agents]]\nagent = \"mcts(time_ms=40,solver=off)\"\n[[agents]]\nname = \"other\"\nagent = \"mcts(time_ms=40,solver=off,c=0.9)\"\n",
        seconds * 5 / 2 * 2
    ))
}

#[test]
fn a_plain_line_now_and_then_and_one_document_at_the_end() {
    let place = lasting(6);
    let ran = place.finish("run", &["--threads", "1", "--json"]);
    let line =
        ran.err.lines().find(|line| line.contains("/30 games, ")).unwrap_or_else(|| panic!("{}", ran.err));
    assert!(line.contains(" s; ") && line.contains("other ") && line.contains(" ± "), "{line}");
    let document: Value = serde_json::from_str(&ran.out).expect("one document and nothing else");
    assert_eq!(document["games"], 30);
    assert!(!ran.err.contains('\u{1b}'), "no colour and no cursor in a pipe: {:?}", ran.err);
}

#[test]
fn events_one_a_line_and_the_summary_last() {
    let place = lasting(2);
    let ran = place.finish("run", &["--threads", "1", "--json", "--watch"]);
    let events: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a document a line")).collect();
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    let started = &events[0];
    assert_eq!(
        (&started["event"], &started["games"], &started["done"]),
        (&"started".into(), &10.into(), &0.into())
    );
    assert_eq!(started["agents"][1], "other");
    assert!(started["notes"][0].as_str().is_some_and(|note| note.contains("limited by time")), "{started}");
    let done: Vec<u64> = of("game").iter().map(|game| game["done"].as_u64().expect("a count")).collect();
    assert_eq!(done, (1..=10).collect::<Vec<_>>());
    let standings = of("standings");
    assert!(!standings.is_empty() && standings[0]["standings"][0]["agent"].is_string(), "{standings:?}");
    let mut last = events.last().expect("an event").clone();
    assert_eq!(last["event"], "finished");
    last.as_object_mut().expect("an object").remove("event");
    let [.., summary] = place.results("run");
    assert_eq!(last, serde_json::from_str::<Value>(&summary).expect("JSON"));
    place.run("run", &["--watch"]).refused(2, &["--json"]);
}

#[test]
fn who_does_not_listen_any_more_stops_it() {
    let place = lasting(6);
    let mut child = place
        .command("run", &["--threads", "1", "--json", "--watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("error: cannot write to standard output"), "{err}");
    assert!(place.recorded("run") < 30, "it stopped");
}

#[test]
fn a_bar_and_the_standings_on_a_terminal() {
    let place = lasting(3);
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).expect("ours");
    unlockpt(&master).expect("unlocked");
    let name = ptsname(&master, Vec::new()).expect("a name");
    let terminal = File::options().read(true).write(true).open(name.to_str().expect("UTF-8")).expect("opens");
    let mut child = Command::new(binary())
        .args(["tournament", "--threads", "1"])
        .arg(place.path("cup.toml"))
        .arg("--out")
        .arg(place.path("run"))
        .env("TERM", "xterm")
        .stdout(Stdio::piped())
        .stderr(terminal)
        .spawn()
        .expect("runs");
    // The terminal ends, with an error, when nobody has it open any more.
    let mut shown = Vec::new();
    let _ = File::from(master).read_to_end(&mut shown);
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("UTF-8");
    assert!(child.wait().expect("a child").success());
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("/14 games") && shown.contains("to go"), "{shown:?}");
    assert!(shown.contains("   other  ") && shown.contains(" ± ") && shown.contains(" games"), "{shown:?}");
    assert!(out.contains("rank   agent") && !out.contains('\u{1b}'), "{out}");
}

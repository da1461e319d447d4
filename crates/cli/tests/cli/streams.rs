//! Output that cannot be delivered is an error message, never a panic.
use crate::support::binary;
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

const LOUD: &[&[&str]] = &[
    &["games"],
    &["games", "--json"],
    &["--help"],
    &["--version"],
    &["show", "halma(board=8)", "--legal"],
    &["perft", "mnk", "--depth", "3"],
    &["perft", "mnk", "--depth", "3", "--json"],
    &["playouts", "mnk", "--games", "10"],
    &["search", "mnk", "alphabeta(depth=5)", "--watch"],
    &["search", "mnk", "mcts(sims=3000)", "--watch", "--json"],
    &["match", "mnk", "random", "random", "--games", "2"],
    &["match", "mnk", "random", "random", "--games", "2", "--sprt", "0,5", "--json"],
    &["stats", "--wdl", "3,2,1", "--sprt", "0,5"],
    &["stats", "--wdl", "3,2,1", "--json"],
    &["completions", "bash"],
];

fn fails_with_a_message(args: &[&str], stdout: Stdio) {
    let output =
        Command::new(binary()).args(args).stdout(stdout).stderr(Stdio::piped()).output().expect("runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {err}");
    assert_eq!(err.matches("error: cannot write to standard output").count(), 1, "{args:?}: {err}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
}

#[test]
fn a_full_disk() {
    for args in LOUD {
        let full = File::options().write(true).open("/dev/full").expect("/dev/full");
        fails_with_a_message(args, full.into());
    }
}

#[test]
fn a_closed_pipe() {
    for args in LOUD {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        fails_with_a_message(args, writer.into());
    }
}

#[test]
fn a_reader_that_leaves_early() {
    let mut child = Command::new(binary())
        .args(["search", "mnk(m=7,n=7,k=5)", "mcts(sims=1000000000)", "--watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut [0; 10]).expect("a first line");
    drop(out);
    // The search would take an hour; it ends because nobody listens.
    let output = child.wait_with_output().expect("ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.starts_with("error: cannot write to standard output"), "{err}");
}

#[test]
fn nobody_to_tell_about_an_error() {
    let full = File::options().write(true).open("/dev/full").expect("/dev/full");
    let status = Command::new(binary()).args(["show", "nothing"]).stderr(full).status().expect("runs");
    assert_eq!(status.code(), Some(2));
}

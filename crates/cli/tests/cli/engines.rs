//! `engine`: the binary as an engine of other programs.
use crate::support::{binary, hoppity};
use assert_cmd::Command;

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

//! `completions`, and what the command says of itself.
use crate::support::{done, hoppity};

#[test]
fn for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = done(&["completions", shell]);
        assert!(["tournament", "playouts", "--divide"].iter().all(|word| script.contains(word)), "{shell}");
    }
    hoppity(&["completions", "bsh"]).refused(2, &["bsh", "bash"]);
}

#[test]
fn help_and_version() {
    let help = done(&["--help"]);
    let commands =
        ["games", "agents", "show", "perft", "playouts", "search", "match", "tournament", "completions"];
    for command in commands {
        assert!(help.contains(command), "{command}");
        assert!(done(&[command, "--help"]).contains("Usage"), "{command}");
    }
    assert_eq!(done(&["--version"]), concat!("hoppity ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn no_command_is_wrong_use() {
    let ran = hoppity(&[]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("Usage"), "{}", ran.err);
}

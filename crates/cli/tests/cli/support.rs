//! Running the binary and looking at what it says.
use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

/// What a run has left behind.
pub(crate) struct Ran {
    pub(crate) args: Vec<String>,
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The binary under test.
pub(crate) fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_hoppity"))
}

/// Runs `hoppity` with these arguments.
pub(crate) fn hoppity(args: &[&str]) -> Ran {
    let output = Command::new(binary())
        .args(args)
        .env_remove("NO_COLOR")
        .timeout(Duration::from_mins(2))
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let ran = Ran {
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        status: output.status.code().unwrap_or_else(|| panic!("{args:?} was killed by a signal")),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
    ran
}

/// Runs `hoppity`, which must succeed, and returns its standard output.
pub(crate) fn done(args: &[&str]) -> String {
    let ran = hoppity(args);
    assert_eq!(ran.status, 0, "{args:?}: {}", ran.err);
    ran.out
}

/// Runs `hoppity`, which must succeed and print one JSON document and nothing else on standard output.
pub(crate) fn json(args: &[&str]) -> Value {
    let text = done(args);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}: {text}"))
}

/// The keys of an object in the order of their names.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

impl Ran {
    /// The run was refused: this exit status, nothing on standard output, and an error that contains all of `words`.
    pub(crate) fn refused(&self, status: i32, words: &[&str]) {
        let Ran { args, err, .. } = self;
        assert_eq!(self.status, status, "{args:?}: {err}");
        assert_eq!(self.out, "", "{args:?}");
        assert!(err.starts_with("error: "), "{args:?}: {err}");
        assert_eq!(err.matches("error:").count(), 1, "{args:?}: {err}");
        for word in words {
            assert!(err.contains(word), "{args:?}: `{word}` is not in: {err}");
        }
    }

    /// The character that the caret in the error message points at.
    pub(crate) fn pointed_at(&self) -> char {
        let lines: Vec<&str> = self.err.lines().collect();
        let caret = lines.iter().position(|line| line.trim_start().starts_with('^')).expect("a caret");
        let column = lines[caret].find('^').expect("a caret");
        lines[caret - 1].chars().nth(column).unwrap_or('\0')
    }
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

//! Command lines: words as a shell would split them, with places to fill in.
use std::env;
use std::path::{Path, PathBuf};

/// The words of a command; the program is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine(Vec<String>);

/// What stands for `{seed}`, `{game}` and `{seat}` in a command.
#[derive(Clone, Debug)]
pub(crate) struct Fill<'a> {
    pub(crate) seed: u64,
    pub(crate) game: &'a str,
    pub(crate) seat: String,
}

impl Fill<'_> {
    /// The text with everything filled in, and `{hoppity}` by the program that is running now.
    pub(crate) fn text(&self, text: &str) -> String {
        let text = text.replace("{seed}", &self.seed.to_string());
        let text = text.replace("{game}", self.game).replace("{seat}", &self.seat);
        with_hoppity(text)
    }
}

fn with_hoppity(text: String) -> String {
    const HOPPITY: &str = "{hoppity}";
    match env::current_exe() {
        Ok(path) if text.contains(HOPPITY) => text.replace(HOPPITY, &path.to_string_lossy()),
        _ => text,
    }
}

impl CommandLine {
    /// Splits a command as a shell would, without doing anything else that a shell does. Refused if it is none, or if
    /// there is no such program.
    pub(crate) fn parse(text: &str) -> Result<CommandLine, String> {
        let words = shlex::split(text).ok_or("the command has a quote that does not end")?;
        let program = words.first().filter(|word| !word.is_empty()).ok_or("the command is empty")?;
        let program = with_hoppity(program.clone());
        if find(&program).is_none() {
            let place = if program.contains('/') { "" } else { " in the PATH" };
            return Err(format!("there is no program `{program}`{place} that can be run"));
        }
        if words.iter().any(|word| word.contains('\0')) {
            return Err("the command has a zero byte".to_owned());
        }
        Ok(CommandLine(words))
    }

    /// The words, filled in; the program with its whole path.
    pub(crate) fn words(&self, fill: &Fill<'_>) -> Vec<String> {
        let mut words: Vec<String> = self.0.iter().map(|word| fill.text(word)).collect();
        if let Some(program) = words.first_mut()
            && let Some(path) = find(program)
        {
            *program = path.to_string_lossy().into_owned();
        }
        words
    }
}

/// The whole path of a program: of a file, or of the first of this name in the PATH.
fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return std::path::absolute(program).ok().filter(|path| runs(path));
    }
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|folder| folder.join(program)).find(|path| runs(path))
}

fn runs(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_first_and_filled_in_afterwards() {
        let command = CommandLine::parse("sh -c 'echo {game}' --seed={seed} {seat} {other}").unwrap();
        let fill = Fill { seed: 7, game: "halma(board=8) 'x'", seat: "B".to_owned() };
        let words = command.words(&fill);
        assert!(words[0].starts_with('/') && words[0].ends_with("/sh"), "{words:?}");
        assert_eq!(words[1..], ["-c", "echo halma(board=8) 'x'", "--seed=7", "B", "{other}"]);
        let own = CommandLine::parse("{hoppity}").unwrap().words(&fill);
        assert_eq!(own, [env::current_exe().unwrap().to_str().unwrap()]);
    }

    #[test]
    fn what_cannot_be_run_is_refused() {
        for (command, why) in [
            ("", "empty"),
            ("  ", "empty"),
            ("'' x", "empty"),
            ("sh 'x", "quote"),
            ("no-such-program-here -x", "no program `no-such-program-here` in the PATH"),
            ("./no/such/file", "no program `./no/such/file`"),
            ("/", "no program"),
            ("/etc/passwd", "no program"),
        ] {
            assert!(CommandLine::parse(command).unwrap_err().contains(why), "{command}");
        }
    }
}

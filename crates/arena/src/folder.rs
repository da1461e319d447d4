//! The folder of a run: whose it is, who may write in it, and how its files are replaced.
use crate::RunError;
use crate::config::quoted;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The version that plays.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const CONFIG: &str = "config.toml";
const LOCK: &str = ".lock";
/// The head of the part of `config.toml` that is about the run, behind the config itself.
const RUN: &str = "[run]";

/// The folder of a run, ours alone for as long as this lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    lock: File,
}

impl Folder {
    /// Makes or takes over a folder for a run with this resolved config, and says what a person should know. Fails before
    /// anything is changed if it belongs to something else.
    pub fn open(path: &Path, config: &str, force: bool) -> Result<(Folder, Vec<String>), RunError> {
        let unusable = |source| RunError::Folder { folder: path.to_owned(), source };
        fs::create_dir_all(path).map_err(unusable)?;
        let config_path = path.join(CONFIG);
        if !config_path.exists() && holds_others(path).map_err(unusable)? {
            return Err(RunError::ForeignFolder { folder: path.to_owned() });
        }
        let mut notes = Vec::new();
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path.join(LOCK));
        let lock = lock.map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RunError::Locked { folder: path.to_owned() }),
            Err(TryLockError::Error(error)) => {
                notes.push(format!(
                    "the folder cannot be locked ({error}): take care that no other run uses it"
                ));
            }
        }
        let folder = Folder { path: path.to_owned(), lock };
        let text = if config_path.exists() {
            let there = fs::read_to_string(&config_path);
            let there = there.map_err(|source| RunError::Read { path: config_path.clone(), source })?;
            folder.compare(&there, config, force, &mut notes)?
        } else {
            Some(with_run(config, &[]))
        };
        if let Some(text) = text {
            folder.replace(CONFIG, "no game was played", |file| file.write_all(text.as_bytes()))?;
        }
        Ok((folder, notes))
    }

    /// A file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Puts a file in place as a whole: whoever reads it finds the old one or the new one, never a part. `saved` is what
    /// an error says of the rest.
    pub fn replace(
        &self,
        name: &str,
        saved: &str,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<PathBuf, RunError> {
        let path = self.file(name);
        let part = self.file(&temporary(name));
        let written = write_synced(&part, fill).and_then(|()| fs::rename(&part, &path));
        written.map_err(|source| {
            let _ = fs::remove_file(&part);
            RunError::Write { path: path.clone(), source, saved: saved.to_owned() }
        })?;
        Ok(path)
    }

    /// Whether the run that the folder holds is this one; what to write in the place of its config, if anything.
    fn compare(
        &self,
        there: &str,
        config: &str,
        force: bool,
        notes: &mut Vec<String>,
    ) -> Result<Option<String>, RunError> {
        let (body, run) = there.split_at(run_offset(there));
        if run.is_empty() {
            return Err(RunError::ForeignFolder { folder: self.path.clone() });
        }
        if body.trim_end() != config.trim_end() {
            let difference = difference(body.trim_end(), config.trim_end());
            return Err(RunError::OtherConfig { folder: self.path.clone(), difference });
        }
        let versions = versions(run);
        let latest = versions.last().map_or("unknown", String::as_str);
        if latest == VERSION {
            return Ok(None);
        }
        if !force {
            return Err(RunError::OtherVersion {
                folder: self.path.clone(),
                there: latest.to_owned(),
                here: VERSION.to_owned(),
            });
        }
        notes.push(format!("the run was begun by version {latest} and goes on with {VERSION}"));
        Ok(Some(with_run(config, &versions)))
    }
}

impl Drop for Folder {
    /// Not left to the closing of the file: a process that is just being started may still hold it open.
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

fn temporary(name: &str) -> String {
    format!(".{name}.tmp")
}

fn write_synced(path: &Path, fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    fill(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()
}

/// Whether there is anything in the folder that a run which was stopped at its very beginning cannot have left.
fn holds_others(path: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        if name != LOCK && name.to_str() != Some(temporary(CONFIG).as_str()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The config, then what there is to say about the run.
fn with_run(config: &str, earlier_versions: &[String]) -> String {
    let versions: Vec<String> = earlier_versions.iter().map(|version| quoted(version)).collect();
    let earlier = match versions.as_slice() {
        [] => String::new(),
        versions => format!("earlier_versions = [{}]\n", versions.join(", ")),
    };
    format!("{config}\n{RUN}\nversion = {}\n{earlier}cpu = {}\n", quoted(VERSION), quoted(&cpu()))
}

/// Where the part about the run begins.
fn run_offset(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim() == RUN {
            return at;
        }
        at += line.len();
    }
    at
}

/// The versions that have played, the last one last.
fn versions(run: &str) -> Vec<String> {
    let table: toml::Table = run.parse().unwrap_or_default();
    let run = table.get("run").and_then(toml::Value::as_table);
    let get = |key: &str| run.and_then(|run| run.get(key));
    let earlier = get("earlier_versions").and_then(toml::Value::as_array).into_iter().flatten();
    earlier.chain(get("version")).filter_map(toml::Value::as_str).map(str::to_owned).collect()
}

/// What the machine says of its processor, for people who compare speeds.
fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    model.map_or(std::env::consts::ARCH, |(_, name)| name.trim()).to_owned()
}

/// The most lines of a difference that are worth reading, and the most of each text that are compared one by one.
const MOST_LINES: usize = 40;
const MOST_COMPARED: usize = 2000;

/// The lines that only one of two texts has, in order: `-` for the first, `+` for the second.
fn difference(there: &str, here: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (there.lines().collect(), here.lines().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    let mut lines = if a.len().max(b.len()) <= MOST_COMPARED {
        different_lines(a, b)
    } else {
        let marked = |mark: char, lines: &[&str]| -> Vec<String> {
            lines.iter().map(|line| format!("{mark} {line}")).collect()
        };
        [marked('-', a), marked('+', b)].concat()
    };
    if lines.len() > MOST_LINES {
        let rest = lines.len() - MOST_LINES;
        lines.truncate(MOST_LINES);
        lines.push(format!("… and {rest} more lines"));
    }
    lines.join("\n")
}

fn different_lines(a: &[&str], b: &[&str]) -> Vec<String> {
    // common[i][j]: the most lines that a[i..] and b[j..] share in order.
    let mut common = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] =
                if a[i] == b[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || (i < a.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(format!("- {}", a[i]));
            i += 1;
        } else {
            lines.push(format!("+ {}", b[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_lines_that_only_one_side_has() {
        assert_eq!(difference("a\nb\nc", "a\nx\nc\nd"), "- b\n+ x\n+ d");
        assert_eq!(difference("a", "a"), "");
        assert_eq!(difference("", "a"), "+ a");
        assert_eq!(difference("a\na", "a"), "- a");
    }

    #[test]
    fn a_long_difference_is_cut() {
        let numbers = |from: u32| (from..from + 9000).map(|n| n.to_string()).collect::<Vec<_>>().join("\n");
        assert_eq!(difference(&numbers(0), &numbers(0).replace("\n700\n", "\nx\n")), "- 700\n+ x");
        let cut = difference(&numbers(0), &numbers(10_000));
        assert!(cut.starts_with("- 0\n- 1\n") && cut.ends_with("\n… and 17960 more lines"), "{cut}");
    }

    #[test]
    fn the_part_about_the_run_is_found_only_as_a_line() {
        assert_eq!(run_offset("name = \"[run]\"\n[run]\nversion = \"1\""), 15);
        assert_eq!(run_offset("no run"), 6);
        assert_eq!(versions("[run]\nversion = \"2\"\nearlier_versions = [\"1\"]"), ["1", "2"]);
        assert!(versions("[run").is_empty());
    }
}

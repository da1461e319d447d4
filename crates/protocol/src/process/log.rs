//! What a program writes to standard error: its beginning and its end are kept, whatever its length.
use std::collections::VecDeque;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// How much of the beginning, and of the end, is kept of one game.
const HALF: usize = 8 << 10;
/// Where a file of logs stops to grow.
const FULL: u64 = 4 << 20;
/// How much of a program's last words an error message repeats.
const QUOTED: usize = 200;

/// The beginning and the end of a text.
#[derive(Debug, Default)]
pub(crate) struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// How much between the two was dropped.
    dropped: u64,
}

impl Log {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(HALF - self.head.len()));
        self.head.extend(head);
        let kept = &rest[rest.len().saturating_sub(HALF)..];
        let over = (self.tail.len() + kept.len()).saturating_sub(HALF);
        self.tail.drain(..over);
        self.tail.extend(kept);
        self.dropped += (rest.len() - kept.len() + over) as u64;
    }

    fn text(&self) -> String {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let gap = match self.dropped {
            0 => String::new(),
            dropped => format!("\n… {dropped} bytes …\n"),
        };
        if gap.is_empty() {
            return String::from_utf8_lossy(&[self.head.as_slice(), &tail].concat()).into_owned();
        }
        format!("{}{gap}{}", String::from_utf8_lossy(&self.head), String::from_utf8_lossy(&tail))
    }

    /// `; it said: …` with the last line, if there is one.
    pub(crate) fn last_words(&self) -> String {
        let text = self.text();
        match text.lines().rev().map(str::trim).find(|line| !line.is_empty()) {
            None => String::new(),
            Some(line) => {
                let line: String = line.chars().filter(|c| !c.is_control()).take(QUOTED).collect();
                format!("; it said: {line}")
            }
        }
    }

    /// Appends the log below a title to a file, in one piece, unless there is nothing to say or the file is full.
    pub(crate) fn append_to(&self, file: &Path, title: &str) -> io::Result<()> {
        if self.head.is_empty() || file.metadata().is_ok_and(|data| data.len() >= FULL) {
            return Ok(());
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = self.text();
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let mut file = OpenOptions::new().append(true).create(true).open(file)?;
        file.write_all(format!("== {title}\n{text}{end}").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_kept_and_the_middle_is_counted() {
        let mut log = Log::default();
        log.add(b"first\n");
        assert_eq!((log.text().as_str(), log.last_words().as_str()), ("first\n", "; it said: first"));
        for i in 0..100_000 {
            log.add(format!("line {i}\n").as_bytes());
        }
        log.add(&vec![b'x'; 1 << 20]);
        log.add(b"\nlast\n\n");
        let text = log.text();
        assert!(text.starts_with("first\nline 0\n") && text.ends_with("x\nlast\n\n"));
        assert!(text.contains(" bytes …") && text.len() < 2 * HALF + 100);
        assert_eq!(log.last_words(), "; it said: last");
        let written =
            6 + (0..100_000).map(|i| format!("line {i}\n").len() as u64).sum::<u64>() + (1 << 20) + 7;
        assert_eq!(log.dropped + 2 * HALF as u64, written);
    }

    #[test]
    fn files_get_whole_blocks_and_do_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engines/one.log");
        Log::default().append_to(&file, "game 0").unwrap();
        assert!(!file.exists());
        let mut log = Log::default();
        log.add(b"oops");
        log.append_to(&file, "game 1").unwrap();
        log.append_to(&file, "game 2").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "== game 1\noops\n== game 2\noops\n");
        fs::write(&file, vec![b'.'; FULL as usize]).unwrap();
        log.append_to(&file, "game 3").unwrap();
        assert_eq!(file.metadata().unwrap().len(), FULL);
    }
}

//! A file of whole lines that only grows: the form of a journal.
//!
//! A crash can tear the last line at most, and what is left of it is cut off before anything is added. Nothing is written
//! to a file that somebody removed, replaced or changed meanwhile: it would be lost without a word, or leave a gap.
use crate::RunError;
use serde::de::DeserializeOwned;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The file, open.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
    /// The length of the whole lines; what is behind is the rest of a write that failed.
    len: u64,
}

/// What has become of the file since it was opened.
enum Place {
    Kept,
    Changed(u64),
    Gone,
}

impl Lines {
    /// Opens the file, or begins one, and hands its lines to `take` by number, from 1, with the bytes that they take in
    /// the file; `Err` says what is wrong with a line.
    ///
    /// A last line without an end is dropped if it is wrong, and then what comes back says so; else it gets its end. Any
    /// other wrong line is refused, and then the file is as it was.
    pub fn open(
        path: PathBuf,
        mut take: impl FnMut(u64, &[u8], Range<u64>) -> Result<(), String>,
    ) -> Result<(Lines, Option<String>), RunError> {
        let unwritable =
            |source, saved: &str| RunError::Write { path: path.clone(), source, saved: saved.to_owned() };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(|source| unwritable(source, "no game was played"))?;
        let unreadable = |source| RunError::Read { path: path.clone(), source };
        let mut reader = BufReader::new(file.try_clone().map_err(unreadable)?);
        let (mut len, mut torn) = (0, None);
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            if reader.read_until(b'\n', &mut bytes).map_err(unreadable)? == 0 {
                break;
            }
            let whole = bytes.last() == Some(&b'\n');
            let end = len + bytes.len() as u64 + u64::from(!whole);
            match take(number, &bytes, len..end) {
                Ok(()) if whole => len = end,
                Ok(()) => {
                    let ended = file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(b"\n"));
                    ended.map_err(|source| unwritable(source, SAFE))?;
                    len = end;
                }
                Err(_) if !whole => {
                    file.set_len(len).map_err(|source| unwritable(source, SAFE))?;
                    torn = Some(format!(
                        "line {number} of the journal, its last, was torn ({} bytes): dropped, what it recorded is played again",
                        bytes.len()
                    ));
                }
                Err(what) => return Err(RunError::Journal { path, line: number, what }),
            }
            if !whole {
                break;
            }
        }
        Ok((Lines { path, file, len }, torn))
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes the lines take: where the next one begins.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// Adds whole lines, down to the disk. What was written of them is taken back on an error.
    pub fn append(&mut self, text: &[u8]) -> io::Result<()> {
        self.check()?;
        let written = self.file.seek(SeekFrom::Start(self.len)).and_then(|_| self.file.write_all(text));
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // Best effort: a torn line that stays is dropped by the next run.
            let _ = self.file.set_len(self.len);
            return Err(error);
        }
        self.len += text.len() as u64;
        Ok(())
    }

    /// An error if the file is no longer where it was, or has another length.
    pub fn check(&self) -> io::Result<()> {
        match self.place() {
            Place::Kept => Ok(()),
            Place::Gone => {
                let what = "it was removed or replaced while games were played";
                Err(io::Error::new(io::ErrorKind::NotFound, what))
            }
            Place::Changed(len) => Err(io::Error::other(format!(
                "somebody else changed it while games were played, from {} bytes to {len}",
                self.len
            ))),
        }
    }

    /// What a person should know about the state of a run after an error: of what the lines record, and how many.
    pub fn saved(&self, count: &str, records: &str) -> String {
        match self.place() {
            Place::Kept => {
                format!("{count} {records} are in the journal, and the same command goes on from there")
            }
            Place::Changed(_) => format!("the same command goes on from the {records} that are in it now"),
            Place::Gone => format!(
                "the {count} {records} that were recorded in it are gone with it, and the same command begins anew"
            ),
        }
    }

    /// Reads the lines at some places, from the first to the last, again.
    pub fn reread(
        &self,
        places: impl Iterator<Item = Range<u64>>,
        mut see: impl FnMut(&[u8]) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let unreadable = |source| RunError::Read { path: self.path.clone(), source };
        let mut reader = BufReader::with_capacity(1 << 16, File::open(&self.path).map_err(unreadable)?);
        let mut at = 0;
        let mut bytes = Vec::new();
        for place in places {
            reader.seek_relative(place.start as i64 - at).map_err(unreadable)?;
            bytes.resize((place.end - place.start) as usize, 0);
            reader.read_exact(&mut bytes).map_err(unreadable)?;
            at = place.end as i64;
            see(&bytes)?;
        }
        Ok(())
    }

    fn place(&self) -> Place {
        match self.file.metadata() {
            Ok(ours) if self.is_where_it_was(&ours) => {
                if ours.len() == self.len {
                    Place::Kept
                } else {
                    Place::Changed(ours.len())
                }
            }
            _ => Place::Gone,
        }
    }

    #[cfg(unix)]
    fn is_where_it_was(&self, ours: &Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        let same = |there: Metadata| (ours.dev(), ours.ino()) == (there.dev(), there.ino());
        fs::metadata(&self.path).is_ok_and(same)
    }

    #[cfg(not(unix))]
    fn is_where_it_was(&self, _: &Metadata) -> bool {
        self.path.exists()
    }
}

const SAFE: &str = "the games recorded so far are safe";

/// Reads a line as a record of something. A line is a file of its own to the parser: only its column means something in
/// the error.
pub fn record<T: DeserializeOwned>(line: &[u8], of: &str) -> Result<T, String> {
    serde_json::from_slice(line).map_err(|error| {
        let what = error.to_string();
        let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
        format!("not a record of a {of} ({what}, column {})", error.column())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the lines of a file.
    fn numbers(path: &Path) -> Result<(Lines, Vec<u64>, Option<String>), RunError> {
        let mut found = Vec::new();
        let (lines, torn) = Lines::open(path.to_owned(), |_, line, _| {
            found.push(record(line, "number")?);
            Ok(())
        })?;
        Ok((lines, found, torn))
    }

    #[test]
    fn a_last_line_without_an_end_is_kept_if_it_is_right() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines");
        for (text, expected, is_torn, left) in [
            ("", vec![], false, ""),
            ("1\n22\n", vec![1, 22], false, "1\n22\n"),
            ("1\n22", vec![1, 22], false, "1\n22\n"),
            ("1\n2x", vec![1], true, "1\n"),
            ("-", vec![], true, ""),
        ] {
            fs::write(&path, text).expect("a file");
            let (mut lines, found, torn) = numbers(&path).expect("lines");
            assert_eq!((found, torn.is_some()), (expected, is_torn), "{text:?}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), left, "{text:?}");
            lines.append(b"3\n").expect("it grows");
            assert_eq!(fs::read_to_string(&path).expect("a file"), format!("{left}3\n"));
        }
        fs::write(&path, "1\n2x\n3\n").expect("a file");
        let error = numbers(&path).expect_err("a wrong line").to_string();
        assert!(error.contains("lines:2: not a record of a number"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "1\n2x\n3\n");
    }

    #[test]
    fn what_somebody_else_changed_is_not_written_to() {
        type Change = fn(&Path);
        let changes: [(&str, Change); 4] = [
            ("removed or replaced", |path| fs::remove_file(path).expect("it was there")),
            ("removed or replaced", |path| {
                let copy = path.with_extension("copy");
                fs::copy(path, &copy).and_then(|_| fs::rename(&copy, path)).expect("another file");
            }),
            ("from 2 bytes to 1", |path| fs::write(path, "1").expect("a file")),
            ("from 2 bytes to 4", |path| fs::write(path, "1\n2\n").expect("a file")),
        ];
        for (what, change) in changes {
            if cfg!(not(unix)) && what.starts_with("removed") {
                eprintln!("skipped: only Unix tells a file from another in its place");
                continue;
            }
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("lines");
            fs::write(&path, "1\n").expect("a file");
            let (mut lines, ..) = numbers(&path).expect("lines");
            change(&path);
            let error = lines.append(b"3\n").expect_err("it was changed").to_string();
            assert!(error.contains(what), "{error}");
            assert!(!fs::read_to_string(&path).is_ok_and(|text| text.contains('3')));
        }
    }
}

//! Writing files so that a reader finds the old content or the new, never half of it.
use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file through a neighbour that then takes its name. Devices and pipes, which cannot be replaced, are written
/// to directly.
pub(crate) fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let special = fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir());
    let written = if special { write_directly(path, content) } else { write_beside(path, content) };
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn write_directly(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    file.write_all(content)?;
    file.flush()
}

fn write_beside(path: &Path, content: &[u8]) -> io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file"));
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The failure is what counts; the neighbour may not even exist.
        let _ = fs::remove_file(&beside);
    }
    written
}

//! A full disk, a folder that cannot be written, a folder that goes away: what is saved is said, and a run goes on.
use crate::place::{MNK, Place, TABLES};
use crate::support::binary;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn a_full_disk_loses_no_recorded_game() {
    let place = Place::new(TABLES);
    place.finish("whole", &[]);
    // Files may not grow beyond a limit, which fails as a full disk does.
    for blocks in [2, 4, 6] {
        let out = blocks.to_string();
        let output = Command::new("sh")
            .args(["-c", "ulimit -f $0 && exec \"$@\"", &out])
            .arg(binary())
            .arg("tournament")
            .arg(place.path("cup.toml"))
            .arg("--out")
            .arg(place.path(&out))
            .output()
            .expect("a shell");
        let err = String::from_utf8_lossy(&output.stderr);
        let recorded = place.recorded(&out);
        assert_eq!(output.status.code(), Some(1), "{blocks} blocks: {err}");
        assert!(output.stdout.is_empty());
        let error = err.lines().find(|line| line.starts_with("error: ")).expect("an error");
        assert!(error.contains("cannot be written: File too large"), "{err}");
        let saved = format!("{recorded} of 12 games are in the journal, and the same command goes on");
        assert!(error.contains(&saved), "{saved}: {err}");
        let left: Vec<_> =
            fs::read_dir(place.path(&out)).expect("the folder").map(|e| e.expect("an entry")).collect();
        assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().ends_with(".tmp")), "{left:?}");

        let ran = place.finish(&out, &["--threads", "3"]);
        assert!(recorded == 0 || ran.err.contains(&format!("going on: {recorded} of 12")), "{}", ran.err);
        assert_eq!(place.results(&out), place.results("whole"));
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_any_game() {
    let place = Place::new(TABLES);
    let folder = place.path("read-only");
    fs::create_dir(&folder).expect("a folder");
    let mut permissions = fs::metadata(&folder).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&folder, permissions).expect("can be set");
    if fs::File::create(folder.join("probe")).is_ok() {
        println!("skipped: permissions do not bind this user, who may write in a read-only folder");
        return;
    }
    place.run("read-only", &[]).refused(1, &["read-only cannot be used", "no game was played"]);
}

#[test]
fn a_folder_that_is_removed_in_mid_run() {
    let place = Place::new(&MNK.replace("sims = 300", "sims = 3000"));
    let mut child = place
        .command("run", &["--threads", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    while place.recorded("run") < 3 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before three games");
        std::thread::sleep(Duration::from_millis(1));
    }
    fs::remove_dir_all(place.path("run")).expect("can be removed");
    let output = child.wait_with_output().expect("ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(output.stdout.is_empty());
    for words in ["journal.jsonl cannot be written: it was removed", "are gone with it", "begins anew"] {
        assert!(err.contains(words), "{err}");
    }
    assert!(!place.path("run").exists(), "what was removed is not put back");
    fs::write(place.path("cup.toml"), MNK).expect("can be written");
    place.finish("run", &[]);
    assert_eq!(place.recorded("run"), 120);
}

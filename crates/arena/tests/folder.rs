//! A run does not mix with other things, nor with another run.
use crate::support::{contents, parse, run_quietly, small};
use hoppity_arena::{Config, RunError, RunOptions, Silent, run};
use std::fs::{self, File};

#[test]
fn another_config_is_refused_with_the_lines_that_differ() {
    let folder = tempfile::tempdir().unwrap();
    let config = small();
    run_quietly(&config, folder.path(), 1).unwrap();
    let before = contents(folder.path());
    let other = parse(&config.to_toml().replace("games = 4", "games = 6").replace("depth=2", "depth=1"));
    let error = run_quietly(&other, folder.path(), 1).unwrap_err();
    let RunError::OtherConfig { difference, .. } = &error else { panic!("{error}") };
    assert_eq!(
        difference,
        "- games = 4\n+ games = 6\n- agent = \"alphabeta(depth=2,table_mib=1)\"\n+ agent = \"alphabeta(depth=1,table_mib=1)\""
    );
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn the_folder_s_config_runs_the_same_tournament() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run_quietly(&small(), first.path(), 2).unwrap();
    let again = Config::load(&first.path().join("config.toml")).unwrap();
    run_quietly(&again, second.path(), 2).unwrap();
    assert_eq!(contents(first.path()), contents(second.path()));
}

#[test]
fn another_version_needs_force_and_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let config = small();
    run_quietly(&config, folder.path(), 1).unwrap();
    let path = folder.path().join("config.toml");
    let text = fs::read_to_string(&path).unwrap();
    let here = env!("CARGO_PKG_VERSION");
    fs::write(&path, text.replace(&format!("version = \"{here}\""), "version = \"0.0.1\"")).unwrap();
    let error = run_quietly(&config, folder.path(), 1).unwrap_err().to_string();
    assert!(error.contains("version 0.0.1") && error.contains("--force"), "{error}");
    run(&config, folder.path(), RunOptions { threads: 1, force: true, ..RunOptions::default() }, &Silent)
        .unwrap();
    let forced = fs::read_to_string(&path).unwrap();
    assert!(forced.contains("earlier_versions = [\"0.0.1\"]"), "{forced}");
    run_quietly(&config, folder.path(), 1).unwrap();
}

#[test]
fn another_cpu_is_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    run_quietly(&small(), folder.path(), 1).unwrap();
    let path = folder.path().join("config.toml");
    let text = fs::read_to_string(&path).unwrap();
    let cpu = text.lines().find(|line| line.starts_with("cpu = ")).unwrap();
    let other = text.replace(cpu, "cpu = \"another\"");
    fs::write(&path, &other).unwrap();
    run_quietly(&small(), folder.path(), 1).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), other, "it names the machine that began");
}

#[test]
fn a_folder_with_other_things_in_it_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "precious").unwrap();
    let error = run_quietly(&small(), folder.path(), 1).unwrap_err();
    assert!(matches!(error, RunError::ForeignFolder { .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_folder_with_a_config_that_no_run_has_written_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), small().to_toml()).unwrap();
    let error = run_quietly(&small(), folder.path(), 1).unwrap_err();
    assert!(matches!(error, RunError::ForeignFolder { .. }), "{error}");
}

#[test]
fn what_a_run_killed_at_its_beginning_leaves_is_no_other_thing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".lock"), "").unwrap();
    fs::write(folder.path().join(".config.toml.tmp"), "game = ").unwrap();
    run_quietly(&small(), folder.path(), 1).unwrap();
    assert!(!folder.path().join(".config.toml.tmp").exists());
}

#[test]
fn a_folder_that_cannot_be_made_or_written_is_said_before_any_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [file.clone(), file.join("below")] {
        let error = run_quietly(&small(), &path, 1).unwrap_err().to_string();
        assert!(
            error.contains(&path.display().to_string()) && error.contains("no game was played"),
            "{error}"
        );
    }
    let read_only = folder.path().join("read-only");
    fs::create_dir(&read_only).unwrap();
    let mut permissions = fs::metadata(&read_only).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&read_only, permissions).unwrap();
    if File::create(read_only.join("probe")).is_ok() {
        println!("skipped the read-only folder: permissions do not bind this user");
        return;
    }
    let error = run_quietly(&small(), &read_only, 1).unwrap_err().to_string();
    assert!(error.contains("no game was played"), "{error}");
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    run_quietly(&small(), folder.path(), 1).unwrap();
    let lock = File::options().write(true).open(folder.path().join(".lock")).unwrap();
    lock.lock().unwrap();
    let error = run_quietly(&small(), folder.path(), 1).unwrap_err();
    assert!(matches!(error, RunError::Locked { .. }), "{error}");
    drop(lock);
    run_quietly(&small(), folder.path(), 1).unwrap();
}

#[test]
fn a_file_that_cannot_be_replaced_is_an_error_that_says_what_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".lock"), "").unwrap();
    run_quietly(&small(), folder.path(), 1).unwrap();
    fs::remove_file(folder.path().join("elo.csv")).unwrap();
    fs::create_dir(folder.path().join("elo.csv")).unwrap();
    let error = run_quietly(&small(), folder.path(), 1).unwrap_err().to_string();
    assert!(
        error.contains("elo.csv cannot be written") && error.contains("12 of 12 games are in the journal"),
        "{error}"
    );
    assert!(!folder.path().join(".elo.csv.tmp").exists());
}

//! What the README says is true.
use crate::support::{binary, repository};
use hoppity_arena::Config;
use std::fs;

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).expect("the README")
}

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let readme = readme();
    let fence = format!("```{language}\n");
    let blocks = readme.split(&fence).skip(1);
    blocks.map(|block| block.split("```").next().expect("a block ends").to_owned()).collect()
}

#[test]
fn its_commands_print_what_it_shows() {
    // Paths in it are those of the repository. No other test depends on where it runs.
    std::env::set_current_dir(repository()).expect("the repository");
    trycmd::TestCases::new().register_bin("hoppity", binary()).case(repository().join("README.md"));
}

#[test]
fn its_configs_can_be_run() {
    let [config, more] = blocks("toml").try_into().expect("two configs");
    let parsed = Config::parse(&config, "README.md").expect("a right config");
    assert_eq!(parsed.total_games(), 30);
    // The second is about parts that the first may have.
    let (keys, tables) = more.split_once("\n[").expect("a table");
    let first = config.lines().filter(|line| !line.starts_with("openings"));
    let text = format!("{keys}\n{}\n[{tables}", first.collect::<Vec<_>>().join("\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let [openings] = blocks("openings").try_into().expect("one file of openings");
    fs::write(folder.path().join("openings.txt"), openings).expect("can be written");
    let file = folder.path().join("mine.toml");
    Config::parse(&text, file.to_str().expect("UTF-8")).expect("a right config");
}

#[test]
fn its_first_two_commands_are_the_ones_that_every_change_is_checked_with() {
    let checks = fs::read_to_string(repository().join(".ci/run")).expect("the checks");
    let commands = blocks("sh").swap_remove(0);
    assert_eq!(commands.lines().count(), 2);
    for command in commands.lines() {
        assert!(checks.lines().any(|line| line.starts_with(&format!("step {command}"))), "{command}");
    }
}

#[test]
fn every_game_and_agent_is_in_its_tables() {
    let readme = readme();
    for about in hoppity_registry::games().chain(hoppity_protocol::agents::agents()) {
        let name = format!("`{}`", about.name);
        let first_cell =
            |line: &str| line.strip_prefix("| ").and_then(|row| row.split(" | ").next()).map(str::to_owned);
        let named =
            readme.lines().filter_map(first_cell).any(|cell| cell.split(", ").any(|part| part == name));
        assert!(named, "{name} is missing");
    }
}

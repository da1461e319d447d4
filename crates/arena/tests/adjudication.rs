//! Games that end before the rules end them.
use crate::support::parse;
use hoppity_arena::{Config, GameRecord, Silent, play_all};

/// Two searchers on a board where the first player wins.
fn config(adjudicate: &str) -> Config {
    parse(&format!(
        "game = \"mnk(m=5,n=5,k=3)\"\ngames = 8\nopenings = {{ random_plies = 2 }}\n{adjudicate}\n[[agents]]\nagent = \"alphabeta(depth=4,table_mib=1)\"\n[[agents]]\nagent = \"alphabeta(depth=5,table_mib=1)\"\n"
    ))
}

fn reasons(games: &[GameRecord], reason: &str) -> usize {
    games.iter().filter(|game| game.reason == reason).count()
}

#[test]
fn it_is_off_unless_asked_for() {
    let games = play_all(&config(""), 2, &Silent).unwrap();
    assert_eq!(reasons(&games, "adjudicated") + reasons(&games, "proved"), 0);
}

#[test]
fn proved_games_end_early_with_the_result_they_would_have_had() {
    let whole = play_all(&config(""), 2, &Silent).unwrap();
    let proved = play_all(&config("adjudicate = { proved = true }"), 3, &Silent).unwrap();
    assert!(
        reasons(&proved, "proved") > 0,
        "{:?}",
        proved.iter().map(|game| &game.reason).collect::<Vec<_>>()
    );
    for (whole, proved) in whole.iter().zip(&proved) {
        assert_eq!(whole.ranks, proved.ranks);
        assert!(whole.moves.starts_with(&proved.moves));
        assert_eq!(proved.plies as usize, proved.moves.split(' ').count());
        assert!(proved.plies < whole.plies || proved.reason == whole.reason);
    }
}

#[test]
fn agreed_games_end_after_so_many_plies() {
    let whole = play_all(&config(""), 2, &Silent).unwrap();
    let agreed = play_all(&config("adjudicate = { score = 0.95, plies = 2 }"), 2, &Silent).unwrap();
    assert!(reasons(&agreed, "adjudicated") > 0);
    assert_eq!(reasons(&agreed, "proved"), 0);
    for (whole, agreed) in whole.iter().zip(&agreed) {
        assert_eq!(whole.ranks, agreed.ranks);
        assert!(whole.moves.starts_with(&agreed.moves));
    }
}

#[test]
fn agents_without_an_opinion_agree_to_nothing() {
    let text = config("adjudicate = { score = 0.51, plies = 2 }").to_toml();
    let config = parse(&text.replace("alphabeta(depth=4,table_mib=1)", "random"));
    let games = play_all(&config, 2, &Silent).unwrap();
    assert_eq!(reasons(&games, "adjudicated"), 0);
}

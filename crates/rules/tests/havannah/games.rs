//! Games and constructed positions on which independent implementations agree.
use super::sized;

#[test]
fn every_game_ends_as_recorded() {
    let lines = include_str!("../data/havannah-games.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut games = 0;
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let [size, moves, outcome, structures] = columns[..] else { panic!("line `{line}`") };
        let game = sized(size.parse().unwrap_or_else(|e| panic!("size `{size}`: {e}")));
        let mut play = game.line();
        for m in moves.split(' ') {
            assert_eq!(play.outcome(), None, "over before {m} of: {line}");
            play.push_text(m).unwrap_or_else(|e| panic!("{e}: {line}"));
        }
        let found = play.outcome().map(|outcome| {
            let winner = outcome.winner().map_or("draw".to_owned(), |team| game.team_name(team));
            (winner, game.reasons(&outcome))
        });
        let right = match (outcome, structures) {
            ("none", "-") => None,
            ("draw", "-") => Some(("draw".to_owned(), "full board".to_owned())),
            _ => Some((outcome.to_owned(), structures.to_owned())),
        };
        assert_eq!(found, right, "{line}");
        games += 1;
    }
    assert!(games >= 219, "{games} games");
}

//! Results from files: every shape, ratings as in the files of a run, and files that are refused.
use crate::support::{parse, run_quietly, small};
use hoppity_arena::{Errors, PoolRating, RatingOptions, Results, ResultsError};
use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn read(text: &str) -> Results {
    Results::parse(text, "games.csv").unwrap_or_else(|error| panic!("{error}"))
}

fn rate(text: &str) -> PoolRating {
    read(text).rate(RatingOptions::default()).unwrap()
}

const PAIRS: &str = "\
game,pair,first,second,result
1,0,ash,oak,1-0
2,0,oak,ash,1/2-1/2
3,1,ash,oak,0-1
4,1,oak,ash,0-1
";

#[test]
fn the_shapes_agree_where_they_say_the_same() {
    let two = rate(PAIRS);
    let run = "\
moves,rank_b,seat_a,seat_b,rank_a,pairing,opening,unknown
a1 b1,1,ash,oak,0,0,0,x
b1 a1,0,oak,ash,0,0,0,
a2,0,ash,oak,1,0,1,
a3 b1,0,oak,ash,3,0,1,
";
    let of_run = read(run);
    assert_eq!((of_run.games(), of_run.distinct(), of_run.are_grouped()), (4, Some(4), true));
    assert_eq!(rate(run), two);
    let names = "seat0,seat1,rank1,rank2\nash,oak,ash,oak\noak,ash,ash,oak\noak,ash,oak,ash\n";
    let listed = "first,second,result\nash,oak,1-0\noak,ash,0-1\noak,ash,1-0\n";
    let advantage = RatingOptions { advantage: Some(true), ..RatingOptions::default() };
    assert_eq!(read(names).rate(advantage).unwrap(), read(listed).rate(advantage).unwrap());
    assert!(rate(names).advantage.is_none(), "seats that are a list of names have no effect");
    let [ash, oak] = &two.agents[..] else { panic!("two agents") };
    assert_eq!(
        (&*ash.name, ash.games, ash.wins, ash.draws, ash.losses, ash.score),
        ("ash", 4, 2, 1, 1, 0.625)
    );
    assert_eq!((&*oak.name, oak.rank, oak.los_next), ("oak", 2, None));
}

#[test]
fn pairs_are_one_observation_on_request() {
    // Openings decide: they are won by whoever moves first, or second, but for some draws.
    let mut lines = vec!["pair,first,second,result".to_owned()];
    for pair in 0..30 {
        let won = if pair % 2 == 0 { "1-0" } else { "0-1" };
        let [one, other] = if pair % 5 == 0 { ["1/2-1/2", won] } else { [won, won] };
        lines.extend([format!("{pair},ash,oak,{one}"), format!("{pair},oak,ash,{other}")]);
    }
    let text = lines.join("\n");
    let rate = |errors| read(&text).rate(RatingOptions { errors, ..RatingOptions::default() }).unwrap();
    let (games, pairs) = (rate(Errors::Games), rate(Errors::Pairs));
    assert_eq!(games.agents[0].elo, pairs.agents[0].elo);
    let width = |rating: &PoolRating| rating.agents[0].high - rating.agents[0].low;
    assert!(width(&pairs) < 0.7 * width(&games), "{games:?} {pairs:?}");
    assert!(read(&text).are_grouped() && !read("first,second,result\na,b,1-0\n").are_grouped());
}

#[test]
fn text_as_other_programs_write_it() {
    let dos = PAIRS.replace('\n', "\r\n");
    for text in [format!("\u{feff}{PAIRS}"), dos, PAIRS.replace("ash", "\"ash\""), format!("{PAIRS}\n\n")] {
        assert_eq!(rate(&text), rate(PAIRS), "{text:?}");
    }
    let named = PAIRS.replace("ash", "\"a, \"\"deep\"\"\nash\"");
    assert_eq!(read(&named).agents(), ["a, \"deep\"\nash", "oak"]);
}

/// The figures of a run's elo.csv that a rating has, too.
fn elo_csv(folder: &Path) -> Vec<[String; 7]> {
    let mut csv = csv::Reader::from_path(folder.join("elo.csv")).unwrap();
    csv.records()
        .map(|row| {
            let row = row.unwrap();
            [0, 1, 2, 3, 4, 5, 10].map(|column| row[column].to_owned())
        })
        .collect()
}

#[test]
fn a_run_is_rated_as_it_was() {
    let partners = r#"
        game = "halma(board=8,camp=[3,2],players=4,teams=diagonal)"
        games = 8
        max_plies = 60
        [[agents]]
        agent = "greedy"
        [[agents]]
        agent = "random"
        [[agents]]
        name = "another"
        agent = "random"
        [[agents]]
        name = "third"
        agent = "random"
        "#;
    let three = partners.replace("players=4,teams=diagonal", "players=3").replace("games = 8", "games = 6");
    for config in [small(), parse(partners), parse(&three)] {
        let folder = tempfile::tempdir().unwrap();
        run_quietly(&config, folder.path(), 2).unwrap();
        let by_folder = Results::load(folder.path()).unwrap();
        assert_eq!(by_folder.games(), config.total_games());
        let rating = by_folder.rate(RatingOptions::default()).unwrap();
        let rated: Vec<[String; 7]> = rating
            .agents
            .iter()
            .map(|agent| {
                let fixed = |value: f64| format!("{:.2}", (value * 1e4).round() / 1e4 + 0.0);
                let los = agent
                    .los_next
                    .map_or_else(String::new, |los| format!("{:.4}", los.clamp(0.0001, 0.9999)));
                let [elo, low, high] = [agent.elo, agent.low, agent.high].map(fixed);
                [agent.rank.to_string(), agent.name.clone(), elo, low, high, agent.games.to_string(), los]
            })
            .collect();
        assert_eq!(rated, elo_csv(folder.path()));
        let by_file = Results::load(&folder.path().join("games.csv")).unwrap();
        assert_eq!(by_file.rate(RatingOptions::default()).unwrap(), rating);
    }
}

#[test]
fn files_that_say_something_wrong_are_refused_at_the_place() {
    let pairs = "first,second,result\n";
    let tables = "seat0,seat1,seat2,rank1,rank2,rank3\n";
    let run = "seat_a,seat_b,seat_c,rank_a,rank_b,rank_c\n";
    for (text, place, words) in [
        (String::new(), "1:1", &["the file is empty", "first,second,result"][..]),
        ("\n\n".to_owned(), "1:1", &["the file is empty"]),
        ("white,black\na,b\n".to_owned(), "1:1", &["no results", "seat0,seat1"]),
        ("first,second\na,b\n".to_owned(), "1:1", &["no column `result`"]),
        ("first,result,second,first\n".to_owned(), "1:21", &["two columns `first`"]),
        ("x,seat_a,seat_b,rank_a\n".to_owned(), "1:3", &["2 columns of seats and 1 of ranks"]),
        ("seat0,rank1\na,a\n".to_owned(), "1:1", &["from 2 to 12"]),
        (pairs.to_owned(), "2:1", &["expected a game"]),
        (format!("{pairs}a,b\n"), "2:3", &["expected 3 fields", "found 2"]),
        (format!("{pairs}a,b,1-0,x\n"), "2:9", &["expected 3 fields", "found 4"]),
        (format!("{pairs}a,b,1-0\n\na,b,2-0\n"), "4:5", &["`2-0`", "1-0, 0-1 or 1/2-1/2"]),
        (format!("{pairs}a,,1-0\n"), "2:3", &["the name of an agent"]),
        (format!("{pairs}a,b\"c,1-0\n"), "2:4", &["quote inside a field"]),
        (format!("{pairs}a,\"b,1-0\nc,d,0-1\n"), "2:3", &["never closed"]),
        (format!("{pairs}é,\"b\" ,1-0\n"), "2:6", &["a comma or the end of the line"]),
        (format!("{tables}a,b,b,a,b,b\n"), "2:5", &["`b` has two seats"]),
        (format!("{tables}a,b,c,a,d,b\n"), "2:9", &["`d` has a rank but no seat"]),
        (format!("{tables}a,b,c,a,b,a\n"), "2:11", &["`a` has two ranks"]),
        (format!("{run}a,b,c,0,-1,1\n"), "2:9", &["`-1`: expected a place"]),
        (format!("{run}a,b,c,0,1,256\n"), "2:11", &["`256`: expected a place"]),
        (format!("{run}a,b,c,1,1,2\n"), "2:7", &["nobody has the first place"]),
    ] {
        let refused = Results::parse(&text, "my.csv").unwrap_err();
        assert!(refused.is_wrong_content());
        let message = refused.to_string();
        assert!(message.starts_with(&format!("my.csv:{place}: ")), "{text:?}: {message}");
        for word in words {
            assert!(message.contains(word), "{text:?}: {message}");
        }
    }
    let many: Vec<String> = (0..1001).map(|i| format!("p{i},p0,1-0")).collect();
    let refused = Results::parse(&format!("{pairs}{}", many.join("\n")), "my.csv").unwrap_err();
    assert!(refused.to_string().starts_with("my.csv:1002:1: more than 1000 agents"), "{refused}");
}

#[test]
fn a_long_line_is_shown_around_the_place() {
    let moves = "a1-b2 ".repeat(1000);
    let text = format!("moves,seat_a,seat_b,rank_a,rank_b\n{moves},ash,oak,0,one\n");
    let message = Results::parse(&text, "my.csv").unwrap_err().to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines.iter().all(|line| line.len() < 200), "{message}");
    let column = lines[2].find('^').unwrap();
    assert!(lines[1][column..].starts_with("one"), "{message}");
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Results::load(folder.path()).unwrap_err();
    assert!(refused.to_string().contains("games.csv: is not there"), "{refused}");
    let refused = Results::load(&folder.path().join("my.csv")).unwrap_err();
    assert!(!refused.is_wrong_content() && refused.to_string().contains("cannot be read"), "{refused}");
    fs::write(folder.path().join("my.csv"), b"first,second,result\na,\xff,1-0\n").unwrap();
    let refused = Results::load(&folder.path().join("my.csv")).unwrap_err();
    assert!(refused.to_string().contains("my.csv:2:3: the file is not UTF-8"), "{refused}");
    // The config beside a run's games says who are partners, so it must be one.
    fs::write(folder.path().join("games.csv"), "seat_a,seat_b,seat_c,rank_a,rank_b,rank_c\na,b,c,0,1,2\n")
        .unwrap();
    assert_eq!(Results::load(folder.path()).unwrap().games(), 1);
    fs::write(folder.path().join("config.toml"), "game = \"go\"\n").unwrap();
    assert!(matches!(Results::load(folder.path()), Err(ResultsError::Config(_))));
    fs::write(folder.path().join("config.toml"), small().to_toml()).unwrap();
    let refused = Results::load(folder.path()).unwrap_err();
    assert!(refused.to_string().contains("config.toml has 2 seats"), "{refused}");
}

#[test]
fn partners_share_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let config = r#"
        game = "halma(board=8,camp=[3,2],players=4,teams=diagonal)"
        games = 4
        [[agents]]
        agent = "greedy"
        [[agents]]
        agent = "random"
        [[agents]]
        name = "another"
        agent = "random"
        [[agents]]
        name = "third"
        agent = "random"
        "#;
    fs::write(folder.path().join("config.toml"), parse(config).to_toml()).unwrap();
    let header = "seat_a,seat_b,seat_c,seat_d,rank_a,rank_b,rank_c,rank_d\n";
    fs::write(folder.path().join("games.csv"), format!("{header}w,x,y,z,0,1,0,1\nw,x,y,z,0,1,1,1\n"))
        .unwrap();
    let refused = Results::load(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("games.csv:3:13: place 1: expected 0, the place of the partner"), "{refused}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        header in prop_oneof![
            Just("first,second,result\n"),
            Just("seat0,seat1,seat2,rank1,rank2,rank3\n"),
            Just("pairing,opening,seat_a,seat_b,rank_a,rank_b,moves\n"),
            Just(""),
        ],
        rows in prop::collection::vec("[ab,\"\r\né0-9/-]{0,20}|(a|b),(b|c),(1-0|0-1|1/2-1/2)\n|[01],0,a,b,0,1,x\n|(a,b,c|c,a,b),b,a,c\n", 0..8)
    ) {
        let text = format!("{header}{}", rows.concat());
        if let Ok(results) = Results::parse(&text, "my.csv") {
            for errors in [Errors::Games, Errors::Pairs] {
                let rating = results.rate(RatingOptions { errors, ..RatingOptions::default() }).unwrap();
                for agent in &rating.agents {
                    prop_assert!(agent.low.is_finite() && agent.high.is_finite());
                }
            }
        }
    }
}

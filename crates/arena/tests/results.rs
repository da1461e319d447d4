//! Results from files: every shape, ratings as in the files of a run, and files that are refused.
use crate::support::{parse, run_quietly, small};
use hoppity_arena::{Errors, PoolRating, RatingOptions, Results, ResultsError};
use hoppity_stats::bradley_terry::DrawModel;
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
fn games_that_say_nothing_of_pairs_are_observations_of_their_own() {
    let blank = "pair,first,second,result\n,ash,oak,1-0\n,oak,ash,1-0\n ,ash,oak,1/2-1/2\n,oak,ash,0-1\n";
    let without = "first,second,result\nash,oak,1-0\noak,ash,1-0\nash,oak,1/2-1/2\noak,ash,0-1\n";
    assert!(!read(blank).are_grouped());
    let options = RatingOptions { errors: Errors::Pairs, ..RatingOptions::default() };
    assert_eq!(read(blank).rate(options).unwrap(), read(without).rate(options).unwrap());
}

#[test]
fn ties_at_a_table_are_places_that_are_the_same() {
    let tied = "seat_a,seat_b,seat_c,rank_a,rank_b,rank_c\nash,oak,elm,0,0,2\noak,elm,ash,0,0,0\n";
    let rating =
        read(tied).rate(RatingOptions { advantage: Some(false), ..RatingOptions::default() }).unwrap();
    let scores: Vec<(&str, u64, u64, u64, f64)> =
        rating.agents.iter().map(|a| (&*a.name, a.wins, a.draws, a.losses, a.score)).collect();
    assert_eq!(scores, [("ash", 0, 2, 0, 0.5), ("oak", 0, 2, 0, 0.5), ("elm", 0, 1, 1, 0.25)]);
}

#[test]
fn only_what_rests_on_a_prior_is_marked() {
    let rate = |rows: &str, draws| {
        let options = RatingOptions { draws, ..RatingOptions::default() };
        read(&format!("first,second,result\n{rows}")).rate(options).unwrap()
    };
    let marks = |rating: &PoolRating| {
        let agents: Vec<bool> = rating.agents.iter().map(|agent| agent.held).collect();
        (agents[0], rating.advantage.unwrap().held, rating.draw_rate.map(|rate| rate.held))
    };
    let never = "a,b,1-0\nb,a,1-0\na,b,0-1\nb,a,0-1\na,b,1-0\n";
    let always = "a,b,1/2-1/2\nb,a,1/2-1/2\n";
    let sometimes = format!("{never}{always}");
    let nil = "a,b,1-0\nb,a,0-1\n";
    let (davidson, half) = (DrawModel::Davidson, DrawModel::HalfWin);
    assert_eq!(marks(&rate(never, davidson)), (false, false, Some(true)));
    assert_eq!(marks(&rate(always, davidson)), (true, true, Some(true)));
    assert_eq!(marks(&rate(&sometimes, davidson)), (false, false, Some(false)));
    assert_eq!(marks(&rate(nil, davidson)), (true, true, Some(true)));
    assert_eq!(marks(&rate(never, half)), (false, false, None));
    assert_eq!(marks(&rate(always, half)), (false, false, None));
    assert_eq!(marks(&rate(nil, half)), (true, true, None));
}

#[test]
fn errors_by_few_pairs_are_warned_of() {
    let warnings = |text: &str, errors| {
        read(text).rate(RatingOptions { errors, ..RatingOptions::default() }).unwrap().warnings
    };
    let [warning] = &warnings(PAIRS, Errors::Pairs)[..] else { panic!("one warning") };
    assert!(warning.starts_with("2 pairs of games for 3 parameters: "), "{warning}");
    assert!(warnings(PAIRS, Errors::Games).is_empty());
    let pair = |pair| format!("{pair},ash,oak,1-0\n{pair},oak,ash,1/2-1/2\n");
    let many = (0..4).map(pair).collect::<Vec<_>>().concat();
    assert!(warnings(&format!("pair,first,second,result\n{many}"), Errors::Pairs).is_empty());
}

#[test]
fn a_run_that_is_not_finished_says_so() {
    let folder = tempfile::tempdir().unwrap();
    run_quietly(&small(), folder.path(), 1).unwrap();
    let warnings = || {
        let results = Results::load(folder.path()).unwrap();
        results.rate(RatingOptions::default()).unwrap().warnings
    };
    assert!(warnings().is_empty());
    let path = |name: &str| folder.path().join(name);
    let cut = |name: &str, lines: usize| {
        let text = fs::read_to_string(path(name)).unwrap();
        fs::write(path(name), text.split_inclusive('\n').take(lines).collect::<String>()).unwrap();
    };
    cut("games.csv", 8);
    let [behind] = &warnings()[..] else { panic!("one warning") };
    assert!(
        behind.contains("12 games, of which these are 7") && behind.contains("hoppity tournament"),
        "{behind}"
    );
    cut("journal.jsonl", 9);
    let [behind, unfinished] = &warnings()[..] else { panic!("two warnings") };
    assert!(behind.contains("9 games, of which these are 7"), "{behind}");
    assert!(unfinished.contains("not finished, 9 of 12 games"), "{unfinished}");
    cut("journal.jsonl", 7);
    let [unfinished] = &warnings()[..] else { panic!("one warning") };
    assert!(unfinished.contains("not finished, 7 of 12 games"), "{unfinished}");
    fs::remove_file(path("games.csv")).unwrap();
    let refused = Results::load(folder.path()).unwrap_err().to_string();
    assert!(refused.ends_with("from the 7 games in the journal"), "{refused}");
}

#[test]
fn text_as_other_programs_write_it() {
    let dos = PAIRS.replace('\n', "\r\n");
    for text in [format!("\u{feff}{PAIRS}"), dos, PAIRS.replace("ash", "\"ash\""), format!("{PAIRS}\n\n")] {
        assert_eq!(rate(&text), rate(PAIRS), "{text:?}");
    }
    let named = PAIRS.replace("ash", "\"a, \"\"deep\"\"\"");
    assert_eq!(read(&named).agents(), ["a, \"deep\"", "oak"]);
}

/// The figures of a run's elo.csv that a rating has, too.
fn elo_csv(folder: &Path) -> Vec<[String; 8]> {
    let mut csv = csv::Reader::from_path(folder.join("elo.csv")).unwrap();
    csv.records()
        .map(|row| {
            let row = row.unwrap();
            let held = !row[11].is_empty();
            let [rank, name, elo, low, high, games, los] =
                [0, 1, 2, 3, 4, 5, 10].map(|column| row[column].to_owned());
            [rank, name, elo, low, high, games, los, held.to_string()]
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
    // Without a draw, with nothing but draws, and won to nil.
    let pool = |game: &str, first: &str| {
        parse(&format!(
            "game = \"{game}\"\ngames = 8\nopenings = {{ random_plies = 1 }}\nmax_plies = 6\n[[agents]]\nagent = \"{first}\"\n[[agents]]\nagent = \"random\"\n"
        ))
    };
    let [never, always, nil] = [
        pool("hex(size=2)", "greedy"),
        pool("mnk(m=5,n=5,k=5)", "greedy"),
        pool("mnk(m=5,n=1,k=2)", "alphabeta(depth=5)"),
    ];
    for config in [small(), parse(partners), parse(&three), never, always, nil] {
        let folder = tempfile::tempdir().unwrap();
        run_quietly(&config, folder.path(), 2).unwrap();
        let by_folder = Results::load(folder.path()).unwrap();
        assert_eq!(by_folder.games(), config.total_games());
        let rating = by_folder.rate(RatingOptions::default()).unwrap();
        let rated: Vec<[String; 8]> = rating
            .agents
            .iter()
            .map(|agent| {
                let fixed = |value: f64| format!("{:.2}", (value * 1e4).round() / 1e4 + 0.0);
                let los = agent
                    .los_next
                    .map_or_else(String::new, |los| format!("{:.4}", los.clamp(0.0001, 0.9999)));
                let [elo, low, high] = [agent.elo, agent.low, agent.high].map(fixed);
                let (rank, games) = (agent.rank.to_string(), agent.games.to_string());
                [rank, agent.name.clone(), elo, low, high, games, los, agent.held.to_string()]
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
        (format!("{pairs}a,b,1-0\nb,\u{1b}[31mc,0-1\n"), "3:3", &["without control characters"]),
        (format!("{pairs}a\0,b,1-0\n"), "2:1", &["without control characters"]),
        (format!("{pairs}a,\"b\nc\",1-0\n"), "2:3", &["without control characters"]),
        (
            "first,second,result,rank1\n".to_owned(),
            "1:21",
            &["`first` and `rank1` belong to results of two shapes", "first,second,result"],
        ),
        ("seat_a,rank_a,seat_b,rank_b,result\n".to_owned(), "1:29", &["`seat_a` and `result` belong"]),
        ("seat0,seat1,rank1,rank2,rank_a\n".to_owned(), "1:25", &["`seat0` and `rank_a` belong"]),
        ("seat0,seat1,seat3,rank1,rank2\n".to_owned(), "1:13", &["`seat3`: expected", "without a gap"]),
        ("seat0,seat1,rank0,rank1,rank2\n".to_owned(), "1:13", &["`rank0`: expected", "rank1"]),
        ("seat_a,seat_b,rank_a,rank_b,rank_z\n".to_owned(), "1:29", &["`rank_z`: expected"]),
        (
            format!("pair,{pairs}1,a,b,1-0\n,a,b,1-0\n"),
            "3:1",
            &["an empty cell: expected every game, or none"],
        ),
        (format!("pair,{pairs} ,a,b,1-0\n2,a,b,1-0\n"), "2:1", &["an empty cell"]),
        ("pairing,opening,seat_a,seat_b,rank_a,rank_b\n0,,a,b,0,1\n".to_owned(), "2:3", &["an empty cell"]),
        (format!("{pairs}a,b\"c,1-0\n"), "2:4", &["quote inside a field"]),
        (format!("{pairs}a,\"b,1-0\nc,d,0-1\n"), "2:3", &["never closed"]),
        (format!("{pairs}é,\"b\" ,1-0\n"), "2:6", &["a comma or the end of the line"]),
        (format!("{tables}a,b,b,a,b,b\n"), "2:5", &["`b` has two seats"]),
        (format!("{tables}a,b,c,a,d,b\n"), "2:9", &["`d` has a rank but no seat"]),
        (format!("{tables}a,b,c,a,b=c,\n"), "2:9", &["for ties", "seat_a,…,rank_a,…"]),
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

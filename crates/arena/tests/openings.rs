//! Openings that are given: checked line by line before any game, played by all, and kept with the run.
use crate::support::{contents, parse, run_quietly};
use hoppity_arena::{Config, ConfigError, Openings, RunError, Silent, play_all};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder with a config that takes its openings from `book/openings.txt`.
struct Book {
    folder: TempDir,
}

impl Book {
    fn new(openings: impl AsRef<[u8]>) -> Book {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("book")).unwrap();
        let book = Book { folder };
        book.write(openings);
        fs::write(book.config(), config("{ file = \"book/openings.txt\" }", 6)).unwrap();
        book
    }

    fn write(&self, openings: impl AsRef<[u8]>) {
        fs::write(self.folder.path().join("book/openings.txt"), openings).unwrap();
    }

    fn config(&self) -> PathBuf {
        self.folder.path().join("cup.toml")
    }

    fn load(&self) -> Result<Config, ConfigError> {
        Config::load(&self.config())
    }
}

fn config(openings: &str, games: u64) -> String {
    format!(
        "game = \"mnk(m=4,n=3,k=3)\"\ngames = {games}\nmax_plies = 9\nopenings = {openings}\n[[agents]]\nagent = \"random\"\n[[agents]]\nagent = \"greedy\"\n"
    )
}

const THREE: &str = "# all corners\na1 d3\n\n  b2 c2 a3 # the middle\n1A2/4/B3 A 3\n";

#[test]
fn every_line_is_played_with_every_seating() {
    let config = Book::new(THREE).load().unwrap();
    let Openings::List(list) = config.openings() else { panic!("{:?}", config.openings()) };
    assert_eq!((list.len(), list[2].position()), (3, Some("1A2/4/B3 A 3")));
    assert_eq!(config.openings().plies(), 3);
    let games = play_all(&config, 2, &Silent).unwrap();
    let begins: Vec<bool> = games
        .iter()
        .zip(["a1 d3 ", "a1 d3 ", "b2 c2 a3 ", "b2 c2 a3 "])
        .map(|(game, opening)| game.moves.starts_with(opening))
        .collect();
    assert_eq!(begins, [true; 4]);
    assert_eq!(games.iter().map(|game| game.opening).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
    // B1 and A3 are taken in the position: nobody plays there.
    for game in &games[4..] {
        assert!(!game.moves.contains("b3") && !game.moves.contains("a1"), "{}", game.moves);
        assert!(game.plies > 0 && game.reason != "crash", "{game:?}");
    }
}

#[test]
fn the_run_keeps_the_openings_and_refuses_others() {
    let book = Book::new(THREE);
    let folder = book.folder.path().join("run");
    run_quietly(&book.load().unwrap(), &folder, 1).unwrap();
    let before = contents(&folder);
    let kept = r#"openings = { list = [
    "a1 d3",
    "b2 c2 a3",
    "1A2/4/B3 A 3",
] }
"#;
    assert!(before["config.toml"].contains(kept), "{}", before["config.toml"]);

    // Other words for the same openings are no difference.
    book.write("a1   d3\nb2 c2 a3\n1A2/4/B3 A 3 # as it was");
    assert_eq!(run_quietly(&book.load().unwrap(), &folder, 2).unwrap().played, 0);
    book.write("a1 d3\nb2 c2 a2\n1A2/4/B3 A 3");
    let error = run_quietly(&book.load().unwrap(), &folder, 1).unwrap_err();
    let RunError::OtherConfig { difference, .. } = &error else { panic!("{error}") };
    assert_eq!(difference, "-     \"b2 c2 a3\",\n+     \"b2 c2 a2\",");
    assert_eq!(contents(&folder), before);

    // The folder's own config needs the file no longer.
    fs::remove_dir_all(book.folder.path().join("book")).unwrap();
    let again = Config::load(&folder.join("config.toml")).unwrap();
    let elsewhere = book.folder.path().join("again");
    run_quietly(&again, &elsewhere, 2).unwrap();
    assert_eq!(contents(&elsewhere), before);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_opening() {
    let plain = Book::new(THREE).load().unwrap();
    let marked = Book::new([b"\xef\xbb\xbf", THREE.as_bytes()].concat()).load().unwrap();
    assert_eq!(marked.to_toml(), plain.to_toml());
    let error = Book::new("\u{feff}a1 a1").load().unwrap_err().to_string();
    assert!(error.contains("openings.txt:1:4: move 2"), "{error}");
}

#[test]
fn a_line_that_cannot_be_played_is_refused_in_its_place() {
    for (openings, place, what, under) in [
        ("a1 d3\n b2 x7 # no", "2:5", "move 2: `x7` cannot be played", 'x'),
        ("a1 a1", "1:4", "move 2: `a1` cannot be played", 'a'),
        ("# é\n4/4/5 A 1", "2:5", "not a position of mnk(m=4): ", '5'),
        ("4/4/4 C 1", "1:7", "not a position of mnk(m=4): `C` is no seat", 'C'),
        ("b1\n\na1 b1 a2 b2 a3\n", "3:1", "the game is over in this opening", 'a'),
        ("a1 b1 a2 b2 a3 c1", "1:16", "move 6: `c1` cannot be played: the game is over", 'c'),
    ] {
        let error = Book::new(openings).load().unwrap_err().to_string();
        let lines: Vec<&str> = error.lines().collect();
        assert!(lines[0].contains(&format!("book/openings.txt:{place}: {what}")), "{error}");
        let caret = lines[2].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[1].chars().nth(caret), Some(under), "{error}");
    }
    for nothing in ["", "\n# only a comment\n"] {
        let error = Book::new(nothing).load().unwrap_err().to_string();
        assert!(error.contains("openings.txt:1:1: there is no opening in the file"), "{error}");
    }
    let error = Book::new(b"a1\nb\xff").load().unwrap_err().to_string();
    assert!(error.contains("openings.txt:2:2: the file is not UTF-8"), "{error}");
    let long = Book::new("a1 b1 c1 d1 a2 b2 c2 d2 b3");
    assert!(long.load().unwrap_err().to_string().contains("cup.toml:3:13: `max_plies` = 9"));
}

#[test]
fn a_file_that_is_not_there_is_said_where_it_is_named() {
    let book = Book::new("");
    fs::remove_file(book.folder.path().join("book/openings.txt")).unwrap();
    let error = book.load().unwrap_err().to_string();
    assert!(
        error.contains("cup.toml:4:21: the openings in")
            && error.contains("book/openings.txt cannot be read"),
        "{error}"
    );
    let refused = |openings: &str| Config::parse(&config(openings, 2), "t.toml").unwrap_err().to_string();
    assert!(refused("{ file = 3 }").contains("t.toml:4:21: `file`: expected a string"));
    assert!(refused("{ file = \"/nowhere/o.txt\" }").contains("in /nowhere/o.txt cannot be read"));
}

#[test]
fn openings_may_stand_in_the_config_itself() {
    let config = |openings: &str| Config::parse(&config(openings, 4), "t.toml");
    assert_eq!(config("{ list = [\"a1\", \"d3 b2\"] }").unwrap().openings().plies(), 2);
    let place = |openings: &str| {
        let error = config(openings).unwrap_err();
        let place = error.place.unwrap();
        (place.line, place.column, error.what)
    };
    let (line, column, what) = place("{ list = [\n  \"a1\",\n  \"d3 e9\",\n] }");
    assert_eq!((line, column), (6, 7), "{what}");
    // Escapes move letters: then the string as a whole is pointed at.
    let (line, column, what) = place("{ list = [\"a1 \\u0065\\u0039\"] }");
    assert_eq!((line, column), (4, 22), "{what}");
    assert!(place("{ list = [] }").2.contains("no opening in it"));
    assert!(place("{ list = [\" \"] }").2.contains("an opening without a move"));
    assert!(place("{ list = [3] }").2.contains("`list`: expected a string"));
    assert!(place("{ list = \"a1\" }").2.contains("expected a list of openings"));
}

#[test]
fn too_few_too_many_and_transposed_openings_are_said() {
    let warnings = |openings: &str, games: u64| {
        let folder = tempfile::tempdir().unwrap();
        let summary = run_quietly(&parse(&config(openings, games)), folder.path(), 1).unwrap();
        summary.warnings.join("\n")
    };
    assert!(
        warnings("{ list = [\"a1\", \"b1\"] }", 6).contains("openings are repeated: 2 openings given for 3")
    );
    assert!(
        warnings("{ list = [\"a1\", \"b1\", \"c1\"] }", 4)
            .contains("games for the first 2 of 3 openings only")
    );
    let transposed = "{ list = [\"a1 b1 c2\", \"c2 b1 a1\"] }";
    assert!(warnings(transposed, 4).contains("2 openings lead to only 1 position"));
    assert!(!warnings("{ list = [\"a1\", \"b1\"] }", 4).contains("opening"));
}

#[test]
fn the_same_moves_from_other_positions_are_other_games() {
    // Whatever is played, one cell is left.
    let text = config("{ list = [\"AB1/BAA B 6\", \"BA1/ABA B 6\"] }", 4);
    let folder = tempfile::tempdir().unwrap();
    let config = parse(&text.replace("m=4,n=3", "m=3,n=2"));
    let summary = run_quietly(&config, folder.path(), 1).unwrap();
    assert_eq!((summary.games, summary.distinct), (4, 2), "{:?}", summary.reasons);
}

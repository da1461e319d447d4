//! The GTP server: what it answers, and that nothing but `quit` ends it.
use hoppity_protocol::gtp::{Colour, Setup, serve};
use hoppity_registry::game;
use hoppity_rules::Seat;
use hoppity_rules::random::stream;
use hoppity_search::{Action, Control, Limits, WallClock};
use proptest::prelude::*;

fn setup(game: &str, agent: &str, seed: u64) -> Setup {
    let game = self::game(&game.parse().unwrap()).unwrap();
    Setup { game, agent: agent.parse().unwrap(), seed, first: Colour::White }
}

/// The answers to a session, without the empty lines between them.
fn session(setup: Setup, input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    serve(setup, input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.is_empty() || output.ends_with("\n\n"));
    output.split_terminator("\n\n").map(str::to_owned).collect()
}

fn havannah(input: &str) -> Vec<String> {
    session(setup("havannah(size=4)", "random", 1), input.as_bytes())
}

#[test]
fn ids_are_kept_and_errors_marked() {
    let answers = havannah(
        "1 protocol_version\nname\n 007 play w f9\n3 nonsense\n4\n# talk\n\n5 known_command undo\nquit\n6 name\n",
    );
    assert_eq!(answers[0], "=1 2");
    assert_eq!(answers[1], "= Hoppity");
    assert!(answers[2].starts_with("?007 illegal move: `f9` cannot be played"), "{}", answers[2]);
    assert_eq!(answers[3], "?3 unknown command");
    assert_eq!(answers[4], "?4 unknown command");
    assert_eq!(answers[5], "=5 true");
    assert_eq!(answers[6], "=");
    assert_eq!(answers.len(), 7, "nothing after quit");
}

#[test]
fn every_listed_command_is_known_and_the_usual_ones_are_listed() {
    let listed = havannah("list_commands\n").swap_remove(0);
    let listed: Vec<&str> = listed[2..].lines().collect();
    for name in
        "protocol_version name version list_commands known_command quit boardsize clear_board play genmove \
                 reg_genmove undo showboard time_settings time_left final_score havannah_winner all_legal \
                 hoppity-analyze"
            .split_whitespace()
    {
        assert!(listed.contains(&name), "{name}");
    }
    let asked = format!("known_command {}\n", listed.join("\nknown_command "));
    assert!(havannah(&asked).iter().all(|answer| answer == "= true"));
    assert_eq!(havannah("known_command fly\nknown_command\n"), ["= false", "= false"]);
}

#[test]
fn a_game_is_played_and_taken_back() {
    let answers = havannah(
        "boardsize 2\nplay W a1\nplay white a2\nplay black B3\nplay w c3\nplay b b1\nplay w a2\nhavannah_winner\nfinal_score\n\
         genmove b\nall_legal\nundo\nhavannah_winner\nfinal_score\nall_legal\nclear_board\nundo\nhoppity-moves\n",
    );
    let right = [
        "=",
        "=",
        "? it is not the turn of white but of black",
        "=",
        "=",
        "=",
        "=",
        "= white",
        "= W+1",
        "? the game is over",
        "=",
        "=",
        "= none",
        "? the game is not over",
        "= a2 b2 c2",
        "=",
        "? cannot undo: there is no move",
        "=",
    ];
    assert_eq!(answers, right);
}

#[test]
fn sizes_are_set_where_a_game_has_one() {
    let sized = |game: &str, size: &str| {
        session(setup(game, "random", 1), format!("boardsize {size}\nhoppity-game\n").as_bytes()).join(" / ")
    };
    assert_eq!(sized("havannah(size=4,swap=true)", "5"), "= / = havannah(size=5,swap=true)");
    assert_eq!(sized("hex", "19"), "= / = hex(size=19)");
    assert_eq!(sized("halma(board=8)", "16"), "= / = halma");
    assert_eq!(sized("halma", "16"), "= / = halma");
    assert!(sized("havannah", "99").starts_with("? unacceptable size: "));
    assert_eq!(sized("havannah", "ten"), "? expected boardsize N / = havannah");
    assert_eq!(sized("mnk", "5"), "? the game has no size to set / = mnk");
}

/// A whole game of both seats gives the moves that the agents give without the protocol, and a second game others.
#[test]
fn genmove_plays_as_the_agent_does() {
    for (game_spec, agent) in [
        ("havannah(size=3)", "mcts(sims=60)"),
        ("halma(board=8)", "random"),
        ("mnk(m=4,n=4,players=3)", "mcts(sims=30)"),
    ] {
        let setup = setup(game_spec, agent, 77);
        let game = setup.game.clone();
        let mut line = game.line();
        let mut players: Vec<_> = Seat::all(game.seats())
            .map(|seat| {
                let mut player = game.agent(&setup.agent).unwrap().agent;
                player.start(&*line, seat, stream(77, &[seat.index() as u64])).unwrap();
                player
            })
            .collect();
        let clock = WallClock::new();
        let mut asked = String::new();
        while line.outcome().is_none() && line.len() < 60 {
            let seat = line.to_move();
            let decision =
                players[seat.index()].choose(&*line, &Limits::NONE, &mut Control::new(&clock)).unwrap();
            let Action::Play(index) = decision.action else { panic!("it resigns") };
            line.push(index);
            // Looks aside change nothing.
            asked += if line.len().is_multiple_of(9) {
                "reg_genmove\nhoppity-analyze\ngenmove\n"
            } else {
                "genmove\n"
            };
        }
        asked += "hoppity-moves\nclear_board\ngenmove\ngenmove\ngenmove\nhoppity-moves\n";
        let answers = session(setup, asked.as_bytes());
        let games: Vec<&String> = answers.iter().filter(|answer| answer.contains(' ')).rev().collect();
        let played = format!("= {}", line.history().join(" "));
        assert!(games.iter().any(|answer| **answer == played), "{game_spec}");
        assert!(!played.starts_with(answers.last().unwrap()), "{game_spec}: the second game has other draws");
    }
}

#[test]
fn colours_can_be_the_other_way_round_and_letters_where_there_are_more_seats() {
    let hex = Setup { first: Colour::Black, ..setup("hex(size=3)", "random", 1) };
    let answers = session(
        hex,
        b"play white a1\nplay black a1\nplay w b1\nplay b a2\nplay w b2\nplay b a3\nfinal_score\n",
    );
    assert_eq!(answers[0], "? it is not the turn of white but of black");
    assert_eq!(answers[6], "= B+1");
    let three = setup("mnk(m=3,n=3,players=3)", "random", 1);
    let answers = session(three, b"play A a1\nplay white a2\nplay b a2\nplay C b1\nplay a b2\nplay B a3\nplay C b3\nplay A c3\nfinal_score\nhavannah_winner\n");
    assert_eq!(answers[1], "? `white` is no colour here: expected one of: A, B, C");
    assert_eq!(answers[8..], ["= A+1", "= A"]);
}

#[test]
fn analysis_is_json_and_boards_are_drawn() {
    let answers = session(
        setup("mnk", "alphabeta", 5),
        b"play w b2\nhoppity-analyze\nshowboard\ntime_settings 60 0 0\ntime_left b 30 0\nhoppity-analyze black\nhoppity-analyze white\n",
    );
    let analysis =
        |answer: &str| serde_json::from_str::<serde_json::Value>(answer.strip_prefix("= ").unwrap()).unwrap();
    let first = analysis(&answers[1]);
    assert_eq!((&first["proved"], &first["limit"]), (&"draw".into(), &"reproducible".into()));
    assert!(first["root"].as_array().unwrap().len() == 8 && first["pv"][0] == first["move"]);
    assert_eq!(answers[2], "= \n3  . . .\n2  . A .\n1  . . .\n   a b c\n3/1A1/3 B 2");
    assert_eq!(analysis(&answers[5])["limit"], "time");
    assert_eq!(answers[6], "? it is not the turn of white but of black");
}

#[test]
fn a_position_is_set_up_or_refused() {
    let answers = havannah(
        "hoppity-setup 4/5/6/7/6/5/4 B 2\nhoppity-position\nhoppity-setup nonsense\nhoppity-position\nclear_board\nhoppity-position\n",
    );
    assert_eq!(answers[1], "= 4/5/6/7/6/5/4 B 2");
    assert!(answers[2].starts_with("? "));
    assert_eq!(answers[3], answers[1]);
    assert_eq!(answers[5], "= 4/5/6/7/6/5/4 A 1");
}

#[test]
fn long_and_broken_lines_are_refused_and_the_next_one_is_answered() {
    let mut input = b"5 play w ".to_vec();
    input.extend(std::iter::repeat_n(b'x', 3_000_000));
    input.extend(b"\n\xff\xfe\x00 \x80\nname\n");
    let answers = session(setup("mnk", "random", 1), &input);
    assert_eq!(answers, ["?5 a line of more than 65536 bytes", "? unknown command", "= Hoppity"]);
    let comment = format!("#{}name\nname\n", "name ".repeat(100_000));
    assert_eq!(session(setup("mnk", "random", 1), comment.as_bytes()), ["= Hoppity"]);
    let cut = session(setup("mnk", "random", 1), b"name\nna");
    assert_eq!(cut, ["= Hoppity", "? unknown command"]);
}

proptest! {
    #[test]
    fn nothing_ends_it(lines in prop::collection::vec(prop_oneof![
        "[a-z_]{1,12}( [a-z0-9.-]{0,8}){0,4}",
        "(play|genmove|undo|boardsize|time_settings|time_left|hoppity-setup|hoppity-analyze|showboard)( (w|b|white|A|[a-c][1-3]|[0-9]{1,30}|-1|NaN|1e308)){0,4}",
        "\\PC{0,20}",
    ], 0..30)) {
        let mut input = lines.join("\n");
        input = input.replace("quit", "");
        input += "\n99 name\n";
        let answers = session(setup("mnk", "greedy", 1), input.as_bytes());
        prop_assert_eq!(answers.last().unwrap(), "=99 Hoppity");
        prop_assert!(answers.iter().all(|answer| answer.starts_with(['=', '?'])));
    }
}

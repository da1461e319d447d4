//! The matches that experiments are made of.
use hoppity_experiments::Contest;

#[test]
fn a_duel_is_the_same_on_any_number_of_threads() -> anyhow::Result<()> {
    let duel = Contest {
        game: "mnk(m=3,n=3,k=3)".into(),
        agents: vec!["alphabeta(depth=4)".into(), "random".into()],
        games: 20,
        opening_plies: 1,
        max_plies: 50,
        seed: 1,
    };
    let (one, two) = (duel.duel(1)?, duel.duel(2)?);
    assert_eq!((one.games, one.wins + one.draws + one.losses), (20, 20));
    assert!(one.score > 0.7 && one.score_low < one.score && one.score < one.score_high, "{one:?}");
    assert_eq!(format!("{one:?}"), format!("{two:?}"));
    Ok(())
}

#[test]
fn a_field_counts_the_seats_of_every_kind() -> anyhow::Result<()> {
    let field = Contest {
        game: "halma(board=8,players=3,cap=400)".into(),
        agents: ["greedy", "greedy", "random", "random"].map(String::from).to_vec(),
        games: 3,
        opening_plies: 3,
        max_plies: 500,
        seed: 1,
    };
    let places = field.field(2)?;
    assert_eq!(places.iter().map(|place| &place.agent[..]).collect::<Vec<_>>(), ["greedy", "random"]);
    // Four tables of three games: each kind holds half of their 36 seats.
    assert_eq!(places.iter().map(|place| place.seats).collect::<Vec<_>>(), [18, 18]);
    assert!(places[0].score > places[1].score, "{places:?}");
    Ok(())
}

#[test]
fn a_game_that_does_not_exist_is_refused() {
    let field = Contest {
        game: "chess".into(),
        agents: vec!["greedy".into()],
        games: 2,
        opening_plies: 0,
        max_plies: 10,
        seed: 1,
    };
    let refused = field.field(1).expect_err("there is no such game");
    assert!(refused.to_string().contains("there is no game `chess`"), "{refused:#}");
}

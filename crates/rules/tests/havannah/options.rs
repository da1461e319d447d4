//! Options, the board they give, and the conformance kit.
use super::{built, game};
use hoppity_rules::Catalogued;
use hoppity_rules::Spec;
use hoppity_rules::games::havannah::{Havannah8, Havannah11, Havannah16};
use hoppity_rules::testkit::{Plan, catalogued};

#[test]
fn keeps_the_contract() {
    let small =
        ["havannah(size=2)", "havannah(size=3)", "havannah(size=3,swap=true)", "havannah(size=2,handicap=3)"];
    catalogued::<Havannah8>(&small, &Plan::default());
    let few = Plan { games: 2, probes: 2, mutations: 30, ..Plan::default() };
    catalogued::<Havannah8>(
        &["havannah(size=4)", "havannah(size=5,swap=true)", "havannah(size=4,handicap=2)"],
        &few,
    );
    catalogued::<Havannah8>(&["havannah(size=7)", "havannah(size=8)"], &Plan { games: 1, ..few });
    catalogued::<Havannah11>(&["havannah(size=3,swap=true)", "havannah(size=4)"], &few);
    let one = Plan { games: 1, probes: 1, mutations: 20, max_plies: 120, ..Plan::default() };
    catalogued::<Havannah11>(&["havannah", "havannah(size=11,swap=true)"], &one);
    catalogued::<Havannah16>(&["havannah(size=2)", "havannah(size=3,handicap=2)"], &few);
    catalogued::<Havannah16>(&["havannah(size=16)", "havannah(size=14,swap=true)"], &one);
}

#[test]
fn the_canonical_spec_leaves_out_defaults() {
    let canonical = |spec: &str| game(spec).spec().to_string();
    assert_eq!(canonical("havannah(handicap=1,size=10,swap=false)"), "havannah");
    assert_eq!(canonical("havannah(swap=true,size=8)"), "havannah(size=8,swap=true)");
    assert_eq!(canonical("havannah(handicap=2)"), "havannah(handicap=2)");
}

#[test]
fn what_cannot_be_is_refused() {
    let why = |spec: &str| built(spec).unwrap_err().to_string();
    assert_eq!(why("havannah(size=1)"), "`size=1`: expected a whole number from 2 to 16 (at character 10)");
    assert_eq!(why("havannah(size=17)"), "`size=17`: expected a whole number from 2 to 16 (at character 10)");
    assert_eq!(
        why("havannah(size=2,handicap=8)"),
        "`handicap=8`: expected a whole number from 1 to 7 (at character 17)"
    );
    assert_eq!(
        why("havannah(swap=true,handicap=2)"),
        "A moves 2 times first: there is no one stone to swap; leave out swap or handicap (at character 20)"
    );
    assert_eq!(why("havannah(swap=1)"), "`swap=1`: expected true or false (at character 10)");
    assert!(built("havannah(swap=true,handicap=1)").is_ok());
    let spec = Spec::parse("havannah(size=9)").unwrap();
    assert_eq!(
        Havannah8::from_spec(&spec).unwrap_err().to_string(),
        "there is room for sizes up to 8 here, not for 9 (at character 10)"
    );
    assert_eq!((Havannah8::MAX_SIZE, Havannah11::MAX_SIZE, Havannah16::MAX_SIZE), (8, 11, 16));
}

#[test]
fn every_size_is_played_to_its_end() {
    for size in 2..=16 {
        let game = super::sized(size);
        let mut line = game.line();
        let mut rng = hoppity_rules::random::stream(3, &[size as u64]);
        assert_eq!(line.legal().len(), 3 * size * (size - 1) + 1);
        while line.push_random(&mut rng) {}
        assert!(line.outcome().is_some());
    }
}

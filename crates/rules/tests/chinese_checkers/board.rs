//! The boards as their names, pictures and distances show them.
use super::{game, hole};
use hoppity_rules::games::chinese_checkers::HoleSet;
use hoppity_rules::{CellShape, Game, Seat};

#[test]
fn the_star_starts_with_ten_men_in_each_point() {
    let start = |players: usize| {
        let game = game(&format!("chinese-checkers(players={players})"));
        game.format_position(&game.initial())
    };
    let empty = "13/12/11/10/9/10/11/12/13";
    assert_eq!(start(2), format!("A/AA/AAA/AAAA/{empty}/BBBB/BBB/BB/B A 1"));
    assert_eq!(start(3), "A/AA/AAA/AAAA/13/12/11/10/9/C8B/CC7BB/CCC6BBB/CCCC5BBBB/4/3/2/1 A 1");
    assert_eq!(start(4), "A/AA/AAA/AAAA/9BBBB/9BBB/9BB/9B/9/D9/DD9/DDD9/DDDD9/CCCC/CCC/CC/C A 1");
    assert_eq!(
        start(6),
        "A/AA/AAA/AAAA/FFFF5BBBB/FFF6BBB/FF7BB/F8B/9/E8C/EE7CC/EEE6CCC/EEEE5CCCC/DDDD/DDD/DD/D A 1"
    );
}

#[test]
fn the_rhombus_starts_with_men_in_its_acute_corners() {
    let start = |side: usize, men: usize| {
        let game = game(&format!("chinese-checkers(rhombus={side},men={men})"));
        game.format_position(&game.initial())
    };
    assert_eq!(start(7, 1), "A6/7/7/7/7/7/6B A 1");
    assert_eq!(start(7, 2), "AA5/7/7/7/7/7/5BB A 1");
    assert_eq!(start(7, 3), "AA5/A6/7/7/7/6B/5BB A 1");
    assert_eq!(start(7, 4), "AA5/AA5/7/7/7/5BB/5BB A 1");
    assert_eq!(start(4, 6), "AAA1/AA1B/A1BB/1BBB A 1");
    assert_eq!(start(9, 10), "AAAA5/AAA6/AA7/A8/9/8B/7BB/6BBB/5BBBB A 1");
}

#[test]
fn holes_have_the_neighbours_that_the_picture_shows() {
    for spec in ["chinese-checkers", "chinese-checkers(rhombus=8)", "chinese-checkers(rhombus=13)"] {
        let game = game(spec);
        let layout = game.layout();
        assert_eq!(layout.shape, CellShape::Hexagon);
        for (a, cell) in layout.cells.iter().enumerate() {
            assert_eq!(game.cell(game.hole(a)), a);
            assert_eq!(cell.label, game.label(game.hole(a)));
            let near = layout.cells.iter().enumerate().filter(|(_, other)| {
                matches!((other.x.abs_diff(cell.x), other.y.abs_diff(cell.y)), (2, 0) | (1, 1))
            });
            let near: HoleSet = near.map(|(b, _)| game.hole(b)).collect();
            assert_eq!(game.neighbours(game.hole(a)), near, "{spec}: {}", cell.label);
        }
    }
}

#[test]
fn distances_are_lengths_of_shortest_walks() {
    for spec in ["chinese-checkers", "chinese-checkers(rhombus=6)"] {
        let game = game(spec);
        for a in game.holes().iter() {
            let mut seen: HoleSet = [a].into_iter().collect();
            let mut distance = 0;
            let mut edge = seen;
            while !edge.is_empty() {
                edge.iter().for_each(|b| assert_eq!(game.distance(a, b), distance));
                let next = edge.iter().fold(HoleSet::EMPTY, |next, b| next | game.neighbours(b));
                edge = next & !seen;
                seen = seen | edge;
                distance += 1;
            }
            assert_eq!(seen, game.holes());
        }
    }
}

#[test]
fn goals_are_the_opposite_camps() {
    let star = game("chinese-checkers(players=6)");
    for seat in Seat::all(6) {
        let opposite = Seat::new((seat.index() + 3) % 6);
        assert_eq!(star.goal(seat), star.home(opposite));
        let tip = star.goal_tip(seat);
        assert!(star.goal(seat).contains(tip));
        assert_eq!(star.neighbours(tip).len(), 2);
    }
    assert_eq!(star.goal_tip(Seat::A), hole(&star, "q1"));
    let rhombus = game("chinese-checkers(rhombus=7)");
    assert_eq!(rhombus.goal_tip(Seat::A), hole(&rhombus, "g1"));
    assert_eq!(rhombus.goal_tip(Seat::B), hole(&rhombus, "a7"));
    assert_eq!(rhombus.men(), 6);
}

#[test]
fn symmetries_are_those_that_keep_the_seats() {
    let symmetries = |options: &str| game(&format!("chinese-checkers({options})")).symmetries();
    assert_eq!(symmetries("players=2"), 2);
    assert_eq!(symmetries("players=3"), 1);
    assert_eq!(symmetries("players=4"), 1);
    assert_eq!(symmetries("players=6"), 1);
    assert_eq!(symmetries("rhombus=7"), 2);
    assert_eq!(symmetries("rhombus=8,men=4"), 2);
    assert_eq!(symmetries("rhombus=8,men=2"), 1);
}

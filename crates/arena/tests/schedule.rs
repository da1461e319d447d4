//! Everyone meets everyone in every seat equally often.
use crate::support::parse;
use hoppity_arena::{Config, Slot};
use std::collections::{BTreeMap, BTreeSet};

fn tables(players: usize, agents: usize, games: u64) -> Config {
    let mut text = format!("game = \"mnk(players={players},m=6,n=6,k=4)\"\ngames = {games}\n");
    text.extend((0..agents).map(|agent| format!("[[agents]]\nname = \"{agent}\"\nagent = \"random\"\n")));
    parse(&text)
}

fn slots(config: &Config) -> Vec<Slot> {
    let schedule = config.schedule();
    (0..schedule.len()).map(|game| schedule.slot(game).unwrap()).collect()
}

fn counts<K: Ord>(items: impl IntoIterator<Item = K>) -> BTreeMap<K, u64> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

#[test]
fn seats_are_balanced_within_every_pairing_and_opening() {
    for (players, agents, games) in [(2, 2, 2), (2, 5, 8), (3, 3, 3), (3, 5, 12)] {
        let config = tables(players, agents, games);
        let slots = slots(&config);
        assert_eq!(slots.len() as u64, config.total_games());
        assert!(config.schedule().slot(config.total_games()).is_none());
        let held = slots
            .iter()
            .flat_map(|slot| (0..players).map(|seat| (slot.pairing, slot.opening, slot.seats[seat], seat)));
        assert!(counts(held).into_values().all(|count| count == 1), "each seat once in each opening");
        let met = slots.iter().map(|slot| slot.seats.iter().copied().collect::<BTreeSet<_>>());
        let met = counts(met);
        assert!(met.keys().all(|table| table.len() == players) && met.values().all(|&count| count == games));
    }
}

#[test]
fn three_seats_go_through_all_permutations() {
    let config = tables(3, 3, 6);
    let orders = counts(slots(&config).into_iter().map(|slot| slot.seats));
    assert_eq!(orders.len(), 6);
    assert!(orders.into_values().all(|count| count == 1));
}

#[test]
fn early_games_cover_all_pairings() {
    let config = tables(2, 4, 8);
    let first: Vec<u64> = slots(&config)[..12].iter().map(|slot| slot.pairing).collect();
    assert_eq!(first, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
}

#[test]
fn games_have_streams_of_their_own() {
    let config = tables(3, 4, 12);
    let seeds: BTreeSet<u64> = slots(&config).iter().map(|slot| slot.seed).collect();
    assert_eq!(seeds.len() as u64, config.total_games());
}

#[test]
fn openings_differ_while_they_can() {
    let openings = |plies: u32, games: u64| {
        let config = parse(&format!(
            "game = \"mnk\"\ngames = {games}\nopenings = {{ random_plies = {plies} }}\n[[agents]]\nagent = \"random\"\n[[agents]]\nagent = \"greedy\"\n"
        ));
        (config.schedule().openings(), config.schedule().distinct_openings())
    };
    assert_eq!(openings(1, 10), (5, 5));
    assert_eq!(openings(1, 40), (20, 9));
    assert_eq!(openings(2, 200), (100, 72));
}

//! How much of a bowl that is worth 100 Elo is recovered in 20,000 games, each of which is won or lost.
use hoppity_tune::bandit::Halving;
use hoppity_tune::simulated::{Bowl, Found};
use hoppity_tune::{Domain, Optimiser, Parameter, Space, cmaes};

const SEEDS: u64 = 20;
const GAMES: u64 = 20_000;

/// The mean over the seeds.
fn mean(parameters: usize, optimiser: impl Fn(&Bowl, u64) -> Box<dyn Optimiser>) -> Found {
    let found: Vec<Found> = (0..SEEDS)
        .map(|seed| {
            let bowl = Bowl::new(parameters, 100.0, seed);
            bowl.search(&mut *optimiser(&bowl, seed), seed)
        })
        .collect();
    let elo = found.iter().map(|found| found.elo).sum::<f64>() / SEEDS as f64;
    Found { elo, games: found.iter().map(|found| found.games).max().unwrap() }
}

fn by_spsa(bowl: &Bowl, seed: u64) -> Box<dyn Optimiser> {
    Box::new(bowl.spsa(GAMES, seed))
}

fn by_cmaes(bowl: &Bowl, seed: u64) -> Box<dyn Optimiser> {
    Box::new(bowl.cmaes(GAMES, seed))
}

#[test]
fn spsa_recovers_ninety_of_a_hundred_elo_with_four_parameters_and_eighty_with_twelve() {
    for (parameters, least) in [(4, 90.0), (12, 80.0)] {
        let Found { elo, games } = mean(parameters, by_spsa);
        assert!(elo >= least && games <= GAMES, "{parameters} parameters: {elo:.1} Elo in {games} games");
    }
}

#[test]
fn cma_es_recovers_most_of_it_too() {
    for (parameters, least) in [(4, 80.0), (12, 60.0)] {
        let Found { elo, games } = mean(parameters, by_cmaes);
        assert!(elo >= least && games <= GAMES, "{parameters} parameters: {elo:.1} Elo in {games} games");
    }
}

/// Without noise in the way it is the search of the tutorial: it finds the optimum of a bowl where every game tells.
#[test]
fn cma_es_settles_where_results_are_certain() {
    let bowl = Bowl::new(5, 1e7, 3);
    let settings =
        cmaes::Settings { pairs: 12_000, measurement: (1, 10), candidates: None, sigma: 0.2, seed: 1 };
    let found = bowl.search(&mut cmaes::CmaEs::new(bowl.space.clone(), settings), 1);
    assert!(found.elo > 0.999 * 1e7, "{found:?}");
}

#[test]
fn halving_finds_the_best_configuration_most_of_the_time_and_keeps_to_its_games() {
    let mut right = 0;
    for seed in 0..SEEDS {
        // Nine values, the optimum at one end, the start in the middle.
        let mut bowl = Bowl::new(1, 100.0, seed);
        let domain = Domain::Number { start: 0.5, min: 0.0, max: 1.0, step: 0.125 };
        let space = Space { parameters: vec![Parameter { name: "x".to_owned(), domain }] };
        let points = space.all(100).unwrap();
        assert_eq!((points.len(), Halving::least_pairs(points.len())), (9, 36));
        bowl.space = space.clone();
        let found = bowl.search(&mut Halving::new(space, points, 2000), seed);
        assert!(found.games <= 4000, "{found:?}");
        right += u32::from(found.elo > 70.0);
    }
    assert!(right >= 18, "{right} of {SEEDS}");
}

#[test]
fn the_same_seed_and_results_give_the_same_path() {
    for optimiser in [by_spsa, by_cmaes] {
        let bowl = Bowl::new(3, 100.0, 5);
        let path = || {
            let mut search = optimiser(&bowl, 9);
            for _ in 0..50 {
                let duels = search.ask();
                search.tell(&duels.iter().map(|duel| bowl.play(duel, 4)).collect::<Vec<_>>());
            }
            (search.best(), search.figures())
        };
        assert_eq!(path(), path());
    }
}

//! The library against the slow twin, after every stone of random games of several kinds, and after taking back.
use super::twin::Twin;
use super::with_size;
use crate::heavy;
use hoppity_rules::games::havannah::{ForCapacity, Havannah};
use hoppity_rules::random::{IndexedRandom, Random, RngExt, stream};
use hoppity_rules::{Game, Line, Seat, Team};

/// How the moves of a game are chosen.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// Uniformly.
    Uniform,
    /// Mostly next to own stones, so that rings and bridges come about.
    Contact,
    /// As `Contact`, but wins are tried and taken back as long as there are other moves at hand: full boards, large strings.
    Reluctant,
    /// As `Contact`, with moves taken back at any time.
    Wavering,
}

/// How many games of each style are played on each size.
fn games(size: usize) -> u64 {
    match (heavy(), size) {
        (true, ..=10) => 25_000,
        (true, _) => 250,
        (false, ..=6) => 30,
        (false, ..=10) => 8,
        (false, _) => 1,
    }
}

#[test]
fn wins_are_found_as_by_definition() {
    for size in 2..=16 {
        for style in [Style::Uniform, Style::Contact, Style::Reluctant, Style::Wavering] {
            let wins = with_size(size, Compare { size, style });
            assert!(!(4..=6).contains(&size) || wins > 0, "no win in any game of size {size}, {style:?}");
        }
    }
}

struct Compare {
    size: usize,
    style: Style,
}

impl ForCapacity for Compare {
    /// How many games were won.
    type Output = u64;

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) -> u64 {
        let empty = Twin::new(self.size);
        let seed = |number: u64| stream(11, &[self.size as u64, self.style as u64, number]);
        let play =
            |number: u64| u64::from(Pair::new(game.clone(), &empty).play(self.style, &mut seed(number)));
        (0..games(self.size)).map(play).sum()
    }
}

/// The library and the twin, in step.
struct Pair<const CELLS: usize> {
    line: Line<Havannah<CELLS>>,
    twin: Twin,
    /// The cells in the order in which they were taken.
    taken: Vec<usize>,
}

impl<const CELLS: usize> Pair<CELLS> {
    fn new(game: Havannah<CELLS>, empty: &Twin) -> Pair<CELLS> {
        Pair { line: Line::new(game), twin: empty.clone(), taken: Vec::new() }
    }

    /// Plays a game to its end, and says whether somebody won.
    fn play(mut self, style: Style, rng: &mut Random) -> bool {
        while self.line.outcome().is_none() {
            let wavers = matches!(style, Style::Wavering) && rng.random_bool(0.2);
            if wavers {
                let back = rng.random_range(0..=self.taken.len().min(20));
                (0..back).for_each(|_| self.pop());
                if back > 0 {
                    self.compare();
                }
            }
            match style {
                Style::Uniform => self.push(self.any_cell(rng)),
                Style::Contact | Style::Wavering => self.push(self.cell_in_contact(rng)),
                Style::Reluctant => self.push_unless_it_wins(rng),
            }
        }
        let won = self.line.outcome().is_some_and(|outcome| outcome.winner().is_some());
        while !self.taken.is_empty() {
            self.pop();
        }
        assert_eq!(*self.line.state(), self.line.game().initial());
        won
    }

    fn push_unless_it_wins(&mut self, rng: &mut Random) {
        for _ in 0..12 {
            self.push(self.cell_in_contact(rng));
            if self.line.outcome().is_none_or(|outcome| outcome.winner().is_none()) {
                return;
            }
            self.pop();
        }
        self.push(self.any_cell(rng));
    }

    fn any_cell(&self, rng: &mut Random) -> usize {
        let game = self.line.game();
        game.move_index(game.sample(self.line.state(), rng))
    }

    /// Mostly an empty cell next to an own stone.
    fn cell_in_contact(&self, rng: &mut Random) -> usize {
        let seat = Some(self.line.to_move());
        let own: Vec<usize> = (0..self.twin.cells()).filter(|&cell| self.twin.stones[cell] == seat).collect();
        for _ in 0..8 {
            let near = own.choose(rng).and_then(|&stone| self.twin.neighbours(stone).choose(rng));
            if let Some(&cell) = near
                && self.twin.stones[cell].is_none()
                && rng.random_bool(0.9)
            {
                return cell;
            }
        }
        self.any_cell(rng)
    }

    /// Plays on a cell; before, what the library foretells of it is noted.
    fn push(&mut self, cell: usize) {
        let (game, seat) = (self.line.game().clone(), self.line.to_move());
        let foretold = game.completes(self.line.state(), seat, cell);
        self.twin.stones[cell] = Some(seat);
        self.taken.push(cell);
        self.line.push(game.move_to(cell));
        self.compare();
        let after = self.line.outcome().filter(|outcome| outcome.winner().is_some());
        let reasons = after.map(|outcome| outcome.reasons()).unwrap_or_default();
        assert_eq!(foretold, reasons, "foretold of {}: {}", self.twin.name(cell), self.text());
    }

    fn pop(&mut self) {
        let cell = self.taken.pop().expect("there is a stone");
        self.twin.stones[cell] = None;
        self.line.pop();
        assert_eq!(self.line.outcome(), None, "{}", self.text());
    }

    /// The outcome is what the structures of the seat that has moved say; the other seat has none.
    fn compare(&self) {
        let mover = self.line.to_move().next(2);
        let structures = self.twin.structures(mover);
        let full = self.twin.stones.iter().all(Option::is_some);
        let right = match structures[..] {
            [] if full => Some((None, "full board".to_owned())),
            [] => None,
            _ => Some((Some(mover.index()), structures.join("+"))),
        };
        let names = self.line.game().reason_names();
        let found = self
            .line
            .outcome()
            .map(|outcome| (outcome.winner().map(Team::index), outcome.reasons().names(names)));
        assert_eq!(found, right, "{}", self.text());
    }

    fn text(&self) -> String {
        self.line.game().format_position(self.line.state())
    }
}

/// Positions from text have the structures they have, whichever stone came last.
#[test]
fn positions_from_text_have_their_structures() {
    for size in 2..=7 {
        with_size(size, FromText(size));
    }
}

struct FromText(usize);

impl ForCapacity for FromText {
    type Output = ();

    fn with<const CELLS: usize>(self, game: Havannah<CELLS>) {
        for number in 0..if heavy() { 20_000 } else { 200 } {
            let mut rng = stream(12, &[self.0 as u64, number]);
            let mut twin = Twin::new(self.0);
            let density = rng.random_range(0.0..1.0);
            for stone in &mut twin.stones {
                let seat = if rng.random_bool(0.5) { Seat::A } else { Seat::B };
                *stone = rng.random_bool(density).then_some(seat);
            }
            let mut start = game.initial();
            let text = game.format_position(&start);
            let widths: Vec<usize> = text
                .split(' ')
                .next()
                .unwrap_or("")
                .split('/')
                .map(|n| n.parse().expect("an empty row"))
                .collect();
            let rows = hoppity_rules::text::format_rows(&widths, twin.stones.iter().copied());
            let structures = [Seat::A, Seat::B].map(|seat| twin.structures(seat));
            let text = format!("{rows} A 9");
            match game.parse_position(&text) {
                Ok(read) => start = read,
                Err(e) => {
                    assert!(structures.iter().all(|own| !own.is_empty()), "{text}: {e}");
                    continue;
                }
            }
            let reasons = game.outcome(&start).map(|outcome| outcome.reasons().names(game.reason_names()));
            let full = twin.stones.iter().all(Option::is_some).then(|| "full board".to_owned());
            let right = structures.iter().find(|own| !own.is_empty()).map(|own| own.join("+")).or(full);
            assert_eq!(reasons, right, "{text}");
        }
    }
}

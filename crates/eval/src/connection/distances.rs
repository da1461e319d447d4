//! How many stones a side lacks to connect parts of the border.
//!
//! From each part of the border goes out a search in which own stones cost nothing, empty cells one stone, and the other
//! side's stones stop it. A cell is next to its six neighbours and to the six cells a bridge away, if both cells between
//! are empty: whatever the other side takes, the other one connects. So a second row is next to the border, too. Three
//! parts meet in a cell; what that lacks is what the three searches need to come there (Steiner's tree of three ends).
use hoppity_rules::Seat;
use hoppity_rules::games::hexagonal::{BORDER_BITS, Connection, Kind};
use std::ops::Range;

/// Further than any search goes.
const FAR: u8 = 60;

/// What the searches need to know of a board.
#[derive(Debug)]
pub(crate) struct Nets {
    neighbours: Vec<Vec<u16>>,
    /// By cell: the cells a bridge away, and the two cells between.
    bridges: Vec<Vec<(u16, [u16; 2])>>,
    /// By part of the border: its cells, and the cells of the second row with the two cells of the border below them.
    parts: Vec<Part>,
    /// By seat: the parts whose connection wins, no part of them being too many; first the pairs, then the threes.
    wins: [Vec<Vec<usize>>; 2],
    /// By cell: how far it is from the centre, as a part of the furthest.
    off_centre: Vec<f64>,
    has_forks: bool,
}

#[derive(Debug, Default)]
struct Part {
    cells: Vec<u16>,
    second: Vec<(u16, [u16; 2])>,
}

/// What a side lacks.
pub(super) struct Side {
    /// Stones to the nearest winning connection of two parts.
    pub two: u8,
    /// Stones to the nearest winning connection of three parts.
    pub three: u8,
    /// How many empty cells a nearest connection may run through.
    pub through: u32,
    /// Parts of the border that an own stone is connected with, or lacks one stone to be.
    pub reach: u32,
}

struct Lacks {
    two: u8,
    three: u8,
    by_cell: Vec<u8>,
}

impl Nets {
    pub(crate) fn new<K: Kind, const CELLS: usize>(game: &Connection<K, CELLS>) -> Nets {
        let cells = 0..game.cells();
        let neighbours: Vec<Vec<u16>> = cells.clone().map(|cell| game.neighbours(cell).to_vec()).collect();
        let bridges = cells.clone().map(|cell| bridges(&neighbours, cell)).collect();
        let parts: Vec<Part> =
            (0..BORDER_BITS).map(|bit| part(game, &neighbours, cells.clone(), bit)).collect();
        let used: Vec<usize> = (0..parts.len()).filter(|&part| !parts[part].cells.is_empty()).collect();
        let wins = [Seat::A, Seat::B].map(|seat| wins::<K>(seat, &used));
        let has_forks = wins[0].iter().any(|set| set.len() > 2);
        Nets { off_centre: off_centre(&neighbours), neighbours, bridges, parts, wins, has_forks }
    }

    pub(super) fn has_forks(&self) -> bool {
        self.has_forks
    }

    pub(super) fn side(&self, holders: &[Option<Seat>], seat: Seat) -> Side {
        let away = self.away(holders, seat);
        let Lacks { two, three, by_cell } = self.lacks(holders, seat, &away);
        let nearest = two.min(three);
        let through = (0..holders.len())
            .filter(|&cell| holders[cell].is_none() && by_cell[cell] == nearest)
            .count() as u32;
        let own =
            |away: &&Vec<u8>| (0..away.len()).any(|cell| holders[cell] == Some(seat) && away[cell] <= 1);
        let reach = away.iter().filter(own).count() as u32;
        Side { two, three, through, reach }
    }

    /// By cell, how many stones the nearest winning connection through it lacks, one on the cell included.
    pub(crate) fn through(&self, holders: &[Option<Seat>], seat: Seat) -> Vec<u8> {
        self.lacks(holders, seat, &self.away(holders, seat)).by_cell
    }

    /// By part of the border and cell, see [`Nets::search`]; nothing for parts that the seat has no use for.
    fn away(&self, holders: &[Option<Seat>], seat: Seat) -> Vec<Vec<u8>> {
        let mut concerned = vec![false; self.parts.len()];
        self.wins[seat.index()].iter().flatten().for_each(|&part| concerned[part] = true);
        let parts = self.parts.iter().zip(&concerned);
        let away =
            parts.map(|(part, &it_is)| if it_is { self.search(holders, seat, part) } else { Vec::new() });
        away.collect()
    }

    fn lacks(&self, holders: &[Option<Seat>], seat: Seat, away: &[Vec<u8>]) -> Lacks {
        let (mut two, mut three) = (FAR, FAR);
        let mut by_cell = vec![FAR; holders.len()];
        for (cell, lacks) in by_cell.iter_mut().enumerate() {
            let cost = match holders[cell] {
                None => 1,
                Some(holder) if holder == seat => 0,
                Some(_) => continue,
            };
            for set in &self.wins[seat.index()] {
                let ways: u32 = set
                    .iter()
                    .map(|&part| u32::from(away[part][cell]) - cost.min(u32::from(away[part][cell])))
                    .sum();
                let all = (ways + cost).min(u32::from(FAR)) as u8;
                let best = if set.len() == 2 { &mut two } else { &mut three };
                *best = (*best).min(all);
                *lacks = (*lacks).min(all);
            }
        }
        Lacks { two, three, by_cell }
    }

    /// By cell, how many stones connect it with a part of the border, its own included.
    fn search(&self, holders: &[Option<Seat>], seat: Seat, part: &Part) -> Vec<u8> {
        let mut away = vec![FAR; holders.len()];
        let (mut here, mut next): (Vec<u16>, Vec<u16>) = (Vec::new(), Vec::new());
        let empty = |cell: u16| holders[usize::from(cell)].is_none();
        let open = |between: [u16; 2]| between.into_iter().all(empty);
        let second = part.second.iter().filter(|(_, between)| open(*between)).map(|&(cell, _)| cell);
        let mut stones = 0;
        let starts = part.cells.iter().copied().chain(second);
        let visit = |away: &mut Vec<u8>, here: &mut Vec<u16>, next: &mut Vec<u16>, cell: u16, stones: u8| {
            let place = usize::from(cell);
            match holders[place] {
                None if away[place] > stones + 1 => {
                    away[place] = stones + 1;
                    next.push(cell);
                }
                Some(holder) if holder == seat && away[place] > stones => {
                    away[place] = stones;
                    here.push(cell);
                }
                _ => {}
            }
        };
        starts.for_each(|cell| visit(&mut away, &mut here, &mut next, cell, 0));
        loop {
            while let Some(cell) = here.pop() {
                let place = usize::from(cell);
                if away[place] < stones {
                    continue;
                }
                for &near in &self.neighbours[place] {
                    visit(&mut away, &mut here, &mut next, near, stones);
                }
                for &(far, between) in &self.bridges[place] {
                    if open(between) {
                        visit(&mut away, &mut here, &mut next, far, stones);
                    }
                }
            }
            if next.is_empty() || stones + 1 >= FAR {
                return away;
            }
            stones += 1;
            std::mem::swap(&mut here, &mut next);
        }
    }

    /// The cells a bridge away from one, with both cells between empty.
    pub(crate) fn open_bridges(&self, holders: &[Option<Seat>], cell: usize) -> impl Iterator<Item = usize> {
        let is_open =
            |between: [u16; 2]| between.into_iter().all(|cell| holders[usize::from(cell)].is_none());
        let open = self.bridges[cell].iter().filter(move |(_, between)| is_open(*between));
        open.map(|&(far, _)| usize::from(far))
    }

    /// Own stones beyond three around a cell where the other side has none, summed over all cells with six neighbours.
    pub(super) fn rings(&self, holders: &[Option<Seat>], seat: Seat) -> u32 {
        let around = |near: &Vec<u16>| {
            let held = near.iter().map(|&cell| holders[usize::from(cell)]);
            let free = held.clone().all(|holder| holder.is_none_or(|holder| holder == seat));
            let own = held.flatten().count() as u32;
            if free && near.len() == 6 { own.saturating_sub(3) } else { 0 }
        };
        self.neighbours.iter().map(around).sum()
    }

    pub(super) fn off_centre(&self, holders: &[Option<Seat>], seat: Seat) -> f64 {
        let own = holders.iter().zip(&self.off_centre).filter(|(holder, _)| **holder == Some(seat));
        own.map(|(_, off)| off).sum()
    }
}

/// The cells that have just two neighbours in common with one and are not beside it.
fn bridges(neighbours: &[Vec<u16>], cell: usize) -> Vec<(u16, [u16; 2])> {
    let beside = &neighbours[cell];
    let mut found: Vec<(u16, [u16; 2])> = Vec::new();
    for (i, &a) in beside.iter().enumerate() {
        for &b in &beside[i + 1..] {
            let common =
                neighbours[usize::from(a)].iter().filter(|far| neighbours[usize::from(b)].contains(far));
            for &far in common {
                if usize::from(far) != cell && !beside.contains(&far) {
                    found.push((far, [a, b]));
                }
            }
        }
    }
    found
}

fn part<K: Kind, const CELLS: usize>(
    game: &Connection<K, CELLS>,
    neighbours: &[Vec<u16>],
    cells: Range<usize>,
    bit: u32,
) -> Part {
    let belongs = |cell: usize| game.border(cell) >> bit & 1 == 1;
    let mut part = Part::default();
    for cell in cells {
        if belongs(cell) {
            part.cells.push(cell as u16);
            continue;
        }
        let below: Vec<u16> =
            neighbours[cell].iter().copied().filter(|&near| belongs(usize::from(near))).collect();
        if let [a, b] = below[..] {
            part.second.push((cell as u16, [a, b]));
        }
    }
    part
}

/// The sets of two and three parts whose connection wins, without those in which two would do.
fn wins<K: Kind>(seat: Seat, used: &[usize]) -> Vec<Vec<usize>> {
    let is_won = |set: &[usize]| K::wins(seat, set.iter().fold(0, |bits, part| bits | 1 << part), false);
    let mut wins: Vec<Vec<usize>> = Vec::new();
    for (i, &a) in used.iter().enumerate() {
        wins.extend(used[i + 1..].iter().map(|&b| vec![a, b]).filter(|set| is_won(set)));
    }
    let pairs = wins.clone();
    for (i, &a) in used.iter().enumerate() {
        for (j, &b) in used.iter().enumerate().skip(i + 1) {
            let threes = used[j + 1..].iter().map(|&c| vec![a, b, c]);
            let has_pair =
                |set: &Vec<usize>| pairs.iter().any(|pair| pair.iter().all(|part| set.contains(part)));
            wins.extend(threes.filter(|set| is_won(set) && !has_pair(set)));
        }
    }
    wins
}

/// By cell, how far it is from the cell whose furthest cell is nearest, as a part of the furthest of all.
fn off_centre(neighbours: &[Vec<u16>]) -> Vec<f64> {
    let walk = |from: usize| {
        let mut steps = vec![usize::MAX; neighbours.len()];
        let mut queue = vec![from];
        steps[from] = 0;
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for &near in &neighbours[cell] {
                let near = usize::from(near);
                if steps[near] == usize::MAX {
                    steps[near] = steps[cell] + 1;
                    queue.push(near);
                }
            }
        }
        steps
    };
    let furthest = |steps: &Vec<usize>| steps.iter().copied().max().unwrap_or(0);
    let steps = (0..neighbours.len()).map(walk).min_by_key(furthest).unwrap_or_default();
    let most = furthest(&steps).max(1) as f64;
    steps.into_iter().map(|steps| steps as f64 / most).collect()
}

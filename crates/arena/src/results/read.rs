//! Reads games row by row, in each of the shapes that a file may have.
use super::text::{Fault, Field, Records};
use crate::summary::fingerprint;
use hoppity_stats::plackett_luce::MAX_ENTRANTS;
use hoppity_stats::ratings::MAX_PLAYERS;
use std::collections::{BTreeMap, HashSet};

/// A game: who sat where, and who finished where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    /// The agents by seat.
    pub(super) seats: Vec<usize>,
    /// The places by seat, 0 the best.
    pub(super) ranks: Vec<u8>,
}

/// The content of a file.
pub(super) struct Content {
    /// The agents in order of appearance.
    pub(super) agents: Vec<String>,
    /// Games that belong together, such as the two of an opening.
    pub(super) blocks: Vec<Vec<Game>>,
    /// Whether the file says which games belong together; otherwise every game is a block of its own.
    pub(super) grouped: bool,
    /// How many games have moves that no other one has, where the file has moves.
    pub(super) distinct: Option<u64>,
}

/// A file whose header has been read.
pub(super) struct Reader<'a> {
    shape: Shape,
    records: Records<'a>,
}

/// Which columns tell what.
struct Shape {
    width: usize,
    seats: Vec<usize>,
    places: Places,
    /// Columns that together name the block of a game.
    block: Vec<usize>,
    moves: Option<usize>,
}

enum Places {
    /// The place of each seat, from 0.
    Ranks(Vec<usize>),
    /// `1-0`, `0-1` or `1/2-1/2`.
    Result(usize),
    /// The agents from the first place to the last.
    Order(Vec<usize>),
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Result<Reader<'a>, Fault> {
        let mut records = Records::new(text);
        let header =
            records.next().unwrap_or_else(|| Err(Fault::new(0, format!("the file is empty: {EXPECTED}"))))?;
        Ok(Reader { shape: Shape::new(&header)?, records })
    }

    /// How many seats a game has.
    pub(super) fn seats(&self) -> usize {
        self.shape.seats.len()
    }

    /// Whether this is the `games.csv` of a run.
    pub(super) fn is_run(&self) -> bool {
        matches!(self.shape.places, Places::Ranks(_))
    }

    /// Whether seats are more than the order in which names were written down.
    pub(super) fn seats_matter(&self) -> bool {
        !matches!(self.shape.places, Places::Order(_))
    }

    /// Reads all games; seats with the same team win and lose together.
    pub(super) fn read(self, teams: &[usize]) -> Result<Content, Fault> {
        let Reader { shape, records } = self;
        let mut agents = Names::default();
        let mut blocks: Vec<Vec<Game>> = Vec::new();
        let mut named: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        // Only counted, so that the order of the set does not matter.
        let mut moves = HashSet::new();
        // The first cell that says which block a game belongs to, and the first that does not.
        let (mut told, mut untold) = (None, None);
        for record in records {
            let record = record?;
            shape.check_width(&record)?;
            let game = shape.game(&record, teams, &mut agents)?;
            moves.extend(shape.moves.map(|column| fingerprint(&record[column].value)));
            let next = blocks.len();
            let cells = shape.block.iter().map(|&column| &record[column]);
            for cell in cells.clone() {
                let first = if cell.value.trim().is_empty() { &mut untold } else { &mut told };
                first.get_or_insert(cell.at);
            }
            if let (Some(_), Some(at)) = (told, untold) {
                let what = "an empty cell: expected every game, or none, to say which games it belongs to";
                return Err(Fault::new(at, what));
            }
            let block = match told {
                Some(_) => *named.entry(cells.map(|cell| cell.value.to_string()).collect()).or_insert(next),
                None => next,
            };
            if block == next {
                blocks.push(Vec::new());
            }
            blocks[block].push(game);
        }
        Ok(Content {
            agents: agents.list,
            blocks,
            grouped: told.is_some(),
            distinct: shape.moves.map(|_| moves.len() as u64),
        })
    }
}

/// A game of a run with its moves.
pub(super) struct Told<'a> {
    /// The places by seat, 0 the best.
    pub(super) ranks: Vec<u8>,
    /// Which opening it began with; 0 where the file does not say.
    pub(super) opening: u64,
    /// The moves, separated by spaces.
    pub(super) moves: Field<'a>,
}

impl<'a> Reader<'a> {
    /// Reads all games with their moves, which all of them must have.
    pub(super) fn moves(self, teams: &[usize]) -> Result<Vec<Told<'a>>, Fault> {
        let Reader { shape, records } = self;
        let right = "expected the games.csv of a run, whose games can be played through again";
        let Some(column) = shape.moves else {
            return Err(Fault::new(0, format!("there is no column `moves`: {right}")));
        };
        let Places::Ranks(places) = &shape.places else {
            return Err(Fault::new(0, format!("there are no columns `rank_a`, `rank_b`, …: {right}")));
        };
        let mut games = Vec::new();
        for record in records {
            let record = record?;
            shape.check_width(&record)?;
            let ranks = ranks(&record, places, teams)?;
            let opening = shape.block.get(1).map_or(Ok(0), |&column| {
                let Field { value, at } = &record[column];
                value
                    .parse()
                    .map_err(|_| Fault::new(*at, format!("`{value}`: expected the number of an opening")))
            })?;
            let moves = record[column].clone();
            if moves.value.trim().is_empty() {
                return Err(Fault::new(moves.at, format!("a game without moves: {right}")));
            }
            games.push(Told { ranks, opening, moves });
        }
        Ok(games)
    }
}

const EXPECTED: &str = "expected a header with `first,second,result` (two seats), with `seat0,seat1,…,rank1,rank2,…` (a table; \
                        the ranks name agents), or that of a run's games.csv";

/// What the columns of each shape are called; a row is a game.
const PAIRS: &str = "first,second,result";
const NUMBERED: &str = "seat0,…,rank1,…";
const LETTERED: &str = "seat_a,…,rank_a,…";

/// The shape that a column of this name belongs to.
fn shape_of(name: &str) -> Option<&'static str> {
    if ["first", "second", "result"].contains(&name) {
        return Some(PAIRS);
    }
    let rest = name.strip_prefix("seat").or_else(|| name.strip_prefix("rank"))?;
    if !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()) {
        return Some(NUMBERED);
    }
    let letter = rest.strip_prefix('_')?;
    (letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_lowercase())).then_some(LETTERED)
}

/// Refuses a header with columns of two shapes: which of them tells the results is anybody's guess.
fn check_shapes(header: &[Field<'_>]) -> Result<(), Fault> {
    let mut known = header.iter().filter_map(|field| Some((field, shape_of(&field.value)?)));
    let Some((first, shape)) = known.next() else { return Ok(()) };
    let Some((other, _)) = known.find(|(_, of)| *of != shape) else { return Ok(()) };
    let what = format!(
        "`{}` and `{}` belong to results of two shapes: expected only the columns `{shape}`, or only the others",
        first.value, other.value
    );
    Err(Fault::new(other.at, what))
}

impl Shape {
    fn new(header: &[Field<'_>]) -> Result<Shape, Fault> {
        for (i, field) in header.iter().enumerate() {
            if header[..i].iter().any(|earlier| earlier.value == field.value) {
                return Err(Fault::new(field.at, format!("there are two columns `{}`", field.value)));
            }
        }
        check_shapes(header)?;
        let find = |name: &str| header.iter().position(|field| field.value == name);
        let series = |name: &dyn Fn(usize) -> String| -> Vec<usize> {
            (0..header.len()).map_while(|i| find(&name(i))).collect()
        };
        let start = header[0].at;
        let need =
            |name: &str| find(name).ok_or_else(|| Fault::new(start, format!("there is no column `{name}`")));

        let letter = |i: usize| char::from_u32('a' as u32 + i as u32).unwrap_or('?');
        let lettered = series(&|i| format!("seat_{}", letter(i)));
        let numbered = series(&|i| format!("seat{i}"));
        let (seats, places) = if !lettered.is_empty() {
            let ranks = series(&|i| format!("rank_{}", letter(i)));
            (lettered, Places::Ranks(ranks))
        } else if !numbered.is_empty() {
            let order = series(&|i| format!("rank{}", i + 1));
            (numbered, Places::Order(order))
        } else if ["first", "second", "result"].into_iter().any(|name| find(name).is_some()) {
            (vec![need("first")?, need("second")?], Places::Result(need("result")?))
        } else {
            return Err(Fault::new(start, format!("this has no results: {EXPECTED}")));
        };
        if let Places::Ranks(ranks) | Places::Order(ranks) = &places
            && (ranks.len() != seats.len() || !(2..=MAX_ENTRANTS).contains(&seats.len()))
        {
            let (given, places) = (seats.len(), ranks.len());
            let what = format!(
                "there are {given} columns of seats and {places} of ranks: expected as many of both, from 2 to {MAX_ENTRANTS}"
            );
            return Err(Fault::new(header[seats[0]].at, what));
        }
        if let Places::Ranks(ranks) | Places::Order(ranks) = &places {
            let of_shape = |field: &Field<'_>| matches!(shape_of(&field.value), Some(LETTERED | NUMBERED));
            let used = |column: &usize| seats.contains(column) || ranks.contains(column);
            if let Some(column) = (0..header.len()).find(|column| of_shape(&header[*column]) && !used(column))
            {
                let Field { value, at } = &header[column];
                let shape = shape_of(value).unwrap_or_default();
                return Err(Fault::new(
                    *at,
                    format!("`{value}`: expected the columns `{shape}` without a gap"),
                ));
            }
        }
        let run = matches!(places, Places::Ranks(_));
        let block = if run {
            find("pairing")
                .zip(find("opening"))
                .map_or_else(Vec::new, |(pairing, opening)| vec![pairing, opening])
        } else {
            find("pair").into_iter().collect()
        };
        Ok(Shape { width: header.len(), seats, places, block, moves: find("moves").filter(|_| run) })
    }

    fn check_width(&self, record: &[Field<'_>]) -> Result<(), Fault> {
        let (width, found) = (self.width, record.len());
        if found == width {
            return Ok(());
        }
        // The first field too many, or the last one there is.
        let at = record[width.min(found - 1)].at;
        Err(Fault::new(at, format!("expected {width} fields as in the header, found {found}")))
    }

    fn game(&self, record: &[Field<'_>], teams: &[usize], agents: &mut Names) -> Result<Game, Fault> {
        let mut seats = Vec::with_capacity(self.seats.len());
        for &column in &self.seats {
            seats.push(agents.index(&record[column])?);
        }
        let ranks = match &self.places {
            Places::Ranks(columns) => ranks(record, columns, teams)?,
            Places::Result(column) => result(&record[*column])?.to_vec(),
            Places::Order(columns) => order(record, &self.seats, columns)?,
        };
        Ok(Game { seats, ranks })
    }
}

fn ranks(record: &[Field<'_>], columns: &[usize], teams: &[usize]) -> Result<Vec<u8>, Fault> {
    let mut ranks = Vec::with_capacity(columns.len());
    for (seat, &column) in columns.iter().enumerate() {
        let Field { value, at } = &record[column];
        let rank: u8 = value
            .parse()
            .map_err(|_| Fault::new(*at, format!("`{value}`: expected a place, 0 for the first")))?;
        if let Some(partner) = (0..seat).find(|&other| teams[other] == teams[seat] && ranks[other] != rank) {
            let what = format!("place {rank}: expected {}, the place of the partner", ranks[partner]);
            return Err(Fault::new(*at, what));
        }
        ranks.push(rank);
    }
    if !ranks.contains(&0) {
        return Err(Fault::new(record[columns[0]].at, "nobody has the first place, which is 0"));
    }
    Ok(ranks)
}

fn result(field: &Field<'_>) -> Result<[u8; 2], Fault> {
    match &*field.value {
        "1-0" => Ok([0, 1]),
        "0-1" => Ok([1, 0]),
        "1/2-1/2" => Ok([0, 0]),
        other => Err(Fault::new(field.at, format!("`{other}`: expected 1-0, 0-1 or 1/2-1/2"))),
    }
}

fn order(record: &[Field<'_>], seats: &[usize], columns: &[usize]) -> Result<Vec<u8>, Fault> {
    for (i, &column) in seats.iter().enumerate() {
        if let Some(twice) = seats[..i].iter().find(|&&other| record[other].value == record[column].value) {
            let what = format!("`{}` has two seats", record[*twice].value);
            return Err(Fault::new(record[column].at, what));
        }
    }
    let mut ranks = vec![0; seats.len()];
    for (rank, &column) in columns.iter().enumerate() {
        let Field { value, at } = &record[column];
        let Some(seat) = seats.iter().position(|&seat| record[seat].value == *value) else {
            let ties = "for ties give the places of the seats, in columns `seat_a,…,rank_a,…`";
            return Err(Fault::new(*at, format!("`{value}` has a rank but no seat in this game; {ties}")));
        };
        if columns[..rank].iter().any(|&other| record[other].value == *value) {
            return Err(Fault::new(*at, format!("`{value}` has two ranks")));
        }
        ranks[seat] = rank as u8;
    }
    Ok(ranks)
}

/// Numbers names in order of appearance.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Names {
    fn index(&mut self, field: &Field<'_>) -> Result<usize, Fault> {
        if let Some(&index) = self.numbers.get(&*field.value) {
            return Ok(index);
        }
        if field.value.trim().is_empty() {
            return Err(Fault::new(field.at, "expected the name of an agent"));
        }
        if field.value.contains(char::is_control) {
            return Err(Fault::new(field.at, "expected a name without control characters"));
        }
        let index = self.list.len();
        if index == MAX_PLAYERS {
            return Err(Fault::new(
                field.at,
                format!("more than {MAX_PLAYERS} agents cannot be rated together"),
            ));
        }
        self.list.push(field.value.to_string());
        self.numbers.insert(field.value.to_string(), index);
        Ok(index)
    }
}

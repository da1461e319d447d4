//! A game whose tree is written out by hand: the test double for searches.
//!
//! ```text
//! node    = inner | leaf | name '=' node | name      (a name alone: the node that got it, earlier in the text)
//! inner   = '(' seat [values] node… ')'              this seat to move; each child is a move
//! leaf    = payoffs ['!']                            the game is over; with `!` by a counter, not by the position
//! values  = '[' number ',' … ']'                     what the node looks worth, by seat
//! payoffs = '(' number ',' … ')'                     what the end is worth, by seat: the more, the better the place
//! name    = '@' followed by letters and digits
//! ```
//! `(A (1,0) (B (0,1) (1,1)))` is a game of two seats: `A` may win at once, or let `B` choose between a win and a draw.
//! Numbers are whole; how many of them there are is the number of seats, 1 to 6. Seats move in whatever order is written.
//! An inner node without children stands for play that goes on beyond the tree, so that `(A (B[3,5]) (B[4,1]))` is a tree
//! of depth 1 with values at its horizon; there is one move from it, to a draw.
//!
//! Names make transpositions, `(A @x=(B (0,1) (1,0)) @x)`, and cycles, `@x=(A (B @x) (1,0))`: the tree is a graph.
//! Teams, a cap on plies and a rule of repetition are set beside the tree, as options.
use crate::{
    About, Catalogued, Cell, CellShape, Game, Layout, MoveError, OptionDoc, Options, Outcome, PositionError,
    Random, Reasons, Seat, Spec, SpecError, Team, Value, text,
};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

mod grow;
mod read;
mod tree;

pub use grow::Shape;
use tree::{Kind, Tree};

const LEAF: Reasons = Reasons::own(0);
const DEFAULT_TREE: &str = "(A (1,0) (0,1))";

/// A game read from a tree.
#[derive(Clone, Debug)]
pub struct DummyGame(Arc<Rules>);

#[derive(Clone, Debug)]
struct Rules {
    tree: Tree,
    /// The team of each seat.
    teams: Vec<usize>,
    cap: Option<u32>,
    repetition: Option<u8>,
}

/// A node, and how many plies have been played until there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    node: usize,
    ply: u32,
}

/// A child of a node, counted from 0; its text counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Child(u32);

impl DummyGame {
    /// Reads a tree. Each seat is a team of its own, there is no cap, and repetition means nothing.
    pub fn parse(tree: &str) -> Result<DummyGame, SpecError> {
        Ok(DummyGame::new(read::tree(tree)?))
    }

    /// A random tree of this shape.
    pub fn random(shape: &Shape, rng: &mut Random) -> DummyGame {
        let game = DummyGame::new(grow::tree(shape, rng));
        game.with_teams(&shape.team_of_seat()).expect("a shape gives the seats of a team the same payoffs")
    }

    fn new(tree: Tree) -> DummyGame {
        let teams = (0..tree.seats).collect();
        DummyGame(Arc::new(Rules { tree, teams, cap: None, repetition: None }))
    }

    /// The same tree with these teams, one number a seat. Refused where there are gaps in the numbers, and where the
    /// seats of a team differ in the payoffs of a leaf.
    pub fn with_teams(mut self, teams: &[usize]) -> Result<DummyGame, SpecError> {
        let seats = self.seats();
        if teams.len() != seats {
            let what = format!("{} teams for {seats} seats; expected the team of each seat", teams.len());
            return Err(SpecError::whole(what));
        }
        let is_gap = |team: &usize| !teams.contains(team) && teams.iter().any(|other| other > team);
        if let Some(gap) = (0..seats).find(is_gap) {
            return Err(SpecError::whole(format!(
                "team {gap} has no seat; teams are numbered from 0 without gaps"
            )));
        }
        for node in &self.0.tree.nodes {
            let Kind::Leaf { payoffs, .. } = &node.kind else { continue };
            let first = |seat: usize| teams.iter().position(|&team| team == teams[seat]).unwrap_or(seat);
            if let Some(seat) = (0..seats).find(|&seat| payoffs[seat] != payoffs[first(seat)]) {
                let (a, b) = (Seat::new(first(seat)), Seat::new(seat));
                let what = format!(
                    "{a} and {b} are a team but have other payoffs at the leaf {}",
                    tree::row('(', payoffs, ')')
                );
                return Err(SpecError::whole(what));
            }
        }
        Arc::make_mut(&mut self.0).teams = teams.to_vec();
        Ok(self)
    }

    /// The same tree, and a draw after this many plies; such an outcome rests on the path.
    #[must_use]
    pub fn with_cap(mut self, plies: u32) -> DummyGame {
        Arc::make_mut(&mut self.0).cap = Some(plies.max(1));
        self
    }

    /// The same tree, and a draw when a node is met for the `times`th time, at least the second.
    #[must_use]
    pub fn with_repetition(mut self, times: u8) -> DummyGame {
        Arc::make_mut(&mut self.0).repetition = Some(times.max(2));
        self
    }

    /// By seat: the payoffs of a leaf, the values written at another node, if any are.
    pub fn values(&self, s: &State) -> Option<&[i32]> {
        match &self.0.tree.nodes[s.node].kind {
            Kind::Leaf { payoffs, .. } => Some(payoffs),
            Kind::Inner { values, .. } => values.as_deref(),
        }
    }

    /// How many nodes there are. They are numbered from 0 in the order in which they are written.
    pub fn nodes(&self) -> usize {
        self.0.tree.nodes.len()
    }

    /// The number of the node stood on.
    pub fn node(&self, s: &State) -> usize {
        s.node
    }

    fn children(&self, s: &State) -> &[usize] {
        match &self.0.tree.nodes[s.node].kind {
            Kind::Inner { children, .. } => children,
            Kind::Leaf { .. } => &[],
        }
    }

    fn rank_by(&self, payoffs: &[i32]) -> Vec<u8> {
        let by_team = |team: usize| {
            let seat = self.0.teams.iter().position(|&t| t == team);
            payoffs[seat.expect("teams have no gaps")]
        };
        let payoffs: Vec<i32> = (0..self.teams()).map(by_team).collect();
        payoffs.iter().map(|own| payoffs.iter().filter(|&other| other > own).count() as u8).collect()
    }

    /// In how many plies a draw by the cap is due.
    fn until_cap(&self, s: &State) -> Option<u32> {
        self.0.cap.map(|cap| cap.saturating_add(1).saturating_sub(s.ply))
    }
}

impl fmt::Display for DummyGame {
    /// The tree, without the options beside it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.tree.fmt(f)
    }
}

impl std::str::FromStr for DummyGame {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<DummyGame, SpecError> {
        DummyGame::parse(text)
    }
}

impl Catalogued for DummyGame {
    const ABOUT: About = About {
        name: "dummy",
        summary: "a game tree written out by hand, to test searches on",
        options: &[
            OptionDoc {
                name: "tree",
                values: "a quoted tree",
                default: "\"(A (1,0) (0,1))\"",
                about: "seats to move, children, payoffs by seat",
            },
            OptionDoc {
                name: "teams",
                values: "a list: the team of each seat",
                default: "(each its own)",
                about: "who win together",
            },
            OptionDoc {
                name: "cap",
                values: "plies",
                default: "(none)",
                about: "a draw after this many plies",
            },
            OptionDoc {
                name: "repetition",
                values: "2..255",
                default: "(none)",
                about: "a draw when a node is met this often",
            },
        ],
        presets: &[],
        source: "the trees of the textbooks",
    };

    fn from_options(options: &Options<'_>) -> Result<DummyGame, SpecError> {
        let tree = options.text("tree")?.unwrap_or(DEFAULT_TREE);
        let mut game =
            DummyGame::parse(tree).map_err(|error| options.refuse("tree", format!("tree: {error}")))?;
        if let Some(teams) = options.ints("teams", 0..=crate::MAX_SEATS as i64 - 1)? {
            let teams: Vec<usize> = teams.into_iter().map(|team| team as usize).collect();
            game = game.with_teams(&teams).map_err(|error| options.refuse("teams", error.what))?;
        }
        if let Some(cap) = options.int("cap", 1..=i64::from(text::MAX_PLY))? {
            game = game.with_cap(cap as u32);
        }
        if let Some(times) = options.int("repetition", 2..=255)? {
            game = game.with_repetition(times as u8);
        }
        Ok(game)
    }
}

impl Game for DummyGame {
    type State = State;
    type Move = Child;
    type Undo = State;

    fn spec(&self) -> Spec {
        let rules = &*self.0;
        let mut spec = Spec::new(DummyGame::ABOUT.name);
        let tree = self.to_string();
        if tree != DEFAULT_TREE {
            spec = spec.with("tree", tree.as_str());
        }
        if rules.teams.iter().enumerate().any(|(seat, &team)| seat != team) {
            let teams: Vec<Value> = rules.teams.iter().map(|&team| Value::Int(team as i64)).collect();
            spec = spec.with("teams", teams);
        }
        if let Some(cap) = rules.cap {
            spec = spec.with("cap", i64::from(cap));
        }
        if let Some(times) = rules.repetition {
            spec = spec.with("repetition", i64::from(times));
        }
        spec
    }
    fn seats(&self) -> usize {
        self.0.tree.seats
    }
    fn team(&self, seat: Seat) -> Team {
        Team::new(self.0.teams[seat.index()])
    }
    fn repetition(&self) -> Option<u8> {
        self.0.repetition
    }
    fn reason_names(&self) -> &'static [&'static str] {
        &["leaf"]
    }

    fn initial(&self) -> State {
        State { node: 0, ply: 1 }
    }
    fn to_move(&self, s: &State) -> Seat {
        match self.0.tree.nodes[s.node].kind {
            Kind::Inner { seat, .. } => seat,
            Kind::Leaf { .. } => Seat::A,
        }
    }
    fn ply(&self, s: &State) -> u32 {
        s.ply
    }
    fn outcome(&self, s: &State) -> Option<Outcome> {
        match &self.0.tree.nodes[s.node].kind {
            Kind::Leaf { payoffs, by_counter } => {
                let outcome = Outcome::from_ranks(&self.rank_by(payoffs), LEAF);
                Some(if *by_counter { outcome.on_path() } else { outcome })
            }
            Kind::Inner { .. } => {
                let due = self.until_cap(s) == Some(0);
                due.then(|| Outcome::draw(self.teams(), Reasons::CAP).on_path())
            }
        }
    }
    fn horizon(&self, s: &State) -> Option<u32> {
        let by_leaf = self.0.tree.nodes[s.node].to_counter;
        self.until_cap(s).into_iter().chain(by_leaf).min()
    }

    /// The children as they are written.
    fn visit_moves<B>(&self, s: &State, f: impl FnMut(Child) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.children(s).len() as u32).map(Child).try_for_each(f)
    }
    fn is_legal(&self, s: &State, Child(child): Child) -> bool {
        (child as usize) < self.children(s).len()
    }
    fn apply(&self, s: &mut State, Child(child): Child) -> State {
        let before = *s;
        *s = State { node: self.children(s)[child as usize], ply: s.ply + 1 };
        before
    }
    fn undo(&self, s: &mut State, _: Child, before: State) {
        *s = before;
    }
    fn key(&self, s: &State) -> u64 {
        self.0.tree.nodes[s.node].key
    }
    fn key_from_scratch(&self, s: &State) -> u64 {
        tree::key(s.node)
    }
    fn move_index(&self, Child(child): Child) -> usize {
        child as usize
    }
    fn move_space(&self) -> usize {
        self.0.tree.widest
    }

    fn format_move(&self, Child(child): Child) -> String {
        (u64::from(child) + 1).to_string()
    }
    fn parse_move(&self, s: &State, text: &str) -> Result<Child, MoveError> {
        if self.outcome(s).is_some() {
            return Err(MoveError::new(text, "the game is over"));
        }
        let count = self.children(s).len();
        let number = whole(text).filter(|number| (1..=count).contains(number));
        number
            .map(|number| Child(number as u32 - 1))
            .ok_or_else(|| MoveError::new(text, format!("expected the number of a child, 1 to {count}")))
    }
    /// The number of the node, the seat to move, the ply.
    fn format_position(&self, s: &State) -> String {
        format!("{} {} {}", s.node, self.to_move(s), s.ply)
    }
    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let nodes = self.nodes();
        let [(at, node), (seat_at, seat), (ply_at, ply)] = text::split(text)[..] else {
            return Err(PositionError::new(0, "expected the number of a node, the seat to move and the ply"));
        };
        let node = whole(node).filter(|&node| node < nodes).ok_or_else(|| {
            PositionError::new(at, format!("`{node}` is no node of this tree; expected 0 to {}", nodes - 1))
        })?;
        let right = self.to_move(&State { node, ply: 1 });
        if seat != right.to_string() {
            return Err(PositionError::new(
                seat_at,
                format!("`{seat}` is not to move at node {node}, but {right}"),
            ));
        }
        let ply = whole(ply).filter(|ply| (1..=text::MAX_PLY as usize).contains(ply)).ok_or_else(|| {
            PositionError::new(ply_at, format!("`{ply}` is no ply number; expected 1 to {}", text::MAX_PLY))
        })?;
        Ok(State { node, ply: ply as u32 })
    }

    /// A cell for each node, in its row by the distance from the root.
    fn layout(&self) -> Layout {
        let cell =
            |(number, &(x, y)): (usize, &(i32, i32))| Cell { x, y, label: number.to_string(), camp: None };
        Layout {
            shape: CellShape::Square,
            cells: self.0.tree.places().iter().enumerate().map(cell).collect(),
        }
    }
    /// The node stood on is held by the seat to move.
    fn at(&self, s: &State, cell: usize) -> Option<Seat> {
        (cell == s.node && !self.children(s).is_empty()).then(|| self.to_move(s))
    }
}

/// A number as it is printed: digits, no sign, no leading zero.
fn whole(text: &str) -> Option<usize> {
    let number = text.parse().ok()?;
    (text == usize::to_string(&number)).then_some(number)
}

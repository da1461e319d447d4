//! What is told of the game: its options, and the named rule sets in real use with their sources.
use super::board::Corner;
use super::options::{Bound, Evacuation, Teams, Win};
use crate::{About, OptionDoc};

/// What a preset sets; all else is as in `classic`.
pub(super) struct Preset {
    pub name: &'static str,
    pub players: usize,
    /// Whether the preset makes no sense with another number of players.
    pub only_its_players: bool,
    /// The boards it is defined on, where not all.
    pub boards: Option<&'static [usize]>,
    pub teams: Teams,
    pub order: Option<&'static [Corner]>,
    pub leave_goal: Bound,
    pub enter_home: Bound,
    /// By board size.
    pub evacuate: fn(usize) -> Evacuation,
    pub win: Win,
    pub repetition: Option<u8>,
    pub cap: Option<u32>,
}

/// The preset of a spec that names none.
pub(super) const DEFAULT: &str = "classic";

const CLASSIC: Preset = Preset {
    name: DEFAULT,
    players: 2,
    only_its_players: false,
    boards: None,
    teams: Teams::None,
    order: None,
    leave_goal: Bound::End,
    enter_home: Bound::Free,
    evacuate: |_| Evacuation::None,
    win: Win::All,
    repetition: None,
    cap: None,
};

pub(super) const PRESETS: [Preset; 6] = [
    CLASSIC,
    Preset { name: "web", only_its_players: true, repetition: Some(3), cap: Some(400), ..CLASSIC },
    Preset {
        name: "brainking",
        boards: Some(&[8, 10]),
        leave_goal: Bound::Free,
        evacuate: |board| Evacuation::By(if board == 8 { 30 } else { 50 }),
        ..CLASSIC
    },
    Preset {
        name: "usc561",
        enter_home: Bound::End,
        evacuate: |_| Evacuation::Usc,
        win: Win::Filled,
        ..CLASSIC
    },
    Preset { name: "ludii", leave_goal: Bound::Hop, ..CLASSIC },
    Preset {
        name: "comp424",
        players: 4,
        only_its_players: true,
        teams: Teams::Diagonal,
        order: Some(&[Corner::TopLeft, Corner::TopRight, Corner::BottomLeft, Corner::BottomRight]),
        leave_goal: Bound::Hop,
        evacuate: |_| Evacuation::By(100),
        cap: Some(20_000),
        ..CLASSIC
    },
];

/// The preset of this name, which has been checked before; `classic` for any other.
pub(super) fn get(name: &str) -> &'static Preset {
    PRESETS.iter().find(|preset| preset.name == name).unwrap_or(&PRESETS[0])
}

const fn option(
    name: &'static str,
    values: &'static str,
    default: &'static str,
    about: &'static str,
) -> OptionDoc {
    OptionDoc { name, values, default, about }
}

pub(super) const ABOUT: About = About {
    name: "halma",
    summary: "race of two, three or four armies from camp to opposite camp, by steps and chains of hops",
    options: &[
        option("board", "3 to 16", "16", "squares on a side; sizes other than 8, 10 and 16 need a `camp`"),
        option("players", "2, 3, 4", "(2; with rules=comp424 4)", "how many play"),
        option(
            "rules",
            "classic, web, brainking, usc561, ludii, comp424",
            "classic",
            "the preset that all other options are set over",
        ),
        option(
            "teams",
            "none, diagonal, adjacent",
            "(by rules; classic none)",
            "partnerships of 4 players: opposite corners together, or the two upper against the two lower corners; a team wins when both partners are home",
        ),
        option(
            "camp",
            "a list such as [4,3,2,1]",
            "(by board: 16 with 2 players [5,5,4,3,2], 16 with more [4,4,3,2], 10 [5,4,3,2,1], 8 [4,3,2,1])",
            "squares per row of a camp, from the corner inwards",
        ),
        option(
            "leave_goal",
            "free, end, hop",
            "(by rules; classic end)",
            "end: a man that stood in its goal camp at the start of the turn may not end outside it; hop: nor may a chain that has touched the goal camp land outside it",
        ),
        option(
            "enter_home",
            "free, end, hop",
            "(by rules; classic free)",
            "end: a man that stood outside its own camp at the start of the turn may not end inside it; hop: nor may a chain that has left the own camp land in it",
        ),
        option(
            "evacuate",
            "none, usc, by:N",
            "(by rules; classic none)",
            "usc: a player with men in the own camp must move one out, or if none can, one further from the corner, or if none can, a man outside; by:N: a player (or its team) with a man in its own camp after its turn N + 1 or later loses",
        ),
        option(
            "win",
            "all, filled, mover",
            "(by rules; classic all)",
            "all: every goal square holds an own man; filled: every goal square is occupied, at least one by an own man, none by a partner's; mover: as filled, only for the player who has just moved, and nobody may fill the own camp while an enemy stands in it",
        ),
        option(
            "repetition",
            "none, draw:N",
            "(by rules; classic none)",
            "how often a position may stand until the game is a draw, N from 2 to 9",
        ),
        option(
            "cap",
            "none, or a number of plies",
            "(by rules; classic none)",
            "after so many plies the game is a draw",
        ),
        option(
            "blocked",
            "pass, lose",
            "pass",
            "what a player without a move does; of three or more, who loses is last and the others share the first place",
        ),
        option(
            "finish",
            "first, all",
            "first",
            "first: the first player or team home ends the game; all: the others play on for places",
        ),
        option(
            "order",
            "a list of tl, tr, br, bl",
            "(clockwise from tl; 2 players [tl,br]; comp424 [tl,tr,bl,br])",
            "the corners of A, B, …; the goal is the opposite corner",
        ),
    ],
    presets: &[
        crate::Preset {
            name: "classic",
            options: "leave_goal=end",
            source: "the common rules since G. H. Monks (1883-84), e.g. R. C. Bell, Board and Table Games from Many Civilizations",
        },
        crate::Preset {
            name: "web",
            options: "players=2,leave_goal=end,repetition=draw:3,cap=400",
            source: "a public Halma page, which plays the classic game on 16x16 with a limit and a repetition rule",
        },
        crate::Preset {
            name: "brainking",
            options: "board=8,leave_goal=free,evacuate=by:30",
            source: "BrainKing.com, rules of Halma 8x8 and of Halma 10x10, which has by:50",
        },
        crate::Preset {
            name: "usc561",
            options: "leave_goal=end,enter_home=end,evacuate=usc,win=filled",
            source: "University of Southern California, CSCI 561 Foundations of Artificial Intelligence, homework 2 (2019)",
        },
        crate::Preset {
            name: "ludii",
            options: "leave_goal=hop",
            source: "Ludii general game system (Digital Ludeme Project), Halma",
        },
        crate::Preset {
            name: "comp424",
            options: "players=4,teams=diagonal,order=[tl,tr,bl,br],leave_goal=hop,evacuate=by:100,cap=20000",
            source: "McGill University, COMP 424 Artificial Intelligence, Halma project: 4 players of 13 men on 16x16",
        },
    ],
    source: "George Howard Monks 1883-84; rules as in R. C. Bell, Board and Table Games from Many Civilizations, with the variants of the presets",
};

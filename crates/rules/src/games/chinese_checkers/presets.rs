//! What is told of the game: its options, and the named rule sets with their sources.
use super::options::Blockade;
use crate::games::halma::options::{Blocked, Win};
use crate::{About, OptionDoc};

/// What a preset sets; all else is the same in all.
pub(super) struct Preset {
    pub name: &'static str,
    /// Whether the preset makes no sense on the star.
    pub only_rhombus: bool,
    pub win: Win,
    pub blockade: Blockade,
    pub blocked: Blocked,
}

/// The preset of a spec that names none.
pub(super) const DEFAULT: &str = "classic";

pub(super) const PRESETS: [Preset; 2] = [
    Preset {
        name: DEFAULT,
        only_rhombus: false,
        win: Win::All,
        blockade: Blockade::Free,
        blocked: Blocked::Pass,
    },
    Preset {
        name: "sturtevant",
        only_rhombus: true,
        win: Win::Mover,
        blockade: Blockade::Illegal,
        blocked: Blocked::Lose,
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
    name: "chinese-checkers",
    summary: "race of two, three, four or six armies across the star of 121 holes, or of two across a rhombus",
    options: &[
        option(
            "players",
            "2, 3, 4, 6",
            "2",
            "how many play, seated clockwise from the top: 2 in opposite points of the star, 3 in every other one, 4 in two pairs of opposite ones",
        ),
        option(
            "rhombus",
            "none, or 3 to 13",
            "none",
            "play on a rhombus of so many rows and columns, 2 players in its acute corners, instead of the star",
        ),
        option(
            "men",
            "1, 2, 3, 4, 6, 10",
            "(on the star 10, on a rhombus 6)",
            "men of each player: the first holes of the rows from the tip of the corner; 2 are the tip and one hole, 4 a small rhombus; on the star always 10",
        ),
        option("rules", "classic, sturtevant", "classic", "the preset that all other options are set over"),
        option(
            "leave_goal",
            "free, end",
            "free",
            "end: a man that stood in its goal camp at the start of the turn may not end outside it",
        ),
        option(
            "win",
            "all, filled, mover",
            "(by rules; classic all, sturtevant mover)",
            "all: every goal hole holds an own man; filled: every goal hole is occupied, at least one by an own man; mover: as filled, only for the player who has just moved, and nobody may fill another's goal in which that one has a man",
        ),
        option(
            "blockade",
            "free, illegal",
            "(by rules; classic free, sturtevant illegal)",
            "illegal: for 6 men on a rhombus, no position may come about in which the tip of a goal is empty while an opponent of its owner holds the two holes next to the tip and the two ends of the row of three; other numbers of men know no blockades",
        ),
        option(
            "blocked",
            "pass, lose",
            "(by rules; classic pass, sturtevant lose)",
            "what a player without a move does; of three or more, who loses is last and the others share the first place",
        ),
        option(
            "repetition",
            "none, draw:N",
            "none",
            "how often a position may stand until the game is a draw, N from 2 to 9",
        ),
        option("cap", "none, or a number of plies", "none", "after so many plies the game is a draw"),
    ],
    presets: &[
        crate::Preset {
            name: "classic",
            options: "leave_goal=free,win=all",
            source: "the common rules since Stern-Halma (1892): men may go anywhere and leave the goal again, and all of them must be home",
        },
        crate::Preset {
            name: "sturtevant",
            options: "rhombus=7,win=mover,blockade=illegal,blocked=lose",
            source: "N. R. Sturtevant 2019, On Strongly Solving Chinese Checkers, Advances in Computer Games; on any rhombus with any number of men",
        },
    ],
    source: "Stern-Halma (Otto Maier, Ravensburg 1892), sold as Chinese Checkers since 1928 (Pressman, New York); the rhombus after Sturtevant 2019",
};

//! What can be set: the options of a spec, read over a preset and checked against each other.
use super::board::{Board, RHOMBUS_MEN, SIDES, STAR_MEN};
use super::presets::{self, Preset};
use crate::games::halma::options::{
    BLOCKED, Blocked, Bound, MAX_COUNTER, WINS, Win, cap, choose, repetition, word,
};
use crate::{Options, Spec, SpecError, Value};

/// Whether a goal may be sealed off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blockade {
    /// It may.
    Free,
    /// Positions do not exist in which a goal's tip is empty behind four men of its owner's opponent.
    Illegal,
}

/// All options, resolved.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Settings {
    pub rules: &'static str,
    pub board: Board,
    pub players: usize,
    /// The men of each player.
    pub men: usize,
    pub leave_goal: Bound,
    pub win: Win,
    pub blockade: Blockade,
    pub blocked: Blocked,
    pub repetition: Option<u8>,
    pub cap: Option<u32>,
}

const LEAVE_GOAL: [(&str, Bound); 2] = [("free", Bound::Free), ("end", Bound::End)];
const BLOCKADES: [(&str, Blockade); 2] = [("free", Blockade::Free), ("illegal", Blockade::Illegal)];

/// The numbers of players on the star.
const PLAYERS: [i64; 4] = [2, 3, 4, 6];

/// The men of a player on the rhombus where none are given.
const USUAL_MEN: usize = 6;

/// The size of the camps that the rule of blockades is made for.
pub(super) const BLOCKADE_MEN: usize = 6;

impl Settings {
    /// Reads the options; what is not given comes from the preset.
    pub(super) fn read(options: &Options<'_>) -> Result<Settings, SpecError> {
        let names: Vec<&'static str> = presets::PRESETS.iter().map(|preset| preset.name).collect();
        let rules = options.word("rules", &names)?.unwrap_or(presets::DEFAULT);
        let mut settings = Settings::of_preset(presets::get(rules), read_board(options)?);
        settings.override_by(options)?;
        settings.check(options)?;
        Ok(settings)
    }

    fn of_preset(preset: &Preset, board: Board) -> Settings {
        Settings {
            rules: preset.name,
            board,
            players: 2,
            men: if board == Board::Star { STAR_MEN } else { USUAL_MEN },
            leave_goal: Bound::Free,
            win: preset.win,
            blockade: preset.blockade,
            blocked: preset.blocked,
            repetition: None,
            cap: None,
        }
    }

    fn override_by(&mut self, options: &Options<'_>) -> Result<(), SpecError> {
        if let Some(players) = options.int("players", 2..=6)? {
            if !PLAYERS.contains(&players) {
                let why =
                    format!("{players} players have no places that are alike; there can be 2, 3, 4 or 6");
                return Err(options.refuse("players", why));
            }
            self.players = players as usize;
        }
        if let Some(men) = options.int("men", 1..=10)? {
            self.men = men as usize;
        }
        choose(options, "leave_goal", &LEAVE_GOAL, &mut self.leave_goal)?;
        choose(options, "win", &WINS, &mut self.win)?;
        choose(options, "blockade", &BLOCKADES, &mut self.blockade)?;
        choose(options, "blocked", &BLOCKED, &mut self.blocked)?;
        if let Some(value) = options.value("repetition") {
            self.repetition = repetition(value).ok_or_else(|| {
                let right = "none, or draw:N with N from 2 to 9";
                options.refuse("repetition", format!("`repetition={value}`: expected {right}"))
            })?;
        }
        if let Some(value) = options.value("cap") {
            self.cap = cap(value).ok_or_else(|| {
                let right = format!("none, or a number of plies from 1 to {MAX_COUNTER}");
                options.refuse("cap", format!("`cap={value}`: expected {right}"))
            })?;
        }
        Ok(())
    }

    fn check(&self, options: &Options<'_>) -> Result<(), SpecError> {
        match self.board {
            Board::Star => self.check_star(options)?,
            Board::Rhombus(side) => self.check_rhombus(options, side)?,
        }
        let has_blockades = self.board != Board::Star && self.men == BLOCKADE_MEN;
        if options.value("blockade").is_some() && self.blockade == Blockade::Illegal && !has_blockades {
            let why = format!("blockades are defined for {BLOCKADE_MEN} men on a rhombus only");
            return Err(options.refuse("blockade", why));
        }
        Ok(())
    }

    fn check_star(&self, options: &Options<'_>) -> Result<(), SpecError> {
        if presets::get(self.rules).only_rhombus {
            let why =
                format!("`{}` has rules for a rhombus only: give its side, such as rhombus=7", self.rules);
            return Err(options.refuse("rules", why));
        }
        if self.men != STAR_MEN {
            let why = format!("on the star each player has {STAR_MEN} men; other numbers are for a rhombus");
            return Err(options.refuse("men", why));
        }
        Ok(())
    }

    fn check_rhombus(&self, options: &Options<'_>, side: usize) -> Result<(), SpecError> {
        if self.players != 2 {
            return Err(
                options.refuse("players", format!("a rhombus is for 2 players, not {}", self.players))
            );
        }
        if !RHOMBUS_MEN.contains(&self.men) {
            let why = format!("{} men form no camp on a rhombus; there can be 1, 2, 3, 4, 6 or 10", self.men);
            return Err(options.refuse("men", why));
        }
        let [home, goal] = [0, 1].map(|corner| self.board.camp(corner, self.men));
        if home.iter().any(|hole| goal.contains(hole)) {
            let why = format!("two camps of {} overlap on {side}x{side}", self.men);
            let at = if options.value("men").is_some() { "men" } else { "rhombus" };
            return Err(options.refuse(at, why));
        }
        Ok(())
    }

    /// The canonical spec: what differs from the preset on this board.
    pub(super) fn spec(&self) -> Spec {
        let usual = Settings::of_preset(presets::get(self.rules), self.board);
        let mut spec = Spec::new("chinese-checkers");
        let mut put = |key: &str, differs: bool, value: Value| {
            if differs {
                spec = std::mem::replace(&mut spec, Spec::new("")).with(key, value);
            }
        };
        put("rules", self.rules != presets::DEFAULT, Value::from(self.rules));
        if let Board::Rhombus(side) = self.board {
            put("rhombus", true, Value::Int(side as i64));
        }
        put("players", self.players != usual.players, Value::Int(self.players as i64));
        put("men", self.men != usual.men, Value::Int(self.men as i64));
        put("leave_goal", self.leave_goal != usual.leave_goal, word(&LEAVE_GOAL, self.leave_goal));
        put("win", self.win != usual.win, word(&WINS, self.win));
        put("blockade", self.blockade != usual.blockade, word(&BLOCKADES, self.blockade));
        put("blocked", self.blocked != usual.blocked, word(&BLOCKED, self.blocked));
        let repetition = self.repetition.map_or_else(|| "none".to_owned(), |n| format!("draw:{n}"));
        put("repetition", self.repetition != usual.repetition, Value::from(repetition.as_str()));
        let cap = self.cap.map_or_else(|| Value::from("none"), |plies| Value::Int(i64::from(plies)));
        put("cap", self.cap != usual.cap, cap);
        spec
    }
}

fn read_board(options: &Options<'_>) -> Result<Board, SpecError> {
    let (least, most) = (*SIDES.start(), *SIDES.end());
    match options.value("rhombus") {
        None => Ok(Board::Star),
        Some(Value::Word(none) | Value::Text(none)) if none == "none" => Ok(Board::Star),
        Some(Value::Int(side)) if (least as i64..=most as i64).contains(side) => {
            Ok(Board::Rhombus(*side as usize))
        }
        Some(value) => {
            let right = format!("none, or a whole number from {least} to {most}");
            Err(options.refuse("rhombus", format!("`rhombus={value}`: expected {right}")))
        }
    }
}

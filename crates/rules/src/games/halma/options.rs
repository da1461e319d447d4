//! What can be set: the options of a spec, read over a preset and checked against each other.
use super::board::{Corner, MAX_BOARD};
use super::presets::{self, Preset};
use crate::{Options, Spec, SpecError, Value};

/// How far a rule about camps reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games) enum Bound {
    /// Not at all.
    Free,
    /// It compares the squares on which the turn starts and ends.
    End,
    /// It holds for every landing of a chain.
    Hop,
}

/// What makes players leave their own camps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evacuation {
    /// Nothing.
    None,
    /// Men must leave as long as they can.
    Usc,
    /// Who has a man in the own camp after own turn N + 1 or later loses.
    By(u32),
}

/// When a player is home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games) enum Win {
    /// Every goal square holds an own man.
    All,
    /// Every goal square is occupied, at least one by an own man and none by a partner's.
    Filled,
    /// As `Filled`, for the player who has just moved.
    Mover,
}

/// What becomes of a player without a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games) enum Blocked {
    /// The turn passes on.
    Pass,
    /// The player, or the team, loses.
    Lose,
}

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finish {
    /// As soon as one player or team is home.
    First,
    /// When all places are taken.
    All,
}

/// Who plays together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Teams {
    /// Each for oneself.
    None,
    /// Partners sit in opposite corners.
    Diagonal,
    /// The upper corners play the lower ones.
    Adjacent,
}

/// All options, resolved.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Settings {
    pub rules: &'static str,
    pub board: usize,
    pub players: usize,
    pub teams: Teams,
    /// Squares per row from the corner; empty only where the board has no standard camp and none was given.
    pub camp: Vec<usize>,
    pub leave_goal: Bound,
    pub enter_home: Bound,
    pub evacuate: Evacuation,
    pub win: Win,
    pub repetition: Option<u8>,
    pub cap: Option<u32>,
    pub blocked: Blocked,
    pub finish: Finish,
    /// The corners of the seats.
    pub order: Vec<Corner>,
}

/// The largest deadline and cap: far beyond any game, and small enough for sums of them.
pub(in crate::games) const MAX_COUNTER: u32 = 100_000_000;

const BOUNDS: [(&str, Bound); 3] = [("free", Bound::Free), ("end", Bound::End), ("hop", Bound::Hop)];
pub(in crate::games) const WINS: [(&str, Win); 3] =
    [("all", Win::All), ("filled", Win::Filled), ("mover", Win::Mover)];
pub(in crate::games) const BLOCKED: [(&str, Blocked); 2] = [("pass", Blocked::Pass), ("lose", Blocked::Lose)];
const FINISHES: [(&str, Finish); 2] = [("first", Finish::First), ("all", Finish::All)];
const TEAMS: [(&str, Teams); 3] =
    [("none", Teams::None), ("diagonal", Teams::Diagonal), ("adjacent", Teams::Adjacent)];

impl Settings {
    /// Reads the options; what is not given comes from the preset. Geometry is checked by the board, not here.
    pub(super) fn read(options: &Options<'_>) -> Result<Settings, SpecError> {
        let names: Vec<&'static str> = presets::PRESETS.iter().map(|preset| preset.name).collect();
        let rules = options.word("rules", &names)?.unwrap_or(presets::DEFAULT);
        let preset = presets::get(rules);
        let board = options.int("board", 3..=MAX_BOARD as i64)?.map_or(MAX_BOARD, |n| n as usize);
        let players = options.int("players", 2..=4)?.map_or(preset.players, |n| n as usize);
        let mut settings = Settings::of_preset(preset, board, players);
        settings.check_preset(options, preset)?;
        settings.override_by(options)?;
        settings.check(options)?;
        Ok(settings)
    }

    fn of_preset(preset: &Preset, board: usize, players: usize) -> Settings {
        Settings {
            rules: preset.name,
            board,
            players,
            teams: preset.teams,
            camp: standard_camp(board, players).to_vec(),
            leave_goal: preset.leave_goal,
            enter_home: preset.enter_home,
            evacuate: (preset.evacuate)(board),
            win: preset.win,
            repetition: preset.repetition,
            cap: preset.cap,
            blocked: Blocked::Pass,
            finish: Finish::First,
            order: preset.order.map_or_else(|| standard_order(players), <[Corner]>::to_vec),
        }
    }

    fn check_preset(&self, options: &Options<'_>, preset: &Preset) -> Result<(), SpecError> {
        if let Some(boards) = preset.boards
            && !boards.contains(&self.board)
        {
            let right: Vec<String> = boards.iter().map(|n| format!("board={n}")).collect();
            let why = format!("`{}` has rules for {} only", preset.name, right.join(" and "));
            return Err(options.refuse(if options.value("board").is_some() { "board" } else { "rules" }, why));
        }
        if preset.only_its_players && self.players != preset.players {
            return Err(
                options.refuse("players", format!("`{}` is for {} players", preset.name, preset.players))
            );
        }
        Ok(())
    }

    fn override_by(&mut self, options: &Options<'_>) -> Result<(), SpecError> {
        choose(options, "teams", &TEAMS, &mut self.teams)?;
        choose(options, "leave_goal", &BOUNDS, &mut self.leave_goal)?;
        choose(options, "enter_home", &BOUNDS, &mut self.enter_home)?;
        choose(options, "win", &WINS, &mut self.win)?;
        choose(options, "blocked", &BLOCKED, &mut self.blocked)?;
        choose(options, "finish", &FINISHES, &mut self.finish)?;
        if let Some(camp) = options.ints("camp", 1..=MAX_BOARD as i64)? {
            self.camp = camp.into_iter().map(|n| n as usize).collect();
        }
        if let Some(value) = options.value("evacuate") {
            self.evacuate = evacuation(value).ok_or_else(|| {
                let right = format!("none, usc, or by:N with N from 1 to {MAX_COUNTER}");
                options.refuse("evacuate", format!("`evacuate={value}`: expected {right}"))
            })?;
        }
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
        let corners = Corner::ALL.map(Corner::name);
        if let Some(order) = options.words("order", &corners)? {
            self.order = order.into_iter().filter_map(Corner::from_name).collect();
        }
        Ok(())
    }

    fn check(&self, options: &Options<'_>) -> Result<(), SpecError> {
        if self.teams != Teams::None && self.players != 4 {
            return Err(options.refuse("teams", format!("teams are for 4 players, not {}", self.players)));
        }
        if self.order.len() != self.players {
            let why = format!("`order` names {} corners for {} players", self.order.len(), self.players);
            return Err(options.refuse("order", why));
        }
        if let Some(twice) = (1..self.order.len()).find(|&i| self.order[..i].contains(&self.order[i])) {
            let why = format!("`order` names the corner `{}` twice", self.order[twice].name());
            return Err(options.refuse("order", why));
        }
        if self.camp.is_empty() {
            let why = format!(
                "a board of {0}x{0} has no standard camp: give one, such as camp=[3,2,1]",
                self.board
            );
            let at = if options.value("camp").is_some() { "camp" } else { "board" };
            return Err(options.refuse(at, why));
        }
        Ok(())
    }

    /// The canonical spec: what differs from the preset on this board with these players.
    pub(super) fn spec(&self) -> Spec {
        let preset = presets::get(self.rules);
        let usual = Settings::of_preset(preset, self.board, self.players);
        let mut spec = Spec::new("halma");
        let mut put = |key: &str, differs: bool, value: Value| {
            if differs {
                spec = std::mem::replace(&mut spec, Spec::new("")).with(key, value);
            }
        };
        put("rules", self.rules != presets::DEFAULT, Value::from(self.rules));
        put("board", self.board != MAX_BOARD, Value::Int(self.board as i64));
        put("players", self.players != preset.players, Value::Int(self.players as i64));
        put("teams", self.teams != usual.teams, word(&TEAMS, self.teams));
        let camp = self.camp.iter().map(|&n| Value::Int(n as i64)).collect();
        put("camp", self.camp != usual.camp, Value::List(camp));
        put("leave_goal", self.leave_goal != usual.leave_goal, word(&BOUNDS, self.leave_goal));
        put("enter_home", self.enter_home != usual.enter_home, word(&BOUNDS, self.enter_home));
        let evacuate = match self.evacuate {
            Evacuation::None => Value::from("none"),
            Evacuation::Usc => Value::from("usc"),
            Evacuation::By(n) => Value::from(format!("by:{n}").as_str()),
        };
        put("evacuate", self.evacuate != usual.evacuate, evacuate);
        put("win", self.win != usual.win, word(&WINS, self.win));
        let repetition = self.repetition.map_or_else(|| "none".to_owned(), |n| format!("draw:{n}"));
        put("repetition", self.repetition != usual.repetition, Value::from(repetition.as_str()));
        let cap = self.cap.map_or_else(|| Value::from("none"), |plies| Value::Int(i64::from(plies)));
        put("cap", self.cap != usual.cap, cap);
        put("blocked", self.blocked != usual.blocked, word(&BLOCKED, self.blocked));
        put("finish", self.finish != usual.finish, word(&FINISHES, self.finish));
        let order = self.order.iter().map(|corner| Value::from(corner.name())).collect();
        put("order", self.order != usual.order, Value::List(order));
        spec
    }
}

/// The camp of the rule books, as squares per row from the corner; empty where there is none.
fn standard_camp(board: usize, players: usize) -> &'static [usize] {
    match (board, players) {
        (16, 2) => &[5, 5, 4, 3, 2],
        (16, _) => &[4, 4, 3, 2],
        (10, _) => &[5, 4, 3, 2, 1],
        (8, _) => &[4, 3, 2, 1],
        _ => &[],
    }
}

fn standard_order(players: usize) -> Vec<Corner> {
    match players {
        2 => vec![Corner::TopLeft, Corner::BottomRight],
        n => Corner::ALL[..n].to_vec(),
    }
}

/// Sets `slot` to what the word of the option stands for, if it is given.
pub(in crate::games) fn choose<T: Copy>(
    options: &Options<'_>,
    key: &str,
    words: &[(&'static str, T)],
    slot: &mut T,
) -> Result<(), SpecError> {
    let names: Vec<&'static str> = words.iter().map(|&(name, _)| name).collect();
    if let Some(given) = options.word(key, &names)?
        && let Some(&(_, value)) = words.iter().find(|&&(name, _)| name == given)
    {
        *slot = value;
    }
    Ok(())
}

pub(in crate::games) fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> Value {
    let name = words.iter().find(|&&(_, v)| v == value).map_or("", |&(name, _)| name);
    Value::from(name)
}

fn text(value: &Value) -> Option<&str> {
    match value {
        Value::Word(text) | Value::Text(text) => Some(text),
        _ => None,
    }
}

fn evacuation(value: &Value) -> Option<Evacuation> {
    match text(value)? {
        "none" => Some(Evacuation::None),
        "usc" => Some(Evacuation::Usc),
        by => number(by.strip_prefix("by:")?).filter(|n| (1..=MAX_COUNTER).contains(n)).map(Evacuation::By),
    }
}

#[expect(clippy::option_option, reason = "what is no value is told from the value `none`")]
pub(in crate::games) fn repetition(value: &Value) -> Option<Option<u8>> {
    match text(value)? {
        "none" => Some(None),
        draw => number(draw.strip_prefix("draw:")?).filter(|n| (2..=9).contains(n)).map(|n| Some(n as u8)),
    }
}

#[expect(clippy::option_option, reason = "what is no value is told from the value `none`")]
pub(in crate::games) fn cap(value: &Value) -> Option<Option<u32>> {
    match value {
        Value::Int(plies) => u32::try_from(*plies).ok().filter(|n| (1..=MAX_COUNTER).contains(n)).map(Some),
        other => (text(other)? == "none").then_some(None),
    }
}

/// A whole number without sign or leading zero.
fn number(text: &str) -> Option<u32> {
    let plain = !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

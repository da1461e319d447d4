//! The options of alpha-beta: every technique can be switched by itself, so that its worth can be measured.
use crate::{Limits, threads};
use hoppity_rules::{OptionDoc, Options, SpecError};

/// The options of [`super::AlphaBeta`].
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Limits of its own.
    pub limits: Limits,
    /// Size of the transposition table in MiB; 0 for a single bucket of four entries.
    pub table_mib: usize,
    /// The techniques in use.
    pub switches: Switches,
    /// Threads that search the same position with a common table (lazy SMP). More than one needs the feature `threads`,
    /// and gives results that depend on chance.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { limits: Limits::NONE, table_mib: 16, switches: Switches::DEFAULT, threads: 1 }
    }
}

/// What the transposition table is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableUse {
    /// For nothing.
    Off,
    /// For the order of moves, and for values of exactly the depth that is asked for: the result is that of minimax.
    Exact,
    /// For values of deeper searches, too.
    On,
}

/// Which techniques are in use. Down to [`Switches::countermoves`] they change only how fast the minimax value is found, the
/// table excepted where it is [`TableUse::On`]; the rest change what is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Switches {
    /// Iterative deepening.
    pub iterative: bool,
    /// Principal variation search: every move but the first is asked only whether it is better (Marsland and Campbell 1982).
    pub pvs: bool,
    /// MTD(f): zero windows all through (Plaat et al. 1996).
    pub mtdf: bool,
    /// The half width of the first window around the last iteration's value, in expected score from an even position; 0 for
    /// the full window.
    pub aspiration: f64,
    /// The transposition table.
    pub table: TableUse,
    /// Moves in an order drawn from the seed: the baseline that orders are measured against.
    pub shuffle: bool,
    /// Moves in the order of the policy's priors.
    pub prior: bool,
    /// The last two moves that cut at this ply come first (Akl and Newborn 1977).
    pub killers: bool,
    /// Of moves with equal priors those come first that have cut most (Schaeffer 1989).
    pub history: bool,
    /// The move that last refuted the move before comes first (Uiterwijk 1992).
    pub countermoves: bool,
    /// Only so many moves of a position are looked at, the best by prior; 0 for all.
    pub width: usize,
    /// Passing tells that a position is good enough, in games where a pass never helps
    /// ([`hoppity_rules::Game::passed`]; Donninger 1993).
    pub null_move: bool,
    /// Late move reductions: moves late in the order of priors are first searched less deep.
    pub lmr: bool,
    /// Late move pruning: near the leaves, moves late in the order of priors are left out.
    pub lmp: bool,
    /// Futility pruning: near the leaves, no move but the first is tried where the position is further below the window
    /// than this, in expected score from an even position; 0 for never (Heinz 1998).
    pub futility: f64,
    /// A ply more where there is only one reply.
    pub extensions: bool,
    /// How many plies of noisy moves ([`crate::Policy::noisy`]) follow the last ply where the position is not quiet.
    pub quiescence: u32,
}

impl Switches {
    /// Alpha-beta and nothing else.
    pub const PLAIN: Switches = Switches {
        iterative: false,
        pvs: false,
        mtdf: false,
        aspiration: 0.0,
        table: TableUse::Off,
        shuffle: false,
        prior: false,
        killers: false,
        history: false,
        countermoves: false,
        width: 0,
        null_move: false,
        lmr: false,
        lmp: false,
        futility: 0.0,
        extensions: false,
        quiescence: 0,
    };

    /// What is in use unless told otherwise. Priors and late move pruning were shown to help at equal nodes in Halma, the
    /// others not to harm; see `experiments/alphabeta-switches`.
    pub const DEFAULT: Switches = Switches {
        iterative: true,
        pvs: true,
        table: TableUse::On,
        prior: true,
        killers: true,
        history: true,
        countermoves: true,
        null_move: true,
        lmr: true,
        lmp: true,
        extensions: true,
        quiescence: 4,
        ..Switches::PLAIN
    };
}

const fn switch(name: &'static str, default: &'static str, about: &'static str) -> OptionDoc {
    OptionDoc { name, values: "true, false", default, about }
}

/// What people are told of the options.
pub(super) const OPTIONS: &[OptionDoc] = &[
    Limits::DEPTH,
    OptionDoc { default: "(20000 where nothing is limited)", ..Limits::NODES },
    Limits::TIME,
    OptionDoc {
        name: "table_mib",
        values: "1..1048576",
        default: "16",
        about: "size of the transposition table in MiB",
    },
    switch("iterative", "true", "iterative deepening; without it `depth` must be given"),
    switch("pvs", "true", "principal variation search: zero windows for all moves but the first"),
    switch("mtdf", "false", "MTD(f): zero windows all through"),
    OptionDoc {
        name: "aspiration",
        values: "0.0..0.5",
        default: "0.0",
        about: "half width of the window around the last value, in expected score; 0 for a full window",
    },
    OptionDoc {
        name: "table",
        values: "on, exact, off",
        default: "on",
        about: "transposition table; `exact` takes values of just the depth asked for, as minimax has them",
    },
    switch("prior", "true", "moves in the order of the policy's priors"),
    switch("killers", "true", "moves that cut at the same ply come early"),
    switch("history", "true", "of moves with equal priors, those that cut most come first"),
    switch("countermoves", "true", "the last refutation of the move before comes early"),
    switch("shuffle", "false", "moves in random order, a baseline to measure orders against"),
    OptionDoc {
        name: "width",
        values: "0..65535",
        default: "0",
        about: "look only at so many moves of a position, the best by prior; 0 for all",
    },
    switch("null_move", "true", "null moves, in games where a pass never helps: Hex and Havannah"),
    switch("lmr", "true", "late move reductions, where priors tell moves apart"),
    switch("lmp", "true", "late move pruning near the leaves, where priors tell moves apart"),
    OptionDoc {
        name: "futility",
        values: "0.0..0.5",
        default: "0.0",
        about: "futility pruning near the leaves, its margin in expected score; 0 for never",
    },
    switch("extensions", "true", "a ply more where there is only one reply"),
    OptionDoc {
        name: "quiescence",
        values: "0..32",
        default: "4",
        about: "plies of noisy moves after the last one, in games that tell noisy moves",
    },
    OptionDoc {
        about: "threads of one search, which is then not reproducible; needs the feature `threads`",
        ..threads::THREADS
    },
];

impl Config {
    /// What limits a search that was given no limit at all.
    pub const DEFAULT_LIMITS: Limits = Limits { nodes: Some(20_000), ..Limits::NONE };

    /// The options of a spec.
    pub fn read(options: &Options<'_>) -> Result<Config, SpecError> {
        let default = Config::default();
        let limits = Limits::read(options)?;
        let table_mib = options.int("table_mib", 1..=1 << 20)?.map_or(default.table_mib, |mib| mib as usize);
        let threads = threads::read(options)?.unwrap_or(1);
        let switches = Switches::read(options)?;
        if !switches.iterative && limits.depth.is_none() {
            let why = "without iterative deepening a search needs a `depth`";
            return Err(options.refuse("iterative", why));
        }
        Ok(Config { limits, table_mib, switches, threads })
    }
}

impl Switches {
    fn read(options: &Options<'_>) -> Result<Switches, SpecError> {
        let default = Switches::DEFAULT;
        let flag = |name, default| options.flag(name).map(|flag| flag.unwrap_or(default));
        let share = |name, default| options.float(name, 0.0..=0.5).map(|share| share.unwrap_or(default));
        let table = match options.word("table", &["on", "exact", "off"])? {
            Some("off") => TableUse::Off,
            Some("exact") => TableUse::Exact,
            _ => TableUse::On,
        };
        Ok(Switches {
            iterative: flag("iterative", default.iterative)?,
            pvs: flag("pvs", default.pvs)?,
            mtdf: flag("mtdf", default.mtdf)?,
            aspiration: share("aspiration", default.aspiration)?,
            table,
            shuffle: flag("shuffle", default.shuffle)?,
            prior: flag("prior", default.prior)?,
            killers: flag("killers", default.killers)?,
            history: flag("history", default.history)?,
            countermoves: flag("countermoves", default.countermoves)?,
            width: options.int("width", 0..=65535)?.map_or(default.width, |n| n as usize),
            null_move: flag("null_move", default.null_move)?,
            lmr: flag("lmr", default.lmr)?,
            lmp: flag("lmp", default.lmp)?,
            futility: share("futility", default.futility)?,
            extensions: flag("extensions", default.extensions)?,
            quiescence: options.int("quiescence", 0..=32)?.map_or(default.quiescence, |n| n as u32),
        })
    }
}

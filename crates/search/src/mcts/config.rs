//! The options of Monte-Carlo tree search.
use super::proof::Rule;
use super::tree::Keeps;
use crate::{Limits, Policy, threads};
use hoppity_rules::{Game, OptionDoc, Options, SpecError, Value};

/// The options of [`Mcts`](super::Mcts). [`Config::default`] is what suits games that nothing is known of; a
/// [`Policy`] has its own for its game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Config {
    /// Limits of its own.
    pub limits: Limits,
    /// Bound on the tree in MiB.
    pub tree_mib: usize,
    /// The constant c of UCB1: how much a move is tried for being little tried.
    pub exploration: f32,
    /// Whether the variance of a move's scores bounds its exploration (UCB1-tuned).
    pub tuned: bool,
    /// The value of a move before anything is known of it; `None`: each is tried once before any is tried twice.
    pub fpu: Option<f32>,
    /// How many visits a move must have until its own mean weighs as much as its AMAF value (RAVE); 0 turns it off.
    pub rave: f32,
    /// Nodes visited less often take AMAF values from the nearest node above that was, where the same seat was to move
    /// (GRAVE, Cazenave 2015); 0: each has its own.
    pub grave: u32,
    /// How much the mean score of a move in all simulations counts while it has few visits (progressive history, Nijssen
    /// and Winands 2011).
    pub history: f32,
    /// How much the heuristic's value at the end of the best play found so far counts beside the mean (implicit minimax,
    /// Lanctot and others 2014), 0..1. When it counts at all, the heuristic sees every new move.
    pub minimax: f32,
    /// Moves looked at: two, and one more whenever visits have grown by this factor (dynamic widening), the best priors
    /// first; 0: all.
    pub widening: f32,
    /// What scores are worth to the other seats.
    pub backup: Backup,
    /// How much a policy's bonus for a move counts.
    pub bias: f32,
    /// How many virtual visits with the value of [`Config::fpu`] and the bonus a move begins with.
    pub virtual_visits: f32,
    /// After how many visits a leaf gets children.
    pub expand: u32,
    /// Playouts of each leaf.
    pub playouts: u32,
    /// After how many plies playouts are cut off and scored by the heuristic; `None`: as [`Policy::cutoff`] says.
    pub cutoff: Option<u32>,
    /// How proved results are backed up.
    pub solver: Rule,
    /// Whether wins and forced replies are looked for when a node gets children.
    pub lookahead: bool,
    /// Whether playouts ask the policy for replies.
    pub replies: bool,
    /// Whether playouts go by the policy's rules, where it has some, or by those of the game.
    pub policy_rules: bool,
    /// For how many plies at their beginning playouts look for moves that win or that block a win (decisive and
    /// anti-decisive moves, Teytaud and Teytaud 2010).
    pub decisive: u32,
    /// How playouts choose moves where nothing else has.
    pub playout: Playout,
    /// The chance that such a move is drawn at random all the same.
    pub epsilon: f32,
    /// Whether playouts repeat replies that won when they were last played, and forget those that lost.
    pub last_good_reply: bool,
    /// Whether positions reached by several orders of moves are one node. The tree is then not kept.
    pub transpositions: bool,
    /// Whether the tree is kept from one move to the next.
    pub reuse: bool,
    /// Whether the search ends when no other move can become the most visited one within its simulations.
    pub early: bool,
    /// Threads of one search. More than one needs the feature `threads`.
    pub threads: usize,
    /// What they share.
    pub parallel: Parallel,
}

/// How several threads search together (Chaslot, Winands and van den Herik 2008).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// They walk one tree, which is locked except while leaves are played out. Results depend on chance.
    #[default]
    Tree,
    /// Each has a tree of its own and its share of memory and simulations, and what the roots know is added up at the end.
    /// The trees are then not kept. Results are the same every time unless time is limited.
    Root,
}

/// What scores are worth to the seats that are not searching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backup {
    /// Each seat maximises its own (max^n, Luckhardt and Irani 1986).
    #[default]
    MaxN,
    /// The other teams minimise that of the seat that searches (paranoid, Sturtevant and Korf 2000).
    Paranoid,
    /// As paranoid, but of the other teams only one seat at a time chooses its move, until the searcher is on move again;
    /// the others make the one of highest prior (best reply with the order of turns kept, Esser and others 2014). What
    /// follows from a choice of few moves proves nothing.
    BestReply,
}

/// How playouts choose moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playout {
    /// Each with the same chance.
    #[default]
    Random,
    /// The one of the best mean score in all simulations (move-average sampling, Finnsson and Björnsson 2008).
    Mast,
    /// The same, and of pairs of a move and the one before it (N-grams, Tak, Winands and Björnsson 2012).
    Nst,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            limits: Limits::NONE,
            tree_mib: 256,
            exploration: 0.4,
            tuned: false,
            fpu: None,
            rave: 0.0,
            grave: 0,
            history: 0.0,
            minimax: 0.0,
            widening: 0.0,
            backup: Backup::MaxN,
            bias: 0.0,
            virtual_visits: 0.0,
            expand: 1,
            playouts: 1,
            cutoff: None,
            solver: Rule::Standard,
            lookahead: true,
            replies: true,
            policy_rules: true,
            decisive: 0,
            playout: Playout::Random,
            epsilon: 0.1,
            last_good_reply: false,
            transpositions: false,
            reuse: true,
            early: false,
            threads: 1,
            parallel: Parallel::Tree,
        }
    }
}

impl Config {
    /// What limits a search that was given no limit at all.
    pub const DEFAULT_LIMITS: Limits = Limits { sims: Some(1000), ..Limits::NONE };

    /// For people.
    pub(super) const OPTIONS: &[OptionDoc] = &[
        OptionDoc { default: "(1000 where nothing is limited)", ..Limits::SIMS },
        Limits::TIME,
        option("c", "0.0..100.0", "exploration constant of UCB1"),
        option("tuned", "true, false", "whether the variance of scores bounds exploration (UCB1-tuned)"),
        option("fpu", "first, 0.0..10.0", "value of a move that nothing is known of; first: try each once"),
        option("rave", "0.0..1000000.0", "visits until a mean weighs as much as the AMAF value; 0: no RAVE"),
        option("grave", "0..1000000000", "visits of a node before it has its own AMAF values; 0: always"),
        option("history", "0.0..1000.0", "weight of a move's mean everywhere (progressive history)"),
        option("minimax", "0.0..1.0", "weight of the heuristic's value (implicit minimax)"),
        option(
            "widening",
            "0, above 1.0..1000.0",
            "one more move each time visits grow by this factor; 0: all",
        ),
        option(
            "backup",
            "maxn, paranoid, best-reply",
            "what others want; best-reply: one of them answers at a time",
        ),
        option("bias", "0.0..100.0", "weight of the policy's bonus, which fades with visits"),
        option("priors", "a list such as [border:0.1]", "weights of what the bonus is made of, by name"),
        option("virtual_visits", "0.0..1000.0", "virtual visits with the value that the policy expects"),
        option("expand", "0..1000000", "visits of a leaf before it gets children"),
        option("playouts", "1..1000", "playouts of each leaf"),
        option("cutoff", "0..100000", "plies until a playout is cut off and scored by the heuristic"),
        option("solver", "off, standard, paranoid, first", "how proofs are backed up (MCTS-Solver)"),
        option("lookahead", "true, false", "whether to look for wins and forced replies at new nodes"),
        option("replies", "true, false", "whether playouts ask the policy for replies"),
        option(
            "rules",
            "policy, game",
            "whether playouts have rules of their own, where the policy has some",
        ),
        option("decisive", "0..10000", "plies of playouts that look for wins and for moves that block them"),
        option("playout", "random, mast, nst", "playouts by means of moves (mast), also of pairs (nst)"),
        option("epsilon", "0.0..1.0", "chance of a random move instead of the one of the best mean"),
        option("lgr", "true, false", "whether playouts repeat the last good reply (with forgetting)"),
        option("transpositions", "true, false", "whether one position is one node; excludes reuse"),
        option("reuse", "true, false", "whether the tree is kept from move to move"),
        option("early", "true, false", "whether to stop when the choice can no longer change"),
        threads::THREADS,
        option("parallel", "tree, root", "one tree for all threads, not reproducible, or one for each"),
        OptionDoc {
            name: "tree_mib",
            values: "1..1048576",
            default: "256",
            about: "bound on the tree in MiB; when it is reached, what was visited least goes",
        },
    ];

    /// After how many plies playouts of a game are cut off; `None`: not before their end.
    pub(super) fn cutoff<G: Game, P: Policy<G>>(&self, policy: &P, game: &G) -> Option<u32> {
        self.cutoff.or_else(|| policy.cutoff(game))
    }

    /// What trees keep for games of a kind.
    pub(super) fn keeps<G: Game>(&self, game: &G) -> Keeps {
        Keeps { teams: if self.minimax > 0.0 { game.teams() } else { 0 }, keys: self.transpositions }
    }

    /// The options of a spec; those not given are as here.
    pub fn read(self, options: &Options<'_>) -> Result<Config, SpecError> {
        let float = |key, most| options.float(key, 0.0..=most).map(|x| x.map(|x| x as f32));
        let flag = |key, default| options.flag(key).map(|given| given.unwrap_or(default));
        let int = |key, least, most, default| {
            options.int(key, least..=most).map(|given| given.map_or(default, |n| n as u32))
        };
        let threads = threads::read(options)?.unwrap_or(self.threads);
        let transpositions = flag("transpositions", self.transpositions)?;
        if transpositions && options.flag("reuse")? == Some(true) {
            return Err(options
                .refuse("reuse", "`reuse=true`: transpositions=true excludes it; expected one of the two"));
        }
        let widening = float("widening", 1000.0)?.unwrap_or(self.widening);
        if widening > 0.0 && widening <= 1.0 {
            let why = format!(
                "`widening={widening}`: nothing grows by this factor; expected 0, or a number above 1 up to 1000"
            );
            return Err(options.refuse("widening", why));
        }
        Ok(Config {
            limits: Limits::read(options)?,
            threads,
            parallel: match options.word("parallel", &["tree", "root"])? {
                None => self.parallel,
                Some("root") => Parallel::Root,
                Some(_) => Parallel::Tree,
            },
            tree_mib: int("tree_mib", 1, 1 << 20, self.tree_mib as u32)? as usize,
            exploration: float("c", 100.0)?.unwrap_or(self.exploration),
            tuned: flag("tuned", self.tuned)?,
            fpu: match options.value("fpu") {
                None => self.fpu,
                Some(Value::Word(word) | Value::Text(word)) if word == "first" => None,
                Some(value) => float("fpu", 10.0).map_err(|_| {
                    options.refuse("fpu", format!("`fpu={value}`: expected first, or a number from 0 to 10"))
                })?,
            },
            rave: float("rave", 1e6)?.unwrap_or(self.rave),
            grave: int("grave", 0, 1_000_000_000, self.grave)?,
            history: float("history", 1000.0)?.unwrap_or(self.history),
            minimax: float("minimax", 1.0)?.unwrap_or(self.minimax),
            widening,
            backup: match options.word("backup", &["maxn", "paranoid", "best-reply"])? {
                None => self.backup,
                Some("paranoid") => Backup::Paranoid,
                Some("best-reply") => Backup::BestReply,
                Some(_) => Backup::MaxN,
            },
            bias: float("bias", 100.0)?.unwrap_or(self.bias),
            virtual_visits: float("virtual_visits", 1000.0)?.unwrap_or(self.virtual_visits),
            expand: int("expand", 0, 1_000_000, self.expand)?,
            playouts: int("playouts", 1, 1000, self.playouts)?,
            cutoff: options.int("cutoff", 0..=100_000)?.map(|n| n as u32).or(self.cutoff),
            solver: match options.word("solver", &["off", "standard", "paranoid", "first"])? {
                None => self.solver,
                Some("off") => Rule::Off,
                Some("paranoid") => Rule::Paranoid,
                Some("first") => Rule::First,
                Some(_) => Rule::Standard,
            },
            lookahead: flag("lookahead", self.lookahead)?,
            replies: flag("replies", self.replies)?,
            policy_rules: options
                .word("rules", &["policy", "game"])?
                .map_or(self.policy_rules, |w| w == "policy"),
            decisive: int("decisive", 0, 10_000, self.decisive)?,
            playout: match options.word("playout", &["random", "mast", "nst"])? {
                None => self.playout,
                Some("mast") => Playout::Mast,
                Some("nst") => Playout::Nst,
                Some(_) => Playout::Random,
            },
            epsilon: float("epsilon", 1.0)?.unwrap_or(self.epsilon),
            last_good_reply: flag("lgr", self.last_good_reply)?,
            transpositions,
            reuse: flag("reuse", self.reuse)?,
            early: flag("early", self.early)?,
        })
    }
}

/// An option whose default is the policy's to say.
const fn option(name: &'static str, values: &'static str, about: &'static str) -> OptionDoc {
    OptionDoc { name, values, default: "(by game)", about }
}

//! Results as counts: single games and colour-swapped pairs, always seen from the first-named player.

/// The result of one game for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// 1 point.
    Win,
}

impl Score {
    /// 0, 0.5 or 1.
    pub fn points(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }

    /// The same game for the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Counts of won, drawn and lost games (a trinomial sample).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts in the order wins, draws, losses.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// Counts one more game.
    pub fn add(&mut self, score: Score) {
        let count = match score {
            Score::Loss => &mut self.losses,
            Score::Draw => &mut self.draws,
            Score::Win => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// The number of games; it saturates.
    pub fn games(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Points: wins and half the draws.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points per game, 0..=1; `None` without games.
    pub fn score(self) -> Option<f64> {
        let games = self.wins as f64 + self.draws as f64 + self.losses as f64;
        (games > 0.0).then(|| self.points() / games)
    }

    /// The same games for the opponent.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts from the worst class (score 0) to the best (score 1).
    pub(crate) fn ascending(self) -> [f64; 3] {
        [self.losses as f64, self.draws as f64, self.wins as f64]
    }
}

/// Counts of game pairs (same opening, seats exchanged) by their joint score: a pentanomial sample.
///
/// Pairs share their opening, so the two games of a pair are not independent, but pairs are. A pair that was split
/// (one win each) and a pair of draws have the same score and form one class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial {
    /// Both lost.
    pub ll: u64,
    /// One lost, one drawn.
    pub ld: u64,
    /// One win and one loss, or two draws.
    pub even: u64,
    /// One won, one drawn.
    pub wd: u64,
    /// Both won.
    pub ww: u64,
}

impl Pentanomial {
    /// Counts in the order LL, LD, WL+DD, WD, WW.
    pub fn new([ll, ld, even, wd, ww]: [u64; 5]) -> Self {
        Self { ll, ld, even, wd, ww }
    }

    /// Counts one more pair by the results of its two games, in either order.
    pub fn add(&mut self, one: Score, other: Score) {
        let count = match (one.min(other), one.max(other)) {
            (Score::Loss, Score::Loss) => &mut self.ll,
            (Score::Loss, Score::Draw) => &mut self.ld,
            (Score::Draw, Score::Win) => &mut self.wd,
            (Score::Win, Score::Win) => &mut self.ww,
            _ => &mut self.even,
        };
        *count = count.saturating_add(1);
    }

    /// The number of pairs; it saturates.
    pub fn pairs(self) -> u64 {
        self.classes().into_iter().fold(0, u64::saturating_add)
    }

    /// Points per game, 0..=1; `None` without pairs.
    pub fn score(self) -> Option<f64> {
        let counts = self.ascending();
        let pairs = counts.iter().fold(0.0, |sum, c| sum + c);
        let points = counts.iter().enumerate().fold(0.0, |sum, (i, c)| sum + 0.25 * i as f64 * c);
        (pairs > 0.0).then(|| points / pairs)
    }

    /// The same pairs for the opponent.
    #[must_use]
    pub fn swapped(self) -> Self {
        let mut classes = self.classes();
        classes.reverse();
        Self::new(classes)
    }

    fn classes(self) -> [u64; 5] {
        [self.ll, self.ld, self.even, self.wd, self.ww]
    }

    /// Counts from the worst class (score 0) to the best (score 1).
    pub(crate) fn ascending(self) -> [f64; 5] {
        self.classes().map(|count| count as f64)
    }
}

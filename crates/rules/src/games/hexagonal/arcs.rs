//! What the six cells around a stone tell: how many strings they belong to at most, and where to ask.

/// The way from a cell to its neighbours on a board whose rows are `stride` cells apart, as offsets that wrap: clockwise
/// from the upper left, which is what is called their directions. Where rows lean to the left (`lean` 0) the neighbours
/// above stand in the column to the left and in the same one; where they lean to the right (`lean` 1), in the same one and
/// in the one to the right.
pub(super) const fn offsets(stride: usize, lean: usize) -> [u16; 6] {
    let (stride, lean) = (stride as i32, lean as i32);
    let above = lean - stride - 1;
    let ways = [above, above + 1, 1, -above, -above - 1, -1];
    let mut wrapped = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        wrapped[direction] = ways[direction] as u16;
        direction += 1;
    }
    wrapped
}

/// How many patterns of own stones around a cell there are: a bit for each direction.
pub(super) const PATTERNS: usize = 64;

/// The own stones next to a cell, as arcs: runs of neighbours that lie side by side and so belong to the same string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arcs {
    /// Where to find a stone of each arc; those of missing arcs repeat the first. Without any stone around, the cell
    /// itself.
    pub(super) stones: [u16; 3],
    /// The number of arcs in the low byte, [`Arcs::middles`] in the high one.
    shape: u16,
}

impl Arcs {
    /// Whether there is no more than one arc, and no middle.
    #[inline]
    pub(super) const fn is_plain(self) -> bool {
        self.shape <= 1
    }

    #[inline]
    pub(super) const fn count(self) -> usize {
        (self.shape & 0xff) as usize
    }

    /// The neighbours that are the middle of three stones side by side, a bit for each direction.
    #[inline]
    pub(super) const fn middles(self) -> u8 {
        (self.shape >> 8) as u8
    }
}

/// The arcs of every pattern. Middles are left out where the game does not ask for them.
pub(super) const fn table(stride: usize, lean: usize, with_middles: bool) -> [Arcs; PATTERNS] {
    let offsets = offsets(stride, lean);
    let mut table = [Arcs { stones: [0; 3], shape: 0 }; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        table[pattern] = arcs(pattern, &offsets, with_middles);
        pattern += 1;
    }
    table
}

const fn arcs(pattern: usize, offsets: &[u16; 6], with_middles: bool) -> Arcs {
    let mut stones = [0; 3];
    let mut count = 0;
    let mut middles = 0;
    let mut direction = 0;
    while direction < 6 {
        let own = holds(pattern, direction);
        let before = holds(pattern, direction + 5);
        if own && !before {
            stones[count] = offsets[direction];
            count += 1;
        }
        if with_middles && own && before && holds(pattern, direction + 1) {
            middles |= 1 << direction;
        }
        direction += 1;
    }
    if pattern == PATTERNS - 1 {
        stones[0] = offsets[0];
        count = 1;
    }
    let mut missing = if count == 0 { 1 } else { count };
    while missing < 3 {
        stones[missing] = stones[0];
        missing += 1;
    }
    Arcs { stones, shape: middles << 8 | count as u16 }
}

const fn holds(pattern: usize, direction: usize) -> bool {
    pattern >> (direction % 6) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_are_runs_of_stones_around() {
        let around = |directions: &[usize]| {
            let pattern = directions.iter().fold(0, |bits, &d| bits | 1 << d);
            let arcs = table(16, 0, true)[pattern];
            (arcs.count(), arcs.middles())
        };
        assert_eq!(around(&[]), (0, 0));
        assert_eq!(around(&[3]), (1, 0));
        assert_eq!(around(&[0, 2, 4]), (3, 0));
        assert_eq!(around(&[5, 0, 3]), (2, 0));
        assert_eq!(around(&[5, 0, 1]), (1, 0b1));
        assert_eq!(around(&[2, 3, 4, 5]), (1, 0b1_1000));
        assert_eq!(around(&[0, 1, 2, 3, 4, 5]), (1, 0b11_1111));
    }

    #[test]
    fn the_plain_patterns_are_those_of_one_short_arc() {
        let plain = table(16, 0, true).iter().filter(|arcs| arcs.is_plain()).count();
        assert_eq!(plain, 1 + 6 + 6);
        let plain = table(16, 0, false).iter().filter(|arcs| arcs.is_plain()).count();
        assert_eq!(plain, 1 + 5 * 6 + 1);
    }

    #[test]
    fn every_neighbour_is_a_neighbour_of_its_own() {
        for (stride, lean) in [(15, 0), (22, 0), (22, 1), (31, 0)] {
            let ways = offsets(stride, lean);
            for (direction, &way) in ways.iter().enumerate() {
                assert_eq!(ways[(direction + 3) % 6], way.wrapping_neg());
                assert_eq!(table(stride, lean, true)[1 << direction].stones, [way; 3]);
                let beside = ways[(direction + 2) % 6].wrapping_add(way);
                assert_eq!(
                    beside,
                    ways[(direction + 1) % 6],
                    "neighbours in a row are neighbours of each other"
                );
            }
        }
    }
}
